//! Portals as open sides: their ends become corners of both nodes, and what cannot be a side becomes a passage.

use crate::geom::Segment;
use crate::mesh::attributes::{MengePortal, MengeRecords};
use crate::mesh::twins::{Twin, twins};
use crate::mesh::{Across, Element, FaceId, Findings, Kind, Link, LinkKind, Parts, VertexId};

use super::sides::{FileSides, SideIndex};

/// Opens a side of both nodes for every portal, and puts a wall wherever else two nodes share a side.
pub(super) fn join(
    parts: &mut Parts,
    records: &mut MengeRecords,
    sides: &mut FileSides,
    findings: &mut Findings,
) {
    let insertions = find_insertions(parts, &records.portals, sides);
    records.inserted =
        insertions.iter().map(|insertion| (insertion.node, insertion.vertex)).collect();
    records.inserted.sort_unstable();
    insert(parts, sides, &insertions);
    let index = SideIndex::new(&parts.starts, &parts.corners);
    let mut gates = Gates { index, parts, findings, crowded: Vec::new() };
    gates.open(&records.portals);
    let mut told = gates.crowded;
    told.sort_unstable();
    wall_up(parts, &told, findings);
}

/// A portal end that the node does not list, and where it lies on the node's rim.
struct Insertion {
    node: FaceId,
    /// The flat index of the side as the file has it.
    side: usize,
    /// Grows along the side.
    along: f64,
    vertex: VertexId,
}

/// Finds the portal ends that lie on a side of a node without being a corner, in the order of the rim.
fn find_insertions(
    parts: &Parts,
    portals: &[MengePortal],
    sides: &mut FileSides,
) -> Vec<Insertion> {
    let mut insertions = Vec::new();
    for portal in portals.iter().filter(|portal| joins_something(portal)) {
        for node in portal.nodes {
            if portal.ends.iter().all(|&end| sides.has_corner(node, end)) {
                continue;
            }
            let Some(side) = sides.under(&parts.points, node, portal.ends) else { continue };
            let segment = sides.segment(&parts.points, node, side);
            let direction = segment.to - segment.from;
            for vertex in portal.ends.into_iter().filter(|&end| !sides.has_corner(node, end)) {
                let offset = parts.points[vertex.index()] - segment.from;
                let along = offset.x * direction.x + offset.y * direction.y;
                insertions.push(Insertion { node, side, along, vertex });
            }
        }
    }
    // Two portals of a node may end at one vertex, which still is one corner only.
    insertions.sort_by_key(|insertion| (insertion.node, insertion.vertex, insertion.side));
    insertions.dedup_by_key(|insertion| (insertion.node, insertion.vertex));
    insertions.sort_by(|a, b| {
        a.side.cmp(&b.side).then(a.along.total_cmp(&b.along)).then(a.vertex.cmp(&b.vertex))
    });
    insertions
}

fn joins_something(portal: &MengePortal) -> bool {
    portal.nodes[0] != portal.nodes[1] && portal.ends[0] != portal.ends[1]
}

fn insert(parts: &mut Parts, sides: &mut FileSides, insertions: &[Insertion]) {
    let mut corners = Vec::with_capacity(parts.corners.len() + insertions.len());
    let mut starts = Vec::with_capacity(parts.starts.len());
    let mut pieces = Vec::with_capacity(sides.n_sides() + 1);
    let mut waiting = insertions.iter().peekable();
    for node in 0..parts.n_faces() {
        starts.push(corners.len() as u32);
        for side in parts.range(node) {
            pieces.push(corners.len() as u32);
            corners.push(sides.start(side));
            while let Some(insertion) = waiting.next_if(|insertion| insertion.side == side) {
                corners.push(insertion.vertex);
            }
        }
    }
    starts.push(corners.len() as u32);
    pieces.push(corners.len() as u32);
    parts.across = vec![Across::Outside; corners.len()];
    parts.corners = corners;
    parts.starts = starts;
    sides.pieces = pieces;
}

