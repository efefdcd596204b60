//! Files that cannot be attached: what is wrong with them, or with the reader.

use attachments::{AttachError, Unit};
use host_api::{ApiError, ErrorCode};
use messages::{Phrase, phrases};

use crate::content::line;

/// Bytes of a mebibyte.
const MIB: u64 = 1 << 20;

/// Returns a refusal of the reader: what failed, and what to do.
pub(crate) fn refused(error: &AttachError) -> ApiError {
    let (code, message, hint) = match message(error) {
        Some((message, hint)) => (ErrorCode::Invalid, message, hint),
        None => own(error),
    };
    ApiError::new(code, message).hint(hint)
}

/// Returns what is wrong with the file, or the choice.
#[allow(clippy::wildcard_enum_match_arm, reason = "the rest is in `own`")]
fn message(error: &AttachError) -> Option<(Phrase, Phrase)> {
    let line = |text: &String| line(text);
    Some(match error {
        AttachError::Empty => (phrases::host_attach_empty(), phrases::host_attach_another()),
        AttachError::TooLarge { bytes, limit } => (
            phrases::host_attach_too_large(bytes.div_ceil(MIB), limit / MIB),
            phrases::host_attach_smaller(),
        ),
        AttachError::Unsupported { format, .. } => (
            phrases::host_attach_unsupported(line(format)),
            phrases::host_attach_convert(),
        ),
        AttachError::Unknown => (
            phrases::host_attach_unknown(),
            phrases::host_attach_convert(),
        ),
        AttachError::SvgImage => (phrases::host_attach_svg(), phrases::host_attach_svg_hint()),
        AttachError::TooManyPixels {
            width,
            height,
            limit,
        } => (
            phrases::host_attach_pixels(*height, limit / 1_000_000, *width),
            phrases::host_attach_scale_down(),
        ),
        AttachError::ImageDoesNotFit { .. } => (
            phrases::host_attach_image_large(),
            phrases::host_attach_scale_down(),
        ),
        AttachError::Damaged { format } => (
            phrases::host_attach_damaged(line(format)),
            phrases::host_attach_save_again(),
        ),
        AttachError::Encrypted { format } => (
            phrases::host_attach_encrypted(line(format)),
            phrases::host_attach_no_password(),
        ),
        AttachError::UnknownEncryption { format } => (
            phrases::host_attach_unknown_encryption(line(format)),
            phrases::host_attach_no_password(),
        ),
        AttachError::PackageTooLarge { format, .. } => (
            phrases::host_attach_bomb(line(format)),
            phrases::host_attach_save_smaller(),
        ),
        AttachError::NoSuchRange { total, unit } => (
            phrases::host_attach_no_range(*total, unit_word(*unit)),
            phrases::host_attach_inside(),
        ),
        AttachError::NotOffered { .. } => (
            phrases::host_attach_not_offered(),
            phrases::host_attach_offered(),
        ),
        AttachError::NoText => (
            phrases::host_attach_scan(),
            phrases::host_attach_as_images(),
        ),
        AttachError::TooLong { total, limit, unit } => (
            phrases::host_attach_too_long(*limit, *total, unit_word(*unit)),
            phrases::host_attach_range(),
        ),
        _ => return None,
    })
}

/// Returns what is wrong with the reader.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a later error of another crate"
)]
fn own(error: &AttachError) -> (ErrorCode, Phrase, Phrase) {
    match error {
        AttachError::OutOfTime => (
            ErrorCode::Timeout,
            phrases::host_attach_slow(),
            phrases::host_attach_save_smaller(),
        ),
        AttachError::OutOfMemory => (
            ErrorCode::Invalid,
            phrases::host_attach_memory(),
            phrases::host_attach_save_smaller(),
        ),
        AttachError::ReaderNotStarted { reason } => (
            ErrorCode::Data,
            phrases::host_attach_not_started(line(reason)),
            phrases::host_attach_install_again(),
        ),
        AttachError::NotConfined { reason } => (
            ErrorCode::Data,
            phrases::host_attach_not_confined(line(reason)),
            phrases::host_attach_not_confined_hint(),
        ),
        _ => (
            ErrorCode::Invalid,
            phrases::host_attach_crashed(),
            phrases::host_attach_convert(),
        ),
    }
}

fn unit_word(unit: Unit) -> &'static str {
    match unit {
        Unit::Lines => "lines",
        Unit::Rows => "rows",
        Unit::Pages => "pages",
        Unit::Slides => "slides",
        Unit::Files => "files",
    }
}
