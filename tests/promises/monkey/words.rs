//! What a monkey types.

use fastrand::Rng;

/// Numbers, places and queries, good and bad.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "7",
    "42",
    "0.5",
    "-3.25",
    "1e3",
    "1e12",
    "-1e12",
    "1e13",
    "1e308",
    "-1e308",
    "1e309",
    "1e-9",
    "1e-320",
    "NaN",
    "inf",
    "-inf",
    "",
    " ",
    "+",
    "-",
    ".",
    "1,2",
    "12.5,-3",
    "1e12,-1e12",
    "1e308,1e308",
    "NaN,NaN",
    "12.5,-3 -> 40,7",
    "0,0->1e12,1e12",
    "10 10 120 90",
    "18446744073709551616",
    "-1",
    "99999999999",
    "0x10",
    "1_000",
];

/// What else there are fields for: elements, filters, sizes, names of files. None of them has a slash.
const WORDS: &[&str] = &[
    "f 0",
    "f 3",
    "f 99999999",
    "v 1",
    "e 1-2",
    "e 5",
    "f",
    "cost > 10",
    "status fail",
    "time",
    "not",
    "\"",
    "(",
    "1x1",
    "800x600",
    "0x0",
    "99999x99999",
    "20000x1",
    "a",
    "undo",
    "save",
    "close",
    "wall",
    "a.wayglass",
    "b.wayglass",
    "a.mesh",
    "b.mesh",
    "c.svg",
    "d.png",
    "e.gif",
    "f.html",
    "g.scen",
    "h.csv",
    "i.trace.yaml",
    "j.trace.json",
    "k.nav",
    "l.repro",
    "untitled",
    ".",
    "..",
    "kept",
    "islands.mesh",
    "maze.scen",
    "no such file.mesh",
    "a b  c",
    "%s%n",
    "null",
    "zażółć",
    "Ünïcödé",
    "naïve café",
    "…×→",
    "\t",
    "\u{a0}",
];

/// Pieces of drawings and queries as they are pasted.
const PASTED: &[&str] = &[
    "wayglass 1\nobstacle 0\n  outline 1 1 4 1 4 4\n",
    "wayglass 1\nobstacle 0 \"x\"\n  outline 10 10 40 10 40 40 10 40\n  hole 20 20 30 20 30 30\nwall 1\n  line 0 0 50 50\n",
    "wayglass 1\nlane-vertex 1 0 0\nlane-vertex 2 30 0\nlane 1 1 2 1.5\n",
    "wayglass 1\nobstacle 0\n  outline 1e12 1e12 1e12 1e12 1e12 1e12\n",
    "wayglass 1\nobstacle 0\n",
    "10 10 120 90",
    "0\tmap\t1\t1\t10\t10\t120\t90\t5",
    "not a drawing",
];

/// What no font of ours has, or what turns text round.
const ODD: &[&str] = &[
    "\u{202e}abc.mesh",
    "مرحبا بالعالم",
    "漢字かな",
    "👩‍👩‍👧‍👦",
    "\u{0}",
    "\u{7}\u{8}",
    "\u{feff}",
    "\u{200d}\u{200d}",
    "a\u{301}\u{301}\u{301}",
    "\r\n",
    "\u{1b}[31m",
    "\u{10ffff}",
    "שלום.wayglass",
    "\u{2028}",
];

/// A text to type.
pub(super) fn typed(random: &mut Rng, hostile: bool) -> String {
    match random.u8(..20) {
        0 => "x".repeat(random.usize(1..3_000)),
        1 if hostile => ODD.concat().repeat(random.usize(1..20)),
        2..6 if hostile => pick(random, ODD),
        1..10 => pick(random, NUMBERS),
        10..12 => (random.f64() * 200.0 - 50.0).to_string(),
        12..14 => format!("{},{}", random.i32(-50..200), random.i32(-50..200)),
        _ => pick(random, WORDS),
    }
}

/// A text to paste.
pub(super) fn pasted(random: &mut Rng, hostile: bool) -> String {
    match random.bool() {
        true => pick(random, PASTED),
        false => typed(random, hostile),
    }
}

fn pick(random: &mut Rng, list: &[&str]) -> String {
    list[random.usize(..list.len())].to_owned()
}
