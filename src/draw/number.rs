//! Numbers as pictures show them.

/// A coordinate in pixels, to a hundredth of one.
pub(super) fn pixels(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A quantity with three digits that count.
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    if !(1e-3..1e7).contains(&size) {
        let text = format!("{value:.1e}");
        return text.replace(".0e", "e");
    }
    let n_decimals = (2 - size.log10().floor() as i32).clamp(0, 6) as usize;
    let text = format!("{value:.n_decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// The largest of 1, 2 and 5 times a power of ten that is not above a number; none if that is no length.
pub(super) fn round_length(at_most: f64) -> Option<f64> {
    if !at_most.is_normal() || at_most < 0.0 {
        return None;
    }
    let power = 10_f64.powf(at_most.log10().floor());
    let fits = |times: &f64| times * power <= at_most * (1.0 + 1e-9);
    let length = [5.0, 2.0, 1.0].into_iter().find(fits).map_or(power, |times| times * power);
    length.is_normal().then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let values = [0.0, 3.0, 12.3456, 1234.5, 0.00123, 1e12, -2.5e-7, 100.0];
        let texts = ["0", "3", "12.3", "1234", "0.00123", "1e12", "-2.5e-7", "100"];
        assert_eq!(values.map(short), texts);
        assert_eq!([-0.001, 1.0, 2.505, 1e9].map(pixels), ["0", "1", "2.5", "1000000000"]);
    }

    #[test]
    fn lengths_are_round() {
        let lengths = [9.9, 1.0, 0.7, 2e12, 4e-7].map(round_length);
        assert_eq!(lengths, [5.0, 1.0, 0.5, 2e12, 2e-7].map(Some));
        assert_eq!([0.0, f64::NAN, -1.0].map(round_length), [None; 3]);
    }
}
