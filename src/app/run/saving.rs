//! Beginning a drawing, and saving.

use std::path::{Path, PathBuf};

use crate::disk::{self, Receipt, SaveError};
use crate::document::{Document, Source as About};
use crate::draw::ColorBy;
use crate::format::words::n_comments;
use crate::format::{self, Content, Format, Target, Written};
use crate::geom::Aabb;
use crate::layout::work::Work;
use crate::layout::{Border, Layout};
use crate::task::{Progress, Task};
use crate::text::counted_as;

use super::super::action::Overwrite;
use super::super::files::{self, Arrived, Loading, Losing, Map, Occasion, Opened};
use super::super::{App, Command, Dialog};
use super::wake;

impl App {
    /// Begins a drawing on some ground.
    pub(in crate::app) fn new_layout(&mut self, border: Border, ctx: &egui::Context) {
        let layout = Layout { border, ..Layout::default() };
        self.begin(Document::drawing("untitled.wayglass".to_owned(), layout, Work::default()), ctx);
        self.run(Command::PolygonTool.into(), ctx);
    }

    /// Makes a drawing of the outlines of the mesh that is open.
    pub(in crate::app) fn edit_as_obstacles(&mut self, losing: Losing, ctx: &egui::Context) {
        // What is known of a large map is for a while that of the one before.
        let built = || self.map.survey.as_ref().map(|survey| &survey.mesh);
        let mesh = self.document().and_then(Document::mesh).or_else(built).cloned();
        let (Some(mesh), Some(name)) = (mesh, self.open_name()) else { return };
        let title = format!("tracing the outlines of {name}");
        let name = PathBuf::from(name).with_extension("wayglass").display().to_string();
        let Work { pins, y_down, .. } = self.work().clone();
        let work = Work { pins, y_down, ..Work::default() };
        let outline = move |progress: &Progress| files::outline(&mesh, name, work, progress);
        let task = Task::start(title, wake(ctx), outline);
        let revision = self.document().map(Document::revision).unwrap_or_default();
        let occasion = Occasion::Outlined(revision);
        self.tasks.loading = Some(Loading { task, next: Vec::new(), losing, occasion });
    }

    /// Takes a document that is in no file yet.
    fn begin(&mut self, document: Document, ctx: &egui::Context) {
        self.dialog = None;
        let opened = Opened { document, path: None, example: None, stamp: None };
        self.take_map(Map::new(opened, ColorBy::default(), &Progress::default()), false, ctx);
    }

    /// Writes what is open to its file, if it has one of its own format; else asks where.
    pub(in crate::app) fn save(&mut self, ctx: &egui::Context) {
        let Some(document) = self.document() else { return };
        let has_own = match document.state().source {
            About::Drawing(_) => document.format() == Format::Project,
            About::Mesh(_) => true,
            About::Nothing => false,
        };
        let path = self.open_path().filter(|_| has_own).map(Path::to_owned);
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
        let path = &disk::absolute(path);
        let ending = disk::ending(path);
        let of_faces =
            Target::ALL.iter().find(|target| target.holds_mesh() && target.extension() == ending);
        let written = match of_faces.filter(|_| self.layout().is_some()) {
            Some(target) => Err(format!(
                "{}: a drawing is saved as .wayglass; File > Export writes its mesh as {}",
                path.display(),
                target.title()
            )),
            None => self.written(),
        };
        self.put(path, written, overwrite, ctx);
    }

