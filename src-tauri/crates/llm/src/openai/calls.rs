//! Puts the pieces of streamed tool calls together, for servers that number them badly or not at all.
//!
//! The call that a piece belongs to is found by rules in this order: a known identifier; a name, which begins a call; an unknown identifier, which continues the last
//! unfinished call on its index; no identifier, the same if that call is not whole. A piece that fits nowhere makes its call ambiguous: the model is told, and nothing runs.

use crate::{
    CallItem, CallProblem, LlmError, StreamEvent,
    fields::{Fields, Joiner, Text},
    gather::Gathered,
    progress::{add_arguments, add_id, add_name, check_room, made_id},
    whole::Whole,
};
use domain::ToolIntent;

/// The calls of one answer.
pub(super) struct Calls {
    /// The names the model was given.
    known: Vec<String>,
    calls: Vec<Call>,
}

#[derive(Default)]
struct Call {
    index: Option<String>,
    id: String,
    name: String,
    arguments: String,
    joiner: Joiner,
    whole: Whole,
    ambiguous: bool,
    started: bool,
}

/// A piece of a call; every field may be missing.
struct Piece<'a> {
    index: Option<String>,
    id: String,
    name: String,
    arguments: Option<Text>,
    extra: Vec<(String, &'a str)>,
}

/// Fields of a call that are read; any other is state of the provider.
const READ: [&str; 8] = [
    "index",
    "id",
    "type",
    "function",
    "name",
    "arguments",
    "input",
    "parsed_arguments",
];

impl<'a> Piece<'a> {
    /// Reads a piece; none where it is no object.
    fn read(json: &'a str) -> Option<Self> {
        let fields = Fields::read(json)?;
        let inner = fields.object("function");
        let of = |name: &str| {
            let inner = inner.as_ref().and_then(|inner| inner.get(name));
            inner.or_else(|| fields.get(name))
        };
        // Some servers send the object itself.
        let raw = of("arguments").or_else(|| of("input"));
        let object = |raw: &str| Text::read(&crate::fields::quoted(raw));
        Some(Self {
            index: fields.key("index"),
            id: fields.word("id").unwrap_or_default(),
            name: of("name").and_then(Text::read).unwrap_or_default().lossy(),
            arguments: raw.and_then(|raw| Text::read(raw).or_else(|| object(raw))),
            extra: fields
                .iter()
                .filter(|(name, _)| !READ.contains(name))
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        })
    }

    fn is_empty(&self) -> bool {
        self.arguments
            .as_ref()
            .is_none_or(|text| text.lossy().trim().is_empty())
    }
}

/// Where a piece goes.
enum Place {
    At(usize),
    New,
    /// It may belong to this call or to another.
    Unclear(usize),
    /// It says nothing new.
    Nowhere,
}

