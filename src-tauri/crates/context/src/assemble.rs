//! From a snapshot to a request and its account.

use llm::{
    AssistantPiece, ChatMessage, ChatRequest, Lacks, Piece, State, ToolResult, ToolSpec, Tuning,
};

use crate::{
    Budget, Manifest, Reason, Snapshot,
    draft::{Draft, Step},
    fit::fit,
    results::CallResult,
    share,
    slot::{Body, Slot},
};

/// A request and its account.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembled {
    /// The request to send.
    pub request: ChatRequest,
    /// Its parts, and what was left out.
    pub manifest: Manifest,
}

/// Builds the request of a snapshot within a budget.
///
/// The order is fixed: the system text, the tools as given, the instructions of the project, those of servers, what is pinned, the summary of earlier messages, the messages after it. A request of the same conversation that only grew begins with the same parts,
/// until the budget forces it to leave something out.
#[must_use]
pub fn assemble(snapshot: &Snapshot<'_>, budget: &Budget) -> Assembled {
    let mut manifest = Manifest::default();
    let mut draft = Draft::new(snapshot, budget.result);
    limit_tools(&mut draft, snapshot, budget.tools, &mut manifest);
    fit(&mut draft, budget, &mut manifest.omitted);
    drop_dangling(&mut draft);
    let request = ChatRequest {
        model: snapshot.model.to_owned(),
        system: Some(draft.system.body.text().into_owned()),
        messages: pieces(&draft.project)
            .into_iter()
            .chain(pieces(&draft.instructions))
            .chain(pieces(&draft.pinned))
            .chain(pieces(&draft.summary))
            .chain(draft.steps.iter().flat_map(messages))
            .collect(),
        tools: draft.tools.iter().filter_map(spec).collect(),
        max_tokens: None,
        tuning: Tuning::default(),
        lacks: Lacks::default(),
        cache_key: None,
    };
    account(&draft, &mut manifest);
    Assembled { request, manifest }
}

fn limit_tools(
    draft: &mut Draft<'_>,
    snapshot: &Snapshot<'_>,
    most: usize,
    manifest: &mut Manifest,
) {
    let left = share::left_out(&snapshot.tools, most);
    let aliases: std::collections::BTreeSet<&str> = left
        .iter()
        .filter_map(|at| snapshot.tools.get(*at))
        .map(|tool| tool.alias)
        .collect();
    draft.tools.retain(|slot| {
        let stays = !aliases.contains(slot.name);
        if !stays {
            manifest
                .omitted
                .push(slot.omission(None, Some(Reason::ToolLimit)));
        }
        stays
    });
}

/// Replaces references to tools that the request does not have: an endpoint refuses them.
fn drop_dangling(draft: &mut Draft<'_>) {
    let sent: std::collections::BTreeSet<&str> = draft.tools.iter().map(|slot| slot.name).collect();
    for result in draft.steps.iter_mut().flat_map(|step| &mut step.results) {
        result.keep_references(|alias| sent.contains(alias));
    }
}

/// The digest of a part as it is sent: of state, without what it is kept with.
fn digest_as_sent(slot: &Slot<'_>) -> crate::PartDigest {
    let state = (slot.kind == crate::PartKind::State)
        .then(|| State::from_stored(&slot.body.text()))
        .flatten();
    state.map_or_else(
        || slot.body.digest(),
        |state| crate::PartDigest::of(&[&state.json]),
    )
}

/// Writes the parts of a draft, and those that are shortened, into its account.
fn account(draft: &Draft<'_>, manifest: &mut Manifest) {
    let mut cacheable = true;
    let mut add = |slot: &Slot<'_>, message, cacheable| {
        let digest = digest_as_sent(slot);
        manifest.parts.push(slot.part(message, cacheable, digest));
        if slot.reason.omits() {
            manifest.omitted.push(slot.omission(message, None));
        }
    };
    let fixed = std::iter::once(&draft.system).chain(&draft.tools);
    let fixed = fixed.chain(&draft.project);
    for slot in fixed.chain(&draft.instructions).chain(&draft.pinned) {
        add(slot, None, cacheable);
    }
    for slot in &draft.summary {
        add(slot, draft.summarized, cacheable);
    }
    for step in &draft.steps {
        for slot in &step.slots {
            add(slot, Some(step.message), cacheable);
        }
        for result in &step.results {
            cacheable &= result.settled;
            for slot in &result.slots {
                add(slot, Some(step.message), cacheable);
            }
        }
    }
}

