//! PDF documents: text by page, pages as images, and the names of embedded files.
//!
//! One parser does both, `hayro`: text is collected from the glyphs that it would draw, with the same fonts and encodings, so what a model
//! reads is what a person sees, and invisible text of a scan that was recognised. It decodes a page only when it is asked for, and
//! never runs scripts, follows links or opens embedded files. Its crates forbid unsafe code but for a few lines of the one that
//! reads syntax; the libraries that scale images below it have much of it. It does not bound memory and time, so it runs in a
//! [`crate::Reader`].
//!
//! Measured, for the text of all pages: a manual of 36 pages takes 17 ms with `hayro` and 273 ms with `pdf-extract`; 10,000 pages take
//! 1.2 s and 51 s. `pdfium` needs a native library for each system and was not tried.
//!
//! Not covered: columns are read in the order in which the page draws them; text that is only in a picture; forms and annotations
//! beyond what they show; links.

mod embedded;
mod glyphs;

use std::sync::Arc;

use hayro::{
    PixmapSettings, RenderCache, RenderSettings,
    hayro_interpret::{
        Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page,
    },
    hayro_syntax::{DecryptionError, LoadPdfError, Pdf, page::Page},
    kurbo::Rect,
    vello_cpu::color::palette::css::WHITE,
};
use image::{DynamicImage, RgbImage};

use self::glyphs::Glyphs;
use crate::{
    AttachError, Form, ImageLimits, Limits, Offer, Remark, STEPS_MAX, Span, Step, Unit,
    picture::{self, Picture},
    tally::{Collected, Collector, Sink},
    tokens,
};

/// Pages that are read to estimate the tokens of all.
const SAMPLES: u32 = 8;
const FORMAT: &str = "PDF";
/// The longest side of a page that is drawn, in pixels; the renderer has 16 bits.
const SIDE_MAX: f32 = 16_000.0;

/// An opened document.
pub(crate) struct Document {
    pdf: Pdf,
    bytes: u64,
    total: u32,
}

impl Document {
    /// # Errors
    /// It is damaged or needs a password.
    pub(crate) fn open(bytes: Arc<Vec<u8>>) -> Result<Self, AttachError> {
        let size = bytes.len() as u64;
        let pdf = Pdf::new(bytes).map_err(refused)?;
        let total = u32::try_from(pdf.pages().len()).unwrap_or(u32::MAX);
        if total == 0 {
            return Err(AttachError::damaged(FORMAT));
        }
        Ok(Self {
            pdf,
            bytes: size,
            total,
        })
    }

    /// What it can be attached as, and what to know of it.
    pub(crate) fn look(&self, limits: &Limits) -> (Vec<Offer>, Vec<Remark>) {
        let samples = self.samples();
        let found: u64 = samples.iter().map(|(_, weight)| *weight).sum();
        let text = self.offer(Form::Text, |span| self.text_tokens(&samples, span));
        let images = self.offer(Form::PageImages, |span| {
            self.image_tokens(span, limits.image)
        });
        let mut remarks = Vec::new();
        let mut offers = if found == 0 {
            remarks.push(Remark::NoText);
            vec![images]
        } else {
            vec![text, images]
        };
        if self.total <= limits.document_pages && self.bytes <= limits.document_bytes {
            let tokens = offers.iter().map(Offer::tokens).sum();
            offers.push(Offer {
                unit: Unit::Files,
                total: 1,
                steps: vec![Step {
                    span: Span { first: 1, last: 1 },
                    tokens,
                }],
                ..self.offer(Form::Document, |_| 0)
            });
        }
        let names = embedded::names(&self.pdf);
        if !names.is_empty() {
            remarks.push(Remark::Embedded { names });
        }
        (offers, remarks)
    }

    /// Some pages from all over the document, with the weights of their texts.
    fn samples(&self) -> Vec<(u32, u64)> {
        let number = self.total.min(SAMPLES);
        let spread = |at| at * (self.total / number) + 1;
        let pages = (0..number).map(spread);
        pages
            .map(|page| (page, tokens::weight(&self.text_of(page))))
            .collect()
    }

    fn offer(&self, form: Form, tokens: impl Fn(Span) -> u64) -> Offer {
        let most = u32::try_from(STEPS_MAX).unwrap_or(1);
        let width = self.total.div_ceil(most).max(1);
        let firsts = (1..=self.total).step_by(width as usize);
        let spans = firsts
            .filter_map(|first| Span::new(first, first.saturating_add(width - 1).min(self.total)));
        Offer {
            form,
            section: 0,
            title: String::new(),
            unit: Unit::Pages,
            total: self.total,
            steps: spans
                .map(|span| Step {
                    span,
                    tokens: tokens(span),
                })
                .collect(),
            sampled: form != Form::PageImages && self.total > SAMPLES,
        }
    }

    fn text_tokens(&self, samples: &[(u32, u64)], span: Span) -> u64 {
        let own = samples.iter().find(|(page, _)| span.contains(*page));
        if let (Some((_, weight)), 1) = (own, span.count()) {
            return tokens::of_weight(*weight);
        }
        let all: u64 = samples.iter().map(|(_, weight)| *weight).sum();
        let number = samples.len() as u64;
        tokens::share(tokens::of_weight(all), span.count().into(), number)
    }

