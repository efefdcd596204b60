//! The wanted part of a file, and what is made from it.

use serde::{Deserialize, Serialize};

use crate::{Form, Remark, Span, Unit};

/// What to attach of a file: one of its offers, or a range of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// The form of the offer.
    pub form: Form,
    /// The sheet, from 0.
    pub section: u32,
    /// The range; `None` for as much as the limits allow.
    pub span: Option<Span>,
}

impl Selection {
    /// All of the first section in this form.
    #[must_use]
    pub fn all(form: Form) -> Self {
        Self {
            form,
            section: 0,
            span: None,
        }
    }

    /// A range of the first section in this form.
    #[must_use]
    pub fn range(form: Form, span: Span) -> Self {
        Self {
            form,
            section: 0,
            span: Some(span),
        }
    }
}

/// What was made from the wanted part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extract {
    /// The parts in order. Never empty.
    pub parts: Vec<Part>,
    /// What was taken: less than wanted where a limit was reached.
    pub taken: Span,
    /// How many there are in all.
    pub total: u32,
    /// What the range counts.
    pub unit: Unit,
    /// The estimated tokens of the parts.
    pub tokens: u64,
    /// What a person should know.
    pub remarks: Vec<Remark>,
}

/// One part that a model can take. `data` is standard base64.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Text. It is data of the file, not words of the user.
    Text(String),
    /// An image without metadata.
    Image {
        /// `image/png` or `image/jpeg`.
        media_type: ImageMedia,
        /// The encoded image.
        data: String,
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
        /// The page it shows, from 1.
        page: Option<u32>,
    },
    /// A sound.
    Audio {
        /// `audio/wav` or `audio/mpeg`.
        media_type: AudioMedia,
        /// The file without its metadata.
        data: String,
    },
    /// A PDF file as it is, with its metadata and whatever it embeds.
    Pdf {
        /// The file.
        data: String,
    },
}

/// The media types of images that are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageMedia {
    /// `image/png`.
    #[serde(rename = "image/png")]
    Png,
    /// `image/jpeg`.
    #[serde(rename = "image/jpeg")]
    Jpeg,
}

impl ImageMedia {
    /// The media type.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// The media types of sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AudioMedia {
    /// `audio/wav`.
    #[serde(rename = "audio/wav")]
    Wav,
    /// `audio/mpeg`.
    #[serde(rename = "audio/mpeg")]
    Mp3,
}

impl AudioMedia {
    /// The media type.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wav => "audio/wav",
            Self::Mp3 => "audio/mpeg",
        }
    }
}
