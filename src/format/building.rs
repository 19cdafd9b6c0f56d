//! Building maps of the Open-RMF traffic editor: YAML, of which the lanes for people are read.
//!
//! ```text
//! coordinate_system: reference_image              or web_mercator, cartesian_meters, wgs84
//! levels:
//!   [level name]:
//!     vertices:
//!       - [[x], [y], [z], [name], {…}]            counted from 0
//!     measurements:
//!       - [[vertex], [vertex], {distance: [3, [metres]]}]
//!     human_lanes:
//!       - [[vertex], [vertex], {graph_idx: [2, 9], width: [3, [metres]]}]
//! ```
//!
//! The first number of a parameter is its type: 1 text, 2 whole number, 3 number, 4 yes or no. On a reference image y
//! grows downwards and a unit is a pixel; measurements tell how long one is. Lanes for people are those of graph 9.

use crate::geom::{self, LIMIT, Point};
use crate::layout::Layout;
use crate::layout::lane::{Lane, LaneId, LaneNetwork, LaneVertex, LaneVertexId};
use crate::mesh::{Element, Findings, Kind, Origin};

use super::words::{filled_lines, parse_number, parse_whole, without_mark};
use super::yaml::{Node, Tree};
use super::{Content, Draft, Lines, ReadError};

/// The keys that such a file may begin with.
const FIRST_KEYS: &[&str] = &[
    "building_name",
    "coordinate_system",
    "crowd_sim",
    "graphs",
    "levels",
    "lifts",
    "name",
    "parameters",
    "reference_level_name",
];

/// The graph that lanes for people belong to.
const PEOPLE: i64 = 9;

/// How many parameters of a lane are looked at.
const MOST_PARAMETERS: usize = 64;

/// Whether the file begins with a key that building maps have, and has levels.
pub fn recognizes(bytes: &[u8]) -> bool {
    let is_mark = |text: &[u8]| text.starts_with(b"---") || text.starts_with(b"%");
    let first = filled_lines(bytes).map(|(_, text)| text).find(|text| !is_mark(text));
    let key = first.and_then(|text| text.split(|&byte| byte == b':').next());
    let known = |key: &[u8]| FIRST_KEYS.iter().any(|known| known.as_bytes() == key);
    key.is_some_and(known)
        && without_mark(bytes).split(|&byte| byte == b'\n').any(|line| line.starts_with(b"levels:"))
}

/// Reads the lanes for people of one level: of the first that has some, or of the one that is asked for.
pub fn read(bytes: &[u8], level: Option<u32>) -> Result<Draft, ReadError> {
    let tree = Tree::read(bytes)?;
    let root = tree.root().ok_or_else(|| ReadError::ended(Origin::Line(1), "a map of keys"))?;
    let plane = Plane::read(root)?;
    let levels = root.get("levels").ok_or_else(|| root.lacks("levels"))?;
    let (name, level) = choose(levels, level)?;
    let mut findings = Findings::default();
    note_skipped(levels, level, name, &mut findings);
    let vertices = Vertices::read(level, plane, &mut findings)?;
    let mut reader =
        Reader { vertices, findings, network: LaneNetwork::default(), lines: Lines::default() };
    reader.lanes(level)?;
    let Reader { findings, network, lines, .. } = reader;
    let layout = Layout { lanes: network, ..Layout::default() };
    Ok(Draft::new(Ok(Content::Layout(layout)), findings, lines))
}

/// How the file means its coordinates.
#[derive(Debug, Clone, Copy)]
enum Plane {
    /// Pixels of an image, y downwards.
    Image,
    /// Metres, y upwards.
    Metres,
    /// Degrees of longitude and latitude.
    Degrees,
}

impl Plane {
    fn read(root: Node<'_>) -> Result<Self, ReadError> {
        let Some(system) = root.get("coordinate_system") else { return Ok(Self::Image) };
        match system.text() {
            Some("reference_image") => Ok(Self::Image),
            Some("web_mercator" | "cartesian_meters") => Ok(Self::Metres),
            Some("wgs84") => Ok(Self::Degrees),
            _ => Err(system.refuse("reference_image, web_mercator, cartesian_meters or wgs84")),
        }
    }
}

/// The list of a level under some name; nothing is an empty one.
fn section<'a>(level: Node<'a>, name: &'static str) -> Result<Option<Node<'a>>, ReadError> {
    let Some(list) = level.get(name) else { return Ok(None) };
    if list.text().is_some_and(|text| matches!(text, "" | "~" | "null")) {
        return Ok(None);
    }
    // What is listed may be an alias. The list itself may not: it would be read again for every one of them.
    if list.is_alias() || list.list().is_none() {
        return Err(list.refuse(format!("a list of {name}")));
    }
    Ok(Some(list))
}

fn has_lanes(level: Node<'_>) -> bool {
    !level.is_alias()
        && level
            .get("human_lanes")
            .and_then(Node::list)
            .is_some_and(|mut lanes| lanes.next().is_some())
}

