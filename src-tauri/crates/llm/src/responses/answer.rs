//! Reads a response, streamed or as one document.
//!
//! What an item says at its end counts; its pieces are for display, and for servers that send no ends. The end mark is the response itself with its status.

use domain::ToolIntent;

use crate::{
    CallItem, CallProblem, Finish, LeftOut, LlmError, StreamEvent, Usage,
    fields::{self, Fields, Joiner, Text},
    finish,
    frames::{DONE, Frame},
    gather::Gathered,
    parts::Parts,
    progress::{Ending, Progress, add_arguments, add_id, add_name, check_room},
    status,
};

/// The reader of one answer.
#[derive(Default)]
pub(crate) struct ResponseReader {
    items: Vec<Output>,
    calls: Vec<CallItem>,
    gathered: Gathered,
    finish: Option<Finish>,
    refused: bool,
    done: bool,
    usage: Option<Usage>,
}

/// An item of the answer.
struct Output {
    index: Option<String>,
    id: Option<String>,
    kind: String,
    /// Which of the calls it is.
    call: Option<usize>,
    joiner: Joiner,
    /// The place of its state.
    place: Option<usize>,
    /// Pieces of it were shown.
    shown: bool,
    ended: bool,
}

impl ResponseReader {
    pub(crate) fn take(
        &mut self,
        frame: &Frame,
        out: &mut Vec<StreamEvent>,
    ) -> Result<Progress, LlmError> {
        if frame.data.trim() == DONE {
            self.done = true;
            return Ok(Progress::End);
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
        if lines == 0 {
            return;
        }
        self.gathered.left_out(LeftOut::Lines, lines);
        for number in self
            .items
            .iter()
            .filter(|item| !item.ended)
            .filter_map(|item| item.call)
        {
            if let Some(call) = self.calls.get_mut(number) {
                call.problem = Some(CallProblem::Ambiguous);
            }
        }
    }

    fn take_event(
        &mut self,
        kind: &str,
        event: &Fields<'_>,
        data: &str,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        let kind = kind.strip_prefix("response.").unwrap_or(kind);
        let whole = event
            .object("response")
            .filter(|_| ["completed", "done", "incomplete", "failed", "cancelled"].contains(&kind));
        if let Some(response) = whole {
            return self.take_response(&response, kind, out);
        }
        if event.has("output") && (event.has("status") || event.has("object")) {
            return self.take_response(event, "", out);
        }
        match kind {
            "output_item.added" => {
                if let Some(item) = event.object("item") {
                    self.begin(event.key("output_index"), &item, out)?;
                }
            }
            "output_item.done" => {
                if let Some(raw) = event.get("item") {
                    self.end_item(event.key("output_index"), raw, out)?;
                }
            }
            _ if kind.ends_with(".delta") => self.take_delta(kind, event, out)?,
            "error" => return Err(status::reported_event(data)),
            _ => {
                if let Some(error) = status::reported_in(event, data) {
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// An item begins; returns its number.
    fn begin(
        &mut self,
        index: Option<String>,
        item: &Fields<'_>,
        out: &mut Vec<StreamEvent>,
    ) -> Result<usize, LlmError> {
        let kind = item.word("type").unwrap_or_else(|| "message".to_owned());
        let id = item.word("id");
        if let Some(known) = self.known(index.as_deref(), id.as_deref(), &kind) {
            return Ok(known);
        }
        let mut output = Output {
            index,
            id,
            call: None,
            joiner: Joiner::default(),
            place: None,
            shown: false,
            ended: false,
            kind,
        };
        match output.kind.as_str() {
            "function_call" => output.call = Some(self.begin_call(item, out)?),
            kind @ ("reasoning" | "message") => output.place = Some(self.gathered.reserve(kind)),
            kind if kind.contains("image") => self.gathered.left_out(LeftOut::Pictures, 1),
            _ => {}
        }
        self.items.push(output);
        Ok(self.items.len() - 1)
    }

    /// The item that is meant by an index or identifier. One of another kind on the same index is another item.
    fn known(&self, index: Option<&str>, id: Option<&str>, kind: &str) -> Option<usize> {
        let by_id = |item: &Output| id.is_some() && item.id.as_deref() == id;
        let by_index = |item: &Output| index.is_some() && item.index.as_deref() == index;
        let mut all = self.items.iter();
        all.rposition(|item| {
            (by_id(item) || by_index(item)) && (kind.is_empty() || item.kind == kind)
        })
    }

    fn begin_call(
        &mut self,
        item: &Fields<'_>,
        out: &mut Vec<StreamEvent>,
    ) -> Result<usize, LlmError> {
        check_room(self.calls.len())?;
        let mut intent = ToolIntent {
            provider_call_id: String::new(),
            alias: String::new(),
            arguments: String::new(),
        };
        let id = item.word("call_id").or_else(|| item.word("id"));
        add_id(&mut intent.provider_call_id, &id.unwrap_or_default())?;
        add_name(&mut intent.alias, &item.word("name").unwrap_or_default())?;
        if !intent.alias.is_empty() && !intent.provider_call_id.is_empty() {
            out.push(StreamEvent::ToolStarted {
                provider_call_id: intent.provider_call_id.clone(),
                alias: intent.alias.clone(),
            });
        }
        let number = self.calls.len();
        self.gathered.call(number, out);
        self.calls.push(CallItem {
            intent,
            problem: None,
        });
        Ok(number)
    }

    fn take_delta(
        &mut self,
        kind: &str,
        event: &Fields<'_>,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        let Some(piece) = event.text("delta") else {
            return Ok(());
        };
        let sort = match kind {
            _ if kind.contains("argument") => "function_call",
            _ if kind.contains("reason") => "reasoning",
            _ if kind.contains("text") || kind.contains("refusal") => "message",
            _ => return Ok(()),
        };
        let (index, id) = (event.key("output_index"), event.word("item_id"));
        let named = index.is_some() || id.is_some();
        let last = self.items.len().checked_sub(1).filter(|_| !named);
        let number = match self.known(index.as_deref(), id.as_deref(), sort).or(last) {
            Some(number) => number,
            None => {
                let id = fields::quoted(&id.unwrap_or_default());
                let item = format!(r#"{{"type":"{sort}","id":{id}}}"#);
                self.begin(index, &Fields::read(&item).unwrap_or_default(), out)?
            }
        };
        let Some(item) = self.items.get_mut(number) else {
            return Ok(());
        };
        match (sort, item.call.and_then(|call| self.calls.get_mut(call))) {
            ("function_call", Some(call)) => {
                add_arguments(&mut call.intent.arguments, &item.joiner.join(&piece))?;
            }
            ("reasoning", _) => {
                item.shown = true;
                self.gathered.reasoning(&piece, out);
            }
            ("message", _) => {
                item.shown = true;
                self.refused |= kind.contains("refusal");
                self.gathered.text(&piece, out);
            }
            _ => {}
        }
        Ok(())
    }

    /// An item as it is at its end.
    fn end_item(
        &mut self,
        index: Option<String>,
        raw: &str,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        let Some(item) = Fields::read(raw) else {
            self.lost(1);
            return Ok(());
        };
        let number = self.begin(index, &item, out)?;
        let Some(output) = self.items.get_mut(number).filter(|output| !output.ended) else {
            return Ok(());
        };
        output.ended = true;
        let shown = std::mem::replace(&mut output.shown, true);
        let mut parts = Parts::default();
        match output.kind.as_str() {
            "message" => {
                parts.read(item.get("content").unwrap_or("null"));
                if let (Some(phase), Some(place)) = (item.get("phase"), output.place) {
                    self.gathered.fill(place, format!(r#"{{"phase":{phase}}}"#));
                }
                self.refused |= !parts.refusal.is_empty();
                for text in parts.text.iter().chain(&parts.refusal).filter(|_| !shown) {
                    self.gathered.text(text, out);
                }
                self.gathered.left_out(
                    LeftOut::Pictures,
                    u32::try_from(parts.pictures).unwrap_or(u32::MAX),
                );
            }
            "reasoning" => {
                for name in ["summary", "content"] {
                    parts.read(item.get(name).unwrap_or("null"));
                }
                for thought in parts.reasoning.iter().chain(&parts.text).filter(|_| !shown) {
                    self.gathered.reasoning(thought, out);
                }
                // Without its content nothing is kept at the endpoint that it could mean.
                let kept = item.word("encrypted_content").is_some();
                if let Some(place) = output.place.filter(|_| kept) {
                    self.gathered.fill(place, raw.to_owned());
                }
            }
            "function_call" => {
                if let Some(number) = output.call
                    && let Some(call) = self.calls.get_mut(number)
                {
                    end_call(call, &item)?;
                    self.gathered
                        .state("function_call", raw.to_owned(), Some(number));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The whole response: its items, where they did not come before, its usage and its status.
    fn take_response(
        &mut self,
        response: &Fields<'_>,
        event: &str,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        self.usage = response
            .object("usage")
            .and_then(|usage| read_usage(&usage))
            .or(self.usage);
        for (at, item) in response.list("output").into_iter().enumerate() {
            self.end_item(Some(at.to_string()), item, out)?;
        }
        let said = response.word("status").unwrap_or_default();
        let status = if said.is_empty() { event } else { &said };
        if status == "failed"
            || response
                .get("error")
                .is_some_and(|error| !fields::is_nothing(error))
        {
            return Err(status::failed(
                status,
                response.get("error").unwrap_or("null"),
            ));
        }
        let details = response.object("incomplete_details");
        let reason = details.and_then(|details| details.word("reason"));
        let meant = match status {
            "incomplete" => Some(
                reason
                    .as_deref()
                    .and_then(finish::read)
                    .unwrap_or(Finish::Length),
            ),
            "in_progress" | "queued" => None,
            other => finish::read(other).or(Some(Finish::Stop)),
        };
        finish::merge(&mut self.finish, meant);
        Ok(())
    }

    fn progress(&self) -> Progress {
        match self.finish {
            Some(_) => Progress::End,
            None => Progress::More,
        }
    }

    /// The end of the bytes. What was held goes to `out`.
    pub(crate) fn end(mut self, _out: &mut Vec<StreamEvent>) -> Result<Ending, LlmError> {
        for item in &mut self.items {
            let half = item.joiner.end();
            let broken = item.joiner.broken || !half.is_empty();
            if let Some(call) = item
                .call
                .filter(|_| broken)
                .and_then(|call| self.calls.get_mut(call))
            {
                call.problem = call.problem.or(Some(CallProblem::Unfinished));
            }
        }
        let unsaid = self.done.then_some(Finish::Stop);
        let finish = self.finish.or(unsaid).ok_or(LlmError::CutStream)?;
        Ok(Ending {
            finish: if self.refused {
                Finish::Refused
            } else {
                finish
            },
            calls: self.calls,
            usage: self.usage,
            gathered: self.gathered,
        })
    }
}

/// Takes the names and arguments that a call has at its end. Other arguments than those that came in pieces are not clear.
fn end_call(call: &mut CallItem, item: &Fields<'_>) -> Result<(), LlmError> {
    let intent = &mut call.intent;
    for (known, name) in [
        (&mut intent.provider_call_id, "call_id"),
        (&mut intent.alias, "name"),
    ] {
        if let Some(word) = item.word(name) {
            known.clear();
            add_id(known, &word)?;
        }
    }
    let whole = item.get("arguments").map(|raw| match Text::read(raw) {
        Some(text) => text.lossy(),
        None => raw.to_owned(),
    });
    let whole = whole.filter(|text| !text.is_empty());
    match whole {
        Some(whole) if intent.arguments.is_empty() => add_arguments(&mut intent.arguments, &whole)?,
        Some(whole) if whole != intent.arguments => {
            call.problem = call.problem.or(Some(CallProblem::Ambiguous));
        }
        Some(_) | None => {}
    }
    Ok(())
}

fn read_usage(usage: &Fields<'_>) -> Option<Usage> {
    let input = usage.number("input_tokens");
    let output = usage.number("output_tokens");
    if input.is_none() && output.is_none() {
        return None;
    }
    let details = usage.object("input_tokens_details");
    let detail = |name: &str| details.as_ref().and_then(|details| details.number(name));
    Some(Usage {
        input_tokens: input.unwrap_or_default(),
        output_tokens: output.unwrap_or_default(),
        cached_tokens: detail("cached_tokens"),
        written_tokens: detail("cache_write_tokens"),
    })
}
