//! What a file is, and what can be attached of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::tokens;

/// A file that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// The last component of its name, without control characters, at most 255 characters.
    pub name: String,
    /// What its content is.
    pub kind: Kind,
    /// Its size in bytes.
    pub bytes: u64,
    /// What can be attached, the usual choice first. Never empty.
    pub offers: Vec<Offer>,
    /// What a person should know.
    pub remarks: Vec<Remark>,
}

/// What the content of a file is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// Text.
    Text {
        /// The WHATWG name of its encoding, such as "windows-1252".
        encoding: String,
    },
    /// A table of separated values.
    Csv {
        /// The WHATWG name of its encoding.
        encoding: String,
        /// What separates its columns: `,`, `;` or a tab.
        separator: char,
    },
    /// An SVG image, as text.
    Svg {
        /// The WHATWG name of its encoding.
        encoding: String,
    },
    /// An image.
    Image {
        /// Its format.
        format: ImageKind,
        /// Its width in pixels, after its orientation was applied.
        width: u32,
        /// Its height in pixels, after its orientation was applied.
        height: u32,
    },
    /// A PDF document.
    Pdf,
    /// A document with paragraphs.
    Document(Office),
    /// A workbook with sheets.
    Workbook(Office),
    /// A presentation with slides.
    Presentation(Office),
    /// A sound.
    Audio {
        /// Its format.
        format: AudioKind,
    },
}

/// Formats of images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageKind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF.
    Gif,
    /// WebP.
    WebP,
    /// BMP.
    Bmp,
}

/// Formats of office documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Office {
    /// Office Open XML: docx, xlsx, pptx.
    OpenXml,
    /// OpenDocument: odt, ods.
    OpenDocument,
}

/// Formats of sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AudioKind {
    /// WAV.
    Wav,
    /// MP3.
    Mp3,
}

/// How a part of a file reaches a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// As text.
    Text,
    /// As an image that was decoded and encoded again.
    Image,
    /// As images of pages.
    PageImages,
    /// As the file itself, for models that take PDF.
    Document,
    /// As a sound without its metadata.
    Audio,
}

impl fmt::Display for Form {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Text => "text",
            Self::Image => "an image",
            Self::PageImages => "images of pages",
            Self::Document => "a whole document",
            Self::Audio => "a sound",
        })
    }
}

/// What the parts of a file are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Lines of a text; paragraphs of a document are lines.
    Lines,
    /// Rows of a table.
    Rows,
    /// Pages.
    Pages,
    /// Slides.
    Slides,
    /// The file as one.
    Files,
}

impl fmt::Display for Unit {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Lines => "lines",
            Self::Rows => "rows",
            Self::Pages => "pages",
            Self::Slides => "slides",
            Self::Files => "files",
        })
    }
}

/// A range of units, from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The first.
    pub first: u32,
    /// The last, not before `first`.
    pub last: u32,
}

impl Span {
    /// A range from `first` to `last`; `None` if it is empty or begins before 1.
    #[must_use]
    pub fn new(first: u32, last: u32) -> Option<Self> {
        (first >= 1 && first <= last).then_some(Self { first, last })
    }

    /// The number of its units.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.last.saturating_sub(self.first).saturating_add(1)
    }

    pub(crate) fn contains(&self, number: u32) -> bool {
        (self.first..=self.last).contains(&number)
    }

    /// This range cut at `total`; none if it begins after `total`.
    pub(crate) fn within(self, total: u32) -> Option<Self> {
        Self::new(self.first, self.last.min(total))
    }
}

/// Something that can be attached, whole or a range of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// How it reaches a model.
    pub form: Form,
    /// The number of the sheet it is about, from 0; 0 where there are no sheets.
    pub section: u32,
    /// The name of the sheet, as the file has it, at most 255 characters; empty where there are no sheets.
    pub title: String,
    /// What a range of it counts.
    pub unit: Unit,
    /// How many there are: the 340 of "12 of 340 pages".
    pub total: u32,
    /// Consecutive ranges from 1 to `total` with their tokens, at most [`STEPS_MAX`].
    pub steps: Vec<Step>,
    /// Whether the tokens were extrapolated from some pages.
    pub sampled: bool,
}

/// Most steps of an offer.
pub const STEPS_MAX: usize = 64;

/// A range and its estimated tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The range.
    pub span: Span,
    /// Its estimated tokens.
    pub tokens: u64,
}

impl Offer {
    /// The estimated tokens of all of it.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.steps.iter().map(|step| step.tokens).sum()
    }

    /// The estimated tokens of a range, interpolated within a step.
    #[must_use]
    pub fn tokens_of(&self, span: Span) -> u64 {
        let share = |step: &Step| {
            let first = step.span.first.max(span.first);
            let last = step.span.last.min(span.last);
            let common = Span::new(first, last).map_or(0, |common| common.count());
            tokens::share(step.tokens, common.into(), step.span.count().into())
        };
        self.steps.iter().map(share).sum()
    }

    /// The longest range from the start that is estimated at no more than `budget` tokens; `None` if the first unit has more.
    #[must_use]
    pub fn first_fitting(&self, budget: u64) -> Option<Span> {
        let (mut low, mut high) = (0, self.total);
        while low < high {
            let middle = high - (high - low) / 2;
            let fits = Span::new(1, middle).is_some_and(|span| self.tokens_of(span) <= budget);
            if fits {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Span::new(1, low)
    }
}

/// What a person should know of a file before attaching it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Remark {
    /// Some bytes did not belong to the encoding and were replaced.
    Replaced,
    /// Only the first image of an animation is attached.
    FirstFrame,
    /// Files are embedded. They are never opened, but [`Form::Document`] sends them along.
    Embedded {
        /// Their names as the file has them, without control characters, at most 64 of at most 255 characters.
        names: Vec<String>,
    },
    /// No text was found on the pages that were looked at.
    NoText,
    /// Macros were found and ignored.
    Macros,
    /// The text was cut at [`crate::Limits::text_bytes`].
    Cut,
    /// Some text could not be mapped to characters, and was replaced by U+FFFD.
    UnmappedText,
}
