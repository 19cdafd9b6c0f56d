//! What each event looks like in Posthoc: components whose values are expressions over the event's keys.

use serde_json::{Value, json};

use crate::geom::Aabb;

use super::Recording;

/// Up to so many events, intervals are taken away when their nodes close.
const FEW: usize = 3_000;

/// The views by their names; `main` is the one that is drawn for every event.
pub(super) fn views(recording: &Recording) -> Vec<(&'static str, Vec<Value>)> {
    let width = line_width(recording);
    let few = recording.steps.len() + 3 <= FEW;
    let color = "${{ color[$.type] || color.red }}";
    let ends = [at("$.lx", "$.ly"), at("$.rx", "$.ry")];
    let (key, value) =
        if few { ("clear", Value::from("closing")) } else { ("alpha", Value::from(0.3)) };
    let interval =
        json!({ "$": "path", "points": ends, "line-width": width, "fill": color, key: value });
    let cone = json!({
        "$": "polygon",
        "points": [at("$.x", "$.y"), at("$.lx", "$.ly"), at("$.rx", "$.ry")],
        "alpha": 0.25,
        "fill": color,
        "clear": true,
        "$info": { "face": "${{ $.face }}", "f": "${{ $.f }}", "g": "${{ $.g }}" },
    });
    let intervals_at = if few {
        "${{ $.lx !== undefined && $.type !== 'closing' }}"
    } else {
        "${{ $.type === 'generating' || $.type === 'pruning' }}"
    };
    let main = vec![
        json!({
            "$": "circle",
            "x": "${{ $.x }}",
            "y": "${{ $.y }}",
            "radius": 4.0 * width,
            "fill": color,
            "$if": "${{ $.type === 'source' || $.type === 'destination' || $.type === 'failed' }}",
        }),
        json!({ "$": "interval", "$if": intervals_at }),
        json!({ "$": "cone", "$if": "${{ $.type === 'expanding' || $.type === 'passing' }}" }),
        json!({
            "$": "path",
            "points": "${{ $.path }}",
            "line-width": 2.0 * width,
            "fill": "${{ color.end }}",
            "$if": "${{ $.type === 'end' }}",
        }),
    ];
    vec![("interval", vec![interval]), ("cone", vec![cone]), ("main", main)]
}

/// Where the chain of parents runs through an event.
pub(super) fn pivot() -> Value {
    json!({ "x": "${{ $.x }}", "y": "${{ $.y }}", "scale": 1 })
}

fn at(x: &str, y: &str) -> Value {
    json!({ "x": format!("${{{{ {x} }}}}"), "y": format!("${{{{ {y} }}}}") })
}

/// A line that can be seen on a map as large as the search was wide: one digit is enough to say how thick.
fn line_width(recording: &Recording) -> f64 {
    let Recording { start, goal, steps, .. } = recording;
    let intervals = steps.iter().filter_map(|step| step.interval).flatten();
    let roots = steps.iter().filter_map(|step| step.root);
    let seen = intervals.chain(roots).chain(*start).chain(*goal);
    let bounds = Aabb::around(seen.filter(|p| p.is_sound()));
    let extent = bounds.width().max(bounds.height());
    let exact = if 0.0 < extent { extent / 400.0 } else { 1.0 };
    format!("{exact:.0e}").parse().unwrap_or(exact)
}
