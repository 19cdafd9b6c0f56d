//! The files of the field: which format bytes are in, what they say, and how to say it in another one.
//!
//! Foreign conventions (ids from one, minus one for nothing, neighbour order, winding) end here. What can be drawn is
//! read, and its flaws become findings; what cannot is refused with the place, the expectation and what stood there.
#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::unwrap_used,
        reason = "whatever bytes a file holds, reading and writing it ends with an answer, not with a panic"
    )
)]

use std::borrow::Cow;
use std::sync::Arc;

use crate::layout::Layout;
use crate::layout::work::Work;
use crate::mesh::{self, Findings, MeshError, Navmesh};
use crate::scenario::Scenario;
use crate::watch::Watch;

use posthoc::Recording;

mod blame;
pub mod blobs;
mod brackets;
pub mod building;
pub mod cdt;
pub mod doompath;
pub mod error;
pub mod grid;
pub mod lines;
pub mod loss;
pub mod menge;
pub mod mesh2;
pub mod mesh3;
pub mod navmesh_txt;
pub mod neighbours;
pub mod pins;
pub mod poly;
pub mod polyanya_log;
pub mod posthoc;
pub mod project;
pub mod scen;
pub mod target;
pub mod words;
mod yaml;

pub use error::ReadError;
pub use lines::Lines;
pub use loss::{Loss, WriteError, Written};
pub use target::{Target, write};

/// The closed list of file formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// DoomPath `DPMESH`.
    DoomPath,
    /// Pathfinding benchmark `.mesh`, version 3.
    Mesh3,
    /// Polyanya `.mesh`, version 2.
    Mesh2,
    /// Polyanya `.mesh`, version 1: as version 2, with neighbours one slot later.
    Mesh1,
    /// Version 2 with a cost per face.
    WeightedMesh2,
    /// Version 2 packed into three bytes a number.
    PackedMesh2,
    /// Scenario: path queries with expected costs.
    Scen,
    /// `polygon 1`: enclosures and obstacles.
    Polygon,
    /// `poly 1`: rings, walkable where an odd number of them run round.
    Poly,
    /// MovingAI grid.
    Grid,
    /// `navmesh.txt`, the generation of `points:` and `triangles:`.
    NavmeshTxtA,
    /// `navmesh.txt`, the generation of `VERTICES:` and `TRIANGLES:`.
    NavmeshTxtB,
    /// Building outlines, one per line.
    Blobs,
    /// Points and constraint edges for a triangulation.
    Cdt,
    /// Menge `.nav`.
    Menge,
    /// Building map with lanes for people.
    Building,
    /// Our own: everything that a person draws.
    Project,
    /// Posthoc search trace.
    Posthoc,
    /// What the first Polyanya says of its search.
    PolyanyaLog,
}

impl Format {
    /// Every format, in the order in which they are tried.
    pub const ALL: &[Self] = &[
        Self::DoomPath,
        Self::Project,
        Self::PackedMesh2,
        Self::Mesh3,
        Self::Mesh2,
        Self::Mesh1,
        Self::WeightedMesh2,
        Self::Polygon,
        Self::Poly,
        Self::Grid,
        Self::NavmeshTxtA,
        Self::NavmeshTxtB,
        Self::Blobs,
        Self::Building,
        Self::Posthoc,
        Self::PolyanyaLog,
        Self::Scen,
        Self::Cdt,
        Self::Menge,
    ];

