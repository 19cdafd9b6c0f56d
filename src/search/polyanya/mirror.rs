//! Floors that lie over each other: who changes between them at a border may walk back below, as light from a mirror.
//!
//! A cone enters every face from outside. Where a passage leads to a face on the same side of its border, and where one
//! leaves a face again over the line that it was entered by, the root is inside of what is entered; then the image of
//! the root in the border takes its place, at the same cost. The image is rounded, but from then on a point like any
//! other: what is decided is exact for it. Rays that do not go through an end of the border are kept as the points where
//! they meet it, moved apart by next to nothing: two cones that had a ray in common must not leave a gap between them.

use super::estimate::{mirrored, turn};
use super::look::{Bearing, Outlook};
use super::*;
use crate::geom::coordinate;

/// By how much rays are moved apart, as an angle.
const APART: f64 = 1e-12;

/// A piece of border, by its ends.
type Border = [Point; 2];

/// The images of a search.
#[derive(Debug, Default)]
pub(super) struct Mirrors {
    /// In the order of their roots.
    images: Vec<Image>,
    /// The image of each root in each side.
    known: HashMap<(u32, u32), u32>,
    /// The points that rays go through, and the border that each is on.
    marks: Vec<(Point, Border)>,
}

/// A root that is the image of its parent.
#[derive(Debug, Clone, Copy)]
struct Image {
    root: u32,
    border: Border,
    /// The faces that were entered and left at the border.
    faces: [Option<u32>; 2],
}

impl Mirrors {
    pub(super) fn clear(&mut self) {
        self.images.clear();
        self.known.clear();
        self.marks.clear();
    }

    /// The point that a ray goes through.
    pub(super) fn mark(&self, through: u32) -> Point {
        self.marks[(through - MARKS) as usize].0
    }

    /// The border that a root is seen in, if it is an image.
    pub(super) fn border(&self, root: u32) -> Option<Border> {
        self.image(root).map(|image| image.border)
    }

    fn image(&self, root: u32) -> Option<&Image> {
        let place = self.images.binary_search_by_key(&root, |image| image.root).ok()?;
        Some(&self.images[place])
    }
}

