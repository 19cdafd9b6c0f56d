//! A mesh with some of its faces left out.

use std::borrow::Cow;

use super::attributes::Records;
use super::{Across, FaceId, FileIds, Link, Navmesh, Parts, VertexId};

/// The walkable faces alone, for formats that know no others; vertices that only blocked faces used go with them.
///
/// Order is kept. A mesh without blocked faces comes back as it is. The file's own records are not taken along.
pub fn walkable_part(mesh: &Navmesh) -> Cow<'_, Navmesh> {
    if mesh.faces().all(|face| face.walkable()) {
        return Cow::Borrowed(mesh);
    }
    let mut used_by_blocked = vec![false; mesh.n_vertices()];
    let mut used_by_walkable = vec![false; mesh.n_vertices()];
    for face in mesh.faces() {
        let used = if face.walkable() { &mut used_by_walkable } else { &mut used_by_blocked };
        face.corners().iter().for_each(|corner| used[corner.index()] = true);
    }
    let keeps = |vertex: usize| used_by_walkable[vertex] || !used_by_blocked[vertex];
    let vertices = renumber((0..mesh.n_vertices()).map(keeps));
    let faces = renumber(mesh.faces().map(|face| face.walkable()));

    let mut parts = Parts { starts: vec![0], ..Parts::default() };
    parts.points = (0..mesh.n_vertices())
        .filter(|&vertex| keeps(vertex))
        .map(|vertex| mesh.points()[vertex])
        .collect();
    for face in mesh.faces().filter(|face| face.walkable()) {
        parts
            .corners
            .extend(face.corners().iter().map(|corner| VertexId(vertices[corner.index()])));
        parts.across.extend(face.across().iter().map(|across| match across.face() {
            Some(other) if mesh.face(other).walkable() => match across {
                Across::Open(_) => Across::Open(FaceId(faces[other.index()])),
                _ => Across::Wall(FaceId(faces[other.index()])),
            },
            _ => Across::Outside,
        }));
        parts.starts.push(parts.corners.len() as u32);
        parts.walkable.push(true);
    }
    parts.links = mesh
        .links()
        .iter()
        .filter(|link| mesh.face(link.from).walkable() && mesh.face(link.to).walkable())
        .map(|link| Link {
            from: FaceId(faces[link.from.index()]),
            to: FaceId(faces[link.to.index()]),
            ..*link
        })
        .collect();
    parts.attributes = kept_attributes(mesh);
    Cow::Owned(Navmesh::new(parts).expect("a part of a sound mesh is sound"))
}

/// For each thing that is kept its new number; the others get numbers that nobody asks for.
fn renumber(kept: impl Iterator<Item = bool>) -> Vec<u32> {
    let mut next = 0;
    kept.map(|kept| {
        let number = next;
        next += u32::from(kept);
        number
    })
    .collect()
}

fn kept_attributes(mesh: &Navmesh) -> super::Attributes {
    fn kept<T: Clone>(mesh: &Navmesh, column: &[T]) -> Vec<T> {
        column
            .iter()
            .zip(mesh.faces())
            .filter(|(_, face)| face.walkable())
            .map(|(entry, _)| entry.clone())
            .collect()
    }
    let all = mesh.attributes();
    super::Attributes {
        ids: match &all.ids {
            FileIds::Listed(ids) => FileIds::Listed(kept(mesh, ids)),
            counted => counted.clone(),
        },
        groups: all.groups.clone(),
        group: kept(mesh, &all.group),
        plane: kept(mesh, &all.plane),
        z: kept(mesh, &all.z),
        flags: kept(mesh, &all.flags),
        sector: kept(mesh, &all.sector),
        cost: kept(mesh, &all.cost),
        center: kept(mesh, &all.center),
        clockwise: kept(mesh, &all.clockwise),
        records: Records::None,
    }
}
