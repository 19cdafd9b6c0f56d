//! What the colours of faces tell.

use std::collections::BTreeMap;

use crate::mesh::clearance::Walls;
use crate::mesh::islands::Ways;
use crate::mesh::{Face, FaceId, Islands, Navmesh};

use super::number::short;
use super::{Ink, Legend};

/// What the colours of faces tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColorBy {
    /// Whether they may be walked on.
    #[default]
    Traversability,
    /// Which of them are connected.
    Island,
    /// How large they are.
    Area,
    /// How many sides they have.
    Degree,
    /// Which group the file puts them in.
    Group,
    /// How high they are.
    Height,
    /// Which flags the file gives them.
    Flags,
    /// How much more walking on them costs.
    Cost,
    /// How far their middles are from the nearest wall.
    Clearance,
    /// Nothing.
    None,
}

impl ColorBy {
    /// Every one of them, the one to start with first.
    pub const ALL: &[Self] = &[
        Self::Traversability,
        Self::Island,
        Self::Area,
        Self::Degree,
        Self::Group,
        Self::Height,
        Self::Flags,
        Self::Cost,
        Self::Clearance,
        Self::None,
    ];

    /// Whether a mesh has what these colours tell.
    pub fn is_told_by(self, mesh: &Navmesh) -> bool {
        let attributes = mesh.attributes();
        match self {
            Self::Group => !attributes.group.is_empty(),
            Self::Height => attributes.has_heights(),
            Self::Flags => !attributes.flags.is_empty(),
            Self::Cost => !attributes.cost.is_empty(),
            Self::Traversability
            | Self::Island
            | Self::Area
            | Self::Degree
            | Self::Clearance
            | Self::None => true,
        }
    }

    /// The name that scripts know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Traversability => "traversability",
            Self::Island => "island",
            Self::Area => "area",
            Self::Degree => "degree",
            Self::Group => "group",
            Self::Height => "height",
            Self::Flags => "flags",
            Self::Cost => "cost",
            Self::Clearance => "clearance",
            Self::None => "none",
        }
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Traversability => "whether they may be walked on",
            Self::Island => "which of them are connected",
            Self::Area => "how large they are",
            Self::Degree => "how many sides they have",
            Self::Group => "which group they are in",
            Self::Height => "how high they are",
            Self::Flags => "which flags they have",
            Self::Cost => "how much more walking on them costs",
            Self::Clearance => "how far they are from the nearest wall",
            Self::None => "nothing",
        }
    }
}

/// The ink of each face, and what the inks mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Coloring {
    inks: Vec<Ink>,
    /// What the inks mean.
    pub legend: Legend,
    /// A face to write a name on, and the name: colours alone are not for all eyes.
    pub names: Vec<(FaceId, String)>,
}

