//! What the readers of all wire formats share: progress, the end, and the checks of a call.

use std::collections::HashSet;

use domain::MAX_ARGUMENT_BYTES;
use uuid::Uuid;

use crate::{
    CallItem, CallProblem, Finish, LeftOut, LlmError, MAX_TOOL_CALLS, StreamEvent, Usage,
    gather::Gathered,
    json,
    limits::{MAX_ID_BYTES, MAX_NAME_BYTES},
};

/// How far an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The model goes on.
    More,
    /// The model finished; the end mark of the stream, or usage, may follow.
    Finished,
    /// The stream's end mark came.
    End,
}

/// A finished answer, its calls not yet checked.
pub(crate) struct Ending {
    pub(crate) finish: Finish,
    pub(crate) calls: Vec<CallItem>,
    pub(crate) usage: Option<Usage>,
    pub(crate) gathered: Gathered,
}

impl Ending {
    /// The last events of the answer, its calls checked against the names that the model was given.
    pub(crate) fn events(mut self, known: &[String]) -> Vec<StreamEvent> {
        let mut events = Vec::new();
        self.gathered.flush(&mut events);
        // A filter that stopped the answer may have stopped it anywhere: no call of it counts.
        let mut calls = if self.finish == Finish::Refused {
            Vec::new()
        } else {
            self.calls
        };
        let cut = self.finish == Finish::Length;
        let mut ids = HashSet::new();
        for call in &mut calls {
            checked(call, known, cut);
            if !ids.insert(call.intent.provider_call_id.clone()) {
                call.intent.provider_call_id = made_id();
            }
        }
        let finish = match self.finish {
            Finish::Stop | Finish::ToolUse if !calls.is_empty() => Finish::ToolUse,
            Finish::Stop | Finish::ToolUse | Finish::Nothing => Finish::Stop,
            other @ (Finish::Length | Finish::Refused | Finish::Other(_)) => other,
        };
        let (items, mut left_out) = self.gathered.finish(&calls);
        if calls.is_empty() && items.iter().any(|item| is_call_as_text(item, known)) {
            left_out.push((LeftOut::Calls, 1));
        }
        let says = items.iter().any(crate::Item::is_said) || !left_out.is_empty();
        let nothing = finish == Finish::Stop && !says;
        let finish = if nothing { Finish::Nothing } else { finish };
        events.push(StreamEvent::Items(items));
        events.extend(
            left_out
                .into_iter()
                .map(|(what, count)| StreamEvent::LeftOut { what, count }),
        );
        events.extend(self.usage.map(StreamEvent::Usage));
        events.push(StreamEvent::Done(finish));
        events
    }
}

/// Whether a text is a call in the form of a model's template, of a server that does not read it: it begins with a mark or an object, and names a tool.
fn is_call_as_text(item: &crate::Item, known: &[String]) -> bool {
    let crate::Item::Text(text) = item else {
        return false;
    };
    let text = text.trim_start();
    let marked = [
        "<tool",
        "<function",
        "<|tool",
        "<|python",
        "[TOOL_CALLS]",
        "{\"name\"",
        "{ \"name\"",
        "[{\"name\"",
    ];
    marked.iter().any(|mark| text.starts_with(mark)) && known.iter().any(|tool| text.contains(tool))
}

/// An identifier for a call that has none of its own.
pub(crate) fn made_id() -> String {
    format!("call_{}", Uuid::now_v7().simple())
}

/// Notes why a call cannot run as it is.
fn checked(call: &mut CallItem, known: &[String], cut: bool) {
    let intent = &mut call.intent;
    if intent.provider_call_id.is_empty() {
        intent.provider_call_id = made_id();
    }
    if let Some(name) = meant(&intent.alias, known) {
        intent.alias = name;
    }
    if intent.arguments.trim().is_empty() && !cut {
        "{}".clone_into(&mut intent.arguments);
    }
    let problem = if intent.alias.is_empty() {
        Some(CallProblem::NoName)
    } else {
        (!json::is_whole(&intent.arguments)).then_some(CallProblem::Unfinished)
    };
    call.problem = call.problem.or(problem);
}

/// The tool that a name with marks of the model's template around it means (`functions.read`, `read<|channel|>commentary`); none where it is one already or is not clear.
fn meant(name: &str, known: &[String]) -> Option<String> {
    if known.iter().any(|tool| tool == name) {
        return None;
    }
    let words = name.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-'));
    let mut tools = words.filter(|word| known.iter().any(|tool| tool == word));
    let only = tools.next()?;
    tools.next().is_none().then(|| only.to_owned())
}

/// Appends to arguments, up to [`MAX_ARGUMENT_BYTES`].
pub(crate) fn add_arguments(arguments: &mut String, piece: &str) -> Result<(), LlmError> {
    add(
        arguments,
        piece,
        "the arguments of a tool call",
        MAX_ARGUMENT_BYTES,
    )
}

/// Appends to an identifier.
pub(crate) fn add_id(id: &mut String, piece: &str) -> Result<(), LlmError> {
    add(id, piece, "the identifier of a tool call", MAX_ID_BYTES)
}

/// Appends to a name.
pub(crate) fn add_name(name: &mut String, piece: &str) -> Result<(), LlmError> {
    add(name, piece, "the name of a tool call", MAX_NAME_BYTES)
}

fn add(text: &mut String, piece: &str, what: &'static str, limit: usize) -> Result<(), LlmError> {
    if text.len().saturating_add(piece.len()) > limit {
        return Err(LlmError::too_large(what, limit));
    }
    text.push_str(piece);
    Ok(())
}

/// Refuses one call more than [`MAX_TOOL_CALLS`].
pub(crate) fn check_room(calls: usize) -> Result<(), LlmError> {
    if calls >= MAX_TOOL_CALLS {
        return Err(LlmError::too_large("the tool calls", MAX_TOOL_CALLS));
    }
    Ok(())
}
