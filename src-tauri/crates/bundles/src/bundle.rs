//! A bundle that was read and checked, and not unpacked.

use std::{fs::File, io::Read, path::Path};

use crate::{
    BundleError, Kind, Manifest, Roots, Signature,
    archive::{Archive, Entry},
    hex,
    manifest::rewrite,
    signature::Parts,
    tree::Tree,
};

/// Most bytes of the file.
pub const ARCHIVE_MAX: u64 = 256 << 20;
/// Most bytes of the manifest.
const MANIFEST_MAX: u64 = 1 << 20;
const MANIFEST: &str = "manifest.json";
/// Most bytes of the list of packages of a bundle of the type `uv`.
const PROJECT_MAX: u64 = 1 << 20;
const PROJECT: &str = "pyproject.toml";

/// A checked bundle, in memory.
#[derive(Debug)]
pub struct Bundle {
    file: Vec<u8>,
    content: usize,
    archive: Archive,
    tree: Tree,
    manifest: Manifest,
    project: Option<String>,
    signature: Signature,
    digest: String,
}

impl Bundle {
    /// Reads and checks a file. It may block for seconds.
    ///
    /// # Errors
    /// The file cannot be read, or is refused.
    pub fn read(path: &Path, roots: &Roots, now_ms: i64) -> Result<Self, BundleError> {
        // Opening a pipe would wait for somebody who writes to it.
        let is_file = |metadata: std::io::Result<std::fs::Metadata>| match metadata {
            Ok(metadata) if metadata.is_file() => Ok(()),
            Ok(_) => Err(std::io::ErrorKind::InvalidInput.into()),
            Err(error) => Err(error),
        };
        is_file(std::fs::metadata(path)).map_err(BundleError::io(path))?;
        let file = File::open(path).map_err(BundleError::io(path))?;
        is_file(file.metadata()).map_err(BundleError::io(path))?;
        let mut bytes = Vec::new();
        let mut limited = file.take(ARCHIVE_MAX + 1);
        limited
            .read_to_end(&mut bytes)
            .map_err(BundleError::io(path))?;
        Self::parse(bytes, roots, now_ms)
    }

    /// Checks the bytes of a file.
    ///
    /// # Errors
    /// It is refused. A signature that does not count is no error: see [`Bundle::signature`].
    pub fn parse(file: Vec<u8>, roots: &Roots, now_ms: i64) -> Result<Self, BundleError> {
        if file.len() as u64 > ARCHIVE_MAX {
            return Err(BundleError::TooLarge);
        }
        let parts = Parts::of(&file)?;
        let archive = Archive::read(parts.content, parts.block)?;
        let entry = archive.file(MANIFEST).ok_or(BundleError::NoManifest)?;
        let manifest = entry.read(parts.content, MANIFEST_MAX)?;
        let mut manifest = Manifest::parse(&manifest, &|path| archive.file(path).is_some())?;
        let mut project = None;
        if manifest.server.kind == Kind::Uv {
            let has_src = archive
                .entries
                .iter()
                .any(|one| one.path.starts_with("src/"));
            rewrite(&mut manifest.server, has_src);
            let entry = archive.file(PROJECT);
            let bytes = entry.map(|entry| entry.read(parts.content, PROJECT_MAX));
            project = bytes.transpose()?.map(String::from_utf8);
        }
        let tree = Tree::of(&archive, parts.content, &manifest)?;
        let signature = parts.verify(roots, now_ms);
        let content = parts.content.len();
        Ok(Self {
            digest: hex(&file),
            content,
            archive,
            tree,
            manifest,
            project: project.and_then(Result::ok),
            signature,
            file,
        })
    }

    /// SHA-256 of the whole file, in hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// SHA-256 over the path, the content and the mode of each of its files, in hexadecimal digits.
    #[must_use]
    pub fn tree(&self) -> String {
        self.tree.digest()
    }

    /// Its manifest.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The text of `pyproject.toml`, which names the packages that it needs; only for [`Kind::Uv`].
    #[must_use]
    pub fn project(&self) -> Option<&str> {
        self.project.as_deref()
    }

    /// What was found out about its signature.
    #[must_use]
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Whether it has a file at this path.
    #[must_use]
    pub fn has_file(&self, path: &str) -> bool {
        self.archive.file(path).is_some()
    }

    /// The number of its files.
    #[must_use]
    pub fn files(&self) -> usize {
        self.archive
            .entries
            .iter()
            .filter(|one| !one.is_folder)
            .count()
    }

    /// The size of its files together, in bytes.
    #[must_use]
    pub fn unpacked(&self) -> u64 {
        self.archive.unpacked
    }

    /// Its entries with the archive that holds their data.
    pub(crate) fn entries(&self) -> (&[Entry], &[u8]) {
        let content = self.file.get(..self.content).unwrap_or_default();
        (&self.archive.entries, content)
    }

    /// The tree that it is unpacked to.
    pub(crate) fn expected(&self) -> &Tree {
        &self.tree
    }
}
