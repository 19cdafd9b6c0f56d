//! How the map is looked at: from where, what of it, and what is selected.

use std::sync::Arc;

use crate::draw::{Camera, Insets, Layer, Look, Size, YAxis};
use crate::explain::Verdict;
use crate::geom::{Aabb, Point};
use crate::mesh::Element;
use crate::tool::{Selection, Sizes, Snap, Tool};

/// How the map is looked at.
#[derive(Debug)]
pub(super) struct View {
    /// From where.
    pub(super) eye: Eye,
    /// What colours tell, and what is drawn.
    pub(super) look: Look,
    /// What the pointer does.
    pub(super) tool: Tool,
    /// Whether the hand is in the middle of moving something.
    pub(super) hand_moves: bool,
    /// What of a drawing is selected.
    pub(super) things: Selection,
    /// What the hand snaps to.
    pub(super) snap: Snap,
    /// How things are drawn that have a choice.
    pub(super) sizes: Sizes,
    /// A number that is being dragged in a panel: its changes are one step.
    pub(super) sliding: Option<String>,
    /// What is looked at closer.
    pub(super) selection: Option<Element>,
    /// An island that is highlighted.
    pub(super) island: Option<usize>,
    /// Why there is no path, as far as the graphics card was told of it.
    pub(super) flooded: Option<Arc<Verdict>>,
    /// Where the pointer is, in the world.
    pub(super) pointer: Option<Point>,
    /// How far from something the pointer may be to take hold of it, in the world.
    pub(super) reach: f64,
    /// How large the canvas is, once that is known.
    pub(super) canvas: Option<Size>,
    /// Where the menu of a place was asked for.
    pub(super) menu_at: Option<Point>,
    /// What to show as soon as the size of the canvas is known.
    pub(super) fit: Option<Aabb>,
    /// Whether the legend is shown.
    pub(super) legend: bool,
    /// How much of the canvas it covers at the right, in points.
    pub(super) covered: f64,
}

impl Default for View {
    fn default() -> Self {
        let look = Look::default();
        Self {
            eye: Eye::default(),
            look: Look { layers: look.layers.with(Layer::Ids), ..look },
            tool: Tool::default(),
            hand_moves: false,
            things: Selection::default(),
            snap: Snap::default(),
            sizes: Sizes::default(),
            sliding: None,
            selection: None,
            island: None,
            flooded: None,
            pointer: None,
            reach: 0.0,
            canvas: None,
            menu_at: None,
            fit: None,
            legend: true,
            covered: 0.0,
        }
    }
}

impl View {
    /// How the world lies on the canvas.
    pub(super) fn camera(&self) -> Option<Camera> {
        self.canvas.map(|size| self.eye.camera(size))
    }

    /// What is seen of it beside what covers the canvas: to show it again as it is now.
    pub(super) fn seen_box(&self) -> Option<Aabb> {
        let camera = self.camera()?;
        let size = self.canvas?;
        let insets = insets(self.covered);
        let far = Point::new(f64::from(size.width()), f64::from(size.height()));
        let corners = [
            Point::new(insets.left, insets.top),
            Point::new(far.x - insets.right, far.y - insets.bottom),
        ];
        let is_there = corners[0].x < corners[1].x && corners[0].y < corners[1].y;
        let free = Aabb::around(corners.map(|corner| camera.world_from_picture(corner)));
        Some(if is_there { free } else { camera.visible() })
    }
}

/// From where the map is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Eye {
    /// What is in the middle of the canvas.
    pub(super) center: Point,
    /// How many points of the canvas a unit of the world takes.
    pub(super) scale: f64,
    /// Which way y grows.
    pub(super) y_axis: YAxis,
    /// The smallest and the largest scale.
    limits: [f64; 2],
}

impl Default for Eye {
    fn default() -> Self {
        Self { center: Point::default(), scale: 1.0, y_axis: YAxis::Up, limits: [1e-12, 1e12] }
    }
}

/// How far a map is from the rim of the canvas, in points.
const MARGIN: f64 = 24.0;

impl Eye {
    /// Looks at maps of this extent, of which the largest piece that is drawn at once is so large.
    pub(super) fn set_map(&mut self, bounds: Aabb, largest_piece: f64, y_axis: YAxis) {
        // Positions are drawn in single precision as seen from the middle of their piece: closer than a quarter of a
        // pixel they cannot be.
        const PRECISION: f64 = (1 << 22) as f64;
        let extent = bounds.diagonal();
        self.y_axis = y_axis;
        self.limits = if extent.is_normal() && largest_piece.is_normal() {
            [10.0 / extent, PRECISION / largest_piece]
        } else {
            [1e-12, 1e12]
        };
    }

    /// Which way y grows on the canvas: 1 upwards, -1 downwards.
    pub(super) fn up(&self) -> f64 {
        if self.y_axis == YAxis::Up { 1.0 } else { -1.0 }
    }

    /// How the world lies on a canvas of this size.
    pub(super) fn camera(&self, size: Size) -> Camera {
        Camera::at(self.center, middle(size), self.scale, size, self.y_axis)
    }

