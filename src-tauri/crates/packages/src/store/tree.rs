//! The contents of a folder as text: one line for each entry, sorted by path.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read},
    path::{Component, Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

use crate::{
    digest::TreeDigest,
    error::{Bound, PackageError},
};

/// Most files and folders of one package set.
pub const FILES_MAX: u64 = 200_000;
/// Most bytes of one package set.
pub const BYTES_MAX: u64 = 8 << 30;
/// Deepest folder.
const DEPTH_MAX: usize = 64;
const BUFFER: usize = 128 << 10;

/// What a tree holds. Its text decides its digest.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    entries: BTreeMap<String, String>,
    pub files: u64,
    pub bytes: u64,
}

impl Tree {
    /// Reads a tree. A link may lead to a place inside of it, or to exactly one of `outside`.
    pub fn read(root: &Path, outside: &[PathBuf]) -> Result<Self, PackageError> {
        let mut walk = Walk {
            root,
            outside,
            tree: Self::default(),
            buffer: vec![0; BUFFER],
            count: 0,
        };
        walk.folder(root, 0)?;
        Ok(walk.tree)
    }

    /// One line for each entry: kind, mode and digest or target, and the path; sorted by path. The texts of paths and targets
    /// are those of a JSON string, so that a line break in one is no new line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (path, what) in &self.entries {
            text.push_str(what);
            text.push(' ');
            text.push_str(&quoted(path));
            text.push('\n');
        }
        text
    }

    /// The digest of [`Tree::text`].
    pub fn digest(&self) -> TreeDigest {
        TreeDigest::of(self.text().as_bytes())
    }

    /// The first path whose line is not the same in `text`.
    pub fn first_difference(&self, text: &str) -> Option<PathBuf> {
        let own = self.text();
        let (mut ours, mut theirs) = (own.lines(), text.lines());
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return None,
                (ours, theirs) if ours == theirs => {}
                (ours, theirs) => {
                    let paths = [ours, theirs].into_iter().flatten().filter_map(path_of);
                    return Some(paths.min().unwrap_or_default().into());
                }
            }
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The path of a line of [`Tree::text`]: its last part, which is quoted.
fn path_of(line: &str) -> Option<String> {
    let at = line.find(" \"")?;
    let mut values = serde_json::Deserializer::from_str(&line[at..]).into_iter::<String>();
    let first = values.next()?.ok()?;
    // A link has its target before its path.
    Some(values.next().and_then(Result::ok).unwrap_or(first))
}

struct Walk<'a> {
    root: &'a Path,
    outside: &'a [PathBuf],
    tree: Tree,
    buffer: Vec<u8>,
    count: u64,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) -> Result<(), PackageError> {
        if depth > DEPTH_MAX {
            return Err(PackageError::TooLarge(Bound::Files));
        }
        for entry in fs::read_dir(folder).map_err(PackageError::io(folder))? {
            let entry = entry.map_err(PackageError::io(folder))?;
            let path = entry.path();
            self.count += 1;
            if self.count > FILES_MAX {
                return Err(PackageError::TooLarge(Bound::Files));
            }
            let metadata = fs::symlink_metadata(&path).map_err(PackageError::io(&path))?;
            let what = if metadata.is_dir() {
                format!("d {:04o}", mode(&metadata))
            } else if metadata.is_file() {
                format!("f {:04o} {}", mode(&metadata), self.file(&path)?)
            } else if metadata.is_symlink() {
                format!("l {}", quoted(&self.target(&path)?))
            } else {
                return Err(self.odd(&path));
            };
            let relative = self.relative(&path)?;
            self.tree.entries.insert(relative, what);
            if metadata.is_dir() {
                self.folder(&path, depth + 1)?;
            }
        }
        Ok(())
    }

    /// The digest of a file's contents.
    fn file(&mut self, path: &Path) -> Result<String, PackageError> {
        let mut file = File::open(path).map_err(PackageError::io(path))?;
        let mut hash = Sha256::new();
        loop {
            let read = match file.read(&mut self.buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(PackageError::io(path)(error)),
            };
            hash.update(&self.buffer[..read]);
            self.tree.bytes += read as u64;
            if self.tree.bytes > BYTES_MAX {
                return Err(PackageError::TooLarge(Bound::Bytes));
            }
        }
        self.tree.files += 1;
        let bytes: [u8; 32] = hash.finalize().into();
        Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Where a link leads, as it has it.
    fn target(&self, path: &Path) -> Result<String, PackageError> {
        let target = fs::read_link(path).map_err(PackageError::io(path))?;
        let folder = path.parent().unwrap_or(self.root);
        let inside = !target.is_absolute() && stays(self.root, folder, &target);
        if !inside && !self.outside.contains(&target) {
            let path = path.strip_prefix(self.root).unwrap_or(path).to_owned();
            return Err(PackageError::OutsideLink { path });
        }
        let text = target.to_str().ok_or_else(|| self.odd(path))?;
        Ok(text.to_owned())
    }

    fn relative(&self, path: &Path) -> Result<String, PackageError> {
        let relative = path.strip_prefix(self.root).ok().and_then(Path::to_str);
        relative
            .map(|text| text.replace(std::path::MAIN_SEPARATOR, "/"))
            .ok_or_else(|| self.odd(path))
    }

    fn odd(&self, path: &Path) -> PackageError {
        let path = path.strip_prefix(self.root).unwrap_or(path).to_owned();
        PackageError::OddFile { path }
    }
}

/// Whether a relative target stays inside of `root` at each of its steps. What links it passes through are checked as links themselves.
fn stays(root: &Path, folder: &Path, target: &Path) -> bool {
    let mut depth = folder
        .strip_prefix(root)
        .map_or(0, |inside| inside.components().count());
    for part in target.components() {
        match part {
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::ParentDir if depth > 0 => depth -= 1,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return false,
        }
    }
    true
}

#[cfg(unix)]
fn mode(metadata: &fs::Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o7777
}

#[cfg(not(unix))]
fn mode(metadata: &fs::Metadata) -> u32 {
    if metadata.permissions().readonly() {
        0o444
    } else {
        0o644
    }
}
