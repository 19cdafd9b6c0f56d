//! What a search says, against a slow replay of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use expect_test::expect;
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::Navmesh;
use wayglass::search::trace::{Event, Kind, NodeId, Pruned, Seen};
use wayglass::search::{Ground, Polyanya, Preparation, Prunings, Query, Trace, TraceSink};

use crate::oracle::{random_mesh, random_point};
use crate::samples::corpus;

mod replay;
use replay::{compare_with_replay, listen};

/// Random meshes, each with a few queries.
fn for_random_queries(n_meshes: u64, mut check: impl FnMut(&Ground, &Query, &str)) {
    for seed in 0..n_meshes {
        let mut random = fastrand::Rng::with_seed(seed);
        let mesh = Arc::new(random_mesh(&mut random));
        for merge in [false, true] {
            let preparation = Preparation { merge, ..Preparation::default() };
            let ground = Ground::new(mesh.clone(), &preparation);
            for _ in 0..5 {
                let query = Query {
                    start: random_point(&mesh, &mut random),
                    goal: random_point(&mesh, &mut random),
                };
                check(&ground, &query, &format!("seed {seed}, merge {merge}, {query:?}"));
            }
        }
    }
}

/// A path that is long enough to be worth watching, on a map that comes with the program.
fn district() -> (Ground, Query) {
    let bytes = include_bytes!("../../assets/district.mesh");
    let ground = Ground::new(read_mesh(bytes), &Preparation::default());
    (ground, Query { start: Point::new(62.0, 20.0), goal: Point::new(186.0, 140.0) })
}

fn read_mesh(bytes: &[u8]) -> Arc<Navmesh> {
    match format::read(bytes).unwrap().content {
        Content::Mesh(mesh) => mesh,
        _ => panic!("not a mesh"),
    }
}

