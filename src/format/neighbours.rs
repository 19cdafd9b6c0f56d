//! What a file says of neighbours against what its faces share.
//!
//! Geometry wins for who the neighbour is; the file wins for whether one may cross. Where the two faces of a side
//! disagree on that, the side is a wall and both are told.

use std::ops::Range;

use crate::geom::{Point, Side, turning};
use crate::mesh::twins::{Twin, Twins, twins};
use crate::mesh::{Across, Element, FaceId, FileIds, Findings, Kind, Parts, VertexId};

/// What it means that a file gives no neighbour for a side that two faces share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// It forgot to: the format has a way to say "a wall, and behind it that face".
    Mistake,
    /// A wall: the format has no other way to say it.
    Wall,
    /// Nothing at all: the format lists no neighbours, and whatever shares a side is open.
    Open,
}

/// Turns clockwise faces round, with their neighbours. Each is noted, and remembered if `remember` says so.
pub fn wind(parts: &mut Parts, findings: &mut Findings, remember: bool) {
    let mut ring: Vec<Point> = Vec::new();
    let mut clockwise = vec![false; if remember { parts.n_faces() } else { 0 }];
    let mut any = false;
    for face in 0..parts.n_faces() {
        let range = parts.range(face);
        ring.clear();
        ring.extend(parts.corners[range.clone()].iter().map(|corner| parts.points[corner.index()]));
        if turning(&ring) != Side::Right {
            continue;
        }
        any = true;
        turn_round(parts, range);
        if let Some(flag) = clockwise.get_mut(face) {
            *flag = true;
        } else {
            let id = FaceId(face as u32);
            let ids = &parts.attributes.ids;
            findings.add(Kind::Clockwise, Element::Face(id), || {
                format!("face {} is listed clockwise; it was turned round", ids.face(id))
            });
        }
    }
    if any {
        parts.attributes.clockwise = clockwise;
    }
}

fn turn_round(parts: &mut Parts, range: Range<usize>) {
    parts.corners[range.clone()].reverse();
    // The side that closed the ring still does; the others come in the opposite order.
    parts.across[range.start..range.end - 1].reverse();
}

/// Compares the stated neighbours with the sides that faces share, notes where they differ, and settles them.
pub fn settle(parts: &mut Parts, silence: Silence, findings: &mut Findings) {
    let twins = twins(&parts.starts, &parts.corners, parts.points.len());
    let mut claims = std::mem::take(&mut parts.across);
    let owners = Owners::new(&parts.starts, parts.corners.len());
    if silence != Silence::Open {
        turn_shifted_lists(parts, &owners, &twins, &mut claims, findings);
    }
    let (ids, corners) = (&parts.attributes.ids, &parts.corners);
    let mut court = Court { owners: &owners, ids, corners, silence, findings };
    for side in 0..claims.len() {
        match twins.of(side) {
            Twin::At(twin) if side < twin as usize => {
                let (a, b) =
                    court.settle_pair((side, claims[side]), (twin as usize, claims[twin as usize]));
                claims[side] = a;
                claims[twin as usize] = b;
            }
            Twin::At(_) => {}
            Twin::Alone => claims[side] = court.settle_alone(side, claims[side]),
            Twin::Crowded => claims[side] = court.settle_crowded(side),
        }
    }
    parts.across = claims;
}

/// Puts walls between ground and obstacles, whatever the file says: nobody walks there.
pub fn wall_off(parts: &mut Parts) {
    for face in 0..parts.n_faces() {
        for side in parts.range(face) {
            if let Across::Open(other) = parts.across[side]
                && parts.walkable[other.index()] != parts.walkable[face]
            {
                parts.across[side] = Across::Wall(other);
            }
        }
    }
}

/// The face that each side belongs to.
struct Owners {
    faces: Vec<FaceId>,
    starts: Vec<u32>,
}

