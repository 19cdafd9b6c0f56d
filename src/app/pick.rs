//! What is where: the vertex, edge or face that a point means, and the box around an element.

use crate::geom::{Aabb, Point};
use crate::mesh::{Element, Navmesh};

use super::survey::Survey;

/// The element at a point: a vertex or an edge where one is in reach, otherwise the face.
pub(super) fn element_at(survey: &Survey, at: Point, reach: f64) -> Option<Element> {
    let mesh = &survey.mesh;
    let around = [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
    let mut best: Option<(f64, Element)> = None;
    let mut face_at = None;
    for (x, y) in around {
        let probe = at + Point::new(x, y) * reach;
        for (id, _) in survey.locator.faces_at(mesh, probe) {
            let face = mesh.face(id);
            if (x, y) == (0.0, 0.0) {
                // Where floors lie over each other, the last is on top.
                face_at = Some(Element::Face(id));
            }
            for (side, &corner) in face.corners().iter().enumerate() {
                // Vertices are preferred: whoever wants the edge can point beside its ends.
                let vertex = (mesh.point(corner).distance(at) * 0.7, Element::Vertex(corner));
                let edge = (face.segment(side).distance(at), Element::Side(id, side as u32));
                for (distance, element) in [vertex, edge] {
                    if distance <= reach && best.is_none_or(|(best, _)| distance < best) {
                        best = Some((distance, element));
                    }
                }
            }
        }
    }
    best.map(|(_, element)| element).or(face_at)
}

/// The smallest box around an element, if it is somewhere.
pub(super) fn bounds(mesh: &Navmesh, element: Element) -> Option<Aabb> {
    match element {
        Element::Vertex(vertex) => Some(Aabb::around([*mesh.points().get(vertex.index())?])),
        Element::Face(face) => (face.index() < mesh.n_faces()).then(|| mesh.face(face).bounds()),
        Element::Side(face, side) => {
            let exists =
                face.index() < mesh.n_faces() && (side as usize) < mesh.face(face).n_sides();
            exists.then(|| {
                let segment = mesh.face(face).segment(side as usize);
                Aabb::around([segment.from, segment.to])
            })
        }
        Element::Link(link) => {
            let link = mesh.links().get(link as usize)?;
            Some(Aabb::around([link.segment.from, link.segment.to]))
        }
        Element::File | Element::Record(_) | Element::Outline(_) | Element::Instance(_) => None,
    }
}

/// A box to look at: an element with something around it, so that one sees where it is.
pub(super) fn surroundings(survey: &Survey, element: Element) -> Option<Aabb> {
    let bounds = bounds(&survey.mesh, element)?;
    let least = survey.bounds.diagonal() / 400.0;
    Some(bounds.inflated((bounds.diagonal() * 1.5).max(least)))
}

/// What somebody typed to go to, if it can be understood.
pub(super) fn parse_place(mesh: &Navmesh, text: &str) -> Result<Target, String> {
    let text = text.trim();
    if let Some(point) = parse_point(text) {
        return Ok(Target::Point(point));
    }
    let expected = || "expected f 1203, v 17, e 17-18 or 12.5,-3".to_owned();
    let (kind, rest) = text.split_at(text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len()));
    let rest = rest.trim();
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| expected());
    let ids = &mesh.attributes().ids;
    let vertex = |id: i64| {
        let offset = ids.vertex(crate::mesh::VertexId(0));
        let index = usize::try_from(id - offset).ok().filter(|&index| index < mesh.n_vertices());
        let vertex = index.map(|index| crate::mesh::VertexId(index as u32));
        vertex.ok_or_else(|| format!("there is no vertex {id}"))
    };
    match kind {
        "f" | "face" => {
            let id = number(rest)?;
            let face = mesh.faces().map(|face| face.id).find(|&face| ids.face(face) == id);
            let face = face.ok_or_else(|| format!("there is no face {id}"))?;
            Ok(Target::Element(Element::Face(face)))
        }
        "v" | "vertex" => Ok(Target::Element(Element::Vertex(vertex(number(rest)?)?))),
        "e" | "edge" => {
            let (a, b) = rest.split_once(['-', ' ', ',']).ok_or_else(expected)?;
            let (a, b) = (vertex(number(a)?)?, vertex(number(b)?)?);
            let joins = |ends| ends == (a, b) || ends == (b, a);
            let mut sides = mesh.faces().flat_map(|face| {
                (0..face.n_sides()).map(move |side| (face.id, side, face.ends(side)))
            });
            let found = sides.find(|&(_, _, ends)| joins(ends));
            let (face, side, _) =
                found.ok_or_else(|| format!("no edge joins {}", rest.replace('-', " and ")))?;
            Ok(Target::Element(Element::Side(face, side as u32)))
        }
        _ => Err(expected()),
    }
}

/// Where to go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Target {
    /// To an element.
    Element(Element),
    /// To a point.
    Point(Point),
}

/// Two numbers with a comma or a space between them, in brackets or not.
pub(super) fn parse_point(text: &str) -> Option<Point> {
    let inner = text.trim().trim_matches(['(', ')', '[', ']']);
    let mut numbers = inner.split([',', ';', ' ', '\t']).filter(|word| !word.is_empty());
    let mut number = || numbers.next()?.parse().ok().and_then(crate::geom::coordinate);
    let point = Point::new(number()?, number()?);
    numbers.next().is_none().then_some(point)
}

/// Start and goal: two points with an arrow between them, or a row of a scenario.
pub(super) fn parse_query(text: &str) -> Option<[Point; 2]> {
    let text = text.trim();
    let arrows = ["->", "→", "=>", " to "];
    let ends = arrows.iter().find_map(|arrow| {
        let (from, to) = text.split_once(arrow)?;
        Some([parse_point(from)?, parse_point(to)?])
    });
    if ends.is_some() {
        return ends;
    }
    let words: Vec<&str> =
        text.split([',', ';', ' ', '\t', '(', ')']).filter(|word| !word.is_empty()).collect();
    let number = |word: &&str| word.parse().ok().and_then(crate::geom::coordinate);
    let numbers: Vec<Option<f64>> = words.iter().map(number).collect();
    let point = |x: Option<f64>, y: Option<f64>| Some(Point::new(x?, y?));
    match *numbers.as_slice() {
        [a, b, c, d] => Some([point(a, b)?, point(c, d)?]),
        // Bucket, map, width, height, start, goal, cost; the name of the map may be many words.
        [Some(_), _, .., Some(_), Some(_), a, b, c, d, _] => Some([point(a, b)?, point(c, d)?]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_read_as_people_write_them() {
        let expected = Some([Point::new(-73.06, -4.81), Point::new(-72.93, -4.69)]);
        for text in [
            "(-73.06,-4.81) -> (-72.93,-4.69)",
            "-73.06,-4.81 → -72.93,-4.69",
            "-73.06 -4.81 -72.93 -4.69",
            "0\tarena.map\t49\t49\t-73.06\t-4.81\t-72.93\t-4.69\t0.18",
            "0\tthe old mill (2).map\t49\t49\t-73.06\t-4.81\t-72.93\t-4.69\t0.18",
            "0\tfrom here to there.map\t49\t49\t-73.06\t-4.81\t-72.93\t-4.69\t0.18",
        ] {
            assert_eq!(parse_query(text), expected, "{text}");
        }
        let words = "so many words and none of them a number";
        for text in ["", "1,2", "1,2 -> north", "1 2 3", "nan,1 -> 2,3", words] {
            assert_eq!(parse_query(text), None, "{text}");
        }
    }
}
