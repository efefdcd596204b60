//! What an upper layer is listed as, what applying makes of it, and what discarding leaves.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod fixture;

use std::{
    ffi::OsStr,
    fs,
    os::unix::{
        ffi::OsStrExt as _,
        fs::{FileTypeExt as _, PermissionsExt as _, symlink},
        net::UnixListener,
    },
    path::{Path, PathBuf},
};

use fixture::{Fixture, digests, mark, set_mode};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use staging::{Block, Bounds, Content, Side, StagingError, State, Why};

/// A folder with one change of each kind.
fn one_of_each() -> Fixture {
    let fixture = Fixture::new();
    for (path, text) in [
        ("notes.md", "one\ntwo\n"),
        ("keep.txt", "kept"),
        ("old.txt", "old"),
        ("bin/update.sh", "#!/bin/sh\n"),
        ("drafts/a/x.txt", "x"),
        ("drafts/y.txt", "yy"),
        ("image.png", "old image"),
    ] {
        fixture.user(path, text);
    }
    symlink("keep.txt", fixture.lower.join("link")).unwrap();
    fixture.server("notes.md", "one\n2\n");
    fixture.server("keep.txt", "kept");
    fixture.server("new/deep/file.txt", "new");
    fixture.server("image.png", b"\x89PNG\0");
    fixture.server_deletes("old.txt");
    fixture.server_deletes("drafts");
    fixture.server_deletes("was-never-there");
    fixture.server("bin/update.sh", "#!/bin/sh\n");
    set_mode(&fixture.upper.join("bin/update.sh"), 0o755);
    fixture.server_link("link", "notes.md");
    fixture.server("empty/x", "");
    fs::remove_file(fixture.upper.join("empty/x")).unwrap();
    fixture
}

const EACH: [&str; 8] = [
    "m bin/update.sh",
    "- drafts",
    "+ empty",
    "~ image.png",
    "~ link",
    "+ new/deep/file.txt",
    "~ notes.md",
    "- old.txt",
];

#[test]
fn every_kind_of_change_is_listed_and_an_equal_file_is_not() {
    let fixture = one_of_each();
    assert_eq!(fixture.listed(), EACH);
    let tree = fixture.change("drafts").old;
    assert!(matches!(
        tree,
        Some(Side::Tree {
            files: 2,
            bytes: 3,
            ..
        })
    ));
    let contents = |path| {
        fixture
            .staged
            .contents(&fixture.change(path), &Bounds::default())
            .unwrap()
    };
    let text = |text: &str| Some(Content::Text(text.to_owned()));
    assert_eq!(
        (contents("notes.md").old, contents("notes.md").new),
        (text("one\ntwo\n"), text("one\n2\n"))
    );
    assert_eq!(contents("image.png").new, Some(Content::Binary(5)));
    assert_eq!(contents("link").new, None);
    let short = Bounds {
        text: 7,
        ..Bounds::default()
    };
    let long = fixture
        .staged
        .contents(&fixture.change("notes.md"), &short)
        .unwrap();
    assert_eq!(
        (long.old, long.new),
        (Some(Content::Long(8)), text("one\n2\n").filter(|_| true))
    );
}

#[test]
fn applied_changes_are_in_the_folder_and_nothing_is_pending() {
    let fixture = one_of_each();
    let before = fixture.users();
    let applied = fixture.apply_all();
    assert_eq!((applied.done.len(), applied.left.len()), (8, 0));
    let mut wanted = before;
    for gone in [
        "old.txt",
        "drafts/",
        "drafts/a/",
        "drafts/a/x.txt",
        "drafts/y.txt",
    ] {
        wanted.remove(gone).unwrap();
    }
    let mode = wanted["keep.txt"].1;
    let folder = wanted["bin/"].1;
    wanted.insert("notes.md".into(), ("one\n2\n".into(), mode));
    wanted.insert("image.png".into(), ("\u{fffd}PNG\0".into(), mode));
    wanted.insert("bin/update.sh".into(), ("#!/bin/sh\n".into(), 0o755));
    wanted.insert("link@".into(), ("notes.md".into(), 0));
    wanted.insert("new/deep/file.txt".into(), ("new".into(), mode));
    for path in ["new/", "new/deep/", "empty/"] {
        wanted.insert(path.into(), (String::new(), folder));
    }
    assert_eq!(fixture.users(), wanted);
    assert!(fixture.listed().is_empty());
    fixture.staged.prepare().unwrap();
    assert!(
        fixture::tree(&fixture.upper).is_empty(),
        "{:?}",
        fixture::tree(&fixture.upper)
    );
    assert!(!fixture.top.join("store/applying.json").exists());
}

