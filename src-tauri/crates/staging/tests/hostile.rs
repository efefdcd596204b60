//! Upper layers that a hostile server made: links, special files, marks of overlayfs, names of any bytes.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    ffi::OsStr,
    fs,
    os::unix::{
        ffi::OsStrExt as _,
        fs::{FileTypeExt as _, PermissionsExt as _, symlink},
        net::UnixListener,
    },
    path::PathBuf,
};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use staging::{Block, Bounds, Side, StagingError, Why};

use crate::fixture::{Fixture, digests, mark, set_mode};

#[test]
fn links_are_never_followed() {
    let fixture = Fixture::new();
    let outside = fixture.top.join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("file"), "secret").unwrap();
    fixture.user("plain", "user");
    // A link of the user's where the layer has a folder, and a link of the server's where it has one.
    symlink(&outside, fixture.lower.join("folder")).unwrap();
    fixture.server("dir/file", "server");
    fs::create_dir(fixture.upper.join("folder")).unwrap();
    fs::write(fixture.upper.join("folder/file"), "server").unwrap();
    fixture.server_link("out", outside.to_str().unwrap());
    fixture.server_link("plain", "../outside/file");
    assert_eq!(
        fixture.listed(),
        ["+ dir/file", "? folder FolderAndFile", "+ out", "~ plain"]
    );
    for path in ["out", "plain"] {
        let new = fixture.change(path).new;
        assert!(
            matches!(new, Some(Side::Link { outside: true, .. })),
            "{path}"
        );
    }
    let shown = fixture.changes();
    // A parent becomes a link after it was shown.
    symlink(&outside, fixture.lower.join("dir")).unwrap();
    let applied = fixture.apply(&shown);
    assert_eq!(applied.done.len(), 2, "{applied:?}");
    assert_eq!(fs::read_to_string(outside.join("file")).unwrap(), "secret");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert_eq!(
        fs::read_link(fixture.lower.join("plain")).unwrap(),
        PathBuf::from("../outside/file")
    );
}

#[test]
fn layer_or_folder_behind_a_link_is_refused() {
    let fixture = Fixture::new();
    fixture.server("file", "server");
    let aside = fixture.top.join("aside");
    fs::rename(&fixture.lower, &aside).unwrap();
    symlink(&aside, &fixture.lower).unwrap();
    let refused = fixture.staged.pending(&Bounds::default());
    assert!(
        matches!(refused, Err(StagingError::Io { .. })),
        "{refused:?}"
    );
    fs::remove_file(&fixture.lower).unwrap();
    fs::create_dir(&fixture.lower).unwrap();
    let refused = fixture.staged.pending(&Bounds::default());
    assert!(
        matches!(refused, Err(StagingError::AnotherFolder)),
        "{refused:?}"
    );
}

