//! A thread that keeps what happens to a document for recovery, so that nobody who draws waits for the disk.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use crate::document::Entry;
use crate::document::journal::Scribe;

use super::recovery::Saved;
use super::{Recovery, faults};

/// A thread that keeps what happens to a document. Letting go of it waits until all that it was given is on the disk.
#[derive(Debug)]
pub struct Keeper {
    shared: Arc<Shared>,
    /// None if it could not be started.
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
}

/// What lies between the two threads.
#[derive(Debug, Default)]
struct Desk {
    /// What is to be done, in this order.
    wishes: Vec<Wish>,
    is_busy: bool,
    is_closed: bool,
    trouble: Option<String>,
}

/// What happened to a document.
#[derive(Debug)]
pub struct News {
    /// What it is called.
    pub name: String,
    /// Where it was opened or saved.
    pub path: Option<PathBuf>,
    /// What was done.
    pub entries: Vec<Entry>,
    /// Whether all of it is in a file of its own.
    pub saved: Saved,
}

#[derive(Debug)]
enum Wish {
    Begin(Box<Scribe>),
    Keep(News),
    Done,
}

impl Keeper {
    /// Starts the thread.
    pub fn new(recovery: Recovery) -> Self {
        let shared = Arc::new(Shared::default());
        let (seen, plan) = (shared.clone(), faults::plan());
        let work = move || {
            faults::adopt(plan);
            seen.work(Shelf {
                recovery,
                scribe: None,
                is_new: true,
                pieces: Vec::new(),
                last: None,
            });
        };
        let started = thread::Builder::new().name("recovery".to_owned()).spawn(work);
        if let Err(error) = &started {
            let mut desk = shared.desk();
            desk.trouble = Some(error.to_string());
            desk.is_closed = true;
        }
        Self { shared, thread: started.ok() }
    }

    /// From now on it is this document that things happen to. It is kept with the first news of it.
    pub fn begin(&self, scribe: Scribe) {
        self.shared.wish(Wish::Begin(Box::new(scribe)));
    }

    /// Keeps what happened. Returns at once.
    pub fn keep(&self, news: News) {
        self.shared.wish(Wish::Keep(news));
    }

    /// Nothing needs to be kept any more: nobody wants it.
    pub fn done(&self) {
        self.shared.wish(Wish::Done);
    }

    /// Waits until all is on the disk.
    pub fn flush(&self) {
        let mut desk = self.shared.desk();
        while (!desk.wishes.is_empty() || desk.is_busy) && !desk.is_closed {
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
        // Until then the folder of another start is not yet free, and the program must not end.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
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
        let mut desk = self.desk();
        // Where no thread could be started, nobody takes it.
        if !desk.is_closed {
            desk.wishes.push(wish);
            self.changed.notify_all();
        }
    }

    fn work(&self, mut shelf: Shelf) {
        loop {
            let mut desk = self.desk();
            while desk.wishes.is_empty() && !desk.is_closed {
                desk = self.wait(desk);
            }
            let wishes = std::mem::take(&mut desk.wishes);
            if wishes.is_empty() {
                return;
            }
            desk.is_busy = true;
            drop(desk);
            // A fault in writing one down must not end the keeping of all that follow.
            let result = catch_unwind(AssertUnwindSafe(|| shelf.grant(wishes)));
            let mut desk = self.desk();
            desk.is_busy = false;
            desk.trouble = match result {
                Ok(result) => result.err(),
                Err(_) => Some("what was done could not be written down".to_owned()),
            };
            drop(desk);
            self.changed.notify_all();
        }
    }
}

/// What the thread has at hand.
struct Shelf {
    recovery: Recovery,
    /// Who writes; none while nothing is kept.
    scribe: Option<Box<Scribe>>,
    /// Whether what is on the disk is not theirs.
    is_new: bool,
    /// What is written and not on the disk yet.
    pieces: Vec<Vec<u8>>,
    /// The news that came last, without what they told.
    last: Option<News>,
}

impl Shelf {
    /// Does all that is wished for; the disk is waited for once.
    fn grant(&mut self, wishes: Vec<Wish>) -> Result<(), String> {
        for wish in wishes {
            match wish {
                Wish::Begin(scribe) => {
                    self.forget();
                    (self.scribe, self.is_new) = (Some(scribe), true);
                }
                Wish::Keep(mut news) => {
                    let Some(scribe) = &mut self.scribe else { continue };
                    self.pieces.push(scribe.write(std::mem::take(&mut news.entries)));
                    self.last = Some(news);
                }
                Wish::Done => {
                    self.forget();
                    self.recovery.done();
                }
            }
        }
        let (Some(scribe), Some(News { name, path, saved, .. })) =
            (&mut self.scribe, self.last.take())
        else {
            return Ok(());
        };
        let pieces = std::mem::take(&mut self.pieces);
        let path = path.as_deref();
        let can_add = !self.is_new && scribe.can_go_on() && self.recovery.can_add(&name, path);
        let result = if can_add {
            self.recovery.add(&pieces, saved)
        } else {
            self.recovery.begin(&name, path, &scribe.whole(), saved)
        };
        self.is_new &= result.is_err();
        result.map_err(|error| error.to_string())
    }

    fn forget(&mut self) {
        (self.scribe, self.last) = (None, None);
        self.pieces.clear();
    }
}
