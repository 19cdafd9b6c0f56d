//! Mending: what is tried to get a path, and the way back; and what others are told of it.

use std::path::Path;
use std::sync::Arc;

use crate::document::repro::{self, Repro};
use crate::document::{Change, Document, Edit, Source};
use crate::draw::{Map as Drawn, Picture, Size};
use crate::explain::{Case, Remedy, report};
use crate::format::{self, Content, Format, Target};
use crate::geom::{Point, Segment, Within, within};
use crate::layout::Layout;
use crate::layout::work::Thing;
use crate::mesh::{Navmesh, Origin};
use crate::search::Asked;
use crate::text::capitalized;

use super::super::query::answer_text;
use super::super::verdict::Trial;
use super::super::{Action, App, Command};

impl App {
    /// Tries what would mend something.
    pub(in crate::app) fn try_mend(&mut self, cause: usize, mend: usize, ctx: &egui::Context) {
        let verdict = self.verdict().and_then(|(verdict, _)| verdict.causes.get(cause));
        let (Some(mend), Some(before)) =
            (verdict.and_then(|cause| cause.mends.get(mend)).cloned(), self.inquiry.asked())
        else {
            return;
        };
        let after = mend.remedy.asked(before);
        let edit = match self.edit_of(&mend.remedy, &mend.title) {
            Some(Err(sentence)) => return self.notices.failed(&sentence),
            Some(Ok(edit)) => Some(edit),
            None => None,
        };
        let mut edited = None;
        match edit {
            Some(edit) => {
                self.make_step(edit, ctx);
                self.hand_rests(ctx);
                edited = self.document().map(Document::revision);
            }
            None => self.ask_as(after, ctx),
        }
        self.trial = Some(Trial { title: mend.title, before, after, edited });
    }

    /// Goes back to before something was tried.
    pub(in crate::app) fn take_back_trial(&mut self, ctx: &egui::Context) {
        let Some(trial) = self.trial.take().filter(|trial| trial.is_current(self)) else { return };
        if trial.edited.is_some() {
            self.run(Command::Undo.into(), ctx);
        } else {
            self.ask_as(trial.before, ctx);
        }
    }

    /// Asks something, in the way that it says.
    pub(in crate::app) fn ask_as(&mut self, asked: Asked, ctx: &egui::Context) {
        self.inquiry.set_asked(asked);
        if self.inquiry.preparation == asked.preparation {
            self.ask(ctx);
        } else {
            self.run(Action::SetPreparation(asked.preparation), ctx);
        }
    }

    /// What has to be done to what is open; none if nothing has.
    fn edit_of(&self, remedy: &Remedy, title: &str) -> Option<Result<Edit, String>> {
        let survey = self.map.survey.as_ref()?;
        let changed = remedy.mesh(&survey.mesh)?;
        let title = title.to_owned();
        Some(match &self.document()?.state().source {
            Source::Mesh(_) => match changed {
                Ok(mesh) => Ok(Edit::one(title, Change::Mesh(Arc::new(mesh)))),
                Err(error) => Err(error.to_string()),
            },
            Source::Drawing(layout) => {
                let changes = hidden_for(remedy, &survey.mesh, &self.work().shown(layout));
                if changes.is_empty() {
                    Err("Nothing that is drawn stands there".to_owned())
                } else {
                    Ok(Edit { title: title.into(), changes })
                }
            }
            Source::Nothing => return None,
        })
    }

    /// Copies the answer, or a report about it.
    pub(in crate::app) fn copy_answer(&mut self, command: Command, ctx: &egui::Context) {
        if let Some(why) = self.why_stale() {
            return self.notices.info(capitalized(why));
        }
        let text = match command {
            Command::CopyReport => self.report_text(ctx),
            _ => answer_text(self),
        };
        match text {
            Some(text) => self.run(Action::Copy(text), ctx),
            None => self.notices.info("Ask for a path first"),
        }
    }

    /// Why there is no path, for whoever has to be told.
    fn report_text(&self, ctx: &egui::Context) -> Option<String> {
        let reply = self.inquiry.reply()?;
        let document = self.document()?;
        let survey = self.map.survey.as_ref()?;
        let nothing = crate::explain::Verdict::default();
        let (verdict, shown) = self.verdict().unwrap_or((&nothing, 0));
        let theme = Self::theme(ctx);
        let picture = Picture {
            look: self.view.look,
            y_axis: self.view.eye.y_axis,
            route: Some(&reply.route),
            verdict: Some((verdict, shown)),
            ..Picture::plain(Drawn::Mesh(&survey.mesh), document.name())
        };
        let svg = Size::new(900, 600).ok().map(|size| picture.svg(size, theme));
        let about = report::About {
            name: document.name(),
            bytes: document.bytes(),
            format: document.format().title(),
            changes: document.done().map(str::to_owned).collect(),
            origin: &|element| document.origin(element),
            line: &|number| document.quote(Origin::Line(number)),
            svg: svg.as_deref(),
        };
        let case = Case {
            ground: &reply.ground,
            asked: reply.asked,
            answer: &reply.answer,
            findings: &[],
        };
        Some(report::markdown(&case, verdict, &about))
    }