#[test]
fn special_and_partial_entries_are_never_applied() {
    let fixture = Fixture::new();
    fixture.user("part", "user");
    fixture.user("dir/x", "user");
    let upper = &fixture.upper;
    mknodat(CWD, upper.join("pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    let socket = UnixListener::bind(upper.join("socket")).unwrap();
    fixture.server("part", "server");
    mark(&upper.join("part"), "user.overlay.metacopy", b"");
    fixture.server("dir/new", "server");
    mark(&upper.join("dir"), "user.overlay.redirect", b"/etc");
    fixture.server("dir2", "");
    fs::hard_link(upper.join("dir2"), upper.join("hard")).unwrap();
    let listed = [
        "? dir NotWhole",
        "+ dir2",
        "+ hard",
        "? part NotWhole",
        "? pipe Special",
        "? socket Special",
    ];
    assert_eq!(fixture.listed(), listed);
    let applied = fixture.apply_all();
    assert_eq!((applied.done.len(), applied.left.len()), (2, 4));
    assert!(
        applied
            .left
            .iter()
            .all(|left| matches!(left.why, Why::Blocked(_)))
    );
    assert_eq!(
        fixture.users().keys().collect::<Vec<_>>(),
        ["dir/", "dir/x", "dir2", "hard", "part"]
    );
    assert_eq!(fixture.users()["part"].0, "user");
    drop(socket);
    assert_eq!(
        fixture
            .discard(&["dir", "part", "pipe", "socket"])
            .left
            .len(),
        0
    );
    assert!(fixture.listed().is_empty());
}

#[test]
fn empty_file_marked_as_a_deletion_is_one() {
    let fixture = Fixture::new();
    fixture.user("d/gone", "user");
    fixture.user("d/stays", "user");
    fixture.server("d/gone", "");
    mark(&fixture.upper.join("d"), "user.overlay.opaque", b"x");
    mark(&fixture.upper.join("d/gone"), "user.overlay.whiteout", b"");
    assert_eq!(fixture.listed(), ["- d/gone"]);
    assert_eq!(fixture.apply_all().done.len(), 1);
    assert_eq!(
        fixture.users().keys().collect::<Vec<_>>(),
        ["d/", "d/stays"]
    );
}

#[test]
fn set_user_id_bits_are_never_applied() {
    let fixture = Fixture::new();
    fixture.user("old", "user");
    fixture.server("old", "server");
    fixture.server("new", "server");
    for path in ["old", "new"] {
        set_mode(&fixture.upper.join(path), 0o6755);
    }
    fixture.server("folder/x", "server");
    set_mode(&fixture.upper.join("folder"), 0o2777);
    assert_eq!(fixture.apply_all().left.len(), 0);
    let users = fixture.users();
    assert_eq!((users["old"].1, users["new"].1), (0o755, 0o755));
    let made = fs::metadata(fixture.lower.join("folder")).unwrap();
    assert_eq!(made.permissions().mode() & 0o6777, 0o777);
}

#[test]
fn names_of_any_bytes_are_listed_applied_and_told_apart() {
    let fixture = Fixture::new();
    let names: [&[u8]; 5] = [
        b"\xff\xfe",
        b"line\nbreak",
        b"\xe2\x80\xae.exe",
        b" ",
        b"-rf",
    ];
    for name in names {
        fs::write(fixture.upper.join(OsStr::from_bytes(name)), "server").unwrap();
    }
    fs::write(fixture.upper.join("n".repeat(255)), "server").unwrap();
    let changes = fixture.changes();
    assert_eq!(changes.len(), 6);
    let mut distinct = digests(&changes);
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 6);
    assert_eq!(fixture.apply_all().done.len(), 6);
    for name in names {
        assert!(fixture.lower.join(OsStr::from_bytes(name)).is_file());
    }
    assert!(fixture.listed().is_empty());
}

#[test]
fn file_and_folder_in_each_others_place_are_not_applied() {
    let fixture = Fixture::new();
    fixture.user("file", "user");
    fixture.user("folder/x", "user");
    fs::create_dir(fixture.upper.join("file")).unwrap();
    fs::write(fixture.upper.join("file/x"), "server").unwrap();
    fs::write(fixture.upper.join("folder"), "server").unwrap();
    assert_eq!(
        fixture.listed(),
        ["? file FolderAndFile", "? folder FolderAndFile"]
    );
    let before = fixture.users();
    let applied = fixture.apply_all();
    assert!(matches!(
        applied.left[..],
        [ref one, _] if matches!(one.why, Why::Blocked(Block::FolderAndFile))
    ));
    assert_eq!(fixture.users(), before);
    assert_eq!(fixture.discard(&["file", "folder"]).done.len(), 2);
    assert!(fixture.listed().is_empty());
}

#[test]
fn folder_to_be_deleted_that_holds_a_socket_stays() {
    let fixture = Fixture::new();
    fixture.user("d/x", "user");
    let _socket = UnixListener::bind(fixture.lower.join("d/socket")).unwrap();
    fixture.server_deletes("d");
    assert_eq!(fixture.listed(), ["? d Special"]);
    assert_eq!(fixture.apply_all().done.len(), 0);
    let kept = fs::symlink_metadata(fixture.lower.join("d/socket")).unwrap();
    assert!(kept.file_type().is_socket());
}
