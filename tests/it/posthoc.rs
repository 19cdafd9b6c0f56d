//! Searches as Posthoc reads them, checked by a reader of our own.

use std::fs;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::{Command, Output};

use expect_test::expect;
use saphyr::{LoadableYamlNode as _, Scalar, Yaml};
use serde_json::{Map, Value, json};
use wayglass::document::recording;
use wayglass::example::Example;
use wayglass::format::posthoc::{self, Ending, Failure, Kind, Notation, Recording, Step};
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::search::{Algorithm, Ground, Preparation, Searcher, Trace, sample_queries};

use crate::samples::corpus;

mod checker;
use checker::{Strict, checked, checked_as, holds};

/// YAML as the same tree that JSON gives.
fn parsed(text: &str) -> Value {
    let documents = Yaml::load_from_str(text).unwrap();
    assert_eq!(documents.len(), 1);
    tree(&documents[0])
}

fn tree(yaml: &Yaml<'_>) -> Value {
    match yaml {
        Yaml::Sequence(values) => values.iter().map(tree).collect(),
        Yaml::Mapping(values) => {
            let entries = values
                .iter()
                .map(|(key, value)| (key.as_str().expect("keys are text").to_owned(), tree(value)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
        Yaml::Value(Scalar::String(text)) => json!(text),
        Yaml::Value(Scalar::Integer(number)) => json!(number),
        Yaml::Value(Scalar::FloatingPoint(number)) => json!(number.into_inner()),
        Yaml::Value(Scalar::Boolean(truth)) => json!(truth),
        _ => Value::Null,
    }
}

/// The same with all numbers as floating point, as JavaScript has them, but for what readers of JSON round.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64().map(|number| format!("{number:.12e}"))),
        Value::Array(values) => values.iter().map(plain).collect(),
        Value::Object(values) => {
            Value::Object(values.iter().map(|(key, value)| (key.clone(), plain(value))).collect())
        }
        other => other.clone(),
    }
}

fn path(map: &str, from: &str, to: &str, trace: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayglass"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"))
        .args(["path", map, "--from", from, "--to", to, "--trace", trace])
        .output()
        .unwrap()
}

/// A place for a trace that a test writes.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("posthoc");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// What the command line writes about a search keeps all rules, and says the same in both notations.
fn check(map: &str, from: &str, to: &str, name: &str) -> String {
    let [yaml, json] = ["yaml", "json"].map(|ending| {
        let file = scratch(&format!("{name}.trace.{ending}"));
        path(map, from, to, file.to_str().unwrap());
        fs::read_to_string(file).unwrap()
    });
    let (yaml, json): (Value, Value) = (parsed(&yaml), serde_json::from_str(&json).unwrap());
    assert!(plain(&yaml) == plain(&json), "{name} says different things in YAML and JSON");
    checked(&yaml).unwrap_or_else(|fault| panic!("{map} from {from} to {to}: {fault}"))
}

#[test]
fn a_search_on_a_map_becomes_a_trace_that_keeps_the_rules() {
    let found = check("district.mesh", "62,20", "186,140", "found");
    for kind in ["closing", "end", "expanding", "generating", "passing", "pruning"] {
        assert!(found.contains(kind), "{found}");
    }
    let apart = check("islands.mesh", "60,100", "290,128", "apart");
    expect!["1 destination, 1 failed, 1 source"].assert_eq(&apart);
    let outside = check("district.mesh", "-5,0", "62,20", "outside");
    expect!["1 destination, 1 failed, 1 source"].assert_eq(&outside);
    let beside = check("district.mesh", "62,20", "62,20.1", "beside");
    expect!["1 destination, 1 end, 1 source"].assert_eq(&beside);
}

#[test]
fn whole_scenarios_keep_the_rules() {
    let text = include_str!("../../assets/islands.mesh.scen");
    for (number, line) in text.lines().skip(1).step_by(5).enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let (from, to) = (fields[4..6].join(","), fields[6..8].join(","));
        check("islands.mesh", &from, &to, &format!("islands-{number}"));
    }
}

