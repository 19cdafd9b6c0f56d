//! Work on a thread of its own: how far it is, whether it is still wanted, what came of it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use crate::watch::Watch;

pub mod batch;

pub use batch::OnlyCancels;

/// How far a task is, and whether it is still wanted.
#[derive(Debug, Default)]
pub struct Progress {
    /// The bits of the part that is done.
    part: AtomicU32,
    cancelled: AtomicBool,
}

impl Progress {
    /// Says which part of the work is done, from 0 to 1.
    pub fn is_at(&self, part: f32) {
        self.part.store(part.clamp(0.0, 1.0).to_bits(), Ordering::Relaxed);
    }

    /// Which part of the work is done, from 0 to 1.
    pub fn part(&self) -> f32 {
        f32::from_bits(self.part.load(Ordering::Relaxed))
    }

    /// Asks the work to end.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether nobody wants what comes of it any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Watch for &Progress {
    fn goes_on(&mut self, part: f32) -> bool {
        self.is_at(part);
        !self.is_cancelled()
    }

    /// The work gets a thread of its own, where it is left to itself once it is cancelled.
    fn waits_for(&mut self, work: Box<dyn FnOnce() + Send>) -> bool {
        /// How often it is asked whether that is so.
        const PAUSE: Duration = Duration::from_millis(10);
        let (end, ended) = channel::<()>();
        let work = Arc::new(Mutex::new(Some(work)));
        let handed_over = work.clone();
        let run = move || {
            // Gone with the thread, whichever way that ends.
            let _end = end;
            do_once(&handed_over);
        };
        if thread::Builder::new().name("library".to_owned()).spawn(run).is_err() {
            do_once(&work);
            return true;
        }
        while ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            if self.is_cancelled() {
                return false;
            }
        }
        true
    }

    fn clears_away(&mut self, large: Box<dyn Any + Send>) {
        clear_away(large);
    }
}

/// Does work that is to be done once.
fn do_once(work: &Mutex<Option<Box<dyn FnOnce() + Send>>>) {
    let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(work) = work {
        work();
    }
}

/// Takes something large down on a thread of its own, or right here if there is none to get.
pub fn clear_away(large: impl Send + 'static) {
    let _ = thread::Builder::new().name("clearing away".to_owned()).spawn(|| drop(large));
}

/// Why nothing came of a task.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TaskError {
    /// A fault of ours, or of a library.
    #[error("{name} failed: {message}")]
    Panicked {
        /// What the task was called.
        name: String,
        /// What the panic said.
        message: String,
    },
    /// The system has no thread to give.
    #[error("{name} could not be started: {message}")]
    NotStarted {
        /// What the task was called.
        name: String,
        /// What the system said.
        message: String,
    },
}

/// Work on a thread. Letting go of it cancels it.
#[derive(Debug)]
pub struct Task<T> {
    name: String,
    progress: Arc<Progress>,
    result: Receiver<Result<T, TaskError>>,
}

impl<T: Send + 'static> Task<T> {
    /// Starts work; `wake` is called when it is done, so that somebody comes and looks.
    pub fn start(
        name: impl Into<String>,
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce(&Progress) -> T + Send + 'static,
    ) -> Self {
        let name = name.into();
        let progress = Arc::new(Progress::default());
        let (send, result) = channel();
        let (seen, called, done) = (progress.clone(), name.clone(), send.clone());
        let run = move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(&seen)));
            let message = |panic| TaskError::Panicked { name: called, message: said(panic) };
            // If nobody listens any more, nobody wants it.
            let _ = done.send(result.map_err(message));
            wake();
        };
        // A task may be called after a file, and a file as anybody likes; the name of a thread must not have this.
        let thread_name = name.replace('\0', " ");
        if let Err(error) = thread::Builder::new().name(thread_name).spawn(run) {
            let error = TaskError::NotStarted { name: name.clone(), message: error.to_string() };
            let _ = send.send(Err(error));
        }
        Self { name, progress, result }
    }

    /// What it does, in a few words.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How far it is.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// What came of it, once; none while it still works.
    pub fn poll(&self) -> Option<Result<T, TaskError>> {
        self.result.try_recv().ok()
    }

    /// Waits for what comes of it; none if that was taken already.
    pub fn wait(self) -> Option<Result<T, TaskError>> {
        self.result.recv().ok()
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

/// What a panic said.
fn said(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    text.unwrap_or_else(|| "a fault without words".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_gives_its_value_once() {
        let (woken, wakes) = channel();
        let task = Task::start("adding", move || woken.send(()).unwrap(), |_| 1 + 1);
        wakes.recv().unwrap();
        assert_eq!(task.poll(), Some(Ok(2)));
        assert_eq!(task.poll(), None);
    }

    #[test]
    fn a_task_may_be_called_anything() {
        for name in ["", "opening a\0b.mesh", "opening \u{202e}\n"] {
            let task = Task::start(name, || {}, |_| 7);
            assert_eq!(task.name(), name);
            assert_eq!(task.wait(), Some(Ok(7)));
        }
    }

    #[test]
    fn letting_go_cancels() {
        let (ended, end) = channel();
        let task = Task::start(
            "waiting",
            || {},
            move |progress: &Progress| {
                while !progress.is_cancelled() {
                    thread::yield_now();
                }
                ended.send(()).unwrap();
            },
        );
        drop(task);
        end.recv().unwrap();
    }

    #[test]
    fn what_cannot_be_stopped_is_left_to_itself() {
        let progress = Progress::default();
        let (go, gone) = channel::<()>();
        let (done, ends) = channel();
        let work = |answer: u8| {
            let done = done.clone();
            move || done.send(answer).unwrap()
        };
        assert!((&progress).waits_for(Box::new(work(1))));
        assert_eq!(ends.try_recv(), Ok(1), "it was waited for");
        progress.cancel();
        let stuck = work(2);
        let waited = (&progress).waits_for(Box::new(move || {
            gone.recv().unwrap();
            stuck();
        }));
        assert!(!waited && ends.try_recv().is_err());
        go.send(()).unwrap();
        assert_eq!(ends.recv(), Ok(2), "it went on by itself");
    }

    #[test]
    fn a_panic_becomes_a_sentence() {
        let task = Task::start("dividing", || {}, |_| -> u32 { panic!("by zero") });
        let error = task.wait().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "dividing failed: by zero");
    }
}
