//! Office documents as text: docx, xlsx, pptx, odt and ods.
//!
//! A package is a ZIP archive of XML. Only the entries that hold text are unpacked, each with bounds on its size, its ratio and the
//! sum of all. Macros, links to other files, embedded objects and images are never opened.
//!
//! Not covered: headers, footers, comments, footnotes, speaker notes, charts, drawings in sheets, formulas (their saved results
//! are read), number formats other than dates, hidden rows and sheets are read as all others, and tracked deletions are left out.

mod lines;
mod opendocument;
mod package;
mod slides;
mod words;
mod workbook;
mod xml;

pub(crate) use package::{Format, Package};

use crate::{AttachError, tally::Sink};

/// Reads the text of a document.
///
/// # Errors
/// The document is damaged, or unpacks to more than the limits allow.
pub(crate) fn read(
    format: Format,
    package: &mut Package<'_>,
    sink: &mut dyn Sink,
) -> Result<(), AttachError> {
    match format {
        Format::Docx => words::read(package, sink),
        Format::Xlsx => workbook::read(package, sink),
        Format::Pptx => slides::read(package, sink),
        Format::Odt => opendocument::text(package, sink),
        Format::Ods => opendocument::sheets(package, sink),
    }
}
