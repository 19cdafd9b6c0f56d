//! A small window that asks how others are to be shown what is open: as a picture, an animation or a page.

use std::path::PathBuf;

use crate::draw::animation::Reel;
use crate::draw::{Size, Theme};
use crate::text::{capitalized, counted};

use super::super::share::{Paper, Part, Share};
use super::super::widgets::{drag, name};
use super::super::{Action, App, files};
use super::first_field;

/// What is asked for.
pub(in super::super) struct Sharing {
    kind: Kind,
    path: String,
    /// Whether the path has been given the focus.
    focused: bool,
    /// Width and height as they are typed.
    size: String,
    theme: Theme,
    part: Part,
    /// Whether what was drawn is shown, and not the search.
    of_steps: bool,
    /// The first and the last event, counted from one.
    events: [usize; 2],
    seconds: f64,
    frames_per_second: u32,
    /// The first and the last step, counted from one.
    steps: [usize; 2],
    steps_per_second: u32,
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Kind {
    /// A picture.
    Picture,
    /// An animation.
    Animation,
    /// A page.
    Page,
    /// A trace.
    Trace,
}

/// Sizes to choose from.
const SIZES: &[(&str, &str)] = &[
    ("480x360", "for a message"),
    ("800x600", "for an issue"),
    ("1280x720", "for a slide"),
    ("1600x1000", "for a page"),
    ("1920x1080", "for a screen"),
    ("3840x2160", "for print"),
];

impl Sharing {
    /// With what is likely to be wanted.
    pub(super) fn new(kind: Kind, app: &App, path: String, theme: Theme) -> Self {
        let reel = Reel::all();
        let n_events = app.event().1 + 1;
        Self {
            kind,
            path,
            focused: false,
            size: if kind == Kind::Animation { "800x600" } else { "1600x1000" }.to_owned(),
            theme,
            part: Part::Seen,
            of_steps: app.trace().is_none(),
            events: [1, n_events],
            seconds: reel.seconds,
            frames_per_second: reel.frames_per_second,
            steps: [n_steps(app).saturating_sub(50).max(1), n_steps(app)],
            steps_per_second: 2,
        }
    }

    pub(super) fn title(&self) -> &'static str {
        match self.kind {
            Kind::Picture => "Save picture",
            Kind::Animation => "Save animation",
            Kind::Page => "Save report",
            Kind::Trace => "Export trace",
        }
    }

    fn reel(&self) -> Reel {
        let [first, last] = self.events.map(|event| event.saturating_sub(1));
        let (frames_per_second, seconds) = (self.frames_per_second, self.seconds);
        Reel { events: first..=last, frames_per_second, seconds }
    }

    /// What is asked for, or why that cannot be.
    fn share(&self) -> Result<Share, String> {
        let paper = || Size::parse(&self.size).map(|size| Paper { size, theme: self.theme });
        Ok(match self.kind {
            Kind::Page => Share::Page,
            Kind::Trace => Share::Trace,
            Kind::Picture => Share::Picture(paper()?, self.part),
            Kind::Animation if self.of_steps => {
                let paper = paper()?;
                let [first, last] = self.steps;
                Share::Steps { paper, steps: first..=last, per_second: self.steps_per_second }
            }
            Kind::Animation => Share::Search(paper()?, self.reel()),
        })
    }
}

/// How many steps have been done to what is open.
fn n_steps(app: &App) -> usize {
    app.document().map_or(0, |document| document.done().len())
}

/// Asks for it, or shows how far it is.
pub(super) fn sharing_ui(
    sharing: &mut Sharing,
    app: &App,
    ui: &mut egui::Ui,
    wishes: &mut Vec<Action>,
) {
    if let Some(task) = &app.tasks.sharing {
        ui.label(capitalized(task.name()));
        let bar = egui::ProgressBar::new(task.progress().part()).desired_width(380.0);
        name(&ui.add(bar.show_percentage()), "Part that is drawn");
        if ui.button("Stop").clicked() {
            wishes.push(Action::CancelTasks);
        }
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(60));
        return;
    }
    match sharing.kind {
        Kind::Picture => {
            ui.weak("What the canvas shows, with a legend");
            ui.horizontal(|ui| {
                ui.radio_value(&mut sharing.part, Part::Seen, "What I see");
                ui.radio_value(&mut sharing.part, Part::Whole, "The whole map");
            });
        }
        Kind::Animation => footage_ui(sharing, app, ui),
        Kind::Page => page_ui(app, ui),
        Kind::Trace => {
            ui.weak("Every step of the search, for Posthoc and for programs of your own");
        }
    }
    if matches!(sharing.kind, Kind::Picture | Kind::Animation) {
        egui::Grid::new("paper").num_columns(2).show(ui, |ui| paper_ui(sharing, ui));
    }
    save_ui(sharing, ui, wishes);
}

