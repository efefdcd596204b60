//! Reads a message, streamed or as one document.
//!
//! The end mark is `message_stop`, or the `stop_reason` before it where the connection closes without the former.

use super::blocks::Blocks;
use crate::{
    Finish, LeftOut, LlmError, StreamEvent, Usage,
    fields::{self, Fields},
    finish,
    frames::{DONE, Frame},
    gather::Gathered,
    progress::{Ending, Progress},
    status,
};

/// The reader of one answer.
#[derive(Default)]
pub(crate) struct MessageReader {
    blocks: Blocks,
    gathered: Gathered,
    finish: Option<Finish>,
    stopped: bool,
    usage: Option<Usage>,
}

impl MessageReader {
    pub(crate) fn take(
        &mut self,
        frame: &Frame,
        out: &mut Vec<StreamEvent>,
    ) -> Result<Progress, LlmError> {
        if frame.data.trim() == DONE {
            // Of another wire, at the end of some gateways' streams.
            return Ok(if self.finish.is_some() {
                Progress::End
            } else {
                Progress::More
            });
        }
        if frame.event == "error" {
            return Err(status::reported_event(&frame.data));
        }
        let document = fields::document(&frame.data);
        let Some(event) = document.as_deref().and_then(Fields::read) else {
            if let Some(error) = document.as_deref().and_then(status::reported) {
                return Err(error);
            }
            self.lost(1);
            return Ok(self.progress());
        };
        let kind = event.word("type").unwrap_or_else(|| frame.event.clone());
        self.take_event(&kind, &event, &frame.data, out)?;
        Ok(self.progress())
    }

    /// Lines were lost that may have held anything.
    pub(crate) fn lost(&mut self, lines: u32) {
        if lines > 0 {
            self.blocks.lost();
            self.gathered.left_out(LeftOut::Lines, lines);
        }
    }

    fn take_event(
        &mut self,
        kind: &str,
        event: &Fields<'_>,
        data: &str,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        match kind {
            "message_start" => {
                if let Some(message) = event.object("message") {
                    self.take_message(&message, out)?;
                }
            }
            "message" => {
                self.take_message(event, out)?;
                self.stopped |= event.has("content");
            }
            "content_block_start" => {
                let block = event.get("content_block").unwrap_or("{}");
                self.blocks
                    .start(event.key("index"), block, &mut self.gathered, out)?;
            }
            "content_block_delta" => {
                let delta = event.object("delta").unwrap_or_default();
                self.blocks
                    .extend(event.key("index"), &delta, &mut self.gathered, out)?;
            }
            "content_block_stop" => {
                self.blocks
                    .stop(event.key("index").as_deref(), &mut self.gathered)?;
            }
            "message_delta" => {
                let delta = event.object("delta").unwrap_or_default();
                self.take_reason(
                    delta
                        .word("stop_reason")
                        .or_else(|| event.word("stop_reason")),
                )?;
            }
            "message_stop" => self.stopped = true,
            "error" => return Err(status::reported_event(data)),
            _ => {
                if let Some(error) = status::reported_in(event, data) {
                    return Err(error);
                }
                // A message whose type is missing.
                if event.has("content") && event.has("role") {
                    self.take_message(event, out)?;
                    self.stopped = true;
                }
            }
        }
        self.count(event);
        Ok(())
    }

    /// A message, with the blocks that it already has.
    fn take_message(
        &mut self,
        message: &Fields<'_>,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        for block in message.list("content") {
            // Content may be a plain text.
            let plain = format!(r#"{{"type":"text","text":{block}}}"#);
            let block = if block.starts_with('"') {
                &plain
            } else {
                block
            };
            self.blocks.start(None, block, &mut self.gathered, out)?;
            self.blocks.stop(None, &mut self.gathered)?;
        }
        self.take_reason(message.word("stop_reason"))?;
        self.count(message);
        Ok(())
    }

    fn take_reason(&mut self, reason: Option<String>) -> Result<(), LlmError> {
        let Some(reason) = reason else {
            return Ok(());
        };
        if finish::is_failure(&reason) {
            return Err(status::failed(&reason, ""));
        }
        finish::merge(&mut self.finish, finish::read(&reason));
        Ok(())
    }

    /// Puts the totals of an event, where it has some, over those known so far.
    fn count(&mut self, event: &Fields<'_>) {
        let Some(tokens) = event.object("usage") else {
            return;
        };
        let (written, cached) = (
            tokens.number("cache_creation_input_tokens"),
            tokens.number("cache_read_input_tokens"),
        );
        let usage = self.usage.get_or_insert_default();
        if let Some(input) = tokens.number("input_tokens") {
            let parts = [written, cached].into_iter().flatten();
            usage.input_tokens = parts.fold(input, u64::saturating_add);
        }
        usage.cached_tokens = cached.or(usage.cached_tokens);
        usage.written_tokens = written.or(usage.written_tokens);
        usage.output_tokens = tokens
            .number("output_tokens")
            .unwrap_or(usage.output_tokens);
    }

    fn progress(&self) -> Progress {
        match (self.stopped, &self.finish) {
            (true, _) => Progress::End,
            (false, Some(_)) => Progress::Finished,
            (false, None) => Progress::More,
        }
    }

    /// The end of the bytes.
    pub(crate) fn end(mut self) -> Result<Ending, LlmError> {
        let unsaid = self.stopped.then_some(if self.blocks.has_calls() {
            Finish::ToolUse
        } else {
            Finish::Stop
        });
        let finish = self.finish.or(unsaid).ok_or(LlmError::CutStream)?;
        let calls = self.blocks.finish(&mut self.gathered)?;
        Ok(Ending {
            finish,
            calls,
            usage: self.usage,
            gathered: self.gathered,
        })
    }
}
