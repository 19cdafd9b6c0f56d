//! What the help says after the options: examples on the maps that come with the program, each of which a test runs,
//! and what the exit status means.

/// Of the program itself.
pub(super) const PROGRAM: &str = "\
Examples:
  wayglass                                # the window, on an example map
  wayglass islands.mesh islands.mesh.scen # the window, on a map and its scenario
  wayglass check broken.mesh              # what is wrong with a file; exits 1
  wayglass path rooms.nav --from 6,26 --to 54,30

Files are known by their content, never by their ending. Points are X,Y in the units of the map, without spaces.
`wayglass help COMMAND` tells the rest, with examples; Help > Keys in the window lists its keys.

Exit status:
  0  done
  1  a file cannot be read or written, or the command says what else 1 means
  2  invalid arguments, or `path` found no path";

/// Of `inspect`.
pub(super) const INSPECT: &str = "\
Examples:
  wayglass inspect rooms.nav
  wayglass inspect islands.mesh --json
  wayglass inspect station.building.yaml --level 1

Exit status:
  0  the file was read
  1  it cannot be read
  2  invalid arguments";

/// Of `check`.
pub(super) const CHECK: &str = "\
Examples:
  wayglass check islands.mesh keep.dpm
  wayglass check broken.mesh              # one specimen each of many faults; exits 1
  wayglass check broken.mesh --json --all # the same for scripts; exits 1

Exit status:
  0  no errors; there may be warnings and notes
  1  a file has errors or cannot be read
  2  invalid arguments";

/// Of `path`.
pub(super) const PATH: &str = "\
Examples:
  wayglass path district.mesh --from 62,20 --to 186,140
  wayglass path district.mesh --from 62,20 --to 186,140 --why
  wayglass path rooms.nav --from 19.7,20.7 --to 36.2,11.1 --radius 1 # too narrow, and where; exits 2
  wayglass path district.mesh --from 62,20 --to 186,140 --algorithm astar-funnel --json
  wayglass path station.building.yaml --from 0,-30 --to 98,-54 # on the mesh that is built from the lanes
  wayglass path keep.dpm --from 120.3,134.3 --to 1455.9,722.9 --cost doompath
  wayglass path district.mesh --from 62,20 --to 186,140 --trace search.trace.yaml

Exit status:
  0  a path was found
  1  the map cannot be read, what is asked does not go with it, or the trace cannot be written
  2  there is no path, or invalid arguments";

/// Of `run`.
pub(super) const RUN: &str = "\
Examples:
  wayglass run islands.mesh islands.mesh.scen
  wayglass run islands.mesh islands.mesh.scen --algorithm astar-funnel # longer than the shortest; exits 1
  wayglass run maze.map maze.scen --threads 1 --csv rows.csv

Exit status:
  0  every query costs what it should, or nobody says what it should cost
  1  one does not, or a file cannot be read or written
  2  invalid arguments";

/// Of `sample`.
pub(super) const SAMPLE: &str = "\
Examples:
  wayglass sample islands.mesh by-chance.scen --count 200 --seed 7
  wayglass sample keep.dpm keep.scen --count 50

Exit status:
  0  the scenario was written
  1  the map cannot be read, has no ground to walk on, or the scenario cannot be written
  2  invalid arguments";

/// Of `explain`.
pub(super) const EXPLAIN: &str = "\
Examples:
  wayglass explain islands.mesh islands.mesh.scen --radius 1
  wayglass explain islands.mesh islands.mesh.scen --radius 1 --json

Exit status:
  0  done, whatever was found
  1  a file cannot be read
  2  invalid arguments";

/// Of `build`.
pub(super) const BUILD: &str = "\
Examples:
  wayglass build blobs.txt village.mesh --margin 10 --radius 0.5
  wayglass build blobs.txt square.mesh --region -50,-50,50,50 --margin 5 --triangles
  wayglass build maze.map maze.mesh
  wayglass build station.building.yaml station.mesh
  wayglass build blobs.txt village.nav --allow-loss

Exit status:
  0  the mesh was written
  1  a file cannot be read or written, nothing is left to walk on, or the format cannot hold the mesh
  2  invalid arguments";

