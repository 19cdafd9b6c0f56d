//! Ways between faces that no shared side carries: passages between floors, and teleporters.
//!
//! A passage over a piece of border that both faces have becomes a side beside their own: what is seen through it goes
//! straight on, or comes back as from a mirror where both faces lie on the same side of the border. Teleporters become [`Jump`]s from wherever one meets their line to the middle of the face they lead to,
//! for free; their files do not say where one arrives. So do passages between faces that have no border in common, at
//! their middle.

use std::ops::Range;

use crate::geom::{self, Point, Segment, Side as Hand, Within, within_points};
use crate::mesh::{FaceId, Link, LinkKind, Navmesh};

use super::ground::{End, Ground, NONE, Preparation, Side};

/// A way to be somewhere else, at no cost if it teleports.
#[derive(Debug, Clone)]
pub(super) struct Jump {
    /// The link of the mesh that it is.
    pub(super) link: u32,
    /// Whether one is somewhere else afterwards.
    pub(super) teleports: bool,
    /// The face of the ground where it starts.
    pub(super) from: u32,
    /// Where in that face it can be entered.
    pub(super) entrance: Segment,
    /// Where it leads.
    pub(super) arrival: Point,
    /// The face of the ground where that is.
    pub(super) to: u32,
}

/// All jumps, by the face where they start.
#[derive(Debug, Default)]
pub(super) struct Jumps {
    pub(super) list: Vec<Jump>,
    /// The sides that passages became.
    pub(super) passages: Range<u32>,
}

impl Jumps {
    /// Whether the ground has neither jumps nor passages.
    pub(super) fn are_none(&self) -> bool {
        self.list.is_empty() && self.passages.is_empty()
    }

    /// The jumps that start in a face, as places in the list.
    pub(super) fn from(&self, face: u32) -> Range<usize> {
        let first = self.list.partition_point(|jump| jump.from < face);
        let n = self.list[first..].partition_point(|jump| jump.from == face);
        first..first + n
    }
}

/// Adds the links of the mesh to its ground.
pub(super) fn add(ground: &mut Ground, preparation: &Preparation) {
    let mesh = ground.mesh().clone();
    let first = ground.sides.len() as u32;
    let mut list = Vec::new();
    for (number, link) in (0..).zip(mesh.links()) {
        let open = match link.kind {
            LinkKind::Teleporter => preparation.teleporters,
            LinkKind::Passage => 2.0 * preparation.radius <= link.segment.length(),
        };
        if !open {
            continue;
        }
        let passed = link.kind == LinkKind::Passage && add_passage(ground, link);
        if !passed {
            list.extend(jumps(ground, &mesh, number, link));
        }
    }
    // Nobody leaves over the other half of a passage, but who comes over it must find the ways on.
    for side in first..ground.sides.len() as u32 {
        if ground.sides[side as usize].twin == NONE {
            let ring = ground.sides_of(ground.faces[side as usize]);
            ground.sides[side as usize].next = ground.sides[ring.start as usize].next;
        }
    }
    if first != ground.sides.len() as u32 {
        let_turn(ground, first..ground.sides.len() as u32);
    }
    list.sort_by_key(|jump| jump.from);
    ground.jumps = Jumps { list, passages: first..ground.sides.len() as u32 };
}

/// Makes sides of a passage, one for each piece of border that both faces have in common along it.
fn add_passage(ground: &mut Ground, link: &Link) -> bool {
    let along = |face: FaceId| -> Vec<(u32, Segment)> {
        let pieces = ground.pieces_of(face).iter().copied();
        let sides = pieces.flat_map(|piece| ground.sides_of(piece).map(move |side| (piece, side)));
        sides
            .filter_map(|(piece, side)| Some((piece, common(ground.segment(side), link.segment)?)))
            .collect()
    };
    let (near, far) = (along(link.from), along(link.to));
    let pairs = near.iter().flat_map(|near| far.iter().map(move |far| (near, far)));
    let shared: Vec<(u32, u32, Segment)> =
        pairs.filter_map(|(near, far)| Some((near.0, far.0, common(near.1, far.1)?))).collect();
    shared.iter().for_each(|&(from, to, border)| add_sides(ground, from, to, border));
    !shared.is_empty()
}

/// What two segments on one line have in common, if that is more than a point. Exact.
fn common(a: Segment, b: Segment) -> Option<Segment> {
    if !a.overlaps(b) {
        return None;
    }
    let steep = (a.to.x - a.from.x).abs() < (a.to.y - a.from.y).abs();
    let along = |p: Point| if steep { p.y } else { p.x };
    let mut ends = [a.from, a.to, b.from, b.to];
    ends.sort_by(|p, q| along(*p).total_cmp(&along(*q)));
    // Of four ends of two pieces that overlap, the two in the middle are what they share.
    Some(Segment::new(ends[1], ends[2]))
}

/// Adds a side over which one gets from one face to another, and the one that is entered over.
fn add_sides(ground: &mut Ground, from: u32, to: u32, border: Segment) {
    let Segment { from: p, to: q } = border;
    // Seen from inside the face that is left, a side runs counter-clockwise.
    let is_left = geom::side(p, q, ground.middle(from)) == Hand::Left;
    let (p, q) = if is_left { (p, q) } else { (q, p) };
    let (out, back) = (ground.sides.len() as u32, ground.sides.len() as u32 + 1);
    let [out_from, out_to] = [p, q].map(|point| ground.end_in(from, point));
    // So does the one that is entered over, which is the same way round if both faces lie on the same side.
    let folds = geom::side(p, q, ground.middle(to)) == Hand::Left;
    let [back_from, back_to] =
        if folds { [p, q] } else { [q, p] }.map(|point| ground.end_in(to, point));
    let closed = Side {
        from: back_from,
        to: back_to,
        twin: NONE,
        block: NONE,
        next: NONE,
        next_in_core: NONE,
    };
    ground.sides.push(Side { from: out_from, to: out_to, twin: back, ..closed });
    ground.sides.push(closed);
    ground.faces.extend([from, to]);
    ground.enter_way(from, out);
}

