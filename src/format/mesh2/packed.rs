//! The packed variant: `pack`, then every number after the word `mesh` in three bytes, the largest first.
//!
//! All bits set is -1. Only whole numbers can be packed.

use crate::format::ReadError;
use crate::mesh::Origin;

const MAGIC: &[u8] = b"pack";
const MINUS_ONE: u32 = 0xFF_FFFF;

/// The same file as text. Errors in it are told by lines of that text, one number a line.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    let numbers = &bytes[MAGIC.len()..];
    let (triples, rest) = numbers.as_chunks::<3>();
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
