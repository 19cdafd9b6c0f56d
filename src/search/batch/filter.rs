//! Which rows of a scenario somebody wants to see, as it is typed: `fail`, `bucket 3-7`, `cost>100 time>50us`.

use super::{Case, Finish, Judgement};

/// Which rows of a scenario somebody wants to see: those for which all of this holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Filter {
    wanted: Vec<Wanted>,
}

/// One thing that has to hold.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Wanted {
    Finish(Finish),
    /// Anything that is not as it should be.
    Failed,
    Changed,
    /// Another algorithm came to something else.
    Differs,
    /// It is of an earlier run.
    Old,
    Bucket(u32, u32),
    Row(usize, usize),
    Number(Quantity, Comparison, f64),
}

/// What a number is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Cost,
    Expected,
    Difference,
    /// In microseconds.
    Time,
    Nodes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Below,
    AtMost,
    Equal,
    AtLeast,
    Above,
}

/// What a filter may be, for those who ask.
const WORDS: &str = "fail, pass, no path, off mesh, not run, changed, differs, old, bucket 3-7, row 12, cost>100, time>50us or nodes>1e4";

impl Filter {
    /// Reads a filter; if that cannot be done, says why in a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.to_lowercase().replace([',', ';'], " ");
        let text = joined(&text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut wanted = Vec::new();
        let mut rest = words.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let (found, n_used) = match (*first, after.first()) {
                ("no", Some(&"path")) => (Some(Wanted::Finish(Finish::NoPath)), 2),
                ("off", Some(&"mesh")) => (Some(Wanted::Finish(Finish::OffMesh)), 2),
                ("not", Some(&"run")) => (Some(Wanted::Finish(Finish::NotRun)), 2),
                ("bucket" | "buckets", Some(numbers)) => (bucket(numbers), 2),
                ("row" | "rows", Some(numbers)) => (row(numbers), 2),
                _ => (Wanted::of(first), 1),
            };
            let Some(found) = found else {
                let typed = rest[..n_used].join(" ");
                return Err(format!("Cannot read \"{typed}\": expected {WORDS}"));
            };
            wanted.push(found);
            rest = &rest[n_used..];
        }
        Ok(Self { wanted })
    }

    /// Whether every row is wanted.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Whether a row is wanted.
    pub fn wants(&self, case: &Case<'_>) -> bool {
        self.wanted.iter().all(|wanted| wanted.holds(case))
    }
}

/// The same text with comparisons in one word each.
fn joined(text: &str) -> String {
    let mut joined = text.to_owned();
    for sign in ["<", ">", "=", "≤", "≥"] {
        while joined.contains(&format!(" {sign}")) || joined.contains(&format!("{sign} ")) {
            joined = joined.replace(&format!(" {sign}"), sign).replace(&format!("{sign} "), sign);
        }
    }
    joined
}

/// A number, or two with a dash between them.
fn range(text: &str) -> Option<(u32, u32)> {
    let (from, to) = text.split_once("..").or(text.split_once('-')).unwrap_or((text, text));
    Some((from.parse().ok()?, to.trim_start_matches('=').parse().ok()?))
}

fn bucket(text: &str) -> Option<Wanted> {
    range(text).map(|(from, to)| Wanted::Bucket(from, to))
}

fn row(text: &str) -> Option<Wanted> {
    range(text).map(|(from, to)| Wanted::Row(from as usize, to as usize))
}

impl Wanted {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "fail" | "fails" | "failed" | "failures" => Self::Failed,
            "pass" | "passed" => Self::Finish(Finish::Pass),
            "found" => Self::Finish(Finish::Found),
            "unreachable" => Self::Finish(Finish::NoPath),
            "changed" => Self::Changed,
            "differs" | "differ" | "different" => Self::Differs,
            "old" => Self::Old,
            _ => return bucket(word).or_else(|| Self::comparison(word)),
        })
    }

    fn comparison(word: &str) -> Option<Self> {
        let at = word.find(['<', '>', '=', '≤', '≥'])?;
        let (name, rest) = word.split_at(at);
        let signs = [
            ("<=", Comparison::AtMost),
            ("≤", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("≥", Comparison::AtLeast),
            ("<", Comparison::Below),
            (">", Comparison::Above),
            ("==", Comparison::Equal),
            ("=", Comparison::Equal),
        ];
        let found = signs.into_iter().find_map(|(sign, it)| Some((it, rest.strip_prefix(sign)?)));
        let (comparison, number) = found?;
        let quantity = match name {
            "cost" => Quantity::Cost,
            "expected" => Quantity::Expected,
            "difference" | "diff" | "error" => Quantity::Difference,
            "time" => Quantity::Time,
            "nodes" | "expanded" => Quantity::Nodes,
            "bucket" | "row" => return Self::counted(name, comparison, number),
            _ => return None,
        };
        let (number, unit) = match quantity {
            Quantity::Time => micros(number),
            _ => (number, 1.0),
        };
        let value: f64 = number.parse().ok()?;
        value.is_finite().then_some(Self::Number(quantity, comparison, value * unit))
    }

    /// Buckets and rows are whole numbers: a comparison is a range of them.
    fn counted(name: &str, comparison: Comparison, number: &str) -> Option<Self> {
        let n: u32 = number.parse().ok()?;
        let (from, to) = match comparison {
            Comparison::Below => (0, n.checked_sub(1)?),
            Comparison::AtMost => (0, n),
            Comparison::Equal => (n, n),
            Comparison::AtLeast => (n, u32::MAX),
            Comparison::Above => (n.checked_add(1)?, u32::MAX),
        };
        Some(if name == "bucket" {
            Self::Bucket(from, to)
        } else {
            Self::Row(from as usize, to as usize)
        })
    }

    fn holds(self, case: &Case<'_>) -> bool {
        match self {
            Self::Finish(finish) => case.finish() == finish,
            Self::Failed => case.judgement() == Some(Judgement::Fail),
            Self::Changed => case.is_changed(),
            Self::Differs => case.differs(),
            Self::Old => case.is_old,
            Self::Bucket(from, to) => (from..=to).contains(&case.instance.bucket),
            Self::Row(from, to) => (from..=to).contains(&(case.index + 1)),
            Self::Number(quantity, comparison, number) => {
                quantity.of(case).is_some_and(|value| comparison.holds(value, number))
            }
        }
    }
}

