//! What was drawn, step by step: each state is built, searched and drawn once more.

use std::ops::RangeInclusive;

use crate::build::Faces;
use crate::document::{Source, State};
use crate::draw::{Picture, Route, film};
use crate::search::{Asked, Ground};
use crate::task::Progress;

use super::super::App;
use super::super::survey::build_mesh;
use super::{Failed, Map, Paper, Subject};

/// The states of a document from step to step.
pub(super) struct Steps {
    states: Vec<State>,
    faces: Faces,
    /// What is asked of each of them.
    asked: Option<Asked>,
}

/// A state as it is drawn.
#[derive(Clone)]
struct Seen {
    map: Option<Map>,
    route: Option<Route>,
}

impl Steps {
    /// Those from the first to the last, counted from one, with what was there before.
    pub(super) fn of(app: &App, steps: &RangeInclusive<usize>) -> Result<Self, String> {
        let document = app.document().ok_or("nothing is open")?;
        let n_done = document.done().len();
        let before = steps.start().saturating_sub(1);
        let n_states = (n_done.min(*steps.end()) + 1).saturating_sub(before);
        let newer = n_done.saturating_sub(*steps.end());
        let mut states: Vec<State> = document.states().skip(newer).take(n_states).collect();
        states.reverse();
        if states.len() < 2 {
            return Err(match n_done {
                0 => "nothing has been done yet".to_owned(),
                n => format!("there are no such steps, only those from 1 to {n}"),
            });
        }
        let asked = app.inquiry.asked();
        let faces = app.drawing.as_ref().map(|drawing| drawing.faces).unwrap_or_default();
        Ok(Self { states, faces, asked })
    }

    /// All of them as an animation.
    pub(super) fn film(
        &self,
        subject: &Subject,
        paper: Paper,
        per_second: u32,
        progress: &Progress,
    ) -> Result<Vec<u8>, Failed> {
        let n_states = self.states.len();
        // Building takes about as long as drawing.
        let is_at = |done: usize| progress.is_at(done as f32 / (2 * n_states) as f32);
        let mut seen: Vec<Seen> = Vec::with_capacity(n_states);
        for (place, state) in self.states.iter().enumerate() {
            is_at(place);
            if progress.is_cancelled() {
                return Err(Failed::Cancelled);
            }
            let known = place.checked_sub(1).map(|before| (&self.states[before], &seen[before]));
            let known = known.filter(|(before, _)| before.source == state.source);
            let known = known.filter(|(before, _)| before.work.hidden == state.work.hidden);
            seen.push(self.seen(state, known.map(|(_, seen)| seen)));
        }
        let pictures: Vec<Picture<'_>> = seen
            .iter()
            .filter_map(|Seen { map, route }| {
                let plain = Picture { search: None, verdict: None, ..subject.picture() };
                Some(Picture { map: map.as_ref()?.drawn(), route: route.as_ref(), ..plain })
            })
            .collect();
        if pictures.is_empty() {
            return Err("there is nothing to draw".into());
        }
        let hundredths = 100 / u16::try_from(per_second.clamp(1, 50)).unwrap_or(1);
        let mut goes_on = |done: usize, _: usize| {
            is_at(n_states + done);
            !progress.is_cancelled()
        };
        film(&pictures, hundredths, paper.size, paper.theme, &mut goes_on)
            .map_err(|error| error.to_string().into())
    }

    fn seen(&self, state: &State, known: Option<&Seen>) -> Seen {
        if let Some(known) = known {
            return known.clone();
        }
        let map = match &state.source {
            Source::Mesh(mesh) => Some(Map::Mesh(mesh.clone())),
            Source::Drawing(layout) => {
                let shown = state.work.shown(layout);
                let built = build_mesh(&shown, self.faces, &mut Vec::new(), &mut ());
                Some(built.map_or(Map::Layout(shown.into_owned()), Map::Mesh))
            }
            Source::Nothing => None,
        };
        let route = match (self.asked, &map) {
            (Some(asked), Some(Map::Mesh(mesh))) => {
                let ground = Ground::new(mesh.clone(), &asked.preparation);
                Some(Route::new(asked.query, &asked.answer(&ground)))
            }
            _ => None,
        };
        Seen { map, route }
    }
}
