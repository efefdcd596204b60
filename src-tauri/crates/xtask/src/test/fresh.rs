//! Freshness by content. Cargo compares times: in a fresh clone every file is newer than what was built from it, so everything is built
//! again. Here a file whose content is that of an earlier build gets the time that it had then, and a file whose content differs gets a
//! time after every build, whatever its own time says.
//!
//! Two cases are left to Cargo. If something was built since the record was written, by hand for example, no file gets an older time.
//! In a clone at another place, a file that names a place outside its package keeps its new time, because paths are compiled in.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    path::{Component, Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::graph::Graph;
use crate::{child, failure::Failure, place};

/// The record's name in the target folder.
const FILE: &str = "innkeeper-fresh.json";
/// What is built before Cargo runs, and built into a program.
const BUILT: &str = "ui/dist";
/// The package that Cargo builds before any code here runs.
const SELF: &str = "xtask";

/// What a file was: its content, and its time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    sha256: String,
    /// Nanoseconds since 1970.
    modified: u64,
}

type Files = BTreeMap<String, Known>;

/// The files from which the target folder was built.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Record {
    /// The clone that they were in.
    root: PathBuf,
    /// The time of the newest build of a package of the workspace, in nanoseconds since 1970.
    built: u64,
    files: Files,
}

/// Sets the times of files, and remembers them after a run.
pub struct Fresh {
    root: PathBuf,
    target: PathBuf,
    graph: Graph,
    record: Record,
    /// What the files were when their times were set.
    files: Files,
}

impl Fresh {
    /// Sets the times of the sources, and of an interface that is there already.
    pub fn begin() -> Result<Self, Failure> {
        Self::at(place::root(), place::target()?, Graph::read()?)
    }

    fn at(root: &Path, target: PathBuf, graph: Graph) -> Result<Self, Failure> {
        let record = fs::read(target.join(FILE)).ok();
        let record = record.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let mut fresh = Self {
            root: root.to_owned(),
            target,
            graph,
            record: record.unwrap_or_default(),
            files: Files::new(),
        };
        fresh.set(&sources(root)?)?;
        fresh.interface()?;
        Ok(fresh)
    }

    /// Sets the times of the interface, after it was built.
    pub fn interface(&mut self) -> Result<(), Failure> {
        let mut files = Vec::new();
        walk(&self.root, Path::new(BUILT), &mut files)?;
        self.set(&files)
    }

    /// Remembers the files that did not change since their times were set.
    pub fn keep(&self) -> Result<(), Failure> {
        let mut files = self.files.clone();
        files.retain(|name, known| {
            modified(&self.root.join(name)).is_ok_and(|now| now == known.modified)
        });
        let record = Record {
            root: self.root.clone(),
            built: self.newest_build()?,
            files,
        };
        fs::create_dir_all(&self.target)?;
        let beside = self.target.join(format!("{FILE}.new"));
        fs::write(&beside, serde_json::to_vec(&record)?)?;
        fs::rename(beside, self.target.join(FILE))?;
        Ok(())
    }

    fn set(&mut self, names: &[String]) -> Result<(), Failure> {
        let newest = self.newest_build()?;
        for name in names {
            let path = self.root.join(name);
            let Ok(bytes) = fs::read(&path) else { continue };
            let now = modified(&path)?;
            let known = Known {
                modified: now,
                sha256: hex(&Sha256::digest(&bytes)),
            };
            let wanted = self.wanted(name, &known, &bytes, newest);
            if wanted != now {
                let time = UNIX_EPOCH + Duration::from_nanos(wanted);
                let file = File::options().write(true).open(&path)?;
                file.set_modified(time)?;
            }
            let known = Known {
                modified: modified(&path)?,
                ..known
            };
            self.files.insert(name.clone(), known);
        }
        Ok(())
    }

