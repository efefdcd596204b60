//! What each change was made from, recorded when it was first seen.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use super::digests::Fields;
use crate::{Digest, Side, Staged, StagingError, State, error::Tried};

const FILE: &str = "bases.json";

/// What changes were made from, by the digest of their path.
#[derive(Debug, Default)]
pub(super) struct Bases {
    file: PathBuf,
    /// The digest of the old side. None: the folder was changed after the server made its version, and before this was first seen.
    known: BTreeMap<Digest, Option<Digest>>,
    seen: BTreeSet<Digest>,
    changed: bool,
}

fn key(path: &Path) -> Digest {
    let mut fields = Fields::default();
    fields.add(path.as_os_str().as_encoded_bytes());
    fields.end()
}

impl Bases {
    pub(super) fn load(staged: &Staged) -> Result<Self, StagingError> {
        let file = staged.store.join(FILE);
        let known = match fs::read(&file) {
            Ok(text) => serde_json::from_slice(&text)
                .map_err(io::Error::from)
                .tried("the record of pending changes could not be read")?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => {
                return Err(error).tried("the record of pending changes could not be read");
            }
        };
        Ok(Self {
            file,
            known,
            seen: BTreeSet::new(),
            changed: false,
        })
    }

    /// Whether a change still applies to what the folder holds now. `late`: that is newer than the server's version.
    pub(super) fn judge(&mut self, path: &Path, old: Option<&Side>, late: bool) -> State {
        let (key, old) = (key(path), Side::digest(old));
        self.seen.insert(key);
        let changed = &mut self.changed;
        let base = self.known.entry(key).or_insert_with(|| {
            *changed = true;
            (!late).then_some(old)
        });
        if *base == Some(old) {
            State::Ready
        } else {
            State::Conflict
        }
    }

    /// Forgets a change that is no longer pending. The next one at its path is a new one.
    pub(super) fn forget(&mut self, path: &Path) {
        self.changed |= self.known.remove(&key(path)).is_some();
    }

    /// Forgets every change that was not seen since this was loaded.
    pub(super) fn forget_unseen(&mut self) {
        let before = self.known.len();
        let seen = &self.seen;
        self.known.retain(|key, _| seen.contains(key));
        self.changed |= self.known.len() != before;
    }

    pub(super) fn save(&self) -> Result<(), StagingError> {
        if !self.changed {
            return Ok(());
        }
        let text = serde_json::to_vec(&self.known).map_err(io::Error::from)?;
        replace(&self.file, &text).tried("the record of pending changes could not be written")
    }
}

/// Replaces a file of the store as a whole.
pub(super) fn replace(file: &Path, text: &[u8]) -> io::Result<()> {
    let new = file.with_extension("new");
    let mut written = fs::File::create(&new)?;
    written.write_all(text)?;
    written.sync_data()?;
    fs::rename(new, file)
}
