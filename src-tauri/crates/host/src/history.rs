//! The branch of a conversation as the facts of a request, from its records.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use approvals::media::sniff;
use context::{AnswerPiece, Block, Call, End, Label, Message, Outcome};
use domain::{Content, MessageId, Provenance, ServerId, ToolOutcome, ToolRef};
use messages::Text;
use store::{CallRecord, CallState, MessageRecord, MessageStatus, PartKind, Role};

use tool_search::CALL_TOOL;

use crate::{
    attaching::{Attached, AttachedRecords},
    content,
};

/// The records of a branch, and facts about them.
pub(crate) struct Branch<'a> {
    /// The messages, oldest first.
    pub path: &'a [MessageRecord],
    /// The calls of the conversation.
    pub calls: &'a [CallRecord],
    /// The users' names for the servers.
    pub names: &'a BTreeMap<ServerId, String>,
    /// The servers whose text was in the request that a reply came from.
    pub read: &'a HashMap<MessageId, Label>,
    /// What the user attached.
    pub attached: &'a AttachedRecords,
    /// Where the request goes.
    pub target: Target<'a>,
}

/// Where a request goes: its own state goes back to it, and to nobody else.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    /// The endpoint, as messages name it.
    pub endpoint: Option<&'a str>,
    /// The model.
    pub model: &'a str,
    /// Whether it takes no answer with calls without reasoning.
    pub reasoning: bool,
}

impl Target<'_> {
    /// Whether an answer came from here. Those of former versions name no endpoint.
    fn sent(&self, message: &MessageRecord) -> bool {
        let here = match (&message.endpoint, self.endpoint) {
            (Some(of_message), Some(here)) => of_message == here,
            (Some(_), None) | (None, _) => true,
        };
        here && message.model.as_deref() == Some(self.model)
    }
}

/// Returns the messages of a branch for a model. Only what can be sent is in them: no reasoning and no notices.
pub(crate) fn messages<'a>(branch: &Branch<'a>) -> Vec<Message<'a>> {
    let calls = branch.calls.iter();
    let calls: HashMap<String, &'a CallRecord> = calls.map(|c| (c.id.to_string(), c)).collect();
    let message = |message: &'a MessageRecord| match message.role {
        Role::User => Message::User {
            id: message.id,
            texts: texts(message, branch.names),
            attached: match branch.attached.of.get(&message.id) {
                Some(all) => attached(all, branch.names),
                None => Vec::new(),
            },
        },
        Role::Assistant => Message::Answer {
            id: message.id,
            model: message.model.as_deref().unwrap_or_default(),
            read: branch.read.get(&message.id).cloned().unwrap_or_default(),
            pieces: pieces(message, &calls, branch),
        },
    };
    branch.path.iter().map(message).collect()
}

/// Returns attachments for a model.
pub(crate) fn attached<'a>(
    all: &'a [Attached],
    names: &'a BTreeMap<ServerId, String>,
) -> Vec<context::Attached<'a>> {
    let of = |attached: &'a Attached| {
        let server = attached.record.origin.server();
        let server_name = server.and_then(|id| names.get(&id));
        let server_name = server_name.map_or("", String::as_str);
        let one = move |(origin, pieces)| context::Attached {
            origin,
            server_name,
            pieces,
        };
        attached.pieces().into_iter().map(one)
    };
    all.iter().flat_map(of).collect()
}

fn texts<'a>(
    message: &'a MessageRecord,
    names: &'a BTreeMap<ServerId, String>,
) -> Vec<context::Text<'a>> {
    let parts = message.parts.iter();
    parts
        .filter(|part| part.kind == PartKind::Text)
        .map(|part| context::Text {
            text: &part.body,
            origin: &part.origin,
            server_name: part
                .origin
                .server()
                .and_then(|id| names.get(&id))
                .map_or("", String::as_str),
        })
        .collect()
}

fn pieces<'a>(
    message: &'a MessageRecord,
    calls: &HashMap<String, &'a CallRecord>,
    branch: &Branch<'a>,
) -> Vec<AnswerPiece<'a>> {
    let own = branch.target.sent(message);
    // What an answer that broke off left is of no use to anybody.
    let stateful = own && message.status == MessageStatus::Complete;
    let piece = |part: &'a store::PartRecord| match part.kind {
        PartKind::Text => (!part.body.is_empty()).then(|| AnswerPiece::Text(&part.body)),
        PartKind::Opaque => stateful.then(|| AnswerPiece::State(Cow::Borrowed(&part.body))),
        PartKind::Call => {
            let record = calls.get(&part.body)?;
            Some(AnswerPiece::Call(Box::new(call(record, branch.names, own))))
        }
        PartKind::Reasoning | PartKind::Image | PartKind::Notice => None,
    };
    let mut pieces: Vec<AnswerPiece<'a>> = message.parts.iter().filter_map(piece).collect();
    if branch.target.reasoning {
        pieces.extend(reasoning(message));
    }
    pieces
}

