//! Teleporters: walk to somewhere on a line, and go on from somewhere else at no cost. So with steps to another floor
//! where there is no border in common, but that they are walked.
//!
//! What a path costs at least is then no longer the straight line. But it must end by walking to the goal, or to the
//! line of some teleporter; and what must follow on that one is worked out before the search.

use super::look::Outlook;
use super::ways::Ray;
use super::*;
use crate::geom::Segment;

/// With more teleporters than this no bounds are worked out, and the search goes out in all directions.
const MOST_BOUNDED: usize = 512;

/// What is known of the teleporters of a ground in the current search.
#[derive(Debug, Default)]
pub(super) struct Landings {
    /// What is the least that is left to walk behind each.
    bounds: Vec<f64>,
    /// What it costs to get to the other end of each, as far as is known.
    distances: Vec<f64>,
    /// The roots where somebody landed, and by which link.
    roots: Vec<(u32, u32)>,
    /// The teleporters for which the bound is not settled yet.
    open: Vec<usize>,
}

impl Landings {
    /// Forgets the last search, and works out what follows each teleporter at least.
    pub(super) fn reset(&mut self, ground: &Ground, goal: Point) {
        let jumps = &ground.jumps.list;
        self.roots.clear();
        self.distances.clear();
        self.distances.resize(jumps.len(), f64::INFINITY);
        self.bounds.clear();
        if MOST_BOUNDED < jumps.len() {
            return self.bounds.resize(jumps.len(), 0.0);
        }
        self.bounds.extend(jumps.iter().map(|jump| jump.arrival.distance(goal)));
        // Dijkstra's way back from the goal: the closest one that is left cannot get closer.
        self.open.extend(0..jumps.len());
        while let Some(place) = (0..self.open.len())
            .min_by(|&a, &b| self.bounds[self.open[a]].total_cmp(&self.bounds[self.open[b]]))
        {
            let nearest = self.open.swap_remove(place);
            for &other in &self.open {
                let walk = jumps[nearest].entrance.distance(jumps[other].arrival);
                self.bounds[other] = self.bounds[other].min(walk + self.bounds[nearest]);
            }
        }
    }

    /// The link by which a root was reached, if it was.
    pub(super) fn link(&self, root: u32) -> Option<u32> {
        self.roots.iter().find(|&&(landed, _)| landed == root).map(|&(_, link)| link)
    }
}

impl<S: TraceSink> Run<'_, S> {
    /// What a path over an interval costs at least.
    #[inline(always)]
    pub(super) fn cost(&self, view: &view::View) -> f64 {
        let on_foot = view.cost(self.goal);
        if self.ground.jumps.list.is_empty() {
            on_foot
        } else {
            self.cost_with_jumps(on_foot, &view.root)
        }
    }

    fn cost_with_jumps(&self, on_foot: f64, root: &Root) -> f64 {
        let bounds = self.tools.landings.bounds.iter();
        let jumps = self.ground.jumps.list.iter().zip(bounds);
        jumps
            .map(|(jump, bound)| root.g + jump.entrance.distance(root.point) + bound)
            .fold(on_foot, f64::min)
    }

    /// Takes every teleporter in a face, all of which is seen from the root.
    pub(super) fn jump_from(&mut self, face: u32, root: u32, id: S::Id) {
        for jump in self.ground.jumps.from(face) {
            let from = self.tools.roots[root as usize].point;
            let leave = self.ground.jumps.list[jump].entrance.closest(from);
            self.jump(jump, root, leave, id);
        }
    }

    /// Takes every teleporter in the face that a node enters, straight or by turning at an end of its side.
    pub(super) fn jump_in_sight(&mut self, outlook: &Outlook<S::Id>) {
        if self.ground.jumps.list.is_empty() {
            return;
        }
        let Outlook { node, id, root, entered, .. } = *outlook;
        for jump in self.ground.jumps.from(self.ground.faces[node.side as usize]) {
            let entrance = self.ground.jumps.list[jump].entrance;
            let rays = [node.right, node.left].map(|through| self.ray(&root, through));
            if let Some(seen) = in_sight(rays, entrance) {
                self.jump(jump, node.root, seen.closest(root.point), id);
            }
            for (end, through) in [(entered.to, node.right), (entered.from, node.left)] {
                if end.turns()
                    && end.vertex() == through
                    && let Some(turned) = self.turn(node.root, through)
                {
                    self.jump(jump, turned, entrance.closest(self.ground.point(end)), id);
                }
            }
        }
    }

    /// Leaves by a teleporter, unless a shorter way to its other end is known.
    fn jump(&mut self, jump: usize, root: u32, leave: Point, id: S::Id) {
        let from = self.tools.roots[root as usize];
        let taken = &self.ground.jumps.list[jump];
        let g_at_leave = from.g + from.point.distance(leave);
        let step = if taken.teleports { 0.0 } else { leave.distance(taken.arrival) };
        let g = g_at_leave + step;
        if self.tools.landings.distances[jump] <= g {
            return;
        }
        self.tools.landings.distances[jump] = g;
        let n_roots = self.tools.roots.len() as u32;
        self.tools.roots.push(Root { point: leave, g: g_at_leave, vertex: NONE, parent: root });
        self.tools.roots.push(Root { point: taken.arrival, g, vertex: NONE, parent: n_roots });
        if taken.teleports {
            self.tools.landings.roots.push((n_roots + 1, taken.link));
        }
        let cost = g + self.tools.landings.bounds[jump];
        self.tools.counters.generated += 1;
        let interval = [taken.arrival, taken.arrival];
        let id = self
            .sink
            .generated(id, &Seen { face: taken.to, root: leave, interval, g: g_at_leave, f: cost });
        self.queue(Entry { cost, node: Node::landing(n_roots + 1, jump), id });
    }

    /// Whether a shorter way to where a teleporter leads has become known.
    pub(super) fn is_landing_outdone(&self, jump: usize, root: u32) -> bool {
        self.tools.landings.distances[jump] < self.tools.roots[root as usize].g
    }

    /// Goes on from where a teleporter leads.
    pub(super) fn land(&mut self, jump: usize, root: u32, id: S::Id) {
        let to = self.ground.jumps.list[jump].to;
        let Root { point, g, .. } = self.tools.roots[root as usize];
        self.tools.counters.expanded += 1;
        self.sink.expanded(id);
        if self.tools.goal_faces.contains(&to) {
            self.queue_end(root, g + point.distance(self.goal), id);
        }
        self.look_out(to, root, id);
        if let Some((node, id)) = self.queue_successors() {
            self.expand(node, id);
        }
    }
}

/// What of a segment in the face is seen between two rays. What is seen at all is decided exactly.
fn in_sight([right, left]: [Ray; 2], segment: Segment) -> Option<Segment> {
    let Segment { mut from, mut to } = segment;
    for (ray, beyond) in [(right, Hand::Right), (left, Hand::Left)] {
        let is_beyond = |p: Point| side(ray[0], ray[1], p) == beyond;
        match (is_beyond(from), is_beyond(to)) {
            (true, true) => return None,
            (true, false) => from = crossing(ray, from, to),
            (false, true) => to = crossing(ray, from, to),
            (false, false) => {}
        }
    }
    Some(Segment::new(from, to))
}
