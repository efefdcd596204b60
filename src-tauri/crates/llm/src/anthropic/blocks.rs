//! The blocks of a message, as they are put together.

use domain::ToolIntent;

use crate::{
    CallItem, CallProblem, LeftOut, LlmError, StreamEvent,
    fields::{Fields, Joiner, Text, quoted},
    gather::Gathered,
    progress::{add_arguments, add_id, add_name, check_room},
};

/// A block whose end has not come.
pub(super) struct Block {
    /// Its start, as it came.
    raw: String,
    kind: String,
    index: Option<String>,
    /// The JSON that came in pieces, or the thought.
    grown: String,
    signature: Option<String>,
    joiner: Joiner,
    /// Which of the calls it is.
    call: Option<usize>,
    /// The place of its state.
    place: Option<usize>,
}

/// The blocks and calls of one message.
#[derive(Default)]
pub(super) struct Blocks {
    open: Vec<Block>,
    calls: Vec<CallItem>,
}

/// What is added to a block, and the kind of block that holds such a thing.
const TEXT: &str = "text";
const THINKING: &str = "thinking";

impl Blocks {
    /// A block begins. One that is open on the same index, or at all where there are no indices, ends.
    pub(super) fn start(
        &mut self,
        index: Option<String>,
        raw: &str,
        gathered: &mut Gathered,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        self.stop(index.as_deref(), gathered)?;
        let Some(start) = Fields::read(raw) else {
            self.lost();
            gathered.left_out(LeftOut::Lines, 1);
            return Ok(());
        };
        let mut block = Block {
            raw: raw.to_owned(),
            kind: start.word("type").unwrap_or_else(|| TEXT.to_owned()),
            index,
            grown: String::new(),
            signature: start.text("signature").map(|text| text.lossy()),
            joiner: Joiner::default(),
            call: None,
            place: None,
        };
        if !matches!(block.kind.as_str(), "tool_use" | TEXT) {
            gathered.flush(out);
            block.place = Some(gathered.reserve(&block.kind));
        }
        match block.kind.as_str() {
            "tool_use" => block.call = Some(self.start_call(&start, gathered, out)?),
            THINKING => {
                let thought = start.text(THINKING).unwrap_or_default();
                block.grown = block.joiner.join(&thought);
                gathered.reasoning(&thought, out);
            }
            _ => {
                if let Some(text) = start.text(TEXT) {
                    gathered.text(&text, out);
                } else if block.kind.contains("image") {
                    gathered.left_out(LeftOut::Pictures, 1);
                }
            }
        }
        self.open.push(block);
        Ok(())
    }

    fn start_call(
        &mut self,
        start: &Fields<'_>,
        gathered: &mut Gathered,
        out: &mut Vec<StreamEvent>,
    ) -> Result<usize, LlmError> {
        check_room(self.calls.len())?;
        let mut intent = ToolIntent {
            provider_call_id: String::new(),
            alias: String::new(),
            arguments: String::new(),
        };
        add_id(
            &mut intent.provider_call_id,
            &start.word("id").unwrap_or_default(),
        )?;
        add_name(&mut intent.alias, &start.word("name").unwrap_or_default())?;
        if intent.provider_call_id.is_empty() {
            intent.provider_call_id = crate::progress::made_id();
        }
        out.push(StreamEvent::ToolStarted {
            provider_call_id: intent.provider_call_id.clone(),
            alias: intent.alias.clone(),
        });
        let number = self.calls.len();
        gathered.call(number, out);
        self.calls.push(CallItem {
            intent,
            problem: None,
        });
        Ok(number)
    }

    /// More of a block. What it is, its field tells; a block that was not begun, or is of another kind, begins.
    pub(super) fn extend(
        &mut self,
        index: Option<String>,
        delta: &Fields<'_>,
        gathered: &mut Gathered,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        if let Some(text) = delta.text(TEXT) {
            self.block(index.clone(), TEXT, gathered, out)?;
            gathered.text(&text, out);
        }
        if let Some(thought) = delta.text(THINKING).or_else(|| delta.text("reasoning")) {
            let block = self.block(index.clone(), THINKING, gathered, out)?;
            if let Some(block) = block {
                let more = block.joiner.join(&thought);
                block.grown.push_str(&more);
            }
            gathered.reasoning(&thought, out);
        }
        if let Some(signature) = delta.text("signature") {
            let block = self.block(index.clone(), THINKING, gathered, out)?;
            if let Some(block) = block {
                block
                    .signature
                    .get_or_insert_default()
                    .push_str(&signature.lossy());
            }
        }
        if let Some(json) = delta.get("partial_json") {
            // Some servers send the object itself.
            let piece = Text::read(json).or_else(|| Text::read(&quoted(json)));
            self.extend_input(index.as_deref(), &piece.unwrap_or_default())?;
        }
        if delta.get("image").is_some() {
            gathered.left_out(LeftOut::Pictures, 1);
        }
        Ok(())
    }

