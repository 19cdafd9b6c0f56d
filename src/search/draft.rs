//! A mesh on its way to becoming ground: convex faces, merged where that is asked for, in an order that is kind to memory.

use std::collections::{BTreeMap, BTreeSet};

use crate::geom::Point;
use crate::mesh::ears;
use crate::mesh::{FaceId, LinkKind, Navmesh, VertexId};

use super::dead_ends::Core;
use super::ground::{NONE, Preparation, sides_behind};
use super::merge::{Merged, Rings};

/// The faces of the ground before their vertices are told apart.
pub(super) struct Draft {
    pub(super) corners: Vec<VertexId>,
    pub(super) twins: Vec<u32>,
    pub(super) starts: Vec<u32>,
    pub(super) origins: Vec<FaceId>,
    pub(super) pieces: Vec<u32>,
    pub(super) face_of_piece: Vec<u32>,
}

impl Draft {
    pub(super) fn new(mesh: &Navmesh, preparation: &Preparation) -> Self {
        let mut draft = Self {
            corners: Vec::with_capacity(mesh.corners().len()),
            twins: Vec::new(),
            starts: vec![0],
            origins: Vec::with_capacity(mesh.n_faces()),
            pieces: Vec::with_capacity(mesh.n_faces() + 1),
            face_of_piece: Vec::new(),
        };
        // For each side of the mesh the side of the ground that it became.
        let mut became = vec![NONE; mesh.corners().len()];
        let mut inner = Vec::new();
        draft.pieces.push(0);
        for face in mesh.faces() {
            let sector = mesh.attributes().sector.get(face.id.index()).copied().flatten();
            if face.walkable() && (preparation.special_sectors || sector.is_none()) {
                draft.add_face(mesh, face.id, &mut became, &mut inner);
            }
            draft.pieces.push(draft.origins.len() as u32);
        }
        draft.find_twins(mesh, preparation, &became, &inner);
        draft.face_of_piece = (0..draft.origins.len() as u32).collect();
        draft
    }

    /// The face that each side belongs to.
    pub(super) fn face_of_sides(&self) -> Vec<u32> {
        let mut faces = Vec::with_capacity(self.corners.len());
        for face in 0..self.origins.len() as u32 {
            faces.resize(self.starts[face as usize + 1] as usize, face);
        }
        faces
    }

    /// Makes larger faces of those that are convex together.
    pub(super) fn merge(&mut self, mesh: &Navmesh) {
        let faces = self.face_of_sides();
        // A passage must stay on the rim of its faces.
        let passages = mesh.links().iter().filter(|link| link.kind == LinkKind::Passage);
        let kept: BTreeSet<FaceId> = passages.flat_map(|link| [link.from, link.to]).collect();
        let stays = |side: u32| kept.contains(&self.origins[faces[side as usize] as usize]);
        let rings = Rings::new(mesh, &self.corners, &self.twins, &faces, &self.starts);
        let Merged { sides, starts, new_face } = rings.merge(stays);
        let mut new_side = vec![NONE; self.corners.len()];
        for (place, &side) in sides.iter().enumerate() {
            new_side[side as usize] = place as u32;
        }
        let twin = |side: u32| Some(self.twins[side as usize]).filter(|&twin| twin != NONE);
        let twins = sides
            .iter()
            .map(|&side| twin(side).map_or(NONE, |twin| new_side[twin as usize]))
            .collect();
        let corners = sides.iter().map(|&side| self.corners[side as usize]).collect();
        let first_side = |face: &[u32]| sides[face[0] as usize];
        let origins = starts
            .windows(2)
            .map(|face| self.origins[faces[first_side(face) as usize] as usize])
            .collect();
        (self.corners, self.twins, self.starts, self.origins) = (corners, twins, starts, origins);
        self.face_of_piece = new_face;
    }

