//! Where no window can open: the picture that it would have begun with, in a file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;

use crate::build::{self, Faces};
use crate::disk;
use crate::draw::{Map, Picture, Route, Size, Theme, YAxis};
use crate::example::Example;
use crate::format::{self, Content, Import, Options};
use crate::mesh::islands::Ways;
use crate::mesh::{Islands, Navmesh};
use crate::search::{Answer, Ground, Outcome, Preparation, Query, Searcher, sample_query};
use crate::text::measure;

use super::files;

/// Says why there is no window, and draws what it would have shown.
pub(super) fn run(files: &[PathBuf], why: &str, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    writeln!(out, "{why}")?;
    if files.is_empty() {
        let example = &Example::ALL[0];
        show(Path::new(example.file_name), &format::read(example.bytes)?, out)?;
    }
    for file in files {
        show(file, &files::open(file, &Options::default())?, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(file: &Path, import: &Import, out: &mut dyn Write) -> anyhow::Result<()> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mesh = match &import.content {
        Content::Mesh(mesh) => Some(mesh.clone()),
        Content::Layout(layout) => {
            build::whole(layout, Faces::default()).ok().map(|built| Arc::new(built.mesh))
        }
        Content::Scenario(scenario) => {
            let n_queries = scenario.instances.len();
            writeln!(out, "{name}: {n_queries} queries; wayglass run searches them on their map")?;
            return Ok(());
        }
        Content::Trace(recording) => {
            let n_steps = recording.steps.len();
            writeln!(out, "{name}: {n_steps} steps of a search; wayglass trace tells more")?;
            return Ok(());
        }
    };
    let asked = mesh.as_ref().and_then(ask);
    let map = match (&mesh, &import.content) {
        (Some(mesh), _) => Map::Mesh(mesh),
        (None, Content::Layout(layout)) => Map::Layout(layout),
        (None, _) => return Ok(()),
    };
    let picture = Picture {
        y_axis: YAxis::of(&import.work),
        route: asked.as_ref().map(|(route, _)| route),
        ..Picture::plain(map, &name)
    };
    let pixels = picture.pixels(Size::new(1280, 800)?, Theme::default());
    let png = pixels.and_then(|pixels| pixels.png()).context("no memory for a picture")?;
    let place = std::env::temp_dir().join(format!("wayglass-{name}.png"));
    disk::save(&place, &png)?;
    writeln!(out, "what it would show is in {}", place.display())?;
    if let Some((route, outcome)) = &asked {
        let Query { start, goal } = route.query;
        write!(out, "{},{} -> {},{}: ", start.x, start.y, goal.x, goal.y)?;
        match outcome {
            Outcome::Found { cost } => writeln!(out, "a path of cost {}", measure(*cost))?,
            outcome => writeln!(out, "{}", outcome.sentence())?,
        }
    }
    Ok(())
}

/// A query across the map, and its answer.
fn ask(mesh: &Arc<Navmesh>) -> Option<(Route, Outcome)> {
    let query = sample_query(mesh, &Islands::new(mesh, Ways::OnFoot))?;
    let ground = Ground::new(mesh.clone(), &Preparation::default());
    let mut searcher = Searcher::<()>::default();
    let outcome = searcher.find(crate::search::Algorithm::default(), &ground, &query, &mut ());
    Some((Route::new(query, &Answer::of(&searcher, &ground, outcome)), outcome))
}
