//! What each ink looks like: the only place with colours.
//!
//! The hues are those of Okabe and Ito, which most colour-blind eyes tell apart; and nothing is told by hue alone.
//! Blocked ground is darker and hatched, walls are thick, portals thin, quantities go from light to dark, kinds have
//! their names written on them, damage is dotted, what moves is striped; what another map lacks is dotted, what only it
//! has is hatched, what changed is striped, and what belongs to another search is dashed.

use super::ink::{Damage, Ink};

/// A colour with its opacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// How opaque it is.
    pub alpha: u8,
}

/// What an ink looks like.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Style {
    /// The colour of what is filled, of marks and of letters.
    pub fill: Option<Color>,
    /// What lies over the fill.
    pub pattern: Option<(Pattern, Color)>,
    /// How lines look.
    pub line: Option<Line>,
    /// What surrounds lines, marks and letters so that they stand out.
    pub halo: Option<Color>,
}

/// How a line looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Its colour.
    pub color: Color,
    /// How many pixels it is wide.
    pub width: f64,
    /// How many pixels are drawn, and how many are left out.
    pub dash: Option<[f64; 2]>,
}

/// What lies over a fill, again and again every [`Pattern::PIXELS`] pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// Lines that rise to the right.
    Hatch,
    /// Upright lines.
    Stripes,
    /// Dots, by how many pixels they are wide.
    Dots(u8),
}

impl Pattern {
    /// After so many pixels it repeats itself, both ways.
    pub const PIXELS: u32 = 8;
}

/// What inks look like on one kind of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The colours of a theme, by where they are used.
struct Palette {
    paper: Color,
    ground: Color,
    rock: Color,
    rock_hatch: Color,
    faint: Color,
    /// How opaque lines are that should not be in the way.
    thin: u8,
    border: Color,
    ink: Color,
    path: Color,
    start: Color,
    goal: Color,
    orange: Color,
    vermilion: Color,
    purple: Color,
    green: Color,
    sky: Color,
    yellow: Color,
    red: Color,
    categories: [Color; Ink::N_CATEGORIES as usize],
    shades: [Color; Ink::N_SHADES as usize],
}

const fn rgb(hex: u32) -> Color {
    Color { rgb: [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8], alpha: 255 }
}

const LIGHT: Palette = Palette {
    paper: rgb(0xff_ff_ff),
    ground: rgb(0xf7_f0_e0),
    rock: rgb(0xb4_ba_c3),
    rock_hatch: rgb(0x9b_a3_ae),
    faint: rgb(0xe2_e4_e8),
    thin: 44,
    border: rgb(0x66_70_7d),
    ink: rgb(0x1d_21_27),
    path: rgb(0x00_72_b2),
    start: rgb(0x00_9e_73),
    goal: rgb(0xd5_5e_00),
    orange: rgb(0xe6_8a_00),
    vermilion: rgb(0xd5_5e_00),
    purple: rgb(0xa8_3f_7c),
    green: rgb(0x00_80_5d),
    sky: rgb(0x3a_93_c9),
    yellow: rgb(0xf0_d4_2c),
    red: rgb(0xc8_1e_1e),
    categories: [
        rgb(0xa9_d8_f2),
        rgb(0xf5_cf_80),
        rgb(0x8a_d1_ba),
        rgb(0xf7_f0_a0),
        rgb(0x7f_ac_d4),
        rgb(0xea_a8_80),
        rgb(0xe3_b7_cf),
        rgb(0xcf_c8_c0),
    ],
    shades: [
        rgb(0xff_fb_d1),
        rgb(0xd6_ef_b8),
        rgb(0x97_d6_b9),
        rgb(0x5b_bf_c0),
        rgb(0x3a_9d_bf),
        rgb(0x34_77_b0),
        rgb(0x30_53_9a),
    ],
};

const DARK: Palette = Palette {
    paper: rgb(0x14_16_1b),
    ground: rgb(0x3d_46_55),
    rock: rgb(0x20_24_2c),
    rock_hatch: rgb(0x2f_35_40),
    faint: rgb(0x2a_2e_36),
    thin: 38,
    border: rgb(0x98_a2_b0),
    ink: rgb(0xee_f0_f3),
    path: rgb(0x56_b4_e9),
    start: rgb(0x1f_c9_98),
    goal: rgb(0xf0_84_2c),
    orange: rgb(0xf5_ad_1f),
    vermilion: rgb(0xf0_84_2c),
    purple: rgb(0xe0_8f_bb),
    green: rgb(0x3a_cf_a5),
    sky: rgb(0x6f_c3_f0),
    yellow: rgb(0xf0_e4_42),
    red: rgb(0xff_6a_5c),
    categories: [
        rgb(0x2f_6f_93),
        rgb(0x94_69_1a),
        rgb(0x1f_7a_5f),
        rgb(0x86_80_36),
        rgb(0x2b_4f_86),
        rgb(0x94_45_21),
        rgb(0x8a_4a_6c),
        rgb(0x5c_5c_5c),
    ],
    shades: [
        rgb(0x25_2c_58),
        rgb(0x2b_45_80),
        rgb(0x2c_66_9b),
        rgb(0x2f_88_a8),
        rgb(0x4c_a9_a3),
        rgb(0x86_c4_97),
        rgb(0xcd_de_9b),
    ],
};

