//! Files that were made to break something: far away, next to nothing, all in one place, far too many, oddly named.

use std::fmt::Write as _;

/// Each with its name.
pub(super) fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = meshes();
    files.extend(drawings());
    files.extend(others());
    files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect()
}

fn meshes() -> Vec<(&'static str, String)> {
    let square = |x: f64, size: f64| {
        let far = x + size;
        format!(
            "mesh\n3\n4 2\n{x} {x}\n{far} {x}\n{far} {far}\n{x} {far}\n1 3 1 2 3 0 0 2\n1 3 1 3 4 1 0 0\n"
        )
    };
    let strip = |n: usize, step: f64| {
        let points: String =
            (0..=n).map(|i| format!("{0} 0\n{0} {step}\n", i as f64 * step)).collect();
        let face = |i: usize| {
            let (a, before, after) = (2 * i + 1, i, if i + 1 < n { i + 2 } else { 0 });
            format!("1 4 {a} {} {} {} 0 {after} 0 {before}\n", a + 2, a + 3, a + 1)
        };
        let faces: String = (0..n).map(face).collect();
        format!("mesh\n3\n{} {n}\n{points}{faces}", 2 * n + 2)
    };
    let one_point = "1 3 1 2 3 0 0 0\n".repeat(3_000);
    vec![
        ("far.mesh", square(1e12, 1.0)),
        ("wide.mesh", square(-1e12, 2e12)),
        ("rim.mesh", square(-1_099_511_627_776.0, 2.0 * 1_099_511_627_776.0)),
        ("beyond.mesh", square(1e13, 1.0)),
        ("tiny.mesh", square(0.0, 1e-9)),
        ("tinier.mesh", square(0.0, 1e-99)),
        ("tiny far away.mesh", square(1e6, 1e-9)),
        ("nano strip.mesh", strip(500, 1e-9)),
        ("long strip.mesh", strip(3_000, 1e8)),
        ("no faces.mesh", "mesh\n3\n4 0\n0 0\n1 0\n1 1\n0 1\n".to_owned()),
        ("one vertex.mesh", "mesh\n3\n1 0\n5 5\n".to_owned()),
        ("nothing.mesh", "mesh\n3\n0 0\n".to_owned()),
        ("one point.mesh", format!("mesh\n3\n3 3000\n5 5\n5 5\n5 5\n{one_point}")),
        ("one line.mesh", "mesh\n3\n3 1\n0 0\n1 1\n2 2\n1 3 1 2 3 0 0 0\n".to_owned()),
        ("mixed.mesh", {
            "mesh\n3\n6 2\n0 0\n1e-9 0\n0 1e-9\n1e12 1e12\n-1e12 1e12\n0 -1e12\n1 3 1 2 3 0 0 0\n1 3 4 5 6 0 0 0\n"
                .to_owned()
        }),
        ("all blocked.mesh", square(0.0, 10.0).replace("\n1 3 ", "\n0 3 ")),
        ("\u{202e}hsem.txt", square(0.0, 10.0)),
        ("a\u{7}b\tc.mesh", square(0.0, 10.0)),
    ]
}

fn drawings() -> Vec<(&'static str, String)> {
    let ring = |x: f64, y: f64, size: f64| {
        format!("  outline {x} {y} {} {y} {} {} {x} {}\n", x + size, x + size, y + size, y + size)
    };
    let crowd = |n: usize, at: &dyn Fn(usize) -> [f64; 3]| {
        let mut text = "wayglass 1\nborder box 10\n".to_owned();
        for i in 0..n {
            let [x, y, size] = at(i);
            let _ = write!(text, "obstacle {i}\n{}", ring(x, y, size));
        }
        text
    };
    let same = crowd(2_500, &|_| [0.0, 0.0, 10.0]);
    let heap =
        crowd(2_000, &|i| [(i % 7) as f64 * 1.3, (i % 11) as f64 * 0.7, 5.0 + (i % 13) as f64]);
    let one = |head: &str| format!("wayglass 1\n{head}obstacle 0 \"x\"\n{}", ring(3.0, 3.0, 4.0));
    let names: String = ["\\u0000\\u0007", "\\u202Eabc", "مرحبا", "a\\nb", "漢字", "\\\\ \\\" '"]
        .iter()
        .enumerate()
        .map(|(i, name)| format!("obstacle {i} \"{name}\"\n{}", ring(9.0 * i as f64, 0.0, 5.0)))
        .collect();
    let lanes: String = (0..400)
        .map(|i| format!("lane-vertex {i} {} {} \"\\u202E{i}\"\n", (i * 37) % 90, (i * 53) % 70))
        .chain((1..400).map(|i| format!("lane {i} {} {i} {}\n", i - 1, [0.1, 3.0, 1e9][i % 3])))
        .collect();
    vec![
        ("same place.wayglass", same),
        ("heap.wayglass", heap),
        ("huge radius.wayglass", one("agent 1e11 round\n")),
        ("absurd radius.wayglass", one("agent 1e300 round\n")),
        ("tiny radius.wayglass", one("agent 1e-300 mitred\n")),
        ("radius.wayglass", one("agent 0.7 round\nborder any\n  ring 0 0 20 0 20 20 0 20\n")),
        ("no margin.wayglass", one("border box 0\n")),
        ("wide margin.wayglass", one("border box 1e12\n")),
        ("no ground.wayglass", one("border any\n")),
        (
            "odd ground.wayglass",
            one("border odd\n  ring 0 0 20 0 20 20 0 20\n  ring 0 0 20 0 20 20 0 20\n"),
        ),
        ("region.wayglass", one("region 4 4 5 5\n")),
        ("far region.wayglass", one("region 1e12 1e12 1.0000000001e12 1.0000000001e12\n")),
        ("far obstacles.wayglass", crowd(30, &|i| [1e12 - i as f64, -1e12, 3.0])),
        (
            "near and far.wayglass",
            crowd(30, &|i| [10_f64.powi(i as i32 % 13), 0.0, 10_f64.powi(9 - i as i32)]),
        ),
        ("names.wayglass", format!("wayglass 1\n{names}")),
        ("lanes.wayglass", format!("wayglass 1\n{lanes}")),
        ("lanes in one point.wayglass", {
            let points: String = (0..40).map(|i| format!("lane-vertex {i} 5 5\n")).collect();
            let lanes: String = (1..40).map(|i| format!("lane {i} 0 {i} 1\n")).collect();
            format!("wayglass 1\n{points}{lanes}")
        }),
        ("views.wayglass", one("view 1e12 1e12 1e12 1e12\npin \"\\u202E\" 0 0 1e12 1e12 1e308\n")),
        (
            "flat.wayglass",
            "wayglass 1\nobstacle 0\n  outline 0 0 1 0 2 0\nwall 1\n  line 5 5 5 5\n".to_owned(),
        ),
        ("spiral.wayglass", {
            let corner = |i: usize| {
                let (angle, reach) = (i as f64 * 0.7, (i + 1) as f64);
                format!(" {} {}", reach * angle.cos(), reach * angle.sin())
            };
            let corners: String = (0..400).map(corner).collect();
            format!("wayglass 1\nobstacle 0\n  outline{corners}\n")
        }),
    ]
}

