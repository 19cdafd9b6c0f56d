//! Which triangles can be reached from which, kept up to date by looking around where something has changed.
//!
//! Ground that grows together is easy: two names become one. Ground that may have been cut apart is not: from each
//! side of the cut one walks on, a step here and a step there, until the walks meet or one of them has seen all there is.

use std::collections::{HashMap, VecDeque};

use spade::Triangulation as _;

use crate::mesh::islands::Sets;
use crate::watch::{Cancelled, Watch, each};

use super::super::classify::Class;
use super::super::triangulate::NONE;
use super::boxes::Quick;
use super::drawn::SlotId;
use super::net::{Net, Tri, Triangle};

/// The islands, by the places of triangles in the list that is drawn.
#[derive(Debug, Default)]
pub(super) struct LiveIslands {
    /// A name for each place; several names may stand for one island.
    names: Vec<u32>,
    /// Which names are one.
    same: Names,
    /// Whether the last edits were too much to follow.
    stale: bool,
}

/// So many steps are walked for one edit before it is left for later.
const MOST_STEPS: usize = 4_000;

impl LiveIslands {
    /// Names everything anew.
    pub(super) fn name_all(
        &mut self,
        net: &Net,
        n_slots: usize,
        watch: &mut dyn Watch,
    ) -> Result<(), Cancelled> {
        let mut together = Sets::new(n_slots);
        each(net.cdt.undirected_edges(), &mut watch.stage(0.0, 0.7), |edge| {
            let [here, there] =
                [edge.as_directed(), edge.as_directed().rev()].map(|half| half.face().as_inner());
            if let Some((here, there)) = here.zip(there)
                && !edge.data().data().change.wall
                && [here, there].iter().all(|face| face.data().cover.class() == Class::Walkable)
            {
                together.join(here.data().slot, there.data().slot);
            }
        })?;
        let roots = together.into_roots();
        self.names.clear();
        self.names.resize(n_slots, NONE);
        self.same = Names::default();
        each(net.cdt.inner_faces(), &mut watch.stage(0.7, 1.0), |face| {
            let Triangle { slot, cover, .. } = *face.data();
            if cover.class() == Class::Walkable {
                let root = roots[slot as usize] as usize;
                if self.names[root] == NONE {
                    self.names[root] = self.same.fresh();
                }
                self.names[slot as usize] = self.names[root];
            }
        })?;
        self.stale = false;
        Ok(())
    }

    /// Whether the answers are of the ground as it is now.
    pub(super) fn is_current(&self) -> bool {
        !self.stale
    }

    /// The island at a place of the list: a number that its other triangles have too.
    pub(super) fn of(&self, slot: u32) -> Option<u32> {
        let name = *self.names.get(slot as usize)?;
        (name != NONE).then(|| self.same.root(name))
    }

    fn name(&self, net: &Net, face: Tri) -> u32 {
        let name = self.names[net.triangle(face).slot as usize];
        if name == NONE { NONE } else { self.same.root(name) }
    }

    fn set(&mut self, net: &Net, face: Tri, name: u32) {
        self.names[net.triangle(face).slot as usize] = name;
    }

    /// Follows an edit: these triangles and these places of the list have changed, and no others.
    pub(super) fn follow(&mut self, net: &Net, changed: &[Tri], slots: &[SlotId], n_slots: usize) {
        self.names.resize(n_slots.max(self.names.len()), NONE);
        for slot in slots {
            self.names[slot.0 as usize] = NONE;
        }
        if self.stale {
            return;
        }
        let rim = self.rim(net, changed);
        self.name_changed(net, changed);
        if !self.tell_apart(net, rim) {
            self.stale = true;
        }
    }

    /// The walkable triangles beside those that changed, with the names that they had.
    fn rim(&self, net: &Net, changed: &[Tri]) -> Vec<(Tri, u32)> {
        let mut rim = Vec::new();
        for &face in changed {
            for (other, _) in net.neighbours(face) {
                let Some(other) = other else { continue };
                let is_ground = net.class(other) == Class::Walkable;
                if is_ground && net.triangle(other).changed != net.edit {
                    rim.push((other, self.name(net, other)));
                }
            }
        }
        rim.sort_unstable();
        rim.dedup();
        rim
    }

