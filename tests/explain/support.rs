//! Asking, explaining, and trying what is offered.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use expect_test::Expect;
use fastrand::Rng;
use wayglass::explain::{Case, Cause, CauseKind, Remedy, Verdict, explain};
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::{Across, FaceId, Finding, Navmesh, Parts, VertexId, check};
use wayglass::search::{Answer, Asked, End, Ground, Outcome, Query};
use wayglass::text::measure;

/// A map as it was read.
pub(crate) struct Map {
    pub(crate) mesh: Arc<Navmesh>,
    pub(crate) findings: Vec<Finding>,
}

impl Map {
    /// Reads bytes that hold a mesh.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let import = format::read(bytes).unwrap();
        let Content::Mesh(mesh) = import.content else { panic!("not a mesh") };
        Self { mesh, findings: import.findings.list().to_vec() }
    }

    /// One of the maps that were made for these tests.
    pub(crate) fn made(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/causes");
        Self::read(&std::fs::read(folder.join(name)).unwrap())
    }

    /// A mesh that was never in a file.
    pub(crate) fn of(mesh: Navmesh) -> Self {
        Self { findings: check(&mesh).list().to_vec(), mesh: Arc::new(mesh) }
    }
}

/// A query in the usual way; the map is not measured first, as it is searched once only.
pub(crate) fn asked(start: (f64, f64), goal: (f64, f64)) -> Asked {
    let [start, goal] = [start, goal].map(|(x, y)| Point::new(x, y));
    let mut asked = Asked::new(Query { start, goal });
    asked.preparation.landmarks = false;
    asked
}

/// What came of a query, and why.
pub(crate) fn told(map: &Map, asked: Asked) -> (Answer, Verdict) {
    let ground = Ground::new(map.mesh.clone(), &asked.preparation);
    let answer = asked.answer(&ground);
    let verdict =
        explain(&Case { ground: &ground, asked, answer: &answer, findings: &map.findings });
    (answer, verdict)
}

/// What comes of a query once something was tried.
pub(crate) fn tried(map: &Map, asked: Asked, remedy: &Remedy) -> Outcome {
    let mesh = match remedy.mesh(&map.mesh) {
        None => map.mesh.clone(),
        Some(mesh) => Arc::new(mesh.unwrap()),
    };
    let asked = remedy.asked(asked);
    asked.answer(&Ground::new(mesh, &asked.preparation)).outcome
}

/// What a mend promises.
#[derive(Debug, PartialEq)]
pub(crate) enum Promise {
    /// That there is a path.
    Path,
    /// That there is a shorter path than before.
    Shorter,
    /// That this end is on the ground.
    Ground(End),
    /// Nothing.
    Nothing,
}

/// What the mends of a cause promise.
pub(crate) fn promise(cause: &Cause, outcome: Outcome) -> Promise {
    match (outcome, cause.kind) {
        (_, CauseKind::Ambiguous) => Promise::Nothing,
        (Outcome::OffMesh(_), _) if cause.sentence.starts_with("the start") => {
            Promise::Ground(End::Start)
        }
        (Outcome::OffMesh(_), _) => Promise::Ground(End::Goal),
        (
            Outcome::Found { .. },
            CauseKind::NotOptimal | CauseKind::Detour | CauseKind::TooNarrow,
        ) => Promise::Shorter,
        (_, CauseKind::Fault(_)) if cause.sentence.contains("mended, the path costs") => {
            Promise::Shorter
        }
        (Outcome::Found { .. }, _) => Promise::Nothing,
        (_, CauseKind::Fault(_)) if !cause.sentence.contains("the goal can be reached") => {
            Promise::Nothing
        }
        _ => Promise::Path,
    }
}

/// Whether what came of a mend is what its cause promised.
pub(crate) fn is_kept(promise: &Promise, cause: &Cause, before: Outcome, after: Outcome) -> bool {
    match *promise {
        Promise::Nothing => true,
        Promise::Path => after.cost().is_some(),
        Promise::Ground(end) => after != Outcome::OffMesh(end),
        Promise::Shorter => match (before.cost(), after.cost()) {
            (Some(before), Some(after)) => {
                after < before && cause.sentence.contains(&measure(after))
            }
            _ => false,
        },
    }
}

