//! odt and ods: the paragraphs of a text, and the cells of sheets.

use super::{
    lines::Lines,
    package::Package,
    xml::{Attributes, Node},
};
use crate::{AttachError, Unit, table, tally::Sink};

const CONTENT: &str = "content.xml";
/// Most spaces that one element makes.
const SPACES_MAX: u32 = 100;
const ROWS_MAX: u32 = 1_048_576;
const COLUMNS_MAX: u32 = 16_384;

pub(super) fn text(package: &mut Package<'_>, sink: &mut dyn Sink) -> Result<(), AttachError> {
    check(package, "odt")?;
    sink.section("", Unit::Lines);
    let mut state = Text::default();
    package.walk(CONTENT, |node| {
        state.node(node, sink);
        true
    })?;
    state.lines.finish(package)
}

pub(super) fn sheets(package: &mut Package<'_>, sink: &mut dyn Sink) -> Result<(), AttachError> {
    check(package, "ods")?;
    let most = package.limits().sections;
    let mut state = Sheets::default();
    package.walk(CONTENT, |node| {
        state.node(node, sink);
        state.number <= most && !state.row_too_long
    })?;
    if state.row_too_long {
        return Err(package.row_too_long());
    }
    Ok(())
}

fn check(package: &mut Package<'_>, format: &str) -> Result<(), AttachError> {
    if package.is_encrypted() {
        return Err(AttachError::Encrypted {
            format: format.to_owned(),
        });
    }
    Ok(())
}

/// Elements whose text is not part of the document: notes of reviewers, and what was deleted.
fn is_left_out(name: &str) -> bool {
    matches!(name, "annotation" | "tracked-changes")
}

#[derive(Default)]
struct Text {
    lines: Lines,
    paragraphs: u32,
    left_out: u32,
}

impl Text {
    fn node(&mut self, node: Node<'_, '_>, sink: &mut dyn Sink) {
        match node {
            Node::Start(name, _) if is_left_out(name) => {
                self.left_out = self.left_out.saturating_add(1);
            }
            Node::End(name) if is_left_out(name) => {
                self.left_out = self.left_out.saturating_sub(1);
            }
            _ if self.left_out > 0 => {}
            Node::Start(name, attributes) => self.start(name, attributes, sink),
            Node::End(name) => self.end(name, sink),
            Node::Text(text) if self.paragraphs > 0 => self.lines.push(text),
            Node::Text(_) => {}
        }
    }

    fn start(&mut self, name: &str, attributes: &Attributes<'_>, sink: &mut dyn Sink) {
        match name {
            "p" => self.paragraphs = self.paragraphs.saturating_add(1),
            "h" => {
                self.paragraphs = self.paragraphs.saturating_add(1);
                let level = attributes.number("outline-level").unwrap_or(1).clamp(1, 6);
                self.lines.push(&"#".repeat(level as usize));
                self.lines.push(" ");
            }
            "s" => self.lines.push(&spaces(attributes)),
            "tab" => self.lines.push("\t"),
            "line-break" => self.lines.end_line(sink),
            "table" => self.lines.begin_table(),
            _ => {}
        }
    }

    fn end(&mut self, name: &str, sink: &mut dyn Sink) {
        match name {
            "p" | "h" => {
                self.paragraphs = self.paragraphs.saturating_sub(1);
                self.lines.end_line(sink);
            }
            "table" => self.lines.end_table(),
            "table-cell" => self.lines.end_cell(),
            "table-row" => self.lines.end_row(sink),
            _ => {}
        }
    }
}

fn spaces(attributes: &Attributes<'_>) -> String {
    let number = attributes.number("c").unwrap_or(1).min(SPACES_MAX);
    " ".repeat(number as usize)
}

#[derive(Default)]
struct Sheets {
    /// How many sheets began.
    number: u32,
    /// How many rows of this sheet were handed on.
    rows: u32,
    /// How many empty rows wait for one with content.
    empty_rows: u32,
    row: String,
    row_repeated: u32,
    row_too_long: bool,
    columns: u32,
    /// How many columns of the row are filled up to the last cell with content.
    filled: u32,
    cell: String,
    cell_repeated: u32,
    paragraphs: u32,
    left_out: u32,
}

impl Sheets {
    fn node(&mut self, node: Node<'_, '_>, sink: &mut dyn Sink) {
        match node {
            Node::Start(name, _) if is_left_out(name) => {
                self.left_out = self.left_out.saturating_add(1);
            }
            Node::End(name) if is_left_out(name) => {
                self.left_out = self.left_out.saturating_sub(1);
            }
            _ if self.left_out > 0 => {}
            Node::Start(name, attributes) => self.start(name, attributes, sink),
            Node::End("table-row") => self.end_row(sink),
            Node::End("table-cell" | "covered-table-cell") => self.end_cell(),
            Node::End("p") => self.paragraphs = self.paragraphs.saturating_sub(1),
            Node::Text(text) if self.paragraphs > 0 => self.cell.push_str(text),
            Node::End(_) | Node::Text(_) => {}
        }
    }

    fn start(&mut self, name: &str, attributes: &Attributes<'_>, sink: &mut dyn Sink) {
        match name {
            "table" => {
                let title = attributes.get("name").unwrap_or_default();
                sink.section(&title, Unit::Rows);
                self.number = self.number.saturating_add(1);
                self.rows = 0;
                self.empty_rows = 0;
            }
            "table-row" => {
                self.row.clear();
                self.columns = 0;
                self.filled = 0;
                self.row_repeated = attributes.number("number-rows-repeated").unwrap_or(1);
            }
            "table-cell" | "covered-table-cell" => {
                self.cell.clear();
                self.cell_repeated = attributes.number("number-columns-repeated").unwrap_or(1);
            }
            "p" => {
                if !self.cell.is_empty() {
                    self.cell.push(' ');
                }
                self.paragraphs = self.paragraphs.saturating_add(1);
            }
            "s" => self.cell.push_str(&spaces(attributes)),
            "tab" | "line-break" => self.cell.push(' '),
            _ => {}
        }
    }

    fn end_cell(&mut self) {
        let last = self
            .columns
            .saturating_add(self.cell_repeated)
            .min(COLUMNS_MAX);
        if !self.cell.trim().is_empty() {
            while self.columns < last && !self.row_too_long {
                while self.filled < self.columns {
                    self.row.push('\t');
                    self.filled += 1;
                }
                self.row_too_long = !table::push_cell(&mut self.row, &self.cell);
                self.columns += 1;
            }
        }
        self.columns = last;
        self.cell.clear();
    }

    fn end_row(&mut self, sink: &mut dyn Sink) {
        if self.row.is_empty() {
            self.empty_rows = self.empty_rows.saturating_add(self.row_repeated);
            return;
        }
        let empty = self.empty_rows.min(ROWS_MAX.saturating_sub(self.rows));
        sink.blank(empty);
        self.rows += empty;
        self.empty_rows = 0;
        for _ in 0..self.row_repeated.min(ROWS_MAX.saturating_sub(self.rows)) {
            sink.unit(&self.row);
            self.rows += 1;
        }
    }
}
