//! What both wire formats share while an answer is read: progress, the end, and the checks of a call.

use domain::{MAX_ARGUMENT_BYTES, ToolIntent};
use sse::Event;

use crate::{
    ChatRequest, Finish, LlmError, MAX_TOOL_CALLS, StreamEvent, Usage, Wire, anthropic, json,
    limits::MAX_NAME_BYTES, openai,
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

/// An answer in one of the wire formats.
pub(crate) enum Answer {
    OpenAi(openai::Answer),
    Anthropic(anthropic::Answer),
}

impl Answer {
    pub(crate) fn new(wire: Wire, request: &ChatRequest) -> Self {
        match wire {
            Wire::OpenAiChat => Self::OpenAi(openai::Answer::new(
                request.tools.iter().map(|t| t.alias.clone()).collect(),
            )),
            Wire::AnthropicMessages => Self::Anthropic(anthropic::Answer::default()),
        }
    }

    /// Takes one event of the stream; what the caller may see at once goes to `out`.
    pub(crate) fn take(
        &mut self,
        event: &Event,
        out: &mut Vec<StreamEvent>,
    ) -> Result<Progress, LlmError> {
        match self {
            Self::OpenAi(answer) => answer.take(event, out),
            Self::Anthropic(answer) => answer.take(event, out),
        }
    }

    /// The stream is over: the calls, usage and the finish, or the reason why there are none.
    pub(crate) fn end(self) -> Result<Vec<StreamEvent>, LlmError> {
        let ending = match self {
            Self::OpenAi(answer) => answer.end()?,
            Self::Anthropic(answer) => answer.end()?,
        };
        ending.events()
    }
}

/// A finished answer, its calls not yet checked.
pub(crate) struct Ending {
    pub(crate) finish: Finish,
    pub(crate) calls: Vec<ToolIntent>,
    pub(crate) usage: Option<Usage>,
}

impl Ending {
    fn events(self) -> Result<Vec<StreamEvent>, LlmError> {
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
        return Err(too_large(what, limit));
    }
    text.push_str(piece);
    Ok(())
}

/// Refuses one call more than [`MAX_TOOL_CALLS`].
pub(crate) fn check_room(calls: usize) -> Result<(), LlmError> {
    if calls >= MAX_TOOL_CALLS {
        return Err(too_large("the tool calls", MAX_TOOL_CALLS));
    }
    Ok(())
}

pub(crate) fn too_large(what: &'static str, limit: usize) -> LlmError {
    LlmError::TooLarge {
        what,
        limit: u64::try_from(limit).unwrap_or(u64::MAX),
    }
}