    /// Names the changed triangles as those that they can be reached from; what grows together becomes one.
    fn name_changed(&mut self, net: &Net, changed: &[Tri]) {
        let mut stack = Vec::new();
        for &face in changed {
            if net.class(face) != Class::Walkable || self.name(net, face) != NONE {
                continue;
            }
            let name = self.same.fresh();
            self.set(net, face, name);
            stack.push(face);
            while let Some(face) = stack.pop() {
                for other in open_neighbours(net, face) {
                    match self.name(net, other) {
                        NONE => {
                            self.set(net, other, name);
                            stack.push(other);
                        }
                        known => self.same.join(name, known),
                    }
                }
            }
        }
    }

    /// Looks whether ground of one name still hangs together; `false` if that is too much to find out now.
    fn tell_apart(&mut self, net: &Net, rim: Vec<(Tri, u32)>) -> bool {
        let mut by_name: Vec<(u32, Tri)> = rim.into_iter().map(|(face, old)| (old, face)).collect();
        // Names that have become one by now are looked at together, or two pieces could be left with the same name.
        for (name, _) in &mut by_name {
            *name = self.same.root(*name);
        }
        by_name.sort_unstable();
        for same in by_name.chunk_by(|a, b| a.0 == b.0) {
            let starts: Vec<Tri> = same.iter().map(|&(_, face)| face).collect();
            let Some(pieces) = walk_apart(net, &starts) else { return false };
            for piece in pieces {
                let name = self.same.fresh();
                piece.iter().for_each(|&face| self.set(net, face, name));
            }
        }
        true
    }
}

/// The triangles that one can walk to from another.
fn open_neighbours(net: &Net, face: Tri) -> impl Iterator<Item = Tri> + '_ {
    let beside = net.neighbours(face).into_iter();
    beside.filter_map(move |(other, change)| {
        let other = other.filter(|_| !change.wall)?;
        let both = net.class(face) == Class::Walkable && net.class(other) == Class::Walkable;
        both.then_some(other)
    })
}

/// Walks from all starts at once until those that are left have met; gives the pieces that turned out to be apart.
fn walk_apart(net: &Net, starts: &[Tri]) -> Option<Vec<Vec<Tri>>> {
    let mut walkers = Sets::new(starts.len());
    let mut seen: HashMap<Tri, u32, Quick> = HashMap::default();
    let mut queues: Vec<VecDeque<Tri>> = Vec::new();
    let mut visited: Vec<Vec<Tri>> = vec![Vec::new(); starts.len()];
    let mut n_walking = starts.len();
    for (&start, walker) in starts.iter().zip(0..) {
        queues.push(VecDeque::from([start]));
        visited[walker as usize].push(start);
        if let Some(&other) = seen.get(&start) {
            walkers.join(walker, other);
            n_walking -= 1;
        }
        seen.insert(start, walker);
    }
    let mut apart = Vec::new();
    let mut n_steps = 0;
    // Round and round: each piece that is still on its way takes one step.
    while 1 < n_walking {
        for walker in 0..starts.len() as u32 {
            if walkers.root(walker) != walker || queues[walker as usize].is_empty() || n_walking < 2
            {
                continue;
            }
            n_steps += 1;
            if MOST_STEPS < n_steps {
                return None;
            }
            let Some(face) = queues[walker as usize].pop_front() else { continue };
            for other in open_neighbours(net, face) {
                // It may have become one with another on the way.
                let here = walkers.root(walker) as usize;
                let Some(&met) = seen.get(&other) else {
                    seen.insert(other, walker);
                    visited[here].push(other);
                    queues[here].push_back(other);
                    continue;
                };
                let (a, b) = (walkers.root(walker), walkers.root(met));
                if a != b {
                    let (kept, taken) = (a.min(b) as usize, a.max(b) as usize);
                    let queue = std::mem::take(&mut queues[taken]);
                    queues[kept].extend(queue);
                    let faces = std::mem::take(&mut visited[taken]);
                    visited[kept].extend(faces);
                    walkers.join(a, b);
                    n_walking -= 1;
                }
            }
            let here = walkers.root(walker) as usize;
            if queues[here].is_empty() && 1 < n_walking {
                apart.push(std::mem::take(&mut visited[here]));
                n_walking -= 1;
            }
        }
    }
    Some(apart)
}

/// Names of which several may stand for one thing.
#[derive(Debug, Default)]
struct Names {
    parents: Vec<u32>,
}

impl Names {
    fn fresh(&mut self) -> u32 {
        self.parents.push(self.parents.len() as u32);
        self.parents.len() as u32 - 1
    }

    fn root(&self, mut name: u32) -> u32 {
        while self.parents[name as usize] != name {
            name = self.parents[name as usize];
        }
        name
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        // The newer name gives way, so that chains stay short.
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
