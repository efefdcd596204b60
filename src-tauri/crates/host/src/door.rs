//! Single-instance socket. A second instance on the same data directory finds the socket's path in the lock file. The holder of the
//! lock shows its window or uses the kill switch: both actions only narrow authority. No other request is accepted.
//!
//! The lock decides which instance is first, so this works without a session bus and separately for each data directory.

use std::path::{Path, PathBuf};

#[cfg(unix)]
use std::{
    io::{Read, Write},
    os::unix::net::UnixStream,
    time::Duration,
};

/// Timeout of either side.
#[cfg(unix)]
const LIMIT: Duration = Duration::from_secs(2);
/// Length of a request in bytes.
#[cfg(unix)]
const WORD: usize = 5;
/// The reply to a completed request.
#[cfg(unix)]
const DONE: &[u8; 5] = b"done\n";

/// A request to the running instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstanceRequest {
    /// Show the window.
    Show,
    /// Use the kill switch.
    Stop,
}

#[cfg(unix)]
impl InstanceRequest {
    fn word(self) -> &'static [u8; WORD] {
        match self {
            Self::Show => b"show\n",
            Self::Stop => b"stop\n",
        }
    }

    fn of(word: &[u8; WORD]) -> Option<Self> {
        [Self::Show, Self::Stop]
            .into_iter()
            .find(|knock| knock.word() == word)
    }
}

/// Sends a request to the instance that holds the data lock. Returns whether it was completed.
#[cfg(unix)]
#[must_use]
pub fn knock(data_dir: &Path, knock: InstanceRequest) -> bool {
    let Some(door) = crate::holder(data_dir).and_then(|holder| holder.door) else {
        return false;
    };
    let asked = || -> std::io::Result<bool> {
        let mut stream = UnixStream::connect(door)?;
        stream.set_read_timeout(Some(LIMIT))?;
        stream.set_write_timeout(Some(LIMIT))?;
        stream.write_all(knock.word())?;
        let mut answer = [0; DONE.len()];
        stream.read_exact(&mut answer)?;
        Ok(answer == *DONE)
    };
    asked().unwrap_or(false)
}

/// On other platforms a second instance reports that the data is in use.
#[cfg(not(unix))]
#[must_use]
pub fn knock(_: &Path, _: InstanceRequest) -> bool {
    false
}

/// The instance socket; removed on drop.
#[derive(Debug)]
pub struct Door {
    path: PathBuf,
}

impl Door {
    /// Returns the path of the socket.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Listens on a task of this runtime. Each request calls `act`, which returns whether it was completed. The socket is in the user's
/// runtime directory, else in the data directory; both are inaccessible to other users.
///
/// # Errors
/// The socket cannot be created there.
#[cfg(unix)]
pub fn open_door(
    data_dir: &Path,
    act: impl Fn(InstanceRequest) -> bool + Send + Sync + 'static,
) -> std::io::Result<Door> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let folder = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let folder = folder.filter(|folder| folder.is_absolute() && folder.is_dir());
    let folder = folder.unwrap_or_else(|| data_dir.to_owned());
    let path = folder.join(format!("innkeeper-{}.socket", std::process::id()));
    // A socket with this process number belongs to a process that has ended.
    let _ = std::fs::remove_file(&path);
    let listener = std::os::unix::net::UnixListener::bind(&path)?;
    listener.set_nonblocking(true)?;
    let door = Door { path };
    tokio::spawn(async move {
        let listener = match tokio::net::UnixListener::from_std(listener) {
            Ok(listener) => listener,
            Err(error) => {
                tracing::warn!(%error, "a second start cannot be heard");
                return;
            }
        };
        // Serves one client at a time, each with a timeout, so that a silent client delays only the next one.
        while let Ok((mut stream, _)) = listener.accept().await {
            let answered = tokio::time::timeout(LIMIT, async {
                let mut word = [0; WORD];
                stream.read_exact(&mut word).await?;
                match InstanceRequest::of(&word) {
                    Some(knock) if act(knock) => stream.write_all(DONE).await,
                    Some(_) | None => Ok(()),
                }
            });
            if let Ok(Err(error)) = answered.await {
                tracing::debug!(%error, "an unreadable request of another instance");
            }
        }
    });
    Ok(door)
}

/// Not available on other platforms.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub fn open_door(
    _: &Path,
    _: impl Fn(InstanceRequest) -> bool + Send + Sync + 'static,
) -> std::io::Result<Door> {
    Err(std::io::ErrorKind::Unsupported.into())
}
