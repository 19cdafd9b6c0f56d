//! Which part of a search a GIF shows, and how fast.

use std::ops::RangeInclusive;

use clap::Args;

use crate::draw::animation::Reel;
use crate::text::{counted, grouped, measure};

/// Which part of a search a GIF shows, and how fast.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Animation")]
pub(super) struct Pace {
    /// Show the search between these events only, counted from 1; either may be left out
    #[arg(long, value_name = "A..B", value_parser = parse_events)]
    events: Option<Events>,
    /// How many frames are shown in a second, at most
    #[arg(long, value_name = "N", default_value_t = Reel::all().frames_per_second, value_parser = clap::value_parser!(u32).range(1..=50))]
    fps: u32,
    /// How long it takes in seconds, without the pause at its end
    #[arg(long, value_name = "S", default_value_t = Reel::all().seconds, value_parser = parse_seconds)]
    seconds: f64,
}

/// Events, counted from zero.
#[derive(Debug, Clone, PartialEq)]
struct Events(RangeInclusive<usize>);

impl Pace {
    /// Whether only a part of the search is asked for.
    pub(super) fn is_part(&self) -> bool {
        self.events.is_some()
    }

    /// The same as the animation is asked.
    pub(super) fn reel(&self) -> Reel {
        let all = Reel::all();
        let events = self.events.clone().map_or(all.events, |Events(events)| events);
        Reel { events, frames_per_second: self.fps, seconds: self.seconds }
    }

    /// What is shown of so many events.
    pub(super) fn to_text(&self, n_events: usize) -> String {
        let frames = self.reel().frames(n_events);
        let seconds = frames.iter().map(|(_, stays)| f64::from(*stays)).sum::<f64>() / 100.0;
        let [from, to] =
            [frames.first(), frames.last()].map(|frame| frame.map_or(0, |(event, _)| event + 1));
        let (n_frames, seconds) = (counted(frames.len(), "frame"), measure(seconds));
        let [from, to, all] = [from, to, n_events].map(grouped);
        format!("{n_frames} in {seconds} s, from event {from} to {to} of {all}")
    }
}

/// The numbers of two events, counted from one, with two dots between them.
fn parse_events(text: &str) -> Result<Events, String> {
    let said = || "expected two numbers from 1 on with two dots between, such as 1..500".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(said)?;
    let event = |text: &str, otherwise: usize| match text.trim() {
        "" => Ok(otherwise),
        text => text.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).ok_or_else(said),
    };
    let (from, to) = (event(from, 0)?, event(to, usize::MAX)?);
    if from <= to { Ok(Events(from..=to)) } else { Err(said()) }
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.trim().parse().ok().filter(|s| (0.1..=Reel::MAX_SECONDS).contains(s));
    seconds.ok_or_else(|| format!("expected a number from 0.1 to {}", Reel::MAX_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_counted_from_one() {
        assert_eq!(parse_events("1..500"), Ok(Events(0..=499)));
        assert_eq!(parse_events("7.."), Ok(Events(6..=usize::MAX)));
        assert_eq!(parse_events("..7"), Ok(Events(0..=6)));
        for wrong in ["", "5", "0..3", "5..3", "a..b", "-1..3"] {
            assert!(parse_events(wrong).is_err(), "{wrong}");
        }
    }
}
