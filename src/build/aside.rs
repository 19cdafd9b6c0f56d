//! Long work of libraries, which cannot be asked to stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;

use crate::watch::{Cancelled, Watch};

/// Lets a library do long work. Nothing, if it gave up in the middle.
pub(super) fn aside<T: Send + 'static>(
    watch: &mut dyn Watch,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, Cancelled> {
    let (send, done) = channel();
    let work = move || {
        let result = catch_unwind(AssertUnwindSafe(work));
        // Whoever does not listen any more does not want it.
        let _ = send.send(result.ok());
    };
    if !watch.waits_for(Box::new(work)) {
        return Err(Cancelled);
    }
    Ok(done.try_recv().ok().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Gone;

    impl Watch for Gone {
        fn goes_on(&mut self, _: f32) -> bool {
            false
        }

        fn waits_for(&mut self, _: Box<dyn FnOnce() + Send>) -> bool {
            false
        }
    }

    #[test]
    fn a_library_is_done_or_gives_up_or_is_left_alone() {
        assert_eq!(aside(&mut (), || 7), Ok(Some(7)));
        assert_eq!(aside(&mut (), || -> u8 { panic!("on purpose") }), Ok(None));
        assert_eq!(aside(&mut Gone, || 7), Err(Cancelled));
    }
}
