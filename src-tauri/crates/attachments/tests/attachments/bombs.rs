//! Files that unpack to more than they should, nest without end or have too much of everything. All end in a result or a typed
//! error within the bounds of the reader.

use std::{io::Write as _, sync::Arc};

use attachments::{
    AttachError, Form, ImageLimits, Limits, PackageLimits, ReaderLimits, Selection, Span, inspect,
};
use flate2::{Compression, write::ZlibEncoder};

use crate::{
    corpus::{docx, package, pdf, pdf_of, stream, words},
    reader::reader,
};

/// Memory that is enough for every honest file of this test, and for no bomb.
const MEMORY: u64 = 128 << 20;

fn limits() -> Limits {
    Limits {
        reader: ReaderLimits {
            memory: MEMORY,
            ..ReaderLimits::default()
        },
        image: ImageLimits {
            longest_side: 300,
            ..ImageLimits::default()
        },
        ..Limits::default()
    }
}

/// Prints the most memory that a reader of this test took. Each test is a process of its own.
fn print_peak(what: &str) {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
        println!("memory of the reader: {what}: {} MiB", peak / 1024);
        assert!(peak.unsigned_abs() / 1024 <= MEMORY >> 20);
    }
    #[cfg(not(unix))]
    let _ = what;
}

fn deflated(length: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let block = [b' '; 1 << 16];
    for _ in 0..length >> 16 {
        encoder.write_all(&block).unwrap();
    }
    encoder.finish().unwrap()
}

#[test]
fn ten_thousand_pages_are_read_in_bounded_memory() {
    let bytes: Arc<[u8]> = pdf(10_000, |page| words(&format!("page {page}"))).into();
    let reader = reader(limits());
    let found = reader.inspect("x", &bytes).unwrap();
    assert_eq!(found.offers[0].total, 10_000);
    let span = Span::new(9_999, 10_000).unwrap();
    let made = reader.extract("x", &bytes, Selection::range(Form::Text, span));
    assert_eq!(made.unwrap().taken, span);
    let made = reader.extract("x", &bytes, Selection::range(Form::PageImages, span));
    assert_eq!(made.unwrap().parts.len(), 2);
    print_peak("a PDF of 10,000 pages");
}

#[test]
fn stream_that_unpacks_without_end_is_stopped() {
    let bomb = deflated(256 << 20);
    let once = pdf(1, |_| stream("/Filter/FlateDecode", &bomb));
    let mut twice = ZlibEncoder::new(Vec::new(), Compression::fast());
    twice.write_all(&bomb).unwrap();
    let twice = twice.finish().unwrap();
    let twice = pdf(1, |_| stream("/Filter[/FlateDecode/FlateDecode]", &twice));
    for bytes in [once, twice] {
        assert!(bytes.len() < 4 << 20);
        let bytes: Arc<[u8]> = bytes.into();
        for form in [Form::Text, Form::PageImages] {
            let error = reader(limits()).extract("x", &bytes, Selection::all(form));
            assert_is_stopped(&error.unwrap_err());
        }
    }
    print_peak("a PDF whose pages unpack to 256 MiB");
}

fn assert_is_stopped(error: &AttachError) {
    let stopped = [
        AttachError::OutOfMemory,
        AttachError::OutOfTime,
        AttachError::NoText,
    ];
    assert!(stopped.contains(error), "{error}");
}

#[test]
fn image_in_a_page_that_unpacks_without_end_is_stopped_or_left_out() {
    let dict = "/Type/XObject/Subtype/Image/Width 40000/Height 40000/BitsPerComponent 8\
                /ColorSpace/DeviceRGB/Filter/FlateDecode";
    let bytes = pdf_of(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R\
          /Resources<</XObject<</I 5 0 R>>>>>>"
            .to_vec(),
        stream("", b"q 100 0 0 100 0 0 cm /I Do Q"),
        stream(dict, &deflated(256 << 20)),
    ]);
    let bytes: Arc<[u8]> = bytes.into();
    match reader(limits()).extract("x", &bytes, Selection::all(Form::PageImages)) {
        Ok(made) => assert_eq!(made.parts.len(), 1),
        Err(error) => assert_is_stopped(&error),
    }
    print_peak("a PDF with an image of 1.6 gigapixels");
}

