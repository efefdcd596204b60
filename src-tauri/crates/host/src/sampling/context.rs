//! What a server gave before, for the request in which it asks for its context: results of its own calls in the conversation whose
//! call of it is under way, and nothing else, ever.

use consent::SamplingContext;
use domain::{Content, SamplingContent, SamplingMessage, SamplingRequest, SamplingRole, ServerId};
use store::{CallRecord, CallState};

use crate::{content::cut, inner::Inner};

/// Most results that are added, the newest.
const MAX_ITEMS: usize = 20;
/// Most text of one result, in bytes.
const MAX_ITEM: usize = 16 * 1024;
/// Most text of all, in bytes.
const MAX_ALL: usize = 64 * 1024;
/// The words of the protocol that ask for context. Whichever it is, a server is given its own.
const ASKS: [&str; 2] = ["thisServer", "allServers"];

impl Inner {
    /// What may be added to a request, if it asks for context.
    pub(super) async fn context_of(
        &self,
        server: ServerId,
        request: &SamplingRequest,
    ) -> Option<SamplingContext> {
        let asked = request.include_context.clone()?;
        if !ASKS.contains(&asked.as_str()) {
            return None;
        }
        let conversations = self.calls.conversations_calling(server);
        // Of which of several it speaks cannot be told.
        let one = conversations.first().filter(|_| conversations.len() == 1);
        let calls = match one {
            Some(conversation) => self.store.calls().of_conversation(*conversation).await,
            None => Ok(Vec::new()),
        };
        let calls = calls.unwrap_or_else(|error| {
            tracing::warn!(%error, "the context of a server could not be read; none is offered");
            Vec::new()
        });
        Some(SamplingContext {
            asked,
            items: items(server, &calls),
        })
    }
}

/// The newest results of a server's own calls, the oldest of them first.
fn items(server: ServerId, calls: &[CallRecord]) -> Vec<(String, String)> {
    let own = calls
        .iter()
        .rev()
        .filter(|call| call.server == Some(server) && call.state == CallState::Done);
    let (mut out, mut size) = (Vec::new(), 0);
    for call in own {
        let text = said(call);
        if text.is_empty() {
            continue;
        }
        let kept = cut(&text, MAX_ITEM);
        size += kept.len();
        if out.len() == MAX_ITEMS || size > MAX_ALL {
            break;
        }
        let tool = domain::tool_label(&call.tool);
        let first = domain::visible(cut(kept.lines().next().unwrap_or_default(), 120));
        let line = format!("{tool}: {first}");
        out.push((line, format!("Earlier result of {}:\n{kept}", call.tool)));
    }
    out.reverse();
    out
}

fn said(call: &CallRecord) -> String {
    let Some(result) = &call.result else {
        return String::new();
    };
    let texts = result.content.iter().filter_map(|block| match block {
        Content::Text { text, .. } => Some(text.as_str()),
        Content::Resource { text, .. } => text.as_deref(),
        // Pictures and sounds are not given twice.
        Content::Image { .. } | Content::Audio { .. } | Content::Unknown { .. } => None,
    });
    let said = texts.collect::<Vec<_>>().join("\n");
    if said.is_empty() {
        return result.structured.clone().unwrap_or_default();
    }
    said
}

/// Puts the context before what the server asked.
pub(super) fn add(context: &SamplingContext, request: &mut SamplingRequest) {
    let blocks = context
        .items
        .iter()
        .map(|(_, text)| SamplingContent::Text(text.clone()));
    let message = SamplingMessage {
        role: SamplingRole::User,
        content: blocks.collect(),
    };
    request.messages.insert(0, message);
}
