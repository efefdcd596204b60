//! Unusual characters in a server's text, and tools with confusable names.

use domain::{ServerId, look, tool_label};
use host_api::ReasonView;

use crate::{
    inner::Inner,
    wording::{count, reason},
};

/// Maximum number of tools with confusable names that are listed.
const MAX_NAMED: usize = 5;

/// Another tool whose name is confusable with that of a given tool.
struct Alike {
    server: String,
    label: String,
    same_server: bool,
}

/// Returns the tools of connected servers whose names are confusable with this one.
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

/// Returns which other tools have the same or a confusable name.
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
