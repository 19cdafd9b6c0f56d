//! `wayglass setup`: the manual pages, shell completions, menu entry, icon and file types that are inside of the
//! program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, Command, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::disk;

use super::Arguments;

/// What is asked.
#[derive(Debug, Args)]
pub(super) struct Order {
    /// The folder for shared files, such as ~/.local/share or /usr/share; what is missing below it is made
    folder: PathBuf,
}

/// The files for a desktop, by where they belong.
const DESKTOP: &[(&str, &[u8])] = &[
    ("applications/wayglass.desktop", include_bytes!("../../assets/wayglass.desktop")),
    ("icons/hicolor/scalable/apps/wayglass.svg", include_bytes!("../../assets/wayglass.svg")),
    ("icons/hicolor/256x256/apps/wayglass.png", include_bytes!("../../assets/wayglass.png")),
    ("mime/packages/wayglass.xml", include_bytes!("../../assets/wayglass-mime.xml")),
];

/// The shells that look for completions below such a folder, and where.
const SHELLS: &[(Shell, &str)] = &[
    (Shell::Bash, "bash-completion/completions/wayglass"),
    (Shell::Fish, "fish/vendor_completions.d/wayglass.fish"),
    (Shell::Zsh, "zsh/site-functions/_wayglass"),
];

/// Writes all of it, and says where it is.
pub(super) fn run(order: &Order, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut program = Arguments::command();
    program.build();
    let desktop = DESKTOP.iter().map(|(place, bytes)| (PathBuf::from(place), bytes.to_vec()));
    let completions = SHELLS.iter().map(|&(shell, place)| {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut program.clone(), "wayglass", &mut script);
        (PathBuf::from(place), script)
    });
    for (place, bytes) in desktop.chain(completions).chain(pages(&program)?) {
        let path = order.folder.join(place);
        save(&path, &bytes)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("{}: cannot make it", folder.display()))?;
    }
    disk::save(path, bytes)
}

/// The manual page of the program, and those of its commands.
fn pages(program: &Command) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut pages = Vec::new();
    let mut waiting = vec![(program.clone(), "wayglass".to_owned())];
    while let Some((command, name)) = waiting.pop() {
        let nested = command.get_subcommands().filter(|nested| nested.get_name() != "help");
        let nested = nested.map(|nested| (nested.clone(), format!("{name}-{}", nested.get_name())));
        waiting.extend(nested);
        pages.push((PathBuf::from(format!("man/man1/{name}.1")), page(&command, &name)?));
    }
    pages.sort();
    Ok(pages)
}

/// A manual page.
fn page(command: &Command, name: &str) -> anyhow::Result<Vec<u8>> {
    let man = Man::new(command.clone()).title(name.to_uppercase()).manual("Wayglass");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(after) = command.get_after_help() {
        page.extend(sections(&after.to_string()).bytes());
    }
    Ok(page)
}

/// What the help says after the options: a line with a colon at its end begins a section, one with spaces at its
/// beginning stays a line of its own.
fn sections(text: &str) -> String {
    let mut page = String::new();
    for line in text.lines() {
        page += &match line.strip_suffix(':') {
            Some(title) => format!(".SH {}\n", title.to_uppercase()),
            None if line.is_empty() => ".PP\n".to_owned(),
            None => line.replace('\\', "\\e").replace('-', "\\-") + "\n",
        };
    }
    page
}