#[test]
fn only_the_chosen_changes_are_applied_and_the_rest_stays_pending() {
    let fixture = one_of_each();
    let before = fixture.users();
    let applied = fixture.apply(&[fixture.change("notes.md")]);
    assert_eq!(applied.done.len(), 1);
    let mut after = fixture.users();
    assert_eq!(
        after
            .insert("notes.md".into(), before["notes.md"].clone())
            .unwrap()
            .0,
        "one\n2\n"
    );
    assert_eq!(after, before);
    assert_eq!(
        fixture.listed(),
        EACH.into_iter()
            .filter(|line| *line != "~ notes.md")
            .collect::<Vec<_>>()
    );
}

#[test]
fn discarded_changes_are_gone_and_the_folder_is_as_it_was() {
    let fixture = one_of_each();
    let before = fixture.users();
    let dropped = fixture.discard(&["drafts", "notes.md", "bin/update.sh", "empty"]);
    assert_eq!((dropped.done.len(), dropped.left.len()), (4, 0));
    assert_eq!(
        fixture.listed(),
        ["~ image.png", "~ link", "+ new/deep/file.txt", "- old.txt"]
    );
    fixture.staged.discard_all().unwrap();
    assert!(!fixture.staged.exists());
    assert!(fixture.listed().is_empty());
    assert_eq!(fixture.users(), before);
}

#[test]
fn folder_that_was_made_anew_hides_what_was_in_it() {
    let fixture = Fixture::new();
    for path in ["d/a", "d/b", "d/sub/c", "d/sub/e", "d/gone/f"] {
        fixture.user(path, "user");
    }
    fixture.server_hides("d");
    fixture.server("d/b", "server");
    fixture.server("d/sub/c", "server");
    let all = ["- d/a", "~ d/b", "- d/gone", "~ d/sub/c", "- d/sub/e"];
    assert_eq!(fixture.listed(), all);

    // One of them comes back, the others stay as they are.
    assert_eq!(fixture.discard(&["d/sub/e"]).left.len(), 0);
    assert_eq!(
        fixture.listed(),
        ["- d/a", "~ d/b", "- d/gone", "~ d/sub/c"]
    );
    assert_eq!(fixture.discard(&["d/b"]).left.len(), 0);
    assert_eq!(fixture.listed(), ["- d/a", "- d/gone", "~ d/sub/c"]);
    assert_eq!(fixture.apply_all().left.len(), 0);
    assert_eq!(
        fixture.users().keys().collect::<Vec<_>>(),
        ["d/", "d/b", "d/sub/", "d/sub/c", "d/sub/e"]
    );
    assert!(fixture.listed().is_empty());
}

#[test]
fn applying_in_a_folder_that_was_made_anew_does_not_delete_what_was_applied() {
    let fixture = Fixture::new();
    for path in ["d/a", "d/b", "d/sub/c"] {
        fixture.user(path, "user");
    }
    fixture.server_hides("d");
    fixture.server("d/b", "server");
    fixture.server("d/sub/c", "user");
    fixture.staged.prepare().unwrap();
    assert_eq!(fixture.listed(), ["- d/a", "~ d/b"]);
    assert_eq!(fixture.apply(&[fixture.change("d/b")]).done.len(), 1);
    assert_eq!(fixture.listed(), ["- d/a"]);
    assert_eq!(fixture.apply_all().done.len(), 1);
    assert!(fixture.listed().is_empty());
    assert_eq!(
        fixture.users().keys().collect::<Vec<_>>(),
        ["d/", "d/b", "d/sub/", "d/sub/c"]
    );
}

