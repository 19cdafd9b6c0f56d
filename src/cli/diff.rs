//! `wayglass diff`: what changed from one map to another.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use crate::geom::{Point, Segment};
use crate::mesh::diff::Diff;
use crate::mesh::{FaceId, FileIds, Navmesh};
use crate::text::{counted, counted_as, grouped, measure};

use super::{Reading, files};

/// What is asked.
#[derive(Debug, Args)]
pub(super) struct Order {
    /// The old map, in any format that holds faces, obstacles or lanes
    before: PathBuf,
    /// The new map, in any format that holds faces, obstacles or lanes
    after: PathBuf,
    /// Print JSON for scripts
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// How many things of a kind are printed.
const SHOWN: usize = 10;

/// Says what changed; exit 1 if anything did.
pub(super) fn run(order: &Order, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let open = |path: &Path| -> anyhow::Result<Arc<Navmesh>> {
        files::mesh(path, &files::open(path, &order.reading.options())?)
    };
    let (before, after) = (open(&order.before)?, open(&order.after)?);
    let diff = Diff::new(&before, &after);
    if order.json {
        writeln!(out, "{:#}", to_json(&diff, &before, &after))?;
    } else {
        write!(out, "{}", to_text(&diff, &before, &after))?;
    }
    Ok(if diff.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn to_text(diff: &Diff, before: &Navmesh, after: &Navmesh) -> String {
    let (old, new) = (&before.attributes().ids, &after.attributes().ids);
    let mut text = String::new();
    let mut row = |one: &str, many: &str, what: &str, list: Vec<String>| {
        if list.is_empty() {
            return;
        }
        let more = match list.len().saturating_sub(SHOWN) {
            0 => String::new(),
            n => format!(" and {} more", grouped(n)),
        };
        let shown = list[..list.len().min(SHOWN)].join(", ");
        text += &format!("{} {what}: {shown}{more}\n", counted_as(list.len(), one, many));
    };
    let faces = |list: &[FaceId], ids: &FileIds| -> Vec<String> {
        list.iter().map(|face| ids.face(*face).to_string()).collect()
    };
    row("face", "faces", "added", faces(&diff.added, new));
    row("face", "faces", "removed", faces(&diff.removed, old));
    let toggled = |walkable: bool| -> Vec<FaceId> {
        let news = diff.toggled.iter().map(|pair| pair.1);
        news.filter(|face| after.face(*face).walkable() == walkable).collect()
    };
    row("face", "faces", "blocked", faces(&toggled(false), new));
    row("face", "faces", "unblocked", faces(&toggled(true), new));
    let place = |p: Point| format!("({}, {})", measure(p.x), measure(p.y));
    let moved = diff.moved.iter().map(|(was, is)| format!("{} to {}", place(*was), place(*is)));
    row("vertex", "vertices", "moved", moved.collect());
    let sides = |list: &[Segment]| -> Vec<String> {
        list.iter().map(|side| format!("{} – {}", place(side.from), place(side.to))).collect()
    };
    row("edge", "edges", "opened", sides(&diff.opened));
    row("edge", "edges", "closed", sides(&diff.closed));
    for (n, what) in [(diff.n_links_added, "added"), (diff.n_links_removed, "removed")] {
        if n != 0 {
            text += &format!("{} {what}\n", counted(n, "link"));
        }
    }
    if diff.is_empty() {
        text += "the same\n";
    }
    let [was, is, both] = [diff.area.before, diff.area.after, diff.area.both].map(measure);
    text + &format!("walkable area {was} before, {is} after, {both} in both\n")
}

fn to_json(diff: &Diff, before: &Navmesh, after: &Navmesh) -> Value {
    let (old, new) = (&before.attributes().ids, &after.attributes().ids);
    let faces = |list: &[FaceId], ids: &FileIds| -> Vec<i64> {
        list.iter().map(|face| ids.face(*face)).collect()
    };
    let pairs = |list: &[(FaceId, FaceId)]| -> Vec<[i64; 2]> {
        list.iter().map(|&(was, is)| [old.face(was), new.face(is)]).collect()
    };
    let points = |list: &mut dyn Iterator<Item = (Point, Point)>| -> Vec<[f64; 4]> {
        list.map(|(a, b)| [a.x, a.y, b.x, b.y]).collect()
    };
    let sides = |list: &[Segment]| points(&mut list.iter().map(|side| (side.from, side.to)));
    json!({
        "same": diff.is_empty(),
        "added": faces(&diff.added, new),
        "removed": faces(&diff.removed, old),
        "toggled": pairs(&diff.toggled),
        "reshaped": pairs(&diff.reshaped),
        "moved": points(&mut diff.moved.iter().copied()),
        "opened": sides(&diff.opened),
        "closed": sides(&diff.closed),
        "links_added": diff.n_links_added,
        "links_removed": diff.n_links_removed,
        "area_before": diff.area.before,
        "area_after": diff.area.after,
        "area_both": diff.area.both,
    })
}