impl Theme {
    /// Every theme.
    pub const ALL: &[Self] = &[Self::Light, Self::Dark];

    /// The name that scripts know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// What an ink looks like.
    pub fn style(self, ink: Ink) -> Style {
        let colors = match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        };
        ground(colors, ink)
            .or_else(|| sides(colors, ink))
            .unwrap_or_else(|| over_the_map(colors, ink))
    }
}

/// Inks that fill ground.
fn ground(colors: &Palette, ink: Ink) -> Option<Style> {
    let dots = |pixels| Style::pattern(Pattern::Dots(pixels), colors.vermilion);
    let pick = |list: &[Color], n: u8| Style::fill(list[usize::from(n) % list.len()]);
    Some(match ink {
        Ink::Background => Style::fill(colors.paper),
        Ink::Walkable => Style::fill(colors.ground),
        Ink::Blocked => {
            let hatch = Some((Pattern::Hatch, colors.rock_hatch));
            Style { pattern: hatch, ..Style::fill(colors.rock) }
        }
        Ink::Plain => Style::fill(colors.faint),
        Ink::Category(n) => pick(&colors.categories, n),
        Ink::Shade(n) => pick(&colors.shades, n),
        Ink::Damage(Damage::Low) => dots(2),
        Ink::Damage(Damage::Medium) => dots(4),
        Ink::Damage(Damage::High) => dots(6),
        Ink::SpecialSector => Style::pattern(Pattern::Stripes, colors.sky),
        Ink::ClosedFace => Style::fill(colors.sky.faded(70)),
        Ink::Obstacle => Style::fill(colors.rock),
        Ink::Lane => Style {
            line: Some(Line::dashed(colors.border, 1.2, 6.0, 4.0)),
            ..Style::fill(colors.ground)
        },
        Ink::Cone => Style {
            line: Some(Line::solid(colors.orange, 1.2)),
            ..Style::fill(colors.yellow.faded(120))
        },
        _ => return None,
    })
}

/// Inks of the lines of a map.
fn sides(colors: &Palette, ink: Ink) -> Option<Style> {
    let marked = |color: Color, width| Style { fill: Some(color), ..Style::line(color, width) };
    Some(match ink {
        Ink::Grid => Style::line(colors.border.faded(60), 0.8),
        Ink::Seam => Style::line(colors.ink.faded(colors.thin / 2), 0.6),
        Ink::Portal => Style::line(colors.ink.faded(colors.thin), 0.7),
        Ink::Border => Style::line(colors.border, 1.5),
        Ink::Wall => Style::line(colors.ink, 2.0),
        Ink::OneWay => marked(colors.vermilion, 1.6),
        Ink::Passage => Style { halo: Some(colors.paper), ..marked(colors.green, 2.5) },
        Ink::Teleporter => Style {
            line: Some(Line::dashed(colors.purple, 2.0, 6.0, 4.0)),
            halo: Some(colors.paper),
            ..Style::fill(colors.purple)
        },
        Ink::Jump => Style::fill(colors.ink),
        Ink::Slope => Style { halo: Some(colors.paper), ..Style::fill(colors.sky) },
        Ink::LaneVertex => Style { halo: Some(colors.paper), ..Style::fill(colors.border) },
        _ => return None,
    })
}

