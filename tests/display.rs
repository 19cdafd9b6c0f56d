//! A real window on a display of its own: clicked and typed into by a program that plays a person, and looked at.
//!
//! Skipped, with a line, where the programs for that are not installed; `tests/all.sh` installs them.
#![cfg(feature = "app")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use wayglass::draw::{Ink, Theme};

/// The screen, in pixels.
const WIDTH: usize = 1300;
const HEIGHT: usize = 850;
/// A drawing of nothing but ground.
const PLAIN: &str = "wayglass 1\nagent 0 round\nborder any\n  ring 0 0 100 0 100 100 0 100\n";
/// A part of the screen in the middle of the map: left, top, right, bottom.
const MIDDLE: [usize; 4] = [500, 400, 540, 440];

/// A display with a window manager, and the program on it. All of them end with it.
struct Desk {
    display: String,
    home: PathBuf,
    programs: Vec<Child>,
    /// One at a time: a window that is painted without a graphics card needs all there is of the machine.
    _turn: MutexGuard<'static, ()>,
}

static TURN: Mutex<()> = Mutex::new(());

impl Drop for Desk {
    fn drop(&mut self) {
        for program in self.programs.iter_mut().rev() {
            let _ = program.kill();
            let _ = program.wait();
        }
        let _ = std::fs::remove_dir_all(&self.home);
    }
}

impl Desk {
    fn new() -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &format!("{WIDTH}x{HEIGHT}x24")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let name = format!("wayglass-desk-{}-{}", std::process::id(), number.trim());
        let home = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&home).unwrap();
        let display = format!(":{}", number.trim());
        let mut desk = Self { display, home, programs: vec![server], _turn: turn };
        let manager = desk.command("openbox").spawn().unwrap();
        desk.programs.push(manager);
        desk
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env("DISPLAY", &self.display)
            .env("HOME", &self.home)
            .env("XDG_DATA_HOME", &self.home)
            .env("XDG_STATE_HOME", &self.home)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    fn start(&mut self, file: &str) {
        self.start_with(file, |_| {});
    }

    /// Starts the program in another environment.
    fn start_with(&mut self, file: &str, change: impl Fn(&mut Command)) {
        let mut command = self.command(env!("CARGO_BIN_EXE_wayglass"));
        change(&mut command);
        self.programs.push(command.arg(file).spawn().unwrap());
    }

    /// Plays a person.
    fn person(&self, does: &[&str]) {
        let done = self.command("xdotool").args(does).status().unwrap();
        assert!(done.success(), "xdotool {does:?}");
    }

    fn click(&self, x: usize, y: usize) {
        self.person(&["mousemove", &x.to_string(), &y.to_string()]);
        self.person(&["sleep", "0.2", "click", "1", "sleep", "0.2"]);
    }

    /// A file with nothing but ground.
    fn puts_plain_ground(&self) -> PathBuf {
        let file = self.home.join("plain.wayglass");
        std::fs::write(&file, PLAIN).unwrap();
        file
    }

    /// Draws an obstacle around the middle; again, if a slow machine has missed a click.
    fn draws_obstacle(&self) {
        for _ in 0..3 {
            self.person(&["key", "p"]);
            for (x, y) in [(470, 340), (570, 340), (570, 500), (470, 500)] {
                self.click(x, y);
            }
            self.person(&["key", "Return"]);
            let started = Instant::now();
            while started.elapsed() < Duration::from_secs(20) {
                if self.count_in(Ink::Walkable, MIDDLE) <= 20 {
                    return;
                }
                std::thread::sleep(Duration::from_millis(200));
            }
            self.person(&["key", "Escape", "key", "ctrl+z", "sleep", "0.5"]);
        }
        panic!("there is no obstacle");
    }

    /// Types a path where the program asks for one; again, if a slow machine was not ready for it.
    fn types_path(&self, key: &str, path: &Path, is_done: impl Fn() -> bool) {
        for _ in 0..3 {
            self.person(&["key", key, "sleep", "1.5", "key", "ctrl+a", "sleep", "0.3"]);
            self.person(&["type", "--delay", "20", path.to_str().unwrap()]);
            self.person(&["sleep", "0.3", "key", "Return"]);
            let started = Instant::now();
            while started.elapsed() < Duration::from_secs(20) {
                if is_done() {
                    return;
                }
                std::thread::sleep(Duration::from_millis(200));
            }
            self.person(&["key", "Escape", "sleep", "0.5"]);
        }
        panic!("{key} and {}: nothing came of it", path.display());
    }

    /// How many pixels of the screen have the colour of an ink, give or take a little.
    fn count(&self, ink: Ink) -> usize {
        self.count_in(ink, [0, 0, WIDTH, HEIGHT])
    }

    /// How many pixels of a part of it: left, top, right, bottom.
    fn count_in(&self, ink: Ink, [left, top, right, bottom]: [usize; 4]) -> usize {
        let style = Theme::Dark.style(ink);
        let color = style.fill.or(style.line.map(|line| line.color)).unwrap().rgb;
        let args = ["-window", "root", "-depth", "8", "rgb:-"];
        let shot = self.command("import").args(args).stdout(Stdio::piped()).output().unwrap();
        let near = |pixel: &[u8]| pixel.iter().zip(color).all(|(a, b)| a.abs_diff(b) <= 3);
        let pixels = shot.stdout.chunks_exact(3).enumerate();
        let inside = pixels.filter(|(place, _)| {
            (left..right).contains(&(place % WIDTH)) && (top..bottom).contains(&(place / WIDTH))
        });
        inside.filter(|(_, pixel)| near(pixel)).count()
    }

    /// Waits until a part of the screen has pixels of a colour, or has none.
    fn waits(&self, ink: Ink, part: [usize; 4], has: bool) {
        let started = Instant::now();
        let is = || (20 < self.count_in(ink, part)) == has;
        while !is() && started.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(200));
        }
        assert!(is(), "{ink:?} in {part:?}: {}", if has { "not there" } else { "still there" });
    }

    /// Waits until there are enough pixels of a colour; a slow machine may take its time.
    fn sees(&self, ink: Ink, least: usize) {
        let started = Instant::now();
        let mut n_pixels = self.count(ink);
        while n_pixels < least && started.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(200));
            n_pixels = self.count(ink);
        }
        assert!(least <= n_pixels, "{ink:?}: {n_pixels} pixels of {least}");
    }

    /// Keeps what the screen shows, for whoever looks into a failure.
    fn keep(&self, name: &str) {
        if let Some(folder) = std::env::var_os("WAYGLASS_SCREENSHOTS") {
            let file = PathBuf::from(folder).join(name);
            let _ = self.command("import").args(["-window", "root"]).arg(file).status();
        }
    }
}

