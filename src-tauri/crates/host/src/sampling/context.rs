//! Context for a sampling request that asks for it. It contains results of the server's own calls, in the conversation of its
//! running call, and nothing else.

use consent::SamplingContext;
use domain::{Content, SamplingContent, SamplingMessage, SamplingRequest, SamplingRole, ServerId};
use store::{CallRecord, CallState};

use domain::cut;

use crate::inner::Inner;

/// Maximum number of results included, the newest ones.
const MAX_ITEMS: usize = 20;
/// Maximum text of one result, in bytes.
const MAX_ITEM: usize = 16 * 1024;
/// Maximum text of all results, in bytes.
const MAX_ALL: usize = 64 * 1024;
/// The protocol values that request context. With either, a server receives only its own.
const ASKS: [&str; 2] = ["thisServer", "allServers"];

impl Inner {
    /// Returns the context that may be included in a request, if it asks for context.
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
        // With several conversations it is ambiguous which one the server means.
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

/// Returns the newest results of a server's own calls, the oldest of them first.
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
        // Images and audio are not sent again.
        Content::Image { .. } | Content::Audio { .. } | Content::Unknown { .. } => None,
    });
    let said = texts.collect::<Vec<_>>().join("\n");
    if said.is_empty() {
        return result.structured.clone().unwrap_or_default();
    }
    said
}

/// Inserts the context before the server's messages.
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
