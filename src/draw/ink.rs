//! What a mark means; the theme decides what that looks like.

use std::borrow::Cow;

/// What a mark means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// What everything is drawn on.
    Background,
    /// A face that may be walked on.
    Walkable,
    /// A face that may not.
    Blocked,
    /// A face of which there is nothing to tell.
    Plain,
    /// A face of one of several kinds that have no order: islands, groups.
    Category(u8),
    /// A face by a quantity, from little to much.
    Shade(u8),
    /// A face on which one takes damage.
    Damage(Damage),
    /// A face that may move up and down in play.
    SpecialSector,
    /// A face that the search is done with.
    ClosedFace,
    /// What stands on the ground of a layout.
    Obstacle,
    /// A lane of a layout.
    Lane,
    /// Where lanes begin, end and meet.
    LaneVertex,
    /// A line to measure by.
    Grid,
    /// A side between two blocked faces.
    Seam,
    /// A side that may be crossed both ways.
    Portal,
    /// A side with nothing behind it.
    Border,
    /// A side that may not be crossed.
    Wall,
    /// A side that may be crossed one way only.
    OneWay,
    /// Steps over a side on to another floor.
    Passage,
    /// Takes who steps on it to another place.
    Teleporter,
    /// A direction in which one may jump off.
    Jump,
    /// The way up a slope.
    Slope,
    /// A node that was expanded.
    ClosedNode,
    /// A node that was not worth expanding.
    PrunedNode,
    /// A node in the queue.
    OpenNode,
    /// What is seen from the root over the interval.
    Cone,
    /// The piece of a side that a node is about.
    Interval,
    /// The way to a root.
    WayToRoot,
    /// Where the path to a node stands.
    Root,
    /// The narrowest side on a path.
    Bottleneck,
    /// A path.
    Path,
    /// The part of a path that is not walked.
    PathJump,
    /// Where a path turns.
    Corner,
    /// Where a query starts.
    Start,
    /// Where it leads.
    Goal,
    /// What the pointer is on.
    Hovered,
    /// What is looked at closer.
    Selection,
    /// A length that was measured.
    Measure,
    /// The outline of what a person has drawn.
    Outline,
    /// What is being drawn.
    Sketch,
    /// What cannot be drawn like that.
    Fault,
    /// What a hand takes hold of.
    Handle,
    /// The path of a query that is asked again after every change.
    Pin,
    /// Such a query for which there is no path.
    BrokenPin,
    /// A face that can be reached from the start, though the goal cannot.
    FromStart,
    /// A face from which the goal can be reached, though not from the start.
    ToGoal,
    /// What is in the way of a path.
    InTheWay,
    /// The path of another search for the same query.
    OtherPath,
    /// A node in the queue of another search for the same query.
    OtherOpen,
    /// What is seen over the interval that such a search is about.
    OtherCone,
    /// A face that another map does not have.
    AddedFace,
    /// A face that only another map has.
    RemovedFace,
    /// A face that is not as it is in another map.
    ChangedFace,
    /// A side that can be crossed, though not in another map.
    OpenedSide,
    /// A side that cannot be crossed, though in another map it can.
    ClosedSide,
    /// The way of a vertex from where it is in another map.
    MovedVertex,
    /// Words and numbers.
    Label,
    /// How long a length is.
    ScaleBar,
}

/// How much damage one takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Damage {
    /// A little.
    Low,
    /// More.
    Medium,
    /// Much.
    High,
}

impl Ink {
    /// So many kinds without an order can be told apart.
    pub const N_CATEGORIES: u8 = 8;
    /// So many steps of a quantity can be told apart.
    pub const N_SHADES: u8 = 7;

    /// Every ink, roughly from the bottom of a picture to its top.
    pub const ALL: &[Self] = &[
        Self::Background,
        Self::Walkable,
        Self::Blocked,
        Self::Plain,
        Self::Category(0),
        Self::Category(1),
        Self::Category(2),
        Self::Category(3),
        Self::Category(4),
        Self::Category(5),
        Self::Category(6),
        Self::Category(7),
        Self::Shade(0),
        Self::Shade(1),
        Self::Shade(2),
        Self::Shade(3),
        Self::Shade(4),
        Self::Shade(5),
        Self::Shade(6),
        Self::Damage(Damage::Low),
        Self::Damage(Damage::Medium),
        Self::Damage(Damage::High),
        Self::SpecialSector,
        Self::ClosedFace,
        Self::Obstacle,
        Self::Lane,
        Self::LaneVertex,
        Self::Grid,
        Self::Seam,
        Self::Portal,
        Self::Border,
        Self::Wall,
        Self::OneWay,
        Self::Passage,
        Self::Teleporter,
        Self::Jump,
        Self::Slope,
        Self::ClosedNode,
        Self::PrunedNode,
        Self::OpenNode,
        Self::Cone,
        Self::Interval,
        Self::WayToRoot,
        Self::Root,
        Self::Bottleneck,
        Self::Path,
        Self::PathJump,
        Self::Corner,
        Self::Start,
        Self::Goal,
        Self::Hovered,
        Self::Selection,
        Self::Measure,
        Self::Outline,
        Self::Sketch,
        Self::Fault,
        Self::Handle,
        Self::Pin,
        Self::BrokenPin,
        Self::FromStart,
        Self::ToGoal,
        Self::InTheWay,
        Self::OtherPath,
        Self::OtherOpen,
        Self::OtherCone,
        Self::AddedFace,
        Self::RemovedFace,
        Self::ChangedFace,
        Self::OpenedSide,
        Self::ClosedSide,
        Self::MovedVertex,
        Self::Label,
        Self::ScaleBar,
    ];

