//! Small windows that ask for one thing. None of them is modal: the map stays in reach.

use std::path::PathBuf;

use crate::format::{self, Content, Target};
use crate::mesh::Element;
use crate::text::capitalized;

use super::command::Menu;
use super::palette::{Palette, palette_ui};
use super::{Action, App, Command, OnCompare, OnScenario, Overwrite, files};

mod questions;
mod sampling;

/// A small window.
pub(super) enum Dialog {
    /// One line of text.
    Line(Line),
    /// The map in another format.
    Export(Export),
    /// A command by its name.
    Palette(Palette),
    /// All keys.
    Keys,
    /// What this is.
    About,
    /// The ground of a drawing.
    NewLayout(questions::NewGround),
    /// How to make a scenario by chance.
    Sample(sampling::Sampling),
    /// What is not saved would be lost by an action.
    Unsaved(Box<Action>),
    /// The file to be saved to was changed by somebody else.
    Changed(PathBuf),
    /// What an earlier start of the program had not saved.
    Recover,
}

/// A window that asks for one line of text.
pub(super) struct Line {
    title: &'static str,
    hint: &'static str,
    button: &'static str,
    text: String,
    done: fn(String) -> Action,
    /// Whether the field has been given the focus.
    focused: bool,
    /// Whether the text is a file that will be written.
    saves: bool,
}

/// A window that asks for a format and a place.
pub(super) struct Export {
    targets: Vec<Target>,
    chosen: usize,
    path: String,
    /// What the chosen format cannot hold.
    losses: Option<(usize, Result<Vec<String>, String>)>,
}

impl Dialog {
    fn line(title: &'static str, hint: &'static str, done: fn(String) -> Action) -> Line {
        Line { title, hint, button: "OK", text: String::new(), done, focused: false, saves: false }
    }

    /// Asks for a path to open.
    pub(super) fn open_path() -> Self {
        let line = Self::line("Open path", "/path/to/map.mesh", Action::OpenTyped);
        Self::Line(Line { button: "Open", ..line })
    }

    /// Asks where to go.
    pub(super) fn go_to() -> Self {
        let line = Self::line("Go to", "f 1203, v 17, e 17-18 or 12.5,-3", Action::GoTo);
        Self::Line(Line { button: "Go", ..line })
    }

    /// Asks for start and goal.
    pub(super) fn ask() -> Self {
        let line = Self::line("Start and goal", "12.5,-3 -> 40,7", Action::AskTyped);
        Self::Line(Line { button: "Ask", ..line })
    }

    /// Asks for the path of a map to compare with.
    pub(super) fn compare_with() -> Self {
        let done = |text: String| Action::Compare(OnCompare::WithTyped(text));
        let line = Self::line("Compare with map", "/path/to/other.mesh", done);
        Self::Line(Line { button: "Compare", ..line })
    }

    /// Asks for a place for a picture.
    pub(super) fn save_picture(app: &App) -> Self {
        let done = |text: String| Action::SavePicture(PathBuf::from(text.trim()));
        let line = Self::line("Save picture", "a name that ends in .svg or .png", done);
        Self::Line(Line { button: "Save", text: beside(app, "png"), saves: true, ..line })
    }

    /// Asks for a place for a trace.
    pub(super) fn export_trace(app: &App) -> Self {
        let done = |text: String| Action::ExportTrace(PathBuf::from(text.trim()));
        let line = Self::line("Export trace", "a name that ends in .trace.yaml", done);
        Self::Line(Line { button: "Save", text: beside(app, "trace.yaml"), saves: true, ..line })
    }

    /// Asks for a place for the map and the query.
    pub(super) fn save_repro(app: &App) -> Self {
        let done = |text: String| Action::SaveRepro(PathBuf::from(text.trim()));
        let line = Self::line("Save repro", "a name that ends in .repro", done);
        Self::Line(Line { button: "Save", text: beside(app, "repro"), saves: true, ..line })
    }

    /// Asks how to make a scenario by chance.
    pub(super) fn sample() -> Self {
        Self::Sample(sampling::Sampling::default())
    }

