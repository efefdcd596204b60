//! Text: encodings, tables, SVG, and what is no text.

use attachments::{AttachError, Form, Kind, Limits, Remark, inspect};

use crate::corpus::{self, take};

fn kind(bytes: &[u8]) -> Kind {
    inspect("file", bytes, &Limits::default()).unwrap().kind
}

#[test]
fn text_is_decoded_from_each_encoding() {
    let said = "Grüße aus Köln, wo die Häuser schön sind.\nZweite Zeile: 5 €.";
    let wide = |order: fn(u16) -> [u8; 2]| said.encode_utf16().flat_map(order).collect::<Vec<_>>();
    let (little, big) = (wide(u16::to_le_bytes), wide(u16::to_be_bytes));
    let (western, _, _) = encoding_rs::WINDOWS_1252.encode(said);
    let cases = [
        ("UTF-8", said.as_bytes().to_vec()),
        ("UTF-8", [b"\xef\xbb\xbf", said.as_bytes()].concat()),
        ("UTF-16LE", [b"\xff\xfe", little.as_slice()].concat()),
        ("UTF-16BE", [b"\xfe\xff", big.as_slice()].concat()),
        ("UTF-16LE", little),
        ("UTF-16BE", big),
        ("windows-1252", western.into_owned()),
    ];
    for (encoding, bytes) in cases {
        let expected = Kind::Text {
            encoding: encoding.to_owned(),
        };
        assert_eq!(kind(&bytes), expected);
        assert_eq!(corpus::text(&bytes, None), said, "{encoding}");
    }
}

#[test]
fn text_of_other_scripts_is_recognised() {
    let said = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。";
    let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(said);
    assert_eq!(corpus::text(&bytes, None), said);
    let said = "Съешь же ещё этих мягких французских булок, да выпей чаю.";
    let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(said);
    assert_eq!(corpus::text(&bytes, None), said);
}

#[test]
fn damaged_utf8_is_read_and_said() {
    let mut bytes = "Grüße ".repeat(200).into_bytes();
    bytes.extend_from_slice(b"\xff end");
    let found = inspect("a.txt", &bytes, &Limits::default()).unwrap();
    assert_eq!(found.remarks, [Remark::Replaced]);
    assert!(corpus::text(&bytes, None).starts_with("Grüße"));
}

#[test]
fn name_never_decides_what_binary_content_is() {
    let error = inspect(
        "notes.txt",
        &[0, 159, 146, 150, 1, 2, 3, 0xff],
        &Limits::default(),
    );
    assert_eq!(error.unwrap_err(), AttachError::Unknown);
    let found = inspect("photo.png", b"just words", &Limits::default()).unwrap();
    assert!(matches!(found.kind, Kind::Text { .. }));
    let found = inspect("a.txt", &corpus::file("clear.png"), &Limits::default()).unwrap();
    assert!(matches!(found.kind, Kind::Image { .. }));
}

#[test]
fn shown_name_is_the_last_component_without_hidden_characters() {
    let name = "../../etc/in\u{202e}voice\n.txt";
    let found = inspect(name, b"x", &Limits::default()).unwrap();
    assert_eq!(found.name, "invoice.txt");
}

#[test]
fn svg_is_refused_as_image_and_offered_as_text() {
    let svg = b"<?xml version=\"1.0\"?>\n<!-- made -->\n<svg xmlns=\"x\"><script>1</script></svg>";
    assert!(matches!(kind(svg), Kind::Svg { .. }));
    let error = take(svg, Form::Image).unwrap_err();
    assert_eq!(error, AttachError::SvgImage);
    assert!(error.to_string().contains("attach it as text"));
    assert!(corpus::text(svg, None).contains("<script>"));
}

#[test]
fn range_of_lines_and_rows_is_taken_exactly() {
    let lines = (1..=1000)
        .map(|n| format!("line {n}\r\n"))
        .collect::<String>();
    assert_eq!(
        corpus::text(lines.as_bytes(), Some((999, 5000))),
        "line 999\nline 1000"
    );
    let rows = (1..=500)
        .map(|n| format!("{n},\"a\nb\",c\n"))
        .collect::<String>();
    let found = inspect("x", rows.as_bytes(), &Limits::default()).unwrap();
    assert!(matches!(found.kind, Kind::Csv { separator: ',', .. }));
    assert_eq!(found.offers[0].total, 500);
    assert_eq!(corpus::text(rows.as_bytes(), Some((2, 2))), "2,\"a\nb\",c");
}

#[test]
fn range_beyond_the_end_is_refused_with_the_total() {
    let selection =
        attachments::Selection::range(Form::Text, attachments::Span::new(3, 4).unwrap());
    let error = attachments::extract("x", b"a\nb", selection, &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("2 lines"), "{error}");
}

#[test]
fn text_over_the_limit_is_cut_at_a_line_and_said() {
    let limits = Limits {
        text_bytes: 100,
        ..Limits::default()
    };
    let text = "0123456789\n".repeat(50);
    let selection = attachments::Selection::all(Form::Text);
    let made = attachments::extract("x", text.as_bytes(), selection, &limits).unwrap();
    assert_eq!((made.taken.last, made.total), (9, 50));
    assert_eq!(made.remarks, [Remark::Cut]);
}

#[test]
fn formats_that_are_not_read_say_what_to_do() {
    for (start, advice) in [
        (&b"II*\0rest"[..], "PNG or JPEG"),
        (b"\0\0\0\x18ftypheic", "PNG or JPEG"),
        (b"fLaC....", "WAV or MP3"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "docx"),
        (b"\x1f\x8b\x08\0", "unpack"),
    ] {
        let error = inspect("x", start, &Limits::default()).unwrap_err();
        assert!(error.to_string().contains(advice), "{error}");
    }
    assert_eq!(
        inspect("x", b"", &Limits::default()),
        Err(AttachError::Empty)
    );
}