impl Calls {
    pub(super) fn new(known: Vec<String>) -> Self {
        Self {
            known,
            calls: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Takes one piece.
    pub(super) fn take(
        &mut self,
        json: &str,
        gathered: &mut Gathered,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        let Some(piece) = Piece::read(json) else {
            self.lost();
            gathered.left_out(crate::LeftOut::Lines, 1);
            return Ok(());
        };
        let at = match self.place(&piece) {
            Place::At(at) => at,
            Place::New => self.begin(&piece, gathered, out)?,
            Place::Unclear(at) => {
                if let Some(call) = self.calls.get_mut(at) {
                    call.ambiguous = true;
                }
                return Ok(());
            }
            Place::Nowhere => return Ok(()),
        };
        let Self { known, calls } = self;
        let Some(call) = calls.get_mut(at) else {
            return Ok(());
        };
        call.add(&piece, known, out)?;
        for (name, value) in piece.extra {
            gathered.state(&name, value.to_owned(), Some(at));
        }
        Ok(())
    }

    /// Something was lost that may have been a piece of a call that is not whole.
    pub(super) fn lost(&mut self) {
        for call in self.calls.iter_mut().filter(|call| !call.whole.is_whole()) {
            call.ambiguous = true;
        }
    }

    fn place(&self, piece: &Piece<'_>) -> Place {
        let last = self.last_on(piece.index.as_deref());
        let known = self.calls.iter().rposition(|call| call.id == piece.id);
        match (known, last) {
            (Some(known), _) if !piece.id.is_empty() => self.place_of_known(known, piece),
            (_, Some(last)) if !piece.name.is_empty() => {
                let goes_on = piece.id.is_empty()
                    && self
                        .calls
                        .get(last)
                        .is_some_and(|call| call.goes_on(&piece.name, &self.known));
                if goes_on { Place::At(last) } else { Place::New }
            }
            (_, None) if !piece.name.is_empty() => Place::New,
            // An identifier that comes late, or an empty end.
            (_, Some(last)) if piece.is_empty() => Place::At(last),
            (_, None) if piece.is_empty() && piece.id.is_empty() => Place::Nowhere,
            (_, Some(last)) if self.is_open(last) => Place::At(last),
            (_, Some(last)) => Place::Unclear(last),
            (_, None) => self.only_open(),
        }
    }

    /// One identifier is one call, unless it names a tool again on another index once the call is whole.
    fn place_of_known(&self, at: usize, piece: &Piece<'_>) -> Place {
        let Some(call) = self.calls.get(at).filter(|_| !self.is_open(at)) else {
            return Place::At(at);
        };
        let elsewhere = piece.index.is_some() && call.index != piece.index;
        let again = piece
            .arguments
            .as_ref()
            .is_some_and(|text| text.lossy() == call.arguments);
        if elsewhere && !piece.name.is_empty() {
            Place::New
        } else if piece.is_empty() {
            Place::At(at)
        } else if again && !piece.name.is_empty() {
            Place::Nowhere
        } else {
            Place::Unclear(at)
        }
    }

    /// The only call that is not whole, for a piece on an index that no call began on.
    fn only_open(&self) -> Place {
        let mut open = (0..self.calls.len()).filter(|at| self.is_open(*at));
        match (open.next(), open.next()) {
            (Some(only), None) => Place::At(only),
            (Some(first), Some(_)) => Place::Unclear(first),
            (None, _) => Place::New,
        }
    }

    fn is_open(&self, at: usize) -> bool {
        self.calls
            .get(at)
            .is_some_and(|call| !call.whole.is_whole())
    }

    fn last_on(&self, index: Option<&str>) -> Option<usize> {
        match index {
            Some(_) => self
                .calls
                .iter()
                .rposition(|call| call.index.as_deref() == index),
            None => self.calls.len().checked_sub(1),
        }
    }

    fn begin(
        &mut self,
        piece: &Piece<'_>,
        gathered: &mut Gathered,
        out: &mut Vec<StreamEvent>,
    ) -> Result<usize, LlmError> {
        check_room(self.calls.len())?;
        let number = self.calls.len();
        gathered.call(number, out);
        self.calls.push(Call {
            index: piece.index.clone(),
            ..Call::default()
        });
        Ok(number)
    }

    /// The calls as the model wrote them, in the order in which they began.
    pub(super) fn finish(self) -> Vec<CallItem> {
        self.calls.into_iter().map(Call::finish).collect()
    }
}

impl Call {
    /// Whether a name without an identifier is more of this call: its name in pieces, or the name again before its arguments are whole.
    fn goes_on(&self, name: &str, known: &[String]) -> bool {
        if self.whole.is_whole() {
            return false;
        }
        let joined = format!("{}{name}", self.name);
        let grows = known.iter().any(|tool| tool.starts_with(&joined));
        name == self.name || (self.arguments.is_empty() && grows)
    }

    fn add(
        &mut self,
        piece: &Piece<'_>,
        known: &[String],
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        if self.id.is_empty() {
            add_id(&mut self.id, &piece.id)?;
        }
        self.take_name(&piece.name, known)?;
        let more = piece
            .arguments
            .as_ref()
            .map(|text| self.joiner.join(text))
            .unwrap_or_default();
        // White space after the end is no more of the call.
        if more.is_empty() || (self.whole.is_whole() && more.trim().is_empty()) {
            return Ok(());
        }
        self.whole.feed(&more);
        add_arguments(&mut self.arguments, &more)?;
        if !std::mem::replace(&mut self.started, true) {
            self.make_id();
            out.push(StreamEvent::ToolStarted {
                provider_call_id: self.id.clone(),
                alias: self.name.clone(),
            });
        }
        Ok(())
    }

    fn take_name(&mut self, piece: &str, known: &[String]) -> Result<(), LlmError> {
        let again = piece == self.name;
        if piece.is_empty() || (again && !self.arguments.is_empty()) {
            return Ok(());
        }
        if !self.arguments.is_empty() && !self.name.is_empty() {
            self.ambiguous = true;
            return Ok(());
        }
        let joined = format!("{}{piece}", self.name);
        if again && !known.iter().any(|name| name.starts_with(&joined)) {
            return Ok(());
        }
        add_name(&mut self.name, piece)
    }

    /// A call without an identifier gets one, since its result must name it.
    fn make_id(&mut self) {
        if self.id.is_empty() {
            self.id = made_id();
        }
    }

    fn finish(mut self) -> CallItem {
        self.make_id();
        let _ = self.joiner.end();
        CallItem {
            problem: if self.ambiguous {
                Some(CallProblem::Ambiguous)
            } else if self.joiner.broken {
                Some(CallProblem::Unfinished)
            } else {
                None
            },
            intent: ToolIntent {
                provider_call_id: self.id,
                alias: self.name,
                arguments: self.arguments,
            },
        }
    }
}
