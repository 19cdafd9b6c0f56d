//! `wayglass convert`: the same in another format, and what that loses.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use crate::build::extract::extract;
use crate::build::lanes::Mend;
use crate::build::{Faces, Whole};
use crate::disk;
use crate::format::loss::{BEYOND_THE_PLANE, Lost, mesh_losses, work_losses};
use crate::format::{self, Content, Format, Options, Target, WriteError, Written, menge, project};
use crate::layout::work::Work;

use super::{build, files};

/// What to write where.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) input: PathBuf,
    pub(super) output: PathBuf,
    pub(super) to: Option<Target>,
    pub(super) allow_loss: bool,
    pub(super) menge_xml: bool,
}

/// Writes a file in another format, unless that loses something and nobody allowed it.
pub(super) fn run(
    order: &Order,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let Order { input, output, to, allow_loss, menge_xml } = order;
    let import = files::open_all(input, options)?;
    let target = target(output, *to, import.format, |_| true)?;
    if *menge_xml && target != Target::Menge {
        bail!("--menge-xml goes with a Menge nav, not with a {}", target.title());
    }
    // Only our own format holds the work on a drawing, and what is hidden in it.
    let (import, lost) = match &import.content {
        Content::Layout(layout) if target != Target::Project => {
            let lost = work_losses(layout, &import.work);
            (import.shown(), lost)
        }
        _ => (import, Vec::new()),
    };
    let (content, mends) = with_lanes_built(import.content, target)?;
    let mut written = write(&content, &import.work, target)?;
    written.losses.extend(lost);
    save_written(written, target, output, *allow_loss, out)?;
    for mend in mends {
        writeln!(out, "  {mend}")?;
    }
    if *menge_xml {
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        write!(out, "\n{}", menge::scene_elements(&name))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The format to write: the one that was asked for, or else the one that the ending of the file says. If it says none,
/// those that are offered are named.
pub(super) fn target(
    output: &Path,
    to: Option<Target>,
    source: Format,
    offers: fn(Target) -> bool,
) -> anyhow::Result<Target> {
    let by_ending = || Target::for_extension(output.extension()?.to_str()?, source);
    to.or_else(by_ending).with_context(|| {
        let offered = Target::ALL.iter().filter(|target| offers(**target));
        let names: Vec<_> = offered.map(|target| target.name()).collect();
        format!(
            "the ending of {} names no format; pass --to with one of {}",
            output.display(),
            names.join(", ")
        )
    })
}

/// Writes content to the disk and says so, unless that loses something and nobody allowed it.
pub(super) fn save(
    content: &Content,
    target: Target,
    output: &Path,
    allow_loss: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    save_written(write(content, &Work::default(), target)?, target, output, allow_loss, out)
}

fn save_written(
    Written { bytes, losses }: Written,
    target: Target,
    output: &Path,
    allow_loss: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let list: Vec<String> = losses.iter().map(ToString::to_string).collect();
    if !list.is_empty() && !allow_loss {
        bail!(
            "{} cannot hold {}; pass --allow-loss to write it without them",
            target.title(),
            list.join(", ")
        );
    }
    disk::save(output, &bytes)?;
    let without =
        if list.is_empty() { String::new() } else { format!(", without {}", list.join(", ")) };
    writeln!(out, "{} written as {}{without}", output.display(), target.title())?;
    Ok(())
}

/// A drawing of lanes that is asked for as faces becomes a mesh first; says what could not be built as it was drawn.
fn with_lanes_built(content: Content, target: Target) -> anyhow::Result<(Content, Vec<Mend>)> {
    let Content::Layout(layout) = &content else { return Ok((content, Vec::new())) };
    if !layout.is_only_lanes() || !target.holds_mesh() {
        return Ok((content, Vec::new()));
    }
    let Whole { mesh, mends } = build::whole(layout, Faces::default())?;
    Ok((Content::mesh(mesh), mends))
}

/// Writes content, with the work on it where the target holds that; a mesh that is asked for as outlines is traced
/// first.
fn write(content: &Content, work: &Work, target: Target) -> Result<Written, WriteError> {
    match (content, target) {
        (Content::Layout(layout), Target::Project) => Ok(project::write(layout, work)),
        (Content::Mesh(mesh), Target::Polygon | Target::Project) => {
            let layout = Content::Layout(extract(mesh));
            let Written { bytes, mut losses } = write(&layout, work, target)?;
            let flat = [Lost::Faces, Lost::BlockedFaces, Lost::Walls, Lost::OneWayOpened];
            losses.extend(mesh_losses(mesh, |lost| {
                flat.contains(&lost) || BEYOND_THE_PLANE.contains(&lost)
            }));
            Ok(Written { bytes, losses })
        }
        _ => format::write(content, target),
    }
}
