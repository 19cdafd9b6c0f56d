//! Saving, beginning anew, and not losing anything in between.

use std::path::{Path, PathBuf};

use crate::build::extract::extract;
use crate::disk::recovery::{Leftover, Saved};
use crate::disk::{self, Keeper, News, Recovery, SaveError, recovery};
use crate::document::{Document, Source as About, journal};
use crate::draw::ColorBy;
use crate::format::posthoc::Notation;
use crate::format::{self, Content, Format, Target, Written};
use crate::geom::Aabb;
use crate::layout::work::Work;
use crate::layout::{Border, Layout};

use super::super::action::Overwrite;
use super::super::files::{Map, Opened};
use super::super::{Action, App, Command, Dialog, Source};

impl App {
    /// Whether something would be lost if it were closed now.
    pub(in crate::app) fn is_unsaved(&self) -> bool {
        let document = self.opened.as_ref().map(|opened| &opened.document);
        document.is_some_and(|document| !document.is_saved() && !document.is_untouched())
    }

    /// Whether something has to be asked before an action is done.
    pub(in crate::app) fn asks_first(&mut self, action: &Action) -> bool {
        // A trace is shown on the map that is open.
        let adds = |source: &Source| Notation::of(&source.name()).is_some();
        let loses = match action {
            Action::Open(source) => !adds(source),
            Action::OpenAll(sources) => !sources.iter().all(adds),
            Action::Command(command) => matches!(
                command,
                Command::CloseMap | Command::Quit | Command::Reload | Command::EditAsObstacles
            ),
            Action::NewLayout(_) | Action::Recover(_) => true,
            _ => false,
        };
        let asks = loses && self.is_unsaved();
        if asks {
            self.close_dialog();
            self.dialog = Some(Dialog::Unsaved(Box::new(action.clone())));
        }
        asks
    }

