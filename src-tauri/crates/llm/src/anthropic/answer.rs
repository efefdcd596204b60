//! Reads a streamed message.
//!
//! Blocks are open between their start and their stop; a piece for a block that is not open is an error. The end mark
//! is `message_stop`, or the `stop_reason` before it where the connection closes without the former.

use domain::ToolIntent;
use serde::Serialize;
use serde_json::Number;

use super::event::{Block, Delta, Event};
use crate::{
    Finish, LlmError, StreamEvent, Usage,
    error::shown,
    json,
    progress::{Ending, Progress, add_arguments, add_name, check_room},
    status,
};

/// Most blocks open at once; a real stream has one.
const MAX_OPEN_BLOCKS: usize = 256;

/// The reader of one answer.
#[derive(Default)]
pub(crate) struct MessageReader {
    open: Vec<(Option<Number>, Open)>,
    calls: Vec<ToolIntent>,
    finish: Option<Finish>,
    stopped: bool,
    usage: Option<Usage>,
}

/// A block whose end has not come.
enum Open {
    /// Text, or a kind that is not read.
    Plain,
    Thinking {
        thinking: String,
        signature: String,
    },
    Call {
        call: ToolIntent,
        /// The input that came with the start of the block, if not empty.
        input: String,
    },
}

/// A thinking block as it must be given back.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Replay {
    Thinking { thinking: String, signature: String },
    RedactedThinking { data: String },
}

