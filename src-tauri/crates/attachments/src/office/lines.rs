//! Paragraphs and tables as lines.

use super::package::Package;
use crate::{AttachError, table, tally::Sink};

/// Collects the text of paragraphs. In a table, the cells of a row become one line with tabs.
#[derive(Default)]
pub(super) struct Lines {
    line: String,
    row: String,
    cells: u32,
    row_too_long: bool,
    /// How many tables are open.
    tables: u32,
}

impl Lines {
    pub(super) fn push(&mut self, text: &str) {
        self.line.push_str(text);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// # Errors
    /// A row of a table was longer than [`table::ROW_BYTES`].
    pub(super) fn finish(&self, package: &Package<'_>) -> Result<(), AttachError> {
        if self.row_too_long {
            return Err(package.row_too_long());
        }
        Ok(())
    }

    /// The end of a paragraph, or a break in one.
    pub(super) fn end_line(&mut self, sink: &mut dyn Sink) {
        if self.tables > 0 {
            self.line.push(' ');
            return;
        }
        // A line break in the XML is a space.
        let line = std::mem::take(&mut self.line);
        sink.unit(&one_line(&line));
    }

    pub(super) fn begin_table(&mut self) {
        self.tables = self.tables.saturating_add(1);
    }

    pub(super) fn end_table(&mut self) {
        self.tables = self.tables.saturating_sub(1);
    }

    pub(super) fn end_cell(&mut self) {
        if self.tables != 1 {
            return;
        }
        if self.cells > 0 {
            self.row.push('\t');
        }
        self.cells = self.cells.saturating_add(1);
        let cell = std::mem::take(&mut self.line);
        if !table::push_cell(&mut self.row, cell.trim()) {
            self.row_too_long = true;
        }
    }

    pub(super) fn end_row(&mut self, sink: &mut dyn Sink) {
        if self.tables != 1 {
            return;
        }
        self.cells = 0;
        sink.unit(&std::mem::take(&mut self.row));
    }
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c })
        .collect()
}
