//! A llama.cpp server with a tiny model of random weights: real inference, and words without sense. There are ready-made builds for Linux on x86-64 only.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    sync::mpsc::channel,
    thread,
};

use crate::{PeerError, READY_LIMIT, folder, python};

/// A running llama.cpp server. It ends when this is dropped.
#[derive(Debug)]
pub struct Llama {
    child: Child,
    address: String,
}

impl Llama {
    /// Starts it on a free port of the loopback address and waits until it is ready. Blocks up to [`READY_LIMIT`].
    ///
    /// # Errors
    /// It is not installed, ended, or was not ready in time.
    pub fn start() -> Result<Self, PeerError> {
        let mut child = Command::new(python()?)
            .arg(folder().join("servers").join("llama.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = child.stdout.take();
        // From here on a return ends the process.
        let mut llama = Self {
            child,
            address: String::new(),
        };
        let not_ready = || PeerError::NotReady("llama.py".to_owned());
        let output = output.ok_or_else(not_ready)?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // Nobody listens once the address is known.
                let _ = sender.send(line);
            }
        });
        loop {
            let line = lines.recv_timeout(READY_LIMIT).map_err(|_| not_ready())?;
            if line.starts_with("http://127.0.0.1:") {
                llama.address = line;
                return Ok(llama);
            }
        }
    }

    /// The base URL for chat completions.
    #[must_use]
    pub fn openai_base(&self) -> String {
        format!("{}/v1", self.address)
    }
}

impl Drop for Llama {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
