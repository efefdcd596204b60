//! Files: small ones from `tests/files`, and builders of others.

use std::{
    fmt::Write as _,
    io::{Cursor, Write as _},
    path::Path,
};

use attachments::{AttachError, Extract, Form, Limits, Part, Selection, Span, extract};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

pub fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    std::fs::read(folder.join(name)).unwrap()
}

pub fn all() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut all: Vec<_> = names.map(|name| (name.clone(), file(&name))).collect();
    all.sort();
    all.push(("tone.wav".into(), wav()));
    all.push(("tone.mp3".into(), mp3()));
    all
}

pub fn take(bytes: &[u8], form: Form) -> Result<Extract, AttachError> {
    extract("file", bytes, Selection::all(form), &Limits::default())
}

pub fn text(bytes: &[u8], span: Option<(u32, u32)>) -> String {
    let span = span.map(|(first, last)| Span::new(first, last).unwrap());
    let selection = Selection {
        span,
        ..Selection::all(Form::Text)
    };
    let made = extract("file", bytes, selection, &Limits::default()).unwrap();
    match made.parts.into_iter().next().unwrap() {
        Part::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

/// A document of `pages` pages whose contents `content` makes.
pub fn pdf(pages: usize, content: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let mut kids = String::new();
    for page in 0..pages {
        write!(kids, "{} 0 R ", 4 + 2 * page).unwrap();
    }
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Count {pages}/Kids[{kids}]>>").into_bytes(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec(),
    ];
    for page in 0..pages {
        let number = 5 + 2 * page;
        let dict = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents {number} 0 R\
             /Resources<</Font<</F1 3 0 R>>>>>>"
        );
        objects.push(dict.into_bytes());
        objects.push(content(page));
    }
    pdf_of(&objects)
}

pub fn pdf_of(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(out.len());
        writeln!(out, "{} 0 obj", at + 1).unwrap();
        out.extend_from_slice(object);
        out.extend_from_slice(b"\nendobj\n");
    }
    let table = out.len();
    write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    for place in places {
        writeln!(out, "{place:010} 00000 n ").unwrap();
    }
    let size = objects.len() + 1;
    write!(
        out,
        "trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF"
    )
    .unwrap();
    out
}

pub fn stream(dict: &str, body: &[u8]) -> Vec<u8> {
    let mut out = format!("<<{dict}/Length {}>>stream\n", body.len()).into_bytes();
    out.extend_from_slice(body);
    out.extend_from_slice(b"\nendstream");
    out
}

pub fn words(text: &str) -> Vec<u8> {
    stream(
        "",
        format!("BT /F1 12 Tf 72 700 Td ({text}) Tj ET").as_bytes(),
    )
}

/// A package of these entries.
pub fn package(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, content) in entries {
        writer.start_file(*name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A docx with this content.
pub fn docx(body: &[u8]) -> Vec<u8> {
    package(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("word/document.xml", body),
    ])
}

pub fn ods(body: &str) -> Vec<u8> {
    let content = format!("<office>{body}</office>");
    let kind = b"application/vnd.oasis.opendocument.spreadsheet";
    package(&[("mimetype", kind), ("content.xml", content.as_bytes())])
}

pub fn chunk(id: &[u8], body: &[u8]) -> Vec<u8> {
    [id, &(body.len() as u32).to_le_bytes(), body].concat()
}

pub fn wav() -> Vec<u8> {
    let format = [1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0];
    let chunks = [
        chunk(b"LIST", b"INFOIART\x06\0\0\0SECRET"),
        chunk(b"fmt ", &format),
        chunk(b"data", &[128; 64]),
    ]
    .concat();
    [
        b"RIFF".as_slice(),
        &(chunks.len() as u32 + 4).to_le_bytes(),
        b"WAVE",
        &chunks,
    ]
    .concat()
}

/// Four frames with tags around them.
pub fn mp3() -> Vec<u8> {
    // MPEG 1, layer III, 32 kbit/s, 44.1 kHz: 104 bytes.
    let mut frame = vec![0xff, 0xfb, 0x10, 0xc0];
    frame.resize(104, 0);
    let mut old = b"TAGSECRET".to_vec();
    old.resize(128, 0);
    [
        b"ID3\x04\0\0\0\0\0\x0aTIT2SECRET".to_vec(),
        frame.repeat(4),
        old,
    ]
    .concat()
}

/// Whether bytes hold these in a row.
pub fn holds(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}
