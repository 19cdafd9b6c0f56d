//! Triangles that no shortest path leads through, unless it starts or ends there: those that have but one neighbour,
//! and those that have but one besides them, and so on.

use super::{DEAD_END, Joints, Lies, NONE};

impl Joints {
    /// Takes it back that triangles are in dead ends, and all triangles on their ways out, which are added to the list.
    ///
    /// What is connected anew has some of these at its ends, so nothing that is left can have become a way through.
    pub(super) fn open_dead_ends(&mut self, triangles: &mut Vec<u32>) {
        for place in 0..triangles.len() {
            let mut triangle = triangles[place];
            loop {
                let tile = &mut self.tiles[triangle as usize];
                let lies = std::mem::replace(&mut tile.lies, Lies::Between);
                let Lies::DeadEnd(side) = lies else { break };
                let over = tile.over[side as usize];
                if over == NONE {
                    break;
                }
                // Behind a way out there is no dead end, so the number is as it is.
                self.tiles[over as usize >> 2].over[over as usize & 3] &= !DEAD_END;
                triangle = over >> 2;
                triangles.push(triangle);
            }
        }
    }

    /// Finds the dead ends that begin at these triangles.
    pub(super) fn find_dead_ends(&mut self, mut triangles: Vec<u32>) {
        while let Some(triangle) = triangles.pop() {
            let tile = &mut self.tiles[triangle as usize];
            let is_open = |side: &usize| tile.over[*side] & DEAD_END == 0;
            let mut open = (0..3).filter(is_open);
            let (first, second) = (open.next(), open.next());
            if tile.lies != Lies::Between || second.is_some() {
                continue;
            }
            let Some(side) = first else {
                tile.lies = Lies::Middle;
                continue;
            };
            let over = tile.over[side];
            tile.lies = Lies::DeadEnd(side as u8);
            self.tiles[over as usize >> 2].over[over as usize & 3] |= DEAD_END;
            triangles.push(over >> 2);
        }
    }
}
