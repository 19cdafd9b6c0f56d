//! A search as the graphics card shows it after any of its events.

use bytemuck::{Pod, Zeroable};

use crate::geom::Point;
use crate::search::{Ground, Trace};

/// A node: the piece of side it is about, and from when to when it was open.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ReplayNode {
    from: [f32; 2],
    to: [f32; 2],
    opened: u32,
    closed: u32,
    pruned: u32,
}

/// A search in arrays that a graphics card can take as they are.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// From where positions are seen.
    pub(super) origin: Point,
    /// The nodes that were ever open or closed.
    pub(super) nodes: Vec<ReplayNode>,
    /// The event that closed each face of the mesh, or never.
    pub(super) closings: Vec<u32>,
}

/// Later than every event.
const NEVER: u32 = u32::MAX;

impl Replay {
    /// Reads off a trace when each node and each face was done with.
    pub(super) fn new(ground: &Ground, trace: &Trace) -> Self {
        let mut pruned = vec![false; trace.n_nodes()];
        let mut closings = vec![NEVER; ground.mesh().n_faces()];
        for (number, event) in trace.events().enumerate() {
            let Some(node) = event.node else { continue };
            if event.kind.prunes() {
                pruned[node.id.index()] = true;
            } else if event.kind.expands()
                && let Some(face) = ground.origin_of(node.seen.face)
            {
                let closing = &mut closings[face.index()];
                *closing = (*closing).min(number as u32);
            }
        }
        let origin = trace.query().start;
        let seen = |p: Point| [(p.x - origin.x) as f32, (p.y - origin.y) as f32];
        let mut nodes = Vec::new();
        for node in trace.nodes() {
            let Some(lifetime) = trace.lifetime(node.id) else { continue };
            let Some(opened) = lifetime.opened.or(lifetime.closed) else { continue };
            let [left, right] = node.seen.interval;
            if left != right {
                nodes.push(ReplayNode {
                    from: seen(left),
                    to: seen(right),
                    opened,
                    closed: lifetime.closed.unwrap_or(NEVER),
                    pruned: u32::from(pruned[node.id.index()]),
                });
            }
        }
        Self { origin, nodes, closings }
    }
}
