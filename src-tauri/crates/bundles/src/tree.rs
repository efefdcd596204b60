//! The files of a bundle as text: one line for each, sorted by path.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read,
    path::Path,
};

use sha2::{Digest as _, Sha256};

use crate::{
    BundleError, Kind, Manifest,
    archive::{Archive, ENTRIES_MAX, UNPACKED_MAX},
    hex,
};

const BUFFER: usize = 128 << 10;
/// Deepest folder; names of entries are not deeper.
const DEPTH_MAX: usize = 40;

/// What each file holds, by its path. Empty folders do not count.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree(BTreeMap<String, Held>);

#[derive(Debug, PartialEq, Eq)]
struct Held {
    is_executable: bool,
    content: String,
}

impl Tree {
    /// Unpacks every file of an archive, and keeps digests only.
    pub fn of(archive: &Archive, content: &[u8], manifest: &Manifest) -> Result<Self, BundleError> {
        let mut tree = Self::default();
        for entry in archive.entries.iter().filter(|entry| !entry.is_folder) {
            let mut hash = Sha256::new();
            entry.unpack(content, |part| {
                hash.update(part);
                Ok(())
            })?;
            // Archives made under Windows have no modes.
            let program = manifest.server.kind == Kind::Binary
                && manifest.server.programs().any(|path| path == entry.path);
            let held = Held {
                is_executable: cfg!(unix) && (entry.is_executable || program),
                content: digits(hash),
            };
            tree.0.insert(entry.path.clone(), held);
        }
        Ok(tree)
    }

    /// Reads an unpacked bundle.
    pub fn read(root: &Path) -> Result<Self, BundleError> {
        let mut walk = Walk {
            root,
            tree: Self::default(),
            buffer: vec![0; BUFFER],
            bytes: 0,
        };
        walk.folder(root, 0)?;
        Ok(walk.tree)
    }

    /// Whether the file at this path may be executed.
    pub fn is_executable(&self, path: &str) -> bool {
        self.0.get(path).is_some_and(|held| held.is_executable)
    }

    /// The digest of all lines.
    pub fn digest(&self) -> String {
        let mut text = String::new();
        for (path, held) in &self.0 {
            let mode = if held.is_executable { "x" } else { "-" };
            text.push_str(&format!("{mode} {} {path}\n", held.content));
        }
        hex(text.as_bytes())
    }
}

fn digits(hash: Sha256) -> String {
    hash.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

struct Walk<'a> {
    root: &'a Path,
    tree: Tree,
    buffer: Vec<u8>,
    bytes: u64,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) -> Result<(), BundleError> {
        let entries = fs::read_dir(folder).map_err(BundleError::io(folder))?;
        for entry in entries {
            let entry = entry.map_err(BundleError::io(folder))?;
            let path = entry.path();
            let kind = entry.file_type().map_err(BundleError::io(&path))?;
            let inside = path.strip_prefix(self.root).unwrap_or(&path).to_path_buf();
            let changed = || BundleError::Changed {
                path: inside.clone(),
            };
            if kind.is_dir() && depth < DEPTH_MAX {
                self.folder(&path, depth + 1)?;
            } else if kind.is_file() && self.tree.0.len() < ENTRIES_MAX {
                let name: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
                let name = name.ok_or_else(changed)?.join("/");
                let held = self.file(&path, &changed)?;
                self.tree.0.insert(name, held);
            } else {
                return Err(changed());
            }
        }
        Ok(())
    }

    fn file(
        &mut self,
        path: &Path,
        changed: &dyn Fn() -> BundleError,
    ) -> Result<Held, BundleError> {
        let mut file = File::open(path).map_err(BundleError::io(path))?;
        let metadata = file.metadata().map_err(BundleError::io(path))?;
        let mut hash = Sha256::new();
        loop {
            let length = file.read(&mut self.buffer).map_err(BundleError::io(path))?;
            if length == 0 {
                break;
            }
            self.bytes += length as u64;
            if self.bytes > UNPACKED_MAX {
                return Err(changed());
            }
            hash.update(self.buffer.get(..length).unwrap_or_default());
        }
        Ok(Held {
            is_executable: is_executable(&metadata),
            content: digits(hash),
        })
    }
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o111 != 0
}

/// Files have no such mode: every file counts as the same.
#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}
