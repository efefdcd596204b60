//! Single-instance socket. A second instance on the same data directory finds the socket's path in the lock file. The holder of the
//! lock shows its window, uses the kill switch, or takes a link for adding a server. The first two only narrow authority, and a link
//! only fills in a form. No other request is accepted, and none of another user.
//!
//! The lock decides which instance is first, so this works without a session bus and separately for each data directory.

use std::path::{Path, PathBuf};

#[cfg(unix)]
use crate::MAX_LINK;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstanceRequest {
    /// Show the window.
    Show,
    /// Use the kill switch.
    Stop,
    /// Take this link for adding a server.
    Link(String),
}

#[cfg(unix)]
impl InstanceRequest {
    /// Returns the request as it is sent: a word, and after that of a link its length and its bytes.
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Show => b"show\n".to_vec(),
            Self::Stop => b"stop\n".to_vec(),
            Self::Link(link) => {
                let length = u32::try_from(link.len()).unwrap_or(u32::MAX);
                [b"link\n".as_slice(), &length.to_be_bytes(), link.as_bytes()].concat()
            }
        }
    }
}

/// Sends a request to the instance that holds the data lock. Returns whether it was completed.
#[cfg(unix)]
#[must_use]
pub fn knock(data_dir: &Path, knock: &InstanceRequest) -> bool {
    let Some(door) = crate::holder(data_dir).and_then(|holder| holder.door) else {
        return false;
    };
    let asked = || -> std::io::Result<bool> {
        let mut stream = UnixStream::connect(door)?;
        stream.set_read_timeout(Some(LIMIT))?;
        stream.set_write_timeout(Some(LIMIT))?;
        stream.write_all(&knock.bytes())?;
        let mut answer = [0; DONE.len()];
        stream.read_exact(&mut answer)?;
        Ok(answer == *DONE)
    };
    asked().unwrap_or(false)
}

/// On other platforms a second instance reports that the data is in use.
#[cfg(not(unix))]
#[must_use]
pub fn knock(_: &Path, _: &InstanceRequest) -> bool {
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
    use tokio::io::AsyncWriteExt;

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
                let heard = is_own(&stream)?;
                let request = if heard {
                    request(&mut stream).await?
                } else {
                    None
                };
                match request.is_some_and(&act) {
                    true => stream.write_all(DONE).await,
                    false => Ok(()),
                }
            });
            if let Ok(Err(error)) = answered.await {
                tracing::debug!(%error, "an unreadable request of another instance");
            }
        }
    });
    Ok(door)
}

/// Whether the other end is a process of this user.
#[cfg(unix)]
fn is_own(stream: &tokio::net::UnixStream) -> std::io::Result<bool> {
    let peer = stream.peer_cred()?.uid();
    Ok(peer == rustix::process::geteuid().as_raw())
}

/// Reads a request; none if it is unknown or its link is too long.
#[cfg(unix)]
async fn request(stream: &mut tokio::net::UnixStream) -> std::io::Result<Option<InstanceRequest>> {
    use tokio::io::AsyncReadExt;

    let mut word = [0; WORD];
    stream.read_exact(&mut word).await?;
    match &word {
        b"show\n" => Ok(Some(InstanceRequest::Show)),
        b"stop\n" => Ok(Some(InstanceRequest::Stop)),
        b"link\n" => {
            let length = usize::try_from(stream.read_u32().await?).unwrap_or(usize::MAX);
            if length > MAX_LINK {
                return Ok(None);
            }
            let mut link = vec![0; length];
            stream.read_exact(&mut link).await?;
            Ok(String::from_utf8(link).ok().map(InstanceRequest::Link))
        }
        _ => Ok(None),
    }
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