/// Returns the reasoning of an answer in the form that endpoints ask for which take none without it.
fn reasoning<'a>(message: &MessageRecord) -> Option<AnswerPiece<'a>> {
    let parts = message.parts.iter();
    let texts = parts.filter(|part| part.kind == PartKind::Reasoning);
    let text: String = texts.map(|part| part.body.as_str()).collect();
    let json = serde_json::to_string(&text).ok()?;
    let state = llm::State {
        field: "reasoning_content".to_owned(),
        json,
        call: None,
    };
    (!text.trim().is_empty()).then(|| AnswerPiece::State(Cow::Owned(state.to_stored())))
}

/// Returns a call with its result. Where another endpoint made it, its identifier is a short name.
fn call<'a>(record: &'a CallRecord, names: &'a BTreeMap<ServerId, String>, own: bool) -> Call<'a> {
    let reason = record.reason.as_deref().map(Text::from_stored);
    let reason = reason.unwrap_or_default().to_string();
    Call {
        id: record.id,
        server: record.server,
        provider_call_id: if own {
            Cow::Borrowed(&record.provider_call_id)
        } else {
            Cow::Owned(llm::short_id(&record.provider_call_id))
        },
        alias: match record.wrapper {
            Some(_) => CALL_TOOL,
            None => &record.alias,
        },
        arguments: record
            .wrapper
            .as_deref()
            .or(record.written.as_deref())
            .unwrap_or(&record.arguments),
        edited: record.edited.then_some(record.arguments.as_str()),
        end: match record.state {
            CallState::Done => match &record.result {
                Some(result) => End::Done {
                    result: match record.server {
                        Some(_) => outcome(result, block),
                        None => outcome(result, |content| block_of_host(content, names)),
                    },
                    reason,
                },
                None => End::Unreadable,
            },
            CallState::Denied => End::Denied(reason),
            CallState::Failed => End::Failed(reason),
            CallState::Cancelled => End::Stopped(reason),
            CallState::Unknown => End::Unknown(reason),
            CallState::Waiting | CallState::Running => End::Open,
        },
    }
}

fn outcome<'a>(outcome: &'a ToolOutcome, block: impl Fn(&'a Content) -> Block<'a>) -> Outcome<'a> {
    let misfit = outcome.misfit.as_deref().map(Text::from_stored);
    Outcome {
        blocks: outcome.content.iter().map(block).collect(),
        structured: outcome.structured.as_deref(),
        is_error: outcome.is_error,
        misfit: misfit.map(|text| text.to_string()),
    }
}

fn block(content: &Content) -> Block<'_> {
    match content {
        Content::Text { text, .. } => Block::Text(text),
        Content::Image { data, .. } => match sniff(data) {
            Ok(image) => Block::Image {
                mime_type: image.mime_type,
                data: data.into(),
            },
            Err(why) => Block::NoImage(why.to_string()),
        },
        Content::Audio { .. } => Block::Audio,
        Content::Resource {
            text: Some(text), ..
        } => Block::Text(text),
        Content::Resource { uri, raw, .. } => match content::blob(raw) {
            Some(blob) => match sniff(&blob) {
                Ok(image) => Block::Image {
                    mime_type: image.mime_type,
                    data: blob,
                },
                Err(_) => Block::Data {
                    uri,
                    bytes: blob.len() / 4 * 3,
                },
            },
            None => Block::Text(raw),
        },
        Content::Unknown { raw } => match encoded_in(raw) {
            bytes if bytes < LONG_BASE64 => Block::Text(raw),
            bytes => Block::Data {
                uri: "of an unknown kind",
                bytes,
            },
        },
    }
}

/// Base64 from this size on, in bytes, is not given to a model as text.
const LONG_BASE64: usize = 768;

/// Returns how many bytes the longest base64 within a text has.
fn encoded_in(raw: &str) -> usize {
    let is_digit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_');
    let runs = raw.split(|c| !is_digit(c)).map(str::len);
    runs.max().unwrap_or(0) / 4 * 3
}

/// Returns the tool that a block of a search's result defines; none for anything else.
pub(crate) fn defined(block: &Content) -> Option<ToolRef> {
    let Content::Text { rest, .. } = block else {
        return None;
    };
    match serde_json::from_str(rest.as_json()?).ok()? {
        Provenance::Definition { server, tool } => Some(ToolRef { server, name: tool }),
        Provenance::User
        | Provenance::File { .. }
        | Provenance::Model { .. }
        | Provenance::Tool { .. }
        | Provenance::Resource { .. }
        | Provenance::Prompt { .. }
        | Provenance::Instructions { .. }
        | Provenance::Host => None,
    }
}

/// Returns a block of a result of the host for a model: a definition is framed as data of its server.
fn block_of_host<'a>(content: &'a Content, names: &'a BTreeMap<ServerId, String>) -> Block<'a> {
    let origin = match content {
        Content::Text { rest, .. } => rest.as_json(),
        Content::Image { .. }
        | Content::Audio { .. }
        | Content::Resource { .. }
        | Content::Unknown { .. } => None,
    };
    let origin: Option<Provenance> = origin.and_then(|origin| serde_json::from_str(origin).ok());
    match (content, origin) {
        (Content::Text { text, .. }, Some(origin)) => Block::Definition {
            server_name: origin
                .server()
                .and_then(|server| names.get(&server))
                .map_or("", String::as_str),
            origin,
            text,
        },
        _ => block(content),
    }
}
