//! Why there is no path: every cause in the smallest map that has it, and all of them against the slow way.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

/// Random maps, settings and queries: always a cause, and no mend that promises too much.
mod anywhere;
/// What to open, against trying everything.
mod breaches;
/// Where the real maps are.
#[path = "../promises/corpus.rs"]
mod corpus;
/// Real maps, broken in one place: the verdict names it.
mod mutations;
/// Paths that are longer than they look.
mod paths;
/// A verdict as Markdown.
mod report;
/// Asking, explaining, and trying what is offered.
mod support;
/// No path: every cause in the smallest map that has it.
mod unreachable;
