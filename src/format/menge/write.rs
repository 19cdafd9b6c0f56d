//! The mesh as a `.nav` file, laid out as MengeUtils does it.

use std::borrow::Cow;
use std::fmt;

use crate::format::loss::{Lost, mesh_losses};
use crate::format::{Content, Draft, WriteError, Written};
use crate::mesh::attributes::{MengeRecords, Records};
use crate::mesh::subset::walkable_part;
use crate::mesh::{Face, FaceId, Navmesh, VertexId};

use super::derive::derive;

/// Writes the walkable faces as nodes. A mesh that was read from a `.nav` keeps its portals, walls and winding.
pub fn write(mesh: &Navmesh) -> Result<Written, WriteError> {
    let own = with_own_records(mesh);
    let losses = mesh_losses(mesh, |lost| match lost {
        Lost::Passages => own.is_none(),
        Lost::BlockedFaces
        | Lost::OneWayClosed
        | Lost::Connections
        | Lost::Teleporters
        | Lost::Flags
        | Lost::Sectors
        | Lost::Costs
        | Lost::FaceIds => true,
        _ => false,
    });
    let bytes = own.unwrap_or_else(|| {
        let mesh = walkable_part(mesh);
        let order = by_group(&mesh);
        let records = Cow::Owned(derive(&mesh, &order));
        Page { records, mesh, order, clockwise: &[] }.to_string().into_bytes()
    });
    Ok(Written { bytes, losses })
}

/// The file with the portals and walls that the mesh was read with, if they still say what the mesh says.
fn with_own_records(mesh: &Navmesh) -> Option<Vec<u8>> {
    let page = Page {
        mesh: Cow::Borrowed(mesh),
        order: mesh.faces().map(|face| face.id).collect(),
        records: Cow::Borrowed(own_records(mesh)?),
        clockwise: &mesh.attributes().clockwise,
    };
    let bytes = page.to_string().into_bytes();
    let Ok(Draft { content: Ok(Content::Mesh(again)), .. }) = super::read(&bytes) else {
        return None;
    };
    again.has_ground_of(mesh).then_some(bytes)
}

/// The portals and walls that the mesh was read with, if their numbers still fit it.
fn own_records(mesh: &Navmesh) -> Option<&MengeRecords> {
    let Records::Menge(records) = &mesh.attributes().records else { return None };
    let (n_vertices, n_nodes) = (mesh.n_vertices(), mesh.n_faces());
    let (n_portals, n_walls) = (records.portals.len(), records.walls.len());
    let vertices_fit = |ends: [VertexId; 2]| ends.iter().all(|end| end.index() < n_vertices);
    let all_below =
        |lists: &[Vec<u32>], n: usize| lists.iter().flatten().all(|&id| (id as usize) < n);
    let fits = mesh.faces().all(|face| face.walkable())
        && records.node_portals.len() == n_nodes
        && records.node_walls.len() == n_nodes
        && mesh.attributes().group.len() == n_nodes
        && mesh.attributes().group.is_sorted()
        && all_below(&records.node_portals, n_portals)
        && all_below(&records.node_walls, n_walls)
        && records.portals.iter().all(|portal| {
            vertices_fit(portal.ends) && portal.nodes.iter().all(|node| node.index() < n_nodes)
        })
        && records.walls.iter().all(|wall| {
            let next_fits = wall.next.is_none_or(|next| (next as usize) < n_walls);
            vertices_fit(wall.ends) && wall.node.index() < n_nodes && next_fits
        });
    fits.then_some(records)
}

/// The faces, group after group, otherwise as they come.
fn by_group(mesh: &Navmesh) -> Vec<FaceId> {
    let mut order: Vec<FaceId> = mesh.faces().map(|face| face.id).collect();
    order.sort_by_key(|face| mesh.attributes().group.get(face.index()));
    order
}