    /// What is open in its own format, with what that cannot hold; or why it cannot be written.
    fn written(&self) -> Result<Written, String> {
        let document = self.document().ok_or("nothing is open")?;
        match &document.state().source {
            About::Drawing(layout) => Ok(format::project::write(layout, &self.work_to_save())),
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

    /// What belongs to the work on what is open, with what paths cost now, and what is looked at.
    fn work_to_save(&self) -> Work {
        let mut work = self.work().clone();
        let costs = self.pinned_costs();
        work.pins.iter_mut().zip(costs).for_each(|(pin, cost)| pin.cost = cost.or(pin.cost));
        Work { view: self.view.seen_box(), ..work }
    }

    /// Puts what was written of what is open into a file, and says how that went.
    fn put(
        &mut self,
        path: &Path,
        written: Result<Written, String>,
        overwrite: Overwrite,
        ctx: &egui::Context,
    ) {
        let work = self.work_to_save();
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
        // What it was read from has comments that only people read; who has saved it once knows.
        let is_text = std::str::from_utf8(document.bytes()).is_ok();
        let has_comments = is_same && is_text && document.as_saved().is_none();
        let n_comments = if has_comments { n_comments(document.bytes()) } else { 0 };
        let known = opened.stamp.filter(|_| is_same && overwrite == Overwrite::Ask);
        let saved = written.and_then(|written| {
            match disk::save_document(path, &written.bytes, known.as_ref()) {
                Ok(receipt) => Ok(Some(receipt)),
                Err(SaveError::Changed(_)) => Ok(None),
                Err(error) => Err(error.to_string()),
            }
        });
        match saved {
            Ok(Some(Receipt { stamp, trouble })) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                document.was_saved(name.clone(), format, work);
                opened.path = Some(path.to_owned());
                opened.example = None;
                opened.stamp = Some(stamp);
                self.dialog = None;
                self.preferences.remember(path.to_owned());
                let n_left_out = document.mesh().map_or(0, |_| document.work().pins.len());
                let pins = counted_as(n_left_out, "pinned query", "pinned queries");
                self.notices.info(match n_left_out {
                    0 => format!("Saved {}", path.display()),
                    _ => format!(
                        "Saved {}, but no mesh holds its {pins}: File > Save pinned queries writes them",
                        path.display()
                    ),
                });
                if n_comments != 0 {
                    let comments = counted_as(n_comments, "comment", "comments");
                    let place = match trouble {
                        None => format!(": see {name}.bak beside it"),
                        Some(_) => String::new(),
                    };
                    self.notices.info(format!("{comments} could not be kept{place}"));
                }
                self.watch(path, Some(stamp), ctx);
                self.keep_for_recovery();
                if let Some(known) = &mut self.scenario {
                    known.settle();
                }
                if is_same {
                    // Whoever has written the file meanwhile was told to be replaced.
                    let is_of_file = |it: &mut Arrived| matches!(it.occasion, Occasion::Changed(_));
                    self.leaving.arrived.take_if(is_of_file);
                }
                let mut next = self.leaving.after_saving.take();
                if n_left_out != 0 && next.take().is_some() {
                    // It could close the window before anybody has read what is said here.
                    self.leaving.arrived = None;
                    self.notices.info("Nothing else was done yet: ask for it again");
                }
                if let Some(trouble) = trouble {
                    let text = format!("The previous version could not be kept as .bak: {trouble}");
                    self.notices.error(text, None);
                } else if let Some(action) = next {
                    self.run(action, ctx);
                }
            }
            Ok(None) => self.dialog = Some(Dialog::Changed(path.to_owned())),
            Err(sentence) => self.dialog = Some(Dialog::NotSaved(path.to_owned(), sentence)),
        }
    }

    /// Writes the pinned queries as a scenario.
    pub(in crate::app) fn save_pins(&mut self, path: &Path) {
        if self.must_wait() {
            return;
        }
        if self.map.survey.is_some() && !self.pins.are_known() {
            return self
                .notices
                .info("Not all of their paths are known yet; try again in a moment");
        }
        let Some(name) = self.open_name() else { return };
        let size = self.map.survey.as_ref().map(|survey| survey.bounds).unwrap_or(Aabb::EMPTY);
        let mut pins = self.work().pins.clone();
        for (pin, cost) in pins.iter_mut().zip(self.pinned_costs()) {
            pin.cost = cost;
        }
        let scenario = format::pins::to_scenario(&pins, name, size);
        let written = format::write(&Content::Scenario(scenario), Target::Scen);
        self.saved(path, written.map(|it| it.bytes).map_err(|error| error.to_string()));
    }
}
