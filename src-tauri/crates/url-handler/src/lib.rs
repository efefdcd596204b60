//! Registration of the desktop program for `innkeeper:` links, with the desktop of the user and for this user only.
//!
//! On Linux it is one file `innkeeper-links.desktop` and one line of `mimeapps.list` (freedesktop.org: Desktop Entry
//! Specification 1.5, Association between MIME types and applications 1.0.1). Both are written when the user switches links on,
//! and removed when they switch them off. On other systems links cannot be registered.
//!
//! ```
//! # let folder = tempfile::tempdir()?;
//! use url_handler::{Folders, Handler, State};
//!
//! let folders = Folders { data: folder.path().join("data"), config: folder.path().join("config") };
//! let handler = Handler::new("/opt/innkeeper/innkeeper".into(), folders);
//! handler.register()?;
//! assert_eq!(handler.state()?, State::Registered);
//! handler.unregister()?;
//! assert_eq!(handler.state()?, State::Off);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod list;

pub use entry::OPTION;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Maximum size of `mimeapps.list`, in bytes. A larger file is not changed.
const MAX_LIST: u64 = 1024 * 1024;

/// The folders of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// `XDG_DATA_HOME`: `applications` is in it.
    pub data: PathBuf,
    /// `XDG_CONFIG_HOME`: `mimeapps.list` is in it.
    pub config: PathBuf,
}

impl Folders {
    /// Returns the folders of this user; none where links cannot be registered.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let home = std::env::home_dir().filter(|home| home.is_absolute())?;
        // A relative path is invalid and is to be ignored (XDG Base Directory Specification 0.8).
        let named = |name: &str| {
            let folder = std::env::var_os(name).map(PathBuf::from);
            folder.filter(|folder| folder.is_absolute())
        };
        Some(Self {
            data: named("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share")),
            config: named("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config")),
        })
    }
}

/// What the desktop does with `innkeeper:` links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It opens them with this program.
    Registered,
    /// It opens them with this program at another place: it was moved, or there are two.
    Elsewhere,
    /// It opens them with another program: the name of its desktop entry.
    Other(String),
    /// It does not know them.
    Off,
}

/// Why the registration could not be read or changed. Nothing was changed, or only what [`Handler::state`] says.
#[derive(Debug, thiserror::Error)]
pub enum HandlerError {
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The path of the program has line breaks or is not Unicode.
    #[error("{0} has line breaks or is not Unicode")]
    Path(PathBuf),
}

/// The registration of one program.
#[derive(Clone, Debug)]
pub struct Handler {
    program: PathBuf,
    folders: Folders,
}

impl Handler {
    /// Makes it. Nothing is read or written.
    #[must_use]
    pub fn new(program: PathBuf, folders: Folders) -> Self {
        Self { program, folders }
    }

    /// Returns what the desktop does with links now.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn state(&self) -> Result<State, HandlerError> {
        let chosen = list::default(&read(&self.list())?);
        let entry = read(&self.entry())?;
        Ok(match chosen {
            Some(name) if name != entry::NAME => State::Other(name),
            Some(_) if Some(&entry) == self.text().ok().as_ref() => State::Registered,
            Some(_) if !entry.is_empty() => State::Elsewhere,
            Some(_) | None => State::Off,
        })
    }

    /// Has the desktop open links with the program. A program that another one registered is replaced as the default.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn register(&self) -> Result<(), HandlerError> {
        let text = self.text()?;
        let before = read(&self.list())?;
        write(&self.entry(), &text)?;
        write(&self.list(), &list::with(&before, entry::NAME))
    }

    /// Removes the registration. That of another program stays.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn unregister(&self) -> Result<(), HandlerError> {
        let path = self.list();
        let before = read(&path)?;
        let after = list::without(&before, entry::NAME);
        if after != before {
            write(&path, &after)?;
        }
        let entry = self.entry();
        match fs::remove_file(&entry) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(&entry, error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn text(&self) -> Result<String, HandlerError> {
        let path = self
            .program
            .to_str()
            .filter(|path| !path.contains(['\n', '\r']));
        let path = path.ok_or_else(|| HandlerError::Path(self.program.clone()))?;
        Ok(entry::text(path))
    }

    fn entry(&self) -> PathBuf {
        self.folders.data.join("applications").join(entry::NAME)
    }

    fn list(&self) -> PathBuf {
        self.folders.config.join("mimeapps.list")
    }
}

/// Returns the text of a file; an empty one if it is missing.
fn read(path: &Path) -> Result<String, HandlerError> {
    let size = match fs::metadata(path) {
        Ok(data) => data.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        Err(error) => return Err(at(path, error)),
    };
    if size > MAX_LIST {
        return Err(at(path, io::ErrorKind::FileTooLarge.into()));
    }
    fs::read_to_string(path).map_err(|error| at(path, error))
}

/// Replaces a file at once. A link stays, and the file that it leads to is replaced.
fn write(path: &Path, text: &str) -> Result<(), HandlerError> {
    let path = &dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().unwrap_or(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = folder.join(format!(".{name}.{}", std::process::id()));
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&part, text))
        .and_then(|()| fs::rename(&part, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&part);
        at(path, error)
    })
}

fn at(path: &Path, error: io::Error) -> HandlerError {
    HandlerError::File {
        path: path.to_owned(),
        error,
    }
}
