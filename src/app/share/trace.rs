//! Every step of a search, for others to replay.

use std::sync::Arc;

use crate::document::recording;
use crate::format::posthoc::{self, Notation, Recording};
use crate::geom::Point;
use crate::search::{Ground, Outcome, Trace};
use crate::task::Progress;

use super::super::App;
use super::Failed;

/// A search that is to be written down.
pub(super) enum Told {
    /// By a file: as it was read.
    Again(Arc<Recording>),
    /// By ourselves.
    Ours { ground: Arc<Ground>, trace: Arc<Trace>, outcome: Outcome, path: Vec<Point> },
}

impl Told {
    /// The search that is watched.
    pub(super) fn of(app: &App) -> Result<Self, String> {
        if let Some(foreign) = &app.foreign {
            return Ok(Self::Again(foreign.recording.clone()));
        }
        if let Some(why) = app.why_stale() {
            return Err(why.to_owned());
        }
        let reply = app.inquiry.reply();
        let heard = reply.and_then(|reply| Some((reply, reply.heard.as_ref()?)));
        let (reply, heard) = heard.ok_or("there is no search to write")?;
        Ok(Self::Ours {
            ground: reply.ground.clone(),
            trace: heard.trace.clone(),
            outcome: reply.answer.outcome,
            path: reply.answer.corners.clone(),
        })
    }

    /// The bytes of the file.
    pub(super) fn write(self, notation: Notation, progress: &Progress) -> Result<Vec<u8>, Failed> {
        let recording = match self {
            Self::Again(recording) => recording,
            Self::Ours { ground, trace, outcome, path } => {
                Arc::new(recording(&ground, &trace, outcome, path))
            }
        };
        // Writing it takes about as long as putting it together.
        progress.is_at(0.5);
        if progress.is_cancelled() {
            return Err(Failed::Cancelled);
        }
        Ok(posthoc::write(&recording, notation).into_bytes())
    }
}
