//! Why a file cannot be attached.

use serde::{Deserialize, Serialize};

use crate::{Form, Unit};

/// Why a file, or the wanted part of it, cannot be attached. Each message says what to do next.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum AttachError {
    /// The file has no bytes.
    #[error("the file is empty; choose a file with content")]
    Empty,
    /// The file has more bytes than [`crate::Limits::file_bytes`].
    #[error(
        "the file has {bytes} bytes and the limit is {limit}; attach a smaller file or a part of it"
    )]
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The content is of a known format that is not read.
    #[error("{format} files cannot be read; {advice}")]
    Unsupported {
        /// The format, such as "TIFF".
        format: String,
        /// What to do, as an imperative clause.
        advice: String,
    },
    /// The content is of no known format, and not text.
    #[error(
        "the format of the file is not known and it is not text; convert it to text, PDF, PNG or JPEG"
    )]
    Unknown,
    /// An SVG was to be attached as an image.
    #[error(
        "an SVG is a program that draws and cannot be attached as an image; attach it as text, or export it as PNG"
    )]
    SvgImage,
    /// The image has more pixels than [`crate::ImageLimits::pixels`].
    #[error(
        "the image has {width} × {height} pixels and the limit is {limit} in all; scale it down and attach it again"
    )]
    TooManyPixels {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// The limit on their product.
        limit: u64,
    },
    /// The image cannot be made small enough.
    #[error(
        "the image does not fit into {limit} bytes; crop it or scale it down and attach it again"
    )]
    ImageDoesNotFit {
        /// The limit.
        limit: u64,
    },
    /// The file ends early or breaks the rules of its format.
    #[error(
        "the {format} file is damaged and cannot be read; open it in the program that made it and save it again"
    )]
    Damaged {
        /// The format, such as "PDF".
        format: String,
    },
    /// The file needs a password.
    #[error(
        "the {format} file is protected by a password; save a copy without one and attach that"
    )]
    Encrypted {
        /// The format.
        format: String,
    },
    /// The file is encrypted in a way that is not known.
    #[error(
        "the {format} file is encrypted in a way that is not supported; save a copy without encryption and attach that"
    )]
    UnknownEncryption {
        /// The format.
        format: String,
    },
    /// The package of an office document holds more than [`crate::PackageLimits`] allows once it is unpacked.
    #[error(
        "the {format} file unpacks to more than the limit of {limit} {unit}; save a smaller document, or save it as PDF or text"
    )]
    PackageTooLarge {
        /// The format.
        format: String,
        /// The limit.
        limit: u64,
        /// What is counted: "bytes", "entries" or "times its size".
        unit: String,
    },
    /// The file has no such part.
    #[error("there is no such part: the file has {total} {unit}; choose a range inside of that")]
    NoSuchRange {
        /// How many the file has.
        total: u32,
        /// What is counted.
        unit: Unit,
    },
    /// The file cannot be attached in that form.
    #[error("this file cannot be attached as {form}; choose one of the forms that are offered")]
    NotOffered {
        /// The form.
        form: Form,
    },
    /// The pages that were chosen hold no text.
    #[error("the chosen pages hold no text, as in a scan; attach them as images")]
    NoText,
    /// The file has too many units to be sent whole.
    #[error(
        "the file is too long to be sent whole: it has {total} {unit} and the limit is {limit}; attach a range as text or as images"
    )]
    TooLong {
        /// How many the file has.
        total: u32,
        /// The limit.
        limit: u32,
        /// What is counted.
        unit: Unit,
    },
    /// Reading took longer than [`crate::ReaderLimits`] allows.
    #[error(
        "reading the file took too long and was stopped; attach a smaller part, or save it in another format"
    )]
    OutOfTime,
    /// Reading needed more memory than [`crate::ReaderLimits::memory`].
    #[error(
        "reading the file needs too much memory and was stopped; attach a smaller file, or save it in another format"
    )]
    OutOfMemory,
    /// The reader ended without a result: a defect of a parser, or an attack on it.
    #[error(
        "the file could not be read: the reader ended unexpectedly; save the file in another format and attach that"
    )]
    ReaderCrashed,
    /// The reader could not be started.
    #[error("the reader of attachments could not be started: {reason}; install Innkeeper again")]
    ReaderNotStarted {
        /// What the system says.
        reason: String,
    },
    /// The reader could not be confined, so it did not read anything.
    #[error(
        "the reader of attachments could not be confined ({reason}), so the file was not read; check that the system allows seccomp filters"
    )]
    NotConfined {
        /// What the system refused.
        reason: String,
    },
}

impl AttachError {
    pub(crate) fn damaged(format: impl ToString) -> Self {
        Self::Damaged {
            format: format.to_string(),
        }
    }

    pub(crate) fn unsupported(format: &str, advice: &str) -> Self {
        Self::Unsupported {
            format: format.to_owned(),
            advice: advice.to_owned(),
        }
    }
}
