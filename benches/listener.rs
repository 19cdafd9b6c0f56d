//! What a search pays for being ready to be listened to, in instructions: nothing when nobody listens.
//!
//! Every word to the listener is cut out of a copy of the source, and the copy is built. Both take the same searches
//! under callgrind, which counts the same instructions each time.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use wayglass::example::Example;
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::FaceId;
use wayglass::search::{Ground, Polyanya, Preparation, Query};

#[path = "support.rs"]
mod support;
use support::claim;

/// Says to this program that it is the one under callgrind.
const SEARCH: &str = "search";

fn main() {
    if env::args().nth(1).as_deref() == Some(SEARCH) {
        return search_all();
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is not installed: instructions cannot be counted");
        return;
    }
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("without-listeners");
    let n_cut = cut_out_listeners(&copy);
    let with = instructions(&env::current_exe().unwrap());
    let without = instructions(&build(&copy));
    println!(
        "{with} instructions; {without} with {n_cut} calls to listeners cut out of the source"
    );
    claim("listener_percent_more_instructions", 100.0 * (with / without - 1.0), "< 0.1");
}

/// The searches, on a map that comes with the program.
fn search_all() {
    let bundled = Example::ALL.iter().find(|example| example.file_name == "district.mesh");
    let Content::Mesh(mesh) = format::read(bundled.unwrap().bytes).unwrap().content else {
        panic!("not a mesh")
    };
    let ground = Ground::new(mesh.clone(), &Preparation::default());
    let mut random = fastrand::Rng::with_seed(1);
    let mut anywhere =
        || -> Point { mesh.face(FaceId(random.u32(..mesh.n_faces() as u32))).center() };
    let mut polyanya = Polyanya::default();
    for _ in 0..300 {
        let query = Query { start: anywhere(), goal: anywhere() };
        black_box(counted(&mut polyanya, &ground, &query));
    }
}

/// Only what happens in here is counted.
#[inline(never)]
fn counted(polyanya: &mut Polyanya, ground: &Ground, query: &Query) -> Option<f64> {
    polyanya.find(ground, query, &mut ()).cost()
}

/// The instructions of all searches of a build of this program.
fn instructions(program: &Path) -> f64 {
    let ran = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*listener*counted*")
        .args([program.as_os_str(), SEARCH.as_ref()])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    let (_, number) = collected.unwrap_or_else(|| panic!("{said}"));
    number.trim().parse().unwrap()
}

/// Copies the package, and cuts every call to a listener out of the search; returns how many there were.
fn cut_out_listeners(copy: &Path) -> usize {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::create_dir_all(copy).unwrap();
    // By another version it is another package, and does not take the place of this one where both are built.
    let versioned = |version: &str| format!("name = \"wayglass\"\nversion = \"{version}\"");
    for file in ["Cargo.toml", "Cargo.lock"] {
        let text = fs::read_to_string(package.join(file)).unwrap();
        let other = text.replace(&versioned(env!("CARGO_PKG_VERSION")), &versioned("0.0.0"));
        assert_ne!(text, other, "{file} says which version it is");
        fs::write(copy.join(file), other).unwrap();
    }
    fs::copy(package.join("README.md"), copy.join("README.md")).unwrap();
    let mut n_cut = 0;
    for folder in ["src", "assets", "benches"] {
        copy_files(&package.join(folder), &copy.join(folder), &mut n_cut);
    }
    n_cut
}

fn copy_files(from: &Path, to: &Path, n_cut: &mut usize) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        if from.ends_with("src/main.rs") {
            // A program of its own would take the place of the real one.
            continue;
        }
        if from.is_dir() {
            copy_files(&from, &to, n_cut);
        } else if from
            .components()
            .any(|part| part.as_os_str().to_string_lossy().starts_with("polyanya"))
        {
            let text = without_calls(&fs::read_to_string(from).unwrap(), n_cut);
            fs::write(to, text).unwrap();
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

/// A source text in which what a listener would say stands instead of the calls to it.
fn without_calls(text: &str, n_cut: &mut usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("sink.") {
        let (before, call) = rest.split_at(start);
        let open = call.find('(').unwrap();
        let deaf = match &call["sink.".len()..open] {
            "cancelled" => "false",
            "generated" => "S::Id::default()",
            _ => "()",
        };
        out.push_str(before.strip_suffix("self.").unwrap_or(before));
        out.push_str(deaf);
        rest = &call[end_of_call(call, open)..];
        *n_cut += 1;
    }
    out + rest
}

/// Where a call ends of which the bracket opens here.
fn end_of_call(text: &str, open: usize) -> usize {
    let mut depth = 0;
    let brackets = text[open..].char_indices().filter(|(_, c)| "()".contains(*c));
    for (place, bracket) in brackets {
        depth += if bracket == '(' { 1 } else { -1 };
        if depth == 0 {
            return open + place + 1;
        }
    }
    panic!("a call without an end");
}

/// Builds the copy as this program was built, and beside it: most of what it needs is there already.
fn build(copy: &Path) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let built = Command::new(env!("CARGO"))
        .args(["bench", "--locked", "--no-run", "--bench", "listener"])
        .env("CARGO_TARGET_DIR", target)
        .current_dir(copy)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&built.stderr);
    let program =
        said.lines().find_map(|line| line.trim().strip_prefix("Executable")?.split_once('('));
    let (_, program) = program.unwrap_or_else(|| panic!("{said}"));
    copy.join(program.trim_end_matches(')'))
}