impl Coloring {
    /// Looks at all faces of a mesh.
    pub fn new(mesh: &Navmesh, by: ColorBy) -> Self {
        let attributes = mesh.attributes();
        match by {
            ColorBy::Traversability => Self::plain(mesh, Ink::Walkable, "walkable"),
            ColorBy::None => {
                let inks = vec![Ink::Plain; mesh.n_faces()];
                Self { inks, legend: Legend::default(), names: Vec::new() }
            }
            ColorBy::Island => {
                let islands = Islands::new(mesh, Ways::OnFoot);
                let name = |island| format!("island {}", island + 1);
                Self::by_category(mesh, |face| islands.of(face.id), name)
            }
            ColorBy::Group if attributes.group.is_empty() => {
                Self::plain(mesh, Ink::Plain, "no groups in this map")
            }
            ColorBy::Group => {
                let group = |face: Face<'_>| Some(attributes.group[face.id.index()] as usize);
                Self::by_category(mesh, group, |group| attributes.groups[group].clone())
            }
            ColorBy::Flags if attributes.flags.is_empty() => {
                Self::plain(mesh, Ink::Plain, "no flags in this map")
            }
            ColorBy::Flags => {
                let flags = |face: Face<'_>| Some(attributes.flags[face.id.index()] as usize);
                Self::by_category(mesh, flags, |flags| format!("flags {flags}"))
            }
            ColorBy::Area => {
                Self::by_quantity(mesh, Steps::Ratio, |face| Some(face.area().abs()), "area")
            }
            ColorBy::Degree => {
                Self::by_quantity(mesh, Steps::Whole, |face| Some(face.n_sides() as f64), "sides")
            }
            ColorBy::Height if !attributes.has_heights() => {
                Self::plain(mesh, Ink::Plain, "no heights in this map")
            }
            ColorBy::Height => {
                let height = |face: Face<'_>| {
                    let (at, plane) = (face.center(), attributes.plane_of(face.id));
                    Some(plane.a * at.x + plane.b * at.y + plane.c)
                };
                Self::by_quantity(mesh, Steps::Even, height, "height")
            }
            ColorBy::Clearance => {
                let walls = Walls::new(mesh);
                let far: Vec<Option<f64>> =
                    mesh.faces().map(|face| walls.distance(face.center())).collect();
                Self::by_quantity(mesh, Steps::Even, |face| far[face.id.index()], "clearance")
            }
            ColorBy::Cost if attributes.cost.is_empty() => {
                Self::plain(mesh, Ink::Plain, "no costs in this map")
            }
            ColorBy::Cost => {
                let cost = |face: Face<'_>| Some(attributes.cost[face.id.index()]);
                Self::by_quantity(mesh, Steps::Even, cost, "cost")
            }
        }
    }

    /// The ink of a face.
    pub fn ink(&self, face: FaceId) -> Ink {
        self.inks.get(face.index()).copied().unwrap_or(Ink::Plain)
    }

    fn plain(mesh: &Navmesh, ink: Ink, name: &str) -> Self {
        Self::from_entries(mesh, |_| ink, vec![(ink, name.to_owned())])
    }

    fn from_entries(
        mesh: &Navmesh,
        ink: impl Fn(Face<'_>) -> Ink,
        entries: Vec<(Ink, String)>,
    ) -> Self {
        let choose = |face: Face<'_>| if face.walkable() { ink(face) } else { Ink::Blocked };
        let inks: Vec<Ink> = mesh.faces().map(choose).collect();
        let mut legend = Legend::default();
        for (ink, name) in entries {
            if inks.contains(&ink) {
                legend.add_named(ink, name);
            }
        }
        if inks.contains(&Ink::Blocked) {
            legend.add(Ink::Blocked);
        }
        Self { inks, legend, names: Vec::new() }
    }

    /// The largest kinds get a colour and a name each; the others share what is left.
    fn by_category(
        mesh: &Navmesh,
        kind: impl Fn(Face<'_>) -> Option<usize>,
        name: impl Fn(usize) -> String,
    ) -> Self {
        let mut kinds: BTreeMap<usize, Kind> = BTreeMap::new();
        for face in mesh.faces().filter(|face| face.walkable()) {
            let Some(kind) = kind(face) else { continue };
            let size = face.area().abs();
            let known = kinds.entry(kind).or_insert(Kind { area: 0.0, face: face.id, size });
            known.area += size;
            if known.size < size {
                (known.face, known.size) = (face.id, size);
            }
        }
        let mut largest: Vec<(usize, Kind)> = kinds.into_iter().collect();
        largest.sort_by(|(_, a), (_, b)| b.area.total_cmp(&a.area));
        let n_others = largest.len().saturating_sub(usize::from(Ink::N_CATEGORIES));
        largest.truncate(usize::from(Ink::N_CATEGORIES));
        let category = |place: usize| Ink::Category(place as u8);
        let inks: BTreeMap<usize, Ink> =
            largest.iter().enumerate().map(|(place, (kind, _))| (*kind, category(place))).collect();
        let mut entries: Vec<(Ink, String)> = largest
            .iter()
            .enumerate()
            .map(|(place, (kind, _))| (category(place), name(*kind)))
            .collect();
        // Faces without an inside belong to none, though they may be walkable.
        let others = if n_others == 0 {
            "none of them".to_owned()
        } else {
            format!("{n_others} smaller ones")
        };
        entries.push((Ink::Plain, others));
        let ink = |face: Face<'_>| {
            kind(face).and_then(|kind| inks.get(&kind).copied()).unwrap_or(Ink::Plain)
        };
        let names = largest.iter().map(|(kind, known)| (known.face, name(*kind))).collect();
        Self { names, ..Self::from_entries(mesh, ink, entries) }
    }

    fn by_quantity(
        mesh: &Navmesh,
        steps: Steps,
        quantity: impl Fn(Face<'_>) -> Option<f64>,
        name: &str,
    ) -> Self {
        let walkable = mesh.faces().filter(|face| face.walkable());
        let values = walkable.filter_map(&quantity).filter(|value| value.is_finite());
        let scale = Scale::new(steps, values);
        let ink = |face: Face<'_>| {
            let shade = quantity(face).and_then(|value| scale.shade(value));
            shade.map_or(Ink::Plain, Ink::Shade)
        };
        let mut entries: Vec<(Ink, String)> =
            (0..Ink::N_SHADES).map(|shade| (Ink::Shade(shade), scale.name(shade, name))).collect();
        entries.push((Ink::Plain, format!("no {name}")));
        Self::from_entries(mesh, ink, entries)
    }
}

