//! The parts of a request in their order, before they are fitted into a budget.

use std::borrow::Cow;

use domain::{ConversationId, MessageId, Provenance};

use crate::{
    Label, PartKind, Snapshot,
    frame::{head, media_head, summary_head},
    results::{CallResult, Known, call_result},
    slot::{Body, Slot, claim},
    snapshot::{AnswerPiece, Attached, AttachedPiece, Call, Message, Text, Tool},
    system::{SYSTEM, project_text},
};

/// All parts of a request.
pub(crate) struct Draft<'a> {
    pub system: Slot<'a>,
    pub tools: Vec<Slot<'a>>,
    /// The user's instructions for a project; at most one.
    pub project: Vec<Slot<'a>>,
    /// The instructions of servers.
    pub instructions: Vec<Slot<'a>>,
    /// What is pinned, before the messages.
    pub pinned: Vec<Slot<'a>>,
    /// The summary in place of earlier messages; at most one.
    pub summary: Vec<Slot<'a>>,
    /// The message up to which the summary replaces the conversation.
    pub summarized: Option<MessageId>,
    /// The messages after the summary, oldest first.
    pub steps: Vec<Step<'a>>,
    /// The number of turns; the last one is current.
    pub turns: usize,
}

/// The parts of one message.
pub(crate) struct Step<'a> {
    pub message: MessageId,
    /// The turn it belongs to. A turn begins with a message of the user.
    pub turn: usize,
    /// Whether the user wrote it.
    pub by_user: bool,
    /// The parts of the message itself.
    pub slots: Vec<Slot<'a>>,
    /// The results of its calls.
    pub results: Vec<CallResult<'a>>,
}

impl<'a> Draft<'a> {
    /// Puts the parts of a snapshot in order. Each text of a result is cut at `most` bytes.
    pub fn new(snapshot: &'a Snapshot<'a>, most: usize) -> Self {
        let mut draft = Self {
            system: Slot::new(PartKind::System, Provenance::Host, whole(SYSTEM)),
            tools: snapshot.tools.iter().map(tool).collect(),
            project: snapshot.project.map(project).into_iter().collect(),
            instructions: snapshot
                .instructions
                .iter()
                .map(|text| framed(snapshot.conversation, PartKind::Instructions, text))
                .collect(),
            pinned: attached(snapshot.conversation, &snapshot.pinned),
            summary: Vec::new(),
            summarized: None,
            steps: Vec::with_capacity(snapshot.messages.len()),
            turns: 0,
        };
        let messages = draft.summarize(snapshot);
        let mut read = Label::default();
        let before = draft.instructions.iter().chain(&draft.pinned);
        before.for_each(|slot| read.add(&slot.label));
        draft.summary.iter().for_each(|slot| read.add(&slot.label));
        for message in messages {
            let step = match message {
                Message::User {
                    id,
                    texts,
                    attached: files,
                } => {
                    draft.turns += 1;
                    let mut step = user(snapshot, *id, texts);
                    step.slots
                        .splice(0..0, attached(snapshot.conversation, files));
                    step
                }
                Message::Answer {
                    id,
                    model,
                    read: of_request,
                    pieces,
                } => {
                    let mut label = read.clone();
                    label.add(of_request);
                    let known = Known {
                        key: snapshot.conversation,
                        read: &label,
                        most,
                        tools: &snapshot.tools,
                    };
                    answer(*id, model, pieces, &known)
                }
            };
            for slot in step
                .slots
                .iter()
                .chain(step.results.iter().flat_map(|r| &r.slots))
            {
                read.add(&slot.label);
            }
            draft.steps.push(Step {
                turn: draft.turns,
                ..step
            });
        }
        draft
    }

    /// Adds the summary if the branch has the message that it ends with, and returns the messages that it does not replace.
    fn summarize(&mut self, snapshot: &'a Snapshot<'a>) -> &'a [Message<'a>] {
        let all = snapshot.messages.as_slice();
        let Some(summary) = &snapshot.summary else {
            return all;
        };
        let Some(last) = all.iter().position(|m| m.id() == summary.up_to) else {
            return all;
        };
        let body = Body::Framed {
            key: snapshot.conversation,
            head: summary_head(summary.model, summary.edited),
            text: Cow::Borrowed(summary.text),
            most: usize::MAX,
        };
        let origin = Provenance::Model {
            model: summary.model.to_owned(),
        };
        let slot = Slot::new(PartKind::Summary, origin, body).labelled(&summary.label);
        self.summary.push(slot);
        self.summarized = Some(summary.up_to);
        all.get(last + 1..).unwrap_or_default()
    }
}

/// Returns a text that is never cut unless the budget needs it.
fn whole(text: &str) -> Body<'_> {
    Body::Text {
        text: Cow::Borrowed(text),
        most: usize::MAX,
    }
}

