//! Faults for tests: the n-th call to the file system fails, or is the last one that its process makes, or somebody else
//! does something just before it.
//!
//! A plan holds for one thread, and for the threads that keep things for it. Where there is none, nothing fails.

use std::cell::RefCell;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// How a call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The disk is full; of what is written, half arrives.
    Full,
    /// The disk is broken; of what is written, half arrives.
    Broken,
    /// It is not allowed.
    Denied,
    /// Half of what is written arrives, and that is said; all other calls are as ever.
    Short,
    /// Half of what is written arrives, and nobody says so; all other calls are as ever.
    Lost,
    /// Half of what is written arrives as something else, and nobody says so; all other calls are as ever.
    Garbled,
    /// The process ends there: half of what is written arrives, and no later call is made.
    Death,
}

impl Fault {
    /// Every way.
    pub const ALL: &[Self] = &[
        Self::Full,
        Self::Broken,
        Self::Denied,
        Self::Short,
        Self::Lost,
        Self::Garbled,
        Self::Death,
    ];

    /// Whether only calls that write know it.
    fn is_of_writing(self) -> bool {
        matches!(self, Self::Short | Self::Lost | Self::Garbled)
    }

    fn error(self) -> io::Error {
        match self {
            Self::Full => io::ErrorKind::StorageFull.into(),
            Self::Broken => io::Error::other("input/output error"),
            Self::Denied => io::ErrorKind::PermissionDenied.into(),
            Self::Death => io::Error::other("the process has ended"),
            Self::Short | Self::Lost | Self::Garbled => io::Error::other("nothing has failed"),
        }
    }
}

/// Which call fails, and how; it counts all of them.
pub struct Plan {
    fault: Option<Fault>,
    /// What somebody else does meanwhile.
    other: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    at: u64,
    links: Links,
    n_calls: AtomicU64,
}

/// Whether a file can have two names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// As on most disks.
    Known,
    /// As on a stick.
    Unknown,
}

impl Links {
    /// Both.
    pub const ALL: &[Self] = &[Self::Known, Self::Unknown];
}

impl Plan {
    /// The call with this number fails, counted from zero.
    pub fn new(at: u64, fault: Fault) -> Arc<Self> {
        Self::on_disk(Links::Known, at, fault)
    }

    /// The same, on a certain kind of disk.
    pub fn on_disk(links: Links, at: u64, fault: Fault) -> Arc<Self> {
        Arc::new(Self {
            fault: Some(fault),
            other: Mutex::default(),
            at,
            links,
            n_calls: AtomicU64::new(0),
        })
    }

    /// Just before the call with this number, somebody else does something.
    pub fn meanwhile(at: u64, other: impl FnOnce() + Send + 'static) -> Arc<Self> {
        let other = Mutex::new(Some(Box::new(other) as Box<dyn FnOnce() + Send>));
        let links = Links::Known;
        Arc::new(Self { fault: None, other, at, links, n_calls: AtomicU64::new(0) })
    }

    /// Whether it has come to that.
    pub fn has_struck(&self) -> bool {
        self.at < self.n_calls.load(Ordering::SeqCst)
    }

    fn next(&self) -> Option<Fault> {
        let number = self.n_calls.fetch_add(1, Ordering::SeqCst);
        if number == self.at
            && let Some(other) = self.other.lock().ok().and_then(|mut other| other.take())
        {
            other();
        }
        let is_dead = self.at < number && self.fault == Some(Fault::Death);
        self.fault.filter(|_| number == self.at || is_dead)
    }
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Plan({:?} at call {})", self.fault, self.at)
    }
}

thread_local! {
    static PLAN: RefCell<Option<Arc<Plan>>> = const { RefCell::new(None) };
}

/// Does something while a plan holds.
pub fn during<T>(plan: &Arc<Plan>, work: impl FnOnce() -> T) -> T {
    let before = PLAN.replace(Some(plan.clone()));
    let result = work();
    PLAN.set(before);
    result
}

/// The plan that holds on this thread, for a thread that works for it.
pub(super) fn plan() -> Option<Arc<Plan>> {
    PLAN.with_borrow(Clone::clone)
}

/// Lets a plan hold on this thread for as long as it lives.
pub(super) fn adopt(plan: Option<Arc<Plan>>) {
    PLAN.set(plan);
}

/// What becomes of the next call that writes: the fault, if it has one, and the error of that.
pub(super) fn next_write() -> Option<(Fault, io::Error)> {
    let fault = PLAN.with_borrow(|plan| plan.as_ref()?.next())?;
    Some((fault, fault.error()))
}

/// Whether the next call is made.
pub(super) fn pass() -> io::Result<()> {
    match next_write() {
        Some((fault, error)) if !fault.is_of_writing() => Err(error),
        _ => Ok(()),
    }
}

/// The same for a call that gives a file a name more.
pub(super) fn pass_link() -> io::Result<()> {
    pass()?;
    match plan().map(|plan| plan.links) {
        Some(Links::Unknown) => Err(io::ErrorKind::Unsupported.into()),
        _ => Ok(()),
    }
}
