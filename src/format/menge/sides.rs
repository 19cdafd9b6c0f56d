//! Two ways to find a side of a node: by its two vertices, and by what lies on it.

use crate::geom::{Aabb, ON_SIDE, Point, Segment};
use crate::mesh::attributes::MengeRecords;
use crate::mesh::{FaceId, Parts, VertexId, narrow, range, ranges, rim};

/// The sides of all nodes, to be found by their ends.
pub(super) struct SideIndex {
    /// Smaller vertex, larger vertex, node and direction, flat index.
    sides: Vec<(u32, u32, u32, u32)>,
}

impl SideIndex {
    pub(super) fn new(starts: &[u32], corners: &[VertexId]) -> Self {
        let mut sides = Vec::with_capacity(corners.len());
        for (range, node) in ranges(starts).zip((0..).map(FaceId)) {
            let ends = corners.get(range.clone()).into_iter().flat_map(rim);
            for (side, [from, to]) in range.zip(ends) {
                let (low, high, node) = key(node, from, to);
                sides.push((low, high, node, narrow(side)));
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
        for range in ranges(&parts.starts) {
            sorted.get_mut(range).unwrap_or_default().sort_unstable();
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

    /// Whether the file lists the vertex among the corners of the node.
    pub(super) fn has_corner(&self, node: FaceId, vertex: VertexId) -> bool {
        let sorted = range(&self.starts, node.index()).and_then(|range| self.sorted.get(range));
        sorted.is_some_and(|corners| corners.binary_search(&vertex).is_ok())
    }

    /// The side of the node that both ends lie on, or nearly so; also none when too many were looked at.
    pub(super) fn under(
        &mut self,
        points: &[Point],
        node: FaceId,
        ends: [VertexId; 2],
    ) -> Option<(usize, Segment)> {
        let range = range(&self.starts, node.index())?;
        self.budget = self.budget.saturating_sub(range.len());
        if self.gave_up() {
            return None;
        }
        let corners = self.corners.get(range.clone())?;
        let bounds =
            Aabb::around(corners.iter().filter_map(|corner| points.get(corner.index()).copied()));
        let Segment { from: a, to: b } = segment(points, ends)?;
        let sides = range.zip(rim(corners)).filter_map(|(side, ends)| {
            let segment = segment(points, ends)?;
            Some((side, segment, segment.distance(a).max(segment.distance(b))))
        });
        let (side, segment, distance) = sides.min_by(|left, right| left.2.total_cmp(&right.2))?;
        (distance <= ON_SIDE * bounds.diagonal()).then_some((side, segment))
    }

    /// Whether there was more to look at than is reasonable.
    pub(super) fn gave_up(&self) -> bool {
        self.budget == 0
    }
}

/// What lies between two vertices.
pub(super) fn segment(points: &[Point], [from, to]: [VertexId; 2]) -> Option<Segment> {
    Some(Segment::new(*points.get(from.index())?, *points.get(to.index())?))
}
