//! Texts of servers and models, safe to print at a terminal.

use host::api::{ArgumentView, SegmentView};

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
