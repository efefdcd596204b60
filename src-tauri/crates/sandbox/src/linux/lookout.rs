//! Looks for what appears in a folder. The kernel tells when a name is made that matters; only then is the folder searched again.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem::MaybeUninit,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use rustix::{
    fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags},
    io::Errno,
};

use super::{
    guarded::{self, Bounds, Keep, Named},
    tree::open_path,
};
use crate::{Access, FolderGrant, Made, RUNS_MAX};

/// Most folders that the kernel is asked about for one server: each takes of a number that the user has for all programs.
const WATCHES_MAX: usize = 8_192;
/// Most places of a folder that are looked at again once they were told.
const MADE_MAX: usize = 2_000;

#[derive(Debug, Default)]
pub(crate) struct Lookout {
    folders: Vec<Folder>,
    /// `None`: the kernel does not tell, and each look searches.
    events: Option<OwnedFd>,
    /// The folders that the kernel is asked about: it gives one the same number again.
    watches: BTreeSet<i32>,
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    /// The places that were there.
    known: BTreeSet<PathBuf>,
    /// What appeared, and what it runs.
    made: BTreeMap<PathBuf, Vec<String>>,
    /// What settings name, as of the last search.
    named: BTreeSet<Named>,
}

impl Folder {
    /// Whether something is there now that settings name, and that was missing.
    fn came(&self) -> bool {
        let mut missing = self.named.iter().filter(|named| named.missing);
        missing.any(|named| self.path.join(&named.path).symlink_metadata().is_ok())
    }

    /// What runs by a place that appeared: by itself, or because settings name it or something in it.
    fn runs(&self, place: &Path) -> Vec<String> {
        let mut runs = guarded::runs(&self.path.join(place));
        let first = Named {
            path: place.to_owned(),
            key: String::new(),
            missing: false,
        };
        let inside = self.named.range(first..);
        for named in inside.take_while(|named| named.path.starts_with(place)) {
            if runs.len() >= RUNS_MAX {
                break;
            }
            for found in guarded::runs_named(&self.path.join(&named.path), &named.key) {
                if !runs.contains(&found) {
                    runs.push(found);
                }
            }
        }
        runs.truncate(RUNS_MAX);
        runs
    }
}

impl Lookout {
    pub(crate) fn follow(&mut self, folders: &[FolderGrant]) {
        let writable = folders.iter().filter(|grant| grant.access == Access::Write);
        let writable: Vec<&Path> = writable.map(|grant| &*grant.path).collect();
        self.folders
            .retain(|folder| writable.contains(&&*folder.path));
        for path in writable {
            if self.folders.iter().all(|folder| folder.path != path) {
                self.begin(path);
            }
        }
    }

    fn begin(&mut self, path: &Path) {
        if self.folders.is_empty() {
            let flags = CreateFlags::CLOEXEC | CreateFlags::NONBLOCK;
            self.events = inotify::init(flags).ok();
            self.watches.clear();
        }
        let mut folder = Folder {
            path: path.to_owned(),
            known: BTreeSet::new(),
            made: BTreeMap::new(),
            named: BTreeSet::new(),
        };
        folder.known = self.search(&mut folder);
        self.folders.push(folder);
    }

    pub(crate) fn news(&mut self) -> Vec<Made> {
        let is_quiet = self.is_quiet();
        let mut news = Vec::new();
        for mut folder in std::mem::take(&mut self.folders) {
            if !is_quiet || folder.came() {
                for path in self.search(&mut folder) {
                    if !folder.known.contains(&path) && !folder.made.contains_key(&path) {
                        let runs = folder.runs(&path);
                        news.push(made(&folder, &path, &runs));
                        if folder.made.len() < MADE_MAX {
                            folder.made.insert(path, runs);
                        }
                    }
                }
            }
            news.append(&mut changed(&mut folder));
            self.folders.push(folder);
        }
        // A caller that names a few of them names those first that run something.
        news.sort_by_key(|made| made.runs.is_empty());
        news
    }

    /// The places of a folder now. The kernel is asked about each folder in it.
    fn search(&mut self, folder: &mut Folder) -> BTreeSet<PathBuf> {
        let Ok(top) = open_path(&folder.path) else {
            return BTreeSet::new();
        };
        let guarded = guarded::search(&top, &folder.path, &[], Bounds::default());
        for path in guarded.searched {
            self.watch(&folder.path.join(path));
        }
        folder.named = guarded.named;
        let whole = guarded.whole.then(|| (PathBuf::new(), Keep::ReadOnly));
        let places = guarded.places.into_iter().chain(whole);
        let places = places.filter(|(_, keep)| *keep != Keep::InPlace);
        places.map(|(path, _)| path).collect()
    }

