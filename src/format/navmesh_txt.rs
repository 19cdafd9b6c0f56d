//! (stub)
use super::{Draft, ReadError};
/// stub
pub fn recognizes_a(_bytes: &[u8]) -> bool {
    false
}
/// stub
pub fn recognizes_b(_bytes: &[u8]) -> bool {
    false
}
/// stub
pub fn read_a(_bytes: &[u8]) -> Result<Draft, ReadError> {
    Err(ReadError::TooLarge)
}
/// stub
pub fn read_b(_bytes: &[u8]) -> Result<Draft, ReadError> {
    Err(ReadError::TooLarge)
}
/// stub
pub fn write(_: &crate::mesh::Navmesh) -> Result<super::Written, super::WriteError> {
    Err(super::WriteError::Face { face: 0, reason: "" })
}