/// What is known of the faces of a kind.
struct Kind {
    area: f64,
    /// The largest face, and its size.
    face: FaceId,
    size: f64,
}

/// How a quantity is cut into steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Steps {
    /// Each step adds the same.
    Even,
    /// Each step multiplies by the same: for what varies by orders of magnitude.
    Ratio,
    /// Whole numbers.
    Whole,
}

/// From a quantity to a shade.
struct Scale {
    steps: Steps,
    least: f64,
    most: f64,
}

impl Scale {
    fn new(steps: Steps, values: impl Iterator<Item = f64>) -> Self {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| steps != Steps::Ratio || f64::MIN_POSITIVE <= *value) {
            (least, most) = (least.min(value), most.max(value));
        }
        Self { steps, least, most }
    }

    fn shade(&self, value: f64) -> Option<u8> {
        let n_shades = f64::from(Ink::N_SHADES);
        let part = match self.steps {
            Steps::Even => (value - self.least) / (self.most - self.least),
            Steps::Ratio => (value.ln() - self.least.ln()) / (self.most.ln() - self.least.ln()),
            Steps::Whole => (value - self.least) / self.width() / n_shades,
        };
        if !value.is_finite() {
            return None;
        }
        // Where all are the same the part is no number, and neither little nor much is right.
        let part = if part.is_nan() { 0.5 } else { part };
        Some((part * n_shades).floor().clamp(0.0, n_shades - 1.0) as u8)
    }

    /// How many whole numbers a step holds.
    fn width(&self) -> f64 {
        ((self.most - self.least + 1.0) / f64::from(Ink::N_SHADES)).ceil().max(1.0)
    }

    /// Where a shade begins.
    fn start(&self, shade: u8) -> f64 {
        let part = f64::from(shade) / f64::from(Ink::N_SHADES);
        match self.steps {
            Steps::Even => self.least + (self.most - self.least) * part,
            Steps::Ratio => (self.least.ln() + (self.most.ln() - self.least.ln()) * part).exp(),
            Steps::Whole => self.least + self.width() * f64::from(shade),
        }
    }

    fn name(&self, shade: u8, name: &str) -> String {
        if self.least == self.most {
            return format!("{name} {}", short(self.least));
        }
        let (start, end) = (self.start(shade), self.start(shade + 1));
        match self.steps {
            Steps::Whole if self.width() == 1.0 => format!("{} {name}", short(start)),
            Steps::Whole => format!("{} to {} {name}", short(start), short(end - 1.0)),
            _ => format!("{name} {} to {}", short(start), short(end)),
        }
    }
}
