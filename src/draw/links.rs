//! Ways that no shared side carries: teleporters, and passages between floors.

use crate::mesh::{LinkKind, Navmesh};

use super::{Ink, Legend, Mark, Pen, Shapes, detail};

const INKS: [(LinkKind, Ink); 2] =
    [(LinkKind::Passage, Ink::Passage), (LinkKind::Teleporter, Ink::Teleporter)];

/// What the marks of links mean.
pub(super) fn legend(mesh: &Navmesh) -> Legend {
    let mut legend = Legend::default();
    for (kind, ink) in INKS {
        if mesh.links().iter().any(|link| link.kind == kind) {
            legend.add(ink);
        }
    }
    legend
}

/// Draws the links of a mesh, and says what the marks mean.
pub(super) fn draw(mesh: &Navmesh, pen: &mut dyn Pen) -> Legend {
    for (kind, ink) in INKS {
        let links = mesh.links().iter().filter(|link| link.kind == kind);
        let mut lines = Shapes::default();
        links.clone().for_each(|link| lines.push([link.segment.from, link.segment.to]));
        if lines.is_empty() {
            continue;
        }
        let camera = *pen.camera();
        pen.stroke(ink, &lines.coarser_lines(&camera, detail::POINTS));
        for link in links.take(detail::MARKS) {
            let middle = link.segment.from + (link.segment.to - link.segment.from) * 0.5;
            match kind {
                LinkKind::Passage => pen.mark(ink, middle, Mark::Diamond, 7.0),
                LinkKind::Teleporter => {
                    // The file does not say where in the face one arrives: the middle stands for all of it.
                    let arrival = mesh.face(link.to).center();
                    pen.stroke(ink, &Shapes::one([middle, arrival]));
                    pen.mark(ink, middle, Mark::Disc, 7.0);
                    pen.mark(ink, arrival, Mark::Arrow(arrival - middle), 10.0);
                }
            }
        }
    }
    legend(mesh)
}