    /// Writes the map as it is and the query into one file.
    pub(in crate::app) fn save_repro(&mut self, path: &Path) {
        let bytes = self.repro_bytes();
        self.saved(path, bytes);
    }

    fn repro_bytes(&self) -> Result<Vec<u8>, String> {
        let document = self.document().ok_or("nothing is open")?;
        let asked = self.inquiry.asked().ok_or("set a start and a goal first")?;
        let stem = document.name().split('.').next().unwrap_or_default();
        let state = document.state();
        let (name, map) = match &state.source {
            Source::Nothing => return Err("there is no map".to_owned()),
            // As it was read: with its own words and faults.
            _ if document.is_as_read() && !document.bytes().is_empty() => {
                (document.name().to_owned(), document.bytes().to_vec())
            }
            Source::Mesh(mesh) => {
                let (target, map) = whole_mesh(mesh, document.format())?;
                (format!("{stem}.{}", target.extension()), map)
            }
            Source::Drawing(layout) => {
                (format!("{stem}.wayglass"), format::project::write(layout, &state.work).bytes)
            }
        };
        let view = self.view.seen_box();
        Ok(repro::write(&Repro { name, asked, view }, &map))
    }
}

/// A mesh in a format that holds all of it, its own if it can be: with less, a query might come to something else.
fn whole_mesh(mesh: &Arc<Navmesh>, own: Format) -> Result<(Target, Vec<u8>), String> {
    let content = Content::Mesh(mesh.clone());
    let targets = Target::of(own).into_iter().chain(Target::ALL.iter().copied());
    let mut written = targets.filter(|target| target.holds_mesh()).filter_map(|target| {
        let written = format::write(&content, target).ok()?;
        written.losses.is_empty().then_some((target, written.bytes))
    });
    let refused = "no format holds all of this map: undo what was changed, or export it";
    written.next().ok_or_else(|| refused.to_owned())
}

/// What of a drawing has to be left out, so that faces of its mesh are clear and sides open.
fn hidden_for(remedy: &Remedy, mesh: &Navmesh, layout: &Layout) -> Vec<Change> {
    let Remedy::Open { faces, sides } = remedy else { return Vec::new() };
    let middles = sides.iter().map(|&(face, side)| {
        let Segment { from, to } = mesh.face(face).segment(side);
        (from + to) * 0.5
    });
    let centers = faces.iter().map(|&face| mesh.face(face).center());
    let mut things: Vec<Thing> =
        centers.chain(middles).flat_map(|at| things_at(layout, at)).collect();
    things.sort_unstable();
    things.dedup();
    things.into_iter().map(|thing| Change::Hide(thing, true)).collect()
}

/// The obstacles that cover a point, or else whatever is closest to it.
fn things_at(layout: &Layout, at: Point) -> Vec<Thing> {
    let covers = |ring: &[Point]| within(ring, at) != Within::Outside;
    let covering = layout.obstacles.iter().filter(|(_, obstacle)| {
        covers(&obstacle.outline) && !obstacle.holes.iter().any(|hole| covers(hole))
    });
    let covering: Vec<Thing> = covering.map(|(id, _)| Thing::Obstacle(*id)).collect();
    if !covering.is_empty() {
        return covering;
    }
    let far = |line: &[Point], closes: bool| {
        let ends = line.windows(2).map(|ends| (ends[0], ends[1]));
        let last = line.last().zip(line.first()).filter(|_| closes).map(|(a, b)| (*a, *b));
        let sides = ends.chain(last).map(|(from, to)| Segment::new(from, to).distance(at));
        sides.fold(f64::INFINITY, f64::min)
    };
    let obstacles = layout.obstacles.iter();
    let obstacles =
        obstacles.map(|(id, obstacle)| (far(&obstacle.outline, true), Thing::Obstacle(*id)));
    let walls = layout.walls.iter().map(|(id, line)| (far(line, false), Thing::Wall(*id)));
    let closest = obstacles.chain(walls).min_by(|a, b| a.0.total_cmp(&b.0));
    closest.map(|(_, thing)| thing).into_iter().collect()
}
