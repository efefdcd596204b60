//! What is odd about the characters of a server's words, and which tools have names that cannot be told apart.

use domain::{
    MixedWord, ServerId, ToolDefinition, hidden_in, json_texts, look, mixed_words, poses_as,
    tool_label,
};

use super::view::{count, reason};
use crate::{Inner, api::ReasonView};

/// Most tools of a similar name that are named.
const MAX_NAMED: usize = 5;

/// What is odd about the words of a tool's definition.
pub(crate) fn of_tool(tool: &ToolDefinition) -> Vec<ReasonView> {
    let takes = json_texts(&tool.input_schema);
    let places = [
        ("the title", tool.title.as_deref().unwrap_or_default()),
        (
            "the description",
            tool.description.as_deref().unwrap_or_default(),
        ),
        ("what it takes", &takes),
    ];
    oddities(Some(&tool.tool.name), &places)
}

/// What is odd about a server's words. `texts` are their places and the words, as `("the description", …)`.
pub(super) fn oddities(name: Option<&str>, texts: &[(&str, &str)]) -> Vec<ReasonView> {
    let mut out = Vec::new();
    if let Some(name) = name {
        let label = tool_label(name);
        let mixed = mixed_words(name);
        let hidden = hidden_in(name);
        if hidden > 0 {
            let lead = format!("{} in its name:", count(hidden, "hidden character"));
            out.push(reason("hidden", lead, format!("{label}.")));
        }
        for word in &mixed {
            out.push(reason(
                "mixed",
                format!("{} mixes", word.word),
                scripts(word),
            ));
        }
        if let Some(like) = poses_as(name) {
            let rest = format!("{like}, with letters of another alphabet.");
            out.push(reason("mixed", format!("{label} looks like"), rest));
        }
    }
    for (place, text) in texts {
        let hidden = hidden_in(text);
        if hidden > 0 {
            let lead = format!("{} in {place}.", count(hidden, "hidden character"));
            out.push(reason("hidden", lead, "They are written out."));
        }
        for word in mixed_words(text) {
            let lead = format!("“{}” in {place} mixes", word.word);
            out.push(reason("mixed", lead, scripts(&word)));
        }
    }
    out
}

/// Which alphabets a word is of.
pub(super) fn scripts(word: &MixedWord) -> String {
    let (last, first) = match word.scripts.split_last() {
        Some((last, first)) => (*last, first.join(", ")),
        None => ("", String::new()),
    };
    format!("{first} and {last} letters.")
}

/// Another tool whose name looks like that of a tool.
struct Alike {
    server: String,
    label: String,
    same_server: bool,
}

/// The tools of connected servers whose names a person cannot tell from this one.
fn alike(inner: &Inner, server: ServerId, name: &str) -> Vec<Alike> {
    let seen = look(name);
    let mut out = Vec::new();
    for snapshot in inner.servers.snapshots() {
        let Some(connection) = &snapshot.connection else {
            continue;
        };
        let same_server = snapshot.record.id == server;
        for tool in connection.tools.iter() {
            let other = &tool.tool.name;
            if !(same_server && other == name) && look(other) == seen {
                out.push(Alike {
                    server: snapshot.record.name.clone(),
                    label: tool_label(other),
                    same_server,
                });
            }
        }
    }
    out
}

/// Which other tools have the name of a tool, or one that looks like it.
pub(crate) fn shadows(inner: &Inner, server: ServerId, name: &str) -> Vec<ReasonView> {
    let found = alike(inner, server, name);
    let label = tool_label(name);
    let mut out: Vec<ReasonView> = found
        .iter()
        .take(MAX_NAMED)
        .map(|other| {
            let rest = match (other.same_server, other.label == label) {
                (true, _) => format!("this server has {} too.", other.label),
                (false, true) => format!("{} has a tool of this name too.", other.server),
                (false, false) => format!("{} has {}.", other.server, other.label),
            };
            let lead = match other.label == label {
                true => "Not the only one:",
                false => "Easily mistaken:",
            };
            reason("shadow", lead, rest)
        })
        .collect();
    if found.len() > MAX_NAMED {
        let rest = format!("{} more.", count(found.len() - MAX_NAMED, "tool"));
        out.push(reason("shadow", "Easily mistaken:", rest));
    }
    out
}
