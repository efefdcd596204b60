//! Where another start on the same data knocks: a socket whose place stands in the lock's file. Whoever holds the lock
//! answers, and shows its window or stops everything: acts that only narrow. Nothing else can be asked for.
//!
//! The lock decides who is first, so that it works without a session bus and for every data directory by itself.

use std::path::{Path, PathBuf};

#[cfg(unix)]
use std::{
    io::{Read, Write},
    os::unix::net::UnixStream,
    time::Duration,
};

/// How long either side waits for the other.
#[cfg(unix)]
const LIMIT: Duration = Duration::from_secs(2);
/// The bytes of a word.
#[cfg(unix)]
const WORD: usize = 5;
/// What is answered where it is done.
#[cfg(unix)]
const DONE: &[u8; 5] = b"done\n";

/// What may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstanceRequest {
    /// That the window is shown.
    Show,
    /// That everything is stopped.
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

/// Asks whoever holds the data. Answers whether it was done.
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

/// Elsewhere a second start says that the data is in use.
#[cfg(not(unix))]
#[must_use]
pub fn knock(_: &Path, _: InstanceRequest) -> bool {
    false
}

/// The socket, which goes with this value.
#[derive(Debug)]
pub struct Door {
    path: PathBuf,
}

impl Door {
    /// Where it is.
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

/// Listens from now on, on a task of this runtime; each knock calls `act`, which says whether it is done. In the user's
/// runtime folder, else in the data directory: both are closed to others.
///
/// # Errors
/// The socket cannot be made there.
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
    // One of this number is of a process that is gone.
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
        // One at a time, each for a bounded time: whoever is silent delays only the next one.
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
                tracing::debug!(%error, "a knock without a word");
            }
        }
    });
    Ok(door)
}

/// Elsewhere there is no door.
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