    fn image_tokens(&self, span: Span, limits: ImageLimits) -> u64 {
        let of = |page: &Page<'_>| {
            let (width, height, _) = drawn_size(page, limits.longest_side);
            tokens::of_image(u32::from(width), u32::from(height))
        };
        let pages = (span.first..=span.last).filter_map(|number| self.page(number));
        pages.map(of).sum()
    }

    fn page(&self, number: u32) -> Option<&Page<'_>> {
        self.pdf.pages().get((number as usize).checked_sub(1)?)
    }

    fn text_of(&self, number: u32) -> String {
        let cache = InterpreterCache::new();
        let page = self.page(number);
        page.map_or(String::new(), |page| text(page, &cache))
    }

    /// The text of the wanted pages, each a unit.
    ///
    /// # Errors
    /// There are no such pages, or they hold no text.
    pub(crate) fn read(
        &self,
        span: Option<Span>,
        limits: &Limits,
    ) -> Result<Collected, AttachError> {
        let span = self.pages(span)?;
        let mut collector = Collector::new(0, Some(span), limits.text_bytes);
        collector.section("", Unit::Pages);
        collector.blank(span.first - 1);
        let cache = InterpreterCache::new();
        for number in span.first..=span.last {
            let Some(page) = self.page(number) else {
                break;
            };
            let text = text(page, &cache);
            collector.unit(&format!("[Page {number}]\n{}", text.trim_end()));
            if collector.is_full() {
                break;
            }
        }
        let mut collected = collector.finish()?;
        collected.total = self.total;
        let marks = |line: &str| line.is_empty() || line.starts_with("[Page ");
        if collected.text.lines().all(marks) {
            return Err(AttachError::NoText);
        }
        Ok(collected)
    }

    /// The wanted pages as images, as many as may be drawn at once.
    ///
    /// # Errors
    /// There are no such pages, or one cannot be drawn within the limits.
    pub(crate) fn draw(
        &self,
        span: Option<Span>,
        limits: &Limits,
    ) -> Result<(Vec<(u32, Picture)>, Span), AttachError> {
        let wanted = self.pages(span)?;
        let most = limits.drawn_pages.max(1);
        let last = wanted.last.min(wanted.first.saturating_add(most - 1));
        let cache = RenderCache::new();
        let mut pictures = Vec::new();
        for number in wanted.first..=last {
            let page = self
                .page(number)
                .ok_or_else(|| AttachError::damaged(FORMAT))?;
            pictures.push((number, drawn(page, &cache, limits.image)?));
        }
        let taken = Span {
            first: wanted.first,
            last,
        };
        Ok((pictures, taken))
    }

    fn pages(&self, span: Option<Span>) -> Result<Span, AttachError> {
        let all = Span {
            first: 1,
            last: self.total,
        };
        let taken = span.unwrap_or(all).within(self.total);
        taken.ok_or(AttachError::NoSuchRange {
            total: self.total,
            unit: Unit::Pages,
        })
    }

    /// The number of its pages.
    pub(crate) fn total(&self) -> u32 {
        self.total
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

fn refused(error: LoadPdfError) -> AttachError {
    let format = FORMAT.to_owned();
    match error {
        LoadPdfError::Invalid => AttachError::Damaged { format },
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => {
            AttachError::Encrypted { format }
        }
        LoadPdfError::Decryption(
            DecryptionError::MissingIDEntry
            | DecryptionError::InvalidEncryption
            | DecryptionError::UnsupportedAlgorithm,
        ) => AttachError::UnknownEncryption { format },
    }
}

fn text<'a>(page: &'a Page<'a>, cache: &InterpreterCache<'a>) -> String {
    let (width, height) = page.render_dimensions();
    let area = Rect::new(0.0, 0.0, width.into(), height.into());
    let transform = page.initial_transform(true).to_kurbo();
    let settings = InterpreterSettings::default();
    let mut context = Context::new(transform, area, cache, page.xref(), settings);
    let mut glyphs = Glyphs::default();
    interpret_page(page, &mut context, &mut glyphs);
    glyphs.finish()
}

/// Width and height in pixels of a page that is drawn, and the factor on its own size.
fn drawn_size(page: &Page<'_>, longest: u32) -> (u16, u16, f32) {
    let (width, height) = page.render_dimensions();
    let longest = (longest as f32).clamp(1.0, SIDE_MAX);
    let factor = longest / width.max(height).max(1.0);
    // Never zero, and below 16 bits by the bound above.
    let side = |side: f32| (side * factor).clamp(1.0, SIDE_MAX) as u16;
    (side(width), side(height), factor)
}

fn drawn<'a>(
    page: &'a Page<'a>,
    cache: &RenderCache<'a>,
    limits: ImageLimits,
) -> Result<Picture, AttachError> {
    let (wide, high, _) = drawn_size(page, limits.longest_side);
    let (width, height) = page.render_dimensions();
    // The renderer rounds down; half a pixel more keeps the size.
    let settings = PixmapSettings {
        x_scale: (f32::from(wide) + 0.01) / width,
        y_scale: (f32::from(high) + 0.01) / height,
        bg_color: WHITE,
    };
    let pixels = hayro::render(
        page,
        cache,
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &settings,
    );
    let (wide, high) = (pixels.width().into(), pixels.height().into());
    // Over white nothing is transparent.
    let opaque = pixels.data_as_u8_slice().chunks_exact(4);
    let rgb = opaque
        .flat_map(|pixel| pixel.iter().copied().take(3))
        .collect();
    let image = RgbImage::from_raw(wide, high, rgb).ok_or_else(|| AttachError::damaged(FORMAT))?;
    picture::encode(DynamicImage::ImageRgb8(image), true, limits)
}
