//! Approval requests for tool calls.

use domain::{DefinitionDigest, JsonObjectText, ToolCall, ToolDefinition};
use policy::{Condition, Evaluation};

/// Whether the arguments fit the tool's schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaCheck {
    /// They fit.
    Fits,
    /// They do not; each line names a place and what is wrong there.
    Broken(Vec<String>),
    /// The schema itself cannot be used, so nothing was checked.
    NotChecked(String),
}

/// A tool call to be decided.
#[derive(Clone, Debug)]
pub struct ToolApproval {
    /// The call as it would be sent.
    pub call: ToolCall,
    /// The arguments as they were asked for, before any edit.
    pub asked: JsonObjectText,
    /// The definition the call was made for.
    pub definition: ToolDefinition,
    /// The policy's evaluation of `call`.
    pub evaluation: Evaluation,
    /// The check of `call.arguments` against the schema.
    pub schema: SchemaCheck,
    /// Who asked for it, for people: a model's name, or the terminal.
    pub asked_by: String,
    /// What may be allowed beyond this call.
    pub offers: Offers,
    /// Whether the tool itself needs a look, such as one that poses as another: then it is decided alone.
    pub alone: bool,
}

/// What a yes to a call may cover beyond it. What is not offered cannot be given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// This tool in this conversation.
    pub conversation: bool,
    /// This tool, always.
    pub always: bool,
    /// This tool, always, where one of these holds. All of them hold for this call.
    pub when: Vec<Condition>,
    /// Tools of this server that may be allowed with this one for a while.
    pub tools: Vec<String>,
    /// Tools of this server that would count as reading if its reading is trusted; trust is not offered without any.
    pub reading: Vec<ReadingTool>,
}

/// A tool that says it only reads, as it is defined now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingTool {
    /// Its name.
    pub name: String,
    /// Its definition: another one is not trusted.
    pub definition: DefinitionDigest,
}

impl ToolApproval {
    /// Whether a person changed the arguments.
    #[must_use]
    pub fn edited(&self) -> bool {
        self.call.arguments != self.asked
    }

    /// Whether the answer may trust the server's reading besides.
    #[must_use]
    pub fn offers_trust(&self) -> bool {
        !self.edited() && !self.offers.reading.is_empty()
    }

    /// Whether it asks exactly what another one asks.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let (x, y) = (&self.call, &other.call);
        let same_call = x.tool == y.tool
            && (x.definition, x.launch, x.conversation) == (y.definition, y.launch, y.conversation)
            && x.arguments == y.arguments;
        same_call && !self.edited() && !other.edited() && self.evaluation == other.evaluation
    }
}
