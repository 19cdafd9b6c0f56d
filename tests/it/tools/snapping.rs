//! Where the hand is taken to be.

use wayglass::layout::ObstacleId;
use wayglass::layout::work::Work;
use wayglass::tool::{Act, Snap, SnapTo, Snapped};

use super::{ALT, Desk, NO_KEYS, SHIFT, obstacle, obstacles, p, square, tool};

fn desk(work: Work) -> Desk {
    let layout = obstacles([square(0.0, 0.0, 10.0), square(20.3, 0.0, 10.0)]);
    let mut desk = Desk::with(tool("Polygon"), layout, work);
    desk.snap = Snap { grid: Some(5.0), ..Snap::default() };
    desk
}

fn at(desk: &mut Desk, x: f64, y: f64, keys: wayglass::tool::Keys) -> Snapped {
    desk.act(Act::Hover, x, y, keys);
    desk.sketch().snapped.unwrap()
}

#[test]
fn corners_go_before_edges_and_edges_before_the_grid() {
    let mut desk = desk(Work::default());
    assert_eq!(
        at(&mut desk, 20.1, 0.1, NO_KEYS),
        Snapped { at: p(20.3, 0.0), to: Some(SnapTo::Vertex) }
    );
    let on_edge = at(&mut desk, 24.8, 0.3, NO_KEYS);
    assert_eq!(on_edge.at, p(24.8, 0.0));
    assert!(matches!(on_edge.to, Some(SnapTo::Edge(_))));
    assert_eq!(
        at(&mut desk, 35.2, -4.9, NO_KEYS),
        Snapped { at: p(35.0, -5.0), to: Some(SnapTo::Grid) }
    );
    assert_eq!(at(&mut desk, 37.0, -4.9, NO_KEYS), Snapped { at: p(37.0, -4.9), to: None });
    assert_eq!(at(&mut desk, 20.1, 0.1, ALT), Snapped { at: p(20.1, 0.1), to: None });
}

#[test]
fn what_is_hidden_is_not_snapped_to_and_what_is_locked_is() {
    let mut hidden = desk(Work { hidden: [obstacle(1)].into(), ..Work::default() });
    assert_eq!(at(&mut hidden, 30.1, 10.1, NO_KEYS).at, p(30.0, 10.0));
    let mut locked = desk(Work { locked: [obstacle(1)].into(), ..Work::default() });
    assert_eq!(at(&mut locked, 30.1, 10.1, NO_KEYS).at, p(30.3, 10.0));
}

#[test]
fn even_directions_are_kept_near_the_last_point_and_with_shift_anywhere() {
    let mut desk = desk(Work::default());
    desk.snap.grid = None;
    desk.click(100.0, 100.0);
    let even = |degrees| Some(SnapTo::Angle { from: p(100.0, 100.0), degrees });
    assert_eq!(at(&mut desk, 150.0, 100.3, NO_KEYS), Snapped { at: p(150.0, 100.0), to: even(0) });
    assert_eq!(at(&mut desk, 150.0, 103.0, NO_KEYS).to, None);
    assert_eq!(at(&mut desk, 150.0, 103.0, SHIFT), Snapped { at: p(150.0, 100.0), to: even(0) });
    assert_eq!(at(&mut desk, 99.0, 40.0, SHIFT), Snapped { at: p(100.0, 40.0), to: even(270) });
    let oblique = at(&mut desk, 110.0, 110.2, NO_KEYS);
    assert_eq!(oblique.to, even(45));
    assert!((oblique.at.x - oblique.at.y).abs() < 1e-9);
}

#[test]
fn a_corner_is_found_among_a_hundred_thousand() {
    let mut layout = obstacles([]);
    for i in 0..25_000_u32 {
        let (x, y) = (f64::from(i % 160) * 10.0, f64::from(i / 160) * 10.0);
        layout.obstacles.insert(ObstacleId(i), square(x, y, 6.0));
    }
    let mut desk = Desk::with(tool("Polygon"), layout, Work::default());
    desk.snap = Snap::default();
    desk.act(Act::Hover, 502.0, 500.1, NO_KEYS);
    assert_eq!(desk.sketch().snapped.unwrap().at.y, 500.0);
}
