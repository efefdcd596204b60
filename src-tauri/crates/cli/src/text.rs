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

/// What a server says: in the sentence `line` if it is one line, else below the sentence `lines`.
pub(crate) fn claim(
    segments: &[SegmentView],
    line: impl Fn(String) -> Phrase,
    lines: Phrase,
    out: &mut Vec<String>,
) {
    let text = plain(segments);
    if text.contains('\n') {
        out.push(format!("  {}", say(lines)));
        out.extend(quoted_lines("    ", &text));
    } else {
        out.push(format!("  {}", say(line(text))));
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
