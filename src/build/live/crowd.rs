//! Everything that stands in a layout while it is edited: which things meet, and what came out of those that do.

use std::collections::BTreeMap;

use crate::watch::Watch;

use super::super::cluster::{Run, come_close, fuse, fuse_all, runs};
use super::super::fence::Fence;
use super::super::steps::WholeBox;
use super::super::thing::Thing;
use super::super::{BuildError, Culprit};
use super::boxes::Boxes;

/// Everything that stands in a layout.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    things: Vec<Option<Member>>,
    free: Vec<u32>,
    by_culprit: BTreeMap<Culprit, u32>,
    boxes: Boxes,
    /// For each box, which of the edges of its owner are in it.
    runs: Vec<Run>,
    clusters: Vec<Vec<Fence>>,
    free_clusters: Vec<u32>,
    /// Counts the looks around, and says for each thing in which of them it was seen last.
    n_looks: u32,
    looked_at: Vec<u32>,
}

/// A thing and whom it meets.
#[derive(Debug)]
struct Member {
    thing: Thing,
    fences: Vec<Fence>,
    boxes: Vec<u32>,
    close: Vec<u32>,
    cluster: Option<u32>,
}

/// What an edit is about: things that have to be put together anew, in groups that meet.
#[derive(Debug, Default)]
pub(super) struct Affected {
    /// What is in the triangulation and may have to go.
    clusters: Vec<u32>,
    pub(super) groups: Vec<Vec<u32>>,
}