fn spec(slot: &Slot<'_>) -> Option<ToolSpec> {
    match &slot.body {
        Body::Tool(tool, claim) => Some(ToolSpec {
            alias: tool.alias.to_owned(),
            description: claim.clone(),
            input_schema: tool.schema.to_owned(),
            deferred: tool.deferred,
        }),
        Body::Reference(..)
        | Body::Text { .. }
        | Body::Framed { .. }
        | Body::Image { .. }
        | Body::Media { .. }
        | Body::Call(_) => None,
    }
}

/// Returns parts as a message of their own in the user's role, if there are some.
pub(crate) fn pieces(slots: &[Slot<'_>]) -> Option<ChatMessage> {
    let pieces: Vec<Piece> = slots.iter().map(piece).collect();
    (!pieces.is_empty()).then_some(ChatMessage::User(pieces))
}

/// Returns the messages of a step: the message itself, and the results of its calls. A reply without pieces has none.
fn messages(step: &Step<'_>) -> Vec<ChatMessage> {
    if step.by_user {
        return vec![ChatMessage::User(step.slots.iter().map(piece).collect())];
    }
    let mut out = Vec::with_capacity(2);
    if !step.slots.is_empty() {
        let pieces = step.slots.iter().filter_map(assistant).collect();
        out.push(ChatMessage::Assistant { pieces });
    }
    if !step.results.is_empty() {
        let results = step.results.iter().map(result).collect();
        out.push(ChatMessage::ToolResults(results));
    }
    out
}

fn result(result: &CallResult<'_>) -> ToolResult {
    ToolResult {
        provider_call_id: result.provider_call_id.to_owned(),
        pieces: result.slots.iter().map(piece).collect(),
        is_error: result.is_error,
    }
}

fn piece(slot: &Slot<'_>) -> Piece {
    match &slot.body {
        Body::Image { mime_type, data } => Piece::Image {
            mime_type: (*mime_type).to_owned(),
            data_base64: data.clone().into_owned(),
        },
        Body::Media {
            mime_type,
            name,
            data,
            ..
        } => media(mime_type, name, data),
        Body::Reference(tool, _) => Piece::Tool(tool.alias.to_owned()),
        Body::Text { .. } | Body::Framed { .. } | Body::Call(_) | Body::Tool(..) => {
            Piece::Text(slot.body.text().into_owned())
        }
    }
}

fn media(mime_type: &str, name: &str, data: &str) -> Piece {
    let (mime_type, data_base64) = (mime_type.to_owned(), data.to_owned());
    match mime_type.split('/').next() {
        Some("image") => Piece::Image {
            mime_type,
            data_base64,
        },
        Some("audio") => Piece::Audio {
            mime_type,
            data_base64,
        },
        _ => Piece::Document {
            name: name.to_owned(),
            data_base64,
        },
    }
}

/// Returns a part of an answer; none for state that cannot be read.
fn assistant(slot: &Slot<'_>) -> Option<AssistantPiece> {
    match &slot.body {
        Body::Call(call) => Some(AssistantPiece::ToolUse(domain::ToolIntent {
            provider_call_id: call.provider_call_id.clone().into_owned(),
            alias: call.alias.to_owned(),
            arguments: call.arguments.to_owned(),
        })),
        body @ (Body::Text { .. }
        | Body::Framed { .. }
        | Body::Image { .. }
        | Body::Media { .. }
        | Body::Reference(..)
        | Body::Tool(..)) => {
            let text = body.text().into_owned();
            if slot.kind == crate::PartKind::State {
                State::from_stored(&text).map(AssistantPiece::State)
            } else {
                Some(AssistantPiece::Text(text))
            }
        }
    }
}
