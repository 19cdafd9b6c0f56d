//! Cuts a face into triangles without adding vertices, and without triangles that have no area.

use crate::geom::{Point, Side, side};

/// Rings of more corners than this are only cut if they are convex: others would cost the square of their number.
const MOST_CORNERS: usize = 4096;

/// Cuts a ring into triangles (as places in the ring) by taking off ears.
///
/// Straight corners, normal in merged meshes, never become flat triangles. `None` if the ring crosses itself or has
/// no inside, so that no such triangles exist, or if it is notched and very long.
pub fn triangles(ring: &[Point]) -> Option<Vec<[usize; 3]>> {
    let n = ring.len();
    let convex = (0..n).all(|i| side(ring[i], ring[(i + 1) % n], ring[(i + 2) % n]) != Side::Right);
    if n < 3 || (!convex && MOST_CORNERS < n) {
        return None;
    }
    let mut rest = Rest {
        ring,
        before: (0..n).map(|i| (i + n - 1) % n).collect(),
        after: (0..n).map(|i| (i + 1) % n).collect(),
        n_left: n,
        convex,
    };
    let mut triangles = Vec::with_capacity(n - 2);
    let mut corner = 0;
    while 3 < rest.n_left {
        // Going on where the last ear was finds the next one close by.
        let ear = rest.from(corner).find(|&corner| rest.is_ear(corner))?;
        triangles.push(rest.around(ear));
        corner = rest.cut_off(ear);
    }
    triangles.push(rest.around(corner));
    let flat = |t: &[usize; 3]| side(ring[t[0]], ring[t[1]], ring[t[2]]) != Side::Left;
    if triangles.iter().any(flat) { None } else { Some(triangles) }
}

/// What is left of a ring.
struct Rest<'a> {
    ring: &'a [Point],
    before: Vec<usize>,
    after: Vec<usize>,
    n_left: usize,
    convex: bool,
}

impl Rest<'_> {
    fn around(&self, corner: usize) -> [usize; 3] {
        [self.before[corner], corner, self.after[corner]]
    }

    /// All corners that are left, from one of them on.
    fn from(&self, corner: usize) -> impl Iterator<Item = usize> + Clone {
        let mut next = corner;
        (0..self.n_left).map(move |_| {
            let here = next;
            next = self.after[here];
            here
        })
    }

    /// Takes a corner off; the one after it is a good place to go on.
    fn cut_off(&mut self, corner: usize) -> usize {
        let [before, _, after] = self.around(corner);
        self.after[before] = after;
        self.before[after] = before;
        self.n_left -= 1;
        after
    }

    /// Whether a corner can be cut off: it turns left, nothing is inside, and what is left has an inside.
    fn is_ear(&self, corner: usize) -> bool {
        let [a, b, c] = self.around(corner).map(|corner| self.ring[corner]);
        if side(a, b, c) != Side::Left {
            return false;
        }
        let mut others = self
            .from(self.after[self.after[corner]])
            .take(self.n_left - 3)
            .map(|corner| self.ring[corner]);
        let empty = self.convex
            || others.clone().all(|p| {
                let outside = [(a, b), (b, c), (c, a)]
                    .iter()
                    .any(|&(from, to)| side(from, to, p) == Side::Right);
                // A corner on the cut itself would be cut off from its neighbours, unless it is an end again.
                outside || p == a || p == c
            });
        // Cutting between two corners that lie on one line with everything else leaves nothing to cut.
        let last = self.n_left == 4;
        empty
            && others
                .any(|p| if last { side(a, c, p) == Side::Left } else { side(a, c, p) != Side::On })
    }
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
    fn a_ring_of_very_many_corners_is_cut_all_the_same() {
        let n = 20_000;
        let corner = |i: usize| (i as f64 / n as f64 * std::f64::consts::TAU).sin_cos();
        let ring: Vec<Point> =
            (0..n).map(|i| Point::new(1e6 * corner(i).1, 1e6 * corner(i).0)).collect();
        assert_eq!(triangles(&ring).map(|triangles| triangles.len()), Some(n - 2));
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
