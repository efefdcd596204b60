//! Unpacking, and what was unpacked.

use std::{fs, os::unix::fs::PermissionsExt as _};

use bundles::{BundleError, Store};

use crate::made::{Entry, good, parse, stored, zip};

#[test]
fn bundle_is_unpacked_as_a_whole_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("bundles");
    let store = Store::open(&root).unwrap();
    let mut entries = good();
    entries.push(Entry {
        mode: 0o106_777,
        ..stored("bin/run", b"#!/bin/sh\n")
    });
    let bundle = parse(zip(&entries)).unwrap();
    let unpacked = store.unpack(&bundle).unwrap();
    let mode = |path: &str| {
        let metadata = fs::symlink_metadata(unpacked.folder.join(path)).unwrap();
        metadata.permissions().mode() & 0o7777
    };
    assert_eq!((mode("manifest.json"), mode("bin/run")), (0o644, 0o755));
    assert_eq!(
        fs::read(unpacked.folder.join("bin/run")).unwrap(),
        b"#!/bin/sh\n"
    );
    let verify = || store.verify(bundle.digest(), &unpacked.tree);
    verify().unwrap();
    // Nothing but the bundle is there, and unpacking it again changes nothing.
    assert_eq!(store.unpack(&bundle).unwrap(), unpacked);
    assert_eq!(fs::read_dir(&root).unwrap().count(), 1);

    let script = unpacked.folder.join("server/index.js");
    let before = fs::read(&script).unwrap();
    let changes: [&dyn Fn(); 4] = [
        &|| fs::write(&script, b"other").unwrap(),
        &|| fs::write(unpacked.folder.join("server/more.js"), b"").unwrap(),
        &|| std::os::unix::fs::symlink("/etc/passwd", unpacked.folder.join("link")).unwrap(),
        &|| fs::remove_file(&script).unwrap(),
    ];
    for change in changes {
        change();
        assert!(matches!(verify(), Err(BundleError::Changed { .. })));
        // Adding it again repairs it.
        store.unpack(&bundle).unwrap();
        verify().unwrap();
        assert_eq!(fs::read(&script).unwrap(), before);
    }
}

#[test]
fn half_unpacked_bundle_is_never_used() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let bundle = parse(zip(&good())).unwrap();
    // As a machine that stopped leaves it.
    let half = folder.path().join(".work-abc/files");
    fs::create_dir_all(&half).unwrap();
    fs::write(half.join("manifest.json"), b"{}").unwrap();
    let missing = store.verify(bundle.digest(), &bundle.tree());
    assert!(matches!(missing, Err(BundleError::NotUnpacked)));
    Store::open(folder.path()).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    for odd in ["..", "", "/etc", &format!("../{}", bundle.digest())] {
        assert!(store.verify(odd, &bundle.tree()).is_err());
    }
    store.unpack(&bundle).unwrap();
    store
        .remove_unused(&[bundle.digest().to_owned()].into())
        .unwrap();
    assert!(store.folder(bundle.digest()).exists());
    store.remove_unused(&[].into()).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn only_a_file_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.mcpb");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for path in [
        folder.path(),
        &pipe,
        &folder.path().join("none.mcpb"),
        std::path::Path::new("/dev/zero"),
    ] {
        let read = bundles::Bundle::read(path, &bundles::Roots::default(), 0);
        assert!(
            matches!(read, Err(BundleError::Io { .. })),
            "{}",
            path.display()
        );
    }
}
