use std::os::unix::fs::symlink;

use super::*;
use crate::recipe::{Ecosystem, Entry};

fn lock(text: &str) -> Lock {
    Lock {
        ecosystem: Ecosystem::Npm,
        named: vec!["server".to_owned()],
        entry: Entry::Default,
        manifest: String::new(),
        text: text.to_owned(),
        python: None,
    }
}

fn package(version: &str) -> Package {
    Package {
        name: "server".to_owned(),
        version: version.to_owned(),
    }
}

fn start() -> Start {
    Start {
        program: "/usr/bin/node".into(),
        args: Vec::new(),
    }
}

/// A set with two files and a link.
fn install(store: &Store, text: &str) -> Result<Installed, PackageError> {
    let lock = lock(text);
    let draft = store.begin(&lock.digest())?;
    let tree = draft.tree();
    fs::create_dir(tree.join("bin")).unwrap();
    fs::write(tree.join("bin/run.js"), text).unwrap();
    fs::write(tree.join("a \" b\n.js"), "").unwrap();
    symlink("../bin/run.js", tree.join("bin/link")).unwrap();
    draft.finish(&lock, package("1.0.0"), start(), 7)
}

fn names(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn finished_set_is_found_and_verified() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let set = install(&store, "one").unwrap();
    assert_eq!((set.files, set.bytes), (2, 3));
    assert_eq!(store.installed(&set.digest).unwrap(), Some(set.clone()));
    let again = Store::open(root.path()).unwrap();
    assert_eq!(again.verify(&set.digest).unwrap(), set);
    assert_eq!(again.sets().unwrap(), std::slice::from_ref(&set));
    let missing = lock("other").digest();
    assert_eq!(store.installed(&missing).unwrap(), None);
    assert!(matches!(
        store.verify(&missing),
        Err(PackageError::NotInstalled(digest)) if digest == missing
    ));
}

#[test]
fn each_kind_of_change_names_the_file() {
    use std::os::unix::fs::PermissionsExt as _;
    type Change = (&'static str, fn(&Path));
    let changes: [Change; 8] = [
        ("bin/run.js", |tree| {
            fs::write(tree.join("bin/run.js"), "two").unwrap()
        }),
        ("bin/run.js", |tree| {
            fs::remove_file(tree.join("bin/run.js")).unwrap()
        }),
        ("bin/run.js", |tree| {
            let mode = fs::Permissions::from_mode(0o4755);
            fs::set_permissions(tree.join("bin/run.js"), mode).unwrap();
        }),
        ("bin/new.js", |tree| {
            fs::write(tree.join("bin/new.js"), "").unwrap()
        }),
        ("a \" b\n.js", |tree| {
            fs::write(tree.join("a \" b\n.js"), "x").unwrap()
        }),
        ("bin/link", |tree| {
            fs::remove_file(tree.join("bin/link")).unwrap();
            symlink("run.js", tree.join("bin/link")).unwrap();
        }),
        ("bin/out", |tree| {
            symlink("/etc/passwd", tree.join("bin/out")).unwrap()
        }),
        ("empty", |tree| fs::create_dir(tree.join("empty")).unwrap()),
    ];
    for (wanted, change) in changes {
        let root = tempfile::tempdir().unwrap();
        let store = Store::open(root.path()).unwrap();
        let set = install(&store, "one").unwrap();
        change(&set.folder);
        let error = store.verify(&set.digest).unwrap_err();
        assert!(
            matches!(&error, PackageError::Changed { path } if path == Path::new(wanted)),
            "{wanted}: {error:?}"
        );
    }
}

#[test]
fn link_out_of_the_tree_is_refused_and_nothing_is_left() {
    for target in ["/etc/passwd", "../../x", "bin/../../x", "../tree/x"] {
        let root = tempfile::tempdir().unwrap();
        let store = Store::open(root.path()).unwrap();
        let lock = lock("one");
        let draft = store.begin(&lock.digest()).unwrap();
        symlink(target, draft.tree().join("link")).unwrap();
        let error = draft.finish(&lock, package("1"), start(), 0).unwrap_err();
        assert!(
            matches!(&error, PackageError::OutsideLink { path } if path == Path::new("link")),
            "{target}: {error:?}"
        );
        assert_eq!(names(root.path()), [SERVERS]);
    }
}

#[test]
fn socket_in_the_tree_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let lock = lock("one");
    let draft = store.begin(&lock.digest()).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(draft.tree().join("s")).unwrap();
    let error = draft.finish(&lock, package("1"), start(), 0).unwrap_err();
    assert!(matches!(error, PackageError::OddFile { .. }), "{error:?}");
}

