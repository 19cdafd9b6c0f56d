//! What there is to say of a file: what is in it and how much, a line for each.

use crate::format::{Content, Format};
use crate::geom::Aabb;
use crate::layout::lane::LaneNetwork;
use crate::layout::{Border, Layout};
use crate::mesh::attributes::Records;
use crate::mesh::{Findings, Navmesh, Severity};
use crate::scenario::Scenario;
use crate::text::{counted, grouped, measure};

use super::{Counts, told};

/// What a line is about, and what it says.
pub type Fact = (&'static str, String);

/// What there is to say of a file.
pub fn facts(format: Format, content: &Content, findings: &Findings) -> Vec<Fact> {
    let mut rows = vec![("format", format.title().to_owned())];
    match content {
        Content::Mesh(mesh) => mesh_rows(mesh, &mut rows),
        Content::Layout(layout) => layout_rows(layout, &mut rows),
        Content::Scenario(scenario) => scenario_rows(scenario, &mut rows),
        Content::Trace(recording) => {
            rows.extend(told::rows(recording));
            rows.push(("bounds", bounds_text(told::bounds(recording))));
        }
    }
    let count = |severity: Severity| counted(findings.count_severity(severity), severity.name());
    let [errors, warnings, notes] = [Severity::Error, Severity::Warning, Severity::Note].map(count);
    rows.push(("findings", format!("{errors}, {warnings}, {notes}")));
    rows
}

fn mesh_rows(mesh: &Navmesh, rows: &mut Vec<Fact>) {
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
        let one_way = match counts.one_way_passages {
            0 => String::new(),
            count => format!(", {} of them one-way", grouped(count)),
        };
        rows.push(("links", format!("{teleporters}, {passages} between floors{one_way}")));
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

fn attribute_rows(mesh: &Navmesh, rows: &mut Vec<Fact>) {
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

fn layout_rows(layout: &Layout, rows: &mut Vec<Fact>) {
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

fn lane_rows(network: &LaneNetwork, rows: &mut Vec<Fact>) {
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

fn scenario_rows(scenario: &Scenario, rows: &mut Vec<Fact>) {
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

/// The smallest box around all ends of queries.
pub fn scenario_bounds(scenario: &Scenario) -> Aabb {
    Aabb::around(scenario.instances.iter().flat_map(|instance| [instance.start, instance.goal]))
}

/// The maps that a scenario is for, each once, in the order of the file.
pub fn maps(scenario: &Scenario) -> Vec<String> {
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
