//! Absolute paths.

use domain::is_hidden;

use super::{
    loose::{has_escape, loose},
    truth::Truth,
};

/// Folders through which the system shows other folders.
const ALIASES: [&[&str]; 6] = [
    &["proc"],
    &["dev", "fd"],
    &["private"],
    &["volumes"],
    &["system", "volumes"],
    &[".vol"],
];
/// What a shell or a search for files could replace.
const PATTERNS: [char; 8] = ['*', '?', '[', '{', '$', '`', '~', '!'];

/// Whether a path is a folder, or below it.
pub(super) fn under(text: &str, folder: &str) -> Truth {
    let (Some(folder), Some(given)) = (parts_of(folder), path(text)) else {
        return Truth::Unclear;
    };
    if given.starts_with(&folder) {
        return Truth::Holds;
    }
    let drive = |parts: &[String]| parts.first().is_some_and(|part| part.ends_with(':'));
    // The same folder where capitals, marks, or dots and blanks at the end do not count.
    let (loosely, wanted) = (folded(&given), folded(&folder));
    let same = loosely.starts_with(&wanted);
    let common = loosely.iter().zip(&wanted).take_while(|(a, b)| a == b);
    let other = given.get(common.count());
    let replaced = other.is_some_and(|part| part.contains(PATTERNS));
    let unclear =
        same || replaced || drive(&given) != drive(&folder) || alias(&given) != alias(&folder);
    if unclear {
        Truth::Unclear
    } else {
        Truth::Fails
    }
}

/// The number of the alias a path goes through.
fn alias(parts: &[String]) -> Option<usize> {
    let small: Vec<String> = parts
        .iter()
        .take(2)
        .map(|part| part.to_lowercase())
        .collect();
    let small: Vec<&str> = small.iter().map(String::as_str).collect();
    ALIASES.iter().position(|alias| small.starts_with(alias))
}

fn folded(parts: &[String]) -> Vec<String> {
    parts.iter().map(|part| loose(part)).collect()
}

/// The parts of an absolute path; none if it is not one, or if programs could read it in different ways.
pub(super) fn path(text: &str) -> Option<Vec<String>> {
    let parts = parts_of(text)?;
    // Windows drops dots and blanks at the end of a name; `::` names a stream, and `~1` stands for a long name.
    let odd = |part: &String| part.ends_with(['.', ' ']) || part.contains(['~', ':']);
    let odd = is_windows(text) && parts.iter().skip(1).any(odd);
    (!odd && !has_escape(text)).then_some(parts)
}

fn is_windows(text: &str) -> bool {
    matches!(text.as_bytes(), [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic())
}

/// The parts of an absolute path; none if it is not one, or leads upwards.
pub(super) fn parts_of(text: &str) -> Option<Vec<String>> {
    if text.chars().any(|c| c.is_control() || is_hidden(c)) {
        return None;
    }
    let windows = is_windows(text);
    if !windows && (!text.starts_with('/') || text.starts_with("//")) {
        return None;
    }
    let split = |c: char| c == '/' || (windows && c == '\\');
    let parts: Vec<String> = text
        .split(split)
        .filter(|part| !part.is_empty() && *part != ".")
        .map(str::to_owned)
        .collect();
    let plain = |part: &String| part != ".." && (windows || !part.contains('\\'));
    parts.iter().all(plain).then_some(parts)
}
