//! Files of granted folders that the user attaches: found by name within bounds, named to a shell by identifiers, and opened beneath their folder.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use domain::{RootAccess, RootGrant, ServerId};
use host_api::{ApiError, FoundFileView, FoundFilesView, InspectedView};

use super::{reading, taking::AttachFor};
use crate::{
    content::line,
    inner::{Host, Inner},
    roots::secret,
    state::{FoundFile, RootState, Source, forgotten},
    walk::{Bounds, walk},
};

/// Most files of one answer.
const SHOWN: usize = 40;
/// Most files of one folder that are compared.
const COMPARED: usize = 20_000;
/// Most bytes of a search.
const WORDS_BYTES: usize = 400;
/// Time limit of a search, beside that of waiting for the one before it.
const SEARCH: Duration = Duration::from_millis(1_500);
/// Bounds of the search in one folder. Its time is what is left of [`SEARCH`].
const BOUNDS: Bounds = Bounds {
    entries: 40_000,
    waiting: 10_000,
    depth: 24,
    time: SEARCH,
};
/// Folders that hold nothing that a person wrote. Hidden ones are passed by as well.
const PASSED_BY: &[&str] = &["node_modules", "target", "__pycache__"];

/// A file with what it is ordered by: the best first.
struct Hit {
    order: (u8, Reverse<SystemTime>, usize, String),
    file: FoundFile,
    bytes: u64,
}

/// What a search found.
#[derive(Default)]
struct Hits {
    hits: Vec<Hit>,
    /// Whether a bound ended it.
    cut: bool,
}

impl Host {
    /// Finds files in the granted folders: the words occur in the names of the folder and the path within it. Without words, those that changed
    /// last come first. Hidden files, those whose names tell of secrets, and links are left out. Nothing is opened.
    ///
    /// # Errors
    /// The search did not end.
    pub async fn find_files(&self, words: &str) -> Result<FoundFilesView, ApiError> {
        let inner = &self.inner;
        let folders = inner.granted_folders();
        let words = words_of(words);
        let all = folders.len();
        let hits = inner
            .attaching
            .searching(SEARCH, move || search(&folders, &words))
            .await
            .unwrap_or(Hits {
                hits: Vec::new(),
                cut: true,
            });
        let more = hits.hits.len().saturating_sub(SHOWN);
        let shown = hits.hits.into_iter().take(SHOWN).map(|hit| {
            let view = FoundFileView {
                id: String::new(),
                name: line(&name_of(&hit.file.relative)),
                place: line(&place_of(&hit.file)),
                bytes: hit.bytes as f64,
            };
            (hit.file, view)
        });
        let (files, views): (Vec<_>, Vec<_>) = shown.unzip();
        let ids = inner.attaching.found.keep(files);
        let named = views.into_iter().zip(ids);
        Ok(FoundFilesView {
            files: named
                .map(|(view, id)| FoundFileView { id, ..view })
                .collect(),
            more: u32::try_from(more).unwrap_or(u32::MAX),
            cut: hits.cut,
            folders: u32::try_from(all).unwrap_or(u32::MAX),
        })
    }

    /// Looks at a file that [`Host::find_files`] found. Its folder must still be granted, and no link may be on the way to it.
    ///
    /// # Errors
    /// It was found too long ago, its folder is not granted any more, or it cannot be attached.
    pub async fn inspect_found(&self, id: &str, to: &AttachFor) -> Result<InspectedView, ApiError> {
        let inner = &self.inner;
        let file = inner.attaching.found.get(id).ok_or_else(forgotten)?;
        let folders = inner.granted_folders();
        if !folders.contains(&file.folder) {
            return Err(forgotten());
        }
        let most = inner.attaching.reader()?.limits().file_bytes;
        let path = Path::new(&file.folder.path).join(&file.relative);
        let writers = inner.writers_of(&path).await;
        let (name, bytes) = reading::file(&path, most, move |_| open_beneath(&file)).await?;
        self.inspect(&name, bytes, Source::File { writers }, to)
            .await
    }
}

impl Inner {
    /// Returns the granted folders that are there, each once, and none within another.
    fn granted_folders(&self) -> Vec<RootGrant> {
        let servers = self.folders.servers().into_iter();
        let held = servers.flat_map(|server| self.folders.of(server));
        let here = held.filter(|root| root.state == RootState::Here);
        let mut by_path: BTreeMap<PathBuf, RootGrant> = BTreeMap::new();
        for root in here {
            by_path
                .entry(PathBuf::from(&root.grant.path))
                .or_insert(root.grant);
        }
        let paths: Vec<PathBuf> = by_path.keys().cloned().collect();
        let is_top = |path: &Path| {
            !paths
                .iter()
                .any(|other| path != other && path.starts_with(other))
        };
        by_path
            .into_iter()
            .filter_map(|(path, grant)| is_top(&path).then_some(grant))
            .collect()
    }

