use super::*;
use crate::document::recording::first_events;
use crate::example::Example;
use crate::format::posthoc::{self, Notation};
use crate::format::{self, Content};
use crate::search::trace::{Event, Kind as Happened};
use crate::search::{Algorithm, Searcher};

fn read(text: &str) -> Recording {
    let Content::Trace(recording) = format::read(text.as_bytes()).unwrap().content else {
        panic!("no trace")
    };
    recording
}

fn yaml(events: &str) -> Replayed {
    replayed(&read(&format!("version: 1.4.0\nevents:\n{events}")), &no_ground())
}

/// What happened to which node.
fn steps(trace: &Trace) -> Vec<(Happened, u32)> {
    let number = |event: Event| event.node.map_or(0, |node| node.id.number().get());
    trace.events().map(|event| (event.kind, number(event))).collect()
}

#[test]
fn our_own_searches_come_back_as_they_were() {
    for example in ["islands.mesh", "district.mesh"] {
        let example = Example::ALL.iter().find(|known| known.file_name == example).unwrap();
        let Content::Mesh(mesh) = format::read(example.bytes).unwrap().content else { panic!() };
        let ground = Ground::new(mesh, &Preparation::default());
        for &algorithm in Algorithm::ALL {
            for query in crate::search::sample_queries(ground.mesh(), 4, 7) {
                let mut trace = Trace::new(query);
                let mut searcher = Searcher::default();
                let outcome = searcher.find(algorithm, &ground, &query, &mut trace);
                let told = crate::document::recording(&ground, &trace, outcome, searcher.corners());
                let told = read(&posthoc::write(&told, Notation::Yaml));
                let again = replayed(&told, &ground);
                assert_eq!(steps(&again.trace), steps(&trace), "{algorithm:?}");
                assert_eq!(again.trace.outcome(), Some(outcome));
                assert_eq!((again.path, again.n_skipped), (searcher.corners(), 0));
                for (old, new) in trace.nodes().zip(again.trace.nodes()) {
                    assert_eq!((old.id, old.parent), (new.id, new.parent));
                    assert_eq!((old.seen.root, old.seen.g), (new.seen.root, new.seen.g));
                    assert_eq!(ground.origin_of(old.seen.face), ground.origin_of(new.seen.face));
                    assert!((old.seen.f - new.seen.f).abs() < 1e-3);
                    let [left, right] =
                        [0, 1].map(|end| old.seen.interval[end].distance(new.seen.interval[end]));
                    assert!(left.max(right) < 1e-3, "{left} {right}");
                }
            }
        }
    }
}

#[test]
fn what_is_left_out_is_taken_from_the_node_before() {
    let Replayed { trace, path, n_skipped, bounds, .. } = yaml(
        "  - {type: source, id: a, x: 1, y: 1}\n  - {type: generating, id: a, x: 1, y: 1}\n  \
         - {type: generating, id: b, pId: a, x: 4, y: 5}\n  - {type: closing, id: b}\n  \
         - {type: updating, id: b}\n  - {type: wondering, id: c, pId: b}\n",
    );
    let nodes: Vec<Seen> = trace.nodes().map(|node| node.seen).collect();
    let (from, to) = (Point::new(1.0, 1.0), Point::new(4.0, 5.0));
    assert_eq!(nodes.len(), 3);
    assert_eq!((nodes[1].g, nodes[1].f, nodes[1].interval), (5.0, 5.0, [from, to]));
    assert_eq!((nodes[2].root, nodes[2].g, nodes[2].face), (to, 5.0, Seen::UNTOLD));
    let closings = trace.events().filter(|event| event.kind == Happened::Expanded).count();
    assert_eq!((closings, n_skipped, path.len()), (1, 1, 0));
    assert_eq!((bounds.min, bounds.max), (from, to));
}

#[test]
fn a_log_has_a_path_though_it_does_not_say_so() {
    let log = "generating init node: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\n\
        popped off: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\n\
        \tpushing: root=(1, 2); left=(4, 2); right=(4, 1); f=9.5, g=2.2\n\
        popped off: root=(1, 2); left=(4, 2); right=(4, 1); f=9.5, g=2.2\nfound end - terminating!\n";
    let Replayed { trace, path, goal, .. } = replayed(&read(log), &no_ground());
    assert_eq!(path, [Point::new(0.0, 0.0), Point::new(1.0, 2.0)]);
    assert_eq!(goal, None, "it only says that it got there");
    assert_eq!(trace.outcome(), Some(Outcome::Found { cost: 9.5 }));
}

#[test]
fn odd_numbers_and_odd_families_do_no_harm() {
    let Replayed { trace, .. } = yaml(
        "  - {type: generating, id: 1, pId: 1, x: .nan, y: 1e300, f: .inf, face: -5}\n  \
         - {type: generating, id: 1, pId: 2, x: 1, y: 1, face: 99999999999}\n  \
         - {type: expanding, id: 2, pId: 1}\n  - {type: expanding, id: 2}\n  \
         - {type: end, id: t, pId: 77}\n",
    );
    assert!(trace.nodes().all(|node| node.seen.root.is_sound() && node.seen.f.is_finite()));
    assert_eq!((trace.n_nodes(), trace.last()), (3, None));
}

#[test]
fn a_search_that_is_too_long_is_told_as_far_as_it_goes() {
    let example = Example::ALL.iter().find(|known| known.file_name == "district.mesh").unwrap();
    let Content::Mesh(mesh) = format::read(example.bytes).unwrap().content else { panic!() };
    let ground = Ground::new(mesh, &Preparation::default());
    let query = crate::search::sample_queries(ground.mesh(), 9, 7).pop().unwrap();
    let mut trace = Trace::new(query);
    let mut searcher = Searcher::default();
    let outcome = searcher.find(Algorithm::Polyanya, &ground, &query, &mut trace);
    let n_events = trace.n_events();
    for most in [0, 1, 7, n_events / 2, n_events - 1, n_events] {
        let path = searcher.corners();
        let told = first_events(most, &ground, &trace, outcome, path);
        assert_eq!(told.n_left_out, (n_events - most) as u64);
        let told = read(&posthoc::write(&told, Notation::Json));
        let again = replayed(&told, &ground);
        // The end is told in any case.
        let n_told = most.min(n_events - 1);
        assert_eq!(steps(&again.trace)[..n_told], steps(&trace)[..n_told]);
        assert_eq!(again.trace.n_events(), n_told + 1);
        assert_eq!(again.trace.last().is_some(), n_events - 1 <= most, "{most} of {n_events}");
    }
}
