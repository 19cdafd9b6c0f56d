//! Which walkable faces can be reached from which.

use super::{Across, FaceId, LinkKind, Navmesh};

/// The pieces that the walkable ground falls into, the largest first.
///
/// A one-way side joins two faces as any open side does: an island is ground one could be on together.
#[derive(Debug, Clone, PartialEq)]
pub struct Islands {
    of_face: Vec<u32>,
    list: Vec<Island>,
}

/// The island of a face that may not be walked on.
const NONE: u32 = u32::MAX;

/// One piece of ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Island {
    /// How many faces it has.
    pub n_faces: u32,
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
        // Nobody can stand on a face without an inside.
        let walkable: Vec<bool> =
            mesh.faces().map(|face| face.walkable() && !face.is_flat()).collect();
        let is_walkable = |face: FaceId| walkable[face.index()];
        let mut sets = Sets::new(mesh.n_faces());
        for face in mesh.faces().filter(|face| is_walkable(face.id)) {
            for across in face.across() {
                if let Across::Open(other) = *across
                    && is_walkable(other)
                {
                    sets.join(face.id.0, other.0);
                }
            }
        }
        for link in mesh.links() {
            let counts = ways == Ways::WithTeleporters || link.kind == LinkKind::Passage;
            if counts && is_walkable(link.from) && is_walkable(link.to) {
                sets.join(link.from.0, link.to.0);
            }
        }
        // The same list first says which face stands for each one's island and then which island that is: maps of
        // very many islands are large enough as they are.
        let mut of_face = sets.into_roots();
        let n_islands = mesh
            .faces()
            .filter(|face| is_walkable(face.id) && of_face[face.id.index()] == face.id.0);
        let mut list: Vec<Island> = Vec::with_capacity(n_islands.count());
        for face in mesh.faces() {
            let root = of_face[face.id.index()];
            of_face[face.id.index()] = if !is_walkable(face.id) {
                NONE
            } else if root == face.id.0 {
                list.push(Island { n_faces: 0, area: 0.0, first: face.id });
                list.len() as u32 - 1
            } else {
                // The smallest face stands for all, so its island is known already.
                of_face[root as usize]
            };
            if let Some(island) = list.get_mut(of_face[face.id.index()] as usize) {
                island.n_faces += 1;
                island.area += face.area().abs();
            }
        }
        drop(walkable);
        list.sort_unstable_by(|a, b| b.area.total_cmp(&a.area).then(a.first.cmp(&b.first)));
        let mut place = vec![0; list.len()];
        for (here, island) in list.iter().enumerate() {
            place[of_face[island.first.index()] as usize] = here as u32;
        }
        for island in of_face.iter_mut().filter(|island| **island != NONE) {
            *island = place[*island as usize];
        }
        Self { of_face, list }
    }

    /// All islands, the largest first.
    pub fn list(&self) -> &[Island] {
        &self.list
    }

    /// The island of a face, as its place in the list; a blocked face has none.
    pub fn of(&self, face: FaceId) -> Option<usize> {
        Some(self.of_face[face.index()] as usize).filter(|&island| island != NONE as usize)
    }

    /// How large all of them are together.
    pub fn area(&self) -> f64 {
        // Starting from zero: the sum of nothing would be minus zero.
        self.list.iter().fold(0.0, |sum, island| sum + island.area)
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

    /// The element that stands for the set of each.
    pub fn into_roots(mut self) -> Vec<u32> {
        for element in 0..self.parents.len() as u32 {
            self.parents[element as usize] = self.root(element);
        }
        self.parents
    }

    /// Makes one set of two.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
