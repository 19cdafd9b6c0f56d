//! Features as data: each module a part of the program, each test a sentence about it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

/// From drawings to meshes: every build against what was drawn.
mod build;
/// The command line: what it prints, what it writes, how it exits.
mod cli;
/// The real maps, where they are at hand.
mod corpus;
/// The example maps that come with the program.
mod examples;
/// Each flaw of a map in the smallest map that has it.
mod findings;
/// Each format: its own examples, wrong files, odd but good files.
mod formats;
/// Which module may use which.
mod layers;
/// Meshes that follow the hand: after every edit what a full build gives.
mod live;
/// Point location against the slow way.
mod locate;
/// The slow, sure way to a shortest path.
mod oracle;
/// What has brought others down.
mod reproducers;
/// Written and read again, in the same format and in others.
mod round_trips;
/// Searches against costs that were found in other ways.
mod search;
