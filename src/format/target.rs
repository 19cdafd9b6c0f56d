//! The formats that can be written, and writing them.

use std::fmt;
use std::io::Write as _;

use crate::layout::work::Work;

use super::loss::{WriteError, Written};
use super::{Content, Format, doompath, menge, mesh2, mesh3, navmesh_txt, poly, project, scen};

/// The closed list of what can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// `.mesh`, version 3.
    Mesh3,
    /// `.mesh`, version 2.
    Mesh2,
    /// `.scen`.
    Scen,
    /// `polygon 1`.
    Polygon,
    /// Our own: everything that a person draws.
    Project,
    /// `navmesh.txt` of the generation with `points:` and `triangles:`.
    NavmeshTxt,
    /// Menge `.nav`.
    Menge,
    /// DPMESH with the header it was read with, or else a digest.
    DoomPath,
    /// DPMESH with a digest in its header: 24 bytes.
    DoomPath24,
    /// DPMESH without a digest in its header: 8 bytes.
    DoomPath8,
}

impl Target {
    /// The target that a file of a format is written back to; none if we only read it.
    pub fn of(format: Format) -> Option<Self> {
        match format {
            Format::Mesh3 => Some(Self::Mesh3),
            Format::Mesh2 | Format::Mesh1 => Some(Self::Mesh2),
            Format::Scen => Some(Self::Scen),
            Format::Polygon => Some(Self::Polygon),
            Format::Project => Some(Self::Project),
            Format::NavmeshTxtA | Format::NavmeshTxtB => Some(Self::NavmeshTxt),
            Format::Menge => Some(Self::Menge),
            Format::DoomPath => Some(Self::DoomPath),
            Format::WeightedMesh2
            | Format::PackedMesh2
            | Format::Poly
            | Format::Grid
            | Format::Blobs
            | Format::Cdt
            | Format::Building
            | Format::Posthoc
            | Format::PolyanyaLog => None,
        }
    }

    /// Every target.
    pub const ALL: &[Self] = &[
        Self::Mesh3,
        Self::Mesh2,
        Self::Scen,
        Self::Polygon,
        Self::Project,
        Self::NavmeshTxt,
        Self::Menge,
        Self::DoomPath,
        Self::DoomPath24,
        Self::DoomPath8,
    ];

    /// The name that scripts know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mesh3 => "mesh3",
            Self::Mesh2 => "mesh2",
            Self::Scen => "scen",
            Self::Polygon => "polygon",
            Self::Project => "project",
            Self::NavmeshTxt => "navmesh_txt",
            Self::Menge => "nav",
            Self::DoomPath => "dpmesh",
            Self::DoomPath24 => "dpmesh24",
            Self::DoomPath8 => "dpmesh8",
        }
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Mesh3 => "mesh v3",
            Self::Mesh2 => "mesh v2",
            Self::Scen => "scenario",
            Self::Polygon => "polygon 1",
            Self::Project => "Wayglass project",
            Self::NavmeshTxt => "navmesh.txt",
            Self::Menge => "Menge nav",
            Self::DoomPath => "DPMESH",
            Self::DoomPath24 => "DPMESH with a 24-byte header",
            Self::DoomPath8 => "DPMESH with an 8-byte header",
        }
    }

    /// The usual ending of a file name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Mesh3 | Self::Mesh2 => "mesh",
            Self::Scen => "scen",
            Self::Polygon => "poly",
            Self::Project => "wayglass",
            Self::NavmeshTxt => "txt",
            Self::Menge => "nav",
            Self::DoomPath | Self::DoomPath24 | Self::DoomPath8 => "dpm",
        }
    }

    /// What to write something as that was read as `source`, into a file with this ending.
    ///
    /// A file goes back into its own format where the ending allows it.
    pub fn for_extension(extension: &str, source: Format) -> Option<Self> {
        let own = match source {
            Format::Mesh2 | Format::Mesh1 | Format::PackedMesh2 | Format::WeightedMesh2 => {
                Some(Self::Mesh2)
            }
            _ => None,
        };
        let fits = |target: &Self| target.extension().eq_ignore_ascii_case(extension);
        own.into_iter().chain(Self::ALL.iter().copied()).find(fits)
    }

    /// Whether it holds faces, rather than drawings or queries.
    pub fn holds_mesh(self) -> bool {
        !matches!(self, Self::Scen | Self::Polygon | Self::Project)
    }
}

/// Writes what a file holds in another format, or in the same one.
pub fn write(content: &Content, target: Target) -> Result<Written, WriteError> {
    use doompath::Header;
    match (content, target) {
        (Content::Mesh(mesh), Target::Mesh3) => Ok(mesh3::write(mesh)),
        (Content::Mesh(mesh), Target::Mesh2) => Ok(mesh2::write(mesh)),
        (Content::Mesh(mesh), Target::NavmeshTxt) => navmesh_txt::write(mesh),
        (Content::Mesh(mesh), Target::Menge) => menge::write(mesh),
        (Content::Mesh(mesh), Target::DoomPath) => doompath::write(mesh, Header::Kept),
        (Content::Mesh(mesh), Target::DoomPath24) => doompath::write(mesh, Header::Digest24),
        (Content::Mesh(mesh), Target::DoomPath8) => doompath::write(mesh, Header::Short8),
        (Content::Layout(layout), Target::Polygon) => poly::write(layout),
        (Content::Layout(layout), Target::Project) => Ok(project::write(layout, &Work::default())),
        (Content::Scenario(scenario), Target::Scen) => Ok(scen::write(scenario)),
        (content, target) => Err(wrong_content(content, target)),
    }
}

/// Adds text to the bytes of a file.
pub(super) fn put(bytes: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    // A list of bytes takes all it is given.
    let _ = bytes.write_fmt(text);
}

fn wrong_content(content: &Content, target: Target) -> WriteError {
    WriteError::WrongContent {
        target: target.title(),
        holds: match target {
            Target::Scen => "path queries",
            Target::Polygon | Target::Project => "outlines",
            _ => "faces",
        },
        has: match content {
            Content::Mesh(_) => "are only faces",
            Content::Layout(_) => "are only outlines, and no mesh has been built from them",
            Content::Scenario(_) => "are only path queries",
            Content::Trace(_) => "are only the steps of a search",
        },
    }
}
