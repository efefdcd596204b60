//! What can be asked, and what can be answered: two closed sets.

use domain::{
    ConversationId, JsonObjectText, LaunchDigest, LaunchFacts, LaunchSpec, ProviderId, ServerId,
    ToolCall, ToolDefinition,
};
use policy::Evaluation;
use serde::{Deserialize, Serialize};

use crate::{
    Approved, ChangeQuestion, ClientQuestion, DecidedBy, FeatureChange, RequestQuestion,
    SignInQuestion,
};

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
pub struct ToolQuestion {
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
}

impl ToolQuestion {
    /// Whether a person changed the arguments.
    #[must_use]
    pub fn edited(&self) -> bool {
        self.call.arguments != self.asked
    }
}

/// What already speaks for a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchAuthority {
    /// The digest of the launch that was accepted last, if one was.
    pub standing: Option<LaunchDigest>,
    /// Whether the act itself is on the command line.
    pub on_command_line: bool,
}

/// A launch to be decided.
#[derive(Clone, Debug)]
pub struct LaunchQuestion {
    /// What would be started.
    pub spec: LaunchSpec,
    /// The user's name for the server.
    pub server_name: String,
    /// What already speaks for it.
    pub authority: LaunchAuthority,
    /// What was accepted last, in words, and when in milliseconds since the Unix epoch; if that is known.
    pub accepted: Option<(LaunchFacts, i64)>,
    /// Variables whose values are not in the keychain yet and must be entered with the answer.
    pub missing_values: Vec<String>,
}

/// A model endpoint to be added or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointChange {
    /// The endpoint.
    pub provider: ProviderId,
    /// The user's name for it.
    pub name: String,
    /// The wire format's name.
    pub wire: String,
    /// The base URL.
    pub base_url: String,
    /// The model that will be used.
    pub model: String,
    /// Whether a key for this origin is already kept.
    pub has_key: bool,
    /// Whether the endpoint is on this machine.
    pub on_this_machine: bool,
}

/// Results of tools that would go, for the first time in a conversation, to a model that is not on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutflowQuestion {
    /// The conversation they are in.
    pub conversation: ConversationId,
    /// The endpoint they would go to.
    pub provider: ProviderId,
    /// Its origin.
    pub origin: String,
    /// Its model.
    pub model: String,
    /// The servers they came from, with the user's names.
    pub servers: Vec<(ServerId, String)>,
    /// What already speaks for it.
    pub authority: OutflowAuthority,
}

/// What speaks for sending results of tools to an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutflowAuthority {
    /// Nothing, and only this conversation can be answered: the endpoint is of this run.
    Conversation,
    /// Nothing yet; an answer may stand for the endpoint.
    Endpoint,
    /// It was said for the endpoint, as long as it is at this origin.
    Standing,
    /// The act itself is on the command line.
    CommandLine,
}

/// Everything a person can be asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// May this call be sent?
    Tool(Box<ToolQuestion>),
    /// May this be started or connected to?
    Launch(Box<LaunchQuestion>),
    /// May conversations be sent to this endpoint?
    Endpoint(Box<EndpointChange>),
    /// May results of tools be sent to this endpoint?
    Outflow(Box<OutflowQuestion>),
    /// May a server have what it asks for?
    Request(Box<RequestQuestion>),
    /// May a server ask for such things at all?
    Feature(Box<FeatureChange>),
    /// May this be opened in the browser, to sign in to a server?
    SignIn(Box<SignInQuestion>),
    /// Is what a server changed of a tool, or of its instructions, accepted?
    Change(Box<ChangeQuestion>),
    /// May this client, which the user has, be kept to sign in to a server with?
    Client(Box<ClientQuestion>),
}

impl Question {
    /// The server it is about, if it is about one.
    #[must_use]
    pub fn server(&self) -> Option<ServerId> {
        match self {
            Self::Tool(q) => Some(q.call.tool.server),
            Self::Launch(q) => Some(q.spec.server()),
            Self::Request(q) => Some(q.server),
            Self::Feature(change) => Some(change.server),
            Self::SignIn(q) => Some(q.server),
            Self::Client(q) => Some(q.server),
            Self::Change(q) => Some(q.server),
            Self::Endpoint(_) | Self::Outflow(_) => None,
        }
    }

    /// The conversation it is asked in, if in one.
    #[must_use]
    pub fn conversation(&self) -> Option<ConversationId> {
        match self {
            Self::Tool(q) => q.call.conversation,
            Self::Outflow(q) => Some(q.conversation),
            Self::Change(q) => q.conversation,
            Self::Launch(_)
            | Self::Endpoint(_)
            | Self::Request(_)
            | Self::Feature(_)
            | Self::SignIn(_)
            | Self::Client(_) => None,
        }
    }

    /// What a server changed, if it is about that.
    #[must_use]
    pub fn change(&self) -> Option<&ChangeQuestion> {
        match self {
            Self::Change(q) => Some(q),
            Self::Tool(_)
            | Self::Launch(_)
            | Self::Endpoint(_)
            | Self::Outflow(_)
            | Self::Request(_)
            | Self::Feature(_)
            | Self::SignIn(_)
            | Self::Client(_) => None,
        }
    }
}

/// For how long an answer allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrantScope {
    /// This one act.
    #[default]
    Once,
    /// In this conversation: this tool, as it is defined now; this endpoint, as long as it is at its origin.
    Conversation,
    /// Until what was accepted changes; for launches and endpoints.
    Standing,
}

/// A person's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No, with an optional note for the model.
    Deny {
        /// The note.
        note: Option<String>,
    },
    /// Yes, for how long.
    Allow(GrantScope),
    /// Neither: the question was closed. Nothing is allowed.
    Dismiss,
}

/// An allowed act and how it came to be.
#[derive(Debug)]
pub struct Allowed<T> {
    /// The approval.
    pub approved: Approved<T>,
    /// For how long the person allowed it.
    pub scope: GrantScope,
    /// Who decided.
    pub by: DecidedBy,
    /// The question as it was answered.
    pub question: Question,
}

/// A refused act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// Who decided.
    pub by: DecidedBy,
    /// A person's note.
    pub note: Option<String>,
}
