//! The licences of everything that is compiled in, in one file: the parts, and each text once.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use super::graph::{self, Part};
use crate::failure::Failure;

/// How the files with licences begin.
const NAMES: [&str; 6] = [
    "license",
    "licence",
    "copying",
    "notice",
    "copyright",
    "unlicense",
];
/// The largest text that is taken for a licence, in bytes.
const LARGEST: u64 = 256 * 1024;

/// Writes the file.
pub fn write(root: &Path, to: &Path) -> Result<(), Failure> {
    let mut parts: Vec<Part> = graph::crates(root)?.into_iter().collect();
    parts.extend(graph::npm(root)?);
    Ok(fs::write(to, together(&parts)?)?)
}

/// The list of the parts, and the texts, each with the parts that it belongs to.
fn together(parts: &[Part]) -> Result<String, Failure> {
    let mut out = "Innkeeper contains the following parts of others. Each is under the licence beside it; the texts follow.\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in parts {
        let name = format!("{} {}", part.name, part.version);
        let _ = writeln!(out, "{name}: {} ({})", part.licence, part.origin);
        if part.licence.is_empty() {
            return Err(Failure::Check(format!("{name} names no licence")));
        }
        for file in files(&part.folder)? {
            let text = String::from_utf8_lossy(&fs::read(file)?).replace('\r', "");
            let of = texts.entry(text.trim().to_owned()).or_default();
            if !of.contains(&name) {
                of.push(name.clone());
            }
        }
    }
    // The order of the first part, and not of the texts.
    let mut texts: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, of)| (of, text)).collect();
    texts.sort();
    for (of, text) in texts {
        let _ = write!(out, "\n{}\n{}\n\n{text}\n", "=".repeat(78), of.join("\n"));
    }
    Ok(out)
}

/// The files with licences in the folder of a part.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    let entries = fs::read_dir(folder)
        .map_err(|error| Failure::Check(format!("{} is missing: {error}", folder.display())))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        let data = entry.metadata()?;
        if NAMES.iter().any(|start| name.starts_with(start))
            && data.is_file()
            && data.len() <= LARGEST
        {
            all.push(entry.path());
        }
    }
    all.sort();
    Ok(all)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn part(name: &str, licence: &str, folder: &Path) -> Part {
        Part {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.to_owned(),
            origin: "someone".to_owned(),
            folder: folder.to_owned(),
        }
    }

    #[test]
    fn a_text_that_two_parts_share_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("LICENSE-MIT"), "As it is.\n").unwrap();
        fs::write(folder.path().join("README.md"), "No licence.\n").unwrap();
        let parts = [
            part("a", "MIT", folder.path()),
            part("b", "MIT", folder.path()),
        ];
        let text = together(&parts).unwrap();
        assert!(text.contains("a 1.0.0: MIT (someone)\nb 1.0.0: MIT (someone)\n"));
        assert_eq!(text.matches("As it is.").count(), 1);
        assert!(text.contains("a 1.0.0\nb 1.0.0\n\nAs it is."));
        assert!(!text.contains("No licence."));
    }

    #[test]
    fn a_part_without_a_licence_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(together(&[part("a", "", folder.path())]).is_err());
    }
}
