//! `wayglass inspect`: what is in a file.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Map, Value, json};

use crate::format::{Content, Import, Options};
use crate::geom::Aabb;
use crate::layout::lane::LaneNetwork;
use crate::layout::{Border, Layout};
use crate::mesh::attributes::Records;
use crate::mesh::islands::Ways;
use crate::mesh::{Across, Islands, LinkKind, Navmesh, Severity};
use crate::scenario::Scenario;
use crate::text::{counted, grouped, measure};

use super::{files, recording};

/// Says what is in a file.
pub(super) fn run(
    path: &Path,
    json: bool,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let import = files::open(path, options)?;
    if json {
        writeln!(out, "{:#}", to_json(&import))?;
    } else {
        write!(out, "{}\n{}", path.display(), to_text(&import))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What there is to count about a mesh, in the file's own terms.
struct Counts {
    walkable: usize,
    blocked: usize,
    open_sides: usize,
    wall_sides: usize,
    outside_sides: usize,
    one_way_sides: usize,
    teleporters: usize,
    passages: usize,
    islands: Islands,
    islands_with_teleporters: usize,
}

impl Counts {
    fn new(mesh: &Navmesh) -> Self {
        let walkable = mesh.faces().filter(|face| face.walkable()).count();
        let n_sides =
            |is: fn(&Across) -> bool| mesh.across().iter().filter(|across| is(across)).count();
        let n_links = |kind| mesh.links().iter().filter(|link| link.kind == kind).count();
        Self {
            walkable,
            blocked: mesh.n_faces() - walkable,
            open_sides: n_sides(|across| matches!(across, Across::Open(_))),
            wall_sides: n_sides(|across| matches!(across, Across::Wall(_))),
            outside_sides: n_sides(|across| matches!(across, Across::Outside)),
            one_way_sides: one_way_sides(mesh) + one_way_passages(mesh),
            teleporters: n_links(LinkKind::Teleporter),
            passages: n_links(LinkKind::Passage),
            islands: Islands::new(mesh, Ways::OnFoot),
            islands_with_teleporters: Islands::new(mesh, Ways::WithTeleporters).list().len(),
        }
    }
}

/// Sides that are open from one face and a wall from the other.
fn one_way_sides(mesh: &Navmesh) -> usize {
    let one_way = |face, side| {
        let back = mesh.twin(face, side).map(|(other, twin)| mesh.face(other).across()[twin]);
        matches!(back, Some(Across::Wall(_)))
    };
    mesh.faces()
        .flat_map(|face| (0..face.n_sides()).map(move |side| (face, side)))
        .filter(|&(face, side)| face.across()[side].is_open() && one_way(face.id, side))
        .count()
}

/// Passages that do not lead back.
fn one_way_passages(mesh: &Navmesh) -> usize {
    let passages = || mesh.links().iter().filter(|link| link.kind == LinkKind::Passage);
    let key = |link: &crate::mesh::Link, back: bool| {
        let (from, to) = if back { (link.to, link.from) } else { (link.from, link.to) };
        (from, to, link.segment.from.bits(), link.segment.to.bits())
    };
    let mut known: Vec<_> = passages().map(|link| key(link, false)).collect();
    known.sort_unstable();
    passages().filter(|link| known.binary_search(&key(link, true)).is_err()).count()
}

fn to_text(import: &Import) -> String {
    let mut rows = vec![("format", import.format.title().to_owned())];
    match &import.content {
        Content::Mesh(mesh) => mesh_rows(mesh, &mut rows),
        Content::Layout(layout) => layout_rows(layout, &mut rows),
        Content::Scenario(scenario) => scenario_rows(scenario, &mut rows),
        Content::Trace(trace) => {
            rows.extend(recording::rows(trace));
            rows.push(("bounds", bounds_text(recording::bounds(trace))));
        }
    }
    let count =
        |severity: Severity| counted(import.findings.count_severity(severity), severity.name());
    let [errors, warnings, notes] = [Severity::Error, Severity::Warning, Severity::Note].map(count);
    rows.push(("findings", format!("{errors}, {warnings}, {notes}")));
    rows.iter().map(|(name, value)| format!("  {name:<11} {value}\n")).collect()
}

type Row = (&'static str, String);

fn mesh_rows(mesh: &Navmesh, rows: &mut Vec<Row>) {
    let counts = Counts::new(mesh);
    rows.push(("vertices", grouped(mesh.n_vertices())));
    let (walkable, blocked) = (grouped(counts.walkable), grouped(counts.blocked));
    let most = mesh.faces().map(|face| face.n_sides()).max().unwrap_or(0);
    let faces = grouped(mesh.n_faces());
    rows.push((
        "faces",
        format!("{faces} ({walkable} walkable, {blocked} blocked), at most {most} sides"),
    ));
    let [open, wall, outside] =
        [counts.open_sides, counts.wall_sides, counts.outside_sides].map(grouped);
    let one_way = match counts.one_way_sides {
        0 => String::new(),
        count => format!(", {} one-way", grouped(count)),
    };
    rows.push(("sides", format!("{open} open, {wall} wall, {outside} outside{one_way}")));
    if counts.teleporters != 0 || counts.passages != 0 {
        let (teleporters, passages) =
            (counted(counts.teleporters, "teleporter"), counted(counts.passages, "passage"));
        rows.push(("links", format!("{teleporters}, {passages} between floors")));
    }
    let islands = counts.islands.list();
    let share = islands
        .first()
        .map_or(0.0, |largest| 100.0 * largest.area / counts.islands.area().max(f64::MIN_POSITIVE));
    let joined = match counts.islands_with_teleporters {
        same if same == islands.len() => String::new(),
        fewer => format!("; {} with teleporters", grouped(fewer)),
    };
    rows.push((
        "islands",
        format!("{} (the largest has {share:.1} % of the area){joined}", grouped(islands.len())),
    ));
    rows.push(("area", format!("{} walkable", measure(counts.islands.area()))));
    attribute_rows(mesh, rows);
    rows.push(("bounds", bounds_text(mesh.bounds())));
}

fn attribute_rows(mesh: &Navmesh, rows: &mut Vec<Row>) {
    let attributes = mesh.attributes();
    if !attributes.groups.is_empty() {
        rows.push(("groups", attributes.groups.join(", ")));
    }
    if let (Some(low), Some(high)) = (
        attributes.z.iter().copied().reduce(f64::min),
        attributes.z.iter().copied().reduce(f64::max),
    ) {
        rows.push(("heights", format!("{low} to {high}")));
    }
    let sectors = attributes.sector.iter().flatten().count();
    if sectors != 0 {
        rows.push(("sectors", format!("{} may move", counted(sectors, "face"))));
    }
    match &attributes.records {
        Records::None => {}
        Records::Menge(records) => {
            let (portals, walls) =
                (counted(records.portals.len(), "portal"), counted(records.walls.len(), "wall"));
            rows.push(("records", format!("{portals}, {walls}")));
        }
        Records::DoomPath(records) => {
            let (planes, connections) = (
                counted(records.planes.len(), "plane"),
                counted(records.connections.len(), "connection"),
            );
            let header = records.header.len() + 8;
            rows.push(("records", format!("{connections}, {planes}, a header of {header} bytes")));
        }
    }
}

fn layout_rows(layout: &Layout, rows: &mut Vec<Row>) {
    if !layout.lanes.is_empty() {
        lane_rows(&layout.lanes, rows);
    }
    if layout.n_points() == 0 && !layout.lanes.is_empty() {
        return;
    }
    rows.push(("points", grouped(layout.n_points())));
    rows.push((
        "border",
        match &layout.border {
            Border::Box { margin } => format!("the box around it and {margin} more on every side"),
            Border::AnyOf(rings) => counted(rings.len(), "enclosure"),
            Border::OddOf(rings) => {
                format!("{}, each turning inside to outside", counted(rings.len(), "ring"))
            }
        },
    ));
    rows.push(("obstacles", grouped(layout.obstacles.len())));
    if !layout.walls.is_empty() {
        rows.push(("walls", grouped(layout.walls.len())));
    }
    rows.push(("bounds", bounds_text(layout.drawn_bounds())));
}

fn lane_rows(network: &LaneNetwork, rows: &mut Vec<Row>) {
    let widths = network.lanes.values().map(|lane| lane.width);
    let (narrowest, widest) =
        (widths.clone().fold(f64::INFINITY, f64::min), widths.fold(0.0, f64::max));
    let lanes = counted(network.lanes.len(), "lane");
    rows.push(("lanes", format!("{lanes}, {} to {} wide", measure(narrowest), measure(widest))));
    rows.push(("vertices", grouped(network.vertices.len())));
    let ends = network.lanes.values().filter_map(|lane| network.ends(lane));
    let length: f64 = ends.map(|[from, to]| from.distance(to)).sum();
    rows.push(("length", measure(length)));
    rows.push(("bounds", bounds_text(network.bounds())));
}

fn scenario_rows(scenario: &Scenario, rows: &mut Vec<Row>) {
    rows.push(("queries", grouped(scenario.instances.len())));
    let no_path =
        scenario.instances.iter().filter(|instance| instance.expected_cost().is_none()).count();
    rows.push(("no path", format!("expected of {}", grouped(no_path))));
    rows.push(("maps", maps(scenario).join(", ")));
    let longest = scenario
        .instances
        .iter()
        .filter_map(|instance| instance.expected_cost())
        .fold(0.0, f64::max);
    rows.push(("cost", format!("at most {}", measure(longest))));
    rows.push(("bounds", bounds_text(scenario_bounds(scenario))));
}

fn scenario_bounds(scenario: &Scenario) -> Aabb {
    Aabb::around(scenario.instances.iter().flat_map(|instance| [instance.start, instance.goal]))
}

/// The maps that a scenario is for, each once, in the order of the file.
fn maps(scenario: &Scenario) -> Vec<String> {
    let mut maps: Vec<String> = Vec::new();
    for instance in &scenario.instances {
        if maps.last() != Some(&instance.map) && !maps.contains(&instance.map) && maps.len() < 100 {
            maps.push(instance.map.clone());
        }
    }
    maps
}

fn bounds_text(bounds: Aabb) -> String {
    if bounds.is_empty() {
        return "empty".to_owned();
    }
    let Aabb { min, max } = bounds;
    format!("{}, {} to {}, {}", min.x, min.y, max.x, max.y)
}

fn to_json(import: &Import) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("format", json!(import.format.name()));
    let version = import.format.version().map(|version| match version.parse::<u32>() {
        Ok(number) => json!(number),
        Err(_) => json!(version),
    });
    put("version", version.unwrap_or(Value::Null));
    let bounds = match &import.content {
        Content::Mesh(mesh) => {
            let counts = Counts::new(mesh);
            put("vertices", json!(mesh.n_vertices()));
            put("faces", json!(mesh.n_faces()));
            put("walkable_faces", json!(counts.walkable));
            put("blocked_faces", json!(counts.blocked));
            put("open_sides", json!(counts.open_sides));
            put("wall_sides", json!(counts.wall_sides));
            put("outside_sides", json!(counts.outside_sides));
            put("one_way_sides", json!(counts.one_way_sides));
            put("links", json!(counts.teleporters));
            put("passages", json!(counts.passages));
            put("islands", json!(counts.islands.list().len()));
            put("islands_with_links", json!(counts.islands_with_teleporters));
            put("walkable_area", json!(counts.islands.area()));
            mesh.bounds()
        }
        Content::Layout(layout) => {
            put("points", json!(layout.n_points()));
            put("border_rings", json!(layout.border.rings().len()));
            put("obstacles", json!(layout.obstacles.len()));
            put("walls", json!(layout.walls.len()));
            put("lanes", json!(layout.lanes.lanes.len()));
            put("lane_vertices", json!(layout.lanes.vertices.len()));
            let (drawn, lanes) = (layout.drawn_bounds(), layout.lanes.bounds());
            Aabb::around(
                [drawn, lanes].into_iter().filter(|b| !b.is_empty()).flat_map(|b| [b.min, b.max]),
            )
        }
        Content::Scenario(scenario) => {
            put("instances", json!(scenario.instances.len()));
            put("maps", json!(maps(scenario)));
            scenario_bounds(scenario)
        }
        Content::Trace(trace) => {
            recording::keys(trace).into_iter().for_each(|(key, value)| {
                put(&key, value);
            });
            recording::bounds(trace)
        }
    };
    let corners = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y];
    put("bounds", if bounds.is_empty() { Value::Null } else { json!(corners) });
    put("errors", json!(import.findings.count_severity(Severity::Error)));
    put("warnings", json!(import.findings.count_severity(Severity::Warning)));
    put("notes", json!(import.findings.count_severity(Severity::Note)));
    Value::Object(object)
}
