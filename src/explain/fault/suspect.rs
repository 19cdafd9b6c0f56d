//! A finding as a suspect: which faces it touches, where it is, and what would mend it.

use crate::geom::{Point, Segment};
use crate::mesh::{Element, FaceId, Finding, Kind, MeshEdit, Navmesh, VertexId};

use super::super::Mark;

/// Something odd that could be in the way.
#[derive(Debug, Clone)]
pub(super) struct Suspect<'a> {
    /// What is odd.
    pub(super) finding: &'a Finding,
    /// The faces it is about.
    pub(super) faces: Vec<FaceId>,
    /// Where it is.
    pub(super) place: Segment,
    /// All elements it is about.
    pub(super) elements: Vec<Element>,
    /// What would mend it.
    pub(super) mend: Option<MeshEdit>,
    /// How far it is from what was asked.
    pub(super) distance: f64,
}

/// Whether findings of a kind can be in the way of a path.
pub(super) fn is_fault(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::SelfCrossing
            | Kind::NonConvex
            | Kind::RepeatedCorner
            | Kind::NeighbourNotShared
            | Kind::OneSidedNeighbour
            | Kind::SignsDisagree
            | Kind::ShiftedNeighbours
            | Kind::SelfNeighbour
            | Kind::CrowdedSide
            | Kind::Overlap
            | Kind::LinkToNowhere
            | Kind::Clockwise
            | Kind::ZeroArea
            | Kind::DuplicateVertex
            | Kind::NearVertices
            | Kind::TJunction
            | Kind::MissingNeighbour
            | Kind::ClosedConnection
            | Kind::UncoveredSide
    )
}

/// The faces at each vertex that some finding is about, so that nobody has to go through the mesh for each of them.
pub(super) struct Corners {
    pairs: Vec<(VertexId, FaceId)>,
}

impl Corners {
    pub(super) fn new(mesh: &Navmesh, findings: &[Finding]) -> Self {
        let vertex = |element: Element| match element {
            Element::Vertex(vertex) => Some(vertex),
            _ => None,
        };
        let both = |finding: &Finding| [Some(finding.element), finding.other];
        let named = findings.iter().flat_map(both).flatten().filter_map(vertex);
        let mut is_named = vec![false; mesh.n_vertices()];
        let known = named.filter(|vertex| vertex.index() < mesh.n_vertices());
        known.for_each(|vertex| is_named[vertex.index()] = true);
        let mut pairs = Vec::new();
        for face in mesh.faces() {
            let corners = face.corners().iter().filter(|corner| is_named[corner.index()]);
            pairs.extend(corners.map(|&corner| (corner, face.id)));
        }
        pairs.sort_unstable();
        Self { pairs }
    }

    fn faces_at(&self, vertex: VertexId) -> impl Iterator<Item = FaceId> + '_ {
        let first = self.pairs.partition_point(|&(corner, _)| corner < vertex);
        self.pairs[first..].iter().take_while(move |pair| pair.0 == vertex).map(|pair| pair.1)
    }
}

impl<'a> Suspect<'a> {
    /// Makes a suspect of a finding; none if it is about nothing that has a place.
    pub(super) fn new(mesh: &Navmesh, corners: &Corners, finding: &'a Finding) -> Option<Self> {
        let mut elements: Vec<Element> =
            [Some(finding.element), finding.other].into_iter().flatten().collect();
        let place = place(mesh, finding)?;
        if let Element::Side(face, side) = finding.element
            && let Some((other, twin)) = mesh.twin(face, side as usize)
        {
            elements.push(Element::Side(other, twin as u32));
        }
        let mut faces = Vec::new();
        for element in &elements {
            match *element {
                Element::Face(face) | Element::Side(face, _) => faces.push(face),
                Element::Vertex(vertex) => faces.extend(corners.faces_at(vertex)),
                Element::Link(link) => {
                    faces.extend(mesh.links().get(link as usize).map(|link| link.from));
                }
                _ => {}
            }
        }
        faces.sort_unstable();
        faces.dedup();
        let mend = mend(mesh, finding);
        Some(Self { finding, faces, place, elements, mend, distance: 0.0 })
    }

    /// Says how far it is from a line of points.
    pub(super) fn measured_from(mut self, line: &[Point]) -> Self {
        let middle = (self.place.from + self.place.to) * 0.5;
        let pieces = line.windows(2).map(|ends| Segment::new(ends[0], ends[1]).distance(middle));
        self.distance = pieces.fold(f64::INFINITY, f64::min);
        self
    }

    /// What to draw of it.
    pub(super) fn marks(&self) -> Vec<Mark> {
        let Segment { from, to } = self.place;
        match (self.finding.element, self.finding.kind) {
            (_, Kind::NearVertices | Kind::DuplicateVertex) => {
                vec![Mark::Gap(self.place), Mark::Place(from)]
            }
            (_, Kind::TJunction) => vec![Mark::Side(self.place)],
            (Element::Face(face), _) => vec![Mark::Face(face)],
            _ if from == to => vec![Mark::Place(from)],
            _ => vec![Mark::Side(self.place)],
        }
    }
}

fn place(mesh: &Navmesh, finding: &Finding) -> Option<Segment> {
    let point = |vertex: VertexId| mesh.points().get(vertex.index()).copied();
    match (finding.element, finding.other) {
        (Element::Vertex(vertex), Some(Element::Vertex(other))) => {
            Some(Segment::new(point(vertex)?, point(other)?))
        }
        (Element::Vertex(vertex), _) => point(vertex).map(|p| Segment::new(p, p)),
        (Element::Side(face, side), _) => {
            let face = (face.index() < mesh.n_faces()).then(|| mesh.face(face))?;
            ((side as usize) < face.n_sides()).then(|| face.segment(side as usize))
        }
        (Element::Face(face), _) => {
            let face = (face.index() < mesh.n_faces()).then(|| mesh.face(face))?;
            Some(Segment::new(face.center(), face.center()))
        }
        (Element::Link(link), _) => mesh.links().get(link as usize).map(|link| link.segment),
        _ => None,
    }
}

/// What would mend a finding, where the mesh still needs it: much is mended when a file is read.
fn mend(mesh: &Navmesh, finding: &Finding) -> Option<MeshEdit> {
    match (finding.kind, finding.element, finding.other) {
        (
            Kind::NearVertices | Kind::DuplicateVertex,
            Element::Vertex(a),
            Some(Element::Vertex(b)),
        ) => Some(MeshEdit::Weld(a.min(b), a.max(b))),
        (Kind::TJunction, Element::Side(face, side), Some(Element::Vertex(vertex))) => {
            Some(MeshEdit::Stitch(vertex, face, side as usize))
        }
        (_, Element::Side(face, side), _) => {
            let side = side as usize;
            let (other, _) = mesh.twin(face, side)?;
            let walkable = mesh.face(face).walkable() && mesh.face(other).walkable();
            let closed = walkable && !mesh.is_open_both_ways(face, side);
            closed.then_some(MeshEdit::OpenSide(face, side))
        }
        _ => None,
    }
}
