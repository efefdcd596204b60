//! A data directory of a test's own, and the program run in it.

use std::{
    ffi::OsString,
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

/// No run of the program takes longer.
const LIMIT: Duration = Duration::from_secs(60);

/// How a run ended.
#[derive(Debug)]
pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ended {
    /// Standard output, which has to be exactly one JSON document.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e} in: {}", self.out))
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
        let (server, script) = (server(), script.to_string());
        self.run(&[
            "--approve",
            "once",
            "servers",
            "add",
            name,
            "--",
            &server,
            &script,
        ])
        .expect(crate::code::DONE);
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
    Ended {
        code: status.code().unwrap_or(-1),
        out: out.join().unwrap(),
        err: err.join().unwrap(),
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