    /// Its place in [`Ink::ALL`].
    pub fn number(self) -> u32 {
        let place = Self::ALL.iter().position(|ink| *ink == self);
        // Kinds and shades beyond those that can be told apart look like the first.
        place.unwrap_or_default() as u32
    }

    /// The name that files know it by.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Category(n) => return format!("category-{}", u32::from(n) + 1).into(),
            Self::Shade(n) => return format!("shade-{}", u32::from(n) + 1).into(),
            Self::Background => "background",
            Self::Walkable => "walkable",
            Self::Blocked => "blocked",
            Self::Plain => "plain",
            Self::Damage(Damage::Low) => "damage-low",
            Self::Damage(Damage::Medium) => "damage-medium",
            Self::Damage(Damage::High) => "damage-high",
            Self::SpecialSector => "special-sector",
            Self::ClosedFace => "closed-face",
            Self::Obstacle => "obstacle",
            Self::Lane => "lane",
            Self::LaneVertex => "lane-vertex",
            Self::Grid => "grid",
            Self::Seam => "seam",
            Self::Portal => "portal",
            Self::Border => "border",
            Self::Wall => "wall",
            Self::OneWay => "one-way",
            Self::Passage => "passage",
            Self::Teleporter => "teleporter",
            Self::Jump => "jump",
            Self::Slope => "slope",
            Self::ClosedNode => "closed-node",
            Self::PrunedNode => "pruned-node",
            Self::OpenNode => "open-node",
            Self::Cone => "cone",
            Self::Interval => "interval",
            Self::WayToRoot => "way-to-root",
            Self::Root => "root",
            Self::Bottleneck => "bottleneck",
            Self::Path => "path",
            Self::PathJump => "path-jump",
            Self::Corner => "corner",
            Self::Start => "start",
            Self::Goal => "goal",
            Self::Hovered => "hovered",
            Self::Selection => "selection",
            Self::Measure => "measure",
            Self::Outline => "outline",
            Self::Sketch => "sketch",
            Self::Fault => "fault",
            Self::Handle => "handle",
            Self::Pin => "pin",
            Self::BrokenPin => "broken-pin",
            Self::FromStart => "from-start",
            Self::ToGoal => "to-goal",
            Self::InTheWay => "in-the-way",
            Self::OtherPath => "other-path",
            Self::OtherOpen => "other-open",
            Self::OtherCone => "other-cone",
            Self::AddedFace => "added-face",
            Self::RemovedFace => "removed-face",
            Self::ChangedFace => "changed-face",
            Self::OpenedSide => "opened-side",
            Self::ClosedSide => "closed-side",
            Self::MovedVertex => "moved-vertex",
            Self::Label => "label",
            Self::ScaleBar => "scale-bar",
        })
    }

    /// What a legend calls it.
    pub fn title(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Walkable => "walkable",
            Self::Blocked => "blocked",
            Self::Seam => "edge of blocked faces",
            Self::OneWay => "one way, along the arrow",
            Self::Damage(Damage::Low) => "low damage",
            Self::Damage(Damage::Medium) => "medium damage",
            Self::Damage(Damage::High) => "high damage",
            Self::SpecialSector => "floor that may move",
            Self::Jump => "jump down",
            Self::Slope => "slope, up along the arrow",
            Self::Passage => "passage to another floor",
            Self::ClosedFace => "closed face",
            Self::ClosedNode => "expanded",
            Self::PrunedNode => "pruned",
            Self::OpenNode => "open",
            Self::WayToRoot => "way to the root",
            Self::PathJump => "jump of the path",
            Self::Outline => "outline as drawn",
            Self::Pin => "pinned query",
            Self::BrokenPin => "pinned query without a path",
            Self::FromStart => "reached from the start",
            Self::ToGoal => "leads to the goal",
            Self::InTheWay => "in the way",
            Self::OtherPath => "other path",
            Self::AddedFace => "face only here",
            Self::RemovedFace => "face only there",
            Self::ChangedFace => "face that changed",
            Self::OtherOpen => "open in the other search",
            Self::OtherCone => "cone of the other search",
            Self::OpenedSide => "edge open only here",
            Self::ClosedSide => "edge closed only here",
            Self::MovedVertex => "vertex that moved",
            _ => return self.name(),
        })
    }
}