    /// Asks before the window is closed, if something would be lost.
    pub(in crate::app) fn mind_closing(&mut self, ctx: &egui::Context) {
        let closes = ctx.input(|input| input.viewport().close_requested());
        if closes && !self.closes_anyway && self.is_unsaved() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.close_dialog();
            self.dialog = Some(Dialog::Unsaved(Box::new(Command::Quit.into())));
        } else if closes {
            self.closes_anyway = true;
            self.forget_recovery();
        }
    }

    /// Begins a drawing on some ground.
    pub(in crate::app) fn new_layout(&mut self, border: Border, ctx: &egui::Context) {
        let layout = Layout { border, ..Layout::default() };
        self.begin(Document::drawing("untitled.wayglass".to_owned(), layout, Work::default()), ctx);
        self.run(Command::PolygonTool.into(), ctx);
    }

    /// Makes a drawing of the outlines of the mesh that is open.
    pub(in crate::app) fn edit_as_obstacles(&mut self, ctx: &egui::Context) {
        let (Some(survey), Some(opened)) = (&self.survey, &self.opened) else { return };
        let layout = extract(&survey.mesh);
        let name = PathBuf::from(opened.document.name()).with_extension("wayglass");
        let ends = self.inquiry.ends;
        let Work { pins, y_down, .. } = opened.document.work().clone();
        let work = Work { pins, y_down, ..Work::default() };
        self.begin(Document::drawing(name.display().to_string(), layout, work), ctx);
        self.run(Command::SelectTool.into(), ctx);
        self.ask_for(ends, ctx);
    }

    /// Takes a document that is in no file yet.
    fn begin(&mut self, document: Document, ctx: &egui::Context) {
        self.dialog = None;
        let opened = Opened { document, path: None, example: None, stamp: None };
        self.take_map(Map::new(opened, ColorBy::default()), false, ctx);
    }

    /// Writes what is open to its file, if it has one of its own format; else asks where.
    pub(in crate::app) fn save(&mut self, ctx: &egui::Context) {
        let Some(opened) = &self.opened else { return };
        let has_own = match opened.document.state().source {
            About::Drawing(_) => opened.document.format() == Format::Project,
            About::Mesh(_) => true,
            About::Nothing => false,
        };
        let path = opened.path.clone().filter(|_| has_own);
        match path.map(|path| (path, self.written())) {
            Some((path, Ok(written))) if written.losses.is_empty() => {
                self.put(&path, Ok(written), Overwrite::Ask, ctx);
            }
            _ => self.run(Command::SaveAs.into(), ctx),
        }
    }

    /// Writes what is open to a file.
    pub(in crate::app) fn save_to(
        &mut self,
        path: &Path,
        overwrite: Overwrite,
        ctx: &egui::Context,
    ) {
        let written = self.written();
        self.put(path, written, overwrite, ctx);
    }

    /// What is open in its own format, with what that cannot hold; or why it cannot be written.
    fn written(&mut self) -> Result<Written, String> {
        let view = self.view.seen_box(self.canvas_size);
        let costs = self.pinned_costs();
        let document = self.opened.as_mut().map(|opened| &mut opened.document);
        let document = document.ok_or("nothing is open")?;
        document.note_costs_and_view(&costs, view);
        match &document.state().source {
            About::Drawing(layout) => Ok(format::project::write(layout, document.work())),
            About::Mesh(mesh) => {
                let target = Target::of(document.format());
                let target =
                    target.ok_or("This format cannot be written: export it as another one")?;
                let written = format::write(&Content::Mesh(mesh.clone()), target);
                written.map_err(|error| error.to_string())
            }
            About::Nothing => Err("There is nothing to save".to_owned()),
        }
    }

    /// Puts what was written of what is open into a file, and says how that went.
    fn put(
        &mut self,
        path: &Path,
        written: Result<Written, String>,
        overwrite: Overwrite,
        ctx: &egui::Context,
    ) {
        let Some(opened) = &mut self.opened else { return };
        let document = &mut opened.document;
        let format = match document.layout() {
            Some(_) => Format::Project,
            None => document.format(),
        };
        let is_same = opened.path.as_deref() == Some(path);
        // Nobody knows how the file was when this was read from it: it was taken back after the program ended.
        if is_same && overwrite == Overwrite::Ask && opened.stamp.is_none() && path.exists() {
            self.dialog = Some(Dialog::Changed(path.to_owned()));
            return;
        }
        let known = opened.stamp.filter(|_| is_same && overwrite == Overwrite::Ask);
        let saved = written.and_then(|written| {
            match disk::save_if_unchanged(path, &written.bytes, known.as_ref()) {
                Ok(stamp) => Ok(Some(stamp)),
                Err(SaveError::Changed(_)) => Ok(None),
                Err(error) => Err(error.to_string()),
            }
        });
        match saved {
            Ok(Some(stamp)) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                document.was_saved(name, format);
                opened.path = Some(path.to_owned());
                opened.example = None;
                opened.stamp = Some(stamp);
                self.dialog = None;
                self.preferences.remember(path.to_owned());
                self.notices.info(format!("Saved {}", path.display()));
                self.watch(path, Some(stamp), ctx);
                self.keep_for_recovery();
                if let Some(known) = &mut self.scenario {
                    known.settle();
                }
                if let Some(action) = self.after_saving.take() {
                    self.run(action, ctx);
                }
            }
            Ok(None) => self.dialog = Some(Dialog::Changed(path.to_owned())),
            Err(sentence) => self.dialog = Some(Dialog::NotSaved(path.to_owned(), sentence)),
        }
    }

    /// Writes the pinned queries as a scenario.
    pub(in crate::app) fn save_pins(&mut self, path: &Path) {
        let Some(opened) = &self.opened else { return };
        let size = self.survey.as_ref().map(|survey| survey.bounds).unwrap_or(Aabb::EMPTY);
        let mut pins = self.work().pins.clone();
        for (pin, cost) in pins.iter_mut().zip(self.pinned_costs()) {
            pin.cost = cost;
        }
        let scenario = format::pins::to_scenario(&pins, opened.document.name(), size);
        let written = format::write(&Content::Scenario(scenario), Target::Scen);
        self.saved(path, written.map(|it| it.bytes).map_err(|error| error.to_string()));
    }
}