impl<S: TraceSink> Run<'_, S> {
    /// The successors over a passage, or over any side of a face that was entered over one.
    pub(super) fn look_to_floor(
        &mut self,
        outlook: &Outlook<S::Id>,
        out: Side,
        [p, q]: [Bearing; 2],
    ) {
        let Outlook { node, id, entered, .. } = *outlook;
        if !are_on_a_line(self.border(entered), self.border(out)) {
            return self.look_through(outlook, out, p, q);
        }
        // Straight back to where one came from is never of use.
        if self.face_before(node.side) == Some(self.ground.faces[out.twin as usize]) {
            return;
        }
        // What is seen from outside has its ends the other way round.
        self.add_seen(outlook, out, [q, p]);
        for (end, through) in [(entered.to, node.right), (entered.from, node.left)] {
            if end.turns() && end.vertex() == through {
                self.turn_and_look(node.root, through, out, id);
            }
        }
    }

    /// Adds what is seen of a side from the root.
    pub(super) fn add_seen(
        &mut self,
        outlook: &Outlook<S::Id>,
        out: Side,
        [right, left]: [Bearing; 2],
    ) {
        if left.from_right <= 0.0 || right.from_left >= 0.0 {
            return;
        }
        let mut seen = Node { side: out.twin, ..outlook.node };
        if right.from_right >= 0.0 {
            seen.right = OWN_END;
            self.sees(&outlook.root, right.vertex, right.offset);
        }
        if left.from_left <= 0.0 {
            seen.left = OWN_END;
            self.sees(&outlook.root, left.vertex, left.offset);
        }
        self.add_named(seen, outlook.id);
    }

    /// The same node with its root outside of the face that is entered; none if that face has been walked on before.
    pub(super) fn seen_from_outside(&mut self, node: Node) -> Option<Node> {
        let border = self.border(self.ground.sides[node.side as usize]);
        let root = self.tools.roots[node.root as usize];
        if side(border[0], border[1], root.point) != Hand::Left {
            return Some(node);
        }
        // In a mirror left is right. Seen from inside, the start of the side is its right end.
        let left = self.marked(&root, node.right, border, -APART);
        let right = self.marked(&root, node.left, [border[1], border[0]], APART);
        let root = self.image(node.root, node.side, border)?;
        Some(Node { side: node.side, root, left, right })
    }

    /// What a ray goes through that meets the same place of a border as another, or passes it beyond its first end.
    fn marked(&mut self, root: &Root, through: u32, border: Border, apart: f64) -> u32 {
        let [end, other] = border;
        let stays = match through {
            OWN_END => true,
            AHEAD => false,
            MARKS.. => {
                let (_, line) = self.tools.mirrors.marks[(through - MARKS) as usize];
                are_on_a_line(line, border)
            }
            _ => side(end, other, self.ground.points[through as usize]) == Hand::On,
        };
        if stays {
            return through;
        }
        let ray = self.along(root, through);
        let meet = |angle: f64| {
            let ray = ray + Point::new(-ray.y, ray.x) * angle;
            let [of_end, of_other] =
                border.map(|p| ray.x * (p.y - root.point.y) - ray.y * (p.x - root.point.x));
            let is_beyond = of_end * apart <= 0.0;
            (!is_beyond).then(|| end + (other - end) * (of_end / (of_end - of_other)).min(1.0))
        };
        // Coordinates are rounded, and from close by that is a larger angle.
        let size = border.iter().fold(0.0, |size: f64, p| size.max(p.x.abs()).max(p.y.abs()));
        let with_rounding =
            |met: Point| apart.signum() * 8.0 * f64::EPSILON * size / met.distance(root.point);
        match meet(apart).and_then(|met| meet(apart + with_rounding(met).clamp(-0.1, 0.1))) {
            None => OWN_END,
            Some(met) => {
                self.tools.mirrors.marks.push((met, border));
                MARKS + (self.tools.mirrors.marks.len() - 1) as u32
            }
        }
    }

    /// The image of a root in a border.
    fn image(&mut self, root: u32, over: u32, border: Border) -> Option<u32> {
        if self.tools.mirrors.border(root).is_some_and(|mirror| are_on_a_line(mirror, border)) {
            // The image of an image is what was there before.
            return Some(self.tools.roots[root as usize].parent);
        }
        if let Some(&image) = self.tools.mirrors.known.get(&(root, over)) {
            return Some(image);
        }
        let to = self.ground.faces[over as usize];
        if self.has_folded_at(root, to) {
            return None;
        }
        let original = self.tools.roots[root as usize];
        let [a, b] = border;
        let Point { x, y } = mirrored(original.point, a, b, turn(a, b, original.point));
        let point = Point::new(coordinate(x).unwrap_or(x), coordinate(y).unwrap_or(y));
        let image = self.tools.roots.len() as u32;
        self.tools.roots.push(Root { point, parent: root, ..original });
        let faces = [Some(to), self.face_before(over)];
        self.tools.mirrors.images.push(Image { root: image, border, faces });
        self.tools.mirrors.known.insert((root, over), image);
        Some(image)
    }

    /// Whether the way to a root has left or entered a face at a mirror: no shortest path enters a convex face twice.
    fn has_folded_at(&self, mut root: u32, face: u32) -> bool {
        while !self.tools.mirrors.images.is_empty() && root != NONE {
            if self.tools.mirrors.image(root).is_some_and(|image| image.faces.contains(&Some(face)))
            {
                return true;
            }
            root = self.tools.roots[root as usize].parent;
        }
        false
    }

    /// The face that one leaves over a side that is entered over; none for a side that leads one way.
    fn face_before(&self, over: u32) -> Option<u32> {
        let entered = self.ground.sides[over as usize];
        // The two halves of a passage stand side by side.
        let left = if entered.is_of_passage() { over - 1 } else { entered.twin };
        (left != NONE).then(|| self.ground.faces[left as usize])
    }

    fn border(&self, side: Side) -> Border {
        [side.from, side.to].map(|end| self.ground.point(end))
    }
}

/// Whether two borders are on the same line. Exact.
fn are_on_a_line([a, b]: Border, other: Border) -> bool {
    other.iter().all(|&end| side(a, b, end) == Hand::On)
}
