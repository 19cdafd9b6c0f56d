//! What others are shown: pictures, animations and pages of what is open, made by a task.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk;
use crate::draw::animation::Reel;
use crate::draw::{
    Legend, Look, Map as Drawn, Overlay, Picture, Route, Search, Size, Theme, YAxis,
};
use crate::explain::Verdict;
use crate::format::posthoc::Notation;
use crate::geom::{Aabb, Point};
use crate::layout::Layout;
use crate::mesh::Navmesh;
use crate::search::{Ground, Trace};
use crate::task::{Progress, Task};

use super::compare::Onto;
use super::foreign::Watched;
use super::run::wake;
use super::{App, Dialog, canvas, scenario};

mod page;
mod rows;
mod steps;
mod trace;

/// Something that others are to be shown.
#[derive(Debug, Clone)]
pub enum Share {
    /// What the canvas shows, all of the map or the part that is seen.
    Picture(Paper, Part),
    /// The search, event by event.
    Search(Paper, Reel),
    /// What was drawn, step by step.
    Steps {
        /// How large and in which colours.
        paper: Paper,
        /// The first and the last step, counted from one.
        steps: RangeInclusive<usize>,
        /// How many of them a second.
        per_second: u32,
    },
    /// A page about the map, and about the scenario if one was run.
    Page,
    /// Every step of the search, for other programs.
    Trace,
    /// The rows of the scenario, or what came of them.
    Rows,
    /// The chart of what came of them.
    Chart,
}

/// Which part of the map is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What is seen on the canvas.
    Seen,
    /// All of it.
    Whole,
}

/// How large something is drawn, and in which colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paper {
    /// How large.
    pub size: Size,
    /// In which colours.
    pub theme: Theme,
}

/// What is being written, and what came of it.
pub(super) type Sharing = Task<Result<PathBuf, Failed>>;

/// Why nothing was written.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failed {
    /// A sentence says it.
    Because(String),
    /// A sentence that begins with the file says it.
    NotWritten(String),
    /// Nobody wanted it any more.
    Cancelled,
}

impl From<String> for Failed {
    fn from(sentence: String) -> Self {
        Self::Because(sentence)
    }
}

impl From<&str> for Failed {
    fn from(sentence: &str) -> Self {
        Self::Because(sentence.to_owned())
    }
}

/// All that a picture needs, held while a task draws it.
#[derive(Clone)]
struct Subject {
    title: String,
    map: Map,
    look: Look,
    y_axis: YAxis,
    route: Option<Route>,
    search: Option<(Arc<Ground>, Arc<Trace>, usize)>,
    verdict: Option<(Arc<Verdict>, usize)>,
    over: Option<Overlay>,
    view: Option<Aabb>,
}

#[derive(Clone)]
enum Map {
    Mesh(Arc<Navmesh>),
    Layout(Layout),
    Room(Aabb),
}

impl Map {
    fn drawn(&self) -> Drawn<'_> {
        match self {
            Self::Mesh(mesh) => Drawn::Mesh(mesh),
            Self::Layout(layout) => Drawn::Layout(layout),
            Self::Room(bounds) => Drawn::Room(*bounds),
        }
    }
}

impl Subject {
    /// What the canvas shows.
    fn of(app: &App) -> Result<Self, String> {
        if let Some(why) = app.why_stale() {
            return Err(why.to_owned());
        }
        let alone = app.foreign.as_ref().and_then(|foreign| foreign.bounds());
        let map = match (&app.map.survey, app.layout(), alone) {
            (Some(survey), ..) => Map::Mesh(survey.mesh.clone()),
            (None, Some(layout), _) => Map::Layout(app.work().shown(layout).into_owned()),
            (None, None, Some(bounds)) => Map::Room(bounds),
            (None, None, None) => return Err("there is nothing to draw".to_owned()),
        };
        let title = app.open_name().or_else(|| app.trace_name()).unwrap_or("map").to_owned();
        let search = app.watched().map(|Watched { ground, heard }| {
            (ground.clone(), heard.trace.clone(), app.playback.cursor)
        });
        let verdict = app.verdict().and_then(|(_, cause)| Some((app.inquiry.verdict()?, cause)));
        Ok(Self {
            title,
            map,
            look: app.view.look,
            y_axis: app.view.eye.y_axis,
            route: app.route().filter(|_| app.path_is_known()).cloned(),
            search: search.filter(|_| app.playback.shown),
            verdict: verdict
                .filter(|_| app.path_is_known())
                .map(|(verdict, cause)| (verdict.clone(), cause)),
            over: None,
            view: None,
        })
    }

