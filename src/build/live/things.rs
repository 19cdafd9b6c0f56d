//! What is drawn, as it lies on the grid: one thing at a time, and the ground under all of them.

use super::super::inflate::Growth;
use super::super::steps::WholeBox;
use super::super::thing::Thing;
use super::super::{BuildError, Culprit, reach_of};
use super::Live;

impl Live {
    fn growth(&self) -> Option<Growth> {
        Growth::of(self.layout.agent, self.steps)
    }

    /// What was drawn under a name, on the grid; nothing if it has come to nothing or lies outside of the ground.
    pub(super) fn thing(&mut self, culprit: Culprit) -> Result<Option<Thing>, BuildError> {
        let growth = self.growth();
        let thing = match culprit {
            Culprit::Obstacle(id) => {
                let obstacle = self.layout.obstacles.get(&id);
                obstacle.map(|o| Thing::obstacle(id, o, self.steps, growth.as_ref()))
            }
            Culprit::Wall(id) => {
                let wall = self.layout.walls.get(&id);
                wall.map(|wall| Thing::wall(id, wall, self.steps, growth.as_ref()))
            }
            Culprit::Border => None,
        };
        let ground = self.crowd.bounds_of(Culprit::Border);
        let reach = ground.and_then(|ground| reach_of(&self.layout, ground));
        let in_reach = |thing: &Thing| {
            !thing.is_nothing() && reach.is_none_or(|reach| thing.bounds.touches(reach))
        };
        Ok(thing.transpose()?.filter(in_reach))
    }

    /// The ground, if it is a box around everything and that is another one now.
    pub(super) fn moved_border(&mut self) -> Result<Option<(Culprit, Option<Thing>)>, BuildError> {
        if !self.layout.border_moves() {
            return Ok(None);
        }
        let growth = self.growth();
        let bounds = self.layout.bounds_around(self.bounds.all);
        let ground = Thing::box_ground(bounds, self.steps, growth.as_ref())?;
        let there = self.crowd.bounds_of(Culprit::Border).unwrap_or(WholeBox::EMPTY);
        if there == ground.bounds {
            return Ok(None);
        }
        Ok(Some((Culprit::Border, (!ground.is_nothing()).then_some(ground))))
    }
}
