//! Traces and logs of searches, ours and those of others, read again.

use std::fmt::Write as _;
use std::fs;

use expect_test::{Expect, expect};
use serde_json::Value;
use wayglass::document::recording;
use wayglass::example::Example;
use wayglass::format::posthoc::{self, Ending, Kind, Notation, Recording};
use wayglass::format::{self, Content, Format};
use wayglass::geom::Point;
use wayglass::search::{Algorithm, Ground, Preparation, Query, Searcher, Trace};

use crate::cli::{check as check_cli, scratch, wayglass};
use crate::samples::corpus;

fn read(text: &str) -> Recording {
    match format::read(text.as_bytes()).unwrap().content {
        Content::Trace(recording) => recording,
        other => panic!("no trace: {other:?}"),
    }
}

/// What is read of a trace, or why nothing is.
fn check(text: &str, expected: Expect) {
    let import = match format::read(text.as_bytes()) {
        Ok(import) => import,
        Err(error) => return expected.assert_eq(&format!("{error}\n")),
    };
    let Content::Trace(recording) = &import.content else { panic!("no trace") };
    let mut said = String::new();
    let place = |p: Option<Point>| p.map_or("-".to_owned(), |p| format!("{},{}", p.x, p.y));
    let number = |n: Option<f64>| n.map_or("-".to_owned(), |n| n.to_string());
    let (start, goal) = (place(recording.start), place(recording.goal));
    let _ = writeln!(said, "from {start} to {goal}");
    for step in &recording.steps {
        let parent = step.parent.map_or("-".to_owned(), |id| id.to_string());
        let [left, right] = step.interval.map_or([None; 2], |ends| ends.map(Some)).map(place);
        let (f, g, root) = (number(step.f), number(step.g), place(step.root));
        let kind = recording.type_of(step);
        let _ = writeln!(said, "{kind} {} of {parent}: {f} {g} {root} {left} {right}", step.id);
    }
    let _ = writeln!(said, "{:?}", recording.ending);
    for finding in import.findings.list() {
        let at = finding.origin.map_or_else(String::new, |at| format!("{at}: "));
        let _ = writeln!(said, "{at}{}", finding.message);
    }
    expected.assert_eq(&said);
}

#[test]
fn what_we_write_comes_back_equal() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut n_found, mut n_failed, mut n_steps) = (0, 0, 0);
    for name in ["islands.mesh", "district.mesh", "keep.dpm"] {
        let example = Example::ALL.iter().find(|example| example.file_name == name).unwrap();
        let Content::Mesh(mesh) = format::read(example.bytes).unwrap().content else { panic!() };
        let bounds = mesh.bounds();
        let ground = Ground::new(mesh, &Preparation::default());
        for _ in 0..40 {
            let mut place = || {
                let (x, y) = (random.f64() * bounds.width(), random.f64() * bounds.height());
                bounds.min + Point::new(x, y)
            };
            let query = Query { start: place(), goal: place() };
            let limit = random.usize(1..3000);
            let mut trace = Trace::with_limit(query, limit);
            let mut searcher = Searcher::default();
            let outcome = searcher.find(Algorithm::default(), &ground, &query, &mut trace);
            let written = recording(&ground, &trace, outcome, searcher.corners());
            for notation in [Notation::Yaml, Notation::Json] {
                let text = posthoc::write(&written, notation);
                assert_eq!(Format::of(text.as_bytes()), Some(Format::Posthoc));
                assert_eq!(read(&text), written, "{name}: {query:?}, {notation:?}");
            }
            n_found += usize::from(matches!(written.ending, Ending::Found { .. }));
            n_failed += usize::from(matches!(written.ending, Ending::Failed(_)));
            n_steps += written.steps.len();
        }
    }
    assert!(20 < n_found && 20 < n_failed && 10_000 < n_steps, "{n_found} {n_failed} {n_steps}");
}

