//! Thousands of random networks, with fixed seeds.

use std::sync::Arc;

use expect_test::expect;
use fastrand::Rng;
use wayglass::build::lanes::{self, Built, Mend, Reason};
use wayglass::layout::lane::LaneNetwork;
use wayglass::mesh::islands::Ways;
use wayglass::mesh::{Element, Islands, Kind, Navmesh, check};
use wayglass::search::{Ground, Polyanya, Preparation, Query};

use super::{assert_sound, network};

/// Random points and lanes between them: a tree, and some more lanes if it may have cycles.
fn random_network(random: &mut Rng, widths: Option<f64>, more_lanes: usize) -> LaneNetwork {
    let n = random.u32(3..=7);
    let points: Vec<_> = (0..n).map(|_| (20.0 * random.f64(), 20.0 * random.f64())).collect();
    let width = |random: &mut Rng| widths.map_or(1.0, |most| 0.1 + most * random.f64());
    let mut lanes: Vec<(u32, u32, f64)> =
        (1..n).map(|i| (random.u32(..i), i, width(random))).collect();
    for _ in 0..more_lanes {
        lanes.push((random.u32(..n), random.u32(..n), width(random)));
    }
    network(&points, &lanes)
}

#[derive(Debug, Default)]
struct Tally {
    lanes: usize,
    nodes: usize,
    left_out: usize,
    pieces_left_out: usize,
    /// Pieces of two lanes that are one.
    pieces_shared: usize,
    narrowed: usize,
    divided: usize,
    joined: usize,
}

impl Tally {
    fn add(&mut self, network: &LaneNetwork, built: &Built) {
        self.lanes += network.lanes.len();
        self.nodes += built.mesh.n_faces();
        for mend in &built.mends {
            match mend {
                Mend::LeftOut { reason: Reason::NoRoom | Reason::Beside { .. }, .. } => {
                    self.left_out += 1
                }
                Mend::PieceLeftOut { reason: Reason::Duplicate { .. }, .. } => {
                    self.pieces_shared += 1
                }
                Mend::PieceLeftOut { .. } => self.pieces_left_out += 1,
                Mend::Narrowed { .. } => self.narrowed += 1,
                Mend::Divided { .. } | Mend::DividedHub { .. } => self.divided += 1,
                Mend::Joined { .. } => self.joined += 1,
                Mend::LeftOut { .. } | Mend::Blunted { .. } => {}
            }
        }
    }
}

/// Whether every lane is in the mesh as a whole.
fn all_are_in(built: &Built) -> bool {
    let out = |mend: &Mend| {
        let repeated = |reason| matches!(reason, Reason::Duplicate { .. } | Reason::NoLength);
        match *mend {
            Mend::LeftOut { reason, .. } | Mend::PieceLeftOut { reason, .. } => !repeated(reason),
            _ => false,
        }
    };
    !built.mends.iter().any(out)
}

/// Whether one can walk from the first lane vertex to all others.
fn leads_everywhere(network: &LaneNetwork, mesh: Navmesh) -> bool {
    let ground = Ground::new(Arc::new(mesh), &Preparation::default());
    let mut polyanya = Polyanya::<()>::default();
    let mut places = network.vertices.values().map(|vertex| vertex.at);
    let Some(start) = places.next() else { return true };
    places.all(|goal| {
        let cost = polyanya.find(&ground, &Query { start, goal }, &mut ()).cost();
        cost.is_some_and(|cost| start.distance(goal) <= cost * (1.0 + 1e-9))
    })
}

fn try_random(seed: u64, count: usize, widths: Option<f64>, more_lanes: usize) -> Tally {
    let mut random = Rng::with_seed(seed);
    let mut tally = Tally::default();
    for i in 0..count {
        let network = random_network(&mut random, widths, more_lanes);
        let built = lanes::build(&network).unwrap();
        assert_sound(&network, &built, &format!("seed {seed}, network {i}: {network:?}"));
        tally.add(&network, &built);
        if all_are_in(&built) {
            let islands = Islands::new(&built.mesh, Ways::OnFoot);
            assert_eq!(islands.list().len(), 1, "seed {seed}, network {i}: {network:?}");
            assert!(
                leads_everywhere(&network, built.mesh),
                "seed {seed}, network {i}: {network:?}"
            );
        }
    }
    tally
}

