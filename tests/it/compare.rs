//! Two searches for the same query, held beside each other.

use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::search::compare::{By, Comparison, Scrub, Side};
use wayglass::search::{Algorithm, Answer, Ground, Outcome, Preparation, Query, Searcher, Trace};

fn district() -> Ground {
    let import = format::read(wayglass::example::Example::ALL[1].bytes).unwrap();
    let Content::Mesh(mesh) = import.content else { panic!("no mesh") };
    Ground::new(mesh, &Preparation::default())
}

fn searched(ground: &Ground, algorithm: Algorithm, goal: Point) -> (Trace, Answer) {
    let query = Query { start: Point::new(62.0, 20.0), goal };
    let mut trace = Trace::new(query);
    let mut searcher = Searcher::default();
    let outcome = searcher.find(algorithm, ground, &query, &mut trace);
    (trace, Answer::of(&searcher, ground, outcome))
}

const GOAL: Point = Point { x: 186.0, y: 140.0 };

#[test]
fn a_search_is_the_same_as_itself_even_on_a_copy_of_the_map() {
    let (a, b) = (district(), district());
    let [(one, first), (other, second)] =
        [&a, &b].map(|ground| searched(ground, Algorithm::Polyanya, GOAL));
    let told = Comparison::new([
        Side { ground: &a, trace: &one, answer: &first },
        Side { ground: &b, trace: &other, answer: &second },
    ]);
    assert_eq!((told.difference, told.parting, told.more), (None, None, Some(0.0)));
    for event in [0, 5, one.n_events() - 1] {
        assert_eq!(told.scrub.other(event, By::Event), event);
    }
}

#[test]
fn other_algorithms_differ_somewhere_and_it_is_said_how() {
    let ground = district();
    let (one, first) = searched(&ground, Algorithm::Polyanya, GOAL);
    for &algorithm in Algorithm::ALL.iter().filter(|it| **it != Algorithm::Polyanya) {
        let (other, second) = searched(&ground, algorithm, GOAL);
        let told = Comparison::new([
            Side { ground: &ground, trace: &one, answer: &first },
            Side { ground: &ground, trace: &other, answer: &second },
        ]);
        let difference = told.difference.unwrap();
        assert_ne!(difference.did[0], difference.did[1], "{algorithm:?}");
        assert!(told.more.unwrap() >= 0.0, "{algorithm:?}");
    }
}

#[test]
fn one_that_goes_on_where_the_other_has_ended_is_told_so() {
    let ground = district();
    let (whole, first) = searched(&ground, Algorithm::Polyanya, GOAL);
    let query = whole.query();
    let mut start = Trace::with_limit(query, 10);
    Searcher::default().find(Algorithm::Polyanya, &ground, &query, &mut start);
    let sides = [(&whole, &first), (&start, &first)];
    let sides = sides.map(|(trace, answer)| Side { ground: &ground, trace, answer });
    let difference = Comparison::new(sides).difference.unwrap();
    assert_eq!((difference.event, difference.did[1].as_str()), (10, "had ended"));
}

#[test]
fn one_that_finds_nothing_has_not_given_up() {
    let ground = district();
    let (found, first) = searched(&ground, Algorithm::Polyanya, GOAL);
    let faces = ground.mesh().faces().filter(|face| face.walkable());
    let answers = faces.map(|face| searched(&ground, Algorithm::Polyanya, face.center()));
    let is_lost = |(_, answer): &(Trace, Answer)| answer.outcome == Outcome::Unreachable;
    let on_another_island = answers.into_iter().find(is_lost).unwrap();
    let off_the_mesh = searched(&ground, Algorithm::Polyanya, Point::new(-50.0, -50.0));
    for (none, second) in [on_another_island, off_the_mesh] {
        let sides = [(&found, &first), (&none, &second)];
        let sides = sides.map(|(trace, answer)| Side { ground: &ground, trace, answer });
        let difference = Comparison::new(sides).difference.unwrap();
        assert_eq!(difference.did[1], "ended without a path", "{:?}", second.outcome);
    }
}

#[test]
fn by_f_neither_is_ahead_of_the_other() {
    let ground = district();
    let (one, _) = searched(&ground, Algorithm::Polyanya, GOAL);
    let (other, _) = searched(&ground, Algorithm::AstarFunnel, GOAL);
    let scrub = Scrub::new([&one, &other]);
    let largest = |trace: &Trace, after: usize| {
        let nodes = trace.closed(after).filter_map(|id| trace.node(id));
        nodes.map(|node| node.seen.f).fold(0.0, f64::max)
    };
    let mut before = 0;
    for event in 0..one.n_events() - 1 {
        let there = scrub.other(event, By::F);
        assert!(before <= there, "it never goes back");
        before = there;
        let (f, other_f) = (largest(&one, event), largest(&other, there));
        assert!(f == 0.0 || other_f <= f * (1.0 + 1e-6), "{event}: {other_f} of {f}");
    }
    assert_eq!(scrub.other(one.n_events() - 1, By::F), other.n_events() - 1);
}
