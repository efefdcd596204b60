//! The choice of the reader for a wire format.

use sse::Event;

use crate::{ChatRequest, LlmError, StreamEvent, Wire, anthropic, openai, progress::Progress};

/// Reads an answer in one of the wire formats.
pub(crate) enum AnswerReader {
    OpenAi(openai::CompletionReader),
    Anthropic(anthropic::MessageReader),
}

impl AnswerReader {
    pub(crate) fn new(wire: Wire, request: &ChatRequest) -> Self {
        match wire {
            Wire::OpenAiChat => Self::OpenAi(openai::CompletionReader::new(
                request.tools.iter().map(|t| t.alias.clone()).collect(),
            )),
            Wire::AnthropicMessages => Self::Anthropic(anthropic::MessageReader::default()),
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