#[test]
fn a_small_trace_can_be_read_by_people() {
    let id = |number: u32| NonZeroU32::new(number).unwrap();
    let step = |kind, number, parent: Option<u32>| Step {
        kind,
        id: id(number),
        parent: parent.map(id),
        f: Some(9.49),
        g: Some(0.0),
        root: Some(Point::new(-0.0, 0.0)),
        interval: Some([Point::new(3.0, 2.0), Point::new(3.0, -1e-7)]),
        face: Some(4),
    };
    let recording = Recording {
        start: Some(Point::new(0.0, 0.0)),
        goal: Some(Point::new(9.0, 3.0)),
        queued: None,
        others: Vec::new(),
        steps: vec![
            step(Kind::Generating, 1, None),
            step(Kind::Expanding, 1, None),
            step(Kind::Generating, 2, Some(1)),
            step(Kind::PruningDominated, 2, Some(1)),
            step(Kind::Closing, 1, None),
        ],
        ending: Ending::Found {
            parent: Some(id(1)),
            cost: Some(90_f64.sqrt()),
            path: vec![Point::new(0.0, 0.0), Point::new(9.0, 3.0)],
        },
        n_left_out: 0,
    };
    let text = posthoc::write(&recording, Notation::Yaml);
    checked(&parsed(&text)).unwrap();
    expect![[r#"
        version: 1.4.0
        views:
          interval:
            - {"$":"path","points":[{"x":"${{ $.lx }}","y":"${{ $.ly }}"},{"x":"${{ $.rx }}","y":"${{ $.ry }}"}],"line-width":0.02,"fill":"${{ color[$.type] || color.red }}","clear":"closing"}
          cone:
            - {"$":"polygon","points":[{"x":"${{ $.x }}","y":"${{ $.y }}"},{"x":"${{ $.lx }}","y":"${{ $.ly }}"},{"x":"${{ $.rx }}","y":"${{ $.ry }}"}],"alpha":0.25,"fill":"${{ color[$.type] || color.red }}","clear":true,"$info":{"face":"${{ $.face }}","f":"${{ $.f }}","g":"${{ $.g }}"}}
          main:
            - {"$":"circle","x":"${{ $.x }}","y":"${{ $.y }}","radius":0.08,"fill":"${{ color[$.type] || color.red }}","$if":"${{ $.type === 'source' || $.type === 'destination' || $.type === 'failed' }}"}
            - {"$":"interval","$if":"${{ $.lx !== undefined && $.type !== 'closing' }}"}
            - {"$":"cone","$if":"${{ $.type === 'expanding' || $.type === 'passing' }}"}
            - {"$":"path","points":"${{ $.path }}","line-width":0.04,"fill":"${{ color.end }}","$if":"${{ $.type === 'end' }}"}
        pivot: {"x":"${{ $.x }}","y":"${{ $.y }}","scale":1}
        events:
          - { type: source, id: s, x: 0, y: 0 }
          - { type: destination, id: t, x: 9, y: 3 }
          - { type: generating, id: 1, pId: s, f: 9.49, g: 0, x: 0, y: 0, lx: 3, ly: 2, rx: 3, ry: -1e-7, face: 4 }
          - { type: expanding, id: 1, pId: s, f: 9.49, g: 0, x: 0, y: 0, lx: 3, ly: 2, rx: 3, ry: -1e-7, face: 4 }
          - { type: generating, id: 2, pId: 1, f: 9.49, g: 0, x: 0, y: 0, lx: 3, ly: 2, rx: 3, ry: -1e-7, face: 4 }
          - { type: pruning, id: 2, pId: 1, f: 9.49, g: 0, x: 0, y: 0, lx: 3, ly: 2, rx: 3, ry: -1e-7, face: 4, reason: dominated }
          - { type: closing, id: 1, pId: s, f: 9.49, g: 0, x: 0, y: 0, lx: 3, ly: 2, rx: 3, ry: -1e-7, face: 4 }
          - { type: end, id: t, pId: 1, f: 9.486832980505138, g: 9.486832980505138, x: 9, y: 3, path: [{ x: 0, y: 0 }, { x: 9, y: 3 }] }
    "#]].assert_eq(&text);
}

#[test]
fn among_many_events_shapes_do_not_wait_for_each_other() {
    let trace = |n_nodes: u32| {
        let steps = (1..=n_nodes).flat_map(|number| {
            let id = NonZeroU32::new(number).unwrap();
            let kinds = [Kind::Generating, Kind::Expanding, Kind::Closing];
            kinds.map(|kind| Step {
                kind,
                id,
                parent: NonZeroU32::new(number - 1),
                f: Some(1e17 * f64::from(number)),
                g: Some(0.0),
                root: Some(Point::new(0.0, 0.0)),
                interval: Some([Point::new(f64::from(number), 1e-300), Point::new(1.0, 1.0)]),
                face: Some(-3),
            })
        });
        let recording = Recording {
            start: Some(Point::new(0.0, 0.0)),
            goal: Some(Point::new(1.0, 1.0)),
            queued: None,
            others: Vec::new(),
            steps: steps.collect(),
            ending: Ending::Failed(Failure::GaveUp),
            n_left_out: 5,
        };
        parsed(&posthoc::write(&recording, Notation::Yaml))
    };
    for (n_nodes, waits) in [(900, true), (1100, false)] {
        let trace = trace(n_nodes);
        checked(&trace).unwrap();
        assert_eq!(holds(&trace["views"], &|value| value == "closing"), waits);
        let last = trace["events"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["reason"], &last["leftOut"]), (&json!("gave_up"), &json!(5)));
    }
}

#[test]
fn what_is_no_number_is_left_out() {
    let odd = Step {
        kind: Kind::Generating,
        id: NonZeroU32::MAX,
        parent: None,
        f: Some(f64::NAN),
        g: Some(f64::INFINITY),
        root: Some(Point::new(f64::NAN, 0.5)),
        interval: Some([Point::new(f64::NEG_INFINITY, f64::MAX), Point::new(5e-324, -1e15)]),
        face: Some(i64::MIN),
    };
    let recording = Recording {
        start: Some(Point::new(f64::NAN, 0.0)),
        goal: Some(Point::new(0.0, 0.0)),
        queued: None,
        others: Vec::new(),
        steps: vec![odd],
        ending: Ending::Found {
            parent: None,
            cost: Some(f64::NAN),
            path: vec![Point::new(0.0, f64::NAN)],
        },
        n_left_out: 0,
    };
    for notation in [Notation::Yaml, Notation::Json] {
        let text = posthoc::write(&recording, notation);
        let trace = match notation {
            Notation::Yaml => parsed(&text),
            Notation::Json => serde_json::from_str(&text).unwrap(),
        };
        let event = trace["events"][2].as_object().unwrap();
        let keys: Vec<&str> = event.keys().map(String::as_str).collect();
        assert_eq!(keys, ["type", "id", "pId", "y", "ly", "rx", "ry", "face"]);
        assert_eq!(event["ly"].as_f64(), Some(f64::MAX));
        assert_eq!(event["rx"].as_f64(), Some(5e-324));
        assert_eq!(trace["events"][3]["path"], json!([]));
    }
}

#[test]
fn a_name_that_posthoc_would_not_open_is_refused_first() {
    let file = scratch("refused.yaml");
    let Output { status, stdout, stderr } =
        path("no such map", "0,0", "1,1", file.to_str().unwrap());
    assert_eq!((status.code(), stdout.is_empty()), (Some(1), true));
    let message = String::from_utf8(stderr).unwrap();
    assert!(message.contains(".trace.yaml, .trace.yml, .trace.json"), "{message}");
    assert!(!file.exists());
}

#[test]
fn a_trace_is_announced_and_does_not_change_the_answer() {
    let file = scratch("announced.trace.yml");
    let Output { status, stdout, .. } =
        path("islands.mesh", "60,100", "290,128", file.to_str().unwrap());
    assert_eq!(status.code(), Some(2));
    let text = String::from_utf8(stdout).unwrap();
    assert!(
        text.starts_with(
            "no path: start and goal are not connected\n1 event of the search written to "
        ),
        "{text}"
    );
}

#[test]
fn the_checker_sees_each_broken_rule() {
    let good = {
        check("district.mesh", "62,20", "62,30", "good");
        fs::read_to_string(scratch("good.trace.yaml")).unwrap()
    };
    let faults = [
        ("version: 1.4.0", "version: 1.0.5", "the version"),
        ("type: source, id: s", "type: source, id: 0", "no id is 0"),
        ("id: 1, pId: s", "id: 1, pId: 77", "a parent is known"),
        ("type: generating", "type: closing", "closes after it was expanded"),
        ("type: end", "type: failed", "a failure has a reason"),
        ("type: source", "type: ''", "no text is empty"),
        ("!== 'closing'", "!== 'other'", "is not drawn then"),
        ("${{ $.lx }}", "${{ $.left }}", "the event has no $.left"),
        ("${{ $.lx }}", "${{ alert(1) }}", "the event has no alert(1)"),
        ("\"$\":\"circle\"", "\"$\":\"disc\"", "disc is a view"),
    ];
    for (from, to, rule) in faults {
        let broken = good.replacen(from, to, 1);
        assert_ne!(broken, good, "{from}");
        let fault = checked(&parsed(&broken)).unwrap_err();
        assert!(fault.contains(rule), "{from} became {to}: {fault}");
    }
}

#[test]
fn every_algorithm_keeps_the_rules_on_every_map() {
    let mut n_long = 0;
    for example in Example::ALL {
        let Ok(import) = format::read(example.bytes) else { continue };
        let Content::Mesh(mesh) = import.content else { continue };
        let ground = Ground::new(mesh, &Preparation::default());
        for query in sample_queries(ground.mesh(), 3, 5) {
            for &algorithm in Algorithm::ALL {
                let mut searcher = Searcher::default();
                let mut heard = Trace::new(query);
                let outcome = searcher.find(algorithm, &ground, &query, &mut heard);
                let told = recording(&ground, &heard, outcome, searcher.corners());
                let trace = parsed(&posthoc::write(&told, Notation::Yaml));
                n_long += usize::from(3_000 < told.steps.len());
                // A mesh with links or costs has paths that are not as long as they cost, and A* may look again.
                let is_plain = ground.mesh().links().is_empty() && algorithm == Algorithm::Polyanya;
                let fault = checked_as(&trace, Strict { rising: is_plain, plain: is_plain }).err();
                assert_eq!(fault, None, "{} by {algorithm:?}", example.file_name);
            }
        }
    }
    assert!(0 < n_long, "some of them are long");
}

#[test]
fn the_example_of_the_format_keeps_the_rules() {
    let Some(folder) = corpus() else { return };
    let text = fs::read_to_string(folder.join("posthoc_demo.trace.yaml")).unwrap();
    // It rounds the cost to two decimals; ours are as long as the path.
    checked(&parsed(&text.replace("9.49", "9.486832980505138"))).unwrap();
}
