//! The rows of a scenario, what came of them, and a chart of that.

use crate::draw::{Size, Theme};
use crate::format;
use crate::search::Algorithm;
use crate::search::batch::Manner;

use super::super::App;
use super::super::scenario::{self, Plot, Rows};
use super::{Failed, NO_MEMORY};

/// More dots than this nobody can tell apart in a picture.
const MOST_DOTS: usize = 10_000;

/// The rows, or what came of those of the newest run.
pub(super) fn rows(app: &App) -> Result<Rows, String> {
    Ok(app.scenario.as_ref().ok_or("there is no scenario")?.rows.clone())
}

/// The bytes of a file of them.
pub(super) fn write(rows: &Rows, is_scen: bool) -> Vec<u8> {
    if is_scen { format::scen::write(&rows.scenario).bytes } else { rows.to_csv().into_bytes() }
}

/// A chart of what came of them.
pub(super) struct Charted {
    name: String,
    rows: Rows,
    algorithm: Algorithm,
    plot: Plot,
    theme: Theme,
}

impl Charted {
    /// The chart that is shown.
    pub(super) fn of(app: &App, theme: Theme) -> Result<Self, String> {
        let ran = app.scenario.as_ref().and_then(|known| Some((known, known.ran.as_ref()?)));
        let (known, (_, Manner { algorithm, .. })) = ran.ok_or("run the scenario first")?;
        let (name, rows) = (known.name.clone(), known.rows.clone());
        let plot = known.plot.unwrap_or(Plot::Time);
        Ok(Self { name, rows, algorithm: *algorithm, plot, theme })
    }

    /// The same as a picture.
    pub(super) fn picture(&self, is_svg: bool) -> Result<Vec<u8>, Failed> {
        let Self { name, rows, algorithm, plot, theme } = self;
        let size = Size::new(1200, 800).map_err(|error| error.to_string())?;
        let chart = scenario::chart_of(name, rows, *algorithm, *plot).thinned(size, MOST_DOTS);
        if is_svg {
            return Ok(chart.svg(size, *theme).into_bytes());
        }
        let png = chart.pixels(size, *theme).and_then(|pixels| pixels.png());
        png.ok_or_else(|| NO_MEMORY.into())
    }
}
