//! A whole picture: a map, what was searched on it, a legend and a scale bar.

use crate::explain::Verdict;
use crate::geom::{Aabb, Point};
use crate::layout::Layout;
use crate::mesh::Navmesh;
use crate::search::{Ground, Trace};

use super::{
    Camera, Ink, Insets, Legend, Look, Overlay, Pen, Pixels, Route, Shapes, Size, Svg, Theme,
    YAxis, cause, closed_faces, floods, layout, legend, mesh, path, scale_bar, trace,
};

/// What a picture is of.
#[derive(Debug, Clone, Copy)]
pub enum Map<'a> {
    /// Faces.
    Mesh(&'a Navmesh),
    /// What a person drew.
    Layout(&'a Layout),
    /// Nothing; only room for what is drawn over it.
    Room(Aabb),
}

impl Map<'_> {
    /// The smallest box around all that is drawn of it.
    pub fn bounds(self) -> Aabb {
        match self {
            Self::Room(bounds) => bounds,
            Self::Mesh(mesh) => mesh.bounds(),
            Self::Layout(layout) => {
                let lanes = layout.lanes.lanes.values().flat_map(|lane| {
                    let ends = layout.lanes.ends(lane).into_iter().flatten();
                    ends.map(move |end| Aabb::around([end]).inflated(lane.width.abs() / 2.0))
                });
                let lanes = lanes.flat_map(|around| [around.min, around.max]);
                let vertices = layout.lanes.vertices.values().map(|vertex| vertex.at);
                let drawn = lanes.chain(vertices).fold(layout.bounds(), Aabb::grown_to);
                if drawn.is_empty() { drawn } else { drawn.within_limit() }
            }
        }
    }
}

/// A search at one of its events.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// What was searched.
    pub ground: &'a Ground,
    /// What was heard of it.
    pub trace: &'a Trace,
    /// The number of the event, counted from zero, after which it is shown.
    pub after: usize,
}

/// A whole picture.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// What it is of.
    pub map: Map<'a>,
    /// What it is called.
    pub title: &'a str,
    /// How the map is looked at.
    pub look: Look,
    /// Which way y grows.
    pub y_axis: YAxis,
    /// A query and its path.
    pub route: Option<&'a Route>,
    /// A search under way.
    pub search: Option<Search<'a>>,
    /// Why there is no path: of all causes the one at this place is shown.
    pub verdict: Option<(&'a Verdict, usize)>,
    /// What lies over all that.
    pub over: Option<&'a Overlay>,
    /// The part of the world that is shown; none if it is all of the map.
    pub view: Option<Aabb>,
}

impl<'a> Picture<'a> {
    /// A map, and nothing else.
    pub fn plain(map: Map<'a>, title: &'a str) -> Self {
        Self {
            map,
            title,
            look: Look::default(),
            y_axis: YAxis::default(),
            route: None,
            search: None,
            verdict: None,
            over: None,
            view: None,
        }
    }
}

/// How far the map is from the rim, in pixels.
const MARGIN: f64 = 16.0;
/// A picture smaller than this, in pixels, has room for the map only.
const LEGEND_WIDTH: u32 = 480;
const LEGEND_HEIGHT: u32 = 180;
/// How high the scale bar is, and how long it is at most.
const BAR_HEIGHT: f64 = 34.0;
const BAR_WIDTH: f64 = 120.0;

fn has_legend(size: Size) -> bool {
    LEGEND_WIDTH <= size.width() && LEGEND_HEIGHT <= size.height()
}

