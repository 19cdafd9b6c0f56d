//! A small window that asks how many queries to make by chance, and from which seed.

use super::super::scenario::OnScenario;
use super::super::widgets::{drag, name};
use super::super::{Action, App};

/// What is asked for.
pub(in super::super) struct Sampling {
    n_queries: usize,
    seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { n_queries: 1000, seed: 1 }
    }
}

/// Asks for it.
pub(super) fn sampling_ui(
    sampling: &mut Sampling,
    app: &App,
    ui: &mut egui::Ui,
    wishes: &mut Vec<Action>,
) {
    ui.label("Queries between places on walkable ground, and what they cost");
    egui::Grid::new("sampling").num_columns(2).show(ui, |ui| {
        ui.weak("queries");
        let field = drag(&mut sampling.n_queries, 1..=100_000).speed(10.0);
        name(&ui.add(field), "Number of queries");
        ui.end_row();
        ui.weak("seed");
        let field = drag(&mut sampling.seed, 0..=u64::MAX).speed(0.2);
        name(&ui.add(field), "Seed");
        ui.end_row();
    });
    ui.weak("The same seed makes the same queries");
    if ui.add_enabled(app.map.survey.is_some(), egui::Button::new("Make")).clicked() {
        let (n_queries, seed) = (sampling.n_queries, sampling.seed);
        wishes.push(Action::Scenario(OnScenario::Sample(n_queries, seed)));
    }
}
