//! What a monkey opens: good files, broken ones, and ones that were made to break something. All of them lie in one
//! folder, which is where the process works.

use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use wayglass::example::{Example, Failing};
use wayglass::format::Format;
use wayglass::layout::field::{Crowd, field};
use wayglass::layout::work::Work;

use crate::seeds;

/// Files that are meant to be dear, or odd.
#[path = "hostile.rs"]
mod hostile;

/// The files in the folder.
pub(super) struct Basket {
    names: Vec<String>,
    /// Small ones, to be broken.
    small: Vec<Vec<u8>>,
    n_mutated: usize,
}

impl Basket {
    /// Fills the folder anew, and makes the process work there.
    pub(super) fn new(hostile: bool) -> Self {
        let folder = folder();
        fs::create_dir_all(&folder).expect("a folder to play in");
        std::env::set_current_dir(&folder).expect("a folder to play in");
        clear(&folder);
        let mut basket = Self { names: Vec::new(), small: Vec::new(), n_mutated: 0 };
        if hostile {
            hostile::files().iter().for_each(|(name, bytes)| basket.put(name.clone(), bytes));
        }
        basket.fill();
        basket
    }

    /// The name of a file.
    pub(super) fn any(&self, random: &mut Rng) -> &str {
        &self.names[random.usize(..self.names.len())]
    }

    /// The names of all files.
    pub(super) fn all(&self) -> &[String] {
        &self.names
    }

    /// A file that is broken somewhere.
    pub(super) fn mutated(&mut self, random: &mut Rng) -> PathBuf {
        let mut bytes = match random.u8(..6) {
            0 => {
                let format = Format::ALL[random.usize(..Format::ALL.len())];
                seeds::structured_garbage(format, random)
            }
            _ => self.small[random.usize(..self.small.len())].clone(),
        };
        for _ in 0..random.usize(1..5) {
            seeds::mutate(&mut bytes, &self.small, random);
        }
        self.n_mutated += 1;
        let name = PathBuf::from(format!("mutated-{}.map", self.n_mutated));
        fs::write(&name, &bytes).expect("room for a small file");
        name
    }

    /// A mesh of a million faces.
    pub(super) fn million_faces(&self) -> PathBuf {
        let name = PathBuf::from("million.mesh");
        fs::write(&name, hostile::million_faces()).expect("room for a large file");
        name
    }

    fn put(&mut self, name: String, bytes: &[u8]) {
        const SMALL: usize = 20_000;
        assert!(!name.contains('/'), "nothing leaves the folder");
        fs::write(&name, bytes).expect("room for a file");
        if bytes.len() <= SMALL {
            self.small.push(bytes.to_vec());
        }
        self.names.push(name);
    }

    fn fill(&mut self) {
        for example in Example::ALL {
            self.put(example.file_name.to_owned(), example.bytes);
        }
        for failing in Failing::ALL {
            self.put(failing.file_name.to_owned(), &failing.repro());
        }
        self.put(
            "islands.mesh.scen".to_owned(),
            include_bytes!("../../../assets/islands.mesh.scen"),
        );
        self.put("maze.scen".to_owned(), include_bytes!("../../../assets/maze.scen"));
        for &format in Format::ALL {
            for (number, bytes) in seeds::seeds(format).iter().take(3).enumerate() {
                let ending = if format == Format::Posthoc { "trace.yaml" } else { "map" };
                self.put(format!("{}-{number}.{ending}", format.name()), bytes);
            }
        }
        for (name, n_corners, crowd) in [
            ("few.wayglass", 40, Crowd::Overlapping),
            ("some.wayglass", 300, Crowd::Overlapping),
            ("many.wayglass", 4_000, Crowd::Apart),
        ] {
            let layout = field(n_corners, crowd);
            let written = wayglass::format::project::write(&layout, &Work::default());
            self.put(name.to_owned(), &written.bytes);
        }
        self.put("empty".to_owned(), b"");
        self.names.push("there is no such file.mesh".to_owned());
    }
}

impl Drop for Basket {
    fn drop(&mut self) {
        // What was played with when something broke is worth a look.
        if !std::thread::panicking() {
            clear(&folder());
        }
    }
}

/// Takes away what is in the folder; the folder stays, as the process works there.
fn clear(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        // What a task writes at this moment may be gone, or come after; nobody minds.
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
}

fn folder() -> PathBuf {
    let name = format!("wayglass-monkey-{}", std::process::id());
    Path::new(&std::env::temp_dir()).join(name)
}