    /// The time that a file is to have, whose content and time are `now`.
    fn wanted(&self, name: &str, now: &Known, bytes: &[u8], newest: u64) -> u64 {
        let record = &self.record;
        if record.files.is_empty() {
            return now.modified;
        }
        let known = record.files.get(name);
        let elsewhere = record.root != self.root;
        match known.filter(|known| known.sha256 == now.sha256) {
            Some(_) if elsewhere && self.names_a_place(name, bytes) && now.modified <= newest => {
                nanoseconds(SystemTime::now())
            }
            Some(_) if elsewhere && self.names_a_place(name, bytes) => now.modified,
            Some(known) if newest <= record.built => known.modified,
            // Something was built since. In this clone, the file's own time says whether it was read.
            Some(_) if !elsewhere || now.modified > newest => now.modified,
            // Another content, or another clone, with a time before a build that did not read it.
            None if now.modified > newest => now.modified,
            Some(_) | None => nanoseconds(SystemTime::now()),
        }
    }

    /// Whether a source may compile a path of its clone into a program: it asks for the folder of its package, or it names a file
    /// outside of that folder.
    fn names_a_place(&self, name: &str, bytes: &[u8]) -> bool {
        let path = Path::new(name);
        if path.extension().is_none_or(|ending| ending != "rs") {
            return false;
        }
        let text = String::from_utf8_lossy(bytes);
        if text.contains("CARGO_MANIFEST_DIR") {
            return true;
        }
        let package = self
            .graph
            .owner(path)
            .and_then(|name| self.graph.folder(name));
        let folder = path.parent().unwrap_or(path);
        text.split('"').any(|literal| {
            literal.starts_with("../")
                && package.is_some_and(|package| !plain(&folder.join(literal)).starts_with(package))
        })
    }

    /// The newest file that Cargo wrote about a build of a package of the workspace. Left out is what it builds before this program
    /// runs: files of those packages keep the times that Cargo saw, unless a program of an earlier run has set them.
    fn newest_build(&self) -> Result<u64, Failure> {
        let before = self.graph.needs(SELF);
        let ours: BTreeSet<&str> = self
            .graph
            .names()
            .filter(|name| !before.contains(*name))
            .collect();
        let of_this_system = folders(&self.target);
        let of_others = of_this_system.iter().flat_map(|system| folders(system));
        let units = of_this_system
            .iter()
            .cloned()
            .chain(of_others)
            .flat_map(|builds| folders(&builds.join(".fingerprint")));
        let mut newest = 0;
        for unit in units {
            let name = unit.file_name().unwrap_or_default().to_string_lossy();
            let package = name.rsplit_once('-').map_or(&*name, |(package, _)| package);
            if ours.contains(package) {
                for entry in fs::read_dir(&unit)?.flatten() {
                    newest = newest.max(modified(&entry.path())?);
                }
            }
        }
        Ok(newest)
    }
}

