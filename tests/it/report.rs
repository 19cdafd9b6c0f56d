//! Pages about maps and scenarios: all that is known is on them, and nothing gets out of its place.

use std::fs;

use expect_test::expect;

use crate::cli::{check, scratch, wayglass};

fn report(arguments: &[&str], name: &str) -> String {
    let path = scratch(name);
    let output = wayglass(&[&["report"], arguments, &[path.to_str().unwrap()]].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    let page = fs::read_to_string(path).unwrap();
    assert_closed(&page);
    page
}

/// Every element that is opened is closed, in order; nothing is fetched or run.
fn assert_closed(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for piece in page.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').unwrap();
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta", "img"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let links = page.replace("http://www.w3.org/2000/svg", "");
    for outside in
        ["http:", "https:", "<script", "<link", "@import", "javascript:", "url(\"", "onload"]
    {
        assert!(!links.contains(outside), "{outside}");
    }
}

#[test]
fn a_page_about_a_broken_map_lists_its_flaws_with_their_lines() {
    let page = report(&["broken.mesh"], "broken.html");
    for part in [
        "<svg ",
        "What is in it",
        "signs disagree",
        "line 85",
        "<h2>Islands</h2>",
        "class=\"error\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn a_page_about_a_scenario_has_its_results() {
    let scenario =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/islands.mesh.scen"));
    // One that is wrong.
    let scenario = scenario.unwrap();
    let last = scenario.lines().last().unwrap();
    let (query, cost) = last.rsplit_once('\t').unwrap();
    let longer: f64 = cost.parse::<f64>().unwrap() + 1.0;
    let path = scratch("longer.scen");
    fs::write(&path, format!("{scenario}{query}\t{longer}\n")).unwrap();
    let page = report(&["islands.mesh", path.to_str().unwrap()], "results.html");
    let n_rows = scenario.lines().count();
    assert!(page.contains(&format!("<p>{n_rows} queries, searched with")), "{n_rows}");
    assert!(page.contains("<span class=\"error\">1 did not</span>"));
    // The map, the query that failed, where all of them are, and two charts.
    assert_eq!(page.matches("<svg ").count() + page.matches("<img ").count(), 5);
    let how = "Polyanya, no radius, faces as they are, with teleporters, floors that may move open";
    assert!(page.contains(how));
    assert!(
        page.contains("<figcaption>1 query without a path, or with another cost than expected")
    );
    let label = format!(">{n_rows}</text>");
    assert!(page.contains(&label), "the query that failed has its number on the map");
    let (_, failed) = page.split_once("<h3>Queries that failed</h3>").unwrap();
    let (failed, slowest) = failed.split_once("<h3>The slowest</h3>").unwrap();
    assert_eq!(failed.matches("<tr>").count(), 2);
    assert!(failed.contains(&format!("<td class=\"number\">{n_rows}</td>")), "counted from 1");
    // Each shape of a dot is told.
    for word in [">pass<", ">fail<"] {
        assert_eq!(page.matches(word).count(), 2, "{word}");
    }
    assert_eq!(slowest.matches("<tr>").count(), 11);
}

#[test]
fn a_page_praises_nothing_that_could_not_be_judged() {
    let page = report(&["maze.map", "maze.scen"], "maze.html");
    assert!(page.contains("no query could be judged") && !page.contains("no query failed"));
    assert!(!page.contains("<span class=\"good\">0 did not"));
}

#[test]
fn a_map_of_very_many_faces_is_pixels_on_a_page() {
    let map = scratch("many.mesh");
    // Squares in rows, none of which touch: as letters each of them counts.
    let n = 160;
    let (mut points, mut faces) = (String::new(), String::new());
    for place in 0..n * n {
        let (x, y) = (place % n * 4, place / n * 4);
        let shift = (place * 7919) % 997;
        for (dx, dy) in [(0, 0), (2, 0), (2, 2), (0, 2)] {
            points += &format!("{}.{shift:03} {}.{shift:03}\n", x + dx, y + dy);
        }
        let first = 4 * place + 1;
        let [a, b, c, d] = [0, 1, 2, 3].map(|corner| first + corner);
        faces += &format!("1 4 {a} {b} {c} {d} 0 0 0 0\n");
    }
    let text = format!("mesh\n3\n{} {}\n{points}{faces}", 4 * n * n, n * n);
    fs::write(&map, text).unwrap();
    let page = report(&[map.to_str().unwrap()], "many.html");
    let (_, image) = page.split_once("<figure><img alt=\"The map\" src=\"").unwrap();
    assert!(image.starts_with("data:image/png;base64,iVBORw0KGgo"));
    assert!(page.len() < 1_500_000, "{} bytes", page.len());
}

#[test]
fn a_page_is_about_the_search_that_was_asked_for() {
    let page = report(&["--limit", "3", "islands.mesh", "islands.mesh.scen"], "limited.html");
    assert!(page.contains("gives up after 3 expansions"));
    assert!(page.contains(": 0 have a path"), "no search goes on");
}

#[test]
fn a_page_of_a_large_map_stays_small() {
    let page = report(&["islands.mesh"], "islands.html");
    assert!(page.len() < 1_500_000, "{} bytes", page.len());
}

#[test]
fn what_files_say_stays_text() {
    let nasty = "<script>alert(1)</script>&\"'";
    let map = scratch("<b>&nasty.mesh");
    fs::write(&map, "mesh\n3\n3 1\n0 0\n1 0\n0 1\n1 3 1 2 3 0 0 0\n").unwrap();
    let scenario = scratch("<i>nasty.scen");
    fs::write(&scenario, format!("version 1\n0\t{nasty}\t9\t9\t0.1\t0.1\t0.2\t0.2\t5\n")).unwrap();
    let page = report(&[map.to_str().unwrap(), scenario.to_str().unwrap()], "nasty.html");
    assert!(page.contains("&lt;b&gt;&amp;nasty.mesh") && page.contains("&lt;i&gt;nasty.scen"));
    assert!(!page.contains("<b>") && !page.contains("<i>") && !page.contains("alert(1)"));
    let groups = scratch("groups.nav");
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rooms.nav")).unwrap();
    fs::write(&groups, text.replace("stairs", "<u>stairs&amp;")).unwrap();
    let page = report(&[groups.to_str().unwrap()], "groups.html");
    assert!(page.contains("&lt;u&gt;stairs&amp;amp;") && !page.contains("<u>"));
}

#[test]
fn report_says_why_there_is_no_page() {
    check(
        &["report", "islands.mesh", "out.pdf"],
        expect![[r#"
        wayglass: out.pdf: a page ends in .html
        exit 1
    "#]],
    );
    check(
        &["report", "maze.scen", "out.html"],
        expect![[r#"
        wayglass: maze.scen: there is no map in a scenario
        exit 1
    "#]],
    );
    check(
        &["report", "maze.scen", "maze.scen", "out.html"],
        expect![[r#"
        wayglass: maze.scen: there are no faces in a scenario
        exit 1
    "#]],
    );
    check(
        &["report", "islands.mesh", "blobs.txt", "out.html"],
        expect![[r#"
        wayglass: blobs.txt: this is a blobs.txt, no scenario
        exit 1
    "#]],
    );
}
