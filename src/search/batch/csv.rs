//! Rows as a table for scripts.

use std::fmt::Write as _;

use crate::search::{Algorithm, Counters};

use super::{Case, Row};

/// What stands over the columns. Scripts know the first six by their place; more come at the end.
const TITLES: &str = "index,cost,micros,generated,pushed,popped,expanded,outcome,expected,result,\
                      bucket,map,start_x,start_y,goal_x,goal_y,told,algorithm\n";

/// The rows that were run, each with what it was searched by, as a table with a title over each column.
///
/// Rows are counted from 0. `expected` is what the row has to cost, and is empty if nobody knows that; `told` is what
/// the file says, whether a path has to match it or not.
pub fn to_csv<'a>(cases: impl IntoIterator<Item = (Case<'a>, Algorithm)>) -> String {
    let mut csv = TITLES.to_owned();
    for (case, algorithm) in cases {
        let Some(Row { outcome, micros, counters }) = case.row else { continue };
        let printed = |cost: Option<f64>| cost.map(|cost| cost.to_string()).unwrap_or_default();
        let Counters { generated, pushed, popped, expanded, .. } = counters;
        let (index, cost) = (case.index, printed(outcome.cost()));
        let (ended, judgement) = (outcome.name(), case.expected.judge(outcome).name());
        let (wanted, told) = (printed(case.expected.cost()), printed(case.told()));
        let (start, goal, bucket) = (case.instance.start, case.instance.goal, case.instance.bucket);
        let (map, algorithm) = (quoted(&case.instance.map), algorithm.name());
        let _ = writeln!(
            csv,
            "{index},{cost},{micros:.3},{generated},{pushed},{popped},{expanded},{ended},{wanted},\
             {judgement},{bucket},{map},{},{},{},{},{told},{algorithm}",
            start.x, start.y, goal.x, goal.y
        );
    }
    csv
}

/// A text as a field: in quotes if it would be read as something else.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Aabb, Point};
    use crate::scenario::Instance;
    use crate::search::Outcome;
    use crate::search::batch::Expected;

    #[test]
    fn a_row_says_what_was_asked_and_by_what_it_was_searched() {
        let ends = [Point::new(0.5, -1.0), Point::new(4.0, 2.0)];
        let instance = Instance::found("a, \"b\".mesh", Aabb::EMPTY, ends, Some(9.25));
        let row = Row {
            outcome: Outcome::Found { cost: 9.0 },
            micros: 1.5,
            counters: Counters {
                generated: 4,
                pushed: 3,
                popped: 2,
                expanded: 1,
                ..Counters::default()
            },
        };
        let case = Case { row: Some(row), ..Case::new(7, &instance, Expected::AtMost(9.25, 0.0)) };
        let csv = to_csv([
            (case, Algorithm::AstarFunnel),
            (Case { row: None, ..case }, Algorithm::AstarFunnel),
        ]);
        let line =
            "7,9,1.500,4,3,2,1,found,,unknown,2,\"a, \"\"b\"\".mesh\",0.5,-1,4,2,9.25,astar-funnel";
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[1..], [line]);
        assert!(csv.starts_with("index,cost,micros,generated,pushed,popped,"));
        assert_eq!(lines[0].split(',').count(), 18);
    }
}
