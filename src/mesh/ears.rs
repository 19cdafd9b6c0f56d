//! Cuts a face into triangles without adding vertices, and without triangles that have no area.

use crate::geom::{Point, Side, side};

/// Cuts a ring into triangles (as places in the ring) by taking off ears.
///
/// Straight corners, normal in merged meshes, never become flat triangles. `None` if the ring crosses itself or has
/// no inside, so that no such triangles exist.
pub fn triangles(ring: &[Point]) -> Option<Vec<[usize; 3]>> {
    let mut left: Vec<usize> = (0..ring.len()).collect();
    let mut triangles = Vec::with_capacity(ring.len().saturating_sub(2));
    while 3 < left.len() {
        let n = left.len();
        let ear = (0..n).find(|&i| is_ear(ring, &left, i))?;
        triangles.push([left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]]);
        left.remove(ear);
    }
    let last: [usize; 3] = left.try_into().ok()?;
    triangles.push(last);
    let flat = |t: &[usize; 3]| side(ring[t[0]], ring[t[1]], ring[t[2]]) != Side::Left;
    if triangles.iter().any(flat) { None } else { Some(triangles) }
}

/// Whether the corner at place `i` can be cut off: it turns left, nothing is inside, and what is left has an inside.
fn is_ear(ring: &[Point], left: &[usize], i: usize) -> bool {
    let n = left.len();
    let at = |k: usize| ring[left[k % n]];
    let (a, b, c) = (at(i + n - 1), at(i), at(i + 1));
    if side(a, b, c) != Side::Left {
        return false;
    }
    let empty = (2..n - 1).map(|k| at(i + k)).all(|p| {
        let outside =
            [(a, b), (b, c), (c, a)].iter().any(|&(from, to)| side(from, to, p) == Side::Right);
        // A corner on the cut itself would be cut off from its neighbours, unless it is one of the ends again.
        outside || p == a || p == c
    });
    let rest_is_flat = n == 4 && side(a, c, at(i + 2)) != Side::Left;
    // Cutting between two corners that lie on one line with everything else leaves nothing to cut.
    let rest_on_a_line = 4 < n && (2..n).all(|k| side(a, c, at(i + k)) == Side::On);
    empty && !rest_is_flat && !rest_on_a_line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ring: &[(f64, f64)]) -> Option<usize> {
        let ring: Vec<Point> = ring.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let triangles = triangles(&ring)?;
        let area = |t: &[usize; 3]| crate::geom::area(&t.map(|i| ring[i]));
        let sum: f64 = triangles.iter().map(area).sum();
        assert!((sum - crate::geom::area(&ring)).abs() < 1e-12, "{triangles:?}");
        Some(triangles.len())
    }

    #[test]
    fn straight_corners_become_no_flat_triangles() {
        let square = [
            (0.0, 0.0),
            (1.0, 0.0),
            (2.0, 0.0),
            (2.0, 1.0),
            (2.0, 2.0),
            (1.0, 2.0),
            (0.0, 2.0),
            (0.0, 1.0),
        ];
        assert_eq!(check(&square), Some(6));
        assert_eq!(check(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (0.0, 1.0)]), Some(3));
    }

    #[test]
    fn a_notch_is_respected() {
        assert_eq!(check(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]), Some(3));
    }

    #[test]
    fn a_bow_tie_and_a_line_have_no_triangles() {
        assert_eq!(check(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]), None);
        assert_eq!(check(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]), None);
    }
}
