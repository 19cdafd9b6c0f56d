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
        example!("broken.mesh", "A map with one specimen each of many faults"),
    ];
}

/// A query without a path, or with a long one, on a map that comes with the program: one for each cause.
#[derive(Debug, Clone, Copy)]
pub struct Failing {
    /// What it is called as a file.
    pub file_name: &'static str,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// The name that the cause is known by.
    pub cause: &'static str,
    /// The name of the map's file.
    map: &'static str,
    /// What is asked, in the words of a repro.
    asked: &'static str,
}

macro_rules! failing {
    ($file_name:literal, $title:literal, $cause:literal, $map:literal, $asked:literal) => {
        Failing { file_name: $file_name, title: $title, cause: $cause, map: $map, asked: $asked }
    };
}

impl Failing {
    /// Every one of them.
    pub const ALL: &[Self] = &[
        failing!(
            "off-mesh.repro",
            "The start is off the mesh",
            "off_mesh",
            "rooms.nav",
            "query 0 0 30 20"
        ),
        failing!(
            "blocked.repro",
            "The start is in a blocked face",
            "blocked",
            "islands.mesh",
            "query 10 10 120 90"
        ),
        failing!(
            "pinch.repro",
            "The start is exactly where two obstacles touch",
            "ambiguous",
            "broken.mesh",
            "query 16 16.6 14 18"
        ),
        failing!(
            "island.repro",
            "The goal is on an island without a bridge",
            "other_island",
            "islands.mesh",
            "query 99.7 122.6 288.3 129.5"
        ),
        failing!(
            "vault.repro",
            "The goal is in a vault without a door",
            "other_island",
            "rooms.nav",
            "query 54.4 30.2 37.5 5.5"
        ),
        failing!(
            "drop.repro",
            "One can only jump down, not back up",
            "one_way",
            "keep.dpm",
            "query 1377.5 811.6 1030.9 773.5"
        ),
        failing!(
            "teleporter.repro",
            "Only a teleporter leads there, and it is switched off",
            "links_off",
            "keep.dpm",
            "query 120.3 134.3 1455.9 722.9\nteleporters off"
        ),
        failing!(
            "lift.repro",
            "Only a lift leads there, and it is switched off",
            "moving_floors_off",
            "keep.dpm",
            "query 545.8 620.4 1287.1 574.8\nmoving-floors off"
        ),
        failing!(
            "narrow.repro",
            "Too narrow for the radius",
            "too_narrow",
            "rooms.nav",
            "query 19.7 20.7 36.2 11.1\nradius 1"
        ),
        failing!(
            "limit.repro",
            "The search is not allowed to go on",
            "search_limit",
            "district.mesh",
            "query 197 102.4 13.4 157.6\nlimit 5"
        ),
        failing!(
            "disagree.repro",
            "Two records disagree about an edge",
            "signs_disagree",
            "broken.mesh",
            "query 10.2 6.1 14 6.2"
        ),
        failing!(
            "one-sided.repro",
            "Only one of two faces names the other",
            "one_sided_neighbour",
            "broken.mesh",
            "query 12.1 23.3 2.4 14.1"
        ),
        failing!(
            "shifted.repro",
            "A neighbour list is shifted by a slot",
            "shifted_neighbours",
            "broken.mesh",
            "query 12.6 9.9 26.3 20.4"
        ),
        failing!(
            "crack.repro",
            "Two vertices are not welded",
            "near_vertices",
            "broken.mesh",
            "query 18 2 22 2"
        ),
        failing!(
            "t-junction.repro",
            "A vertex lies on an edge that does not know it",
            "t_junction",
            "broken.mesh",
            "query 30.8 22.8 26.4 9.9"
        ),
        failing!(
            "inside-out.repro",
            "A face is listed the wrong way round",
            "clockwise",
            "broken.mesh",
            "query 15.1 18.5 10.2 13.4"
        ),
        failing!(
            "non-convex.repro",
            "A face is not convex",
            "non_convex",
            "broken.mesh",
            "query 23 8.4 22.6 22"
        ),
        failing!(
            "detour.repro",
            "A path that goes around a building",
            "detour",
            "district.mesh",
            "query 154.5 160 204.1 36.1"
        ),
        failing!(
            "not-shortest.repro",
            "A path that is not the shortest",
            "not_optimal",
            "district.mesh",
            "query 160.6 185.7 81.7 114.2\nalgorithm astar-funnel"
        ),
    ];

    /// The same as a file that holds query and map.
    pub fn repro(&self) -> Vec<u8> {
        let map = Example::ALL.iter().find(|example| example.file_name == self.map);
        let bytes = map.map_or(&[][..], |example| example.bytes);
        let head = format!("wayglass-repro 1\nmap \"{}\"\n{}\n---\n", self.map, self.asked);
        [head.as_bytes(), bytes].concat()
    }
}
