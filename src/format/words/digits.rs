//! Digits, eight at a time.

use super::is_blank;

const POWERS_OF_TEN: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// A number of up to seven digits before and after its point that stands at the beginning and ends at a blank, and
/// how long it is.
#[inline]
pub(super) fn short_number(bytes: &[u8]) -> Option<(f64, usize)> {
    let negative = bytes.first() == Some(&b'-');
    let start = usize::from(negative);
    let (whole, n_digits) = digits_at(bytes, start)?;
    if n_digits == 0 || n_digits == 8 {
        return None;
    }
    let mut end = start + n_digits;
    let mut value = f64::from(whole);
    if bytes.get(end) == Some(&b'.') {
        let (fraction, n_digits) = digits_at(bytes, end + 1)?;
        end += 1 + n_digits;
        // Both sides of the division are exact, so the quotient is the closest number there is.
        let scale = *POWERS_OF_TEN.get(n_digits)?;
        let digits = u64::from(whole) * scale + u64::from(fraction);
        value = digits as f64 / scale as f64;
    }
    let ends = bytes.get(end).is_some_and(|&byte| is_blank(byte));
    ends.then_some((if negative { -value } else { value }, end))
}

/// The number that up to eight digits at a place spell, and how many they are.
#[inline(always)]
fn digits_at(bytes: &[u8], place: usize) -> Option<(u32, usize)> {
    Some(leading_digits(u64::from_le_bytes(*bytes.get(place..)?.first_chunk()?)))
}

/// The number that the first bytes of a chunk spell, and how many digits it has; the first byte is the lowest.
#[inline(always)]
pub(super) fn leading_digits(chunk: u64) -> (u32, usize) {
    let digits = chunk ^ 0x3030_3030_3030_3030;
    // The top bit of every byte that is no digit; bytes after the first such one may be marked wrongly.
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    let length = others.trailing_zeros() / 8;
    // Shifted so that the last digit is the top byte and zeros lead; then pairs, fours and all eight are added up.
    let digits = digits.checked_shl(64 - 8 * length).unwrap_or(0);
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let low = (pairs & 0x0000_00FF_0000_00FF).wrapping_mul(0x000F_4240_0000_0064);
    let high = ((pairs >> 16) & 0x0000_00FF_0000_00FF).wrapping_mul(0x0000_2710_0000_0001);
    ((low.wrapping_add(high) >> 32) as u32, length as usize)
}

#[inline(always)]
pub(super) fn lowest_byte(chunk: u64) -> u8 {
    (chunk & 0xFF) as u8
}
