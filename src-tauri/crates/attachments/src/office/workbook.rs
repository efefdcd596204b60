//! xlsx: the cells of each sheet, by `calamine`. It reads cell by cell; its dense tables, which one far cell makes huge, are
//! not used. What it unpacks is checked before.

use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader as _, Xlsx};

use super::package::Package;
use crate::{AttachError, Unit, table, tally::Sink};

/// Most rows and columns of a sheet, as the format has them.
const ROWS_MAX: u32 = 1_048_576;
const COLUMNS_MAX: u32 = 16_384;

pub(super) fn read(package: &mut Package<'_>, sink: &mut dyn Sink) -> Result<(), AttachError> {
    package.check_all()?;
    let damaged = || AttachError::damaged("xlsx");
    let mut book = Xlsx::new(Cursor::new(package.bytes())).map_err(|_| damaged())?;
    let names = book.sheet_names();
    for name in names.iter().take(package.limits().sections as usize) {
        sink.section(name, Unit::Rows);
        // A sheet of a chart has no cells.
        let Ok(mut cells) = book.worksheet_cells_reader(name) else {
            continue;
        };
        let mut rows = Rows::new(sink);
        while let Some(cell) = cells.next_cell().map_err(|_| damaged())? {
            let (row, column) = cell.get_position();
            if !rows.cell(row, column, &shown(cell.get_value())) {
                return Err(package.row_too_long());
            }
        }
        rows.end();
    }
    Ok(())
}

/// Puts cells that come in order into rows.
struct Rows<'s> {
    sink: &'s mut dyn Sink,
    row: String,
    /// The number of the row that is collected, from 0.
    number: u32,
    columns: u32,
}

impl<'s> Rows<'s> {
    fn new(sink: &'s mut dyn Sink) -> Self {
        Self {
            sink,
            row: String::new(),
            number: 0,
            columns: 0,
        }
    }

    /// The next cell. Returns whether there was room in the row.
    fn cell(&mut self, row: u32, column: u32, text: &str) -> bool {
        // A cell out of order or out of bounds is not a cell of a sheet.
        if text.is_empty() || row < self.number || row >= ROWS_MAX || column >= COLUMNS_MAX {
            return true;
        }
        if row > self.number {
            self.sink.unit(&self.row);
            self.sink.blank(row - self.number - 1);
            self.row.clear();
            self.columns = 0;
            self.number = row;
        }
        while self.columns < column {
            self.row.push('\t');
            self.columns += 1;
        }
        table::push_cell(&mut self.row, text)
    }

    fn end(self) {
        if !self.row.is_empty() {
            self.sink.unit(&self.row);
        }
    }
}

fn shown(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Empty => String::new(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.clone()
        }
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(value) => if *value { "TRUE" } else { "FALSE" }.to_owned(),
        DataRef::Error(error) => error.to_string(),
        DataRef::DateTime(time) => moment(time),
    }
}

fn moment(time: &ExcelDateTime) -> String {
    let days = time.as_f64();
    if time.is_duration() {
        let seconds = (days * 86_400.0).round() as i64;
        let (hours, rest) = (seconds / 3600, (seconds % 3600).abs());
        return format!("{hours}:{:02}:{:02}", rest / 60, rest % 60);
    }
    let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
    let clock = format!("{hour:02}:{minute:02}:{second:02}");
    if days < 1.0 {
        return clock;
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    if days.fract() == 0.0 {
        date
    } else {
        format!("{date} {clock}")
    }
}
