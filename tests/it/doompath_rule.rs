//! DoomPath's own rule on its own maps.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use wayglass::format::{self, Content};
use wayglass::geom::{Point, Segment};
use wayglass::mesh::{Across, Attributes, FaceId, Link, LinkKind, Navmesh, Parts, VertexId};
use wayglass::search::doompath::{Areas, DoomPath};
use wayglass::search::{End, Outcome, Preparation, Query};

use crate::samples::corpus;

/// Rooms of 10 by 10 in a row, from west to east, each open to the next both ways.
fn rooms(n: u32, attributes: Attributes, links: Vec<Link>) -> Arc<Navmesh> {
    let mut parts = Parts { starts: vec![0], attributes, links, ..Parts::default() };
    for x in 0..=n {
        let x = 10.0 * f64::from(x);
        parts.points.extend([Point::new(x, 0.0), Point::new(x, 10.0)]);
    }
    for room in 0..n {
        let [sw, nw, se, ne] = [0, 1, 2, 3].map(|k| VertexId(2 * room + k));
        parts.corners.extend([sw, se, ne, nw]);
        let next = |exists: bool, room: u32| {
            if exists { Across::Open(FaceId(room)) } else { Across::Outside }
        };
        let (east, west) = (next(room + 1 < n, room + 1), next(room != 0, room.wrapping_sub(1)));
        parts.across.extend([Across::Outside, east, Across::Outside, west]);
        parts.starts.push(4 * (room + 1));
        parts.walkable.push(true);
    }
    Arc::new(Navmesh::new(parts).unwrap())
}

fn find(mesh: &Arc<Navmesh>, preparation: &Preparation, query: &Query) -> (Outcome, Vec<Point>) {
    let areas = Areas::new(mesh.clone(), preparation);
    let mut search = DoomPath::<()>::default();
    let outcome = search.find(&areas, query, &mut ());
    (outcome, search.points().to_vec())
}

const QUERY: Query = Query { start: Point::new(5.0, 2.0), goal: Point::new(35.0, 2.0) };

#[test]
fn steps_are_counted_along_the_axes_up_to_the_last_connection() {
    let mesh = rooms(4, Attributes::default(), Vec::new());
    let (outcome, points) = find(&mesh, &Preparation::default(), &QUERY);
    // From (5, 2) to the middles of three doors at (10, 5), (20, 5), (30, 5).
    assert_eq!(outcome, Outcome::Found { cost: 8.0 + 10.0 + 10.0 });
    let doors = [10.0, 20.0, 30.0].map(|x| Point::new(x, 5.0));
    assert_eq!(points, [&[QUERY.start], &doors[..], &[QUERY.goal]].concat());
}

#[test]
fn what_hurts_and_drops_cost_more() {
    let hurts = Attributes { flags: vec![0, 1, 2, 4], ..Attributes::default() };
    let (outcome, _) = find(&rooms(4, hurts, Vec::new()), &Preparation::default(), &QUERY);
    assert_eq!(outcome, Outcome::Found { cost: 2.0 * 8.0 + 4.0 * 10.0 + 8.0 * 10.0 });

    let falls = Attributes { z: vec![0.0, 24.0, 0.0, -25.0], ..Attributes::default() };
    let (outcome, _) = find(&rooms(4, falls, Vec::new()), &Preparation::default(), &QUERY);
    assert_eq!(outcome, Outcome::Found { cost: 8.0 + 10.0 + 10.0 * 10.0 });
}

#[test]
fn teleporters_cost_nothing_and_moving_sectors_block_if_asked_to() {
    let segment = Segment::new(Point::new(1.0, 1.0), Point::new(3.0, 1.0));
    let link = Link { from: FaceId(0), to: FaceId(3), segment, kind: LinkKind::Teleporter };
    let (outcome, points) =
        find(&rooms(4, Attributes::default(), vec![link]), &Preparation::default(), &QUERY);
    assert_eq!(outcome, Outcome::Found { cost: 0.0 });
    assert_eq!(points, [QUERY.start, Point::new(2.0, 1.0), QUERY.goal]);

    let sectors = Attributes { sector: vec![None, Some(7), None, None], ..Attributes::default() };
    let mesh = rooms(4, sectors, Vec::new());
    let still = Preparation { special_sectors: false, ..Preparation::default() };
    assert_eq!(find(&mesh, &Preparation::default(), &QUERY).0, Outcome::Found { cost: 28.0 });
    assert_eq!(find(&mesh, &still, &QUERY).0, Outcome::Unreachable);
    let on_lift = Query { start: Point::new(15.0, 5.0), ..QUERY };
    assert_eq!(find(&mesh, &still, &on_lift).0, Outcome::OffMesh(End::Start));
}

#[test]
fn real_maps_are_answered_alike_every_time_and_whenever_there_is_a_way() {
    let Some(folder) = corpus() else { return };
    let (mut n_found, mut n_apart) = (0, 0);
    for name in ["freedoom2_map01_h24", "freedoom1_e1m1_h8", "freedoom2_map30_h24"] {
        let bytes = fs::read(folder.join(format!("dpmesh/{name}.dpm"))).unwrap();
        let Content::Mesh(mesh) = format::read(&bytes).unwrap().content else { panic!("no mesh") };
        // Where lifts and doors stand still, not everything can be reached.
        let still = Preparation { special_sectors: false, ..Preparation::default() };
        let areas = Areas::new(mesh.clone(), &still);
        let mut search = DoomPath::<()>::default();
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..60 {
            let [from, to] = [0, 1].map(|_| FaceId(random.u32(..mesh.n_faces() as u32)));
            let query = Query { start: mesh.face(from).center(), goal: mesh.face(to).center() };
            let outcome = search.find(&areas, &query, &mut ());
            let stands = |id: FaceId| mesh.attributes().sector[id.index()].is_none();
            let holds = |p: Point| {
                mesh.faces().filter(move |face| face.bounds().holds(p) && stands(face.id))
            };
            let reached =
                reachable(&mesh, stands, holds(query.start).map(|face| face.id).collect());
            let joined = holds(query.goal).any(|face| reached.contains(&face.id));
            assert_eq!(outcome.cost().is_some(), joined, "{name}: {query:?}: {outcome:?}");
            n_found += usize::from(joined);
            n_apart += usize::from(!joined);
            let points = search.points().to_vec();
            assert_eq!(points.len(), if joined { search.faces().len() + 1 } else { 0 });
            search.find(&areas, &Query { start: query.goal, goal: query.start }, &mut ());
            assert_eq!(search.find(&areas, &query, &mut ()), outcome);
            assert_eq!(search.points(), points);
        }
    }
    assert!(n_found > 50 && n_apart > 0, "{n_found} found, {n_apart} apart");
}

fn reachable(
    mesh: &Navmesh,
    passable: impl Fn(FaceId) -> bool,
    mut open: Vec<FaceId>,
) -> BTreeSet<FaceId> {
    let mut reached = BTreeSet::new();
    while let Some(face) = open.pop() {
        if passable(face) && reached.insert(face) {
            open.extend((0..mesh.face(face).n_sides()).filter_map(|side| mesh.step(face, side)));
            open.extend(mesh.links().iter().filter(|link| link.from == face).map(|link| link.to));
        }
    }
    reached
}
