//! Snapping: where the hand is taken to be, when something is close to it.

use crate::geom::{Aabb, Point, Segment};
use crate::layout::work::Thing;

use super::rings::{pieces, sound};
use super::{Gesture, Scene};

/// What the hand snaps to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Snap {
    /// The points of a grid this far apart.
    pub grid: Option<f64>,
    /// Corners of what is drawn.
    pub vertices: bool,
    /// Edges of what is drawn.
    pub edges: bool,
    /// Even directions from the point before.
    pub angles: bool,
}

impl Default for Snap {
    fn default() -> Self {
        Self { grid: None, vertices: true, edges: true, angles: true }
    }
}

/// Where the hand is taken to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Snapped {
    /// Where.
    pub at: Point,
    /// What it snapped to; none if it is where it is.
    pub to: Option<SnapTo>,
}

/// What the hand snapped to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SnapTo {
    /// A corner of what is drawn.
    Vertex,
    /// An edge of what is drawn.
    Edge(Segment),
    /// An even direction.
    Angle {
        /// Seen from here.
        from: Point,
        /// Counter-clockwise from the x axis.
        degrees: u16,
    },
    /// A point of the grid.
    Grid,
}

/// Even directions are this many degrees apart.
pub const EVEN_DEGREES: u16 = 15;

/// Where the hand is taken to be; `from` is the point before it, and some things are as if they were not there.
pub(super) fn snapped(
    gesture: &Gesture,
    from: Option<Point>,
    scene: &Scene<'_>,
    without: &dyn Fn(Thing) -> bool,
) -> Snapped {
    let Gesture { at, reach, keys, .. } = *gesture;
    let unsnapped = Snapped { at, to: None };
    if keys.alt {
        return unsnapped;
    }
    let drawn = on_what_is_drawn(at, reach, scene, without);
    let angle = || from.filter(|_| scene.snap.angles).and_then(|from| even(at, from));
    let angle = || angle().filter(|snapped| snapped.at.distance(at) <= reach);
    let found = drawn.or_else(angle).or_else(|| on_grid(at, reach, scene.snap.grid));
    found.filter(|snapped| sound(snapped.at).is_some()).unwrap_or(unsnapped)
}

/// The closest point in an even direction from another one.
pub(super) fn even(at: Point, from: Point) -> Option<Snapped> {
    let along = at - from;
    if along == Point::default() {
        return None;
    }
    let step = f64::from(EVEN_DEGREES);
    let degrees = ((along.y.atan2(along.x).to_degrees() / step).round() * step).rem_euclid(360.0);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let length = along.x * cos + along.y * sin;
    let degrees = degrees as u16;
    // Along the axes nothing is lost to rounding.
    let at = match degrees {
        0 | 180 => Point::new(at.x, from.y),
        90 | 270 => Point::new(from.x, at.y),
        _ => from + Point::new(cos, sin) * length,
    };
    Some(Snapped { at, to: Some(SnapTo::Angle { from, degrees }) })
}

fn on_grid(at: Point, reach: f64, grid: Option<f64>) -> Option<Snapped> {
    let step = grid.filter(|step| step.is_finite() && 0.0 < *step)?;
    let even = |x: f64| (x / step).round() * step;
    let on_grid = Point::new(even(at.x), even(at.y));
    let is_near = on_grid.distance(at) <= reach;
    is_near.then_some(Snapped { at: on_grid, to: Some(SnapTo::Grid) })
}

/// The closest corner in reach, or else the closest point on an edge.
fn on_what_is_drawn(
    at: Point,
    reach: f64,
    scene: &Scene<'_>,
    without: &dyn Fn(Thing) -> bool,
) -> Option<Snapped> {
    let (layout, snap) = (scene.layout?, scene.snap);
    if !snap.vertices && !snap.edges {
        return None;
    }
    let mut nearest = Nearest::new(at, reach, snap);
    let is_seen = |thing| !scene.work.hidden.contains(&thing) && !without(thing);
    layout.border.rings().iter().for_each(|ring| nearest.see(ring, true));
    for (_, obstacle) in layout.obstacles.iter().filter(|(id, _)| is_seen(Thing::Obstacle(**id))) {
        nearest.see(&obstacle.outline, true);
        obstacle.holes.iter().for_each(|hole| nearest.see(hole, true));
    }
    for (_, wall) in layout.walls.iter().filter(|(id, _)| is_seen(Thing::Wall(**id))) {
        nearest.see(wall, false);
    }
    let vertices = layout.lanes.vertices.iter();
    for (_, vertex) in vertices.filter(|(id, _)| is_seen(Thing::LaneVertex(**id))) {
        nearest.see(&[vertex.at], false);
    }
    let lanes = layout.lanes.lanes.iter();
    for (_, lane) in lanes.filter(|(id, _)| is_seen(Thing::Lane(**id))) {
        // A lane is hidden with its vertices, and moves with them.
        if lane.ends.iter().all(|&end| is_seen(Thing::LaneVertex(end))) {
            layout.lanes.ends(lane).iter().for_each(|ends| nearest.see(ends, false));
        }
    }
    nearest.found()
}

/// The closest of what was seen.
struct Nearest {
    at: Point,
    snap: Snap,
    /// What lies outside of it is too far away.
    around: Aabb,
    vertex: Option<(f64, Point)>,
    edge: Option<(f64, Point, Segment)>,
    reach: f64,
}

impl Nearest {
    fn new(at: Point, reach: f64, snap: Snap) -> Self {
        let around = Aabb { min: at, max: at }.inflated(reach);
        Self { at, snap, around, vertex: None, edge: None, reach }
    }

    fn see(&mut self, points: &[Point], closed: bool) {
        if let [alone] = *points {
            self.see_vertex(alone);
        }
        for piece in pieces(points, closed) {
            // Nearly all pieces lie on one side of the hand, which is told faster than a distance.
            let bounds = Aabb::around([piece.from, piece.to]);
            if bounds.touches(self.around) {
                self.see_vertex(piece.from);
                self.see_vertex(piece.to);
                self.see_edge(piece);
            }
        }
    }

    fn see_vertex(&mut self, vertex: Point) {
        let distance = vertex.distance(self.at);
        let limit = self.vertex.map_or(self.reach, |(distance, _)| distance);
        if self.snap.vertices && distance <= limit {
            self.vertex = Some((distance, vertex));
        }
    }

    fn see_edge(&mut self, edge: Segment) {
        let closest = edge.closest(self.at);
        let distance = closest.distance(self.at);
        let limit = self.edge.map_or(self.reach, |(distance, ..)| distance);
        if self.snap.edges && distance <= limit {
            self.edge = Some((distance, closest, edge));
        }
    }

    fn found(self) -> Option<Snapped> {
        let vertex = self.vertex.map(|(_, at)| Snapped { at, to: Some(SnapTo::Vertex) });
        let edge = self.edge.map(|(_, at, edge)| Snapped { at, to: Some(SnapTo::Edge(edge)) });
        vertex.or(edge)
    }
}
