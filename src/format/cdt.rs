//! (stub)
use super::{Draft, ReadError};
/// stub
pub fn recognizes(_bytes: &[u8]) -> bool {
    false
}
/// stub
pub fn read(_bytes: &[u8]) -> Result<Draft, ReadError> {
    Err(ReadError::TooLarge)
}
