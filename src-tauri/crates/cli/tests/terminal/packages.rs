//! Packages that are installed once: the real npm in the real sandbox, and a registry on this machine.

use std::{fs, path::PathBuf};

use crate::{
    code,
    installing::{Registry, command},
    place::{Ended, Place, Running},
};

fn run(place: &Place, registry: &Registry, words: &[&str]) -> Ended {
    Running::start(&mut command(place, registry, words)).ended()
}

fn added(place: &Place, registry: &Registry) {
    registry.open();
    let words = ["servers", "add", "Guest", "--", "npx", "-y", "slow-guest"];
    run(place, registry, &words).expect(code::DONE);
}

/// The installed file of this name.
fn installed(place: &Place, name: &str) -> PathBuf {
    let sets = fs::read_dir(place.data().join("packages")).unwrap();
    let mut trees = sets.flatten().map(|set| set.path().join("tree"));
    let file = trees.find_map(|tree| {
        let file = tree.join("node_modules/slow-guest").join(name);
        file.exists().then_some(file)
    });
    file.expect("the package is installed")
}

fn mark(registry: &Registry, ending: &str) -> PathBuf {
    let file = PathBuf::from(format!("{}.{ending}", registry.gate.display()));
    fs::write(&file, "").unwrap();
    file
}

/// No host is allowed and the registry is gone: what runs is what was installed.
#[test]
fn an_installed_package_runs_without_its_registry() {
    let place = Place::new();
    let registry = Registry::start(&place);
    added(&place, &registry);
    let shown = run(&place, &registry, &["servers", "package", "Guest"]).expect(code::DONE);
    assert!(shown.out.contains("slow-guest 1.0.0"), "{}", shown.out);
    drop(registry);
    let gone = Registry::start(&place);
    fs::remove_file(&gone.gate).unwrap();
    let listed = run(&place, &gone, &["tools", "list", "Guest"]).expect(code::DONE);
    assert!(listed.out.contains("echo"), "{}", listed.out);
}

#[test]
fn an_update_is_installed_beside_the_old_version_and_can_be_taken_back() {
    let place = Place::new();
    let registry = Registry::start(&place);
    added(&place, &registry);
    let update = ["servers", "package", "Guest", "--update"];
    let current = run(&place, &registry, &update).expect(code::DONE);
    assert!(current.out.contains("newest"), "{}", current.out);

    mark(&registry, "next");
    // Nobody answers: the old version stays.
    let mut unattended = place.command(&[
        "--approve",
        "deny",
        "servers",
        "package",
        "Guest",
        "--update",
    ]);
    let environment = command(&place, &registry, &[]);
    unattended.envs(
        environment
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    let denied = Running::start(&mut unattended).ended();
    assert_eq!(denied.code, code::DENIED, "{}", denied.err);
    let show = ["servers", "package", "Guest"];
    let before = run(&place, &registry, &show).expect(code::DONE);
    assert!(before.out.contains("slow-guest 1.0.0"), "{}", before.out);

    run(&place, &registry, &update).expect(code::DONE);
    let after = run(&place, &registry, &show).expect(code::DONE);
    assert!(after.out.contains("slow-guest 1.1.0"), "{}", after.out);
    let back = ["servers", "package", "Guest", "--back", "1.0.0"];
    let back = run(&place, &registry, &back).expect(code::DONE);
    assert!(back.out.contains("slow-guest 1.0.0"), "{}", back.out);
    run(&place, &registry, &["tools", "list", "Guest"]).expect(code::DONE);
}

/// A control: the same package is installed once its bytes are those that its metadata names.
#[test]
fn other_bytes_than_the_lock_names_are_refused() {
    let place = Place::new();
    let registry = Registry::start(&place);
    registry.open();
    let altered = mark(&registry, "altered");
    let words = ["servers", "add", "Guest", "--", "npx", "-y", "slow-guest"];
    let refused = run(&place, &registry, &words);
    assert_ne!(refused.code, code::DONE, "{}", refused.out);
    assert!(refused.err.contains("not what the lock"), "{}", refused.err);
    let sets = fs::read_dir(place.data().join("packages"))
        .unwrap()
        .flatten();
    let left: Vec<_> = sets
        .map(|set| set.file_name())
        .filter(|name| name != "servers")
        .collect();
    assert!(left.is_empty(), "nothing half installed is left: {left:?}");
    fs::remove_file(altered).unwrap();
    run(&place, &registry, &words).expect(code::DONE);
}

#[test]
fn a_changed_file_of_an_installed_package_is_named_and_nothing_starts() {
    let place = Place::new();
    let registry = Registry::start(&place);
    added(&place, &registry);
    let file = installed(&place, "server.js");
    let text = fs::read_to_string(&file).unwrap();
    let mut permissions = file.metadata().unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o644);
    fs::set_permissions(&file, permissions).unwrap();
    fs::write(
        &file,
        format!("require('node:fs').writeFileSync('/tmp/never', '');{text}"),
    )
    .unwrap();
    let ended = run(&place, &registry, &["tools", "list", "Guest"]);
    assert_ne!(ended.code, code::DONE, "{}", ended.out);
    assert!(ended.err.contains("server.js"), "{}", ended.err);
}

#[test]
fn packages_that_no_server_uses_are_deleted() {
    let place = Place::new();
    let registry = Registry::start(&place);
    added(&place, &registry);
    let sets = |place: &Place| {
        let shown = run(place, &registry, &["--json", "packages", "show"])
            .expect(code::DONE)
            .json();
        (shown["sets"].clone(), shown["unused"].clone())
    };
    assert_eq!(sets(&place), (1.into(), 0.into()));
    run(&place, &registry, &["packages", "remove-unused"]).expect(code::DONE);
    run(&place, &registry, &["tools", "list", "Guest"]).expect(code::DONE);
}

/// Nothing of a server that was not added is left.
#[test]
fn a_package_that_the_registry_does_not_have_is_named() {
    let place = Place::new();
    let registry = Registry::start(&place);
    let words = ["servers", "add", "Lost", "--", "npx", "-y", "no-such-guest"];
    let refused = run(&place, &registry, &words);
    assert_ne!(refused.code, code::DONE, "{}", refused.out);
    let said = messages::without_isolation(&refused.err);
    assert!(said.contains("no package no-such-guest"), "{said}");
    let servers = run(&place, &registry, &["--json", "servers", "list"]).expect(code::DONE);
    assert!(!servers.out.contains("Lost"), "{}", servers.out);
}
