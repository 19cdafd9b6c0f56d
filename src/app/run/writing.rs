//! Writing: maps in other formats.

use std::path::Path;

use crate::disk;
use crate::format::{self, Target};
use crate::text::capitalized;

use super::super::{App, Overwrite, dialogs};

impl App {
    /// Writes a file, and says how that went; whether it is there.
    pub(in crate::app) fn saved(&mut self, path: &Path, bytes: Result<Vec<u8>, String>) -> bool {
        let bytes = bytes.map_err(|sentence| capitalized(&sentence));
        let result =
            bytes.and_then(|bytes| disk::save(path, &bytes).map_err(|error| format!("{error:#}")));
        match result {
            Ok(()) => {
                self.dialog = None;
                self.notices.info(format!("Saved {}", path.display()));
                true
            }
            Err(sentence) => {
                self.notices.error(sentence, None);
                false
            }
        }
    }

    pub(in crate::app) fn export(&mut self, path: &Path, target: Target, ctx: &egui::Context) {
        if target.holds_mesh() && self.layout().is_some() && self.must_wait() {
            return;
        }
        let path = &disk::absolute(path);
        let Some(content) = dialogs::content_for(self, target) else { return };
        let written = format::write(&content, target).map_err(|error| error.to_string());
        let is_whole = written.as_ref().is_ok_and(|written| written.losses.is_empty());
        let is_own = self.open_path() == Some(path)
            && self.document().is_some_and(|document| {
                document.mesh().is_some() && Target::of(document.format()) == Some(target)
            });
        if is_own && is_whole {
            return self.save_to(path, Overwrite::Ask, ctx);
        }
        let is_saved = self.saved(path, written.map(|written| written.bytes));
        if !is_saved {
            return;
        }
        // A mesh that is wholly in a file is saved, whatever the format.
        match self.opened.as_mut().map(|opened| &mut opened.document) {
            Some(document) if is_whole && document.mesh().is_some() => {
                let (name, format) = (document.name().to_owned(), document.format());
                document.was_saved(name, format, document.work().clone());
                self.keep_for_recovery();
                if let Some(action) = self.leaving.after_saving.take() {
                    self.run(action, ctx);
                }
            }
            _ => self.close_dialog(),
        }
    }
}
