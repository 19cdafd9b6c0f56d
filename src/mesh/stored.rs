//! A mesh as bytes, for nobody but ourselves: all of it, whatever format it came from, and it comes back equal.

use super::{Navmesh, Parts};

impl Navmesh {
    /// All of it.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Nothing in a mesh has no bytes of its own, and a list in memory takes all that come.
        postcard::to_stdvec(&(self.clone().into_parts(), &self.twins)).unwrap_or_default()
    }

    /// The mesh that was stored, if these bytes are of one and its parts agree.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (parts, twins): (Parts, Vec<u32>) = postcard::from_bytes(bytes).ok()?;
        Self::with_twins(parts, twins).ok()
    }
}