impl Affected {
    /// Whether two edits are about the same things.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let ids = |affected: &Self| affected.groups.concat();
        let theirs = ids(other);
        self.clusters.iter().any(|cluster| other.clusters.contains(cluster))
            || ids(self).iter().any(|id| theirs.contains(id))
    }

    /// How many things there are in the largest group.
    pub(super) fn largest(&self) -> usize {
        self.groups.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// Edges to take out of the triangulation and to put into it.
#[derive(Debug, Default)]
pub(super) struct Difference {
    pub(super) removed: Vec<Fence>,
    pub(super) added: Vec<Fence>,
}

impl Crowd {
    /// Puts a thing in the place of the one with the same name; nothing takes it away.
    pub(super) fn replace(&mut self, culprit: Culprit, thing: Option<Thing>) -> Affected {
        let mut touched: Vec<u32> = Vec::new();
        let mut clusters: Vec<u32> = Vec::new();
        if let Some(old) = self.by_culprit.remove(&culprit) {
            let member = self.take_out(old);
            clusters.extend(member.cluster);
            touched.extend(member.close);
        }
        if let Some(thing) = thing {
            let new = self.put_in(culprit, thing);
            touched.push(new);
        }
        self.affected(touched, clusters)
    }

    /// Puts a thing in that was not there; what it meets is found out later.
    pub(super) fn add(&mut self, thing: Thing) {
        self.put_in(thing.culprit, thing);
    }

    /// All that hangs together with some things, in groups.
    fn affected(&mut self, from: Vec<u32>, mut clusters: Vec<u32>) -> Affected {
        self.n_looks += 1;
        self.looked_at.resize(self.things.len(), 0);
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for first in from {
            let mut group = Vec::new();
            self.look_at(first, &mut group);
            let mut next = 0;
            while let Some(&here) = group.get(next) {
                next += 1;
                let Some(member) = &self.things[here as usize] else { continue };
                clusters.extend(member.cluster);
                for other in member.close.clone() {
                    self.look_at(other, &mut group);
                }
            }
            if !group.is_empty() {
                group.sort_unstable();
                groups.push(group);
            }
        }
        clusters.sort_unstable();
        clusters.dedup();
        Affected { clusters, groups }
    }

    /// Whether something has gone that an edit was about.
    pub(super) fn has_lost_some_of(&self, affected: &Affected) -> bool {
        affected.groups.iter().flatten().any(|&id| self.things[id as usize].is_none())
    }

    /// Takes a thing into a group, unless it is in one already or is no more.
    fn look_at(&mut self, id: u32, group: &mut Vec<u32>) {
        let is_there = self.things[id as usize].is_some();
        let last = std::mem::replace(&mut self.looked_at[id as usize], self.n_looks);
        if is_there && last != self.n_looks {
            group.push(id);
        }
    }

    /// What two edits are about, as if they were one.
    pub(super) fn joined(&mut self, one: Affected, other: Affected) -> Affected {
        let ids = one.groups.into_iter().chain(other.groups).flatten().collect();
        self.affected(ids, [one.clusters, other.clusters].concat())
    }

    fn take_out(&mut self, id: u32) -> Member {
        let member = self.things[id as usize].take().unwrap_or_else(Member::nobody);
        member.boxes.iter().for_each(|&key| self.boxes.remove(key));
        for &other in &member.close {
            if let Some(other) = &mut self.things[other as usize] {
                other.close.retain(|&close| close != id);
            }
        }
        self.free.push(id);
        member
    }

    fn put_in(&mut self, culprit: Culprit, thing: Thing) -> u32 {
        let id = self.free.pop().unwrap_or_else(|| {
            self.things.push(None);
            self.things.len() as u32 - 1
        });
        self.by_culprit.insert(culprit, id);
        let mut fences: Vec<Fence> = thing.fences().collect();
        let own: Vec<Run> = runs(culprit, &fences).collect();
        let mut close: Vec<u32> = Vec::new();
        for run in &own {
            let here = &fences[run.first as usize..run.end as usize];
            self.boxes.for_each_touching(run.bounds, |other, key| {
                let Some(member) = &self.things[other as usize] else { return };
                let there = self.runs[key as usize];
                let edges = &member.fences[there.first as usize..there.end as usize];
                if !close.contains(&other) && come_close(here, edges, there.bounds) {
                    close.push(other);
                }
            });
        }
        let boxes: Vec<u32> = own.iter().map(|run| self.boxes.insert(id, run.bounds)).collect();
        for (&key, &run) in boxes.iter().zip(&own) {
            if self.runs.len() <= key as usize {
                self.runs.resize(key as usize + 1, run);
            }
            self.runs[key as usize] = run;
        }
        for &other in &close {
            if let Some(other) = &mut self.things[other as usize] {
                other.close.push(id);
            }
        }
        fences.shrink_to_fit();
        self.things[id as usize] = Some(Member { thing, fences, boxes, close, cluster: None });
        id
    }

    /// The things of a group, to be put together.
    pub(super) fn members<'a>(
        &'a self,
        group: &'a [u32],
    ) -> impl Iterator<Item = &'a Thing> + Clone {
        group.iter().filter_map(|&id| self.things[id as usize].as_ref()).map(|m| &m.thing)
    }

    /// What comes out of a group.
    pub(super) fn fused(&self, group: &[u32]) -> Result<Vec<Fence>, BuildError> {
        match group[..] {
            // Each for itself is known to share ends only.
            [one] => {
                let member = self.things[one as usize].as_ref();
                let fences = member.map_or(&[][..], |member| &member.fences);
                let mut fences: Vec<Fence> = fences.iter().map(|f| f.forward()).collect();
                fences.sort_unstable();
                Ok(fences)
            }
            _ => fuse(self.members(group)),
        }
    }

    /// What comes out of each group of a whole layout.
    pub(super) fn all_fused(
        &self,
        groups: &[Vec<u32>],
        watch: &mut dyn Watch,
    ) -> Result<Vec<Vec<Fence>>, BuildError> {
        let members = |group: &[u32]| self.members(group).cloned().collect();
        fuse_all(groups, watch, members, |group| self.fused(group))
    }

    /// Takes note of what came out of each group, and says what that changes.
    pub(super) fn settle(&mut self, affected: &Affected, fused: Vec<Vec<Fence>>) -> Difference {
        let mut old: Vec<Fence> = Vec::new();
        for &cluster in &affected.clusters {
            old.append(&mut self.clusters[cluster as usize]);
            self.free_clusters.push(cluster);
        }
        let mut new: Vec<Fence> = fused.iter().flatten().copied().collect();
        self.keep(affected, fused);
        old.sort_unstable();
        new.sort_unstable();
        difference(&old, &new)
    }

    /// Takes note of what came out of each group.
    pub(super) fn keep(&mut self, affected: &Affected, fused: Vec<Vec<Fence>>) {
        for (group, fences) in affected.groups.iter().zip(fused) {
            let cluster = self.free_clusters.pop().unwrap_or_else(|| {
                self.clusters.push(Vec::new());
                self.clusters.len() as u32 - 1
            });
            self.clusters[cluster as usize] = fences;
            for &id in group {
                if let Some(member) = &mut self.things[id as usize] {
                    member.cluster = Some(cluster);
                }
            }
        }
    }

    /// Everything that is there, as if all of it were new.
    pub(super) fn all(&mut self) -> Affected {
        self.affected((0..self.things.len() as u32).collect(), Vec::new())
    }

    /// What the things of some groups are called.
    pub(super) fn culprits(&self, groups: &[Vec<u32>]) -> Vec<Culprit> {
        groups.iter().flat_map(|group| self.members(group)).map(|thing| thing.culprit).collect()
    }

    /// The box around a thing, by its name.
    pub(super) fn bounds_of(&self, culprit: Culprit) -> Option<WholeBox> {
        let id = self.by_culprit.get(&culprit)?;
        self.things[*id as usize].as_ref().map(|member| member.thing.bounds)
    }
}

impl Member {
    fn nobody() -> Self {
        let thing = Thing::nothing();
        let (fences, boxes, close) = (Vec::new(), Vec::new(), Vec::new());
        Self { thing, fences, boxes, close, cluster: None }
    }
}

/// What is in one sorted list and not in the other, both ways.
fn difference(old: &[Fence], new: &[Fence]) -> Difference {
    let mut told = Difference::default();
    let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
    loop {
        match (old.peek(), new.peek()) {
            (Some(a), Some(b)) if a == b => {
                old.next();
                new.next();
            }
            (Some(a), Some(b)) if a < b => told.removed.extend(old.next()),
            (Some(_), None) => told.removed.extend(old.next()),
            (_, Some(_)) => told.added.extend(new.next()),
            (None, None) => return told,
        }
    }
}
