//! The first start of a package through `uvx`: the real uv and a registry on this machine whose downloads wait.

use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines},
    process::{Child, ChildStderr, Command},
};

use crate::{
    house::LIMIT,
    terminal::{Ended, command, ended},
};

/// The variables with which uv finds the registry, its cache and Python. Everything else of the machine stays out.
const VARIABLES: [&str; 4] = [
    "UV_DEFAULT_INDEX",
    "UV_CACHE_DIR",
    "UV_PYTHON",
    "UV_NO_CONFIG",
];

/// A registry that gives the second package once its gate is open, and a server that comes from it.
struct Place {
    folder: tempfile::TempDir,
    registry: Child,
    port: String,
}

impl Place {
    /// Starts the registry and adds the server.
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut registry = registry(&folder.path().join("gate"));
        let mut said = BufReader::new(registry.stdout.take().unwrap()).lines();
        let port = said.next_line().await.unwrap().unwrap();
        let place = Self {
            folder,
            registry,
            port,
        };
        // The registry is at an address of this machine, which nobody can be asked about.
        let here = format!("127.0.0.1:{}", place.port);
        let mut words = vec!["servers", "add", "Slow", "--fetch", "--reach", &here];
        for name in VARIABLES {
            words.extend(["--env-from", name]);
        }
        let uvx = place.uvx().display().to_string();
        words.extend(["--", &uvx, "slow-guest"]);
        let added = ended(place.command(&words)).await;
        assert_eq!(added.code, 0, "{}", added.err);
        place
    }

    /// A program of the same name that starts uv, and keeps the first signal that both get. Only a package runner that is
    /// ended gently gets SIGINT.
    fn uvx(&self) -> PathBuf {
        let uvx = self.path("uvx");
        let script = format!(
            r#"#!{}
import os, signal, subprocess, sys

def keep(number, frame):
    try:
        open(os.path.expanduser("~/signal"), "x").write(signal.Signals(number).name)
    except FileExistsError:
        pass

for one in signal.SIGINT, signal.SIGTERM:
    signal.signal(one, keep)
sys.exit(subprocess.call([{:?}, *sys.argv[1:]]))
"#,
            peers::python().unwrap().display(),
            peers::uvx().unwrap(),
        );
        std::fs::write(&uvx, script).unwrap();
        std::fs::set_permissions(&uvx, std::fs::Permissions::from_mode(0o755)).unwrap();
        uvx
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = command(
            &self.path("data"),
            &[&["--approve", "once"], words].concat(),
        );
        let index = format!("http://127.0.0.1:{}/simple/", self.port);
        command
            .env("UV_DEFAULT_INDEX", index)
            .env("UV_CACHE_DIR", self.path("uv-cache"))
            .env("UV_PYTHON", peers::python().unwrap())
            .env("UV_NO_CONFIG", "1");
        command
    }

    fn list(&self) -> Command {
        self.command(&["tools", "list", "Slow"])
    }

    /// Starts listing the tools, and waits until uv is in the middle of its downloads.
    async fn in_the_middle(&self) -> (Child, Lines<BufReader<ChildStderr>>) {
        let mut child = self.list().stderr(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(child.stderr.take().unwrap()).lines();
        until(|| self.waits(), "uv downloads").await;
        (child, said)
    }

    /// Whether a download waits: a client of the registry is connected.
    fn waits(&self) -> bool {
        self.path("gate.waits").exists()
    }

    fn open_gate(&self) {
        std::fs::write(self.path("gate"), "").unwrap();
    }

    /// Uses the server, which has nothing to wait for.
    async fn lists(&self) -> Ended {
        let listed = ended(self.list()).await;
        assert_eq!(listed.code, 0, "{}", listed.err);
        assert!(listed.out.contains("echo"), "{}", listed.out);
        listed
    }

    async fn close(mut self) {
        self.registry.kill().await.unwrap();
    }
}

#[allow(
    clippy::disallowed_methods,
    reason = "a peer, not a server of the host"
)]
fn registry(gate: &Path) -> Child {
    Command::new(peers::node().unwrap())
        .arg(peers::folder().join("servers/registry.mjs"))
        .arg(gate)
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

async fn until(done: impl Fn() -> bool, what: &str) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < LIMIT, "{what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// While it takes its time, a person sees who works and for how long; in the end the server is used.
#[tokio::test(flavor = "multi_thread")]
async fn first_start_through_uvx_shows_its_progress_and_works() {
    let place = Place::open().await;
    let (mut child, mut said) = place.in_the_middle().await;
    let mut progress = String::new();
    while !progress.contains("downloaded and started by uv") {
        let line = tokio::time::timeout(LIMIT, said.next_line());
        let line = line.await.expect("it says so in time").unwrap();
        let line = line.unwrap_or_else(|| panic!("it ended: {progress}"));
        progress.push_str(&line.replace(['\u{2068}', '\u{2069}'], ""));
    }
    for words in ["Slow is", "at most 10 min", "Ctrl-C cancels"] {
        assert!(progress.contains(words), "{words} in {progress}");
    }
    assert!(place.waits(), "it is still downloaded");
    place.open_gate();
    let mut out = String::new();
    let mut stdout = child.stdout.take().unwrap();
    let read = tokio::time::timeout(LIMIT, stdout.read_to_string(&mut out));
    read.await.expect("it ends in time").unwrap();
    assert!(child.wait().await.unwrap().success(), "{progress}");
    assert!(out.contains("echo"), "{out}");
    // The second start has nothing to download.
    place.lists().await;
    place.close().await;
}

/// Cancelled in the middle, uv is ended gently and leaves a cache that the next start uses.
#[tokio::test(flavor = "multi_thread")]
async fn cancelled_start_through_uvx_ends_uv_and_leaves_a_cache_that_works() {
    let place = Place::open().await;
    let (mut child, _said) = place.in_the_middle().await;
    let pid = i32::try_from(child.id().unwrap()).unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let status = tokio::time::timeout(LIMIT, child.wait()).await;
    let status = status.expect("it ends in time").unwrap();
    assert_eq!(status.code(), Some(3), "it was cancelled");
    until(|| !place.waits(), "uv is gone").await;
    // It writes to its private folder.
    let mut folders = std::fs::read_dir(place.path("data/sandbox")).unwrap();
    let signal = folders
        .find_map(|one| std::fs::read_to_string(one.unwrap().path().join("home/signal")).ok());
    assert_eq!(
        signal.as_deref(),
        Some("SIGINT"),
        "it is ended as a package runner is"
    );
    place.open_gate();
    place.lists().await;
    place.close().await;
}

/// A package that the registry does not have is named, with what to do.
#[tokio::test(flavor = "multi_thread")]
async fn package_that_uvx_does_not_find_is_named() {
    let place = Place::open().await;
    let uvx = place.path("uvx").display().to_string();
    let here = format!("127.0.0.1:{}", place.port);
    let mut words = vec!["servers", "add", "Lost", "--fetch", "--reach", &here];
    for name in VARIABLES {
        words.extend(["--env-from", name]);
    }
    words.extend(["--", &uvx, "no-such-guest"]);
    let added = ended(place.command(&words)).await;
    assert_eq!(added.code, 0, "{}", added.err);
    let failed = ended(place.command(&["tools", "list", "Lost"])).await;
    assert_eq!(failed.code, 4, "{}", failed.err);
    for words in [
        "the package registry has no such package",
        "Check the spelling of the package name.",
    ] {
        assert!(failed.err.contains(words), "{words} in {}", failed.err);
    }
    place.close().await;
}
