//! The first start of a package: the real npm and a registry on this machine whose downloads wait.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use rustix::process::Signal;

use crate::{
    code,
    place::{Place, Running, until},
};

/// A registry that gives the second package once its gate is open.
pub(crate) struct Registry {
    process: Child,
    pub(crate) port: String,
    pub(crate) gate: PathBuf,
}

impl Registry {
    pub(crate) fn start(place: &Place) -> Self {
        let script =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/peers/servers/registry.mjs");
        let gate = place.path().join("gate");
        let mut process = Command::new("node")
            .arg(script)
            .arg(&gate)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut port = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut port)
            .unwrap();
        Self {
            process,
            port: port.trim().to_owned(),
            gate,
        }
    }

    pub(crate) fn open(&self) {
        std::fs::write(&self.gate, "").unwrap();
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn cache(place: &Place) -> PathBuf {
    place.path().join("npm-cache")
}

/// The first package is there and what it needs is not: an installation that is ended now leaves a broken folder.
fn half_written(place: &Place) -> Option<PathBuf> {
    let folder = std::fs::read_dir(cache(place).join("_npx"))
        .ok()?
        .flatten()
        .next()?
        .path();
    let modules = folder.join("node_modules");
    (modules.join("slow-guest/package.json").exists()
        && !modules.join("slow-part/package.json").exists())
    .then_some(folder)
}

pub(crate) fn command(place: &Place, registry: &Registry, words: &[&str]) -> Command {
    let mut command = place.command(&[&["--approve", "once"], words].concat());
    command
        .env(
            "npm_config_registry",
            format!("http://127.0.0.1:{}/npm/", registry.port),
        )
        .env("npm_config_cache", cache(place))
        .env("npm_config_update_notifier", "false");
    command
}

fn add(place: &Place, registry: &Registry) {
    let words = [
        "servers",
        "add",
        "Slow",
        // These tests are about the cache of the machine.
        "--unconfined",
        "--fetch",
        "--env-from",
        "npm_config_registry",
        "--env-from",
        "npm_config_cache",
        "--",
        "npx",
        "-y",
        "slow-guest",
    ];
    Running::start(&mut command(place, registry, &words))
        .ended()
        .expect(code::DONE);
}

/// Cancelled in the middle, an installation leaves nothing that a later start would stumble over.
#[test]
fn cancelled_installation_leaves_a_cache_that_still_works() {
    let place = Place::new();
    let registry = Registry::start(&place);
    add(&place, &registry);
    let list = ["tools", "list", "Slow"];
    let run = Running::start(&mut command(&place, &registry, &list));
    until(|| half_written(&place)).expect("npm is in the middle of its work");
    run.signal(Signal::INT);
    let ended = run.ended();
    assert_eq!(ended.code, code::DENIED, "{}", ended.err);
    until(|| half_written(&place).is_none().then_some(())).expect("nothing half written is left");

    registry.open();
    let again = Running::start(&mut command(&place, &registry, &list))
        .ended()
        .expect(code::DONE);
    assert!(again.out.contains("echo"), "{}", again.out);
}

/// npm goes through the proxy of its sandbox. Its registry is asked about as any host is; one on this machine has to be named.
#[test]
fn confined_package_runner_installs_from_an_allowed_registry_only() {
    let place = Place::new();
    let registry = Registry::start(&place);
    registry.open();
    let own_cache = |words: &[&str]| {
        let mut command = command(&place, &registry, words);
        command.env_remove("npm_config_cache");
        Running::start(&mut command).ended()
    };
    let words = [
        "servers",
        "add",
        "Slow",
        "--network",
        "asked",
        "--fetch",
        "--env-from",
        "npm_config_registry",
        "--",
        "npx",
        "-y",
        "slow-guest",
    ];
    own_cache(&words).expect(code::DONE);
    let shown = own_cache(&["servers", "confinement", "Slow"]).expect(code::DONE);
    if shown.out.contains("(Advisory only)") {
        eprintln!("skipped: {}", shown.out);
        return;
    }
    let host = format!("127.0.0.1:{}", registry.port);
    let list = ["tools", "list", "Slow"];
    let refused = own_cache(&list);
    assert_eq!(refused.code, code::HOST_REFUSED, "{}", refused.err);
    assert!(refused.err.contains(&host), "{}", refused.err);

    own_cache(&["servers", "reach", "Slow", "--allow", &host]).expect(code::DONE);
    let listed = own_cache(&list).expect(code::DONE);
    assert!(listed.out.contains("echo"), "{}", listed.out);
    let shown = own_cache(&["servers", "confinement", "Slow"]).expect(code::DONE);
    assert!(shown.out.contains(&host), "{}", shown.out);
    own_cache(&["servers", "reach", "Slow", "--remove", &host]).expect(code::DONE);
    let gone = own_cache(&["servers", "reach", "Slow", "--remove", &host]);
    assert_eq!(gone.code, code::USAGE, "{}", gone.err);
}

/// While it takes its time, a person sees who works and for how long.
#[test]
fn installation_says_how_far_it_is_and_the_server_is_used_in_the_end() {
    let place = Place::new();
    let registry = Registry::start(&place);
    add(&place, &registry);
    let mut child = command(&place, &registry, &["tools", "list", "Slow"])
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut progress = String::new();
    while !progress.contains("downloaded and started by npm") {
        let mut line = String::new();
        assert_ne!(said.read_line(&mut line).unwrap(), 0, "{progress}");
        progress.push_str(&messages::without_isolation(&line));
    }
    for words in ["Slow is", "at most 10 min", "Ctrl-C cancels"] {
        assert!(progress.contains(words), "{words} in {progress}");
    }
    registry.open();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{progress}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("echo"));
}

/// What an earlier, killed installation left is recognised, with the folder and what to do.
#[test]
fn broken_folder_of_npx_is_named() {
    let place = Place::new();
    let registry = Registry::start(&place);
    add(&place, &registry);
    registry.open();
    let list = ["tools", "list", "Slow"];
    Running::start(&mut command(&place, &registry, &list))
        .ended()
        .expect(code::DONE);
    let npx = cache(&place).join("_npx");
    let folder = std::fs::read_dir(&npx)
        .unwrap()
        .flatten()
        .next()
        .unwrap()
        .path();
    // What is not there at all, npm would install again.
    std::fs::remove_file(folder.join("node_modules/slow-part/index.js")).unwrap();
    let ended = Running::start(&mut command(&place, &registry, &list))
        .ended()
        .expect(code::FAILED);
    for words in [
        "is damaged or incomplete",
        &folder.display().to_string(),
        "Remove the folder",
        "Cannot find module",
    ] {
        assert!(ended.err.contains(words), "{words} in {}", ended.err);
    }
}
