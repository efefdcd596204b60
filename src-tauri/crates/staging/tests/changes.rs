//! What an upper layer is listed as, what applying makes of it, and what discarding leaves.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{fs, os::unix::fs::symlink, path::Path};

use staging::{Block, Bounds, Content, Side, StagingError, State, Why};

use crate::fixture::{self, Fixture, set_mode};

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
        (Some(Content::Long(8)), text("one\n2\n"))
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
fn listings_at_the_same_time_wait_for_each_other() {
    let fixture = Fixture::new();
    for number in 0..200 {
        fixture.server(&format!("{number}"), "server");
    }
    std::thread::scope(|scope| {
        let listings: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| fixture.changes().len()))
            .collect();
        for listing in listings {
            assert_eq!(listing.join().unwrap(), 200);
        }
    });
    assert_eq!(fixture.apply_all().done.len(), 200);
}