struct Gates<'a> {
    index: SideIndex,
    parts: &'a mut Parts,
    findings: &'a mut Findings,
    /// Sides, by their flat index, of which it was told that a portal could not open them.
    crowded: Vec<u32>,
}

impl Gates<'_> {
    fn open(&mut self, portals: &[MengePortal]) {
        for (number, portal) in portals.iter().enumerate() {
            let [a, b] = portal.nodes;
            if a == b {
                self.findings.add(Kind::LinkToNowhere, Element::Record(number as u32), || {
                    format!("portal {number} joins node {} with itself", a.0)
                });
            } else if joins_something(portal) && !self.opens(portal) {
                self.keep_as_passage(number, portal);
            }
        }
    }

    /// Opens a side of both nodes, one run against the other, if there is one that no other portal has taken.
    fn opens(&mut self, portal: &MengePortal) -> bool {
        let ([a, b], [here, there]) = (portal.ends, portal.nodes);
        [(a, b), (b, a)].into_iter().any(|(from, to)| {
            let (Some(side), Some(twin)) =
                (self.index.find(here, from, to), self.index.find(there, to, from))
            else {
                return false;
            };
            let across = &mut self.parts.across;
            let is_free = |side: u32, other| {
                [Across::Outside, Across::Open(other)].contains(&across[side as usize])
            };
            if !is_free(side, there) || !is_free(twin, here) {
                return false;
            }
            across[side as usize] = Across::Open(there);
            across[twin as usize] = Across::Open(here);
            true
        })
    }

    /// Links the nodes both ways, so that the portal can still be seen and walked.
    fn keep_as_passage(&mut self, number: usize, portal: &MengePortal) {
        let [from, to] = portal.ends.map(|end| self.parts.points[end.index()]);
        let [here, there] = portal.nodes;
        let link = Link {
            from: here,
            to: there,
            segment: Segment::new(from, to),
            kind: LinkKind::Passage,
        };
        self.parts.links.push(link);
        self.parts.links.push(Link { from: there, to: here, ..link });

        let element = Element::Record(number as u32);
        let (x, y) = (here.0, there.0);
        match portal.nodes.map(|node| self.index.has(node, portal.ends)) {
            [true, true] => {
                self.findings.add(Kind::CrowdedSide, element, || {
                    format!("portal {number} joins nodes {x} and {y}, which lie on the same side of it or share it with others; it is kept as a passage")
                });
                let [a, b] = portal.ends;
                let sides = portal.nodes.into_iter().flat_map(|node| {
                    [self.index.find(node, a, b), self.index.find(node, b, a)]
                });
                self.crowded.extend(sides.flatten());
            }
            [false, false] => self.findings.add(Kind::LinkToNowhere, element, || {
                format!("portal {number} does not lie along one side of node {x}, nor of node {y}; it is kept as a passage")
            }),
            [has_first, _] => self.findings.add(Kind::LinkToNowhere, element, || {
                let node = if has_first { y } else { x };
                format!("portal {number} does not lie along one side of node {node}; it is kept as a passage")
            }),
        }
    }
}

/// Puts a wall on every side that two nodes share and no portal opens.
///
/// Sides that more than two nodes have are noted, but for those of which it was told already.
fn wall_up(parts: &mut Parts, told: &[u32], findings: &mut Findings) {
    let twins = twins(&parts.starts, &parts.corners, parts.points.len());
    let owner = |side: u32| FaceId(parts.starts.partition_point(|&start| start <= side) as u32 - 1);
    for node in 0..parts.n_faces() {
        let here = FaceId(node as u32);
        for (place, side) in parts.range(node).enumerate() {
            if parts.across[side] != Across::Outside {
                continue;
            }
            match twins.of(side) {
                Twin::At(twin) if owner(twin) != here => parts.across[side] = Across::Wall(owner(twin)),
                Twin::At(_) | Twin::Alone => {}
                Twin::Crowded if told.binary_search(&(side as u32)).is_ok() => {}
                Twin::Crowded => findings.add(Kind::CrowdedSide, Element::Side(here, place as u32), || {
                    format!("a side of node {node} belongs to more than two nodes, or to two in the same direction")
                }),
            }
        }
    }
}
