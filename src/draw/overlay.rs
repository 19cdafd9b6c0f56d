//! What was drawn with one pen, kept to be drawn with another: a task draws what only the window knows.

use crate::geom::Point;

use super::{Anchor, Camera, Ink, Legend, Mark, Pen, Shapes};

/// Keeps what is drawn with it.
#[derive(Debug, Clone)]
pub struct Overlay {
    camera: Camera,
    made: Vec<Made>,
    /// What the marks mean.
    pub said: Legend,
}

#[derive(Debug, Clone)]
enum Made {
    Fill(Ink, Shapes),
    Stroke(Ink, Shapes),
    Mark(Ink, Point, Mark, f64),
    Text(Ink, Point, Anchor, f64, String),
}

impl Overlay {
    /// Nothing yet, to be drawn as it is seen from here.
    pub fn new(camera: Camera) -> Self {
        Self { camera, made: Vec::new(), said: Legend::default() }
    }

    /// Draws all of it, in the same order.
    pub fn draw(&self, pen: &mut dyn Pen) {
        for made in &self.made {
            match made {
                Made::Fill(ink, rings) => pen.fill(*ink, rings),
                Made::Stroke(ink, lines) => pen.stroke(*ink, lines),
                Made::Mark(ink, at, mark, pixels) => pen.mark(*ink, *at, *mark, *pixels),
                Made::Text(ink, at, anchor, pixels, text) => {
                    pen.text(*ink, *at, *anchor, *pixels, text);
                }
            }
        }
    }
}

impl Pen for Overlay {
    fn camera(&self) -> &Camera {
        &self.camera
    }

    fn fill(&mut self, ink: Ink, rings: &Shapes) {
        self.made.push(Made::Fill(ink, rings.clone()));
    }

    fn stroke(&mut self, ink: Ink, lines: &Shapes) {
        self.made.push(Made::Stroke(ink, lines.clone()));
    }

    fn mark(&mut self, ink: Ink, at: Point, mark: Mark, pixels: f64) {
        self.made.push(Made::Mark(ink, at, mark, pixels));
    }

    fn text(&mut self, ink: Ink, at: Point, anchor: Anchor, pixels: f64, text: &str) {
        self.made.push(Made::Text(ink, at, anchor, pixels, text.to_owned()));
    }
}
