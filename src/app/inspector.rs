//! What is known of the element that is selected, or of the one under the pointer.

use crate::mesh::{Across, Element, FaceId, LinkKind, Navmesh, VertexId};
use crate::text::counted;

use super::panels::section;
use super::survey::Survey;
use super::widgets::{number, point, row};
use super::{Action, App, Command, pick, widgets};

/// What there is to say, by name.
type Facts = Vec<(&'static str, String)>;

/// The inspector in the panel on the right.
pub(super) fn inspector_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    section(ui, "Inspector", true, |ui| {
        let layout = app.layout();
        if let Some(layout) = layout.filter(|_| !app.view.things.is_empty()) {
            return super::things::things_ui(app, layout, ui, wishes);
        }
        let Some(survey) = &app.map.survey else {
            ui.weak("Open a map to look at its faces");
            return;
        };
        if let Some(layout) = layout.filter(|_| app.view.selection.is_none()) {
            super::things::hovered_ui(app, layout, ui);
        }
        let hovered = || app.view.pointer.and_then(|at| pick::element_at(survey, at, 0.0));
        let Some(element) = app.view.selection.or_else(hovered) else {
            ui.weak("Point at a face, or click one with the Select tool (V)");
            return;
        };
        facts_ui(&facts(app, survey, element), ui);
        if app.view.selection.is_some() {
            ui.horizontal_wrapped(|ui| {
                let edits = [
                    Command::ToggleWalkable,
                    Command::ToggleEdge,
                    Command::WeldVertex,
                    Command::MoveVertex,
                    Command::DeleteFace,
                ];
                for command in edits.into_iter().filter(|command| command.is_enabled(app)) {
                    widgets::command_button(app, ui, command, wishes);
                }
                for command in [
                    Command::ZoomToSelection,
                    Command::CopySelection,
                    Command::ToggleBreakpoint,
                    Command::FirstInSelection,
                ] {
                    widgets::command_button(app, ui, command, wishes);
                }
            });
            neighbours_ui(survey, element, ui, wishes);
        }
        if let Some(line) = quoted(app, element) {
            ui.add(egui::Label::new(egui::RichText::new(line).monospace().weak()).wrap());
        }
    });
}

fn facts_ui(facts: &Facts, ui: &mut egui::Ui) {
    egui::Grid::new("facts").num_columns(2).spacing([10.0, 3.0]).show(ui, |ui| {
        for (name, value) in facts {
            row(ui, name, value.as_str());
        }
    });
}

/// Buttons to what lies over the sides of a face.
fn neighbours_ui(survey: &Survey, element: Element, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let (Element::Face(face) | Element::Side(face, _)) = element else { return };
    let mesh = &survey.mesh;
    let others = mesh.face(face).across().iter().filter_map(|across| across.face());
    ui.horizontal_wrapped(|ui| {
        ui.weak("Beside it");
        for other in others.take(24) {
            if ui.link(mesh.attributes().ids.face(other).to_string()).clicked() {
                wishes.push(Action::Select(Some(Element::Face(other))));
            }
        }
    });
}

/// The line of the file that an element comes from.
fn quoted(app: &App, element: Element) -> Option<String> {
    let document = app.document()?;
    let origin = document.mesh().and_then(|_| document.origin(element))?;
    let quote = document.quote(origin).map(|line| format!(": {line}")).unwrap_or_default();
    Some(format!("{origin}{quote}"))
}

/// What is selected, as text.
pub(super) fn selection_text(app: &App) -> Option<String> {
    let (survey, element) = (app.map.survey.as_ref()?, app.view.selection?);
    let mut text = String::new();
    for (name, value) in facts(app, survey, element) {
        text += &format!("{name}: {value}\n");
    }
    text += &quoted(app, element).unwrap_or_default();
    Some(text.trim_end().to_owned())
}

fn facts(app: &App, survey: &Survey, element: Element) -> Facts {
    let mesh = &survey.mesh;
    match element {
        Element::Face(face) if face.index() < mesh.n_faces() => face_facts(app, survey, face),
        Element::Side(face, side) if face.index() < mesh.n_faces() => {
            side_facts(mesh, face, side as usize)
        }
        Element::Vertex(vertex) if vertex.index() < mesh.n_vertices() => {
            vertex_facts(survey, vertex)
        }
        Element::Link(link) => link_facts(mesh, link),
        _ => vec![("element", "nothing on the map".to_owned())],
    }
}

