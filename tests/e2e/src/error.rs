//! What can go wrong on the way to a window, and in it.

use std::path::PathBuf;

use fantoccini::error::CmdError;

/// What can go wrong on the way to a window.
#[derive(Debug)]
pub enum Error {
    /// A program is not installed.
    Missing(&'static str, std::io::Error),
    /// The display said no number.
    NoDisplay,
    /// The driver has no child.
    NoProgram,
    /// The desktop program was not built.
    NotBuilt(PathBuf),
    /// The system said no.
    Io(std::io::Error),
    /// The driver could not be reached.
    Session(String),
    /// A command of the driver failed.
    Command(String),
    /// A server or the scripted model is missing.
    Peer(peers::PeerError),
    /// A thing did not appear in time.
    Late(String),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing(program, error) => write!(f, "{program} could not be started: {error}"),
            Self::NoDisplay => f.write_str("Xvfb did not say its display"),
            Self::NoProgram => f.write_str("the driver started no program"),
            Self::NotBuilt(path) => {
                write!(f, "{} is missing: run `cargo xtask test`", path.display())
            }
            Self::Io(error) => error.fmt(f),
            Self::Peer(error) => error.fmt(f),
            Self::Session(text) | Self::Command(text) | Self::Late(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<peers::PeerError> for Error {
    fn from(error: peers::PeerError) -> Self {
        Self::Peer(error)
    }
}

impl From<rustix::io::Errno> for Error {
    fn from(error: rustix::io::Errno) -> Self {
        Self::Io(error.into())
    }
}

impl From<CmdError> for Error {
    fn from(error: CmdError) -> Self {
        Self::Command(error.to_string())
    }
}
