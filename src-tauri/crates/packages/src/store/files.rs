//! Small files that are written as a whole, and folders that are removed as a whole.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::Path,
};

use serde::{Serialize, de::DeserializeOwned};

use crate::error::PackageError;

/// What the name of a file begins with that is not complete yet.
const NEW: &str = ".new-";

/// Reads a file of at most `most` bytes. `None` if it does not exist.
pub(super) fn read(path: &Path, most: u64) -> Result<Option<String>, PackageError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(PackageError::io(path)(error)),
    };
    let mut text = String::new();
    let read = file.take(most + 1).read_to_string(&mut text);
    let length = read.map_err(PackageError::io(path))?;
    if length as u64 > most {
        return Err(PackageError::io(path)(io::ErrorKind::FileTooLarge.into()));
    }
    Ok(Some(text))
}

/// Reads a JSON file. `None` if it does not exist.
pub(super) fn read_json<T: DeserializeOwned>(
    path: &Path,
    most: u64,
) -> Result<Option<T>, PackageError> {
    let Some(text) = read(path, most)? else {
        return Ok(None);
    };
    let value = serde_json::from_str(&text).map_err(io::Error::from);
    value.map(Some).map_err(PackageError::io(path))
}

/// Writes a file so that it has either its old contents or all of the new ones, whenever the machine stops.
pub(super) fn write(path: &Path, text: &str) -> Result<(), PackageError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(NEW).tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        sync_folder(folder)
    };
    write().map_err(PackageError::io(path))
}

/// Writes a value as JSON, as [`write`] does.
pub(super) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), PackageError> {
    let text = serde_json::to_string_pretty(value).map_err(io::Error::from);
    write(path, &text.map_err(PackageError::io(path))?)
}

/// Removes incomplete files that an ended process left in a folder.
pub(super) fn remove_new(folder: &Path) -> Result<(), PackageError> {
    for entry in fs::read_dir(folder).map_err(PackageError::io(folder))? {
        let entry = entry.map_err(PackageError::io(folder))?;
        if entry.file_name().to_string_lossy().starts_with(NEW) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Removes a file or a folder with everything in it, if it is there. Links are not followed.
pub(super) fn remove(path: &Path) -> Result<(), PackageError> {
    let removed = match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => remove_folder(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(PackageError::io(path)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// A package may have folders without the right to write.
fn remove_folder(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            make_writable(path)?;
            fs::remove_dir_all(path)
        }
        result => result,
    }
}

#[cfg(unix)]
fn make_writable(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            make_writable(&entry.path())?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn make_writable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Makes the names in a folder durable.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Makes everything on the file system of a folder durable, where the system can. Elsewhere a loss is found by the digest of the tree.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn sync_all(folder: &Path) -> io::Result<()> {
    Ok(rustix::fs::syncfs(File::open(folder)?)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) fn sync_all(_: &Path) -> io::Result<()> {
    Ok(())
}
