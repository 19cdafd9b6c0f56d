//! Which record an id names, and what is odd about ids, lists and flags.

use crate::format::ReadError;
use crate::mesh::attributes::DoomPathConnection;
use crate::mesh::{Element, FaceId, Findings, Kind};

use super::flag;
use super::records::{Area, Body, byte};

/// Which record each id names.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) planes: Ids,
    pub(super) connections: Ids,
    pub(super) areas: Ids,
}

/// The records of one kind, sorted by their ids.
#[derive(Debug)]
pub(super) struct Ids(Vec<(i32, u32)>);

impl Tables {
    /// Looks up all ids; an error if one of them names nothing, or an area has no inside.
    pub(super) fn new(body: &Body) -> Result<Self, ReadError> {
        let tables = Self {
            planes: Ids::new(body.planes.iter().map(|plane| plane.id)),
            connections: Ids::new(body.connections.iter().map(|connection| connection.id)),
            areas: Ids::new(body.areas.iter().map(|area| area.id)),
        };
        tables.check_connections(body)?;
        tables.check_areas(body)?;
        Ok(tables)
    }

    /// The two areas of a connection, with their faces.
    pub(super) fn areas_of<'a>(
        &self,
        body: &'a Body,
        connection: &DoomPathConnection,
    ) -> Option<[(FaceId, &'a Area); 2]> {
        let [a, b] = connection.areas.map(|id| {
            // Zero is "none" even if some area calls itself that.
            let place = self.areas.find(id).filter(|_| id != 0)?;
            Some((FaceId::at(place), body.areas.get(place)?))
        });
        Some([a?, b?])
    }

    fn check_connections(&self, body: &Body) -> Result<(), ReadError> {
        for (connection, at) in body.connections.iter().zip(body.connection_bytes()) {
            for (id, offset) in connection.areas.into_iter().zip([12, 16]) {
                if id != 0 && self.areas.find(id).is_none() {
                    let expected = format!("the id of an area in connection {}", connection.id);
                    return Err(names_nothing(at as usize + offset, expected, id));
                }
            }
        }
        Ok(())
    }

    fn check_areas(&self, body: &Body) -> Result<(), ReadError> {
        for (area, at) in body.areas.iter().zip(body.area_bytes()) {
            let at = at as usize;
            check_rect(area, at)?;
            if area.plane != 0 && self.planes.find(area.plane).is_none() {
                return Err(names_nothing(
                    at + 14,
                    format!("the id of a plane in area {}", area.id),
                    area.plane,
                ));
            }
            let mut listed = area.connections.iter().enumerate();
            if let Some((place, &id)) = listed.find(|&(_, &id)| self.connections.find(id).is_none())
            {
                let expected = format!("the id of a connection in area {}", area.id);
                return Err(names_nothing(at + 26 + 4 * place, expected, id));
            }
        }
        Ok(())
    }
}

fn names_nothing(at: usize, expected: String, id: i32) -> ReadError {
    ReadError::unexpected(byte(at), expected, id.to_string().as_bytes())
}

fn check_rect(area: &Area, at: usize) -> Result<(), ReadError> {
    let rect = area.rect;
    let refuse = |offset, axis, (low, high): (i16, i16)| {
        let expected = format!("{axis}1 below {axis}2 in area {}", area.id);
        Err(ReadError::unexpected(
            byte(at + offset),
            expected,
            format!("{low} and {high}").as_bytes(),
        ))
    };
    if rect.x2 <= rect.x1 {
        return refuse(4, "x", (rect.x1, rect.x2));
    }
    if rect.y2 <= rect.y1 {
        return refuse(6, "y", (rect.y1, rect.y2));
    }
    Ok(())
}

impl Ids {
    pub(super) fn new(ids: impl Iterator<Item = i32>) -> Self {
        let mut sorted: Vec<_> = ids.zip(0..).collect();
        sorted.sort_unstable();
        Self(sorted)
    }

    /// The first record with that id, by its place in the file.
    pub(super) fn find(&self, id: i32) -> Option<usize> {
        let place = self.0.partition_point(|&(other, _)| other < id);
        self.0.get(place).filter(|&&(other, _)| other == id).map(|&(_, index)| index as usize)
    }

