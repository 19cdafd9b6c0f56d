//! The nodes of a search in columns, so that a pass over one thing does not drag the others along.

use std::num::NonZeroU32;

use crate::geom::Point;

use super::Seen;

/// Names a node of one trace. They are numbered from one, in the order in which they came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// Its number, counted from one.
    #[inline]
    pub fn number(self) -> NonZeroU32 {
        self.0
    }

    #[inline]
    pub(super) fn from_number(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    #[inline]
    pub(super) fn from_index(index: usize) -> Option<Self> {
        u32::try_from(index + 1).ok().and_then(Self::from_number)
    }

    /// Its place in tables of nodes, counted from zero.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A node with its name and the one it came out of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Node {
    /// Its name.
    pub id: NodeId,
    /// The node it came out of; none if that was the start.
    pub parent: Option<NodeId>,
    /// What there is to see of it. Root and g are exact; the interval is rounded to single precision as seen from the
    /// start, and so is by how much f is above the straight way.
    pub seen: Seen,
}

/// From when to when a node was in the queue, by the numbers of the events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifetime {
    /// When it went in.
    pub opened: Option<u32>,
    /// When it was expanded, pruned, or the goal reached over it, whether it had been in the queue or not.
    pub closed: Option<u32>,
}

/// No event: later than all of them.
const NEVER: u32 = u32::MAX;

/// A place to stand, and what it costs to get there.
#[derive(Debug, Clone, Copy)]
struct Root {
    point: Point,
    g: f64,
}

impl Root {
    fn is(&self, seen: &Seen) -> bool {
        self.point == seen.root && self.g == seen.g
    }
}

/// How many of the newest roots are looked at before another one is kept.
const LOOK_BACK: usize = 4;

/// The nodes of a search, in the order in which they came out.
#[derive(Debug, Clone)]
pub(super) struct Nodes {
    /// Intervals are kept as seen from here.
    origin: Point,
    /// Costs are kept as what they are above this.
    base: f64,
    parents: Vec<Option<NodeId>>,
    roots: Vec<u32>,
    faces: Vec<u32>,
    intervals: Vec<[f32; 4]>,
    costs: Vec<f32>,
    /// When each one was closed.
    closed: Vec<u32>,
    /// Those that went into the queue, which most do not, and when; in the order of their numbers.
    queued: Vec<(NodeId, u32)>,
    /// What `roots` names.
    places: Vec<Root>,
}

