//! How far everything is from a few places far apart: what tells a search where straight lines are too good to be true.
//!
//! Who knows how far it is from a landmark to here and to the goal knows that from here to the goal it cannot be less
//! than the difference (Goldberg and Harrelson 2005). The landmarks are middles of faces of the core. Where a side may
//! be crossed in one direction only, or links lead elsewhere, there are none: the difference would say nothing.

use crate::geom::{Point, Segment};

use super::ground::{Ground, NONE};
use super::polyanya::Polyanya;

/// How many there are: more of them say little more, and each costs a search of the whole map.
const N: usize = 6;

/// A number for each landmark.
type Each = [f64; N];

/// Distances of the goal are taken as this part shorter or longer: more than rounding can make of them.
const SLACK: f64 = 1e-12;

/// How far the vertices of a ground are from its landmarks.
#[derive(Debug, Default)]
pub(super) struct Landmarks {
    /// The faces whose middles they are; empty if there are none.
    faces: Vec<u32>,
    /// The distances of each vertex of the core, NaN elsewhere and where nobody got; empty if there are no landmarks.
    distances: Vec<Each>,
}

/// A place that a ground was measured from.
#[derive(Debug, Clone, PartialEq)]
pub struct Landmark {
    /// Where it is.
    pub place: Point,
    /// How far each vertex of the ground is from there; none where nobody measured.
    pub vertices: Vec<Option<f64>>,
}

/// How far the goal of a search is from each landmark.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    at_least: Each,
    at_most: Each,
}

impl Reach {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self =
        Self { at_least: [f64::NEG_INFINITY; N], at_most: [f64::INFINITY; N] };
}

impl Landmarks {
    /// Puts landmarks on a ground that can be searched already.
    pub(super) fn new(ground: &Ground) -> Self {
        let Some(mut face) = first_face(ground) else { return Self::default() };
        let face_of_vertex = faces_of_vertices(ground);
        let mut distances = vec![[f64::NAN; N]; ground.n_vertices()];
        let mut nearest = vec![f64::INFINITY; ground.n_vertices()];
        let mut tools = Polyanya::default();
        let mut faces = Vec::with_capacity(N);
        for landmark in 0..N {
            faces.push(face);
            tools.survey(ground, face);
            for (vertex, (each, nearest)) in distances.iter_mut().zip(&mut nearest).enumerate() {
                // Who is in a dead end already may come to a goal in it without passing its door.
                let in_core = face_of_vertex[vertex] != NONE;
                let distance = tools.surveyed(vertex).filter(|_| in_core);
                each[landmark] = distance.unwrap_or(f64::NAN);
                *nearest = nearest.min(distance.unwrap_or(0.0));
            }
            // The next one is to be as far from all of these as can be.
            let in_core = (0..nearest.len()).filter(|&vertex| face_of_vertex[vertex] != NONE);
            let farthest = in_core.max_by(|&a, &b| nearest[a].total_cmp(&nearest[b]));
            face = farthest.map_or(face, |vertex| face_of_vertex[vertex]);
        }
        Self { faces, distances }
    }

    /// All of them, for who wants to see what they say.
    pub(super) fn list(&self, ground: &Ground) -> Vec<Landmark> {
        let measured = |landmark: usize| {
            let vertices = self.distances.iter().map(|each| each[landmark]);
            vertices.map(|distance| Some(distance).filter(|d| !d.is_nan())).collect()
        };
        let faces = self.faces.iter().enumerate();
        faces
            .map(|(i, &face)| Landmark { place: ground.middle(face), vertices: measured(i) })
            .collect()
    }

    /// What is known of a goal and the faces that hold it.
    pub(super) fn reach(&self, ground: &Ground, goal: Point, faces: &[u32]) -> Reach {
        if self.distances.is_empty() {
            return Reach::UNKNOWN;
        }
        // Whoever gets to one of the faces is there.
        let mut reach = Reach { at_least: [f64::INFINITY; N], at_most: [f64::NEG_INFINITY; N] };
        for &face in faces {
            let here = self.reach_in(ground, goal, face);
            for landmark in 0..N {
                let at_least = here.at_least[landmark] * (1.0 - SLACK);
                let at_most = here.at_most[landmark] * (1.0 + SLACK);
                reach.at_least[landmark] = reach.at_least[landmark].min(at_least);
                reach.at_most[landmark] = reach.at_most[landmark].max(at_most);
            }
        }
        reach
    }

    /// What is known of a goal in a face, or of the door to the dead end that the face belongs to.
    fn reach_in(&self, ground: &Ground, goal: Point, face: u32) -> Reach {
        let mut reach = Reach::UNKNOWN;
        let Some((face, door)) = door(ground, goal, face) else { return reach };
        for side in ground.sides_of(face) {
            let corner = ground.sides[side as usize].from;
            let point = ground.point(corner);
            let across = point.distance(door.from).max(point.distance(door.to));
            for (landmark, distance) in
                self.distances[corner.vertex() as usize].into_iter().enumerate()
            {
                reach.at_least[landmark] = reach.at_least[landmark].max(distance - across);
                reach.at_most[landmark] = reach.at_most[landmark].min(distance + across);
            }
        }
        reach
    }

    /// How far it is at least from a vertex to a goal.
    #[inline]
    pub(super) fn to_goal(&self, vertex: u32, goal: &Reach) -> f64 {
        let Some(distances) = self.distances.get(vertex as usize) else { return 0.0 };
        let reaches = goal.at_least.iter().zip(&goal.at_most);
        let differences = distances.iter().zip(reaches).map(|(&distance, (at_least, at_most))| {
            f64::max(at_least - distance, distance - at_most)
        });
        // What is not a number is passed over.
        differences.fold(0.0, f64::max)
    }
}

/// A face of the core in the component that has most of them; none if landmarks would be of no use.
fn first_face(ground: &Ground) -> Option<u32> {
    let is_one_way = |side: usize| {
        let twin = ground.sides[side].twin;
        twin != NONE && ground.sides[twin as usize].twin as usize != side
    };
    if !ground.jumps.are_none() || (0..ground.sides.len()).any(is_one_way) {
        return None;
    }
    let core = || (0..ground.n_faces() as u32).filter(|&face| ground.core.holds(face));
    let mut n_faces = vec![0_u32; ground.n_faces()];
    core().for_each(|face| n_faces[ground.blocks.component(face) as usize] += 1);
    core().max_by_key(|&face| n_faces[ground.blocks.component(face) as usize])
}

/// A face of the core at each vertex that has one, otherwise [`NONE`].
fn faces_of_vertices(ground: &Ground) -> Vec<u32> {
    let mut faces = vec![NONE; ground.n_vertices()];
    for (side, &face) in ground.sides.iter().zip(&ground.faces) {
        if ground.core.holds(face) {
            faces[side.from.vertex() as usize] = face;
        }
    }
    faces
}

/// The face of the core that holds a point, with that point, or on which the dead end with the point hangs, with the
/// side between them.
fn door(ground: &Ground, point: Point, face: u32) -> Option<(u32, Segment)> {
    let (mut here, mut behind) = (face, None);
    while !ground.core.holds(here) {
        behind = Some(here);
        here = ground.core.next(here)?;
    }
    let Some(behind) = behind else { return Some((here, Segment::new(point, point))) };
    let leads_behind = |side: &u32| {
        let twin = ground.sides[*side as usize].twin;
        twin != NONE && ground.faces[twin as usize] == behind
    };
    let side = ground.sides_of(here).find(leads_behind)?;
    Some((here, ground.segment(side)))
}