/// Lets paths turn at all ends of passages, whichever face they come through.
fn let_turn(ground: &mut Ground, passages: Range<u32>) {
    let mut turning = vec![false; ground.points.len()];
    for side in passages {
        let Side { from, to, .. } = ground.sides[side as usize];
        [from, to].iter().for_each(|end| turning[end.vertex() as usize] = true);
    }
    for side in &mut ground.sides {
        for end in [&mut side.from, &mut side.to] {
            if turning[end.vertex() as usize] {
                *end = End::turning(end.vertex());
            }
        }
    }
}

/// The jumps that a link is: one for each piece of the face where it starts.
fn jumps(ground: &Ground, mesh: &Navmesh, number: u32, link: &Link) -> Vec<Jump> {
    let middle = (link.segment.from + link.segment.to) * 0.5;
    let (segment, to) = match link.kind {
        LinkKind::Teleporter => (link.segment, ground.pieces_of(link.to).first().copied()),
        LinkKind::Passage => (Segment::new(middle, middle), ground.piece_at(link.to, middle)),
    };
    let Some(to) = to else { return Vec::new() };
    let arrival = match link.kind {
        LinkKind::Teleporter if mesh.face(link.to).is_convex() => mesh.face(link.to).center(),
        LinkKind::Teleporter => ground.middle(to),
        LinkKind::Passage => inward(ground, to, middle),
    };
    let teleports = link.kind == LinkKind::Teleporter;
    let jump = |from: u32, entrance: Segment| {
        let [start, end] = [entrance.from, entrance.to].map(|p| inward(ground, from, p));
        Jump { link: number, teleports, from, entrance: Segment::new(start, end), arrival, to }
    };
    let pieces = ground.pieces_of(link.from);
    // Faces that were merged are larger than the one that the link is said to start in.
    let own_ring = pieces.len() == 1 && mesh.face(link.from).is_convex();
    let entrance = |&from: &u32| {
        let entrance = if own_ring {
            clipped(segment, mesh.face(link.from).points())
        } else {
            clipped(segment, ground.ring(from))
        };
        Some(jump(from, entrance?))
    };
    let jumps: Vec<Jump> = pieces.iter().filter_map(entrance).collect();
    if !jumps.is_empty() {
        return jumps;
    }
    // Its line misses the face, be it by rounding: one leaves where the face comes closest to it.
    let face = mesh.face(link.from);
    let closest = (0..face.n_sides()).map(|side| face.segment(side).closest(middle));
    let closest = closest.min_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle)));
    let leave =
        closest.and_then(|p| Some(jump(ground.piece_at(link.from, p)?, Segment::new(p, p))));
    leave.into_iter().collect()
}

/// A point on the rim of a face, or beside it by rounding, moved into it by next to nothing: what is not in the face
/// may be in no sight.
fn inward(ground: &Ground, face: u32, p: Point) -> Point {
    const STEP: f64 = 1e-12;
    match within_points(ground.ring(face), p) {
        Within::Inside => p,
        _ => p + (ground.middle(face) - p) * STEP,
    }
}

/// What of a segment lies in a convex ring that runs counter-clockwise.
fn clipped(
    segment: Segment,
    ring: impl ExactSizeIterator<Item = Point> + DoubleEndedIterator + Clone,
) -> Option<Segment> {
    let Segment { mut from, mut to } = segment;
    let mut a = ring.clone().next_back()?;
    for b in ring {
        let turn = |p: Point| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        let (of_from, of_to) = (turn(from), turn(to));
        if of_from < 0.0 && of_to < 0.0 {
            return None;
        }
        let crossing = from + (to - from) * (of_from / (of_from - of_to));
        if of_from < 0.0 {
            from = crossing;
        } else if of_to < 0.0 {
            to = crossing;
        }
        a = b;
    }
    Some(Segment::new(from, to))
}

impl Ground {
    /// The passages that lead out of a face.
    pub(super) fn passages_from(&self, face: u32) -> impl Iterator<Item = u32> + '_ {
        let leads = move |side: &u32| {
            self.faces[*side as usize] == face && self.sides[*side as usize].is_passage()
        };
        self.jumps.passages.clone().filter(leads)
    }

    /// The vertex of a face at a point; a new one if there is none.
    fn end_in(&mut self, face: u32, point: Point) -> End {
        let corner = self.sides_of(face).map(|side| self.sides[side as usize].from);
        corner.into_iter().find(|&from| self.point(from) == point).unwrap_or_else(|| {
            self.points.push(point);
            End::turning(self.points.len() as u32 - 1)
        })
    }

    /// Puts a side among those that lead out of a face.
    fn enter_way(&mut self, face: u32, way: u32) {
        let ring = self.sides_of(face);
        match self.sides[ring.start as usize].next {
            NONE => {
                ring.for_each(|side| self.sides[side as usize].next = way);
                self.sides[way as usize].next = way;
            }
            first => {
                self.sides[way as usize].next = self.sides[first as usize].next;
                self.sides[first as usize].next = way;
            }
        }
    }
}
