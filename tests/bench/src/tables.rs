//! Figures and tables that Markdown understands.

/// Microseconds, for a table.
pub fn micros(value: f64) -> String {
    if value < 100.0 {
        format!("{value:.1}")
    } else {
        whole(value)
    }
}

/// A whole number, its thousands apart.
pub fn whole(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// Prints a table.
pub fn table(head: &[&str], rows: &[Vec<String>]) {
    print!("{}", self::rows(head, rows));
}

/// A table that Markdown understands.
pub fn rows(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    let width = |at: usize| {
        let cells = rows.iter().chain([&head]).filter_map(|row| row.get(at));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(at, (cell, width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let rule = widths.iter().enumerate().map(|(at, width)| match at {
        0 => "-".repeat(width + 2),
        _ => format!("{}:", "-".repeat(width + 1)),
    });
    let rule = format!("|{}|\n", rule.collect::<Vec<_>>().join("|"));
    let rows: String = rows.iter().map(line).collect();
    line(&head) + &rule + &rows
}