/// Everything that goes into a file.
struct Page<'a> {
    mesh: Cow<'a, Navmesh>,
    /// The face that each node is.
    order: Vec<FaceId>,
    records: Cow<'a, MengeRecords>,
    /// Which faces are to be written clockwise; empty if none.
    clockwise: &'a [bool],
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MengeRecords { portals, walls, node_portals, node_walls, .. } = &*self.records;
        writeln!(f, "{}", self.mesh.n_vertices())?;
        for point in self.mesh.points() {
            writeln!(f, "\t{} {}", point.x, point.y)?;
        }
        writeln!(f, "\n{}", portals.len())?;
        for portal in portals {
            let ([from, to], [here, there]) = (portal.ends, portal.nodes);
            writeln!(f, "\t{} {} {} {}", from.0, to.0, here.0, there.0)?;
        }
        writeln!(f, "\n{}", walls.len())?;
        for wall in walls {
            let next = wall.next.map_or(-1, i64::from);
            writeln!(f, "\t{} {} {} {next}", wall.ends[0].0, wall.ends[1].0, wall.node.0)?;
        }
        let mut nodes = self.order.iter().zip(node_portals.iter().zip(node_walls));
        for (name, n_nodes) in self.groups() {
            writeln!(f, "\n{name}\n{n_nodes}")?;
            for (place, (&face, (portals, walls))) in nodes.by_ref().take(n_nodes).enumerate() {
                if place != 0 {
                    writeln!(f)?;
                }
                self.fmt_shape(f, self.mesh.face(face))?;
                fmt_list(f, portals)?;
                fmt_list(f, walls)?;
            }
        }
        Ok(())
    }
}

impl Page<'_> {
    /// The names of the groups, each with how many nodes it has.
    fn groups(&self) -> Vec<(Cow<'_, str>, usize)> {
        let attributes = self.mesh.attributes();
        let n_nodes = self.order.len();
        if attributes.group.len() != n_nodes || (attributes.groups.is_empty() && n_nodes != 0) {
            return vec![(Cow::Borrowed("walkable"), n_nodes)];
        }
        let mut groups: Vec<_> = attributes.groups.iter().map(|name| (one_word(name), 0)).collect();
        for &group in &attributes.group {
            groups.get_mut(group as usize).into_iter().for_each(|(_, n_nodes)| *n_nodes += 1);
        }
        groups
    }

    /// Center, corners and plane of a node.
    fn fmt_shape(&self, f: &mut fmt::Formatter<'_>, face: Face<'_>) -> fmt::Result {
        let attributes = self.mesh.attributes();
        let corners = self.corners(face);
        let center =
            attributes.center.get(face.id.index()).copied().unwrap_or_else(|| face.center());
        let plane = attributes.plane_of(face.id);
        writeln!(f, "\t{} {}", center.x, center.y)?;
        fmt_list(f, &corners)?;
        writeln!(f, "\t{} {} {}", plane.a, plane.b, plane.c)
    }

    /// The corners as a file has them: its own winding, and no ends of portals that it did not list.
    fn corners(&self, face: Face<'_>) -> Vec<u32> {
        let inserted = &self.records.inserted;
        let listed = |corner: &&VertexId| inserted.binary_search(&(face.id, **corner)).is_err();
        let mut corners: Vec<u32> =
            face.corners().iter().filter(listed).map(|corner| corner.0).collect();
        if self.clockwise.get(face.id.index()) == Some(&true) {
            corners.reverse();
        }
        corners
    }
}

fn fmt_list(f: &mut fmt::Formatter<'_>, list: &[u32]) -> fmt::Result {
    write!(f, "\t{}", list.len())?;
    for entry in list {
        write!(f, " {entry}")?;
    }
    writeln!(f)
}

/// A name that is read as one word, and not as a comment.
fn one_word(name: &str) -> Cow<'_, str> {
    let breaks = |c: char| c.is_ascii_whitespace() || matches!(c, '\u{B}' | '#');
    if name.is_empty() {
        Cow::Borrowed("group")
    } else if name.contains(breaks) || name.contains("//") {
        Cow::Owned(name.replace(breaks, "_").replace("//", "__"))
    } else {
        Cow::Borrowed(name)
    }
}
