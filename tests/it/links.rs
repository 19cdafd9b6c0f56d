//! Teleporters and passages between floors, against walking.

use std::fs;
use std::sync::Arc;

use fastrand::Rng;
use wayglass::example::Example;
use wayglass::format::{self, Content};
use wayglass::geom::{Point, Segment};
use wayglass::mesh::{Across, FaceId, Link, LinkKind, Navmesh, Parts, VertexId};
use wayglass::search::{Ground, Outcome, Polyanya, Preparation, Query};

use crate::oracle::{random_mesh, random_point, shortest};
use crate::samples::corpus;

/// The same map with every face on a floor of its own, and a passage wherever one could step over a side.
fn on_floors(mesh: &Navmesh) -> Navmesh {
    let mut parts = Parts { starts: vec![0], ..Parts::default() };
    for face in mesh.faces() {
        for (side, point) in face.points().enumerate() {
            parts.corners.push(VertexId(parts.points.len() as u32));
            parts.points.push(point);
            parts.across.push(Across::Outside);
            if let Across::Open(to) = face.across()[side] {
                let (from, segment) = (face.id, face.segment(side));
                parts.links.push(Link { from, to, segment, kind: LinkKind::Passage });
            }
        }
        parts.starts.push(parts.corners.len() as u32);
        parts.walkable.push(face.walkable());
    }
    Navmesh::new(parts).unwrap()
}

