//! `wayglass inspect`: what is in a file.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Map, Value, json};

use crate::document::facts::{facts, maps, scenario_bounds};
use crate::document::{Counts, told};
use crate::format::{Content, Import, Options};
use crate::geom::Aabb;
use crate::mesh::Severity;

use super::files;

/// Says what is in a file.
pub(super) fn run(
    path: &Path,
    json: bool,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let import = files::open_all(path, options)?;
    if json {
        writeln!(out, "{:#}", to_json(&import))?;
    } else {
        write!(out, "{}\n{}", path.display(), to_text(&import))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn to_text(import: &Import) -> String {
    let facts = facts(import.format, &import.content, &import.findings);
    facts.iter().map(|(name, value)| format!("  {name:<11} {value}\n")).collect()
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
            put("one_way_sides", json!(counts.one_way_sides + counts.one_way_passages));
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
            told::keys(trace).into_iter().for_each(|(key, value)| {
                put(&key, value);
            });
            told::bounds(trace)
        }
    };
    let corners = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y];
    put("bounds", if bounds.is_empty() { Value::Null } else { json!(corners) });
    put("errors", json!(import.findings.count_severity(Severity::Error)));
    put("warnings", json!(import.findings.count_severity(Severity::Warning)));
    put("notes", json!(import.findings.count_severity(Severity::Note)));
    Value::Object(object)
}
