//! What is in a trace, and what is odd about it.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;

use crate::mesh::{Element, Findings, Kind as Found};

use super::{Kind, Recording, Step};

/// How many events there are of each type, by name.
pub fn by_type(recording: &Recording) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for step in &recording.steps {
        *counts.entry(recording.type_of(step)).or_default() += 1;
    }
    counts
}

/// A bound may fall by so much of itself: files round.
const ROUNDING: f64 = 1e-5;

/// What is odd about a trace: children before their parents, and bounds that fall from parent to child.
pub fn odd(recording: &Recording) -> Findings {
    let mut findings = Findings::default();
    // The highest bound that was told of a node, and when the node was told of first.
    let mut nodes: HashMap<NonZeroU32, Option<f64>> = HashMap::new();
    for (&step, element) in recording.steps.iter().zip((0..).map(Element::Record)) {
        let Step { kind, id, parent, f, .. } = step;
        if let Some(parent) = parent.filter(|parent| *parent != id) {
            match nodes.get(&parent) {
                None if nodes.contains_key(&id) => {}
                None => findings.add(Found::ChildBeforeParent, element, || {
                    format!("node {id} comes out of node {parent}, of which nothing has been said")
                }),
                Some(Some(before)) if kind == Kind::Generating => {
                    if f.is_some_and(|f| f < before - ROUNDING * before.abs()) {
                        findings.add(Found::FallingBound, element, || {
                            let f = f.unwrap_or_default();
                            format!(
                                "node {id} has f {f}, less than the {before} of its parent {parent}"
                            )
                        });
                    }
                }
                Some(_) => {}
            }
        }
        let known = nodes.entry(id).or_default();
        *known = f.or(*known);
    }
    findings
}
