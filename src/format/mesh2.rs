//! (stub)
use super::{Draft, Format, ReadError, Watch};
/// stub
pub fn read(_format: Format, _bytes: &[u8], _watch: &mut dyn Watch) -> Result<Draft, ReadError> { Err(ReadError::TooLarge) }
