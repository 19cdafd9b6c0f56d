//! Playing a search: steps, jumps and breakpoints.

use crate::mesh::Element;
use crate::search::trace::Kind;

use super::super::foreign::Watched;
use super::super::playback::SPEEDS;
use super::super::{App, Breakpoint, Command};

impl App {
    /// Does what the buttons below the map, or their keys, ask for.
    pub(super) fn run_playback(&mut self, command: Command) {
        let cursor = self.playback.cursor;
        let trace = self.trace().cloned();
        let next = |is: fn(Kind) -> bool| trace.as_ref()?.next(cursor + 1, is);
        let expands = |kind: Kind| kind.expands();
        let target = match command {
            Command::ToggleSearch => {
                self.playback.shown = !self.playback.shown;
                self.playback.playing &= self.playback.shown;
                return;
            }
            Command::PlayPause => return self.playback.play_or_pause(),
            Command::StepBack => Some(cursor.saturating_sub(1)),
            Command::StepForward => Some(cursor + 1),
            Command::JumpToStart => Some(0),
            Command::JumpToEnd => Some(self.playback.last()),
            Command::NextExpansion => next(expands),
            Command::PreviousExpansion => {
                trace.as_ref().and_then(|trace| trace.previous(cursor, expands))
            }
            Command::NextLayer => trace.as_ref().and_then(|trace| trace.next_layer(cursor + 1)),
            Command::NextPruned => next(|kind| kind.prunes()),
            Command::NextOnPath => trace.as_ref().and_then(|trace| trace.next_on_path(cursor + 1)),
            Command::FirstInSelection => self.first_in_selection(),
            Command::RunToBreakpoint => self.playback.next_stop(cursor).map(|(event, _)| event),
            Command::ToggleBreakpoint => return self.toggle_breakpoint_at_selection(),
            Command::Slower => {
                self.playback.speed = self.playback.speed.saturating_sub(1);
                self.preferences.speed = Some(self.playback.speed);
                return;
            }
            Command::Faster => {
                self.playback.speed = (self.playback.speed + 1).min(SPEEDS.len() - 1);
                self.preferences.speed = Some(self.playback.speed);
                return;
            }
            _ => return,
        };
        match target {
            Some(event) => {
                if command == Command::RunToBreakpoint {
                    self.tell_stop(cursor);
                }
                self.playback.seek(event);
            }
            None if command == Command::RunToBreakpoint => {
                self.notices.info("No breakpoint is hit from here on");
            }
            None => self.notices.info(format!("{}: there is none", command.entry().label)),
        }
    }

    fn first_in_selection(&self) -> Option<usize> {
        let (face, Watched { ground, heard }) = (self.selected_face()?, self.watched()?);
        let trace = &heard.trace;
        let entered =
            (0..ground.n_faces() as u32).filter(|&piece| ground.origin_of(piece) == Some(face));
        entered.filter_map(|piece| trace.first_in_face(piece)).min()
    }

    fn toggle_breakpoint_at_selection(&mut self) {
        let breakpoint = match self.view.selection {
            Some(Element::Vertex(vertex)) => Some(Breakpoint::Vertex(vertex)),
            _ => self.selected_face().map(Breakpoint::Face),
        };
        match breakpoint {
            Some(breakpoint) => self.toggle_breakpoint(breakpoint),
            None => self.notices.info("Select a face or a vertex to stop at"),
        }
    }

    pub(super) fn toggle_breakpoint(&mut self, breakpoint: Breakpoint) {
        if self.shows_old_numbers() && self.must_wait() {
            return;
        }
        let ground = self.watched().map(|watched| watched.ground.clone());
        self.playback.toggle(breakpoint, ground.as_deref());
        let Some(survey) = &self.map.survey else { return };
        let stops = if self.playback.breakpoints.contains(&breakpoint) {
            "Stops"
        } else {
            "No longer stops"
        };
        self.notices.info(format!("{stops} when {}", breakpoint.title(&survey.mesh)));
    }

    /// Says at which breakpoint the replay stops next.
    fn tell_stop(&mut self, cursor: usize) {
        if let (Some((_, breakpoint)), Some(survey)) =
            (self.playback.next_stop(cursor), &self.map.survey)
        {
            self.notices.info(format!("Stopped: {}", breakpoint.title(&survey.mesh)));
        }
    }
}
