//! A share of what the long run does.

use super::monkey;

#[test]
fn a_patient_monkey_breaks_nothing() {
    (0..8).for_each(|seed| drop(monkey::patient(seed)));
}

#[test]
fn a_hasty_monkey_breaks_nothing() {
    (0..6).for_each(|seed| drop(monkey::hasty(seed)));
}

#[test]
fn a_monkey_with_hostile_files_breaks_nothing() {
    (0..4).for_each(|seed| drop(monkey::hostile(seed)));
}
