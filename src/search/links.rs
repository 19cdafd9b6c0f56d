//! Ways between faces that no shared side carries: passages between floors, and teleporters.
//!
//! A passage over a piece of border that both faces have becomes a side beside their own: what is seen through it goes
//! straight on. Teleporters become [`Jump`]s from wherever one meets their line to the middle of the face they lead to,
//! for free; their files do not say where one arrives. So do the few passages between faces that have no border in
//! common, at their middle.

use crate::geom::{self, Point, Segment, Side as Hand, Within, within_points};
use crate::mesh::{Face, Link, LinkKind, Navmesh};

use super::ground::{End, Ground, NONE, Preparation, Side};

/// A way to be somewhere else at no cost.
#[derive(Debug, Clone)]
pub(super) struct Jump {
    /// The link of the mesh that it is.
    pub(super) link: u32,
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
    pub(super) passages: std::ops::Range<u32>,
}

impl Jumps {
    /// Whether the ground has neither jumps nor passages.
    pub(super) fn are_none(&self) -> bool {
        self.list.is_empty() && self.passages.is_empty()
    }

    /// The jumps that start in a face, as places in the list.
    pub(super) fn from(&self, face: u32) -> std::ops::Range<usize> {
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
    list.sort_by_key(|jump| jump.from);
    ground.jumps = Jumps { list, passages: first..ground.sides.len() as u32 };
}

/// Makes a side of a passage, if it runs along the rims of both faces.
fn add_passage(ground: &mut Ground, link: &Link) -> bool {
    let (&[from], &[to]) = (ground.pieces_of(link.from), ground.pieces_of(link.to)) else {
        return false;
    };
    let Segment { from: p, to: q } = link.segment;
    let on_rim = |face: u32| {
        let on_rim = |p: Point| matches!(within_points(ground.ring(face), p), Within::Rim(_));
        let along = |side: &Side| {
            let [a, b] = [side.from, side.to].map(|end| ground.point(end));
            geom::side(a, b, p) == Hand::On && geom::side(a, b, q) == Hand::On
        };
        let ring = ground.sides_of(face);
        let sides = &ground.sides[ring.start as usize..ring.end as usize];
        p != q && on_rim(p) && on_rim(q) && sides.iter().any(along)
    };
    if !on_rim(from) || !on_rim(to) {
        return false;
    }
    // Seen from inside the face that is left, a side runs counter-clockwise.
    let inside = ground.mesh().face(link.from).center();
    let (p, q) = if geom::side(p, q, inside) == Hand::Left { (p, q) } else { (q, p) };
    let (out, back) = (ground.sides.len() as u32, ground.sides.len() as u32 + 1);
    let [out_from, out_to] = [p, q].map(|point| ground.end_in(from, point));
    let [back_from, back_to] = [q, p].map(|point| ground.end_in(to, point));
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
    true
}

/// The jumps that a link is: one for each piece of the face where it starts.
fn jumps(ground: &Ground, mesh: &Navmesh, number: u32, link: &Link) -> Vec<Jump> {
    let Some(&to) = ground.pieces_of(link.to).first() else { return Vec::new() };
    let middle = (link.segment.from + link.segment.to) * 0.5;
    let (segment, arrival) = match link.kind {
        LinkKind::Teleporter => (link.segment, middle_of(ground, mesh.face(link.to), to)),
        LinkKind::Passage => (Segment::new(middle, middle), middle),
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
        Some(Jump { link: number, from, entrance: entrance?, arrival, to })
    };
    let jumps: Vec<Jump> = pieces.iter().filter_map(entrance).collect();
    if !jumps.is_empty() {
        return jumps;
    }
    // Its line misses the face, be it by rounding: one leaves where the face comes closest to it.
    let closest = |&from: &u32| {
        let sides = ground.sides_of(from).map(|side| ground.sides[side as usize]);
        let ring = sides.map(|side| Segment::new(ground.point(side.from), ground.point(side.to)));
        let closest = ring.map(|side| side.closest(middle));
        let point = closest.min_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle)))?;
        let entrance = Segment::new(point, point);
        Some(Jump { link: number, from, entrance, arrival, to })
    };
    pieces.first().and_then(closest).into_iter().collect()
}

/// The middle of a face; if it is in pieces, of the first.
fn middle_of(ground: &Ground, face: Face<'_>, piece: u32) -> Point {
    if face.is_convex() {
        return face.center();
    }
    let n = ground.sides_of(piece).len();
    ground.ring(piece).fold(Point::default(), |sum, p| sum + p) * (1.0 / n as f64)
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
    /// Where the corners of a face are.
    pub(super) fn ring(
        &self,
        face: u32,
    ) -> impl ExactSizeIterator<Item = Point> + DoubleEndedIterator + Clone {
        let sides = self.sides_of(face);
        self.sides[sides.start as usize..sides.end as usize]
            .iter()
            .map(|side| self.point(side.from))
    }

    /// The passages that lead out of a face.
    pub(super) fn passages_from(&self, face: u32) -> impl Iterator<Item = u32> + '_ {
        let leads = move |side: &u32| {
            self.faces[*side as usize] == face && self.sides[*side as usize].is_passage()
        };
        self.jumps.passages.clone().filter(leads)
    }

    /// The vertex of a face at a point, where paths may turn from now on; a new one if there is none.
    fn end_in(&mut self, face: u32, point: Point) -> End {
        let sides = self.sides_of(face);
        let corner =
            sides.clone().find(|&side| self.point(self.sides[side as usize].from) == point);
        let Some(corner) = corner else {
            self.points.push(point);
            return End::turning(self.points.len() as u32 - 1);
        };
        let before = if corner == sides.start { sides.end - 1 } else { corner - 1 };
        let end = End::turning(self.sides[corner as usize].from.vertex());
        self.sides[corner as usize].from = end;
        self.sides[before as usize].to = end;
        end
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
