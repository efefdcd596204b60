//! A data directory of a test's own, and the program run in it.

use std::{
    ffi::OsString,
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use messages::without_isolation;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// No run of the program takes longer.
pub const LIMIT: Duration = Duration::from_secs(60);

/// How a run ended.
#[derive(Debug)]
pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
    /// Standard error with the marks that isolate inserted values; `out` and `err` have none.
    pub marked: String,
}

impl Ended {
    /// Standard output, which has to be exactly one JSON document.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e} in: {}", self.out))
    }

    /// The error as promised: one line, and at most one more with a hint.
    #[track_caller]
    pub fn one_error(&self) {
        let lines: Vec<&str> = self.err.lines().collect();
        let shaped = lines[0].starts_with("innkeeper-cli: ")
            && (lines.len() == 1 || (lines.len() == 2 && lines[1].starts_with("  ")));
        assert!(shaped, "{}", self.err);
    }

    #[track_caller]
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        self
    }
}

/// A folder with the data directory, thrown away in the end.
pub struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn data(&self) -> PathBuf {
        self.path().join("data")
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_innkeeper-cli"));
        if !keychain() {
            // Nobody's own keychain is touched.
            let nowhere = format!("unix:path={}", self.path().join("no-bus").display());
            command.env("DBUS_SESSION_BUS_ADDRESS", nowhere);
        }
        // Whatever the developer speaks.
        command.env("LC_ALL", "C.UTF-8");
        // The texts are those that it embeds.
        command.env_remove("INNKEEPER_LOCALES");
        command
            .arg("--data-dir")
            .arg(self.data())
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, args: &[&str]) -> Ended {
        finish(self.command(args).spawn().unwrap())
    }

    /// Adds a scripted server, its launch accepted by the command line.
    pub fn add(&self, name: &str, script: &Value) {
        // A script that shares a file with its test does so outside of any sandbox. The calls of others are to be asked about, as
        // those of a server with a network are.
        let shares = ["marker", "tools_file"].iter();
        let how = match shares.filter_map(|file| script.get(*file)).next() {
            Some(_) => &["--unconfined"][..],
            None => &["--network", "open"],
        };
        let (server, script) = (server(), script.to_string());
        let add = ["--approve", "once", "servers", "add", name];
        self.run(&[&add, how, &["--", &server, &script]].concat())
            .expect(crate::code::DONE);
    }

    /// Runs the program with variables of its own and the most talkative log.
    pub fn run_with(&self, variables: &[(&str, &str)], args: &[&str]) -> Ended {
        let mut command = self.command(args);
        command
            .env("RUST_LOG", "trace")
            .envs(variables.iter().copied());
        Running::start(&mut command).ended()
    }

    /// Every byte stored in the data directory.
    pub fn stored(&self) -> Vec<u8> {
        fn read(folder: &Path, all: &mut Vec<u8>) {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                match entry.file_type().unwrap().is_dir() {
                    true => read(&entry.path(), all),
                    false => all.extend(std::fs::read(entry.path()).unwrap()),
                }
            }
        }
        let mut all = Vec::new();
        read(&self.data(), &mut all);
        all
    }
}

/// The scripted server's program.
pub fn server() -> String {
    testkit::server_binary().unwrap().display().to_string()
}

/// Whether the session has a keychain that is there for tests.
pub fn keychain() -> bool {
    std::env::var_os("INNKEEPER_TEST_KEYRING").is_some()
}

/// A run that is under way; it does not outlive the test.
pub struct Running(Option<Child>);

impl Running {
    pub fn start(command: &mut Command) -> Self {
        Self(Some(command.spawn().unwrap()))
    }

    pub fn signal(&self, signal: Signal) {
        let id = self.0.as_ref().unwrap().id();
        kill_process(Pid::from_raw(id.try_into().unwrap()).unwrap(), signal).unwrap();
    }

    pub fn ended(mut self) -> Ended {
        finish(self.0.take().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits for a run to end; one that does not is killed and fails the test.
pub fn finish(mut child: Child) -> Ended {
    let read = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            if let Some(mut stream) = stream {
                stream.read_to_end(&mut text).unwrap();
            }
            String::from_utf8_lossy(&text).into_owned()
        })
    };
    let out = read(child.stdout.take().map(|s| Box::new(s) as _));
    let err = read(child.stderr.take().map(|s| Box::new(s) as _));
    let status = until(|| child.try_wait().unwrap());
    let Some(status) = status else {
        child.kill().unwrap();
        child.wait().unwrap();
        panic!("no end: {}\n{}", out.join().unwrap(), err.join().unwrap());
    };
    let marked = err.join().unwrap();
    Ended {
        code: status.code().unwrap_or(-1),
        out: without_isolation(&out.join().unwrap()),
        err: without_isolation(&marked),
        marked,
    }
}

/// Asks again and again until there is an answer or the time is over.
pub fn until<T>(mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let begin = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return Some(answer);
        }
        if begin.elapsed() > LIMIT {
            return None;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The processes whose command line has `word` in it.
pub fn processes_with(word: &str) -> Vec<OsString> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    all.filter(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    })
    .map(|entry| entry.file_name())
    .collect()
}
