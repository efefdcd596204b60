//! Lines of output, and the paths in them that are looked for.

use std::path::Path;

/// Maximum number of lines of output that are searched, from the end.
const LINES: usize = 200;
/// Maximum length of a line that is searched, in bytes.
const LINE_BYTES: usize = 4 * 1024;
/// Maximum number of paths and programs that are looked for on the disk.
pub(super) const LOOKED_FOR: usize = 40;

/// A line of output as it is, and in lower case.
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub lower: String,
}

impl Line<'_> {
    /// Whether it has one of these words, which are in lower case.
    pub fn says(&self, signs: &[&str]) -> bool {
        signs.iter().any(|sign| self.lower.contains(sign))
    }
}

/// Returns the last lines of an output, the last one first.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut last = text.lines().rev().take(LINES).peekable();
    let mut out = Vec::new();
    while let Some(line) = last.next() {
        let text = domain::cut(line, LINE_BYTES);
        let mut lower = text.to_lowercase();
        // Python prints the statement that failed before the error.
        let statement = last.peek().filter(|before| before.starts_with("    "));
        if let (false, Some(statement)) = (text.starts_with(' '), statement) {
            lower.push_str("  ");
            lower.push_str(&domain::cut(statement, LINE_BYTES).to_lowercase());
        }
        out.push(Line { text, lower });
    }
    out
}

/// Whether every sandbox provides this place itself.
pub(super) fn is_provided(path: &Path) -> bool {
    let provided = ["/innkeeper", "/proc", "/dev", "/sys"];
    provided.iter().any(|place| path.starts_with(place))
}
