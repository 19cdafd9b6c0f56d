//! What things look like: tiny maps as SVG text, and a few pixels.

use std::sync::Arc;

use expect_test::{Expect, expect};
use wayglass::draw::{
    self, Camera, ColorBy, Ink, Insets, Layer, Layers, Legend, Look, Map, Mark, Pen, Picture,
    Route, Shapes, Size, Svg, Theme, YAxis,
};
use wayglass::geom::{Aabb, Point, Segment};
use wayglass::layout::lane::LaneNetwork;
use wayglass::layout::{Border, Layout, Obstacle, ObstacleId};
use wayglass::mesh::{Across, Attributes, FaceId, Link, LinkKind, Navmesh, Parts, VertexId};
use wayglass::search::{Algorithm, Ground, Preparation, Query, Searcher, Trace};

pub(crate) fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

/// What lies between two squares, seen from the left one and from the right one.
#[derive(Clone, Copy)]
pub(crate) enum Between {
    Open,
    Wall,
    ToTheRight,
}

/// Unit squares in a row, each walkable or not, with something between each and the next.
pub(crate) fn row(walkable: &[bool], between: &[Between]) -> Parts {
    let n = walkable.len();
    let mut parts = Parts { starts: vec![0], walkable: walkable.to_vec(), ..Parts::default() };
    parts.points = (0..=n).flat_map(|i| [p(i as f64, 0.0), p(i as f64, 1.0)]).collect();
    let face = |i: usize| FaceId(i as u32);
    for i in 0..n {
        let corners = [2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1];
        parts.corners.extend(corners.map(|corner| VertexId(corner as u32)));
        parts.starts.push(parts.corners.len() as u32);
        let right = match between.get(i) {
            Some(Between::Open | Between::ToTheRight) => Across::Open(face(i + 1)),
            Some(Between::Wall) => Across::Wall(face(i + 1)),
            None => Across::Outside,
        };
        let left = match i.checked_sub(1).map(|before| (before, between[before])) {
            Some((before, Between::Open)) => Across::Open(face(before)),
            Some((before, _)) => Across::Wall(face(before)),
            None => Across::Outside,
        };
        parts.across.extend([Across::Outside, right, Across::Outside, left]);
    }
    parts
}

pub(crate) fn size(width: u32, height: u32) -> Size {
    Size::new(width, height).unwrap()
}

/// A pen for a map of so many units, 20 pixels each, with 10 pixels around it.
fn pen(bounds: Aabb) -> Svg {
    let [width, height] = [bounds.width(), bounds.height()].map(|side| side as u32 * 20 + 20);
    let camera = Camera::fit(bounds, size(width, height), Insets::all(10.0), YAxis::Up);
    Svg::new(camera, Theme::Light, "")
}

fn entries(legend: &Legend) -> String {
    legend.entries().iter().map(|(ink, name)| format!("{}: {name}\n", ink.name())).collect()
}

/// How a mesh looks, and what its legend says.
fn check(parts: Parts, color_by: ColorBy, expected: Expect) {
    let mesh = Navmesh::new(parts).unwrap();
    let mut svg = pen(mesh.bounds());
    let legend = draw::mesh(&mesh, &Look { color_by, layers: Layers::default() }, &mut svg);
    expected.assert_eq(&format!("{}{}", svg.body(), entries(&legend)));
}

