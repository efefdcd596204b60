//! Unusual characters in a server's text, and tools with confusable names.

use domain::{ServerId, look, tool_label};
use host_api::ReasonView;
use messages::phrases;

use crate::{inner::Inner, wording::reason};

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
            let (own, same) = (other.same_server, other.label == label);
            let rest = match (own, same) {
                (true, _) => phrases::host_shadow_here(&other.label),
                (false, true) => phrases::host_shadow_same(&other.server),
                (false, false) => phrases::host_shadow_other(&other.server, &other.label),
            };
            let lead = match same {
                true => phrases::host_shadow_same_lead(),
                false => phrases::host_shadow_alike_lead(),
            };
            reason("shadow", lead, rest)
        })
        .collect();
    if found.len() > MAX_NAMED {
        let rest = phrases::host_shadow_more(found.len() - MAX_NAMED);
        out.push(reason("shadow", phrases::host_shadow_alike_lead(), rest));
    }
    out
}
