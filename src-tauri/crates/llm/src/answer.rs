//! The choice of the reader for a wire format.

use crate::{
    ChatRequest, LlmError, StreamEvent, Wire, anthropic, frames::Frame, openai, progress::Progress,
    responses,
};

/// Reads an answer in one of the wire formats.
pub(crate) struct AnswerReader {
    wire: WireReader,
    /// The names that the model was given.
    tools: Vec<String>,
}

enum WireReader {
    OpenAi(openai::CompletionReader),
    Anthropic(anthropic::MessageReader),
    Responses(responses::ResponseReader),
}

impl AnswerReader {
    pub(crate) fn new(wire: Wire, request: &ChatRequest) -> Self {
        let tools: Vec<String> = request.tools.iter().map(|t| t.alias.clone()).collect();
        let wire = match wire {
            Wire::OpenAiChat => WireReader::OpenAi(openai::CompletionReader::new(tools.clone())),
            Wire::AnthropicMessages => WireReader::Anthropic(anthropic::MessageReader::default()),
            Wire::OpenAiResponses => WireReader::Responses(responses::ResponseReader::default()),
        };
        Self { wire, tools }
    }

    /// Takes one document of the stream; what the caller may see at once goes to `out`.
    pub(crate) fn take(
        &mut self,
        frame: &Frame,
        out: &mut Vec<StreamEvent>,
    ) -> Result<Progress, LlmError> {
        match &mut self.wire {
            WireReader::OpenAi(answer) => answer.take(frame, out),
            WireReader::Anthropic(answer) => answer.take(frame, out),
            WireReader::Responses(answer) => answer.take(frame, out),
        }
    }

    /// Lines were lost that may have held anything.
    pub(crate) fn lost(&mut self, lines: u32) {
        match &mut self.wire {
            WireReader::OpenAi(answer) => answer.lost(lines),
            WireReader::Anthropic(answer) => answer.lost(lines),
            WireReader::Responses(answer) => answer.lost(lines),
        }
    }

    /// The stream is over: the items, usage and the finish, or the reason why there are none. What came before goes to `out`.
    pub(crate) fn end(self, out: &mut Vec<StreamEvent>) -> Result<Vec<StreamEvent>, LlmError> {
        let ending = match self.wire {
            WireReader::OpenAi(answer) => answer.end(out)?,
            WireReader::Anthropic(answer) => answer.end()?,
            WireReader::Responses(answer) => answer.end(out)?,
        };
        Ok(ending.events(&self.tools))
    }
}
