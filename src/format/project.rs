//! Our own format: what a person draws, as text that can be read, compared and mended by hand.
//!
//! ```text
//! wayglass 1
//! agent [radius] round|mitred
//! region [x0] [y0] [x1] [y1]                    only if there is one
//! border box [margin]                           or: border any, or: border odd, and then
//!   ring [x] [y] …                              a line for each ring
//! obstacle [id] "[name]"
//!   outline [x] [y] …
//!   hole [x] [y] …                              a line for each hole
//! wall [id]
//!   line [x] [y] …
//! lane-vertex [id] [x] [y] "[name]"
//! lane [id] [vertex] [vertex] [width]
//! ```
//!
//! One thing a line; blank lines and lines that start with `#` are left out. Names are quoted as in JSON. Numbers are
//! written with as many digits as it takes to read them back equal. Everything comes back as it was, in the order of
//! its ids.

use std::fmt::Write as _;

use crate::geom::{Aabb, Point, coordinate};
use crate::layout::lane::{Lane, LaneId, LaneVertex, LaneVertexId};
use crate::layout::{Agent, Border, Corners, Layout, Obstacle, ObstacleId, Outline};
use crate::mesh::{Element, Findings, Origin};

use super::loss::Written;
use super::words::{filled_lines, parse_whole, starts_with};
use super::{Content, Draft, Lines, ReadError};

/// Whether the file starts as ours do.
pub fn recognizes(bytes: &[u8]) -> bool {
    starts_with(bytes, &["wayglass"])
}

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
struct Project {
    layout: Layout,
    findings: Findings,
    /// Where each obstacle stands, in the order of the file.
    records: Vec<u32>,
    /// What the indented lines that follow belong to.
    open: Open,
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
    fn read_line(&mut self, mut line: Line<'_>) -> Result<(), ReadError> {
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
                let radius = line.size("a radius")?;
                let word = line.next().unwrap_or_default();
                let named = |corners: &&Corners| corners.name().as_bytes() == word;
                let corners = Corners::ALL.iter().find(named).copied();
                let corners = corners.ok_or_else(|| line.unexpected("round or mitred", word))?;
                self.layout.agent = Agent { radius, corners };
            }
            b"region" => {
                let (min, max) = (line.point()?, line.point()?);
                self.layout.region = Some(Aabb { min, max });
            }
            b"border" => self.read_border(&mut line)?,
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
                if let Some(odd) =
                    ends.iter().find(|end| !self.layout.lanes.vertices.contains_key(end))
                {
                    let at = Origin::Line(line.number);
                    let reason = format!("there is no lane vertex {} before this line", odd.0);
                    return Err(ReadError::Refused { at, reason });
                }
                let before = self.layout.lanes.lanes.insert(LaneId(id), lane);
                line.is_new(before.is_none(), "lane", id)?;
            }
            _ => {
                let known = "agent, region, border, ring, obstacle, outline, hole, wall, line, lane-vertex or lane, where it belongs";
                return Err(line.unexpected(known, keyword));
            }
        }
        line.end()
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
        let points = line.points()?;
        let element = Element::Outline(self.records.len() as u32 - 1);
        self.findings.check_outline(&points, element, &format!("obstacle {}", id.0));
        if let Some(obstacle) = self.layout.obstacles.get_mut(&id) {
            match keyword {
                b"hole" => obstacle.holes.push(points),
                _ => obstacle.outline = points,
            }
        }
        Ok(())
    }

    fn add_wall_line(&mut self, id: ObstacleId, line: Line<'_>) -> Result<(), ReadError> {
        self.layout.walls.insert(id, line.points()?);
        Ok(())
    }

    fn finish(self) -> Result<Draft, ReadError> {
        let Self { layout, findings, records, .. } = self;
        let lines = Lines { records, ..Lines::default() };
        Ok(Draft::new(Ok(Content::Layout(layout)), findings, lines))
    }
}

/// The words of one line.
struct Line<'a> {
    rest: &'a [u8],
    number: u32,
}

