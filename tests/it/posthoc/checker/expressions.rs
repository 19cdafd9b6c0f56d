//! The expressions of a trace: only what we write ourselves is understood, and nothing else may be written.

use serde_json::Value;

/// The colours that the program knows by name; others are those of event types.
const COLORS: &[&str] = &["red", "end"];

/// Every shape that an event draws only asks for keys that the event has.
pub(super) fn check(trace: &Value, event: &Value) -> Result<(), String> {
    let main = trace["views"]["main"].as_array().ok_or("there is a main view")?;
    for component in main {
        draw(trace, component, event, 0)?;
    }
    asks_for(&trace["pivot"], event)
}

fn draw(trace: &Value, component: &Value, event: &Value, depth: u32) -> Result<(), String> {
    if let Some(condition) = component.get("$if") {
        let condition = condition.as_str().ok_or("a condition is text")?;
        if !holds(inside(condition)?, event)? {
            return Ok(());
        }
    }
    let name = component["$"].as_str().ok_or("a component has a name")?;
    let needs: &[&str] = match name {
        "rect" => &["x", "y", "width", "height"],
        "circle" => &["x", "y", "radius"],
        "polygon" | "path" => &["points"],
        view => {
            let parts = trace["views"][view].as_array().ok_or(format!("{view} is a view"))?;
            if 8 < depth {
                return Err(format!("{view} is part of itself"));
            }
            return parts.iter().try_for_each(|part| draw(trace, part, event, depth + 1));
        }
    };
    if let Some(missing) = needs.iter().find(|key| component.get(**key).is_none()) {
        return Err(format!("a {name} has {missing}"));
    }
    asks_for(component, event)
}

/// What is inside the braces of a text that is one expression.
fn inside(text: &str) -> Result<&str, String> {
    let inner = text.strip_prefix("${{ ").and_then(|rest| rest.strip_suffix(" }}"));
    inner.ok_or(format!("not one expression: {text}"))
}

/// Whether all keys are there that the expressions in a value ask for.
fn asks_for(value: &Value, event: &Value) -> Result<(), String> {
    match value {
        Value::Array(values) => values.iter().try_for_each(|value| asks_for(value, event)),
        Value::Object(values) => values
            .iter()
            .filter(|(key, _)| *key != "$if")
            .try_for_each(|(_, value)| asks_for(value, event)),
        Value::String(text) if text.contains("${{") => {
            inside(text)?.split(" || ").try_for_each(|word| {
                let color = word.strip_prefix("color.");
                let key = match word.strip_prefix("color[") {
                    Some(key) => key.strip_suffix(']').unwrap_or(key),
                    None => word,
                };
                match (color, key.strip_prefix("$.")) {
                    (Some(color), _) if COLORS.contains(&color) => Ok(()),
                    (None, Some(key)) if event.get(key).is_some() => Ok(()),
                    _ => Err(format!("the event has no {word}: {event}")),
                }
            })
        }
        _ => Ok(()),
    }
}

/// Whether a condition holds: comparisons of keys, all joined by the same word.
fn holds(condition: &str, event: &Value) -> Result<bool, String> {
    let compare = |text: &str| {
        let is_equal = text.contains(" === ");
        let (key, wanted) = text.split_once(if is_equal { " === " } else { " !== " })?;
        let found = event.get(key.strip_prefix("$.")?);
        let same = match wanted {
            "undefined" => found.is_none(),
            word => found?.as_str() == Some(word.trim_matches('\'')),
        };
        Some(same == is_equal)
    };
    let joined = if condition.contains(" && ") { " && " } else { " || " };
    let parts: Option<Vec<bool>> = condition.split(joined).map(compare).collect();
    let parts = parts.ok_or(format!("a condition that cannot be told: {condition}"))?;
    Ok(if joined == " && " { parts.iter().all(|it| *it) } else { parts.iter().any(|it| *it) })
}
