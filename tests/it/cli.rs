//! The command line: what it prints, what it writes, how it exits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use expect_test::{Expect, expect};
use serde_json::Value;

pub(crate) fn wayglass(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayglass"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"))
        .args(arguments)
        .output()
        .unwrap()
}

/// What a call prints on both streams, and how it exits.
pub(crate) fn check(arguments: &[&str], expected: Expect) {
    let Output { status, stdout, stderr } = wayglass(arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    expected.assert_eq(&format!(
        "{}{}exit {}\n",
        text(&stdout),
        text(&stderr),
        status.code().unwrap()
    ));
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_slice(&wayglass(arguments).stdout).unwrap()
}

/// A place for a file that a test writes.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// A square with an obstacle in its middle that is hidden, and one in a corner that is not.
pub(crate) const HALF_HIDDEN: &str = "wayglass 1
agent 1 mitred
region 0 0 20 20
border box 2
obstacle 0 \"hall\"
  outline 8 8 12 8 12 12 8 12
obstacle 1 \"\"
  outline 0 0 4 0 4 4 0 4
pin \"across\" 6 6 14 14 -
locked obstacle 1
hidden obstacle 0
";

/// The program where no window can open, with a folder for what it draws instead.
fn without_a_display(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayglass"));
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command.env("TMPDIR", folder).env("TMP", folder);
    command
}

#[test]
fn where_no_window_can_open_its_first_picture_is_drawn_into_a_file() {
    let folder = std::env::temp_dir().join(format!("wayglass-instead-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let output = without_a_display(&folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let picture = std::fs::read(folder.join("wayglass-islands.mesh.png")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(output.status.success(), "{text}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(text.contains("what it would show is in"), "{text}");
    assert!(text.contains("a path of cost 295.977"), "{text}");
    assert!(picture.starts_with(b"\x89PNG"));
}

#[test]
fn the_version_before_is_opened_like_any_other() {
    let path = scratch("yard.wayglass");
    let before = scratch("yard.wayglass.bak");
    let _ = fs::remove_file(&before);
    let outline = "wayglass 1\nborder box 100\nobstacle 0\n  outline 0 0 9 0 0 9\n";
    fs::write(&path, outline).unwrap();
    wayglass::disk::save_document(&path, b"wayglass 1\n", None).unwrap();
    let Output { status, stdout, stderr } = wayglass(&["inspect", before.to_str().unwrap()]);
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    let text = String::from_utf8(stdout).unwrap();
    assert!(text.contains("yard.wayglass.bak") && text.contains("obstacles   1"), "{text}");
}

#[test]
fn lanes_are_shown_where_no_window_can_open_too() {
    let folder = scratch("instead of a window");
    fs::create_dir_all(&folder).unwrap();
    let output = without_a_display(&folder)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"))
        .arg("station.building.yaml")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(text.contains(": a path of cost "), "{text}");
}

#[test]
fn where_no_window_can_open_a_scenario_is_counted() {
    let folder = scratch("instead of a window");
    fs::create_dir_all(&folder).unwrap();
    let output = without_a_display(&folder)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"))
        .arg("islands.mesh.scen")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let told = "islands.mesh.scen: 50 queries; wayglass run searches them on their map\n";
    assert!(text.ends_with(told), "{text}");
}

#[test]
fn inspect_says_what_is_in_a_file() {
    check(
        &["inspect", "keep.dpm"],
        expect![[r#"
            keep.dpm
              format      DoomPath DPMESH
              vertices    159
              faces       59 (59 walkable, 0 blocked), at most 12 sides
              sides       159 open, 25 wall, 127 outside, 21 one-way
              links       2 teleporters, 4 passages between floors, 2 of them one-way
              islands     2 (the largest has 89.5 % of the area); 1 with teleporters
              area        1165824 walkable
              heights     -160 to 128
              sectors     4 faces may move
              records     95 connections, 1 plane, a header of 24 bytes
              bounds      0, 0 to 1472, 1120
              findings    0 errors, 0 warnings, 3 notes
            exit 0
        "#]],
    );
    check(
        &["inspect", "rooms.nav"],
        expect![[r#"
            rooms.nav
              format      Menge nav
              vertices    396
              faces       108 (108 walkable, 0 blocked), at most 26 sides
              sides       250 open, 0 wall, 394 outside
              islands     2 (the largest has 97.1 % of the area)
              area        1659.02 walkable
              groups      corridor, rooms, stairs
              records     125 portals, 394 walls
              bounds      0.3, 2 to 62, 33
              findings    0 errors, 0 warnings, 2 notes
            exit 0
        "#]],
    );
    check(
        &["inspect", "maze.scen"],
        expect![[r#"
            maze.scen
              format      scenario
              queries     99
              no path     expected of 0
              maps        maze.map
              cost        at most 210.083
              bounds      1, 1 to 89, 89
              findings    0 errors, 0 warnings, 0 notes
            exit 0
        "#]],
    );
    check(
        &["inspect", "blobs.txt"],
        expect![[r#"
            blobs.txt
              format      blobs.txt
              points      451
              border      the box around it and 100 more on every side
              obstacles   80
              bounds      -119.75, -85.65 to 128.14, 89.63
              findings    0 errors, 0 warnings, 0 notes
            exit 0
        "#]],
    );
}

#[test]
fn inspect_has_stable_keys_for_scripts() {
    let value = json(&["inspect", "islands.mesh", "--json"]);
    let keys = [
        "format",
        "version",
        "vertices",
        "faces",
        "walkable_faces",
        "blocked_faces",
        "open_sides",
        "wall_sides",
        "outside_sides",
        "one_way_sides",
        "links",
        "islands",
        "walkable_area",
        "bounds",
        "errors",
        "warnings",
    ];
    for key in keys {
        assert!(value.get(key).is_some(), "{key}");
    }
    assert_eq!(value["format"], "mesh");
    assert_eq!(value["version"], 3);
    assert_eq!(value["bounds"], serde_json::json!([0.0, 0.0, 320.0, 240.0]));
    assert_eq!(json(&["inspect", "keep.dpm", "--json"])["links"], 2);
}

#[test]
fn check_exits_1_on_errors_only() {
    assert_eq!(wayglass(&["check", "islands.mesh", "rooms.nav"]).status.code(), Some(0));
    assert_eq!(wayglass(&["check", "islands.mesh", "broken.mesh"]).status.code(), Some(1));
    check(
        &["check", "district.mesh", "no such file"],
        expect![[r#"
            district.mesh: note: the walkable ground is in 2 islands; the largest has 99.3 % of the area [islands]
            district.mesh: 0 errors, 0 warnings, 1 note
            no such file: error: cannot read it: No such file or directory (os error 2) [unreadable]
            exit 1
        "#]],
    );
}

#[test]
fn check_lists_findings_for_scripts() {
    let list = json(&["check", "broken.mesh", "--json"]);
    let signs = list
        .as_array()
        .unwrap()
        .iter()
        .find(|finding| finding["kind"] == "signs_disagree")
        .unwrap();
    assert_eq!(signs["severity"], "error");
    assert_eq!(signs["line"], 85);
    assert_eq!(signs["element"]["face"], 13);
    let bad = scratch("bad.mesh");
    fs::write(&bad, "mesh\n3\n1 0\n0.5 north\n").unwrap();
    let list = json(&["check", bad.to_str().unwrap(), "--json"]);
    assert_eq!(list[0]["line"], 4);
    assert_eq!(list[0]["message"], "line 4: expected a y coordinate, found \"north\"");
}

#[test]
fn convert_asks_before_it_loses_anything() {
    let output = scratch("islands-v2.mesh");
    let _ = fs::remove_file(&output);
    let path = output.to_str().unwrap();
    let refused = wayglass(&["convert", "islands.mesh", path, "--to", "mesh2"]);
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(
        message.contains("2,515 blocked faces") && message.contains("--allow-loss"),
        "{message}"
    );
    assert!(!output.exists());
    assert_eq!(
        wayglass(&["convert", "islands.mesh", path, "--to", "mesh2", "--allow-loss"]).status.code(),
        Some(0)
    );
    assert_eq!(json(&["inspect", path, "--json"])["version"], 2);
}

#[test]
fn what_is_hidden_is_neither_written_nor_drawn_and_counted_before_it_is_left_out() {
    let project = scratch("hidden.wayglass");
    fs::write(&project, HALF_HIDDEN).unwrap();
    let project = project.to_str().unwrap();
    check(
        &["convert", project, "out.poly"],
        expect![[r#"
            wayglass: polygon 1 cannot hold 1 radius, 1 region, 1 pinned query, 1 lock, 1 hidden thing; pass --allow-loss to write it without them
            exit 1
        "#]],
    );
    let written = |name: &str, command: &str, more: &[&str]| {
        let path = scratch(name);
        let arguments = [&[command, project, path.to_str().unwrap()], more].concat();
        let Output { status, stderr, .. } = wayglass(&arguments);
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
        fs::read_to_string(path).unwrap()
    };
    let polygon = written("hidden.poly", "convert", &["--allow-loss"]);
    assert!(polygon.contains("4 4") && !polygon.contains("12 12"), "{polygon}");
    // Only our own format holds all of it.
    assert_eq!(written("hidden again.wayglass", "convert", &[]), HALF_HIDDEN);
    let without = scratch("without.wayglass");
    let shown: String = HALF_HIDDEN
        .split_inclusive('\n')
        .filter(|line| !line.contains("hall") && !line.contains("8 8") && !line.contains("hidden"))
        .collect();
    fs::write(&without, shown).unwrap();
    for [name, command] in [["hidden.svg", "render"], ["hidden.html", "report"]] {
        let with_hidden = written(name, command, &[]);
        let path = scratch("without").with_extension(name.rsplit('.').next().unwrap());
        let without = [command, without.to_str().unwrap(), path.to_str().unwrap()];
        assert!(wayglass(&without).status.success());
        let named = |text: String| text.replace("without.wayglass", "hidden.wayglass");
        assert_eq!(with_hidden, named(fs::read_to_string(&path).unwrap()), "{command}");
    }
}

#[test]
fn convert_knows_formats_by_the_ending_and_traces_outlines() {
    let output = scratch("district.poly");
    let path = output.to_str().unwrap();
    assert_eq!(
        wayglass(&["convert", "district.mesh", path, "--allow-loss"]).status.code(),
        Some(0)
    );
    let value = json(&["inspect", path, "--json"]);
    assert_eq!(
        (&value["format"], &value["border_rings"]),
        (&Value::from("polygon"), &Value::from(1))
    );
    check(
        &["convert", "district.mesh", "out.xyz"],
        expect![[r#"
            wayglass: the ending of out.xyz names no format; pass --to with one of mesh3, mesh2, scen, polygon, project, navmesh_txt, nav, dpmesh, dpmesh24, dpmesh8
            exit 1
        "#]],
    );
    check(
        &["convert", "district.mesh", "out.mesh", "--to", "dpmesh"],
        expect![[r#"
        wayglass: face 1 cannot be written: an area has whole coordinates from -32768 to 32767
        exit 1
    "#]],
    );
    check(
        &["convert", "blobs.txt", "out.mesh"],
        expect![[r#"
        wayglass: a mesh v3 file holds faces, but there are only outlines, and no mesh has been built from them
        exit 1
    "#]],
    );
}

#[test]
fn a_project_made_of_a_grid_is_looked_at_from_the_same_side() {
    let project = scratch("maze.wayglass");
    let project = project.to_str().unwrap();
    assert!(wayglass(&["convert", "maze.map", project, "--allow-loss"]).status.success());
    assert!(fs::read_to_string(project).unwrap().contains("\ny down\n"));
}

#[test]
fn errors_are_one_sentence_with_the_line() {
    let bad = scratch("worse.mesh");
    fs::write(&bad, "mesh\n3\n1 0\n0.5 north\n").unwrap();
    let output = wayglass(&["inspect", bad.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.ends_with("line 4: expected a y coordinate, found \"north\"\n"), "{message}");
    assert_eq!(message.lines().count(), 1);
}

#[test]
fn path_finds_a_way_or_says_that_there_is_none() {
    let value = json(&["path", "islands.mesh", "--from", "75,145", "--to", "228,33", "--json"]);
    assert_eq!(value["outcome"], "found");
    assert!((value["cost"].as_f64().unwrap() - 220.114132).abs() < 1e-6, "{value}");
    assert_eq!(value["points"].as_array().unwrap().len(), 19);
    let apart = wayglass(&["path", "islands.mesh", "--from", "60,100", "--to", "290,128"]);
    assert_eq!(apart.status.code(), Some(2));
    check(
        &["path", "maze.scen", "--from", "0,0", "--to", "1,1"],
        expect![[r#"
            wayglass: maze.scen: there are no faces in a scenario
            exit 1
        "#]],
    );
}

#[test]
fn what_can_be_opened_can_be_searched() {
    let ends = ["--from", "-110,0", "--to", "120,10"];
    let mesh = scratch("village to walk in.mesh");
    let mesh = mesh.to_str().unwrap();
    assert!(wayglass(&["build", "blobs.txt", mesh]).status.success());
    let path = |map: &str, ends: &[&str]| json(&[&["path", map, "--json"], ends].concat());
    let (drawn, built) = (path("blobs.txt", &ends), path(mesh, &ends));
    assert_eq!(drawn["outcome"], "found");
    assert_eq!((&drawn["cost"], &drawn["points"]), (&built["cost"], &built["points"]));
    let scenario = scratch("village.scen");
    let scenario = scenario.to_str().unwrap();
    let sampled = wayglass(&["sample", "blobs.txt", scenario, "--count", "20"]);
    assert!(sampled.status.success(), "{}", String::from_utf8_lossy(&sampled.stderr));
    let ran = json(&["run", "blobs.txt", scenario, "--json"]);
    assert_eq!((&ran["passed"], &ran["mismatches"]), (&20.into(), &0.into()));
    let explained = json(&["explain", "blobs.txt", scenario, "--json"]);
    assert_eq!(explained["instances"], 20);
    let page = scratch("village.html");
    let report = ["report", "blobs.txt", scenario, page.to_str().unwrap()];
    let told = String::from_utf8(wayglass(&report).stdout).unwrap();
    assert!(told.ends_with(": blobs.txt and 20 queries on it\n"), "{told}");
    for picture in ["village.svg", "village.gif"].map(scratch) {
        let picture = picture.to_str().unwrap();
        let size = ["--size", "300x200", "--seconds", "0.5"];
        let rendered = wayglass(&[&["render", "blobs.txt", picture][..], &ends, &size].concat());
        let told = String::from_utf8(rendered.stdout).unwrap();
        assert!(told.contains("\na path of cost "), "{told}");
    }
    // Lanes have a mesh of their own.
    let station = path("station.building.yaml", &["--from", "0,-30", "--to", "98,-54"]);
    assert_eq!(station["outcome"], "found");
}

#[test]
fn a_repro_of_a_drawing_is_asked_again_as_it_was() {
    let repro = scratch("hidden.repro");
    let head = "wayglass-repro 1\nmap \"hidden.wayglass\"\nquery 6 6 14 14\nradius 0\n---\n";
    fs::write(&repro, [head, HALF_HIDDEN].concat()).unwrap();
    let value = json(&["path", repro.to_str().unwrap(), "--json"]);
    // Straight through what is hidden.
    assert_eq!(value["points"], serde_json::json!([[6.0, 6.0], [14.0, 14.0]]));
}

#[test]
fn the_trace_of_a_search_that_gave_up_ends_where_it_did() {
    let trace = scratch("short.trace.yaml");
    let trace = trace.to_str().unwrap();
    let ends = ["path", "islands.mesh", "--from", "75,145", "--to", "228,33"];
    let limit = ["--limit", "10", "--trace", trace, "--json"];
    let value = json(&[&ends[..], &limit].concat());
    assert_eq!(value["outcome"], "gave_up");
    let told = String::from_utf8(wayglass(&["trace", trace]).stdout).unwrap();
    assert!(told.contains("more steps than it was allowed"), "{told}");
}

#[test]
fn path_gives_up_after_as_many_expansions_as_it_is_told_to() {
    for map in [
        ["district.mesh", "62,20", "186,140"],
        ["rooms.nav", "6,26", "54,30"],
        ["keep.dpm", "120.3,134.3", "1455.9,722.9"],
    ] {
        for limit in [1, 3, 10] {
            let [map, from, to] = map;
            let limit = limit.to_string();
            let path = ["path", map, "--from", from, "--to", to, "--limit", &limit, "--json"];
            let value = json(&path);
            assert_eq!(value["outcome"], "gave_up", "{map}");
            assert_eq!(value["expanded"].to_string(), limit, "{map}");
        }
    }
}

#[test]
fn a_path_on_a_small_map_costs_something() {
    let map = scratch("small.mesh");
    fs::write(&map, "mesh\n3\n3 1\n0 0\n0.001 0\n0 0.001\n1 3 1 2 3 0 0 0\n").unwrap();
    let path = ["path", map.to_str().unwrap(), "--from", "0.0001,0.0001", "--to", "0.0002,0.0001"];
    let told = String::from_utf8(wayglass(&path).stdout).unwrap();
    assert!(told.starts_with("a path of cost 1e-4, "), "{told}");
}

#[test]
fn path_names_the_faces_it_goes_through_and_the_narrowest_side() {
    let from_to = ["path", "district.mesh", "--from", "62,20", "--to", "186,140", "--json"];
    let value = json(&from_to);
    let faces = value["faces"].as_array().unwrap();
    assert_eq!(faces.len(), 53);
    assert!(faces.iter().all(|face| 0 < face.as_i64().unwrap()), "the file counts from 1: {value}");
    assert!((value["bottleneck_width"].as_f64().unwrap() - 1.378).abs() < 1e-3, "{value}");
    let other = |name| json(&[&from_to[..], &["--algorithm", name]].concat());
    assert_eq!(other("polyanya")["points"], value["points"]);
    let cost = |value: &Value| value["cost"].as_f64().unwrap();
    assert!((cost(&other("visibility")) - cost(&value)).abs() < 1e-9);
    assert!(cost(&value) < cost(&other("astar-funnel")));
    let nowhere = json(&["path", "district.mesh", "--from", "-5,0", "--to", "1,1", "--json"]);
    assert_eq!(
        (&nowhere["faces"], &nowhere["bottleneck_width"]),
        (&serde_json::json!([]), &Value::Null)
    );
    assert_eq!(
        wayglass(&[&from_to[..], &["--algorithm", "magic"]].concat()).status.code(),
        Some(2)
    );
}

#[test]
fn run_compares_costs_and_exits_1_on_a_mismatch() {
    let value = json(&["run", "islands.mesh", "islands.mesh.scen", "--json"]);
    assert_eq!(
        (&value["instances"], &value["found"], &value["mismatches"]),
        (&50.into(), &50.into(), &0.into())
    );
    assert!(value["worst_relative_error"].as_f64().unwrap() < 1e-9, "{value}");
    let wrong = scratch("wrong.scen");
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/islands.mesh.scen"))
        .unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let cut = lines[7].rfind('\t').unwrap();
    lines[7].replace_range(cut + 1.., "999.5");
    fs::write(&wrong, lines.join("\n")).unwrap();
    let csv = scratch("rows.csv");
    let arguments =
        ["run", "islands.mesh", wrong.to_str().unwrap(), "--csv", csv.to_str().unwrap()];
    assert_eq!(wayglass(&arguments).status.code(), Some(1));
    let rows = fs::read_to_string(&csv).unwrap();
    let titles = "index,cost,micros,generated,pushed,popped,expanded,outcome,expected,result,\
                  bucket,map,start_x,start_y,goal_x,goal_y,told,algorithm\n0,";
    assert!(rows.starts_with(titles), "{rows}");
    assert_eq!(rows.lines().count(), 51);
    let failed: Vec<&str> = rows.lines().filter(|row| row.contains(",999.5,fail,")).collect();
    assert_eq!(failed.len(), 1);
    assert!(failed[0].starts_with("6,") && failed[0].ends_with(",999.5,polyanya"), "{failed:?}");
    assert!(failed[0].contains(",islands.mesh,"), "{failed:?}");
    // The table counts from 0 for scripts, what people read from 1.
    let told = String::from_utf8(wayglass(&arguments).stdout).unwrap();
    assert!(told.contains("  row 7 does not cost what it should\n"), "{told}");
}

#[test]
fn run_walks_through_what_it_is_told_may_be_walked_on() {
    let (map, scenario) = (scratch("swamp.map"), scratch("swamp.scen"));
    fs::write(&map, "type octile\nheight 1\nwidth 3\nmap\n.S.\n").unwrap();
    fs::write(&scenario, "version 1\n0\tswamp.map\t3\t1\t0\t0\t2\t0\t2\n").unwrap();
    let run = ["run", map.to_str().unwrap(), scenario.to_str().unwrap(), "--json"];
    assert_eq!(json(&run)["found"], 0);
    assert_eq!(json(&[&run[..], &["--walk-swamp"]].concat())["found"], 1);
}

#[test]
fn run_gives_up_where_it_is_told_to() {
    let way = ["run", "islands.mesh", "islands.mesh.scen", "--algorithm", "astar-funnel"];
    let value = json(&[&way[..], &["--limit", "1", "--json"]].concat());
    let count = |name: &str| value[name].as_u64().unwrap();
    // Whoever gives up has not seen that there is no path.
    assert!(0 < count("gave_up"), "{value}");
    assert_eq!(count("found") + count("unreachable") + count("gave_up"), count("instances"));
    assert!(count("expanded") <= 50, "{value}");
}

#[test]
fn run_says_what_is_sure_of_costs_along_a_grid_and_that_it_cannot_judge_the_rest() {
    let maze = wayglass(&["run", "maze.map", "maze.scen"]);
    let told = String::from_utf8(maze.stdout).unwrap();
    assert!(told.contains("none could be judged"), "{told}");
    assert_eq!(maze.status.code(), Some(0));
    // Less than any path costs.
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/maze.scen")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let cut = lines[1].rfind('\t').unwrap();
    lines[1].replace_range(cut + 1.., "2.00000000");
    let wrong = scratch("wrong-maze.scen");
    fs::write(&wrong, lines.join("\n")).unwrap();
    let wrong = wayglass(&["run", "maze.map", wrong.to_str().unwrap()]);
    let told = String::from_utf8(wrong.stdout).unwrap();
    assert!(told.contains("1 mismatch,") && told.contains("row 1 does not"), "{told}");
    assert_eq!(wrong.status.code(), Some(1));
}

#[test]
fn sample_makes_the_same_queries_from_the_same_seed_and_they_pass() {
    let [a, b, c] = ["a.scen", "b.scen", "c.scen"].map(scratch);
    for (path, seed) in [(&a, "7"), (&b, "7"), (&c, "8")] {
        let order = ["sample", "maze.map", path.to_str().unwrap(), "--count", "60", "--seed", seed];
        let told = String::from_utf8(wayglass(&order).stdout).unwrap();
        assert!(told.contains(": 60 queries on maze.map, "), "{told}");
    }
    assert_eq!(fs::read(&a).unwrap(), fs::read(&b).unwrap());
    assert_ne!(fs::read(&a).unwrap(), fs::read(&c).unwrap());
    let value = json(&["run", "maze.map", a.to_str().unwrap(), "--json"]);
    assert_eq!((&value["passed"], &value["mismatches"]), (&60.into(), &0.into()), "{value}");
    let wrong = wayglass(&["sample", "maze.map", "out.txt"]);
    assert_eq!(wrong.status.code(), Some(1));
}

#[test]
fn convert_builds_lanes_and_says_how_a_menge_scene_uses_them() {
    let output = scratch("station & hall.nav");
    let path = output.to_str().unwrap();
    let converted = wayglass(&["convert", "station.building.yaml", path, "--menge-xml"]);
    let text = String::from_utf8(converted.stdout).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(first.ends_with("station & hall.nav written as Menge nav"), "{first}");
    expect![[r#"
          lane 10 was cut at 98.000, -30.000 and joined with lane 15, which it meets there
          lane 15 was cut at 98.000, -30.000 and joined with lane 10, which it meets there

        <!-- in the behaviour, inside every State whose agents walk -->
        <VelComponent type="nav_mesh" file_name="station &amp; hall.nav" heading_threshold="15" />

        <!-- in the scene, inside Experiment -->
        <SpatialQuery type="kd-tree" test_visibility="false" />
        <ObstacleSet type="nav_mesh" file_name="station &amp; hall.nav" class="1" />
    "#]]
    .assert_eq(rest);
    check(
        &["check", "station.building.yaml"],
        expect![[r#"
        station.building.yaml: 0 errors, 0 warnings, 0 notes
        exit 0
    "#]],
    );
    let value = json(&["inspect", path, "--json"]);
    assert_eq!((&value["format"], &value["islands"]), (&Value::from("nav"), &Value::from(1)));
    assert_eq!((&value["errors"], &value["warnings"]), (&Value::from(0), &Value::from(0)));
    let walked = wayglass(&["path", path, "--from", "0,-30", "--to", "98,-54"]);
    assert_eq!(walked.status.code(), Some(0));
    check(
        &["convert", "station.building.yaml", "out.mesh", "--menge-xml"],
        expect![[r#"
        wayglass: --menge-xml goes with a Menge nav, not with a mesh v3
        exit 1
    "#]],
    );
    check(
        &["convert", "station.building.yaml", "out.poly"],
        expect![[r#"
        wayglass: polygon 1 cannot hold 17 lanes; pass --allow-loss to write it without them
        exit 1
    "#]],
    );
}

#[test]
fn build_makes_a_mesh_of_outlines_and_grids() {
    let out = scratch("built.mesh");
    let path = out.to_str().unwrap();
    let built = wayglass(&["build", "blobs.txt", path, "--margin", "10"]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let told = String::from_utf8(built.stdout).unwrap();
    assert!(told.contains("written as mesh v3\n") && told.contains("walkable ground"), "{told}");
    let counts = json(&["inspect", path, "--json"]);
    assert_eq!(counts["errors"], 0);
    assert_eq!(counts["warnings"], 0);
    // A grid that is traced and built again has the ground that it had.
    let area = |file: &str| json(&["inspect", file, "--json"])["walkable_area"].clone();
    assert!(wayglass(&["build", "maze.map", path, "--triangles"]).status.success());
    assert_eq!(area(path), area("maze.map"));
}

#[test]
fn build_reads_our_own_projects() {
    let (project, mesh) = (scratch("village.wayglass"), scratch("village.mesh"));
    let [project, mesh] = [&project, &mesh].map(|path| path.to_str().unwrap());
    assert!(wayglass(&["convert", "blobs.txt", project]).status.success());
    assert!(wayglass(&["build", project, mesh]).status.success());
    let direct = scratch("direct.mesh");
    assert!(wayglass(&["build", "blobs.txt", direct.to_str().unwrap()]).status.success());
    assert_eq!(std::fs::read(mesh).unwrap(), std::fs::read(direct).unwrap());
}

#[test]
fn build_makes_a_mesh_of_lanes() {
    let (built, converted) = (scratch("lanes built.mesh"), scratch("lanes converted.mesh"));
    let [built, converted] = [&built, &converted].map(|path| path.to_str().unwrap());
    let told = wayglass(&["build", "station.building.yaml", built]);
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("  lane 10 was cut at "), "{told}");
    assert!(wayglass(&["convert", "station.building.yaml", converted]).status.success());
    assert_eq!(fs::read(built).unwrap(), fs::read(converted).unwrap());
}

#[test]
fn build_takes_a_project_as_the_window_does() {
    let (project, mesh) = (scratch("half hidden.wayglass"), scratch("half hidden.mesh"));
    fs::write(&project, HALF_HIDDEN).unwrap();
    let [project, mesh] = [&project, &mesh].map(|path| path.to_str().unwrap());
    let area = |more: &[&str]| {
        let built = wayglass(&[&["build", project, mesh], more].concat());
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let area = json(&["inspect", mesh, "--json"])["walkable_area"].as_f64().unwrap();
        // Corners that are moved outward are rounded to the grid.
        (area * 1e6).round() / 1e6
    };
    // From everything, and from the rim, one stays away by 1; around the region there are 2 more.
    assert_eq!(area(&[]), 22.0 * 22.0 - 6.0 * 6.0);
    assert_eq!(area(&["--radius", "0"]), 24.0 * 24.0 - 4.0 * 4.0);
    assert_eq!(area(&["--margin", "1"]), 20.0 * 20.0 - 5.0 * 5.0);
    assert_eq!(area(&["--region", "10,10,20,20"]), 12.0 * 12.0);
}

#[test]
fn build_says_what_it_cannot_do() {
    let out = scratch("unbuilt.txt");
    let path = out.to_str().unwrap();
    let told = |arguments: &[&str]| {
        let Output { status, stderr, .. } = wayglass(arguments);
        assert!(!status.success());
        String::from_utf8(stderr).unwrap()
    };
    let lossy = told(&["build", "blobs.txt", path]);
    assert!(lossy.contains("--allow-loss"), "{lossy}");
    let nothing = told(&["build", "blobs.txt", path, "--radius", "300", "--allow-loss"]);
    assert!(nothing.contains("blobs.txt: nothing is left to walk on"), "{nothing}");
    let lanes = told(&["build", "station.building.yaml", path, "--radius", "1", "--allow-loss"]);
    assert!(lanes.contains("only lanes are drawn"), "{lanes}");
    let dots = scratch("dots.wayglass");
    fs::write(&dots, "wayglass 1\nlane-vertex 0 1 1 \"\"\n").unwrap();
    for command in ["build", "convert"] {
        let dots = told(&[command, dots.to_str().unwrap(), path, "--allow-loss"]);
        assert!(dots.contains("nothing is left to walk on"), "{dots}");
    }
    let scenario = told(&["build", "maze.scen", path]);
    assert!(scenario.contains("there is nothing to build from"), "{scenario}");
    let region = told(&["build", "blobs.txt", path, "--region", "1,2,3"]);
    assert!(region.contains("expected four numbers"), "{region}");
    // What holds no mesh is not offered.
    let offered = " mesh3, mesh2, navmesh_txt, nav, ";
    let ending = told(&["build", "blobs.txt", "out.xyz"]);
    assert!(ending.contains(offered), "{ending}");
    let queries = told(&["build", "blobs.txt", path, "--to", "scen"]);
    assert!(queries.contains(offered), "{queries}");
    assert!(!out.exists());
}

#[test]
fn bench_says_how_long_edits_take() {
    let told = json(&["bench", "edit", "--vertices", "500", "--frames", "20", "--json"]);
    let keys: Vec<&String> = told.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["vertices", "frames", "median_us", "p99_us", "max_us", "rebuild_ms"]);
    assert_eq!((&told["vertices"], &told["frames"]), (&Value::from(500), &Value::from(20)));
}

#[test]
fn a_path_is_compared_with_that_of_another_algorithm() {
    let query = ["path", "district.mesh", "--from", "62,20", "--to", "186,140"];
    let against = |name: &'static str| [&query[..], &["--against", name]].concat();
    let text = String::from_utf8(wayglass(&against("visibility")).stdout).unwrap();
    let (_, said) = text.split_once("\nby ").unwrap();
    assert!(
        said.starts_with("A* on the visibility graph: a path of the same cost, 193.136\n"),
        "{said}"
    );
    assert!(said.contains("they first differ at event 1\n"), "{said}");
    let same = String::from_utf8(wayglass(&against("polyanya")).stdout).unwrap();
    assert!(same.contains("both did the same, step by step"), "{same}");
    let json = json(&[&against("astar-funnel")[..], &["--json"]].concat());
    let other = &json["against"];
    assert_eq!((&other["algorithm"], &other["outcome"]), (&"astar-funnel".into(), &"found".into()));
    let cost = |value: &Value| value["cost"].as_f64().unwrap();
    let more = other["more"].as_f64().unwrap();
    assert!((cost(other) - cost(&json) - more).abs() < 1e-9 && 0.0 <= more);
    assert!(other["first_difference"]["event"].is_u64() && other["expanded"].is_u64());
}

#[test]
fn build_says_which_lanes_are_not_in_the_mesh() {
    let (plan, mesh) = (scratch("lanes.wayglass"), scratch("lanes.mesh"));
    let text = "wayglass 1\nagent 0 round\nborder any\n  ring 0 0 9 0 9 9 0 9\n\
                wall 1\n  line 1 4 8 4\nlane-vertex 1 1 1 \"\"\nlane-vertex 2 8 1 \"\"\nlane 4 1 2 1.5\n";
    fs::write(&plan, text).unwrap();
    let built = wayglass(&["build", plan.to_str().unwrap(), mesh.to_str().unwrap()]);
    let told = String::from_utf8(built.stdout).unwrap();
    assert!(told.contains("lane 4 is left out: the mesh is of the ground"), "{told}");
}
