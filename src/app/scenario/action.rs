//! What the Scenario tab asks for.

use crate::draw::chart::Plot;
use crate::search::Algorithm;
use crate::search::batch::Column;

/// Something that is to be done with the scenario that is open.
#[derive(Debug, Clone, PartialEq)]
pub enum OnScenario {
    /// Search for every row.
    RunAll,
    /// Search for the rows that are selected.
    RunSelected,
    /// Search for every row by another algorithm, too; those that it knows already stay.
    RunOther(Algorithm),
    /// End what is under way; what is known by then stays.
    Cancel,
    /// Sort by a column.
    Sort(Column),
    /// List only the rows of which this holds.
    Filter(String),
    /// Select a row and ask what it asks.
    Choose(u32, Pick),
    /// The same with the row so many places on in the list.
    Step(isize, Pick),
    /// Run it again when the map was changed, or not.
    SetReruns(bool),
    /// Draw starts and goals over the map.
    SetHeat(Heat),
    /// Chart the rows, or list them.
    Show(Option<Plot>),
    /// Make a scenario of so many queries by chance, from a seed.
    Sample(usize, u64),
}

/// How a row joins those that are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    /// Nothing else is selected.
    Only,
    /// In if it was out, out if it was in.
    Toggle,
    /// With all between it and the row that was picked before.
    UpTo,
}

/// Which ends are drawn over the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Heat {
    /// None.
    #[default]
    Off,
    /// Where queries start.
    Starts,
    /// Where they lead.
    Goals,
    /// Both.
    Both,
}

impl Heat {
    /// Every choice.
    pub const ALL: &[Self] = &[Self::Off, Self::Starts, Self::Goals, Self::Both];

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Off => "no ends",
            Self::Starts => "starts",
            Self::Goals => "goals",
            Self::Both => "starts and goals",
        }
    }
}
