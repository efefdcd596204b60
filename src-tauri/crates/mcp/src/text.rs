//! Text that came from a server, cut to a bound.

/// At most `chars` characters, hidden characters made visible: for errors and logs.
pub(crate) fn shown(text: &str, chars: usize) -> String {
    domain::visible(&clipped(text, chars))
}

/// At most `chars` characters, otherwise as received.
pub(crate) fn clipped(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
