//! What is known of a map once it is open: made once, off the window's thread, and only looked at after.

use std::sync::Arc;

use crate::draw::{Tiles, YAxis};
use crate::geom::Aabb;
use crate::mesh::islands::Ways;
use crate::mesh::{Islands, Locator, Navmesh};
use crate::search::{Ground, Preparation};

/// What is known of a map.
#[derive(Debug)]
pub(super) struct Survey {
    /// The map.
    pub(super) mesh: Arc<Navmesh>,
    /// The same, ready to be searched.
    pub(super) ground: Arc<Ground>,
    /// The same, ready to be drawn.
    pub(super) tiles: Arc<Tiles>,
    /// Which faces are connected.
    pub(super) islands: Islands,
    /// Which face is where.
    pub(super) locator: Locator,
    /// The smallest box around it.
    pub(super) bounds: Aabb,
    /// How much of it may be walked on.
    pub(super) walkable_area: f64,
    /// Which way y grows.
    pub(super) y_axis: YAxis,
}

impl Survey {
    /// Looks at all of a map.
    pub(super) fn new(mesh: Arc<Navmesh>, y_axis: YAxis) -> Self {
        let islands = Islands::new(&mesh, Ways::OnFoot);
        Self {
            ground: Arc::new(Ground::new(mesh.clone(), &Preparation::default())),
            tiles: Arc::new(Tiles::new(&mesh)),
            walkable_area: islands.list().iter().fold(0.0, |sum, island| sum + island.area),
            islands,
            locator: Locator::new(&mesh),
            bounds: mesh.bounds(),
            y_axis,
            mesh,
        }
    }
}
