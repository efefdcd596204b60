//! Images, sounds and documents on their way to a model.

use base64::{Engine, engine::general_purpose::STANDARD};

/// What a model is told in place of an image that cannot be sent.
pub(crate) const UNUSABLE: &str =
    "[An image was left out: its type or its data cannot be sent to a model.]";

/// What a model is told in place of a sound that cannot be sent.
pub(crate) const UNUSABLE_AUDIO: &str =
    "[A sound was left out: its type or its data cannot be sent to this model.]";

/// What a model is told in place of a document that cannot be sent.
pub(crate) const UNUSABLE_DOCUMENT: &str =
    "[A document was left out: it is not a PDF or its data cannot be sent to this model.]";

/// The media type of every document that is sent.
pub(crate) const PDF: &str = "application/pdf";

/// The name of a document that has none.
const UNNAMED: &str = "document.pdf";

/// Longest name of a document, in characters.
const NAME_MAX: usize = 200;

/// The name to send a document with, if its data is a PDF in standard base64.
pub(crate) fn document_name(name: &str, data_base64: &str) -> Option<String> {
    let is_pdf = STANDARD
        .decode(data_base64)
        .is_ok_and(|data| data.starts_with(b"%PDF-"));
    let name: String = name
        .chars()
        .filter(|c| !c.is_control())
        .take(NAME_MAX)
        .collect();
    let name = if name.trim().is_empty() {
        UNNAMED.to_owned()
    } else {
        name
    };
    is_pdf.then_some(name)
}

/// The format to send a sound with to chat completions, if it takes it and its data is standard base64.
pub(crate) fn audio_format(mime_type: &str, data_base64: &str) -> Option<&'static str> {
    let known = [
        ("audio/wav", "wav"),
        ("audio/x-wav", "wav"),
        ("audio/wave", "wav"),
        ("audio/mpeg", "mp3"),
        ("audio/mp3", "mp3"),
    ];
    let (_, format) = known
        .into_iter()
        .find(|(known, _)| mime_type.eq_ignore_ascii_case(known))?;
    let whole = !data_base64.is_empty() && STANDARD.decode(data_base64).is_ok();
    whole.then_some(format)
}

/// The media type to send an image with, if every provider takes it and its data is standard base64.
pub(crate) fn media_type(mime_type: &str, data_base64: &str) -> Option<&'static str> {
    let known = ["image/png", "image/jpeg", "image/gif", "image/webp"];
    let media_type = known
        .into_iter()
        .find(|known| mime_type.eq_ignore_ascii_case(known))?;
    let whole = !data_base64.is_empty() && STANDARD.decode(data_base64).is_ok();
    whole.then_some(media_type)
}
