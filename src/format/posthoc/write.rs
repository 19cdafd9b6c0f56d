//! A search written down, in YAML or JSON.

use std::fmt::Write as _;
use std::num::NonZeroU32;

use crate::geom::Point;

use super::{Ending, GOAL, Notation, Queued, Recording, START, views};

/// Writes a search down.
pub fn write(recording: &Recording, notation: Notation) -> String {
    let mut text = String::new();
    let views = views::views(recording);
    let pivot = views::pivot();
    match notation {
        Notation::Yaml => {
            text.push_str("version: 1.4.0\nviews:\n");
            for (name, components) in views {
                // A line of JSON is YAML, too, and quotes whatever has to be.
                let _ = writeln!(text, "  {name}:");
                for component in components {
                    let _ = writeln!(text, "    - {component}");
                }
            }
            let _ = writeln!(text, "pivot: {pivot}\nevents:");
        }
        Notation::Json => {
            let views: serde_json::Map<_, _> =
                views.into_iter().map(|(name, parts)| (name.to_owned(), parts.into())).collect();
            let views = serde_json::Value::Object(views);
            let _ = write!(
                text,
                "{{\"version\":\"1.4.0\",\n\"views\":{views},\n\"pivot\":{pivot},\n\"events\":["
            );
        }
    }
    let has_start = recording.start.is_some();
    Events { text: &mut text, notation, is_first: true, has_start }.write(recording);
    if notation == Notation::Json {
        text.push_str("\n]}\n");
    }
    text
}

/// The list of events under the pen.
struct Events<'a> {
    text: &'a mut String,
    notation: Notation,
    is_first: bool,
    /// Whether the start has an event that others come out of.
    has_start: bool,
}

impl Events<'_> {
    fn write(&mut self, recording: &Recording) {
        let Recording { start, goal, steps, queued, others: _, ending, n_left_out } = recording;
        for (kind, id, at) in [("source", START, start), ("destination", GOAL, goal)] {
            if at.is_some() {
                self.event(kind, |event| event.word("id", id).point("x", "y", *at));
            }
        }
        let mut queued = queued.as_deref();
        for (number, step) in steps.iter().enumerate() {
            let reason = step.kind.words().and_then(|(_, reason)| reason);
            self.event(recording.type_of(step), |event| {
                event.whole("id", step.id.get()).parent(step.parent).number("f", step.f);
                event.number("g", step.g).point("x", "y", step.root);
                let [left, right] = step.interval.map_or([None, None], |ends| ends.map(Some));
                event.point("lx", "ly", left).point("rx", "ry", right);
                event.optional_whole("face", step.face).optional_word("reason", reason);
                let Some(waiting) = &mut queued else { return event };
                let n_now = waiting.partition_point(|it| it.after <= number);
                let now = waiting.split_off(..n_now).unwrap_or_default();
                if number == 0 || !now.is_empty() { event.queued(now) } else { event }
            });
        }
        let left_out = Some(*n_left_out).filter(|n| *n != 0);
        match ending {
            Ending::Found { parent, cost, path } => self.event("end", |event| {
                event.word("id", GOAL).parent(*parent).number("f", *cost).number("g", *cost);
                event.point("x", "y", *goal).path(path).optional_whole("leftOut", left_out)
            }),
            Ending::Failed(failure) => self.event("failed", |event| {
                event.word("id", GOAL).point("x", "y", *goal);
                event.optional_word("reason", failure.word());
                event.optional_whole("leftOut", left_out)
            }),
            Ending::Untold => {}
        }
    }

    fn event(&mut self, kind: &str, fill: impl FnOnce(&mut Self) -> &mut Self) {
        match self.notation {
            Notation::Yaml => self.text.push_str("  - { type: "),
            Notation::Json if self.is_first => self.text.push_str("\n{\"type\":"),
            Notation::Json => self.text.push_str(",\n{\"type\":"),
        }
        self.is_first = false;
        self.quoted(kind);
        fill(self);
        self.text.push_str(if self.notation == Notation::Yaml { " }\n" } else { "}" });
    }

    /// A word: ours are letters only and need no quotes in YAML, those of others may be anything.
    fn quoted(&mut self, word: &str) {
        let is_plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
        let _ = match self.notation {
            Notation::Yaml if is_plain && !["null", "true", "false"].contains(&word) => {
                write!(self.text, "{word}")
            }
            _ => write!(self.text, "{}", serde_json::Value::from(word)),
        };
    }

    fn key(&mut self, key: &'static str) {
        let _ = match self.notation {
            Notation::Yaml => write!(self.text, ", {key}: "),
            Notation::Json => write!(self.text, ",\"{key}\":"),
        };
    }

    fn word(&mut self, key: &'static str, word: &'static str) -> &mut Self {
        self.key(key);
        self.quoted(word);
        self
    }

    fn optional_word(&mut self, key: &'static str, word: Option<&'static str>) -> &mut Self {
        match word {
            Some(word) => self.word(key, word),
            None => self,
        }
    }

    fn whole(&mut self, key: &'static str, number: impl std::fmt::Display) -> &mut Self {
        self.key(key);
        let _ = write!(self.text, "{number}");
        self
    }

    fn optional_whole(
        &mut self,
        key: &'static str,
        number: Option<impl std::fmt::Display>,
    ) -> &mut Self {
        match number {
            Some(number) => self.whole(key, number),
            None => self,
        }
    }

    fn queued(&mut self, nodes: &[Queued]) -> &mut Self {
        self.key("queued");
        let ids: Vec<String> = nodes.iter().map(|node| node.id.to_string()).collect();
        let _ = write!(self.text, "[{}]", ids.join(", "));
        self
    }

    fn parent(&mut self, parent: Option<NonZeroU32>) -> &mut Self {
        match parent {
            Some(parent) => self.whole("pId", parent.get()),
            None if self.has_start => self.word("pId", START),
            None => self,
        }
    }

    /// A number; left out if it is none, because neither notation can say so.
    fn number(&mut self, key: &'static str, number: Option<f64>) -> &mut Self {
        if let Some(number) = number.filter(|number| number.is_finite()) {
            self.key(key);
            self.bare(number);
        }
        self
    }

    fn point(&mut self, x: &'static str, y: &'static str, point: Option<Point>) -> &mut Self {
        self.number(x, point.map(|p| p.x)).number(y, point.map(|p| p.y))
    }

    fn path(&mut self, path: &[Point]) -> &mut Self {
        self.key("path");
        self.text.push('[');
        let (open, between) = match self.notation {
            Notation::Yaml => ("{ x: ", ", y: "),
            Notation::Json => ("{\"x\":", ",\"y\":"),
        };
        for (place, p) in path.iter().filter(|p| p.x.is_finite() && p.y.is_finite()).enumerate() {
            self.text.push_str(if place == 0 { "" } else { ", " });
            self.text.push_str(open);
            self.bare(p.x);
            self.text.push_str(between);
            self.bare(p.y);
            self.text.push_str(if self.notation == Notation::Yaml { " }" } else { "}" });
        }
        self.text.push(']');
        self
    }

    /// The shortest number that reads back as the same one.
    fn bare(&mut self, number: f64) {
        // The two zeros are one number, and very large and small ones need no row of zeros.
        let number = number + 0.0;
        let plain = number == 0.0 || (1e-5..1e15).contains(&number.abs());
        let _ = if plain { write!(self.text, "{number}") } else { write!(self.text, "{number:e}") };
    }
}
