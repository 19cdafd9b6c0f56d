//! Logs as they are printed, cut off, and wrong.

use expect_test::{Expect, expect};

use super::*;

/// The steps of a log as words, or why it was not read.
fn check(log: &str, expected: Expect) {
    assert!(recognizes(log.as_bytes()));
    let text = match read(log.as_bytes()) {
        Err(error) => error.to_string(),
        Ok(draft) => {
            let Ok(Content::Trace(recording)) = draft.content else { panic!("no trace") };
            let step = |step: &Step| {
                let parent = step.parent.map_or("start".to_owned(), |id| id.to_string());
                format!("{} {} of {parent}\n", recording.type_of(step), step.id)
            };
            let steps: String = recording.steps.iter().map(step).collect();
            let kinds: Vec<_> = draft.findings.list().iter().map(|f| f.kind.name()).collect();
            format!("{steps}{:?}\n{kinds:?}\n", recording.ending)
        }
    };
    expected.assert_eq(&text);
}

const BEGINNING: &str = "mesh loaded\n\
    generating init node: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\n\
    generating init node: root=(0, 0); left=(-1, 2); right=(1, 2); f=11, g=0\n\
    popped off: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\n";

#[test]
fn a_search_is_followed_to_its_end() {
    let log = format!(
        "{BEGINNING}\
         \tintermediate: root=(0, 0); left=(3, 2); right=(3, 0); f=0, g=0\n\
         \tpushing: root=(0, 0); left=(4, 2); right=(4, 1); f=9.5, g=0\n\
         \tpushing: root=(3, 0); left=(4, 1); right=(4, -1e-05); f=9.75, g=3\n\
         popped off: root=(0, 0); left=(4, 2); right=(4, 1); f=9.5, g=0\n\
         node is dominated!\n\
         popped off: root=(3, 0); left=(4, 1); right=(4, -1e-05); f=9.75, g=3\n\
         \tintermediate: root=(3, 0); left=(5, 1); right=(5, 0); f=3, g=3\n\
         \tpushing: root=(3, 0); left=(5, 1); right=(5, 0); f=9.75, g=3\n\
         popped off: root=(3, 0); left=(5, 1); right=(5, 0); f=9.75, g=3\n\
         found end - terminating!\n0;1;2\n"
    );
    check(
        &log,
        expect![[r#"
        generating 1 of start
        generating 2 of start
        expanding 1 of start
        generating 3 of 1
        closing 1 of start
        passing 3 of 1
        generating 4 of 3
        generating 5 of 3
        closing 3 of 1
        pruning 4 of 3
        expanding 5 of 3
        generating 6 of 5
        closing 5 of 3
        Found { parent: Some(6), cost: Some(9.75), path: [] }
        ["skipped"]
    "#]],
    );
}

#[test]
fn what_is_cut_off_is_read_as_far_as_it_goes() {
    check(
        &format!("{BEGINNING}\tpushing: root=(0, 0); left=(4,"),
        expect![[r#"
        generating 1 of start
        generating 2 of start
        expanding 1 of start
        closing 1 of start
        Untold
        ["unended_line", "skipped"]
    "#]],
    );
    check(
        "got a trivial case!\n",
        expect![[r#"
        Found { parent: None, cost: None, path: [] }
        []
    "#]],
    );
    check(
        &format!("{BEGINNING}{BEGINNING}"),
        expect![[r#"
        generating 1 of start
        generating 2 of start
        expanding 1 of start
        closing 1 of start
        Untold
        ["skipped", "skipped"]
    "#]],
    );
}

#[test]
fn a_line_that_is_none_is_refused() {
    check(
        &format!("{BEGINNING}\tpushing: root=(0, north); left=(4, 1)\n"),
        expect![[
            r#"line 5: expected a node as root=(x, y); left=(x, y); right=(x, y); f=…, g=…, found "root=(0, north); left=(4, 1)""#
        ]],
    );
}