/// Of `bench`.
pub(super) const BENCH: &str = "\
Examples:
  wayglass bench edit
  wayglass bench edit --vertices 1000 --frames 100 --json";

/// Of `render`.
pub(super) const RENDER: &str = "\
Examples:
  wayglass render rooms.nav rooms.svg --color-by group --ids
  wayglass render district.mesh path.png --from 62,20 --to 186,140 --theme dark
  wayglass render islands.mesh step.png --from 72,26 --to 278,200 --step 800
  wayglass render islands.mesh verdict.png --from 99.7,122.6 --to 288.3,129.5 # no path, and what stands in its way
  wayglass render islands.mesh search.gif --from 72,26 --to 278,200 --seconds 3 --size 480x360

Exit status:
  0  the picture was written, with a path on it or without
  1  a file cannot be read or written
  2  invalid arguments";

/// Of `report`.
pub(super) const REPORT: &str = "\
Examples:
  wayglass report broken.mesh broken.html
  wayglass report islands.mesh islands.mesh.scen islands.html

Exit status:
  0  the page was written, whatever is on it
  1  a file cannot be read or written
  2  invalid arguments";

/// Of `diff`.
pub(super) const DIFF: &str = "\
Examples:
  wayglass diff rooms.nav rooms.nav
  wayglass diff islands.mesh district.mesh --json # exits 1

Exit status:
  0  the same
  1  something differs, or a file cannot be read
  2  invalid arguments";

/// Of `trace`.
pub(super) const TRACE: &str = "\
Examples:
  wayglass path district.mesh --from 62,20 --to 186,140 --trace search.trace.yaml
  wayglass trace search.trace.yaml
  wayglass trace search.trace.yaml search.trace.json

Exit status:
  0  the trace was read, and written if asked
  1  a file cannot be read or written
  2  invalid arguments";

/// Of `convert`.
pub(super) const CONVERT: &str = "\
Examples:
  wayglass convert islands.mesh islands.nav              # says what would be lost; exits 1
  wayglass convert islands.mesh islands.nav --allow-loss
  wayglass convert islands.mesh older.mesh --to mesh2 --allow-loss
  wayglass convert district.mesh district.poly --allow-loss
  wayglass convert station.building.yaml station.nav --menge-xml

Exit status:
  0  the file was written
  1  a file cannot be read or written, or the format cannot hold everything and --allow-loss was not given
  2  invalid arguments";

/// Of `setup`.
pub(super) const SETUP: &str = "\
Examples:
  wayglass setup ~/.local/share

Exit status:
  0  all was written
  1  something cannot be written
  2  invalid arguments";

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory as _};

    use super::super::Arguments;

    /// Every command with its full name, those that only have commands of their own left out.
    fn all() -> Vec<(String, Command)> {
        let mut program = Arguments::command();
        program.build();
        let mut all = Vec::new();
        let mut waiting = vec![(String::new(), program)];
        while let Some((name, command)) = waiting.pop() {
            let nested = command.get_subcommands().filter(|nested| nested.get_name() != "help");
            waiting.extend(nested.map(|it| (format!("{name} {}", it.get_name()), it.clone())));
            all.push((name, command));
        }
        all
    }

    #[test]
    fn every_command_says_what_it_is_for_and_shows_it() {
        assert_eq!(all().len(), 16);
        for (name, command) in all() {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(about.starts_with(char::is_uppercase), "{name}: {about:?}");
            assert!(!about.ends_with('.'), "{name}: {about:?}");
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(name == " bench" || after.starts_with("Examples:\n"), "{name}: {after:?}");
        }
    }

    #[test]
    fn every_option_says_what_it_means() {
        for (name, command) in all() {
            for argument in command.get_arguments() {
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                let option = argument.get_id();
                assert!(help.starts_with(char::is_uppercase), "{name} {option}: {help:?}");
                assert!(!help.ends_with('.'), "{name} {option}: {help:?}");
            }
        }
    }

    #[test]
    fn arguments_do_not_contradict_each_other() {
        Arguments::command().debug_assert();
    }
}
