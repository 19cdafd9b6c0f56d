//! (stub)
use super::{Draft, ReadError};
/// stub
pub fn read_polygon(_bytes: &[u8]) -> Result<Draft, ReadError> { Err(ReadError::TooLarge) }
/// stub
pub fn read_poly(_bytes: &[u8]) -> Result<Draft, ReadError> { Err(ReadError::TooLarge) }
