//! How many of some numbers are how large.

/// How many bars a histogram has.
const N_BARS: usize = 40;

/// Bars of equal width from the least number to the largest: from, to, and how many. None if there is no number.
pub fn bars(numbers: impl Iterator<Item = f64> + Clone) -> Vec<[f64; 3]> {
    let finite = numbers.filter(|number| number.is_finite());
    let ends = finite.clone().fold(None, |ends: Option<[f64; 2]>, number| {
        let [low, high] = ends.unwrap_or([number; 2]);
        Some([low.min(number), high.max(number)])
    });
    let Some([low, high]) = ends else { return Vec::new() };
    if low == high {
        return vec![[low - 0.5, low + 0.5, finite.count() as f64]];
    }
    // Divided first: the difference of two large numbers may be larger than any number.
    let width = high / N_BARS as f64 - low / N_BARS as f64;
    let mut counts = [0_u32; N_BARS];
    for number in finite {
        let place = (number / width - low / width) as usize;
        counts[place.min(N_BARS - 1)] += 1;
    }
    let edge = |place: usize| low + place as f64 * width;
    let bar = |(place, count): (usize, &u32)| [edge(place), edge(place + 1), f64::from(*count)];
    counts.iter().enumerate().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_counted_once() {
        let numbers = (0..1000).map(f64::from).chain([f64::NAN, f64::INFINITY]);
        let bars = bars(numbers);
        assert_eq!(bars.len(), N_BARS);
        assert_eq!(bars.iter().map(|bar| bar[2]).sum::<f64>(), 1000.0);
        assert_eq!((bars[0][0], bars[0][2]), (0.0, 25.0));
        assert_eq!(super::bars([3.0, 3.0].into_iter()), [[2.5, 3.5, 2.0]]);
        assert_eq!(super::bars(std::iter::empty()), Vec::<[f64; 3]>::new());
        let wide = super::bars([-1.5e308, 1.5e308].into_iter());
        assert_eq!(wide.iter().map(|bar| bar[2]).sum::<f64>(), 2.0);
    }
}