/// The level to read, and its name.
fn choose<'a>(levels: Node<'a>, wanted: Option<u32>) -> Result<(&'a str, Node<'a>), ReadError> {
    if levels.is_alias() {
        return Err(levels.refuse("a map of levels"));
    }
    let mut list = levels.map().ok_or_else(|| levels.refuse("a map of levels"))?;
    let chosen = match wanted {
        None => list.find(|&(_, level)| has_lanes(level)),
        Some(number) => (number as usize).checked_sub(1).and_then(|place| list.nth(place)),
    };
    let missing = || match wanted {
        None => "no level has human_lanes, and nothing else is read of a building".to_owned(),
        Some(number) => format!("there is no level {number}; they are counted from 1"),
    };
    let (name, level) =
        chosen.ok_or_else(|| ReadError::Refused { at: levels.origin(), reason: missing() })?;
    if level.is_alias() || level.map().is_none() {
        return Err(level.refuse("a map of what is on the level"));
    }
    Ok((name.text().unwrap_or_default(), level))
}

/// Says which other levels there are, and what of this one is not read.
fn note_skipped(levels: Node<'_>, chosen: Node<'_>, chosen_name: &str, findings: &mut Findings) {
    let at = |node: Node<'_>| Some(node.origin());
    for (name, level) in levels.map().into_iter().flatten() {
        if has_lanes(level) && !level.is(chosen) {
            findings.add_at(Kind::Skipped, Element::File, at(name), || {
                let name = name.text().unwrap_or_default();
                format!("level {name:?} was not read: only level {chosen_name:?} was")
            });
        }
    }
    let known = ["walls", "floors", "doors", "lanes", "models", "holes", "fiducials", "features"];
    let mut others = Vec::new();
    for (key, list) in chosen.map().into_iter().flatten() {
        let filled = list.list().is_some_and(|mut list| list.next().is_some());
        let key = key.text().unwrap_or_default();
        if filled && known.contains(&key) && !others.contains(&key) {
            others.push(key);
        }
    }
    if !others.is_empty() {
        findings.add_at(Kind::Skipped, Element::File, at(chosen), || {
            format!(
                "{} of level {chosen_name:?} were not read: only human_lanes are",
                others.join(", ")
            )
        });
    }
}

/// A vertex as the file has it, or as it is in the world.
#[derive(Clone, Copy)]
struct Vertex<'a> {
    at: Point,
    name: &'a str,
    line: u32,
}

struct Vertices<'a> {
    list: Vec<Vertex<'a>>,
}

impl<'a> Vertices<'a> {
    /// Reads all vertices of a level, and puts them where measurements say.
    fn read(level: Node<'a>, plane: Plane, findings: &mut Findings) -> Result<Self, ReadError> {
        let mut vertices = Self { list: Vec::new() };
        let list =
            section(level, "vertices")?.ok_or_else(|| level.lacks("vertices on the level"))?;
        for vertex in list.list().into_iter().flatten() {
            let wrong = || vertex.refuse("a vertex [x, y, z, name, …]");
            let mut fields = vertex.list().ok_or_else(wrong)?;
            let (x, y) = (fields.next().ok_or_else(wrong)?, fields.next().ok_or_else(wrong)?);
            let at =
                Point::new(coordinate(x, "an x coordinate")?, coordinate(y, "a y coordinate")?);
            let name = fields.nth(1).and_then(Node::text).unwrap_or_default();
            vertices.list.push(Vertex { at, name, line: vertex.line() });
        }
        let scale = vertices.scale(level)?;
        match (plane, scale) {
            (Plane::Image, None) => {
                findings.add_at(Kind::OddText, Element::File, Some(level.origin()), || {
                    "no measurement says how long a pixel is; one metre is assumed".to_owned()
                });
            }
            (Plane::Degrees, _) => {
                findings.add_at(Kind::OddText, Element::File, Some(level.origin()), || {
                    "coordinates are degrees, but are taken as metres".to_owned()
                });
            }
            _ => {}
        }
        let up = if matches!(plane, Plane::Image) { -1.0 } else { 1.0 };
        for vertex in &mut vertices.list {
            let scale = scale.unwrap_or(1.0);
            // Adding zero makes one zero of the two.
            let [x, y] = [vertex.at.x * scale, vertex.at.y * up * scale].map(|value| value + 0.0);
            let (Some(x), Some(y)) = (geom::coordinate(x), geom::coordinate(y)) else {
                let at = Origin::Line(vertex.line);
                let reason = format!("a coordinate is larger than {LIMIT:e} once it is measured");
                return Err(ReadError::Refused { at, reason });
            };
            vertex.at = Point::new(x, y);
        }
        Ok(vertices)
    }

