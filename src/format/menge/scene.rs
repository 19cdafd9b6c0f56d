//! What a Menge project says to use a `.nav`: XML elements for its behaviour and its scene.

/// The elements that make agents find their ways on a mesh and keep off its walls.
///
/// Menge looks for the file beside the XML that names it, so it is called by its bare name. The kd-tree answers what is
/// near an agent; the obstacle set takes the walls from the mesh.
pub fn scene_elements(file_name: &str) -> String {
    let file = escaped(file_name);
    format!(
        r#"<!-- in the behaviour, inside every State whose agents walk -->
<VelComponent type="nav_mesh" file_name="{file}" heading_threshold="15" />

<!-- in the scene, inside Experiment -->
<SpatialQuery type="kd-tree" test_visibility="false" />
<ObstacleSet type="nav_mesh" file_name="{file}" class="1" />
"#
    )
}

/// A text as it can stand between quotes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push_str(&format!("&#{};", c as u32)),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_escaped() {
        assert!(
            scene_elements("a \"b\" & <c>.nav")
                .contains(r#""a &quot;b&quot; &amp; &lt;c&gt;.nav""#)
        );
    }
}