fn others() -> Vec<(&'static str, String)> {
    let mut rows = "version 1\n".to_owned();
    for i in 0..100_000_u32 {
        let cost = ["inf", "1e308", "-1", "NaN", "5", "1e-300", "0"][(i % 7) as usize];
        let cost = if i % 2 == 0 { "12.5" } else { cost };
        let _ = writeln!(
            rows,
            "{}\tislands.mesh\t9\t9\t{}\t{}\t40\t50\t{cost}",
            i % 9,
            i % 200,
            i % 150
        );
    }
    // Without what no number is, if that was refused.
    let finite = rows.replace("NaN", "1e300").replace("inf", "-1e308");
    let node = |i: usize, f: &str| {
        format!(
            "  - {{type: generating, id: {i}, pId: {}, f: {f}, g: {f}, x: {f}, y: -{f}}}\n",
            i.max(1) - 1
        )
    };
    let trace = |f: &[&str]| {
        let nodes: String = (0..200).map(|i| node(i, f[i % f.len()])).collect();
        format!("version: 1.4.0\nevents:\n{nodes}")
    };
    vec![
        ("infinite.scen", rows),
        ("far costs.scen", finite),
        (
            "odd names.scen",
            "version 1\n0\t\u{202e}\u{7}مرحبا.mesh\t9\t9\t1\t1\t2\t2\t3\n".to_owned(),
        ),
        ("huge.trace.yaml", trace(&["1e300", "-1e300", "1e308", "5"])),
        ("no number.trace.yaml", trace(&[".nan", ".inf", "-.inf", "3"])),
        ("tiny.trace.yaml", trace(&["1e-300", "0", "-0.0", "4.9e-324"])),
        ("traversal.repro", {
            "wayglass-repro 1\nmap \"../../../escaped.mesh\"\nquery 0 0 1 1\nradius 0\n---\nmesh\n3\n3 1\n0 0\n9 0\n0 9\n1 3 1 2 3 0 0 0\n"
                .to_owned()
        }),
        ("far.repro", {
            "wayglass-repro 1\nmap \"\\u202E\"\nquery 1e12 1e12 -1e12 0\nradius 1e9\nlimit 0\nview -1e12 0 1e12 0\n---\nmesh\n3\n3 1\n0 0\n9 0\n0 9\n1 3 1 2 3 0 0 0\n"
                .to_owned()
        }),
    ]
}

/// Squares in a thousand rows of a thousand, every seventh of them blocked.
pub(super) fn million_faces() -> Vec<u8> {
    const SIDE: usize = 1_000;
    let mut text = format!("mesh\n3\n{} {}\n", (SIDE + 1) * (SIDE + 1), SIDE * SIDE);
    for y in 0..=SIDE {
        (0..=SIDE).for_each(|x| {
            let _ = writeln!(text, "{x} {y}");
        });
    }
    for y in 0..SIDE {
        for x in 0..SIDE {
            let vertex = |x: usize, y: usize| y * (SIDE + 1) + x + 1;
            let face = |x: isize, y: isize| {
                let is_in = |n: isize| (0..SIDE as isize).contains(&n);
                if is_in(x) && is_in(y) { y as usize * SIDE + x as usize + 1 } else { 0 }
            };
            let walkable = u8::from((x * 31 + y * 17) % 7 != 0);
            let (a, b) = (vertex(x, y), vertex(x + 1, y));
            let (c, d) = (vertex(x + 1, y + 1), vertex(x, y + 1));
            let (x, y) = (x as isize, y as isize);
            let around = [face(x, y - 1), face(x + 1, y), face(x, y + 1), face(x - 1, y)];
            let [below, right, above, left] = around;
            // The file lists the side that ends at a corner.
            let _ = writeln!(text, "{walkable} 4 {a} {b} {c} {d} {left} {below} {right} {above}");
        }
    }
    text.into_bytes()
}
