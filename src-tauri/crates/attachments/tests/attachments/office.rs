//! Office documents: their text, their bounds, and what is never opened.

use attachments::{
    AttachError, Form, Kind, Limits, Office, Part, Remark, Selection, Span, Unit, extract, inspect,
};

use crate::corpus::{self, docx, file, ods, package, text};

#[test]
fn document_is_read_as_lines_with_tables() {
    let bytes = file("report.docx");
    let found = inspect("x", &bytes, &Limits::default()).unwrap();
    assert_eq!(found.kind, Kind::Document(Office::OpenXml));
    let expected = "# Report\nFirst paragraph with \"quotes\" & signs.\na\tb\nc\td\nLast.";
    assert_eq!(text(&bytes, None), expected);
    assert_eq!(text(&bytes, Some((3, 4))), "a\tb\nc\td");
    assert_eq!(text(&file("letter.odt"), None), "# Title\ntwo  spaces");
}

#[test]
fn sheets_are_offered_one_by_one() {
    let bytes = file("prices.xlsx");
    let found = inspect("x", &bytes, &Limits::default()).unwrap();
    let titles: Vec<_> = found
        .offers
        .iter()
        .map(|offer| offer.title.as_str())
        .collect();
    assert_eq!(titles, ["Prices", "Notes"]);
    assert_eq!(
        (found.offers[0].unit, found.offers[0].total),
        (Unit::Rows, 4)
    );
    assert_eq!(
        text(&bytes, None),
        "item\tprice\tsince\ntea\t2.5\t2024-02-29\n\nfar\t\tTRUE"
    );
    let second = Selection {
        section: 1,
        ..Selection::all(Form::Text)
    };
    let made = extract("x", &bytes, second, &Limits::default()).unwrap();
    assert_eq!(made.parts, [Part::Text("one line".into())]);
}

#[test]
fn repeated_rows_are_counted_and_empty_ones_at_the_end_are_not() {
    let bytes = file("numbers.ods");
    let found = inspect("x", &bytes, &Limits::default()).unwrap();
    assert_eq!(found.offers[0].title, "Numbers");
    assert_eq!(
        text(&bytes, None),
        "x\t\tz\nsame\tsame\nsame\tsame\nsame\tsame"
    );
}

#[test]
fn slides_are_read_in_their_order() {
    let bytes = file("talk.pptx");
    let found = inspect("x", &bytes, &Limits::default()).unwrap();
    assert_eq!(
        (found.offers[0].unit, found.offers[0].total),
        (Unit::Slides, 2)
    );
    assert_eq!(text(&bytes, Some((2, 2))), "Slide 2\npoint one\npoint two");
}

#[test]
fn macros_are_said_and_left_alone() {
    let bytes = package(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("word/document.xml", b"<w:p><w:t>hello</w:t></w:p>"),
        ("word/vbaProject.bin", b"not opened"),
    ]);
    let found = inspect("x", &bytes, &Limits::default()).unwrap();
    assert_eq!(found.remarks, [Remark::Macros]);
    assert_eq!(text(&bytes, None), "hello");
}

#[test]
fn entities_of_a_document_are_never_defined_or_fetched() {
    let body = b"<!DOCTYPE d [<!ENTITY a SYSTEM 'file:///etc/passwd'><!ENTITY b '&a;&a;'>]>\
        <w:p><w:t>1&a;2&b;3&amp;&#x41;</w:t></w:p>";
    assert_eq!(text(&docx(body), None), "123&A");
}

#[test]
fn text_that_word_saves_twice_is_read_once() {
    let body = b"<a><mc:AlternateContent><mc:Choice><w:p><w:t>box</w:t></w:p></mc:Choice>\
        <mc:Fallback><w:p><w:t>box</w:t></w:p></mc:Fallback></mc:AlternateContent></a>";
    assert_eq!(text(&docx(body), None), "box");
}

#[test]
fn encrypted_document_is_named_as_such() {
    let bytes = package(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        (
            "META-INF/manifest.xml",
            b"<m><e><manifest:encryption-data/></e></m>",
        ),
        ("content.xml", b"\x01\x02"),
    ]);
    let error = inspect("x", &bytes, &Limits::default()).unwrap_err();
    assert_eq!(
        error,
        AttachError::Encrypted {
            format: "odt".into()
        }
    );
}

#[test]
fn archive_of_other_files_is_not_unpacked() {
    let error = inspect("x", &package(&[("a.txt", b"hi")]), &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("unpack it"), "{error}");
}

#[test]
fn one_cell_repeated_without_end_is_refused() {
    let cell = "<table:table-cell table:number-columns-repeated=\"16384\"><p>0123456789abcdef\
                0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef</p></table:table-cell>";
    let row = format!(
        "<table:table table:name='t'><table:table-row>{cell}</table:table-row></table:table>"
    );
    let error = inspect("x", &ods(&row), &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("bytes in one row"), "{error}");
}

#[test]
fn far_cell_costs_rows_and_no_memory() {
    let row = "<table:table-row table:number-rows-repeated='1048575'/>";
    let last = "<table:table-row><table:table-cell><p>end</p></table:table-cell></table:table-row>";
    let bytes = ods(&format!("<table:table>{row}{last}</table:table>"));
    let made = extract(
        "x",
        &bytes,
        Selection::range(Form::Text, Span::new(1_048_576, 1_048_576).unwrap()),
        &Limits::default(),
    );
    assert_eq!(made.unwrap().parts, [Part::Text("end".into())]);
}

#[test]
fn damaged_package_is_said_to_be() {
    let mut bytes = corpus::file("report.docx");
    let middle = bytes.len() / 3;
    bytes[..middle]
        .iter_mut()
        .skip(100)
        .for_each(|byte| *byte ^= 0x55);
    let error = inspect("x", &bytes, &Limits::default()).unwrap_err();
    assert!(matches!(error, AttachError::Damaged { .. }), "{error}");
}
