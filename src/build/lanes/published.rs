//! The nodes of the published lane generator, with all their flaws, to compare with.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::geom::{Point, Side, side, turning};
use crate::layout::lane::{LaneId, LaneNetwork};
use crate::mesh::attributes::{MengePortal, MengeRecords, MengeWall, Records};
use crate::mesh::{Across, FaceId, Navmesh, Parts, Plane, VertexId};

use super::hub::{dead_end, dot, left, sharp_corner, straight_corner};
use super::mend::{Mend, Reason};
use super::plan::{PieceEnd, Plan};

/// Why the original builds nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unpublished {
    /// It stops at such a lane.
    #[error("the original stops at lane {}: {reason}", lane.0)]
    Lane {
        /// Which one.
        lane: LaneId,
        /// Why.
        reason: Reason,
    },
    /// It stops at a lane that meets no other.
    #[error("the original stops at lane {}: it meets no other lane", lane.0)]
    Alone {
        /// Which one.
        lane: LaneId,
    },
    /// Its numbers are too large.
    #[error("what the original builds of these lanes is no mesh")]
    NoMesh,
}

/// The nodes as the original builds and lists them: nodes may be clockwise, not convex, or cross each other.
pub fn as_published(network: &LaneNetwork) -> Result<Navmesh, Unpublished> {
    let mut mends = Vec::new();
    let plan = Plan::new(network, &mut mends);
    plan.tell_left_out(&mut mends);
    if let Some(&Mend::LeftOut { lane, reason }) = mends.first() {
        return Err(Unpublished::Lane { lane, reason });
    }
    let mut page = Page::default();
    let ends_at = plan.ends_at_places();
    let mut corners_of = vec![Vec::new(); plan.pieces.len()];
    for (place, ends) in ends_at.iter().enumerate().filter(|(_, ends)| 2 <= ends.len()) {
        page.add_hub(&plan, plan.places[place].at, ends, &mut corners_of);
    }
    for (piece, mut corners) in corners_of.into_iter().enumerate() {
        if corners.is_empty() {
            return Err(Unpublished::Alone { lane: plan.pieces[piece].lane });
        }
        if let Some(end) = (0..2).find(|&end| ends_at[plan.pieces[piece].ends[end]].len() == 1) {
            let at = plan.places[plan.pieces[piece].ends[end]].at;
            let direction = plan.direction((piece, end));
            for point in dead_end(at, direction, plan.pieces[piece].drawn) {
                corners.push(page.vertex(point));
            }
        }
        page.add_lane(&plan, piece, &corners);
    }
    page.into_mesh().ok_or(Unpublished::NoMesh)
}

/// The file as it grows.
#[derive(Default)]
struct Page {
    points: Vec<Point>,
    nodes: Vec<Vec<VertexId>>,
    records: MengeRecords,
    /// The piece that each portal leads to.
    piece_of_portal: Vec<usize>,
}

impl Page {
    fn vertex(&mut self, point: Point) -> VertexId {
        self.points.push(point);
        VertexId(self.points.len() as u32 - 1)
    }

    fn node(&self) -> FaceId {
        FaceId(self.nodes.len() as u32)
    }

    fn add_portal(&mut self, ends: [VertexId; 2], piece: usize) {
        let node = self.node();
        self.records.portals.push(MengePortal { ends, nodes: [node, node] });
        self.piece_of_portal.push(piece);
    }

    fn add_hub(
        &mut self,
        plan: &Plan,
        hub: Point,
        ends: &[PieceEnd],
        corners_of: &mut [Vec<VertexId>],
    ) {
        let n = ends.len();
        let first_portal = self.records.portals.len() as u32;
        let corner = |i: usize| published_corner(plan, hub, ends[(i + n - 1) % n], ends[i]);
        if n == 2 {
            let sliver = 0.01;
            let (first, second) = (corner(0), corner(1));
            let [ahead, back] = [ends[0], ends[1]].map(|end| plan.direction(end) * sliver);
            let ring = [first, second + ahead, second, first + back].map(|p| self.vertex(p));
            for (k, &(piece, _)) in ends.iter().enumerate() {
                let portal = [ring[2 * k], ring[2 * k + 1]];
                corners_of[piece].extend(portal);
                self.add_portal(portal, piece);
            }
            self.nodes.push(ring.to_vec());
        } else {
            let ring: Vec<VertexId> = (0..n).map(|i| self.vertex(corner(i))).collect();
            for i in 0..n {
                corners_of[ends[(i + n - 1) % n].0].push(ring[i]);
                corners_of[ends[i].0].push(ring[i]);
            }
            for i in 0..n {
                let before = (i + n - 1) % n;
                self.add_portal([ring[i], ring[before]], ends[before].0);
            }
            self.nodes.push(ring);
        }
        let portals = first_portal..self.records.portals.len() as u32;
        self.records.node_portals.push(portals.collect());
        self.records.node_walls.push(Vec::new());
    }

