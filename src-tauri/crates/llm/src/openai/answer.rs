//! Reads a chat completion, streamed or as one document.
//!
//! A reason to finish or `[DONE]` is the end mark: either may be missing, both may not.

use super::{calls::Calls, choices::Choices};
use crate::{
    Finish, LeftOut, LlmError, StreamEvent, Usage,
    fields::{self, Fields, Text},
    finish,
    frames::{DONE, Frame},
    gather::Gathered,
    parts,
    progress::{Ending, Progress},
    status,
};

/// The reader of one answer.
pub(crate) struct CompletionReader {
    calls: Calls,
    choices: Choices,
    gathered: Gathered,
    finish: Option<Finish>,
    refused: bool,
    done: bool,
    /// Deltas came: whole messages beside them say the same again.
    deltas: bool,
    usage: Option<Usage>,
}

impl CompletionReader {
    /// `tools` are the names that the model was given.
    pub(crate) fn new(tools: Vec<String>) -> Self {
        Self {
            calls: Calls::new(tools),
            choices: Choices::default(),
            gathered: Gathered::default(),
            finish: None,
            refused: false,
            done: false,
            deltas: false,
            usage: None,
        }
    }

    pub(crate) fn take(
        &mut self,
        frame: &Frame,
        out: &mut Vec<StreamEvent>,
    ) -> Result<Progress, LlmError> {
        let data = frame.data.trim();
        if data == DONE {
            self.done = true;
            return Ok(Progress::End);
        }
        if frame.event == "error" {
            return Err(status::reported_event(data));
        }
        let document = fields::document(data);
        let Some(chunk) = document.as_deref().and_then(Fields::read) else {
            if let Some(error) = document.as_deref().and_then(status::reported) {
                return Err(error);
            }
            self.lost(1);
            return Ok(self.progress());
        };
        self.take_chunk(&chunk, data, out)?;
        Ok(self.progress())
    }

    /// Lines were lost that may have held anything.
    pub(crate) fn lost(&mut self, lines: u32) {
        if lines > 0 {
            self.calls.lost();
            self.gathered.left_out(LeftOut::Lines, lines);
        }
    }

    fn take_chunk(
        &mut self,
        chunk: &Fields<'_>,
        data: &str,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        let counted = chunk.object("usage").and_then(|usage| read_usage(&usage));
        let choices = match chunk.has("choices") {
            true => chunk.list("choices"),
            // The native form of some servers: the message is the chunk itself.
            false if chunk.object("message").is_some() => vec![data],
            false => Vec::new(),
        };
        let reported = status::reported_in(chunk, data);
        let index = |choice: &str| Fields::read(choice).and_then(|choice| choice.key("index"));
        for choice in self.choices.select(&choices, index) {
            let taken = self.take_choice(&choice, out);
            // The error of the chunk says more than the end of its choice.
            if reported.is_none() {
                taken?;
            }
        }
        self.usage = counted.or(self.usage);
        reported.map_or(Ok(()), Err)
    }

    fn take_choice(&mut self, choice: &str, out: &mut Vec<StreamEvent>) -> Result<(), LlmError> {
        let Some(choice) = Fields::read(choice) else {
            self.lost(1);
            return Ok(());
        };
        let delta = choice
            .object("delta")
            .filter(|delta| delta.iter().next().is_some());
        let message = choice.object("message");
        self.deltas |= delta.as_ref().is_some_and(says_something);
        match (delta, message) {
            (Some(delta), message) if self.deltas || message.is_none() => {
                self.take_delta(&delta, out)?
            }
            (_, Some(message)) if !self.deltas => self.take_delta(&message, out)?,
            _ => {}
        }
        if let Some(text) = choice.text("text") {
            self.gathered.text(&text, out);
        }
        let reasons = [
            "finish_reason",
            "finishReason",
            "stop_reason",
            "done_reason",
        ];
        if let Some(reason) = reasons.iter().find_map(|name| choice.word(name)) {
            if finish::is_failure(&reason) {
                let said = choice.get("error").unwrap_or_default();
                return Err(status::failed(&reason, said));
            }
            finish::merge(&mut self.finish, finish::read(&reason));
        }
        Ok(())
    }

