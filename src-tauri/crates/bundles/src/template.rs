//! `${NAME}` in the texts of a manifest.

use std::path::PathBuf;

/// Names of folders that a default may have.
pub(crate) const HOME_ONLY: &[&str] = &["HOME", "DESKTOP", "DOCUMENTS", "DOWNLOADS"];
/// Names that a command may have beside options and its own folder.
pub(crate) const ALL: &[&str] = &[
    "HOME",
    "DESKTOP",
    "DOCUMENTS",
    "DOWNLOADS",
    "pathSeparator",
    "/",
];

/// Folders of the user that a manifest may name.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The home folder.
    pub home: PathBuf,
    /// The desktop; below the home folder if it is not known.
    pub desktop: Option<PathBuf>,
    /// Documents; below the home folder if they are not known.
    pub documents: Option<PathBuf>,
    /// Downloads; below the home folder if they are not known.
    pub downloads: Option<PathBuf>,
}

impl Places {
    pub(crate) fn named(&self, name: &str, allowed: &[&str]) -> Option<String> {
        if !allowed.contains(&name) {
            return None;
        }
        let below = |place: &Option<PathBuf>, name: &str| {
            place.clone().unwrap_or_else(|| self.home.join(name))
        };
        let path = match name {
            "HOME" => self.home.clone(),
            "DESKTOP" => below(&self.desktop, "Desktop"),
            "DOCUMENTS" => below(&self.documents, "Documents"),
            "DOWNLOADS" => below(&self.downloads, "Downloads"),
            _ => return Some(std::path::MAIN_SEPARATOR.to_string()),
        };
        Some(path.to_string_lossy().into_owned())
    }
}

/// A text with a value in place of each `${NAME}` that has one. Values are not looked at again.
pub(crate) fn replaced(text: &str, value: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find("${") {
        let (before, from) = rest.split_at(begin);
        out.push_str(before);
        let name = from.get(2..).and_then(|after| after.split_once('}'));
        let Some((name, after)) = name else {
            rest = from;
            break;
        };
        match value(name) {
            Some(value) => out.push_str(&value),
            None => {
                out.push_str("${");
                out.push_str(name);
                out.push('}');
            }
        }
        rest = after;
    }
    out.push_str(rest);
    out
}
