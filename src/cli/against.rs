//! Another search for the same query: what it costs, what it did, and where both first differ.

use serde_json::{Value, json};

use crate::search::compare::{Comparison, Side, counters};
use crate::search::{Algorithm, Answer, Asked, Ground, Trace};
use crate::text::{grouped, measure};

/// Two searches for the same query.
pub(super) struct Against {
    algorithms: [Algorithm; 2],
    answers: [Answer; 2],
    comparison: Comparison,
}

impl Against {
    /// Searches by another algorithm, listens to both, and compares them.
    pub(super) fn new(asked: &Asked, other: Algorithm, ground: &Ground) -> Self {
        let algorithms = [asked.algorithm, other];
        let listen = |algorithm: Algorithm| {
            let mut trace = Trace::new(asked.query);
            let answer = Asked { algorithm, ..*asked }.answer_to(&mut trace, ground);
            (trace, answer)
        };
        let heard = algorithms.map(listen);
        let comparison = Comparison::new([
            Side { ground, trace: &heard[0].0, answer: &heard[0].1 },
            Side { ground, trace: &heard[1].0, answer: &heard[1].1 },
        ]);
        Self { algorithms, answers: heard.map(|(_, answer)| answer), comparison }
    }

    /// What there is to say, line by line.
    pub(super) fn to_text(&self) -> String {
        let [_, other] = &self.answers;
        let by = self.algorithms[1].title();
        let mut text = match (other.outcome.cost(), self.comparison.more) {
            (Some(cost), Some(0.0)) => {
                format!("by {by}: a path of the same cost, {}", measure(cost))
            }
            (Some(cost), Some(more)) => {
                let sign = if more < 0.0 { "less" } else { "more" };
                format!("by {by}: a path of cost {}, {} {sign}", measure(cost), measure(more.abs()))
            }
            (Some(cost), None) => format!("by {by}: a path of cost {}", measure(cost)),
            (None, _) => format!("by {by}: {}", other.outcome.sentence()),
        };
        let [a, b] = [self.answers[0].counters, other.counters];
        for (name, [one, other]) in counters(a, b) {
            text += &format!(
                "\n  {name:<11} {} and {}",
                grouped(one as usize),
                grouped(other as usize)
            );
        }
        match &self.comparison.difference {
            None => text += "\n  both did the same, step by step",
            Some(difference) => {
                text +=
                    &format!("\n  they first differ at event {}", grouped(difference.event + 1));
                for (algorithm, did) in self.algorithms.iter().zip(&difference.did) {
                    text += &format!("\n    {}: {did}", algorithm.title());
                }
            }
        }
        text
    }

    /// The same for scripts.
    pub(super) fn to_json(&self) -> Value {
        let [one, other] = &self.answers;
        let mut keys = json!({
            "algorithm": self.algorithms[1].name(),
            "outcome": other.outcome.name(),
            "cost": other.outcome.cost(),
            "more": self.comparison.more,
            "first_difference": self.comparison.difference.as_ref().map(|difference| json!({
                "event": difference.event + 1,
                "did": difference.did,
            })),
        });
        for (name, [_, count]) in counters(one.counters, other.counters) {
            keys[name] = count.into();
        }
        keys
    }
}
