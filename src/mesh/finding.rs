//! Something odd about a map: how bad it is, one sentence, the element, and where in the file it came from.

use std::fmt;

use crate::geom::{Point, touches_itself};

use super::{FaceId, VertexId};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably not meant so, but paths come out right.
    Warning,
    /// Paths may come out wrong.
    Error,
}

impl Severity {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The part of a map that something is said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// The file as a whole.
    File,
    /// A vertex.
    Vertex(VertexId),
    /// A face.
    Face(FaceId),
    /// A side of a face.
    Side(FaceId, u32),
    /// A link, by its place in the list.
    Link(u32),
    /// A wall, connection or portal record, or a step of a search, by its place in the file.
    Record(u32),
    /// An outline of a layout, by its place in the file.
    Outline(u32),
    /// A row of a scenario, counted from zero.
    Instance(u32),
}

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A line of text, counted from one.
    Line(u32),
    /// A byte, counted from zero.
    Byte(u64),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// Something odd about a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What sort of thing.
    pub kind: Kind,
    /// One sentence for people, with the file's own ids.
    pub message: String,
    /// What it is about.
    pub element: Element,
    /// What else it is about: the other of two that do not get on with each other.
    pub other: Option<Element>,
    /// Where in the file that stands.
    pub origin: Option<Origin>,
}

impl Finding {
    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }
}

