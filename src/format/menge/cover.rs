//! What is odd about portals and walls: their length, their chains, what they cover, and who lists them.

use crate::geom::Segment;
use crate::mesh::attributes::MengeRecords;
use crate::mesh::{Element, FaceId, Findings, Kind, Parts, VertexId};

use super::sides::{FileSides, SideIndex};

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
            "too many portals and walls lie on parts of sides: not all of them were looked for"
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
    fn portal(&self, number: usize) -> Element {
        Element::Record(number as u32)
    }

    fn wall(&self, number: usize) -> Element {
        Element::Record((self.records.portals.len() + number) as u32)
    }

    fn length(&self, ends: [VertexId; 2]) -> f64 {
        let [from, to] = ends.map(|end| self.parts.points[end.index()]);
        Segment::new(from, to).length()
    }

    fn lengths(&mut self) {
        for (number, portal) in self.records.portals.iter().enumerate() {
            if self.length(portal.ends) <= TOO_SHORT {
                let element = self.portal(number);
                self.findings
                    .add(Kind::ZeroLength, element, || format!("portal {number} has no length"));
            }
        }
        for (number, wall) in self.records.walls.iter().enumerate() {
            if self.length(wall.ends) <= TOO_SHORT {
                let element = self.wall(number);
                self.findings
                    .add(Kind::ZeroLength, element, || format!("wall {number} has no length"));
            }
        }
    }

    fn chains(&mut self) {
        let walls = &self.records.walls;
        for (number, wall) in walls.iter().enumerate() {
            let Some(next) = wall.next else { continue };
            let (end, start) = (wall.ends[1], walls[next as usize].ends[0]);
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
        let mut portal_listed = vec![[false; 2]; self.records.portals.len()];
        let mut wall_listed = vec![false; self.records.walls.len()];
        for (node, (portals, walls)) in
            self.records.node_portals.iter().zip(&self.records.node_walls).enumerate()
        {
            let id = FaceId(node as u32);
            for &portal in portals {
                let names = self.records.portals[portal as usize].nodes.map(|named| named == id);
                if names == [false, false] {
                    self.findings.add(Kind::Unlisted, Element::Face(id), || {
                        format!("node {node} lists portal {portal}, which joins other nodes")
                    });
                }
                let listed = &mut portal_listed[portal as usize];
                *listed = [listed[0] | names[0], listed[1] | names[1]];
            }
            for &wall in walls {
                wall_listed[wall as usize] |= self.records.walls[wall as usize].node == id;
            }
        }
        for (number, listed) in portal_listed.into_iter().enumerate() {
            let [here, there] = self.records.portals[number].nodes;
            for (node, listed) in [(here, listed[0]), (there, listed[1] || here == there)] {
                let element = self.portal(number);
                if !listed {
                    self.findings.add(Kind::Unlisted, element, || {
                        format!("portal {number} leads to node {}, which does not list it", node.0)
                    });
                }
            }
        }
        for (number, _) in wall_listed.into_iter().enumerate().filter(|&(_, listed)| !listed) {
            let element = self.wall(number);
            let node = self.records.walls[number].node.0;
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
        for (number, wall) in self.records.walls.iter().enumerate() {
            if wall.ends[0] == wall.ends[1] || index.has(wall.node, wall.ends) {
                continue;
            }
            if let Some(side) = sides.under(&self.parts.points, wall.node, wall.ends) {
                walled[side] = true;
            } else if !sides.gave_up() {
                let element = self.wall(number);
                self.findings.add(Kind::Unlisted, element, || {
                    let (node, [from, to]) = (wall.node.0, wall.ends.map(|end| end.0));
                    format!("wall {number} from vertex {from} to {to} is no part of a side of node {node}")
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
        let mut file_side = 0;
        for node in 0..self.parts.n_faces() {
            let range = self.parts.range(node);
            for side in range.clone() {
                while sides.pieces[file_side + 1] as usize <= side {
                    file_side += 1;
                }
                let next = if side + 1 == range.end { range.start } else { side + 1 };
                let (from, to) = (self.parts.corners[side], self.parts.corners[next]);
                let is_covered = self.parts.across[side].is_open()
                    || walled[file_side]
                    || covered.binary_search(&(from.min(to), from.max(to))).is_ok()
                    || self.length([from, to]) == 0.0;
                if !is_covered {
                    let element = Element::Side(FaceId(node as u32), (side - range.start) as u32);
                    self.findings.add(Kind::UncoveredSide, element, || {
                        format!("the side of node {node} from vertex {} to {} is neither portal nor wall", from.0, to.0)
                    });
                }
            }
        }
    }
}
