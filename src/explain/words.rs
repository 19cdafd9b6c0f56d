//! Places and elements as sentences name them.

use crate::geom::Point;
use crate::mesh::{FaceId, Link, LinkKind, Navmesh};
use crate::search::End;
use crate::text::counted;
pub(super) use crate::text::number;

/// A place.
pub(super) fn place(p: Point) -> String {
    format!("({}, {})", number(p.x), number(p.y))
}

/// Which end of a query.
pub(super) fn end(end: End) -> &'static str {
    match end {
        End::Start => "start",
        End::Goal => "goal",
    }
}

/// What the file calls a face.
pub(super) fn face(mesh: &Navmesh, face: FaceId) -> String {
    format!("face {}", mesh.attributes().ids.face(face))
}

/// Several faces by their ids: the first few, and how many more there are.
pub(super) fn faces(mesh: &Navmesh, list: &[FaceId]) -> String {
    const NAMED: usize = 4;
    let ids = |list: &[FaceId]| {
        list.iter().map(|&face| mesh.attributes().ids.face(face).to_string()).collect::<Vec<_>>()
    };
    match list {
        [one] => face(mesh, *one),
        list if list.len() <= NAMED => format!("faces {}", joined(&ids(list))),
        list => format!("{} ({}, …)", counted(list.len(), "face"), ids(&list[..NAMED]).join(", ")),
    }
}

/// "a", "a and b", "a, b and c".
pub(super) fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A side, by what is on both hands of it.
pub(super) fn wall(mesh: &Navmesh, (face, side): (FaceId, usize)) -> String {
    let ids = &mesh.attributes().ids;
    let (from, to) = mesh.face(face).ends(side);
    let ends = format!("from vertex {} to {}", ids.vertex(from), ids.vertex(to));
    match mesh.face(face).across()[side].face() {
        Some(other) => {
            format!("the edge {ends} between faces {} and {}", ids.face(face), ids.face(other))
        }
        None => format!("the edge of face {} {ends}", ids.face(face)),
    }
}

/// A link, by the faces it joins.
pub(super) fn link(mesh: &Navmesh, link: &Link) -> String {
    let what = match link.kind {
        LinkKind::Teleporter => "teleporter",
        LinkKind::Passage => "passage",
    };
    format!("the {what} from {} to {}", face(mesh, link.from), face(mesh, link.to))
}

/// A part in hundred.
pub(super) fn percent(part: f64) -> String {
    let percent = 100.0 * part;
    if percent < 1.0 { format!("{percent:.2} %") } else { format!("{percent:.0} %") }
}
