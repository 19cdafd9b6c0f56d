//! Work that is too much for between two frames: handed out, done elsewhere, and handed back.

use crate::watch::{Watch, ask};

use super::super::BuildError;
use super::super::cluster::fuse_aside;
use super::super::fence::Fence;
use super::super::thing::Thing;
use super::crowd::{Affected, Crowd};

/// Things to be put together, on whichever thread has the time.
#[derive(Debug, Clone)]
pub struct Job {
    id: u64,
    groups: Vec<Vec<Thing>>,
}

/// What a job came to.
#[derive(Debug)]
pub struct JobDone {
    pub(super) id: u64,
    pub(super) fused: Result<Vec<Vec<Fence>>, BuildError>,
}

impl Job {
    pub(super) fn new(id: u64, crowd: &Crowd, affected: &Affected) -> Self {
        let groups = affected.groups.iter();
        Self { id, groups: groups.map(|group| crowd.members(group).cloned().collect()).collect() }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// How many things there are to put together.
    pub fn n_things(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }

    /// Does the work, for somebody who may not want it any more.
    pub fn run(self, watch: &mut dyn Watch) -> JobDone {
        let n_groups = self.groups.len() as f32;
        let fuse = |(done, group)| {
            ask(watch, done as f32 / n_groups)?;
            fuse_aside(group, watch)
        };
        JobDone { id: self.id, fused: self.groups.into_iter().enumerate().map(fuse).collect() }
    }
}

impl PartialEq for Job {
    /// Jobs are the same if they were handed out as one.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}