fn tool<'a>(tool: &'a Tool<'a>) -> Slot<'a> {
    let origin = match tool.server {
        Some(server) => Provenance::Definition {
            server,
            tool: tool.name.to_owned(),
        },
        None => Provenance::Host,
    };
    Slot::new(PartKind::Tool, origin, Body::Tool(*tool, claim(tool))).named(tool.alias)
}

fn project<'a>(words: &str) -> Slot<'a> {
    let body = Body::Text {
        text: Cow::Owned(project_text(words)),
        most: usize::MAX,
    };
    Slot::new(PartKind::Project, Provenance::User, body)
}

/// Returns the parts of attachments: each text in a frame; each image, sound or document after a line of the host that names it.
fn attached<'a>(key: ConversationId, all: &'a [Attached<'a>]) -> Vec<Slot<'a>> {
    let mut slots = Vec::new();
    for one in all {
        let slot = |body| Slot::new(PartKind::Attachment, one.origin.clone(), body);
        let framed = |text: &'a str| {
            slot(Body::Framed {
                key,
                head: head(one.origin, one.server_name),
                text: Cow::Borrowed(text),
                most: usize::MAX,
            })
        };
        for piece in &one.pieces {
            match piece {
                AttachedPiece::Text(text) => slots.push(framed(text)),
                AttachedPiece::Missing(why) => slots.push(framed(why)),
                AttachedPiece::Media {
                    mime_type,
                    data,
                    page,
                    tokens,
                } => {
                    let head = media_head(one.origin, one.server_name, mime_type, *page);
                    slots.push(slot(Body::Text {
                        text: Cow::Owned(head),
                        most: usize::MAX,
                    }));
                    slots.push(slot(Body::Media {
                        mime_type,
                        name: match one.origin {
                            Provenance::File { name, .. } => name,
                            Provenance::Resource { uri, .. } => uri,
                            Provenance::Prompt { prompt, .. } => prompt,
                            Provenance::User
                            | Provenance::Model { .. }
                            | Provenance::Tool { .. }
                            | Provenance::Definition { .. }
                            | Provenance::Instructions { .. }
                            | Provenance::Host => "",
                        },
                        data: Cow::Borrowed(data),
                        tokens: *tokens,
                    }));
                }
            }
        }
    }
    slots
}

/// Returns a text in its frame.
fn framed<'a>(key: ConversationId, kind: PartKind, text: &Text<'a>) -> Slot<'a> {
    let body = Body::Framed {
        key,
        head: head(text.origin, text.server_name),
        text: Cow::Borrowed(text.text),
        most: usize::MAX,
    };
    Slot::new(kind, text.origin.clone(), body)
}

fn user<'a>(snapshot: &Snapshot<'a>, id: MessageId, texts: &'a [Text<'a>]) -> Step<'a> {
    let slot = |text: &'a Text<'a>| {
        match text.origin {
            Provenance::User | Provenance::Host => {
                Slot::new(PartKind::Message, text.origin.clone(), whole(text.text))
            }
            // Only the words of the user speak as the user.
            Provenance::File { .. }
            | Provenance::Model { .. }
            | Provenance::Tool { .. }
            | Provenance::Resource { .. }
            | Provenance::Prompt { .. }
            | Provenance::Definition { .. }
            | Provenance::Instructions { .. } => {
                framed(snapshot.conversation, PartKind::Attachment, text)
            }
        }
    };
    Step {
        message: id,
        turn: 0,
        by_user: true,
        slots: texts.iter().map(slot).collect(),
        results: Vec::new(),
    }
}

fn answer<'a>(
    id: MessageId,
    model: &str,
    pieces: &'a [AnswerPiece<'a>],
    known: &Known<'_, 'a>,
) -> Step<'a> {
    let origin = || Provenance::Model {
        model: model.to_owned(),
    };
    // State that cannot be read is not sent.
    let readable = |piece: &&AnswerPiece<'_>| match piece {
        AnswerPiece::State(kept) => llm::State::from_stored(kept).is_some(),
        AnswerPiece::Text(_) | AnswerPiece::Call(_) => true,
    };
    let slots = pieces.iter().filter(readable).map(|piece| {
        let slot = match piece {
            AnswerPiece::Text(text) => Slot::new(PartKind::Answer, origin(), whole(text)),
            AnswerPiece::State(kept) => Slot::new(PartKind::State, origin(), whole(kept)),
            AnswerPiece::Call(call) => {
                Slot::new(PartKind::Call, origin(), Body::Call(call)).named(call.alias)
            }
        };
        slot.labelled(known.read)
    });
    let calls = pieces.iter().filter_map(|piece| match piece {
        AnswerPiece::Call(call) => Some(&**call),
        AnswerPiece::Text(_) | AnswerPiece::State(_) => None,
    });
    Step {
        message: id,
        turn: 0,
        by_user: false,
        slots: slots.collect(),
        results: calls
            .map(|call: &'a Call<'a>| call_result(call, known))
            .collect(),
    }
}
