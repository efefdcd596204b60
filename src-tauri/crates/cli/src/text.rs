//! Texts of servers and models, safe to print at a terminal.

use host::api::{ArgumentView, DifferenceLineView, SegmentView};

/// Text for a terminal, what hides written out.
pub(crate) fn plain(segments: &[SegmentView]) -> String {
    segments
        .iter()
        .map(|segment| match segment {
            SegmentView::Text { text, from } if from.is_empty() => text.clone(),
            SegmentView::Text { text, from } => {
                let names: Vec<&str> = from.iter().map(|server| server.name.as_str()).collect();
                format!("⟦{text}⟧ (from {})", names.join(", "))
            }
            SegmentView::Hidden { code, name, count } => format!("⟨{code} {name} ×{count}⟩"),
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
        let key = plain_line(&argument.key);
        out.push(format!("{indent}{key} ({}):", argument.size));
        let value = plain(&argument.value);
        out.extend(value.lines().map(|line| format!("{indent}  {line}")));
    }
}

/// One side of a line that differs, the words that differ in brackets.
pub(crate) fn describe_line(line: &DifferenceLineView) -> String {
    let label = match line.label.is_empty() {
        true => String::new(),
        false => format!("{}: ", plain_line(&line.label)),
    };
    let pieces = line.pieces.iter().map(|piece| {
        let text = plain_line(&piece.segments);
        match piece.marked {
            true => format!("[{text}]"),
            false => text,
        }
    });
    let sign = if line.added { '+' } else { '-' };
    format!("    {sign} {label}{}", pieces.collect::<String>())
}