fn is_installed(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

/// Whether there is everything that a person is played with; says so if not.
fn can_play() -> bool {
    let needed = ["Xvfb", "openbox", "xdotool", "import"];
    let missing = needed.into_iter().find(|program| !is_installed(program));
    if let Some(missing) = missing {
        // Written past the macros, which the test runner would keep to itself.
        let told = format!("skipped: nobody plays at a display, as {missing} is not installed\n");
        std::io::stderr().write_all(told.as_bytes()).unwrap();
    }
    missing.is_none()
}

#[test]
fn a_person_draws_an_obstacle_and_the_path_bends_around_it_until_it_is_undone() {
    if !can_play() {
        return;
    }
    let mut desk = Desk::new();
    let file = desk.puts_plain_ground();
    desk.start(file.to_str().unwrap());
    desk.sees(Ink::Walkable, 20_000);
    desk.click(360, 420);
    desk.sees(Ink::Start, 60);
    desk.click(680, 420);
    desk.waits(Ink::Path, MIDDLE, true);
    desk.keep("straight.png");
    desk.draws_obstacle();
    desk.waits(Ink::Path, MIDDLE, false);
    desk.waits(Ink::Path, [460, 325, 580, 515], true);
    desk.keep("bent.png");
    desk.person(&["key", "ctrl+z"]);
    desk.waits(Ink::Path, MIDDLE, true);
    desk.keep("undone.png");
    desk.person(&["key", "ctrl+shift+z"]);
    desk.waits(Ink::Path, MIDDLE, false);
    // Taken hold of and moved down, out of the way.
    desk.person(&["key", "v", "mousemove", "520", "420", "sleep", "0.2", "mousedown", "1"]);
    for y in [440, 480, 540, 590] {
        desk.person(&["mousemove", "520", &y.to_string(), "sleep", "0.2"]);
    }
    desk.waits(Ink::Path, MIDDLE, true);
    desk.keep("moved.png");
    desk.person(&["mouseup", "1"]);
    desk.person(&["key", "ctrl+s", "sleep", "0.5"]);
    let started = Instant::now();
    let saved = || std::fs::read_to_string(&file).unwrap().contains("obstacle");
    while !saved() && started.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(saved(), "what was drawn is in the file");
}

#[test]
fn a_person_opens_a_map_asks_for_a_path_and_watches_the_search() {
    if !can_play() {
        return;
    }
    let mut desk = Desk::new();
    desk.start(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/district.mesh"));
    desk.sees(Ink::Walkable, 20_000);
    assert!(desk.count(Ink::Path) < 200, "nobody has asked yet");
    desk.keep("opened.png");
    desk.click(430, 300);
    desk.sees(Ink::Start, 60);
    desk.click(760, 520);
    desk.sees(Ink::Goal, 60);
    desk.sees(Ink::Path, 300);
    desk.keep("asked.png");
    desk.person(&["key", "Home", "key", "space"]);
    desk.sees(Ink::OpenNode, 100);
    desk.keep("played.png");
    desk.person(&["key", "Escape", "key", "s", "key", "BackSpace"]);
    let started = Instant::now();
    while 200 < desk.count(Ink::Path) && started.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(desk.count(Ink::Path) < 200, "the path is gone again");
}

#[test]
fn without_a_home_a_portal_or_any_folder_of_its_own_it_draws_and_saves() {
    if !can_play() {
        return;
    }
    // None at all, a file, a folder where nothing can be made.
    for (number, home) in [None, Some("/dev/null"), Some("/proc/self")].into_iter().enumerate() {
        let mut desk = Desk::new();
        let file = desk.puts_plain_ground();
        desk.start_with(file.to_str().unwrap(), |command| {
            for name in ["STATE", "DATA", "CONFIG", "CACHE"] {
                command.env_remove(format!("XDG_{name}_HOME"));
            }
            command.env_remove("XDG_RUNTIME_DIR");
            command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
            // No program that could ask in its place either.
            command.env("PATH", "");
            match home {
                Some(home) => command.env("HOME", home),
                None => command.env_remove("HOME"),
            };
        });
        desk.sees(Ink::Walkable, 20_000);
        // Keys go to the window that was clicked; this button only moves the map.
        desk.person(&["mousemove", "520", "420", "sleep", "0.2", "click", "2", "sleep", "0.5"]);
        desk.draws_obstacle();
        desk.keep(&format!("homeless-{number}.png"));
        // By a typed path, as there is no dialog of the system.
        let other = desk.home.join("typed.wayglass");
        let saved = || std::fs::read_to_string(&other).is_ok_and(|it| it.contains("obstacle"));
        desk.types_path("ctrl+shift+s", &other, saved);
        desk.keep(&format!("homeless-{number}-saved.png"));
        // Nor is there one to open with.
        desk.waits(Ink::Walkable, MIDDLE, false);
        desk.types_path("ctrl+o", &file, || 20 < desk.count_in(Ink::Walkable, MIDDLE));
        let program = desk.programs.last_mut().unwrap();
        assert!(program.try_wait().unwrap().is_none(), "it goes on");
    }
}

#[test]
fn what_was_drawn_until_it_was_killed_is_offered_and_taken_back() {
    if !can_play() {
        return;
    }
    let mut desk = Desk::new();
    let file = desk.puts_plain_ground();
    // What is kept of the last start may be torn as well: then it is as at the first.
    let settings = desk.home.join("wayglass");
    std::fs::create_dir_all(&settings).unwrap();
    std::fs::write(settings.join("app.ron"), "{\n    \"egui_memory\": \"(options:(dark").unwrap();
    for is_drawn in [false, true] {
        desk.start(file.to_str().unwrap());
        desk.sees(Ink::Walkable, 20_000);
        desk.person(&["mousemove", "520", "420", "sleep", "0.2", "click", "2", "sleep", "0.5"]);
        if is_drawn {
            desk.keep("offered.png");
            desk.waits(Ink::Walkable, MIDDLE, true);
            desk.person(&["key", "Return"]);
        } else {
            desk.draws_obstacle();
        }
        desk.waits(Ink::Walkable, MIDDLE, false);
        // It is kept while nobody waits for it.
        desk.person(&["sleep", "1"]);
        let mut program = desk.programs.pop().unwrap();
        program.kill().unwrap();
        program.wait().unwrap();
    }
    desk.keep("killed.png");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), PLAIN, "nobody has saved");
}

#[test]
fn it_draws_where_there_is_opengl_alone() {
    if !can_play() {
        return;
    }
    let mut desk = Desk::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/district.mesh");
    desk.start_with(file, |command| _ = command.env("WGPU_BACKEND", "gl"));
    desk.sees(Ink::Walkable, 20_000);
    desk.keep("opengl.png");
}
