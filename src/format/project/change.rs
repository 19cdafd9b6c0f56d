//! What becomes of one thing of a project, and the lines that say so.
//!
//! ```text
//! obstacle, wall, lane-vertex, lane, border, agent     as in a project: it is put there, or in the place of the old one
//! gone obstacle|wall|lane-vertex|lane [id]             it is taken away
//! region [x0] [y0] [x1] [y1]                           or: region none
//! locked|unlocked|hidden|shown obstacle|… [id]
//! pins [n]                                             all of them, a line for each
//!   pin …
//! ```

use std::sync::Arc;

use crate::geom::Aabb;
use crate::layout::lane::{Lane, LaneId, LaneVertex, LaneVertexId};
use crate::layout::work::{Pin, Thing};
use crate::layout::{Agent, Border, Obstacle, ObstacleId, Outline};
use crate::mesh::Navmesh;

use super::super::ReadError;
use super::super::words::filled_lines;
use super::line::Line;
use super::read::{Project, read_thing};
use super::{words_for, write};

/// What becomes of one thing. It says what there is afterwards, so that doing it twice is doing it once.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// An obstacle is put there, in the place of the one with its id if there is one; or taken away.
    Obstacle(ObstacleId, Option<Obstacle>),
    /// The same with a wall.
    Wall(ObstacleId, Option<Outline>),
    /// The same with a lane vertex; lanes that have lost one go with it.
    LaneVertex(LaneVertexId, Option<LaneVertex>),
    /// The same with a lane.
    Lane(LaneId, Option<Lane>),
    /// Where the ground is.
    Border(Border),
    /// What is built.
    Region(Option<Aabb>),
    /// How much room somebody needs.
    Agent(Agent),
    /// Whether the hand takes hold of a thing.
    Lock(Thing, bool),
    /// Whether a thing is left out.
    Hide(Thing, bool),
    /// All queries that are asked again and again.
    Pins(Vec<Pin>),
    /// The faces. No line of a project says this: they are in a file of their own.
    Mesh(Arc<Navmesh>),
}

impl Change {
    /// A thing is taken away.
    pub fn gone(thing: Thing) -> Self {
        match thing {
            Thing::Obstacle(id) => Self::Obstacle(id, None),
            Thing::Wall(id) => Self::Wall(id, None),
            Thing::LaneVertex(id) => Self::LaneVertex(id, None),
            Thing::Lane(id) => Self::Lane(id, None),
        }
    }
}

/// The lines that say what becomes of things; faces are left out.
pub fn write_changes(changes: &[Change]) -> String {
    let mut text = String::new();
    changes.iter().for_each(|change| write_change(&mut text, change));
    text
}

fn write_change(text: &mut String, change: &Change) {
    let mark = |text: &mut String, word: &str, thing: Thing| {
        let (kind, id) = words_for(thing);
        write::line(text, format_args!("{word} {kind} {id}"));
    };
    match change {
        Change::Obstacle(id, Some(obstacle)) => write::obstacle(text, *id, obstacle),
        Change::Wall(id, Some(wall)) => write::wall(text, *id, wall),
        Change::LaneVertex(id, Some(vertex)) => write::lane_vertex(text, *id, vertex),
        Change::Lane(id, Some(lane)) => write::lane(text, *id, lane),
        Change::Obstacle(id, None) => mark(text, "gone", Thing::Obstacle(*id)),
        Change::Wall(id, None) => mark(text, "gone", Thing::Wall(*id)),
        Change::LaneVertex(id, None) => mark(text, "gone", Thing::LaneVertex(*id)),
        Change::Lane(id, None) => mark(text, "gone", Thing::Lane(*id)),
        Change::Border(border) => write::border(text, border),
        Change::Region(region) => match region.filter(write::is_finite) {
            Some(region) => write::area(text, "region", region),
            None => write::line(text, format_args!("region none")),
        },
        Change::Agent(agent) => write::agent(text, *agent),
        Change::Lock(thing, is) => mark(text, if *is { "locked" } else { "unlocked" }, *thing),
        Change::Hide(thing, is) => mark(text, if *is { "hidden" } else { "shown" }, *thing),
        Change::Pins(pins) => {
            write::line(text, format_args!("pins {}", pins.len()));
            pins.iter().for_each(|pin| write::pin(text, pin));
        }
        Change::Mesh(_) => {}
    }
}

/// Reads what such lines say.
pub fn read_changes(bytes: &[u8]) -> Result<Vec<Change>, ReadError> {
    let mut changes = Vec::new();
    let mut lines = filled_lines(bytes).peekable();
    while let Some((number, text)) = lines.next() {
        let mut line = Line::new(text, number);
        let start = line.clone();
        let change = match line.next().unwrap_or_default() {
            b"gone" => Change::gone(read_thing(&mut line)?),
            b"locked" => Change::Lock(read_thing(&mut line)?, true),
            b"unlocked" => Change::Lock(read_thing(&mut line)?, false),
            b"hidden" => Change::Hide(read_thing(&mut line)?, true),
            b"shown" => Change::Hide(read_thing(&mut line)?, false),
            b"region" if text.ends_with(b"none") => {
                line.word("none")?;
                Change::Region(None)
            }
            b"pins" => {
                let n_pins = line.id()? as usize;
                line.end()?;
                let mut project = Project::default();
                for (number, text) in lines.by_ref().take(n_pins) {
                    project.read_line(Line::new(text, number))?;
                }
                let found = project.work.pins;
                if found.len() != n_pins {
                    return Err(line.unexpected("as many pins", found.len().to_string().as_bytes()));
                }
                changes.push(Change::Pins(found));
                continue;
            }
            keyword => {
                let mut project = Project::part();
                project.read_line(start)?;
                while let Some((number, text)) = lines.next_if(|(_, text)| is_of_the_last(text)) {
                    project.read_line(Line::new(text, number))?;
                }
                changes.push(only_thing(keyword, project).ok_or_else(|| {
                    line.unexpected("something that becomes of a project", keyword)
                })?);
                continue;
            }
        };
        line.end()?;
        changes.push(change);
    }
    Ok(changes)
}

/// Whether a line goes on with what the line before began.
fn is_of_the_last(text: &[u8]) -> bool {
    let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    matches!(word, b"ring" | b"outline" | b"hole" | b"line")
}

/// The one thing that a part of a project tells of.
fn only_thing(keyword: &[u8], project: Project) -> Option<Change> {
    let layout = project.layout;
    let mut lanes = layout.lanes;
    Some(match keyword {
        b"obstacle" => {
            let (id, obstacle) = { layout.obstacles }.pop_first()?;
            Change::Obstacle(id, Some(obstacle))
        }
        b"wall" => {
            let (id, wall) = { layout.walls }.pop_first()?;
            Change::Wall(id, Some(wall))
        }
        b"lane-vertex" => {
            let (id, vertex) = lanes.vertices.pop_first()?;
            Change::LaneVertex(id, Some(vertex))
        }
        b"lane" => {
            let (id, lane) = lanes.lanes.pop_first()?;
            Change::Lane(id, Some(lane))
        }
        b"border" => Change::Border(layout.border),
        b"region" => Change::Region(layout.region),
        b"agent" => Change::Agent(layout.agent),
        _ => return None,
    })
}
