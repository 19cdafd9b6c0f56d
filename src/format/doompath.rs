//! (stub)
use super::{Draft, ReadError};
/// stub
pub fn recognizes(bytes: &[u8]) -> bool { bytes.starts_with(b"DPMESH") }
/// stub
pub fn read(_bytes: &[u8]) -> Result<Draft, ReadError> { Err(ReadError::TooLarge) }
