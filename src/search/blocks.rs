//! Which parts of the ground can lie between two faces at all.
//!
//! Faces and the sides between them make a graph. Its blocks are the largest parts that no single face holds together,
//! and they hang together as a tree. A shortest path enters no convex face twice, so it stays within the blocks on the
//! way through the tree from the one face to the other. (Tarjan 1972, without recursion.)

use super::ground::NONE;

/// The blocks of the ground, as a tree.
#[derive(Debug)]
pub(super) struct Blocks {
    /// For each face the block through which the tree reaches it; none for the first face of a component.
    above_face: Vec<u32>,
    /// For each block the face that it hangs on.
    above_block: Vec<u32>,
    /// When each face was first seen: what is above in the tree was seen before.
    seen: Vec<u32>,
    /// The component of each face, ways being open in both directions.
    component: Vec<u32>,
}

impl Blocks {
    /// The blocks, and the one of each side that leads somewhere or is led over.
    pub(super) fn new(links: &[u32], faces: &[u32], starts: &[u32]) -> (Self, Vec<u32>) {
        let n_faces = starts.len() - 1;
        let mut walk = Walk {
            faces,
            starts,
            links,
            of_side: vec![NONE; links.len()],
            low: vec![0; n_faces],
            open: Vec::new(),
            n_seen: 0,
            blocks: Self {
                above_face: vec![NONE; n_faces],
                above_block: Vec::new(),
                seen: vec![NONE; n_faces],
                component: vec![NONE; n_faces],
            },
        };
        let mut n_components = 0;
        for face in 0..n_faces as u32 {
            if walk.blocks.seen[face as usize] == NONE {
                walk.component(face, n_components);
                n_components += 1;
            }
        }
        (walk.blocks, walk.of_side)
    }

    /// How many blocks there are.
    pub(super) fn len(&self) -> usize {
        self.above_block.len()
    }

    /// Whether there may be a way from one face to another.
    pub(super) fn are_joined(&self, a: u32, b: u32) -> bool {
        self.component[a as usize] == self.component[b as usize]
    }

    /// The component that a face belongs to, by number.
    pub(super) fn component(&self, face: u32) -> u32 {
        self.component[face as usize]
    }

    /// Calls with every block on the way between two faces that are joined.
    pub(super) fn between(&self, mut a: u32, mut b: u32, mut call: impl FnMut(u32)) {
        while a != b {
            let (of_a, of_b) = (self.above_face[a as usize], self.above_face[b as usize]);
            if of_a == of_b {
                return call(of_a);
            }
            // What was seen later is not above the other, so its own way up is part of the way.
            let (lower, block) = if self.seen[a as usize] < self.seen[b as usize] {
                (&mut b, of_b)
            } else {
                (&mut a, of_a)
            };
            if block == NONE {
                return;
            }
            call(block);
            *lower = self.above_block[block as usize];
        }
    }
}

struct Walk<'a> {
    faces: &'a [u32],
    starts: &'a [u32],
    links: &'a [u32],
    of_side: Vec<u32>,
    /// The earliest face that can be reached from what hangs on each face.
    low: Vec<u32>,
    /// Sides that belong to no block yet, in the order in which they were walked.
    open: Vec<u32>,
    n_seen: u32,
    blocks: Blocks,
}

/// A face on the way down, the side it was entered over (seen from the face before) and the next side to look at.
struct Step {
    face: u32,
    entered: u32,
    next: u32,
}

impl Walk<'_> {
    fn component(&mut self, first: u32, component: u32) {
        let mut way = vec![self.enter(first, NONE, component)];
        while let Some(step) = way.last_mut() {
            if step.next == self.starts[step.face as usize + 1] {
                let Step { face, entered, .. } = *step;
                way.pop();
                if let Some(above) = way.last() {
                    self.leave(face, entered, above.face);
                }
                continue;
            }
            let side = step.next;
            step.next += 1;
            let behind = self.links[side as usize];
            let back = step.entered != NONE && behind == step.entered;
            if behind == NONE || back {
                continue;
            }
            let (face, other) = (step.face as usize, self.faces[behind as usize]);
            match self.blocks.seen[other as usize] {
                NONE => {
                    self.open.push(side);
                    way.push(self.enter(other, side, component));
                }
                seen if seen < self.blocks.seen[face] => {
                    self.open.push(side);
                    self.low[face] = self.low[face].min(seen);
                }
                _ => {}
            }
        }
    }

    fn enter(&mut self, face: u32, entered: u32, component: u32) -> Step {
        self.blocks.seen[face as usize] = self.n_seen;
        self.blocks.component[face as usize] = component;
        self.low[face as usize] = self.n_seen;
        self.n_seen += 1;
        Step { face, entered, next: self.starts[face as usize] }
    }

    /// Goes back to the face above; if nothing below reaches higher, what was walked since is a block.
    fn leave(&mut self, face: u32, entered: u32, above: u32) {
        let low = self.low[face as usize];
        self.low[above as usize] = self.low[above as usize].min(low);
        if low < self.blocks.seen[above as usize] {
            return;
        }
        let block = self.blocks.len() as u32;
        self.blocks.above_block.push(above);
        while let Some(side) = self.open.pop() {
            let behind = self.links[side as usize];
            self.of_side[side as usize] = block;
            self.of_side[behind as usize] = block;
            let (here, there) = (self.faces[side as usize], self.faces[behind as usize]);
            // A side that was walked down leads to a face seen later; every face of the block but the top has one.
            if self.blocks.seen[here as usize] < self.blocks.seen[there as usize] {
                self.blocks.above_face[there as usize] = block;
            }
            if side == entered {
                return;
            }
        }
    }
}
