//! Texts of others, for a terminal: isolated, what hides in them written out.

use host_api::{ArgumentView, DifferenceLineView, SegmentView};
use messages::{Phrase, Text, Value, phrases, without_isolation};

use crate::words::{quoted, quoted_lines, said, say, say_inside};

/// Text of others as it is, runs of hidden characters and passages from other servers marked. It is not safe to print: pass it to
/// [`quoted`], [`quoted_lines`] or [`say`].
pub(crate) fn plain(segments: &[SegmentView]) -> String {
    segments
        .iter()
        .map(|segment| match segment {
            SegmentView::Text { text, from } if from.is_empty() => text.clone(),
            SegmentView::Text { text, from } => {
                let names = Value::list(from.iter().map(|server| &server.name));
                let from = say_inside(phrases::terminal_marked_from(names));
                format!("⟦{text}⟧ {from}")
            }
            SegmentView::Hidden { code, name, count } => {
                let name = without_isolation(&said(name));
                format!("⟨{code} {name} ×{count}⟩")
            }
        })
        .collect()
}

/// The same for one line: a line break in somebody's text cannot begin a line that looks like ours.
pub(crate) fn plain_line(segments: &[SegmentView]) -> String {
    domain::visible(&plain(segments))
}

/// Arguments in full, indented.
pub(crate) fn describe_arguments(arguments: &[ArgumentView], indent: &str, out: &mut Vec<String>) {
    for argument in arguments {
        let name = phrases::terminal_argument(plain(&argument.key), &argument.size);
        out.push(format!("{indent}{}", say(name)));
        out.extend(quoted_lines(
            &format!("{indent}  "),
            &plain(&argument.value),
        ));
    }
}

/// Maximum length of what a server says about a tool, in characters. The rest is counted.
const CLAIM_CHARACTERS: usize = 600;
/// Maximum number of its lines.
const CLAIM_LINES: usize = 8;

/// What a server says: in the sentence `line` if it is one line, else below the sentence `lines`, each line with a bar before it. It
/// is cut, so that it cannot push the rest off the screen.
pub(crate) fn claim(
    segments: &[SegmentView],
    line: impl Fn(String) -> Phrase,
    lines: Phrase,
    out: &mut Vec<String>,
) {
    let text = plain(segments);
    let shown: String = text.chars().take(CLAIM_CHARACTERS).collect();
    let first: Vec<&str> = shown.lines().take(CLAIM_LINES).collect();
    let shown = first.join("\n");
    let left = text
        .trim_end()
        .chars()
        .count()
        .saturating_sub(shown.chars().count());
    if shown.contains('\n') {
        out.push(format!("  {}", say(lines)));
        out.extend(quoted_lines("    │ ", &shown));
    } else {
        out.push(format!("  {}", say(line(shown))));
    }
    if left > 0 {
        out.push(format!(
            "    {}",
            say(phrases::terminal_server_says_more(left))
        ));
    }
}

/// A reason or a warning of the host, in two parts.
pub(crate) fn reason(mark: &str, lead: &Text, rest: &Text) -> String {
    let mut out = format!("{mark}{}", said(lead));
    if !rest.is_empty() {
        out = format!("{out} {}", said(rest));
    }
    out
}

/// One side of a line that differs, the words that differ in brackets.
pub(crate) fn describe_line(line: &DifferenceLineView) -> String {
    let label = match line.label.is_empty() {
        true => String::new(),
        false => format!("{}: ", quoted(&plain(&line.label))),
    };
    let pieces = line.pieces.iter().map(|piece| {
        let text = plain(&piece.segments);
        match piece.marked {
            true => format!("[{text}]"),
            false => text,
        }
    });
    let sign = if line.added { '+' } else { '-' };
    format!("    {sign} {label}{}", quoted(&pieces.collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claimed(text: &str) -> Vec<String> {
        let segments = [SegmentView::Text {
            text: text.to_owned(),
            from: Vec::new(),
        }];
        let mut out = Vec::new();
        let line = |text: String| phrases::terminal_server_says(text);
        claim(
            &segments,
            line,
            phrases::terminal_server_says_lines(),
            &mut out,
        );
        out
    }

    #[test]
    fn what_a_server_says_is_cut_and_each_of_its_lines_is_marked() {
        for text in [
            "\n".repeat(200) + "x",
            "a\n".repeat(200),
            "a\r\n".repeat(200),
            "word ".repeat(1_000),
            "a\u{85}".repeat(500),
            "a\u{2028}".repeat(500),
            "a\u{b}".repeat(500),
        ] {
            let out = claimed(&text);
            assert!(out.len() <= CLAIM_LINES + 2, "{} lines", out.len());
            assert!(out.iter().all(|line| !line.contains(['\n', '\r'])));
            let last = out.last().map(String::as_str).unwrap_or_default();
            assert!(last.contains('…'), "{last}");
            let characters: usize = out.iter().map(|line| line.chars().count()).sum();
            assert!(characters < 10 * CLAIM_CHARACTERS, "{characters}");
        }
        assert_eq!(claimed("Reads a file.").len(), 1);
    }
}
