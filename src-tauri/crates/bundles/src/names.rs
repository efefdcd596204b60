//! Names of entries: those that are one file, inside the folder, on every system.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization as _;

use crate::error::{BundleError, EntryProblem};

/// Most bytes of a path.
const PATH_MAX: usize = 1024;
/// Most bytes of one part of a path.
const PART_MAX: usize = 255;
/// Most parts of a path.
const DEPTH_MAX: usize = 32;
/// Names of devices under Windows, whatever follows a dot.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"];

/// Checks the name of an entry. Returns it without the slash of a folder, and whether it is a folder.
pub(crate) fn checked(bytes: &[u8]) -> Result<(String, bool), BundleError> {
    let refused = |problem| {
        let name = String::from_utf8_lossy(bytes);
        BundleError::entry(&name, problem)
    };
    let name = std::str::from_utf8(bytes).map_err(|_| refused(EntryProblem::Name))?;
    let (path, is_folder) = match name.strip_suffix('/') {
        Some(path) => (path, true),
        None => (name, false),
    };
    if path.is_empty() || path.len() > PATH_MAX || path.split('/').count() > DEPTH_MAX {
        return Err(refused(EntryProblem::Name));
    }
    // An absolute path has an empty first part.
    for part in path.split('/') {
        part_problem(part).map_or(Ok(()), |problem| Err(refused(problem)))?;
    }
    Ok((path.to_owned(), is_folder))
}

fn part_problem(part: &str) -> Option<EntryProblem> {
    if part.is_empty() || part == "." || part == ".." || part.contains('\\') {
        return Some(EntryProblem::Outside);
    }
    if part.len() > PART_MAX {
        return Some(EntryProblem::Name);
    }
    if part.chars().any(|c| c.is_control() || domain::is_hidden(c)) {
        return Some(EntryProblem::Hidden);
    }
    let ends = part.ends_with(['.', ' ']);
    if ends || part.contains(['<', '>', ':', '"', '|', '?', '*']) || is_device(part) {
        return Some(EntryProblem::Reserved);
    }
    None
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default();
    let stem = stem.trim_end().to_lowercase();
    let numbered = ["com", "lpt"].iter().any(|device| {
        let rest = stem.strip_prefix(device);
        rest.is_some_and(|rest| {
            ["¹", "²", "³"].contains(&rest)
                || (rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()))
        })
    });
    numbered || DEVICES.contains(&stem.as_str())
}

/// The names of an archive, to find those that are one file on some system.
#[derive(Default)]
pub(crate) struct Names {
    files: HashSet<String>,
    /// Folders by their folded name, with the spelling that was used first.
    folders: HashMap<String, String>,
    given: HashSet<String>,
}

impl Names {
    /// Adds an entry.
    pub fn add(&mut self, path: &str, is_folder: bool) -> Result<(), BundleError> {
        let collides = || BundleError::entry(path, EntryProblem::Collides);
        let folded = fold(path);
        if !self.given.insert(folded.clone()) {
            return Err(collides());
        }
        let slashes = path.match_indices('/').map(|(at, _)| at);
        let ends = slashes.chain(is_folder.then_some(path.len()));
        for end in ends {
            let folder = path.get(..end).unwrap_or_default();
            let key = fold(folder);
            if self.files.contains(&key) {
                return Err(collides());
            }
            let first = self.folders.entry(key).or_insert_with(|| folder.to_owned());
            if first != folder {
                return Err(collides());
            }
        }
        if !is_folder {
            if self.folders.contains_key(&folded) {
                return Err(collides());
            }
            self.files.insert(folded);
        }
        Ok(())
    }
}

/// The same text for names that some system takes for one.
fn fold(name: &str) -> String {
    let upper: String = name.nfkc().flat_map(char::to_uppercase).collect();
    upper.to_lowercase().nfkc().collect()
}
