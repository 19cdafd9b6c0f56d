//! Two ways to find a side of a node: by its two vertices, and by what lies on it.

use crate::geom::{Aabb, ON_SIDE, Point, Segment};
use crate::mesh::attributes::MengeRecords;
use crate::mesh::{FaceId, Parts, VertexId};

/// The sides of all nodes, to be found by their ends.
pub(super) struct SideIndex {
    /// Smaller vertex, larger vertex, node and direction, flat index.
    sides: Vec<(u32, u32, u32, u32)>,
}

impl SideIndex {
    pub(super) fn new(starts: &[u32], corners: &[VertexId]) -> Self {
        let mut sides = Vec::with_capacity(corners.len());
        for (node, ends) in starts.windows(2).enumerate() {
            for side in ends[0]..ends[1] {
                let next = if side + 1 == ends[1] { ends[0] } else { side + 1 };
                let (low, high, node) =
                    key(FaceId(node as u32), corners[side as usize], corners[next as usize]);
                sides.push((low, high, node, side));
            }
        }
        sides.sort_unstable();
        Self { sides }
    }

    /// The flat index of the side of a node that runs from one vertex to another.
    pub(super) fn find(&self, node: FaceId, from: VertexId, to: VertexId) -> Option<u32> {
        let sought = key(node, from, to);
        let place = self.sides.partition_point(|&(low, high, node, _)| (low, high, node) < sought);
        let &(low, high, node, side) = self.sides.get(place)?;
        ((low, high, node) == sought).then_some(side)
    }

    /// Whether a side of a node runs between two vertices, in either direction.
    pub(super) fn has(&self, node: FaceId, [a, b]: [VertexId; 2]) -> bool {
        self.find(node, a, b).or_else(|| self.find(node, b, a)).is_some()
    }
}

/// A node takes at least eleven words, so a bit is left beside its number.
fn key(node: FaceId, from: VertexId, to: VertexId) -> (u32, u32, u32) {
    (from.0.min(to.0), from.0.max(to.0), node.0 << 1 | u32::from(to < from))
}

/// The sides of all nodes as the file lists them, to ask which one a portal or wall lies on.
pub(super) struct FileSides {
    starts: Vec<u32>,
    corners: Vec<VertexId>,
    /// The corners of each node once more, the smallest vertex first.
    sorted: Vec<VertexId>,
    /// Where the pieces of each side begin among the sides of the mesh, and at last where the last one ends.
    pub(super) pieces: Vec<u32>,
    /// How many more sides may be looked at: a hostile file would have us look at all of them for each portal.
    budget: usize,
}

impl FileSides {
    pub(super) fn new(parts: &Parts, records: &MengeRecords) -> Self {
        let mut sorted = parts.corners.clone();
        for node in 0..parts.n_faces() {
            sorted[parts.range(node)].sort_unstable();
        }
        let n_things = parts.corners.len() + records.portals.len() + records.walls.len();
        Self {
            starts: parts.starts.clone(),
            corners: parts.corners.clone(),
            sorted,
            pieces: Vec::new(),
            budget: 64 * n_things + 1_000_000,
        }
    }

    pub(super) fn n_sides(&self) -> usize {
        self.corners.len()
    }

    /// The corner where a side starts.
    pub(super) fn start(&self, side: usize) -> VertexId {
        self.corners[side]
    }

    /// Whether the file lists the vertex among the corners of the node.
    pub(super) fn has_corner(&self, node: FaceId, vertex: VertexId) -> bool {
        self.sorted[self.range(node)].binary_search(&vertex).is_ok()
    }

    /// A side as a piece of the plane.
    pub(super) fn segment(&self, points: &[Point], node: FaceId, side: usize) -> Segment {
        let range = self.range(node);
        let next = if side + 1 == range.end { range.start } else { side + 1 };
        Segment::new(points[self.corners[side].index()], points[self.corners[next].index()])
    }

    /// The side of the node that both ends lie on, or nearly so; also none when too many were looked at.
    pub(super) fn under(
        &mut self,
        points: &[Point],
        node: FaceId,
        ends: [VertexId; 2],
    ) -> Option<usize> {
        let range = self.range(node);
        self.budget = self.budget.saturating_sub(range.len());
        if self.gave_up() {
            return None;
        }
        let bounds =
            Aabb::around(self.corners[range.clone()].iter().map(|corner| points[corner.index()]));
        let [a, b] = ends.map(|end| points[end.index()]);
        let distance = |side: usize| {
            let segment = self.segment(points, node, side);
            segment.distance(a).max(segment.distance(b))
        };
        let (side, distance) = range
            .map(|side| (side, distance(side)))
            .min_by(|left, right| left.1.total_cmp(&right.1))?;
        (distance <= ON_SIDE * bounds.diagonal()).then_some(side)
    }

    /// Whether there was more to look at than is reasonable.
    pub(super) fn gave_up(&self) -> bool {
        self.budget == 0
    }

    fn range(&self, node: FaceId) -> std::ops::Range<usize> {
        self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize
    }
}