    /// Records whose id an earlier one has, too.
    pub(super) fn repeats(&self) -> impl Iterator<Item = (i32, u32)> {
        self.0.array_windows().filter(|[one, next]| one.0 == next.0).map(|&[_, next]| next)
    }
}

/// Notes everything odd that does not keep the file from being read.
pub(super) fn note_oddities(body: &Body, tables: &Tables, findings: &mut Findings) {
    note_repeats(tables, findings);
    note_areas(body, findings);
    note_connections(body, findings);
    note_lists(body, tables, findings);
}

fn note_repeats(tables: &Tables, findings: &mut Findings) {
    let mut note = |kind: &str, ids: &Ids, element: fn(u32) -> Element| {
        for (id, index) in ids.repeats() {
            findings.add(Kind::DuplicateId, element(index), || {
                format!("{kind} id {id} is given twice; it names the first of them")
            });
        }
    };
    note("plane", &tables.planes, |_| Element::File);
    note("connection", &tables.connections, Element::Record);
    note("area", &tables.areas, |index| Element::Face(FaceId(index)));
}

fn note_areas(body: &Body, findings: &mut Findings) {
    for (area, face) in body.areas.iter().zip((0..).map(FaceId)) {
        let element = Element::Face(face);
        if area.id == 0 {
            findings.add(Kind::DuplicateId, element, || {
                "an area has the id 0, which means \"no area\": no connection can name it"
                    .to_owned()
            });
        }
        let unknown = area.flags & !flag::KNOWN_OF_AREA;
        if unknown != 0 {
            findings.add(Kind::UnknownFlags, element, || {
                format!("area {} has unknown flags {unknown:#x}; they are kept", area.id)
            });
        }
    }
}

fn note_connections(body: &Body, findings: &mut Findings) {
    for (connection, element) in body.connections.iter().zip((0..).map(Element::Record)) {
        let id = connection.id;
        if connection.areas.contains(&0) {
            findings.add(Kind::LinkToNowhere, element, || {
                format!("connection {id} names no area at one of its ends")
            });
        }
        if connection.flags & flag::BOTH_WAYS == 0 {
            findings.add(Kind::ClosedConnection, element, || {
                format!("connection {id} leads neither way")
            });
        }
        let unknown = connection.flags & !flag::KNOWN;
        if unknown != 0 {
            findings.add(Kind::UnknownFlags, element, || {
                format!("connection {id} has unknown flags {unknown:#x}; they are kept")
            });
        }
    }
}

/// Compares the connections that areas list with the areas that connections leave.
fn note_lists(body: &Body, tables: &Tables, findings: &mut Findings) {
    let mut listed = vec![[false; 2]; body.connections.len()];
    for (area, face) in body.areas.iter().zip((0..).map(FaceId)) {
        for &id in &area.connections {
            let Some(place) = tables.connections.find(id) else { continue };
            let (Some(connection), Some(listed)) =
                (body.connections.get(place), listed.get_mut(place))
            else {
                continue;
            };
            let ends = connection.areas.map(|end| end == area.id);
            let mut note = |what| {
                findings.add(Kind::Unlisted, Element::Face(face), || {
                    format!("area {} lists connection {id}{what}", area.id)
                });
            };
            if ends == [false; 2] {
                note(", which does not belong to it");
            } else if ends.iter().zip(&*listed).any(|(end, listed)| *end && *listed) {
                note(" twice");
            }
            listed.iter_mut().zip(ends).for_each(|(listed, end)| *listed |= end);
        }
    }
    let elements = (0..).map(Element::Record);
    for ((connection, listed), element) in body.connections.iter().zip(listed).zip(elements) {
        let ends = connection.areas.into_iter().zip(listed);
        for ((source, listed), leaves) in ends.zip([flag::A_TO_B, flag::B_TO_A]) {
            if source == 0 || connection.flags & leaves == 0 || listed {
                continue;
            }
            findings.add(Kind::Unlisted, element, || {
                format!("connection {} leaves area {source}, which does not list it", connection.id)
            });
        }
    }
}
