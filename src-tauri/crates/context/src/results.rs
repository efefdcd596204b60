//! The results of calls as a model sees them: the server's data, and the notes of the host.

use std::borrow::Cow;

use domain::{ConversationId, Provenance};

use crate::{
    Label, PartKind,
    frame::head,
    slot::{Body, Slot, claim},
    snapshot::{Block, Call, End, Outcome, Tool},
};

/// The parts of one result.
pub(crate) struct CallResult<'a> {
    pub provider_call_id: &'a str,
    pub is_error: bool,
    /// Whether a later request repeats it: the call has ended.
    pub settled: bool,
    pub slots: Vec<Slot<'a>>,
}

/// What the parts of results have in common.
pub(crate) struct Known<'k, 'a> {
    /// The conversation, which keys the frames.
    pub key: ConversationId,
    /// The servers whose text the model had read.
    pub read: &'k Label,
    /// Most bytes of one text.
    pub most: usize,
    /// The tools of the request.
    pub tools: &'a [Tool<'a>],
}

impl<'a> Known<'_, 'a> {
    /// Returns the deferred tool that a definition describes.
    fn deferred(&self, origin: &Provenance) -> Option<&'a Tool<'a>> {
        let Provenance::Definition { server, tool } = origin else {
            return None;
        };
        let is = |other: &&Tool<'_>| other.server == Some(*server) && other.name == tool;
        self.tools.iter().filter(|tool| tool.deferred).find(is)
    }
}

impl CallResult<'_> {
    /// Keeps the references to tools of which `sent` is true. A result with none left says so.
    pub fn keep_references(&mut self, sent: impl Fn(&str) -> bool) {
        let dangles = |slot: &Slot<'_>| match &slot.body {
            Body::Reference(tool, _) => !sent(tool.alias),
            Body::Text { .. }
            | Body::Framed { .. }
            | Body::Image { .. }
            | Body::Media { .. }
            | Body::Call(_)
            | Body::Tool(..) => false,
        };
        let before = self.slots.len();
        self.slots.retain(|slot| !dangles(slot));
        if self.slots.is_empty() && before > 0 {
            let text = "(the tools that were found are not in this request)".to_owned();
            self.slots.push(note_of(Provenance::Host, text, usize::MAX));
        }
    }
}

/// Returns the parts of a call's result, each text cut at the known limit.
pub(crate) fn call_result<'a>(call: &'a Call<'a>, known: &Known<'_, 'a>) -> CallResult<'a> {
    let (mut slots, is_error) = match &call.end {
        End::Done { result, reason } => (done(call, result, reason, known), result.is_error),
        End::Unreadable
        | End::Denied(_)
        | End::Failed(_)
        | End::Stopped(_)
        | End::Unknown(_)
        | End::Open => (vec![ended(call, &call.end)], true),
    };
    if let Some(sent) = call.edited {
        let note = format!(
            "(The user changed the arguments before allowing this call. Sent were: {sent})"
        );
        slots.insert(
            0,
            note_of(Provenance::Host, note, usize::MAX).labelled(known.read),
        );
    }
    CallResult {
        provider_call_id: &call.provider_call_id,
        is_error,
        settled: !matches!(call.end, End::Open),
        slots: slots
            .into_iter()
            .map(|slot| slot.named(call.alias))
            .collect(),
    }
}

/// Returns what the model is told of a call without a result. The reason may hold text of the server if the call was sent.
fn ended<'a>(call: &Call<'_>, end: &End<'_>) -> Slot<'a> {
    let host = Provenance::Host;
    let (origin, text) = match end {
        End::Done { .. } | End::Unreadable => (host, "The result could not be read.".to_owned()),
        End::Open => (
            host,
            "The call has not ended. Its result takes this place once it is there. Do not repeat the call.".to_owned(),
        ),
        End::Denied(why) => (
            host,
            format!("The call was not sent. The user was told: {why}"),
        ),
        End::Failed(why) => (origin(call), format!("The call failed. {why}")),
        End::Stopped(why) => (origin(call), format!("The call was stopped. {why}")),
        End::Unknown(why) => (
            origin(call),
            format!(
                "The outcome is unknown: the call may have run. Do not repeat it without asking. {why}"
            ),
        ),
    };
    note_of(origin, text, usize::MAX)
}

fn done<'a>(
    call: &Call<'_>,
    result: &'a Outcome<'a>,
    reason: &str,
    known: &Known<'_, 'a>,
) -> Vec<Slot<'a>> {
    let Known { key, most, .. } = *known;
    let origin = origin(call);
    let data = |text: &'a str| {
        let text = Cow::Borrowed(text);
        Slot::new(PartKind::Result, origin.clone(), Body::Text { text, most })
    };
    let note = |text: String| note_of(origin.clone(), text, most);
    let mut slots: Vec<Slot<'a>> = result
        .blocks
        .iter()
        .map(|block| match block {
            Block::Text(text) => data(text),
            Block::Definition {
                origin,
                server_name,
                text,
            } => {
                let body = match known.deferred(origin) {
                    Some(tool) => Body::Reference(*tool, claim(tool)),
                    None => Body::Framed {
                        key,
                        head: head(origin, server_name),
                        text: Cow::Borrowed(text),
                        most,
                    },
                };
                Slot::new(PartKind::Result, origin.clone(), body)
            }
            Block::Image { mime_type, data } => {
                let data = Cow::Borrowed(&**data);
                let body = Body::Image { mime_type, data };
                Slot::new(PartKind::Image, origin.clone(), body)
            }
            Block::NoImage(why) => note(format!("(an image that is not shown: {why})")),
            Block::Audio => note("(audio, not passed on)".to_owned()),
            Block::Data { uri, bytes } => note(format!(
                "(the resource {}, {bytes} bytes, not passed on)",
                domain::cut(uri, most)
            )),
        })
        .collect();
    // A result with references has nothing else: those of tools that are gone say nothing any more.
    let refers = |slot: &Slot<'_>| matches!(slot.body, Body::Reference(..));
    if slots.iter().any(refers) {
        slots.retain(refers);
        return slots;
    }
    if let Some(structured) = result.structured {
        let texts = result.blocks.iter().filter_map(|block| match block {
            Block::Text(text) => Some(*text),
            Block::Definition { .. }
            | Block::Image { .. }
            | Block::NoImage(_)
            | Block::Audio
            | Block::Data { .. } => None,
        });
        if !domain::is_told(structured, &texts.collect::<Vec<_>>()) {
            slots.push(data(structured));
        }
    }
    if slots.is_empty() {
        slots.push(note("(empty result)".to_owned()));
    }
    if let Some(misfit) = &result.misfit {
        let text = format!("(This result does not fit its declared schema: {misfit})");
        slots.push(note(text));
    }
    if result.is_error && !reason.is_empty() {
        slots.push(note_of(
            origin.clone(),
            format!("(The user was told: {reason})"),
            usize::MAX,
        ));
    }
    slots
}

fn note_of<'a>(origin: Provenance, text: String, most: usize) -> Slot<'a> {
    let text = Cow::Owned(text);
    Slot::new(PartKind::Note, origin, Body::Text { text, most })
}

fn origin(call: &Call<'_>) -> Provenance {
    match call.server {
        Some(server) => Provenance::Tool {
            server,
            call: call.id,
        },
        None => Provenance::Host,
    }
}
