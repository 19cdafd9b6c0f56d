//! The packed variant: `pack`, then every number after the word `mesh` in three bytes, the largest first.
//!
//! All bits set is -1. Only whole numbers can be packed.

use crate::format::words::after;
use crate::format::{Lines, ReadError};
use crate::mesh::{Origin, narrow};

const MAGIC: &[u8] = b"pack";
const MINUS_ONE: u32 = 0xFF_FFFF;

/// The same file as text, one number a line, so that [`byte_of_line`] finds the way back.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    let (triples, rest) = after(bytes, MAGIC.len()).as_chunks::<3>();
    if !rest.is_empty() {
        let at = Origin::Byte((bytes.len() - rest.len()) as u64);
        return Err(ReadError::ended(at, "three bytes for each number"));
    }
    let mut text = b"mesh\n".to_vec();
    for &[high, middle, low] in triples {
        match u32::from_be_bytes([0, high, middle, low]) {
            MINUS_ONE => text.extend_from_slice(b"-1"),
            number => text.extend_from_slice(number.to_string().as_bytes()),
        }
        text.push(b'\n');
    }
    Ok(text)
}

/// The byte of the packed file that a line of its text came from.
fn byte_of_line(line: u32) -> u32 {
    narrow(MAGIC.len()) + 3 * line.saturating_sub(2)
}

/// An error in the text as an error in the packed file.
pub(super) fn error_in_bytes(error: ReadError) -> ReadError {
    error.moved(|at| match at {
        Origin::Line(line) => Origin::Byte(u64::from(byte_of_line(line))),
        Origin::Byte(_) => at,
    })
}

/// Places in the text as places in the packed file.
pub(super) fn lines_in_bytes(lines: &mut Lines) {
    lines.binary = true;
    lines
        .vertices
        .iter_mut()
        .chain(&mut lines.faces)
        .for_each(|place| *place = byte_of_line(*place));
}