    /// The same as the canvas shows it, with all that lies over the map.
    fn seen_by(self, app: &App, Paper { size, .. }: Paper, part: Part) -> Self {
        let seen = app.view.camera();
        let view = seen.filter(|_| part == Part::Seen).map(|camera| {
            let (width, height) = (camera.size().width(), camera.size().height());
            let corner = Point::new(f64::from(width), f64::from(height));
            Aabb::around([Point::default(), corner].map(|at| camera.world_from_picture(at)))
        });
        // What lies over the map is drawn for this view, and for no other.
        let view = view.unwrap_or_else(|| self.picture().bounds());
        let framed = Self { view: Some(view), ..self };
        let mut over = Overlay::new(framed.picture().camera(size));
        let mut said = Legend::default();
        scenario::draw_heat(app, &mut over, &mut said);
        if let Some((_, trace, after)) = &framed.search {
            canvas::paint_caption(*after, trace, &mut over);
        }
        canvas::paint_over(app, Onto::Paper, &mut over, &mut said);
        over.said = said;
        // The path is among what lies over the map.
        Self { over: Some(over), route: None, ..framed }
    }

    /// The whole search, whether it is shown or not.
    fn with_search(self, app: &App) -> Result<Self, String> {
        let Watched { ground, heard } = app.watched().ok_or("there is no search to show")?;
        let search = Some((ground.clone(), heard.trace.clone(), 0));
        Ok(Self { search, route: app.route().cloned(), verdict: None, ..self })
    }

    fn picture(&self) -> Picture<'_> {
        Picture {
            look: self.look,
            y_axis: self.y_axis,
            route: self.route.as_ref(),
            search: self.search.as_ref().map(|(ground, trace, after)| Search {
                ground,
                trace,
                after: *after,
            }),
            verdict: self.verdict.as_ref().map(|(verdict, cause)| (&**verdict, *cause)),
            over: self.over.as_ref(),
            view: self.view,
            ..Picture::plain(self.map.drawn(), &self.title)
        }
    }
}

/// Work that ends in the bytes of a file.
type Work = Box<dyn FnOnce(&Progress) -> Result<Vec<u8>, Failed> + Send>;

impl Share {
    /// What the name of a file has to end in, and in words.
    fn endings(&self) -> (&'static [&'static str], &'static str) {
        match self {
            Self::Picture(..) | Self::Chart => (&["png", "svg"], "a picture ends in .svg or .png"),
            Self::Search(..) | Self::Steps { .. } => (&["gif"], "an animation ends in .gif"),
            Self::Page => (&["html", "htm"], "a page ends in .html"),
            Self::Trace => {
                (&["yaml", "yml", "json"], "a trace ends in .trace.yaml, .trace.yml or .trace.json")
            }
            Self::Rows => (&["scen", "csv"], "rows are saved as .scen, results as .csv"),
        }
    }

    /// What the task does, in a few words.
    fn doing(&self) -> &'static str {
        match self {
            Self::Picture(..) => "drawing the picture",
            Self::Search(..) | Self::Steps { .. } => "drawing the animation",
            Self::Page => "writing the page",
            Self::Trace => "writing the trace",
            Self::Rows => "writing the scenario",
            Self::Chart => "drawing the chart",
        }
    }

    fn work(self, path: &Path, app: &App, theme: Theme) -> Result<Work, String> {
        let ending = disk::ending(path);
        let (endings, sentence) = self.endings();
        if !endings.contains(&ending.as_str()) {
            return Err(sentence.to_owned());
        }
        let subject = || Subject::of(app);
        Ok(match self {
            Self::Picture(paper, part) => {
                let subject = subject()?.seen_by(app, paper, part);
                Box::new(move |_| picture(&subject, paper, ending == "svg"))
            }
            Self::Search(paper, reel) => {
                let subject = subject()?.with_search(app)?;
                Box::new(move |progress| search(&subject, paper, &reel, progress))
            }
            Self::Steps { paper, steps, per_second } => {
                let (subject, steps) = (subject()?, steps::Steps::of(app, &steps)?);
                Box::new(move |progress| steps.film(&subject, paper, per_second, progress))
            }
            Self::Page => {
                let page = page::Page::of(app, subject()?)?;
                Box::new(move |_| page.html())
            }
            Self::Trace => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let notation = Notation::of(&name).ok_or(sentence)?;
                let told = trace::Told::of(app)?;
                Box::new(move |progress| told.write(notation, progress))
            }
            Self::Rows => {
                let rows = rows::rows(app)?;
                Box::new(move |_| Ok(rows::write(&rows, ending == "scen")))
            }
            Self::Chart => {
                let charted = rows::Charted::of(app, theme)?;
                Box::new(move |_| charted.picture(ending == "svg"))
            }
        })
    }
}

