//! Approval requests for tool calls.

use std::fmt;

use domain::{
    ConversationId, DefinitionDigest, JsonObjectText, LaunchDigest, ServerId, ToolCall,
    ToolDefinition,
};
use policy::{Condition, Evaluation};
use serde::{Deserialize, Serialize};

use crate::{Decide, GRANT_MINUTES, GrantScope, Log};

/// Whether the arguments fit the tool's schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SchemaCheck {
    /// They fit.
    Fits,
    /// They do not; each line names a place and what is wrong there.
    Broken(Vec<String>),
    /// The schema itself cannot be used, so nothing was checked.
    NotChecked(Unchecked),
}

/// Maximum size of a schema that arguments are checked against, in bytes.
pub const MAX_SCHEMA_BYTES: usize = 256 * 1024;

/// Why the arguments were not checked. The log keeps it in the words below, which never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unchecked {
    /// The schema is too large.
    #[serde(rename = "its schema is larger than 256 KiB")]
    TooLarge,
    /// Other checks use all threads.
    #[serde(rename = "too many checks are under way")]
    TooMany,
    /// The check broke off.
    #[serde(rename = "the check of its schema failed")]
    Failed,
    /// The check reached its time limit.
    #[serde(rename = "the check of its schema took too long")]
    TooLong,
    /// The schema is not JSON.
    #[serde(rename = "its schema is not JSON")]
    NotJson,
    /// References in the schema expand to too many places.
    #[serde(rename = "its schema refers to itself too often")]
    TooDeep,
    /// The schema refers to another document.
    #[serde(rename = "its schema refers to another document, and Innkeeper fetches none")]
    Elsewhere,
    /// The schema declares an unknown dialect.
    #[serde(rename = "its schema declares an unknown dialect of JSON Schema")]
    UnknownDialect,
    /// The schema refers to a part of itself that does not exist.
    #[serde(rename = "its schema refers to a part that does not exist")]
    MissingPart,
    /// A pattern has no bounded check.
    #[serde(rename = "a pattern in its schema cannot be checked in bounded time")]
    Pattern,
    /// The schema is not valid JSON Schema.
    #[serde(rename = "its schema is not valid JSON Schema")]
    NotSchema,
    /// A pattern could not be evaluated.
    #[serde(rename = "a pattern in its schema could not be evaluated")]
    Evaluation,
    /// A reason of another version.
    #[serde(other, rename = "for a reason of another version")]
    Other,
}

/// Who requested a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Requester {
    /// A model, by its name.
    Model(String),
    /// A person at a terminal.
    Terminal,
    /// A person on the page of the server.
    Page,
}

/// As the log keeps it.
impl fmt::Display for Requester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Model(name) => name,
            Self::Terminal => "you, at a terminal",
            Self::Page => "you, on the server's page",
        })
    }
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
    /// Who requested it.
    pub asked_by: Requester,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
}

/// What the log keeps of a tool call's approval.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ToolDetail {
    /// The definition that the call was made for.
    pub definition: DefinitionDigest,
    /// The launch of its server.
    pub launch: LaunchDigest,
    /// Whether a person changed the arguments.
    pub edited: bool,
    /// Who asked for the call.
    pub asked_by: String,
    /// Whether the arguments fit the schema.
    pub schema: SchemaCheck,
}

impl Decide for ToolApproval {
    type Action = ToolCall;
    type Detail = ToolDetail;
    const IN_STEPS: bool = true;

    fn server(&self) -> Option<ServerId> {
        Some(self.call.tool.server)
    }

    fn conversation(&self) -> Option<ConversationId> {
        self.call.conversation
    }

    fn evaluation(&self) -> Option<&Evaluation> {
        Some(&self.evaluation)
    }

    fn condition(&self, at: usize) -> Option<&Condition> {
        self.offers.when.get(at)
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        match scope {
            GrantScope::Once => true,
            _ if self.edited() => false,
            GrantScope::Run => false,
            GrantScope::Conversation => self.offers.conversation,
            GrantScope::Standing => self.offers.always,
            GrantScope::Where(at) => *at < self.offers.when.len(),
            GrantScope::Tools { tools, minutes } => {
                GRANT_MINUTES.contains(minutes)
                    && !tools.is_empty()
                    && tools.iter().all(|tool| self.offers.tools.contains(tool))
            }
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        let (x, y) = (&self.call, &other.call);
        let same_call = x.tool == y.tool
            && (x.definition, x.launch, x.conversation) == (y.definition, y.launch, y.conversation)
            && x.arguments == y.arguments;
        same_call && !self.edited() && !other.edited() && self.evaluation == other.evaluation
    }

    fn action(&self) -> ToolCall {
        self.call.clone()
    }

    fn log(&self) -> Log {
        Log {
            call: Some(self.call.id),
            content: Some(self.call.arguments.as_str().to_owned()),
            ..Log::decision(self.call.tool.name.clone())
        }
    }

    fn detail(&self) -> ToolDetail {
        ToolDetail {
            definition: self.call.definition,
            launch: self.call.launch,
            edited: self.edited(),
            asked_by: self.asked_by.to_string(),
            schema: self.schema.clone(),
        }
    }

    fn was_edited(detail: &ToolDetail) -> bool {
        detail.edited
    }
}
