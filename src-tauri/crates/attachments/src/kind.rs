//! What a file is, told by its content. Its name only decides between text and a table of one column.

use crate::{
    AttachError, AudioKind, ImageKind, Limits, audio,
    office::{self, Package},
    table,
    text::{self, Decoded},
};

/// The bytes in which a PDF may begin, and a text is searched for the start of an SVG.
const START: usize = 1024;

/// What a file is, with what was found out on the way.
pub(crate) enum Content<'a> {
    Text(Decoded),
    Csv(Decoded, char),
    Svg(Decoded),
    Image(ImageKind),
    Pdf,
    Office(office::Format, Package<'a>),
    Audio(AudioKind),
}

/// Tells what the content is.
///
/// # Errors
/// The file is empty, too large, or nothing that can be read.
pub(crate) fn tell<'a>(
    name: &str,
    bytes: &'a [u8],
    limits: &Limits,
) -> Result<Content<'a>, AttachError> {
    let size = bytes.len() as u64;
    if size == 0 {
        return Err(AttachError::Empty);
    }
    if size > limits.file_bytes {
        return Err(AttachError::TooLarge {
            bytes: size,
            limit: limits.file_bytes,
        });
    }
    if let Some(kind) = image(bytes) {
        return Ok(Content::Image(kind));
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        let package = Package::open(bytes, limits.package)?;
        let format = package.format().ok_or_else(archive)?;
        return Ok(Content::Office(format, package));
    }
    if bytes.starts_with(b"%PDF-") {
        return Ok(Content::Pdf);
    }
    if let Some(kind) = audio::sniff(bytes) {
        return Ok(Content::Audio(kind));
    }
    if let Some(error) = refused(bytes) {
        return Err(error);
    }
    if let Some(decoded) = text::decode(bytes) {
        return Ok(written(name, decoded));
    }
    let start = bytes.get(..START).unwrap_or(bytes);
    if start.windows(5).any(|window| window == b"%PDF-") {
        return Ok(Content::Pdf);
    }
    Err(AttachError::Unknown)
}

fn image(bytes: &[u8]) -> Option<ImageKind> {
    let riff = bytes.starts_with(b"RIFF");
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(ImageKind::Png)
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some(ImageKind::Jpeg)
    } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        Some(ImageKind::Gif)
    } else if riff && bytes.get(8..12) == Some(b"WEBP") {
        Some(ImageKind::WebP)
    } else if bytes.starts_with(b"BM") && is_bmp(bytes) {
        Some(ImageKind::Bmp)
    } else {
        None
    }
}

/// Two letters are not enough: the size of the second header is one of a few.
fn is_bmp(bytes: &[u8]) -> bool {
    let size = bytes.get(14..).and_then(|rest| rest.first_chunk::<4>());
    size.is_some_and(|size| {
        matches!(
            u32::from_le_bytes(*size),
            12 | 40 | 52 | 56 | 64 | 108 | 124
        )
    })
}

fn archive() -> AttachError {
    AttachError::unsupported(
        "ZIP",
        "unpack it and attach the files in it that you want to share",
    )
}

/// Formats that are told apart only to say what to do.
fn refused(bytes: &[u8]) -> Option<AttachError> {
    const IMAGE: &str = "export the image as PNG or JPEG";
    const SOUND: &str = "convert the sound to WAV or MP3";
    const VIDEO: &str = "attach single images of it, or its sound as WAV or MP3";
    const ARCHIVE: &str = "unpack it and attach the files in it that you want to share";
    const PROGRAM: &str = "attach its source or its documentation";
    const OLD: &str = "save it as docx, xlsx, pptx or PDF, without a password";
    const STARTS: &[(&[u8], &str, &str)] = &[
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "older or encrypted Office",
            OLD,
        ),
        (b"II*\0", "TIFF", IMAGE),
        (b"MM\0*", "TIFF", IMAGE),
        (b"8BPS", "Photoshop", IMAGE),
        (b"\0\0\x01\0", "icon", IMAGE),
        (b"fLaC", "FLAC", SOUND),
        (b"OggS", "Ogg", SOUND),
        (b"\x1aE\xdf\xa3", "Matroska or WebM", VIDEO),
        (b"\x1f\x8b", "gzip", ARCHIVE),
        (b"BZh", "bzip2", ARCHIVE),
        (b"\xfd7zXZ\0", "xz", ARCHIVE),
        (b"(\xb5/\xfd", "Zstandard", ARCHIVE),
        (b"7z\xbc\xaf\x27\x1c", "7z", ARCHIVE),
        (b"Rar!\x1a\x07", "RAR", ARCHIVE),
        (b"\x7fELF", "program", PROGRAM),
        (b"SQLite format 3\0", "SQLite", "export the tables as CSV"),
        (b"{\\rtf", "RTF", "save it as docx, PDF or text"),
    ];
    if bytes.get(4..8) == Some(b"ftyp") {
        let (format, advice) = match bytes.get(8..11) {
            Some(b"hei" | b"hev" | b"mif" | b"avi") => ("HEIC and AVIF", IMAGE),
            Some(b"M4A" | b"M4B") => ("M4A", SOUND),
            Some(_) | None => ("MP4 and QuickTime", VIDEO),
        };
        return Some(AttachError::unsupported(format, advice));
    }
    let known = STARTS.iter().find(|(start, ..)| bytes.starts_with(start));
    known.map(|(_, format, advice)| AttachError::unsupported(format, advice))
}

fn written(name: &str, decoded: Decoded) -> Content<'static> {
    if is_svg(&decoded.text) {
        return Content::Svg(decoded);
    }
    let lower = name.to_ascii_lowercase();
    let named = lower.ends_with(".csv") || lower.ends_with(".tsv");
    match table::separator(&decoded.text, named) {
        Some(separator) => Content::Csv(decoded, separator),
        None => Content::Text(decoded),
    }
}

/// Whether the first element is `svg`, behind declarations and comments.
fn is_svg(text: &str) -> bool {
    let mut rest = text;
    // A bound on the declarations and comments before it.
    for _ in 0..32 {
        rest = rest.trim_start();
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<?") || rest.starts_with("<!DOCTYPE") {
            ">"
        } else {
            break;
        };
        let Some(at) = rest.find(end) else {
            return false;
        };
        rest = rest.get(at + end.len()..).unwrap_or_default();
    }
    let Some(after) = rest
        .strip_prefix("<svg")
        .or_else(|| rest.strip_prefix("<svg:svg"))
    else {
        return false;
    };
    after.starts_with(|c: char| c.is_whitespace() || c == '>' || c == '/')
}