/// Every file of the repository that Git knows or would take, from the root.
fn sources(root: &Path) -> Result<Vec<String>, Failure> {
    let mut git = std::process::Command::new("git");
    git.current_dir(root).args([
        "-c",
        "core.quotePath=false",
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let said = child::output(git, child::QUESTION)?;
    Ok(said.lines().map(str::to_owned).collect())
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) -> Result<(), Failure> {
    let Ok(entries) = fs::read_dir(root.join(folder)) else {
        return Ok(());
    };
    for entry in entries {
        let path = folder.join(entry?.file_name());
        if root.join(&path).is_dir() {
            walk(root, &path, found)?;
        } else {
            found.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(of).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect()
}

/// `path` without `..`, as far as it has folders to leave.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part != Component::ParentDir || !plain.pop() {
            plain.push(part);
        }
    }
    plain
}

fn modified(path: &Path) -> Result<u64, Failure> {
    Ok(nanoseconds(fs::metadata(path)?.modified()?))
}

fn nanoseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::process::Command;

    use super::*;

    /// A package `one` in a repository of Git, and a folder for its builds beside it.
    fn repository(root: &Path) {
        fs::create_dir_all(root.join("src")).unwrap();
        let manifest =
            "[package]\nname = \"one\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
        fs::write(root.join("Cargo.toml"), manifest).unwrap();
        fs::write(root.join("src/lib.rs"), "pub mod part;").unwrap();
        fs::write(root.join("src/part.rs"), "pub fn number() -> u8 { 1 }").unwrap();
        git(root, &["init", "--quiet"]);
        git(root, &["add", "."]);
    }

    fn git(root: &Path, args: &[&str]) {
        let mut git = Command::new("git");
        git.current_dir(root).args(args);
        child::output(git, child::QUESTION).unwrap();
    }

    /// Whether Cargo compiles the package.
    fn compiles(root: &Path, target: &Path) -> bool {
        let mut cargo = place::cargo();
        cargo
            .current_dir(root)
            .env("CARGO_TARGET_DIR", target)
            .args(["build", "--offline", "--verbose"]);
        child::quiet(cargo, child::QUESTION)
            .unwrap()
            .contains("Running")
    }

    fn graph() -> Graph {
        Graph::of_one("one")
    }

    fn begin(root: &Path, target: &Path) -> Fresh {
        Fresh::at(root, target.to_owned(), graph()).unwrap()
    }

    struct Built {
        _folder: tempfile::TempDir,
        first: PathBuf,
        second: PathBuf,
        target: PathBuf,
    }

    /// A clone that was built, and a second, newer clone of the same content.
    fn built() -> Built {
        let folder = tempfile::tempdir().unwrap();
        let [first, second, target] =
            ["first", "second", "target"].map(|name| folder.path().join(name));
        repository(&first);
        let fresh = begin(&first, &target);
        assert!(compiles(&first, &target));
        fresh.keep().unwrap();
        repository(&second);
        Built {
            _folder: folder,
            first,
            second,
            target,
        }
    }

    #[test]
    fn a_new_clone_of_the_same_content_compiles_nothing() {
        let Built { second, target, .. } = &built();
        begin(second, target);
        assert!(!compiles(second, target));
    }

    #[test]
    fn without_times_of_an_earlier_build_a_new_clone_compiles() {
        let Built { second, target, .. } = &built();
        assert!(compiles(second, target));
    }

    #[test]
    fn a_change_with_its_old_time_is_seen() {
        let Built { first, target, .. } = &built();
        let part = first.join("src/part.rs");
        let before = fs::metadata(&part).unwrap().modified().unwrap();
        fs::write(&part, "pub fn number() -> u8 { 2 }").unwrap();
        File::options()
            .write(true)
            .open(&part)
            .unwrap()
            .set_modified(before)
            .unwrap();
        assert!(!compiles(first, target), "Cargo alone does not see it");
        begin(first, target);
        assert!(compiles(first, target));
    }

    #[test]
    fn what_was_built_by_hand_from_another_content_is_not_taken_for_the_recorded_one() {
        let Built { first, target, .. } = &built();
        let part = first.join("src/part.rs");
        let recorded = fs::read(&part).unwrap();
        fs::write(&part, "pub fn number() -> u8 { 3 }").unwrap();
        assert!(compiles(first, target));
        fs::write(&part, recorded).unwrap();
        begin(first, target);
        assert!(compiles(first, target));
    }

    #[test]
    fn a_source_with_a_compiled_path_is_built_again_elsewhere() {
        let Built {
            first,
            second,
            target,
            ..
        } = &built();
        let text = "pub const HERE: &str = env!(\"CARGO_MANIFEST_DIR\");";
        for root in [first, second] {
            fs::write(root.join("src/part.rs"), text).unwrap();
        }
        let fresh = begin(first, target);
        assert!(compiles(first, target));
        fresh.keep().unwrap();
        begin(second, target);
        assert!(compiles(second, target));
    }
}
