//! What a search finds, and its bounds.

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

/// How far one folder is searched.
#[derive(Clone, Copy, Debug)]
pub(in crate::linux) struct Bounds {
    /// Most files and folders that are looked at.
    pub(in crate::linux) entries: usize,
    /// Most folders that lie in each other.
    pub(in crate::linux) depth: usize,
    /// Longest time.
    pub(in crate::linux) time: Duration,
    /// Most places that are found. Where there are more, the folders around them are found instead.
    pub(in crate::linux) places: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            entries: 30_000,
            depth: 48,
            time: Duration::from_secs(2),
            places: 2_000,
        }
    }
}

impl Bounds {
    /// The bounds of each of so many folders that are searched one after the other.
    pub(in crate::linux) fn shared(self, folders: usize) -> Self {
        let folders = folders.max(1);
        Self {
            time: self.time / u32::try_from(folders).unwrap_or(u32::MAX),
            places: self.places / folders,
            ..self
        }
    }
}

/// What happens to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::linux) enum Keep {
    /// It and all in it cannot be changed.
    ReadOnly,
    /// It is a link, which cannot be replaced.
    Link,
    /// It is a folder around such a place. It cannot be renamed, so that nothing takes its place.
    InPlace,
}

/// A place that settings or links name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::linux) struct Named {
    /// Relative to the searched folder.
    pub(in crate::linux) path: PathBuf,
    /// The setting that names it, as `section.key`, or the hook that is a link to it, as `hooks/NAME`. Empty: neither.
    pub(in crate::linux) key: String,
    /// Whether nothing is there yet: no mount can lie over it.
    pub(in crate::linux) missing: bool,
}

/// What was found below a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::linux) struct Guarded {
    /// Relative to the folder. A folder comes before what lies in it, and all names are text.
    pub(in crate::linux) places: Vec<(PathBuf, Keep)>,
    /// Whether the folder itself is such a place.
    pub(in crate::linux) whole: bool,
    /// Folders among the places that could not be searched, a few of them.
    pub(in crate::linux) unsearched: Vec<PathBuf>,
    /// The folders that were searched.
    pub(in crate::linux) searched: Vec<PathBuf>,
    /// What settings and links name, also where nothing is yet.
    pub(in crate::linux) named: BTreeSet<Named>,
}