impl MessageReader {
    pub(crate) fn take(
        &mut self,
        event: &sse::Event,
        out: &mut Vec<StreamEvent>,
    ) -> Result<Progress, LlmError> {
        if event.event == "error" {
            return Err(status::reported_event(&event.data));
        }
        let read: Event = json::read(&event.data)?;
        read.count(&mut self.usage);
        match read.r#type.as_str() {
            "content_block_start" => {
                let block = read
                    .content_block
                    .ok_or_else(|| LlmError::malformed("a block without content"))?;
                self.start(read.index, block, out)?;
            }
            "content_block_delta" => {
                let delta = read
                    .delta
                    .ok_or_else(|| LlmError::malformed("a delta without content"))?;
                self.extend(read.index.as_ref(), delta, out)?;
            }
            "content_block_stop" => self.stop(read.index.as_ref(), out)?,
            "message_delta" => {
                let reason = read.delta.and_then(|d| d.stop_reason);
                self.finish = self
                    .finish
                    .take()
                    .or_else(|| reason.as_deref().map(read_finish));
            }
            "message_stop" => self.stopped = true,
            "error" => return Err(status::reported_event(&event.data)),
            _ => {}
        }
        Ok(match (self.stopped, &self.finish) {
            (true, _) => Progress::End,
            (false, Some(_)) => Progress::Finished,
            (false, None) => Progress::More,
        })
    }

    fn start(
        &mut self,
        index: Option<Number>,
        block: Block,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        if self.position(index.as_ref()).is_some() {
            return Err(LlmError::malformed("a second block on an index in use"));
        }
        if self.open.len() >= MAX_OPEN_BLOCKS {
            return Err(LlmError::malformed("too many blocks at once"));
        }
        let open = match block.r#type.as_str() {
            "tool_use" => self.start_call(block, out)?,
            "thinking" => {
                let thinking = block.thinking.unwrap_or_default();
                push(out, StreamEvent::Reasoning, &thinking);
                Open::Thinking {
                    thinking,
                    signature: block.signature.unwrap_or_default(),
                }
            }
            "redacted_thinking" => {
                out.push(opaque(&Replay::RedactedThinking {
                    data: block.data.unwrap_or_default(),
                }));
                Open::Plain
            }
            "text" => {
                push(out, StreamEvent::Text, &block.text.unwrap_or_default());
                Open::Plain
            }
            _ => Open::Plain,
        };
        self.open.push((index, open));
        Ok(())
    }

    fn start_call(&mut self, block: Block, out: &mut Vec<StreamEvent>) -> Result<Open, LlmError> {
        let opened = self
            .open
            .iter()
            .filter(|(_, open)| matches!(open, Open::Call { .. }))
            .count();
        check_room(self.calls.len() + opened)?;
        let mut call = ToolIntent {
            provider_call_id: String::new(),
            alias: String::new(),
            arguments: String::new(),
        };
        add_name(&mut call.provider_call_id, &block.id.unwrap_or_default())?;
        add_name(&mut call.alias, &block.name.unwrap_or_default())?;
        if call.provider_call_id.is_empty() || self.has_call(&call.provider_call_id) {
            return Err(LlmError::malformed(
                "a tool call without an identifier of its own",
            ));
        }
        out.push(StreamEvent::ToolStarted {
            provider_call_id: call.provider_call_id.clone(),
            alias: call.alias.clone(),
        });
        let input = block
            .input
            .map(|raw| raw.get().to_owned())
            .filter(|text| !is_empty_object(text));
        Ok(Open::Call {
            call,
            input: input.unwrap_or_default(),
        })
    }

    fn has_call(&self, id: &str) -> bool {
        let opened = self.open.iter().any(|(_, open)| match open {
            Open::Call { call, .. } => call.provider_call_id == id,
            Open::Plain | Open::Thinking { .. } => false,
        });
        opened || self.calls.iter().any(|call| call.provider_call_id == id)
    }

    fn extend(
        &mut self,
        index: Option<&Number>,
        delta: Delta,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        let position = self.position(index);
        let Some((_, open)) = position.and_then(|p| self.open.get_mut(p)) else {
            return Err(LlmError::malformed(
                "a piece of a block that was not started",
            ));
        };
        match (delta.r#type.as_str(), open) {
            ("text_delta", Open::Plain) => {
                push(out, StreamEvent::Text, &delta.text.unwrap_or_default())
            }
            ("thinking_delta", Open::Thinking { thinking, .. }) => {
                let more = delta.thinking.unwrap_or_default();
                thinking.push_str(&more);
                push(out, StreamEvent::Reasoning, &more);
            }
            ("signature_delta", Open::Thinking { signature, .. }) => {
                signature.push_str(&delta.signature.unwrap_or_default());
            }
            ("input_json_delta", Open::Call { call, .. }) => {
                add_arguments(&mut call.arguments, &delta.partial_json.unwrap_or_default())?;
            }
            // The input of a block that is not read, such as a tool that the provider runs itself.
            ("input_json_delta", Open::Plain) => {}
            ("text_delta" | "thinking_delta" | "signature_delta" | "input_json_delta", _) => {
                return Err(LlmError::malformed("a piece that does not fit its block"));
            }
            _ => {}
        }
        Ok(())
    }

    fn stop(&mut self, index: Option<&Number>, out: &mut Vec<StreamEvent>) -> Result<(), LlmError> {
        let position = self
            .position(index)
            .ok_or_else(|| LlmError::malformed("the end of a block that was not started"))?;
        match self.open.swap_remove(position).1 {
            Open::Thinking {
                thinking,
                signature,
            } if !signature.is_empty() => {
                out.push(opaque(&Replay::Thinking {
                    thinking,
                    signature,
                }));
            }
            Open::Plain | Open::Thinking { .. } => {}
            Open::Call { mut call, input } => {
                if !input.is_empty() && !call.arguments.is_empty() {
                    return Err(LlmError::malformed("a tool call with two inputs"));
                }
                add_arguments(&mut call.arguments, &input)?;
                self.calls.push(call);
            }
        }
        Ok(())
    }

    /// The open block of an index. A server that gives no index can have one block open at a time.
    fn position(&self, index: Option<&Number>) -> Option<usize> {
        self.open
            .iter()
            .position(|(open, _)| open.as_ref() == index)
    }

    pub(crate) fn end(self) -> Result<Ending, LlmError> {
        let unsaid = self.stopped.then_some(if self.calls.is_empty() {
            Finish::Stop
        } else {
            Finish::ToolUse
        });
        let finish = self.finish.or(unsaid).ok_or(LlmError::CutStream)?;
        let unfinished = self
            .open
            .iter()
            .any(|(_, open)| matches!(open, Open::Call { .. }));
        if unfinished && finish != Finish::Refused {
            return Err(LlmError::malformed("a tool call that was not ended"));
        }
        Ok(Ending {
            finish,
            calls: self.calls,
            usage: self.usage,
        })
    }
}

fn push(out: &mut Vec<StreamEvent>, kind: fn(String) -> StreamEvent, text: &str) {
    if !text.is_empty() {
        out.push(kind(text.to_owned()));
    }
}

fn opaque(replay: &Replay) -> StreamEvent {
    StreamEvent::Opaque(serde_json::to_string(replay).unwrap_or_default())
}

fn is_empty_object(text: &str) -> bool {
    text.chars().filter(|c| !c.is_whitespace()).eq("{}".chars())
}

fn read_finish(reason: &str) -> Finish {
    match reason {
        "end_turn" | "stop_sequence" => Finish::Stop,
        "tool_use" => Finish::ToolUse,
        "max_tokens" | "model_context_window_exceeded" => Finish::Length,
        "refusal" => Finish::Refused,
        other => Finish::Other(shown(other)),
    }
}
