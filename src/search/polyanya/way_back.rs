//! The path that was found, read back from the goal.

use super::*;

impl<S: TraceSink> Polyanya<S> {
    /// The corners of the path that was found last, both ends included.
    pub fn corners(&self) -> Vec<Point> {
        let mut corners = self.trace_back(|_, _| ());
        if let [only] = corners[..] {
            corners.push(only);
        }
        corners.reverse();
        corners
    }

    /// The corners from the goal back to the start; calls with each root on the way and the corners so far.
    fn trace_back(&self, mut call: impl FnMut(u32, usize)) -> Vec<Point> {
        let Some((mut root, goal)) = self.last else { return Vec::new() };
        let mut corners = vec![goal];
        while root != NONE {
            let Root { mut point, parent, .. } = self.roots[root as usize];
            if let Some(border) = self.mirrors.border(root) {
                point = bend(border, corners[corners.len() - 1], point);
            }
            if corners.last() != Some(&point) {
                corners.push(point);
            }
            call(root, corners.len());
            root = parent;
        }
        corners
    }

    /// The jumps of the path that was found last: the corner where each leaves, and the link of the mesh.
    pub fn jumps(&self) -> Vec<(usize, usize)> {
        let mut jumps = Vec::new();
        self.trace_back(|root, n_corners| {
            let leaves = || self.roots[self.roots[root as usize].parent as usize].point;
            if let Some(link) = self.landings.link(root)
                && leaves() != self.roots[root as usize].point
            {
                jumps.push((n_corners, link as usize));
            }
        });
        let n_corners = self.corners().len();
        // Counted from the goal so far.
        jumps.iter_mut().for_each(|(corner, _)| *corner = n_corners - 1 - *corner);
        jumps.reverse();
        jumps
    }

    /// How long the path is that was found last, jumps not counted.
    pub(super) fn walked(&self) -> f64 {
        let (corners, jumps) = (self.corners(), self.jumps());
        let walks = |corner: &usize| jumps.iter().all(|(from, _)| from != corner);
        let pieces = (0..corners.len().saturating_sub(1)).filter(walks);
        pieces.map(|corner| corners[corner].distance(corners[corner + 1])).sum()
    }
}

/// Where on a border the way from a place to what is seen from there in a mirror turns back.
fn bend(border: [Point; 2], from: Point, image: Point) -> Point {
    if border.contains(&from) { from } else { crossing([from, image], border[0], border[1]) }
}
