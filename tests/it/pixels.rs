//! Pixels where they belong, maps of every extent and of very many faces.

use wayglass::draw::{ColorBy, Ink, Layer, Layers, Look, Picture, Route, Theme, YAxis};
use wayglass::geom::LIMIT;
use wayglass::mesh::{Across, Navmesh, Parts, VertexId};
use wayglass::search::Query;

use crate::draw::{Between, p, picture, row, size};

#[test]
fn pixels_are_where_they_belong() {
    let mesh = Navmesh::new(row(&[true, false], &[Between::Wall])).unwrap();
    let route = Route {
        corners: vec![p(0.1, 0.5), p(0.9, 0.5)],
        ..Route::unanswered(Query { start: p(0.1, 0.5), goal: p(0.9, 0.5) })
    };
    for &theme in Theme::ALL {
        let pixels = picture(&mesh, Some(&route)).pixels(size(200, 100), theme).unwrap();
        let color = |x, y| pixels.color(x, y).unwrap();
        let fill = |ink| theme.style(ink).fill.unwrap();
        let line = |ink| theme.style(ink).line.unwrap().color;
        assert_eq!(color(1, 1), fill(Ink::Background));
        assert_eq!(color(50, 25), fill(Ink::Walkable));
        assert_eq!(color(100, 25), line(Ink::Wall));
        assert_eq!(color(50, 50), line(Ink::Path));
        assert_eq!(color(13, 50), fill(Ink::Start));
        assert_eq!(color(86, 50), fill(Ink::Goal));
        // The hatching of blocked ground covers some of it.
        let blocked: Vec<_> = (120..180).map(|x| color(x, 60)).collect();
        assert!(blocked.contains(&fill(Ink::Blocked)));
        assert!(blocked.iter().any(|color| *color != fill(Ink::Blocked)));
        assert_ne!(fill(Ink::Walkable), fill(Ink::Blocked));
        assert!(pixels.png().unwrap().starts_with(b"\x89PNG"));
        assert_eq!(pixels.color(200, 0), None);
    }
}

#[test]
fn pictures_are_the_right_way_up() {
    // A triangle with its point up, then with y growing downwards.
    let parts = Parts {
        points: vec![p(0.0, 0.0), p(2.0, 0.0), p(1.0, 1.0)],
        starts: vec![0, 3],
        corners: [0, 1, 2].map(VertexId).to_vec(),
        across: vec![Across::Outside; 3],
        walkable: vec![true],
        ..Parts::default()
    };
    let mesh = Navmesh::new(parts).unwrap();
    for (y_axis, y_of_base) in [(YAxis::Up, 90), (YAxis::Down, 10)] {
        let picture = Picture { y_axis, ..picture(&mesh, None) };
        let pixels = picture.pixels(size(200, 100), Theme::Light).unwrap();
        let ground = Theme::Light.style(Ink::Walkable).fill;
        assert_eq!(pixels.color(30, y_of_base), ground);
        assert_ne!(pixels.color(30, 100 - y_of_base), ground);
    }
}

#[test]
fn no_extent_is_too_strange() {
    let far = LIMIT;
    let extents = [
        vec![p(-far, -far), p(far, -far), p(far, far)],
        vec![p(far, far), p(far, far), p(far, far)],
        vec![p(0.0, 0.0), p(1e-90, 0.0), p(0.0, 1e-90)],
        vec![p(1e12, 1e12), p(1e12 + 1e-3, 1e12), p(1e12, 1e12 + 1e-3)],
        vec![p(0.0, -far), p(1e-90, far), p(0.0, far)],
    ];
    for points in extents {
        let parts = Parts {
            points,
            starts: vec![0, 3],
            corners: [0, 1, 2].map(VertexId).to_vec(),
            across: vec![Across::Outside; 3],
            walkable: vec![true],
            ..Parts::default()
        };
        draw_in_all_sizes(&Navmesh::new(parts).unwrap());
    }
    draw_in_all_sizes(&Navmesh::new(Parts::default()).unwrap());
}

/// Draws a mesh with a query that is far away, in every size and in every way.
fn draw_in_all_sizes(mesh: &Navmesh) {
    let far = Query { start: p(-LIMIT, LIMIT), goal: p(0.0, 1e-100) };
    let route = Route { corners: vec![far.start, far.goal], ..Route::unanswered(far) };
    let layers = Layer::ALL.iter().fold(Layers::NONE, |layers, layer| layers.with(*layer));
    for size in [size(1, 1), size(16_384, 1), size(3, 500), size(600, 400)] {
        for &color_by in ColorBy::ALL {
            let picture =
                Picture { look: Look { color_by, layers }, ..picture(mesh, Some(&route)) };
            let text = picture.svg(size, Theme::Dark);
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            picture.pixels(size, Theme::Dark).unwrap();
        }
    }
}

#[test]
fn a_map_of_many_faces_makes_a_small_picture() {
    // Long slivers beside each other are the worst: none of them is short.
    let n = 200_000;
    let walkable: Vec<bool> = (0..n).map(|i| i % 3 != 0).collect();
    let mut parts = row(&walkable, &vec![Between::Wall; n - 1]);
    parts.points.iter_mut().for_each(|p| p.y *= n as f64);
    let mesh = Navmesh::new(parts).unwrap();
    let picture = picture(&mesh, None);
    let text = picture.svg(size(800, 600), Theme::Light);
    assert!(text.len() < 2_000_000, "{} bytes", text.len());
    assert!(text.contains("class=\"wall line\"") && text.contains("class=\"walkable fill\""));
    picture.pixels(size(800, 600), Theme::Light).unwrap();
}
