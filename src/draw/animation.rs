//! A search from event to event, as an animated GIF.
//!
//! The map and the legend are drawn once; of each frame, only the search is.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::picture::{Picture, Search, draw_legend};
use super::{Colors, Gif, Pixels, Route, Size, Theme};

/// Which part of a search is shown, and how fast.
#[derive(Debug, Clone, PartialEq)]
pub struct Reel {
    /// The first and the last event, counted from zero.
    pub events: RangeInclusive<usize>,
    /// How many frames are shown in a second, at most.
    pub frames_per_second: u32,
    /// How long it takes to show all of it; the last frame then stays a while.
    pub seconds: f64,
}

/// Why there is no animation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unfinished {
    /// There is no search in the picture.
    #[error("an animation shows a search, and there is none")]
    NoSearch,
    /// Somebody ended it.
    #[error("the animation was cancelled")]
    Cancelled,
    /// No memory for the pixels.
    #[error("there is no memory for the pixels")]
    NoMemory,
}

/// The longest that a frame stays, the last one apart: short searches need not take as long as long ones.
const LONGEST: f64 = 50.0;
/// How long the last frame stays, in hundredths of a second.
pub(super) const LAST: u16 = 250;

impl Reel {
    /// The fastest that programs show a GIF.
    pub const MAX_FRAMES_PER_SECOND: u32 = 50;
    /// The longest that it may take.
    pub const MAX_SECONDS: f64 = 600.0;

    /// All of a search at a pace that can be followed.
    pub fn all() -> Self {
        Self { events: 0..=usize::MAX, frames_per_second: 12, seconds: 8.0 }
    }

    /// The events after which there is a frame, and for how many hundredths of a second each of them stays.
    pub fn frames(&self, n_events: usize) -> Vec<(usize, u16)> {
        let Some(last) = n_events.checked_sub(1) else { return Vec::new() };
        let (first, last) = ((*self.events.start()).min(last), (*self.events.end()).min(last));
        let n_shown = (last + 1).saturating_sub(first).max(1);
        let per_second = self.frames_per_second.clamp(1, Self::MAX_FRAMES_PER_SECOND);
        let seconds = self.seconds.clamp(0.0, Self::MAX_SECONDS);
        let n_wanted = (seconds * f64::from(per_second)).round().max(1.0) as usize;
        let n_frames = n_shown.min(n_wanted);
        let stays = (100.0 * seconds / n_frames as f64).min(LONGEST);
        let until = |frame: usize| (frame as f64 * stays).round();
        let steps = (n_frames - 1).max(1) as u128;
        let event = |frame: usize| first + ((n_shown - 1) as u128 * frame as u128 / steps) as usize;
        let mut frames: Vec<(usize, u16)> =
            (0..n_frames).map(|i| (event(i), (until(i + 1) - until(i)) as u16)).collect();
        if let Some(end) = frames.last_mut() {
            *end = (last.max(first), LAST);
        }
        frames
    }
}

impl Picture<'_> {
    /// The search in the picture as an animated GIF: wherever it is shown, the events are those of the reel.
    ///
    /// `goes_on` is told how many frames of how many are done; `false` ends it. The path is on the last frame only, and
    /// only if the search ends there.
    pub fn gif(
        &self,
        reel: &Reel,
        size: Size,
        theme: Theme,
        goes_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Vec<u8>, Unfinished> {
        let search = self.search.ok_or(Unfinished::NoSearch)?;
        let frames = reel.frames(search.trace.n_events());
        if !goes_on(0, frames.len()) {
            return Err(Unfinished::Cancelled);
        }
        let before_end = self.route.map(|route| Route::unanswered(route.query));
        let at = |after: usize| {
            let ends = search.trace.n_events() <= after.saturating_add(1);
            let route = if ends { self.route } else { before_end.as_ref() };
            Picture { search: Some(Search { after, ..search }), route, ..*self }
        };
        let samples: Vec<Picture<'_>> = samples(&frames).map(at).collect();
        let (ground, colors) = self.prepared(&samples, size, theme).ok_or(Unfinished::NoMemory)?;
        let mut gif = Gif::new(size, colors).ok_or(Unfinished::NoMemory)?;
        for (done, &(after, hundredths)) in frames.iter().enumerate() {
            let mut pixels = ground.clone();
            at(after).draw_over(&mut pixels);
            gif.add(&pixels, hundredths).ok_or(Unfinished::NoMemory)?;
            if !goes_on(done + 1, frames.len()) {
                return Err(Unfinished::Cancelled);
            }
        }
        if frames.is_empty() {
            gif.add(&ground, LAST).ok_or(Unfinished::NoMemory)?;
        }
        gif.finish().ok_or(Unfinished::NoMemory)
    }

    /// What is the same on all frames, and the colours of all of them.
    ///
    /// The legend does not change under the eye: all that will be seen is in it from the start.
    fn prepared(
        &self,
        samples: &[Picture<'_>],
        size: Size,
        theme: Theme,
    ) -> Option<(Pixels, Colors)> {
        let (mut ground, mut said) = self.ground(size, theme)?;
        let mut drawn = Vec::new();
        for sample in samples.iter().rev() {
            let mut pixels = ground.clone();
            said.append(sample.draw_over(&mut pixels));
            drawn.push(pixels);
        }
        draw_legend(&said, &mut ground);
        let colors = Colors::new(theme, &drawn.iter().chain([&ground]).collect::<Vec<_>>());
        Some((ground, colors))
    }
}

/// The events of frames in which everything is likely to be seen once: the first, some on the way, the last.
fn samples(frames: &[(usize, u16)]) -> impl Iterator<Item = usize> {
    const N_SAMPLES: usize = 5;
    let last = frames.len().saturating_sub(1);
    let mut places: Vec<usize> = (0..N_SAMPLES).map(|i| last * i / (N_SAMPLES - 1)).collect();
    places.dedup();
    places.into_iter().filter_map(|place| Some(frames.get(place)?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reel(events: RangeInclusive<usize>, frames_per_second: u32, seconds: f64) -> Reel {
        Reel { events, frames_per_second, seconds }
    }

    #[test]
    fn frames_are_even_and_end_with_the_last_event() {
        let all = Reel::all().frames(7305);
        assert_eq!(all.len(), 96);
        assert_eq!((all[0].0, all[95]), (0, (7304, LAST)));
        let steps: Vec<usize> = all.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
        assert!(steps.iter().all(|step| (76..=77).contains(step)), "{steps:?}");
        let time: u32 = all[..95].iter().map(|frame| u32::from(frame.1)).sum();
        assert_eq!(time, 792);
    }

    #[test]
    fn a_short_search_has_a_frame_for_each_event() {
        assert_eq!(Reel::all().frames(3), [(0, 50), (1, 50), (2, LAST)]);
        assert_eq!(Reel::all().frames(1), [(0, LAST)]);
        assert_eq!(Reel::all().frames(0), []);
    }

    #[test]
    fn odd_reels_still_give_frames() {
        assert_eq!(reel(RangeInclusive::new(7, 3), 10, 1.0).frames(100), [(7, LAST)]);
        assert_eq!(reel(500..=600, 10, 1.0).frames(100), [(99, LAST)]);
        assert_eq!(reel(0..=9, 0, f64::NAN).frames(10).len(), 1);
        assert_eq!(reel(0..=usize::MAX, 50, 1e300).frames(1_000_000).len(), 30_000);
        assert_eq!(reel(10..=19, 5, 1.0).frames(100).last(), Some(&(19, LAST)));
    }
}
