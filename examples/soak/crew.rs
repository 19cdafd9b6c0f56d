//! Runs the trials of one promise on all cores, and finds out which one has failed, aborted or hangs.

use std::io::{BufReader, IsTerminal as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::Arguments;
use crate::promise::{Promise, Tally};
use crate::worker::Line;

/// What came of all trials of a promise.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// What was tried without a failure.
    pub(crate) tally: Tally,
    /// What went wrong, by seed.
    pub(crate) failures: Vec<(u64, String)>,
    /// The trial that took longest: microseconds, and its seed.
    slowest: (u64, u64),
}

/// A process that tries seeds.
struct Worker {
    process: Child,
    /// What it is trying, and since when.
    trying: Option<(u64, Instant)>,
    is_running: bool,
}

/// Something that a worker has said, or nothing if it has ended.
type Heard = (usize, Option<String>);

/// Tries a promise as long as it was asked for.
pub(crate) fn run(promise: &Promise, arguments: &Arguments) -> Outcome {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let n_jobs = arguments.jobs.unwrap_or(cores).max(1) as u64;
    let n_jobs = n_jobs.min(arguments.cases.unwrap_or(u64::MAX)).max(1);
    // Where seeds end, one beyond them means all.
    let is_beyond = promise.n_seeds.is_some_and(|n| n <= arguments.seed);
    let first = if is_beyond { 0 } else { arguments.seed };
    let (sender, lines) = channel();
    let mut outcome = Outcome::default();
    thread::scope(|scope| {
        let start = |job: u64| {
            let mut command = worker(promise, arguments, first + job, n_jobs);
            if let Some(cases) = arguments.cases {
                command.args(["--cases", &cases.div_ceil(n_jobs).to_string()]);
            }
            let mut process = command.spawn().unwrap();
            let (output, sender) = (process.stdout.take().unwrap(), sender.clone());
            scope.spawn(move || forward(job as usize, BufReader::new(output), &sender));
            Worker { process, trying: None, is_running: true }
        };
        let mut workers: Vec<Worker> = (0..n_jobs).map(start).collect();
        watch(&mut workers, &lines, promise, arguments, &mut outcome);
        for worker in &mut workers {
            // What is still running is no longer needed: somebody has found something.
            let _ = worker.process.kill();
            let _ = worker.process.wait();
        }
    });
    if outcome.failures.is_empty() && !promise.is_told_by(outcome.tally) {
        outcome.failures.push((first, format!("next to nothing to check: {:?}", outcome.tally)));
    }
    report(promise, arguments, &outcome);
    outcome
}

/// The command that tries every so manieth seed from the first.
fn worker(promise: &Promise, arguments: &Arguments, first: u64, step: u64) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg(&promise.id).args(["--worker", &step.to_string(), "--seed", &first.to_string()]);
    command.args(["--minutes", &arguments.minutes.to_string()]);
    command.arg("--found").arg(&arguments.found).stdout(Stdio::piped());
    command
}

fn forward(job: usize, lines: impl std::io::BufRead, sender: &Sender<Heard>) {
    for line in lines.lines().map_while(Result::ok) {
        let _ = sender.send((job, Some(line)));
    }
    let _ = sender.send((job, None));
}

/// Listens until all have ended, or the first failure.
fn watch(
    workers: &mut [Worker],
    lines: &Receiver<Heard>,
    promise: &Promise,
    arguments: &Arguments,
    outcome: &mut Outcome,
) {
    let patience = Duration::from_secs(arguments.patience);
    let mut shown = Instant::now();
    while workers.iter().any(|worker| worker.is_running) && outcome.failures.is_empty() {
        match lines.recv_timeout(Duration::from_millis(500)) {
            Ok((job, line)) => hear(&mut workers[job], line, promise, arguments, outcome),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let hanging = workers.iter_mut().find_map(|worker| {
            let (seed, since) = worker.trying.filter(|_| worker.is_running)?;
            (patience < since.elapsed()).then_some(seed)
        });
        if let Some(seed) = hanging {
            let story = format!("it hangs: no end after {} s", patience.as_secs());
            outcome.failures.push((seed, with_input(promise, arguments, seed, story)));
        }
        if std::io::stderr().is_terminal() && Duration::from_millis(200) < shown.elapsed() {
            eprint!("\r{}: {} of {} ", promise.id, outcome.tally.cases, promise.goal);
            shown = Instant::now();
        }
    }
    if std::io::stderr().is_terminal() {
        eprint!("\r");
    }
}

fn hear(
    worker: &mut Worker,
    line: Option<String>,
    promise: &Promise,
    arguments: &Arguments,
    outcome: &mut Outcome,
) {
    let seed = worker.trying.map_or(0, |(seed, _)| seed);
    match line.as_deref().map(Line::parse) {
        // Something that a trial prints by itself.
        Some(None) => {}
        Some(Some(Line::Begin(seed))) => worker.trying = Some((seed, Instant::now())),
        Some(Some(Line::Done { tally, micros })) => {
            outcome.tally.add(tally);
            outcome.slowest = outcome.slowest.max((micros, seed));
            worker.trying = None;
        }
        Some(Some(Line::Failed { story, found })) => {
            let input = found.map_or_else(String::new, |path| format!("\ninput: {path}"));
            outcome.failures.push((seed, format!("{story}{input}")));
            worker.trying = None;
        }
        None => {
            worker.is_running = false;
            let status = worker.process.wait().unwrap();
            // With no seed in hand it was between two of them, where nothing should end either.
            if !status.success() && outcome.failures.is_empty() {
                let story = format!("the process has ended: {status}");
                outcome.failures.push((seed, with_input(promise, arguments, seed, story)));
            }
        }
    }
}

/// Tries a seed again that did not live to tell, with each input written before it is tried.
fn with_input(promise: &Promise, arguments: &Arguments, seed: u64, story: String) -> String {
    let path = arguments.found.join(format!("{}-{seed}", promise.id));
    let mut again = worker(promise, arguments, seed, 1);
    again.args(["--cases", "1", "--keep"]).arg(&path).stdout(Stdio::null());
    let Ok(mut process) = again.spawn() else { return story };
    let started = Instant::now();
    while matches!(process.try_wait(), Ok(None)) && started.elapsed().as_secs() < arguments.patience
    {
        thread::sleep(Duration::from_millis(100));
    }
    let _ = process.kill();
    let _ = process.wait();
    if path.is_file() { format!("{story}\ninput: {}", path.display()) } else { story }
}

fn report(promise: &Promise, arguments: &Arguments, outcome: &Outcome) {
    let Outcome { tally, failures, slowest } = outcome;
    eprintln!(
        "{}: {} cases, {} of them telling, the slowest trial {:.3} s (seed {})",
        promise.id,
        tally.cases,
        tally.telling,
        slowest.0 as f64 / 1e6,
        slowest.1
    );
    for (seed, story) in failures {
        println!("broken: {}: {}\n{story}", promise.id, promise.says);
        let found = arguments.found.display();
        println!("again: soak {} --seed {seed} --cases 1 --found {found}", promise.id);
    }
}
