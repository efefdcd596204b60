//! The record of a start: what the server looks for and does not get.

use std::fmt;

#[cfg(unix)]
use std::os::fd::OwnedFd;

use sandbox::Recorded;
#[cfg(unix)]
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    net::unix::pipe::Receiver,
};

/// The longest line of a record, in bytes: a path, escaped as JSON, and a few words.
#[cfg(unix)]
const LINE_MAX: u64 = 32 * 1024;

/// The record of a start. Entries arrive while the server runs, at most four times a second for each thing.
pub struct Record {
    #[cfg(unix)]
    pipe: Option<OwnedFd>,
    #[cfg(unix)]
    lines: Option<BufReader<Receiver>>,
}

impl Record {
    #[cfg(unix)]
    pub(crate) fn new(pipe: OwnedFd) -> Self {
        let pipe = Some(pipe);
        Self { pipe, lines: None }
    }

    /// Waits for the next entry. There is none after the last process of the server has ended. Call it in a tokio runtime with I/O, always in
    /// the same one, and to its end: an entry of which a part was read is lost.
    #[cfg(unix)]
    pub async fn next(&mut self) -> Option<Recorded> {
        if let Some(pipe) = self.pipe.take() {
            rustix::io::ioctl_fionbio(&pipe, true).ok()?;
            self.lines = Some(BufReader::new(Receiver::from_owned_fd(pipe).ok()?));
        }
        let lines = self.lines.as_mut()?;
        let mut line = Vec::new();
        let read = lines.take(LINE_MAX).read_until(b'\n', &mut line).await;
        if read.ok()? == 0 {
            return None;
        }
        serde_json::from_slice(&line).ok()
    }

    /// There is no record on this system.
    #[cfg(not(unix))]
    pub async fn next(&mut self) -> Option<Recorded> {
        std::future::ready(None).await
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record").finish_non_exhaustive()
    }
}
