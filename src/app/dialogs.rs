//! Small windows that ask for one thing. The map stays in reach, but while one asks what becomes of somebody's work.

use std::path::{Path, PathBuf};

use egui::Response;
use egui::text::{CCursor, CCursorRange};

use crate::document::repro;
use crate::draw::Theme;
use crate::mesh::Element;

use super::command::Menu;
use super::palette::{Palette, palette_ui};
use super::widgets::name;
use super::{Action, App, Command, OnCompare, Overwrite, Share, files};

mod exporting;
mod questions;
mod sampling;
mod sharing;

pub(super) use exporting::content_for;

use exporting::{Export, export_ui};
use sharing::{Kind, Sharing};

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
    /// A picture, an animation or a page.
    Share(Sharing),
    /// What is not saved would be lost by an action.
    Unsaved(Box<Action>),
    /// The file to be saved to was changed by somebody else.
    Changed(PathBuf),
    /// A file could not be saved, and why.
    NotSaved(PathBuf, String),
    /// What an earlier start of the program had not saved.
    Recover,
}

const OPEN_PATH: &str = "Open path";

impl Dialog {
    /// Whether keys are for its fields and buttons alone, and not for the map behind it.
    pub(super) fn takes_keys(&self) -> bool {
        !matches!(self, Self::Palette(_) | Self::Keys | Self::About | Self::Recover)
    }

    /// Whether it waits for an answer before anything else is done.
    fn comes_first(&self) -> bool {
        matches!(self, Self::Unsaved(_) | Self::Changed(_) | Self::NotSaved(..))
    }

    /// Whether it is about what is open, and of no use once something else is.
    pub(super) fn is_of_the_map(&self) -> bool {
        match self {
            Self::Palette(_) | Self::Keys | Self::About | Self::NewLayout(_) | Self::Recover => {
                false
            }
            Self::Line(line) => line.title != OPEN_PATH,
            Self::Export(_) | Self::Sample(_) | Self::Share(_) => true,
            Self::Unsaved(_) | Self::Changed(_) | Self::NotSaved(..) => true,
        }
    }
}

/// Where to read on, in the window and on the command line.
const DOCUMENTATION: &[(&str, &str)] = &[
    ("F1", "all keys"),
    ("Ctrl+P", "all commands, by their names"),
    ("wayglass help", "the command line, with examples"),
    ("man wayglass", "the same as manual pages, after wayglass setup"),
    ("README.md", "a first walk, the formats, what was measured"),
    ("cargo doc --open", "how it is made"),
];

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
    /// What is to be selected as long as it is open, if it is about that.
    about: Option<Element>,
}

impl Dialog {
    /// The window that a command opens, if that is all it does.
    pub(super) fn for_command(command: Command, app: &App, theme: Theme) -> Option<Self> {
        Some(match command {
            Command::NewLayout => Self::NewLayout(questions::NewGround::default()),
            Command::SaveAs => Self::save_as(app),
            Command::SampleScenario => Self::Sample(sampling::Sampling::default()),
            Command::SaveScenario => Self::save_scenario(app),
            Command::SaveChart => Self::save_chart(app),
            Command::Recover => Self::Recover,
            Command::SavePins => Self::save_pins(app),
            Command::WeldVertex => Self::weld(app),
            Command::MoveVertex => Self::move_vertex(app),
            Command::OpenPath => Self::open_path(&app.panels.typed_path),
            Command::SavePicture => Self::share(Kind::Picture, "png", app, theme),
            Command::SaveAnimation => Self::share(Kind::Animation, "gif", app, theme),
            Command::SaveReport => Self::share(Kind::Page, "html", app, theme),
            Command::ExportTrace => Self::share(Kind::Trace, "trace.yaml", app, theme),
            Command::Export => Self::export(app),
            Command::SaveRepro => Self::save_repro(app),
            Command::GoTo => Self::go_to(),
            Command::PasteQuery => Self::ask(),
            Command::CompareWith => Self::compare_with(),
            Command::Palette => Self::Palette(Palette::default()),
            Command::Keys => Self::Keys,
            Command::About => Self::About,
            _ => return None,
        })
    }

    fn line(title: &'static str, hint: &'static str, done: fn(String) -> Action) -> Line {
        let (button, text) = ("OK", String::new());
        Line { title, hint, button, text, done, focused: false, saves: false, about: None }
    }

    /// Asks for a path to open; the last one that was typed and could not be is there to be mended.
    pub(super) fn open_path(typed: &str) -> Self {
        let line = Self::line(OPEN_PATH, "/path/to/map.mesh", Action::OpenTyped);
        Self::Line(Line { button: "Open", text: typed.to_owned(), ..line })
    }

