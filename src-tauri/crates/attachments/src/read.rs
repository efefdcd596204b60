//! Reading in this process. The reader's child does it; a host does it through [`crate::Reader`].

use std::sync::Arc;

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::{
    AttachError, Attachment, AudioKind, AudioMedia, Extract, Form, ImageKind, Kind, Limits, Offer,
    Part, Remark, Selection, Span, Step, Unit, audio,
    kind::{self, Content},
    name, office, pdf,
    picture::{self, Picture},
    table,
    tally::{Collected, Collector, Counter, Sink},
    text::{self, Decoded},
    tokens,
};

const WHOLE: Span = Span { first: 1, last: 1 };

/// Tells what a file is and what can be attached of it. `name` is shown, and never decides what the content is.
///
/// This runs parsers in the calling process. For files of others use [`crate::Reader::inspect`].
///
/// # Errors
/// [`AttachError`], with what to do next.
pub fn inspect(name: &str, bytes: &[u8], limits: &Limits) -> Result<Attachment, AttachError> {
    let mut remarks = Vec::new();
    let (kind, offers) = match kind::tell(name, bytes, limits)? {
        Content::Text(decoded) => look_at_text(&decoded, None, false, &mut remarks),
        Content::Svg(decoded) => look_at_text(&decoded, None, true, &mut remarks),
        Content::Csv(decoded, by) => look_at_text(&decoded, Some(by), false, &mut remarks),
        Content::Image(kind) => look_at_image(bytes, kind, limits, &mut remarks)?,
        Content::Audio(kind) => look_at_audio(bytes, kind)?,
        Content::Pdf => {
            let document = pdf::Document::open(Arc::new(bytes.to_vec()))?;
            let (offers, found) = document.look(limits);
            remarks = found;
            (Kind::Pdf, offers)
        }
        Content::Office(format, mut package) => {
            let mut counter = Counter::default();
            office::read(format, &mut package, &mut counter)?;
            if package.has_macros() {
                remarks.push(Remark::Macros);
            }
            (format.kind(), counter.offers())
        }
    };
    if offers.is_empty() {
        return Err(AttachError::NoText);
    }
    Ok(Attachment {
        name: name::of_file(name),
        kind,
        bytes: bytes.len() as u64,
        offers,
        remarks,
    })
}

fn look_at_text(
    decoded: &Decoded,
    separator: Option<char>,
    svg: bool,
    remarks: &mut Vec<Remark>,
) -> (Kind, Vec<Offer>) {
    let mut counter = Counter::default();
    put(decoded, separator.is_some(), &mut counter);
    if decoded.replaced {
        remarks.push(Remark::Replaced);
    }
    let encoding = decoded.encoding.name().to_owned();
    let kind = match separator {
        Some(separator) => Kind::Csv {
            encoding,
            separator,
        },
        None if svg => Kind::Svg { encoding },
        None => Kind::Text { encoding },
    };
    (kind, counter.offers())
}

fn put(decoded: &Decoded, is_table: bool, sink: &mut dyn Sink) {
    if is_table {
        sink.section("", Unit::Rows);
        table::rows(&decoded.text).for_each(|row| sink.unit(row));
    } else {
        sink.section("", Unit::Lines);
        text::lines(&decoded.text).for_each(|line| sink.unit(line));
    }
}

fn whole(form: Form, tokens: u64) -> Offer {
    Offer {
        form,
        section: 0,
        title: String::new(),
        unit: Unit::Files,
        total: 1,
        steps: vec![Step {
            span: WHOLE,
            tokens,
        }],
        sampled: false,
    }
}

fn look_at_image(
    bytes: &[u8],
    format: ImageKind,
    limits: &Limits,
    remarks: &mut Vec<Remark>,
) -> Result<(Kind, Vec<Offer>), AttachError> {
    let (width, height) = picture::size(bytes, format, limits.image)?;
    if picture::is_animated(bytes, format) {
        remarks.push(Remark::FirstFrame);
    }
    let longest = u64::from(width.max(height)).max(1);
    let side = |side: u32| {
        let scaled = u64::from(side) * u64::from(limits.image.longest_side) / longest;
        u32::try_from(scaled).unwrap_or(u32::MAX).min(side)
    };
    let tokens = tokens::of_image(side(width), side(height));
    let kind = Kind::Image {
        format,
        width,
        height,
    };
    Ok((kind, vec![whole(Form::Image, tokens)]))
}

fn look_at_audio(bytes: &[u8], format: AudioKind) -> Result<(Kind, Vec<Offer>), AttachError> {
    let plain = audio::plain(bytes, format)?;
    let tokens = tokens::of_audio(plain.len() as u64);
    Ok((Kind::Audio { format }, vec![whole(Form::Audio, tokens)]))
}

