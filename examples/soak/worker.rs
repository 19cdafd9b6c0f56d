//! Runs trials one after the other and says how they went, a line each, to who has started it.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use crate::Arguments;
use crate::promise::{Promise, Tally, write_inputs_to};

/// What a worker says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A trial begins.
    Begin(u64),
    /// The trial that was begun has ended well.
    Done {
        /// What was tried.
        tally: Tally,
        /// How long it took.
        micros: u64,
    },
    /// The trial that was begun has broken the promise.
    Failed {
        /// What went wrong.
        story: String,
        /// Where the input is.
        found: Option<String>,
    },
}

impl Line {
    fn say(&self) {
        let text = match self {
            Self::Begin(seed) => serde_json::json!(["begin", seed]),
            Self::Done { tally, micros } => {
                serde_json::json!(["done", tally.cases, tally.telling, micros])
            }
            Self::Failed { story, found } => serde_json::json!(["failed", story, found]),
        };
        println!("{text}");
        std::io::stdout().flush().unwrap();
    }

    /// Understands a line; none if a trial has printed something of its own.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let words: Vec<serde_json::Value> = serde_json::from_str(text).ok()?;
        let number = |i: usize| words.get(i)?.as_u64();
        let string = |i: usize| Some(words.get(i)?.as_str()?.to_owned());
        Some(match words.first()?.as_str()? {
            "begin" => Self::Begin(number(1)?),
            "done" => Self::Done {
                tally: Tally { cases: number(1)?, telling: number(2)? },
                micros: number(3)?,
            },
            "failed" => Self::Failed { story: string(1)?, found: string(2) },
            _ => return None,
        })
    }
}

/// Tries every so manieth seed until the time is over, enough cases were tried, or the promise is broken.
pub(crate) fn work(promise: &Promise, arguments: &Arguments, step: u64) -> ExitCode {
    // The story is told once, by a line.
    std::panic::set_hook(Box::new(|_| {}));
    if let Some(path) = &arguments.keep {
        write_inputs_to(path.clone());
    }
    let (started, mut n_cases, mut seed) = (Instant::now(), 0, arguments.seed);
    let is_over = |n_cases: u64, seed: u64| {
        promise.n_seeds.is_some_and(|n| n <= seed)
            || arguments.cases.is_some_and(|enough| enough <= n_cases)
            || arguments.time().is_some_and(|time| time <= started.elapsed())
    };
    while !is_over(n_cases, seed) {
        Line::Begin(seed).say();
        let began = Instant::now();
        match promise.try_once(seed, &arguments.found) {
            Ok(tally) => {
                let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
                Line::Done { tally, micros }.say();
                n_cases += tally.cases.max(1);
            }
            Err(failure) => {
                let found = failure.found.map(|path| path.display().to_string());
                Line::Failed { story: failure.story, found }.say();
                return ExitCode::FAILURE;
            }
        }
        seed += step;
    }
    ExitCode::SUCCESS
}
