//! Queries by chance: the same seed gives the same ones, all of them on walkable ground.

use std::fs;
use std::sync::Arc;

use wayglass::format::{self, Content};
use wayglass::mesh::{Locator, Navmesh};
use wayglass::search::sample_queries;

fn read_mesh(bytes: &[u8]) -> Arc<Navmesh> {
    match format::read(bytes).unwrap().content {
        Content::Mesh(mesh) => mesh,
        _ => panic!("not a mesh"),
    }
}

#[test]
fn a_seed_gives_the_same_places_on_the_ground_again() {
    for name in ["district.mesh", "rooms.nav", "islands.mesh"] {
        let path = format!("{}/assets/{name}", env!("CARGO_MANIFEST_DIR"));
        let mesh = read_mesh(&fs::read(path).unwrap());
        let queries = sample_queries(&mesh, 200, 7);
        assert_eq!(queries, sample_queries(&mesh, 200, 7));
        assert_ne!(queries, sample_queries(&mesh, 200, 8));
        assert_eq!(queries[..10], sample_queries(&mesh, 10, 7));
        let locator = Locator::new(&mesh);
        let is_on = |p| locator.faces_at(&mesh, p).any(|(face, _)| mesh.face(face).walkable());
        assert!(queries.iter().all(|query| is_on(query.start) && is_on(query.goal)), "{name}");
    }
}