    /// The name that scripts know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::DoomPath => "dpmesh",
            Self::Mesh3 | Self::Mesh2 | Self::Mesh1 => "mesh",
            Self::WeightedMesh2 => "weighted_mesh",
            Self::PackedMesh2 => "packed_mesh",
            Self::Scen => "scen",
            Self::Polygon => "polygon",
            Self::Poly => "poly",
            Self::Grid => "grid",
            Self::NavmeshTxtA | Self::NavmeshTxtB => "navmesh_txt",
            Self::Blobs => "blobs",
            Self::Cdt => "cdt",
            Self::Menge => "nav",
            Self::Building => "building",
            Self::Project => "project",
            Self::Posthoc => "posthoc",
            Self::PolyanyaLog => "polyanya_log",
        }
    }

    /// Which of the formats of that name, where there are several.
    pub fn version(self) -> Option<&'static str> {
        match self {
            Self::Mesh3 => Some("3"),
            Self::Mesh2 | Self::WeightedMesh2 | Self::PackedMesh2 => Some("2"),
            Self::DoomPath
            | Self::Mesh1
            | Self::Scen
            | Self::Polygon
            | Self::Poly
            | Self::Project => Some("1"),
            Self::NavmeshTxtA => Some("A"),
            Self::NavmeshTxtB => Some("B"),
            Self::Grid
            | Self::Blobs
            | Self::Cdt
            | Self::Menge
            | Self::Building
            | Self::Posthoc
            | Self::PolyanyaLog => None,
        }
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::DoomPath => "DoomPath DPMESH",
            Self::Mesh3 => "mesh v3",
            Self::Mesh2 => "mesh v2",
            Self::Mesh1 => "mesh v1",
            Self::WeightedMesh2 => "weighted mesh v2",
            Self::PackedMesh2 => "packed mesh v2",
            Self::Scen => "scenario",
            Self::Polygon => "polygon 1",
            Self::Poly => "poly 1",
            Self::Grid => "grid",
            Self::NavmeshTxtA => "navmesh.txt (points, triangles)",
            Self::NavmeshTxtB => "navmesh.txt (VERTICES, TRIANGLES)",
            Self::Blobs => "blobs.txt",
            Self::Cdt => "triangulation input",
            Self::Menge => "Menge nav",
            Self::Building => "building map",
            Self::Project => "Wayglass project",
            Self::Posthoc => "Posthoc trace",
            Self::PolyanyaLog => "Polyanya log",
        }
    }

    /// Whether maps in this format are meant to be looked at with y growing downwards.
    pub fn y_down(self) -> bool {
        match self {
            Self::Mesh2
            | Self::Mesh1
            | Self::WeightedMesh2
            | Self::PackedMesh2
            | Self::Poly
            | Self::Grid => true,
            Self::DoomPath
            | Self::Mesh3
            | Self::Scen
            | Self::Polygon
            | Self::NavmeshTxtA
            | Self::NavmeshTxtB
            | Self::Blobs
            | Self::Cdt
            | Self::Menge
            | Self::Building
            | Self::Project
            | Self::Posthoc
            | Self::PolyanyaLog => false,
        }
    }

    /// Whether these bytes are meant to be in this format. Looks at their beginning only.
    pub fn recognizes(self, bytes: &[u8]) -> bool {
        match self {
            Self::DoomPath => doompath::recognizes(bytes),
            Self::Mesh3 => words::starts_with(bytes, &["mesh", "3"]),
            Self::Mesh2 => words::starts_with(bytes, &["mesh", "2"]),
            Self::Mesh1 => words::starts_with(bytes, &["mesh", "1"]),
            Self::WeightedMesh2 => words::starts_with(bytes, &["weighted_mesh"]),
            Self::PackedMesh2 => bytes.starts_with(b"pack"),
            Self::Scen => scen::recognizes(bytes),
            Self::Polygon => words::starts_with(bytes, &["polygon"]),
            Self::Poly => words::starts_with(bytes, &["poly"]),
            Self::Grid => grid::recognizes(bytes),
            Self::NavmeshTxtA => navmesh_txt::recognizes_a(bytes),
            Self::NavmeshTxtB => navmesh_txt::recognizes_b(bytes),
            Self::Blobs => blobs::recognizes(bytes),
            Self::Cdt => cdt::recognizes(bytes),
            Self::Menge => menge::recognizes(bytes),
            Self::Building => building::recognizes(bytes),
            Self::Project => project::recognizes(bytes),
            Self::Posthoc => posthoc::recognizes(bytes),
            Self::PolyanyaLog => polyanya_log::recognizes(bytes),
        }
    }

    /// The format that bytes are meant to be in.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.recognizes(bytes))
    }

    fn parse(
        self,
        bytes: &[u8],
        options: &Options,
        watch: &mut dyn Watch,
    ) -> Result<Draft, ReadError> {
        match self {
            Self::DoomPath => doompath::read(bytes),
            Self::Mesh3 => mesh3::read(bytes, watch),
            Self::Mesh2 | Self::Mesh1 | Self::WeightedMesh2 | Self::PackedMesh2 => {
                mesh2::read(self, bytes, watch)
            }
            Self::Scen => scen::read(bytes),
            Self::Polygon => poly::read_polygon(bytes),
            Self::Poly => poly::read_poly(bytes),
            Self::Grid => grid::read(bytes, options.terrain),
            Self::NavmeshTxtA => navmesh_txt::read_a(bytes),
            Self::NavmeshTxtB => navmesh_txt::read_b(bytes),
            Self::Blobs => blobs::read(bytes),
            Self::Cdt => cdt::read(bytes),
            Self::Menge => menge::read(bytes),
            Self::Building => building::read(bytes, options.level),
            Self::Project => project::read(bytes),
            Self::Posthoc => posthoc::read(bytes),
            Self::PolyanyaLog => polyanya_log::read(bytes),
        }
    }
}

