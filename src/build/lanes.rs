//! Lanes to a mesh: a node for every lane, and a node where two or more of them meet.
//!
//! Corners are where the sides of neighbouring lanes meet, as the lane generator of the Open-RMF traffic editor has
//! them. Its nodes may overlap, cross themselves or run clockwise where lanes are short and wide, meet at sharp angles
//! or cross. Here such lanes are cut, narrowed or at last left out until every node is convex and no two cover the same
//! ground, and [`Built::mends`] says so. [`as_published`] gives the nodes of the original, for comparison.

use std::collections::HashMap;

use thiserror::Error;

use crate::layout::lane::{LaneId, LaneNetwork, LaneVertexId};
use crate::mesh::{Across, Element, FaceId, Kind, Navmesh, Parts, VertexId, check};

mod clash;
mod crossing;
mod fit;
mod hub;
mod mend;
mod plan;
mod published;
mod sketch;

pub use mend::{Mend, Reason};
pub use published::{Unpublished, as_published};

use clash::Part;
use plan::Plan;
use sketch::{Owner, Sketch};

/// A mesh of lanes.
#[derive(Debug, Clone, PartialEq)]
pub struct Built {
    /// Nodes where lanes meet, then nodes of lanes.
    pub mesh: Navmesh,
    /// What each face stands for.
    pub stands_for: Vec<StandsFor>,
    /// What could not be built as it was drawn.
    pub mends: Vec<Mend>,
}

/// What a face of a mesh of lanes stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandsFor {
    /// The vertex where lanes meet.
    Hub(LaneVertexId),
    /// A crossing of lanes that have no common vertex.
    Crossing,
    /// A lane, or a piece of one.
    Lane(LaneId),
}

/// So many lanes meet in one place that it would take too long to tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("too many lanes cross each other or lie on the same ground")]
pub struct TooTangled;

/// Builds the mesh of a network of lanes: convex faces, counter-clockwise, no two on the same ground.
pub fn build(network: &LaneNetwork) -> Result<Built, TooTangled> {
    let mut mends = Vec::new();
    let mut plan = Plan::new(network, &mut mends);
    crossing::join(&mut plan, &mut mends)?;
    fit::leave_out_beside(&mut plan);
    loop {
        let (sketch, parts) = fit::fit(&mut plan)?;
        let mesh = assemble(&sketch, &parts.list)?;
        let odd = odd_pieces(&mesh, &parts.list, &plan);
        if odd.is_empty() {
            plan.tell_left_out(&mut mends);
            tell_narrowed(&plan, &mut mends);
            tell_nodes(&plan, &sketch, &parts.list, &mut mends);
            let stands_for = parts.list.iter().map(|part| stands_for(&plan, part)).collect();
            return Ok(Built { mesh, stands_for, mends });
        }
        let odd: Vec<_> = odd.into_iter().map(|piece| (piece, Reason::NoRoom)).collect();
        plan.leave_out(&odd);
    }
}

/// The parts as faces; sides that two of them have are open.
fn assemble(sketch: &Sketch, list: &[Part]) -> Result<Navmesh, TooTangled> {
    let mut parts = Parts { points: sketch.points.clone(), starts: vec![0], ..Parts::default() };
    let mut face_left_of: HashMap<(usize, usize), FaceId> = HashMap::new();
    let sides = |ring: &[usize]| {
        let n = ring.len();
        let ring = ring.to_vec();
        (0..n).map(move |i| (ring[i], ring[(i + 1) % n]))
    };
    for (face, part) in (0..).map(FaceId).zip(list) {
        face_left_of.extend(sides(&part.ring).map(|side| (side, face)));
    }
    for part in list {
        for (from, to) in sides(&part.ring) {
            parts.corners.push(VertexId(from as u32));
            let behind = face_left_of.get(&(to, from));
            parts.across.push(behind.map_or(Across::Outside, |&face| Across::Open(face)));
        }
        parts.starts.push(parts.corners.len() as u32);
        parts.walkable.push(true);
    }
    // Two faces with the same side on their left would be on the same ground, and none are.
    Navmesh::new(parts).map_err(|_| TooTangled)
}

/// The pieces of faces that a look at the finished mesh still finds odd; islands are not.
fn odd_pieces(mesh: &Navmesh, list: &[Part], plan: &Plan) -> Vec<usize> {
    let findings = check(mesh);
    let odd = findings
        .list()
        .iter()
        .filter(|finding| !matches!(finding.kind, Kind::Islands | Kind::IsolatedFace));
    let mut pieces: Vec<usize> = odd
        .filter_map(|finding| {
            let has = |vertex: VertexId| {
                let owns = |part: &&Part| part.ring.contains(&vertex.index());
                list.iter().rev().find(owns)
            };
            let part = match finding.element {
                Element::Face(face) | Element::Side(face, _) => list.get(face.index()),
                Element::Vertex(vertex) => has(vertex),
                _ => list.last(),
            }?;
            match part.owner {
                Owner::Piece(piece) => Some(piece),
                Owner::Hub(place) => {
                    plan.pieces.iter().rposition(|piece| piece.ends.contains(&place))
                }
            }
        })
        .collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}

fn stands_for(plan: &Plan, part: &Part) -> StandsFor {
    match part.owner {
        Owner::Piece(piece) => StandsFor::Lane(plan.pieces[piece].lane),
        Owner::Hub(place) => plan.places[place].vertex.map_or(StandsFor::Crossing, StandsFor::Hub),
    }
}

fn tell_narrowed(plan: &Plan, mends: &mut Vec<Mend>) {
    for pieces in plan.pieces.chunk_by(|a, b| a.lane == b.lane) {
        let (lane, drawn) = (pieces[0].lane, pieces[0].drawn);
        let width = pieces.iter().flat_map(|piece| piece.widths).fold(drawn, f64::min);
        if width < drawn {
            mends.push(Mend::Narrowed { lane, drawn, width });
        }
    }
}

fn tell_nodes(plan: &Plan, sketch: &Sketch, list: &[Part], mends: &mut Vec<Mend>) {
    let vertex = |place: usize| plan.places[place].vertex;
    mends.extend(sketch.blunted.iter().map(|&place| Mend::Blunted { vertex: vertex(place) }));
    let mut owners: Vec<Owner> = list.iter().map(|part| part.owner).collect();
    owners.sort_unstable();
    for parts in owners.chunk_by(|a, b| a == b).filter(|parts| 1 < parts.len()) {
        let nodes = parts.len();
        mends.push(match parts[0] {
            Owner::Hub(place) => Mend::DividedHub { vertex: vertex(place), nodes },
            Owner::Piece(piece) => Mend::Divided { lane: plan.pieces[piece].lane, nodes },
        });
    }
}
