//! A display of its own.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    os::fd::AsRawFd,
    process::{Child, Command, Stdio},
};

use crate::Error;

/// An X server without a screen, which ends with this value.
#[derive(Debug)]
pub struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Starts one on a free number.
    ///
    /// # Errors
    /// `Xvfb` is missing or does not say its number.
    pub fn start(size: &str) -> Result<Self, Error> {
        let (read, write) = rustix::pipe::pipe()?;
        // The child inherits the write end by its number.
        rustix::io::fcntl_setfd(&write, rustix::io::FdFlags::empty())?;
        let number = write.as_raw_fd().to_string();
        let server = Command::new("Xvfb")
            .args([
                "-displayfd",
                &number,
                "-screen",
                "0",
                size,
                "-nolisten",
                "tcp",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| Error::Missing("Xvfb", e))?;
        drop(write);
        let mut line = String::new();
        BufReader::new(File::from(read)).read_line(&mut line)?;
        let this = Self {
            server,
            name: format!(":{}", line.trim()),
        };
        if line.trim().is_empty() {
            Err(Error::NoDisplay)
        } else {
            Ok(this)
        }
    }

    /// The name for `DISPLAY`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
