//! The words of a `.nav` file as records: every id names something, but nothing is joined yet.

use crate::format::words::Words;
use crate::format::{Lines, ReadError};
use crate::geom::Point;
use crate::mesh::attributes::{MengePortal, MengeRecords, MengeWall};
use crate::mesh::{Across, FaceId, Origin, Parts, Plane, VertexId, narrow};

/// What a file says.
#[derive(Default)]
pub(super) struct Nav {
    /// Nodes as faces, wound as the file has them, with nothing behind any side.
    pub(super) parts: Parts,
    /// Portals, walls, and who lists which.
    pub(super) records: MengeRecords,
    /// Where everything stands; among the records, portals come before walls.
    pub(super) lines: Lines,
    /// Where the name of each group stands.
    pub(super) group_lines: Vec<u32>,
}

pub(super) fn read(bytes: &[u8]) -> Result<Nav, ReadError> {
    let mut reader = Reader { words: Words::new(bytes), nav: Nav::default() };
    reader.nav.parts.starts.push(0);
    reader.vertices()?;
    reader.portals()?;
    reader.walls()?;
    while !reader.words.is_at_end() {
        reader.group()?;
    }
    reader.check_nodes()?;
    let mut nav = reader.nav;
    nav.parts.across = vec![Across::Outside; nav.parts.corners.len()];
    nav.parts.walkable = vec![true; nav.parts.n_faces()];
    Ok(nav)
}

struct Reader<'a> {
    words: Words<'a>,
    nav: Nav,
}

impl Reader<'_> {
    fn vertices(&mut self) -> Result<(), ReadError> {
        let count = self.words.count("the number of vertices")?;
        let capacity = self.words.capacity(count as usize, 4);
        self.nav.parts.points.reserve_exact(capacity);
        self.nav.lines.vertices.reserve_exact(capacity);
        for _ in 0..count {
            let x = self.words.coordinate("an x coordinate")?;
            self.nav.lines.vertices.push(self.words.line());
            let y = self.words.coordinate("a y coordinate")?;
            self.nav.parts.points.push(Point::new(x, y));
        }
        Ok(())
    }

    fn portals(&mut self) -> Result<(), ReadError> {
        let count = self.words.count("the number of portals")?;
        self.nav.records.portals.reserve_exact(self.words.capacity(count as usize, 8));
        for _ in 0..count {
            let from = self.vertex()?;
            self.nav.lines.records.push(self.words.line());
            let ends = [from, self.vertex()?];
            let nodes = [self.node_id()?, self.node_id()?];
            self.nav.records.portals.push(MengePortal { ends, nodes });
        }
        Ok(())
    }

    fn walls(&mut self) -> Result<(), ReadError> {
        let count = self.words.count("the number of walls")?;
        self.nav.records.walls.reserve_exact(self.words.capacity(count as usize, 8));
        for _ in 0..count {
            let from = self.vertex()?;
            self.nav.lines.records.push(self.words.line());
            let ends = [from, self.vertex()?];
            let node = self.node_id()?;
            let next = self.next_wall(count)?;
            self.nav.records.walls.push(MengeWall { ends, node, next });
        }
        Ok(())
    }

    fn next_wall(&mut self, n_walls: u32) -> Result<Option<u32>, ReadError> {
        let next = self.words.whole("the next wall or -1")?;
        match u32::try_from(next) {
            Ok(next) if next < n_walls => Ok(Some(next)),
            Err(_) if next == -1 => Ok(None),
            _ => self.words.refuse(format!("-1 or a wall id below {n_walls}"), next),
        }
    }

    fn group(&mut self) -> Result<(), ReadError> {
        // Whatever stands here is a name, even if it looks like a number.
        let name = self.words.word("the name of a group")?;
        let attributes = &mut self.nav.parts.attributes;
        attributes.groups.push(String::from_utf8_lossy(name).into_owned());
        self.nav.group_lines.push(self.words.line());
        let count = self.words.count("the number of nodes in the group")?;
        for _ in 0..count {
            self.node()?;
        }
        Ok(())
    }

    fn node(&mut self) -> Result<(), ReadError> {
        let x = self.words.coordinate("the x coordinate of a centre")?;
        let line = self.words.line();
        let center = Point::new(x, self.words.coordinate("the y coordinate of a centre")?);
        self.corners()?;
        let plane = Plane {
            a: self.words.number("the slope of a node along x")?,
            b: self.words.number("the slope of a node along y")?,
            c: self.words.number("the height of a node")?,
        };
        let (n_portals, n_walls) = (self.nav.records.portals.len(), self.nav.records.walls.len());
        let portals = self.list("the number of portals of the node", "a portal id", n_portals)?;
        let walls = self.list("the number of walls of the node", "a wall id", n_walls)?;

        let Nav { parts, records, lines, .. } = &mut self.nav;
        lines.faces.push(line);
        parts.attributes.group.push(narrow(parts.attributes.groups.len().saturating_sub(1)));
        parts.attributes.center.push(center);
        parts.attributes.plane.push(plane);
        records.node_portals.push(portals);
        records.node_walls.push(walls);
        Ok(())
    }

    fn corners(&mut self) -> Result<(), ReadError> {
        let count = self.words.count("the number of corners of the node")?;
        if count < 3 {
            return self.words.refuse("three corners or more", count);
        }
        for _ in 0..count {
            let corner = self.vertex()?;
            self.nav.parts.corners.push(corner);
        }
        self.nav.parts.starts.push(narrow(self.nav.parts.corners.len()));
        Ok(())
    }

    /// A list of ids with its length before it.
    fn list(
        &mut self,
        length: &'static str,
        id: &'static str,
        n: usize,
    ) -> Result<Vec<u32>, ReadError> {
        let count = self.words.count(length)?;
        let mut list = Vec::with_capacity(self.words.capacity(count as usize, 2));
        for _ in 0..count {
            list.push(self.id(id, n)?);
        }
        Ok(list)
    }

    fn vertex(&mut self) -> Result<VertexId, ReadError> {
        let n_vertices = self.nav.parts.points.len();
        self.id("a vertex id", n_vertices).map(VertexId)
    }

    /// A node; whether it exists is only known at the end of the file.
    fn node_id(&mut self) -> Result<FaceId, ReadError> {
        self.words.count("a node id").map(FaceId)
    }

    fn id(&mut self, expected: &'static str, n: usize) -> Result<u32, ReadError> {
        let id = self.words.count(expected)?;
        if (id as usize) < n {
            return Ok(id);
        }
        self.words.refuse(format!("{expected} below {n}"), id)
    }

    /// Looks whether the nodes that portals and walls name have come.
    fn check_nodes(&self) -> Result<(), ReadError> {
        let Nav { parts, records, lines, .. } = &self.nav;
        let of_portals = records.portals.iter().map(|portal| portal.nodes[0].max(portal.nodes[1]));
        let of_walls = records.walls.iter().map(|wall| wall.node);
        let n_nodes = parts.n_faces();
        for (node, &line) in of_portals.chain(of_walls).zip(&lines.records) {
            if n_nodes <= node.index() {
                let (expected, found) = (format!("a node id below {n_nodes}"), node.0.to_string());
                return Err(ReadError::unexpected(Origin::Line(line), expected, found.as_bytes()));
            }
        }
        Ok(())
    }
}
