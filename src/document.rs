//! What is open: a file, what it says, and the words it says it in.

use std::sync::Arc;

use crate::format::{self, Content, Import, Options, ReadError, Watch};
use crate::layout::Layout;
use crate::mesh::{Element, Navmesh, Origin};

mod recording;

pub use recording::recording;

/// A file that is open.
#[derive(Debug)]
pub struct Document {
    name: String,
    bytes: Vec<u8>,
    /// Where every [`MARKED`]th line starts: a line is looked up with every frame.
    starts: Vec<usize>,
    import: Import,
}

/// Of so many lines the start of one is known.
const MARKED: usize = 256;
/// The longest line that is quoted whole.
const QUOTED: usize = 200;

impl Document {
    /// Reads a file under a name, while somebody watches.
    pub fn read(
        name: String,
        bytes: Vec<u8>,
        options: &Options,
        watch: &mut dyn Watch,
    ) -> Result<Self, ReadError> {
        let import = format::read_with(&bytes, options, watch)?;
        let starts = line_starts(&bytes);
        Ok(Self { name, bytes, starts, import })
    }

    /// What it is called: the name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many bytes the file has.
    pub fn n_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// What the file says.
    pub fn import(&self) -> &Import {
        &self.import
    }

    /// The faces that the file holds, if it holds faces.
    pub fn mesh(&self) -> Option<&Arc<Navmesh>> {
        match &self.import.content {
            Content::Mesh(mesh) => Some(mesh),
            Content::Layout(_) | Content::Scenario(_) => None,
        }
    }

    /// The drawing that the file holds, if it holds one.
    pub fn layout(&self) -> Option<&Layout> {
        match &self.import.content {
            Content::Layout(layout) => Some(layout),
            Content::Mesh(_) | Content::Scenario(_) => None,
        }
    }

    /// Where in the file an element stands.
    pub fn origin(&self, element: Element) -> Option<Origin> {
        self.import.lines.origin(element)
    }

    /// What stands in the file at a place, as far as it can be read; nothing of a binary file can.
    pub fn quote(&self, origin: Origin) -> Option<String> {
        let Origin::Line(number) = origin else { return None };
        let place = (number as usize).checked_sub(1)?;
        let start = *self.starts.get(place / MARKED)?;
        let rest = u32::try_from(place % MARKED).ok()?;
        quote(&self.bytes[start..], Origin::Line(rest + 1))
    }
}

/// Where every [`MARKED`]th line starts.
fn line_starts(bytes: &[u8]) -> Vec<usize> {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let marked = ends.skip(MARKED - 1).step_by(MARKED).map(|(end, _)| end + 1);
    std::iter::once(0).chain(marked).collect()
}

/// The line of a text, without what is too long to be shown.
pub fn quote(bytes: &[u8], origin: Origin) -> Option<String> {
    let Origin::Line(number) = origin else { return None };
    let line = bytes.split(|&byte| byte == b'\n').nth((number as usize).checked_sub(1)?)?;
    let shown = &line[..line.len().min(QUOTED)];
    let text = String::from_utf8_lossy(shown).replace(['\r', '\t'], " ");
    let more = if shown.len() < line.len() { "…" } else { "" };
    Some(format!("{}{more}", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_far_down_are_found_too() {
        let text: String = (1..=2000).map(|n| format!("line {n}\n")).collect();
        let starts = line_starts(text.as_bytes());
        for number in [1, 2, MARKED, MARKED + 1, 2 * MARKED, 1999, 2000] {
            let place = number - 1;
            let rest = &text.as_bytes()[starts[place / MARKED]..];
            let line = quote(rest, Origin::Line((place % MARKED) as u32 + 1)).unwrap();
            assert_eq!(line, format!("line {number}"));
        }
    }

    #[test]
    fn lines_are_quoted_as_they_stand() {
        let text = b"mesh\r\n2\n\t1 2 3 ";
        let line = |number| quote(text, Origin::Line(number));
        assert_eq!(line(1).unwrap(), "mesh");
        assert_eq!(line(3).unwrap(), "1 2 3");
        assert_eq!([line(0), line(4), quote(text, Origin::Byte(2))], [None, None, None]);
        let long = [b'x'; 1000];
        assert_eq!(quote(&long, Origin::Line(1)).unwrap().chars().count(), QUOTED + 1);
    }
}
