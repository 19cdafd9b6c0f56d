//! Kills a process that draws, keeps and saves, at random moments, and looks at what is left on the disk.
//!
//! The process is this file once more: what it draws is told by the number of its run alone, so that all it ever drew
//! can be drawn again and compared.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "it has no harness to speak for it")]

fn main() {
    let mut filters = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let is_listed = std::env::args().any(|argument| argument == "--list");
    if is_listed || filters.next().is_some_and(|filter| !"kill".contains(&filter)) {
        return;
    }
    #[cfg(unix)]
    unix::main();
    #[cfg(not(unix))]
    println!("kill: skipped, there is no SIGKILL on this system");
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    use fastrand::Rng;

    use wayglass::disk::recovery::{self, Leftovers};
    use wayglass::disk::{self, Keeper, Recovery};
    use wayglass::document::{Change, Document, Edit, Step};
    use wayglass::format::{self, Content, project};
    use wayglass::geom::Point;
    use wayglass::layout::work::{Pin, Work};
    use wayglass::layout::{Layout, Obstacle, ObstacleId};

    /// How often a process is killed.
    const KILLS: u64 = 300;
    /// Every so many gestures the project is saved.
    const GESTURES_PER_SAVE: u64 = 4;
    /// Names the folder, for the process that is to be killed.
    const FOLDER: &str = "WAYGLASS_KILL_FOLDER";
    /// Names the run, for the process that is to be killed.
    const RUN: &str = "WAYGLASS_KILL_RUN";

    pub(super) fn main() {
        match (std::env::var_os(FOLDER), std::env::var(RUN)) {
            (Some(folder), Ok(run)) => draw_until_killed(Path::new(&folder), run.parse().unwrap()),
            _ => kill_and_look(),
        }
    }

    /// A person at work: what they draw follows from a number.
    struct Person {
        random: Rng,
        run: u64,
        gesture: u64,
        document: Document,
    }

    impl Person {
        fn new(run: u64) -> Self {
            let document = Document::drawing("plan".to_owned(), Layout::default(), Work::default());
            Self { random: Rng::with_seed(run), run, gesture: 0, document }
        }

        /// Puts, drags or removes an obstacle; the pin tells which gesture that was.
        fn gesture(&mut self) {
            self.gesture += 1;
            let id = ObstacleId(self.random.u32(..40));
            let pin = Pin {
                name: format!("run {} gesture {}", self.run, self.gesture),
                start: Point::default(),
                goal: Point::new(1.0, 0.1),
                cost: None,
            };
            let first = match self.random.u32(..4) {
                0 => Change::Obstacle(id, None),
                _ => self.put(id),
            };
            let changes = vec![first, Change::Pins(vec![pin])];
            self.document.apply(Edit { title: "Draw".into(), changes }, Step::New);
            for _ in 0..self.random.u32(..3) {
                let edit = Edit::one("Drag", self.put(id));
                self.document.apply(edit, Step::Continue);
            }
        }

        fn put(&mut self, id: ObstacleId) -> Change {
            let n_corners = self.random.usize(3..40);
            let mut corner = || Point::new(self.random.f64() * 1e3, self.random.f64());
            let outline: Vec<_> = (0..n_corners).map(|_| corner()).collect();
            Change::Obstacle(id, Some(Obstacle::new(outline)))
        }

        fn project(&self) -> (Layout, Work) {
            (self.document.layout().unwrap().clone(), self.document.work().clone())
        }
    }

    fn saved_in(folder: &Path) -> PathBuf {
        folder.join("plan.wayglass")
    }

    fn kept_in(folder: &Path) -> PathBuf {
        folder.join("recovery")
    }

    fn draw_until_killed(folder: &Path, run: u64) {
        let path = saved_in(folder);
        let mut person = Person::new(run);
        // By turns on this thread and on one of its own.
        let mut recovery = Recovery::new(&kept_in(folder));
        let keeper = (run % 2 == 1).then(|| Keeper::new(Recovery::new(&kept_in(folder))));
        let mut stamp = disk::Stamp::of(&path);
        loop {
            person.gesture();
            let (layout, work) = person.project();
            let text = project::write(&layout, &work).bytes;
            match &keeper {
                Some(keeper) => {
                    let text = text.clone();
                    keeper.keep("plan".to_owned(), Some(path.clone()), move || text);
                    keeper.flush();
                    assert_eq!(keeper.trouble(), None);
                }
                None => recovery.keep("plan", Some(&path), &text).unwrap(),
            }
            say("kept", person.gesture);
            if person.gesture.is_multiple_of(GESTURES_PER_SAVE) {
                stamp = Some(disk::save_if_unchanged(&path, &text, stamp.as_ref()).unwrap());
                say("saved", person.gesture);
                match &keeper {
                    Some(keeper) => keeper.done(),
                    None => recovery.done(),
                }
            }
        }
    }

    /// Says something to the one who kills; if there is nobody any more, that is the end too.
    fn say(what: &str, gesture: u64) {
        let mut out = std::io::stdout();
        if writeln!(out, "{what} {gesture}").and_then(|()| out.flush()).is_err() {
            std::process::exit(0);
        }
    }

    /// What a process said before it was killed: the last gesture that was kept, and the last that was saved.
    #[derive(Default)]
    struct Said {
        kept: u64,
        saved: u64,
    }

    impl Said {
        fn hear(&mut self, line: &str) {
            // The last line may be cut short: then it was not said.
            let Some((what, number)) =
                line.strip_suffix('\n').and_then(|line| line.split_once(' '))
            else {
                return;
            };
            match what {
                "kept" => self.kept = number.parse().unwrap(),
                "saved" => self.saved = number.parse().unwrap(),
                other => panic!("{other}"),
            }
        }
    }

    fn kill_and_look() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kill");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let mut random = Rng::with_seed(9);
        let mut sums = [0; 4];
        for run in 0..KILLS {
            let said = kill_one(&folder, run, &mut random);
            let n_parts = parts(&folder) + parts(&kept_in(&folder));
            let newest = look(&folder, run, &said);
            let unsaid = newest - said.kept;
            for (sum, n) in sums.iter_mut().zip([said.kept, said.saved, n_parts, unsaid]) {
                *sum += n;
            }
        }
        let [kept, saved, n_parts, unsaid] = sums;
        let saves = saved / GESTURES_PER_SAVE;
        println!(
            "kill: {KILLS} kills, {kept} gestures kept and {saves} saves acknowledged, none lost; \
             {n_parts} writes were cut short, {unsaid} gestures were kept before they could say so"
        );
    }

    /// Lets a process work for a while, and kills it.
    fn kill_one(folder: &Path, run: u64, random: &mut Rng) -> Said {
        let mut child: Child = Command::new(std::env::current_exe().unwrap())
            .env(FOLDER, folder)
            .env(RUN, run.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let (mut said, mut line) = (Said::default(), String::new());
        for _ in 0..random.u32(..16) {
            line.clear();
            lines.read_line(&mut line).unwrap();
            said.hear(&line);
        }
        std::thread::sleep(Duration::from_micros(random.u64(..8_000)));
        assert_eq!(child.try_wait().unwrap(), None, "run {run} ended by itself");
        child.kill().unwrap();
        child.wait().unwrap();
        line.clear();
        while lines.read_line(&mut line).unwrap() != 0 {
            said.hear(&line);
            line.clear();
        }
        said
    }

    /// Files that were to take the place of others; never more than the one that was being written.
    fn parts(folder: &Path) -> u64 {
        let Ok(entries) = fs::read_dir(folder) else { return 0 };
        let names = entries.map(|entry| entry.unwrap().file_name());
        let parts: Vec<_> =
            names.filter(|name| name.to_string_lossy().contains("-part-")).collect();
        assert!(parts.len() <= 1, "{parts:?}");
        parts.len() as u64
    }

    /// Looks at what is left on the disk; the last gesture that is there.
    fn look(folder: &Path, run: u64, said: &Said) -> u64 {
        let saved = fs::read(saved_in(folder)).ok().map(|bytes| told(&bytes));
        let saved = match saved {
            Some((of_run, gesture)) => {
                assert_eq!(gesture % GESTURES_PER_SAVE, 0, "gesture {gesture} was never saved");
                // Before the first save of this run there is what an earlier one has saved.
                assert!(of_run <= run);
                if of_run == run { gesture } else { 0 }
            }
            None => 0,
        };
        assert!(said.saved <= saved, "run {run}: the save of gesture {} is missing", said.saved);

        let Leftovers { mut whole, damaged } = recovery::leftovers(&kept_in(folder));
        assert!(damaged.is_empty(), "run {run}: {damaged:?}");
        assert!(whole.len() <= 1, "run {run}: {whole:?}");
        let kept = whole.pop().map_or(0, |leftover| {
            let (of_run, gesture) = told(&leftover.read().unwrap());
            assert_eq!(of_run, run);
            assert_eq!(leftover.path, Some(saved_in(folder)));
            leftover.discard().unwrap();
            gesture
        });
        let left: Vec<_> =
            fs::read_dir(kept_in(folder)).map(|entries| entries.collect()).unwrap_or_default();
        assert!(left.is_empty(), "run {run}: {left:?}");

        let newest = kept.max(saved);
        let expected = said.kept..=said.kept + 1;
        assert!(
            expected.contains(&newest),
            "run {run}: gesture {} was acknowledged, but {kept} was kept and {saved} saved",
            said.kept
        );
        newest
    }

    /// The run and the gesture that a whole project tells of; it is what was drawn then, and nothing else.
    fn told(bytes: &[u8]) -> (u64, u64) {
        let import = format::read(bytes).unwrap();
        let name = import.work.pins[0].name.clone();
        let words: Vec<_> = name.split(' ').collect();
        let (run, gesture) = (words[1].parse().unwrap(), words[3].parse().unwrap());
        let mut person = Person::new(run);
        (0..gesture).for_each(|_| person.gesture());
        let (layout, work) = person.project();
        assert_eq!(import.work, work);
        assert!(import.content == Content::Layout(layout), "{name} is not as it was drawn");
        (run, gesture)
    }
}
