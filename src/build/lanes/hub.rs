//! Where lanes meet: the corners between neighbouring lanes, and the node that they make.
//!
//! Two neighbouring lanes have a corner where the left side of the one meets the right side of the other. All corners
//! round a hub are its node. Two lanes have only two corners; their node is a sliver between them.

use crate::geom::{Point, Side, side};

use super::clash::GAP_OF_SIDE;
use super::plan::{PieceEnd, Plan};

/// Lanes whose directions have a smaller sine than this between them run straight on into each other.
const STRAIGHT_ON: f64 = 0.05;

/// Corners that are farther from their hub than this many half widths are cut off, or drawn in, if they may be.
const FARTHEST: f64 = 2.0;

/// How long the short sides of the node between two lanes usually are.
const SLIVER: f64 = 0.01;

/// The node where lanes meet.
pub(super) struct Hub {
    /// Its corners, counter-clockwise.
    pub(super) ring: Vec<Point>,
    /// For every end that meets there, the corners on its right and on its left, as places in the ring.
    pub(super) portals: Vec<(PieceEnd, [usize; 2])>,
    /// Whether an outer corner was cut off.
    pub(super) blunted: bool,
}

/// What lies between two neighbouring lanes.
enum Corner {
    Sharp(Point),
    /// The end of the left side of the first lane, and of the right side of the second.
    Blunt(Point, Point),
}

impl Hub {
    /// The node of at least two ends, given counter-clockwise.
    pub(super) fn new(plan: &Plan, place: usize, ends: &[PieceEnd]) -> Self {
        let hub = plan.places[place].at;
        let n = ends.len();
        let spokes: Vec<Spoke> = ends.iter().map(|&end| Spoke::new(plan, end)).collect();
        let corners: Vec<Corner> =
            (0..n).map(|i| corner(hub, &spokes[(i + n - 1) % n], &spokes[i])).collect();
        if let [Corner::Sharp(first), Corner::Sharp(second)] = corners[..] {
            let step = sliver_length(plan, hub, &spokes[0], &spokes[1]);
            return Self::sliver([first, second], step, &spokes, ends);
        }
        let blunted = corners.iter().any(|corner| matches!(corner, Corner::Blunt(..)));
        let (mut ring, mut last_of_corner, mut first_of_corner) =
            (Vec::new(), Vec::new(), Vec::new());
        for corner in corners {
            first_of_corner.push(ring.len());
            match corner {
                Corner::Sharp(point) => ring.push(point),
                Corner::Blunt(left, right) => ring.extend([left, right]),
            }
            last_of_corner.push(ring.len() - 1);
        }
        let portal = |i: usize| [last_of_corner[i], first_of_corner[(i + 1) % n]];
        let portals = ends.iter().enumerate().map(|(i, &end)| (end, portal(i))).collect();
        Self { ring, portals, blunted }
    }

    fn sliver([first, second]: [Point; 2], step: f64, spokes: &[Spoke], ends: &[PieceEnd]) -> Self {
        let ring = vec![
            first,
            second + spokes[0].direction * step,
            second,
            first + spokes[1].direction * step,
        ];
        let portals = vec![(ends[0], [0, 1]), (ends[1], [2, 3])];
        Self { ring, portals, blunted: false }
    }
}

/// How long the short sides of the node between two lanes are.
fn sliver_length(plan: &Plan, hub: Point, u: &Spoke, v: &Spoke) -> f64 {
    let narrow = u.width.min(v.width);
    // The usual sliver suits people in metres; lanes of another scale have one to their own measure.
    let scale = if narrow < 1.0 { narrow } else { (narrow / 100.0).max(1.0) };
    // On large maps it would seem to be a crack between the lanes.
    let shorter = hub.distance(u.far).min(hub.distance(v.far));
    let crack = plan.crack.min(2.0 * GAP_OF_SIDE * shorter);
    (SLIVER * scale).max(1.3 * crack)
}

/// A lane, seen from a hub.
pub(super) struct Spoke {
    far: Point,
    direction: Point,
    width: f64,
}

impl Spoke {
    fn new(plan: &Plan, end: PieceEnd) -> Self {
        Self { far: plan.far(end), direction: plan.direction(end), width: plan.width(end) }
    }
}

fn corner(hub: Point, u: &Spoke, v: &Spoke) -> Corner {
    let sine = dot(u.direction, left(v.direction)).abs();
    let apart = dot(u.direction, v.direction) < 0.0;
    if sine < STRAIGHT_ON && apart {
        return Corner::Sharp(straight_corner(hub, u.direction, u.width, v.width));
    }
    let inner = side(hub, u.far, v.far) == Side::Left;
    let sharp = sharp_corner(hub, (u.direction, u.width), (v.direction, v.width), inner);
    let far = FARTHEST * u.width.max(v.width) / 2.0 < sharp.distance(hub);
    match (apart, inner) {
        _ if !far && sharp.is_sound() => Corner::Sharp(sharp),
        // Lanes of very different width that run nearly straight on: their sides meet far away or never.
        (true, _) => {
            let between = left(u.direction) - left(v.direction);
            let length = dot(between, between).sqrt();
            Corner::Sharp(hub + between * ((u.width + v.width) / (4.0 * length)))
        }
        // Between two lanes at a sharp angle the ground really reaches so far.
        (false, true) => Corner::Sharp(sharp),
        (false, false) => Corner::Blunt(
            hub + left(u.direction) * (0.5 * u.width),
            hub - left(v.direction) * (0.5 * v.width),
        ),
    }
}

/// The corner of two lanes that run straight on into each other, at half of their mean width.
pub(super) fn straight_corner(hub: Point, direction: Point, width: f64, other_width: f64) -> Point {
    left(direction) * (0.5 * (width + other_width) / 2.0) + hub
}

/// Where the left side of the first lane meets the right side of the second.
pub(super) fn sharp_corner(
    hub: Point,
    (u, u_width): (Point, f64),
    (v, v_width): (Point, f64),
    inner: bool,
) -> Point {
    let along_u = 0.5 * v_width / dot(u, left(v)).abs();
    let along_v = 0.5 * u_width / dot(v, left(u)).abs();
    let offset = u * along_u + v * along_v;
    hub + if inner { offset } else { offset * -1.0 }
}

/// How far the ends of a lane that nobody meets lie beyond its vertex: people walk up to the vertex itself.
const BEYOND_DEAD_END: f64 = 0.1;

/// The corners of a lane at an end where it meets nobody, on the left and on the right of its direction from there.
pub(super) fn dead_end(at: Point, direction: Point, width: f64) -> [Point; 2] {
    let base = at - direction * (BEYOND_DEAD_END * width.min(1.0));
    let aside = left(direction) * (0.5 * width);
    [base + aside, base - aside]
}

pub(super) fn left(direction: Point) -> Point {
    Point::new(-direction.y, direction.x)
}

pub(super) fn dot(a: Point, b: Point) -> f64 {
    a.x * b.x + a.y * b.y
}
