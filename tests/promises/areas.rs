//! How much ground a drawing leaves, found out apart from all builds.

use wayglass::geom::{Aabb, Point, Segment};
use wayglass::layout::{Border, Layout, Outline};

/// The free ground of a drawing without a radius: between any two heights at which something happens, all edges run
/// straight, and in the middle between them is written which parts of the line are free.
pub(crate) fn free_area(layout: &Layout) -> f64 {
    let region = region(layout);
    let edges = edges(layout);
    let mut heights: Vec<f64> = vec![region.min.y, region.max.y];
    for (i, one) in edges.iter().enumerate() {
        heights.extend([one.segment.from.y, one.segment.to.y]);
        heights.extend(edges[..i].iter().filter_map(|other| height(one.segment, other.segment)));
    }
    for x in [region.min.x, region.max.x] {
        let rim = Segment::new(Point::new(x, region.min.y), Point::new(x, region.max.y));
        heights.extend(edges.iter().filter_map(|edge| height(rim, edge.segment)));
    }
    heights.retain(|y| (region.min.y..=region.max.y).contains(y));
    heights.sort_by(f64::total_cmp);
    let slabs = heights.windows(2).filter(|pair| pair[0] < pair[1]);
    slabs.map(|pair| (pair[1] - pair[0]) * free_width(&edges, layout, region, pair)).sum()
}

/// The box that the ground is in.
fn region(layout: &Layout) -> Aabb {
    match layout.border {
        Border::Box { .. } => layout.bounds(),
        _ => layout.region.unwrap_or_else(|| layout.drawn_bounds()),
    }
}

/// An edge of something that was drawn, upwards or downwards.
struct Edge {
    segment: Segment,
    /// Which thing, and which ring of it: the border, or an obstacle and one of its holes.
    ring: usize,
}

fn rings(layout: &Layout) -> Vec<(usize, usize, &Outline)> {
    let border = layout.border.rings().iter().enumerate().map(|(part, ring)| (0, part, ring));
    let obstacles = layout.obstacles.values().zip(1..).flat_map(|(obstacle, thing)| {
        let holes = (1..).zip(&obstacle.holes).map(move |(part, ring)| (thing, part, ring));
        std::iter::once((thing, 0, &obstacle.outline)).chain(holes)
    });
    border.chain(obstacles).collect()
}

fn edges(layout: &Layout) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (index, (_, _, ring)) in rings(layout).into_iter().enumerate() {
        for i in 0..ring.len() {
            let segment = Segment::new(ring[i], ring[(i + 1) % ring.len()]);
            if segment.from.y != segment.to.y {
                edges.push(Edge { segment, ring: index });
            }
        }
    }
    edges
}

/// At which height two segments cross, if they do.
fn height(a: Segment, b: Segment) -> Option<f64> {
    let (u, v, offset) = (a.to - a.from, b.to - b.from, b.from - a.from);
    let cross = u.x * v.y - u.y * v.x;
    let along = (offset.x * v.y - offset.y * v.x) / cross;
    let part = (offset.x * u.y - offset.y * u.x) / cross;
    let is_part = |part: f64| (0.0..=1.0).contains(&part);
    (is_part(along) && is_part(part)).then_some(a.from.y + u.y * along)
}

/// How much of the line in the middle between two heights is free.
fn free_width(edges: &[Edge], layout: &Layout, region: Aabb, slab: &[f64]) -> f64 {
    let y = (slab[0] + slab[1]) * 0.5;
    let mut crossed: Vec<(f64, usize, i32)> = Vec::new();
    for Edge { segment: Segment { from, to }, ring } in edges {
        if (from.y <= y) != (to.y <= y) {
            let x = from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x);
            crossed.push((x, *ring, if from.y < to.y { 1 } else { -1 }));
        }
    }
    crossed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let rings = rings(layout);
    let mut windings = vec![0; rings.len()];
    let (mut x, mut width) = (region.min.x, 0.0);
    for (at, ring, turn) in crossed.into_iter().chain([(f64::INFINITY, usize::MAX, 0)]) {
        let end = at.clamp(region.min.x, region.max.x);
        if x < end && is_free(layout, &rings, &windings) {
            width += end - x;
        }
        x = x.max(end);
        if let Some(winding) = windings.get_mut(ring) {
            *winding += turn;
        }
    }
    width
}

fn is_free(layout: &Layout, rings: &[(usize, usize, &Outline)], windings: &[i32]) -> bool {
    let ground = rings.iter().zip(windings).filter(|((thing, ..), _)| *thing == 0);
    let on_ground = match layout.border {
        Border::Box { .. } => true,
        Border::AnyOf(_) => ground.into_iter().any(|(_, &winding)| winding != 0),
        Border::OddOf(_) => ground.map(|(_, winding)| winding).sum::<i32>() % 2 != 0,
    };
    let mut blocked = vec![false; layout.obstacles.len() + 1];
    for ((thing, part, _), &winding) in rings.iter().zip(windings).filter(|((t, ..), _)| *t != 0) {
        // The outline comes before the holes.
        blocked[*thing] = if *part == 0 { winding != 0 } else { blocked[*thing] && winding == 0 };
    }
    on_ground && !blocked.contains(&true)
}

/// A drawing of which every area is known exactly: corners on whole numbers, edges along the axes and the diagonals.
///
/// They cross at halves only, so each quarter of a cell, cut along both diagonals, is free or not as a whole.
pub(crate) fn quarters(size: i32) -> impl Iterator<Item = Point> {
    let cells = (0..size).flat_map(move |y| (0..size).map(move |x| (f64::from(x), f64::from(y))));
    cells.flat_map(|(x, y)| {
        [(0.5, 0.25), (0.75, 0.5), (0.5, 0.75), (0.25, 0.5)]
            .map(|(dx, dy)| Point::new(x + dx, y + dy))
    })
}
