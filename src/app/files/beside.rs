//! The map of a scenario, looked for in its folder.

use std::path::{Path, PathBuf};

use crate::disk;
use crate::scenario::Instance;

use super::Source;

/// The map that a scenario names, where it lies beside it, in whichever spelling.
pub(super) fn map_beside(scenario: &Source, first: &Instance) -> Option<PathBuf> {
    let Source::Path(path) = scenario else { return None };
    let map = &first.map;
    let name = map.rsplit(['/', '\\']).next().unwrap_or(map);
    let beside = path.with_file_name(name);
    // `aurora.mesh.scen` is for `aurora.mesh`, whatever it calls it.
    let named = path.with_extension("");
    let exact = [beside, named].into_iter().find(|map| map.is_file() && map != path);
    exact.or_else(|| map_like(path, first))
}

/// The endings of maps, those first that hold most of what a scenario asks for.
const MAP_ENDINGS: &[&str] =
    &["mesh", "wayglass", "nav", "dpm", "navmesh", "poly", "map", "yaml", "txt"];

/// A map in the folder of a scenario that is the one it is for, whatever its ending and its letters.
fn map_like(scenario: &Path, first: &Instance) -> Option<PathBuf> {
    let folder = scenario.parent().filter(|folder| *folder != Path::new(""));
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let rank = |path: &Path| {
        let ending = disk::ending(path);
        MAP_ENDINGS.iter().position(|known| *known == ending)
    };
    let is_wanted = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        first.is_for(&name) && path.is_file() && !name.contains(".trace.")
    };
    let maps = entries.flatten().map(|entry| entry.path()).filter(is_wanted);
    let (_, map) = maps.filter_map(|path| Some((rank(&path)?, path))).min()?;
    Some(map)
}