#[test]
fn a_search_round_a_corner_says_what_it_does() {
    // Three squares in the shape of an L: right of the first, above the second.
    let mesh = "mesh\n3\n8 3\n0 0\n2 0\n4 0\n0 2\n2 2\n4 2\n2 4\n4 4\n\
        1 4 1 2 5 4 0 0 2 0\n1 4 2 3 6 5 1 0 0 3\n1 4 5 6 8 7 0 2 0 0\n";
    let ground = Ground::new(read_mesh(mesh.as_bytes()), &Preparation::default());
    let query = Query { start: Point::new(0.0, 1.0), goal: Point::new(2.0, 4.0) };
    let trace = listen(&ground, &query).trace;
    let mut text = String::new();
    for Event { kind, node } in trace.events() {
        write!(text, "{kind:?}").unwrap();
        if let Some(node) = node {
            let parent =
                node.parent.map_or("the start".to_owned(), |id| format!("node {}", id.number()));
            let Seen { face, root, interval: [left, right], f, g } = node.seen;
            write!(text, " node {} out of {parent}: enters face {face},", node.id.number())
                .unwrap();
            write!(text, " from {},{} sees {},{}", root.x, root.y, left.x, left.y).unwrap();
            write!(text, " to {},{}, f {f:.3}, g {g:.3}", right.x, right.y).unwrap();
        }
        text.push('\n');
    }
    writeln!(text, "{:?}, turning at {:?}", trace.outcome(), trace.roots(trace.last().unwrap()))
        .unwrap();
    expect![[r#"
        Generated node 1 out of the start: enters face 1, from 0,1 sees 2,2 to 2,0, f 4.236, g 0.000
        Passed node 1 out of the start: enters face 1, from 0,1 sees 2,2 to 2,0, f 4.236, g 0.000
        Generated node 2 out of node 1: enters face 2, from 0,1 sees 2,2 to 4,2, f 4.236, g 0.000
        Pushed node 2 out of node 1: enters face 2, from 0,1 sees 2,2 to 4,2, f 4.236, g 0.000
        Reached node 2 out of node 1: enters face 2, from 0,1 sees 2,2 to 4,2, f 4.236, g 0.000
        Some(Found { cost: 4.23606797749979 }), turning at [Point { x: 0.0, y: 1.0 }]
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_traced_search_ends_as_one_that_nobody_hears() {
    let mut n_found = 0;
    for_random_queries(300, |ground, query, story| {
        for prunings in [Prunings::ALL, Prunings::NONE] {
            n_found += usize::from(ends_the_same(ground, query, prunings, story));
        }
    });
    assert!(1000 < n_found);
}

#[test]
fn that_holds_on_a_real_map_too() {
    let Some(folder) = corpus() else { return };
    let mesh = read_mesh(&fs::read(folder.join("mesh_v2/arena.mesh")).unwrap());
    let scenario = format::read(&fs::read(folder.join("mesh_v2/arena.scen")).unwrap()).unwrap();
    let Content::Scenario(scenario) = scenario.content else { panic!("not a scenario") };
    let ground = Ground::new(mesh, &Preparation::default());
    for instance in &scenario.instances {
        let query = Query { start: instance.start, goal: instance.goal };
        ends_the_same(&ground, &query, Prunings::ALL, &format!("{query:?}"));
    }
}

/// Whether there is a path; all that is said of it must be the same whether somebody listens or not.
fn ends_the_same(ground: &Ground, query: &Query, prunings: Prunings, story: &str) -> bool {
    let mut deaf = Polyanya::<()>::default();
    let mut heard = Polyanya::<Trace>::default();
    (deaf.prunings, heard.prunings) = (prunings, prunings);
    let outcome = deaf.find(ground, query, &mut ());
    let mut trace = Trace::new(*query);
    assert_eq!(heard.find(ground, query, &mut trace), outcome, "{story}");
    assert_eq!(heard.corners(), deaf.corners(), "{story}");
    assert_eq!(heard.counters(), deaf.counters(), "{story}");
    assert_eq!(trace.outcome(), Some(outcome), "{story}");
    let end = trace.event(trace.n_events() - 1).unwrap();
    let found = outcome.cost().is_some();
    assert_eq!(end.kind, if found { Kind::Reached } else { Kind::Failed }, "{story}");
    if let Some(last) = trace.last() {
        // The last turn may be at the end of the last interval, where no node stands.
        let (mut roots, corners) = (trace.roots(last), heard.corners());
        // Who starts where rounding has put them beside the ground stands next to there.
        roots.dedup_by(|a, b| a.distance(*b) < 1e-9);
        let same = roots.iter().zip(&corners).all(|(a, b)| a.distance(*b) < 1e-4);
        let n_more = corners.len().saturating_sub(roots.len());
        assert!(same && (1..=2).contains(&n_more), "{story}: {roots:?} {corners:?}");
    }
    found
}

#[test]
fn the_state_after_any_event_is_that_of_a_slow_replay() {
    for_random_queries(60, |ground, query, story| {
        let both = listen(ground, query);
        compare_with_replay(&both, 1, story);
    });
    let (ground, query) = district();
    compare_with_replay(&listen(&ground, &query), 37, "district");
}

#[test]
fn jumps_land_where_a_slow_look_does() {
    for_random_queries(60, |ground, query, story| {
        let trace = listen(ground, query).trace;
        compare_jumps(&trace, 1, story);
    });
    let (ground, query) = district();
    compare_jumps(&listen(&ground, &query).trace, 97, "district");
}

fn compare_jumps(trace: &Trace, stride: usize, story: &str) {
    let events: Vec<Event> = trace.events().collect();
    let on_path: BTreeSet<NodeId> =
        trace.last().into_iter().flat_map(|last| trace.chain(last)).collect();
    for from in (0..=events.len() + 1).step_by(stride) {
        let first = |wanted: &dyn Fn(&Event) -> bool| {
            (from..events.len()).find(|event| wanted(&events[*event]))
        };
        let last = |wanted: &dyn Fn(&Event) -> bool| {
            (0..from.min(events.len())).rev().find(|event| wanted(&events[*event]))
        };
        let expands = |event: &Event| event.kind == Kind::Expanded;
        assert_eq!(trace.next(from, Kind::prunes), first(&|event| event.kind.prunes()), "{story}");
        assert_eq!(
            trace.previous(from, Kind::expands),
            last(&|event| event.kind.expands()),
            "{story}"
        );
        let f = |event: &Event| event.node.unwrap().seen.f;
        let before = last(&expands).map_or(0.0, |event| f(&events[event]));
        assert_eq!(
            trace.next_layer(from),
            first(&|event| expands(event) && before * (1.0 + 2e-7) < f(event)),
            "{story} from {from}"
        );
        assert_eq!(
            trace.next_on_path(from),
            first(&|event| event.node.is_some_and(|node| on_path.contains(&node.id))),
            "{story}"
        );
    }
    for event in events.iter().filter(|event| event.kind.generates()).step_by(stride) {
        let node = event.node.unwrap();
        let enters = |event: &Event| {
            event.kind.generates()
                && event.node.is_some_and(|other| other.seen.face == node.seen.face)
        };
        assert_eq!(trace.first_in_face(node.seen.face), events.iter().position(enters), "{story}");
        let mut parent = Some(node.id);
        for id in trace.chain(node.id) {
            assert_eq!(parent, Some(id), "{story}");
            parent = trace.node(id).unwrap().parent;
        }
        assert_eq!(parent, None, "{story}");
    }
    assert_eq!(trace.first_in_face(u32::MAX), None);
}

#[test]
fn f_grows_with_every_node_out_of_the_queue() {
    let (ground, query) = district();
    let trace = listen(&ground, &query).trace;
    let mut highest = 0.0;
    for Event { kind, node } in trace.events() {
        if kind == Kind::Expanded {
            let f = node.unwrap().seen.f;
            assert!(highest * (1.0 - 1e-7) <= f, "{f} after {highest}");
            highest = f;
        }
    }
    let cost = trace.outcome().unwrap().cost().unwrap();
    assert!(highest <= cost * (1.0 + 1e-7), "{highest}, but the path costs {cost}");
}

#[test]
fn charts_have_no_more_points_than_asked_for() {
    let (ground, query) = district();
    let trace = listen(&ground, &query).trace;
    let fine = trace.open_over_time(usize::MAX);
    for n in [0, 1, 2, 7, 100, 1 << 20] {
        let coarse = trace.open_over_time(n);
        assert!(coarse.len() <= n);
        for bucket in &coarse {
            let inside = &fine[bucket.events.clone()];
            let most = inside.iter().map(|bucket| bucket.most).fold(0.0, f64::max);
            assert_eq!(bucket.most, most);
            assert!(inside.iter().any(|inside| inside.least == bucket.least));
        }
        let costs = trace.f_over_time(n);
        assert!(costs.len() <= n);
        assert!(costs.iter().all(|bucket| bucket.least <= bucket.most && bucket.most.is_finite()));
    }
}

#[test]
fn what_does_not_fit_is_counted_and_does_no_harm() {
    let (ground, query) = district();
    let whole = listen(&ground, &query).trace;
    for limit in [0, 1, 500] {
        let mut trace = Trace::with_limit(query, limit);
        let outcome = Polyanya::default().find(&ground, &query, &mut trace);
        assert_eq!(Some(outcome), whole.outcome());
        assert_eq!(trace.outcome(), whole.outcome());
        assert_eq!(trace.n_events(), limit);
        assert_eq!(trace.n_missed(), (whole.n_events() - limit) as u64);
        let same = (0..limit).all(|event| trace.event(event) == whole.event(event));
        assert!(same, "the first {limit} events");
        for after in (0..limit).step_by(10) {
            assert_eq!(trace.frontier(after), whole.frontier(after));
        }
        assert_eq!(trace.last(), None);
        assert_eq!(trace.next_on_path(0), None);
    }
}

#[test]
fn nonsense_from_a_search_is_taken_calmly() {
    let query = Query { start: Point::new(0.0, 0.0), goal: Point::new(1.0, 0.0) };
    let at = |x: f64| Point::new(x, 0.0);
    let seen = |f: f64| Seen { face: 7, root: at(f), interval: [at(f), at(1e300)], g: f, f };
    let mut other = Trace::new(query);
    other.generated(None, &seen(1.0));
    let stranger = other.generated(None, &seen(f64::NAN));

    let mut trace = Trace::new(query);
    let id = trace.generated(stranger, &seen(f64::INFINITY));
    trace.pushed(stranger);
    trace.expanded(stranger);
    trace.pushed(id);
    trace.pushed(id);
    trace.expanded(id);
    trace.pushed(id);
    trace.pruned(id, Pruned::Root);
    trace.pruned(None, Pruned::Dominated);
    trace.reached(stranger, f64::NAN);
    for number in 0..trace.n_events() + 2 {
        let expected = if number == 3 || number == 4 { vec![id.unwrap()] } else { Vec::new() };
        assert_eq!(trace.frontier(number), expected, "after event {number}");
        trace.expanding(number);
        trace.next_layer(number);
        trace.next_on_path(number);
    }
    assert!(trace.roots(stranger.unwrap()).len() <= 1);
    assert_eq!(trace.node(stranger.unwrap()), None);
    assert!(trace.f_over_time(10).is_empty());
    assert_eq!(Trace::new(query).frontier(0), []);
}