impl<'a> Line<'a> {
    fn new(text: &'a [u8], number: u32) -> Self {
        Self { rest: text, number }
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest.trim_ascii_start();
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(length);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    fn unexpected(&self, expected: &'static str, found: &[u8]) -> ReadError {
        let at = Origin::Line(self.number);
        match found {
            [] => ReadError::Unexpected {
                at,
                expected: expected.into(),
                found: "the end of the line".to_owned(),
            },
            _ => ReadError::unexpected(at, expected, found),
        }
    }

    fn word(&mut self, expected: &'static str) -> Result<(), ReadError> {
        match self.next().unwrap_or_default() {
            word if word == expected.as_bytes() => Ok(()),
            other => Err(self.unexpected(expected, other)),
        }
    }

    fn end(&mut self) -> Result<(), ReadError> {
        self.next().map_or(Ok(()), |more| Err(self.unexpected("the end of the line", more)))
    }

    fn id(&mut self) -> Result<u32, ReadError> {
        let word = self.next().unwrap_or_default();
        parse_whole(word).ok_or_else(|| self.unexpected("an id", word))
    }

    fn number(&mut self, expected: &'static str) -> Result<f64, ReadError> {
        let word = self.next().unwrap_or_default();
        let value = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        value.and_then(coordinate).ok_or_else(|| self.unexpected(expected, word))
    }

    /// A number that is not negative.
    fn size(&mut self, expected: &'static str) -> Result<f64, ReadError> {
        let value = self.number(expected)?;
        if value < 0.0 {
            return Err(self.unexpected(expected, value.to_string().as_bytes()));
        }
        Ok(value)
    }

    fn point(&mut self) -> Result<Point, ReadError> {
        Ok(Point::new(self.number("an x coordinate")?, self.number("a y coordinate")?))
    }

    /// All the points to the end of the line.
    fn points(mut self) -> Result<Outline, ReadError> {
        let mut points = Vec::new();
        while !self.rest.trim_ascii_start().is_empty() {
            points.push(self.point()?);
        }
        Ok(points.into())
    }

    /// A name in quotes, which is all that is left of the line; none is an empty one.
    fn name(&mut self) -> Result<String, ReadError> {
        let rest = std::mem::take(&mut self.rest).trim_ascii();
        if rest.is_empty() {
            return Ok(String::new());
        }
        serde_json::from_slice(rest).map_err(|_| self.unexpected("a name in quotes", rest))
    }

    fn is_new(&self, new: bool, what: &str, id: u32) -> Result<(), ReadError> {
        let at = Origin::Line(self.number);
        let reason = format!("there is a {what} {id} already");
        if new { Ok(()) } else { Err(ReadError::Refused { at, reason }) }
    }
}

/// Writes what a person has drawn; nothing is lost.
pub fn write(layout: &Layout) -> Written {
    let mut text = "wayglass 1\n".to_owned();
    let Layout { border, obstacles, walls, lanes, agent, region } = layout;
    line(&mut text, format_args!("agent {} {}", agent.radius, agent.corners.name()));
    if let Some(Aabb { min, max }) = region {
        line(&mut text, format_args!("region {} {} {} {}", min.x, min.y, max.x, max.y));
    }
    match border {
        Border::Box { margin } => line(&mut text, format_args!("border box {margin}")),
        Border::AnyOf(_) => line(&mut text, format_args!("border any")),
        Border::OddOf(_) => line(&mut text, format_args!("border odd")),
    }
    border.rings().iter().for_each(|ring| points(&mut text, "ring", ring));
    for (id, obstacle) in obstacles {
        line(&mut text, format_args!("obstacle {} {}", id.0, quoted(&obstacle.name)));
        points(&mut text, "outline", &obstacle.outline);
        obstacle.holes.iter().for_each(|hole| points(&mut text, "hole", hole));
    }
    for (id, wall) in walls {
        line(&mut text, format_args!("wall {}", id.0));
        points(&mut text, "line", wall);
    }
    for (id, LaneVertex { name, at }) in &lanes.vertices {
        line(&mut text, format_args!("lane-vertex {} {} {} {}", id.0, at.x, at.y, quoted(name)));
    }
    for (id, Lane { ends: [from, to], width }) in &lanes.lanes {
        line(&mut text, format_args!("lane {} {} {} {width}", id.0, from.0, to.0));
    }
    Written { bytes: text.into_bytes(), losses: Vec::new() }
}

fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing into memory cannot fail.
    let _ = writeln!(text, "{words}");
}

fn points(text: &mut String, keyword: &str, points: &[Point]) {
    text.push_str("  ");
    text.push_str(keyword);
    for Point { x, y } in points {
        let _ = write!(text, " {x} {y}");
    }
    text.push('\n');
}

fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    const VILLAGE: &str = r#"wayglass 1
agent 0.5 mitred
region -1.5 0 20 30
border odd
  ring 0 0 40 0 40 40 0 40
  ring 10 10 12 10 12 12
obstacle 3 "the \"old\" mill # 1"
  outline 1 1 4 1 4 4
  hole 2.5 1.5 3.5 1.5 3.5 2.5
obstacle 7 ""
  outline 20 20 24 20 22 0.1
wall 8
  line 0 0 5 5 5 6
lane-vertex 1 0 0 "gate"
lane-vertex 2 0.30000000000000004 1 ""
lane 5 1 2 1.5
"#;

    fn layout(text: &str) -> Layout {
        match read(text.as_bytes()).unwrap().content {
            Ok(Content::Layout(layout)) => layout,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn everything_comes_back_as_it_was() {
        let village = layout(VILLAGE);
        let Written { bytes, losses } = write(&village);
        assert_eq!(String::from_utf8(bytes).unwrap(), VILLAGE);
        assert_eq!(losses, []);
        assert_eq!(village.obstacles[&ObstacleId(3)].name, "the \"old\" mill # 1");
        let nothing = Layout::default();
        assert_eq!(layout(&String::from_utf8(write(&nothing).bytes).unwrap()), nothing);
    }

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&read(text.as_bytes()).unwrap_err().to_string());
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        check("wayglass 2\n", expect![[r#"line 1: expected 1, found "2""#]]);
        check(
            "wayglass 1\n\nagent -1 round\n",
            expect![[r#"line 3: expected a radius, found "-1""#]],
        );
        check(
            "wayglass 1\nobstacle 1 \"x\"\n  outline 1 2 3\n",
            expect!["line 3: expected a y coordinate, found the end of the line"],
        );
        check(
            "wayglass 1\nobstacle 1 mill\n",
            expect![[r#"line 2: expected a name in quotes, found "mill""#]],
        );
        check("wayglass 1\nwall 1\nwall 1\n", expect!["line 3: there is a wall 1 already"]);
        check(
            "wayglass 1\nlane 1 2 3 4\n",
            expect!["line 2: there is no lane vertex 2 before this line"],
        );
        check(
            "wayglass 1\n  hole 1 1\n",
            expect![[
                r#"line 2: expected agent, region, border, ring, obstacle, outline, hole, wall, line, lane-vertex or lane, where it belongs, found "hole""#
            ]],
        );
        check(
            "wayglass 1\nborder box 1e99\n",
            expect![[r#"line 2: expected a margin, found "1e99""#]],
        );
    }
}
