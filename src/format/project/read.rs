//! From text to a drawing, and to the work on it.

use crate::geom::Aabb;
use crate::layout::lane::{Lane, LaneId, LaneVertex, LaneVertexId};
use crate::layout::work::{Pin, Thing, Work};
use crate::layout::{Agent, Border, Corners, Layout, Obstacle, ObstacleId, Outline};
use crate::mesh::{Element, Findings, Origin, narrow};

use super::super::words::filled_lines;
use super::super::{Content, Draft, Lines, ReadError};
use super::line::Line;
use super::words_for;

/// How a line may begin.
const KNOWN: &str = "agent, region, border, ring, obstacle, outline, hole, wall, line, lane-vertex, lane, y, view, pin, locked or hidden, where it belongs";

/// Reads what a person has drawn.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let mut project = Project::default();
    let mut lines = filled_lines(bytes);
    if let Some((number, text)) = lines.next() {
        let mut line = Line::new(text, number);
        line.word("wayglass")?;
        line.word("1")?;
        line.end()?;
    }
    for (number, text) in lines {
        project.read_line(Line::new(text, number))?;
    }
    project.finish()
}

/// What has been read so far.
#[derive(Default)]
pub(super) struct Project {
    pub(super) layout: Layout,
    findings: Findings,
    /// Where each obstacle stands, in the order of the file.
    records: Vec<u32>,
    /// What the indented lines that follow belong to.
    open: Open,
    pub(super) work: Work,
    /// What has been said that is said once.
    said: Vec<&'static str>,
    /// Whether it is a part of another one, where what a line names may stand.
    is_part: bool,
}

/// What indented lines belong to.
#[derive(Default, Clone, Copy)]
enum Open {
    #[default]
    Nothing,
    Border,
    Obstacle(ObstacleId),
    Wall(ObstacleId),
}

impl Project {
    pub(super) fn part() -> Self {
        Self { is_part: true, ..Self::default() }
    }

    pub(super) fn read_line(&mut self, mut line: Line<'_>) -> Result<(), ReadError> {
        let keyword = line.next().unwrap_or_default();
        match (keyword, self.open) {
            (b"ring", Open::Border) => return self.add_ring(line),
            (b"outline" | b"hole", Open::Obstacle(id)) => {
                return self.add_outline(keyword, id, line);
            }
            (b"line", Open::Wall(id)) => return self.add_wall_line(id, line),
            _ => {}
        }
        self.open = Open::Nothing;
        match keyword {
            b"agent" => {
                self.say_once("agent", &line)?;
                let radius = line.size("a radius")?;
                let word = line.next().unwrap_or_default();
                let named = |corners: &&Corners| corners.name().as_bytes() == word;
                let corners = Corners::ALL.iter().find(named).copied();
                let corners = corners.ok_or_else(|| line.unexpected("round or mitred", word))?;
                self.layout.agent = Agent { radius, corners };
            }
            b"region" => {
                self.say_once("region", &line)?;
                self.layout.region = Some(Aabb::around([line.point()?, line.point()?]));
            }
            b"border" => {
                self.say_once("border", &line)?;
                self.read_border(&mut line)?;
            }
            b"obstacle" => {
                let id = ObstacleId(line.id()?);
                let name = line.name()?;
                self.records.push(line.number);
                let before =
                    self.layout.obstacles.insert(id, Obstacle { name, ..Obstacle::new([]) });
                line.is_new(before.is_none(), "obstacle", id.0)?;
                self.open = Open::Obstacle(id);
            }
            b"wall" => {
                let id = ObstacleId(line.id()?);
                let before = self.layout.walls.insert(id, Outline::from([]));
                line.is_new(before.is_none(), "wall", id.0)?;
                self.open = Open::Wall(id);
            }
            b"lane-vertex" => {
                let (id, at) = (line.id()?, line.point()?);
                let vertex = LaneVertex { name: line.name()?, at };
                let before = self.layout.lanes.vertices.insert(LaneVertexId(id), vertex);
                line.is_new(before.is_none(), "lane vertex", id)?;
            }
            b"lane" => {
                let id = line.id()?;
                let ends = [line.id()?, line.id()?].map(LaneVertexId);
                let lane = Lane { ends, width: line.number("a width")? };
                ends.iter().try_for_each(|end| self.is_there(Thing::LaneVertex(*end), &line))?;
                let before = self.layout.lanes.lanes.insert(LaneId(id), lane);
                line.is_new(before.is_none(), "lane", id)?;
            }
            _ => self.read_work(keyword, &mut line)?,
        }
        line.end()
    }

