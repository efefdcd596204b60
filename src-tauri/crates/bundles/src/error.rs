//! Why a bundle is refused.

use std::{io, path::PathBuf};

/// Why a bundle is refused. Texts of the bundle in it are cut, and hidden characters in them are visible.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The file or a folder could not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is larger than [`crate::ARCHIVE_MAX`].
    #[error("the file is larger than {} MB", crate::ARCHIVE_MAX >> 20)]
    TooLarge,
    /// It is no ZIP archive, or one that ZIP programs could read in different ways.
    #[error("the file is not a ZIP archive as bundles are: {0}")]
    Archive(ArchiveProblem),
    /// An entry of the archive is refused.
    #[error("the archive holds “{name}”, which is refused: {problem}")]
    Entry {
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: EntryProblem,
    },
    /// The archive has no `manifest.json`.
    #[error("the archive has no manifest.json")]
    NoManifest,
    /// The manifest breaks the format.
    #[error("manifest.json is invalid: {0}")]
    Manifest(String),
    /// The unpacked files are not those that were unpacked.
    #[error("the unpacked bundle was changed: {path}")]
    Changed {
        /// The first file that differs, relative to the bundle.
        path: PathBuf,
    },
    /// No unpacked bundle has this digest.
    #[error("the bundle is not unpacked any more")]
    NotUnpacked,
}

impl BundleError {
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }

    pub(crate) fn entry(name: &str, problem: EntryProblem) -> Self {
        let name = domain::visible(domain::cut(name, 200));
        Self::Entry { name, problem }
    }

    pub(crate) fn manifest(what: impl Into<String>) -> Self {
        Self::Manifest(what.into())
    }
}

impl From<ArchiveProblem> for BundleError {
    fn from(problem: ArchiveProblem) -> Self {
        Self::Archive(problem)
    }
}

/// What is wrong with an archive as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveProblem {
    /// No end-of-central-directory record is at the end.
    #[error("it does not end with the directory of a ZIP archive")]
    NoDirectory,
    /// Bytes that are no signature block stand behind the archive or in its comment.
    #[error("bytes that are no signature stand behind the archive")]
    Trailing,
    /// The signature block is cut or altered.
    #[error("its signature block is damaged")]
    SignatureBlock,
    /// It is in several parts, or a ZIP64 archive.
    #[error("it is in several parts, or of the kind ZIP64")]
    Unsupported,
    /// The directory is cut, or its counts and sizes differ.
    #[error("its directory is damaged")]
    Directory,
    /// Bytes between its entries belong to none, or entries overlap.
    #[error("its entries overlap, or bytes between them belong to none")]
    Gaps,
    /// It has more than [`crate::ENTRIES_MAX`] entries.
    #[error("it has more than {} entries", crate::ENTRIES_MAX)]
    Entries,
    /// Unpacked, it is larger than [`crate::UNPACKED_MAX`].
    #[error("unpacked, it is larger than {} MB", crate::UNPACKED_MAX >> 20)]
    Unpacked,
}

/// What is wrong with an entry of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryProblem {
    /// Its name is empty, not UTF-8, or too long.
    #[error("the name is empty, too long, too deep, or not UTF-8")]
    Name,
    /// Its name leads out of the folder.
    #[error("the path leads out of its folder")]
    Outside,
    /// Its name cannot be a file's name on every system.
    #[error("Windows does not allow this name")]
    Reserved,
    /// Its name has control characters or characters that cannot be seen.
    #[error("the name has hidden characters")]
    Hidden,
    /// Another entry has this name, letter case and spelling in Unicode aside.
    #[error("another entry has the same name, or one that differs only in case")]
    Collides,
    /// It is a link, a device, or something else than a file or a folder.
    #[error("it is a link or a special file")]
    Special,
    /// It is encrypted.
    #[error("it is encrypted")]
    Encrypted,
    /// It is compressed in another way than by deflate.
    #[error("it is compressed in an unknown way")]
    Method,
    /// The header before its data says something else than the directory.
    #[error("its header and the directory of the archive differ")]
    Differs,
    /// An extra field gives it another name or size.
    #[error("an extra field gives it another name or size")]
    Extra,
    /// It unpacks to more than 200 times its size.
    #[error("it unpacks to more than {} times its size", crate::RATIO_MAX)]
    Ratio,
    /// Its data do not unpack to the size and checksum that it names.
    #[error("its data are damaged")]
    Data,
}
