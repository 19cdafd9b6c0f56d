//! `wayglass render`: a map, and a path or a search on it, as a picture.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::disk;
use crate::draw::{ColorBy, Layer, Layers, Look, Map, Picture, Route, Search, Size, Theme, YAxis};
use crate::explain::{Case, Verdict, explain};
use crate::format::Content;
use crate::geom::Point;
use crate::mesh::{Finding, Navmesh};
use crate::search::{Ground, Outcome, Query, Searcher, Trace};
use crate::text::{grouped, measure};

use super::pace::Pace;
use super::path::parse_point;
use super::searching::Searching;
use super::{Reading, files};

/// What is asked.
#[derive(Debug, Args)]
pub(super) struct Order {
    /// The map, in any format that holds faces, obstacles or lanes
    map: PathBuf,
    /// The picture to write; its ending says which kind: svg, png, or gif for a search from event to event
    output: PathBuf,
    /// Where a path starts, in the units of the map
    #[arg(long, value_name = "X,Y", value_parser = parse_point, allow_hyphen_values = true, requires = "to")]
    from: Option<Point>,
    /// Where it leads, in the units of the map
    #[arg(long, value_name = "X,Y", value_parser = parse_point, allow_hyphen_values = true, requires = "from")]
    to: Option<Point>,
    /// Show the search after so many events instead of its path
    #[arg(long, value_name = "N", requires = "from", value_parser = clap::value_parser!(u64).range(1..))]
    step: Option<u64>,
    /// What the colours of faces tell
    #[arg(long, value_name = "KIND", value_parser = kinds(), default_value = "traversability")]
    color_by: ColorBy,
    /// How large the picture is, in pixels [default: 1200x800, a GIF 800x600]
    #[arg(long, value_name = "WxH", value_parser = Size::parse)]
    size: Option<Size>,
    /// On which paper it is drawn
    #[arg(long, value_name = "THEME", value_parser = themes(), default_value = "light")]
    theme: Theme,
    /// Draw lines to measure by
    #[arg(long)]
    grid: bool,
    /// Write what the file calls each face, where there is room
    #[arg(long)]
    ids: bool,
    #[command(flatten)]
    pace: Pace,
    #[command(flatten)]
    search: Searching,
    #[command(flatten)]
    reading: Reading,
}

impl Order {
    fn query(&self) -> Option<Query> {
        self.from.zip(self.to).map(|(start, goal)| Query { start, goal })
    }

    fn size(&self, kind: Kind) -> Size {
        self.size.unwrap_or(match kind {
            Kind::Svg | Kind::Png => Size::PICTURE,
            Kind::Gif => Size::ANIMATION,
        })
    }

    fn look(&self) -> Look {
        look(self.color_by, [(Layer::Grid, self.grid), (Layer::Ids, self.ids)])
    }
}

/// The kinds of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
    Gif,
}

impl Kind {
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            _ => None,
        }
    }
}

/// Reads the name of what colours tell, and lists all of them in the help.
fn kinds() -> impl TypedValueParser<Value = ColorBy> {
    let names = ColorBy::ALL.iter().map(|by| PossibleValue::new(by.name()).help(by.title()));
    PossibleValuesParser::new(names)
        .map(|name| ColorBy::ALL.iter().copied().find(|by| by.name() == name).unwrap_or_default())
}

/// Reads the name of a theme.
fn themes() -> impl TypedValueParser<Value = Theme> {
    let names = Theme::ALL.iter().map(|theme| PossibleValue::new(theme.name()));
    PossibleValuesParser::new(names).map(|name| {
        Theme::ALL.iter().copied().find(|theme| theme.name() == name).unwrap_or_default()
    })
}

/// All that is usually drawn, and the given layers if they are wanted.
fn look(color_by: ColorBy, more: impl IntoIterator<Item = (Layer, bool)>) -> Look {
    let wanted = more.into_iter().filter(|(_, wanted)| *wanted);
    let layers = wanted.fold(Layers::default(), |layers, (layer, _)| layers.with(layer));
    Look { color_by, layers }
}

