//! Which walkable faces can be reached from which.

use super::{FaceId, LinkKind, Navmesh};

/// The pieces that the walkable ground falls into, the largest first.
///
/// A one-way side joins two faces as any open side does: an island is ground one could be on together.
#[derive(Debug, Clone, PartialEq)]
pub struct Islands {
    of_face: Vec<Option<u32>>,
    list: Vec<Island>,
}

/// One piece of ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Island {
    /// How many faces it has.
    pub n_faces: usize,
    /// How large it is.
    pub area: f64,
    /// One of its faces, the one with the smallest id.
    pub first: FaceId,
}

/// What counts as a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ways {
    /// Walking only.
    OnFoot,
    /// Walking and teleporters.
    WithTeleporters,
}

impl Islands {
    /// Finds the islands of a mesh.
    pub fn new(mesh: &Navmesh, ways: Ways) -> Self {
        let mut sets = Sets::new(mesh.n_faces());
        for face in mesh.faces().filter(|face| face.walkable()) {
            for side in 0..face.n_sides() {
                if let Some(other) = mesh.step(face.id, side) {
                    sets.join(face.id.0, other.0);
                }
            }
        }
        for link in mesh.links() {
            let counts = ways == Ways::WithTeleporters || link.kind == LinkKind::Passage;
            if counts && mesh.face(link.from).walkable() && mesh.face(link.to).walkable() {
                sets.join(link.from.0, link.to.0);
            }
        }
        let mut of_face = vec![None; mesh.n_faces()];
        let mut island_of_root = vec![u32::MAX; mesh.n_faces()];
        let mut list: Vec<Island> = Vec::new();
        for face in mesh.faces().filter(|face| face.walkable()) {
            let island = &mut island_of_root[sets.root(face.id.0) as usize];
            if *island == u32::MAX {
                *island = list.len() as u32;
                list.push(Island { n_faces: 0, area: 0.0, first: face.id });
            }
            of_face[face.id.index()] = Some(*island);
            let island = &mut list[*island as usize];
            island.n_faces += 1;
            island.area += face.area().abs();
        }
        let mut order: Vec<u32> = (0..list.len() as u32).collect();
        order.sort_by(|&a, &b| {
            list[b as usize].area.total_cmp(&list[a as usize].area).then(a.cmp(&b))
        });
        let mut rank = vec![0; list.len()];
        for (place, &island) in order.iter().enumerate() {
            rank[island as usize] = place as u32;
        }
        for island in of_face.iter_mut().flatten() {
            *island = rank[*island as usize];
        }
        Self { of_face, list: order.iter().map(|&island| list[island as usize]).collect() }
    }

    /// All islands, the largest first.
    pub fn list(&self) -> &[Island] {
        &self.list
    }

    /// The island of a face, as its place in the list; a blocked face has none.
    pub fn of(&self, face: FaceId) -> Option<usize> {
        self.of_face[face.index()].map(|island| island as usize)
    }

    /// How large all of them are together.
    pub fn area(&self) -> f64 {
        self.list.iter().map(|island| island.area).sum()
    }
}

/// Union-find with path halving; the smaller root wins.
#[derive(Debug)]
pub struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    /// Every element a set of its own.
    pub fn new(n: usize) -> Self {
        Self { parents: (0..n as u32).collect() }
    }

    /// The element that stands for a set.
    pub fn root(&mut self, mut element: u32) -> u32 {
        while self.parents[element as usize] != element {
            let above = self.parents[self.parents[element as usize] as usize];
            self.parents[element as usize] = above;
            element = above;
        }
        element
    }

    /// Makes one set of two.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
