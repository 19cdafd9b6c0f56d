//! (stub)
use super::{Draft, ReadError};
/// Which letters of a grid may be walked on, beyond `.` and `G`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terrain {
    /// Whether swamp (`S`) may be walked on.
    pub swamp: bool,
    /// Whether water (`W`) may be walked on.
    pub water: bool,
}
/// stub
pub fn recognizes(_bytes: &[u8]) -> bool {
    false
}
/// stub
pub fn read(_bytes: &[u8], _terrain: Terrain) -> Result<Draft, ReadError> {
    Err(ReadError::TooLarge)
}