    /// What belongs to the work on the drawing.
    fn read_work(&mut self, keyword: &[u8], line: &mut Line<'_>) -> Result<(), ReadError> {
        match keyword {
            b"y" => {
                line.word("down")?;
                self.work.y_down = true;
            }
            b"view" => {
                self.work.view = Some(Aabb::around([line.point()?, line.point()?]));
            }
            b"pin" => {
                let (name, start, goal) = (line.quoted()?, line.point()?, line.point()?);
                self.work.pins.push(Pin { name, start, goal, cost: line.cost()? });
            }
            b"locked" | b"hidden" => {
                let thing = read_thing(line)?;
                self.is_there(thing, line)?;
                let things = match keyword {
                    b"locked" => &mut self.work.locked,
                    _ => &mut self.work.hidden,
                };
                things.insert(thing);
            }
            _ => return Err(line.unexpected(KNOWN, keyword)),
        }
        Ok(())
    }

    fn is_there(&self, thing: Thing, line: &Line<'_>) -> Result<(), ReadError> {
        if self.is_part || self.layout.has(thing) {
            return Ok(());
        }
        let (kind, id) = words_for(thing);
        let kind = kind.replace('-', " ");
        Err(line.refused(format!("there is no {kind} {id} before this line")))
    }

    /// Whoever says it twice means one of them, and nobody knows which.
    fn say_once(&mut self, what: &'static str, line: &Line<'_>) -> Result<(), ReadError> {
        if self.said.contains(&what) && !self.is_part {
            return Err(line.refused(format!("there is a line with the {what} before this one")));
        }
        self.said.push(what);
        Ok(())
    }

    fn read_border(&mut self, line: &mut Line<'_>) -> Result<(), ReadError> {
        self.layout.border = match line.next().unwrap_or_default() {
            b"box" => Border::Box { margin: line.number("a margin")? },
            b"any" => Border::AnyOf(Vec::new()),
            b"odd" => Border::OddOf(Vec::new()),
            other => return Err(line.unexpected("box, any or odd", other)),
        };
        self.open = Open::Border;
        Ok(())
    }

    fn add_ring(&mut self, line: Line<'_>) -> Result<(), ReadError> {
        match &mut self.layout.border {
            Border::AnyOf(rings) | Border::OddOf(rings) => rings.push(line.points()?),
            Border::Box { .. } => return Err(line.unexpected("no rings after a box", b"ring")),
        }
        Ok(())
    }

    fn add_outline(
        &mut self,
        keyword: &[u8],
        id: ObstacleId,
        line: Line<'_>,
    ) -> Result<(), ReadError> {
        let number = line.number;
        let points = line.points()?;
        let element = Element::Outline(narrow(self.records.len().saturating_sub(1)));
        self.findings.check_outline(&points, element, &format!("obstacle {}", id.0));
        if let Some(obstacle) = self.layout.obstacles.get_mut(&id) {
            match keyword {
                b"hole" => obstacle.holes.push(points),
                _ if obstacle.outline.is_empty() => obstacle.outline = points,
                _ => {
                    let reason = format!("obstacle {} has an outline before this one", id.0);
                    return Err(ReadError::Refused { at: Origin::Line(number), reason });
                }
            }
        }
        Ok(())
    }

    fn add_wall_line(&mut self, id: ObstacleId, line: Line<'_>) -> Result<(), ReadError> {
        if self.layout.walls.get(&id).is_some_and(|wall| !wall.is_empty()) {
            return Err(line.refused(format!("wall {} has a line before this one", id.0)));
        }
        self.layout.walls.insert(id, line.points()?);
        Ok(())
    }

    fn finish(self) -> Result<Draft, ReadError> {
        let Self { layout, findings, records, work, open: _, said: _, is_part: _ } = self;
        let lines = Lines { records, ..Lines::default() };
        Ok(Draft { content: Ok(Content::Layout(layout)), findings, lines, work })
    }
}

pub(super) fn read_thing(line: &mut Line<'_>) -> Result<Thing, ReadError> {
    let kind = line.next().unwrap_or_default();
    let named: fn(u32) -> Thing = match kind {
        b"obstacle" => |id| Thing::Obstacle(ObstacleId(id)),
        b"wall" => |id| Thing::Wall(ObstacleId(id)),
        b"lane-vertex" => |id| Thing::LaneVertex(LaneVertexId(id)),
        b"lane" => |id| Thing::Lane(LaneId(id)),
        other => return Err(line.unexpected("obstacle, wall, lane-vertex or lane", other)),
    };
    Ok(named(line.id()?))
}
