//! A query and the path that answers it.

use crate::geom::{Point, Segment};
use crate::search::{Answer, Query};

use super::{Ink, Legend, Mark, Pen, Shapes, detail};

/// A query and the path that answers it, if there is one.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// Where from and where to.
    pub query: Query,
    /// The corners of the path, both ends included; empty if there is none.
    pub corners: Vec<Point>,
    /// The corners from where it jumps to the next one.
    pub jumps: Vec<usize>,
    /// The narrowest side that it crosses.
    pub bottleneck: Option<Segment>,
}

impl Route {
    /// A query and what came of it.
    pub fn new(query: Query, answer: &Answer) -> Self {
        Self {
            query,
            corners: answer.corners.clone(),
            jumps: answer.jumps.iter().map(|&(corner, _)| corner).collect(),
            bottleneck: answer.bottleneck.map(|crossing| crossing.segment),
        }
    }

    /// A query without an answer.
    pub fn unanswered(query: Query) -> Self {
        Self { query, corners: Vec::new(), jumps: Vec::new(), bottleneck: None }
    }
}

/// Draws a route, and says what its marks mean.
pub fn path(route: &Route, pen: &mut dyn Pen) -> Legend {
    let mut legend = Legend::default();
    legend.add(Ink::Start);
    legend.add(Ink::Goal);
    let (mut walked, mut jumped) = (Shapes::default(), Shapes::default());
    for (corner, ends) in route.corners.windows(2).enumerate() {
        let lines = if route.jumps.contains(&corner) { &mut jumped } else { &mut walked };
        lines.line(ends[0], ends[1]);
    }
    let camera = *pen.camera();
    for (ink, lines) in [(Ink::Path, walked), (Ink::PathJump, jumped)] {
        if !lines.is_empty() {
            legend.add(ink);
            pen.stroke(ink, &lines.coarser_lines(&camera, detail::POINTS));
        }
    }
    if let Some(Segment { from, to }) = route.bottleneck {
        legend.add_named(Ink::Bottleneck, "narrowest edge crossed");
        pen.stroke(Ink::Bottleneck, &Shapes::one([from, to]));
    }
    let turns = route.corners.iter().skip(1).take(route.corners.len().saturating_sub(2));
    for &turn in turns.take(detail::MARKS) {
        pen.mark(Ink::Corner, turn, Mark::Disc, 6.0);
    }
    if let Some(Segment { from, to }) = route.bottleneck {
        // Mostly the edge is too short to be found without a mark.
        pen.mark(Ink::Bottleneck, from + (to - from) * 0.5, Mark::Cross, 12.0);
    }
    pen.mark(Ink::Start, route.query.start, Mark::Disc, 12.0);
    pen.mark(Ink::Goal, route.query.goal, Mark::Diamond, 14.0);
    legend
}

/// Draws a path as far as it is known, where nobody says where it leads; and says what its marks mean.
pub fn way(start: Point, corners: &[Point], pen: &mut dyn Pen) -> Legend {
    let mut legend = Legend::default();
    if 2 <= corners.len() {
        legend.add_named(Ink::Path, "path to the last root");
        let lines = Shapes::one(corners.iter().copied());
        pen.stroke(Ink::Path, &lines.coarser_lines(&pen.camera().clone(), detail::POINTS));
    }
    legend.add(Ink::Start);
    pen.mark(Ink::Start, start, Mark::Disc, 12.0);
    legend
}