/// Draws a picture and says what is on it.
pub(super) fn run(order: &Order, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let Some(kind) = Kind::of(&order.output) else {
        bail!("{}: a picture ends in .svg, .png or .gif", order.output.display());
    };
    if kind == Kind::Gif && order.query().is_none() {
        bail!("{}: a GIF shows a search, so give --from and --to", order.output.display());
    }
    let import = files::open(&order.map, &order.reading.options())?;
    let y_axis = if import.format.y_down() || import.work.y_down { YAxis::Down } else { YAxis::Up };
    let title = order.map.file_name().unwrap_or_default().to_string_lossy();
    let no_faces = || format!("there are no faces in a {}", import.format.title());
    let asked = match (&import.content, order.query()) {
        (Content::Mesh(mesh), Some(query)) => {
            Some(ask(order, kind, mesh.clone(), query, import.findings.list()))
        }
        (Content::Scenario(_) | Content::Trace(_), _) | (_, Some(_)) => {
            bail!("{}: {}", order.map.display(), no_faces())
        }
        (_, None) => None,
    };
    let map = match &import.content {
        Content::Mesh(mesh) => Map::Mesh(mesh),
        Content::Layout(layout) => Map::Layout(layout),
        Content::Scenario(_) | Content::Trace(_) => {
            bail!("{}: {}", order.map.display(), no_faces())
        }
    };
    let picture = Picture {
        map,
        title: &title,
        look: order.look(),
        y_axis,
        route: asked.as_ref().map(|asked| &asked.route),
        search: asked.as_ref().and_then(Asked::search),
        verdict: asked.as_ref().and_then(|asked| Some((asked.verdict.as_ref()?, 0))),
    };
    let size = order.size(kind);
    disk::save(&order.output, &bytes(&picture, kind, order)?)?;
    let (width, height) = (size.width(), size.height());
    writeln!(out, "{}: {width}x{height} pixels", order.output.display())?;
    if let Some(asked) = asked {
        writeln!(out, "{}", asked.to_text())?;
        if let Some(shown) = asked.shown(kind, order) {
            writeln!(out, "{shown}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn bytes(picture: &Picture<'_>, kind: Kind, order: &Order) -> anyhow::Result<Vec<u8>> {
    let size = order.size(kind);
    match kind {
        Kind::Svg => Ok(picture.svg(size, order.theme).into_bytes()),
        Kind::Png => {
            let pixels = picture.pixels(size, order.theme);
            let png = pixels.and_then(|pixels| pixels.png());
            png.with_context(|| format!("{}: no memory for it", order.output.display()))
        }
        Kind::Gif => {
            let bar = files::bar(0);
            let bytes = picture.gif(&order.pace.reel(), size, order.theme, &mut |done, total| {
                bar.set_length(total as u64);
                bar.set_position(done as u64);
                true
            });
            bar.finish_and_clear();
            bytes.with_context(|| order.output.display().to_string())
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

fn ask(order: &Order, kind: Kind, mesh: Arc<Navmesh>, query: Query, findings: &[Finding]) -> Asked {
    let ground = order.search.ground(mesh);
    let asked = order.search.asked(query);
    let answer = asked.answer(&ground);
    let outcome = answer.outcome;
    let mut route = Route::new(query, &answer);
    let verdict = outcome
        .cost()
        .is_none()
        .then(|| explain(&Case { ground: &ground, asked, answer: &answer, findings }));
    // An animation goes as far as its own events say.
    let step = if kind == Kind::Gif { Some(u64::MAX) } else { order.step };
    let heard = step.map(|step| {
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
        match self.outcome {
            Outcome::Found { cost } => format!("a path of cost {}", measure(cost)),
            outcome => match self.verdict.as_ref().and_then(|verdict| verdict.causes.first()) {
                Some(cause) => format!("no path: {}", cause.sentence),
                None => outcome.sentence().to_owned(),
            },
        }
    }

    /// Which part of the search is on the picture.
    fn shown(&self, kind: Kind, order: &Order) -> Option<String> {
        let (trace, after) = self.heard.as_ref()?;
        let n_events = trace.n_events();
        if kind == Kind::Gif {
            return Some(order.pace.to_text(n_events));
        }
        let shown = if n_events == 0 { 0 } else { after + 1 };
        Some(format!("shown after event {} of {}", grouped(shown), grouped(n_events)))
    }
}
