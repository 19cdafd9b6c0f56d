//! Running the rows of a scenario on all cores: they come in while the window goes on.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use crate::search::batch::{Manner, Row};
use crate::search::{Algorithm, Ground, Query};
use crate::task::batch::{on_own_threads, search_all};
use crate::task::{Progress, Task, TaskError};

use super::super::run::wake;
use super::KnownScenario;

/// Rows that are being searched for.
pub(in super::super) struct Running {
    task: Task<()>,
    rows: Receiver<(u32, Row)>,
    /// Those that were wanted, and how many of them are known.
    wanted: Arc<Vec<u32>>,
    n_done: usize,
    /// Whose results they are.
    into: Into,
    by_hand: bool,
}

/// Whose results rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Into {
    /// Those of the scenario.
    Rows,
    /// Those of the other algorithm.
    Other,
}

/// Which rows to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum WhichRows {
    /// All of them.
    All,
    /// Those that are selected.
    Selected,
    /// Those that were run before, and those that were still to come.
    Again,
    /// All that another algorithm has not searched yet, by that.
    AllBy(Algorithm),
}

/// No more rows are taken within one frame, unless they are the last.
const PER_FRAME: usize = 20_000;

impl Running {
    /// How many rows are known, of how many.
    pub(in super::super) fn part(&self) -> (usize, usize) {
        (self.n_done, self.wanted.len())
    }
}

impl KnownScenario {
    /// Runs rows on a ground; what was under way ends.
    pub(in super::super) fn run(
        &mut self,
        wanted: WhichRows,
        ground: &Arc<Ground>,
        manner: Manner,
        ctx: &egui::Context,
    ) {
        let left = self.running.take().filter(|running| running.into == Into::Rows);
        let (into, by_hand) = match wanted {
            WhichRows::AllBy(_) => (Into::Other, true),
            WhichRows::Again => (Into::Rows, false),
            WhichRows::All | WhichRows::Selected => (Into::Rows, true),
        };
        let rows: Vec<u32> = match wanted {
            WhichRows::All => (0..self.n_rows() as u32).collect(),
            WhichRows::AllBy(_) => self.rows.begin_other(ground, manner),
            WhichRows::Selected => self.list.chosen.iter().copied().collect(),
            WhichRows::Again => {
                let mut again: Vec<u32> = self.rows.ran().collect();
                again.extend(left.iter().flat_map(|left| left.wanted.iter().copied()));
                again.sort_unstable();
                again.dedup();
                again
            }
        };
        if into == Into::Rows && (!rows.is_empty() || wanted == WhichRows::Again) {
            self.begin(ground, manner, by_hand);
        }
        // There may be nothing to run, on this ground as on any.
        if rows.is_empty() {
            return;
        }
        let (send, receive) = channel();
        let wanted = Arc::new(rows);
        let (scenario, ground, asked) =
            (self.rows.scenario.clone(), ground.clone(), wanted.clone());
        let work = move |progress: &Progress| {
            let query = |row: &u32| Query::from(&scenario.instances[*row as usize]);
            let queries: Vec<Query> = asked.iter().map(query).collect();
            // Threads of its own: the pinned queries need theirs within a frame.
            on_own_threads(0, || {
                search_all(&ground, &queries, manner, progress, |place, row| {
                    // If nobody listens any more, nobody wants it.
                    let _ = send.send((asked[place], row));
                });
            });
        };
        let task = Task::start("running the scenario", wake(ctx), work);
        self.running = Some(Running { task, rows: receive, wanted, n_done: 0, into, by_hand });
        self.n_changes += 1;
    }

    /// Takes the rows that have come in; says why, if something failed.
    pub(in super::super) fn take_rows(&mut self, ctx: &egui::Context) -> Result<(), TaskError> {
        let Some(mut running) = self.running.take() else { return Ok(()) };
        let finished = running.task.poll();
        let at_most = if finished.is_some() { usize::MAX } else { PER_FRAME };
        let mut came = false;
        for (row, result) in running.rows.try_iter().take(at_most) {
            came = true;
            running.n_done += 1;
            match running.into {
                Into::Rows => self.put(row, result),
                Into::Other => self.rows.put_other(row, result),
            }
        }
        self.n_changes += u64::from(came);
        match finished {
            None => {
                self.running = Some(running);
                ctx.request_repaint_after(std::time::Duration::from_millis(30));
                Ok(())
            }
            Some(result) => {
                self.finish(running.into, running.by_hand);
                result
            }
        }
    }

    /// Ends what is under way; what is known by then stays.
    pub(in super::super) fn cancel(&mut self) {
        if let Some(running) = self.running.take() {
            self.finish(running.into, running.by_hand);
        }
    }

    fn finish(&mut self, into: Into, by_hand: bool) {
        if into == Into::Rows {
            self.is_settled |= by_hand;
            self.summary = self.rows.summary();
        }
        self.arrange();
    }
}
