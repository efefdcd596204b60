//! What the readers of both wire formats share: progress, the end, and the checks of a call.

use domain::{MAX_ARGUMENT_BYTES, ToolIntent};

use crate::{Finish, LlmError, MAX_TOOL_CALLS, StreamEvent, Usage, json, limits::MAX_NAME_BYTES};

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
    pub(crate) calls: Vec<ToolIntent>,
    pub(crate) usage: Option<Usage>,
}

impl Ending {
    /// The last events of the answer, its calls checked.
    pub(crate) fn events(self) -> Result<Vec<StreamEvent>, LlmError> {
        // A filter that stopped the answer may have stopped it anywhere: no call of it counts.
        let calls = if self.finish == Finish::Refused {
            Vec::new()
        } else {
            self.calls
        };
        let finish = match self.finish {
            Finish::Stop | Finish::ToolUse if !calls.is_empty() => Finish::ToolUse,
            Finish::ToolUse => {
                return Err(LlmError::malformed("it ends in tool calls but has none"));
            }
            other @ (Finish::Stop | Finish::Length | Finish::Refused | Finish::Other(_)) => other,
        };
        let mut events = Vec::with_capacity(calls.len() + 2);
        for call in calls {
            events.push(StreamEvent::ToolIntent(whole(call)?));
        }
        events.extend(self.usage.map(StreamEvent::Usage));
        events.push(StreamEvent::Done(finish));
        Ok(events)
    }
}

/// Checks that a call is complete.
fn whole(mut call: ToolIntent) -> Result<ToolIntent, LlmError> {
    if call.alias.is_empty() {
        return Err(LlmError::malformed("a tool call without a name"));
    }
    if call.arguments.trim().is_empty() {
        call.arguments = "{}".to_owned();
    }
    if !json::is_whole(&call.arguments) {
        return Err(LlmError::malformed(
            "the arguments of a tool call are incomplete or not JSON",
        ));
    }
    Ok(call)
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

/// Appends to a name or an identifier.
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
