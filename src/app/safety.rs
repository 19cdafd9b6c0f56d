//! What is kept in case the program ends before anybody has saved, and taking it back.

use std::path::Path;

use crate::disk::recovery::{Leftover, Saved};
use crate::disk::{Keeper, News, Recovery, recovery};
use crate::document::Revision;
use crate::document::journal::{self, Recovered};
use crate::draw::ColorBy;
use crate::task::Progress;

use super::files::{Map, Opened};
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

    /// Nothing has to be kept any more.
    pub(super) fn forget(&mut self) {
        self.kept = None;
        if let Some(keeper) = &self.keeper {
            keeper.done();
            keeper.flush();
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
        if !self.safety.leftovers.is_empty() {
            self.dialog = Some(Dialog::Recover);
        }
    }

    /// Waits until what is not saved is on the disk.
    pub fn flush_recovery(&self) {
        if let Some(keeper) = &self.safety.keeper {
            keeper.flush();
        }
    }

    /// There is no folder to keep anything in.
    pub fn keep_nothing(&mut self) {
        let text = "What is not saved cannot be kept for recovery: there is no home folder";
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
            let text = format!("What is not saved cannot be kept for recovery: {trouble}");
            self.notices.error(text, None);
        }
    }

    /// Takes back what was not saved.
    pub(super) fn recover(&mut self, number: usize, ctx: &egui::Context) {
        if self.safety.leftovers.len() <= number {
            return;
        }
        let leftover: Leftover = self.safety.leftovers.remove(number);
        self.dialog = (!self.safety.leftovers.is_empty()).then_some(Dialog::Recover);
        let read = leftover.read().map_err(|error| format!("{error:#}"));
        let recovered = read.and_then(|kept| {
            let read = journal::read(&leftover.name, kept.pieces.iter().map(|piece| &**piece));
            let (name, file) = (&leftover.name, leftover.file().display());
            let read = read
                .ok_or_else(|| format!("{name}: what was kept cannot be read; it is in {file}"))?;
            Ok((read, kept.is_cut))
        });
        let (Recovered { document, is_whole }, is_cut) = match recovered {
            Ok(recovered) => recovered,
            Err(sentence) => return self.notices.error(sentence, None),
        };
        // From now on the file tells only what could be read.
        let aside = (!is_whole).then(|| leftover.put_aside());
        let path = leftover.path.clone();
        let opened = Opened { document, path, example: None, stamp: None };
        self.take_map(Map::new(opened, ColorBy::default(), &Progress::default()), false, ctx);
        self.survey_soon(ctx);
        self.safety.keeper = Some(Keeper::new(leftover.resume()));
        self.keep_for_recovery();
        if is_cut || !is_whole {
            let rest = match aside {
                Some(Ok(aside)) => format!("all of it is in {}", aside.display()),
                Some(Err(_)) | None => "the last of it is lost".to_owned(),
            };
            self.notices.error(format!("Taken back as far as it could be read: {rest}"), None);
        } else {
            self.notices.info("Taken back as it was; save it to keep it");
        }
    }

    /// Forgets what was not saved.
    pub(super) fn discard_recovered(&mut self, number: usize) {
        if number < self.safety.leftovers.len()
            && let Err(error) = self.safety.leftovers.remove(number).discard()
        {
            self.notices.error(error.to_string(), None);
        }
        if self.safety.leftovers.is_empty() {
            self.dialog = None;
        }
    }
}
