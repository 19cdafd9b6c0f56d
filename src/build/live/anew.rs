//! Everything built anew from a layout.

use std::panic::{AssertUnwindSafe, catch_unwind};

use spade::Triangulation as _;

use crate::layout::Layout;
use crate::watch::{Watch, each};

use super::super::plan::Plan;
use super::super::triangulate::Fault;
use super::super::{BuildError, Culprit, Faces, Steps, things_of};
use super::crowd::Crowd;
use super::drawn::Slots;
use super::islands::LiveIslands;
use super::joints::Joints;
use super::net::Net;
use super::repair;

/// What a layout comes to, as far as it is built.
#[derive(Debug, Default)]
pub(super) struct Anew {
    pub(super) crowd: Crowd,
    pub(super) net: Option<Net>,
    pub(super) slots: Slots,
    pub(super) joints: Joints,
    pub(super) islands: LiveIslands,
}

impl Anew {
    /// Builds everything, for somebody who may end it. The parts of the whole are about those of the time.
    pub(super) fn build(
        &mut self,
        layout: &Layout,
        steps: Steps,
        faces: Faces,
        watch: &mut dyn Watch,
    ) -> Result<(), BuildError> {
        let things = things_of(layout, steps, &mut watch.stage(0.0, 0.02))?;
        let names: Vec<Culprit> = things.iter().map(|thing| thing.culprit).collect();
        each(things.into_iter(), &mut watch.stage(0.02, 0.1), |thing| self.crowd.add(thing))?;
        let plan = self.plan(&mut watch.stage(0.1, 0.2))?;
        let triangulate = || self.triangulate(plan, faces, &mut watch.stage(0.2, 0.75));
        match catch_unwind(AssertUnwindSafe(triangulate)) {
            Ok(Err(BuildError::Unsound)) | Err(_) => return Err(BuildError::Library(names)),
            Ok(result) => result?,
        }
        self.write_down(steps, &mut watch.stage(0.75, 1.0))
    }

    /// Puts together what meets.
    fn plan(&mut self, watch: &mut dyn Watch) -> Result<Plan, BuildError> {
        let all = self.crowd.all();
        let fused = self.crowd.all_fused(&all.groups, &mut watch.stage(0.0, 0.5))?;
        let mut plan = Plan::default();
        each(fused.iter(), &mut watch.stage(0.5, 1.0), |fences| plan.add_fences(fences))?;
        plan.add_frame();
        self.crowd.keep(&all, fused);
        Ok(plan)
    }

    /// Triangulates a plan and works out what covers each triangle; unsound where the library gives up.
    fn triangulate(
        &mut self,
        mut plan: Plan,
        faces: Faces,
        watch: &mut dyn Watch,
    ) -> Result<(), BuildError> {
        let net = Net::new(&mut plan, &mut watch.stage(0.0, 0.7)).map_err(|fault| match fault {
            Fault::Cancelled => BuildError::Cancelled,
            Fault::Panicked | Fault::Crossing => BuildError::Unsound,
        })?;
        repair::label(self.net.insert(net), &plan, faces, &mut watch.stage(0.7, 1.0))
    }

    /// Writes down the triangles as they are drawn, and how they hang together.
    fn write_down(&mut self, steps: Steps, watch: &mut dyn Watch) -> Result<(), BuildError> {
        let Some(net) = &mut self.net else { return Ok(()) };
        each(net.cdt.fixed_inner_faces(), &mut watch.stage(0.0, 0.2), |face| {
            self.slots.write(net, face, steps);
        })?;
        let list = self.slots.list();
        self.joints = Joints::of_all(net, list, steps, &mut watch.stage(0.2, 0.8))?;
        self.islands.name_all(net, list.len(), &mut watch.stage(0.8, 1.0))?;
        Ok(())
    }
}
