//! `wayglass path`: the shortest path between two points of a map.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::bail;
use serde_json::{Value, json};

use crate::explain::{Case, explain};
use crate::format::{Format, Options};
use crate::geom::{self, Point};
use crate::mesh::Navmesh;
use crate::search::doompath::Areas;
use crate::search::{
    Algorithm, Answer, Asked, Counters, DoomPath, Ground, Outcome, Preparation, Query,
};
use crate::text::{counted, duration, measure};

use super::against::Against;
use super::searching::{Cost, Searching};
use super::{files, trace, why};

/// What is asked.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) map: PathBuf,
    /// Where from and where to; a repro knows that by itself.
    pub(super) query: Option<Query>,
    pub(super) search: Searching,
    pub(super) cost: Cost,
    pub(super) trace: Option<PathBuf>,
    /// Another way to search, to be compared with.
    pub(super) against: Option<Algorithm>,
    /// Whether a path that was found is explained, too.
    pub(super) why: bool,
    pub(super) json: bool,
}

/// Two coordinates with a comma between them.
pub(super) fn parse_point(text: &str) -> Result<Point, String> {
    let number = |text: &str| text.trim().parse().ok().and_then(geom::coordinate);
    let point = text.split_once(',').and_then(|(x, y)| Some(Point::new(number(x)?, number(y)?)));
    let expected = "expected two numbers with a comma between them, such as 12.5,-3";
    point.ok_or_else(|| expected.to_owned())
}

/// Finds a path and says where it goes; says why and exits with 2 if there is none.
pub(super) fn run(
    order: &Order,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let trace = order.trace.as_deref().map(trace::Place::new).transpose()?;
    let opened = files::open_with_words(&order.map, options)?;
    let name = order.map.display();
    let mesh = &files::mesh(&order.map, &opened.import)?;
    let asked = match (order.query, &opened.repro) {
        (Some(query), _) => order.search.asked(query),
        (None, Some(_)) if !order.search.is_usual() => {
            bail!("{name}: it says itself how to search; to do it otherwise, give --from and --to")
        }
        (None, Some(repro)) => repro.asked,
        (None, None) => bail!("{name}: give --from X,Y and --to X,Y"),
    };
    let ground = Ground::new(mesh.clone(), &Preparation { landmarks: false, ..asked.preparation });
    let report = match order.cost {
        Cost::Length => by_length(&asked, &ground, trace)?,
        Cost::Doompath if trace.is_some() => bail!("--trace goes with --cost length"),
        Cost::Doompath if order.against.is_some() => bail!("--against goes with --cost length"),
        Cost::Doompath if order.why => bail!("--why goes with --cost length"),
        Cost::Doompath if order.search.algorithm != Algorithm::default() => {
            bail!("--algorithm goes with --cost length: DoomPath's rule has a search of its own")
        }
        Cost::Doompath if opened.import.format == Format::DoomPath => {
            by_doompath(&asked, mesh.clone())
        }
        Cost::Doompath => bail!("{name}: only DPMESH has what DoomPath counts"),
    };
    let has_path = report.answer.outcome.cost().is_some();
    let verdict = (!has_path || order.why).then(|| {
        let findings = opened.import.findings.list();
        explain(&Case { ground: &ground, asked, answer: &report.answer, findings })
    });
    let against = order.against.map(|other| Against::new(&asked, other, &ground));
    if order.json {
        let mut json = report.to_json(mesh);
        if let Some(against) = against {
            json["against"] = against.to_json();
        }
        json["verdict"] = verdict.map(|verdict| why::to_json(&verdict, &opened, mesh)).into();
        writeln!(out, "{json:#}")?;
    } else {
        writeln!(out, "{}", report.to_text())?;
        if let Some(against) = against {
            writeln!(out, "{}", against.to_text())?;
        }
        if let Some(verdict) = verdict {
            write!(out, "{}", why::to_text(&verdict, &opened))?;
        }
    }
    Ok(if has_path { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn by_length(
    asked: &Asked,
    ground: &Ground,
    trace: Option<trace::Place<'_>>,
) -> anyhow::Result<Report> {
    let started = Instant::now();
    let answer = asked.answer(ground);
    let micros = started.elapsed().as_secs_f64() * 1e6;
    let heard = trace.map(|place| place.write(asked, ground));
    Ok(Report { answer, micros, heard: heard.transpose()? })
}

fn by_doompath(asked: &Asked, mesh: Arc<Navmesh>) -> Report {
    let areas = Areas::new(mesh, &asked.preparation);
    let mut doompath = DoomPath::<()>::default();
    doompath.limit = asked.limit;
    let started = Instant::now();
    let outcome = doompath.find(&areas, &asked.query, &mut ());
    let micros = started.elapsed().as_secs_f64() * 1e6;
    let answer = Answer {
        outcome,
        corners: doompath.points().to_vec(),
        jumps: Vec::new(),
        faces: doompath.faces().to_vec(),
        bottleneck: None,
        counters: doompath.counters(),
    };
    Report { answer, micros, heard: None }
}

/// What came of the search, and how long it took.
struct Report {
    answer: Answer,
    micros: f64,
    /// A sentence about what was written down of the search.
    heard: Option<String>,
}

impl Report {
    fn to_text(&self) -> String {
        let mut text = match self.answer.outcome {
            Outcome::Found { cost } => self.path_to_text(cost),
            outcome => outcome.sentence().to_owned(),
        };
        if let Some(heard) = &self.heard {
            text += &format!("\n{heard}");
        }
        text
    }

    fn path_to_text(&self, cost: f64) -> String {
        let Answer { corners, jumps, faces, bottleneck, .. } = &self.answer;
        let mut text =
            format!("a path of cost {}, found in {}", measure(cost), duration(self.micros));
        for (corner, Point { x, y }) in corners.iter().enumerate() {
            let jumps = jumps.iter().any(|&(from, _)| from == corner);
            let teleports = if jumps { "  (teleports)" } else { "" };
            text += &format!("\n  {x}, {y}{teleports}");
        }
        if !faces.is_empty() {
            text += &format!("\nthrough {}", counted(faces.len(), "face"));
        }
        if let Some(narrowest) = bottleneck {
            text += &format!(", over edges at least {} wide", measure(narrowest.segment.length()));
        }
        text
    }

    fn to_json(&self, mesh: &Navmesh) -> Value {
        let Answer { outcome, corners, jumps, faces, bottleneck, counters } = &self.answer;
        let Counters { generated, pushed, popped, pruned_after_pop, expanded } = counters;
        let ids = &mesh.attributes().ids;
        let jump = |&(corner, link): &(usize, usize)| {
            let link = &mesh.links()[link];
            json!({ "from_point": corner, "from_face": ids.face(link.from), "to_face": ids.face(link.to) })
        };
        json!({
            "outcome": outcome.name(),
            "cost": outcome.cost(),
            "points": corners.iter().map(|p| [p.x, p.y]).collect::<Vec<_>>(),
            "jumps": jumps.iter().map(jump).collect::<Vec<_>>(),
            "faces": faces.iter().map(|&face| ids.face(face)).collect::<Vec<_>>(),
            "bottleneck_width": bottleneck.map(|narrowest| narrowest.segment.length()),
            "expanded": expanded,
            "generated": generated,
            "pushed": pushed,
            "popped": popped,
            "pruned": pruned_after_pop,
            "micros": self.micros,
        })
    }
}
