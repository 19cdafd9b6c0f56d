//! Numbers as people read them.

/// A count with its thousands set apart.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i != 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "1 error", "2 errors".
pub fn counted(count: usize, one: &str) -> String {
    counted_as(count, one, &format!("{one}s"))
}

/// "1 query", "2 queries".
pub fn counted_as(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A measure with the digits that people care about; a large one has all of those before the point.
pub fn measure(value: f64) -> String {
    match value.abs() {
        // Zero has no sign for people.
        0.0 => "0".to_owned(),
        ..1e-3 => scientific(value),
        _ => trimmed(&format!("{value:.3}")).to_owned(),
    }
}

/// A number with as many digits as people care about, whatever its size.
pub fn number(value: f64) -> String {
    if 1e9 <= value.abs() { scientific(value) } else { measure(value) }
}

/// A number as a few digits and a power of ten.
fn scientific(value: f64) -> String {
    let text = format!("{value:.4e}");
    match text.split_once('e') {
        Some((digits, power)) => format!("{}e{power}", trimmed(digits)),
        None => text,
    }
}

/// Without zeros at the end that say nothing.
fn trimmed(decimals: &str) -> &str {
    decimals.trim_end_matches('0').trim_end_matches('.')
}

/// A time in microseconds, with the unit that people read it in.
pub fn duration(micros: f64) -> String {
    match micros {
        ..10.0 => format!("{micros:.1} µs"),
        ..1e4 => format!("{micros:.0} µs"),
        ..1e5 => format!("{:.1} ms", micros / 1e3),
        ..1e7 => format!("{:.0} ms", micros / 1e3),
        _ => format!("{:.1} s", micros / 1e6),
    }
}

/// How far costs are off, as a part of what they should be.
pub fn relative_error(error: f64) -> String {
    if error == 0.0 { "none".to_owned() } else { format!("{error:.1e}") }
}

/// A sentence with a large first letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(counted(1, "error"), "1 error");
    }

    #[test]
    fn an_error_of_zero_is_none() {
        assert_eq!([0.0, 1e-16, 0.5].map(relative_error), ["none", "1.0e-16", "5.0e-1"]);
    }

    #[test]
    fn no_number_but_zero_looks_like_it() {
        for write in [measure, number] {
            assert_eq!([2.0, 25009.66495, 0.1].map(write), ["2", "25009.665", "0.1"]);
            assert_eq!([0.0, -0.0, 1.1e-4, -1e-5].map(write), ["0", "0", "1.1e-4", "-1e-5"]);
            assert_eq!(
                [1e-3, 9.999_6e-4, 1.234_56e-20].map(write),
                ["0.001", "9.9996e-4", "1.2346e-20"]
            );
            assert_eq!([f64::NAN, f64::INFINITY].map(write), ["NaN", "inf"]);
        }
        // An area keeps its digits; a coordinate has to fit where it is shown.
        assert_eq!(
            [measure(12_345_678_901.0), number(12_345_678_901.0)],
            ["12345678901", "1.2346e10"]
        );
        assert_eq!(number(-3e9), "-3e9");
    }

    #[test]
    fn times_have_the_unit_that_suits_them() {
        assert_eq!(
            [1.25, 9_999.4, 12_340.0, 123_400.0, 2.5e7].map(duration),
            ["1.2 µs", "9999 µs", "12.3 ms", "123 ms", "25.0 s"]
        );
    }
}
