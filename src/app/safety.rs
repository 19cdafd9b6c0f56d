//! What is kept in case the program ends before anybody has saved, and taking it back.

use std::path::Path;

use crate::disk::recovery::{Leftover, Saved};
use crate::disk::{Keeper, News, Recovery, recovery};
use crate::document::Revision;
use crate::task::{Progress, Task};

use super::files::{self, Left, Loading, Losing, Map, Occasion, Opened};
use super::run::wake;
use super::{App, Dialog};

/// What is kept in case the program ends before anybody has saved.
#[derive(Default)]
pub(super) struct Safety {
    /// Whoever keeps it.
    keeper: Option<Keeper>,
    /// Of which revision of the document it was told last, and whether that was saved; none if of no other.
    kept: Option<(Revision, Saved)>,
    /// Why that could not be done, as far as it was told.
    trouble: Option<String>,
    /// What an earlier start of the program had not saved.
    pub(super) leftovers: Vec<Leftover>,
}

impl Safety {
    fn keep(&mut self, opened: &mut Opened, saved: Saved) {
        let Some(keeper) = &self.keeper else { return };
        let document = &mut opened.document;
        let now = (document.revision(), saved);
        if self.kept == Some(now) || (self.kept.is_none() && saved == Saved::Yes) {
            return;
        }
        if self.kept.is_none() {
            keeper.begin(document.scribe());
        }
        self.kept = Some(now);
        let (name, entries) = (document.name().to_owned(), document.take_entries());
        keeper.keep(News { name, path: opened.path.clone(), entries, saved });
    }

    /// Why it could not be kept, if that was not told yet.
    fn new_trouble(&mut self) -> Option<String> {
        let trouble = self.keeper.as_ref().and_then(Keeper::trouble);
        if trouble == self.trouble {
            return None;
        }
        if trouble.is_some() {
            // Whatever is on the disk now, the next time all of it is written.
            self.kept = None;
        }
        self.trouble.clone_from(&trouble);
        trouble
    }

    /// What was left in a file is not offered any more.
    fn take(&mut self, file: &Path) -> Option<Leftover> {
        let number = self.leftovers.iter().position(|leftover| leftover.file() == file)?;
        Some(self.leftovers.remove(number))
    }

    /// Nothing has to be kept any more.
    pub(super) fn forget(&mut self) {
        self.kept = None;
        if let Some(keeper) = &self.keeper {
            keeper.done();
        }
    }
}

impl App {
    /// Keeps what is not saved in a folder, and offers what an earlier start has left there.
    pub fn keep_unsaved_in(&mut self, folder: &Path) {
        let found = recovery::leftovers(folder);
        for damaged in &found.damaged {
            let text = format!("{} could not be recovered: it is damaged", damaged.display());
            self.notices.error(text, None);
        }
        self.safety.keeper = Some(Keeper::new(Recovery::new(folder)));
        self.safety.leftovers = found.whole;
        self.offer_leftovers();
    }

    /// Waits until what is not saved is on the disk.
    pub fn flush_recovery(&self) {
        if let Some(keeper) = &self.safety.keeper {
            keeper.flush();
        }
    }

    /// There is no folder to keep anything in.
    pub fn keep_nothing(&mut self) {
        let text = "Unsaved work cannot be kept for recovery: there is no home folder";
        self.notices.error(text, None);
    }

    /// Keeps what has happened to what is open, if it was ever not saved.
    pub(super) fn keep_for_recovery(&mut self) {
        let saved = if self.is_unsaved() { Saved::No } else { Saved::Yes };
        if let Some(opened) = &mut self.opened {
            self.safety.keep(opened, saved);
        }
    }

    /// Says, once, that what is not saved could not be kept.
    pub(super) fn tell_of_trouble(&mut self) {
        if let Some(trouble) = self.safety.new_trouble() {
            let text = format!("Unsaved work cannot be kept for recovery: {trouble}");
            self.notices.error(text, None);
        }
    }

    /// Begins to take back what was not saved. It stays on offer until it is there.
    pub(super) fn recover(&mut self, number: usize, losing: Losing, ctx: &egui::Context) {
        let Some(leftover) = self.safety.leftovers.get(number) else { return };
        self.dialog = None;
        let Leftover { name, path, .. } = leftover;
        let file = leftover.file().to_owned();
        let left = Left { name: name.clone(), path: path.clone(), file: file.clone() };
        let work = move |progress: &Progress| files::take_back(&left, progress);
        let task = Task::start(format!("recovering {name}"), wake(ctx), work);
        let occasion = Occasion::LeftBehind(file);
        self.tasks.loading = Some(Loading { task, next: Vec::new(), losing, occasion });
    }

    /// Takes back what was not saved, now that it could be read.
    pub(super) fn take_back(&mut self, map: Map, file: &Path, ctx: &egui::Context) {
        // Somebody may have said meanwhile that nobody wants it.
        let Some(leftover) = self.safety.take(file) else { return };
        let missing = map.missing.clone();
        self.take_map(map, false, ctx);
        self.safety.keeper = Some(Keeper::new(leftover.resume()));
        self.keep_for_recovery();
        match missing {
            Some(sentence) => self.notices.error(sentence, None),
            None => self.notices.info("Recovered; save it to keep it"),
        }
        self.offer_leftovers();
    }

    /// What was not saved cannot be taken back; what is left of it stays where it is.
    pub(super) fn cannot_take_back(&mut self, file: &Path) {
        self.safety.take(file);
        self.offer_leftovers();
    }

    fn offer_leftovers(&mut self) {
        match (&self.dialog, self.safety.leftovers.is_empty()) {
            (None, false) => self.dialog = Some(Dialog::Recover),
            (Some(Dialog::Recover), true) => self.dialog = None,
            // Whoever is about something else finds them in the menu.
            _ => {}
        }
    }

    /// Forgets what was not saved.
    pub(super) fn discard_recovered(&mut self, number: usize) {
        if number < self.safety.leftovers.len()
            && let Err(error) = self.safety.leftovers.remove(number).discard()
        {
            self.notices.error(error.to_string(), None);
        }
        self.offer_leftovers();
    }
}
