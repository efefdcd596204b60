//! The program's icon is there in every size a system asks for, and each file is what its name says.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeSet, fs, path::PathBuf};

fn icons() -> PathBuf {
    peers::root().join("icons")
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_be_bytes(bytes.try_into().unwrap())
}

/// The side of a square PNG with transparency.
fn side(png: &[u8]) -> u32 {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let (width, height) = (number(&png[16..20]), number(&png[20..24]));
    assert_eq!(width, height);
    assert_eq!(png[25], 6, "it has an alpha channel");
    width
}

#[test]
fn every_size_is_there() {
    for (name, size) in [
        ("16x16", 16),
        ("32x32", 32),
        ("48x48", 48),
        ("64x64", 64),
        ("128x128", 128),
        ("128x128@2x", 256),
        ("icon", 512),
    ] {
        let file = icons().join(format!("{name}.png"));
        assert_eq!(side(&fs::read(file).unwrap()), size, "{name}");
    }
    let ico = fs::read(icons().join("icon.ico")).unwrap();
    let count = usize::from(u16::from_le_bytes([ico[4], ico[5]]));
    let sizes: BTreeSet<u8> = (0..count).map(|at| ico[6 + 16 * at]).collect();
    // 0 stands for 256.
    assert_eq!(sizes, [0, 16, 24, 32, 48, 64].into());

    let icns = fs::read(icons().join("icon.icns")).unwrap();
    assert_eq!(&icns[..4], b"icns");
    assert_eq!(usize::try_from(number(&icns[4..8])).unwrap(), icns.len());
    let (mut at, mut sizes) = (8, BTreeSet::new());
    while at < icns.len() {
        let length = usize::try_from(number(&icns[at + 4..at + 8])).unwrap();
        sizes.insert(side(&icns[at + 8..at + length]));
        at += length;
    }
    assert_eq!(sizes, [16, 32, 64, 128, 256, 512, 1024].into());
}