/// Inks of what is drawn over a map.
fn over_the_map(colors: &Palette, ink: Ink) -> Style {
    let standing_out = |style: Style| Style { halo: Some(colors.paper), ..style };
    match ink {
        Ink::ClosedNode => Style::line(colors.sky, 1.2),
        Ink::PrunedNode => {
            Style { line: Some(Line::dashed(colors.purple, 1.6, 3.0, 3.0)), ..Style::default() }
        }
        Ink::OpenNode => Style::line(colors.orange, 2.6),
        Ink::Interval => standing_out(Style::line(colors.vermilion, 4.0)),
        Ink::WayToRoot => standing_out(Style {
            line: Some(Line::dashed(colors.path, 2.4, 8.0, 4.0)),
            ..Style::default()
        }),
        Ink::Root => standing_out(Style::fill(colors.ink)),
        Ink::Bottleneck => {
            let cross = Some(colors.orange);
            standing_out(Style { fill: cross, ..Style::line(colors.orange, 2.4) })
        }
        Ink::Path => standing_out(Style::line(colors.path, 3.0)),
        Ink::PathJump => standing_out(Style {
            line: Some(Line::dashed(colors.path, 3.0, 7.0, 5.0)),
            ..Style::default()
        }),
        Ink::Corner => standing_out(Style::fill(colors.path)),
        Ink::Start => standing_out(Style::fill(colors.start)),
        Ink::Goal => standing_out(Style::fill(colors.goal)),
        Ink::Hovered => Style::line(colors.purple.faded(150), 1.5),
        Ink::Selection => {
            let bright = Some(colors.purple);
            standing_out(Style { fill: bright, ..Style::line(colors.purple, 3.0) })
        }
        Ink::Measure => standing_out(Style {
            line: Some(Line::dashed(colors.ink, 2.0, 6.0, 3.0)),
            ..Style::fill(colors.ink)
        }),
        Ink::Outline => {
            Style { line: Some(Line::dashed(colors.border, 1.2, 4.0, 3.0)), ..Style::default() }
        }
        Ink::Sketch => standing_out(Style {
            fill: Some(colors.orange.faded(60)),
            ..Style::line(colors.orange, 2.0)
        }),
        Ink::Fault => {
            standing_out(Style { fill: Some(colors.red), ..Style::line(colors.red, 3.5) })
        }
        Ink::Handle => {
            standing_out(Style { fill: Some(colors.ink), ..Style::line(colors.ink, 1.0) })
        }
        Ink::Pin => Style { fill: Some(colors.green), ..Style::line(colors.green.faded(190), 1.8) },
        Ink::BrokenPin => {
            Style { line: Some(Line::dashed(colors.red, 1.8, 3.0, 4.0)), ..Style::fill(colors.red) }
        }
        Ink::FromStart => Style::fill(colors.start.faded(100)),
        Ink::ToGoal => Style::fill(colors.goal.faded(100)),
        Ink::InTheWay => standing_out(Style {
            fill: Some(colors.red.faded(110)),
            ..Style::line(colors.red, 3.5)
        }),
        // Where it runs along the path, both are seen.
        Ink::OtherPath => Style {
            line: Some(Line::dashed(colors.vermilion, 2.6, 9.0, 7.0)),
            ..Style::fill(colors.vermilion)
        },
        Ink::OtherOpen => Style {
            line: Some(Line::dashed(colors.vermilion, 2.6, 2.0, 3.0)),
            halo: Some(colors.paper),
            ..Style::default()
        },
        Ink::OtherCone => Style {
            fill: Some(colors.vermilion.faded(40)),
            line: Some(Line::dashed(colors.vermilion, 1.6, 5.0, 4.0)),
            ..Style::default()
        },
        Ink::AddedFace => Style {
            fill: Some(colors.green.faded(110)),
            line: Some(Line::solid(colors.green, 1.6)),
            ..Style::pattern(Pattern::Dots(3), colors.green)
        },
        Ink::RemovedFace => Style {
            fill: Some(colors.red.faded(90)),
            line: Some(Line::dashed(colors.red, 1.6, 5.0, 3.0)),
            ..Style::pattern(Pattern::Hatch, colors.red)
        },
        Ink::ChangedFace => Style {
            fill: Some(colors.orange.faded(120)),
            line: Some(Line::solid(colors.orange, 1.6)),
            ..Style::pattern(Pattern::Stripes, colors.orange)
        },
        Ink::OpenedSide => standing_out(Style::line(colors.green, 3.5)),
        Ink::ClosedSide => standing_out(Style {
            line: Some(Line::dashed(colors.red, 3.5, 4.0, 3.0)),
            ..Style::default()
        }),
        Ink::MovedVertex => {
            standing_out(Style { fill: Some(colors.orange), ..Style::line(colors.orange, 2.0) })
        }
        Ink::ScaleBar => Style::line(colors.ink, 1.5),
        _ => standing_out(Style::fill(colors.ink)),
    }
}

impl Color {
    /// The same colour, so opaque.
    #[must_use]
    pub fn faded(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }
}

impl Line {
    fn solid(color: Color, width: f64) -> Self {
        Self { color, width, dash: None }
    }

    fn dashed(color: Color, width: f64, drawn: f64, left_out: f64) -> Self {
        Self { color, width, dash: Some([drawn, left_out]) }
    }
}

impl Style {
    fn fill(color: Color) -> Self {
        Self { fill: Some(color), ..Self::default() }
    }

    fn pattern(pattern: Pattern, color: Color) -> Self {
        Self { pattern: Some((pattern, color)), ..Self::default() }
    }

    fn line(color: Color, width: f64) -> Self {
        Self { line: Some(Line::solid(color, width)), ..Self::default() }
    }
}