impl Picture<'_> {
    /// The picture as SVG text.
    pub fn svg(&self, size: Size, theme: Theme) -> String {
        let mut svg = Svg::new(self.camera(size), theme, self.title);
        self.draw(&mut svg);
        svg.finish()
    }

    /// The picture as pixels; none if there is no memory for them.
    pub fn pixels(&self, size: Size, theme: Theme) -> Option<Pixels> {
        let mut pixels = Pixels::new(self.camera(size), theme)?;
        self.draw(&mut pixels);
        Some(pixels)
    }

    /// Where the map lies in the picture.
    ///
    /// The legend has a column of its own that is always as wide: a map does not move from step to step of a search.
    pub fn camera(&self, size: Size) -> Camera {
        self.camera_on(self.view.unwrap_or_else(|| self.bounds()), size)
    }

    /// The same where something else is to be in the picture, too.
    pub(super) fn camera_on(&self, bounds: Aabb, size: Size) -> Camera {
        let margin = MARGIN.min(f64::from(size.width().min(size.height())) * 0.04);
        let right = if has_legend(size) { Legend::WIDTH + 2.0 * MARGIN } else { margin };
        Camera::fit(bounds, size, Insets { right, ..Insets::all(margin) }, self.y_axis)
    }

    /// The map, and the ends of the query if they are not very far from it.
    pub fn bounds(&self) -> Aabb {
        let bounds = self.map.bounds();
        let ends = self.route.map(|route| [route.query.start, route.query.goal]);
        let near = |end: &Point| bounds.distance(*end) <= bounds.diagonal() / 2.0;
        ends.into_iter().flatten().filter(near).fold(bounds, Aabb::grown_to)
    }

    fn draw(&self, pen: &mut dyn Pen) {
        let mut said = self.draw_ground(pen);
        said.append(self.draw_over(pen));
        if self.view.is_some() {
            clear_column(pen);
        }
        draw_legend(&said, pen);
    }

    /// The map alone as pixels, and what its marks mean; none if there is no memory for them.
    pub(super) fn ground(&self, size: Size, theme: Theme) -> Option<(Pixels, Legend)> {
        let mut pixels = Pixels::new(self.camera(size), theme)?;
        let said = self.draw_ground(&mut pixels);
        Some((pixels, said))
    }

    pub(super) fn draw_ground(&self, pen: &mut dyn Pen) -> Legend {
        match self.map {
            Map::Mesh(map) => mesh(map, &self.look, pen),
            Map::Layout(map) => layout(map, self.look.layers, pen),
            Map::Room(_) => Legend::default(),
        }
    }

    /// What was searched, over the map.
    pub(super) fn draw_over(&self, pen: &mut dyn Pen) -> Legend {
        let mut said = Legend::default();
        if let Some(Search { ground, trace: heard, after }) = self.search {
            said.append(closed_faces(ground, heard, after, pen));
            said.append(trace(heard, after, pen));
        }
        if let (Some((verdict, chosen)), Map::Mesh(mesh)) = (self.verdict, self.map) {
            let flooded = verdict.floods.as_ref();
            said.append(flooded.map_or_else(Legend::default, |known| floods(mesh, known, pen)));
            let shown = verdict.causes.get(chosen);
            said.append(shown.map_or_else(Legend::default, |shown| cause(mesh, shown, pen)));
        }
        if let Some(route) = self.route {
            said.append(path(route, pen));
        }
        if let Some(over) = self.over {
            over.draw(pen);
            said.append(over.said.clone());
        }
        said
    }
}

/// Leaves nothing in the column of the legend: a part of a map may go on there.
fn clear_column(pen: &mut dyn Pen) {
    let size = pen.camera().size();
    if has_legend(size) {
        let (width, height) = (f64::from(size.width()), f64::from(size.height()));
        let left = width - Legend::WIDTH - 2.0 * MARGIN;
        let corners =
            [(left, -1.0), (left, height + 1.0), (width + 1.0, height + 1.0), (width + 1.0, -1.0)];
        let ring = corners.map(|(x, y)| pen.camera().world_from_picture(Point::new(x, y)));
        pen.fill(Ink::Background, &Shapes::one(ring));
    }
}

/// The legend and the scale bar, if there is room for them.
pub(super) fn draw_legend(said: &Legend, pen: &mut dyn Pen) {
    let size = pen.camera().size();
    if !has_legend(size) {
        return;
    }
    let (width, height) = (f64::from(size.width()), f64::from(size.height()));
    let left = width - Legend::WIDTH - MARGIN;
    legend(said, Point::new(left, MARGIN), height - 2.0 * MARGIN - BAR_HEIGHT, pen);
    scale_bar(Point::new(left, height - MARGIN), BAR_WIDTH, pen);
}
