//! Drawings as people and programs make them, and what a mesh that was built from one must be.
//!
//! Every build is held against the polygons that were drawn, not against how it was made.

use fastrand::Rng;
use wayglass::build::{Faces, build, steps_of};
use wayglass::geom::{Point, Segment, Within, within};
use wayglass::layout::{Border, Layout, Obstacle, ObstacleId, Outline};
use wayglass::mesh::{Face, Kind, Navmesh, Severity, check};

use crate::rebuilt::walkable;

pub(crate) fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

pub(crate) fn outline(points: &[(f64, f64)]) -> Outline {
    points.iter().map(|&(x, y)| p(x, y)).collect()
}

pub(crate) fn square(x: f64, y: f64, size: f64) -> Outline {
    outline(&[(x, y), (x + size, y), (x + size, y + size), (x, y + size)])
}

/// How large the walkable ground is.
pub(crate) fn walkable_area(mesh: &Navmesh) -> f64 {
    mesh.faces().filter(|face| face.walkable()).map(Face::area).sum()
}

/// Whether a point is on ground where nothing stands, by the drawn polygons alone; none if it is next to an outline.
pub(crate) fn is_free(layout: &Layout, at: Point, close: f64) -> Option<bool> {
    let near = |ring: &Outline| {
        (0..ring.len())
            .any(|i| Segment::new(ring[i], ring[(i + 1) % ring.len()]).distance(at) <= close)
    };
    let inside = |ring: &Outline| within(ring, at) == Within::Inside;
    let rings = layout.border.rings().iter();
    let drawn = layout.obstacles.values().flat_map(|o| std::iter::once(&o.outline).chain(&o.holes));
    if rings.clone().chain(drawn).any(near) {
        return None;
    }
    let ground = match &layout.border {
        Border::Box { .. } => layout.bounds().holds(at),
        Border::AnyOf(rings) => rings.iter().any(inside),
        Border::OddOf(rings) => {
            let crossings = |ring: &Outline| {
                let ends = (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
                ends.filter(|(a, b)| {
                    (a.y <= at.y) != (b.y <= at.y)
                        && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
                })
                .count()
            };
            rings.iter().map(crossings).sum::<usize>() % 2 == 1
        }
    };
    let is_box = matches!(layout.border, Border::Box { .. });
    let in_region = is_box || layout.region.is_none_or(|region| region.holds(at));
    let blocks = |o: &Obstacle| inside(&o.outline) && !o.holes.iter().any(inside);
    Some(ground && in_region && !layout.obstacles.values().any(blocks))
}

/// What is never said of a mesh that we have built ourselves.
pub(crate) fn assert_sound(mesh: &Navmesh, what: &str) {
    let findings = check(mesh);
    // Drawn corners may be closer together than a person would draw them; that is no fault of the mesh.
    let allowed = [Kind::NearVertices, Kind::TJunction];
    let odd = findings
        .list()
        .iter()
        .find(|finding| finding.severity() != Severity::Note && !allowed.contains(&finding.kind));
    assert_eq!(odd, None, "{what}");
    let never = [Kind::UnusedVertex, Kind::NonConvexObstacle, Kind::NearlyStraight];
    let odd = findings.list().iter().find(|finding| never.contains(&finding.kind));
    assert_eq!(odd, None, "{what}");
}

/// Builds both ways and holds every face against the drawing.
pub(crate) fn check_build(layout: &Layout, what: &str) -> Navmesh {
    let merged = build(layout, Faces::Merged).unwrap_or_else(|error| panic!("{what}: {error}"));
    let triangles = build(layout, Faces::Triangles).unwrap();
    let steps = steps_of(layout).unwrap();
    let step = steps.length();
    for mesh in [&merged, &triangles] {
        assert_sound(mesh, what);
        // On large maps only some of the faces, else this would take the square of their number.
        let each = 1 + mesh.n_faces() * layout.n_points() / 20_000_000;
        for face in mesh.faces().step_by(each) {
            let free = is_free(layout, face.center(), 4.0 * step);
            assert!(free.is_none_or(|free| free == face.walkable()), "{what}: {:?}", face.center());
        }
    }
    assert!(triangles.faces().all(|face| face.n_sides() == 3));
    // In whole numbers: of a sliver that is left of all the ground, rounding would leave no digit.
    assert_eq!(walkable(&merged, steps), walkable(&triangles, steps), "{what}");
    merged
}

/// How much the walkable area may be beside that of the drawing: on the grid, every corner is a step or two beside where
/// it was drawn.
pub(crate) fn slack_of_area(layout: &Layout) -> f64 {
    let bounds = layout.bounds();
    let step = steps_of(layout).unwrap().length();
    1e-9 * bounds.width() * bounds.height()
        + step * layout.n_points() as f64 * 8.0 * bounds.diagonal()
}

/// A shape as people and programs draw them: neat, on a grid, tiny, huge, crossing itself, or no shape at all.
pub(crate) fn random_outline(random: &mut Rng, at: Point, size: f64) -> Outline {
    let n = random.usize(3..9);
    let grid = *random.choice(&[0.0, 0.0, 0.25, 1.0]).unwrap();
    let snapped = |x: f64| if grid > 0.0 { (x / (grid * size)).round() * grid * size } else { x };
    match random.u8(..10) {
        0 => {
            let side = snapped(size).max(size);
            square(snapped(at.x), snapped(at.y), side)
        }
        1 => (0..n)
            .map(|_| p(snapped(at.x + size * random.f64()), snapped(at.y + size * random.f64())))
            .collect(),
        2 => {
            outline(&[(at.x, at.y), (at.x + size, at.y), (at.x + size / 2.0, at.y + 1e-12 * size)])
        }
        _ => (0..n)
            .map(|i| {
                let angle = std::f64::consts::TAU * i as f64 / n as f64;
                let reach = size * (0.4 + 0.6 * random.f64());
                p(snapped(at.x + reach * angle.cos()), snapped(at.y + reach * angle.sin()))
            })
            .collect(),
    }
}

pub(crate) fn random_layout(random: &mut Rng, n_obstacles: usize) -> Layout {
    let scale = *random.choice(&[1.0, 1.0, 1.0, 1e9, 1e-9, 1e4]).unwrap();
    let mut layout = Layout::default();
    let span = 4.0 * (n_obstacles as f64).sqrt().max(1.0);
    for id in 0..n_obstacles as u32 {
        let at = p(span * random.f64(), span * random.f64()) * scale;
        let size = if random.u8(..20) == 0 { 6.0 } else { 0.3 + 1.7 * random.f64() } * scale;
        let mut obstacle = Obstacle::new(random_outline(random, at, size));
        if random.u8(..8) == 0 {
            obstacle.holes.push(random_outline(random, at, size / 2.0));
        }
        layout.obstacles.insert(ObstacleId(id), obstacle);
        if random.u8(..12) == 0
            && let Some(again) = layout.obstacles.get(&ObstacleId(random.u32(..=id)))
        {
            let again = again.clone();
            layout.obstacles.insert(ObstacleId(id), again);
        }
    }
    match random.u8(..4) {
        0 => layout.border = Border::AnyOf(vec![square(0.0, 0.0, 0.9 * span * scale)]),
        1 => {
            layout.border = Border::AnyOf(vec![random_outline(
                random,
                p(0.5, 0.5) * span * scale,
                span * scale / 2.0,
            )])
        }
        _ => layout.border = Border::Box { margin: scale },
    }
    for id in 0..random.u32(..4) {
        let points =
            (0..random.usize(1..5)).map(|_| p(span * random.f64(), span * random.f64()) * scale);
        layout.walls.insert(ObstacleId(1000 + id), points.collect());
    }
    layout
}
