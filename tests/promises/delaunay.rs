//! The triangles under the hand, by themselves: that they are a constrained Delaunay triangulation of what was drawn.

use std::collections::{BTreeMap, BTreeSet};

use robust::{Coord, incircle};
use wayglass::build::live::{Drawn, DrawnSide, Live};
use wayglass::geom::{Point, Segment, Side, side};
use wayglass::layout::{Border, Layout};

use crate::layouts::is_free;
use crate::rebuilt::twice_area;

type Ends = [(u64, u64); 2];

/// Every rule that such a triangulation has to keep.
pub(crate) fn check_triangles(live: &Live, what: &str) {
    let triangles: Vec<&Drawn> = live.slots().iter().flatten().collect();
    let mut sides: BTreeMap<Ends, (&Drawn, usize)> = BTreeMap::new();
    for &triangle in &triangles {
        let [a, b, c] = triangle.corners;
        assert_eq!(side(a, b, c), Side::Left, "{what}: {triangle:?}");
        for i in 0..3 {
            let ends = [i, (i + 1) % 3].map(|corner| triangle.corners[corner].bits());
            assert!(sides.insert(ends, (triangle, i)).is_none(), "{what}: {triangle:?} lies twice");
        }
    }
    for (&[from, to], &(triangle, i)) in &sides {
        let kind = triangle.sides[i];
        let Some(&(other, j)) = sides.get(&[to, from]) else {
            assert_eq!(kind, DrawnSide::Outside, "{what}: {triangle:?}");
            continue;
        };
        assert_eq!(kind, other.sides[j], "{what}: {triangle:?}, {other:?}");
        assert_ne!(kind, DrawnSide::Outside, "{what}: {triangle:?}");
        let is_open = matches!(kind, DrawnSide::Inner | DrawnSide::Open);
        assert!(!is_open || triangle.walkable == other.walkable, "{what}: {triangle:?}");
        let edge = [triangle.corners[i], triangle.corners[(i + 1) % 3]];
        if is_open && triangle.walkable && !is_drawn(live, edge) {
            assert_delaunay(triangle, other.corners[(j + 2) % 3], what);
        }
    }
    check_whole(live, &triangles, sides.keys(), what);
    check_drawn(live, &triangles, what);
}

/// Whether an edge is a line that was drawn: such edges stay, also where there is ground on both sides of them, as
/// between rings of the border that overlap, and in slivers that rounding has turned inside out.
fn is_drawn(live: &Live, ends: [Point; 2]) -> bool {
    // Where lines cross, they are bent by a step or two.
    let near = 8.0 * live.steps().length();
    let Layout { border, obstacles, walls, .. } = live.layout();
    let outlines = obstacles.values().flat_map(|o| std::iter::once(&o.outline).chain(&o.holes));
    let mut lines = border.rings().iter().chain(outlines).chain(walls.values());
    lines.any(|line| {
        let mut sides = (0..line.len()).map(|i| Segment::new(line[i], line[(i + 1) % line.len()]));
        sides.any(|side| ends.iter().all(|&end| side.distance(end) <= near))
    })
}

/// No triangle has the far corner of its neighbour in its circle.
fn assert_delaunay(triangle: &Drawn, far: Point, what: &str) {
    let [a, b, c, d] = [triangle.corners[0], triangle.corners[1], triangle.corners[2], far]
        .map(|p| Coord { x: p.x, y: p.y });
    assert!(incircle(a, b, c, d) <= 0.0, "{what}: {triangle:?} and {far:?} are not Delaunay");
}

/// Nothing overlaps and nothing is left out: areas add up exactly, and the ground of a box is in one piece.
fn check_whole<'a>(
    live: &Live,
    triangles: &[&Drawn],
    sides: impl ExactSizeIterator<Item = &'a Ends>,
    what: &str,
) {
    let steps = live.steps();
    let all: i128 = triangles.iter().map(|t| twice_area(&t.corners, steps)).sum();
    // Around the ground, twice the area is what its rim runs round.
    let rim = triangles.iter().flat_map(|t| {
        let outside = (0..3).filter(|&i| t.sides[i] == DrawnSide::Outside);
        outside.map(|i| [t.corners[i], t.corners[(i + 1) % 3]])
    });
    let round: i128 = rim.map(|[a, b]| twice_area(&[Point::default(), a, b], steps)).sum();
    assert_eq!(all, round, "{what}");
    let layout = live.layout();
    let is_box = matches!(layout.border, Border::Box { .. }) && layout.agent.radius == 0.0;
    if is_box && all != 0 {
        let n_corners = triangles.iter().flat_map(|t| t.corners.map(Point::bits));
        let n_corners = n_corners.collect::<BTreeSet<_>>().len();
        let n_sides = sides.map(|[a, b]| (a.min(b), a.max(b))).collect::<BTreeSet<_>>().len();
        assert_eq!(n_corners + triangles.len(), n_sides + 1, "{what}: Euler");
        let bounds = layout.bounds();
        let drawn = bounds.width() * bounds.height();
        let found = all as f64 / 2.0 * steps.length() * steps.length();
        // Its sides are moved to the grid.
        let near = 2.0 * steps.length() * (bounds.width() + bounds.height()) + 1e-12 * drawn;
        assert!((drawn - found).abs() <= near, "{what}: {drawn}, but {found}");
    }
}

/// Every triangle is what was drawn there, and nobody can walk over a wall.
fn check_drawn(live: &Live, triangles: &[&Drawn], what: &str) {
    let layout = live.layout();
    if layout.agent.radius != 0.0 {
        return;
    }
    let step = live.steps().length();
    let walls = layout.walls.values().flat_map(|wall| wall.windows(2));
    let walls: Vec<Segment> = walls.map(|pair| Segment::new(pair[0], pair[1])).collect();
    for triangle in triangles {
        let [a, b, c] = triangle.corners;
        let free = is_free(layout, (a + b + c) * (1.0 / 3.0), 8.0 * step);
        assert!(free.is_none_or(|free| free == triangle.walkable), "{what}: {triangle:?}");
        let is_open = |i: &usize| matches!(triangle.sides[*i], DrawnSide::Inner | DrawnSide::Open);
        for i in (0..3).filter(is_open).filter(|_| triangle.walkable) {
            let side = Segment::new(triangle.corners[i], triangle.corners[(i + 1) % 3]);
            // Where lines cross, they are bent by a step or two.
            let is_deep =
                |a: Segment, b: Segment| [b.from, b.to].iter().all(|&p| 8.0 * step < a.distance(p));
            let over = walls
                .iter()
                .find(|&&wall| side.crosses(wall) && is_deep(side, wall) && is_deep(wall, side));
            assert_eq!(over, None, "{what}: {side:?} leads over a wall");
        }
    }
}
