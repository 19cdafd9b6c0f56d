//! What is asked of the command line and does not go together is said, never left out.

use std::fs;

use wayglass::format::{self, Content};

use crate::cli::{scratch, wayglass};

/// What is said of a call that is refused.
fn refusal(arguments: &[&str]) -> String {
    let output = wayglass(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_search_of_its_own_takes_no_algorithm_but_a_limit() {
    let ends = ["--from", "120.3,134.3", "--to", "1455.9,722.9", "--cost", "doompath"];
    let path = |more: &[&'static str]| [&["path", "keep.dpm"], &ends[..], more].concat();
    let refused = refusal(&path(&["--algorithm", "astar-funnel"]));
    assert!(refused.contains("--algorithm goes with --cost length"), "{refused}");
    assert_eq!(wayglass(&path(&[])).status.code(), Some(0));
    assert_eq!(wayglass(&path(&["--limit", "1"])).status.code(), Some(2));
}

#[test]
fn a_repro_says_itself_how_to_search() {
    let repro = scratch("usual.repro");
    let map = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/district.mesh")).unwrap();
    let head = "wayglass-repro 1\nmap \"district.mesh\"\nquery 62 20 186 140\nradius 0\n---\n";
    fs::write(&repro, [head.as_bytes(), &map].concat()).unwrap();
    let repro = repro.to_str().unwrap();
    assert!(wayglass(&["path", repro]).status.success());
    for other in [&["--radius", "50"][..], &["--limit", "1"], &["--algorithm", "astar-funnel"]] {
        let refused = refusal(&[&["path", repro], other].concat());
        assert!(refused.contains("it says itself how to search"), "{refused}");
    }
    let ends = ["path", repro, "--from", "62,20", "--to", "186,140", "--radius", "50"];
    assert_eq!(wayglass(&ends).status.code(), Some(2), "it is too wide for the way");
}

#[test]
fn optimal_costs_are_costs() {
    let table = scratch("optimal.csv");
    let run = |rows: &str| {
        fs::write(&table, rows).unwrap();
        let table = table.to_str().unwrap();
        wayglass(&["run", "islands.mesh", "islands.mesh.scen", "--optimal", table])
    };
    for wrong in ["index,optimal\n0,nan\n", "0,inf\n", "first,second\nthird,1\n"] {
        assert_eq!(run(wrong).status.code(), Some(1), "{wrong}");
    }
    // Neither a title nor blank lines have to be there; below 0 is no path, as in scenarios.
    for (rows, code) in [("0,0.9\n", 1), ("\u{feff}index,optimal\n\n", 0), ("0,-1\n", 1)] {
        let output = run(rows);
        assert_eq!(output.status.code(), Some(code), "{rows}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("e307"), "{rows}");
    }
}

#[test]
fn it_is_said_if_a_scenario_names_another_map() {
    let output = wayglass(&["run", "maze.map", "islands.mesh.scen"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with("  the scenario names another map: islands.mesh\n"), "{text}");
}

#[test]
fn a_picture_shows_one_moment_and_a_gif_several() {
    let picture = scratch("moment.svg");
    let gif = scratch("moments.gif");
    let [picture, gif] = [&picture, &gif].map(|path| path.to_str().unwrap());
    let ends = ["--from", "62,20", "--to", "186,140"];
    let render = |to, more: &[&'static str]| {
        refusal(&[&["render", "district.mesh", to], &ends[..], more].concat())
    };
    assert!(render(gif, &["--step", "5"]).contains("--step goes with a picture of one moment"));
    assert!(render(picture, &["--events", "1..3"]).contains("--events goes with a GIF"));
}

#[test]
fn what_is_said_once_of_a_drawing_is_not_said_twice() {
    for (twice, refused) in [
        ("wall 1\n  line 0 0 5 5\n  line 7 7 9 9\n", "line 4: wall 1 has a line before this one"),
        (
            "obstacle 2 \"\"\n  outline 0 0 1 0 0 1\n  outline 5 5 6 5 5 6\n",
            "line 4: obstacle 2 has an outline before this one",
        ),
        ("border box 2\nborder box 3\n", "line 3: there is a line with the border before this one"),
        ("agent 1 round\nagent 2 round\n", "there is a line with the agent before this one"),
        ("region 0 0 1 1\nregion 0 0 2 2\n", "there is a line with the region before this one"),
    ] {
        let said = format::read(format!("wayglass 1\n{twice}").as_bytes()).unwrap_err();
        assert!(said.to_string().contains(refused), "{said}");
    }
}

#[test]
fn a_region_is_the_same_from_whichever_corner() {
    let region = |text: &str| {
        let import = format::read(format!("wayglass 1\nregion {text}\n").as_bytes()).unwrap();
        let Content::Layout(layout) = import.content else { panic!("it is a drawing") };
        layout.region
    };
    assert_eq!(region("10 0 0 10"), region("0 0 10 10"));
}

#[test]
fn a_mesh_without_neighbours_may_begin_on_one_line() {
    let body = "3 1\n0 0 1 0\n1 0 1 0\n0 1 1 0\n3 0 1 2\n";
    for head in ["mesh\n2\n", "mesh 2\n", "mesh 2 "] {
        let import = format::read(format!("{head}{body}").as_bytes());
        assert!(import.is_ok(), "{head:?}: {:?}", import.err());
    }
}

#[test]
fn an_end_on_two_floors_is_told_but_not_moved() {
    let corners = |face: u32| format!("0 0 1 {face}\n1 0 1 {face}\n1 1 1 {face}\n0 1 1 {face}\n");
    let faces = "4 0 1 2 3 -1 -1 -1 -1\n4 4 5 6 7 -1 -1 -1 -1\n";
    let path = scratch("two-floors.mesh");
    fs::write(&path, format!("mesh\n2\n8 2\n{}{}{faces}", corners(0), corners(1))).unwrap();
    let ends = ["--from", "0.5,0.5", "--to", "0.25,0.25", "--why"];
    let output = wayglass(&[&["path", path.to_str().unwrap()], &ends[..]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("a place where floors lie over each other"), "{text}");
    assert!(!text.contains("Move the start"), "{text}");
}
