//! A page about a map, and about the queries of a scenario on it: one HTML file that needs nothing else.

use crate::document::facts::Fact;
use crate::mesh::islands::Ways;
use crate::mesh::{Findings, Islands, Navmesh, Severity};
use crate::search::batch::{Case, Expected, Judgement, Summary};
use crate::text::{counted, counted_as, grouped, measure};

use super::svg::escaped;
use super::{Map, Picture, Size, Theme};

mod base64;
mod charts;
mod failed;
mod manner;
mod table;

use failed::Shown;
pub use manner::in_words;
use table::Table;

/// A page about a map.
#[derive(Debug, Clone)]
pub struct Report<'a> {
    /// The map as it is drawn; its title is that of the page.
    pub picture: Picture<'a>,
    /// What there is to say of the map.
    pub facts: Vec<Fact>,
    /// What is odd about it.
    pub findings: &'a Findings,
    /// What came of a scenario on it.
    pub run: Option<Run<'a>>,
}

/// What came of a scenario.
#[derive(Debug, Clone)]
pub struct Run<'a> {
    /// What the scenario is called.
    pub name: &'a str,
    /// How it was searched, in words.
    pub manner: String,
    /// Its rows.
    pub cases: Vec<Case<'a>>,
    /// Why the map in the picture may come to something else, if it may.
    pub doubt: Option<&'a str>,
}

/// How large the picture of the map is, and those of queries on it.
const PICTURE: Size = Size::PICTURE;
/// A picture of more letters than this becomes pixels, if that makes it smaller.
const MOST_LETTERS: usize = 600_000;
/// How many findings of a kind are listed.
const FINDINGS: usize = 20;
/// How many islands, and how many of the slowest queries, are listed.
const ISLANDS: usize = 20;
const SLOWEST: usize = 10;
/// How many failures are listed: more than anybody reads, and few enough for any browser.
const FAILURES: usize = 5_000;

