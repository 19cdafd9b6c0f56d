//! Where many queries start and lead: one mark for all that are close together, the larger the more they are.

use std::collections::BTreeMap;

use crate::geom::Point;

use super::{Ink, Legend, Mark, Pen};

/// How far marks are from each other, and how large the smallest and the largest are, in pixels.
const CELL: f64 = 18.0;
const SMALLEST: f64 = 4.0;
const LARGEST: f64 = 16.0;

/// Marks where queries start or lead, and says what the marks mean.
pub fn heat(ink: Ink, points: impl IntoIterator<Item = Point>, pen: &mut dyn Pen) -> Legend {
    let camera = *pen.camera();
    let visible = camera.visible();
    let mut cells: BTreeMap<[i64; 2], (f64, Point)> = BTreeMap::new();
    for point in points.into_iter().filter(|p| visible.holds(*p)) {
        let at = camera.picture_from_world(point);
        let cell = cells.entry([at.x, at.y].map(|x| (x / CELL).floor() as i64)).or_default();
        *cell = (cell.0 + 1.0, cell.1 + point);
    }
    let most = cells.values().fold(1.0, |most, cell| f64::max(most, cell.0));
    let shape = if ink == Ink::Start { Mark::Disc } else { Mark::Diamond };
    for (count, sum) in cells.values() {
        let part = count.ln() / f64::ln(most.max(30.0));
        pen.mark(ink, *sum * (1.0 / count), shape, SMALLEST + part * (LARGEST - SMALLEST));
    }
    let mut said = Legend::default();
    if !cells.is_empty() {
        let title = if ink == Ink::Start { "start of a row" } else { "goal of a row" };
        let all = if most == 1.0 {
            String::new()
        } else {
            "; at most ".to_owned() + &super::number::short(most)
        };
        said.add_named(ink, format!("{title}{all}"));
    }
    said
}