/// As after an end by force: neither the draft nor the folder of the package manager was dropped.
#[test]
fn leftovers_of_an_ended_process_are_removed_at_the_next_start() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let set = install(&store, "one").unwrap();
    let half = root.path().join(lock("two").digest().to_string());
    fs::create_dir_all(half.join("tree/node_modules")).unwrap();
    fs::write(half.join("tree/package.json"), "{}").unwrap();
    fs::write(half.join("tree.txt"), "").unwrap();
    fs::write(
        root.path().join(format!("{}.lock", lock("two").digest())),
        "",
    )
    .unwrap();
    fs::create_dir_all(root.path().join(".work-a/cache")).unwrap();
    fs::write(root.path().join(".work-a.lock"), "").unwrap();
    fs::write(root.path().join("servers/.new-x"), "{").unwrap();
    fs::write(root.path().join("notes.txt"), "the user's").unwrap();
    // Something made it unreadable, or the machine stopped while it was removed.
    let torn = install(&store, "three").unwrap();
    fs::write(root.path().join(torn.digest.to_string()).join(RECORD), "{").unwrap();

    let store = Store::open(root.path()).unwrap();
    let mut wanted = [
        set.digest.to_string(),
        "notes.txt".to_owned(),
        SERVERS.to_owned(),
    ];
    wanted.sort();
    assert_eq!(names(root.path()), wanted);
    assert_eq!(names(&root.path().join(SERVERS)), Vec::<String>::new());
    assert_eq!(store.verify(&set.digest).unwrap(), set);
}

#[test]
fn what_another_process_uses_stays_at_a_start() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let work = store.work().unwrap();
    let digest = lock("one").digest();
    let draft = store.begin(&digest).unwrap();
    let tree = draft.tree();
    fs::write(tree.join("a"), "").unwrap();

    let other = Store::open(root.path()).unwrap();
    assert!(work.path().is_dir() && tree.join("a").is_file());
    assert!(matches!(other.begin(&digest), Err(PackageError::Busy(busy)) if busy == digest));
    assert_eq!(other.remove_unused(&BTreeSet::new()).unwrap(), 0);
    assert!(tree.join("a").is_file());
    drop((work, draft));
    assert_eq!(names(root.path()), [SERVERS]);
    assert!(other.begin(&digest).is_ok());
}

#[test]
fn moved_store_has_no_sets() {
    let parent = tempfile::tempdir().unwrap();
    let (old, new) = (parent.path().join("old"), parent.path().join("new"));
    let set = install(&Store::open(&old).unwrap(), "one").unwrap();
    fs::rename(&old, &new).unwrap();
    let store = Store::open(&new).unwrap();
    assert_eq!(store.installed(&set.digest).unwrap(), None);
}

#[test]
fn unused_sets_are_removed_even_from_folders_without_write_access() {
    use std::os::unix::fs::PermissionsExt as _;
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let (kept, unused) = (
        install(&store, "one").unwrap(),
        install(&store, "three").unwrap(),
    );
    let locked = fs::Permissions::from_mode(0o500);
    fs::set_permissions(unused.folder.join("bin"), locked).unwrap();
    assert_eq!(
        store.remove_unused(&BTreeSet::from([kept.digest])).unwrap(),
        5
    );
    assert_eq!(store.sets().unwrap(), [kept]);
}

#[test]
fn history_keeps_the_set_in_use_and_two_older_ones() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let sets: Vec<Installed> = ["1", "2", "3", "4"]
        .iter()
        .map(|text| install(&store, text).unwrap())
        .collect();
    for (set, now) in sets.iter().zip(10..) {
        store.put_in_use("files-1", set, now).unwrap();
    }
    let digests = |history: &History| -> Vec<LockDigest> {
        history
            .versions
            .iter()
            .map(|version| version.digest)
            .collect()
    };
    let history = store.history("files-1").unwrap();
    assert_eq!(
        digests(&history),
        [sets[3].digest, sets[2].digest, sets[1].digest]
    );
    assert_eq!(history.in_use().unwrap().since_ms, 13);
    // Going back keeps the newer one.
    let history = store.put_in_use("files-1", &sets[1], 20).unwrap();
    assert_eq!(
        digests(&history),
        [sets[1].digest, sets[3].digest, sets[2].digest]
    );
    assert_eq!(history.older().len(), OLDER_MAX);
    // The same again changes nothing.
    let again = store.put_in_use("files-1", &sets[1], 30).unwrap();
    assert_eq!(again, history);
    store.forget("files-1").unwrap();
    assert_eq!(store.history("files-1").unwrap(), History::default());
    for key in ["", "../x", "a/b", "a.b", &"a".repeat(200)] {
        assert!(store.history(key).is_err(), "{key}");
    }
}

#[test]
fn digest_is_that_of_the_whole_tree() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let (one, other) = (
        install(&store, "one").unwrap(),
        install(&store, "two").unwrap(),
    );
    assert_ne!(one.tree, other.tree);
    let text =
        fs::read_to_string(root.path().join(one.digest.to_string()).join(TREE_TEXT)).unwrap();
    assert_eq!(text.lines().count(), 4, "{text}");
    store.remove_unused(&BTreeSet::new()).unwrap();
    assert_eq!(install(&store, "one").unwrap().tree, one.tree);
}