/// How the page looks.
const STYLE: &str = "\
:root { color-scheme: light }
body { font: 15px/1.5 system-ui, sans-serif; color: #1d2127; background: #fff; max-width: 1200px; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; margin: 0 }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #e2e4e8 }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem }
p, ul { margin: .4rem 0 }
svg, img { max-width: 100%; height: auto }
figure { margin: 1rem 0; border: 1px solid #e2e4e8 }
table { border-collapse: collapse; margin: .4rem 0; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .15rem .9rem .15rem 0; vertical-align: top }
th { font-weight: 600; color: #66707d }
td.number, th.number { text-align: right }
.quiet { color: #66707d }
.error { color: #c81e1e; font-weight: 600 }
.warning { color: #a85a00; font-weight: 600 }
.good { color: #00805d; font-weight: 600 }
figcaption { padding: .2rem .6rem; color: #66707d }
.side-by-side { display: flex; flex-wrap: wrap; gap: 1rem }
.side-by-side figure { flex: 1 1 30rem; margin: 0 }
";

impl Report<'_> {
    /// The page; none if there is no memory for its picture.
    pub fn html(&self) -> Option<String> {
        let title = escaped(self.picture.title);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        );
        page += &format!("<p>{}</p>\n", self.in_short());
        page += &format!("<figure>{}</figure>\n", image(&self.picture, PICTURE, "The map")?);
        page += "<h2>What is in it</h2>\n";
        let mut table = Table::new(&[]);
        for (name, value) in &self.facts {
            table.row(&[format!("<th>{name}</th>"), cell(value)]);
        }
        page += &table.finish();
        if let Map::Mesh(mesh) = self.picture.map {
            page += &islands(mesh);
        }
        page += &self.findings();
        if let Some(run) = &self.run {
            page += &run.html(&self.picture)?;
        }
        page += "<p class=\"quiet\">Written by Wayglass ";
        page += crate::VERSION;
        page += "</p>\n</body>\n</html>\n";
        Some(page)
    }

    /// What somebody wants to know who reads one line only.
    fn in_short(&self) -> String {
        let errors = match self.findings.count_severity(Severity::Error) {
            0 => "<span class=\"good\">No errors in the map</span>".to_owned(),
            n => format!("<span class=\"error\">{} in the map</span>", counted(n, "error")),
        };
        let run = self.run.as_ref().map(|run| match run.failures().count() {
            0 if run.summary().judged() == 0 => {
                "; <span class=\"warning\">no query could be judged</span>".to_owned()
            }
            0 => "; <span class=\"good\">no query failed</span>".to_owned(),
            n => {
                let failed = counted_as(n, "query", "queries");
                format!("; <span class=\"error\">{failed} failed</span>")
            }
        });
        errors + &run.unwrap_or_default()
    }

    fn findings(&self) -> String {
        let mut text = "<h2>What is odd about it</h2>\n".to_owned();
        if self.findings.is_empty() {
            return text + "<p>Nothing.</p>\n";
        }
        for same in self.findings.list().chunk_by(|a, b| a.kind == b.kind) {
            let (kind, severity) = (same[0].kind, same[0].severity().name());
            let count = self.findings.count(kind);
            let name = kind.name().replace('_', " ");
            text += &format!(
                "<h3><span class=\"{severity}\">{severity}</span> {name} ({})</h3>\n<ul>\n",
                grouped(count)
            );
            for finding in same.iter().take(FINDINGS) {
                let at = finding.origin.map_or_else(String::new, |at| {
                    format!(" <span class=\"quiet\">{}</span>", escaped(&at.to_string()))
                });
                text += &format!("<li>{}{at}</li>\n", escaped(&finding.message));
            }
            if FINDINGS < count {
                let more = grouped(count - same.len().min(FINDINGS));
                text += &format!("<li class=\"quiet\">and {more} more</li>\n");
            }
            text += "</ul>\n";
        }
        text
    }
}

/// A picture as a part of a page; none if there is no memory for it.
fn image(picture: &Picture<'_>, size: Size, what: &str) -> Option<String> {
    let svg = picture.svg(size, Theme::Light);
    if svg.len() <= MOST_LETTERS {
        return Some(svg);
    }
    let png = picture.pixels(size, Theme::Light)?.png()?;
    let data = base64::encode(&png);
    let image = format!("<img alt=\"{what}\" src=\"data:image/png;base64,{data}\">");
    Some(if image.len() < svg.len() { image } else { svg })
}

fn cell(text: &str) -> String {
    format!("<td>{}</td>", escaped(text))
}

fn number(text: impl std::fmt::Display) -> String {
    format!("<td class=\"number\">{text}</td>")
}

fn islands(mesh: &Navmesh) -> String {
    let islands = Islands::new(mesh, Ways::OnFoot);
    let list = islands.list();
    if list.len() < 2 {
        return String::new();
    }
    let mut table = Table::new(&["island", "faces", "area", "share"]);
    for (place, island) in list.iter().take(ISLANDS).enumerate() {
        let share = 100.0 * island.area / islands.area().max(f64::MIN_POSITIVE);
        let (faces, area) = (grouped(island.n_faces as usize), measure(island.area));
        let share = format!("{share:.1} %");
        table.row(&[number(place + 1), number(faces), number(area), number(share)]);
    }
    let more = match list.len().saturating_sub(ISLANDS) {
        0 => String::new(),
        n => {
            format!("<p class=\"quiet\">and {} smaller</p>\n", counted_as(n, "that is", "that are"))
        }
    };
    format!("<h2>Islands</h2>\n{}{more}", table.finish())
}

impl Run<'_> {
    fn failures(&self) -> impl Iterator<Item = &Case<'_>> {
        self.cases.iter().filter(|case| case.judgement() == Some(Judgement::Fail))
    }

    /// The pictures of its queries on the map.
    fn pictures(&self, map: &Picture<'_>) -> Option<String> {
        let map = Picture { route: None, search: None, verdict: None, over: None, ..*map };
        let failed = failed::failed(&self.cases, &map, PICTURE);
        let ends = failed::ends(&self.cases, &map, PICTURE);
        let mut text = String::new();
        for Shown { over, caption } in failed.into_iter().chain([ends]) {
            let image = image(&Picture { over: Some(&over), ..map }, PICTURE, &caption)?;
            text += &format!("<figure>{image}<figcaption>{caption}</figcaption></figure>\n");
        }
        Some(text)
    }

    fn summary(&self) -> Summary {
        Summary::new(self.cases.iter().filter_map(Case::ran))
    }

    fn html(&self, map: &Picture<'_>) -> Option<String> {
        let summary = self.summary();
        let mut text = format!("<h2>{}</h2>\n", escaped(self.name));
        let queries = match self.cases.len() {
            all if summary.instances < all => {
                format!("{} of {} queries were run", grouped(summary.instances), grouped(all))
            }
            all => counted_as(all, "query", "queries"),
        };
        let (found, failed) = (grouped(summary.found), grouped(summary.mismatches.len()));
        let class = match (summary.mismatches.len(), summary.judged()) {
            (0, 0) => "quiet",
            (0, _) => "good",
            _ => "error",
        };
        let unknown = match summary.instances - summary.judged() {
            0 => String::new(),
            n => format!("; of {} nobody says what they should come to", grouped(n)),
        };
        let gave_up = match summary.gave_up {
            0 => String::new(),
            n => format!(", of {} the search gave up", grouped(n)),
        };
        text += &format!(
            "<p>{queries}, searched with {}: {found} have a path, {} have none{gave_up}; {} came to what \
             they should, <span class=\"{class}\">{failed} did not</span>{unknown}.</p>\n",
            escaped(&self.manner),
            grouped(summary.without_path()),
            grouped(summary.passed),
        );
        if let Some(doubt) = self.doubt {
            text += &format!("<p class=\"warning\">{}</p>\n", escaped(doubt));
        }
        let [mean, median, p99] =
            [summary.mean_micros(), summary.median_micros, summary.p99_micros].map(measure);
        text += &format!(
            "<p>A search took {mean} µs on the average, half of them less than {median}, 99 % less \
             than {p99}; all together expanded {} nodes.</p>\n",
            grouped(summary.counters.expanded as usize)
        );
        text += &self.pictures(map)?;
        text += &charts::html(&self.cases);
        let failures: Vec<&Case<'_>> = self.failures().collect();
        if !failures.is_empty() {
            let shown = failures.iter().copied().take(FAILURES);
            text += &format!("<h3>Queries that failed</h3>\n{}", rows(shown));
            if FAILURES < failures.len() {
                let more = grouped(failures.len() - FAILURES);
                text += &format!("<p class=\"quiet\">and {more} more</p>\n");
            }
        }
        let mut slowest: Vec<&Case<'_>> = self.cases.iter().filter(|c| c.row.is_some()).collect();
        let micros = |case: &Case<'_>| case.row.map_or(0.0, |row| row.micros);
        slowest.sort_by(|a, b| micros(b).total_cmp(&micros(a)).then(a.index.cmp(&b.index)));
        text += "<h3>The slowest</h3>\n";
        Some(text + &rows(slowest.into_iter().take(SLOWEST)))
    }
}

fn rows<'a>(cases: impl Iterator<Item = &'a Case<'a>>) -> String {
    let columns = ["row", "from", "to", "expected", "cost", "µs", "expanded", "outcome"];
    let mut table = Table::new(&columns);
    for case in cases {
        let place = |x: f64, y: f64| number(format!("{}, {}", measure(x), measure(y)));
        let (start, goal) = (case.instance.start, case.instance.goal);
        let printed = |cost: Option<f64>| number(cost.map_or("–".to_owned(), measure));
        let expected = match case.expected {
            Expected::NoPath => cell("no path"),
            Expected::AtMost(most, _) => number(format!("≤ {}", measure(most))),
            expected => printed(expected.cost()),
        };
        let row = case.row;
        table.row(&[
            number(case.index + 1),
            place(start.x, start.y),
            place(goal.x, goal.y),
            expected,
            printed(case.cost()),
            number(row.map_or_else(String::new, |row| measure(row.micros))),
            number(row.map_or_else(String::new, |row| grouped(row.counters.expanded as usize))),
            cell(row.map_or("not run", |row| row.outcome.name())),
        ]);
    }
    table.finish()
}
