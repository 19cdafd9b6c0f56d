//! The README: what its consoles show is what the program prints, and its pictures are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::help::{folder_with_examples, run_line};

fn readme() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap()
}

/// A command of a console, and the lines that it prints.
struct Shown<'a> {
    command: &'a str,
    lines: Vec<&'a str>,
}

/// What the consoles of the README show, in their order.
fn consoles(readme: &str) -> Vec<Shown<'_>> {
    let mut shown: Vec<Shown<'_>> = Vec::new();
    for block in readme.split("```console\n").skip(1) {
        for line in block.split("\n```").next().unwrap().lines() {
            match line.strip_prefix("$ ") {
                Some(command) => {
                    let command = command.split(" #").next().unwrap().trim();
                    shown.push(Shown { command, lines: Vec::new() });
                }
                None => shown.last_mut().unwrap().lines.push(line),
            }
        }
    }
    shown
}

/// The same line without what is another time every time.
fn masked(line: &str) -> String {
    let mut words: Vec<&str> = line.trim_end().split(' ').collect();
    for place in 1..words.len() {
        if matches!(words[place].trim_end_matches(','), "µs" | "ms" | "s") {
            (words[place - 1], words[place]) = ("SOME", "TIME");
        }
    }
    words.join(" ")
}

/// Whether lines are what was shown, where a line of three dots stands for any number of others.
fn agree(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first.trim() == "..." => {
            (0..=printed.len()).any(|skipped| agree(rest, &printed[skipped..]))
        }
        Some((first, rest)) => {
            printed.split_first().is_some_and(|(line, more)| line == first && agree(rest, more))
        }
    }
}

#[test]
fn consoles_show_what_the_program_prints() {
    let folder = folder_with_examples("readme", "assets");
    fs::create_dir_all(folder.join("assets/pictures")).unwrap();
    let readme = readme();
    let shown = consoles(&readme);
    assert!(12 <= shown.len(), "{}", shown.len());
    for Shown { command, lines } in shown {
        let output = run_line(command, &folder);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(!said.contains("Usage:"), "{command}\n{said}");
        let printed: Vec<String> =
            said.lines().map(masked).filter(|line| !line.is_empty()).collect();
        let expected: Vec<String> =
            lines.iter().map(|line| masked(line)).filter(|line| !line.is_empty()).collect();
        // Blank lines are for the eyes of the reader. A command alone shows how it is called; it must only do what it says.
        if expected.is_empty() {
            assert!(output.status.success(), "{command}\n{said}");
        } else {
            assert!(agree(&expected, &printed), "{command}\nprints\n{said}");
        }
    }
}

#[test]
fn lines_agree_but_for_times_and_what_was_left_out() {
    let lines = |text: &str| text.lines().map(masked).collect::<Vec<String>>();
    assert!(agree(&lines("a\n...\nd"), &lines("a\nb\nc\nd")));
    assert!(agree(&lines("found in 155 µs"), &lines("found in 3.5 ms")));
    assert!(!agree(&lines("a\n...\nd"), &lines("a\nb\nc")));
    assert!(!agree(&lines("cost 155"), &lines("cost 3")));
}

#[test]
fn every_picture_is_shown_and_every_picture_shown_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = readme();
    let places = readme.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    let places = places.filter(|place| place.starts_with("assets/") || place.ends_with(".md"));
    let shown: BTreeSet<String> = places.map(str::to_owned).collect();
    for place in &shown {
        assert!(root.join(place).exists(), "{place}");
    }
    for entry in fs::read_dir(root.join("assets/pictures")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(shown.contains(&format!("assets/pictures/{name}")), "{name} is not shown");
    }
}
