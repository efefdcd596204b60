//! The search itself, folder by folder, the outer ones first.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    ffi::OsString,
    fs,
    os::fd::BorrowedFd,
    path::{Path, PathBuf},
    time::Instant,
};

use rustix::fs::FileType;

use super::{
    config::{self, CONFIGS, Word, named_by, path_of},
    follow::Top,
    found::{Bounds, Guarded, Named},
    listing::{self, Budget, CACHE_TAG, Listing, NotListed},
    reduce::{Place, reduce},
    runs,
};
use crate::names::is_data;

/// Most folders that are named as unsearched, and that are kept as places for it.
const UNSEARCHED_MAX: usize = 64;
/// Folders of a Git directory, itself among them, whose links lead to what Git runs.
const LINKED: [&str; 2] = ["", "hooks"];
/// How many files with settings lead from one to the next, at most, as in Git.
const NESTED_MAX: usize = 10;
/// Most entries of such a folder outside that are looked at.
const ENTRIES_MAX: usize = 1_000;
/// Hidden folders that are no settings where a program marked them as its cache.
const CACHES: [&str; 8] = [
    ".cache",
    ".hypothesis",
    ".mypy_cache",
    ".nox",
    ".pytest_cache",
    ".ruff_cache",
    ".tox",
    ".venv",
];
/// Most places that are noted because something names them, and most bytes of the path of one.
const NAMED_MAX: usize = 2_000;
const PATH_MAX: usize = 4_096;
/// What a package manager fills. Each package there has hidden files of its authors, who run all the others.
const PACKAGES: &str = "node_modules";

struct Folder {
    path: PathBuf,
    depth: usize,
    /// Whether a package manager fills it.
    packages: bool,
    /// Whether a program fills it, so that it is searched after what the user makes.
    later: bool,
}