    fn extend_input(&mut self, index: Option<&str>, piece: &Text) -> Result<(), LlmError> {
        let position = self.position(index);
        match position.and_then(|at| self.open.get_mut(at)) {
            Some(block) => {
                let more = block.joiner.join(piece);
                add_arguments(&mut block.grown, &more)
            }
            None if piece.is_empty() => Ok(()),
            // Arguments of no call that is known.
            None => {
                self.lost();
                Ok(())
            }
        }
    }

    /// The open block of an index, begun where there is none of the kind.
    fn block(
        &mut self,
        index: Option<String>,
        kind: &str,
        gathered: &mut Gathered,
        out: &mut Vec<StreamEvent>,
    ) -> Result<Option<&mut Block>, LlmError> {
        let fits = |block: &Block| match kind {
            THINKING => block.kind == THINKING,
            _ => block.kind != THINKING && block.call.is_none(),
        };
        let position = self.position(index.as_deref());
        if !position.and_then(|at| self.open.get(at)).is_some_and(fits) {
            let raw = format!(r#"{{"type":{}}}"#, quoted(kind));
            self.start(index, &raw, gathered, out)?;
            return Ok(self.open.last_mut());
        }
        Ok(position.and_then(|at| self.open.get_mut(at)))
    }

    /// The open block of an index; without one, the last.
    fn position(&self, index: Option<&str>) -> Option<usize> {
        match index {
            Some(_) => self
                .open
                .iter()
                .rposition(|block| block.index.as_deref() == index),
            None => self.open.len().checked_sub(1),
        }
    }

    /// A block ends; one that is not open ended before.
    pub(super) fn stop(
        &mut self,
        index: Option<&str>,
        gathered: &mut Gathered,
    ) -> Result<(), LlmError> {
        match self.position(index) {
            Some(at) => {
                let block = self.open.remove(at);
                self.end(block, gathered)
            }
            None => Ok(()),
        }
    }

    fn end(&mut self, mut block: Block, gathered: &mut Gathered) -> Result<(), LlmError> {
        let half = block.joiner.end();
        block.grown.push_str(half);
        let start = Fields::read(&block.raw).unwrap_or_default();
        let input = start
            .get("input")
            .filter(|input| !crate::fields::is_nothing(input));
        match (
            block.call.and_then(|number| self.calls.get_mut(number)),
            block.kind.as_str(),
        ) {
            (Some(call), _) => {
                let (arguments, clear) = one_input(block.grown, input.unwrap_or_default());
                add_arguments(&mut call.intent.arguments, &arguments)?;
                if block.joiner.broken {
                    call.problem = Some(CallProblem::Unfinished);
                }
                if !clear {
                    call.problem = call.problem.or(Some(CallProblem::Ambiguous));
                }
            }
            (None, THINKING) => {
                let thought = quoted(&block.grown);
                let signature = block.signature.map(|signature| quoted(&signature));
                let mut changed = vec![(THINKING, thought.as_str())];
                changed.extend(
                    signature
                        .as_deref()
                        .map(|signature| ("signature", signature)),
                );
                let says =
                    !block.grown.is_empty() || signature.as_ref().is_some_and(|s| s.len() > 2);
                if let Some(place) = block.place.filter(|_| says) {
                    gathered.fill(place, start.with(&changed));
                }
            }
            (None, TEXT) => {}
            (None, _) => {
                let json = if crate::json::is_whole(&block.grown) {
                    start.with(&[("input", &block.grown)])
                } else {
                    block.raw.clone()
                };
                if let Some(place) = block.place {
                    gathered.fill(place, json);
                }
            }
        }
        Ok(())
    }

    /// A piece was lost: no call that is open is known to be whole.
    pub(super) fn lost(&mut self) {
        for number in self.open.iter().filter_map(|block| block.call) {
            if let Some(call) = self.calls.get_mut(number) {
                call.problem = Some(CallProblem::Ambiguous);
            }
        }
    }

    pub(super) fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// All calls; blocks that are open end.
    pub(super) fn finish(mut self, gathered: &mut Gathered) -> Result<Vec<CallItem>, LlmError> {
        for block in std::mem::take(&mut self.open) {
            self.end(block, gathered)?;
        }
        Ok(self.calls)
    }
}

/// The input of a call that may have come whole at the start, in pieces, or both; and whether it is clear which counts.
fn one_input(pieces: String, start: &str) -> (String, bool) {
    let same = |a: &str, b: &str| {
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        a == b || read(a).is_some_and(|value| Some(value) == read(b))
    };
    if start.is_empty() || pieces.trim().is_empty() {
        let only = if start.is_empty() {
            pieces
        } else {
            start.to_owned()
        };
        return (only, true);
    }
    let clear = same(&pieces, start);
    (pieces, clear)
}
