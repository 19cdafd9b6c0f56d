//! The help: its examples run, the version tells the commit, and `setup` writes what is inside of the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::cli::{check, wayglass};

/// The commands that have a help of their own.
const COMMANDS: &[&str] = &[
    "inspect",
    "check",
    "path",
    "run",
    "sample",
    "explain",
    "build",
    "bench edit",
    "render",
    "report",
    "diff",
    "trace",
    "convert",
    "setup",
];

/// A folder of its own with the example maps in it.
pub(crate) fn folder_with_examples(name: &str, below: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    let examples = folder.join(below);
    fs::create_dir_all(&examples).unwrap();
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets")).unwrap() {
        let file = entry.unwrap().path();
        if file.is_file() {
            fs::copy(&file, examples.join(file.file_name().unwrap())).unwrap();
        }
    }
    folder
}

/// Runs a line as a shell would that has been told where the program and home are; there is no display.
pub(crate) fn run_line(line: &str, folder: &Path) -> Output {
    let (program, arguments) = line.split_once(' ').unwrap_or((line, ""));
    assert_eq!(program, "wayglass", "{line}");
    let home = folder.display().to_string();
    Command::new(env!("CARGO_BIN_EXE_wayglass"))
        .args(arguments.split_whitespace().map(|word| word.replace('~', &home)))
        .current_dir(folder)
        .env("TMPDIR", folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap()
}

/// The examples that a help shows: the command, and how it exits.
fn examples(help: &str) -> Vec<(&str, i32)> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let shown = lines.take_while(|line| line.starts_with("  "));
    shown
        .map(|line| {
            let (line, comment) = line.split_once(" #").unwrap_or((line, ""));
            let code = comment.split_once("exits ").map_or(0, |(_, code)| code.parse().unwrap());
            (line.trim(), code)
        })
        .collect()
}

#[test]
fn every_example_of_the_help_runs_and_exits_as_it_says() {
    let folder = folder_with_examples("help", "");
    let mut n_examples = 0;
    for command in [""].iter().chain(COMMANDS) {
        let arguments: Vec<&str> = ["help"].into_iter().chain(command.split_whitespace()).collect();
        let help = String::from_utf8(wayglass(&arguments).stdout).unwrap();
        let examples = examples(&help);
        assert!(!examples.is_empty(), "{command}: {help}");
        for (line, code) in examples {
            let Output { status, stdout, stderr } = run_line(line, &folder);
            let said = String::from_utf8_lossy(&stderr);
            assert_eq!(status.code(), Some(code), "{line}\n{said}");
            assert!(!stdout.is_empty() || !said.is_empty(), "{line}");
            n_examples += 1;
        }
    }
    assert!(35 <= n_examples, "{n_examples}");
}

#[test]
fn every_command_is_in_the_list_of_the_help() {
    let help = String::from_utf8(wayglass(&["--help"]).stdout).unwrap();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let mut listed: Vec<&str> =
        listed.map(|line| line.split_whitespace().next().unwrap()).collect();
    listed.retain(|name| *name != "help");
    let mut known: Vec<&str> =
        COMMANDS.iter().map(|name| name.split_whitespace().next().unwrap()).collect();
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
}

#[test]
fn the_version_names_the_commit_where_there_is_one() {
    let printed = String::from_utf8(wayglass(&["--version"]).stdout).unwrap();
    assert_eq!(printed, format!("wayglass {}\n", wayglass::VERSION));
    let rest = wayglass::VERSION.strip_prefix(env!("CARGO_PKG_VERSION")).unwrap();
    let mut git = Command::new("git");
    let head = git.args(["rev-parse", "HEAD"]).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let head = head.ok().filter(|head| head.status.success()).map(|head| head.stdout);
    let is_checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join(".git").exists();
    let Some(head) = head.filter(|_| is_checkout) else {
        // No repository, or no git to ask.
        return assert_eq!(rest, "");
    };
    let commit = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')')).unwrap();
    let hash = commit.strip_suffix("-dirty").unwrap_or(commit);
    assert!(7 <= hash.len() && head.starts_with(hash.as_bytes()), "{commit}");
}

#[test]
fn setup_writes_pages_completions_and_what_a_desktop_wants() {
    let folder = folder_with_examples("setup", "");
    let output = run_line("wayglass setup ~/share", &folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |place: &str| {
        let path = folder.join("share").join(place);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    for command in COMMANDS {
        let page = read(&format!("man/man1/wayglass-{}.1", command.replace(' ', "-")));
        assert!(page.contains(".TH ") && page.contains("wayglass"), "{command}: {page}");
    }
    let page = read("man/man1/wayglass.1");
    assert!(page.contains("navigation meshes") && page.contains("EXIT STATUS"), "{page}");
    for place in [
        "bash-completion/completions/wayglass",
        "fish/vendor_completions.d/wayglass.fish",
        "zsh/site-functions/_wayglass",
    ] {
        assert!(read(place).contains("color-by"), "{place}");
    }
    assert!(read("mime/packages/wayglass.xml").contains("wayglass 1"));
    assert!(read("icons/hicolor/scalable/apps/wayglass.svg").contains("<svg"));
    let entry = read("applications/wayglass.desktop");
    let value = |key: &str| {
        let line = entry.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        line.unwrap_or_else(|| panic!("no {key}")).to_owned()
    };
    assert_eq!(["Icon", "TryExec", "StartupWMClass"].map(value), ["wayglass"; 3]);
    // Whatever the entry is asked to open, the program has a name for.
    let types = read("mime/packages/wayglass.xml");
    let known = |mime: &str| types.contains(&format!("type=\"{mime}\""));
    let claimed = value("MimeType");
    assert!(claimed.split_terminator(';').all(known), "{claimed}");
}

#[test]
fn setup_says_what_it_cannot_write() {
    check(
        &["setup", "islands.mesh"],
        expect_test::expect![[r#"
            wayglass: islands.mesh/applications: cannot make it: Not a directory (os error 20)
            exit 1
        "#]],
    );
}

#[cfg(feature = "app")]
#[test]
fn the_window_has_the_name_and_the_picture_of_its_desktop_entry() {
    let entry = include_str!("../../assets/wayglass.desktop");
    let class = format!("StartupWMClass={}", wayglass::app::APP_ID);
    assert!(entry.lines().any(|line| line == class), "{entry}");
    let icon = wayglass::app::icon();
    assert_eq!((icon.width, icon.height), (256, 256));
    let n_seen = icon.rgba.chunks(4).filter(|pixel| pixel[3] == 255).count();
    assert!(20_000 < n_seen, "{n_seen} of 65,536 pixels are opaque");
}
