//! (stub)
use super::{Draft, ReadError};
/// stub
pub fn recognizes(bytes: &[u8]) -> bool { bytes.starts_with(b"DPMESH") }
/// stub
pub fn read(_bytes: &[u8]) -> Result<Draft, ReadError> { Err(ReadError::TooLarge) }
/// stub
pub enum Header { /// a
 Kept, /// b
 Digest24, /// c
 Short8 }
/// stub
pub fn write(_: &crate::mesh::Navmesh, _: Header) -> Result<super::Written, super::WriteError> { Err(super::WriteError::Face{face:0,reason:""}) }
