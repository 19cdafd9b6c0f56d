//! Somebody who waits for a long piece of work, and may no longer want it.

use std::any::Any;

/// Wants to know how far a piece of work is, and may end it.
pub trait Watch {
    /// Told now and then which part of the work is done, from 0 to 1; `false` ends it.
    fn goes_on(&mut self, part: f32) -> bool;

    /// Waits for work that cannot be asked to stop; `false` if it was not waited for until its end.
    ///
    /// Whoever can tell in the meantime that it is not wanted any more may leave it to itself.
    fn waits_for(&mut self, work: Box<dyn FnOnce() + Send>) -> bool {
        work();
        true
    }

    /// Is given what is large and of no use any more: it takes a while to take that down.
    fn clears_away(&mut self, large: Box<dyn Any + Send>) {
        drop(large);
    }
}

/// Nobody, who never ends anything.
impl Watch for () {
    fn goes_on(&mut self, _: f32) -> bool {
        true
    }
}

/// Nobody wanted it any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;

/// A stage of a longer piece of work: so much is done before it, and so much after it.
pub struct Stage<'a> {
    whole: &'a mut dyn Watch,
    from: f32,
    to: f32,
}

impl<'w> dyn Watch + 'w {
    /// The stage that begins when one part of the whole is done and ends when another is.
    pub fn stage(&mut self, from: f32, to: f32) -> Stage<'_> {
        Stage { whole: self, from, to }
    }
}

impl Watch for Stage<'_> {
    fn goes_on(&mut self, part: f32) -> bool {
        self.whole.goes_on(self.from + (self.to - self.from) * part)
    }

    fn waits_for(&mut self, work: Box<dyn FnOnce() + Send>) -> bool {
        self.whole.waits_for(work)
    }

    fn clears_away(&mut self, large: Box<dyn Any + Send>) {
        self.whole.clears_away(large);
    }
}

/// So many steps of some work are taken between one question and the next.
const EACH: usize = 256;

/// Asks whether to go on.
pub fn ask(watch: &mut dyn Watch, part: f32) -> Result<(), Cancelled> {
    if watch.goes_on(part) { Ok(()) } else { Err(Cancelled) }
}

/// Does something with each of many items, and asks now and then whether to go on.
pub fn each<T>(
    items: impl ExactSizeIterator<Item = T>,
    watch: &mut dyn Watch,
    mut work: impl FnMut(T),
) -> Result<(), Cancelled> {
    try_each(items, watch, |item| {
        work(item);
        Ok(())
    })
}

/// The same as [`each`], with something that may fail.
pub fn try_each<T, E: From<Cancelled>>(
    items: impl ExactSizeIterator<Item = T>,
    watch: &mut dyn Watch,
    mut work: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let n_items = items.len();
    for (done, item) in items.enumerate() {
        if done.is_multiple_of(EACH) {
            ask(watch, done as f32 / n_items as f32)?;
        }
        work(item)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes what it hears, and ends the work after so many times.
    struct Heard(Vec<f32>, usize);

    impl Watch for Heard {
        fn goes_on(&mut self, part: f32) -> bool {
            self.0.push(part);
            self.0.len() < self.1
        }
    }

    #[test]
    fn stages_are_parts_of_the_whole() {
        let mut heard = Heard(Vec::new(), 10);
        let whole: &mut dyn Watch = &mut heard;
        let half: &mut dyn Watch = &mut whole.stage(0.5, 1.0);
        assert_eq!(ask(&mut half.stage(0.0, 0.5), 0.5), Ok(()));
        assert_eq!(ask(half, 1.0), Ok(()));
        assert_eq!(heard.0, [0.625, 1.0]);
    }

    #[test]
    fn somebody_is_asked_now_and_then_and_the_work_ends_there() {
        let (mut heard, mut n_done) = (Heard(Vec::new(), 3), 0);
        let result = each(0..10 * EACH, &mut heard, |_| n_done += 1);
        assert_eq!((result, n_done), (Err(Cancelled), 2 * EACH));
        assert_eq!(heard.0, [0.0, 0.1, 0.2]);
        assert_eq!(each(0..0, &mut Heard(Vec::new(), 0), |_: usize| {}), Ok(()));
    }
}