const NO_MEMORY: &str = "there is no memory for the pixels";

fn picture(subject: &Subject, paper: Paper, is_svg: bool) -> Result<Vec<u8>, Failed> {
    let Paper { size, theme } = paper;
    if is_svg {
        return Ok(subject.picture().svg(size, theme).into_bytes());
    }
    let png = subject.picture().pixels(size, theme).and_then(|pixels| pixels.png());
    png.ok_or_else(|| NO_MEMORY.into())
}

fn search(
    subject: &Subject,
    paper: Paper,
    reel: &Reel,
    progress: &Progress,
) -> Result<Vec<u8>, Failed> {
    let mut goes_on = |done: usize, total: usize| {
        progress.is_at(done as f32 / total.max(1) as f32);
        !progress.is_cancelled()
    };
    let gif = subject.picture().gif(reel, paper.size, paper.theme, &mut goes_on);
    gif.map_err(|error| error.to_string().into())
}

impl App {
    /// Begins to write something that others are to be shown, unless something else is being written: that would end.
    pub(super) fn share(&mut self, what: Share, path: PathBuf, ctx: &egui::Context) {
        if self.tasks.sharing.is_some() {
            return self.notices.info("Something else is being written: wait for it, or cancel it");
        }
        let doing = what.doing();
        let work = match what.work(&path, self, Self::theme(ctx)) {
            Ok(work) => work,
            Err(sentence) => return self.notices.failed(&sentence),
        };
        // The others do not show how far it is.
        self.dialog.take_if(|dialog| !matches!(dialog, Dialog::Share(_)));
        self.tasks.sharing = Some(Task::start(doing, wake(ctx), move |progress: &Progress| {
            let bytes = work(progress)?;
            if progress.is_cancelled() {
                return Err(Failed::Cancelled);
            }
            let saved = disk::save(&path, &bytes);
            saved.map_err(|error| Failed::NotWritten(format!("{error:#}")))?;
            Ok(path)
        }));
    }

    /// Takes what came of it.
    pub(super) fn take_shared(&mut self) {
        let Some(shared) = self.tasks.sharing.as_ref().and_then(Task::poll) else { return };
        self.tasks.sharing = None;
        match shared {
            Ok(Ok(path)) => {
                if matches!(self.dialog, Some(Dialog::Share(_))) {
                    self.dialog = None;
                }
                self.notices.info(format!("Saved {}", path.display()));
            }
            Ok(Err(Failed::Because(sentence))) => self.notices.failed(&sentence),
            Ok(Err(Failed::NotWritten(sentence))) => self.notices.error(sentence, None),
            Ok(Err(Failed::Cancelled)) => {}
            Err(error) => self.notices.failed(&error),
        }
    }

    /// The theme of the window.
    pub(super) fn theme(ctx: &egui::Context) -> Theme {
        if ctx.theme() == egui::Theme::Dark { Theme::Dark } else { Theme::Light }
    }
}
