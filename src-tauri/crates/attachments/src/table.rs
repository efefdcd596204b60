//! Separated values: where rows end, and whether a text is a table at all. Cells are never interpreted.

/// Lines that are looked at.
const LOOKED_AT: usize = 20;
/// Rows and columns that a text needs to be a table whatever its name is.
const ROWS_MIN: usize = 3;
const COLUMNS_MIN: usize = 3;

/// What separates the columns; `None` if it is no table. `named`: its name says that it is one, so less is needed.
pub(crate) fn separator(text: &str, named: bool) -> Option<char> {
    let (rows_min, columns_min) = if named {
        (1, 1)
    } else {
        (ROWS_MIN, COLUMNS_MIN)
    };
    let of = |separator| {
        let mut rows = rows(text).take(LOOKED_AT).filter(|row| !row.is_empty());
        let columns = columns(rows.next()?, separator);
        let mut number = 1;
        for row in rows {
            if columns != self::columns(row, separator) {
                return None;
            }
            number += 1;
        }
        let enough = number >= rows_min && columns >= columns_min;
        enough.then_some((columns, separator))
    };
    // Of prose no three lines agree; code is no table either, for it has lines of other lengths.
    let found = ['\t', ';', ','].into_iter().filter_map(of);
    let best = found.max_by_key(|(columns, _)| *columns);
    best.map(|(_, separator)| separator)
        .or_else(|| named.then_some(','))
}

fn columns(row: &str, separator: char) -> usize {
    let mut quoted = false;
    let mut number = 1;
    for c in row.chars() {
        match c {
            '"' => quoted = !quoted,
            c if c == separator && !quoted => number += 1,
            _ => {}
        }
    }
    number
}

/// The rows of a table. A quoted cell may have line breaks; a quote that is never closed ends with its line.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = &str> {
    let balanced = text.bytes().filter(|byte| *byte == b'"').count() % 2 == 0;
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut quoted = false;
        let end = rest.bytes().position(|byte| {
            quoted ^= byte == b'"' && balanced;
            byte == b'\n' && !quoted
        });
        let (row, after) = match end {
            Some(end) => (rest.get(..end)?, rest.get(end + 1..)?),
            None => (rest, ""),
        };
        rest = after;
        Some(row.strip_suffix('\r').unwrap_or(row))
    })
}

/// Most bytes of a row of a sheet. One text may fill many cells, and one cell many rows.
pub(crate) const ROW_BYTES: usize = 1 << 20;

/// Adds a cell to a row of separated values by tabs. Line breaks and tabs in it become spaces, so that a row is a line. Returns
/// whether there was room.
#[must_use]
pub(crate) fn push_cell(row: &mut String, cell: &str) -> bool {
    let fits = row.len().saturating_add(cell.len()) <= ROW_BYTES;
    if fits {
        row.extend(cell.chars().map(|c| match c {
            '\t' | '\n' | '\r' => ' ',
            c => c,
        }));
    }
    fits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn rows_keep_line_breaks_of_quoted_cells() {
        let all: Vec<_> = rows("a,\"b\nc\"\r\nd,e\n").collect();
        assert_eq!(all, ["a,\"b\nc\"", "d,e"]);
        let open: Vec<_> = rows("a,\"b\nc").collect();
        assert_eq!(open, ["a,\"b", "c"]);
    }

    #[test]
    fn tables_are_told_from_prose() {
        assert_eq!(separator("a;b;c\n1;2,5;3\n4;5;6\n", false), Some(';'));
        assert_eq!(
            separator("Dear all, hello,\nwe met, yes.\nBye\n", false),
            None
        );
        assert_eq!(separator("one\ntwo\n", true), Some(','));
    }

    #[test]
    fn rows_lose_nothing_but_line_ends() {
        proptest!(|(text in "[a,\"\n]{0,60}")| {
            let kept: String = rows(&text).collect();
            prop_assert_eq!(kept.replace('\n', ""), text.replace('\n', ""));
        });
    }
}
