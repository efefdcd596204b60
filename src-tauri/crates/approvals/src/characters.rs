//! Unusual characters in a server's text, and tools with confusable names.

use domain::{ToolRef, look, tool_label};
use host_api::{ReasonKind, ReasonView};
use messages::phrases;

use crate::wording::reason;

/// Maximum number of tools with confusable names that are listed.
const MAX_NAMED: usize = 5;

/// Another tool whose name is confusable with that of a given tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The user's name for its server.
    pub server: String,
    /// Its name, for display.
    pub label: String,
    /// Whether it is a tool of the same server.
    pub same_server: bool,
}

/// Returns those of the given tools whose names are confusable with that of `tool`. Each comes with the user's name for its server.
pub fn alike<'a>(
    tool: &ToolRef,
    others: impl IntoIterator<Item = (&'a ToolRef, &'a str)>,
) -> Vec<Alike> {
    let seen = look(&tool.name);
    let confusable = |other: &ToolRef| other != tool && look(&other.name) == seen;
    let others = others.into_iter();
    others
        .filter(|(other, _)| confusable(other))
        .map(|(other, server)| Alike {
            server: server.to_owned(),
            label: tool_label(&other.name),
            same_server: other.server == tool.server,
        })
        .collect()
}

/// Returns warnings about the tools with the same or a confusable name.
#[must_use]
pub fn shadows(name: &str, found: &[Alike]) -> Vec<ReasonView> {
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
            reason(ReasonKind::Shadow, lead, rest)
        })
        .collect();
    if found.len() > MAX_NAMED {
        let rest = phrases::host_shadow_more(found.len() - MAX_NAMED);
        out.push(reason(
            ReasonKind::Shadow,
            phrases::host_shadow_alike_lead(),
            rest,
        ));
    }
    out
}