fn paper_ui(sharing: &mut Sharing, ui: &mut egui::Ui) {
    ui.weak("size");
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut sharing.size).desired_width(90.0);
        name(&ui.add(field), "Size");
        let choice =
            egui::ComboBox::from_id_salt("sizes").selected_text("Sizes").show_ui(ui, |ui| {
                for (size, used) in SIZES {
                    let is_chosen = sharing.size == *size;
                    if ui.selectable_label(is_chosen, format!("{size} {used}")).clicked() {
                        sharing.size = (*size).to_owned();
                    }
                }
            });
        name(&choice.response, "Sizes");
    });
    ui.end_row();
    ui.weak("colours");
    ui.horizontal(|ui| {
        ui.radio_value(&mut sharing.theme, Theme::Light, "Dark on light");
        ui.radio_value(&mut sharing.theme, Theme::Dark, "Light on dark");
    });
    ui.end_row();
}

fn footage_ui(sharing: &mut Sharing, app: &App, ui: &mut egui::Ui) {
    let (has_search, n_steps) = (app.trace().is_some(), n_steps(app));
    sharing.of_steps &= 0 < n_steps || !has_search;
    ui.add_enabled_ui(has_search, |ui| {
        ui.radio_value(&mut sharing.of_steps, false, "The search");
    });
    ui.add_enabled_ui(0 < n_steps, |ui| {
        ui.radio_value(&mut sharing.of_steps, true, "What was done");
    });
    let number = |ui: &mut egui::Ui, value: egui::DragValue<'_>, label: &str| {
        name(&ui.add(value), label);
    };
    if sharing.of_steps {
        ui.horizontal(|ui| {
            let [first, last] = &mut sharing.steps;
            ui.weak("steps");
            number(ui, drag(first, 1..=n_steps.max(1)), "First step");
            ui.weak("to");
            number(ui, drag(last, *first..=n_steps.max(1)), "Last step");
            ui.weak(",");
            let pace = drag(&mut sharing.steps_per_second, 1..=20);
            number(ui, pace, "Steps a second");
            ui.weak("of them a second");
        });
        return;
    }
    let n_events = app.event().1 + 1;
    ui.horizontal(|ui| {
        let [first, last] = &mut sharing.events;
        ui.weak("events");
        number(ui, drag(first, 1..=n_events), "First event");
        ui.weak("to");
        number(ui, drag(last, *first..=n_events), "Last event");
    });
    ui.horizontal(|ui| {
        ui.weak("in");
        let seconds = drag(&mut sharing.seconds, 0.1..=Reel::MAX_SECONDS).speed(0.1);
        number(ui, seconds, "Seconds");
        ui.weak("seconds,");
        let frames =
            drag(&mut sharing.frames_per_second, 1..=Reel::MAX_FRAMES_PER_SECOND).speed(0.2);
        number(ui, frames, "Frames a second");
        ui.weak("frames a second");
    });
    let n_frames = sharing.reel().frames(n_events).len();
    ui.weak(counted(n_frames, "frame"));
}

fn page_ui(app: &App, ui: &mut egui::Ui) {
    ui.weak("A page with the map, what is in it and what is odd about it");
    let ran = app.scenario.as_ref().filter(|known| known.ran.is_some());
    ui.weak(match ran {
        Some(known) => format!("and with what came of {}", known.name),
        None => "Run a scenario first to have what came of it there, too".to_owned(),
    });
}

fn save_ui(sharing: &mut Sharing, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let share = sharing.share();
    let enter = ui.ctx().input(|input| input.key_pressed(egui::Key::Enter));
    let replaces = files::exists(&sharing.path);
    let mut saves = false;
    ui.horizontal(|ui| {
        let field = first_field(&mut sharing.path, "", &mut sharing.focused, ui);
        name(&field, "Path");
        let button = egui::Button::new(if replaces { "Replace" } else { "Save" });
        saves = ui.add_enabled(share.is_ok(), button).clicked();
        saves |= field.lost_focus() && enter && !replaces;
    });
    if replaces {
        ui.colored_label(ui.visuals().warn_fg_color, "This file already exists");
    }
    match share {
        Ok(share) if saves => {
            wishes.push(Action::Share(share, PathBuf::from(sharing.path.trim())));
        }
        Ok(_) => {}
        Err(sentence) => {
            ui.colored_label(ui.visuals().error_fg_color, capitalized(&sentence));
        }
    }
}