/// Makes parts from what is wanted of a file.
///
/// This runs parsers in the calling process. For files of others use [`crate::Reader::extract`].
///
/// # Errors
/// [`AttachError`], with what to do next.
pub fn extract(
    name: &str,
    bytes: &[u8],
    selection: Selection,
    limits: &Limits,
) -> Result<Extract, AttachError> {
    let refused = Err(AttachError::NotOffered {
        form: selection.form,
    });
    match (kind::tell(name, bytes, limits)?, selection.form) {
        (Content::Svg(_), Form::Image) => Err(AttachError::SvgImage),
        (Content::Text(decoded) | Content::Svg(decoded), Form::Text) => {
            of_decoded(&decoded, false, selection, limits)
        }
        (Content::Csv(decoded, _), Form::Text) => of_decoded(&decoded, true, selection, limits),
        (Content::Image(kind), Form::Image) => {
            let picture = picture::encode_again(bytes, kind, limits.image)?;
            let animated = picture::is_animated(bytes, kind);
            let remarks = animated.then_some(Remark::FirstFrame).into_iter().collect();
            Ok(one(of_picture(picture, None), remarks))
        }
        (Content::Audio(kind), Form::Audio) => of_audio(bytes, kind, limits),
        (Content::Office(format, mut package), Form::Text) => {
            let mut collector = collector(selection, limits);
            office::read(format, &mut package, &mut collector)?;
            Ok(of_text(collector.finish()?, Vec::new()))
        }
        (Content::Pdf, form) => of_pdf(bytes, form, selection, limits),
        (
            Content::Text(_)
            | Content::Svg(_)
            | Content::Csv(..)
            | Content::Image(_)
            | Content::Audio(_)
            | Content::Office(..),
            Form::Text | Form::Image | Form::PageImages | Form::Document | Form::Audio,
        ) => refused,
    }
}

fn collector(selection: Selection, limits: &Limits) -> Collector {
    Collector::new(selection.section, selection.span, limits.text_bytes)
}

fn of_decoded(
    decoded: &Decoded,
    is_table: bool,
    selection: Selection,
    limits: &Limits,
) -> Result<Extract, AttachError> {
    let mut collector = collector(selection, limits);
    put(decoded, is_table, &mut collector);
    let remarks = decoded.replaced.then_some(Remark::Replaced);
    Ok(of_text(collector.finish()?, remarks.into_iter().collect()))
}

fn of_text(collected: Collected, mut remarks: Vec<Remark>) -> Extract {
    if collected.cut {
        remarks.push(Remark::Cut);
    }
    Extract {
        tokens: tokens::of_text(&collected.text),
        parts: vec![Part::Text(collected.text)],
        taken: collected.taken,
        total: collected.total,
        unit: collected.unit,
        remarks,
    }
}

fn one((part, tokens): (Part, u64), remarks: Vec<Remark>) -> Extract {
    Extract {
        parts: vec![part],
        taken: WHOLE,
        total: 1,
        unit: Unit::Files,
        tokens,
        remarks,
    }
}

fn of_picture(picture: Picture, page: Option<u32>) -> (Part, u64) {
    let tokens = tokens::of_image(picture.width, picture.height);
    let part = Part::Image {
        media_type: picture.media,
        data: STANDARD.encode(picture.bytes),
        width: picture.width,
        height: picture.height,
        page,
    };
    (part, tokens)
}

fn of_audio(bytes: &[u8], kind: AudioKind, limits: &Limits) -> Result<Extract, AttachError> {
    let plain = audio::plain(bytes, kind)?;
    let size = plain.len() as u64;
    if size > limits.audio_bytes {
        return Err(AttachError::TooLarge {
            bytes: size,
            limit: limits.audio_bytes,
        });
    }
    let part = Part::Audio {
        media_type: match kind {
            AudioKind::Wav => AudioMedia::Wav,
            AudioKind::Mp3 => AudioMedia::Mp3,
        },
        data: STANDARD.encode(plain),
    };
    Ok(one((part, tokens::of_audio(size)), Vec::new()))
}

fn of_pdf(
    bytes: &[u8],
    form: Form,
    selection: Selection,
    limits: &Limits,
) -> Result<Extract, AttachError> {
    let document = pdf::Document::open(Arc::new(bytes.to_vec()))?;
    match form {
        Form::Text => {
            let collected = document.read(selection.span, limits)?;
            let unmapped = collected.text.contains(char::REPLACEMENT_CHARACTER);
            let remarks = unmapped.then_some(Remark::UnmappedText);
            Ok(of_text(collected, remarks.into_iter().collect()))
        }
        Form::PageImages => {
            let (pictures, taken) = document.draw(selection.span, limits)?;
            let parts = pictures.into_iter();
            let parts = parts.map(|(page, picture)| of_picture(picture, Some(page)));
            let (parts, tokens): (Vec<_>, Vec<u64>) = parts.unzip();
            Ok(Extract {
                parts,
                taken,
                total: document.total(),
                unit: Unit::Pages,
                tokens: tokens.iter().sum(),
                remarks: Vec::new(),
            })
        }
        Form::Document => of_document(&document, bytes, limits),
        Form::Image | Form::Audio => Err(AttachError::NotOffered { form }),
    }
}

fn of_document(
    document: &pdf::Document,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Extract, AttachError> {
    if document.total() > limits.document_pages {
        return Err(AttachError::TooLong {
            total: document.total(),
            limit: limits.document_pages,
            unit: Unit::Pages,
        });
    }
    if document.bytes() > limits.document_bytes {
        return Err(AttachError::TooLarge {
            bytes: document.bytes(),
            limit: limits.document_bytes,
        });
    }
    let (offers, remarks) = document.look(limits);
    let sent = offers.iter().find(|offer| offer.form == Form::Document);
    let part = Part::Pdf {
        data: STANDARD.encode(bytes),
    };
    Ok(one((part, sent.map_or(0, Offer::tokens)), remarks))
}