    /// Asks for a place for the rows of the scenario.
    pub(super) fn save_scenario(app: &App) -> Self {
        let done = |text: String| Action::Scenario(OnScenario::Save(PathBuf::from(text.trim())));
        let line = Self::line("Save scenario", "a name that ends in .scen or .csv", done);
        Self::Line(Line { button: "Save", text: beside(app, "scen"), saves: true, ..line })
    }

    /// Asks for a place for the chart of the scenario.
    pub(super) fn save_chart(app: &App) -> Self {
        let done =
            |text: String| Action::Scenario(OnScenario::SaveChart(PathBuf::from(text.trim())));
        let line = Self::line("Save chart", "a name that ends in .svg or .png", done);
        Self::Line(Line { button: "Save", text: beside(app, "svg"), saves: true, ..line })
    }

    /// Asks for the ground of a drawing.
    pub(super) fn new_layout() -> Self {
        Self::NewLayout(questions::NewGround::default())
    }

    /// Asks for a place for what is open.
    pub(super) fn save_as(app: &App) -> Self {
        let document = app.opened.as_ref().map(|opened| &opened.document);
        if document.is_some_and(|document| document.layout().is_none()) {
            // Another format may be what is wanted, and what that loses is said there.
            return Self::export(app);
        }
        let done = |text: String| Action::SaveTo(PathBuf::from(text.trim()), Overwrite::Yes);
        let line = Self::line("Save as", "a name that ends in .wayglass", done);
        Self::Line(Line { button: "Save", text: place_for(app, "wayglass"), saves: true, ..line })
    }

    /// Asks for a place for the pinned queries.
    pub(super) fn save_pins(app: &App) -> Self {
        let done = |text: String| Action::SavePins(PathBuf::from(text.trim()));
        let line = Self::line("Save pinned queries", "a name that ends in .scen", done);
        Self::Line(Line { button: "Save", text: beside(app, "scen"), saves: true, ..line })
    }

    /// Asks which vertex to weld the selected one with.
    pub(super) fn weld(app: &App) -> Self {
        let line = Self::line("Weld with vertex", "the id of another vertex", Action::Weld);
        let ids = app.survey.as_ref().map(|survey| &survey.mesh.attributes().ids);
        let nearest = app.nearest_other_vertex().zip(ids);
        let text = nearest.map(|(vertex, ids)| ids.vertex(vertex).to_string());
        Self::Line(Line { button: "Weld", text: text.unwrap_or_default(), ..line })
    }

    /// Asks where to put the selected vertex.
    pub(super) fn move_vertex(app: &App) -> Self {
        let line = Self::line("Move vertex to", "12.5,-3", Action::MoveVertexTo);
        let text = match (&app.survey, app.view.selection) {
            (Some(survey), Some(Element::Vertex(vertex))) => {
                let at = survey.mesh.point(vertex);
                format!("{},{}", at.x, at.y)
            }
            _ => String::new(),
        };
        Self::Line(Line { button: "Move", text, ..line })
    }

    /// Asks for a format and a place for the map.
    pub(super) fn export(app: &App) -> Self {
        let holds = |target: &Target| content_for(app, *target).is_some();
        let targets: Vec<Target> = Target::ALL.iter().copied().filter(holds).collect();
        let ending = targets.first().map_or("mesh", |target| target.extension());
        let path = beside(app, ending);
        Self::Export(Export { targets, chosen: 0, path, losses: None })
    }

    fn title(&self) -> &'static str {
        match self {
            Self::Line(line) => line.title,
            Self::Export(_) => "Export",
            Self::Palette(_) => "Commands",
            Self::Keys => "Keys",
            Self::About => "About Wayglass",
            Self::NewLayout(_) => "New layout",
            Self::Sample(_) => "Sample scenario",
            Self::Unsaved(_) => "Not saved",
            Self::Changed(_) => "Changed on disk",
            Self::Recover => "Recover",
        }
    }

    /// Asks for a command.
    pub(super) fn palette() -> Self {
        Self::Palette(Palette::default())
    }
}

