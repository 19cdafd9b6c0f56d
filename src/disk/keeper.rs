//! A thread that keeps the newest text for recovery, so that nobody who draws waits for the disk.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;

use super::Recovery;

/// A thread that keeps the newest text for recovery. Letting go of it lets it finish what it was given last; one who
/// ends the program has to [`Keeper::flush`] first.
#[derive(Debug)]
pub struct Keeper {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
}

/// What lies between the two threads.
#[derive(Debug, Default)]
struct Desk {
    /// What is to be done next; older wishes are of no interest.
    newest: Option<Wish>,
    is_busy: bool,
    is_closed: bool,
    trouble: Option<String>,
}

enum Wish {
    Keep { name: String, path: Option<PathBuf>, text: Box<dyn FnOnce() -> Vec<u8> + Send> },
    Done,
}

impl std::fmt::Debug for Wish {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Keep { name, .. } => write!(f, "Keep({name:?})"),
            Self::Done => write!(f, "Done"),
        }
    }
}

impl Keeper {
    /// Starts the thread.
    pub fn new(recovery: Recovery) -> Self {
        let shared = Arc::new(Shared::default());
        let seen = shared.clone();
        let thread = thread::Builder::new().name("recovery".to_owned());
        if let Err(error) = thread.spawn(move || seen.work(recovery)) {
            let mut desk = shared.desk();
            desk.trouble = Some(error.to_string());
            desk.is_closed = true;
        }
        Self { shared }
    }

    /// Keeps a text, in the place of any that was to be kept before. Returns at once; the text is made on the thread.
    pub fn keep(
        &self,
        name: String,
        path: Option<PathBuf>,
        text: impl FnOnce() -> Vec<u8> + Send + 'static,
    ) {
        self.shared.wish(Wish::Keep { name, path, text: Box::new(text) });
    }

    /// Nothing needs to be kept any more: it was saved, or nobody wants it.
    pub fn done(&self) {
        self.shared.wish(Wish::Done);
    }

    /// Waits until the last wish is on the disk.
    pub fn flush(&self) {
        let mut desk = self.shared.desk();
        while (desk.newest.is_some() || desk.is_busy) && !desk.is_closed {
            desk = self.shared.wait(desk);
        }
    }

    /// Why the last wish could not be done, if it could not.
    pub fn trouble(&self) -> Option<String> {
        self.shared.desk().trouble.clone()
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.shared.desk().is_closed = true;
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wait<'a>(&self, desk: MutexGuard<'a, Desk>) -> MutexGuard<'a, Desk> {
        self.changed.wait(desk).unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wish(&self, wish: Wish) {
        self.desk().newest = Some(wish);
        self.changed.notify_all();
    }

    fn work(&self, mut recovery: Recovery) {
        loop {
            let mut desk = self.desk();
            while desk.newest.is_none() && !desk.is_closed {
                desk = self.wait(desk);
            }
            let Some(wish) = desk.newest.take() else { return };
            desk.is_busy = true;
            drop(desk);
            // A fault in making a text must not end the keeping of all that follow.
            let result = catch_unwind(AssertUnwindSafe(|| grant(&mut recovery, wish)));
            let mut desk = self.desk();
            desk.is_busy = false;
            desk.trouble = match result {
                Ok(result) => result.err(),
                Err(_) => Some("the text to be kept could not be made".to_owned()),
            };
            drop(desk);
            self.changed.notify_all();
        }
    }
}

fn grant(recovery: &mut Recovery, wish: Wish) -> Result<(), String> {
    match wish {
        Wish::Keep { name, path, text } => {
            recovery.keep(&name, path.as_deref(), &text()).map_err(|error| error.to_string())
        }
        Wish::Done => {
            recovery.done();
            Ok(())
        }
    }
}
