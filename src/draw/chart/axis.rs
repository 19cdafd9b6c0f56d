//! An axis of a chart: where numbers lie along it, and which of them are written.

use crate::draw::number::round_length;

/// What is told along an axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Axis {
    /// What.
    pub title: String,
    /// How numbers lie along it.
    pub scale: Scale,
    /// The least and the largest number that is shown; for a logarithm more than zero.
    pub range: [f64; 2],
}

/// How numbers lie along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// Every factor takes as much room.
    Log,
}

impl Axis {
    /// An axis that has room for all of these numbers; a logarithm leaves out what is not above zero.
    pub fn around(
        title: impl Into<String>,
        scale: Scale,
        numbers: impl IntoIterator<Item = f64>,
    ) -> Self {
        let is_shown =
            |number: &f64| number.is_finite() && (scale == Scale::Linear || 0.0 < *number);
        let shown = numbers.into_iter().filter(is_shown);
        let (low, high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
            (low.min(number), high.max(number))
        });
        let range = match scale {
            _ if high < low => [1.0, 10.0],
            Scale::Linear => {
                let rim = if low == high { 1.0 } else { (high - low) * 0.03 };
                [if 0.0 <= low && low < high { 0.0 } else { low - rim }, high + rim]
            }
            Scale::Log => [low / 1.3, high * 1.3],
        };
        Self { title: title.into(), scale, range }
    }

    /// Which part of the axis a number is at; none if it is not on it.
    pub fn part(&self, number: f64) -> Option<f64> {
        let [low, high] = self.range;
        let part = match self.scale {
            Scale::Linear => (number - low) / (high - low),
            Scale::Log if 0.0 < number => (number / low).ln() / (high / low).ln(),
            Scale::Log => return None,
        };
        (-1e-9..=1.0 + 1e-9).contains(&part).then_some(part)
    }

    /// The number at a part of the axis, which may lie beyond its ends.
    pub fn at(&self, part: f64) -> f64 {
        let [low, high] = self.range;
        match self.scale {
            Scale::Linear => low + part * (high - low),
            Scale::Log => low * (high / low).powf(part),
        }
    }

    /// Round numbers along the axis.
    pub fn ticks(&self) -> Vec<f64> {
        let [low, high] = self.range;
        match self.scale {
            Scale::Linear => {
                let Some(step) = round_length((high - low) / 4.0) else { return Vec::new() };
                let first = (low / step).ceil();
                let n_ticks = ((high / step).floor() - first + 1.0).clamp(0.0, 30.0) as usize;
                (0..n_ticks).map(|i| (first + i as f64) * step).collect()
            }
            Scale::Log => {
                let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
                // Few powers of ten leave room for what lies between them.
                let times: &[f64] =
                    if powers.clone().count() <= 4 { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let ticks =
                    powers.flat_map(|power| times.iter().map(move |n| n * 10_f64.powi(power)));
                ticks.filter(|tick| (low..=high).contains(tick)).take(60).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_where_its_part_is() {
        for scale in [Scale::Linear, Scale::Log] {
            let axis = Axis::around("n", scale, [3.0, 700.0]);
            for number in [3.0, 50.0, 700.0] {
                let back = axis.at(axis.part(number).unwrap());
                assert!((back - number).abs() < 1e-9 * number, "{scale:?}: {back}");
            }
        }
    }
}
