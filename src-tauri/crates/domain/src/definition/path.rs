//! Paths to values in a JSON document, as text.

use crate::jsontree::Json;

/// A name as part of a path: one that could be read as several is quoted.
pub(super) fn segment(name: &str) -> String {
    let usual = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '$';
    if !name.is_empty() && name.chars().all(usual) {
        return name.to_owned();
    }
    Json::string(name)
}

/// The path of `segment` below `path`.
pub(super) fn below(path: &str, segment: &str) -> String {
    if path.is_empty() {
        segment.to_owned()
    } else {
        format!("{path}.{segment}")
    }
}
