//! How a person edits, and how programs do.

use fastrand::Rng;
use wayglass::build::BuildError;
use wayglass::build::live::{Edit, Edited, Live};
use wayglass::geom::Point;
use wayglass::layout::{Layout, Obstacle, ObstacleId, Outline};

use crate::layouts::random_outline;

/// Does an edit, and whatever job comes of it.
pub(crate) fn edit(live: &mut Live, edit: Edit) -> Result<(), BuildError> {
    let steps = live.steps();
    let mut edited = live.edit(edit)?;
    // On the same grid nothing is ever built anew: that would mean that the triangulation had failed.
    assert!(edited != Edited::Everything || live.steps() != steps);
    while let Edited::Heavy { job, .. } = edited {
        edited = live.finish(job.run(&mut ()))?;
    }
    Ok(())
}

/// How a person edits, and how programs do: the next change to a layout.
pub(crate) fn random_edit(random: &mut Rng, layout: &Layout) -> Edit {
    let drawn = layout.drawn_bounds();
    // A drawing that has grown a lot goes on in a part of itself.
    let (scale, low) = match drawn.diagonal() {
        0.0 => (10.0, Point::default()),
        diagonal => (diagonal.min(1e10), drawn.min),
    };
    let somewhere =
        |random: &mut Rng| low + Point::new(scale * random.f64(), scale * random.f64()) * 0.8;
    let ids: Vec<ObstacleId> = layout.obstacles.keys().copied().collect();
    let id = match random.choice(&ids) {
        Some(&id) if random.u8(..6) != 0 => id,
        _ => ObstacleId(random.u32(..40)),
    };
    if random.u8(..12) == 0 {
        let id = ObstacleId(100 + random.u32(..3));
        let n = random.usize(0..4);
        let wall = (0..n).map(|_| somewhere(random)).collect::<Outline>();
        return Edit::Wall(id, (n != 0).then_some(wall));
    }
    let size = scale * *random.choice(&[0.02, 0.1, 0.1, 0.3]).unwrap();
    let Some(old) = layout.obstacles.get(&id) else {
        let at = somewhere(random);
        return Edit::Obstacle(id, Some(Obstacle::new(random_outline(random, at, size))));
    };
    let mut obstacle = old.clone();
    let moved = |by: Point, outline: &Outline| outline.iter().map(|&p| p + by).collect::<Outline>();
    match random.u8(..12) {
        0 | 1 => return Edit::Obstacle(id, None),
        2 => {
            let at = somewhere(random);
            obstacle = Obstacle::new(random_outline(random, at, size));
        }
        // Onto another one: the same outline, or one that touches it, or is next to nothing away.
        3 | 4 if !ids.is_empty() => {
            let other = &layout.obstacles[random.choice(&ids).unwrap()].outline;
            let width = other.iter().fold(0.0, |w: f64, p| w.max(p.x - other[0].x));
            let by = *random.choice(&[0.0, width, 1e-12, 1e-12 * scale]).unwrap();
            obstacle.outline = moved(Point::new(by, 0.0), other);
        }
        5 => {
            let at = obstacle.outline.first().copied().unwrap_or_default();
            obstacle.holes = vec![random_outline(random, at, size / 2.0)];
        }
        6 | 7 => {
            let by = Point::new(random.f64() - 0.5, random.f64() - 0.5) * (0.05 * scale);
            obstacle.outline = moved(by, &obstacle.outline);
            obstacle.holes = obstacle.holes.iter().map(|hole| moved(by, hole)).collect();
        }
        8 => {
            // One corner onto a corner of another, or onto its side.
            let other = &layout.obstacles[random.choice(&ids).unwrap()].outline;
            let (i, j) = (random.usize(..other.len()), random.usize(..obstacle.outline.len()));
            let part = *random.choice(&[0.0, 0.5, 0.25]).unwrap();
            let mut points = obstacle.outline.to_vec();
            points[j] = other[i] + (other[(i + 1) % other.len()] - other[i]) * part;
            obstacle.outline = points.into();
        }
        _ => {
            let mut points = obstacle.outline.to_vec();
            let i = random.usize(..points.len());
            points[i] =
                points[i] + Point::new(random.f64() - 0.5, random.f64() - 0.5) * (0.1 * scale);
            obstacle.outline = points.into();
        }
    }
    Edit::Obstacle(id, Some(obstacle))
}

/// The edit that takes another one back.
pub(crate) fn inverse(layout: &Layout, edit: &Edit) -> Edit {
    match edit {
        Edit::Obstacle(id, _) => Edit::Obstacle(*id, layout.obstacles.get(id).cloned()),
        Edit::Wall(id, _) => Edit::Wall(*id, layout.walls.get(id).cloned()),
    }
}
