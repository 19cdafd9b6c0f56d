//! `wayglass render`: a map, and a path on it, as a picture.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::disk;
use crate::draw::{ColorBy, Layer, Layers, Look, Map, Picture, Route, Search, Size, Theme, YAxis};
use crate::explain::{Case, Verdict, explain};
use crate::format::{Content, Options};
use crate::mesh::{Finding, Navmesh};
use crate::search::{Ground, Outcome, Query, Searcher, Trace};
use crate::text::{grouped, measure};

use super::files;
use super::searching::Searching;

/// What is asked.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) map: PathBuf,
    pub(super) output: PathBuf,
    pub(super) query: Option<Query>,
    /// How many events of the search have happened, at least one.
    pub(super) step: Option<u64>,
    pub(super) look: Look,
    pub(super) size: Size,
    pub(super) theme: Theme,
    pub(super) search: Searching,
}

/// The kinds of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
}

impl Kind {
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }
}

/// Width and height with an x between them.
pub(super) fn parse_size(text: &str) -> Result<Size, String> {
    let number = |text: &str| text.parse::<u32>().ok();
    match text.split_once(['x', 'X', '×']).map(|(width, height)| (number(width), number(height))) {
        Some((Some(width), Some(height))) => {
            Size::new(width, height).map_err(|error| error.to_string())
        }
        _ => Err("expected two whole numbers with an x between them, such as 1200x800".to_owned()),
    }
}

/// Reads the name of what colours tell, and lists all of them in the help.
pub(super) fn kinds() -> impl TypedValueParser<Value = ColorBy> {
    let names = ColorBy::ALL.iter().map(|by| PossibleValue::new(by.name()).help(by.title()));
    PossibleValuesParser::new(names)
        .map(|name| ColorBy::ALL.iter().copied().find(|by| by.name() == name).unwrap_or_default())
}

/// Reads the name of a theme.
pub(super) fn themes() -> impl TypedValueParser<Value = Theme> {
    let names = Theme::ALL.iter().map(|theme| PossibleValue::new(theme.name()));
    PossibleValuesParser::new(names).map(|name| {
        Theme::ALL.iter().copied().find(|theme| theme.name() == name).unwrap_or_default()
    })
}

/// All that is usually drawn, and the given layers if they are wanted.
pub(super) fn look(color_by: ColorBy, more: impl IntoIterator<Item = (Layer, bool)>) -> Look {
    let wanted = more.into_iter().filter(|(_, wanted)| *wanted);
    let layers = wanted.fold(Layers::default(), |layers, (layer, _)| layers.with(layer));
    Look { color_by, layers }
}

/// Draws a picture and says what is on it.
pub(super) fn run(
    order: &Order,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let Some(kind) = Kind::of(&order.output) else {
        bail!("{}: a picture ends in .svg or .png", order.output.display());
    };
    let import = files::open(&order.map, options)?;
    let y_axis = if import.format.y_down() || import.work.y_down { YAxis::Down } else { YAxis::Up };
    let title = order.map.file_name().unwrap_or_default().to_string_lossy();
    let no_faces = || format!("there are no faces in a {}", import.format.title());
    let asked = match (&import.content, order.query) {
        (Content::Mesh(mesh), Some(query)) => {
            Some(ask(order, mesh.clone(), query, import.findings.list()))
        }
        (Content::Scenario(_), _) | (_, Some(_)) => {
            bail!("{}: {}", order.map.display(), no_faces())
        }
        (_, None) => None,
    };
    let map = match &import.content {
        Content::Mesh(mesh) => Map::Mesh(mesh),
        Content::Layout(layout) => Map::Layout(layout),
        Content::Scenario(_) => bail!("{}: {}", order.map.display(), no_faces()),
    };
    let picture = Picture {
        map,
        title: &title,
        look: order.look,
        y_axis,
        route: asked.as_ref().map(|asked| &asked.route),
        search: asked.as_ref().and_then(Asked::search),
        verdict: asked.as_ref().and_then(|asked| Some((asked.verdict.as_ref()?, 0))),
    };
    disk::save(&order.output, &bytes(&picture, kind, order)?)?;
    let (width, height) = (order.size.width(), order.size.height());
    writeln!(out, "{}: {width}x{height} pixels", order.output.display())?;
    if let Some(asked) = asked {
        writeln!(out, "{}", asked.to_text())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn bytes(picture: &Picture<'_>, kind: Kind, order: &Order) -> anyhow::Result<Vec<u8>> {
    match kind {
        Kind::Svg => Ok(picture.svg(order.size, order.theme).into_bytes()),
        Kind::Png => {
            let pixels = picture.pixels(order.size, order.theme);
            let png = pixels.and_then(|pixels| pixels.png());
            png.with_context(|| format!("{}: no memory for it", order.output.display()))
        }
    }
}

/// A query, what came of it, and what was heard.
struct Asked {
    ground: Ground,
    outcome: Outcome,
    route: Route,
    /// What was heard, and the event after which it is shown.
    heard: Option<(Trace, usize)>,
    /// Why there is no path.
    verdict: Option<Verdict>,
}

fn ask(order: &Order, mesh: Arc<Navmesh>, query: Query, findings: &[Finding]) -> Asked {
    let ground = order.search.ground(mesh);
    let asked = order.search.asked(query);
    let answer = asked.answer(&ground);
    let outcome = answer.outcome;
    let mut route = Route::new(query, &answer);
    let verdict = outcome
        .cost()
        .is_none()
        .then(|| explain(&Case { ground: &ground, asked, answer: &answer, findings }));
    let heard = order.step.map(|step| {
        let mut searcher = Searcher::default();
        let mut trace = Trace::new(query);
        searcher.find(order.search.algorithm, &ground, &query, &mut trace);
        let last = trace.n_events().saturating_sub(1);
        let after = usize::try_from(step - 1).unwrap_or(last).min(last);
        if after < last {
            // Nobody knows the path yet.
            route = Route::unanswered(query);
        }
        (trace, after)
    });
    Asked { ground, outcome, route, heard, verdict }
}

impl Asked {
    fn search(&self) -> Option<Search<'_>> {
        let (trace, after) = self.heard.as_ref()?;
        Some(Search { ground: &self.ground, trace, after: *after })
    }

    fn to_text(&self) -> String {
        let mut text = match self.outcome {
            Outcome::Found { cost } => format!("a path of cost {}", measure(cost)),
            outcome => match self.verdict.as_ref().and_then(|verdict| verdict.causes.first()) {
                Some(cause) => format!("no path: {}", cause.sentence),
                None => outcome.sentence().to_owned(),
            },
        };
        if let Some((trace, after)) = &self.heard {
            let n_events = trace.n_events();
            let shown = if n_events == 0 { 0 } else { after + 1 };
            text += &format!("\nshown after event {} of {}", grouped(shown), grouped(n_events));
        }
        text
    }
}
