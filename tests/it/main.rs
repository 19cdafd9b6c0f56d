//! Features as data: each module a part of the program, each test a sentence about it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

/// Searches as animated GIFs, read again by another program's reader.
mod animation;
/// From drawings to meshes: every build against what was drawn.
mod build;
/// Building maps: lanes in YAML, and what is wrong with them.
mod buildings;
/// The command line: what it prints, what it writes, how it exits.
mod cli;
/// The searches held against each other and against the slow way.
mod comparators;
/// Two searches for the same query, held beside each other.
mod compare;
/// The real maps, where they are at hand.
mod corpus;
/// What changed from one mesh to another.
mod diff;
/// Files on disk, and what is not saved yet.
mod disk;
/// DoomPath's own rule on its own maps.
mod doompath_rule;
/// What things look like, as text and as pixels.
mod draw;
/// The example maps that come with the program.
mod examples;
/// Each flaw of a map in the smallest map that has it.
mod findings;
/// Floors over each other, and ways that turn back at the border between them.
mod floors;
/// Each format: its own examples, wrong files, odd but good files.
mod formats;
/// Drawings that have misled us once.
mod found;
/// The help, the version, and what is written for manuals, shells and desktops.
mod help;
/// The share of each promise that the normal tests keep.
mod kept;
/// What landmarks say, against floods from the same places.
mod landmarks;
/// Lanes to meshes: the published example, lanes that are hard to build, random networks.
mod lanes;
/// Which module may use which.
mod layers;
/// Teleporters and passages between floors, against walking.
mod links;
/// Meshes that follow the hand: after every edit what a full build gives.
mod live;
/// Searches straight on the mesh under the hand, against those on a copy of it.
mod live_search;
/// Point location against the slow way.
mod locate;
/// Mazes: hallways, rings, passages in pieces, and the smallest maps that have misled a search.
mod mazes;
/// Changes to meshes by hand.
mod mesh_edits;
/// Searches on ground that is not as it should be.
mod odd_ground;
/// What is asked of the command line and does not go together.
mod options;
/// Paths themselves: whether they can be walked and are tight.
mod paths;
/// Pixels where they belong, maps of every extent and of very many faces.
mod pixels;
/// Searches as Posthoc reads them, checked by a reader of our own.
mod posthoc;
/// Our own format: random drawings and the work on them, there and back.
mod projects;
/// The README: its consoles and its pictures.
mod readme;
/// Pictures from the command line, and of every map there is.
mod render;
/// Pages about maps and scenarios.
mod report;
/// What has brought others down.
mod reproducers;
/// Written and read again, in the same format and in others.
mod round_trips;
/// Queries by chance.
mod sample;
/// The tools of the canvas: gestures in, drawings out.
mod tools;
/// What a search says, against a slow replay of it.
mod trace;
/// Traces and logs of searches, ours and those of others, read again.
mod traces;
/// Why there is no path, from the command line.
mod why;

// What is promised, and the slow, sure ways to find out: shared with the command that tries it for as long as one likes.
#[path = "../promises/areas.rs"]
mod areas;
#[path = "../promises/delaunay.rs"]
mod delaunay;
#[path = "../promises/edits.rs"]
mod edits;
#[path = "../promises/gestures.rs"]
mod gestures;
#[path = "../promises/joints.rs"]
mod joints;
#[path = "../promises/layouts.rs"]
mod layouts;
#[path = "../promises/maze.rs"]
mod maze;
#[path = "../promises/oracle.rs"]
mod oracle;
#[path = "../promises/promise.rs"]
mod promise;
#[path = "../promises/published.rs"]
mod published;
#[path = "../promises/rebuilt.rs"]
mod rebuilt;
#[path = "../promises/samples.rs"]
mod samples;
#[path = "../promises/searching.rs"]
mod searching;
#[path = "../promises/share.rs"]
mod share;
#[path = "../promises/symmetry.rs"]
mod symmetry;
#[path = "../promises/triangulation.rs"]
mod triangulation;
#[path = "../promises/visibility.rs"]
mod visibility;
#[path = "../promises/walker.rs"]
mod walker;
