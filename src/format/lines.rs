//! Where in a file each vertex and face stands.

use crate::mesh::{Element, Origin};

/// Where in a file each element stands; elements that are not listed are not known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lines {
    /// Whether the places are bytes of a binary file, not lines of text.
    pub binary: bool,
    /// Of each vertex.
    pub vertices: Vec<u32>,
    /// Of each face.
    pub faces: Vec<u32>,
    /// Of each wall, portal or connection, outline or row.
    pub records: Vec<u32>,
}

impl Lines {
    /// Where an element stands.
    pub fn origin(&self, element: Element) -> Option<Origin> {
        let place = match element {
            Element::Vertex(vertex) => self.vertices.get(vertex.index()),
            Element::Face(face) | Element::Side(face, _) => self.faces.get(face.index()),
            Element::Record(index) | Element::Outline(index) | Element::Instance(index) => {
                self.records.get(index as usize)
            }
            Element::File | Element::Link(_) => None,
        }?;
        Some(if self.binary { Origin::Byte(u64::from(*place)) } else { Origin::Line(*place) })
    }
}
