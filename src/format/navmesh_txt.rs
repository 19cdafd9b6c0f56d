//! `navmesh.txt`: two generations of keys with lists in brackets that share a name and nothing else.
//!
//! [`read_a`] reads `points:` and `triangles:`, [`read_b`] reads `VERTICES:`, `TRIANGLES:` and `NEIGHBORS:`. Both take
//! keys in any order and case, commas, semicolons or blanks between numbers, and lists that span lines. Only the
//! first generation is written.

use crate::mesh::{Across, Element, Findings, Kind, Origin, Parts, VertexId, narrow};

use super::brackets::{Brackets, Key, List};
use super::words::parse_whole;
use super::{Lines, ReadError, error};

mod a;
mod b;

pub use a::{read as read_a, write};
pub use b::read as read_b;

/// Whether the bytes start as the first generation does.
pub fn recognizes_a(bytes: &[u8]) -> bool {
    generation(bytes) == Some(Generation::A)
}

/// Whether the bytes start as the second generation does.
pub fn recognizes_b(bytes: &[u8]) -> bool {
    generation(bytes) == Some(Generation::B)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Generation {
    A,
    B,
}

/// The generation that the first key belongs to; as both have triangles, a file that starts with them is read on.
fn generation(bytes: &[u8]) -> Option<Generation> {
    let mut text = Brackets::new(bytes);
    let mut triangles = None;
    while let Ok(Some(key)) = text.key("a key") {
        match key.name.as_str() {
            "triangles" => triangles = Some(Generation::A),
            "stats" | "points" => return Some(Generation::A),
            name if b::KEYS.contains(&name) => return Some(Generation::B),
            _ if triangles.is_none() => return None,
            _ => {}
        }
        text.skip_value();
    }
    triangles
}

/// Keeps the value of a key that may come only once.
fn keep<T>(slot: &mut Option<T>, value: T, key: &Key) -> Result<(), ReadError> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => {
            let found = format!("{}:", key.name);
            Err(ReadError::unexpected(key.at, "every key only once", found.as_bytes()))
        }
    }
}

/// The value of a key that has to be there.
fn required<T>(
    slot: Option<T>,
    text: &Brackets<'_>,
    expected: &'static str,
) -> Result<T, ReadError> {
    slot.ok_or_else(|| ReadError::ended(text.origin(), expected))
}

fn skip_unknown(text: &mut Brackets<'_>, key: &Key, findings: &mut Findings) {
    text.skip_value();
    findings.add_at(Kind::OddText, Element::File, Some(key.at), || {
        format!("the key {} is not known; it was skipped", error::quote(key.name.as_bytes()))
    });
}

/// A list of vertex indices, three for each triangle.
fn triangles(text: &mut Brackets<'_>) -> Result<List<u32>, ReadError> {
    text.list(&["a vertex index"; 3], |word, name| parse_whole(word).ok_or_else(|| name.to_owned()))
}

/// Triangles that may all be walked on and know no neighbours yet. An index that names no point is refused.
fn parts_of(points: &List<f64>, triangles: &List<u32>) -> Result<Parts, ReadError> {
    let n_points = points.values.len() / 2;
    let mut places = triangles.values.iter().enumerate();
    if let Some((place, index)) = places.find(|&(_, &index)| n_points <= index as usize) {
        let at = Origin::Line(triangles.line(place));
        let found = index.to_string();
        return Err(ReadError::unexpected(
            at,
            format!("a vertex index below {n_points}"),
            found.as_bytes(),
        ));
    }
    let n_faces = triangles.values.len() / 3;
    Ok(Parts {
        points: points.points().collect(),
        starts: (0..=narrow(triangles.values.len())).step_by(3).collect(),
        corners: triangles.values.iter().map(|&index| VertexId(index)).collect(),
        across: vec![Across::Outside; triangles.values.len()],
        walkable: vec![true; n_faces],
        ..Parts::default()
    })
}

fn lines_of(points: &List<f64>, triangles: &List<u32>) -> Lines {
    Lines { vertices: points.lines(2), faces: triangles.lines(3), ..Lines::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_key_tells_the_generation() {
        let check = |text: &str| (recognizes_a(text.as_bytes()), recognizes_b(text.as_bytes()));
        let (a, b, neither) = ((true, false), (false, true), (false, false));
        assert_eq!(check("stats:{"), a);
        assert_eq!(check("\u{feff}\r\n// made by hand\r\nPoints : ["), a);
        assert_eq!(check("triangles:[0,1,2]\nstats:{}"), a);
        assert_eq!(check("triangles:["), a);
        assert_eq!(check("REAL_BBOX: [0"), b);
        assert_eq!(check("walkable_triangle_count: 1"), b);
        assert_eq!(check("TRIANGLES: [0, 1, 2]\n\nNEIGHBORS: ["), b);
        assert_eq!(check("mesh\n3\n"), neither);
        assert_eq!(check("colour: red\npoints:[]"), neither);
        assert_eq!(check(""), neither);
    }
}
