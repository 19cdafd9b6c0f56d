//! Scenarios: running them, running them again after a change, making them.

use std::path::Path;
use std::sync::Arc;

use crate::search::batch::Manner;
use crate::task::{Progress, Task, batch};
use crate::text::counted_as;

use super::super::panels::Tab;
use super::super::scenario::{KnownScenario, OnScenario, Pick, WhichRows};
use super::super::{Action, App};
use super::wake;

impl App {
    /// Does what the Scenario tab asks for.
    pub(in crate::app) fn on_scenario(&mut self, what: OnScenario, ctx: &egui::Context) {
        match what {
            OnScenario::RunAll => self.run_rows(WhichRows::All, ctx),
            OnScenario::RunSelected => self.run_rows(WhichRows::Selected, ctx),
            OnScenario::RunOther(algorithm) => self.run_rows(WhichRows::AllBy(algorithm), ctx),
            OnScenario::Choose(row, pick) => self.choose_row(row, pick, ctx),
            OnScenario::Step(places, pick) => self.step_rows(places, pick, ctx),
            OnScenario::Sample(n_queries, seed) => self.sample_scenario(n_queries, seed, ctx),
            _ => {
                let Some(known) = &mut self.scenario else { return };
                match what {
                    OnScenario::Cancel => known.cancel(),
                    OnScenario::Sort(column) => known.sort_by(column),
                    OnScenario::Filter(text) => known.set_filter(&text),
                    OnScenario::SetReruns(reruns) => known.reruns = reruns,
                    OnScenario::SetHeat(heat) => known.heat = heat,
                    OnScenario::Show(plot) => known.plot = plot,
                    _ => {}
                }
            }
        }
    }

    /// Takes a scenario, and lists it.
    pub(in crate::app) fn list_scenario(&mut self, known: KnownScenario) {
        self.panels.row = 0;
        self.panels.typed_for_scenario = Default::default();
        // It was of other rows.
        self.panels.chart = None;
        self.scenario = Some(known);
        self.preferences.bottom = true;
        self.panels.tab = Some(Tab::Scenario);
    }

    fn run_rows(&mut self, wanted: WhichRows, ctx: &egui::Context) {
        let Some(ground) = self.inquiry.ground().cloned() else {
            return self.notices.info("Open a map to run the scenario on");
        };
        let now = Manner {
            algorithm: self.inquiry.algorithm,
            prunings: self.inquiry.prunings(),
            limit: self.inquiry.limit.unwrap_or(u64::MAX),
        };
        let Some(known) = &mut self.scenario else { return };
        let (ground, manner) = match (wanted, known.ran.clone()) {
            (WhichRows::All | WhichRows::Selected, _) => (ground, now),
            // As they were run, whatever was chosen since.
            (WhichRows::Again, ran) => (ground, ran.map_or(now, |(_, manner)| manner)),
            // Where the rows were run that it is compared with, and but for the algorithm as they were.
            (WhichRows::AllBy(algorithm), Some((ran_on, manner))) => {
                (ran_on, Manner { algorithm, ..manner })
            }
            (WhichRows::AllBy(algorithm), None) => (ground, Manner { algorithm, ..now }),
        };
        known.run(wanted, &ground, manner, ctx);
    }

    /// Whether the rows were run on another map than the one that is there now.
    pub(in crate::app) fn rows_are_stale(&self) -> bool {
        let ran = self.scenario.as_ref().and_then(|known| known.ran.as_ref());
        let Some((ran_on, _)) = ran else { return false };
        self.is_stale() || self.inquiry.ground().is_some_and(|ground| !Arc::ptr_eq(ground, ran_on))
    }

    /// Takes the rows that have come in, and a scenario that was made; runs it again once a change of the map is known
    /// and the hand rests.
    pub(in crate::app) fn follow_scenario(&mut self, ctx: &egui::Context) {
        if let Some(known) = &mut self.scenario
            && let Err(error) = known.take_rows(ctx)
        {
            self.notices.failed(&error);
        }
        if let Some(sampled) = self.tasks.sampling.as_ref().and_then(Task::poll) {
            self.tasks.sampling = None;
            match sampled {
                Ok((name, scenario)) => {
                    let rows = counted_as(scenario.instances.len(), "query", "queries");
                    self.notices.info(format!("{name} has {rows}; save it to keep it"));
                    self.list_scenario(KnownScenario::new(name, scenario));
                }
                Err(error) => self.notices.failed(&error),
            }
        }
        let reruns = self.scenario.as_ref().is_some_and(|known| known.reruns);
        let rests = !self.view.hand_moves && !self.is_stale() && !self.inquiry.is_busy();
        if reruns && rests && self.rows_are_stale() {
            self.run_rows(WhichRows::Again, ctx);
        }
    }

    fn choose_row(&mut self, row: u32, pick: Pick, ctx: &egui::Context) {
        let Some(known) = &mut self.scenario else { return };
        known.choose(row, pick);
        // One that was taken out of the selection is not the one to look at.
        if known.list.chosen.contains(&row) {
            self.run(Action::PickRow(row as usize), ctx);
        }
    }

    fn step_rows(&mut self, places: isize, pick: Pick, ctx: &egui::Context) {
        let row = self.panels.row as u32;
        let Some(known) = &mut self.scenario else { return };
        let Some((next, place)) = known.row_after(row, places) else { return };
        known.list.scroll_to = Some(place);
        self.choose_row(next, pick, ctx);
    }

    fn sample_scenario(&mut self, n_queries: usize, seed: u64, ctx: &egui::Context) {
        let (Some(survey), Some(map)) = (&self.map.survey, self.open_name()) else { return };
        let (ground, map) = (survey.ground.clone(), map.to_owned());
        let stem = Path::new(&map).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = format!("{stem}-{n_queries}-{seed}.scen");
        self.dialog = None;
        let work = move |progress: &Progress| {
            (name, batch::sample(&ground, &map, n_queries, seed, progress))
        };
        self.tasks.sampling = Some(Task::start("making a scenario", wake(ctx), work));
    }
}
