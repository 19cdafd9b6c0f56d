//! The rules that a Posthoc trace has to keep, held against what was read from a file.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use wayglass::geom::Point;

mod expressions;

/// Rules that not every search keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Strict {
    /// Whether f does not fall from expansion to expansion.
    pub(super) rising: bool,
    /// Whether the path is as long as it costs.
    pub(super) plain: bool,
}

/// What a trace says that keeps all rules, or the first rule that it breaks.
pub(super) fn checked(trace: &Value) -> Result<String, String> {
    checked_as(trace, Strict { rising: true, plain: true })
}

/// The same for a search that need not keep all of them.
pub(super) fn checked_as(trace: &Value, strict: Strict) -> Result<String, String> {
    let rule = |kept: bool, rule: &str| if kept { Ok(()) } else { Err(rule.to_owned()) };
    rule(trace["version"] == "1.4.0", "the version is 1.4.0")?;
    rule(
        !holds(trace, &|value| value == "" || value.is_null()),
        "no text is empty, no number odd",
    )?;
    let events = trace["events"].as_array().ok_or("there are events")?;
    rule(2 < events.len(), "there is a source, a destination and an end")?;
    rule(events[0]["type"] == "source" && events[1]["type"] == "destination", "both ends first")?;
    check_views(trace, events.len())?;
    for event in events {
        expressions::check(trace, event)?;
    }

    let (mut ids, mut kinds) = (HashSet::new(), HashMap::new());
    let mut state: HashMap<String, &str> = HashMap::new();
    let mut highest = 0.0;
    for (number, event) in events.iter().enumerate() {
        let rule = |kept, what: &str| rule(kept, &format!("event {number}: {what}: {event}"));
        let kind = event["type"].as_str().ok_or("every event has a type")?;
        *kinds.entry(kind).or_insert(0) += 1;
        let id = event["id"].to_string();
        rule(id != "0" && id != "0.0" && id != "null", "no id is 0")?;
        if let Some(parent) = event.get("pId") {
            rule(ids.contains(&parent.to_string()), "a parent is known before")?;
        }
        for key in ["x", "y"] {
            rule(event[key].is_number(), "every event is somewhere")?;
        }
        let is_node = !["source", "destination", "end", "failed"].contains(&kind);
        for key in ["pId", "f", "g", "lx", "ly", "rx", "ry", "face"] {
            rule(!is_node || event.get(key).is_some(), "a node has all its keys")?;
        }
        let before = state.get(&id).copied();
        match kind {
            "generating" => rule(before.is_none(), "a node comes out once")?,
            "expanding" | "passing" | "pruning" => {
                rule(before == Some("generating"), "a node is expanded or pruned once")?;
            }
            "closing" => rule(
                matches!(before, Some("expanding" | "passing")),
                "a node closes after it was expanded",
            )?,
            "source" | "destination" => rule(number < 2, "the ends come first")?,
            "end" | "failed" => rule(number + 1 == events.len(), "the end comes last")?,
            _ => rule(false, "there are no other types")?,
        }
        for queued in event["queued"].as_array().into_iter().flatten() {
            let is_out = ids.contains(&queued.to_string()) || *queued == event["id"];
            rule(is_out, "what is queued came out before")?;
        }
        if kind == "expanding" && strict.rising {
            let f = event["f"].as_f64().unwrap_or(f64::NAN);
            rule(highest * (1.0 - 1e-6) <= f, "f does not fall")?;
            highest = f;
        }
        ids.insert(id.clone());
        state.insert(id, kind);
    }
    let all_closed = !state.values().any(|kind| ["expanding", "passing"].contains(kind));
    rule(all_closed, "what is expanded closes")?;
    check_end(&events[events.len() - 1], &events[0], &events[1], strict)?;
    let mut kinds: Vec<String> = kinds.into_iter().map(|(kind, n)| format!("{n} {kind}")).collect();
    kinds.sort_by_key(|count| count.split(' ').nth(1).map(str::to_owned));
    Ok(kinds.join(", "))
}

/// Shapes go away as they should, and do not take for ever to do so.
fn check_views(trace: &Value, n_events: usize) -> Result<(), String> {
    let main = trace["views"]["main"].as_array().ok_or("there is a main view")?;
    for (name, components) in trace["views"].as_object().ok_or("there are views")? {
        for component in components.as_array().ok_or("a view is a list")? {
            let clears = component.get("clear").is_some_and(Value::is_string);
            if clears && 3000 < n_events {
                return Err("shapes among many events do not wait for another".to_owned());
            }
            let mut users =
                main.iter().filter(|user| user["$"] == name.as_str()).chain([component]);
            let left_out = |user: &Value| {
                user["$if"].as_str().is_some_and(|text| text.contains("!== 'closing'"))
            };
            if clears && !users.any(left_out) {
                return Err("a shape that goes when its node closes is not drawn then".to_owned());
            }
        }
    }
    Ok(())
}

fn check_end(end: &Value, start: &Value, goal: &Value, strict: Strict) -> Result<(), String> {
    if end["type"] == "failed" {
        let known = ["unreachable", "start_off_mesh", "goal_off_mesh", "cancelled", "gave_up"];
        let reason = end["reason"].as_str().filter(|reason| known.contains(reason));
        return reason.map(|_| ()).ok_or(format!("a failure has a reason: {end}"));
    }
    let path = end["path"].as_array().filter(|_| end["type"] == "end").ok_or("it ends")?;
    let is_at = |corner: Option<&Value>, place: &Value| {
        corner.is_some_and(|corner| corner["x"] == place["x"] && corner["y"] == place["y"])
    };
    if !is_at(path.first(), start) || !is_at(path.last(), goal) {
        return Err(format!("the path leads from start to goal: {end}"));
    }
    let at = |corner: &Value| {
        Point::new(corner["x"].as_f64().unwrap_or(f64::NAN), corner["y"].as_f64().unwrap_or(0.0))
    };
    let length: f64 = path.windows(2).map(|pair| at(&pair[0]).distance(at(&pair[1]))).sum();
    let cost = end["g"].as_f64().unwrap_or(f64::NAN);
    let same = (length - cost).abs() <= 1e-9 * cost.max(1.0);
    if same || !strict.plain {
        Ok(())
    } else {
        Err(format!("the path is as long as it costs, {length}: {end}"))
    }
}

/// Whether a value, or any inside it, is wanted.
pub(super) fn holds(value: &Value, wanted: &dyn Fn(&Value) -> bool) -> bool {
    wanted(value)
        || match value {
            Value::Array(values) => values.iter().any(|value| holds(value, wanted)),
            Value::Object(values) => values.values().any(|value| holds(value, wanted)),
            _ => false,
        }
}
