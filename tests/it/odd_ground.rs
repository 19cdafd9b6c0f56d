//! Searches on ground that is not as it should be: they end, and agree where there is something to agree on.

use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};
use std::sync::Arc;

use wayglass::example::Example;
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::{Across, FaceId, Navmesh, Parts, VertexId};
use wayglass::search::corridor::{self, Astray};
use wayglass::search::doompath::{Areas, DoomPath};
use wayglass::search::{Algorithm, Flood, Ground, Preparation, Query, Searcher};

/// Faces as rings of places in a list of points; two that share a side are open to each other.
fn mesh_of(points: &[[f64; 2]], rings: &[&[u32]]) -> Arc<Navmesh> {
    let points = points.iter().map(|&[x, y]| Point::new(x, y)).collect();
    let mut parts = Parts { points, starts: vec![0], ..Parts::default() };
    let sides = |ring: &[u32]| -> Vec<(u32, u32)> {
        (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()])).collect()
    };
    for ring in rings {
        for (from, to) in sides(ring) {
            let other = rings.iter().position(|other| sides(other).contains(&(to, from)));
            parts.corners.push(VertexId(from));
            let open = |other: usize| Across::Open(FaceId(other as u32));
            parts.across.push(other.map_or(Across::Outside, open));
        }
        parts.starts.push(parts.corners.len() as u32);
        parts.walkable.push(true);
    }
    Arc::new(Navmesh::new(parts).unwrap())
}

#[test]
fn the_corridor_names_a_face_that_is_not_convex_once_at_a_time() {
    // A room like a U, and a room behind one of its arms.
    let points = [
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 3.0],
        [2.0, 3.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [0.0, 3.0],
        [3.0, 5.0],
        [2.0, 5.0],
    ];
    let mesh = mesh_of(&points, &[&[0, 1, 2, 3, 4, 5, 6, 7], &[3, 2, 8, 9]]);
    let ground = Ground::new(mesh.clone(), &Preparation::default());
    let query = Query { start: Point::new(0.5, 2.5), goal: Point::new(2.5, 4.5) };
    let mut searcher = Searcher::<()>::default();
    let expected = 1.5_f64.hypot(0.5) + 1.0 + 3.5_f64.hypot(0.5);
    for &algorithm in Algorithm::ALL {
        let cost = searcher.find(algorithm, &ground, &query, &mut ()).cost().unwrap();
        assert!((cost - expected).abs() < 1e-12, "{algorithm:?}: {cost}");
        let corridor = corridor::along(&ground, &searcher.corners()).unwrap();
        assert_eq!(corridor.faces, [FaceId(0), FaceId(1)]);
        assert_eq!(
            corridor.bottleneck().map(|crossing| (crossing.face, crossing.side)),
            Some((FaceId(0), 2))
        );
    }
    let through_wall = [query.start, Point::new(2.5, 2.5)];
    assert_eq!(corridor::along(&ground, &through_wall), Err(Astray::Blocked(1)));
    assert_eq!(corridor::along(&ground, &[Point::new(1.5, 2.0)]), Err(Astray::OffMesh(0)));
    assert_eq!(corridor::along(&ground, &[]), Err(Astray::Nowhere));
    let merged = Ground::new(mesh, &Preparation { merge: true, ..Preparation::default() });
    assert_eq!(corridor::along(&merged, &[query.start]), Err(Astray::Merged));
}