/// What is kept in case the program ends before anybody has saved.
impl App {
    /// Keeps what is not saved in a folder, and offers what an earlier start has left there.
    pub fn keep_unsaved_in(&mut self, folder: &Path) {
        let found = recovery::leftovers(folder);
        for damaged in &found.damaged {
            let text = format!("{} could not be recovered: it is damaged", damaged.display());
            self.notices.error(text, None);
        }
        self.keeper = Some(Keeper::new(Recovery::new(folder)));
        self.leftovers = found.whole;
        if !self.leftovers.is_empty() {
            self.dialog = Some(Dialog::Recover);
        }
    }

    /// Waits until what is not saved is on the disk.
    pub fn flush_recovery(&self) {
        if let Some(keeper) = &self.keeper {
            keeper.flush();
        }
    }

    /// There is no folder to keep anything in.
    pub fn keep_nothing(&mut self) {
        let text = "What is not saved cannot be kept for recovery: there is no home folder";
        self.notices.error(text, None);
    }

    /// Keeps what has happened to what is open, if it was ever not saved.
    pub(in crate::app) fn keep_for_recovery(&mut self) {
        let saved = if self.is_unsaved() { Saved::No } else { Saved::Yes };
        let (Some(keeper), Some(opened)) = (&self.keeper, &mut self.opened) else { return };
        let document = &mut opened.document;
        let now = (document.revision(), saved);
        if self.kept == Some(now) || (self.kept.is_none() && saved == Saved::Yes) {
            return;
        }
        if self.kept.is_none() {
            keeper.begin(document.scribe());
        }
        self.kept = Some(now);
        let (name, deeds) = (document.name().to_owned(), document.take_deeds());
        keeper.keep(News { name, path: opened.path.clone(), deeds, saved });
    }

    /// Says, once, that what is not saved could not be kept.
    pub(in crate::app) fn tell_of_trouble(&mut self) {
        let trouble = self.keeper.as_ref().and_then(Keeper::trouble);
        if trouble != self.trouble {
            if let Some(trouble) = &trouble {
                // Whatever is on the disk now, the next time all of it is written.
                self.kept = None;
                let text = format!("What is not saved cannot be kept for recovery: {trouble}");
                self.notices.error(text, None);
            }
            self.trouble = trouble;
        }
    }

    /// Nothing has to be kept any more.
    pub(in crate::app) fn forget_recovery(&mut self) {
        self.kept = None;
        if let Some(keeper) = &self.keeper {
            keeper.done();
            keeper.flush();
        }
    }

    /// Takes back what was not saved.
    pub(in crate::app) fn recover(&mut self, number: usize, ctx: &egui::Context) {
        if self.leftovers.len() <= number {
            return;
        }
        let leftover: Leftover = self.leftovers.remove(number);
        self.dialog = (!self.leftovers.is_empty()).then_some(Dialog::Recover);
        let read = leftover.read().map_err(|error| format!("{error:#}"));
        let recovered = read.and_then(|kept| {
            let pieces = kept.pieces.iter().map(|piece| &**piece);
            let read = journal::read(&leftover.name, pieces).map_err(|error| error.to_string())?;
            Ok((read.document, kept.is_cut || !read.is_whole))
        });
        let (document, is_cut) = match recovered {
            Ok(recovered) => recovered,
            Err(sentence) => return self.notices.error(sentence, None),
        };
        let path = leftover.path.clone();
        let opened = Opened { document, path, example: None, stamp: None };
        self.take_map(Map::new(opened, ColorBy::default()), false, ctx);
        self.survey_soon(ctx);
        self.keeper = Some(Keeper::new(leftover.resume()));
        if is_cut {
            let text = "Taken back as far as it could be read: the last of it is lost";
            self.notices.error(text, None);
        } else {
            self.notices.info("Taken back as it was; save it to keep it");
        }
    }

    /// Forgets what was not saved.
    pub(in crate::app) fn discard_recovered(&mut self, number: usize) {
        if number < self.leftovers.len()
            && let Err(error) = self.leftovers.remove(number).discard()
        {
            self.notices.error(error.to_string(), None);
        }
        if self.leftovers.is_empty() {
            self.dialog = None;
        }
    }
}
