//! PDF: text, pages, embedded files, passwords, damage.

use attachments::{
    AttachError, Form, ImageLimits, Kind, Limits, Part, Remark, Selection, Span, Unit, extract,
    inspect,
};
use base64::{Engine, engine::general_purpose::STANDARD};

use crate::corpus::{self, file, pdf, take, text, words};

#[test]
fn pages_are_read_as_text_by_range() {
    let bytes = file("three.pdf");
    let found = inspect("x", &bytes, &Limits::default()).unwrap();
    assert_eq!(found.kind, Kind::Pdf);
    let forms: Vec<_> = found
        .offers
        .iter()
        .map(|offer| (offer.form, offer.total))
        .collect();
    assert_eq!(
        forms,
        [(Form::Text, 3), (Form::PageImages, 3), (Form::Document, 1)]
    );
    let expected = "[Page 2]\nPage number 2: café naïve\nA second line";
    let read = text(&bytes, Some((2, 2)));
    assert_eq!(read.replace("\n\n", "\n"), expected);
}

#[test]
fn words_moved_apart_are_separated() {
    assert_eq!(
        text(&file("font.pdf"), None),
        "[Page 1]\nWide words moved apart\nGrüße — Ω"
    );
}

#[test]
fn text_that_is_filled_and_stroked_is_read_once() {
    let content = b"BT /F1 12 Tf 2 Tr 72 700 Td (bold) Tj ET";
    let bytes = pdf(1, |_| corpus::stream("", content));
    assert_eq!(text(&bytes, None), "[Page 1]\nbold");
}

#[test]
fn invisible_text_of_a_scan_is_read() {
    let content = b"BT /F1 12 Tf 3 Tr 72 700 Td (recognised) Tj ET";
    let bytes = pdf(1, |_| corpus::stream("", content));
    assert_eq!(text(&bytes, None), "[Page 1]\nrecognised");
}

#[test]
fn pages_are_drawn_within_size_and_number() {
    let limits = Limits {
        drawn_pages: 2,
        image: ImageLimits {
            longest_side: 200,
            ..ImageLimits::default()
        },
        ..Limits::default()
    };
    let selection = Selection::all(Form::PageImages);
    let made = extract("x", &file("three.pdf"), selection, &limits).unwrap();
    assert_eq!(
        (made.taken.last, made.total, made.unit),
        (2, 3, Unit::Pages)
    );
    for (part, number) in made.parts.iter().zip(1..) {
        let Part::Image {
            data,
            width,
            height,
            page,
            ..
        } = part
        else {
            panic!("{part:?}")
        };
        assert_eq!((*width, *height, *page), (141, 200, Some(number)));
        let image = image::load_from_memory(&STANDARD.decode(data).unwrap()).unwrap();
        let dark = image
            .to_luma8()
            .pixels()
            .filter(|pixel| pixel.0[0] < 200)
            .count();
        assert!(dark > 10, "{dark}");
    }
}

#[test]
fn page_without_text_is_offered_as_image_only() {
    let found = inspect("x", &file("blank.pdf"), &Limits::default()).unwrap();
    assert_eq!(found.remarks, [Remark::NoText]);
    assert_eq!(found.offers[0].form, Form::PageImages);
    let error = take(&file("blank.pdf"), Form::Text).unwrap_err();
    assert_eq!(error, AttachError::NoText);
}

#[test]
fn embedded_files_are_named_and_not_opened() {
    let bytes = file("embedded.pdf");
    let names = vec!["evil.exe".to_owned(), "notes.txt".to_owned()];
    let found = inspect("x", &bytes, &Limits::default()).unwrap();
    assert_eq!(
        found.remarks,
        [Remark::Embedded {
            names: names.clone()
        }]
    );
    // The file as it is takes them along, and says so.
    let sent = take(&bytes, Form::Document).unwrap();
    assert_eq!(sent.remarks, [Remark::Embedded { names }]);
    assert_eq!(
        sent.parts,
        [Part::Pdf {
            data: STANDARD.encode(&bytes)
        }]
    );
}

#[test]
fn password_is_asked_to_be_removed() {
    let error = inspect("x", &file("password.pdf"), &Limits::default()).unwrap_err();
    assert_eq!(
        error,
        AttachError::Encrypted {
            format: "PDF".into()
        }
    );
    assert!(error.to_string().contains("without one"));
}

#[test]
fn damaged_file_is_repaired_or_refused() {
    let whole = file("three.pdf");
    let error = inspect("x", b"%PDF-1.7\nnothing else", &Limits::default()).unwrap_err();
    assert_eq!(
        error,
        AttachError::Damaged {
            format: "PDF".into()
        }
    );
    // Without the table of its objects they are searched.
    let table = whole
        .windows(4)
        .position(|window| window == b"xref")
        .unwrap();
    let found = inspect("x", &whole[..table], &Limits::default()).unwrap();
    assert_eq!(found.offers[0].total, 3);
}

#[test]
fn long_document_is_offered_in_ranges_and_not_whole() {
    let bytes = pdf(500, |page| words(&format!("page {page}")));
    let found = inspect("x", &bytes, &Limits::default()).unwrap();
    assert!(
        found
            .offers
            .iter()
            .all(|offer| offer.form != Form::Document)
    );
    let offer = &found.offers[0];
    assert_eq!((offer.total, offer.sampled), (500, true));
    let fitting = offer.first_fitting(offer.tokens() / 10).unwrap();
    assert!((40..=60).contains(&fitting.last), "{fitting:?}");
    let error = take(&bytes, Form::Document).unwrap_err();
    assert!(matches!(error, AttachError::TooLong { total: 500, .. }));
    let range = Selection::range(Form::Text, Span::new(500, 500).unwrap());
    let made = extract("x", &bytes, range, &Limits::default()).unwrap();
    assert_eq!(made.parts, [Part::Text("[Page 500]\npage 499".into())]);
}

#[test]
fn page_tree_that_contains_itself_ends() {
    let bytes = corpus::pdf_of(&[
        b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles 3 0 R>>>>".to_vec(),
        b"<</Type/Pages/Count 1/Kids[2 0 R 4 0 R]>>".to_vec(),
        b"<</Kids[3 0 R 3 0 R]>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>".to_vec(),
    ]);
    let found = inspect("x", &bytes, &Limits::default());
    assert!(found.is_ok() || matches!(found, Err(AttachError::Damaged { .. })));
}
