//! Drawings that have misled us once build as they were drawn.

use wayglass::format::{self, Content};

use crate::areas::free_area;
use crate::layouts::{check_build, slack_of_area, walkable_area};
use crate::samples::found;

#[test]
fn what_has_misled_a_build_once_builds_as_it_was_drawn() {
    let mut n_drawings = 0;
    for (name, bytes) in found() {
        let Ok(Content::Layout(layout)) = format::read(&bytes).map(|import| import.content) else {
            continue;
        };
        let mesh = check_build(&layout, &name);
        let (found, expected) = (walkable_area(&mesh), free_area(&layout));
        let near = slack_of_area(&layout);
        assert!((found - expected).abs() <= near, "{name}: {found}, but {expected}");
        n_drawings += 1;
    }
    assert!(2 <= n_drawings);
}
