//! Somebody who waits for a long piece of work, and may no longer want it.

/// Wants to know how far a piece of work is, and may end it.
pub trait Watch {
    /// Told now and then which part of the work is done, from 0 to 1; `false` ends it.
    fn goes_on(&mut self, part: f32) -> bool;
}

/// Nobody, who never ends anything.
impl Watch for () {
    fn goes_on(&mut self, _: f32) -> bool {
        true
    }
}