/// The path of the file that is open if it has this ending, or one beside it.
fn place_for(app: &App, ending: &str) -> String {
    let path = app.opened.as_ref().and_then(|opened| opened.path.clone());
    let name = app.opened.as_ref().map(|opened| PathBuf::from(opened.document.name()));
    let path = path.or(name).unwrap_or_else(|| PathBuf::from("untitled"));
    path.with_extension(ending).display().to_string()
}

/// A path beside the file that is open, with another ending.
fn beside(app: &App, ending: &str) -> String {
    let path = app.opened.as_ref().and_then(|opened| opened.path.clone());
    let name = || app.opened.as_ref().map(|opened| PathBuf::from(opened.document.name()));
    let path = path.or_else(name).unwrap_or_else(|| PathBuf::from("map"));
    let wanted = path.with_extension(ending);
    if wanted != path {
        return wanted.display().to_string();
    }
    // Never the file itself: what is written is what we make of it.
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-copy.{ending}")).display().to_string()
}

/// What of the open file a format can hold: the mesh, whether read or built, or what was drawn.
pub(super) fn content_for(app: &App, target: Target) -> Option<Content> {
    let mesh = app.survey.as_ref().map(|survey| Content::Mesh(survey.mesh.clone()));
    let layout = app.opened.as_ref().and_then(|opened| opened.document.layout());
    if target.holds_mesh() {
        return mesh;
    }
    // Our own format is what saving writes, with all that belongs to the work.
    let layout = layout.filter(|_| target != Target::Project);
    let layout = layout.map(|layout| Content::Layout(app.work().shown(layout)));
    // What is drawn can be told from faces, too.
    let holds = |content: &Content| {
        !matches!(format::write(content, target), Err(format::WriteError::WrongContent { .. }))
    };
    layout.filter(holds)
}

/// The window that is open, if one is.
pub(super) fn dialog_ui(app: &mut App, ctx: &egui::Context, asked: &mut Vec<Action>) {
    let Some(mut dialog) = app.dialog.take() else { return };
    let mut open = true;
    let is_long = matches!(dialog, Dialog::Keys | Dialog::Palette(_) | Dialog::Export(_));
    egui::Window::new(dialog.title())
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(egui::Align2::CENTER_TOP, [0.0, 70.0])
        .vscroll(is_long)
        .show(ctx, |ui| match &mut dialog {
            Dialog::Line(line) => line_ui(line, ui, asked),
            Dialog::Export(export) => export_ui(export, app, ui, asked),
            Dialog::Palette(palette) => palette_ui(palette, app, ui, asked),
            Dialog::Keys => keys_ui(ui),
            Dialog::About => about_ui(app, ui),
            Dialog::NewLayout(ground) => questions::new_layout_ui(ground, ui, asked),
            Dialog::Sample(sampling) => sampling::sampling_ui(sampling, app, ui, asked),
            Dialog::Unsaved(action) => questions::unsaved_ui(app, action, ui, asked),
            Dialog::Changed(path) => questions::changed_ui(path, ui, asked),
            Dialog::Recover => questions::recover_ui(app, ui, asked),
        });
    if open {
        app.dialog = Some(dialog);
    }
}

fn line_ui(line: &mut Line, ui: &mut egui::Ui, asked: &mut Vec<Action>) {
    let enter = ui.ctx().input(|input| input.key_pressed(egui::Key::Enter));
    ui.horizontal(|ui| {
        let field =
            egui::TextEdit::singleline(&mut line.text).hint_text(line.hint).desired_width(380.0);
        let field = ui.add(field);
        super::widgets::name(&field, line.title);
        if !std::mem::replace(&mut line.focused, true) {
            field.request_focus();
        }
        let replaces = line.saves && files::exists(&line.text);
        let button = if replaces { "Replace" } else { line.button };
        if ui.button(button).clicked() || (field.lost_focus() && enter && !replaces) {
            line.focused = false;
            asked.push((line.done)(line.text.clone()));
        }
    });
    if line.saves && files::exists(&line.text) {
        ui.colored_label(ui.visuals().warn_fg_color, "There is such a file already");
    }
}

