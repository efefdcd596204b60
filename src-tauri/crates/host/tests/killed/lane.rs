//! One folder, and the deaths in it.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        RwLock,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use super::{FOLDER, day, power::Power, proof::Proof};

/// Begins each line a child says on purpose.
pub const WORD: &str = "kept:";
/// How long after it was ready a host lives, at most.
const LIFE: u64 = 1_000;
/// How long after the first grant a host lives, at most.
const GRANTED: u64 = 300;
/// How long a host lives that is killed while it opens, at most.
const BIRTH: u64 = 250;
/// One in so many is killed while it opens.
const EARLY: u64 = 5;
/// Nothing takes longer.
const LIMIT: Duration = Duration::from_secs(60);

/// Between its start and its own program, a child holds what this process holds: the lock of a folder that another lane looks
/// at would outlive the look.
static APART: RwLock<()> = RwLock::new(());

/// What was seen in a lane.
#[derive(Debug, Default)]
pub struct Lot {
    pub deaths: usize,
    /// Things said to be kept, and found.
    pub kept: usize,
    /// Grants among them.
    pub grants: usize,
    /// Calls that were sent, and whose outcome nobody knows.
    pub unknown: usize,
    /// Calls said to be done whose outcome a power cut took.
    pub lost: usize,
}

/// What a child said, and how long before its death.
pub struct Said {
    pub line: String,
    pub before: Duration,
}

/// How a host ends.
#[derive(Clone, Copy)]
pub enum Death {
    /// Its process is killed.
    Kill,
    /// The power is cut.
    PowerCut,
    /// The power is cut, and this file was synchronized in vain.
    Blind(&'static str),
}

/// A folder.
pub struct Lane {
    folder: TempDir,
    model: String,
    /// The state of a xorshift.
    chance: u64,
    granted: Option<String>,
    /// Set where the power is cut, and not only the process killed.
    power: Option<Power>,
}

impl Lane {
    pub fn new(model: String, seed: u64, death: Death) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut lane = Self {
            power: match death {
                Death::Kill => None,
                Death::PowerCut => Some(Power::new(folder.path(), None)),
                Death::Blind(name) => Some(Power::new(folder.path(), Some(name))),
            },
            folder,
            model,
            chance: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            granted: None,
        };
        // Neighbouring seeds begin alike.
        for _ in 0..8 {
            lane.below(2);
        }
        lane
    }

    fn below(&mut self, most: u64) -> u64 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance >> 11) % most
    }

    pub fn run(mut self, deaths: usize) -> Lot {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let mut lot = Lot::default();
        let mut proof = Proof::new(self.folder.path(), self.power.is_some());
        for number in 0..deaths {
            let said = self.live_and_die(number);
            lot.deaths += 1;
            all_gone(self.folder.path());
            let mut newest = said.iter().rev();
            if let Some(id) = newest.find_map(|said| said.line.strip_prefix("grant ")) {
                self.granted = Some(id.to_owned());
            }
            if let Some(power) = &self.power {
                power.cut();
            }
            // What was left unfinished is found by the host, if it lives to open; another follows.
            self.open_and_die(number);
            self.open_and_close(number);
            let _looking = APART.read().unwrap();
            runtime.block_on(proof.look(&said, &mut lot));
        }
        // The last look, by a host that ends in peace: the data opens, and the log agrees with the keychain.
        self.open_and_close(deaths);
        lot
    }

    /// A host that is killed at some moment while it opens.
    fn open_and_die(&mut self, number: usize) {
        let life = Duration::from_millis(self.below(BIRTH));
        let mut child = self.spawn(number, true);
        let said = listen(&mut child);
        let end = Instant::now() + life;
        let left = || end.saturating_duration_since(Instant::now());
        while said.recv_timeout(left()).is_ok() {}
        child.kill().unwrap();
        child.wait().unwrap();
        all_gone(self.folder.path());
        if let Some(power) = &self.power {
            power.cut();
        }
    }

    fn open_and_close(&self, number: usize) {
        let mut child = self.spawn(number, true);
        let said = listen(&mut child);
        let lines: Vec<String> = said.iter().map(|(line, _)| line).collect();
        assert!(child.wait().unwrap().success(), "{}", self.errors());
        assert_eq!(lines.last().map(|line| line.trim()), Some("closed"));
        all_gone(self.folder.path());
    }

    /// One day, and what was said on it.
    fn live_and_die(&mut self, number: usize) -> Vec<Said> {
        // The first day may end before there is any data; the second ends once everything is granted that is needed, so that
        // all others begin with it.
        let (since, most) = match number {
            0 => (None, BIRTH),
            1 => (Some("grant "), GRANTED),
            _ if self.below(EARLY) == 0 => (None, BIRTH),
            _ => (Some("ready"), LIFE),
        };
        let life = Duration::from_millis(self.below(most));
        let mut child = self.spawn(number, false);
        let lines = listen(&mut child);
        let mut said = Vec::new();
        let mut end = since.is_none().then(|| Instant::now() + life);
        let limit = Instant::now() + LIMIT;
        loop {
            let until = end.unwrap_or(limit);
            match lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    if since.is_some_and(|word| line.0.starts_with(word)) {
                        end.get_or_insert_with(|| Instant::now() + life);
                    }
                    said.push(line);
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("day {number} ended by itself:\n{}", self.errors())
                }
            }
        }
        let death = Instant::now();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(
            end.is_some(),
            "day {number} never came so far:\n{}",
            self.errors()
        );
        said.extend(lines.iter());
        let said = said.into_iter().map(|(line, at)| Said {
            line,
            before: death.saturating_duration_since(at),
        });
        said.collect()
    }

    fn spawn(&self, number: usize, last: bool) -> Child {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", super::CHILD, "--nocapture"])
            .env(FOLDER, self.folder.path())
            .env(day::DAY, number.to_string())
            .env(day::MODEL, &self.model)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(self.folder.path().join("errors")).unwrap());
        if let Some(granted) = &self.granted {
            command.env(day::GRANTED, granted);
        }
        if last {
            command.env(day::LAST, "1");
        }
        if let Some(power) = &self.power {
            power.record(&mut command);
        }
        let _starting = APART.write().unwrap();
        command.spawn().unwrap()
    }

    fn errors(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("errors")).unwrap_or_default()
    }
}

/// What a child says on purpose and when, whole lines only, until it has ended.
fn listen(child: &mut Child) -> Receiver<(String, Instant)> {
    let out = child.stdout.take().unwrap();
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut reader = BufReader::new(out);
        let mut line = String::new();
        while reader.read_line(&mut line).is_ok_and(|read| read > 0) && line.ends_with('\n') {
            if let Some(word) = line.strip_prefix(WORD) {
                let _ = sender.send((word.trim().to_owned(), Instant::now()));
            }
            line.clear();
        }
    });
    receiver
}

/// Waits until no process of the folder is left: each has its path in its environment or its arguments.
fn all_gone(folder: &Path) {
    let wanted = folder.to_str().unwrap();
    let has = |file: &Path| {
        let bytes = std::fs::read(file).unwrap_or_default();
        String::from_utf8_lossy(&bytes).contains(wanted)
    };
    let begin = Instant::now();
    loop {
        let left: Vec<_> = std::fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| has(&path.join("environ")) || has(&path.join("cmdline")))
            .collect();
        if left.is_empty() {
            return;
        }
        assert!(begin.elapsed() < LIMIT, "left: {left:?}");
        thread::sleep(Duration::from_millis(5));
    }
}
