//! Letters made of straight strokes, for pictures of pixels.
//!
//! A font file, and something to read and paint it, would be many times as much for a legend and a few names.
//!
//! Each letter is drawn on a grid that is 4 wide and 8 high: 0 is the foot of a `g`, 2 the line that letters stand on,
//! 6 the top of an `x`, 8 that of an `X`. A stroke is a row of places, each a digit for x and one for y.

use crate::geom::Point;

use super::Anchor;

/// How wide a stroke is, as a part of the size of the font.
pub(super) const WEIGHT: f64 = 0.105;

/// How wide a place of the grid is, as a part of the size of the font.
const PLACE: f64 = 0.118;
/// How many places are between two letters.
const GAP: f64 = 1.7;
/// How many places a blank is wide.
const BLANK: f64 = 1.6;

/// How many pixels a text is wide.
pub(super) fn width(text: &str, pixels: f64) -> f64 {
    let places: f64 = text.chars().map(|letter| advance(glyph(letter))).sum();
    (places - GAP).max(0.0) * PLACE * pixels
}

/// The strokes of a text in pixels, its middle line at a place.
pub(super) fn strokes(text: &str, at: Point, anchor: Anchor, pixels: f64) -> Vec<Vec<Point>> {
    let part = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    let place = PLACE * pixels;
    let mut left = at.x - width(text, pixels) * part;
    let mut strokes = Vec::new();
    for letter in text.chars() {
        let glyph = glyph(letter);
        for stroke in glyph.split(' ').filter(|stroke| !stroke.is_empty()) {
            let digit = |byte: u8| f64::from(byte.saturating_sub(b'0'));
            let corner = |pair: &[u8]| {
                // The middle of a capital letter is 5 above the foot.
                Point::new(left + digit(pair[0]) * place, at.y + (5.0 - digit(pair[1])) * place)
            };
            strokes.push(stroke.as_bytes().chunks_exact(2).map(corner).collect());
        }
        left += advance(glyph) * place;
    }
    strokes
}

/// How many places it is from a letter to the next.
fn advance(glyph: &str) -> f64 {
    let columns = glyph.split(' ').flat_map(|stroke| stroke.bytes().step_by(2));
    match columns.max() {
        Some(last) => f64::from(last.saturating_sub(b'0')) + GAP,
        None => BLANK + GAP,
    }
}

/// The strokes of a letter; a box for those that nobody has drawn yet.
fn glyph(letter: char) -> &'static str {
    match letter {
        ' ' | '\u{a0}' => "",
        'A'..='Z' => capital(letter),
        'a'..='z' => small(letter),
        '0'..='9' => digit(letter),
        '.' => "0202",
        ',' => "1201",
        ':' => "0202 0606",
        ';' => "1201 1616",
        '·' => "0505",
        '…' => "0202 2222 4242",
        '-' | '‐' | '−' => "0424",
        '–' | '—' => "0444",
        '+' => "0444 2622",
        '=' => "0343 0545",
        '/' => "0138",
        '\\' => "0831",
        '(' => "18070312",
        ')' => "08171302",
        '[' => "18080212",
        ']' => "08181202",
        '<' => "360432",
        '>' => "063402",
        '_' => "0141",
        '|' => "0800",
        '\'' | '’' => "0807",
        '"' => "0807 1817",
        '!' => "0804 0202",
        '?' => "0718283736252414 1212",
        '*' => "0446 0644 2723",
        '#' => "1812 3832 0444 0646",
        '%' => "0248 0708180717 3342433343",
        '&' => "4216172837260403122244",
        '@' => "34252423344546381807031242",
        '~' => "0415253445",
        '^' => "062846",
        '$' => "473818070615354443321203 2821",
        '`' => "0817",
        '{' => "281816051422",
        '}' => "081816251402",
        '→' => "0545 2745 2345",
        '×' => "0337 0733",
        '°' => "1807161818",
        _ => "0208484202",
    }
}

fn capital(letter: char) -> &'static str {
    match letter {
        'A' => "022842 1434",
        'B' => "02083847463505 3544433202",
        'C' => "4738180703123243",
        'D' => "020828374644332202",
        'E' => "38080232 0525",
        'F' => "380802 0525",
        'G' => "47381807031232434525",
        'H' => "0802 4842 0545",
        'I' => "0802",
        'J' => "3833221203",
        'K' => "0802 0448 1542",
        'L' => "080232",
        'M' => "0208254842",
        'N' => "02084248",
        'O' => "180703123243473818",
        'P' => "02083847463505",
        'Q' => "180703123243473818 2442",
        'R' => "02083847463505 2542",
        'S' => "473818070615354443321203",
        'T' => "0848 2822",
        'U' => "080312324348",
        'V' => "082248",
        'W' => "0812253248",
        'X' => "0842 0248",
        'Y' => "082548 2522",
        _ => "08480242",
    }
}

fn small(letter: char) -> &'static str {
    match letter {
        'a' => "3632 3526160503122233",
        'b' => "0802 0516263533221203",
        'c' => "3526160503122233",
        'd' => "3832 3526160503122233",
        'e' => "04343526160503122233",
        'f' => "281712 0626",
        'g' => "3631201001 3526160503122233",
        'h' => "0802 0516263532",
        'i' => "0602 0808",
        'j' => "161100 1818",
        'k' => "0802 0436 1532",
        'l' => "080312",
        'm' => "0602 05162522 25364542",
        'n' => "0602 0516263532",
        'o' => "160503122233352616",
        'p' => "0600 0516263533221203",
        'q' => "3630 3526160503122233",
        'r' => "0602 051626",
        's' => "35261605142433221203",
        't' => "181322 0626",
        'u' => "0603122233 3632",
        'v' => "061226",
        'w' => "0612253246",
        'x' => "0632 0236",
        'y' => "0623 3610",
        _ => "06360232",
    }
}

fn digit(letter: char) -> &'static str {
    match letter {
        '0' => "180703122233372818",
        '1' => "071812 0222",
        '2' => "07182837360232",
        '3' => "0718283736253433221203 1525",
        '4' => "22280434",
        '5' => "380805253433221203",
        '6' => "3728180703122233342505",
        '7' => "083812",
        '8' => "180706152536372818 1504031222333425",
        _ => "0312223337281807061535",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_keyboard_has_strokes_on_the_grid() {
        for letter in (' '..='~').skip(1) {
            for stroke in glyph(letter).split(' ') {
                let is_sound = stroke.len() >= 4
                    && stroke.len() % 2 == 0
                    && stroke.as_bytes().chunks(2).all(|p| p[0] <= b'4' && p[1] <= b'8');
                assert!(is_sound, "{letter}: {stroke:?}");
            }
        }
        assert_eq!(width("", 12.0), 0.0);
        assert!(width("i", 12.0) < width("m", 12.0));
    }
}