fn export_ui(export: &mut Export, app: &App, ui: &mut egui::Ui, asked: &mut Vec<Action>) {
    let Some(&target) = export.targets.get(export.chosen) else {
        ui.weak("There is nothing to write");
        return;
    };
    let before = export.chosen;
    let choice = egui::ComboBox::from_id_salt("target")
        .selected_text(target.title())
        .width(260.0)
        .show_ui(ui, |ui| {
            for (place, target) in export.targets.iter().enumerate() {
                ui.selectable_value(&mut export.chosen, place, target.title());
            }
        });
    super::widgets::name(&choice.response, "Format");
    if export.chosen != before {
        let ending = export.targets[export.chosen].extension();
        export.path = PathBuf::from(&export.path).with_extension(ending).display().to_string();
    }
    let field = egui::TextEdit::singleline(&mut export.path).desired_width(380.0);
    super::widgets::name(&ui.add(field), "Path");
    let target = export.targets[export.chosen];
    if export.losses.as_ref().is_none_or(|(chosen, _)| *chosen != export.chosen) {
        export.losses = Some((export.chosen, losses(app, target)));
    }
    match export.losses.as_ref().map(|(_, losses)| losses) {
        Some(Ok(losses)) if losses.is_empty() => {
            ui.weak("This format can hold the whole map, as it was read");
            save_ui(export, target, "Save", ui, asked);
        }
        Some(Ok(losses)) => {
            ui.label(format!("{} cannot hold", capitalized(target.title())));
            for loss in losses {
                ui.label(format!("  {loss}"));
            }
            save_ui(export, target, "Save without them", ui, asked);
        }
        Some(Err(sentence)) => {
            ui.colored_label(ui.visuals().error_fg_color, sentence);
        }
        None => {}
    }
}

fn save_ui(
    export: &Export,
    target: Target,
    button: &str,
    ui: &mut egui::Ui,
    asked: &mut Vec<Action>,
) {
    let replaces = files::exists(&export.path);
    if replaces {
        ui.colored_label(ui.visuals().warn_fg_color, "There is such a file already");
    }
    if ui.button(if replaces { "Replace it" } else { button }).clicked() {
        asked.push(Action::Export(PathBuf::from(export.path.trim()), target));
    }
}

/// What a format cannot hold, or why it cannot hold anything of it.
fn losses(app: &App, target: Target) -> Result<Vec<String>, String> {
    let content = content_for(app, target).ok_or("there is nothing to write")?;
    let written = format::write(&content, target).map_err(|error| error.to_string())?;
    Ok(written.losses.iter().map(ToString::to_string).collect())
}

fn keys_ui(ui: &mut egui::Ui) {
    ui.horizontal_top(|ui| {
        for menus in [&Menu::ALL[..3], &Menu::ALL[3..]] {
            ui.vertical(|ui| menus.iter().for_each(|menu| menu_keys_ui(*menu, ui)));
            ui.add_space(16.0);
        }
    });
    ui.weak("The wheel zooms; the middle or right button moves the map");
}

fn menu_keys_ui(menu: Menu, ui: &mut egui::Ui) {
    ui.strong(menu.title());
    egui::Grid::new(menu.title()).num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        for command in Command::ALL.iter().filter(|command| command.entry().menu == menu) {
            let entry = command.entry();
            let Some(key) = command.key(ui.ctx()) else { continue };
            ui.monospace(key);
            ui.label(entry.label);
            ui.end_row();
        }
    });
    ui.add_space(8.0);
}

fn about_ui(app: &App, ui: &mut egui::Ui) {
    ui.heading(format!("Wayglass {}", env!("CARGO_PKG_VERSION")));
    ui.label("Looks at 2D navigation meshes");
    ui.weak("MIT or Apache-2.0");
    let card = if app.has_card { "drawn by wgpu" } else { "drawn without a graphics card" };
    ui.weak(format!("Maps are {card}"));
}
