//! The state of a search after any of its events, read off without replaying it.

use crate::geom::Point;

use super::{Kind, NodeId, Seen, Trace};

/// Lengths and costs that differ by less than this part are the same, rounded.
const ROUNDED: f64 = 1e-6;

impl Trace {
    /// The nodes in the queue after an event, in the order in which they came out.
    ///
    /// An event beyond the last one is as good as the last one.
    pub fn frontier(&self, after: usize) -> Vec<NodeId> {
        self.clamped(after).map_or_else(Vec::new, |event| self.nodes.open_after(event).collect())
    }

    /// The nodes that were expanded until after an event, in the order in which they were.
    pub fn closed(&self, after: usize) -> impl Iterator<Item = NodeId> {
        let n = self.n_events().min(after.saturating_add(1));
        self.events[..n]
            .iter()
            .filter(|packed| packed.kind().expands())
            .filter_map(|packed| packed.node())
    }

    /// The node that was expanded last when an event happened; none before the first and after the end.
    pub fn expanding(&self, at: usize) -> Option<NodeId> {
        let at = self.clamped(at)? as usize;
        let decides = |kind: Kind| kind.expands() || matches!(kind, Kind::Reached | Kind::Failed);
        let packed = self.events[..=at].iter().rev().find(|packed| decides(packed.kind()))?;
        packed.node().filter(|_| packed.kind().expands())
    }

    /// A node, its parent, and so on back to the start.
    pub fn chain(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let known = (id.index() < self.n_nodes()).then_some(id);
        std::iter::successors(known, |id| self.nodes.parent(*id))
    }

    /// The places where a path to a node turns: the start first, the root of the node last.
    ///
    /// Instead of a root that is the image of a place in a border, it is that place.
    pub fn roots(&self, id: NodeId) -> Vec<Point> {
        let mut chain: Vec<Seen> =
            self.chain(id).filter_map(|id| self.nodes.get(id)).map(|node| node.seen).collect();
        chain.reverse();
        let mut points = vec![self.query().start];
        points.extend(chain.first().map(|seen| seen.root));
        // Whoever starts before a mirror is seen in it at once.
        let start = chain.first().map(|first| Seen { root: self.query().start, g: 0.0, ..*first });
        let mut mirrors = Vec::new();
        if let (Some(start), Some(first)) = (start, chain.first())
            && let Some(place) = place_of_image(&start, first)
        {
            points.pop();
            points.push(place);
            mirrors.push(*first);
        }
        for pair in chain.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            if from.root == to.root {
                continue;
            }
            if let Some(place) = place_of_image(&from, &to) {
                if place != from.root {
                    bend(&mut mirrors, place, &mut points);
                    points.push(place);
                }
                mirrors.push(to);
                continue;
            }
            let turned = turn_between(&from, &to);
            bend(&mut mirrors, turned.unwrap_or(to.root), &mut points);
            points.extend(turned);
            points.push(to.root);
        }
        points.dedup();
        points
    }

    /// The number of an event that was kept, as close as possible.
    fn clamped(&self, event: usize) -> Option<u32> {
        self.n_events().checked_sub(1).map(|last| last.min(event) as u32)
    }
}

/// Where a path turned on its way from the root of a node to that of a successor, if it did.
///
/// Who turns at the end of an interval and then follows a wall turns twice in one step. No node tells of the first
/// turn, but what it cost does.
fn turn_between(from: &Seen, to: &Seen) -> Option<Point> {
    let walked = to.g - from.g;
    let is_straight = walked <= from.root.distance(to.root) + ROUNDED * to.g;
    let over = |end: &Point| from.root.distance(*end) + end.distance(to.root);
    from.interval
        .into_iter()
        .filter(|end| !is_straight && (over(end) - walked).abs() <= ROUNDED * to.g)
        .min_by(|a, b| (over(a) - walked).abs().total_cmp(&(over(b) - walked).abs()))
}

/// The place whose image in a border the root of a successor is, if it is one: as far from both ends of the interval.
fn place_of_image(from: &Seen, to: &Seen) -> Option<Point> {
    let [left, right] = to.interval;
    let near = ROUNDED * (to.g + to.root.distance(left) + to.root.distance(right));
    let walked = to.g - from.g;
    let is_place = |place: &Point| {
        let is_as_far = |end: Point| (place.distance(end) - to.root.distance(end)).abs() <= near;
        (from.root.distance(*place) - walked).abs() <= near
            && near < place.distance(to.root)
            && is_as_far(left)
            && is_as_far(right)
    };
    let [one, other] = from.interval;
    [from.root, one, other].into_iter().find(is_place)
}

/// Adds where a path to a place has turned back at borders, and forgets those.
fn bend(mirrors: &mut Vec<Seen>, place: Point, points: &mut Vec<Point>) {
    let n_points = points.len();
    let mut to = place;
    while let Some(Seen { root, interval: [left, right], .. }) = mirrors.pop() {
        to = where_met([left, right], [to, root]);
        points.push(to);
    }
    points[n_points..].reverse();
}

/// Where the way between two points meets an interval, as close to it as it gets.
fn where_met([left, right]: [Point; 2], [a, b]: [Point; 2]) -> Point {
    let turn = |p: Point| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    let part = turn(left) / (turn(left) - turn(right));
    if part.is_finite() { left + (right - left) * part.clamp(0.0, 1.0) } else { left }
}
