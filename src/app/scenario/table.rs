//! The rows of a scenario as a table; only those that can be seen are laid out.

use egui_extras::{Column as Width, TableBuilder};

use crate::search::batch::{Case, Column, Finish, Judgement};
use crate::text::{counted_as, duration, grouped};

use super::super::App;
use super::super::widgets::{name, number, point};
use super::{OnScenario, Pick};

const LINE: f32 = 18.0;

/// The rows that are listed.
pub(super) fn table_ui(app: &mut App, ui: &mut egui::Ui, wanted: &mut Vec<OnScenario>) {
    let is_stale = app.rows_are_stale();
    let Some(known) = &mut app.scenario else { return };
    let scroll_to = known.list.scroll_to.take();
    let known = &*known;
    let n_listed = known.list.order.len();
    if n_listed == 0 {
        ui.weak("No matching row");
        return;
    }
    if is_stale {
        ui.weak("The map was changed since these were run");
    } else if 0 < known.rows.n_old {
        let rows = counted_as(known.rows.n_old, "row is", "rows are");
        ui.weak(format!(
            "{rows} of an earlier run, in another way or before a change: marked old, not counted"
        ));
    }
    let columns: Vec<Column> = Column::ALL
        .iter()
        .copied()
        .filter(|column| *column != Column::Other || known.rows.other.is_some())
        .collect();
    let mut table =
        TableBuilder::new(ui).striped(true).sense(egui::Sense::click()).auto_shrink(false);
    for column in &columns {
        table = table.column(match column {
            Column::Index | Column::Bucket => Width::exact(62.0),
            Column::Start | Column::Goal => Width::initial(140.0).clip(true),
            Column::Was => Width::initial(90.0).clip(true),
            Column::Nodes => Width::remainder().at_least(60.0).clip(true),
            _ => Width::exact(86.0),
        });
    }
    if let Some(place) = scroll_to {
        table = table.scroll_to_row(place.min(n_listed - 1), None).animate_scrolling(false);
    }
    let table = table.header(LINE, |mut header| {
        for &column in &columns {
            header.col(|ui| {
                let sign = match known.list.sort {
                    Some((by, true)) if by == column => " ⏷",
                    Some((by, false)) if by == column => " ⏶",
                    _ => "",
                };
                let text = egui::RichText::new(format!("{}{sign}", column.title())).strong();
                let title = ui.add(egui::Button::new(text).frame(false));
                name(&title, &format!("Sort by {}", column.title()));
                if title.on_hover_text("Sort; a third click puts failures first").clicked() {
                    wanted.push(OnScenario::Sort(column));
                }
            });
        }
    });
    table.body(|body| {
        body.rows(LINE, n_listed, |mut row| {
            let index = known.list.order[row.index()];
            let Some(case) = known.case(index) else { return };
            let is_chosen = known.list.chosen.contains(&index);
            row.set_selected(is_chosen);
            let is_changed = case.is_changed();
            let is_old = is_stale || case.is_old;
            for &column in &columns {
                row.col(|ui| {
                    if is_old {
                        ui.multiply_opacity(0.6);
                    }
                    if is_changed && !is_chosen {
                        let tint = ui.visuals().warn_fg_color.gamma_multiply(0.16);
                        ui.painter().rect_filled(ui.max_rect().expand(3.0), 0.0, tint);
                    }
                    let text = cell(&case, column);
                    let color = color(&case, column, ui.visuals());
                    let text = egui::RichText::new(text).color(color);
                    ui.add(egui::Label::new(text).selectable(false).truncate());
                });
            }
            let mut response = row.response();
            if case.is_old
                && let Some(by) = known.rows.ran_by(index)
            {
                let text = format!("Of an earlier run by {}", by.title());
                response = response.on_hover_text(text);
            }
            let title = format!("Row {}", case.index + 1);
            let info = || egui::WidgetInfo::labeled(egui::Role::Row, true, &title);
            response.widget_info(info);
            if response.clicked() {
                let held = response.ctx.input(|input| input.modifiers);
                let pick = match (held.shift, held.command) {
                    (true, _) => Pick::UpTo,
                    (false, true) => Pick::Toggle,
                    (false, false) => Pick::Only,
                };
                wanted.push(OnScenario::Choose(index, pick));
            }
        });
    });
}

/// What a row says in a column.
fn cell(case: &Case<'_>, column: Column) -> String {
    let optional = |value: Option<f64>| value.map(number).unwrap_or_default();
    match column {
        Column::Index => grouped(case.index + 1),
        Column::Bucket => case.instance.bucket.to_string(),
        Column::Start => point(case.instance.start),
        Column::Goal => point(case.instance.goal),
        Column::Expected => case.told().map_or_else(|| "no path".to_owned(), number),
        Column::Cost => optional(case.cost()),
        Column::Difference => case.difference().map_or_else(String::new, |difference| {
            match difference.abs() {
                // What is within the digits of the file is no difference.
                _ if case.judgement() == Some(Judgement::Pass) => "0".to_owned(),
                0.0 => "0".to_owned(),
                1e-3..1e9 => format!("{difference:+.3}"),
                _ => format!("{difference:+.2e}"),
            }
        }),
        Column::Result if case.is_old => format!("{} (old)", case.finish().title()),
        Column::Result => case.finish().title().to_owned(),
        Column::Was => match case.was.filter(|_| case.is_changed()) {
            Some(was) => was.cost().map_or_else(|| "no path".to_owned(), number),
            None => String::new(),
        },
        Column::Other => match case.other.map(|other| other.outcome.cost()) {
            Some(Some(cost)) if case.differs() => format!("≠ {}", number(cost)),
            Some(Some(cost)) => number(cost),
            Some(None) if case.differs() => "≠ no path".to_owned(),
            Some(None) => "no path".to_owned(),
            None => String::new(),
        },
        Column::Time => case.row.map(|row| duration(row.micros)).unwrap_or_default(),
        Column::Nodes => {
            case.row.map(|row| grouped(row.counters.expanded as usize)).unwrap_or_default()
        }
    }
}

fn color(case: &Case<'_>, column: Column, visuals: &egui::Visuals) -> egui::Color32 {
    let fails = case.judgement() == Some(Judgement::Fail);
    match column {
        Column::Result | Column::Difference if fails => visuals.error_fg_color,
        Column::Result if case.finish() == Finish::NotRun => visuals.weak_text_color(),
        // It was counted along cells, or is not the one to look at.
        Column::Expected if case.expected.cost().is_none() => visuals.weak_text_color(),
        Column::Index | Column::Bucket => visuals.weak_text_color(),
        Column::Was => visuals.warn_fg_color,
        Column::Other if case.differs() => visuals.warn_fg_color,
        _ => visuals.text_color(),
    }
}