macro_rules! kinds {
    ($($severity:ident { $($(#[$doc:meta])* $kind:ident $name:literal,)* })*) => {
        /// The closed list of what can be odd about a map.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind { $($($(#[$doc])* $kind,)*)* }

        impl Kind {
            /// Every kind, the worst first.
            pub const ALL: &[Self] = &[$($(Self::$kind,)*)*];

            /// The name that scripts know it by.
            pub fn name(self) -> &'static str {
                match self { $($(Self::$kind => $name,)*)* }
            }

            /// How bad it is.
            pub fn severity(self) -> Severity {
                match self { $($(Self::$kind => Severity::$severity,)*)* }
            }
        }
    };
}

kinds! {
    Error {
        /// A face whose sides cross each other.
        SelfCrossing "self_crossing",
        /// A face with a corner that turns the wrong way.
        NonConvex "non_convex",
        /// A face that lists a vertex twice.
        RepeatedCorner "repeated_corner",
        /// A stated neighbour that does not have the side.
        NeighbourNotShared "neighbour_not_shared",
        /// A face that names another as neighbour, which does not name it back.
        OneSidedNeighbour "one_sided_neighbour",
        /// Two faces that disagree whether their common side may be crossed.
        SignsDisagree "signs_disagree",
        /// A neighbour list that fits when it is turned by one slot.
        ShiftedNeighbours "shifted_neighbours",
        /// A face that names itself as neighbour.
        SelfNeighbour "self_neighbour",
        /// A side that more than two faces have.
        CrowdedSide "crowded_side",
        /// Two faces that cover the same ground.
        Overlap "overlap",
        /// A link, portal or connection that joins nothing.
        LinkToNowhere "link_to_nowhere",
        /// An id that two records share.
        DuplicateId "duplicate_id",
    }
    Warning {
        /// A face that the file lists clockwise.
        Clockwise "clockwise",
        /// A face without an inside.
        ZeroArea "zero_area",
        /// Two vertices at exactly the same place.
        DuplicateVertex "duplicate_vertex",
        /// Two vertices of the border that almost meet.
        NearVertices "near_vertices",
        /// A vertex in the middle of another face's side.
        TJunction "t_junction",
        /// A side that two faces share but neither of them lists.
        MissingNeighbour "missing_neighbour",
        /// A vertex that lists other faces than those that touch it.
        VertexFaces "vertex_faces",
        /// A wall whose successor starts somewhere else.
        BrokenChain "broken_chain",
        /// A node whose stated centre is outside of it.
        CenterOutside "center_outside",
        /// A side that is neither portal nor wall.
        UncoveredSide "uncovered_side",
        /// A wall or portal without length.
        ZeroLength "zero_length",
        /// A record that its owner does not list, or a listed one that is not its own.
        Unlisted "unlisted",
        /// Flag bits that the format does not know.
        UnknownFlags "unknown_flags",
        /// A connection that leads neither way.
        ClosedConnection "closed_connection",
        /// A drawn outline that crosses itself, or drawn edges that cross each other.
        OutlineCrossing "outline_crossing",
        /// An outline listed twice, without an inside, or out of bounds.
        OddOutline "odd_outline",
        /// Something that the format does not have at this place.
        OddText "odd_text",
        /// Indices that count numbers where they should count points.
        OffsetIndices "offset_indices",
        /// A count in the file that is not what the file holds.
        WrongCount "wrong_count",
        /// A search for cracks and overlaps that was given up.
        Unchecked "unchecked",
        /// A node of a search that comes out of one of which nothing has been said.
        ChildBeforeParent "child_before_parent",
        /// A node of a search that promises a shorter path than the one it comes out of.
        FallingBound "falling_bound",
    }
    Note {
        /// A vertex that no face uses.
        UnusedVertex "unused_vertex",
        /// A place where two obstacles touch.
        Pinch "pinch",
        /// A walkable face from which nothing can be reached.
        IsolatedFace "isolated_face",
        /// Ground in several pieces.
        Islands "islands",
        /// Floors that lie over each other.
        StackedFloors "stacked_floors",
        /// A wall between two walkable faces.
        ThinWall "thin_wall",
        /// A text that stops in the middle of a line.
        UnendedLine "unended_line",
        /// Parts of a file that a mesh has no place for.
        Skipped "skipped",
        /// A blocked face with a corner that turns the wrong way.
        NonConvexObstacle "non_convex_obstacle",
        /// A corner that is reflex by rounding only.
        NearlyStraight "nearly_straight",
    }
}

/// At most this many findings of one kind are kept; the rest are counted.
pub const KEPT_PER_KIND: usize = 1_000;

/// A list of findings that stays short however broken the file is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    list: Vec<Finding>,
    counts: Vec<(Kind, usize)>,
}

impl Findings {
    /// Takes note of something; the sentence is only made if it is kept.
    pub fn add(&mut self, kind: Kind, element: Element, message: impl FnOnce() -> String) {
        self.keep(kind, element, None, None, message);
    }

    /// Takes note of something between two elements.
    pub fn add_between(
        &mut self,
        kind: Kind,
        [element, other]: [Element; 2],
        message: impl FnOnce() -> String,
    ) {
        self.keep(kind, element, Some(other), None, message);
    }

    /// Takes note of something at a place in the file.
    pub fn add_at(
        &mut self,
        kind: Kind,
        element: Element,
        origin: Option<Origin>,
        message: impl FnOnce() -> String,
    ) {
        self.keep(kind, element, None, origin, message);
    }

    fn keep(
        &mut self,
        kind: Kind,
        element: Element,
        other: Option<Element>,
        origin: Option<Origin>,
        message: impl FnOnce() -> String,
    ) {
        let count = match self.counts.iter_mut().find(|(counted, _)| *counted == kind) {
            Some((_, count)) => count,
            None => {
                self.counts.push((kind, 0));
                &mut self.counts.last_mut().expect("one was pushed").1
            }
        };
        *count += 1;
        if *count <= KEPT_PER_KIND {
            self.list.push(Finding { kind, message: message(), element, other, origin });
        }
    }

    /// Takes note of a drawn outline that crosses itself.
    pub fn check_outline(&mut self, ring: &[Point], element: Element, name: &str) {
        match touches_itself(ring) {
            Some(false) => {}
            Some(true) => self.add(Kind::OutlineCrossing, element, || {
                format!("{name} crosses or touches itself")
            }),
            None => self.add(Kind::Unchecked, element, || {
                format!("{name} has too many long edges: they were not checked for crossings")
            }),
        }
    }

    /// The findings that were kept; the worst first once they are settled.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// How many there were of a kind, kept or not.
    pub fn count(&self, kind: Kind) -> usize {
        self.counts.iter().find(|(counted, _)| *counted == kind).map_or(0, |&(_, count)| count)
    }

    /// How many there were of a severity, kept or not.
    pub fn count_severity(&self, severity: Severity) -> usize {
        self.counts
            .iter()
            .filter(|(kind, _)| kind.severity() == severity)
            .map(|&(_, count)| count)
            .sum()
    }

    /// The kinds of which some were not kept, with how many were not.
    pub fn unkept(&self) -> impl Iterator<Item = (Kind, usize)> {
        self.counts
            .iter()
            .filter(|&&(_, count)| KEPT_PER_KIND < count)
            .map(|&(kind, count)| (kind, count - KEPT_PER_KIND))
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Appends what another look has found.
    pub fn append(&mut self, other: Self) {
        let unkept: Vec<_> = other.unkept().collect();
        for Finding { kind, message, element, other, origin } in other.list {
            self.keep(kind, element, other, origin, || message);
        }
        for (kind, more) in unkept {
            if let Some((_, count)) = self.counts.iter_mut().find(|(counted, _)| *counted == kind) {
                *count += more;
            }
        }
    }

    /// Puts the worst first and says where in the file each element came from.
    pub fn settle(&mut self, origin: impl Fn(Element) -> Option<Origin>) {
        self.list.sort_by_key(|finding| finding.kind);
        for finding in &mut self.list {
            finding.origin = finding.origin.or_else(|| origin(finding.element));
        }
    }
}
