//! `wayglass render`: a map, and a path or a search on it, as a picture.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::disk;
use crate::document::{Replayed, no_ground, replayed, told};
use crate::draw::{
    self, ColorBy, Layer, Layers, Look, Map, Overlay, Picture, Route, Search, Size, Theme, YAxis,
};
use crate::explain::{Case, Verdict, explain};
use crate::format::posthoc::Recording;
use crate::format::{Content, Import};
use crate::geom::{Aabb, Point};
use crate::mesh::{Finding, Navmesh};
use crate::search::{Ground, Outcome, Query, Trace};
use crate::text::{grouped, measure};

use super::pace::Pace;
use super::path::parse_point;
use super::searching::Searching;
use super::{Reading, files};

/// What is asked.
#[derive(Debug, Args)]
pub(super) struct Order {
    /// The map, in any format that holds faces, obstacles or lanes; or a trace or log of a search, which needs none
    map: PathBuf,
    /// The picture to write; its ending says which kind: svg, png, or gif for a search from event to event
    output: PathBuf,
    /// Where a path starts, in the units of the map
    #[arg(long, value_name = "X,Y", value_parser = parse_point, allow_hyphen_values = true, requires = "to")]
    from: Option<Point>,
    /// Where it leads, in the units of the map
    #[arg(long, value_name = "X,Y", value_parser = parse_point, allow_hyphen_values = true, requires = "from")]
    to: Option<Point>,
    /// Show the search that a trace or log tells of, on the map
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    trace: Option<PathBuf>,
    /// Show the search after so many events instead of its path
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
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
        match disk::ending(path).as_str() {
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
    let import = files::open(&order.map, &order.reading.options())?;
    let y_axis = YAxis::of(&import.work);
    let title = order.map.file_name().unwrap_or_default().to_string_lossy();
    let searched = searched(order, &import)?;
    let shown = shown(order, kind, &import, searched.as_ref())?;
    if shown.is_none() {
        let output = order.output.display();
        if kind == Kind::Gif {
            bail!("{output}: a GIF shows a search, so give --from and --to, or --trace");
        }
        if order.step.is_some() || order.pace.is_part() {
            bail!(
                "{output}: there are events in a search only, so give --from and --to, or --trace"
            );
        }
    }
    if kind == Kind::Gif && order.step.is_some() {
        bail!("--step goes with a picture of one moment; of a GIF, --events says which are shown");
    }
    if kind != Kind::Gif && order.pace.is_part() {
        bail!("--events goes with a GIF; for a picture of one moment there is --step");
    }
    let map = match (&import.content, &searched, &shown) {
        (_, Some(mesh), _) | (Content::Mesh(mesh), ..) => Map::Mesh(mesh),
        (Content::Layout(layout), ..) => Map::Layout(layout),
        (Content::Trace(_), _, Some(shown)) => Map::Room(shown.bounds),
        _ => bail!("{}: there are no faces in a {}", order.map.display(), import.format.title()),
    };
    let plain = Picture { look: order.look(), y_axis, ..Picture::plain(map, &title) };
    let way = shown.as_ref().and_then(|shown| shown.way(&plain, order.size(kind)));
    let picture = Picture {
        route: shown.as_ref().and_then(|shown| shown.route.as_ref()),
        search: shown.as_ref().and_then(Shown::search),
        verdict: shown.as_ref().and_then(|shown| Some((shown.verdict.as_ref()?, 0))),
        over: way.as_ref(),
        ..plain
    };
    let size = order.size(kind);
    disk::save(&order.output, &bytes(&picture, kind, order)?)?;
    let (width, height) = (size.width(), size.height());
    writeln!(out, "{}: {width}x{height} pixels", order.output.display())?;
    if let Some(shown) = shown {
        writeln!(out, "{}", shown.text)?;
        if let Some(part) = shown.part(kind, order) {
            writeln!(out, "{part}")?;
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

/// The faces that a search goes over; that of a drawing is shown on the mesh that is built from it.
fn searched(order: &Order, import: &Import) -> anyhow::Result<Option<Arc<Navmesh>>> {
    let is_asked = order.query().is_some();
    let is_told =
        order.trace.is_some() && matches!(import.content, Content::Layout(_) | Content::Mesh(_));
    (is_asked || is_told).then(|| files::mesh(&order.map, import)).transpose()
}

/// The search that is shown: one that is asked for, or one that a file tells of.
fn shown(
    order: &Order,
    kind: Kind,
    import: &Import,
    searched: Option<&Arc<Navmesh>>,
) -> anyhow::Result<Option<Shown>> {
    if let Some(path) = &order.trace {
        if matches!(import.content, Content::Trace(_)) {
            bail!("{}: this is a trace, too; --trace goes with a map", order.map.display());
        }
        let Content::Trace(recording) = files::open(path, &order.reading.options())?.content else {
            bail!("{}: this is no trace of a search", path.display());
        };
        return Ok(Some(Shown::told(order, kind, &recording, searched)));
    }
    Ok(match (&import.content, order.query().zip(searched)) {
        (_, Some((query, mesh))) => {
            Some(Shown::asked(order, kind, mesh.clone(), query, import.findings.list()))
        }
        (Content::Trace(recording), None) => Some(Shown::told(order, kind, recording, None)),
        (_, None) => None,
    })
}

/// A search, what came of it, and what was heard.
struct Shown {
    ground: Ground,
    route: Option<Route>,
    /// The corners of the path, as far as they are known, where nobody says where it leads.
    way: Vec<Point>,
    /// What was heard, and the event after which it is shown.
    heard: Option<(Trace, usize)>,
    /// Why there is no path.
    verdict: Option<Verdict>,
    /// What came of it, in words.
    text: String,
    bounds: Aabb,
}

impl Shown {
    fn asked(
        order: &Order,
        kind: Kind,
        mesh: Arc<Navmesh>,
        query: Query,
        findings: &[Finding],
    ) -> Self {
        let bounds = mesh.bounds();
        let ground = order.search.ground(mesh);
        let asked = order.search.asked(query);
        let answer = asked.answer(&ground);
        let is_found = answer.outcome.cost().is_some();
        let verdict = (!is_found)
            .then(|| explain(&Case { ground: &ground, asked, answer: &answer, findings }));
        let cause = verdict.as_ref().and_then(|verdict| verdict.causes.first());
        let text = match (answer.outcome, cause) {
            (Outcome::Found { cost }, _) => format!("a path of cost {}", measure(cost)),
            (_, Some(cause)) => format!("no path: {}", cause.sentence),
            (outcome, None) => outcome.sentence().to_owned(),
        };
        let route = Some(Route::new(query, &answer));
        let heard = (kind == Kind::Gif || order.step.is_some()).then(|| {
            let mut trace = Trace::new(query);
            asked.answer_to(&mut trace, &ground);
            (trace, 0)
        });
        Self { ground, route, way: Vec::new(), heard, verdict, text, bounds }.after(order, kind)
    }

    fn told(order: &Order, kind: Kind, recording: &Recording, mesh: Option<&Arc<Navmesh>>) -> Self {
        let ground = mesh.map_or_else(no_ground, |mesh| order.search.ground(mesh.clone()));
        let Replayed { trace, path, goal, bounds, .. } = replayed(recording, &ground);
        let start = trace.query().start;
        let (route, way) = match goal {
            Some(goal) => {
                let query = Query { start, goal };
                (Some(Route { corners: path, ..Route::unanswered(query) }), Vec::new())
            }
            None => (None, path),
        };
        let text = told::ending(recording);
        let heard = Some((trace, 0));
        Self { ground, route, way, heard, verdict: None, text, bounds }.after(order, kind)
    }

    /// The same after the event that is asked for.
    fn after(mut self, order: &Order, kind: Kind) -> Self {
        let Some((trace, after)) = &mut self.heard else { return self };
        let last = trace.n_events().saturating_sub(1);
        // An animation goes as far as its own events say.
        let step = order.step.filter(|_| kind != Kind::Gif);
        *after = step.map_or(last, |step| usize::try_from(step - 1).unwrap_or(last).min(last));
        if *after < last {
            // Nobody knows the path yet.
            self.route = self.route.map(|route| Route::unanswered(route.query));
            self.way.clear();
        }
        self
    }

    fn search(&self) -> Option<Search<'_>> {
        let (trace, after) = self.heard.as_ref()?;
        Some(Search { ground: &self.ground, trace, after: *after })
    }

    /// The path as far as it is known, where nobody says where it leads.
    fn way(&self, picture: &Picture<'_>, size: Size) -> Option<Overlay> {
        let (trace, _) = self.heard.as_ref().filter(|_| self.route.is_none())?;
        let mut over = Overlay::new(picture.camera(size));
        over.said = draw::way(trace.query().start, &self.way, &mut over);
        Some(over)
    }

    /// Which part of the search is on the picture.
    fn part(&self, kind: Kind, order: &Order) -> Option<String> {
        let (trace, after) = self.heard.as_ref()?;
        let n_events = trace.n_events();
        if kind == Kind::Gif {
            return Some(order.pace.to_text(n_events));
        }
        let shown = if n_events == 0 { 0 } else { after + 1 };
        Some(format!("shown after event {} of {}", grouped(shown), grouped(n_events)))
    }
}
