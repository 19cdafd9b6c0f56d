//! Tells the program of which commit it is, where that can be known. Never fails the build.

use std::path::Path;
use std::process::Command;

/// What goes into the program, apart from the files right in `assets`.
const SOURCES: &[&str] = &["src", "Cargo.toml", "Cargo.lock", "build.rs"];

fn main() {
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo::rustc-env=WAYGLASS_VERSION={version}");
}

/// The short hash of the commit, with "-dirty" if what goes into the program was changed since.
fn commit() -> Option<String> {
    // A crate from a registry, unpacked somewhere inside a repository of somebody else, is not of that repository.
    let is_checkout = Path::new(".git").exists();
    let mut sources: Vec<String> = SOURCES.iter().map(|&source| source.to_owned()).collect();
    sources.extend(assets());
    // What is watched is compiled in, so a change asks for a build anyway; and the commit, which may move without.
    sources.iter().filter(|source| Path::new(source).exists()).for_each(|source| watch(source));
    if !is_checkout {
        return None;
    }
    watch_head();
    let hash = git(&["rev-parse", "--short", "HEAD"])?;
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let arguments: Vec<&str> =
        status.into_iter().chain(sources.iter().map(String::as_str)).collect();
    let is_clean = git(&arguments)?.is_empty();
    Some(if is_clean { hash } else { format!("{hash}-dirty") })
}

/// Watches what says which commit is checked out, in worktrees too, where `.git` is a file.
fn watch_head() {
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    // A branch that is packed away has no file of its own until it moves; the log moves with it in any case.
    let places = ["HEAD", "logs/HEAD", "packed-refs"].map(str::to_owned).into_iter().chain(branch);
    for place in places {
        let path = git(&["rev-parse", "--git-path", &place]);
        // To watch what is not there is to build every time.
        path.filter(|path| Path::new(path).exists()).inspect(|path| watch(path));
    }
}

/// The files that are compiled in beside the sources.
fn assets() -> Vec<String> {
    let entries = std::fs::read_dir("assets").into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut names: Vec<String> =
        files.filter_map(|file| file.file_name().into_string().ok()).collect();
    names.sort();
    names.into_iter().map(|name| format!("assets/{name}")).collect()
}

fn watch(path: &str) {
    println!("cargo::rerun-if-changed={path}");
}

/// What git answers; nothing where it is not there or fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("--no-optional-locks")
        .args(arguments)
        // A hook that builds is told of a repository; this is about the one we are in.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