#[test]
fn faces_walls_borders_and_portals_differ() {
    let parts = row(&[true, true, true, false], &[Between::Open, Between::Wall, Between::Open]);
    check(
        parts,
        ColorBy::Traversability,
        expect![[r#"
        <path class="walkable fill" d="M10 30H30V10H10z
        M30 30H50V10H30z
        M50 30H70V10H50z"/>
        <path class="blocked fill" d="M70 30H90V10H70z"/>
        <path class="portal line" d="M30 30V10"/>
        <path class="border line" d="M10 30H30
        M30 10H10V30
        M30 30H50
        M50 10H30
        M50 30H70
        M70 10H50
        M70 30H90V10H70"/>
        <path class="wall line" d="M50 30V10
        M70 30V10"/>
        walkable: walkable
        blocked: blocked
        portal: portal
        border: border
        wall: wall
    "#]],
    );
}

#[test]
fn one_way_sides_point_where_they_lead() {
    let parts = row(&[true, true], &[Between::ToTheRight]);
    check(
        parts,
        ColorBy::None,
        expect![[r#"
        <path class="border line" d="M10 30H30
        M30 10H10V30
        M30 30H50V10H30"/>
        <path class="one-way line" d="M30 30V10"/>
        <path class="one-way mark" d="M34.5 20L26.4 23.6V16.4z"/>
        border: border
        one-way: one way, along the arrow
    "#]],
    );
}

#[test]
fn edges_between_blocked_faces_are_seams() {
    check(
        row(&[false, false], &[Between::Open]),
        ColorBy::None,
        expect![[r#"
        <path class="seam line" d="M30 30V10"/>
        <path class="border line" d="M10 30H30
        M30 10H10V30
        M30 30H50V10H30"/>
        seam: edge of blocked faces
        border: border
    "#]],
    );
}

#[test]
fn teleporters_lead_somewhere_and_passages_stay() {
    let mut parts = row(&[true, true, true], &[Between::Open, Between::Open]);
    let across = |x: f64| Segment::new(p(x, 0.25), p(x, 0.75));
    let link =
        |from, to, x, kind| Link { from: FaceId(from), to: FaceId(to), segment: across(x), kind };
    parts.links = vec![link(0, 2, 0.5, LinkKind::Teleporter), link(1, 2, 1.75, LinkKind::Passage)];
    check(
        parts,
        ColorBy::None,
        expect![[r#"
        <path class="portal line" d="M30 30V10
        M50 30V10"/>
        <path class="border line" d="M10 30H30
        M30 10H10V30
        M30 30H50
        M50 10H30
        M50 30H70V10H50"/>
        <path class="passage halo" d="M45 25V15"/>
        <path class="passage line" d="M45 25V15"/>
        <path class="passage mark" d="M45 16.5L48.5 20L45 23.5L41.5 20z"/>
        <path class="teleporter halo" d="M20 25V15"/>
        <path class="teleporter line" d="M20 25V15"/>
        <path class="teleporter halo" d="M20 20H60"/>
        <path class="teleporter line" d="M20 20H60"/>
        <circle class="teleporter mark" cx="20" cy="20" r="3.5"/>
        <path class="teleporter mark" d="M65 20L56 24V16z"/>
        portal: portal
        border: border
        passage: passage to another floor
        teleporter: teleporter
    "#]],
    );
}

#[test]
fn floors_tell_what_they_do() {
    let mut parts = row(&[true; 3], &[Between::Open, Between::Open]);
    // North, which is down here, and east; high damage; low and medium damage.
    parts.attributes = Attributes {
        flags: vec![8 | 16, 4, 1 | 2],
        sector: vec![None, Some(3), None],
        ..Attributes::default()
    };
    check(
        parts,
        ColorBy::None,
        expect![[r#"
        <path class="special-sector fill" d="M30 30H50V10H30z"/>
        <path class="damage-medium fill" d="M50 30H70V10H50z"/>
        <path class="damage-high fill" d="M30 30H50V10H30z"/>
        <path class="jump mark" d="M20 29.5L17.2 23.2H22.8z"/>
        <path class="jump mark" d="M29.5 20L23.2 22.8V17.2z"/>
        <path class="portal line" d="M30 30V10
        M50 30V10"/>
        <path class="border line" d="M10 30H30
        M30 10H10V30
        M30 30H50
        M50 10H30
        M50 30H70V10H50"/>
        special-sector: floor that may move
        damage-medium: medium damage
        damage-high: high damage
        jump: jump down
        portal: portal
        border: border
    "#]],
    );
}

#[test]
fn islands_have_numbers_and_not_only_colours() {
    check(
        row(&[true; 3], &[Between::Open, Between::Wall]),
        ColorBy::Island,
        expect![[r#"
        <path class="category-1 fill" d="M10 30H30V10H10z
        M30 30H50V10H30z"/>
        <path class="category-2 fill" d="M50 30H70V10H50z"/>
        <path class="portal line" d="M30 30V10"/>
        <path class="border line" d="M10 30H30
        M30 10H10V30
        M30 30H50
        M50 10H30
        M50 30H70V10H50"/>
        <path class="wall line" d="M50 30V10"/>
        <text class="label text" x="20" y="24.32" font-size="12" text-anchor="middle">island 1</text>
        category-1: island 1
        category-2: island 2
        portal: portal
        border: border
        wall: wall
    "#]],
    );
}

#[test]
fn groups_have_their_names_which_may_hold_anything() {
    let mut parts = row(&[true; 2], &[Between::Open]);
    parts.attributes = Attributes {
        groups: vec!["<a> & \"b\"\u{1}".to_owned(), "stairs".to_owned()],
        group: vec![0, 1],
        ..Attributes::default()
    };
    check(
        parts,
        ColorBy::Group,
        expect![[r#"
        <path class="category-1 fill" d="M10 30H30V10H10z"/>
        <path class="category-2 fill" d="M30 30H50V10H30z"/>
        <path class="portal line" d="M30 30V10"/>
        <path class="border line" d="M10 30H30
        M30 10H10V30
        M30 30H50V10H30"/>
        <text class="label text" x="20" y="24.32" font-size="12" text-anchor="middle">&lt;a&gt; &amp; &quot;b&quot;�</text>
        category-1: <a> & "b"
        category-2: stairs
        portal: portal
        border: border
    "#]],
    );
}

#[test]
fn quantities_go_from_light_to_dark() {
    let mut parts = row(&[true; 3], &[Between::Open, Between::Open]);
    parts.attributes = Attributes { z: vec![-8.0, 0.0, 64.0], ..Attributes::default() };
    check(
        parts,
        ColorBy::Height,
        expect![[r#"
        <path class="shade-1 fill" d="M10 30H30V10H10z
        M30 30H50V10H30z"/>
        <path class="shade-7 fill" d="M50 30H70V10H50z"/>
        <path class="portal line" d="M30 30V10
        M50 30V10"/>
        <path class="border line" d="M10 30H30
        M30 10H10V30
        M30 30H50
        M50 10H30
        M50 30H70V10H50"/>
        shade-1: height -8 to 2.29
        shade-7: height 53.7 to 64
        portal: portal
        border: border
    "#]],
    );
}

#[test]
fn a_legend_says_where_a_map_has_nothing_to_tell() {
    for (color_by, said) in [
        (ColorBy::Group, "no groups in this map"),
        (ColorBy::Height, "no heights in this map"),
        (ColorBy::Flags, "no flags in this map"),
        (ColorBy::Cost, "no costs in this map"),
        (ColorBy::Area, "area 1"),
        (ColorBy::Degree, "sides 4"),
    ] {
        let mesh = Navmesh::new(row(&[true], &[])).unwrap();
        let look = Look { color_by, layers: Layers::NONE.with(Layer::Faces) };
        let legend = draw::mesh(&mesh, &look, &mut pen(mesh.bounds()));
        assert_eq!(legend.entries().first().map(|(_, name)| name.as_str()), Some(said));
    }
}

#[test]
fn a_path_has_ends_corners_jumps_and_a_narrowest_edge() {
    let query = Query { start: p(0.0, 0.0), goal: p(4.0, 1.0) };
    let route = Route {
        query,
        corners: vec![p(0.0, 0.0), p(1.0, 1.0), p(3.0, 1.0), p(4.0, 1.0)],
        jumps: vec![1],
        bottleneck: Some(Segment::new(p(0.5, 0.0), p(0.5, 1.0))),
    };
    let mut svg = pen(Aabb::around([query.start, query.goal]));
    let legend = draw::path(&route, &mut svg);
    let text = format!("{}{}", svg.body(), entries(&legend));
    expect![[r#"
        <path class="path halo" d="M10 30L30 10
        M70 10H90"/>
        <path class="path line" d="M10 30L30 10
        M70 10H90"/>
        <path class="path-jump halo" d="M30 10H70"/>
        <path class="path-jump line" d="M30 10H70"/>
        <path class="bottleneck halo" d="M20 30V10"/>
        <path class="bottleneck line" d="M20 30V10"/>
        <circle class="corner mark" cx="30" cy="10" r="3"/>
        <circle class="corner mark" cx="70" cy="10" r="3"/>
        <path class="bottleneck mark" d="M21.8 20L26 24.2L24.2 26L20 21.8L15.8 26L14 24.2L18.2 20L14 15.8L15.8 14L20 18.2L24.2 14L26 15.8z"/>
        <circle class="start mark" cx="10" cy="30" r="6"/>
        <path class="goal mark" d="M90 3L97 10L90 17L83 10z"/>
        start: start
        goal: goal
        path: path
        path-jump: jump of the path
        bottleneck: narrowest edge crossed
    "#]].assert_eq(&text);
}

#[test]
fn a_search_shows_what_is_done_what_is_open_and_where_it_stands() {
    let between = [Between::Open; 3];
    let mesh = Arc::new(Navmesh::new(row(&[true; 4], &between)).unwrap());
    let ground = Ground::new(mesh.clone(), &Preparation::default());
    let query = Query { start: p(0.5, 0.5), goal: p(3.5, 0.5) };
    let mut heard = Trace::new(query);
    let mut searcher = Searcher::default();
    searcher.find(Algorithm::AstarFunnel, &ground, &query, &mut heard);
    let shown = |after| {
        let mut svg = pen(mesh.bounds());
        let mut legend = draw::closed_faces(&ground, &heard, after, &mut svg);
        legend.append(draw::trace(&heard, after, &mut svg));
        format!("event {after}\n{}{}", svg.body(), entries(&legend))
    };
    let text: String = [1, 2, 3].map(shown).concat();
    expect![[r#"
        event 1
        <path class="open-node line" d="M30 10V30"/>
        <path class="cone fill" d="M20 20L30 30V10z"/>
        <path class="cone line" d="M30 10L20 20L30 30"/>
        <path class="interval halo" d="M30 10V30"/>
        <path class="interval line" d="M30 10V30"/>
        <circle class="root mark" cx="20" cy="20" r="4"/>
        open-node: open
        cone: cone
        interval: interval
        root: root
        event 2
        <path class="closed-face fill" d="M30 30H50V10H30z"/>
        <path class="closed-node line" d="M30 10V30"/>
        <path class="cone fill" d="M20 20L30 30V10z"/>
        <path class="cone line" d="M30 10L20 20L30 30"/>
        <path class="interval halo" d="M30 10V30"/>
        <path class="interval line" d="M30 10V30"/>
        <circle class="root mark" cx="20" cy="20" r="4"/>
        closed-face: closed face
        closed-node: expanded
        cone: cone
        interval: interval
        root: root
        event 3
        <path class="closed-face fill" d="M30 30H50V10H30z"/>
        <path class="closed-node line" d="M30 10V30"/>
        <path class="way-to-root halo" d="M20 20H30"/>
        <path class="way-to-root line" d="M20 20H30"/>
        <path class="cone fill" d="M30 20L50 30V10z"/>
        <path class="cone line" d="M50 10L30 20L50 30"/>
        <path class="interval halo" d="M50 10V30"/>
        <path class="interval line" d="M50 10V30"/>
        <circle class="root mark" cx="30" cy="20" r="4"/>
        closed-face: closed face
        closed-node: expanded
        way-to-root: way to the root
        cone: cone
        interval: interval
        root: root
    "#]]
    .assert_eq(&text);
    // Beyond the last event nothing happens any more.
    assert_eq!(
        shown(usize::MAX).split_once('\n').unwrap().1,
        shown(heard.n_events() - 1).split_once('\n').unwrap().1
    );
}

#[test]
fn layouts_show_ground_obstacles_walls_and_lanes() {
    let square = |low: f64, high: f64| vec![p(low, low), p(high, low), p(high, high), p(low, high)];
    let mut layout = Layout {
        border: Border::AnyOf(vec![square(0.0, 4.0).into()]),
        lanes: LaneNetwork::new([p(0.0, 3.5), p(4.0, 3.5)], [(0, 1, 0.5)]),
        ..Layout::default()
    };
    let obstacle =
        Obstacle { holes: vec![square(1.5, 2.0).into()], ..Obstacle::new(square(1.0, 3.0)) };
    layout.obstacles.insert(ObstacleId(0), obstacle);
    layout.walls.insert(ObstacleId(1), [p(0.5, 0.5), p(0.5, 2.0)].into());
    let mut svg = pen(Map::Layout(&layout).bounds());
    let legend = draw::layout(&layout, Layers::default(), &mut svg);
    let text = format!("{}{}", svg.body(), entries(&legend));
    expect![[r#"
        <path class="walkable fill" d="M14.44 85.56H85.56V14.44H14.44z"/>
        <path class="obstacle fill" d="M32.22 67.78H67.78V32.22H32.22z
        M41.11 50H50V58.89H41.11z"/>
        <path class="lane fill" d="M14.44 27.78H85.56V18.89H14.44z"/>
        <path class="lane line" d="M14.44 23.33H85.56"/>
        <circle class="lane-vertex mark" cx="14.44" cy="23.33" r="3"/>
        <circle class="lane-vertex mark" cx="85.56" cy="23.33" r="3"/>
        <path class="border line" d="M14.44 85.56H85.56V14.44H14.44V85.56
        M32.22 67.78H67.78V32.22H32.22V67.78
        M41.11 58.89H50V50H41.11V58.89"/>
        <path class="wall line" d="M23.33 76.67V50"/>
        walkable: walkable
        obstacle: obstacle
        lane: lane
        border: border
        wall: wall
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_whole_file_says_what_classes_look_like_and_has_a_legend_and_a_scale() {
    let mesh = Navmesh::new(row(&[true, false], &[Between::Wall])).unwrap();
    let picture = picture(&mesh, None);
    let text = picture.svg(size(480, 200), Theme::Light);
    expect![[r##"
        <svg xmlns="http://www.w3.org/2000/svg" width="480" height="200" viewBox="0 0 480 200">
        <title>two &amp; a half</title>
        <style>
        path, circle { stroke-linejoin: round; stroke-linecap: round }
        text { font-family: system-ui, sans-serif }
        .walkable.fill { fill: #f7f0e0; shape-rendering: crispEdges }
        .blocked.fill { fill: url(#blocked); shape-rendering: crispEdges }
        .portal.line { fill: none; stroke: #1d2127; stroke-width: 0.7; stroke-opacity: 0.17 }
        .border.line { fill: none; stroke: #66707d; stroke-width: 1.5 }
        .wall.line { fill: none; stroke: #1d2127; stroke-width: 2 }
        .label.text { fill: #1d2127; stroke: #ffffff; stroke-width: 3; paint-order: stroke }
        .scale-bar.line { fill: none; stroke: #1d2127; stroke-width: 1.5 }
        </style>
        <pattern id="blocked" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="#b4bac3"/><path d="M-1 1L1 -1M0 8L8 0M7 9L9 7" stroke="#9ba3ae"/></pattern>
        <rect width="480" height="200" fill="#ffffff"/>
        <path class="walkable fill" d="M8 164H136V36H8z"/>
        <path class="blocked fill" d="M136 164H264V36H136z"/>
        <path class="border line" d="M8 164H136
        M136 36H8V164
        M136 164H264V36H136"/>
        <path class="wall line" d="M136 164V36"/>
        <path class="walkable fill" d="M280 31.5H306V19.5H280z"/>
        <path class="portal line" d="M280 31.5H306V19.5H280V31.5"/>
        <text class="label text" x="314" y="29.82" font-size="12">walkable</text>
        <path class="blocked fill" d="M280 50.5H306V38.5H280z"/>
        <path class="portal line" d="M280 50.5H306V38.5H280V50.5"/>
        <text class="label text" x="314" y="48.82" font-size="12">blocked</text>
        <path class="border line" d="M281 63.5H305"/>
        <text class="label text" x="314" y="67.82" font-size="12">border</text>
        <path class="wall line" d="M281 82.5H305"/>
        <text class="label text" x="314" y="86.82" font-size="12">wall</text>
        <path class="scale-bar line" d="M280 180V184H344V180"/>
        <text class="label text" x="312" y="177.32" font-size="12" text-anchor="middle">0.5</text>
        </svg>
    "##]].assert_eq(&text);
}

#[test]
fn a_grid_has_round_steps() {
    let mut svg = pen(Aabb::around([p(0.0, 0.0), p(7.0, 2.0)]));
    draw::grid(20.0, &mut svg);
    expect![[r#"
        <path class="grid line" d="M10 60V0
        M50 60V0
        M90 60V0
        M130 60V0
        M0 50H160
        M0 10H160"/>
    "#]]
    .assert_eq(svg.body());
}

#[test]
fn marks_have_shapes() {
    let mut svg = pen(Aabb::around([p(0.0, 0.0), p(2.0, 2.0)]));
    for mark in [Mark::Disc, Mark::Diamond, Mark::Cross, Mark::Arrow(p(0.0, 3.0))] {
        svg.mark(Ink::Root, p(1.0, 1.0), mark, 10.0);
    }
    expect![[r#"
        <circle class="root mark" cx="30" cy="30" r="5"/>
        <path class="root mark" d="M30 25L35 30L30 35L25 30z"/>
        <path class="root mark" d="M31.5 30L35 33.5L33.5 35L30 31.5L26.5 35L25 33.5L28.5 30L25 26.5L26.5 25L30 28.5L33.5 25L35 26.5z"/>
        <path class="root mark" d="M30 25L34 34H26z"/>
    "#]].assert_eq(svg.body());
}

/// A picture of a mesh, and of a path on it.
pub(crate) fn picture<'a>(mesh: &'a Navmesh, route: Option<&'a Route>) -> Picture<'a> {
    Picture { route, ..Picture::plain(Map::Mesh(mesh), "two & a half") }
}

#[test]
fn every_ink_has_a_name_of_its_own_and_can_be_seen() {
    let mut names: Vec<_> = Ink::ALL.iter().map(|ink| ink.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Ink::ALL.len());
    for theme in Theme::ALL {
        for ink in Ink::ALL {
            let style = theme.style(*ink);
            let seen = style.fill.is_some() || style.line.is_some() || style.pattern.is_some();
            assert!(seen, "{ink:?}");
            assert!(!ink.title().is_empty());
        }
    }
}

#[test]
fn shapes_know_their_lines() {
    let mut lines = Shapes::default();
    lines.line(p(0.0, 0.0), p(1.0, 0.0));
    lines.line(p(1.0, 0.0), p(1.0, 1.0));
    lines.line(p(5.0, 0.0), p(6.0, 0.0));
    assert_eq!((lines.len(), lines.n_points(), lines.is_empty()), (2, 5, false));
    assert_eq!(lines.iter().map(<[Point]>::len).collect::<Vec<_>>(), [3, 2]);
}
