//! The file that is open may change on disk: it is watched, and read again.

use std::path::Path;

use crate::disk::Stamp;
use crate::task::{Progress, Task};

use super::super::files::{self, Loading, Losing, Occasion};
use super::super::{App, Dialog, Source};
use super::wake;

/// Which changes of a file are news.
#[derive(Debug, Clone, Copy)]
pub(super) enum Since {
    /// All since it was read.
    Read,
    /// Those since it was so: of those before somebody has heard.
    Seen(Option<Stamp>),
}

impl Since {
    /// Of those that made somebody read a file again, everybody has heard.
    pub(super) fn of(loading: &Loading) -> Self {
        match loading.occasion {
            Occasion::Changed(seen) => Self::Seen(seen),
            _ => Self::Read,
        }
    }
}

impl App {
    /// Reads the file that is open again.
    pub(in crate::app) fn reload(&mut self, losing: Losing, ctx: &egui::Context) {
        let path = self.open_path().map(Path::to_owned);
        self.open(path.map(Source::Path), losing, ctx);
    }

    /// Takes the news that the file has changed.
    pub(super) fn take_change(&mut self, ctx: &egui::Context) {
        // Neither what is being opened nor what is half drawn or half typed is lost to it: it can wait.
        let is_answering = self.dialog.as_ref().is_some_and(Dialog::is_of_the_map);
        let can_reload = !self.is_loading() && !self.view.tool.is_busy() && !is_answering;
        let watching = self.tasks.watching.as_ref().filter(|_| can_reload);
        if watching.is_some_and(|task| task.poll().is_some()) {
            self.tasks.watching = None;
            // Whoever writes it may go on while it is read.
            let now = self.open_path().and_then(Stamp::of);
            // If it is gone again, it may come back.
            let seen = now.or_else(|| self.opened.as_ref().and_then(|opened| opened.stamp));
            if self.is_unsaved() {
                self.notices.info("The file changed on disk; your changes are kept");
                self.watch_again(Since::Seen(seen), ctx);
            } else {
                self.reload(Losing::Asks, ctx);
                if let Some(loading) = &mut self.tasks.loading {
                    loading.occasion = Occasion::Changed(seen);
                }
            }
        }
    }

    /// Begins to watch a file that was so when it was read or written.
    pub(in crate::app) fn watch(&mut self, path: &Path, stamp: Option<Stamp>, ctx: &egui::Context) {
        let Some(stamp) = stamp else { return };
        let path = path.to_owned();
        let work = move |progress: &Progress| {
            files::wait_for_change(&path, stamp, progress);
        };
        self.tasks.watching = Some(Task::start("watching the file", wake(ctx), work));
    }

    /// Goes on watching the file that is open, if nobody does.
    pub(super) fn watch_again(&mut self, since: Since, ctx: &egui::Context) {
        let Some(opened) = self.opened.as_ref().filter(|_| self.tasks.watching.is_none()) else {
            return;
        };
        let Some(path) = opened.path.clone() else { return };
        let stamp = match since {
            Since::Read => opened.stamp,
            Since::Seen(stamp) => stamp,
        };
        self.watch(&path, stamp, ctx);
    }
}