    /// Asks where to go.
    fn go_to() -> Self {
        let line = Self::line("Go to", "f 1203, v 17, e 17-18 or 12.5,-3", Action::GoTo);
        Self::Line(Line { button: "Go", ..line })
    }

    /// Asks for start and goal.
    fn ask() -> Self {
        let line = Self::line("Start and goal", "12.5,-3 -> 40,7", Action::AskTyped);
        Self::Line(Line { button: "Ask", ..line })
    }

    /// Asks for the path of a map to compare with.
    fn compare_with() -> Self {
        let done = |text: String| Action::Compare(OnCompare::WithTyped(text));
        let line = Self::line("Compare with map", "/path/to/other.mesh", done);
        Self::Line(Line { button: "Compare", ..line })
    }

    /// Asks how others are to be shown something.
    fn share(kind: Kind, ending: &str, app: &App, theme: Theme) -> Self {
        Self::Share(Sharing::new(kind, app, beside(app, ending), theme))
    }

    /// Asks for a place for the map and the query.
    fn save_repro(app: &App) -> Self {
        let done = |text: String| Action::SaveRepro(PathBuf::from(text.trim()));
        let line = Self::line("Save repro", "a name that ends in .repro", done);
        Self::Line(Line { button: "Save", text: beside(app, repro::ENDING), saves: true, ..line })
    }

    /// Asks for a place for the rows of the scenario.
    fn save_scenario(app: &App) -> Self {
        let done = |text: String| Action::Share(Share::Rows, PathBuf::from(text.trim()));
        let line = Self::line("Save scenario", "a name that ends in .scen or .csv", done);
        Self::Line(Line { button: "Save", text: beside(app, "scen"), saves: true, ..line })
    }

    /// Asks for a place for the chart of the scenario.
    fn save_chart(app: &App) -> Self {
        let done = |text: String| Action::Share(Share::Chart, PathBuf::from(text.trim()));
        let line = Self::line("Save chart", "a name that ends in .svg or .png", done);
        Self::Line(Line { button: "Save", text: beside(app, "svg"), saves: true, ..line })
    }

    /// Asks for a place for what is open.
    fn save_as(app: &App) -> Self {
        if app.document().is_some_and(|document| document.layout().is_none()) {
            // Another format may be what is wanted, and what that loses is said there.
            return Self::export(app);
        }
        // Whether somebody else has changed the file of what is open is still asked.
        let done = |text: String| Action::SaveTo(PathBuf::from(text.trim()), Overwrite::Ask);
        let line = Self::line("Save as", "a name that ends in .wayglass", done);
        Self::Line(Line { button: "Save", text: place_for(app, "wayglass"), saves: true, ..line })
    }

    /// Asks for a place for the pinned queries.
    fn save_pins(app: &App) -> Self {
        let done = |text: String| Action::SavePins(PathBuf::from(text.trim()));
        let line = Self::line("Save pinned queries", "a name that ends in .scen", done);
        Self::Line(Line { button: "Save", text: beside(app, "scen"), saves: true, ..line })
    }

    /// Asks which vertex to weld the selected one with.
    fn weld(app: &App) -> Self {
        let line = Self::line("Weld with vertex", "the id of another vertex", Action::Weld);
        let ids = app.map.survey.as_ref().map(|survey| &survey.mesh.attributes().ids);
        let nearest = app.nearest_other_vertex().zip(ids);
        let text = nearest.map(|(vertex, ids)| ids.vertex(vertex).to_string());
        let (text, about) = (text.unwrap_or_default(), app.view.selection);
        Self::Line(Line { button: "Weld", text, about, ..line })
    }

    /// Asks where to put the selected vertex.
    fn move_vertex(app: &App) -> Self {
        let line = Self::line("Move vertex to", "12.5,-3", Action::MoveVertexTo);
        let text = match (&app.map.survey, app.view.selection) {
            (Some(survey), Some(Element::Vertex(vertex))) => {
                let at = survey.mesh.point(vertex);
                format!("{},{}", at.x, at.y)
            }
            _ => String::new(),
        };
        Self::Line(Line { button: "Move", text, about: app.view.selection, ..line })
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
            Self::Share(sharing) => sharing.title(),
            Self::Unsaved(_) => "Unsaved changes",
            Self::Changed(_) => "Replace the file?",
            Self::NotSaved(..) => "Not saved",
            Self::Recover => "Unsaved work",
        }
    }
}

/// The path of the file that is open, or its name if it is in none.
fn place(app: &App) -> Option<&Path> {
    app.open_path().or_else(|| app.open_name().map(Path::new))
}

