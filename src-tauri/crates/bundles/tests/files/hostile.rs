//! Archives that a careful program refuses, each a good one with one thing changed.

use std::io::Write as _;

use bundles::{ArchiveProblem, BundleError, EntryProblem, Signature};
use flate2::{Compression, write::DeflateEncoder};

use crate::made::{Entry, MANIFEST, good, parse, stored, zip};

/// The good bundle with another entry.
fn with(entry: Entry) -> Result<bundles::Bundle, BundleError> {
    let mut entries = good();
    entries.push(entry);
    parse(zip(&entries))
}

fn problem(refused: Result<bundles::Bundle, BundleError>) -> EntryProblem {
    match refused.map(|_| ()) {
        Err(BundleError::Entry { problem, .. }) => problem,
        other => panic!("{other:?}"),
    }
}

fn archive_problem(refused: Result<bundles::Bundle, BundleError>) -> ArchiveProblem {
    match refused.map(|_| ()) {
        Err(BundleError::Archive(problem)) => problem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn good_archive_is_read() {
    let bundle = parse(zip(&good())).unwrap();
    assert_eq!(bundle.manifest().name, "files");
    assert_eq!(bundle.files(), 2);
    assert_eq!(*bundle.signature(), Signature::Unsigned);
    // Names that look odd, and are those of one file everywhere.
    for name in [
        "a/..b",
        "com10",
        "é/x",
        ".env",
        "a b",
        "console/x",
        "communication.js",
    ] {
        assert!(with(stored(name, b"x")).is_ok(), "{name}");
    }
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    for name in [
        "/etc/x",
        "../x",
        "a/../../x",
        "a//x",
        "./x",
        "a/./x",
        "a\\..\\x",
        "\\\\host\\x",
        "a/..",
    ] {
        assert_eq!(
            problem(with(stored(name, b"x"))),
            EntryProblem::Outside,
            "{name}"
        );
    }
    for name in [
        "C:/x", "C:x", "x:stream", "NUL", "con.txt", "a/AUX", "com1", "lpt9.log", "COM¹", "x.",
        "x ", "a./x", "what?", "a|b", "conin$",
    ] {
        assert_eq!(
            problem(with(stored(name, b"x"))),
            EntryProblem::Reserved,
            "{name}"
        );
    }
    for name in ["a\u{202e}gpj.exe", "a\u{200b}", "a\nb", "a\0b"] {
        assert_eq!(
            problem(with(stored(name, b"x"))),
            EntryProblem::Hidden,
            "{name:?}"
        );
    }
    let long = "x".repeat(256);
    let deep = vec!["d"; 40].join("/");
    for name in ["", &long, &deep] {
        assert_eq!(
            problem(with(stored(name, b"x"))),
            EntryProblem::Name,
            "{name}"
        );
    }
    let mut entry = stored("x", b"x");
    entry.name = vec![0xff, 0xfe];
    assert_eq!(problem(with(entry)), EntryProblem::Name);
}

#[test]
fn names_of_one_file_are_refused() {
    for name in [
        "manifest.json",
        "MANIFEST.JSON",
        "Server/other.js",
        "server",
        "server/index.js/x",
        "server/ındex.js",
        "ｍanifest.json",
    ] {
        assert_eq!(
            problem(with(stored(name, b"x"))),
            EntryProblem::Collides,
            "{name}"
        );
    }
    let mut entries = good();
    entries.push(stored("caf\u{e9}", b"x"));
    entries.push(stored("cafe\u{301}", b"y"));
    assert_eq!(problem(parse(zip(&entries))), EntryProblem::Collides);
}

#[test]
fn links_and_special_files_are_refused() {
    // The control: a file and a folder of the same mode bits.
    for kind in [0, 0o100_000] {
        let entry = Entry {
            mode: kind | 0o777,
            ..stored("x", b"/etc/passwd")
        };
        assert!(with(entry).is_ok());
    }
    for kind in [
        0o120_000, 0o010_000, 0o020_000, 0o060_000, 0o140_000, 0o040_000,
    ] {
        let entry = Entry {
            mode: kind | 0o777,
            ..stored("x", b"/etc/passwd")
        };
        assert_eq!(problem(with(entry)), EntryProblem::Special, "{kind:o}");
    }
    let link = Entry {
        mode: 0o120_777,
        ..stored("x/", b"")
    };
    assert_eq!(problem(with(link)), EntryProblem::Special);
    assert_eq!(problem(with(stored("x/", b"data"))), EntryProblem::Special);
}

#[test]
fn bombs_are_refused() {
    let deflated = |data: &[u8]| {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(data).unwrap();
        Entry {
            data: encoder.finish().unwrap(),
            method: 8,
            ..stored("x", data)
        }
    };
    // The control: the same zeros, few enough.
    assert!(with(deflated(&vec![0; 1 << 20])).is_ok());
    let bomb = deflated(&vec![0; 8 << 20]);
    assert_eq!(problem(with(bomb.clone())), EntryProblem::Ratio);
    // One that says that it is small.
    let liar = Entry {
        size: 1000,
        ..bomb.clone()
    };
    assert_eq!(problem(with(liar)), EntryProblem::Data);
    let cut = Entry {
        data: bomb.data[..bomb.data.len() / 2].to_vec(),
        size: 1 << 20,
        ..bomb
    };
    assert_eq!(problem(with(cut)), EntryProblem::Data);
    // Many that are each allowed: of the same data, named again and again.
    let claimed = Entry {
        size: 300 << 20,
        data: vec![0; 2 << 20],
        method: 8,
        ..stored("x", b"")
    };
    let mut entries = good();
    entries.extend([
        claimed.clone(),
        Entry {
            name: b"y".to_vec(),
            ..claimed
        },
    ]);
    assert_eq!(
        archive_problem(parse(zip(&entries))),
        ArchiveProblem::Unpacked
    );
}

#[test]
fn what_programs_read_differently_is_refused() {
    let changed = |change: &dyn Fn(&mut Entry)| {
        let mut entry = stored("x", b"data");
        change(&mut entry);
        problem(with(entry))
    };
    assert_eq!(
        changed(&|e| e.local_name = Some(b"y".to_vec())),
        EntryProblem::Differs
    );
    assert_eq!(changed(&|e| e.local_size = Some(3)), EntryProblem::Differs);
    assert_eq!(
        changed(&|e| e.behind = b"hidden".to_vec()),
        EntryProblem::Differs
    );
    assert_eq!(changed(&|e| e.flags = 1), EntryProblem::Encrypted);
    assert_eq!(changed(&|e| e.flags = 1 << 13), EntryProblem::Encrypted);
    assert_eq!(changed(&|e| e.method = 14), EntryProblem::Method);
    assert_eq!(changed(&|e| e.crc ^= 1), EntryProblem::Data);
    // Unicode path: another name for some programs.
    let path = [0x75, 0x70, 6, 0, 1, 0, 0, 0, 0, b'y'];
    assert_eq!(changed(&|e| e.extra = path.to_vec()), EntryProblem::Extra);
    assert_eq!(changed(&|e| e.extra = vec![9, 9, 9]), EntryProblem::Extra);
}

#[test]
fn bytes_that_belong_to_nothing_are_refused() {
    let file = zip(&good());
    let before = [b"#!/bin/sh\n".as_slice(), &file].concat();
    assert_eq!(archive_problem(parse(before)), ArchiveProblem::Directory);
    for behind in [b"x".as_slice(), b"\n", b"MCPB_SIG_V1", &file] {
        let file = [file.as_slice(), behind].concat();
        let refused = parse(file);
        assert!(refused.is_err(), "{behind:?}");
    }
    // A comment that is no signature.
    let mut comment = file.clone();
    let at = comment.len() - 2;
    comment[at] = 3;
    comment.extend(b"abc");
    assert_eq!(archive_problem(parse(comment)), ArchiveProblem::Trailing);
    // Two entries with the same data: the second leads to the header of the first.
    let mut overlap = file.clone();
    let second = overlap
        .windows(4)
        .rposition(|w| w == b"PK\x01\x02")
        .unwrap();
    overlap[second + 42..second + 46].fill(0);
    assert!(parse(overlap).is_err());
    assert_eq!(
        archive_problem(parse(Vec::new())),
        ArchiveProblem::NoDirectory
    );
    assert_eq!(
        archive_problem(parse(b"not a zip".repeat(9))),
        ArchiveProblem::NoDirectory
    );
}

#[test]
fn archive_without_a_usable_manifest_is_refused() {
    let no = parse(zip(&good()[1..]));
    assert!(matches!(no, Err(BundleError::NoManifest)));
    let in_folder = parse(zip(&[stored("a/manifest.json", MANIFEST.as_bytes())]));
    assert!(matches!(in_folder, Err(BundleError::NoManifest)));
    let no_entry_point = parse(zip(&good()[..1]));
    assert!(matches!(no_entry_point, Err(BundleError::Manifest(_))));
}

proptest::proptest! {
    /// Whatever is done to one byte, an archive is refused or read as what it is: nothing panics.
    #[test]
    fn changed_byte_never_panics(at in 0_usize..600, to: u8) {
        let mut file = zip(&good());
        let at = at % file.len();
        file[at] = to;
        let _ = parse(file);
    }
}
