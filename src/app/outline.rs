//! What is drawn, as a list; and how it is built.

use crate::document::{Change, Edit};
use crate::layout::work::Thing;
use crate::layout::{Agent, Border, Corners, Layout};
use crate::text::counted;
use crate::tool::Selection;

use super::panels::section;
use super::widgets::{exact, name, number};
use super::{Action, App, Command, widgets};

/// How a drawing is built, in the panel on the left.
pub(super) fn drawing_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let mut typed = std::mem::take(&mut app.panels.typed_for_tool);
    if let Some(layout) = app.layout() {
        settings_ui(app, layout, &mut typed, ui, wishes);
    }
    app.panels.typed_for_tool = typed;
}

fn settings_ui(
    app: &App,
    layout: &Layout,
    typed: &mut String,
    ui: &mut egui::Ui,
    wishes: &mut Vec<Action>,
) {
    section(ui, "Drawing", true, |ui| {
        if app.view.tool.draws() {
            ui.weak(app.view.tool.hint());
            let field = egui::TextEdit::singleline(typed).hint_text("x, y or a length");
            let response = ui.add(field.desired_width(f32::INFINITY));
            name(&response, "Point for the tool");
            let enter = ui.ctx().input(|input| input.key_pressed(egui::Key::Enter));
            if response.lost_focus() && enter && !typed.trim().is_empty() {
                wishes.push(Action::TypeForTool(std::mem::take(typed)));
                response.request_focus();
            }
        }
        egui::Grid::new("drawing").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
            agent_ui(layout.agent, ui, wishes);
            border_ui(layout, ui, wishes);
            ui.weak("Region");
            match layout.region {
                None => ui.weak("everything"),
                Some(region) => {
                    let size = format!("{} by {}", number(region.width()), number(region.height()));
                    // A longer text would make the panel wider, and move the map under the hand.
                    let button = ui.add(egui::Button::new(size).truncate());
                    let button = button.on_hover_text("Build everything again");
                    if button.clicked() {
                        let edit = Edit::one("Build everything", Change::Region(None));
                        wishes.push(Action::Edit(edit));
                    }
                    button
                }
            };
            ui.end_row();
        });
        let merged = app.drawing.as_ref().is_some_and(|drawing| drawing.merges());
        if widgets::checkbox(ui, merged, "Merge faces", "Join triangles into larger faces") {
            wishes.push(Command::ToggleMerge.into());
        }
        snap_ui(app, ui, wishes);
        if let Some(fault) = app.drawing.as_ref().and_then(|drawing| drawing.fault.as_ref()) {
            ui.colored_label(ui.visuals().error_fg_color, fault);
        }
    });
}

fn agent_ui(agent: Agent, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.weak("Radius");
    ui.horizontal(|ui| {
        let mut radius = agent.radius;
        let speed = (agent.radius * 0.01).max(0.01);
        let field = exact(&mut radius, 0.0..=1e9).speed(speed);
        let response = ui.add(field).on_hover_text("How far from everything walkers stay");
        name(&response, "Radius");
        if response.changed() {
            let change = Change::Agent(Agent { radius, ..agent });
            wishes.push(Action::Slide(Edit::one("Radius", change), response.dragged()));
        } else if response.drag_stopped() {
            wishes.push(Action::HandRests);
        }
        let mut mitred = agent.corners == Corners::Mitred;
        if ui.checkbox(&mut mitred, "Mitred").on_hover_text("Sharp corners").changed() {
            let corners = if mitred { Corners::Mitred } else { Corners::Round };
            let change = Change::Agent(Agent { corners, ..agent });
            wishes.push(Action::Edit(Edit::one("Corners", change)));
        }
    });
    ui.end_row();
}

fn border_ui(layout: &Layout, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.weak("Border");
    match &layout.border {
        Border::Box { margin } => {
            let mut margin = *margin;
            let field = exact(&mut margin, 0.0..=1e9).speed(1.0);
            let field = field.prefix("box, margin ");
            let response = ui.add(field).on_hover_text("How much ground is around everything");
            name(&response, "Margin");
            if response.changed() {
                let change = Change::Border(Border::Box { margin });
                wishes.push(Action::Slide(Edit::one("Margin", change), response.dragged()));
            } else if response.drag_stopped() {
                wishes.push(Action::HandRests);
            }
        }
        Border::AnyOf(rings) | Border::OddOf(rings) => {
            let text = counted(rings.len(), "ring");
            if ui.button(text).on_hover_text("A box around everything instead").clicked() {
                let change = Change::Border(Border::default());
                wishes.push(Action::Edit(Edit::one("Border as a box", change)));
            }
        }
    }
    ui.end_row();
}