/// The path of the file that is open if it has this ending, or one beside it.
fn place_for(app: &App, ending: &str) -> String {
    let path = place(app).unwrap_or(Path::new("untitled"));
    path.with_extension(ending).display().to_string()
}

/// A path beside the file that is open, with another ending.
fn beside(app: &App, ending: &str) -> String {
    let path = place(app).unwrap_or(Path::new("map"));
    let wanted = path.with_extension(ending);
    if wanted != path {
        return wanted.display().to_string();
    }
    // Never the file itself: what is written is what we make of it.
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-copy.{ending}")).display().to_string()
}

/// The window that is open, if one is.
pub(super) fn dialog_ui(app: &mut App, ctx: &egui::Context, wishes: &mut Vec<Action>) {
    let Some(mut dialog) = app.dialog.take() else { return };
    // What is typed for one vertex is not done to another one.
    let is_of_another = |about: Element| app.view.selection != Some(about);
    if matches!(&dialog, Dialog::Line(line) if line.about.is_some_and(is_of_another)) {
        return;
    }
    let mut open = true;
    let comes_first = dialog.comes_first();
    let is_long = matches!(dialog, Dialog::Keys | Dialog::Palette(_));
    let shown = egui::Window::new(dialog.title())
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(egui::Align2::CENTER_TOP, [0.0, 70.0])
        .vscroll(is_long)
        .show(ctx, |ui| match &mut dialog {
            Dialog::Line(line) => line_ui(line, ui, wishes),
            Dialog::Export(export) => export_ui(export, app, ui, wishes),
            Dialog::Palette(palette) => palette_ui(palette, app, ui, wishes),
            Dialog::Keys => keys_ui(ui),
            Dialog::About => about_ui(app, ui),
            Dialog::NewLayout(ground) => questions::new_layout_ui(ground, ui, wishes),
            Dialog::Sample(sampling) => sampling::sampling_ui(sampling, app, ui, wishes),
            Dialog::Share(sharing) => sharing::sharing_ui(sharing, app, ui, wishes),
            Dialog::Unsaved(action) => questions::unsaved_ui(app, action, ui, wishes),
            Dialog::Changed(path) => questions::changed_ui(app, path, ui, wishes),
            Dialog::NotSaved(path, why) => questions::not_saved_ui(path, why, ui, wishes),
            Dialog::Recover => questions::recover_ui(app, ui, wishes),
        });
    if let Some(shown) = shown.filter(|_| comes_first) {
        // Tab goes from answer to answer, and nothing behind them is clicked.
        ctx.memory_mut(|memory| memory.set_modal_layer(shown.response.layer_id));
    }
    app.dialog = Some(dialog);
    if !open {
        wishes.push(Action::CloseDialog);
    }
}

fn line_ui(line: &mut Line, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let enter = ui.ctx().input(|input| input.key_pressed(egui::Key::Enter));
    ui.horizontal(|ui| {
        let field = first_field(&mut line.text, line.hint, &mut line.focused, ui);
        name(&field, line.title);
        let replaces = line.saves && files::exists(&line.text);
        let button = if replaces { "Replace" } else { line.button };
        if ui.button(button).clicked() || (field.lost_focus() && enter && !replaces) {
            line.focused = false;
            wishes.push((line.done)(line.text.clone()));
        }
    });
    if line.saves && files::exists(&line.text) {
        ui.colored_label(ui.visuals().warn_fg_color, "This file already exists");
    }
}

/// The field that whoever opens a dialog types into.
fn first_field(text: &mut String, hint: &str, focused: &mut bool, ui: &mut egui::Ui) -> Response {
    let edit = egui::TextEdit::singleline(text).hint_text(hint).desired_width(380.0);
    let mut shown = edit.show(ui);
    if !std::mem::replace(focused, true) {
        shown.response.request_focus();
        // Whoever types takes the place of what is there; whoever goes on from it moves to its end first.
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
        shown.state.cursor.set_char_range(Some(all));
        shown.state.store(ui.ctx(), shown.response.id);
    }
    shown.response.response
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
    ui.heading(format!("Wayglass {}", crate::VERSION));
    ui.label("Looks at 2D navigation meshes: what is in them, what is wrong with them, paths, and why there are none");
    ui.weak("MIT or Apache-2.0");
    let card = if app.has_card { "drawn by wgpu" } else { "drawn without a graphics card" };
    ui.weak(format!("Maps are {card}"));
    ui.separator();
    egui::Grid::new("documentation").num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        for (command, what) in DOCUMENTATION {
            ui.monospace(*command);
            ui.label(*what);
            ui.end_row();
        }
    });
}
