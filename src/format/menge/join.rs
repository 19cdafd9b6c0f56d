//! Portals as open sides: their ends become corners of both nodes, and what cannot be a side becomes a passage.

use crate::mesh::attributes::{MengePortal, MengeRecords};
use crate::mesh::twins::{Twin, twins};
use crate::mesh::{
    Across, Element, FaceId, Findings, Kind, Link, LinkKind, Parts, VertexId, face_of_side, narrow,
    ranges,
};

use super::sides::{FileSides, SideIndex, segment};

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
            let under = sides.under(&parts.points, node, portal.ends);
            let Some((side, segment)) = under else { continue };
            let direction = segment.to - segment.from;
            for vertex in portal.ends.into_iter().filter(|&end| !sides.has_corner(node, end)) {
                let Some(&end) = parts.points.get(vertex.index()) else { continue };
                let offset = end - segment.from;
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
    for range in ranges(&parts.starts) {
        starts.push(narrow(corners.len()));
        let listed = parts.corners.get(range.clone()).into_iter().flatten();
        for (side, &corner) in range.zip(listed) {
            pieces.push(narrow(corners.len()));
            corners.push(corner);
            while let Some(insertion) = waiting.next_if(|insertion| insertion.side == side) {
                corners.push(insertion.vertex);
            }
        }
    }
    starts.push(narrow(corners.len()));
    pieces.push(narrow(corners.len()));
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
        for (portal, number) in portals.iter().zip(0..) {
            let [a, b] = portal.nodes;
            if a == b {
                self.findings.add(Kind::LinkToNowhere, Element::Record(number), || {
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
            let sides = [side, twin].map(|side| side as usize);
            let Ok([over_side, over_twin]) = self.parts.across.get_disjoint_mut(sides) else {
                return false;
            };
            let is_free = |across, other| [Across::Outside, Across::Open(other)].contains(across);
            if !is_free(over_side, there) || !is_free(over_twin, here) {
                return false;
            }
            (*over_side, *over_twin) = (Across::Open(there), Across::Open(here));
            true
        })
    }

    /// Links the nodes both ways, so that the portal can still be seen and walked.
    fn keep_as_passage(&mut self, number: u32, portal: &MengePortal) {
        let Some(segment) = segment(&self.parts.points, portal.ends) else { return };
        let [here, there] = portal.nodes;
        let link = Link { from: here, to: there, segment, kind: LinkKind::Passage };
        self.parts.links.push(link);
        self.parts.links.push(Link { from: there, to: here, ..link });

        let element = Element::Record(number);
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
                format!("portal {number} does not lie along one edge of node {x}, nor of node {y}; it is kept as a passage")
            }),
            [has_first, _] => self.findings.add(Kind::LinkToNowhere, element, || {
                let node = if has_first { y } else { x };
                format!("portal {number} does not lie along one edge of node {node}; it is kept as a passage")
            }),
        }
    }
}

/// Puts a wall on every side that two nodes share and no portal opens.
///
/// Sides that more than two nodes have are noted, but for those of which it was told already.
fn wall_up(parts: &mut Parts, told: &[u32], findings: &mut Findings) {
    let twins = twins(&parts.starts, &parts.corners, parts.points.len());
    let owner = |side: u32| face_of_side(&parts.starts, side as usize);
    for (range, here) in ranges(&parts.starts).zip((0..).map(FaceId)) {
        let sides = parts.across.get_mut(range.clone()).into_iter().flatten();
        for ((side, across), place) in range.zip(sides).zip(0..) {
            if *across != Across::Outside {
                continue;
            }
            match twins.of(side) {
                Twin::At(twin) if owner(twin) != here => *across = Across::Wall(owner(twin)),
                Twin::At(_) | Twin::Alone => {}
                Twin::Crowded if told.binary_search(&narrow(side)).is_ok() => {}
                Twin::Crowded => findings.add(Kind::CrowdedSide, Element::Side(here, place), || {
                    format!("an edge of node {} belongs to more than two nodes, or to two in the same direction", here.0)
                }),
            }
        }
    }
}