pub(super) struct Walk<'a> {
    top: Top<'a>,
    apart: &'a [PathBuf],
    bounds: Bounds,
    budget: Budget,
    queue: VecDeque<Folder>,
    /// Searched after the others, with what is left of the bounds.
    later: VecDeque<Folder>,
    named: BTreeSet<Named>,
    found: BTreeMap<PathBuf, Place>,
    unsearched: BTreeMap<PathBuf, Place>,
    searched: Vec<PathBuf>,
    /// Git directories whose settings were read.
    read: BTreeSet<PathBuf>,
    /// What the user's own settings name.
    own: Vec<Word>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        top: BorrowedFd<'a>,
        at: &'a Path,
        apart: &'a [PathBuf],
        bounds: Bounds,
    ) -> Self {
        Self {
            top: Top { folder: top, at },
            apart,
            bounds,
            budget: Budget {
                entries: bounds.entries,
                until: Instant::now() + bounds.time,
                nested: NESTED_MAX,
            },
            queue: VecDeque::new(),
            later: VecDeque::new(),
            named: BTreeSet::new(),
            found: BTreeMap::new(),
            unsearched: BTreeMap::new(),
            searched: Vec::new(),
            read: BTreeSet::new(),
            own: own_words(),
        }
    }

    pub(super) fn run(mut self) -> Guarded {
        let mut next = Some(Folder {
            path: PathBuf::new(),
            depth: 0,
            packages: false,
            later: false,
        });
        self.read_around();
        while let Some(folder) = next {
            let listed = match folder.depth <= self.bounds.depth {
                true => listing::list(self.top.folder, &folder.path, &mut self.budget),
                false => Err(NotListed::Refused),
            };
            match listed {
                Ok(listing) => {
                    self.note(&folder, listing);
                    self.searched.push(folder.path);
                }
                Err(NotListed::Gone) => {}
                Err(NotListed::Refused) => {
                    self.miss(&folder.path);
                }
            }
            next = self.queue.pop_front().or_else(|| self.later.pop_front());
        }
        self.finish()
    }

    fn finish(mut self) -> Guarded {
        let mut guarded = Guarded {
            searched: self.searched,
            named: self.named,
            ..Guarded::default()
        };
        let Some(unsearched) = reduce(self.unsearched, UNSEARCHED_MAX) else {
            guarded.whole = true;
            guarded.unsearched.push(PathBuf::new());
            return guarded;
        };
        for (path, _) in unsearched {
            self.found.entry(path.clone()).or_default().link = false;
            guarded.unsearched.push(path);
        }
        match reduce(self.found, self.bounds.places) {
            Some(places) => guarded.places = places,
            None => guarded.whole = true,
        }
        guarded
    }

    fn note(&mut self, folder: &Folder, listing: Listing) {
        if listing.is_git() {
            self.keep(&folder.path, true);
            self.read_git(&folder.path, None);
            return;
        }
        let later = folder.later || listing.tagged;
        for (name, kind) in listing.hidden {
            let path = folder.path.join(&name);
            if self.apart.contains(&path) {
                continue;
            }
            if name.eq_ignore_ascii_case(".git") {
                self.note_git(&folder.path, &path, kind);
            } else if CACHES.iter().any(|cache| name == *cache) && self.is_tagged(&path, kind) {
                self.go_on(folder, name, true);
            } else if !folder.packages && !is_data(&name) {
                self.note_hidden(&folder.path, &path, kind);
            } else if kind == FileType::Directory {
                self.go_on(folder, name, later);
            }
        }
        for name in listing.folders {
            self.go_on(folder, name, later);
        }
    }

    fn go_on(&mut self, folder: &Folder, name: OsString, later: bool) {
        let path = folder.path.join(&name);
        if self.apart.contains(&path) {
            return;
        }
        let packages = folder.packages || name == PACKAGES;
        let later = later || packages;
        let queue = match later {
            true => &mut self.later,
            false => &mut self.queue,
        };
        queue.push_back(Folder {
            path,
            depth: folder.depth + 1,
            packages,
            later,
        });
    }

    fn is_tagged(&self, path: &Path, kind: FileType) -> bool {
        kind == FileType::Directory && self.top.kind(&path.join(CACHE_TAG)).is_some()
    }

    /// What makes a folder the worktree of a repository.
    fn note_git(&mut self, worktree: &Path, path: &Path, kind: FileType) {
        match kind {
            FileType::Symlink => {
                self.keep_link(path, true);
                let target = self.top.link(path);
                self.lead_to_git(worktree, target.as_deref());
            }
            FileType::Directory => {
                self.keep(path, true);
                self.read_git(path, Some(worktree));
            }
            FileType::RegularFile
            | FileType::Fifo
            | FileType::Socket
            | FileType::CharacterDevice
            | FileType::BlockDevice
            | FileType::Unknown => {
                self.keep(path, true);
                let target = self.top.read(path).and_then(|text| named_by(&text));
                self.lead_to_git(worktree, target.as_deref());
            }
        }
    }

    fn lead_to_git(&mut self, worktree: &Path, target: Option<&Path>) {
        let Some(target) = target else { return };
        let (to, links) = self.top.follow(worktree, target);
        for link in links {
            self.keep_link(&link, true);
        }
        if let Some(to) = &to
            && !worktree.starts_with(to)
            && self.top.kind(to).is_some()
        {
            self.keep(to, true);
            self.read_git(to, Some(worktree));
        } else if to.is_none() {
            let outside = self.top.at.join(worktree).join(target);
            self.read_outside(&outside, worktree);
        }
    }

    fn note_hidden(&mut self, folder: &Path, path: &Path, kind: FileType) {
        if kind != FileType::Symlink {
            self.keep(path, false);
            return;
        }
        self.keep_link(path, false);
        let target = self.top.link(path);
        if let Some(text) = target.and_then(|target| target.into_os_string().into_string().ok()) {
            self.keep_named(folder, folder, &Word::path(text, String::new()));
        }
    }

    /// Keeps what a Git directory leads to.
    fn read_git(&mut self, git: &Path, worktree: Option<&Path>) {
        if !self.read.insert(git.to_owned()) {
            return;
        }
        if self.budget.is_late() {
            return self.miss(worktree.unwrap_or(git));
        }
        if let Some(common) = self.top.read(&git.join("commondir")) {
            let (to, links) = self.top.follow(git, &path_of(&common));
            for link in links {
                self.keep_link(&link, true);
            }
            if let Some(to) = to.filter(|to| self.top.kind(to).is_some()) {
                self.keep(&to, true);
                self.deeper(worktree.unwrap_or(git), |walk| walk.read_git(&to, worktree));
            }
        }
        let settings = CONFIGS
            .iter()
            .filter_map(|name| self.top.read(&git.join(name)));
        let words: Vec<Word> = settings.flat_map(|text| config::words(&text)).collect();
        self.keep_words(git, worktree.unwrap_or(git), words);
        for folder in LINKED {
            let folder = git.join(folder);
            match listing::list(self.top.folder, &folder, &mut self.budget) {
                Ok(listing) => {
                    for name in listing.links {
                        let link = folder.join(name);
                        let target = self.top.link(&link);
                        self.keep_target(&link, worktree.unwrap_or(git), target);
                    }
                }
                Err(NotListed::Gone) => {}
                Err(NotListed::Refused) => self.miss(worktree.unwrap_or(git)),
            }
        }
    }

    /// The same for a Git directory outside, which a gitfile or link in the searched folder names, or which the folder lies in.
    fn read_outside(&mut self, git: &Path, worktree: &Path) {
        let Ok(git) = dunce::canonicalize(git) else {
            return;
        };
        if !self.read.insert(git.clone()) || self.budget.is_late() {
            return;
        }
        if let Some(common) = runs::read(&git.join("commondir")) {
            let common = git.join(path_of(&common));
            self.deeper(worktree, |walk| walk.read_outside(&common, worktree));
        }
        let settings = CONFIGS
            .iter()
            .filter_map(|name| runs::read(&git.join(name)));
        let words: Vec<Word> = settings.flat_map(|text| config::words(&text)).collect();
        self.keep_words(&git, worktree, words);
        for folder in LINKED {
            let folder = git.join(folder);
            let entries = fs::read_dir(&folder).into_iter().flatten();
            for entry in entries.take(ENTRIES_MAX).flatten() {
                let link = entry.path();
                self.keep_target(&link, worktree, fs::read_link(&link).ok());
            }
        }
    }

    /// Reads the repository that the searched folder lies in.
    fn read_around(&mut self) {
        let around = self.top.at.ancestors().skip(1);
        let mut around = around.filter(|folder| folder.join(".git").exists());
        let Some(worktree) = around.next() else {
            return;
        };
        let git = worktree.join(".git");
        let named = runs::read(&git).and_then(|text| named_by(&text));
        self.read_outside(&named.map_or(git, |to| worktree.join(to)), worktree);
    }

    fn keep_words(&mut self, git: &Path, worktree: &Path, mut words: Vec<Word>) {
        words.append(&mut self.own.clone());
        for word in words {
            if self.budget.is_late() {
                return self.miss(worktree);
            }
            for from in [git, worktree] {
                self.keep_named(from, worktree, &word);
            }
        }
    }

    /// Keeps what a link in a Git directory leads to.
    fn keep_target(&mut self, link: &Path, worktree: &Path, target: Option<PathBuf>) {
        let text = target.and_then(|target| target.into_os_string().into_string().ok());
        let (Some(text), Some(folder)) = (text, link.parent()) else {
            return;
        };
        let name = link.file_name().unwrap_or_default().to_string_lossy();
        let key = match folder.ends_with("hooks") {
            true => format!("hooks/{name}"),
            false => String::new(),
        };
        self.keep_named(folder, worktree, &Word::path(text, key));
    }

    /// Takes note of a folder that cannot be searched.
    fn miss(&mut self, folder: &Path) {
        // One around the searched folder stands for all of it.
        let inside = if folder.is_absolute() {
            Path::new("")
        } else {
            text_only(folder)
        };
        self.unsearched.insert(inside.to_owned(), Place::default());
    }

    /// Keeps what a word names, if that is neither around `around` nor the worktree of a repository. Where Git looks for hooks that are
    /// not there yet, it keeps the nearest folder above them. What is missing is noted: whoever looks later can tell that it came.
    fn keep_named(&mut self, from: &Path, around: &Path, word: &Word) {
        if self.budget.is_late() {
            return self.miss(around);
        }
        let target = match word.text.strip_prefix("~/") {
            Some(rest) => home().join(rest),
            None => word.text.as_str().into(),
        };
        let (to, links) = self.top.follow(from, &target);
        let Some(to) = to else { return };
        let there = to
            .ancestors()
            .find_map(|path| Some((path, self.top.kind(path)?)));
        let missing = there.is_none_or(|(path, _)| path != to);
        if missing && word.path {
            self.note_named(&to, word, true);
            for link in &links {
                self.keep_link(link, true);
            }
        }
        let Some((there, kind)) = there.filter(|_| !missing || word.hooks) else {
            return;
        };
        let is_folder = kind == FileType::Directory;
        if around.starts_with(there)
            || (is_folder && (!word.path || self.top.kind(&there.join(".git")).is_some()))
        {
            return;
        }
        for link in links {
            self.keep_link(&link, true);
        }
        self.keep(there, true);
        if !missing {
            self.note_named(there, word, false);
        }
        // A file may hold more settings.
        if !is_folder && self.read.insert(there.to_owned()) {
            let words = self.top.read(there).map(|text| config::words(&text));
            let folder = there.parent().unwrap_or(Path::new(""));
            self.deeper(around, |walk| {
                for word in words.unwrap_or_default() {
                    walk.keep_named(folder, around, &word);
                }
            });
        }
    }

    /// Goes on with what a file leads to. Nothing of `around` counts as searched if the files lead too far.
    fn deeper(&mut self, around: &Path, go_on: impl FnOnce(&mut Self)) {
        let Some(left) = self.budget.nested.checked_sub(1) else {
            return self.miss(around);
        };
        self.budget.nested = left;
        go_on(self);
        self.budget.nested += 1;
    }

    fn note_named(&mut self, path: &Path, word: &Word, missing: bool) {
        if self.named.len() < NAMED_MAX && path.as_os_str().len() < PATH_MAX {
            self.named.insert(Named {
                path: path.to_owned(),
                key: word.key.clone(),
                missing,
            });
        }
    }

    fn keep(&mut self, path: &Path, pinned: bool) {
        let path = text_only(path).to_owned();
        let place = self.found.entry(path).or_default();
        place.link = false;
        place.pinned |= pinned;
    }

    fn keep_link(&mut self, path: &Path, pinned: bool) {
        if path.to_str().is_none() {
            return self.keep(path, pinned);
        }
        let place = self
            .found
            .entry(path.to_owned())
            .or_insert(Place { link: true, pinned });
        place.pinned |= pinned;
    }
}

/// The nearest folder whose name is text. No other can be told to another process.
fn text_only(path: &Path) -> &Path {
    let text = path.ancestors().find(|path| path.to_str().is_some());
    text.unwrap_or(Path::new(""))
}

fn home() -> PathBuf {
    std::env::home_dir().unwrap_or_default()
}

/// What the user's settings for all repositories name.
fn own_words() -> Vec<Word> {
    let places = [home().join(".gitconfig"), home().join(".config/git/config")];
    let settings = places.iter().filter_map(|place| runs::read(place));
    settings.flat_map(|text| config::words(&text)).collect()
}