impl Nodes {
    /// For a search that starts at a point, where no path costs less than the base.
    pub(super) fn new(origin: Point, base: f64) -> Self {
        Self {
            origin,
            base,
            parents: Vec::new(),
            roots: Vec::new(),
            faces: Vec::new(),
            intervals: Vec::new(),
            costs: Vec::new(),
            closed: Vec::new(),
            queued: Vec::new(),
            places: vec![Root { point: origin, g: 0.0 }],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// Keeps a node; also says whether it stands somewhere else than its parent.
    pub(super) fn add(&mut self, parent: Option<NodeId>, seen: &Seen) -> Option<(NodeId, bool)> {
        let id = NodeId::from_index(self.len())?;
        // Parents come before their children, so that following them always ends.
        let parent = parent.filter(|parent| *parent < id);
        let stood = parent.map_or(0, |parent| self.roots[parent.index()]);
        let root = self.root_of(stood, seen);
        let relative = |p: Point| {
            let offset = p - self.origin;
            [offset.x as f32, offset.y as f32]
        };
        let [[left_x, left_y], [right_x, right_y]] = seen.interval.map(relative);
        push(&mut self.parents, parent);
        push(&mut self.roots, root);
        push(&mut self.faces, seen.face);
        push(&mut self.intervals, [left_x, left_y, right_x, right_y]);
        push(&mut self.costs, (seen.f - self.base) as f32);
        push(&mut self.closed, NEVER);
        Some((id, root != stood))
    }

    /// The number of the root that a node stands at, given that of its parent.
    fn root_of(&mut self, stood: u32, seen: &Seen) -> u32 {
        if self.places[stood as usize].is(seen) {
            return stood;
        }
        let newest = self.places.iter().enumerate().rev().take(LOOK_BACK);
        if let Some((root, _)) = newest.into_iter().find(|(_, place)| place.is(seen)) {
            return root as u32;
        }
        push(&mut self.places, Root { point: seen.root, g: seen.g });
        self.places.len() as u32 - 1
    }

    /// Takes note that a node went into the queue; `false` if it cannot have, because it had been there or is closed.
    pub(super) fn open(&mut self, id: Option<NodeId>, event: u32) -> bool {
        let Some((id, &closed)) = id.and_then(|id| Some((id, self.closed.get(id.index())?))) else {
            return false;
        };
        // Nodes are queued soon after they came out, so this is nearly always the end of the list.
        match self.queued.binary_search_by_key(&id, |&(queued, _)| queued) {
            Err(place) if closed == NEVER => {
                self.queued.insert(place, (id, event));
                true
            }
            _ => false,
        }
    }

    /// Takes note that a node is done with; `true` if that takes it out of the queue.
    pub(super) fn close(&mut self, id: Option<NodeId>, event: u32) -> bool {
        let Some((id, closed)) = id.and_then(|id| Some((id, self.closed.get_mut(id.index())?)))
        else {
            return false;
        };
        if *closed != NEVER {
            return false;
        }
        *closed = event;
        self.opened(id).is_some()
    }

    /// When a node went into the queue, if it did.
    fn opened(&self, id: NodeId) -> Option<u32> {
        let place = self.queued.binary_search_by_key(&id, |&(queued, _)| queued).ok()?;
        Some(self.queued[place].1)
    }

    pub(super) fn get(&self, id: NodeId) -> Option<Node> {
        let i = id.index();
        let root = self.places[*self.roots.get(i)? as usize];
        let [left_x, left_y, right_x, right_y] = self.intervals[i].map(f64::from);
        let interval = [Point::new(left_x, left_y), Point::new(right_x, right_y)]
            .map(|offset| self.origin + offset);
        let f = self.base + f64::from(self.costs[i]);
        let seen = Seen { face: self.faces[i], root: root.point, interval, g: root.g, f };
        Some(Node { id, parent: self.parents[i], seen })
    }

    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        *self.parents.get(id.index())?
    }

    pub(super) fn f(&self, id: NodeId) -> Option<f64> {
        self.costs.get(id.index()).map(|cost| self.base + f64::from(*cost))
    }

    pub(super) fn lifetime(&self, id: NodeId) -> Option<Lifetime> {
        let closed = *self.closed.get(id.index())?;
        Some(Lifetime { opened: self.opened(id), closed: (closed != NEVER).then_some(closed) })
    }

    /// Those in the queue after an event.
    pub(super) fn open_after(&self, event: u32) -> impl Iterator<Item = NodeId> {
        self.queued
            .iter()
            .filter(move |(id, opened)| *opened <= event && event < self.closed[id.index()])
            .map(|(id, _)| *id)
    }

    /// The first node that enters a face.
    pub(super) fn first_in_face(&self, face: u32) -> Option<NodeId> {
        self.faces.iter().position(|entered| *entered == face).and_then(NodeId::from_index)
    }

    /// Gives back what the columns took in advance.
    pub(super) fn shrink(&mut self) {
        self.parents.shrink_to_fit();
        self.roots.shrink_to_fit();
        self.faces.shrink_to_fit();
        self.intervals.shrink_to_fit();
        self.costs.shrink_to_fit();
        self.closed.shrink_to_fit();
        self.queued.shrink_to_fit();
        self.places.shrink_to_fit();
    }

    /// How many bytes the columns take.
    pub(super) fn n_bytes(&self) -> usize {
        fn taken<T>(column: &Vec<T>) -> usize {
            column.capacity() * size_of::<T>()
        }
        taken(&self.parents)
            + taken(&self.roots)
            + taken(&self.faces)
            + taken(&self.intervals)
            + taken(&self.costs)
            + taken(&self.closed)
            + taken(&self.queued)
            + taken(&self.places)
    }
}

/// Pushes into a column that grows by an eighth, not to double: there are millions of rows, and memory counts.
#[inline]
pub(super) fn push<T>(column: &mut Vec<T>, value: T) {
    if column.len() == column.capacity() {
        column.reserve_exact(column.len() / 8 + 64);
    }
    column.push(value);
}
