//! Leaving what is open: nothing that is not saved is lost without a question.

use crate::format::posthoc::Notation;

use super::files::{Arrived, Losing};
use super::{Action, App, Command, Dialog, Source};

/// What is to happen to what is open, once somebody has said whether it is to be saved.
#[derive(Default)]
pub(super) struct Leaving {
    /// What to do once all is saved.
    pub(super) after_saving: Option<Action>,
    /// A map that was loaded while somebody went on drawing.
    pub(super) arrived: Option<Arrived>,
    /// Whether somebody has said that nothing has to be saved.
    pub(super) closes_anyway: bool,
}

impl App {
    /// Whether something would be lost if it were closed now.
    pub(super) fn is_unsaved(&self) -> bool {
        self.document().is_some_and(|document| !document.is_saved() && !document.is_untouched())
    }

    /// Whether something has to be asked before an action is done.
    pub(super) fn asks_first(&mut self, action: &Action) -> bool {
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

    /// What is open has been changed again: it may not be lost because of what was said before.
    pub(super) fn lose_nothing_more(&mut self) {
        if let Some(loading) = &mut self.tasks.loading {
            loading.losing = Losing::Asks;
        }
    }

    /// Asks before the window is closed, if something would be lost.
    pub(super) fn mind_closing(&mut self, ctx: &egui::Context) {
        let closes = ctx.input(|input| input.viewport().close_requested());
        if closes && !self.leaving.closes_anyway && self.is_unsaved() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.close_dialog();
            self.dialog = Some(Dialog::Unsaved(Box::new(Command::Quit.into())));
        } else if closes {
            self.leaving.closes_anyway = true;
            self.safety.forget();
            self.flush_recovery();
        }
    }

    /// Closes the small window. Whoever closes it does not want any more what was to follow.
    pub(super) fn close_dialog(&mut self) {
        self.dialog = None;
        (self.leaving.after_saving, self.leaving.arrived) = (None, None);
    }
}
