//! Menge `.nav`: text, ids counted from 0, blanks and line breaks all the same.
//!
//! ```text
//! [vertices]  ([x] [y])*
//! [portals]   ([vertex] [vertex] [node] [node])*
//! [walls]     ([from vertex] [to vertex] [node] [next wall, or -1])*
//! ([group name] [nodes] (
//!     [center x] [center y]
//!     [corners] [vertex]*
//!     [a] [b] [c]                                 z = a x + b y + c
//!     [portals] [portal]*
//!     [walls] [wall]*                             every wall that touches the node, not only its own
//! )*)*
//! ```
//!
//! Node ids run on through the groups. Portals alone say who is whose neighbour: two nodes that share a side without
//! one have a wall between them, and a portal may cover a part of a side. Either winding is normal.

use crate::mesh::attributes::Records;
use crate::mesh::{Element, Findings, Kind, Navmesh, Origin};

use super::words::{Words, is_count};
use super::{Content, Draft, ReadError, neighbours};

mod cover;
mod derive;
mod join;
mod records;
mod scene;
mod sides;
#[cfg(test)]
mod tests;
mod write;

pub use scene::scene_elements;
pub use write::write;

/// Whether the file begins with a bare number, as no other map does.
pub fn recognizes(bytes: &[u8]) -> bool {
    Words::new(bytes).next_word().is_some_and(is_count)
}

/// Reads nodes as faces, and portals as what one may cross.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let records::Nav { mut parts, mut records, lines, group_lines } = records::read(bytes)?;
    let mut findings = Findings::default();
    note_repeated_groups(&parts.attributes.groups, &group_lines, &mut findings);
    neighbours::wind(&mut parts, &mut findings, true);
    let mut file_sides = sides::FileSides::new(&parts, &records);
    join::join(&mut parts, &mut records, &mut file_sides, &mut findings);
    cover::check(&parts, &records, &mut file_sides, &mut findings);
    parts.attributes.records = Records::Menge(Box::new(records));
    Ok(Draft::new(Navmesh::new(parts).map(Content::mesh), findings, lines))
}

fn note_repeated_groups(groups: &[String], lines: &[u32], findings: &mut Findings) {
    let mut order: Vec<(&String, u32)> = groups.iter().zip(lines.iter().copied()).collect();
    order.sort();
    for [(name, _), (again, line)] in order.array_windows() {
        if name == again {
            findings.add_at(Kind::DuplicateId, Element::File, Some(Origin::Line(*line)), || {
                format!("two groups are called {name:?}; Menge wants every name once")
            });
        }
    }
}
