//! `wayglass path`: the shortest path between two points of a map.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::bail;
use serde_json::{Value, json};

use crate::format::{Content, Format, Options};
use crate::geom::{self, Point};
use crate::mesh::{FaceId, Navmesh};
use crate::search::doompath::Areas;
use crate::search::{
    Corridor, Counters, DoomPath, End, Ground, Outcome, Query, Searcher, corridor,
};

use super::searching::{Cost, Searching};
use super::text::{counted, measure};
use super::{files, trace};

/// What is asked.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) map: PathBuf,
    pub(super) query: Query,
    pub(super) search: Searching,
    pub(super) cost: Cost,
    pub(super) trace: Option<PathBuf>,
    pub(super) json: bool,
}

/// Two coordinates with a comma between them.
pub(super) fn parse_point(text: &str) -> Result<Point, String> {
    let number = |text: &str| text.trim().parse().ok().and_then(geom::coordinate);
    let (x, y) = text.split_once(',').ok_or("expected X,Y")?;
    match (number(x), number(y)) {
        (Some(x), Some(y)) => Ok(Point::new(x, y)),
        _ => Err("expected two numbers with a comma between them, such as 12.5,-3".to_owned()),
    }
}

/// Finds a path and says where it goes; exit 2 if there is none.
pub(super) fn run(
    order: &Order,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let trace = order.trace.as_deref().map(trace::Place::new).transpose()?;
    let import = files::open(&order.map, options)?;
    let Content::Mesh(mesh) = import.content else {
        bail!(
            "{}: there are no faces to walk on in a {}",
            order.map.display(),
            import.format.title()
        );
    };
    let answer = match order.cost {
        Cost::Length => by_length(order, mesh.clone(), trace)?,
        Cost::Doompath if trace.is_some() => bail!("--trace goes with --cost length"),
        Cost::Doompath if import.format == Format::DoomPath => by_doompath(order, mesh.clone()),
        Cost::Doompath => bail!("{}: only DPMESH has what DoomPath counts", order.map.display()),
    };
    if order.json {
        writeln!(out, "{:#}", answer.to_json(&mesh))?;
    } else {
        writeln!(out, "{}", answer.to_text())?;
        if answer.outcome == Outcome::Unreachable && order.search.leaves_links_alone(&mesh) {
            writeln!(out, "(on foot; not all links of this map were tried)")?;
        }
    }
    Ok(if answer.outcome.cost().is_some() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn by_length(
    order: &Order,
    mesh: Arc<Navmesh>,
    trace: Option<trace::Place<'_>>,
) -> anyhow::Result<Answer> {
    let ground = order.search.ground(mesh);
    let mut searcher = Searcher::<()>::default();
    let started = Instant::now();
    let outcome = searcher.find(order.search.algorithm, &ground, &order.query, &mut ());
    let micros = started.elapsed().as_secs_f64() * 1e6;
    let (points, jumps) = (searcher.corners(), searcher.jumps());
    let legs = legs(&ground, &points, &jumps).unwrap_or_default();
    let faces = legs.iter().flat_map(|leg| leg.faces.iter().copied()).collect();
    let widths = legs.iter().filter_map(Corridor::bottleneck);
    let bottleneck_width =
        widths.map(|narrowest| narrowest.segment.length()).min_by(f64::total_cmp);
    let heard = trace.map(|place| place.write(&ground, order.search.algorithm, &order.query));
    let (heard, counters) = (heard.transpose()?, searcher.counters());
    Ok(Answer { outcome, micros, points, jumps, faces, bottleneck_width, counters, heard })
}

fn by_doompath(order: &Order, mesh: Arc<Navmesh>) -> Answer {
    let areas = Areas::new(mesh, &order.search.preparation());
    let mut doompath = DoomPath::<()>::default();
    let started = Instant::now();
    let outcome = doompath.find(&areas, &order.query, &mut ());
    let micros = started.elapsed().as_secs_f64() * 1e6;
    Answer {
        outcome,
        micros,
        points: doompath.points().to_vec(),
        jumps: Vec::new(),
        faces: doompath.faces().to_vec(),
        bottleneck_width: None,
        counters: doompath.counters(),
        heard: None,
    }
}

/// The faces that a path goes through, leg by leg between its jumps.
pub(super) fn legs(
    ground: &Ground,
    points: &[Point],
    jumps: &[(usize, usize)],
) -> Option<Vec<Corridor>> {
    let ends = jumps.iter().map(|&(corner, _)| corner + 1).chain([points.len()]);
    let mut start = 0;
    let mut leg = |end| {
        let leg = points.get(start..end).and_then(|leg| corridor::along(ground, leg).ok());
        start = end;
        leg
    };
    ends.map(&mut leg).collect()
}

/// What came of the search.
struct Answer {
    outcome: Outcome,
    micros: f64,
    points: Vec<Point>,
    /// The points from where one jumps to the next, and by which link.
    jumps: Vec<(usize, usize)>,
    /// The faces that the path goes through.
    faces: Vec<FaceId>,
    /// The length of the shortest side that it crosses.
    bottleneck_width: Option<f64>,
    counters: Counters,
    /// A sentence about what was written down of the search.
    heard: Option<String>,
}

impl Answer {
    fn to_text(&self) -> String {
        let mut text = match self.outcome {
            Outcome::Found { cost } => self.path_to_text(cost),
            Outcome::Unreachable => "no path: start and goal are not connected".to_owned(),
            Outcome::OffMesh(End::Start) => "no path: the start is on no walkable face".to_owned(),
            Outcome::OffMesh(End::Goal) => "no path: the goal is on no walkable face".to_owned(),
            Outcome::Cancelled => "the search was cancelled".to_owned(),
            Outcome::GaveUp => "the search gave up".to_owned(),
        };
        if let Some(heard) = &self.heard {
            text += &format!("\n{heard}");
        }
        text
    }

    fn path_to_text(&self, cost: f64) -> String {
        let mut text =
            format!("a path of cost {}, found in {} µs", measure(cost), measure(self.micros));
        for (corner, Point { x, y }) in self.points.iter().enumerate() {
            let jumps = self.jumps.iter().any(|&(from, _)| from == corner);
            let teleports = if jumps { "  (teleports)" } else { "" };
            text += &format!("\n  {x}, {y}{teleports}");
        }
        if !self.faces.is_empty() {
            text += &format!("\nthrough {}", counted(self.faces.len(), "face"));
        }
        if let Some(width) = self.bottleneck_width {
            text += &format!(", over sides at least {} wide", measure(width));
        }
        text
    }

    fn to_json(&self, mesh: &Navmesh) -> Value {
        let Counters { generated, pushed, popped, pruned_after_pop, expanded } = self.counters;
        let ids = &mesh.attributes().ids;
        let jump = |&(corner, link): &(usize, usize)| {
            let link = &mesh.links()[link];
            json!({ "from_point": corner, "from_face": ids.face(link.from), "to_face": ids.face(link.to) })
        };
        json!({
            "outcome": self.outcome.name(),
            "cost": self.outcome.cost(),
            "points": self.points.iter().map(|p| [p.x, p.y]).collect::<Vec<_>>(),
            "jumps": self.jumps.iter().map(jump).collect::<Vec<_>>(),
            "faces": self.faces.iter().map(|&face| ids.face(face)).collect::<Vec<_>>(),
            "bottleneck_width": self.bottleneck_width,
            "expanded": expanded,
            "generated": generated,
            "pushed": pushed,
            "popped": popped,
            "pruned": pruned_after_pop,
            "micros": self.micros,
        })
    }
}
