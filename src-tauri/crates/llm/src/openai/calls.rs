//! Puts the pieces of streamed tool calls together, for servers that number them badly or not at all.
//!
//! An identifier decides before an index: a new identifier is a new call even on an index in use, and one identifier
//! on two indices is an error, so that one call never becomes two. Pieces without both belong to the call before them.
//! An index is only ever compared, never used as a position.

use domain::ToolIntent;
use serde_json::Number;
use uuid::Uuid;

use super::chunk::CallPiece;
use crate::{
    LlmError, StreamEvent,
    progress::{add_arguments, add_name, check_room},
};

/// The calls of one answer.
pub(super) struct Calls {
    /// The names the model was given, to tell a name in pieces from a name sent again.
    known: Vec<String>,
    calls: Vec<Call>,
}

struct Call {
    index: Option<Number>,
    id: String,
    name: String,
    arguments: String,
    started: bool,
    /// Which array of pieces touched it last: two entries of one array without index or identifier are two calls.
    touched: u64,
}

impl Calls {
    pub(super) fn new(known: Vec<String>) -> Self {
        Self {
            known,
            calls: Vec::new(),
        }
    }

    /// Takes the pieces of one chunk; `round` differs from chunk to chunk.
    pub(super) fn take(
        &mut self,
        pieces: Vec<CallPiece>,
        round: u64,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        pieces
            .into_iter()
            .try_for_each(|piece| self.take_piece(piece, round, out))
    }

    fn take_piece(
        &mut self,
        piece: CallPiece,
        round: u64,
        out: &mut Vec<StreamEvent>,
    ) -> Result<(), LlmError> {
        let position = match self.position(&piece, round)? {
            Some(position) => position,
            None => self.begin(&piece)?,
        };
        let Self { known, calls } = self;
        let Some(call) = calls.get_mut(position) else {
            return Ok(());
        };
        call.touched = round;
        if let Some(id) = piece.id.as_deref().filter(|_| call.id.is_empty()) {
            add_name(&mut call.id, id)?;
        }
        if let Some(function) = &piece.function {
            call.take_name(function.name.as_deref().unwrap_or_default(), known)?;
            call.take_arguments(&function.arguments().unwrap_or_default(), out)?;
        }
        if let Some(extra) = &piece.extra_content {
            call.make_id();
            out.push(super::request::opaque_extra(&call.id, extra));
        }
        Ok(())
    }

    /// The call that a piece belongs to, or none for a new one.
    fn position(&self, piece: &CallPiece, round: u64) -> Result<Option<usize>, LlmError> {
        let at_index = piece.index.as_ref().and_then(|index| {
            self.calls
                .iter()
                .rposition(|call| call.index.as_ref() == Some(index))
        });
        if let Some(id) = piece.id.as_deref().filter(|id| !id.is_empty()) {
            return self.position_of_id(id, piece, at_index);
        }
        if piece.index.is_some() {
            return Ok(at_index);
        }
        let last = self.calls.len().checked_sub(1);
        Ok(last.filter(|position| {
            !self
                .calls
                .get(*position)
                .is_some_and(|call| call.ends_before(piece, round))
        }))
    }

    fn position_of_id(
        &self,
        id: &str,
        piece: &CallPiece,
        at_index: Option<usize>,
    ) -> Result<Option<usize>, LlmError> {
        match self.calls.iter().position(|call| call.id == id) {
            Some(position) if at_index == Some(position) || piece.index.is_none() => {
                Ok(Some(position))
            }
            Some(_) => Err(LlmError::malformed(
                "two tool calls with the same identifier",
            )),
            // The identifier of a call may come after its first piece.
            None => {
                Ok(at_index.filter(|p| self.calls.get(*p).is_some_and(|call| call.id.is_empty())))
            }
        }
    }

    fn begin(&mut self, piece: &CallPiece) -> Result<usize, LlmError> {
        check_room(self.calls.len())?;
        self.calls.push(Call {
            index: piece.index.clone(),
            id: String::new(),
            name: String::new(),
            arguments: String::new(),
            started: false,
            touched: 0,
        });
        Ok(self.calls.len() - 1)
    }

    /// The calls as the model wrote them, in the order in which they began.
    pub(super) fn finish(self) -> Vec<ToolIntent> {
        let intent = |mut call: Call| {
            call.make_id();
            ToolIntent {
                provider_call_id: call.id,
                alias: call.name,
                arguments: call.arguments,
            }
        };
        self.calls.into_iter().map(intent).collect()
    }
}

impl Call {
    /// Whether a piece without index and identifier begins another call.
    fn ends_before(&self, piece: &CallPiece, round: u64) -> bool {
        let named = piece
            .function
            .as_ref()
            .and_then(|f| f.name.as_deref())
            .is_some_and(|n| !n.is_empty());
        self.touched == round || (named && !self.arguments.is_empty())
    }

    fn take_name(&mut self, piece: &str, known: &[String]) -> Result<(), LlmError> {
        if piece.is_empty() {
            return Ok(());
        }
        let again = piece == self.name;
        if !self.arguments.is_empty() {
            // Some servers repeat the name with every piece; another name is another call on the same index.
            return if again {
                Ok(())
            } else {
                Err(LlmError::malformed("two tool calls on one index"))
            };
        }
        let joined = format!("{}{piece}", self.name);
        if again && !known.iter().any(|name| name.starts_with(&joined)) {
            return Ok(());
        }
        add_name(&mut self.name, piece)
    }

    fn take_arguments(&mut self, piece: &str, out: &mut Vec<StreamEvent>) -> Result<(), LlmError> {
        if piece.is_empty() {
            return Ok(());
        }
        add_arguments(&mut self.arguments, piece)?;
        if !std::mem::replace(&mut self.started, true) {
            self.make_id();
            out.push(StreamEvent::ToolStarted {
                provider_call_id: self.id.clone(),
                alias: self.name.clone(),
            });
        }
        Ok(())
    }

    /// A call without an identifier gets one, since its result must name it.
    fn make_id(&mut self) {
        if self.id.is_empty() {
            self.id = format!("call_{}", Uuid::now_v7().simple());
        }
    }
}