/// A time without its unit, and how many microseconds that is.
fn micros(text: &str) -> (&str, f64) {
    let units = [("us", 1.0), ("µs", 1.0), ("μs", 1.0), ("ms", 1e3), ("s", 1e6)];
    let found =
        units.into_iter().find_map(|(unit, micros)| Some((text.strip_suffix(unit)?, micros)));
    found.unwrap_or((text, 1.0))
}

impl Quantity {
    fn of(self, case: &Case<'_>) -> Option<f64> {
        match self {
            Self::Cost => case.cost(),
            Self::Expected => case.told(),
            Self::Difference => case.difference().map(f64::abs),
            Self::Time => case.row.map(|row| row.micros),
            Self::Nodes => case.row.map(|row| row.counters.expanded as f64),
        }
    }
}

impl Comparison {
    fn holds(self, value: f64, number: f64) -> bool {
        match self {
            Self::Below => value < number,
            Self::AtMost => value <= number,
            Self::Equal => value == number,
            Self::AtLeast => number <= value,
            Self::Above => number < value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Column, Expected, Row};
    use super::*;
    use crate::geom::{Aabb, Point};
    use crate::scenario::Instance;
    use crate::search::{Counters, Outcome};

    /// Ten rows that cost 0, 10, 20, …; the third fails, the fifth has no path, the last was not run.
    fn check(filter: &str, wanted: &[usize]) {
        let filter = Filter::parse(filter).unwrap();
        let instances = instances();
        let found: Vec<usize> = cases(&instances)
            .filter(|case| filter.wants(case))
            .map(|case| case.index + 1)
            .collect();
        assert_eq!(found, wanted);
    }

    fn instances() -> Vec<Instance> {
        let ends = [Point::new(0.0, 0.0), Point::new(1.0, 0.0)];
        let cost = |n: u32| Some(10.0 * f64::from(n) + 1.0);
        (0..10).map(|n| Instance::found("a.mesh", Aabb::EMPTY, ends, cost(n))).collect()
    }

    fn cases(instances: &[Instance]) -> impl Iterator<Item = Case<'_>> {
        instances.iter().enumerate().map(|(index, instance)| {
            let cost = instance.cost.value + if index == 2 { 5.0 } else { 0.0 };
            let outcome = if index == 4 { Outcome::Unreachable } else { Outcome::Found { cost } };
            let counters = Counters { expanded: 1000 * index as u64, ..Counters::default() };
            let row = Row { outcome, micros: 100.0 * index as f64, counters };
            let row = (index != 9).then_some(row);
            let was = (index == 7).then_some(Outcome::Unreachable);
            let other = row.filter(|_| index < 4);
            let other = other
                .map(|row| if index == 1 { Row { outcome: Outcome::GaveUp, ..row } } else { row });
            let expected = Expected::Cost(instance.cost.value, 0.0);
            Case { row, was, other, is_old: index == 8, ..Case::new(index, instance, expected) }
        })
    }

    #[test]
    fn rows_are_found_by_words_ranges_and_comparisons() {
        check("", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        check("fail", &[3, 5]);
        check("no path", &[5]);
        check("not run", &[10]);
        check("changed", &[8]);
        check("differs", &[2]);
        check("old", &[9]);
        check("cost > 60", &[7, 8, 9]);
        check("cost>=61, time<0.75ms", &[7, 8]);
        check("nodes>7e3", &[9]);
        check("time>500us pass", &[7, 8, 9]);
        check("bucket 5-10", &[3, 4, 5]);
        check("2-5", &[2, 3]);
        check("row 4..6", &[4, 5, 6]);
        check("bucket>20", &[10]);
        check("difference>1", &[3]);
    }

    #[test]
    fn what_cannot_be_read_is_quoted() {
        for text in ["kost>3", "cost>much", "bucket x", "cost", "time>3h"] {
            let sentence = Filter::parse(text).unwrap_err();
            assert!(sentence.starts_with(&format!("Cannot read \"{text}\": expected fail")));
        }
    }

    #[test]
    fn rows_are_sorted_stably_with_the_unknown_last() {
        let instances = instances();
        let sorted = |column: Column, descending| column.sorted(cases(&instances), descending);
        assert_eq!(sorted(Column::Cost, true), [8, 7, 6, 5, 3, 2, 1, 0, 4, 9]);
        assert_eq!(sorted(Column::Result, false), [2, 4, 0, 1, 3, 5, 6, 7, 8, 9]);
        assert_eq!(sorted(Column::Other, false), [1, 0, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(sorted(Column::Nodes, false), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(sorted(Column::Difference, true), [2, 0, 1, 3, 5, 6, 7, 8, 4, 9]);
    }
}
