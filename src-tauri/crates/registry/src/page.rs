//! One page of entries.

use serde_json::Value;

use crate::{
    Entry, RegistryError, Unreadable,
    bounds::{CURSOR_BYTES, PAGE_ENTRIES},
};

/// One page of entries.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its entries, in the order of the registry.
    pub entries: Vec<Entry>,
    /// The entries that were refused.
    pub unreadable: Vec<Unreadable>,
    /// The registry's name for the next page, if there is one.
    pub cursor: Option<String>,
}

/// Parses an answer. An entry that cannot be read does not affect the others.
pub(crate) fn parse(answer: &Value) -> Result<Page, RegistryError> {
    let Some(Value::Array(servers)) = answer.get("servers") else {
        // A registry written in Go sends `null` for an empty list.
        return match answer.get("servers") {
            Some(Value::Null) => Ok(Page {
                entries: Vec::new(),
                unreadable: Vec::new(),
                cursor: None,
            }),
            _ => Err(RegistryError::Malformed),
        };
    };
    let mut page = Page {
        entries: Vec::new(),
        unreadable: Vec::new(),
        cursor: cursor(answer)?,
    };
    for server in servers.iter().take(PAGE_ENTRIES) {
        match Entry::parse(server) {
            Ok(entry) => page.entries.push(entry),
            Err(unreadable) => page.unreadable.push(unreadable),
        }
    }
    Ok(page)
}

fn cursor(answer: &Value) -> Result<Option<String>, RegistryError> {
    match answer.pointer("/metadata/nextCursor") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(cursor)) if cursor.is_empty() => Ok(None),
        Some(Value::String(cursor))
            if cursor.len() <= CURSOR_BYTES && !cursor.chars().any(domain::is_hidden) =>
        {
            Ok(Some(cursor.clone()))
        }
        Some(_) => Err(RegistryError::Malformed),
    }
}
