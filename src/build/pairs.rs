//! All pairs of boxes that touch, by a sweep from left to right in bands that lie one above the other.

use super::steps::WholeBox;

/// So few boxes are simply compared each with each.
const FEW: usize = 12;

/// Calls with every two boxes that touch, each pair once, until a call says to stop.
pub(super) fn for_each_touching(
    boxes: &[WholeBox],
    mut call: impl FnMut(usize, usize) -> bool,
) -> bool {
    if boxes.len() <= FEW {
        return (0..boxes.len())
            .all(|i| (i + 1..boxes.len()).all(|j| !boxes[i].touches(boxes[j]) || call(i, j)));
    }
    let whole = boxes.iter().fold(WholeBox::EMPTY, |all, one| all.with(*one));
    let n_bands = (boxes.len() as f64 / 16.0).sqrt().ceil().max(1.0);
    let bottom = whole.min.y as f64;
    let per_unit = n_bands / ((whole.max.y as f64 - bottom) + 1.0);
    // The same function says where boxes are entered and where a pair is told, so its rounding does not matter.
    let band = |y: i64| ((y as f64 - bottom) * per_unit) as usize;
    let (starts, order) = sorted_into_bands(boxes, band(whole.max.y) + 1, band);
    let mut open: Vec<u32> = Vec::new();
    for here in 0..starts.len() - 1 {
        open.clear();
        for &i in &order[starts[here] as usize..starts[here + 1] as usize] {
            let one = boxes[i as usize];
            open.retain(|&j| one.min.x <= boxes[j as usize].max.x);
            for &j in &open {
                let other = boxes[j as usize];
                let touch = one.min.y <= other.max.y && other.min.y <= one.max.y;
                // A pair that meets in several bands is told in the lowest of them.
                if touch
                    && band(one.min.y.max(other.min.y)) == here
                    && !call(i.min(j) as usize, i.max(j) as usize)
                {
                    return false;
                }
            }
            open.push(i);
        }
    }
    true
}

/// The boxes of each band, from left to right; boxes that reach through several bands are in each of them.
fn sorted_into_bands(
    boxes: &[WholeBox],
    n_bands: usize,
    band: impl Fn(i64) -> usize,
) -> (Vec<u32>, Vec<u32>) {
    let mut by_left: Vec<(i64, u32)> =
        boxes.iter().zip(0..).map(|(one, index)| (one.min.x, index)).collect();
    by_left.sort_unstable();
    let bands = |index: u32| {
        let one = boxes[index as usize];
        band(one.min.y)..=band(one.max.y)
    };
    let mut starts = vec![0_u32; n_bands + 1];
    for &(_, index) in &by_left {
        bands(index).for_each(|band| starts[band + 1] += 1);
    }
    for band in 0..n_bands {
        starts[band + 1] += starts[band];
    }
    let mut next = starts.clone();
    let mut order = vec![0; starts[n_bands] as usize];
    for &(_, index) in &by_left {
        for band in bands(index) {
            order[next[band] as usize] = index;
            next[band] += 1;
        }
    }
    (starts, order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::steps::Whole;

    #[test]
    fn every_pair_that_touches_is_told_once() {
        let mut random = fastrand::Rng::with_seed(3);
        for n in [0, 1, 5, 13, 100, 1000] {
            let boxes: Vec<WholeBox> = (0..n)
                .map(|_| {
                    let (x, y) = (random.i64(-1000..1000), random.i64(-1000..1000));
                    let long = if random.u8(..10) == 0 { 1500 } else { 40 };
                    let size = Whole::new(random.i64(0..long), random.i64(0..long));
                    let min = Whole::new(x, y);
                    WholeBox { min, max: Whole::new(x + size.x, y + size.y) }
                })
                .collect();
            let mut told = Vec::new();
            assert!(for_each_touching(&boxes, |i, j| {
                told.push((i, j));
                true
            }));
            told.sort_unstable();
            let all = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
            let expected: Vec<_> = all.filter(|&(i, j)| boxes[i].touches(boxes[j])).collect();
            assert_eq!(told, expected);
        }
    }
}