#[test]
fn traces_of_others_are_read_in_all_their_shapes() {
    check(
        "version: 1.0.5\nrender: {}\nevents:\n  \
         - {type: source, id: start node, x1: 1, y1: 2}\n  \
         - {type: source, id: start node, x1: 9, y1: 9}\n  \
         - {type: destination, id: '0', cx: 7, cy: 8}\n  \
         - {type: generate, id: a, pId: \"null\", f: 3, g: 0, x1: 1, y1: 2, x2: 3, y2: 4, x3: 5, y3: 6}\n  \
         - {type: expanding, id: a, pId: start node, cx: 1, cy: 2, x1: 3, y1: 4, x2: 5, y2: 6}\n  \
         - {type: 'my own: word', id: '7', pId: a, x: 1, y: 1, more: [1, {a: b}]}\n  \
         - {type: end, id: '0', pId: '7', f: 9}\n",
        expect![[r#"
            from 1,2 to 7,8
            generating 1 of -: 3 0 1,2 3,4 5,6
            expanding 1 of -: - - 1,2 3,4 5,6
            my own: word 7 of 1: - - 1,1 - -
            Found { parent: Some(7), cost: Some(9.0), path: [] }
        "#]],
    );
    check(
        "{\n\t\"version\": \"1.4.0\",\n\t\"events\": [\n\t\t{\"type\": \"source\", \"id\": 12, \"x\": 0, \"y\": 0},\n\
         \t\t{\"type\": \"expanding\", \"id\": 12, \"pId\": null, \"f\": 4.5, \"x\": 0, \"y\": 0},\n\
         \t\t{\"type\": \"generating\", \"id\": 13, \"pId\": 12, \"f\": 4, \"x\": 1, \"y\": 0, \"name\": \"\\u00e9\\\"\\/\"}\n\t]\n}\n",
        expect![[r#"
            from 0,0 to -
            expanding 12 of -: 4.5 - 0,0 - -
            generating 13 of 12: 4 - 1,0 - -
            Untold
            line 6: node 13 has f 4, less than the 4.5 of its parent 12
        "#]],
    );
}

#[test]
fn expressions_are_text_and_what_is_no_number_is_left_out() {
    check(
        "version: 1.4.0\nviews:\n  main:\n    - { $: circle, x: \"${{ while (true) {} }}\" }\nevents:\n  \
         - {type: generating, id: 1, f: \"${{ 1 + 1 }}\", g: .inf, x: [1], y: ~}\n",
        expect![[r#"
            from - to -
            generating 1 of -: - - - - -
            Untold
            line 6: f of an event should be a number, so it was left out
            line 6: g of an event should be a number, so it was left out
            line 6: x of an event should be a number, so it was left out
        "#]],
    );
}

#[test]
fn what_is_odd_is_told_with_its_line() {
    check(
        "events:\n  - {type: generating, id: 2, pId: 1, f: 5}\n  - {type: generating, id: 1, f: 5}\n  \
         - {type: generating, id: 3, pId: 1, f: 4.9}\n  - {type: generating, id: 4, pId: 1, f: 4.99999}\n",
        expect![[r#"
            from - to -
            generating 2 of 1: 5 - - - -
            generating 1 of -: 5 - - - -
            generating 3 of 1: 4.9 - - - -
            generating 4 of 1: 4.99999 - - - -
            Untold
            line 2: node 2 comes out of node 1, of which nothing has been said
            line 4: node 3 has f 4.9, less than the 5 of its parent 1
        "#]],
    );
}

#[test]
fn wrong_traces_are_refused_with_the_line() {
    let beginning = "version: 1.4.0\nevents:";
    for (text, expected) in [
        (
            " {}\n",
            expect![[r#"
            line 2: expected a list of events, found a map
        "#]],
        ),
        (
            " 7\n",
            expect![[r#"
            line 2: expected a list of events, found "7"
        "#]],
        ),
        (
            "\n  - {type: a, id: 1}\n  - what\n",
            expect![[r#"
            line 4: expected an event with a type and an id, found "what"
        "#]],
        ),
        (
            "\n  - {type: a, id: 1}\n  - {id: 1}\n",
            expect![[r#"
            line 4: expected the type of an event, found none
        "#]],
        ),
        (
            "\n  - {type: a}\n",
            expect![[r#"
            line 3: expected the id of an event, found none
        "#]],
        ),
        (
            "\n  - {type: [a], id: 1}\n",
            expect![[r#"
            line 3: expected the type of an event, found a list
        "#]],
        ),
        (
            "\n  - {type: end, id: 1, path: [{x: 1}]}\n",
            expect![[r#"
            line 3: expected a corner with x and y, found a map
        "#]],
        ),
        (
            "\n  - {type: a, id: 1\n",
            expect![[r#"
            line 4: this is no YAML: while parsing a flow mapping, did not find expected ',' or '}'
        "#]],
        ),
        (
            " &a\n  - *a\n",
            expect![[r#"
            line 3: expected an event with a type and an id, found a list
        "#]],
        ),
    ] {
        check(&format!("{beginning}{text}"), expected);
    }
}

#[test]
fn any_recording_comes_back_even_with_the_words_of_others() {
    let words = ["", "null", "true", "1", "- x", "a: b", "é \"quoted\"", "#", "end", "Source", "{"];
    let steps = words.iter().enumerate().map(|(place, _)| posthoc::Step {
        kind: Kind::Other(place as u32),
        id: std::num::NonZeroU32::new(place as u32 + 1).unwrap(),
        parent: None,
        f: (place % 2 == 0).then_some(place as f64),
        g: None,
        root: (place % 3 == 0).then_some(Point::new(1.0, 2.0)),
        interval: None,
        face: None,
    });
    let others = words.iter().map(|word| (*word).to_owned()).collect();
    let recording = Recording {
        start: None,
        goal: Some(Point::new(0.1, 1e-300)),
        steps: steps.collect(),
        queued: None,
        others,
        ending: Ending::Found { parent: None, cost: None, path: vec![] },
        n_left_out: 3,
    };
    for notation in [Notation::Yaml, Notation::Json] {
        assert_eq!(read(&posthoc::write(&recording, notation)), recording);
    }
}

#[test]
fn the_example_of_the_format_is_read() {
    let Some(folder) = corpus() else { return };
    let text = fs::read_to_string(folder.join("posthoc_demo.trace.yaml")).unwrap();
    check(
        &text,
        expect![[r#"
        from 0,0 to 9,3
        generating 1 of -: 9.49 0 0,0 3,2 3,-1
        expanding 1 of -: 9.49 0 0,0 3,2 3,-1
        closing 1 of -: 9.49 0 0,0 3,2 3,-1
        Found { parent: Some(1), cost: Some(9.49), path: [Point { x: 0.0, y: 0.0 }, Point { x: 9.0, y: 3.0 }] }
    "#]],
    );
}

const LOG: &str = "generating init node: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\n\
    popped off: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\n\
    \tpushing: root=(0, 0); left=(4, 2); right=(4, 1); f=9.5, g=0\n\
    popped off: root=(0, 0); left=(4, 2); right=(4, 1); f=9.5, g=0\nfound end - terminating!\n";

#[test]
fn trace_says_what_a_log_tells_and_writes_it_for_posthoc() {
    let [log, output] = ["search.log", "search.trace.json"].map(scratch);
    fs::write(&log, LOG).unwrap();
    let printed = wayglass(&["trace", log.to_str().unwrap(), output.to_str().unwrap()]);
    let text = String::from_utf8(printed.stdout).unwrap();
    let said = [&log, &output].into_iter().fold(text, |text, path| {
        text.replace(path.to_str().unwrap(), path.file_name().unwrap().to_str().unwrap())
    });
    expect![[r#"
        search.log
          format      Polyanya log
          events      1 closing, 1 expanding, 2 generating
          nodes       2
          from        0, 0
          to          not told
          ended       with a path of cost 9.5
        search.trace.json written
    "#]]
    .assert_eq(&said);
    let Content::Trace(first) = format::read(LOG.as_bytes()).unwrap().content else { panic!() };
    assert_eq!(read(&fs::read_to_string(&output).unwrap()), first);
    let json = wayglass(&["trace", output.to_str().unwrap(), "--json"]).stdout;
    let json: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!((&json["outcome"], &json["cost"]), (&"found".into(), &9.5.into()));
    assert_eq!(json["events"]["generating"], 2);
    assert_eq!(json["odd"], Value::Array(Vec::new()));
}

#[test]
fn other_commands_say_that_a_trace_is_no_map() {
    let log = scratch("no-map.log");
    fs::write(&log, LOG).unwrap();
    let name = log.to_str().unwrap();
    let wrong: [&[&str]; 5] = [
        &["path", name, "--from", "0,0", "--to", "1,1"],
        &["render", name, "out.png", "--from", "0,0", "--to", "1,1"],
        &["render", "islands.mesh", "out.png", "--trace", "maze.scen"],
        &["convert", name, "out.mesh"],
        &["build", name, "out.mesh"],
    ];
    let said: String = wrong
        .iter()
        .map(|arguments| String::from_utf8(wayglass(arguments).stderr).unwrap())
        .map(|text| text.replace(name, "no-map.log"))
        .collect();
    expect![[r#"
        wayglass: no-map.log: there are no faces in a Polyanya log
        wayglass: no-map.log: there are no faces in a Polyanya log
        wayglass: maze.scen: this is no trace of a search
        wayglass: a mesh v3 file holds faces, but there are only the steps of a search
        wayglass: no-map.log: there is nothing to build from in a Polyanya log
    "#]]
    .assert_eq(&said);
    check_cli(
        &["trace", "islands.mesh"],
        expect![[r#"
        wayglass: islands.mesh: this is a mesh v3, no trace of a search
        exit 1
    "#]],
    );
    let inspected = wayglass(&["inspect", name]).stdout;
    let text = String::from_utf8(inspected).unwrap();
    expect![[r#"
        no-map.log
          format      Polyanya log
          events      1 closing, 1 expanding, 2 generating
          nodes       2
          from        0, 0
          to          not told
          ended       with a path of cost 9.5
          bounds      0, -2 to 4, 2
          findings    0 errors, 0 warnings, 0 notes
    "#]]
    .assert_eq(&text.replace(name, "no-map.log"));
    assert_eq!(wayglass(&["check", name]).status.code(), Some(0));
}

#[test]
fn a_trace_or_log_becomes_a_picture_with_a_map_and_without() {
    let [log, trace] = ["drawn.log", "drawn.trace.yaml"].map(scratch);
    fs::write(&log, LOG).unwrap();
    let (log, trace) = (log.to_str().unwrap(), trace.to_str().unwrap());
    wayglass(&["path", "district.mesh", "--from", "62,20", "--to", "186,140", "--trace", trace]);
    let render = |arguments: &[&str], name: &str| {
        let picture = scratch(name);
        let place = picture.to_str().unwrap();
        let output = wayglass(&[&["render", arguments[0], place], &arguments[1..]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).unwrap();
        (said.replace(place, name), fs::read(picture).unwrap())
    };
    let (said, alone) = render(&[log], "log.svg");
    expect![[r#"
        log.svg: 1200x800 pixels
        ended with a path of cost 9.5
        shown after event 6 of 6
    "#]]
    .assert_eq(&said);
    let alone = String::from_utf8(alone).unwrap();
    let has = |picture: &str, ink: &str| picture.contains(&format!("class=\"{ink} "));
    assert!(has(&alone, "start") && !has(&alone, "goal"), "nobody says where it leads");
    let (_, early) = render(&[trace, "--step", "60"], "early.svg");
    let early = String::from_utf8(early).unwrap();
    assert!(has(&early, "open-node") && has(&early, "goal") && !has(&early, "path"));
    assert!(!has(&early, "walkable"), "there is no map");
    let (_, on_map) = render(&["district.mesh", "--trace", trace], "on-map.svg");
    let on_map = String::from_utf8(on_map).unwrap();
    assert!(["walkable", "closed-face", "path"].iter().all(|ink| has(&on_map, ink)));
    let (said, gif) = render(&[trace, "--size", "200x150", "--seconds", "1"], "trace.gif");
    assert!(gif.starts_with(b"GIF89a") && said.contains(" frames in "), "{said}");
    let (_, png) = render(&[log, "--size", "200x150"], "log.png");
    assert!(png.starts_with(b"\x89PNG"));
}
