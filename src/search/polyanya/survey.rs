//! The search without a goal: how far the whole core of the ground is from the middle of a face.

use super::*;

impl Polyanya<()> {
    /// Looks at all that can be reached from the middle of a face of the core, dead ends left out.
    pub(in crate::search) fn survey(&mut self, ground: &Ground, face: u32) {
        let middle = ground.middle(face);
        self.reset(ground);
        self.goal_faces.clear();
        self.start_faces.clear();
        self.start_faces.push(face);
        self.roots.push(Root { point: middle, g: 0.0, vertex: NONE, parent: NONE });
        self.landings.reset(ground, middle);
        self.mark_ways(ground);
        self.active = Prunings { blocks: false, landmarks: false, ..Prunings::ALL };
        // On the way there and back to where it began, what is near comes before what is far.
        Run { tools: self, ground, goal: middle, sink: &mut () }.search();
    }

    /// How far a vertex was in the last survey; none if nobody got there.
    pub(in crate::search) fn surveyed(&self, vertex: usize) -> Option<f64> {
        let Known { stamp, distance, .. } = self.known[vertex];
        (stamp == self.stamp).then_some(distance)
    }
}
