//! Notes of an apply that runs, so that one that was interrupted is tidied up.

use std::{
    ffi::{OsStr, OsString},
    fs, io,
    os::unix::ffi::{OsStrExt as _, OsStringExt as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    bases::{Bases, replace},
    scan, tidy,
    tree::{open_below, remove, split},
    trees::Trees,
};
use crate::{Bounds, Staged, StagingError, error::Tried};

const FILE: &str = "applying.json";

/// The changes that are being applied.
#[derive(Serialize, Deserialize)]
pub(super) struct Journal {
    /// Part of the names of temporary files, which no server can know before.
    token: String,
    /// Paths as bytes.
    paths: Vec<Vec<u8>>,
}

impl Journal {
    /// Notes what will be applied, before anything is.
    pub(super) fn begin<'a>(
        staged: &Staged,
        paths: impl Iterator<Item = &'a Path>,
    ) -> Result<Self, StagingError> {
        let mut token = [0; 8];
        getrandom::fill(&mut token).map_err(|_| io::Error::from(io::ErrorKind::Unsupported))?;
        let journal = Self {
            token: format!("{:016x}", u64::from_le_bytes(token)),
            paths: paths
                .map(|path| path.as_os_str().as_bytes().to_owned())
                .collect(),
        };
        let text = serde_json::to_vec(&journal).map_err(io::Error::from)?;
        replace(&staged.store.join(FILE), &text).tried("the store cannot be written")?;
        Ok(journal)
    }

    /// The name of the temporary file beside the file of this number.
    pub(super) fn temporary(&self, number: usize) -> OsString {
        format!(".innkeeper-{}-{number}", self.token).into()
    }

    pub(super) fn end(staged: &Staged) -> Result<(), StagingError> {
        match fs::remove_file(staged.store.join(FILE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).tried("the store cannot be written")
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// Removes what an interrupted apply left: temporary files, and entries of the layer that are in the user's folder by now.
pub(super) fn recover(staged: &Staged, trees: &Trees) -> Result<(), StagingError> {
    let journal: Journal = match fs::read(staged.store.join(FILE)) {
        Ok(text) => serde_json::from_slice(&text)
            .map_err(io::Error::from)
            .tried("the store cannot be read")?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).tried("the store cannot be read"),
    };
    let paths: Vec<PathBuf> = journal
        .paths
        .iter()
        .map(|path| OsString::from_vec(path.clone()).into())
        .collect();
    for (number, path) in paths.iter().enumerate() {
        let (parent, _) = split(path);
        if let Ok(folder) = open_below(&trees.lower, parent) {
            remove(&folder, OsStr::new(&journal.temporary(number)))
                .tried("a temporary file could not be deleted")?;
        }
    }
    let mut found = scan::scan(staged, trees, &Bounds::default())?;
    found.equal.retain(|path| paths.contains(path));
    tidy::drop_equal(trees, &found.equal);
    let mut bases = Bases::load(staged)?;
    for path in &found.equal {
        bases.forget(path);
    }
    bases.save()?;
    Journal::end(staged)
}
