//! Queries that are asked again and again, as a scenario, and back.

use crate::geom::Aabb;
use crate::layout::work::Pin;
use crate::scenario::{Instance, Scenario};

/// Pins as path queries on a map of this name that lies in this box. Their names are lost: a scenario has none.
pub fn to_scenario(pins: &[Pin], map: &str, bounds: Aabb) -> Scenario {
    let instance = |pin: &Pin| Instance::found(map, bounds, [pin.start, pin.goal], pin.cost);
    Scenario { instances: pins.iter().map(instance).collect() }
}

/// The first queries of a scenario as pins, at most so many, called by their place in it.
pub fn from_scenario(scenario: &Scenario, n_at_most: usize) -> Vec<Pin> {
    let first = scenario.instances.iter().take(n_at_most).zip(1..);
    first
        .map(|(instance, number)| Pin {
            name: format!("query {number}"),
            start: instance.start,
            goal: instance.goal,
            cost: instance.expected_cost(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Content, scen};
    use crate::geom::Point;

    #[test]
    fn pins_come_back_from_a_scenario() {
        let pin = |name: &str, x: f64, cost| Pin {
            name: name.to_owned(),
            start: Point::new(x, 0.1),
            goal: Point::new(0.0, 4.0),
            cost,
        };
        let pins = [
            pin("query 1", 3.0, Some(5.25)),
            pin("query 2", 1e7, None),
            pin("query 3", 0.5, Some(17.0)),
        ];
        let bounds = Aabb { min: Point::new(-1.0, 0.0), max: Point::new(9.0, 4.5) };
        let written = scen::write(&to_scenario(&pins, "old\tmill.wayglass", bounds));
        let text = String::from_utf8(written.bytes.clone()).unwrap();
        assert_eq!(
            text.lines().nth(3).unwrap(),
            "4\told mill.wayglass\t10\t4.5\t0.5\t0.1\t0\t4\t17"
        );
        let Content::Scenario(scenario) = format::read(&written.bytes).unwrap().content else {
            panic!("a scenario is read as one");
        };
        assert_eq!(from_scenario(&scenario, 10), pins);
        assert_eq!(from_scenario(&scenario, 2), pins[..2]);
        let nameless = scen::write(&to_scenario(&pins, " ", Aabb::EMPTY));
        assert!(format::read(&nameless.bytes).is_ok());
    }
}