/// What the hand snaps to, and how things are drawn that have a choice.
fn snap_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let (mut snap, mut sizes) = (app.view.snap, app.view.sizes);
    ui.horizontal_wrapped(|ui| {
        ui.weak("Snap to").on_hover_text("Hold Alt to switch snapping off");
        ui.checkbox(&mut snap.vertices, "corners");
        ui.checkbox(&mut snap.edges, "edges");
        ui.checkbox(&mut snap.angles, "angles");
        let mut on_grid = snap.grid.is_some();
        ui.checkbox(&mut on_grid, "grid");
        let mut size = snap.grid.unwrap_or(1.0);
        if on_grid {
            let field = exact(&mut size, 1e-6..=1e9).speed(0.1);
            name(&ui.add(field), "Grid size");
        }
        snap.grid = on_grid.then_some(size);
    });
    ui.horizontal(|ui| {
        ui.weak("Circles of");
        let corners = exact(&mut sizes.circle_corners, 3..=512);
        name(&ui.add(corners), "Corners of a circle");
        ui.weak("corners");
    });
    ui.horizontal(|ui| {
        ui.weak("Lanes");
        let width = exact(&mut sizes.lane_width, 1e-6..=1e9).speed(0.05);
        name(&ui.add(width), "Width of lanes");
        ui.weak("wide");
    });
    if (snap, sizes) != (app.view.snap, app.view.sizes) {
        wishes.push(Action::SetSnap(snap, sizes));
    }
}

/// Everything that is drawn, in the panel on the left.
pub(super) fn outline_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    const LINE: f32 = 20.0;
    let Some(layout) = app.layout() else { return };
    let n_things = layout.obstacles.len()
        + layout.walls.len()
        + layout.lanes.vertices.len()
        + layout.lanes.lanes.len();
    section(ui, &format!("Outline ({})", crate::text::grouped(n_things)), true, |ui| {
        if n_things == 0 {
            ui.weak("Draw an obstacle: Polygon (P), Rectangle (R) or Circle (C)");
            return;
        }
        let area = egui::ScrollArea::vertical().id_salt("outline").max_height(240.0);
        area.auto_shrink([false, true]).show_rows(ui, LINE, n_things, |ui, rows| {
            let shown = layout.things().skip(rows.start).take(rows.len());
            for thing in shown.collect::<Vec<_>>() {
                thing_ui(app, layout, thing, ui, wishes);
            }
        });
        let n_hidden = app.work().hidden.len();
        if 0 < n_hidden {
            ui.weak(format!("{n_hidden} hidden: not in the mesh"));
        }
    });
}

fn thing_ui(app: &App, layout: &Layout, thing: Thing, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let work = app.work();
    ui.horizontal(|ui| {
        for (set, [on, off], [title, undone], change) in [
            (
                &work.locked,
                ["🔒", "🔓"],
                ["Lock", "Unlock"],
                Change::Lock as fn(Thing, bool) -> Change,
            ),
            (&work.hidden, ["🚫", "👁"], ["Hide", "Show"], Change::Hide),
        ] {
            let is_set = set.contains(&thing);
            let button = egui::Button::new(if is_set { on } else { off }).small().frame(false);
            let response = ui.add(button);
            let title = if is_set { undone } else { title };
            let label = format!("{title} {}", title_of(layout, thing));
            name(&response, &label);
            if response.on_hover_text(label).clicked() {
                wishes.push(Action::Edit(Edit::one(title, change(thing, !is_set))));
            }
        }
        let is_selected = app.view.things.has(thing);
        let mut text = egui::RichText::new(title_of(layout, thing));
        if work.hidden.contains(&thing) {
            text = text.weak().strikethrough();
        }
        let response = ui.selectable_label(is_selected, text);
        if response.clicked() {
            let adds = ui.input(|input| input.modifiers.command || input.modifiers.shift);
            let chosen = if adds { app.view.things.toggled(thing) } else { Selection::of([thing]) };
            wishes.push(Action::Choose(chosen));
        }
        if response.double_clicked() {
            let bounds = layout.bounds_of(thing);
            wishes.push(Action::Show(bounds.inflated(bounds.diagonal().max(1.0))));
        }
    });
}

/// What a thing is called: its kind, its id, and the name that somebody gave it.
pub(super) fn title_of(layout: &Layout, thing: Thing) -> String {
    let named = |title: String, name: &str| {
        if name.is_empty() { title } else { format!("{title} · {name}") }
    };
    match thing {
        Thing::Obstacle(id) => {
            let name = layout.obstacles.get(&id).map_or("", |obstacle| &obstacle.name);
            named(format!("Obstacle {}", id.0), name)
        }
        Thing::Wall(id) => format!("Wall {}", id.0),
        Thing::LaneVertex(id) => {
            let name = layout.lanes.vertices.get(&id).map_or("", |vertex| &vertex.name);
            named(format!("Lane vertex {}", id.0), name)
        }
        Thing::Lane(id) => format!("Lane {}", id.0),
    }
}
