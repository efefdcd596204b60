//! What an apply leaves when it is killed, refused or runs out of space; how long 10,000 files take; what a real overlay leaves.
//!
//! Tests that take another user, a file system of their own or a killed process run this program again, with the name of an ignored
//! test.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    fs,
    io::ErrorKind,
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command},
    time::Instant,
};

use staging::{Bounds, Kind, Why};

use crate::fixture::{self, Fixture, set_mode};

/// Where an ignored test works.
const PLACE: &str = "STAGING_TEST_PLACE";
/// A user without rights.
const USER: u32 = 10_001;

fn place() -> PathBuf {
    std::env::var_os(PLACE).unwrap().into()
}

/// This program, for one ignored test at a place.
fn again(test: &str, place: &Path) -> Command {
    again_by(&std::env::current_exe().unwrap(), test, place)
}

fn again_by(program: &Path, test: &str, place: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .args([
            "--exact",
            test,
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(PLACE, place);
    command
}

/// The same in namespaces with a root user of their own, where file systems can be mounted; none where that is refused.
fn with_mounts(test: &str, place: &Path, first: &str) -> Option<Command> {
    let works = Command::new("unshare").args(["-Urm", "true"]).status();
    if !works.is_ok_and(|status| status.success()) {
        println!("skipped: no user namespaces, or no `unshare`");
        return None;
    }
    let mut command = Command::new("unshare");
    command.args(["-Urm", "sh", "-ec", &format!("{first}\nexec \"$@\""), "sh"]);
    command.arg(std::env::current_exe().unwrap());
    command
        .args([
            "--exact",
            test,
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(PLACE, place);
    Some(command)
}

#[track_caller]
fn succeeds(mut command: Command) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

const KILLED_FILES: usize = 2_000;

/// One file of each number: some are new, some change, some go.
fn many(fixture: &Fixture, files: usize) {
    for number in 0..files {
        let path = format!("{}/{number}", number % 50);
        if number % 3 > 0 {
            fixture.user(&path, "user");
        }
        if number % 3 == 1 {
            fixture.server_deletes(&path);
        } else {
            fixture.server(&path, "server");
        }
    }
}

#[test]
#[ignore = "is the process that is killed"]
fn apply_that_is_killed() {
    let fixture = Fixture::at(&place());
    fixture.apply_all();
}

#[test]
fn killed_apply_leaves_each_file_old_or_new_and_a_second_one_completes_it() {
    // How many files are new before it is killed.
    for kill_after in [1, KILLED_FILES / 10, KILLED_FILES / 2] {
        let fixture = Fixture::new();
        many(&fixture, KILLED_FILES);
        assert_eq!(fixture.changes().len(), KILLED_FILES);
        let mut child: Child = again("trouble::apply_that_is_killed", &fixture.top)
            .spawn()
            .unwrap();
        let applied = || {
            let new = |number: &usize| {
                let path = fixture.lower.join(format!("{}/{number}", number % 50));
                let text = fs::read_to_string(path).ok();
                text.as_deref()
                    == if number % 3 == 1 {
                        None
                    } else {
                        Some("server")
                    }
            };
            (0..KILLED_FILES).filter(new).count()
        };
        while applied() < kill_after {
            assert_eq!(
                child.try_wait().unwrap(),
                None,
                "it ended before it was killed"
            );
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let done = applied();
        assert!(
            (kill_after..KILLED_FILES).contains(&done),
            "{done} of {KILLED_FILES}"
        );
        for number in 0..KILLED_FILES {
            let path = fixture.lower.join(format!("{}/{number}", number % 50));
            let text = fs::read_to_string(path).ok();
            let old = (number % 3 > 0).then_some("user");
            let new = (number % 3 != 1).then_some("server");
            assert!([old, new].contains(&text.as_deref()), "{number}: {text:?}");
        }
        assert_eq!(fixture.changes().len(), KILLED_FILES - done);
        let rest = fixture.apply_all();
        assert_eq!((rest.done.len(), rest.left.len()), (KILLED_FILES - done, 0));
        assert_eq!(applied(), KILLED_FILES);
        assert!(fixture.listed().is_empty());
        fixture.staged.prepare().unwrap();
        assert!(fixture::tree(&fixture.upper).is_empty());
        let left: Vec<String> = fixture
            .users()
            .into_keys()
            .filter(|name| name.contains(".innkeeper"))
            .collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn ten_thousand_files_are_listed_and_applied() {
    let fixture = Fixture::new();
    many(&fixture, 10_000);
    let begin = Instant::now();
    let changes = fixture.changes();
    let listed = begin.elapsed();
    assert_eq!(changes.len(), 10_000);
    let begin = Instant::now();
    let applied = fixture.apply(&changes);
    let took = begin.elapsed();
    assert_eq!((applied.done.len(), applied.left.len()), (10_000, 0));
    assert!(fixture.listed().is_empty());
    println!("10,000 files: listed in {listed:?}, applied in {took:?}");
}

#[test]
#[ignore = "runs as a user without rights"]
fn apply_without_rights() {
    let fixture = Fixture::at(&place());
    for path in [
        "closed/changed",
        "closed/deleted",
        "open/changed",
        "hidden/x",
    ] {
        fixture.user(path, "user");
    }
    fixture.server("closed/changed", "server");
    fixture.server("closed/added", "server");
    fixture.server_deletes("closed/deleted");
    fixture.server("open/changed", "server");
    fixture.server("unreadable", "server");
    set_mode(&fixture.upper.join("unreadable"), 0o000);
    set_mode(&fixture.upper.join("closed"), 0o555);
    set_mode(&fixture.lower.join("closed"), 0o555);
    fixture.server_deletes("hidden");
    set_mode(&fixture.lower.join("hidden"), 0o000);
    let before = fixture.listed();
    assert_eq!(
        before,
        [
            "+ closed/added",
            "~ closed/changed",
            "- closed/deleted",
            "? hidden Unreadable",
            "~ open/changed",
            "? unreadable Unreadable",
        ]
    );
    let applied = fixture.apply_all();
    assert_eq!(applied.done.len(), 1, "{applied:?}");
    let refused = applied.left.iter().filter(
        |left| matches!(&left.why, Why::Refused(error) if error.kind() == ErrorKind::PermissionDenied),
    );
    assert_eq!(refused.count(), 3, "{applied:?}");
    set_mode(&fixture.lower.join("hidden"), 0o755);
    let users = fixture.users();
    assert!(users.keys().all(|name| !name.contains(".innkeeper")));
    assert_eq!(
        (&*users["closed/changed"].0, &*users["open/changed"].0),
        ("user", "server")
    );
    set_mode(&fixture.lower.join("closed"), 0o755);
    set_mode(&fixture.upper.join("closed"), 0o755);
    // The mode of the other one changed after the server deleted it.
    assert_eq!(fixture.apply_all().done.len(), 3);
    assert_eq!(fixture.discard(&["hidden", "unreadable"]).done.len(), 2);
    assert!(fixture.listed().is_empty());
    fixture.server("closed/x", "server");
    set_mode(&fixture.upper.join("closed"), 0o000);
    fixture.staged.discard_all().unwrap();
    assert!(!fixture.top.join("store").exists());
}

#[test]
fn what_the_system_refuses_stays_pending() {
    let folder = tempfile::tempdir().unwrap();
    let top = dunce::canonicalize(folder.path()).unwrap();
    fs::create_dir(top.join("lower")).unwrap();
    if !rustix::process::geteuid().is_root() {
        return succeeds(again("trouble::apply_without_rights", &top));
    }
    // The folder of this program may be closed to other users.
    let program = top.join("test");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    for path in [&top, &top.join("lower"), &program] {
        std::os::unix::fs::chown(path, Some(USER), Some(USER)).unwrap();
    }
    let mut command = again_by(&program, "trouble::apply_without_rights", &top);
    command.uid(USER).gid(USER);
    succeeds(command);
}

#[test]
#[ignore = "runs with a small file system"]
fn apply_to_a_full_disk() {
    let fixture = Fixture::at(&place());
    let text = vec![b'x'; 64 * 1024];
    fixture.user("changed", "user");
    for path in ["changed", "one", "two", "three", "four"] {
        fixture.server(path, &text);
    }
    fixture.user("deleted", "user");
    fixture.server_deletes("deleted");
    let applied = fixture.apply_all();
    let full = |left: &&staging::NotApplied| matches!(&left.why, Why::Refused(error) if error.kind() == ErrorKind::StorageFull);
    assert!(
        !applied.left.is_empty() && applied.left.iter().all(|left| full(&left)),
        "{applied:?}"
    );
    assert!(
        applied
            .done
            .iter()
            .any(|change| change.kind() == Kind::Deleted)
    );
    let users = fixture.users();
    for (name, (content, _)) in &users {
        assert!(
            content == "user" || content.len() == text.len(),
            "{name}: {} bytes",
            content.len()
        );
    }
    assert!(users.keys().all(|name| !name.contains(".innkeeper")));
    assert_eq!(fixture.changes().len(), applied.left.len());
    for path in ["one", "two", "three", "four"] {
        let _ = fs::remove_file(fixture.lower.join(path));
    }
    let left = fixture
        .staged
        .pending(&Bounds::default())
        .unwrap()
        .changes
        .len();
    assert!(fixture.apply_all().done.len() > left.saturating_sub(2));
}

#[test]
fn full_disk_leaves_whole_files_and_the_rest_pending() {
    let folder = tempfile::tempdir().unwrap();
    let top = dunce::canonicalize(folder.path()).unwrap();
    let mount = format!(
        "mkdir {0}/lower; mount -t tmpfs -o size=192k none {0}/lower",
        top.display()
    );
    if let Some(command) = with_mounts("trouble::apply_to_a_full_disk", &top, &mount) {
        succeeds(command);
    }
}

#[test]
#[ignore = "is run while the overlay is gone again"]
fn changes_of_an_overlay() {
    let fixture = Fixture::at(&place());
    assert_eq!(
        fixture.listed(),
        [
            "- anew/a",
            "~ anew/b",
            "~ append",
            "- cleared",
            "+ linked",
            "m mode",
            "- moved-from",
            "+ moved-to",
            "~ replaced",
        ]
    );
    assert_eq!(fixture.apply_all().left.len(), 0);
    assert_eq!(fixture.listed(), [""; 0]);
    let users = fixture.users();
    let text = |name: &str| users[name].0.as_str();
    assert_eq!(text("append"), "user\nmore\n");
    assert_eq!(
        (text("anew/b"), users.contains_key("anew/a")),
        ("new\n", false)
    );
    assert_eq!((text("moved-to"), text("replaced")), ("user\n", "other\n"));
    assert_eq!(users["mode"].1, 0o700);
    assert!(!users.contains_key("cleared/") && !users.contains_key("moved-from"));
}

#[test]
fn changes_that_a_real_overlay_keeps_are_listed_and_applied() {
    let folder = tempfile::tempdir().unwrap();
    let top = dunce::canonicalize(folder.path()).unwrap();
    let script = "
        cd PLACE; mkdir -p lower/anew lower/cleared/deep lower/touched store/upper store/work merged
        for file in append anew/a anew/b cleared/deep/x mode moved-from replaced touched/same; do echo user > lower/$file; done
        mount -t overlay -o lowerdir=lower,upperdir=store/upper,workdir=store/work,userxattr,redirect_dir=nofollow,index=off,metacopy=off none merged
        cd merged
        echo more >> append; rm -r anew cleared; mkdir anew; echo new > anew/b; chmod 700 mode
        mv moved-from moved-to; echo other > temporary; mv temporary replaced; ln append linked; touch touched/same
        cd ..; umount merged";
    let script = script.replace("PLACE", top.to_str().unwrap());
    if let Some(command) = with_mounts("trouble::changes_of_an_overlay", &top, &script) {
        succeeds(command);
    }
}