#[test]
fn page_that_takes_too_long_is_stopped_by_processor_time() {
    let limits = Limits {
        reader: ReaderLimits {
            cpu_seconds: 1,
            wait_ms: 60_000,
            ..ReaderLimits::default()
        },
        ..Limits::default()
    };
    // Each form draws the next one ten times.
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R\
          /Resources<</XObject<</X 5 0 R>>>>>>"
            .to_vec(),
        stream("", b"/X Do"),
    ];
    for next in 6..16 {
        let dict = format!(
            "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X {next} 0 R>>>>"
        );
        objects.push(stream(&dict, &b"/X Do ".repeat(30)));
    }
    objects.push(stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 9 9]",
        b"0 0 m 9 9 l S",
    ));
    let bytes: Arc<[u8]> = pdf_of(&objects).into();
    let error = reader(limits).extract("x", &bytes, Selection::all(Form::Text));
    assert_eq!(error.unwrap_err(), AttachError::OutOfTime);
}

#[test]
fn deep_nesting_ends_in_a_result_or_an_error() {
    let arrays = [b"%PDF-1.7\n1 0 obj\n".to_vec(), b"[".repeat(2_000_000)].concat();
    let states = pdf(1, |_| stream("", &b"q ".repeat(2_000_000)));
    let elements = docx(&b"<w:tbl>".repeat(300_000));
    for bytes in [arrays, states, elements] {
        let bytes: Arc<[u8]> = bytes.into();
        let found = reader(limits()).inspect("x", &bytes);
        assert!(
            !matches!(found, Err(AttachError::ReaderCrashed)),
            "{found:?}"
        );
    }
}

#[test]
fn package_that_unpacks_to_too_much_is_refused() {
    let few = |entry_bytes, ratio| Limits {
        package: PackageLimits {
            entry_bytes,
            ratio,
            ..PackageLimits::default()
        },
        ..Limits::default()
    };
    let blanks = vec![b' '; 3 << 20];
    let text = docx(&blanks);
    let error = |limits| inspect("x", &text, &limits).unwrap_err().to_string();
    assert!(error(few(1 << 20, u64::MAX)).contains("1048576 bytes"));
    assert!(error(few(64 << 20, 2)).contains("2 times its size"));
    // Every entry of a workbook is checked, since another reader unpacks it.
    let book = package(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("xl/workbook.xml", b"<workbook/>"),
        ("xl/sharedStrings.xml", &blanks),
    ]);
    let error = inspect("x", &book, &few(1 << 20, u64::MAX)).unwrap_err();
    assert!(error.to_string().contains("1048576 bytes"), "{error}");
}

#[test]
fn package_with_too_many_entries_is_refused() {
    let names: Vec<String> = (0..200).map(|at| format!("{at}.xml")).collect();
    let entries: Vec<_> = names
        .iter()
        .map(|name| (name.as_str(), &b"x"[..]))
        .collect();
    let limits = Limits {
        package: PackageLimits {
            entries: 100,
            ..PackageLimits::default()
        },
        ..Limits::default()
    };
    let error = inspect("x", &package(&entries), &limits).unwrap_err();
    assert!(error.to_string().contains("100 entries"), "{error}");
}

#[test]
fn image_of_one_colour_is_decoded_in_bounded_memory() {
    let mut png = Vec::new();
    let plain = image::GrayImage::new(4_000, 4_000);
    let to = &mut std::io::Cursor::new(&mut png);
    plain.write_to(to, image::ImageFormat::Png).unwrap();
    let bytes: Arc<[u8]> = png.into();
    let made = reader(limits()).extract("x", &bytes, Selection::all(Form::Image));
    assert_eq!(made.unwrap().parts.len(), 1);
    print_peak("an image of one colour");
}
