//! A table of a page.

/// A table in the making.
#[derive(Debug)]
pub(super) struct Table {
    text: String,
}

impl Table {
    /// One with these titles over its columns, or without any.
    pub(super) fn new(titles: &[&str]) -> Self {
        let mut table = Self { text: "<table>\n".to_owned() };
        if !titles.is_empty() {
            let title = |title: &&str| format!("<th class=\"number\">{title}</th>");
            table.row(&titles.iter().map(title).collect::<Vec<_>>());
        }
        table
    }

    /// Adds a row of cells, which are elements already.
    pub(super) fn row(&mut self, cells: &[String]) {
        self.text += &format!("<tr>{}</tr>\n", cells.concat());
    }

    pub(super) fn finish(self) -> String {
        self.text + "</table>\n"
    }
}
