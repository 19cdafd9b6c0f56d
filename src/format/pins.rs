//! Queries that are asked again and again, as a scenario.

use crate::geom::Aabb;
use crate::layout::work::Pin;
use crate::scenario::{Instance, Scenario};

/// Pins as path queries on a map of this name that lies in this box. Their names are lost: a scenario has none.
pub fn to_scenario(pins: &[Pin], map: &str, bounds: Aabb) -> Scenario {
    let instance = |pin: &Pin| Instance::found(map, bounds, [pin.start, pin.goal], pin.cost);
    Scenario { instances: pins.iter().map(instance).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Content, scen};
    use crate::geom::Point;

    #[test]
    fn pins_are_written_as_a_scenario() {
        let pin = |name: &str, x: f64, cost| Pin {
            name: name.to_owned(),
            start: Point::new(x, 0.1),
            goal: Point::new(0.0, 4.0),
            cost,
        };
        let pins = [pin("a", 3.0, Some(5.25)), pin("b", 1e7, None), pin("c", 0.5, Some(17.0))];
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
        let read = scenario.instances.iter();
        let read: Vec<_> = read.map(|it| (it.start, it.goal, it.expected_cost())).collect();
        assert_eq!(read, pins.each_ref().map(|pin| (pin.start, pin.goal, pin.cost)));
        let nameless = scen::write(&to_scenario(&pins, " ", Aabb::EMPTY));
        assert!(format::read(&nameless.bytes).is_ok());
    }
}
