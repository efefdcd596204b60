//! The answer of a reader, checked: a parser that was taken over could say anything.

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::{
    AttachError, Attachment, AudioMedia, Extract, ImageMedia, Limits, Part, Remark, STEPS_MAX, name,
};

/// Most names of embedded files.
const NAMES_MAX: usize = 64;
/// Most remarks on one file.
const REMARKS_MAX: usize = 16;

/// What was found, with its names made safe to show; `None` if it cannot be true.
pub(crate) fn attachment(
    mut found: Attachment,
    name: &str,
    bytes: &[u8],
    limits: &Limits,
) -> Option<Attachment> {
    let most = (limits.package.sections as usize).max(3);
    let sound = !found.offers.is_empty()
        && found.offers.len() <= most
        && found
            .offers
            .iter()
            .all(|offer| offer.steps.len() <= STEPS_MAX);
    if !sound {
        return None;
    }
    found.name = name::of_file(name);
    found.bytes = bytes.len() as u64;
    for offer in &mut found.offers {
        offer.title = name::shown(&offer.title);
    }
    found.remarks = remarks(found.remarks);
    Some(found)
}

/// What was made; `None` if a part is not what it is called, or larger than it may be.
pub(crate) fn extract(mut made: Extract, bytes: &[u8], limits: &Limits) -> Option<Extract> {
    let most = limits.drawn_pages.max(1) as usize;
    let sound = (1..=most).contains(&made.parts.len())
        && made.taken.first >= 1
        && made.taken.first <= made.taken.last
        && made.taken.last <= made.total
        && made.parts.iter().all(|it| is_sound(it, bytes, limits));
    made.remarks = remarks(made.remarks);
    sound.then_some(made)
}

fn is_sound(part: &Part, bytes: &[u8], limits: &Limits) -> bool {
    match part {
        Part::Text(text) => text.len() as u64 <= limits.text_bytes,
        Part::Image {
            media_type, data, ..
        } => {
            let start: &[u8] = match media_type {
                ImageMedia::Png => b"\x89PNG\r\n\x1a\n",
                ImageMedia::Jpeg => b"\xff\xd8\xff",
            };
            begins(data, start, limits.image.bytes)
        }
        Part::Audio { media_type, data } => {
            let start: &[u8] = match media_type {
                AudioMedia::Wav => b"RIFF",
                AudioMedia::Mp3 => b"\xff",
            };
            begins(data, start, limits.audio_bytes)
        }
        Part::Pdf { data } => STANDARD.encode(bytes) == *data,
    }
}

fn begins(data: &str, start: &[u8], most: u64) -> bool {
    let decoded = STANDARD.decode(data);
    decoded.is_ok_and(|decoded| decoded.starts_with(start) && decoded.len() as u64 <= most)
}

fn remarks(mut remarks: Vec<Remark>) -> Vec<Remark> {
    remarks.truncate(REMARKS_MAX);
    for remark in &mut remarks {
        if let Remark::Embedded { names } = remark {
            names.truncate(NAMES_MAX);
            for file in names {
                *file = name::shown(file);
            }
        }
    }
    remarks
}

/// The error with its texts made safe to show.
pub(crate) fn error(mut error: AttachError) -> AttachError {
    match &mut error {
        AttachError::Unsupported { format, advice } => {
            *format = name::shown(format);
            *advice = name::shown(advice);
        }
        AttachError::Damaged { format }
        | AttachError::Encrypted { format }
        | AttachError::UnknownEncryption { format } => *format = name::shown(format),
        AttachError::PackageTooLarge { format, unit, .. } => {
            *format = name::shown(format);
            *unit = name::shown(unit);
        }
        AttachError::ReaderNotStarted { reason } | AttachError::NotConfined { reason } => {
            *reason = name::shown(reason);
        }
        AttachError::Empty
        | AttachError::TooLarge { .. }
        | AttachError::Unknown
        | AttachError::SvgImage
        | AttachError::TooManyPixels { .. }
        | AttachError::ImageDoesNotFit { .. }
        | AttachError::NoSuchRange { .. }
        | AttachError::NotOffered { .. }
        | AttachError::NoText
        | AttachError::TooLong { .. }
        | AttachError::OutOfTime
        | AttachError::OutOfMemory
        | AttachError::ReaderCrashed => {}
    }
    error
}