impl Owners {
    fn new(starts: &[u32], n_sides: usize) -> Self {
        let mut faces = Vec::with_capacity(n_sides);
        for (face, ends) in starts.windows(2).enumerate() {
            faces.resize(ends[1] as usize, FaceId(face as u32));
        }
        Self { faces, starts: starts.to_vec() }
    }

    fn face(&self, side: usize) -> FaceId {
        self.faces[side]
    }

    /// The corners where a side starts and ends, by their flat indices.
    fn ends(&self, side: usize) -> [usize; 2] {
        let face = self.face(side).index();
        let last = side + 1 == self.starts[face + 1] as usize;
        [side, if last { self.starts[face] as usize } else { side + 1 }]
    }

    fn element(&self, side: usize) -> Element {
        let face = self.face(side);
        Element::Side(face, side as u32 - self.starts[face.index()])
    }
}

/// Finds lists that fit when they are turned by one slot, as those of version 1 do when read as version 2.
fn turn_shifted_lists(
    parts: &Parts,
    owners: &Owners,
    twins: &Twins,
    claims: &mut [Across],
    findings: &mut Findings,
) {
    let expected = |side: usize| match twins.of(side) {
        Twin::At(twin) => Some(owners.face(twin as usize)),
        Twin::Alone | Twin::Crowded => None,
    };
    let fits = |claims: &[Across], range: Range<usize>, shift: usize| {
        let n = range.len();
        range.clone().all(|side| {
            claims[range.start + (side - range.start + shift) % n].face() == expected(side)
        })
    };
    let mut shifted = Vec::new();
    for face in 0..parts.n_faces() {
        let range = parts.range(face);
        if fits(claims, range.clone(), 0) {
            continue;
        }
        let n = range.len();
        if let Some(shift) =
            [n - 1, 1].into_iter().find(|&shift| fits(claims, range.clone(), shift))
        {
            claims[range].rotate_left(shift);
            shifted.push((FaceId(face as u32), shift == 1));
        }
    }
    let ids = &parts.attributes.ids;
    if parts.n_faces() / 2 < shifted.len() && 1 < shifted.len() {
        findings.add(Kind::ShiftedNeighbours, Element::File, || {
            let count = shifted.len();
            format!("the neighbour lists of {count} faces are shifted by one slot, as those of version 1 are when they are read as version 2; they were shifted back")
        });
        return;
    }
    for (face, later) in shifted {
        findings.add(Kind::ShiftedNeighbours, Element::Face(face), || {
            let direction = if later { "late" } else { "early" };
            format!(
                "the neighbour list of face {} is one slot too {direction}; it was shifted back",
                ids.face(face)
            )
        });
    }
}

/// Hears both sides.
struct Court<'a> {
    owners: &'a Owners,
    ids: &'a FileIds,
    corners: &'a [VertexId],
    silence: Silence,
    findings: &'a mut Findings,
}

