//! Writing: pictures, maps in other formats, searches step by step.

use std::path::Path;

use crate::disk;
use crate::document::recording;
use crate::draw::{Map as Drawn, Picture, Search, Size, Theme};
use crate::format::posthoc::{self, Notation};
use crate::format::{self, Target};

use super::super::{App, dialogs};

impl App {
    /// Writes a file, and says how that went; whether it is there.
    pub(in crate::app) fn saved(&mut self, path: &Path, bytes: Result<Vec<u8>, String>) -> bool {
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
        let Some(content) = dialogs::content_for(self, target) else { return };
        let written = format::write(&content, target).map_err(|error| error.to_string());
        let is_whole = written.as_ref().is_ok_and(|written| written.losses.is_empty());
        let is_saved = self.saved(path, written.map(|written| written.bytes));
        // A mesh that is wholly in a file is saved, whatever the format.
        if let Some(opened) = self.opened.as_mut().filter(|_| is_saved && is_whole)
            && opened.document.mesh().is_some()
        {
            let document = &mut opened.document;
            document.was_saved(document.name().to_owned(), document.format(), document.revision());
            self.forget_recovery();
            if let Some(action) = self.after_saving.take() {
                self.run(action, ctx);
            }
        }
    }

    pub(in crate::app) fn export_trace(&mut self, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let notation = Notation::of(&name);
        let foreign = self.foreign.as_ref().map(|foreign| &*foreign.recording);
        let text = match (notation, self.inquiry.reply(), self.trace()) {
            (Some(notation), ..) if let Some(recording) = foreign => {
                Ok(posthoc::write(recording, notation).into_bytes())
            }
            (Some(notation), Some(reply), Some(trace)) => {
                let answer = &reply.answer;
                let corners = answer.corners.clone();
                let recording = recording(&reply.ground, trace, answer.outcome, corners);
                Ok(posthoc::write(&recording, notation).into_bytes())
            }
            (None, ..) => Err("a trace ends in .trace.yaml or .trace.json".to_owned()),
            _ => Err("there is no search to write".to_owned()),
        };
        self.saved(path, text);
    }

    pub(in crate::app) fn save_picture(&mut self, path: &Path, ctx: &egui::Context) {
        let bytes = self.picture_bytes(path, ctx);
        self.saved(path, bytes);
    }

    pub(in crate::app) fn picture_bytes(
        &self,
        path: &Path,
        ctx: &egui::Context,
    ) -> Result<Vec<u8>, String> {
        let Some(opened) = &self.opened else { return Err("nothing is open".to_owned()) };
        let map = match (&self.survey, opened.document.layout()) {
            (Some(survey), _) => Drawn::Mesh(&survey.mesh),
            (None, Some(layout)) => Drawn::Layout(layout),
            (None, None) => return Err("there is nothing to draw".to_owned()),
        };
        let reply = self.inquiry.reply();
        let heard = reply.and_then(|reply| Some((reply, reply.heard.as_ref()?)));
        let search = heard.filter(|_| self.playback.shown).map(|(reply, heard)| Search {
            ground: &reply.ground,
            trace: &heard.trace,
            after: self.playback.cursor,
        });
        let route = reply.map(|reply| &reply.route).filter(|_| self.path_is_known());
        let picture = Picture {
            map,
            title: opened.document.name(),
            look: self.view.look,
            y_axis: self.view.eye.y_axis,
            route,
            search,
            verdict: self.verdict().filter(|_| self.path_is_known()),
        };
        let theme = if ctx.theme() == egui::Theme::Dark { Theme::Dark } else { Theme::Light };
        let size = Size::new(1600, 1000).map_err(|error| error.to_string())?;
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match ending.as_str() {
            "svg" => Ok(picture.svg(size, theme).into_bytes()),
            "png" => picture
                .pixels(size, theme)
                .and_then(|pixels| pixels.png())
                .ok_or_else(|| "there is no memory for a picture".to_owned()),
            _ => Err("a picture ends in .svg or .png".to_owned()),
        }
    }
}
