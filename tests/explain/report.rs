//! A verdict as Markdown.

use expect_test::expect;
use wayglass::explain::{Case, explain, report};
use wayglass::format::{self, Content};
use wayglass::mesh::Element;
use wayglass::search::Ground;

use crate::support::asked;

#[test]
fn a_report_quotes_the_lines_that_it_is_about() {
    let text =
        "mesh\n3\n6 2\n0 0\n4 0\n4 4\n0 4\n8 0\n8 4\n1 4 1 2 3 4 0 0 2 0\n1 4 2 5 6 3 -1 0 0 0\n";
    let import = format::read(text.as_bytes()).unwrap();
    let Content::Mesh(mesh) = &import.content else { panic!("not a mesh") };
    let asked = asked((1.0, 2.0), (7.0, 1.0));
    let ground = Ground::new(mesh.clone(), &asked.preparation);
    let answer = asked.answer(&ground);
    let findings = import.findings.list();
    let case = Case { ground: &ground, asked, answer: &answer, findings };
    let about = report::About {
        name: "rooms.mesh",
        bytes: text.as_bytes(),
        format: import.format.title(),
        changes: Vec::new(),
        origin: &|element: Element| import.lines.origin(element),
        line: &|line: u32| text.lines().nth(line as usize - 1).map(str::to_owned),
        svg: None,
    };
    let report = report::markdown(&case, &explain(&case), &about);
    let version = wayglass::VERSION;
    expect![[r#"
        # rooms.mesh: no path: start and goal are not connected

        - map: `rooms.mesh`, mesh v3
        - file: 76 bytes, FNV-1a 5808e9de8c0407c1
        - query: `1,2` to `7,1`
        - search: Polyanya, radius 0, teleporters on, moving floors on, faces as they are, no limit
        - Wayglass VERSION

        ## 1. Two records disagree

        Face 1 says that its edge to face 2 is open, face 2 says it is not; it is taken as a wall; mended, the goal can be reached.

        ```text
        10: 1 4 1 2 3 4 0 0 2 0
        11: 1 4 2 5 6 3 -1 0 0 0
        ```

        - to try: Open the edge from vertex 2 to 3 between faces 1 and 2

        ## 2. On another island

        The start is on an island of 1 face (area 16), the goal on an island of 1 face (area 16); to join them, open the edge from vertex 2 to 3 between faces 1 and 2.

        ```text
        10: 1 4 1 2 3 4 0 0 2 0
        11: 1 4 2 5 6 3 -1 0 0 0
        ```

        - to try: Open wall 1–2 (4 wide)
        - to try: Move the goal to (4, 1), as near as one gets

    "#]].assert_eq(&report.replace(version, "VERSION"));
}
