//! Text from the glyphs of a page, in the order in which the page draws them.

use hayro::{
    hayro_interpret::{
        BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask,
        font::{Glyph, GlyphRun},
        hayro_cmap::BfString,
    },
    kurbo::{Affine, BezPath, Point, Vec2},
};

/// Most bytes of text that are collected from one page.
const TEXT_MAX: usize = 1 << 20;
/// Glyphs are described in thousandths of their size.
const UNITS_OF_SIZE: f64 = 1000.0;
/// A gap of this share of the size is a space.
const SPACE: f64 = 0.2;
/// A move of this share of the size across the direction of reading begins a line.
const LINE: f64 = 0.5;
/// A move of this share of the size across the direction of reading begins a paragraph.
const PARAGRAPH: f64 = 1.9;
/// The width that a glyph without a known one is taken to have.
const USUAL_WIDTH: f64 = 0.5;

/// A device that draws nothing and collects text.
#[derive(Default)]
pub(super) struct Glyphs {
    text: String,
    /// Where the last glyph ended, and its size.
    last: Option<Place>,
    /// Where the last run that was filled began, and its number of glyphs.
    filled: Option<(Point, usize)>,
}

#[derive(Clone, Copy)]
struct Place {
    origin: Point,
    end: Point,
    /// One unit along the direction of reading.
    along: Vec2,
    size: f64,
}

impl Glyphs {
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn glyph(&mut self, glyph: &Glyph<'_>, transform: Affine) {
        if self.text.len() >= TEXT_MAX {
            return;
        }
        let Some(place) = place(glyph, transform) else {
            return;
        };
        if let Some(last) = self.last {
            self.separate(last, place);
        }
        self.last = Some(place);
        match glyph.as_unicode() {
            Some(BfString::Char(c)) => self.push(c),
            Some(BfString::String(text)) => text.chars().for_each(|c| self.push(c)),
            None => self.push(char::REPLACEMENT_CHARACTER),
        }
    }

    fn push(&mut self, c: char) {
        // A soft hyphen at the end of a line is one to the eye.
        match c {
            '\0' | '\u{feff}' => {}
            '\r' | '\n' | '\t' | '\u{a0}' => self.text.push(' '),
            c => self.text.push(c),
        }
    }

    fn separate(&mut self, last: Place, next: Place) {
        let size = last.size.max(next.size);
        let step = next.origin - last.end;
        let along = step.dot(last.along);
        let across = step.cross(last.along).abs();
        let ends_blank = self.text.ends_with([' ', '\n']);
        let back = (next.origin - last.origin).dot(last.along) < -size;
        if across > size * PARAGRAPH {
            self.text.push_str("\n\n");
        } else if across > size * LINE || back {
            self.text.push('\n');
        } else if along > size * SPACE && !ends_blank {
            self.text.push(' ');
        }
    }
}

fn place(glyph: &Glyph<'_>, transform: Affine) -> Option<Place> {
    let width = match glyph {
        Glyph::Outline(outline) => outline.advance_width().map(f64::from),
        Glyph::Type3(drawn) => drawn.advance_width().map(f64::from),
    };
    let [a, b, c, d, ..] = transform.as_coeffs();
    let along = Vec2::new(a, b);
    let size = Vec2::new(c, d).hypot() * UNITS_OF_SIZE;
    let width = width.unwrap_or(USUAL_WIDTH * UNITS_OF_SIZE);
    let origin = transform * Point::ORIGIN;
    let end = transform * Point::new(width, 0.0);
    let length = along.hypot();
    let sound = origin.is_finite() && end.is_finite() && size.is_finite() && length > 0.0;
    sound.then(|| Place {
        origin,
        end,
        along: along / length,
        size,
    })
}

impl<'a> Device<'a> for Glyphs {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let Some(first) = run.glyphs().first() else {
            return;
        };
        let begin = props.transform * first.transform() * Point::ORIGIN;
        let this = Some((begin, run.glyphs().len()));
        // Text that is filled and stroked is drawn twice.
        let again = matches!(mode, DrawMode::Stroke(_)) && self.filled == this;
        self.filled = this;
        if again {
            return;
        }
        for glyph in run.glyphs() {
            self.glyph(glyph, props.transform * glyph.transform());
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
