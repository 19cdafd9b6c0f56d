//! The example maps that come with the program.

/// A map that comes with the program.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The name of its file.
    pub file_name: &'static str,
    /// What there is to see, in a few words.
    pub title: &'static str,
    /// The file.
    pub bytes: &'static [u8],
}

macro_rules! example {
    ($file_name:literal, $title:literal) => {
        Example {
            file_name: $file_name,
            title: $title,
            bytes: include_bytes!(concat!("../assets/", $file_name)),
        }
    };
}

impl Example {
    /// Every example; the first is the one to start with.
    pub const ALL: &[Self] = &[
        example!("islands.mesh", "An island map with bridges, a ford and an island apart"),
        example!("district.mesh", "A city district with courtyards, a river and a park"),
        example!("rooms.nav", "An office floor: rooms, doors, a ramp and a vault without a door"),
        example!("maze.map", "A maze on a grid, with a sealed room"),
        example!("keep.dpm", "A keep with drops, teleporters and a lift"),
        example!("blobs.txt", "A village: outlines to build a mesh around"),
        example!("station.building.yaml", "A railway station: lanes to build a mesh of"),
        example!("broken.mesh", "One specimen of each fault that a map can have"),
    ];
}
