//! Images: checked before they are decoded, turned upright, scaled down, and encoded again without any metadata.

use std::io::Cursor;

use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageFormat, ImageReader,
    codecs::{jpeg::JpegEncoder, png::PngEncoder},
    imageops::FilterType,
    metadata::Orientation,
};

use crate::{AttachError, ImageKind, ImageLimits, ImageMedia};

/// Qualities of JPEG that are tried, in this order.
const QUALITIES: [u8; 4] = [88, 78, 66, 50];
/// How often an image that does not fit is scaled by three quarters.
const ATTEMPTS: u32 = 8;

/// An encoded image.
pub(crate) struct Picture {
    pub(crate) media: ImageMedia,
    pub(crate) bytes: Vec<u8>,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// The size of an image after its orientation was applied, without decoding it.
pub(crate) fn size(
    bytes: &[u8],
    kind: ImageKind,
    limits: ImageLimits,
) -> Result<(u32, u32), AttachError> {
    let (decoder, turned) = open(bytes, kind, limits)?;
    let (width, height) = decoder.dimensions();
    let swapped = matches!(
        turned,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    Ok(if swapped {
        (height, width)
    } else {
        (width, height)
    })
}

/// Whether the file holds more than one image, as far as that is told without decoding it.
pub(crate) fn is_animated(bytes: &[u8], kind: ImageKind) -> bool {
    let has = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
    match kind {
        ImageKind::Gif => has(b"NETSCAPE2.0"),
        ImageKind::WebP => has(b"ANIM"),
        ImageKind::Png => has(b"acTL"),
        ImageKind::Jpeg | ImageKind::Bmp => false,
    }
}

/// The image as it is sent.
///
/// # Errors
/// It is too large, damaged, or does not fit.
pub(crate) fn encode_again(
    bytes: &[u8],
    kind: ImageKind,
    limits: ImageLimits,
) -> Result<Picture, AttachError> {
    let (decoder, turned) = open(bytes, kind, limits)?;
    let decoded = DynamicImage::from_decoder(decoder);
    let mut image = decoded.map_err(|error| failed(&error, kind))?;
    image = scaled(image, limits.longest_side);
    image.apply_orientation(turned);
    encode(image, kind != ImageKind::Jpeg, limits)
}

fn open<'a>(
    bytes: &'a [u8],
    kind: ImageKind,
    limits: ImageLimits,
) -> Result<(impl ImageDecoder + 'a, Orientation), AttachError> {
    let format = match kind {
        ImageKind::Png => ImageFormat::Png,
        ImageKind::Jpeg => ImageFormat::Jpeg,
        ImageKind::Gif => ImageFormat::Gif,
        ImageKind::WebP => ImageFormat::WebP,
        ImageKind::Bmp => ImageFormat::Bmp,
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut memory = image::Limits::default();
    memory.max_alloc = Some(limits.memory);
    reader.limits(memory);
    let decoder = reader.into_decoder();
    let mut decoder = decoder.map_err(|error| failed(&error, kind))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > limits.pixels {
        return Err(AttachError::TooManyPixels {
            width,
            height,
            limit: limits.pixels,
        });
    }
    if decoder.total_bytes() > limits.memory {
        return Err(AttachError::OutOfMemory);
    }
    // A damaged orientation is as good as none.
    let turned = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    Ok((decoder, turned))
}

fn failed(error: &image::ImageError, kind: ImageKind) -> AttachError {
    if matches!(error, image::ImageError::Limits(_)) {
        return AttachError::OutOfMemory;
    }
    AttachError::damaged(match kind {
        ImageKind::Png => "PNG",
        ImageKind::Jpeg => "JPEG",
        ImageKind::Gif => "GIF",
        ImageKind::WebP => "WebP",
        ImageKind::Bmp => "BMP",
    })
}

fn scaled(image: DynamicImage, longest: u32) -> DynamicImage {
    if image.width().max(image.height()) <= longest {
        return image;
    }
    image.resize(longest.max(1), longest.max(1), FilterType::Triangle)
}

/// Encodes an image so that it fits. `exact`: it has sharp edges, so PNG is tried first.
pub(crate) fn encode(
    image: DynamicImage,
    exact: bool,
    limits: ImageLimits,
) -> Result<Picture, AttachError> {
    let mut image = plain(scaled(image, limits.longest_side));
    for _ in 0..ATTEMPTS {
        if exact && let Some(picture) = png(&image, limits.bytes) {
            return Ok(picture);
        }
        if let Some(picture) = jpeg(&image, limits.bytes) {
            return Ok(picture);
        }
        let longest = image.width().max(image.height()) / 4 * 3;
        image = scaled(image, longest);
    }
    Err(AttachError::ImageDoesNotFit {
        limit: limits.bytes,
    })
}

/// Eight bits per channel, and an alpha channel only where something shows through.
fn plain(image: DynamicImage) -> DynamicImage {
    if !image.color().has_alpha() {
        return DynamicImage::ImageRgb8(image.into_rgb8());
    }
    let pixels = image.into_rgba8();
    if pixels.pixels().all(|pixel| pixel.0[3] == u8::MAX) {
        return DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(pixels).into_rgb8());
    }
    DynamicImage::ImageRgba8(pixels)
}

fn png(image: &DynamicImage, bytes_max: u64) -> Option<Picture> {
    let color = if image.color().has_alpha() {
        ExtendedColorType::Rgba8
    } else {
        ExtendedColorType::Rgb8
    };
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new(&mut bytes);
    let written = encoder.write_image(image.as_bytes(), image.width(), image.height(), color);
    finished(written, bytes, ImageMedia::Png, image, bytes_max)
}

fn jpeg(image: &DynamicImage, bytes_max: u64) -> Option<Picture> {
    let opaque = on_white(image);
    QUALITIES.iter().find_map(|quality| {
        let mut bytes = Vec::new();
        let encoder = JpegEncoder::new_with_quality(&mut bytes, *quality);
        let (width, height) = opaque.dimensions();
        let written = encoder.write_image(opaque.as_raw(), width, height, ExtendedColorType::Rgb8);
        finished(written, bytes, ImageMedia::Jpeg, image, bytes_max)
    })
}

fn finished(
    written: image::ImageResult<()>,
    bytes: Vec<u8>,
    media: ImageMedia,
    image: &DynamicImage,
    bytes_max: u64,
) -> Option<Picture> {
    let fits = written.is_ok() && bytes.len() as u64 <= bytes_max;
    fits.then(|| Picture {
        media,
        bytes,
        width: image.width(),
        height: image.height(),
    })
}

/// The image over white, since JPEG has no transparency.
fn on_white(image: &DynamicImage) -> image::RgbImage {
    let DynamicImage::ImageRgba8(pixels) = image else {
        return image.to_rgb8();
    };
    image::RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        let [red, green, blue, alpha] = pixels.get_pixel(x, y).0;
        let alpha = u16::from(alpha);
        let over = |channel: u8| {
            let mixed = (u16::from(channel) * alpha + 255 * (255 - alpha)) / 255;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        image::Rgb([over(red), over(green), over(blue)])
    })
}