    /// Returns the servers that may change a file by their folder grants: by its path as it is written, and where it leads.
    pub(crate) async fn writers_of(&self, path: &Path) -> Vec<ServerId> {
        let written = path.to_owned();
        let led = tokio::task::spawn_blocking(move || dunce::canonicalize(written).ok()).await;
        let paths = [Some(path.to_owned()), led.ok().flatten()];
        let paths: BTreeSet<PathBuf> = paths.into_iter().flatten().collect();
        let writes = |server: &ServerId| {
            let roots = self.folders.of(*server);
            let mut writable = roots
                .iter()
                .filter(|root| root.grant.access != RootAccess::Read);
            writable.any(|root| paths.iter().any(|path| path.starts_with(&root.grant.path)))
        };
        self.folders.servers().into_iter().filter(writes).collect()
    }
}

fn words_of(words: &str) -> Vec<String> {
    let words = domain::cut(words, WORDS_BYTES).to_lowercase();
    words.split_whitespace().map(str::to_owned).collect()
}

/// Searches folders, the first ones first. It reads the disk, and may block.
fn search(folders: &[RootGrant], words: &[String]) -> Hits {
    let begin = Instant::now();
    let mut found = Hits::default();
    for folder in folders {
        let bounds = Bounds {
            time: SEARCH.saturating_sub(begin.elapsed()),
            ..BOUNDS
        };
        search_folder(folder, bounds, words, &mut found);
    }
    found.hits.sort_by(|a, b| a.order.cmp(&b.order));
    found
}

fn search_folder(folder: &RootGrant, bounds: Bounds, words: &[String], found: &mut Hits) {
    let (top, mut compared) = (Path::new(&folder.path), 0);
    let whole = walk(top, bounds, |entry, kind, within| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let hidden = name.starts_with('.') || PASSED_BY.contains(&name.as_str());
        if hidden || secret(&name, kind.is_dir(), within).is_some() {
            return false;
        }
        if !kind.is_file() {
            return true;
        }
        compared += 1;
        let path = entry.path();
        let Ok(relative) = path.strip_prefix(top) else {
            return false;
        };
        let place = format!("{}/{}", folder.name, relative.to_string_lossy()).to_lowercase();
        if compared <= COMPARED
            && let Some(rank) = rank(words, &name.to_lowercase(), &place)
            && let Ok(meta) = entry.metadata()
        {
            let changed = match words {
                [] => meta.modified().unwrap_or(SystemTime::UNIX_EPOCH),
                [..] => SystemTime::UNIX_EPOCH,
            };
            found.hits.push(Hit {
                order: (rank, Reverse(changed), relative.components().count(), place),
                file: FoundFile {
                    folder: folder.clone(),
                    relative: relative.to_owned(),
                },
                bytes: meta.len(),
            });
        }
        false
    });
    found.cut |= !whole || compared > COMPARED;
}

/// Returns how well a file fits the words, the best with 0; none if it does not.
fn rank(words: &[String], name: &str, place: &str) -> Option<u8> {
    if !words.iter().all(|word| place.contains(word.as_str())) {
        return None;
    }
    let in_name = words.iter().all(|word| name.contains(word.as_str()));
    let first = words
        .first()
        .is_none_or(|word| name.starts_with(word.as_str()));
    Some(match (first, in_name) {
        (true, true) => 0,
        (false, true) => 1,
        (_, false) => 2,
    })
}

fn name_of(relative: &Path) -> String {
    let name = relative.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Returns the name of the folder that was granted, and the path within it.
fn place_of(file: &FoundFile) -> String {
    let parent = file.relative.parent().unwrap_or_else(|| Path::new(""));
    let parts = parent
        .components()
        .map(|part| part.as_os_str().to_string_lossy());
    let all = std::iter::once(file.folder.name.as_str().into()).chain(parts);
    all.collect::<Vec<_>>().join(" / ")
}

/// Opens a file beneath its folder, which must be the one that was granted. A server that writes there could put a link in its place.
#[cfg(target_os = "linux")]
fn open_beneath(file: &FoundFile) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, ResolveFlags, open, openat2};
    use std::os::unix::fs::MetadataExt as _;

    let folder = open(
        Path::new(&file.folder.path),
        OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    let meta = File::from(folder.try_clone()?).metadata()?;
    let identity = format!("{}:{}", meta.dev(), meta.ino());
    if file
        .folder
        .identity
        .as_ref()
        .is_some_and(|granted| *granted != identity)
    {
        return Err(io::Error::new(
            io::ErrorKind::NotFound,
            "another folder is in the place of the granted one",
        ));
    }
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let within = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let opened = openat2(&folder, &file.relative, flags, Mode::empty(), within)?;
    Ok(File::from(opened))
}

