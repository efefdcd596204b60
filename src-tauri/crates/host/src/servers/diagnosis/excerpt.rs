//! Quotations from a server's output: the first line, the lines that mention an error, and the last line.

use messages::{Value, phrases};

/// Maximum length of a quoted line, in characters.
const LINE_CHARS: usize = 200;
/// Maximum number of quoted error lines.
const ERROR_LINES: usize = 3;
/// How much of the end of the output is examined, in bytes.
const LOOKED_AT: usize = 32 * 1024;

/// Returns the most informative lines of standard error, in order, safe to display.
pub(super) fn of_stderr(text: &str) -> Vec<String> {
    let start = text.ceil_char_boundary(text.len().saturating_sub(LOOKED_AT));
    let lines: Vec<&str> = text[start..]
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !is_filler(line))
        .collect();
    let errors = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| speaks_of_an_error(line))
        .map(|(at, _)| at)
        .take(ERROR_LINES);
    let mut chosen: Vec<usize> = errors.collect();
    chosen.extend([0, lines.len().saturating_sub(1)]);
    chosen.sort_unstable();
    chosen.dedup();
    let mut quoted: Vec<String> = Vec::new();
    for line in chosen.into_iter().filter_map(|at| lines.get(at)) {
        let line = clipped(line);
        if !quoted.contains(&line) {
            quoted.push(line);
        }
    }
    quoted
}

/// Returns one line, truncated, with hidden characters made visible.
pub(super) fn clipped(line: &str) -> String {
    let line = domain::visible(&without_colours(line));
    match line.char_indices().nth(LINE_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Returns the lines as quotations in one sentence.
pub(super) fn quoted(lines: &[String]) -> Value {
    Value::list(lines.iter().map(phrases::host_quoted))
}

/// Whether a line occurs in every report of npm and is uninformative.
fn is_filler(line: &str) -> bool {
    line.contains("A complete log of this run can be found in")
        || line.starts_with("npm notice")
        || line.chars().all(|c| c.is_ascii_punctuation())
}

fn speaks_of_an_error(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["error", "exception", "fatal", "panicked"]
        .iter()
        .any(|word| line.contains(word))
}

/// Removes terminal colors (ECMA-48, CSI sequences). Made visible, they would obscure the words between them.
fn without_colours(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("\u{1b}[") {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 2..];
        let end = tail.find(|c: char| ('@'..='~').contains(&c));
        rest = end.map_or("", |end| &tail[end + 1..]);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_has_the_first_the_last_and_the_lines_with_an_error() {
        let text = "starting\nloading\n\u{1b}[31mError: no key\u{1b}[0m\n    at f (x.js:1)\n\nbye\u{202e}\n";
        let lines = of_stderr(text);
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert_eq!(lines[0], "starting");
        assert_eq!(lines[1], "Error: no key");
        assert!(lines[2].starts_with("bye") && !lines[2].contains('\u{202e}'));
        assert!(of_stderr("").is_empty());
        assert_eq!(of_stderr("one\n").len(), 1);
    }

    #[test]
    fn excerpt_is_bounded_whatever_the_server_writes() {
        let text = format!("{}\n", "error é".repeat(1_000)).repeat(1_000);
        let lines = of_stderr(&text);
        assert!(lines.len() <= ERROR_LINES + 2);
        assert!(
            lines
                .iter()
                .all(|line| line.chars().count() <= LINE_CHARS + 1)
        );
    }
}
