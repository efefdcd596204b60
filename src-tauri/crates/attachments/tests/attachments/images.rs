//! Images: orientation, metadata, sizes.

use attachments::{
    AttachError, Form, ImageLimits, Kind, Limits, Part, Remark, Selection, extract, inspect,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use image::GenericImageView;

use crate::corpus::{self, holds, take};

fn decoded(part: &Part) -> (Vec<u8>, u32, u32) {
    let Part::Image {
        data,
        width,
        height,
        ..
    } = part
    else {
        panic!("{part:?}")
    };
    (STANDARD.decode(data).unwrap(), *width, *height)
}

fn with(image: ImageLimits) -> Limits {
    Limits {
        image,
        ..Limits::default()
    }
}

#[test]
fn photo_is_turned_upright_and_keeps_no_metadata() {
    let photo = corpus::file("turned.jpg");
    for mark in [&b"Exif"[..], b"SECRET-DESCRIPTION", b"SECRET-COMMENT"] {
        assert!(holds(&photo, mark));
    }
    let found = inspect("turned.jpg", &photo, &Limits::default()).unwrap();
    assert!(matches!(
        found.kind,
        Kind::Image {
            width: 20,
            height: 40,
            ..
        }
    ));
    let made = take(&photo, Form::Image).unwrap();
    let (bytes, width, height) = decoded(&made.parts[0]);
    assert_eq!((width, height), (20, 40));
    let image = image::load_from_memory(&bytes).unwrap();
    // Blue was left of red, and is above it after a quarter turn to the right.
    let [red, _, blue, _] = image.get_pixel(10, 3).0;
    assert!(blue > 150 && red < 100);
    for mark in [&b"Exif"[..], b"SECRET", b"GPS", b"\xff\xe1", b"\xff\xfe"] {
        assert!(!holds(&bytes, mark), "{mark:?}");
    }
}

#[test]
fn text_chunks_and_exif_of_other_formats_are_dropped() {
    for name in ["clear.png", "small.webp", "small.bmp"] {
        let made = take(&corpus::file(name), Form::Image).unwrap();
        let (bytes, ..) = decoded(&made.parts[0]);
        for mark in [&b"SECRET"[..], b"tEXt", b"eXIf", b"EXIF"] {
            assert!(!holds(&bytes, mark), "{name}: {mark:?}");
        }
    }
}

#[test]
fn animation_is_its_first_image_and_says_so() {
    let made = take(&corpus::file("moving.gif"), Form::Image).unwrap();
    assert_eq!(made.remarks, [Remark::FirstFrame]);
    assert_eq!(made.parts.len(), 1);
}

#[test]
fn image_is_scaled_to_the_longest_side() {
    let limits = with(ImageLimits {
        longest_side: 10,
        ..ImageLimits::default()
    });
    let photo = corpus::file("turned.jpg");
    let made = extract("x", &photo, Selection::all(Form::Image), &limits).unwrap();
    let (bytes, width, height) = decoded(&made.parts[0]);
    assert_eq!((width, height), (5, 10));
    assert_eq!(
        image::load_from_memory(&bytes).unwrap().dimensions(),
        (5, 10)
    );
}

#[test]
fn image_is_made_smaller_until_it_fits_or_refused() {
    let noise = image::RgbImage::from_fn(400, 300, |x, y| {
        let mixed = x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503).rotate_left(7);
        image::Rgb([mixed as u8, (mixed >> 8) as u8, (mixed >> 16) as u8])
    });
    let mut png = Vec::new();
    let to = &mut std::io::Cursor::new(&mut png);
    noise.write_to(to, image::ImageFormat::Png).unwrap();
    let fit = |bytes| {
        let limits = with(ImageLimits {
            bytes,
            ..ImageLimits::default()
        });
        extract("x", &png, Selection::all(Form::Image), &limits)
    };
    let (bytes, width, _) = decoded(&fit(20_000).unwrap().parts[0]);
    assert!(bytes.len() <= 20_000 && width < 400);
    assert_eq!(
        fit(10).unwrap_err(),
        AttachError::ImageDoesNotFit { limit: 10 }
    );
}

#[test]
fn image_of_too_many_pixels_is_refused_before_it_is_decoded() {
    // The header of 10,000 × 10,000 pixels, and no pixel.
    let mut png = corpus::file("clear.png");
    png[16..24].copy_from_slice(&[0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10]);
    let mut crc = flate2::Crc::new();
    crc.update(&png[12..29]);
    let sum = crc.sum().to_be_bytes();
    png[29..33].copy_from_slice(&sum);
    let error = inspect("x.png", &png, &Limits::default()).unwrap_err();
    let expected = AttachError::TooManyPixels {
        width: 10_000,
        height: 10_000,
        limit: 50_000_000,
    };
    assert_eq!(error, expected);
    assert!(error.to_string().contains("scale it down"));
}
