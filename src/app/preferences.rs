//! What is kept from one start of the program to the next.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::disk;

/// What is kept from one start to the next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Preferences {
    /// Files that were opened, the last one first.
    pub(super) recent: Vec<PathBuf>,
    /// Which panels are shown.
    pub(super) left: bool,
    /// The one on the right.
    pub(super) right: bool,
    /// The one at the bottom.
    pub(super) bottom: bool,
    /// Light or dark; nothing follows the system.
    pub(super) dark: Option<bool>,
    /// How fast replays run.
    pub(super) speed: Option<usize>,
}

/// How many files are remembered.
const MOST_RECENT: usize = 10;

impl Default for Preferences {
    fn default() -> Self {
        Self { recent: Vec::new(), left: true, right: true, bottom: true, dark: None, speed: None }
    }
}

impl Preferences {
    /// Takes note of a file that was opened.
    pub(super) fn remember(&mut self, path: PathBuf) {
        // From wherever the program is started the next time.
        let path = disk::absolute(&path);
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(MOST_RECENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_opened_comes_first_and_only_once() {
        let mut preferences = Preferences::default();
        for n in 0..20 {
            preferences.remember(PathBuf::from(format!("{}.mesh", n % 12)));
        }
        assert_eq!(preferences.recent.len(), MOST_RECENT);
        let seven = std::path::absolute("7.mesh").unwrap();
        assert_eq!(preferences.recent[0], seven);
        assert_eq!(preferences.recent.iter().filter(|path| **path == seven).count(), 1);
    }
}
