//! What is odd about portals and walls: their length, their chains, what they cover, and who lists them.

use crate::mesh::attributes::MengeRecords;
use crate::mesh::{Element, FaceId, Findings, Kind, Parts, VertexId, narrow, ranges, rim};

use super::sides::{FileSides, SideIndex, segment};

/// Menge refuses portals and walls that are no longer than this.
const TOO_SHORT: f64 = 1e-5;

/// Looks at the records of a file whose portals have been joined.
pub(super) fn check(
    parts: &Parts,
    records: &MengeRecords,
    sides: &mut FileSides,
    findings: &mut Findings,
) {
    let mut check = Check { parts, records, findings };
    check.lengths();
    check.chains();
    check.lists();
    let walled = check.places(sides);
    check.uncovered(sides, &walled);
    if sides.gave_up() {
        findings.add(Kind::Unchecked, Element::File, || {
            "too many portals and walls lie on parts of edges: not all of them were looked for"
                .to_owned()
        });
    }
}

struct Check<'a> {
    parts: &'a Parts,
    records: &'a MengeRecords,
    findings: &'a mut Findings,
}

impl Check<'_> {
    fn wall(&self, number: u32) -> Element {
        Element::Record(narrow(self.records.portals.len()) + number)
    }

    fn is_short(&self, ends: [VertexId; 2], limit: f64) -> bool {
        segment(&self.parts.points, ends).is_some_and(|segment| segment.length() <= limit)
    }

    fn lengths(&mut self) {
        for (portal, number) in self.records.portals.iter().zip(0..) {
            if self.is_short(portal.ends, TOO_SHORT) {
                self.findings.add(Kind::ZeroLength, Element::Record(number), || {
                    format!("portal {number} has no length")
                });
            }
        }
        for (wall, number) in self.records.walls.iter().zip(0..) {
            if self.is_short(wall.ends, TOO_SHORT) {
                let element = self.wall(number);
                self.findings
                    .add(Kind::ZeroLength, element, || format!("wall {number} has no length"));
            }
        }
    }

    fn chains(&mut self) {
        let walls = &self.records.walls;
        for (wall, number) in walls.iter().zip(0..) {
            let Some(next) = wall.next else { continue };
            let Some(follower) = walls.get(next as usize) else { continue };
            let (end, start) = (wall.ends[1], follower.ends[0]);
            if end != start {
                let element = self.wall(number);
                self.findings.add(Kind::BrokenChain, element, || {
                    let (end, start) = (end.0, start.0);
                    format!("wall {number} ends at vertex {end}, but wall {next}, which is to follow, starts at vertex {start}")
                });
            }
        }
    }

    /// Compares what nodes list with what names them. Nodes do list the walls of others, but never their portals.
    fn lists(&mut self) {
        let MengeRecords { portals, walls, node_portals, node_walls, .. } = self.records;
        let mut portals: Vec<_> = portals.iter().map(|portal| (portal, [false; 2])).collect();
        let mut walls: Vec<_> = walls.iter().map(|wall| (wall, false)).collect();
        for ((in_list, walls_in_list), id) in
            node_portals.iter().zip(node_walls).zip((0..).map(FaceId))
        {
            for &number in in_list {
                let Some((portal, [here, there])) = portals.get_mut(number as usize) else {
                    continue;
                };
                let names = portal.nodes.map(|named| named == id);
                if names == [false, false] {
                    self.findings.add(Kind::Unlisted, Element::Face(id), || {
                        format!("node {} lists portal {number}, which joins other nodes", id.0)
                    });
                }
                *here |= names[0];
                *there |= names[1];
            }
            for &number in walls_in_list {
                if let Some((wall, listed)) = walls.get_mut(number as usize) {
                    *listed |= wall.node == id;
                }
            }
        }
        for ((portal, listed), number) in portals.into_iter().zip(0..) {
            let [here, there] = portal.nodes;
            for (node, listed) in [(here, listed[0]), (there, listed[1] || here == there)] {
                if !listed {
                    self.findings.add(Kind::Unlisted, Element::Record(number), || {
                        format!("portal {number} leads to node {}, which does not list it", node.0)
                    });
                }
            }
        }
        for ((wall, _), number) in walls.into_iter().zip(0..).filter(|((_, listed), _)| !listed) {
            let (element, node) = (self.wall(number), wall.node.0);
            self.findings.add(Kind::Unlisted, element, || {
                format!("wall {number} belongs to node {node}, which does not list it")
            });
        }
    }

    /// Finds the side that each wall stands on. Tells which sides of the file a wall stands on that is none of the
    /// pieces that portals have cut them into.
    fn places(&mut self, sides: &mut FileSides) -> Vec<bool> {
        let index = SideIndex::new(&self.parts.starts, &self.parts.corners);
        let mut walled = vec![false; sides.n_sides()];
        for (wall, number) in self.records.walls.iter().zip(0..) {
            if wall.ends[0] == wall.ends[1] || index.has(wall.node, wall.ends) {
                continue;
            }
            let under = sides.under(&self.parts.points, wall.node, wall.ends);
            if let Some(walled) = under.and_then(|(side, _)| walled.get_mut(side)) {
                *walled = true;
            } else if !sides.gave_up() {
                let element = self.wall(number);
                self.findings.add(Kind::Unlisted, element, || {
                    let (node, [from, to]) = (wall.node.0, wall.ends.map(|end| end.0));
                    format!("wall {number} from vertex {from} to {to} is no part of an edge of node {node}")
                });
            }
        }
        walled
    }

    /// Notes the sides that are neither portal nor wall. A wall between two nodes covers the sides of both.
    fn uncovered(&mut self, sides: &FileSides, walled: &[bool]) {
        let ends = self.records.portals.iter().map(|portal| portal.ends);
        let ends = ends.chain(self.records.walls.iter().map(|wall| wall.ends));
        let mut covered: Vec<_> = ends.map(|[a, b]| (a.min(b), a.max(b))).collect();
        covered.sort_unstable();
        covered.dedup();
        let pieces = ranges(&sides.pieces).zip(walled);
        let mut piece_walled = pieces.flat_map(|(pieces, walled)| pieces.map(move |_| *walled));
        let Parts { starts, corners, across, .. } = self.parts;
        for (range, node) in ranges(starts).zip((0..).map(FaceId)) {
            let ends = corners.get(range.clone()).into_iter().flat_map(rim);
            let sides = ends.zip(across.get(range).into_iter().flatten());
            for ((([from, to], across), walled), place) in sides.zip(piece_walled.by_ref()).zip(0..)
            {
                let is_covered = across.is_open()
                    || walled
                    || covered.binary_search(&(from.min(to), from.max(to))).is_ok()
                    || self.is_short([from, to], 0.0);
                if !is_covered {
                    self.findings.add(Kind::UncoveredSide, Element::Side(node, place), || {
                        format!(
                            "the edge of node {} from vertex {} to {} is neither portal nor wall",
                            node.0, from.0, to.0
                        )
                    });
                }
            }
        }
    }
}
