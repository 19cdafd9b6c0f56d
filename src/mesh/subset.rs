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
    let keeps: Vec<bool> = mesh.faces().map(|face| face.walkable()).collect();
    let part = part(mesh, &keeps);
    Cow::Owned(Navmesh::new(part).expect("a part of a sound mesh is sound"))
}

/// The faces that are to be kept; vertices that only the others used go with them, and so do links from or to those.
///
/// Order is kept. The file's own records are not taken along.
pub fn part(mesh: &Navmesh, keeps: &[bool]) -> Parts {
    let mut used_by_others = vec![false; mesh.n_vertices()];
    let mut used_by_kept = vec![false; mesh.n_vertices()];
    for face in mesh.faces() {
        let used = if keeps[face.id.index()] { &mut used_by_kept } else { &mut used_by_others };
        face.corners().iter().for_each(|corner| used[corner.index()] = true);
    }
    let keeps_vertex = |vertex: usize| used_by_kept[vertex] || !used_by_others[vertex];
    let vertices = renumber((0..mesh.n_vertices()).map(keeps_vertex));
    let faces = renumber(keeps.iter().copied());

    let mut parts = Parts { starts: vec![0], ..Parts::default() };
    parts.points = (0..mesh.n_vertices())
        .filter(|&vertex| keeps_vertex(vertex))
        .map(|vertex| mesh.points()[vertex])
        .collect();
    for face in mesh.faces().filter(|face| keeps[face.id.index()]) {
        parts
            .corners
            .extend(face.corners().iter().map(|corner| VertexId(vertices[corner.index()])));
        parts.across.extend(face.across().iter().map(|across| match across.face() {
            Some(other) if keeps[other.index()] => match across {
                Across::Open(_) => Across::Open(FaceId(faces[other.index()])),
                _ => Across::Wall(FaceId(faces[other.index()])),
            },
            _ => Across::Outside,
        }));
        parts.starts.push(parts.corners.len() as u32);
        parts.walkable.push(face.walkable());
    }
    parts.links = mesh
        .links()
        .iter()
        .filter(|link| keeps[link.from.index()] && keeps[link.to.index()])
        .map(|link| Link {
            from: FaceId(faces[link.from.index()]),
            to: FaceId(faces[link.to.index()]),
            ..*link
        })
        .collect();
    parts.attributes = kept_attributes(mesh, keeps);
    parts
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

fn kept_attributes(mesh: &Navmesh, keeps: &[bool]) -> super::Attributes {
    fn kept<T: Clone>(keeps: &[bool], column: &[T]) -> Vec<T> {
        let kept = column.iter().zip(keeps).filter(|(_, kept)| **kept);
        kept.map(|(entry, _)| entry.clone()).collect()
    }
    let all = mesh.attributes();
    super::Attributes {
        ids: match &all.ids {
            FileIds::Listed(ids) => FileIds::Listed(kept(keeps, ids)),
            counted => counted.clone(),
        },
        groups: all.groups.clone(),
        group: kept(keeps, &all.group),
        plane: kept(keeps, &all.plane),
        z: kept(keeps, &all.z),
        flags: kept(keeps, &all.flags),
        sector: kept(keeps, &all.sector),
        cost: kept(keeps, &all.cost),
        center: kept(keeps, &all.center),
        clockwise: kept(keeps, &all.clockwise),
        records: Records::None,
    }
}
