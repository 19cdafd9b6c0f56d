//! What a file says of neighbours against what its faces share.
//!
//! Geometry wins for who the neighbour is; the file wins for whether one may cross. Where the two faces of a side
//! disagree on that, the side is a wall and both are told.

use crate::geom::{Point, Side, turning};
use crate::mesh::twins::{Twin, Twins, twins};
use crate::mesh::{
    Across, Element, FaceId, FileIds, Findings, Kind, Parts, VertexId, narrow, ranges,
};

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

/// Turns clockwise faces round, with their neighbours. Each is noted, or only remembered if `remember` says so.
pub fn wind(parts: &mut Parts, findings: &mut Findings, remember: bool) {
    let mut ring: Vec<Point> = Vec::new();
    let mut clockwise = vec![false; if remember { parts.n_faces() } else { 0 }];
    let mut any = false;
    for (range, id) in ranges(&parts.starts).zip((0..).map(FaceId)) {
        // Parts that do not fit together are refused by the mesh that is to be made of them.
        let Some(corners) = parts.corners.get_mut(range.clone()) else { break };
        ring.clear();
        ring.extend(corners.iter().filter_map(|corner| parts.points.get(corner.index())));
        if turning(&ring) != Side::Right {
            continue;
        }
        any = true;
        corners.reverse();
        // The side that closed the ring still does; the others come in the opposite order.
        if let Some([others @ .., _]) = parts.across.get_mut(range) {
            others.reverse();
        }
        if let Some(flag) = clockwise.get_mut(id.index()) {
            *flag = true;
        } else {
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

/// Compares the stated neighbours with the sides that faces share, notes where they differ, and settles them.
pub fn settle(parts: &mut Parts, silence: Silence, findings: &mut Findings) {
    let twins = twins(&parts.starts, &parts.corners, parts.points.len());
    let mut claims = std::mem::take(&mut parts.across);
    let owners = Owners::new(&parts.starts, claims.len());
    if silence != Silence::Open {
        turn_shifted_lists(parts, &owners, &twins, &mut claims, findings);
    }
    let (ids, corners) = (&parts.attributes.ids, &parts.corners);
    let mut court = Court { owners: &owners, ids, corners, silence, findings };
    for (index, twin) in twins.iter().enumerate() {
        let (Some(here), Some(claim)) = (owners.side(index), claims.get_mut(index)) else { break };
        match twin {
            Twin::At(twin) if index < twin as usize => {
                let Some(there) = owners.side(twin as usize) else { continue };
                if let Ok([a, b]) = claims.get_disjoint_mut([here.index, there.index]) {
                    (*a, *b) = court.settle_pair((here, *a), (there, *b));
                }
            }
            Twin::At(_) => {}
            Twin::Alone => *claim = court.settle_alone(here, *claim),
            Twin::Crowded => *claim = court.settle_crowded(here),
        }
    }
    parts.across = claims;
}

/// Puts walls between ground and obstacles, whatever the file says: nobody walks there.
pub fn wall_off(parts: &mut Parts) {
    for (range, walkable) in ranges(&parts.starts).zip(&parts.walkable) {
        for across in parts.across.get_mut(range).into_iter().flatten() {
            if let Across::Open(other) = *across
                && parts.walkable.get(other.index()) != Some(walkable)
            {
                *across = Across::Wall(other);
            }
        }
    }
}

/// A side and the face that it belongs to.
#[derive(Debug, Clone, Copy)]
struct Owned {
    /// Its place among all sides.
    index: usize,
    face: FaceId,
}

/// The face that each side belongs to, in order.
struct Owners(Vec<FaceId>);

impl Owners {
    fn new(starts: &[u32], n_sides: usize) -> Self {
        let mut faces = Vec::with_capacity(n_sides);
        for (range, face) in ranges(starts).zip((0..).map(FaceId)) {
            faces.resize(range.end, face);
        }
        Self(faces)
    }

    fn side(&self, index: usize) -> Option<Owned> {
        self.0.get(index).map(|&face| Owned { index, face })
    }

    /// Where the sides of a face begin.
    fn start(&self, face: FaceId) -> usize {
        self.0.partition_point(|&owner| owner < face)
    }

    /// The vertices where a side starts and ends.
    fn ends(&self, side: Owned, corners: &[VertexId]) -> Option<[VertexId; 2]> {
        let next = match self.0.get(side.index + 1) {
            Some(&owner) if owner == side.face => side.index + 1,
            _ => self.start(side.face),
        };
        Some([*corners.get(side.index)?, *corners.get(next)?])
    }

    fn element(&self, side: Owned) -> Element {
        Element::Side(side.face, narrow(side.index - self.start(side.face)))
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
        Twin::At(twin) => owners.side(twin as usize).map(|there| there.face),
        Twin::Alone | Twin::Crowded => None,
    };
    let mut shifted = Vec::new();
    for (range, face) in ranges(&parts.starts).zip((0..).map(FaceId)) {
        let Some(list) = claims.get_mut(range.clone()) else { break };
        if list.iter().zip(range.clone()).all(|(claim, side)| claim.face() == expected(side)) {
            continue;
        }
        let fits = |shift: usize| {
            let turned = list.iter().cycle().skip(shift).map(|claim| claim.face());
            turned.zip(range.clone()).all(|(stated, side)| stated == expected(side))
        };
        if let Some(shift) = [range.len() - 1, 1].into_iter().find(|&shift| fits(shift)) {
            list.rotate_left(shift);
            shifted.push((face, shift == 1));
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
        (a, says_a): (Owned, Across),
        (b, says_b): (Owned, Across),
    ) -> (Across, Across) {
        let (face_a, face_b) = (a.face, b.face);
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
    fn settle_alone(&mut self, side: Owned, says: Across) -> Across {
        if let Some(stated) = says.face() {
            let (here, there) = (side.face, stated);
            let element = self.owners.element(side);
            let (id, stated_id) = (self.ids.face(here), self.ids.face(there));
            if here == there {
                self.findings.add(Kind::SelfNeighbour, element, || {
                    format!("face {id} names itself as its neighbour")
                });
            } else {
                self.findings.add_between(Kind::NeighbourNotShared, [element, Element::Face(there)], || {
                    format!("face {id} names face {stated_id} as neighbour over an edge that face {stated_id} does not have")
                });
            }
        }
        Across::Outside
    }

    /// Settles a side that too many faces have: nobody can tell who is whose neighbour.
    fn settle_crowded(&mut self, side: Owned) -> Across {
        let id = self.ids.face(side.face);
        let Some(ends) = self.owners.ends(side, self.corners) else { return Across::Outside };
        let [from, to] = ends.map(|end| self.ids.vertex(end));
        self.findings.add(Kind::CrowdedSide, self.owners.element(side), || {
            format!("the edge of face {id} from vertex {from} to {to} belongs to more than two faces, or to two in the same direction")
        });
        Across::Outside
    }

    fn hear_wrong_name(&mut self, side: Owned, says: Across, really: FaceId) {
        let Some(stated) = says.face().filter(|&stated| stated != really) else { return };
        let (id, stated_id, really) =
            (self.ids.face(side.face), self.ids.face(stated), self.ids.face(really));
        if stated == side.face {
            self.findings.add(Kind::SelfNeighbour, self.owners.element(side), || {
                format!("face {id} names itself as its neighbour over an edge that it shares with face {really}")
            });
        } else {
            let pair = [self.owners.element(side), Element::Face(stated)];
            self.findings.add_between(Kind::NeighbourNotShared, pair, || {
                format!("face {id} names face {stated_id} as neighbour over an edge that it shares with face {really}")
            });
        }
    }

    fn hear_silence(&mut self, side: Owned, other: FaceId) {
        let (here, other) = (self.ids.face(side.face), self.ids.face(other));
        // Where silence is the format's way to say "wall", the mesh's own check tells of the wall.
        if self.silence == Silence::Mistake {
            self.findings.add(Kind::MissingNeighbour, self.owners.element(side), || {
                format!("faces {here} and {other} share an edge, but neither names the other; it is taken as a wall")
            });
        }
    }

    fn hear_one_sided(&mut self, silent: Owned, other: FaceId) {
        let (here, other) = (self.ids.face(silent.face), self.ids.face(other));
        self.findings.add(Kind::OneSidedNeighbour, self.owners.element(silent), || {
            format!("face {other} names face {here} as neighbour, but face {here} names nobody over that edge; it is taken as a wall")
        });
    }

    fn hear_disagreement(&mut self, side: Owned, other: FaceId, open_from_here: bool) {
        let (here, other) = (self.ids.face(side.face), self.ids.face(other));
        let (opens, walls) = if open_from_here { (here, other) } else { (other, here) };
        self.findings.add(Kind::SignsDisagree, self.owners.element(side), || {
            format!("face {opens} says that its edge to face {walls} is open, face {walls} says it is not; it is taken as a wall")
        });
    }
}
