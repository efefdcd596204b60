//! What can be asked, and what can be answered: two closed sets.

use domain::{
    ConversationId, DefinitionDigest, JsonObjectText, LaunchDigest, LaunchFacts, LaunchSpec,
    ProviderId, ServerId, ToolCall, ToolDefinition,
};
use policy::{Condition, Evaluation};
use serde::{Deserialize, Serialize};

use crate::{
    Approved, AuthorityChange, CallGroup, ChangeApproval, ClientApproval, DecidedBy, FeatureChange,
    RequestApproval, RootApproval, SignInApproval,
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
pub struct LaunchApproval {
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
    /// The model that will be used; empty until one is chosen.
    pub model: String,
    /// Every model that the endpoint listed; empty if it was not asked or has no list.
    pub models: Vec<String>,
    /// Whether a key for this origin is already kept.
    pub has_key: bool,
    /// Whether the endpoint is on this machine.
    pub on_this_machine: bool,
}

/// Results of tools that would go, for the first time in a conversation, to a model that is not on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutflowApproval {
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
pub enum ApprovalRequest {
    /// May this call be sent?
    Tool(Box<ToolApproval>),
    /// Which of these calls may be sent? Only shown: each call is queued and recorded as a [`ApprovalRequest::Tool`].
    Calls(Box<CallGroup>),
    /// May this be started or connected to?
    Launch(Box<LaunchApproval>),
    /// May conversations be sent to this endpoint?
    Endpoint(Box<EndpointChange>),
    /// May results of tools be sent to this endpoint?
    Outflow(Box<OutflowApproval>),
    /// May a server have what it asks for?
    Request(Box<RequestApproval>),
    /// May a server ask for such things at all?
    Feature(Box<FeatureChange>),
    /// May this be opened in the browser, to sign in to a server?
    SignIn(Box<SignInApproval>),
    /// May authority be widened?
    Authority(Box<AuthorityChange>),
    /// May a server know of this folder?
    Root(Box<RootApproval>),
    /// Is what a server changed of a tool, or of its instructions, accepted?
    Change(Box<ChangeApproval>),
    /// May this client, which the user has, be kept to sign in to a server with?
    Client(Box<ClientApproval>),
}

impl ApprovalRequest {
    /// The server it is about, if it is about one.
    #[must_use]
    pub fn server(&self) -> Option<ServerId> {
        match self {
            Self::Tool(q) => Some(q.call.tool.server),
            Self::Calls(group) => Some(group.common.server),
            Self::Launch(q) => Some(q.spec.server()),
            Self::Request(q) => Some(q.server),
            Self::Feature(change) => Some(change.server),
            Self::SignIn(q) => Some(q.server),
            Self::Client(q) => Some(q.server),
            Self::Authority(change) => change.server,
            Self::Change(q) => Some(q.server),
            Self::Root(q) => Some(q.grant.server),
            Self::Endpoint(_) | Self::Outflow(_) => None,
        }
    }

    /// The conversation it is asked in, if in one.
    #[must_use]
    pub fn conversation(&self) -> Option<ConversationId> {
        match self {
            Self::Tool(q) => q.call.conversation,
            Self::Calls(group) => group.common.conversation,
            Self::Outflow(q) => Some(q.conversation),
            Self::Change(q) => q.conversation,
            Self::Launch(_)
            | Self::Endpoint(_)
            | Self::Request(_)
            | Self::Feature(_)
            | Self::SignIn(_)
            | Self::Authority(_)
            | Self::Root(_)
            | Self::Client(_) => None,
        }
    }

    /// Whether it asks exactly what another one asks: then one answer answers both.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tool(a), Self::Tool(b)) => a.is_same(b),
            (Self::Authority(a), Self::Authority(b)) => a == b,
            (Self::Change(a), Self::Change(b)) => a == b,
            (_, _) => false,
        }
    }

    /// The same question as its asker knows it: about their own call.
    #[must_use]
    pub(crate) fn asked_as(&self, own: &Self) -> Self {
        match (self, own) {
            (Self::Tool(shown), Self::Tool(own)) => {
                let mut question = shown.clone();
                question.call.id = own.call.id;
                Self::Tool(question)
            }
            (_, _) => self.clone(),
        }
    }
}

macro_rules! accessors {
    ($($name:ident: $variant:ident($of:ty)),+ $(,)?) => {
        impl ApprovalRequest {
            $(
                /// That question, if it is one of this kind.
                #[must_use]
                pub fn $name(&self) -> Option<&$of> {
                    if let Self::$variant(question) = self { Some(question) } else { None }
                }
            )+
        }
    };
}
accessors! {
    tool: Tool(ToolApproval),
    calls: Calls(CallGroup),
    launch: Launch(LaunchApproval),
    endpoint: Endpoint(EndpointChange),
    outflow: Outflow(OutflowApproval),
    request: Request(RequestApproval),
    feature: Feature(FeatureChange),
    sign_in: SignIn(SignInApproval),
    authority: Authority(AuthorityChange),
    change: Change(ChangeApproval),
    root: Root(RootApproval),
    client: Client(ClientApproval),
}

/// For how long a grant for some tools may last, in minutes.
pub const GRANT_MINUTES: [u32; 4] = [10, 30, 120, 480];

/// For how long an answer allows, and what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrantScope {
    /// This one act.
    #[default]
    Once,
    /// In this conversation: this tool, as it is defined now; this endpoint, as long as it is at its origin.
    Conversation,
    /// Until what was accepted changes.
    Standing,
    /// The same, where one condition holds: the one at this place among those offered.
    Where(usize),
    /// These tools of the server, for so many minutes.
    Tools {
        /// Their names.
        tools: Vec<String>,
        /// One of [`GRANT_MINUTES`].
        minutes: u32,
    },
}

impl GrantScope {
    /// Its word, for the log.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Conversation => "conversation",
            Self::Standing => "standing",
            Self::Where(_) => "where",
            Self::Tools { .. } => "tools",
        }
    }
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
    /// Yes, for how long, and the server's reading is trusted from now on.
    AllowAndTrust(GrantScope),
    /// Ask the model the same once more, in place of giving its answer.
    Again,
    /// Neither: the question was closed. Nothing is allowed.
    Dismiss,
    /// No person was asked. Nothing is allowed.
    Unasked(Unasked),
}

/// Why no person was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// There is no terminal to ask at.
    NoTerminal,
    /// The command line answers every question with no, or allows only what it names.
    CommandLine,
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
    pub question: ApprovalRequest,
    /// Whether the server's reading is trusted from now on, as it was offered.
    pub trusts_reading: bool,
}

/// A refused act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// Who decided.
    pub by: DecidedBy,
    /// A person's note.
    pub note: Option<String>,
}