    /// How many metres a unit is, on the average of all measurements.
    fn scale(&self, level: Node<'_>) -> Result<Option<f64>, ReadError> {
        let (mut sum, mut count) = (0.0, 0.0);
        for edge in section(level, "measurements")?.and_then(Node::list).into_iter().flatten() {
            let Edge { ends, parameters } = Edge::read(edge, self, "a measurement")?;
            let [from, to] = ends.map(|(_, vertex)| vertex.at);
            let distance = parameter(parameters, "distance")
                .ok_or_else(|| edge.lacks("the distance of a measurement"))?;
            let scale = number(distance, "a distance")? / from.distance(to);
            if !scale.is_finite() || scale <= 0.0 {
                return Err(edge.refuse("a measurement of some length between two places"));
            }
            sum += scale;
            count += 1.0;
        }
        Ok((0.0 < count).then_some(sum / count))
    }
}

/// Two vertices with parameters.
struct Edge<'a> {
    /// The vertices it joins, with their indices.
    ends: [(u32, Vertex<'a>); 2],
    parameters: Option<Node<'a>>,
}

impl<'a> Edge<'a> {
    fn read(
        edge: Node<'a>,
        vertices: &Vertices<'a>,
        what: &'static str,
    ) -> Result<Self, ReadError> {
        let wrong = || edge.refuse(format!("{what} [vertex, vertex, {{…}}]"));
        let mut fields = edge.list().ok_or_else(wrong)?;
        let n_vertices = vertices.list.len();
        let mut vertex = || {
            let field = fields.next().ok_or_else(wrong)?;
            let index = field.text().and_then(|text| parse_whole::<u32>(text.as_bytes()));
            let known = index.and_then(|index| Some((index, *vertices.list.get(index as usize)?)));
            known.ok_or_else(|| field.refuse(format!("a vertex index below {n_vertices}")))
        };
        let ends = [vertex()?, vertex()?];
        Ok(Self { ends, parameters: fields.next() })
    }
}

/// The value of a parameter: `[type, value]`, or the value alone.
fn parameter<'a>(parameters: Option<Node<'a>>, name: &str) -> Option<Node<'a>> {
    let mut list = parameters?.map()?.take(MOST_PARAMETERS);
    let (_, value) = list.find(|(key, _)| key.text() == Some(name))?;
    match value.list() {
        Some(mut typed) => typed.nth(1),
        None => Some(value),
    }
}

fn number(node: Node<'_>, expected: &'static str) -> Result<f64, ReadError> {
    let value = node.text().and_then(|text| parse_number(text.as_bytes()));
    value.ok_or_else(|| node.refuse(expected))
}

fn coordinate(node: Node<'_>, expected: &'static str) -> Result<f64, ReadError> {
    let value = geom::coordinate(number(node, expected)?);
    value.ok_or_else(|| node.refuse(format!("{expected} of at most {LIMIT:e} in size")))
}

struct Reader<'a> {
    vertices: Vertices<'a>,
    network: LaneNetwork,
    findings: Findings,
    lines: Lines,
}

impl Reader<'_> {
    fn lanes(&mut self, level: Node<'_>) -> Result<(), ReadError> {
        let list = section(level, "human_lanes")?
            .ok_or_else(|| level.lacks("human_lanes on the level"))?;
        let mut n_others = 0;
        for (edge, id) in list.list().into_iter().flatten().zip(0..) {
            self.lines.records.push(edge.line());
            let Edge { ends, parameters } = Edge::read(edge, &self.vertices, "a lane")?;
            if let Some(graph) = parameter(parameters, "graph_idx") {
                let index = graph.text().and_then(|text| parse_whole::<i64>(text.as_bytes()));
                if index.ok_or_else(|| graph.refuse("the number of a graph"))? != PEOPLE {
                    n_others += 1;
                    continue;
                }
            }
            let width =
                parameter(parameters, "width").ok_or_else(|| edge.lacks("the width of a lane"))?;
            let width = coordinate(width, "the width of a lane")?;
            self.lane(LaneId(id), ends, width);
        }
        self.lines.vertices = self.vertices.list.iter().map(|vertex| vertex.line).collect();
        if n_others != 0 {
            self.findings.add_at(Kind::Skipped, Element::File, Some(list.origin()), || {
                format!("{n_others} human_lanes of other graphs than {PEOPLE} were not read")
            });
        }
        Ok(())
    }

    fn lane(&mut self, id: LaneId, ends: [(u32, Vertex<'_>); 2], width: f64) {
        let element = Element::Outline(id.0);
        let [from, to] = ends.map(|(index, _)| LaneVertexId(index));
        if from == to {
            self.findings
                .add(Kind::OddOutline, element, || format!("lane {} ends where it begins", id.0));
        }
        if width <= 0.0 {
            self.findings.add(Kind::OddOutline, element, || format!("lane {} has no width", id.0));
        }
        for (index, Vertex { at, name, .. }) in ends {
            let vertex = || LaneVertex { name: name.to_owned(), at };
            self.network.vertices.entry(LaneVertexId(index)).or_insert_with(vertex);
        }
        self.network.lanes.insert(id, Lane { ends: [from, to], width });
    }
}