#[test]
fn two_thousand_random_trees_have_no_unsound_node() {
    let tally = try_random(1, 2_000, None, 0);
    expect![[r#"
        Tally {
            lanes: 7959,
            nodes: 16323,
            left_out: 6,
            pieces_left_out: 2,
            pieces_shared: 258,
            narrowed: 2638,
            divided: 76,
            joined: 2918,
        }
    "#]]
    .assert_debug_eq(&tally);
}

#[test]
fn the_original_has_many_unsound_nodes_of_the_same_trees() {
    let mut random = Rng::with_seed(1);
    let (mut lanes, mut clockwise, mut not_convex, mut crossing, mut overlapping) = (0, 0, 0, 0, 0);
    for _ in 0..2_000 {
        let network = random_network(&mut random, None, 0);
        let mesh = lanes::as_published(&network).unwrap();
        let first_lane = mesh.n_faces() - network.lanes.len();
        let findings = check(&mesh);
        let of_lanes = |kind: Kind| {
            let is_lane =
                |element| matches!(element, Element::Face(face) if first_lane <= face.index());
            findings.list().iter().filter(|f| f.kind == kind && is_lane(f.element)).count()
        };
        lanes += network.lanes.len();
        clockwise += mesh.attributes().clockwise[first_lane..].iter().filter(|&&yes| yes).count();
        not_convex += of_lanes(Kind::NonConvex);
        crossing += of_lanes(Kind::SelfCrossing);
        overlapping += findings.count(Kind::Overlap);
    }
    let told = format!(
        "{lanes} lanes: {clockwise} clockwise, {not_convex} not convex, {crossing} cross themselves; {overlapping} overlaps"
    );
    expect!["7959 lanes: 2195 clockwise, 127 not convex, 781 cross themselves; 3315 overlaps"]
        .assert_eq(&told);
}

#[test]
fn random_trees_of_random_widths_have_no_unsound_node() {
    let tally = try_random(2, 2_000, Some(3.0), 0);
    expect![[r#"
        Tally {
            lanes: 7960,
            nodes: 16289,
            left_out: 16,
            pieces_left_out: 27,
            pieces_shared: 312,
            narrowed: 3023,
            divided: 125,
            joined: 2973,
        }
    "#]]
    .assert_debug_eq(&tally);
}

#[test]
fn random_networks_with_cycles_have_no_unsound_node() {
    let tally = try_random(3, 1_000, Some(2.0), 4);
    expect![[r#"
        Tally {
            lanes: 7915,
            nodes: 13118,
            left_out: 6,
            pieces_left_out: 12,
            pieces_shared: 289,
            narrowed: 2384,
            divided: 196,
            joined: 2865,
        }
    "#]]
    .assert_debug_eq(&tally);
}

#[test]
fn networks_on_a_grid_where_lanes_lie_on_each_other_have_no_unsound_node() {
    let mut random = Rng::with_seed(4);
    for i in 0..3_000 {
        let n = random.u32(2..=9);
        let points: Vec<_> =
            (0..n).map(|_| (f64::from(random.u32(..6)), f64::from(random.u32(..6)))).collect();
        let width = |random: &mut Rng| 0.25 * f64::from(random.u32(1..=8));
        let n_lanes = random.u32(1..=12);
        let lanes: Vec<_> =
            (0..n_lanes).map(|_| (random.u32(..n), random.u32(..n), width(&mut random))).collect();
        let network = network(&points, &lanes);
        let built = lanes::build(&network).unwrap();
        assert_sound(&network, &built, &format!("network {i}: {network:?}"));
    }
}

#[test]
fn networks_of_strange_numbers_have_no_unsound_node() {
    let mut random = Rng::with_seed(5);
    let sizes = [1e-100, 1e-9, 1e-3, 1.0, 1e4, 1e9, 1e12];
    for i in 0..3_000 {
        let n = random.u32(2..=6);
        let number = |random: &mut Rng| {
            let size = sizes[random.usize(..sizes.len())];
            let strange = [0.0, -0.0, 1.0, f64::NAN, 1e300];
            match random.u8(..8) {
                0 => strange[random.usize(..strange.len())],
                _ => size * (random.f64() - 0.5),
            }
        };
        let points: Vec<_> = (0..n).map(|_| (number(&mut random), number(&mut random))).collect();
        let lanes: Vec<_> = (0..random.u32(1..=8))
            .map(|_| (random.u32(..n), random.u32(..n), number(&mut random).abs()))
            .collect();
        let network = network(&points, &lanes);
        let built = lanes::build(&network).unwrap();
        assert_sound(&network, &built, &format!("network {i}: {network:?}"));
    }
}