#[test]
fn a_path_from_beside_the_ground_is_one_whether_faces_were_merged_or_not() {
    // A room turned by an eighth, as in `bad-collinear2-rot45.mesh`: by rounding, the wall of the first three corners
    // is bent, and the middle of a piece of it is beside the room.
    let points = [
        [0.0, SQRT_2],
        [FRAC_1_SQRT_2, 2.121320343559643],
        [SQRT_2, 2.8284271247461903],
        [FRAC_1_SQRT_2, 3.5355339059327378],
        [-SQRT_2, SQRT_2],
        [-FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    ];
    let mesh = mesh_of(&points, &[&[0, 1, 2, 3, 4, 5]]);
    let grounds = [false, true]
        .map(|merge| Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() }));
    let face = mesh.face(FaceId(0));
    let middles = (0..face.n_sides()).map(|side| face.segment(side));
    let middles = middles.map(|side| (side.from + side.to) * 0.5);
    let ends: Vec<Point> = face.points().chain(middles).collect();
    let mut searcher = Searcher::<()>::default();
    for (&start, &goal) in ends.iter().flat_map(|start| ends.iter().map(move |goal| (start, goal)))
    {
        let query = Query { start, goal };
        for (ground, &algorithm) in
            grounds.iter().flat_map(|ground| Algorithm::ALL.iter().map(move |a| (ground, a)))
        {
            assert!(searcher.find(algorithm, ground, &query, &mut ()).cost().is_some());
            let corners = searcher.corners();
            let corridor = corridor::along(&grounds[0], &corners);
            assert!(corridor.is_ok(), "{algorithm:?}, {corners:?}: {corridor:?}");
        }
    }
}

#[test]
fn who_starts_beside_a_face_without_any_room_steps_into_the_next_one() {
    // Beside the start is a triangle so thin that no number lies between its sides; only its corners are in it.
    let points = [
        [2.86784446685093e-9, 2.8284271247460273e-9],
        [2.8678444668517772e-9, 2.8284271247460273e-9],
        [5.6568542494920545e-9, 2.8284271247460273e-9],
        [4.242640687119464e-9, 2.8284271247494154e-9],
    ];
    let query = Query {
        start: Point::new(3.050541746247095e-9, 2.8284271247467783e-9),
        goal: Point::new(4.6584747276117605e-9, 2.8284271247479124e-9),
    };
    for rings in [&[&[0, 1, 3][..], &[3, 1, 2]][..], &[&[0, 1, 2, 3]]] {
        let ground = Ground::new(mesh_of(&points, rings), &Preparation::default());
        for &algorithm in Algorithm::ALL {
            let outcome = Searcher::<()>::default().find(algorithm, &ground, &query, &mut ());
            let cost = outcome.cost().unwrap_or(f64::NAN);
            let straight = query.start.distance(query.goal);
            assert!((cost - straight).abs() <= 1e-9 * straight, "{algorithm:?}: {outcome:?}");
        }
    }
}

#[test]
fn odd_points_and_odd_maps_end_every_search() {
    let odd = [
        Point::new(f64::NAN, 0.0),
        Point::new(f64::INFINITY, f64::NEG_INFINITY),
        Point::new(1e300, -1e300),
        Point::new(0.0, 0.0),
        Point::new(-0.0, 5e-324),
        Point::new(12.0, 10.0),
    ];
    // Two flat faces, a bow tie, one face over another.
    let points = [[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [4.0, 4.0], [0.0, 4.0], [8.0, 0.0]];
    let flat = mesh_of(&points, &[&[0, 2, 1], &[0, 1, 2]]);
    let crossed = mesh_of(&points, &[&[0, 3, 1, 4], &[1, 5, 3]]);
    let over = mesh_of(&points, &[&[0, 1, 3], &[0, 5, 3]]);
    let empty = Arc::new(Navmesh::new(Parts::default()).unwrap());
    let mut meshes = vec![flat, crossed, over, empty];
    for example in Example::ALL {
        if let Content::Mesh(mesh) = format::read(example.bytes).unwrap().content {
            meshes.push(mesh);
        }
    }
    for mesh in meshes {
        let ground = Ground::new(mesh.clone(), &Preparation::default());
        let areas = Areas::new(mesh.clone(), &Preparation::default());
        let mut ends = odd.to_vec();
        ends.extend(mesh.points().iter().step_by(1 + mesh.n_vertices() / 8));
        let mut searcher = Searcher::<()>::default();
        for &start in &ends {
            Flood::<()>::default().spread(&ground, start, &mut ());
            for &goal in &ends {
                let query = Query { start, goal };
                for &algorithm in Algorithm::ALL {
                    searcher.find(algorithm, &ground, &query, &mut ());
                    let _ = corridor::along(&ground, &searcher.corners());
                }
                let _ = corridor::along(&ground, &[start, goal, start]);
                DoomPath::<()>::default().find(&areas, &query, &mut ());
            }
        }
    }
}
