//! A person at a terminal of the program's own.

use std::{
    fs::File,
    io::{Read, Write},
    os::fd::OwnedFd,
    process::Stdio,
    sync::{Arc, Mutex},
    thread::JoinHandle,
    time::Duration,
};

use messages::without_isolation;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::place::{Ended, Place, Running, until};

/// A yes only counts after the time it takes to read.
const READING: Duration = Duration::from_millis(700);

/// A run whose input and errors are a terminal; its output stays a pipe.
pub struct Person {
    running: Running,
    keys: File,
    said: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Person {
    pub fn at(place: &Place, args: &[&str]) -> Self {
        let (keys, terminal) = terminal();
        let mut command = place.command(args);
        command
            .stdin(Stdio::from(terminal.try_clone().unwrap()))
            .stderr(Stdio::from(terminal));
        let running = Running::start(&mut command);
        // The command holds the terminal's other end; only the child may.
        drop(command);
        let said = Arc::new(Mutex::new(Vec::new()));
        let (all, mut screen) = (Arc::clone(&said), keys.try_clone().unwrap());
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // A terminal whose other end is gone is an error, not an end.
            while let Ok(read @ 1..) = screen.read(&mut bytes) {
                all.lock().unwrap().extend(&bytes[..read]);
            }
        });
        Self {
            running,
            keys,
            said,
            reader,
        }
    }

    /// What is on the screen, without the marks that isolate inserted values.
    pub fn said(&self) -> String {
        without_isolation(&self.marked())
    }

    /// What is on the screen, byte by byte.
    pub fn marked(&self) -> String {
        String::from_utf8_lossy(&self.said.lock().unwrap()).into_owned()
    }

    /// Waits until this many questions were asked, and as long as it takes to read the last.
    #[track_caller]
    pub fn asked(&self, questions: usize) {
        let asked = || (self.said().matches("denies: ").count() >= questions).then_some(());
        until(asked).unwrap_or_else(|| panic!("no question: {}", self.said()));
        std::thread::sleep(READING);
    }

    /// Waits until these words are on the screen, and as long as it takes to read them.
    #[track_caller]
    pub fn reads(&self, words: &str) {
        let there = || self.said().contains(words).then_some(());
        until(there).unwrap_or_else(|| panic!("not “{words}”: {}", self.said()));
        std::thread::sleep(READING);
    }

    pub fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    pub fn signal(&self, signal: rustix::process::Signal) {
        self.running.signal(signal);
    }

    pub fn ended(self) -> Ended {
        let mut ended = self.running.ended();
        self.reader.join().unwrap();
        ended.marked = String::from_utf8_lossy(&self.said.lock().unwrap()).into_owned();
        ended.err = without_isolation(&ended.marked);
        ended
    }
}

fn terminal() -> (File, OwnedFd) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let terminal = File::options()
        .read(true)
        .write(true)
        .open(name.to_str().unwrap())
        .unwrap();
    (File::from(master), OwnedFd::from(terminal))
}