/// Opens a file beneath its folder, if no link is on the way to it.
#[cfg(not(target_os = "linux"))]
fn open_beneath(file: &FoundFile) -> io::Result<File> {
    let path = dunce::canonicalize(&file.folder.path)?.join(&file.relative);
    if dunce::canonicalize(&path)? != path {
        return Err(io::Error::new(
            io::ErrorKind::NotFound,
            "a link is on the way to it",
        ));
    }
    reading::open(&path)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::fs;

    use domain::RootPass;

    use super::*;

    fn grant(folder: &Path, name: &str) -> RootGrant {
        RootGrant {
            server: ServerId::new(),
            path: folder.to_str().unwrap().to_owned(),
            name: name.to_owned(),
            access: RootAccess::Read,
            pass: RootPass::Asked,
            identity: None,
        }
    }

    fn names(folders: &[RootGrant], words: &str) -> Vec<String> {
        let hits = search(folders, &words_of(words)).hits;
        hits.iter().map(|hit| name_of(&hit.file.relative)).collect()
    }

    #[test]
    fn files_are_found_by_folder_and_path_with_the_best_name_first() {
        let dir = tempfile::tempdir().unwrap();
        let top = dunce::canonicalize(dir.path()).unwrap();
        for folder in ["plans/2026", "node_modules/x", ".git", ".ssh"] {
            fs::create_dir_all(top.join(folder)).unwrap();
        }
        for file in [
            "plans/2026/budget.md",
            "plans/notes.txt",
            "my plans.md",
            "node_modules/x/plans.js",
            ".git/plans",
            ".env",
            "server.key",
        ] {
            fs::write(top.join(file), "x").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/hosts", top.join("plans-link")).unwrap();
        let folders = [grant(&top, "Work")];
        assert_eq!(
            names(&folders, "plans"),
            ["my plans.md", "notes.txt", "budget.md"]
        );
        assert_eq!(names(&folders, "WORK 2026"), ["budget.md"]);
        assert_eq!(names(&folders, "key").len(), 0);
        assert_eq!(names(&folders, "").len(), 3);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn link_in_place_of_a_found_file_is_not_followed() {
        use std::io::Read as _;

        let dir = tempfile::tempdir().unwrap();
        let top = dunce::canonicalize(dir.path()).unwrap();
        fs::create_dir_all(top.join("granted/sub")).unwrap();
        fs::write(top.join("granted/sub/note"), "mine").unwrap();
        fs::write(top.join("key"), "secret").unwrap();
        let file = FoundFile {
            folder: grant(&top.join("granted"), "Work"),
            relative: "sub/note".into(),
        };
        let read = |file: &FoundFile| {
            let mut text = String::new();
            open_beneath(file).and_then(|mut file| file.read_to_string(&mut text))?;
            io::Result::Ok(text)
        };
        assert_eq!(read(&file).unwrap(), "mine");
        fs::remove_file(top.join("granted/sub/note")).unwrap();
        std::os::unix::fs::symlink(top.join("key"), top.join("granted/sub/note")).unwrap();
        // Control: the link leads to the key for whoever follows it.
        assert_eq!(
            fs::read_to_string(top.join("granted/sub/note")).unwrap(),
            "secret"
        );
        assert!(read(&file).is_err());
        fs::remove_file(top.join("granted/sub/note")).unwrap();
        fs::remove_dir(top.join("granted/sub")).unwrap();
        fs::create_dir(top.join("other")).unwrap();
        fs::write(top.join("other/note"), "secret").unwrap();
        std::os::unix::fs::symlink(top.join("other"), top.join("granted/sub")).unwrap();
        assert!(read(&file).is_err());
        let other = RootGrant {
            identity: Some("0:0".into()),
            ..file.folder.clone()
        };
        let elsewhere = FoundFile {
            folder: other,
            relative: "sub".into(),
        };
        assert!(open_beneath(&elsewhere).is_err());
    }
}
