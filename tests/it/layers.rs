//! Reads the sources and fails where a module uses one that stands above or beside it.

use std::fs;
use std::path::Path;

/// The modules from the bottom up; those on one line do not know each other.
const LAYERS: &[&[&str]] = &[
    &["example", "geom", "text", "watch"],
    &["mesh", "layout", "scenario"],
    &["build", "format", "search"],
    &["explain"],
    &["document"],
    &["tool", "draw"],
    &["disk", "task"],
    &["app", "cli"],
];

/// What the pure core may not do: it gets bytes and gives values.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::thread",
    "std::time",
    "std::env",
    "std::process",
    "println!",
    "eprintln!",
    "egui",
    "std::io::stdout",
];

/// The first layer that may touch the outside world.
const FIRST_IMPURE: &str = "task";

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

#[test]
fn data_flows_one_way() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for file in files_below(&source) {
        let path = file.strip_prefix(&source).unwrap();
        let first = path.components().next().unwrap().as_os_str().to_str().unwrap();
        let module = first.trim_end_matches(".rs");
        if matches!(module, "lib" | "main") {
            continue;
        }
        let Some(layer) = layer_of(module) else {
            faults.push(format!("src/{}: module {module} is in no layer", path.display()));
            continue;
        };
        for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            let code = line.split("//").next().unwrap();
            let place = format!("src/{}:{}", path.display(), number + 1);
            if code.trim_end().ends_with("crate::{") {
                faults.push(format!("{place}: a list over several lines is not seen through here"));
            }
            for used in used_modules(code) {
                let allowed = used == module || layer_of(&used).is_none_or(|used| used < layer);
                if !allowed {
                    faults.push(format!("{place}: {module} uses {used}"));
                }
            }
            let pure = layer < layer_of(FIRST_IMPURE).unwrap();
            for outside in IMPURE.iter().filter(|outside| pure && code.contains(*outside)) {
                faults.push(format!("{place}: {module} uses {outside}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_wrong_arrow_is_seen() {
    assert_eq!(used_modules("use crate::format::Import;"), ["format"]);
    assert_eq!(used_modules("    let x = crate::cli::main();"), ["cli"]);
    assert_eq!(used_modules("use crate::{geom::Point, mesh::Navmesh};"), ["geom", "mesh"]);
    assert!(layer_of("mesh") < layer_of("search"));
}

/// The modules of the crate that a line names.
fn used_modules(code: &str) -> Vec<String> {
    let name = |text: &str| {
        text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    let mut modules = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => {
                let list = list.split('}').next().unwrap_or(list);
                modules.extend(list.split(", ").map(|item| name(item.trim())));
            }
            None => modules.push(name(rest)),
        }
    }
    modules
}

fn files_below(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}
