//! Where the real maps are.
//!
//! They are not ours and not in the repository. They are looked for in the folder that `WAYGLASS_CORPUS` names, or in
//! `../shared/data` beside the checkout if it names none. Below it are `mesh_v2`, `mesh_v3`, `nav`, `dpmesh`,
//! `navmesh_txt`, `cdt` and `oracle`; aurora and arena are from <https://github.com/vleue/polyanya>.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Once;

/// The folder of real maps; where there is none, one line says that what needs them is skipped.
pub(crate) fn corpus() -> Option<PathBuf> {
    static TOLD: Once = Once::new();
    let named = std::env::var_os("WAYGLASS_CORPUS").map(PathBuf::from);
    let folder =
        named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"));
    if !folder.is_dir() {
        // Written past the macros, which the test runner would keep to itself.
        TOLD.call_once(|| {
            let told = "skipped: whatever needs real maps, as there is no folder of them (WAYGLASS_CORPUS)\n";
            std::io::stderr().write_all(told.as_bytes()).unwrap();
        });
        return None;
    }
    Some(folder)
}