/// Choices that a file leaves to its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Which letters of a grid may be walked on.
    pub terrain: grid::Terrain,
    /// Which level of a building is read, counted from one; if nobody says, the first that has lanes.
    pub level: Option<u32>,
}

/// What came out of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// The format it was in.
    pub format: Format,
    /// What it says.
    pub content: Content,
    /// What is odd about it.
    pub findings: Findings,
    /// Where in the file each element stands.
    pub lines: Lines,
    /// What belongs to the work on it: which way y grows, and what only our own files say.
    pub work: Work,
}

impl Import {
    /// The same without what is hidden: what of a drawing is seen, built and searched.
    #[must_use]
    pub fn shown(mut self) -> Self {
        if let Content::Layout(layout) = &mut self.content
            && let Cow::Owned(shown) = self.work.shown(layout)
        {
            *layout = shown;
        }
        self
    }
}

/// What a file can hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Faces to walk on.
    Mesh(Arc<Navmesh>),
    /// Obstacles to build a mesh around.
    Layout(Layout),
    /// Path queries.
    Scenario(Scenario),
    /// What a search did.
    Trace(Recording),
}

impl Content {
    /// A mesh, to be shared by all who look at it.
    pub fn mesh(mesh: Navmesh) -> Self {
        Self::Mesh(Arc::new(mesh))
    }
}

/// What a reader hands over: not yet checked, and not yet told where in the file things came from.
#[derive(Debug)]
pub struct Draft {
    content: Result<Content, MeshError>,
    findings: Findings,
    lines: Lines,
    work: Work,
}

impl Draft {
    /// Without anything about the work on it.
    fn new(content: Result<Content, MeshError>, findings: Findings, lines: Lines) -> Self {
        Self { content, findings, lines, work: Work::default() }
    }
}

impl Format {
    /// Whether the faces are of our own making, so that only the ground they make can be odd.
    fn is_built_by_us(self) -> bool {
        self == Self::Grid
    }
}

/// The largest file that is opened: ids are 32 bits wide.
pub const MAX_BYTES: usize = u32::MAX as usize;

/// Reads a file in whichever format the bytes are in.
pub fn read(bytes: &[u8]) -> Result<Import, ReadError> {
    read_with(bytes, &Options::default(), &mut ())
}

/// Reads a file with the choices it leaves open, while somebody watches.
pub fn read_with(
    bytes: &[u8],
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Import, ReadError> {
    if MAX_BYTES < bytes.len() {
        return Err(ReadError::TooLarge);
    }
    let format = Format::of(bytes).ok_or_else(|| error::unknown(bytes))?;
    let Draft { content, mut findings, lines, mut work } = format.parse(bytes, options, watch)?;
    work.y_down |= format.y_down();
    // A reader that lets parts through which do not fit is a bug of ours; say so, do not fall over.
    let content = content.map_err(ReadError::Mesh)?;
    if let Content::Mesh(mesh) = &content {
        let check = if format.is_built_by_us() { mesh::check::ground } else { mesh::check };
        findings.append(check(mesh));
    }
    if let Content::Trace(recording) = &content {
        findings.append(posthoc::odd(recording));
    }
    findings.settle(|element| lines.origin(element));
    Ok(Import { format, content, findings, lines, work })
}
