//! Which program of an installed Python environment is the server, and how to start it.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use domain::{cut, visible};

use crate::{
    error::{LockProblem, PackageError},
    installed::Start,
    lock::{self, Lock},
    recipe::Entry,
};

/// Most programs that an error lists.
const LISTED_MAX: usize = 32;
/// Most files of the folder of programs that are looked at.
const FILES_MAX: usize = 4096;
/// Most bytes of a list of programs of a package.
const ENTRIES_MAX: u64 = 256 << 10;
/// How much of a file is read to find its interpreter, in bytes.
const HEAD: u64 = 512;

/// How to start the server.
pub(super) fn start(tree: &Path, lock: &Lock) -> Result<Start, PackageError> {
    let venv = tree.join("venv");
    let programs = venv.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = programs.join(if cfg!(windows) {
        "python.exe"
    } else {
        "python"
    });
    let main = lock.named.first();
    let main = main.ok_or(PackageError::Lock(LockProblem::NoMain))?;
    let own = scripts(&venv, main);
    let name = match &lock.entry {
        Entry::Named(name) => file_of(&programs, name),
        Entry::Default => file_of(&programs, main).or_else(|| match own.as_slice() {
            [only] => file_of(&programs, only),
            _ => None,
        }),
        Entry::Interpreter => {
            return Ok(Start {
                program: python,
                args: Vec::new(),
            });
        }
    };
    let Some(file) = name else {
        let mut listed: Vec<String> = own.iter().map(|name| visible(cut(name, 214))).collect();
        listed.truncate(LISTED_MAX);
        return Err(PackageError::NoEntry { programs: listed });
    };
    command(&file, python)
}

/// The file of a program with this name, or with one that registries compare as equal.
fn file_of(programs: &Path, name: &str) -> Option<PathBuf> {
    let wanted = lock::python_name(name);
    let entries = fs::read_dir(programs).ok()?;
    let names = entries
        .take(FILES_MAX)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut fitting: Vec<String> = names
        .filter(|file| {
            let bare = file.strip_suffix(".exe").unwrap_or(file);
            lock::python_name(bare) == wanted
        })
        .collect();
    // The exact name first.
    fitting.sort_by_key(|file| (file != name, file.clone()));
    let file = programs.join(fitting.first()?);
    let metadata = fs::symlink_metadata(&file).ok()?;
    metadata.is_file().then_some(file)
}

/// The programs that a package announces.
fn scripts(venv: &Path, package: &str) -> Vec<String> {
    let wanted = lock::python_name(package);
    let mut scripts = Vec::new();
    for folder in site_packages(venv) {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        for entry in entries.take(FILES_MAX) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some(stem) = name.strip_suffix(".dist-info") else {
                continue;
            };
            let owner = stem.rsplit_once('-').map_or(stem, |(owner, _)| owner);
            if lock::python_name(owner) == wanted {
                scripts.extend(announced(&entry.path().join("entry_points.txt")));
            }
        }
    }
    scripts
}

fn site_packages(venv: &Path) -> Vec<PathBuf> {
    if cfg!(windows) {
        return vec![venv.join("Lib/site-packages")];
    }
    let versions = fs::read_dir(venv.join("lib"))
        .into_iter()
        .flatten()
        .flatten();
    versions
        .map(|version| version.path().join("site-packages"))
        .collect()
}

/// The names in the section of programs.
fn announced(file: &Path) -> Vec<String> {
    let mut text = String::new();
    let Ok(file) = File::open(file) else {
        return Vec::new();
    };
    if file.take(ENTRIES_MAX).read_to_string(&mut text).is_err() {
        return Vec::new();
    }
    let mut names = Vec::new();
    let mut applies = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            applies = line == "[console_scripts]";
        } else if applies && let Some((name, _)) = line.split_once('=') {
            names.push(name.trim().to_owned());
        }
    }
    names
}

/// The Python of the environment with a script, or the program where it is no script of Python.
fn command(file: &Path, python: PathBuf) -> Result<Start, PackageError> {
    let mut head = Vec::new();
    let opened = File::open(file).map_err(PackageError::io(file))?;
    opened
        .take(HEAD)
        .read_to_end(&mut head)
        .map_err(PackageError::io(file))?;
    let head = String::from_utf8_lossy(&head);
    let mut lines = head.lines();
    let first = lines.next().unwrap_or_default();
    // A long path of the interpreter is started by a shell, in lines that Python reads as a text.
    let by_shell = lines
        .next()
        .is_some_and(|line| line.starts_with("'''exec'"));
    if first.starts_with("#!") && (first.contains("python") || by_shell) {
        return Ok(Start {
            program: python,
            args: vec![file.to_string_lossy().into_owned()],
        });
    }
    Ok(Start {
        program: file.to_owned(),
        args: Vec::new(),
    })
}
