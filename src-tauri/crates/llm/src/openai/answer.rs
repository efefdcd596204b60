//! Reads a streamed chat completion.
//!
//! A `finish_reason` or `[DONE]` is the end mark: either may be missing, both may not.

use sse::Event;

use super::{
    calls::Calls,
    chunk::{Choice, Chunk},
};
use crate::{
    Finish, LlmError, StreamEvent, Usage,
    error::shown,
    json,
    progress::{Ending, Progress},
    status,
};

const DONE: &str = "[DONE]";

/// The reader of one answer.
pub(crate) struct CompletionReader {
    calls: Calls,
    has_calls: bool,
    finish: Option<Finish>,
    refused: bool,
    done: bool,
    usage: Option<Usage>,
    round: u64,
}

impl CompletionReader {
    /// `tools` are the names that the model was given.
    pub(crate) fn new(tools: Vec<String>) -> Self {
        Self {
            calls: Calls::new(tools),
            has_calls: false,
            finish: None,
            refused: false,
            done: false,
            usage: None,
            round: 0,
        }
    }

    pub(crate) fn take(
        &mut self,
        event: &Event,
        out: &mut Vec<StreamEvent>,
    ) -> Result<Progress, LlmError> {
        let data = event.data.trim();
        if data == DONE {
            self.done = true;
            return Ok(Progress::End);
        }
        if data.is_empty() {
            return Ok(self.progress());
        }
        if event.event == "error" {
            return Err(status::reported_event(data));
        }
        let chunk: Chunk = json::read(data)?;
        if chunk.error.is_some() {
            return Err(status::reported_event(data));
        }
        self.usage = chunk.usage().or(self.usage);
        for choice in chunk.choices.unwrap_or_default() {
            if choice.is_first() {
                self.take_choice(choice, out)?;
            }
        }
        Ok(self.progress())
    }

    fn take_choice(&mut self, choice: Choice, out: &mut Vec<StreamEvent>) -> Result<(), LlmError> {
        self.round += 1;
        if let Some(delta) = choice.delta {
            let (mut text, reasoning) = delta.texts();
            if let Some(refusal) = delta.refusal.filter(|r| !r.is_empty()) {
                self.refused = true;
                text.push_str(&refusal);
            }
            if !reasoning.is_empty() {
                out.push(StreamEvent::Reasoning(reasoning));
            }
            if !text.is_empty() {
                out.push(StreamEvent::Text(text));
            }
            let pieces = delta.tool_calls.unwrap_or_default();
            self.has_calls |= !pieces.is_empty();
            self.calls.take(pieces, self.round, out)?;
        }
        let finish = choice
            .finish_reason
            .as_deref()
            .filter(|reason| !reason.is_empty());
        // The first reason counts: some servers send one with every chunk after the end.
        self.finish = self.finish.take().or_else(|| finish.map(read_finish));
        Ok(())
    }

    fn progress(&self) -> Progress {
        if self.finish.is_some() {
            Progress::Finished
        } else {
            Progress::More
        }
    }

    pub(crate) fn end(self) -> Result<Ending, LlmError> {
        let unsaid = self.done.then_some(if self.has_calls {
            Finish::ToolUse
        } else {
            Finish::Stop
        });
        let finish = self.finish.or(unsaid).ok_or(LlmError::CutStream)?;
        Ok(Ending {
            finish: if self.refused {
                Finish::Refused
            } else {
                finish
            },
            calls: self.calls.finish(),
            usage: self.usage,
        })
    }
}

fn read_finish(reason: &str) -> Finish {
    match reason {
        "stop" | "eos" => Finish::Stop,
        "tool_calls" | "function_call" => Finish::ToolUse,
        "length" | "max_tokens" => Finish::Length,
        "content_filter" => Finish::Refused,
        other => Finish::Other(shown(other)),
    }
}