#[test]
fn file_changed_outside_meanwhile_is_a_conflict_and_is_not_overwritten() {
    let fixture = Fixture::new();
    for path in ["seen", "late", "deleted", "tree/x", "same"] {
        fixture.user(path, "user");
    }
    for path in ["seen", "same", "added"] {
        fixture.server(path, "server");
    }
    fixture.server_deletes("deleted");
    fixture.server_deletes("tree");
    let shown = fixture.changes();
    assert_eq!(
        fixture.listed(),
        ["+ added", "- deleted", "~ same", "~ seen", "- tree"]
    );
    // Changed before it was first seen: the moment of the change tells.
    fixture.server("late", "server");
    wait_for_another_moment(&fixture.top);
    for path in ["seen", "late", "added", "deleted", "tree/new"] {
        fixture.user(path, "another program");
    }
    fixture.user("same", "user");
    assert_eq!(
        fixture.listed(),
        [
            "+ added conflict",
            "- deleted conflict",
            "~ late conflict",
            "~ same",
            "~ seen conflict",
            "- tree conflict",
        ]
        .map(|line| line.replace("+ added", "~ added"))
    );
    // Neither as it was shown, nor as it is now.
    for changes in [shown, fixture.changes()] {
        let chosen: Vec<_> = changes
            .into_iter()
            .filter(|change| change.path != Path::new("same"))
            .collect();
        let applied = fixture.apply(&chosen);
        assert!(applied.done.is_empty(), "{applied:?}");
        assert_eq!(applied.left.len(), chosen.len());
        assert!(
            applied
                .left
                .iter()
                .all(|left| matches!(left.why, Why::Stale | Why::Conflict))
        );
    }
    for path in ["seen", "late", "added", "deleted", "tree/new"] {
        assert_eq!(fixture.users()[path].0, "another program");
    }
    assert_eq!(
        fixture.apply_all().done.len(),
        1,
        "the one without a conflict"
    );

    // Once it is dropped, the next change of the server is a new one.
    assert_eq!(fixture.discard(&["seen"]).left.len(), 0);
    fixture.server("seen", "server again");
    assert_eq!(fixture.change("seen").state, State::Ready);
    assert_eq!(fixture.apply(&[fixture.change("seen")]).done.len(), 1);
    assert_eq!(fixture.users()["seen"].0, "server again");
}

/// The clock of file systems has steps of some milliseconds.
fn wait_for_another_moment(top: &Path) {
    let moment = || {
        let file = top.join("clock");
        fs::write(&file, "").unwrap();
        fs::metadata(&file).unwrap().modified().unwrap()
    };
    let now = moment();
    while moment() == now {
        std::thread::yield_now();
    }
}

#[test]
fn what_the_server_wrote_after_the_review_is_not_applied() {
    let fixture = Fixture::new();
    fixture.user("file", "user");
    fixture.server("file", "shown");
    let shown = fixture.changes();
    fixture.server("file", "hidden");
    let applied = fixture.apply(&shown);
    assert!(matches!(applied.left[..], [ref left] if matches!(left.why, Why::Stale)));
    assert_eq!(fixture.users()["file"].0, "user");
    let stale = fixture.staged.contents(&shown[0], &Bounds::default());
    assert!(matches!(stale, Err(StagingError::Stale)));
    assert_eq!(fixture.apply_all().done.len(), 1);
    assert_eq!(fixture.users()["file"].0, "hidden");
}

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
fn modes_of_folders_are_listed_and_applied_last() {
    let fixture = Fixture::new();
    fixture.user("d/x", "user");
    fixture.server("d/new", "server");
    set_mode(&fixture.upper.join("d"), 0o555);
    assert_eq!(fixture.listed(), ["m d", "+ d/new"]);
    assert_eq!(fixture.apply_all().left.len(), 0);
    assert_eq!(fixture.users()["d/"].1, 0o555);
    assert_eq!(fixture.users()["d/new"].0, "server");
    set_mode(&fixture.lower.join("d"), 0o755);
    fs::create_dir_all(fixture.upper.join("d")).unwrap();
    set_mode(&fixture.upper.join("d"), 0o700);
    assert_eq!(fixture.discard(&["d"]).done.len(), 1);
    assert!(fixture.listed().is_empty());
}

#[test]
fn listing_stops_at_its_bounds() {
    let fixture = Fixture::new();
    for number in 0..10 {
        fixture.server(&format!("{number}"), "server");
    }
    let few = Bounds {
        entries: 4,
        ..Bounds::default()
    };
    let pending = fixture.staged.pending(&few).unwrap();
    assert_eq!((pending.changes.len(), pending.more), (4, true));
    fixture.server("a/b/c/d", "server");
    let shallow = Bounds {
        depth: 2,
        ..Bounds::default()
    };
    let pending = fixture.staged.pending(&shallow).unwrap();
    let deep = pending
        .changes
        .iter()
        .find(|change| change.path == Path::new("a/b/c"))
        .unwrap();
    assert_eq!(deep.state, State::Blocked(Block::Deep));
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
