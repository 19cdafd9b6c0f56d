//! `wayglass build`: from what somebody has drawn to a navigation mesh.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use crate::build::corridors::{Corridor, closed_corridors};
use crate::build::extract::extract;
use crate::build::{self, Faces, Whole};
use crate::format::{Content, Options, Target};
use crate::geom::{Aabb, Point, coordinate};
use crate::layout::{Agent, Border, Corners, Layout};
use crate::text::{counted, measure};

use super::{convert, files};

/// What to build from what.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) layout: PathBuf,
    pub(super) output: PathBuf,
    pub(super) to: Option<Target>,
    pub(super) allow_loss: bool,
    pub(super) ground: Ground,
    pub(super) faces: Faces,
}

/// What is asked of the ground, instead of what the file says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground {
    pub(super) region: Option<Aabb>,
    pub(super) margin: Option<f64>,
    pub(super) radius: Option<f64>,
    pub(super) corners: Option<Corners>,
}

/// Four coordinates with commas between them, as a box.
pub(super) fn parse_region(text: &str) -> Result<Aabb, String> {
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|number| number.trim().parse().ok().and_then(coordinate)).collect();
    match numbers.as_deref() {
        Some(&[x0, y0, x1, y1]) if x0 != x1 && y0 != y1 => {
            Ok(Aabb::around([Point::new(x0, y0), Point::new(x1, y1)]))
        }
        _ => Err("expected four numbers with commas between them, such as 0,0,20.5,10".to_owned()),
    }
}

/// Builds a mesh and writes it, unless that loses something and nobody allowed it.
pub(super) fn run(
    order: &Order,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let import = files::open(&order.layout, options)?;
    let drawn = match import.content {
        Content::Layout(layout) => layout,
        Content::Mesh(mesh) => extract(&mesh),
        Content::Scenario(_) | Content::Trace(_) => bail!(
            "{}: there is nothing to build from in a {}",
            order.layout.display(),
            import.format.title()
        ),
    };
    let name = order.layout.display();
    if drawn.is_only_lanes() && !order.ground.is_as_drawn() {
        bail!(
            "{name}: only lanes are drawn, which have ground of their own: no region, margin, radius or corners"
        );
    }
    let layout = order.ground.of(drawn);
    let built = whole(&layout, order.faces).with_context(|| name.to_string())?;
    let Whole { mesh, mends } = built;
    let n_walkable = mesh.faces().filter(|face| face.walkable()).count();
    let area: f64 = mesh.faces().filter(|face| face.walkable()).map(|face| face.area()).sum();
    let told = format!(
        "{} ({} walkable), {} of walkable ground",
        counted(mesh.n_faces(), "face"),
        crate::text::grouped(n_walkable),
        measure(area)
    );
    let corridors = closed_corridors(&layout, &mesh)?;
    let content = Content::mesh(mesh);
    let target = convert::target(&order.output, order.to, import.format, Target::holds_mesh)?;
    convert::save(&content, target, &order.output, order.allow_loss, out)?;
    writeln!(out, "{told}")?;
    for mend in mends {
        writeln!(out, "  {mend}")?;
    }
    tell_corridors(&corridors, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds a mesh that is to be written: one without ground is of no use to anybody.
pub(super) fn whole(layout: &Layout, faces: Faces) -> anyhow::Result<Whole> {
    let built = build::whole(layout, faces)?;
    if !built.mesh.faces().any(|face| face.walkable()) {
        bail!("nothing is left to walk on");
    }
    Ok(built)
}

impl Ground {
    /// Whether nothing else is asked than what the file says.
    fn is_as_drawn(self) -> bool {
        let Self { region, margin, radius, corners } = self;
        region.is_none() && margin.is_none() && radius.is_none() && corners.is_none()
    }

    /// A drawing with what is asked of its ground; whatever is not asked stays as it is drawn.
    fn of(self, drawn: Layout) -> Layout {
        let Self { region, margin, radius, corners } = self;
        Layout {
            border: match (drawn.border, margin) {
                (Border::Box { .. }, Some(margin)) => Border::Box { margin },
                (border, _) => border,
            },
            region: region.or(drawn.region),
            agent: Agent {
                radius: radius.unwrap_or(drawn.agent.radius),
                corners: corners.unwrap_or(drawn.agent.corners),
            },
            ..drawn
        }
    }
}

/// Says where one cannot get through any more.
fn tell_corridors(corridors: &[Corridor], out: &mut dyn Write) -> std::io::Result<()> {
    const SHOWN: usize = 10;
    for corridor in corridors.iter().take(SHOWN) {
        let middle = (corridor.at.from + corridor.at.to) * 0.5;
        let (x, y, width) = (measure(middle.x), measure(middle.y), measure(corridor.width()));
        writeln!(out, "closed: a corridor at {x}, {y} that is {width} wide")?;
    }
    match corridors.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "closed: {more} more"),
    }
}
