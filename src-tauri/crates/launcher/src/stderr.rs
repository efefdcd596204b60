//! What a server writes to standard error: always read, only the last part kept, for the user to look at.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{
    io::{AsyncRead, AsyncReadExt},
    sync::watch,
};

/// How much of a server's standard error is kept: the last 64 KiB.
pub const STDERR_KEPT: usize = 64 * 1024;

/// How much is read at once.
const CHUNK: usize = 8 * 1024;

/// The last [`STDERR_KEPT`] bytes of one server's standard error. Clones show the same text.
///
/// The text is the server's: show it as data, with control characters made visible.
#[derive(Clone)]
pub struct StderrRing {
    kept: Arc<Mutex<Buffer>>,
    total: watch::Receiver<u64>,
}

#[derive(Default)]
struct Buffer {
    bytes: VecDeque<u8>,
    dropped: u64,
}

impl StderrRing {
    /// Starts reading `source` until it ends. The reader waits for nothing but the source, so a server that floods is
    /// never blocked and never grows the host.
    pub(crate) fn follow(source: impl AsyncRead + Send + Unpin + 'static) -> Self {
        let kept = Arc::new(Mutex::new(Buffer::default()));
        let (seen, total) = watch::channel(0);
        tokio::spawn(read_all(source, Arc::clone(&kept), seen));
        Self { kept, total }
    }

    /// The text kept, with bytes that are not UTF-8 replaced. When bytes were dropped, it starts at a whole character.
    #[must_use]
    pub fn text(&self) -> String {
        let kept = lock(&self.kept);
        let cut = kept.dropped > 0;
        let bytes: Vec<u8> = kept
            .bytes
            .iter()
            .copied()
            .skip_while(|byte| cut && is_continuation(*byte))
            .collect();
        drop(kept);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// What came after the first `seen` bytes of all, as far as it is kept.
    #[must_use]
    pub fn after(&self, seen: u64) -> StderrPiece {
        let kept = lock(&self.kept);
        let total = kept.dropped + kept.bytes.len() as u64;
        let missed = kept.dropped.saturating_sub(seen);
        let skip = usize::try_from(seen.saturating_sub(kept.dropped)).unwrap_or(usize::MAX);
        StderrPiece {
            bytes: kept.bytes.iter().copied().skip(skip).collect(),
            missed,
            total,
        }
    }

    /// How many bytes were dropped from the start.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        lock(&self.kept).dropped
    }

    /// A watch on the count of all bytes read; it changes whenever there is more text, and closes at the end.
    #[must_use]
    pub fn changed(&self) -> watch::Receiver<u64> {
        self.total.clone()
    }

    /// Completes when all of it was read. A program that the server left behind may keep it open: give it a limit.
    pub async fn ended(&self) {
        let mut total = self.total.clone();
        while total.changed().await.is_ok() {}
    }
}

/// A later part of a server's error output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StderrPiece {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// How many bytes before them are not kept any more.
    pub missed: u64,
    /// How many there were altogether.
    pub total: u64,
}

impl fmt::Debug for StderrRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StderrRing")
            .field("total", &*self.total.borrow())
            .finish_non_exhaustive()
    }
}

async fn read_all(
    mut source: impl AsyncRead + Unpin,
    kept: Arc<Mutex<Buffer>>,
    seen: watch::Sender<u64>,
) {
    let mut chunk = vec![0; CHUNK];
    while let Ok(count @ 1..) = source.read(&mut chunk).await {
        let Some(read) = chunk.get(..count) else {
            return;
        };
        lock(&kept).push(read);
        seen.send_modify(|total| *total += count as u64);
    }
}

impl Buffer {
    fn push(&mut self, read: &[u8]) {
        self.bytes.extend(read);
        let over = self.bytes.len().saturating_sub(STDERR_KEPT);
        self.bytes.drain(..over);
        self.dropped += over as u64;
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}

fn lock(kept: &Mutex<Buffer>) -> MutexGuard<'_, Buffer> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn keeps_the_end_and_counts_the_rest() {
        let text = format!("{}é{}", "x".repeat(CHUNK), "y".repeat(STDERR_KEPT - 1));
        let ring = StderrRing::follow(std::io::Cursor::new(text.clone().into_bytes()));
        let mut changed = ring.changed();
        while changed.changed().await.is_ok() {}
        assert_eq!(*changed.borrow(), text.len() as u64);
        assert_eq!(ring.dropped(), CHUNK as u64 + 1);
        assert_eq!(
            ring.text(),
            "y".repeat(STDERR_KEPT - 1),
            "no half character at the start"
        );
        let end = text.len() as u64;
        assert_eq!(ring.after(end - 3).bytes, b"yyy");
        let late = ring.after(10);
        assert_eq!(
            (late.bytes.len(), late.missed, late.total),
            (STDERR_KEPT, CHUNK as u64 + 1 - 10, end)
        );
    }
}