    fn watch(&mut self, folder: &Path) {
        let flags = WatchFlags::CREATE
            | WatchFlags::MOVED_TO
            | WatchFlags::ONLYDIR
            | WatchFlags::DONT_FOLLOW
            | WatchFlags::EXCL_UNLINK;
        let Some(events) = &self.events else { return };
        match inotify::add_watch(events, folder, flags) {
            Ok(watch) => {
                self.watches.insert(watch);
            }
            Err(Errno::NOENT | Errno::NOTDIR) => {}
            Err(_) => self.events = None,
        }
        if self.watches.len() > WATCHES_MAX {
            self.events = None;
        }
    }

    /// Whether nothing was made that can matter.
    fn is_quiet(&mut self) -> bool {
        let Some(events) = &self.events else {
            return self.folders.is_empty();
        };
        let mut buffer = [MaybeUninit::uninit(); 8 * 1024];
        let mut reader = inotify::Reader::new(events, &mut buffer);
        let mut is_quiet = true;
        loop {
            match reader.next() {
                Ok(event) => {
                    let certain = ReadFlags::ISDIR | ReadFlags::QUEUE_OVERFLOW;
                    if event.events().contains(ReadFlags::IGNORED) {
                        self.watches.remove(&event.wd());
                    }
                    let name = event.file_name().map(|name| name.to_bytes());
                    is_quiet &= !event.events().intersects(certain)
                        && !name.is_some_and(guarded::can_matter);
                }
                Err(Errno::AGAIN) => return is_quiet,
                Err(Errno::INTR) => {}
                Err(_) => return false,
            }
        }
    }
}

/// What appeared before and runs something else now. What is gone is forgotten.
fn changed(folder: &mut Folder) -> Vec<Made> {
    let mut news = Vec::new();
    let mut earlier = std::mem::take(&mut folder.made);
    earlier.retain(|path, _| folder.path.join(path).symlink_metadata().is_ok());
    for (path, before) in earlier {
        let runs = folder.runs(&path);
        if runs != before {
            news.push(made(folder, &path, &runs));
        }
        folder.made.insert(path, runs);
    }
    news
}

