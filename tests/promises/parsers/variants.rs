//! The same file spelled otherwise: what a person, an editor or another program may make of a good text file.

use fastrand::Rng;
use wayglass::format::Format;

/// A way to spell a file otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variant {
    ByteOrderMark,
    CarriageReturns,
    Tabs,
    BlankLines,
    Comments,
    OtherComments,
    NoFinalNewline,
    Plus,
    Exponents,
}

impl Variant {
    pub(crate) const ALL: &[Self] = &[
        // Words before lines, and what is at the ends of a file last.
        Self::Plus,
        Self::Exponents,
        Self::Tabs,
        Self::Comments,
        Self::OtherComments,
        Self::BlankLines,
        Self::NoFinalNewline,
        Self::CarriageReturns,
        Self::ByteOrderMark,
    ];

    /// Whether a format may be spelled so.
    pub(crate) fn fits(self, format: Format) -> bool {
        let is_yaml = matches!(format, Format::Building | Format::Posthoc);
        // The cells of a grid are its lines.
        let is_grid = format == Format::Grid;
        match self {
            Self::ByteOrderMark | Self::CarriageReturns | Self::NoFinalNewline => true,
            // A tab is no indent in YAML, and a cell in a grid; in a scenario it ends a name, and no log has any.
            Self::Tabs => {
                !is_yaml && !is_grid && !matches!(format, Format::Scen | Format::PolyanyaLog)
            }
            Self::BlankLines => !is_grid,
            Self::Comments => !is_yaml && !is_grid,
            Self::OtherComments => !is_grid,
            // In JSON, which a trace may be, no number has a plus; the cost of a scenario is kept as it is printed, and
            // nodes of a log are known by how they are printed.
            Self::Plus => {
                !is_grid && !matches!(format, Format::Posthoc | Format::Scen | Format::PolyanyaLog)
            }
            Self::Exponents => !is_grid && !matches!(format, Format::Scen | Format::PolyanyaLog),
        }
    }

    /// The file, spelled so here and there.
    pub(crate) fn of(self, text: &str, format: Format, random: &mut Rng) -> String {
        match self {
            Self::ByteOrderMark => format!("\u{feff}{text}"),
            Self::CarriageReturns => text.replace('\n', "\r\n"),
            Self::NoFinalNewline => text.trim_end_matches(['\n', '\r']).to_owned(),
            Self::Tabs => outside_quotes(text, |c| if c == ' ' { "\t".into() } else { c.into() }),
            Self::BlankLines => by_line(text, random, |line, random| match random.u8(..4) {
                0 => format!("{line}\n"),
                1 => format!("\n{line}"),
                _ => line.to_owned(),
            }),
            Self::Comments => commented(text, format, random, "// a comment 1 2 3"),
            Self::OtherComments => commented(text, format, random, "# a comment, 1 2 3"),
            Self::Plus => by_number(text, random, |number| {
                number.starts_with(|c: char| c.is_ascii_digit()).then(|| format!("+{number}"))
            }),
            Self::Exponents => by_number(text, random, |number| {
                let value: f64 = number.parse().ok()?;
                // Only what has a point is surely a coordinate and no count.
                number.contains('.').then(|| format!("{value:e}"))
            }),
        }
    }
}

fn outside_quotes(text: &str, of: impl Fn(char) -> String) -> String {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let mut spelled = String::new();
    for c in text.chars() {
        spelled += &if is_quoted { c.to_string() } else { of(c) };
        is_quoted ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
    }
    spelled
}

fn by_line(text: &str, random: &mut Rng, of: impl Fn(&str, &mut Rng) -> String) -> String {
    text.split_inclusive('\n').map(|line| of(line, random)).collect()
}

fn commented(text: &str, format: Format, random: &mut Rng, comment: &str) -> String {
    // Where a line is a record, a comment has a line of its own.
    let by_record =
        matches!(format, Format::Scen | Format::Blobs | Format::Project | Format::PolyanyaLog);
    by_line(text, random, |line, random| match line.strip_suffix('\n') {
        Some(rest) if random.u8(..3) == 0 && !by_record => format!("{rest}  {comment}\n"),
        _ if random.u8(..6) == 0 && line.ends_with('\n') => format!("{line}{comment}\n"),
        _ => line.to_owned(),
    })
}

/// Spells some of the numbers otherwise that stand by themselves.
fn by_number(text: &str, random: &mut Rng, of: impl Fn(&str) -> Option<String>) -> String {
    let mut spelled = String::new();
    let mut is_quoted = false;
    let is_gap = |c: char| c.is_whitespace() || ",;[]()\"".contains(c);
    // After the name of a format comes its version, which is a word and no number.
    let has_name = text.trim_start().starts_with(|c: char| c.is_alphabetic());
    let n_spared = if has_name { 2 } else { 0 };
    for (i, piece) in text.split_inclusive(is_gap).enumerate() {
        let word = piece.trim_end_matches(is_gap);
        let is_spared = is_quoted || i < n_spared;
        let is_number = !is_spared && word.parse::<f64>().is_ok_and(f64::is_finite);
        let other = if is_number && random.u8(..4) == 0 { of(word) } else { None };
        spelled += other.as_deref().unwrap_or(word);
        spelled += &piece[word.len()..];
        is_quoted ^= piece.ends_with('"');
    }
    spelled
}