    /// Puts the faces into an order in which neighbours are near each other and dead ends come last.
    ///
    /// A search goes from neighbour to neighbour and most of the time waits for memory: what it needs next should be
    /// close at hand, and what it never needs should not lie between.
    pub(super) fn arrange(&mut self) {
        let faces = self.face_of_sides();
        let links = sides_behind(&self.twins);
        let core = Core::new(&links, &faces, &self.starts);
        let n_faces = self.origins.len();
        let mut seen = vec![false; n_faces];
        let mut order = Vec::with_capacity(n_faces);
        let mut stack = Vec::new();
        for wants_core in [true, false] {
            for first in 0..n_faces as u32 {
                stack.push(first);
                while let Some(face) = stack.pop() {
                    if core.holds(face) != wants_core || seen[face as usize] {
                        continue;
                    }
                    seen[face as usize] = true;
                    order.push(face);
                    let sides = self.starts[face as usize]..self.starts[face as usize + 1];
                    let behind =
                        sides.map(|side| links[side as usize]).filter(|&link| link != NONE);
                    stack.extend(behind.map(|link| faces[link as usize]));
                }
            }
        }
        self.reorder(&order);
    }

    fn reorder(&mut self, order: &[u32]) {
        let old = |face: u32| self.starts[face as usize]..self.starts[face as usize + 1];
        let mut new_side = vec![NONE; self.corners.len()];
        let mut new_face = vec![NONE; order.len()];
        let mut starts = Vec::with_capacity(order.len() + 1);
        starts.push(0);
        let mut n_sides = 0;
        for (place, &face) in order.iter().enumerate() {
            new_face[face as usize] = place as u32;
            for side in old(face) {
                new_side[side as usize] = n_sides;
                n_sides += 1;
            }
            starts.push(n_sides);
        }
        let sides = || order.iter().flat_map(|&face| old(face));
        let moved = |twin: u32| if twin == NONE { NONE } else { new_side[twin as usize] };
        let corners = sides().map(|side| self.corners[side as usize]).collect();
        let twins = sides().map(|side| moved(self.twins[side as usize])).collect();
        let origins = order.iter().map(|&face| self.origins[face as usize]).collect();
        self.face_of_piece.iter_mut().for_each(|face| *face = new_face[*face as usize]);
        (self.corners, self.twins, self.starts, self.origins) = (corners, twins, starts, origins);
    }

    /// Adds a face, in pieces if it is not convex, not at all if it has no inside.
    fn add_face(
        &mut self,
        mesh: &Navmesh,
        id: FaceId,
        became: &mut [u32],
        inner: &mut Vec<[u32; 2]>,
    ) {
        let face = mesh.face(id);
        let first = face.range().start;
        if face.is_convex() {
            for (i, &corner) in face.corners().iter().enumerate() {
                became[first + i] = self.corners.len() as u32;
                self.corners.push(corner);
            }
            self.close_face(id);
            return;
        }
        let ring: Vec<Point> = face.points().collect();
        let mut diagonals = BTreeMap::new();
        for triangle in ears::triangles(&ring).unwrap_or_default() {
            for k in 0..3 {
                let (from, to) = (triangle[k], triangle[(k + 1) % 3]);
                let side = self.corners.len() as u32;
                self.corners.push(face.corners()[from]);
                if (from + 1) % ring.len() == to {
                    became[first + from] = side;
                } else if let Some(other) = diagonals.remove(&(to, from)) {
                    inner.push([other, side]);
                } else {
                    diagonals.insert((from, to), side);
                }
            }
            self.close_face(id);
        }
    }

    fn close_face(&mut self, origin: FaceId) {
        self.starts.push(self.corners.len() as u32);
        self.origins.push(origin);
    }

    fn find_twins(
        &mut self,
        mesh: &Navmesh,
        preparation: &Preparation,
        became: &[u32],
        inner: &[[u32; 2]],
    ) {
        self.twins = vec![NONE; self.corners.len()];
        for face in mesh.faces() {
            for side in 0..face.n_sides() {
                let here = became[face.range().start + side];
                if here == NONE || !face.across()[side].is_open() {
                    continue;
                }
                let too_narrow = || face.segment(side).length() < 2.0 * preparation.radius;
                if let Some((other, twin)) = mesh.twin(face.id, side)
                    && !(0.0 < preparation.radius && too_narrow())
                {
                    self.twins[here as usize] = became[mesh.face(other).range().start + twin];
                }
            }
        }
        for &[a, b] in inner {
            self.twins[a as usize] = b;
            self.twins[b as usize] = a;
        }
    }
}
