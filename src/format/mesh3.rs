//! (stub)
use super::{Draft, ReadError, Watch};
/// stub
pub fn read(_bytes: &[u8], _watch: &mut dyn Watch) -> Result<Draft, ReadError> { Err(ReadError::TooLarge) }
