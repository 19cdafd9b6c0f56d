//! What becomes of successors: known by their names in the face that is entered, told to who listens, queued.

use super::*;

impl<S: TraceSink> Run<'_, S> {
    /// Adds a successor of which root and rays may have to be known by other names in the face that is entered.
    pub(super) fn add_named(&mut self, mut node: Node, parent: S::Id) {
        let entered = self.ground.sides[node.side as usize];
        if !self.ground.jumps.passages.is_empty() {
            match self.seen_from_outside(node) {
                Some(seen) => node = seen,
                None => return,
            }
        }
        // Behind a one-way side the same place is another vertex: what counts is the one in the face that is entered.
        let root = self.tools.roots[node.root as usize];
        for (ray, end) in [(&mut node.left, entered.from), (&mut node.right, entered.to)] {
            if *ray == OWN_END {
                *ray = end.vertex();
                self.sees(&root, end.vertex(), self.ground.point(end) - root.point);
            }
        }
        if let Some(root) = self.root_in_face(&node, entered) {
            self.add(Node { root, ..node }, parent);
        }
    }

    /// Adds a successor.
    pub(super) fn add(&mut self, node: Node, parent: S::Id) {
        if !self.ground.jumps.passages.is_empty() && self.is_repeated(&node) {
            return;
        }
        let id = self.generate(&node, parent);
        self.tools.successors.push((node, id));
    }

    /// Whether the same was seen before, from the same place and for no more.
    ///
    /// On one floor that cannot be. Where floors lie over each other, each of them leads to the same places behind, and
    /// a row of such places would double the work at every one.
    fn is_repeated(&mut self, node: &Node) -> bool {
        let root = self.tools.roots[node.root as usize];
        let through = |vertex| self.ray(&root, vertex).map(Point::bits);
        let key = (node.side, through(node.left), through(node.right));
        let before = self.tools.repeats.entry(key).or_insert(f64::INFINITY);
        let repeats = *before <= root.g;
        *before = before.min(root.g);
        repeats
    }

    /// Takes note of a successor.
    #[inline(always)]
    pub(super) fn generate(&mut self, node: &Node, parent: S::Id) -> S::Id {
        self.tools.counters.generated += 1;
        if S::LISTENS {
            let seen = self.look(node).seen(self.ground.faces[node.side as usize], self.goal);
            self.sink.generated(parent, &seen)
        } else {
            S::Id::default()
        }
    }

    /// The root as the face that is entered knows it; none if there is no use in stepping over the side.
    ///
    /// Who stands on the end of a one-way side and steps over it stands at another vertex in the same place. If it is
    /// the same one, the vertex has ground all around: what is behind was in sight before, and one could go round and
    /// round for ever.
    #[inline(always)]
    fn root_in_face(&mut self, node: &Node, entered: Side) -> Option<u32> {
        let Root { point, vertex, .. } = self.tools.roots[node.root as usize];
        let stands_on = if point == self.ground.point(entered.from) {
            entered.from.vertex()
        } else if point == self.ground.point(entered.to) {
            entered.to.vertex()
        } else {
            return Some(node.root);
        };
        let one_way = entered.twin == NONE;
        match vertex {
            NONE => Some(node.root),
            _ if vertex != stands_on => self.turn(node.root, stands_on),
            _ if one_way => None,
            _ => Some(node.root),
        }
    }

    /// Queues the end of the path, if it can be reached over the interval without turning where nothing is.
    pub(super) fn queue_last(&mut self, node: Node, id: S::Id) {
        let entered = self.ground.sides[node.side as usize];
        let (left_end, right_end) = (entered.from, entered.to);
        let root = self.tools.roots[node.root as usize];
        let [a, b] = [left_end, right_end].map(|end| self.ground.point(end));
        let [right_ray, left_ray] = [node.right, node.left].map(|through| self.ray(&root, through));
        let last = if root.point == a || root.point == b {
            Some(node.root)
        } else if side(right_ray[0], right_ray[1], self.goal) == Hand::Right {
            let turns = node.right == right_end.vertex() && right_end.turns();
            turns.then(|| self.turn(node.root, right_end.vertex())).flatten()
        } else if side(left_ray[0], left_ray[1], self.goal) == Hand::Left {
            let turns = node.left == left_end.vertex() && left_end.turns();
            turns.then(|| self.turn(node.root, left_end.vertex())).flatten()
        } else {
            Some(node.root)
        };
        if let Some(root) = last {
            let Root { point, g, .. } = self.tools.roots[root as usize];
            self.queue_end(root, g + point.distance(self.goal), id);
        }
    }

    /// Queues the end of a path that goes straight from a root to the goal.
    pub(super) fn queue_end(&mut self, root: u32, cost: f64, id: S::Id) {
        self.queue(Entry { cost, node: Node::end(root), id });
    }
}