impl Court<'_> {
    /// Settles a side that two faces share, given what each of them says of it.
    fn settle_pair(
        &mut self,
        (a, says_a): (usize, Across),
        (b, says_b): (usize, Across),
    ) -> (Across, Across) {
        let (face_a, face_b) = (self.owners.face(a), self.owners.face(b));
        if face_a == face_b {
            // A face that runs to and fro along a side has nothing behind it but itself; its shape is told elsewhere.
            return (Across::Outside, Across::Outside);
        }
        let walls = (Across::Wall(face_b), Across::Wall(face_a));
        let open = (Across::Open(face_b), Across::Open(face_a));
        let both_right = says_a.face() == Some(face_b) && says_b.face() == Some(face_a);
        if !both_right {
            if self.silence == Silence::Open {
                return open;
            }
            self.hear_wrong_name(a, says_a, face_b);
            self.hear_wrong_name(b, says_b, face_a);
        }
        match (says_a, says_b) {
            (Across::Open(_), Across::Open(_)) => open,
            (Across::Wall(_), Across::Wall(_)) => walls,
            (Across::Outside, Across::Outside) => {
                self.hear_silence(a, face_b);
                walls
            }
            (Across::Outside, _) => {
                if says_b.face() == Some(face_a) {
                    self.hear_one_sided(a, face_b);
                }
                walls
            }
            (_, Across::Outside) => {
                if says_a.face() == Some(face_b) {
                    self.hear_one_sided(b, face_a);
                }
                walls
            }
            _ => {
                self.hear_disagreement(a, face_b, says_a.is_open());
                walls
            }
        }
    }

    /// Settles a side that no other face has.
    fn settle_alone(&mut self, side: usize, says: Across) -> Across {
        if let Some(stated) = says.face() {
            let (here, there) = (self.owners.face(side), stated);
            let element = self.owners.element(side);
            let (id, stated_id) = (self.ids.face(here), self.ids.face(there));
            if here == there {
                self.findings.add(Kind::SelfNeighbour, element, || {
                    format!("face {id} names itself as its neighbour")
                });
            } else {
                self.findings.add_between(Kind::NeighbourNotShared, [element, Element::Face(there)], || {
                    format!("face {id} names face {stated_id} as neighbour over a side that face {stated_id} does not have")
                });
            }
        }
        Across::Outside
    }

    /// Settles a side that too many faces have: nobody can tell who is whose neighbour.
    fn settle_crowded(&mut self, side: usize) -> Across {
        let id = self.ids.face(self.owners.face(side));
        let [from, to] = self.owners.ends(side).map(|end| self.ids.vertex(self.corners[end]));
        self.findings.add(Kind::CrowdedSide, self.owners.element(side), || {
            format!("the side of face {id} from vertex {from} to {to} belongs to more than two faces, or to two in the same direction")
        });
        Across::Outside
    }

    fn hear_wrong_name(&mut self, side: usize, says: Across, really: FaceId) {
        let Some(stated) = says.face().filter(|&stated| stated != really) else { return };
        let here = self.owners.face(side);
        let (id, stated_id, really) =
            (self.ids.face(here), self.ids.face(stated), self.ids.face(really));
        if stated == here {
            self.findings.add(Kind::SelfNeighbour, self.owners.element(side), || {
                format!("face {id} names itself as its neighbour over a side that it shares with face {really}")
            });
        } else {
            let pair = [self.owners.element(side), Element::Face(stated)];
            self.findings.add_between(Kind::NeighbourNotShared, pair, || {
                format!("face {id} names face {stated_id} as neighbour over a side that it shares with face {really}")
            });
        }
    }

    fn hear_silence(&mut self, side: usize, other: FaceId) {
        let (here, other) = (self.ids.face(self.owners.face(side)), self.ids.face(other));
        // Where silence is the format's way to say "wall", the mesh's own check tells of the wall.
        if self.silence == Silence::Mistake {
            self.findings.add(Kind::MissingNeighbour, self.owners.element(side), || {
                format!("faces {here} and {other} share a side, but neither names the other; it is taken as a wall")
            });
        }
    }

    fn hear_one_sided(&mut self, silent: usize, other: FaceId) {
        let (here, other) = (self.ids.face(self.owners.face(silent)), self.ids.face(other));
        self.findings.add(Kind::OneSidedNeighbour, self.owners.element(silent), || {
            format!("face {other} names face {here} as neighbour, but face {here} names nobody over that side; it is taken as a wall")
        });
    }

    fn hear_disagreement(&mut self, side: usize, other: FaceId, open_from_here: bool) {
        let (here, other) = (self.ids.face(self.owners.face(side)), self.ids.face(other));
        let (opens, walls) = if open_from_here { (here, other) } else { (other, here) };
        self.findings.add(Kind::SignsDisagree, self.owners.element(side), || {
            format!("face {opens} says that its side to face {walls} is open, face {walls} says it is not; it is taken as a wall")
        });
    }
}