    /// Shows all of a box, beside what covers so much of the canvas at its right.
    pub(super) fn fit(&mut self, bounds: Aabb, size: Size, covered: f64) {
        let camera = Camera::fit(bounds, size, insets(covered), self.y_axis);
        let shown = bounds.min + (bounds.max - bounds.min) * 0.5;
        let shown = if bounds.is_empty() { Point::new(0.5, 0.5) } else { shown };
        // Where it is shown stays, even if it cannot be shown as small or as large as it would have to be.
        let at = camera.picture_from_world(shown);
        self.scale = self.clamped(camera.pixels_per_world());
        let camera = Camera::at(shown, at, self.scale, size, self.y_axis);
        self.center = self.within(camera.world_from_picture(middle(size)));
    }

    /// Looks closer by a factor; what is at a place of the canvas stays there.
    pub(super) fn zoom(&mut self, size: Size, at: Point, factor: f64) {
        let fixed = self.camera(size).world_from_picture(at);
        let scale = self.scale * factor;
        self.scale = self.clamped(if scale.is_finite() { scale } else { self.scale });
        let moved = self.camera(size).world_from_picture(at);
        self.center = self.within(self.center + (fixed - moved));
    }

    /// Moves the map over the canvas.
    pub(super) fn pan(&mut self, size: Size, by: Point) {
        let center = self.camera(size).world_from_picture(middle(size) - by);
        self.center = self.within(center);
    }

    fn clamped(&self, scale: f64) -> f64 {
        scale.clamp(self.limits[0], self.limits[1].max(self.limits[0]))
    }

    /// Whether there is somewhere to look from.
    #[cfg(feature = "window-tests")]
    pub(super) fn is_sound(&self) -> bool {
        let is_scale = self.scale.is_finite() && 0.0 < self.scale;
        is_scale && self.within(self.center) == self.center
    }

    /// Nobody needs to go where numbers end.
    fn within(&self, center: Point) -> Point {
        let limit = crate::geom::LIMIT;
        let bounded = |value: f64| if value.is_finite() { value.clamp(-limit, limit) } else { 0.0 };
        Point::new(bounded(center.x), bounded(center.y))
    }
}

/// What is left free around a map, beside what covers so much of the canvas at its right.
fn insets(covered: f64) -> Insets {
    Insets { right: MARGIN + covered, ..Insets::all(MARGIN) }
}

/// The middle of a canvas.
pub(super) fn middle(size: Size) -> Point {
    Point::new(f64::from(size.width()) / 2.0, f64::from(size.height()) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let size = Size::new(800, 600).unwrap();
        let mut eye = Eye::default();
        eye.set_map(Aabb::around([Point::default(), Point::new(100.0, 50.0)]), 50.0, YAxis::Up);
        eye.fit(Aabb::around([Point::default(), Point::new(100.0, 50.0)]), size, 0.0);
        let at = Point::new(123.0, 456.0);
        let before = eye.camera(size).world_from_picture(at);
        eye.zoom(size, at, 3.7);
        let after = eye.camera(size).world_from_picture(at);
        assert!(before.distance(after) < 1e-9, "{before:?} {after:?}");
    }

    #[test]
    fn what_was_seen_is_shown_again_as_it_was() {
        let size = Size::new(1000, 700).unwrap();
        let bounds = Aabb::around([Point::new(-3.0, 2.0), Point::new(90.0, 40.0)]);
        for covered in [0.0, 220.0] {
            let mut view = View { canvas: Some(size), covered, ..View::default() };
            view.eye.set_map(bounds, bounds.diagonal(), YAxis::Up);
            view.eye.fit(bounds, size, covered);
            let before = view.eye;
            view.eye.fit(view.seen_box().unwrap(), size, covered);
            assert!((view.eye.scale / before.scale - 1.0).abs() < 1e-9, "{covered}");
            assert!(view.eye.center.distance(before.center) < 1e-9, "{covered}");
        }
    }

    #[test]
    fn what_cannot_be_shown_as_a_whole_is_shown_where_it_would_be() {
        let size = Size::new(800, 600).unwrap();
        let limit = crate::geom::LIMIT;
        let widest = Aabb::around([Point::new(-limit, -limit), Point::new(limit, limit)]);
        let point = Aabb::around([Point::new(limit, 3.0)]);
        for bounds in [widest, point, Aabb::around([Point::default()]), Aabb::EMPTY] {
            for [width, height] in [[800, 600], [1, 1], [60, 2000]] {
                let size = Size::new(width, height).unwrap_or(size);
                let mut eye = Eye::default();
                eye.fit(bounds, size, 300.0);
                assert_eq!(eye.within(eye.center), eye.center, "{bounds:?}");
                let middle = bounds.min + (bounds.max - bounds.min) * 0.5;
                let middle = if bounds.is_empty() { Point::new(0.5, 0.5) } else { middle };
                let seen = eye.camera(size).picture_from_world(middle);
                let paper = Point::new(f64::from(width), f64::from(height));
                assert!(Aabb::around([Point::default(), paper]).holds(seen), "{bounds:?} {seen:?}");
            }
        }
    }

    #[test]
    fn no_zoom_and_no_pan_leaves_the_numbers() {
        let size = Size::new(800, 600).unwrap();
        let mut eye = Eye::default();
        for factor in [f64::INFINITY, f64::NAN, 0.0, 1e300, 1e-300] {
            for _ in 0..10 {
                eye.zoom(size, Point::new(1.0, 2.0), factor);
                eye.pan(size, Point::new(1e30, -1e30));
            }
            let corner = eye.camera(size).world_from_picture(Point::default());
            assert!(corner.x.is_finite() && corner.y.is_finite());
            assert!(0.0 < eye.scale && eye.scale.is_finite());
        }
    }
}
