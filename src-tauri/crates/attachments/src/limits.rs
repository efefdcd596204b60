//! Bounds of what is read and of what is made.

use serde::{Deserialize, Serialize};

/// Bounds of one file and of the parts made from it. All sizes are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The file.
    pub file_bytes: u64,
    /// The text of one extraction, as UTF-8.
    pub text_bytes: u64,
    /// Images, and pages that are drawn.
    pub image: ImageLimits,
    /// Pages that one extraction draws.
    pub drawn_pages: u32,
    /// Pages of a PDF that is sent whole.
    pub document_pages: u32,
    /// A PDF that is sent whole.
    pub document_bytes: u64,
    /// A sound.
    pub audio_bytes: u64,
    /// Packages of office documents.
    pub package: PackageLimits,
    /// The process that reads.
    pub reader: ReaderLimits,
}

/// Bounds of images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageLimits {
    /// Width times height of a file, checked before it is decoded.
    pub pixels: u64,
    /// Memory of a decoder.
    pub memory: u64,
    /// The longest side of the result, in pixels.
    pub longest_side: u32,
    /// The encoded result.
    pub bytes: u64,
}

/// Bounds of a package (a ZIP archive) once it is unpacked. What it declares does not count, what it unpacks to does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageLimits {
    /// Its entries.
    pub entries: u32,
    /// One entry.
    pub entry_bytes: u64,
    /// All entries that are read.
    pub total_bytes: u64,
    /// The unpacked size over the packed size of one entry of more than one mebibyte.
    pub ratio: u64,
    /// Sheets of a workbook, and slides of a presentation.
    pub sections: u32,
}

/// Bounds of the process that reads one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReaderLimits {
    /// Its address space. Unix only.
    pub memory: u64,
    /// Its processor time, in seconds. Unix only.
    pub cpu_seconds: u64,
    /// How long its result is awaited, in milliseconds.
    pub wait_ms: u64,
    /// Its result.
    pub output_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 64 << 20,
            text_bytes: 1 << 20,
            image: ImageLimits::default(),
            drawn_pages: 20,
            document_pages: 100,
            document_bytes: 20 << 20,
            audio_bytes: 20 << 20,
            package: PackageLimits::default(),
            reader: ReaderLimits::default(),
        }
    }
}

impl Default for ImageLimits {
    /// What every provider takes: the largest base64 text of an image is 5 MB, and larger sides are scaled down there.
    fn default() -> Self {
        Self {
            pixels: 50_000_000,
            memory: 512 << 20,
            longest_side: 1568,
            bytes: 3_750_000,
        }
    }
}

impl Default for PackageLimits {
    fn default() -> Self {
        Self {
            entries: 10_000,
            entry_bytes: 64 << 20,
            total_bytes: 128 << 20,
            ratio: 400,
            sections: 1_000,
        }
    }
}

impl Default for ReaderLimits {
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            cpu_seconds: 20,
            wait_ms: 30_000,
            output_bytes: 128 << 20,
        }
    }
}
