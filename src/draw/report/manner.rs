//! How queries were searched, in words.

use crate::search::batch::Manner;
use crate::search::{Algorithm, Preparation, Prunings};
use crate::text::{counted, measure};

/// How queries were searched, in words; what was made of the map first only if that is known.
pub fn in_words(manner: Manner, preparation: Option<&Preparation>) -> String {
    let mut words = vec![manner.algorithm.title().to_owned()];
    if let Some(preparation) = preparation {
        let Preparation { radius, merge, special_sectors, teleporters, landmarks: _ } =
            *preparation;
        words.push(match radius {
            0.0 => "no radius".to_owned(),
            radius => format!("radius {}", measure(radius)),
        });
        words.push(if merge { "faces merged" } else { "faces as they are" }.to_owned());
        words.push(if teleporters { "with teleporters" } else { "without teleporters" }.to_owned());
        let floors = if special_sectors { "open" } else { "closed" };
        words.push(format!("floors that may move {floors}"));
    }
    if manner.algorithm == Algorithm::Polyanya {
        words.push(prunings(manner.prunings));
    }
    if manner.limit != u64::MAX {
        words.push(format!("gives up after {}", counted(manner.limit as usize, "expansion")));
    }
    words.join(", ")
}

fn prunings(prunings: Prunings) -> String {
    let Prunings { blocks, dominance, core_exits, landmarks } = prunings;
    let all = [
        ("blocks", blocks),
        ("dominance", dominance),
        ("dead ends", core_exits),
        ("landmarks", landmarks),
    ];
    let off: Vec<&str> = all.iter().filter(|(_, is_on)| !is_on).map(|(name, _)| *name).collect();
    match off.len() {
        0 => "all prunings on".to_owned(),
        4 => "all prunings off".to_owned(),
        _ => format!("prunings off: {}", off.join(" and ")),
    }
}