    fn add_lane(&mut self, plan: &Plan, piece: usize, corners: &[VertexId]) {
        let &[a, b, c, d] = corners else { return };
        let [from, to] = plan.points(&plan.pieces[piece]);
        let beside = |vertex: VertexId| side(from, to, self.points[vertex.index()]);
        let same_side = |a, b| beside(a) == beside(b) && beside(a) != Side::On;
        let ring = if same_side(a, c) { [a, c, d, b] } else { [a, b, c, d] };
        let [a, b, c, d] = ring;
        let mut pairs = if same_side(a, b) { vec![[a, b], [c, d]] } else { vec![[a, d], [b, c]] };
        let portals: Vec<u32> = (0..self.piece_of_portal.len())
            .filter(|&portal| self.piece_of_portal[portal] == piece)
            .map(|portal| portal as u32)
            .collect();
        if let [portal] = portals[..] {
            let ends = self.records.portals[portal as usize].ends;
            let closed: BTreeSet<VertexId> =
                ring.into_iter().filter(|corner| !ends.contains(corner)).collect();
            pairs.extend(<[VertexId; 2]>::try_from(Vec::from_iter(closed)));
        }
        let node = self.node();
        for &portal in &portals {
            self.records.portals[portal as usize].nodes[1] = node;
        }
        let first_wall = self.records.walls.len() as u32;
        self.records.walls.extend(pairs.into_iter().map(|ends| MengeWall {
            ends,
            node,
            next: None,
        }));
        self.records.node_walls.push((first_wall..self.records.walls.len() as u32).collect());
        self.records.node_portals.push(portals);
        self.nodes.push(ring.to_vec());
    }

    fn into_mesh(self) -> Option<Navmesh> {
        let Self { points, mut nodes, records, .. } = self;
        let mut parts = Parts { points, starts: vec![0], ..Parts::default() };
        let attributes = &mut parts.attributes;
        attributes.groups.push("walkable".to_owned());
        for ring in &mut nodes {
            let outline: Vec<Point> =
                ring.iter().map(|corner| parts.points[corner.index()]).collect();
            let sum = outline.iter().fold(Point::default(), |sum, &p| sum + p);
            let n = ring.len() as f64;
            let clockwise = turning(&outline) == Side::Right;
            attributes.center.push(Point::new(sum.x / n, sum.y / n));
            attributes.clockwise.push(clockwise);
            attributes.group.push(0);
            attributes.plane.push(Plane::default());
            if clockwise {
                ring.reverse();
            }
        }
        for (node, ring) in (0..).map(FaceId).zip(&nodes) {
            let portals = records.node_portals[node.index()].iter();
            let portals = portals.map(|&portal| records.portals[portal as usize]);
            for [from, to] in sides(ring) {
                let beyond = portals.clone().find_map(|portal| {
                    let has = portal.ends == [from, to] || portal.ends == [to, from];
                    let other = portal.nodes.into_iter().find(|&other| other != node)?;
                    // Nodes that lie on each other may have a side on the same hand: nobody can cross that.
                    let meets = sides(&nodes[other.index()]).any(|side| side == [to, from]);
                    (has && meets).then_some(other)
                });
                parts.across.push(beyond.map_or(Across::Outside, Across::Open));
            }
            parts.corners.extend(ring);
            parts.starts.push(parts.corners.len() as u32);
            parts.walkable.push(true);
        }
        parts.attributes.records = Records::Menge(Box::new(records));
        Navmesh::new(parts).ok()
    }
}

fn sides(ring: &[VertexId]) -> impl Iterator<Item = [VertexId; 2]> {
    let n = ring.len();
    (0..n).map(move |i| [ring[i], ring[(i + 1) % n]])
}

fn published_corner(plan: &Plan, hub: Point, u: PieceEnd, v: PieceEnd) -> Point {
    let (u_direction, v_direction) = (plan.direction(u), plan.direction(v));
    let (u_width, v_width) = (plan.width(u), plan.width(v));
    if dot(u_direction, left(v_direction)).abs() < 0.05 {
        return straight_corner(hub, u_direction, u_width, v_width);
    }
    let inner = side(hub, plan.far(u), plan.far(v)) != Side::Right;
    sharp_corner(hub, (u_direction, u_width), (v_direction, v_width), inner)
}