/// All causes with their mends, and what comes of each; every promise is kept.
pub(crate) fn check_told(map: &Map, asked: Asked, first: CauseKind, expected: &Expect) {
    let (answer, verdict) = told(map, asked);
    let mut text = String::new();
    for cause in &verdict.causes {
        writeln!(text, "{}: {}", cause.kind.name(), cause.sentence).unwrap();
        let promise = promise(cause, answer.outcome);
        for mend in &cause.mends {
            let after = tried(map, asked, &mend.remedy);
            let effect = after.cost().map_or_else(|| after.name().to_owned(), measure);
            writeln!(text, "    {} → {effect}", mend.title).unwrap();
            let kept = is_kept(&promise, cause, answer.outcome, after);
            assert!(kept, "{promise:?} not kept:\n{text}");
        }
    }
    expected.assert_eq(&text);
    assert_eq!(verdict.causes[0].kind, first);
    assert!(!verdict.causes[0].marks.is_empty() || first == CauseKind::SearchLimit);
}

/// A small map of squares and triangles, a little out of line, with blocked faces, walls, and one-way sides.
pub(crate) fn random_mesh(random: &mut Rng) -> Navmesh {
    let (columns, rows) = (random.u32(3..6), random.u32(3..6));
    let jitter = *random.choice(&[0.0, 0.1, 0.3]).unwrap();
    let mut parts = Parts { starts: vec![0], ..Parts::default() };
    for (y, x) in (0..=rows).flat_map(|y| (0..=columns).map(move |x| (y, x))) {
        let mut moved = |n: u32| f64::from(n) + jitter * (random.f64() - 0.5);
        parts.points.push(Point::new(moved(x), moved(y)));
    }
    let triangles = *random.choice(&[0.0, 0.3, 0.8]).unwrap();
    for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
        let at = |dx: u32, dy: u32| VertexId((y + dy) * (columns + 1) + x + dx);
        let [a, b, c, d] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
        let rings: &[&[VertexId]] = match (random.f64() < triangles, random.bool()) {
            (false, _) => &[&[a, b, c, d]],
            (true, false) => &[&[a, b, c], &[a, c, d]],
            (true, true) => &[&[a, b, d], &[b, c, d]],
        };
        for ring in rings {
            parts.corners.extend(*ring);
            parts.starts.push(parts.corners.len() as u32);
        }
    }
    let blocked = 0.6 * random.f64();
    parts.walkable = (1..parts.starts.len()).map(|_| blocked <= random.f64()).collect();
    let odds = [0.4 * random.f64(), 0.1 * random.f64()];
    wall(&mut parts, random, odds);
    Navmesh::new(parts).unwrap()
}

/// Joins faces that share a side, with walls and one-way sides by chance.
fn wall(parts: &mut Parts, random: &mut Rng, [wall, one_way]: [f64; 2]) {
    let mut sides = HashMap::new();
    parts.across = vec![Across::Outside; parts.corners.len()];
    for face in 0..parts.n_faces() {
        let range = parts.range(face);
        for side in range.clone() {
            let next = if side + 1 == range.end { range.start } else { side + 1 };
            let (from, to) = (parts.corners[side], parts.corners[next]);
            sides.insert((from, to), (side, FaceId(face as u32)));
            let Some(&(twin, other)) = sides.get(&(to, from)) else { continue };
            let open = wall <= random.f64();
            let ways = match random.f64() < one_way {
                true => *random.choice(&[[true, false], [false, true]]).unwrap(),
                false => [open, open],
            };
            let across =
                |open: bool, face| if open { Across::Open(face) } else { Across::Wall(face) };
            parts.across[side] = across(ways[0], other);
            parts.across[twin] = across(ways[1], FaceId(face as u32));
        }
    }
}
