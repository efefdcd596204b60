//! Whatever the bytes are, reading ends in a result or a typed error, within its bounds.

use std::sync::LazyLock;

use attachments::{
    Attachment, Form, ImageLimits, Limits, PackageLimits, Part, Selection, extract, inspect,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use proptest::prelude::*;

use crate::corpus;

static FILES: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(corpus::all);

fn small() -> Limits {
    Limits {
        text_bytes: 1000,
        drawn_pages: 1,
        image: ImageLimits {
            pixels: 100_000,
            memory: 4 << 20,
            longest_side: 64,
            bytes: 20_000,
        },
        package: PackageLimits {
            entry_bytes: 1 << 20,
            total_bytes: 4 << 20,
            ..PackageLimits::default()
        },
        ..Limits::default()
    }
}

/// Reads a file in every form that is offered.
fn read(name: &str, bytes: &[u8]) {
    let limits = small();
    let Ok(found) = inspect(name, bytes, &limits) else {
        return;
    };
    check(&found);
    for offer in &found.offers {
        let selection = Selection {
            form: offer.form,
            section: offer.section,
            span: None,
        };
        let Ok(made) = extract(name, bytes, selection, &limits) else {
            continue;
        };
        assert!(made.taken.first >= 1 && made.taken.last <= made.total);
        for part in &made.parts {
            match part {
                Part::Text(text) => assert!(text.len() <= 1000),
                Part::Image { data, .. } => {
                    assert!(STANDARD.decode(data).unwrap().len() <= 20_000);
                }
                Part::Audio { .. } | Part::Pdf { .. } => {}
            }
        }
    }
}

fn check(found: &Attachment) {
    assert!(!found.offers.is_empty());
    for offer in &found.offers {
        let mut next = 1;
        for step in &offer.steps {
            assert_eq!(step.span.first, next);
            next = step.span.last + 1;
        }
        assert_eq!(next - 1, offer.total, "{:?}", offer.form);
        assert!(offer.form != Form::Image || offer.total == 1);
    }
}

/// A change of a file.
#[derive(Clone, Debug)]
enum Change {
    Set(prop::sample::Index, u8),
    Remove(prop::sample::Index, u8),
    Repeat(prop::sample::Index, u8),
    Number(prop::sample::Index, u32),
    End(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    let number = prop::sample::select(vec![0, 1, 0x7fff_ffff, 0xffff_ffff, 0x0001_0000]);
    prop_oneof![
        6 => (at(), any::<u8>()).prop_map(|(at, value)| Change::Set(at, value)),
        2 => (at(), any::<u8>()).prop_map(|(at, many)| Change::Remove(at, many)),
        2 => (at(), any::<u8>()).prop_map(|(at, many)| Change::Repeat(at, many)),
        2 => (at(), number).prop_map(|(at, number)| Change::Number(at, number)),
        1 => at().prop_map(Change::End),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let length = bytes.len();
        if length == 0 {
            break;
        }
        let range = |at: &prop::sample::Index, many: usize| {
            let at = at.index(length);
            at..(at + many).min(length)
        };
        match change {
            Change::Set(at, value) => bytes[at.index(length)] = *value,
            Change::Remove(at, many) => drop(bytes.drain(range(at, (*many).into()))),
            Change::Repeat(at, many) => {
                let again = bytes[range(at, (*many).into())].to_vec();
                let at = at.index(length);
                bytes.splice(at..at, again);
            }
            Change::Number(at, number) => {
                let range = range(at, 4);
                let number = &number.to_be_bytes()[..range.len()];
                bytes[range].copy_from_slice(number);
            }
            Change::End(at) => bytes.truncate(at.index(length)),
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_bytes_behind_any_start_end_in_a_result_or_an_error(
        start in prop::sample::select(vec![
            &b""[..], b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a",
            b"RIFF\xff\0\0\0WEBPVP8 ", b"RIFF\xff\0\0\0WAVEfmt ", b"BM", b"PK\x03\x04", b"ID3\x04",
            b"\xff\xfb\x10\xc0", b"\xff\xfe", b"<svg ", b"a,b,c\n",
        ]),
        rest in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        read("x.csv", &[start, &rest].concat());
    }

    #[test]
    fn changed_files_end_in_a_result_or_an_error(
        file in any::<prop::sample::Index>(),
        changes in prop::collection::vec(change(), 1..8),
    ) {
        let (name, bytes) = file.get(&FILES);
        read(name, &changed(bytes.clone(), &changes));
    }

    /// The content of packages is changed before it is packed, so that it is reached.
    #[test]
    fn changed_xml_of_packages_ends_in_a_result_or_an_error(
        file in prop::sample::select(vec!["report.docx", "prices.xlsx", "talk.pptx", "letter.odt", "numbers.ods"]),
        changes in prop::collection::vec(change(), 1..5),
        entry in any::<prop::sample::Index>(),
    ) {
        let bytes = corpus::file(file);
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).unwrap();
        let mut entries = Vec::new();
        for at in 0..archive.len() {
            let mut entry = archive.by_index(at).unwrap();
            let mut content = Vec::new();
            std::io::copy(&mut entry, &mut content).unwrap();
            entries.push((entry.name().unwrap().into_owned(), content));
        }
        let at = entry.index(entries.len());
        entries[at].1 = changed(std::mem::take(&mut entries[at].1), &changes);
        let borrowed: Vec<_> = entries.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
        read("x", &corpus::package(&borrowed));
    }
}