#[test]
fn passages_are_walked_over_like_sides() {
    let mut n_found = 0;
    for seed in 0..300 {
        let mut random = Rng::with_seed(seed);
        let mesh = random_mesh(&mut random);
        let floors = Arc::new(on_floors(&mesh));
        let grounds = [false, true].map(|merge| {
            Ground::new(floors.clone(), &Preparation { merge, ..Preparation::default() })
        });
        let mut polyanya = Polyanya::<()>::default();
        for _ in 0..20 {
            let query = Query {
                start: random_point(&mesh, &mut random),
                goal: random_point(&mesh, &mut random),
            };
            let expected = shortest(&mesh, query.start, query.goal);
            n_found += usize::from(expected.is_some());
            for ground in &grounds {
                let found = polyanya.find(ground, &query, &mut ()).cost();
                let same = match (expected, found) {
                    (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * a.max(1e-9),
                    (None, None) => true,
                    _ => false,
                };
                assert!(same, "seed {seed}, {query:?}: {expected:?}, but {found:?}");
            }
        }
    }
    assert!(n_found > 1000);
}

/// What it costs to walk from a point to the nearest point of a segment: by trying very many of its points.
fn walk_to(ground: &Ground, polyanya: &mut Polyanya<()>, from: Point, to: Segment) -> f64 {
    let mut cost = |part: f64| {
        let goal = to.from + (to.to - to.from) * part;
        polyanya.find(ground, &Query { start: from, goal }, &mut ()).cost().unwrap_or(f64::INFINITY)
    };
    let n = 64;
    let parts = (0..=n).map(|i| f64::from(i) / f64::from(n));
    let mut best = parts.min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap();
    let mut step = 1.0 / f64::from(n);
    while step > 1e-12 {
        let around = [best - step, best, best + step].map(|part| part.clamp(0.0, 1.0));
        best = around.into_iter().min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap();
        step /= 2.0;
    }
    cost(best)
}

/// Teleporters as stops of a graph, with walks between them.
fn by_stops(on_foot: &Ground, query: &Query) -> Option<f64> {
    let mesh = on_foot.mesh();
    let mut polyanya = Polyanya::<()>::default();
    let teleporters: Vec<&Link> =
        mesh.links().iter().filter(|link| link.kind == LinkKind::Teleporter).collect();
    let entrances: Vec<Segment> = teleporters
        .iter()
        .map(|link| {
            // The areas of these maps are boxes.
            let bounds = mesh.face(link.from).bounds();
            let into = |p: Point| {
                Point::new(
                    p.x.clamp(bounds.min.x, bounds.max.x),
                    p.y.clamp(bounds.min.y, bounds.max.y),
                )
            };
            Segment::new(into(link.segment.from), into(link.segment.to))
        })
        .collect();
    let mut distances = vec![f64::INFINITY; teleporters.len()];
    let mut settled = vec![false; teleporters.len()];
    let (mut here, mut so_far) = (query.start, 0.0);
    let mut best = f64::INFINITY;
    loop {
        let last = polyanya.find(on_foot, &Query { start: here, goal: query.goal }, &mut ());
        best = best.min(so_far + last.cost().unwrap_or(f64::INFINITY));
        for (i, &entrance) in entrances.iter().enumerate().filter(|&(i, _)| !settled[i]) {
            let cost = so_far + walk_to(on_foot, &mut polyanya, here, entrance);
            distances[i] = distances[i].min(cost);
        }
        let next = (0..distances.len())
            .filter(|&i| !settled[i] && distances[i] < best)
            .min_by(|&a, &b| distances[a].total_cmp(&distances[b]));
        let Some(next) = next else { return Some(best).filter(|best| best.is_finite()) };
        settled[next] = true;
        here = mesh.face(teleporters[next].to).center();
        so_far = distances[next];
    }
}

fn bundled_mesh(name: &str) -> Arc<Navmesh> {
    let example = Example::ALL.iter().find(|example| example.file_name == name).unwrap();
    match format::read(example.bytes).unwrap().content {
        Content::Mesh(mesh) => mesh,
        _ => panic!("not a mesh"),
    }
}

#[test]
fn teleporters_shorten_paths_as_much_as_they_can() {
    let mesh = bundled_mesh("keep.dpm");
    let on_foot =
        Ground::new(mesh.clone(), &Preparation { teleporters: false, ..Preparation::default() });
    let ground = Ground::new(mesh.clone(), &Preparation::default());
    let mut random = Rng::with_seed(7);
    let mut polyanya = Polyanya::<()>::default();
    let (mut n_jumped, mut n_found) = (0, 0);
    for _ in 0..150 {
        let mut anywhere = || mesh.face(FaceId(random.u32(..mesh.n_faces() as u32))).center();
        let query = Query { start: anywhere(), goal: anywhere() };
        let outcome = polyanya.find(&ground, &query, &mut ());
        let expected = by_stops(&on_foot, &query);
        match (outcome.cost(), expected) {
            (Some(cost), Some(expected)) => {
                assert!(
                    (cost - expected).abs() <= 1e-7 * expected.max(1.0),
                    "{query:?}: {cost} {expected}"
                );
            }
            (None, None) => continue,
            other => panic!("{query:?}: {other:?}"),
        }
        n_found += 1;
        n_jumped += usize::from(!polyanya.jumps().is_empty());
        check_jumps(&polyanya, &mesh, outcome);
    }
    assert!(n_jumped > 8 && n_found > 80, "{n_jumped} jumped of {n_found}");
}

/// Jumps are free, leave on the line of their link and arrive in its face; everything else is walked.
fn check_jumps(polyanya: &Polyanya<()>, mesh: &Navmesh, outcome: Outcome) {
    let corners = polyanya.corners();
    let jumps = polyanya.jumps();
    let mut walked = 0.0;
    for i in 0..corners.len() - 1 {
        match jumps.iter().find(|&&(corner, _)| corner == i) {
            Some(&(_, link)) => {
                let link = &mesh.links()[link];
                assert!(link.segment.distance(corners[i]) < 1e-9);
                assert_eq!(corners[i + 1], mesh.face(link.to).center());
            }
            None => walked += corners[i].distance(corners[i + 1]),
        }
    }
    let cost = outcome.cost().unwrap();
    assert!((walked - cost).abs() <= 1e-9 * cost.max(1.0), "{walked} {cost}");
}

#[test]
fn links_never_make_a_way_longer_on_real_maps() {
    let Some(folder) = corpus() else { return };
    for name in ["freedoom1_e4m7_h24", "freedoom2_map28_h24", "freedoom2_map01_h24"] {
        let bytes = fs::read(folder.join(format!("dpmesh/{name}.dpm"))).unwrap();
        let Content::Mesh(mesh) = format::read(&bytes).unwrap().content else { continue };
        let mut parts = Navmesh::clone(&mesh).into_parts();
        parts.links.clear();
        let without = Ground::new(Arc::new(Navmesh::new(parts).unwrap()), &Preparation::default());
        let on_foot = Preparation { teleporters: false, ..Preparation::default() };
        let merged = Preparation { merge: true, ..Preparation::default() };
        let [on_foot, with, merged] = [on_foot, Preparation::default(), merged]
            .map(|preparation| Ground::new(mesh.clone(), &preparation));
        let mut random = Rng::with_seed(3);
        let mut polyanya = Polyanya::<()>::default();
        for _ in 0..30 {
            let mut anywhere = || mesh.face(FaceId(random.u32(..mesh.n_faces() as u32))).center();
            let query = Query { start: anywhere(), goal: anywhere() };
            let mut cost = |ground| {
                let outcome = polyanya.find(ground, &query, &mut ());
                if outcome.cost().is_some() {
                    check_jumps(&polyanya, &mesh, outcome);
                }
                outcome.cost().unwrap_or(f64::INFINITY)
            };
            let [without, on_foot] = [&without, &on_foot].map(&mut cost);
            let [with, merged] = [&with, &merged].map(&mut cost);
            let story = || format!("{name}, {query:?}: {without} {on_foot} {with} {merged}");
            assert!(with <= on_foot * (1.0 + 1e-9), "{}", story());
            assert!(on_foot <= without * (1.0 + 1e-9), "{}", story());
            assert!((with - merged).abs() <= 1e-9 * with || with == merged, "{}", story());
        }
    }
}
