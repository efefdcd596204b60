//! Texts of an entry, checked before anybody reads them.

use messages::{Phrase, phrases};

/// Returns a text that is used byte for byte. `what` names it.
///
/// # Errors
/// It is too long, or has hidden characters, line breaks or spaces around it.
pub(crate) fn exact(what: &str, text: String, most: usize) -> Result<String, Phrase> {
    if text.chars().count() > most {
        return Err(phrases::host_registry_entry_long(most, what));
    }
    let hidden = |c: char| domain::is_hidden(c) || c.is_control();
    if text.chars().any(hidden) || text.trim() != text {
        return Err(phrases::host_registry_entry_hidden(what));
    }
    Ok(text)
}

/// Returns a text for people on one line, cut, with hidden characters written out.
pub(crate) fn prose(text: &str, most: usize) -> String {
    let text = domain::visible(text.trim());
    if text.chars().count() <= most {
        return text;
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{cut}…")
}

/// Returns a list that is not too long; a missing one is empty.
///
/// # Errors
/// It is too long.
pub(crate) fn list<T>(what: &str, list: Option<Vec<T>>, most: usize) -> Result<Vec<T>, Phrase> {
    let list = list.unwrap_or_default();
    if list.len() > most {
        return Err(phrases::host_registry_entry_many(most, what));
    }
    Ok(list)
}