fn made(folder: &Folder, path: &Path, runs: &[String]) -> Made {
    Made {
        path: folder.path.join(path),
        runs: runs.to_vec(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::fs;

    use super::*;

    fn over(folder: &tempfile::TempDir) -> (PathBuf, Lookout) {
        let path = dunce::canonicalize(folder.path()).unwrap();
        fs::create_dir_all(path.join("old/.git/hooks")).unwrap();
        fs::write(path.join("old/.git/HEAD"), "ref").unwrap();
        let mut lookout = Lookout::default();
        lookout.follow(&[FolderGrant::new(&path, Access::Write).unwrap()]);
        (path, lookout)
    }

    fn names(news: &[Made], folder: &Path) -> Vec<String> {
        let path = |made: &Made| {
            made.path
                .strip_prefix(folder)
                .unwrap()
                .display()
                .to_string()
        };
        news.iter().map(path).collect()
    }

    #[test]
    fn repository_that_appears_is_told_once_with_what_it_runs() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut lookout) = over(&folder);
        fs::write(path.join("plain"), "text").unwrap();
        assert!(lookout.is_quiet(), "a plain file costs no search");
        assert_eq!(lookout.news(), []);

        let git = path.join("a/b/.git");
        fs::create_dir_all(git.join("hooks")).unwrap();
        fs::write(git.join("config"), "[core]\n\tbare = false\n").unwrap();
        fs::write(git.join("hooks/update.sample"), "").unwrap();
        let news = lookout.news();
        assert_eq!(names(&news, &path), ["a/b/.git"]);
        assert!(news[0].runs.is_empty(), "{news:?}");
        assert_eq!(lookout.news(), []);

        // It runs something from the next call on.
        fs::write(git.join("hooks/post-checkout"), "").unwrap();
        fs::write(
            git.join("config"),
            "[core]\n\tfsmonitor = x\n[remote \"o\"]\n\turl = y\n",
        )
        .unwrap();
        let news = lookout.news();
        assert_eq!(news[0].runs, ["hooks/post-checkout", "core.fsmonitor"]);
        assert_eq!(lookout.news(), []);
        fs::remove_dir_all(path.join("a")).unwrap();
        assert_eq!(lookout.news(), []);
    }

    #[test]
    fn every_shape_of_it_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut lookout) = over(&folder);
        let elsewhere = path.join("plain/in");
        fs::create_dir_all(&elsewhere).unwrap();
        assert_eq!(lookout.news(), []);
        // A bare one, made piece by piece in a folder that is watched only since.
        for piece in ["objects", "refs"] {
            fs::create_dir_all(elsewhere.join(piece)).unwrap();
        }
        assert_eq!(lookout.news(), []);
        fs::write(elsewhere.join("HEAD"), "ref: x").unwrap();
        assert_eq!(names(&lookout.news(), &path), ["plain/in"]);
        // A gitfile, an editor's settings, and one that was moved into place.
        fs::write(path.join("plain/.git"), "gitdir: in").unwrap();
        assert_eq!(names(&lookout.news(), &path), ["plain/.git"]);
        fs::create_dir(path.join("made")).unwrap();
        fs::rename(path.join("made"), path.join("old/.zed")).unwrap();
        assert_eq!(names(&lookout.news(), &path), ["old/.zed"]);
        std::os::unix::fs::symlink("plain/in", path.join(".git")).unwrap();
        assert_eq!(names(&lookout.news(), &path), [".git"]);
    }

    #[test]
    fn what_settings_name_and_is_not_there_yet_is_told_with_what_runs() {
        let folder = tempfile::tempdir().unwrap();
        let path = dunce::canonicalize(folder.path()).unwrap();
        let git = path.join("repo/.git");
        fs::create_dir_all(git.join("hooks")).unwrap();
        fs::write(git.join("HEAD"), "ref").unwrap();
        let settings = "[core]\n\thooksPath = .githooks\n\tfsmonitor = tools/fsm\n[include]\n\tpath = ../more.inc\n";
        fs::write(git.join("config"), settings).unwrap();
        std::os::unix::fs::symlink("../../check.sh", git.join("hooks/update")).unwrap();
        let mut lookout = Lookout::default();
        lookout.follow(&[FolderGrant::new(&path, Access::Write).unwrap()]);
        assert_eq!(lookout.news(), []);

        fs::write(path.join("repo/more.inc"), "[alias]\n\tst = !planted\n").unwrap();
        fs::write(path.join("repo/check.sh"), "planted").unwrap();
        let news = lookout.news();
        assert_eq!(names(&news, &path), ["repo/check.sh", "repo/more.inc"]);
        assert_eq!(news[0].runs, ["hooks/update"]);
        assert_eq!(news[1].runs, ["alias.st"]);
        assert_eq!(lookout.news(), []);

        // What runs is named first.
        fs::create_dir(path.join(".first")).unwrap();
        fs::create_dir(path.join("repo/.githooks")).unwrap();
        fs::write(path.join("repo/.githooks/post-index-change"), "planted").unwrap();
        let news = lookout.news();
        assert_eq!(names(&news, &path), ["repo/.githooks", ".first"]);
        assert_eq!(news[0].runs, ["hooks/post-index-change"]);
        fs::write(path.join("repo/.githooks/update"), "planted").unwrap();
        let news = lookout.news();
        assert_eq!(news[0].runs, ["hooks/post-index-change", "hooks/update"]);

        fs::create_dir(path.join("repo/tools")).unwrap();
        assert_eq!(lookout.news(), []);
        fs::write(path.join("repo/tools/fsm"), "planted").unwrap();
        let news = lookout.news();
        assert_eq!(names(&news, &path), ["repo/tools/fsm"]);
        assert_eq!(news[0].runs, ["core.fsmonitor"]);
        assert_eq!(lookout.news(), []);
    }

    #[test]
    fn searching_again_asks_the_kernel_for_nothing_more() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut lookout) = over(&folder);
        for number in 0..100 {
            fs::create_dir(path.join(format!("old/{number}"))).unwrap();
        }
        assert_eq!(lookout.news(), []);
        let asked = lookout.watches.len();
        for _ in 0..=WATCHES_MAX / 100 {
            fs::create_dir(path.join("more")).unwrap();
            assert_eq!(lookout.news(), []);
            fs::remove_dir(path.join("more")).unwrap();
        }
        assert!(lookout.events.is_some(), "the kernel is asked no longer");
        assert!(lookout.is_quiet());
        assert_eq!(lookout.watches.len(), asked);
    }

    #[test]
    fn folders_come_and_go() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut lookout) = over(&folder);
        let granted = |access| [FolderGrant::new(&path, access).unwrap()];
        fs::create_dir(path.join(".new")).unwrap();
        lookout.follow(&granted(Access::Write));
        assert_eq!(names(&lookout.news(), &path), [".new"]);
        lookout.follow(&granted(Access::Read));
        fs::create_dir(path.join(".newer")).unwrap();
        assert_eq!(lookout.news(), []);
        // Where the kernel tells nothing, each look searches.
        lookout.follow(&granted(Access::Write));
        lookout.events = None;
        fs::create_dir(path.join(".newest")).unwrap();
        assert_eq!(names(&lookout.news(), &path), [".newest"]);
        assert_eq!(lookout.news(), []);
    }
}