    fn take_delta(
        &mut self,
        delta: &Fields<'_>,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        self.take_reasoning(delta, out);
        let mut parts = parts::Parts::default();
        if let Some(content) = delta.get("content") {
            parts.read(content);
        }
        for thought in &parts.reasoning {
            self.gathered.reasoning(thought, out);
        }
        for text in &parts.text {
            self.gathered.text(text, out);
        }
        let mut refusal = parts::Parts::default();
        refusal.read(delta.get("refusal").unwrap_or("null"));
        for text in refusal
            .text
            .iter()
            .chain(&parts.refusal)
            .filter(|text| !text.is_empty())
        {
            self.refused = true;
            self.gathered.text(text, out);
        }
        let pictures = delta.list("images").len() + parts.pictures;
        self.gathered.left_out(LeftOut::Pictures, count(pictures));
        if let Some(audio) = delta.object("audio") {
            self.gathered
                .left_out(LeftOut::Sounds, u32::from(audio.get("data").is_some()));
            if let Some(transcript) = audio.text("transcript") {
                self.gathered.text(&transcript, out);
            }
        }
        self.gathered.left_out(LeftOut::Parts, count(parts.others));
        if let Some(extra) = delta.get("extra_content") {
            self.gathered.state("extra_content", extra.to_owned(), None);
        }
        let pieces = ["tool_calls", "tool_call", "function_call"];
        for piece in pieces.iter().flat_map(|name| delta.list(name)) {
            if !fields::is_nothing(piece) {
                self.calls.take(piece, &mut self.gathered, out)?;
            }
        }
        Ok(())
    }

    /// Reasoning is every field that is called so. Its text goes back under the same name; the same text under two names is shown once.
    fn take_reasoning(&mut self, delta: &Fields<'_>, out: &mut Vec<StreamEvent>) {
        let mut shown: Vec<Text> = Vec::new();
        let has = |name: &str, words: &[&str]| words.iter().any(|word| name.contains(word));
        let named = |name: &str| {
            has(name, &["reason", "think", "thought"]) && !has(name, &["finish", "stop"])
        };
        let mut details = Vec::new();
        for (name, value) in delta.iter().filter(|(name, _)| named(name)) {
            match Text::read(value) {
                Some(text) if text.is_empty() => {}
                Some(text) => {
                    self.gathered.field(name, &text);
                    if !has(name, &["signature", "encrypted"]) {
                        shown.push(text);
                    }
                }
                None if value.starts_with('[') => {
                    let entries = fields::elements(value);
                    self.gathered.details(name, &entries);
                    details.extend(entries);
                }
                None => details.push(value),
            }
        }
        shown.dedup();
        if shown.is_empty() {
            for entry in details {
                let mut parts = parts::Parts::default();
                parts.read(entry);
                shown.extend(parts.reasoning.into_iter().chain(parts.text));
            }
        }
        for text in &shown {
            self.gathered.reasoning(text, out);
        }
    }

    fn progress(&self) -> Progress {
        let held = self.choices.peek_held().and_then(Fields::read);
        let held = held.is_some_and(|choice| choice.word("finish_reason").is_some());
        if self.finish.is_some() || held {
            Progress::Finished
        } else {
            Progress::More
        }
    }

    /// The end of the bytes. What was held goes to `out`.
    pub(crate) fn end(mut self, out: &mut Vec<StreamEvent>) -> Result<Ending, LlmError> {
        if self.finish.is_none()
            && let Some(held) = self.choices.held()
        {
            self.take_choice(&held, out)?;
        }
        let unsaid = self.done.then_some(if self.calls.is_empty() {
            Finish::Stop
        } else {
            Finish::ToolUse
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
            gathered: self.gathered,
        })
    }
}

fn says_something(delta: &Fields<'_>) -> bool {
    delta
        .iter()
        .any(|(name, value)| name != "role" && !fields::is_nothing(value))
}

fn count(many: usize) -> u32 {
    u32::try_from(many).unwrap_or(u32::MAX)
}

fn read_usage(usage: &Fields<'_>) -> Option<Usage> {
    let first = |names: &[&str]| names.iter().find_map(|name| usage.number(name));
    let input = first(&["prompt_tokens", "input_tokens"]);
    let output = first(&["completion_tokens", "output_tokens"]);
    if input.is_none() && output.is_none() {
        return None;
    }
    let details = usage
        .object("prompt_tokens_details")
        .or_else(|| usage.object("input_tokens_details"));
    let detail = |names: &[&str]| {
        let details = details.as_ref()?;
        names.iter().find_map(|name| details.number(name))
    };
    Some(Usage {
        input_tokens: input.unwrap_or_default(),
        output_tokens: output.unwrap_or_default(),
        cached_tokens: detail(&["cached_tokens"]).or_else(|| {
            first(&[
                "prompt_cache_hit_tokens",
                "cached_tokens",
                "cache_read_input_tokens",
            ])
        }),
        written_tokens: detail(&["cache_write_tokens", "cache_creation_tokens"])
            .or_else(|| first(&["cache_creation_input_tokens", "cache_write_tokens"])),
    })
}
