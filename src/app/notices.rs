//! What the program has to say by itself: a line over the map, gone by itself or by a click.

use std::fmt::Display;
use std::time::Duration;

use crate::text::capitalized;

use super::Action;

/// How much a notice matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// It may go by itself.
    Info,
    /// It stays until somebody has seen it.
    Error,
}

/// Something to say.
#[derive(Debug)]
pub(super) struct Notice {
    weight: Weight,
    text: String,
    /// What stands in the file.
    quote: Option<String>,
    /// Since when it is shown, in seconds; none before it is.
    since: Option<f64>,
}

/// What there is to say.
#[derive(Debug, Default)]
pub(super) struct Notices {
    list: Vec<Notice>,
}

/// How long what may go by itself stays.
const SHOWN: Duration = Duration::from_secs(8);
/// More than so many nobody reads.
const MOST: usize = 4;

impl Notices {
    /// Says something that may go by itself.
    pub(super) fn info(&mut self, text: impl Into<String>) {
        self.add(Weight::Info, text.into(), None);
    }

    /// Says something that stays until somebody has seen it.
    pub(super) fn error(&mut self, text: impl Into<String>, quote: Option<String>) {
        self.add(Weight::Error, text.into(), quote);
    }

    /// Says why something failed. Errors begin small, unless with the name of a file, which keeps its letters: those are
    /// said by [`Self::error`].
    pub(super) fn failed(&mut self, error: &dyn Display) {
        self.error(capitalized(&error.to_string()), None);
    }

    fn add(&mut self, weight: Weight, text: String, quote: Option<String>) {
        let text = in_a_line(&text);
        self.list.retain(|notice| notice.text != text);
        self.list.push(Notice { weight, text, quote, since: None });
        if MOST < self.list.len() {
            // Errors stay as long as there is anything else to leave out, but for what was said last.
            let older = self.list.iter().take(MOST);
            let place = older.map(|notice| notice.weight).position(|weight| weight == Weight::Info);
            self.list.remove(place.unwrap_or(0));
        }
    }

    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    /// Forgets one.
    pub(super) fn dismiss(&mut self, number: usize) {
        if number < self.list.len() {
            self.list.remove(number);
        }
    }

    /// Forgets those that may go by themselves, once they have been there for a while.
    pub(super) fn tidy(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        self.list.retain_mut(|notice| {
            let shown = now - *notice.since.get_or_insert(now);
            notice.weight == Weight::Error || shown <= SHOWN.as_secs_f64()
        });
        if self.list.iter().any(|notice| notice.weight == Weight::Info) {
            ctx.request_repaint_after(SHOWN / 4);
        }
    }

    /// All texts, the oldest first.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|notice| notice.text.as_str())
    }
}

/// A text without what makes it longer than anybody reads: a name in it may be of any length, and have lines.
fn in_a_line(text: &str) -> String {
    const LONGEST: usize = 400;
    /// What is said of a long name stands after it.
    const END: usize = 200;
    let text = text.replace(|c: char| c.is_control(), " ");
    let n_chars = text.chars().count();
    if n_chars <= LONGEST {
        return text;
    }
    let start = text.chars().take(LONGEST - END);
    start.chain(['…']).chain(text.chars().skip(n_chars - END)).collect()
}

/// Shows the notices at the top of a place; or at its bottom, where they leave room for a dialog.
pub(super) fn notices_ui(
    notices: &Notices,
    ui: &mut egui::Ui,
    place: egui::Rect,
    has_dialog: bool,
    wishes: &mut Vec<Action>,
) {
    if notices.list.is_empty() {
        return;
    }
    let width = (place.width() - 32.0).clamp(120.0, 620.0);
    let (pivot, at) = if has_dialog {
        (egui::Align2::CENTER_BOTTOM, place.center_bottom() - egui::vec2(0.0, 12.0))
    } else {
        (egui::Align2::CENTER_TOP, place.center_top() + egui::vec2(0.0, 12.0))
    };
    egui::Area::new(egui::Id::unique("notices"))
        .order(egui::Order::Foreground)
        .pivot(pivot)
        .fixed_pos(at)
        .show(ui.ctx(), |ui| {
            for (number, notice) in notices.list.iter().enumerate() {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    ui.set_width(width);
                    notice_ui(notice, number, ui, wishes);
                });
            }
        });
}

fn notice_ui(notice: &Notice, number: usize, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.horizontal_top(|ui| {
        let text = match notice.weight {
            Weight::Info => egui::RichText::new(&notice.text),
            Weight::Error => egui::RichText::new(&notice.text).color(ui.visuals().error_fg_color),
        };
        let width = ui.available_width() - 32.0;
        ui.vertical(|ui| {
            ui.set_width(width);
            ui.add(egui::Label::new(text).wrap());
            if let Some(quote) = &notice.quote {
                ui.add(egui::Label::new(egui::RichText::new(quote).monospace().weak()).wrap());
            }
        });
        let close = ui.button("×").on_hover_text("Dismiss");
        super::widgets::name(&close, &format!("Dismiss notice {}", number + 1));
        if close.clicked() {
            wishes.push(Action::DismissNotice(number));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_any_length_leaves_room_for_what_is_said_of_it() {
        let mut notices = Notices::default();
        notices.error(format!("{}\n.mesh: cannot open it", "x".repeat(3_000)), None);
        let text = notices.texts().next().unwrap();
        assert!(text.chars().count() <= 401 && text.starts_with("xxx"), "{text}");
        assert!(text.ends_with("x .mesh: cannot open it"), "{text}");
        notices.info("Copied");
        assert_eq!(notices.texts().last(), Some("Copied"));
    }

    #[test]
    fn errors_are_not_pushed_out_by_what_goes_by_itself() {
        let mut notices = Notices::default();
        notices.error("the disk is full", None);
        (0..9).for_each(|number| notices.info(format!("Saved {number}")));
        assert!(notices.texts().eq(["the disk is full", "Saved 6", "Saved 7", "Saved 8"]));
        (0..9).for_each(|number| notices.error(format!("wrong {number}"), None));
        assert!(notices.texts().eq(["wrong 5", "wrong 6", "wrong 7", "wrong 8"]));
        notices.info("Copied");
        assert_eq!(notices.texts().last(), Some("Copied"));
    }

    #[test]
    fn errors_begin_with_a_capital_and_names_keep_their_letters() {
        let mut notices = Notices::default();
        notices.failed(&"the ground is too large");
        notices.error("maze.map: cannot read it", None);
        assert!(notices.texts().eq(["The ground is too large", "maze.map: cannot read it"]));
    }
}