fn face_facts(app: &App, survey: &Survey, id: FaceId) -> Facts {
    let mesh = &survey.mesh;
    let (face, attributes) = (mesh.face(id), mesh.attributes());
    let vertex = |vertex: &VertexId| attributes.ids.vertex(*vertex).to_string();
    let corners: Vec<String> = face.corners().iter().take(24).map(vertex).collect();
    let more = face.n_sides().saturating_sub(corners.len());
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let mut facts: Facts = vec![
        ("face", attributes.ids.face(id).to_string()),
        ("is", if face.walkable() { "walkable" } else { "blocked" }.to_owned()),
        ("corners", format!("{}: {}{more}", face.n_sides(), corners.join(" "))),
        ("area", number(face.area().abs())),
        ("centre", point(face.center())),
    ];
    if let Some(island) = survey.islands.of(id) {
        let n_islands = survey.islands.list().len();
        facts.push(("island", format!("{} of {n_islands}", island + 1)));
    }
    facts.push(("across", across_text(mesh, id)));
    if let Some(&group) = attributes.group.get(id.index()) {
        facts.push(("group", attributes.groups.get(group as usize).cloned().unwrap_or_default()));
    }
    if attributes.has_heights() {
        let plane = attributes.plane_of(id);
        let at = face.center();
        let height = plane.a * at.x + plane.b * at.y + plane.c;
        let slope = plane.a.hypot(plane.b);
        let slope =
            if slope == 0.0 { String::new() } else { format!(", rises by {}", number(slope)) };
        facts.push(("height", format!("{}{slope}", number(height))));
    }
    if let Some(flags) = attributes.flags.get(id.index()) {
        facts.push(("flags", format!("{flags} ({flags:#b})")));
    }
    if let Some(sector) = attributes.sector.get(id.index()).copied().flatten() {
        facts.push(("sector", format!("{sector}, may move")));
    }
    if let Some(cost) = attributes.cost.get(id.index()) {
        facts.push(("cost", number(*cost)));
    }
    let links = mesh.links().iter().filter(|link| link.from == id);
    let links: Vec<String> = links
        .take(8)
        .map(|link| {
            let kind = if link.kind == LinkKind::Teleporter { "teleports" } else { "passage" };
            format!("{kind} to face {}", attributes.ids.face(link.to))
        })
        .collect();
    if !links.is_empty() {
        facts.push(("links", links.join(", ")));
    }
    if let Some(reply) = app.inquiry.reply()
        && let Some(place) = reply.answer.faces.iter().position(|face| *face == id)
    {
        let n_faces = reply.answer.faces.len();
        facts.push(("path", format!("goes through it, {} of {n_faces}", place + 1)));
    }
    facts
}

/// How many sides lead where.
fn across_text(mesh: &Navmesh, id: FaceId) -> String {
    let across = mesh.face(id).across();
    let n_sides = |is: fn(&&Across) -> bool| across.iter().filter(is).count();
    let open = n_sides(|across| across.is_open());
    let outside = n_sides(|across| **across == Across::Outside);
    let walls = across.len() - open - outside;
    format!("{open} open, {}, {outside} outside", counted(walls, "wall"))
}

fn side_facts(mesh: &Navmesh, id: FaceId, side: usize) -> Facts {
    let face = mesh.face(id);
    let ids = &mesh.attributes().ids;
    let Some(across) = face.across().get(side) else { return Vec::new() };
    let (from, to) = face.ends(side);
    let segment = face.segment(side);
    let back = mesh.twin(id, side).map(|(other, twin)| mesh.face(other).across()[twin].is_open());
    let lies = match (across, back) {
        (Across::Outside, _) => "border: nothing behind it".to_owned(),
        (Across::Open(other), Some(false)) => format!("one way, into face {}", ids.face(*other)),
        (Across::Open(other), _) => format!("open to face {}", ids.face(*other)),
        (Across::Wall(other), Some(true)) => {
            format!("one way, from face {} only", ids.face(*other))
        }
        (Across::Wall(other), _) => format!("wall to face {}", ids.face(*other)),
    };
    vec![
        ("edge", format!("{}-{}", ids.vertex(from), ids.vertex(to))),
        ("of face", ids.face(id).to_string()),
        ("is", lies),
        ("length", number(segment.length())),
        ("from", point(segment.from)),
        ("to", point(segment.to)),
    ]
}

fn vertex_facts(survey: &Survey, vertex: VertexId) -> Facts {
    let mesh = &survey.mesh;
    let ids = &mesh.attributes().ids;
    let at = mesh.point(vertex);
    let faces = survey.locator.faces_at(mesh, at).map(|(face, _)| face);
    let faces = faces.filter(|&face| mesh.face(face).corners().contains(&vertex));
    let faces: Vec<String> = faces.map(|face| ids.face(face).to_string()).collect();
    vec![
        ("vertex", ids.vertex(vertex).to_string()),
        ("at", format!("{}, {}", at.x, at.y)),
        ("faces", format!("{}: {}", faces.len(), faces.join(" "))),
    ]
}

fn link_facts(mesh: &Navmesh, link: u32) -> Facts {
    let Some(found) = mesh.links().get(link as usize) else { return Vec::new() };
    let ids = &mesh.attributes().ids;
    let kind = match found.kind {
        LinkKind::Teleporter => "teleporter",
        LinkKind::Passage => "passage between floors",
    };
    vec![
        ("link", link.to_string()),
        ("is", kind.to_owned()),
        ("from face", ids.face(found.from).to_string()),
        ("to face", ids.face(found.to).to_string()),
    ]
}
