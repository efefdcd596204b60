//! Values that go to servers and content that comes from them, in a terminal.

use host::Secret;
use host_api::{ContentView, GivenValue};
use messages::phrases;

use crate::{output::Failure, words::say};

/// Reads `NAME=VALUE` words.
pub(crate) fn given(words: &[String]) -> Result<Vec<GivenValue>, Failure> {
    let value = |word: &String| {
        let (name, value) = word.split_once('=')?;
        (!name.is_empty()).then(|| GivenValue {
            name: name.to_owned(),
            value: value.to_owned(),
        })
    };
    words
        .iter()
        .map(|word| {
            value(word).ok_or_else(|| {
                Failure::usage(phrases::terminal_not_name_value(word))
                    .hint(phrases::terminal_hint_name_value())
            })
        })
        .collect()
}

/// A block of a server's result, for a terminal.
pub(crate) fn block_text(block: &ContentView) -> String {
    match block {
        ContentView::Text { text, cut } => cut_text(text, *cut),
        ContentView::Image {
            mime_type,
            width,
            height,
            ..
        } => say(phrases::terminal_block_image(*height, mime_type, *width)),
        ContentView::Audio {
            mime_type, bytes, ..
        } => say(phrases::terminal_block_audio(
            phrases::terminal_bytes(*bytes),
            mime_type,
        )),
        ContentView::Resource { uri, body, .. } => format!("({uri})\n{}", block_text(body)),
        ContentView::Link { uri, name, .. } => say(phrases::terminal_block_link(name, uri)),
        ContentView::Data { what, bytes, why } => say(phrases::terminal_block_data(
            phrases::terminal_bytes(*bytes),
            what,
            why,
        )),
        ContentView::Other { raw, cut } => cut_text(raw, *cut),
    }
}

/// A text, with a note if it was cut.
pub(crate) fn cut_text(text: &str, cut: bool) -> String {
    if cut {
        format!("{text}\n{}", say(phrases::terminal_cut()))
    } else {
        text.to_owned()
    }
}

/// The values of `--env`.
pub(crate) fn env_values(env: &[Secret]) -> Result<Vec<(String, Secret)>, Failure> {
    let one = |pair: &Secret| {
        // What stands there may be a secret without its name: it is not repeated.
        let (name, value) = pair.expose().split_once('=').ok_or_else(|| {
            Failure::usage(phrases::terminal_env_form()).hint(phrases::terminal_hint_env_from())
        })?;
        Ok((name.to_owned(), Secret::new(value.to_owned())))
    };
    env.iter().map(one).collect()
}

/// An argument that holds a secret: it does not print with the others.
#[allow(
    clippy::unnecessary_wraps,
    reason = "clap takes a function that may fail"
)]
pub(crate) fn secret(text: &str) -> Result<Secret, std::convert::Infallible> {
    Ok(Secret::new(text.to_owned()))
}
