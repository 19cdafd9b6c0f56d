//! What of a map is drawn.

/// A part of a picture that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// Lines to measure by.
    Grid,
    /// The faces, filled.
    Faces,
    /// Damage, floors that may move, directions to jump off.
    Floors,
    /// Sides that may be crossed, and those between blocked faces.
    Portals,
    /// Walls and borders.
    Walls,
    /// Sides that may be crossed one way only.
    OneWays,
    /// Teleporters and passages.
    Links,
    /// The numbers of islands and the names of groups.
    Names,
    /// What the file calls each face, where there is room for it.
    Ids,
}

impl Layer {
    /// Every layer, from the bottom up.
    pub const ALL: &[Self] = &[
        Self::Grid,
        Self::Faces,
        Self::Floors,
        Self::Portals,
        Self::Walls,
        Self::OneWays,
        Self::Links,
        Self::Names,
        Self::Ids,
    ];

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Faces => "faces",
            Self::Floors => "floors",
            Self::Portals => "portals",
            Self::Walls => "walls and borders",
            Self::OneWays => "one-way edges",
            Self::Links => "teleporters and passages",
            Self::Names => "names",
            Self::Ids => "ids",
        }
    }

    fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layers(u16);

impl Layers {
    /// None at all.
    pub const NONE: Self = Self(0);

    /// Whether a layer is drawn.
    pub fn has(self, layer: Layer) -> bool {
        self.0 & layer.bit() != 0
    }

    /// The same with one more.
    #[must_use]
    pub fn with(self, layer: Layer) -> Self {
        Self(self.0 | layer.bit())
    }

    /// The same without one.
    #[must_use]
    pub fn without(self, layer: Layer) -> Self {
        Self(self.0 & !layer.bit())
    }
}

impl Default for Layers {
    /// All but the grid and the ids.
    fn default() -> Self {
        let all = Layer::ALL.iter().fold(Self::NONE, |layers, layer| layers.with(*layer));
        all.without(Layer::Grid).without(Layer::Ids)
    }
}
