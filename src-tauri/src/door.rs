//! Where a second start on the same data knocks: a socket whose place stands in the lock's file. The one who holds the
//! lock answers and shows its window. Nothing else can be asked for.
//!
//! The lock decides who is first, so that it works without a session bus and for every data directory by itself.

use std::path::{Path, PathBuf};

#[cfg(unix)]
use std::{
    io::{Read, Write},
    os::unix::net::UnixStream,
    time::Duration,
};

/// What is answered.
#[cfg(unix)]
const ANSWER: &[u8] = b"shown\n";
/// How long either side waits for the other.
#[cfg(unix)]
const LIMIT: Duration = Duration::from_secs(2);

/// Asks whoever holds the data to show its window. Answers whether it did.
#[cfg(unix)]
pub(crate) fn knock(data_dir: &Path) -> bool {
    let Some(door) = host::holder(data_dir).and_then(|holder| holder.door) else {
        return false;
    };
    let asked = || -> std::io::Result<bool> {
        let mut stream = UnixStream::connect(door)?;
        stream.set_read_timeout(Some(LIMIT))?;
        stream.set_write_timeout(Some(LIMIT))?;
        stream.write_all(b"show\n")?;
        let mut answer = [0; ANSWER.len()];
        stream.read_exact(&mut answer)?;
        Ok(answer == ANSWER)
    };
    asked().unwrap_or(false)
}

/// Elsewhere a second start says that the data is in use.
#[cfg(not(unix))]
pub(crate) fn knock(_: &Path) -> bool {
    false
}

/// The socket, which goes with this value.
#[derive(Debug)]
pub(crate) struct Door {
    path: PathBuf,
}

impl Drop for Door {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Listens from now on; each knock calls `show`. In the user's runtime folder, else in the data directory: both are
/// closed to others.
#[cfg(unix)]
pub(crate) fn open(
    data_dir: &Path,
    show: impl Fn() + Send + Sync + 'static,
) -> std::io::Result<(Door, PathBuf)> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let folder = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let folder = folder.filter(|folder| folder.is_absolute() && folder.is_dir());
    let folder = folder.unwrap_or_else(|| data_dir.to_owned());
    let path = folder.join(format!("innkeeper-{}.socket", std::process::id()));
    // One of this number is of a process that is gone.
    let _ = std::fs::remove_file(&path);
    let listener = std::os::unix::net::UnixListener::bind(&path)?;
    listener.set_nonblocking(true)?;
    let door = Door { path: path.clone() };
    tauri::async_runtime::spawn(async move {
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
                stream.read_u8().await?;
                show();
                stream.write_all(ANSWER).await
            });
            if let Ok(Err(error)) = answered.await {
                tracing::debug!(%error, "a knock without a word");
            }
        }
    });
    Ok((door, path))
}

/// Elsewhere there is no door.
#[cfg(not(unix))]
pub(crate) fn open(
    _: &Path,
    _: impl Fn() + Send + Sync + 'static,
) -> std::io::Result<(Door, PathBuf)> {
    Err(std::io::ErrorKind::Unsupported.into())
}
