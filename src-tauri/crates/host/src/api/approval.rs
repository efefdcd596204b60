//! Questions as the consent window shows them: plain text only, nothing cut.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    ArgumentView, AuthorityApprovalView, CallsApprovalView, ChangeApprovalView, ClientApprovalView,
    ConditionView, DifferenceLineView, ElicitationApprovalView, FeatureApprovalView, ReasonView,
    RootApprovalView, RootChoiceView, SamplingApprovalView, SegmentView, ServerTag,
    SignInApprovalView,
};

/// A waiting question, as `main` may know it: no arguments, no paths.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct WaitingView {
    /// The prompt.
    pub prompt: String,
    /// One line for the "Waiting for you" bar.
    pub title: String,
    /// The conversation it belongs to.
    pub conversation: Option<String>,
    /// What would leave this machine, if it is about that.
    pub outflow: Option<OutflowApprovalView>,
    /// When it becomes a denial.
    pub expires_at_ms: f64,
}

/// A question for the consent window.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ApprovalView {
    /// The prompt.
    pub id: String,
    /// Rises with each edit; an answer names the revision it answers.
    pub revision: u32,
    /// When it becomes a denial.
    pub expires_at_ms: f64,
    /// How long it must be on display before it can be allowed, in milliseconds.
    pub arm_ms: u32,
    /// How many calls ask exactly this: one answer answers them all.
    pub times: u32,
    /// What is asked.
    pub kind: ApprovalKindView,
}

/// What is asked.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ApprovalKindView {
    /// A tool call.
    Tool {
        /// The call.
        tool: Box<ToolApprovalView>,
    },
    /// Calls of one step, decided together.
    Calls {
        /// The calls.
        calls: Box<CallsApprovalView>,
    },
    /// A launch.
    Launch {
        /// The launch.
        launch: LaunchApprovalView,
    },
    /// What a server changed of a tool, or of its instructions.
    Change {
        /// The change.
        change: ChangeApprovalView,
    },
    /// A model endpoint.
    Endpoint {
        /// The endpoint.
        endpoint: EndpointApprovalView,
    },
    /// Results of tools about to go to a model that is not on this machine.
    Outflow {
        /// What, and where to.
        outflow: OutflowApprovalView,
    },
    /// A server asks for an answer of the user's model, or the model's answer is about to go to it.
    Sampling {
        /// What it asks, and the answer.
        sampling: Box<SamplingApprovalView>,
    },
    /// A server asks the user.
    Elicitation {
        /// What for.
        elicitation: ElicitationApprovalView,
    },
    /// A server shall be allowed to ask.
    Feature {
        /// Who, and what for.
        feature: FeatureApprovalView,
    },
    /// Authority is to be widened.
    Authority {
        /// What, and for which server.
        authority: AuthorityApprovalView,
    },
    /// A folder is to be granted to a server.
    Root {
        /// Which one, and what was found of it.
        root: Box<RootApprovalView>,
    },
    /// A client of the user's own is to be kept, to sign in to a server with.
    Client {
        /// For which server, and where it is used.
        client: ClientApprovalView,
    },
    /// A sign-in is about to be opened in the browser.
    SignIn {
        /// For which server, where, and what for.
        sign_in: SignInApprovalView,
    },
}

/// A tool call to decide.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ToolApprovalView {
    /// The server that would get it.
    pub server: ServerTag,
    /// The tool's name, hidden characters made visible.
    pub tool: String,
    /// The server's title for the tool: a claim.
    pub title: Vec<SegmentView>,
    /// The server's description of the tool: a claim.
    pub description: Vec<SegmentView>,
    /// Who asked for it.
    pub asked_by: String,
    /// The conversation's title.
    pub conversation: Option<String>,
    /// The tier, 1 to 4.
    pub tier: u32,
    /// The tier's word.
    pub tier_word: String,
    /// Why it is asked.
    pub reasons: Vec<ReasonView>,
    /// What the server can reach.
    pub reach: Vec<String>,
    /// Each argument in full.
    pub arguments: Vec<ArgumentView>,
    /// All arguments as indented JSON text, for editing and for "Show as JSON". Numbers are as they were written.
    pub json: String,
    /// The same as they were asked for, before edits.
    pub asked_json: String,
    /// The schema of the arguments as the server gives it, for making a form of it; none if it is too large.
    pub input_schema: Option<String>,
    /// Whether a person changed the arguments.
    pub edited: bool,
    /// How many bytes of arguments are sent.
    pub bytes: u32,
    /// Why nothing was checked, if so.
    pub not_checked: Option<String>,
    /// The first 8 digits of the definition's digest.
    pub digest: String,
    /// The scopes an answer may have, the first preselected.
    pub scopes: Vec<ScopeView>,
    /// Why the others are not offered, in words; none if all are.
    pub narrowed: Option<String>,
    /// Conditions on the arguments with which it may be allowed always: an answer names one by its place.
    pub when: Vec<ConditionView>,
    /// Tools of the server that may be allowed with this one for a while.
    pub beside: Vec<BesideView>,
    /// For how long, in minutes: one of these.
    pub minutes: Vec<u32>,
    /// Tools that would count as reading if the server's reading is trusted with the answer, hidden characters made visible;
    /// that is not offered if there are none.
    pub reading: Vec<String>,
    /// The tool's name as the server gives it.
    pub key: String,
    /// Whether it is asked for in a conversation.
    pub in_conversation: bool,
    /// Whether a command line that names exactly this call could allow it.
    pub nameable: bool,
}

/// A tool that may be allowed for a while with the one that is asked about.
#[derive(Clone, Debug, Serialize, Type)]
pub struct BesideView {
    /// Its name, hidden characters made visible.
    pub name: String,
    /// Its name as the server gives it: an answer names it so.
    pub key: String,
    /// Its tier, 1 to 4.
    pub tier: u32,
    /// The tier's word.
    pub tier_word: String,
}

/// A scope of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ScopeView {
    /// This one act.
    Once,
    /// In this conversation.
    Conversation,
    /// Until what was accepted changes.
    Standing,
    /// The same, where an argument is as it is shown.
    Where,
    /// Some tools of the server, for a while.
    Tools,
}

/// A launch to decide.
#[derive(Clone, Debug, Serialize, Type)]
pub struct LaunchApprovalView {
    /// The server.
    pub server: ServerTag,
    /// Whether it was accepted before and would start differently now.
    pub changed: bool,
    /// What changed since it was accepted, if that is known.
    pub changes: Vec<DifferenceLineView>,
    /// How many things changed.
    pub changed_count: u32,
    /// When it was accepted.
    pub accepted_ms: Option<f64>,
    /// Where it is, if it is a server at a URL: then there is no command, and `env` holds its headers.
    pub remote: Option<RemoteApprovalView>,
    /// Command and arguments, word by word.
    pub argv: Vec<Vec<SegmentView>>,
    /// The file the command resolved to.
    pub program: String,
    /// The file it leads to, if that is another one.
    pub target: Option<String>,
    /// Where it was found.
    pub found: String,
    /// The working directory.
    pub cwd: String,
    /// Every variable the program gets, by name.
    pub env: Vec<EnvView>,
    /// What deserves a warning, a bold start and the rest each.
    pub warnings: Vec<ReasonView>,
    /// Whether values entered here last longer than this run.
    pub keychain_available: bool,
}

/// A server at a URL to be connected to.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RemoteApprovalView {
    /// Its origin, for people to compare.
    pub origin: String,
    /// The full URL.
    pub url: Vec<SegmentView>,
    /// Whether it is on this machine.
    pub this_machine: bool,
}

/// A variable of a launch, or a header. Never its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct EnvView {
    /// Its name.
    pub name: String,
    /// Where its value comes from, for people.
    pub source: String,
    /// Whether its value must be entered with the answer.
    pub missing: bool,
}

/// A model endpoint to decide.
#[derive(Clone, Debug, Serialize, Type)]
pub struct EndpointApprovalView {
    /// The user's name for it.
    pub name: String,
    /// Its wire format, for people.
    pub wire: String,
    /// Its origin, for people to compare.
    pub origin: String,
    /// Its full base URL.
    pub base_url: String,
    /// The model; empty until one is chosen.
    pub model: String,
    /// Every model that it listed; empty until it was asked.
    pub models: Vec<String>,
    /// Whether it is on this machine.
    pub on_this_machine: bool,
    /// Whether a key for this origin is kept already.
    pub has_key: bool,
    /// Whether a key entered here lasts longer than this run.
    pub keychain_available: bool,
}

/// Results of tools about to leave this machine, for the first time in a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct OutflowApprovalView {
    /// The endpoint's host.
    pub host: String,
    /// Its origin, for people to compare.
    pub origin: String,
    /// The model.
    pub model: String,
    /// The servers whose data would go.
    pub servers: Vec<ServerTag>,
    /// Whether the answer may hold for the endpoint in every conversation.
    pub can_stand: bool,
}

/// A person's answer from the consent window.
#[derive(Clone, Deserialize, Type)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum AnswerView {
    /// No.
    Deny {
        /// A note for the model.
        note: Option<String>,
    },
    /// Yes.
    Allow {
        /// For how long.
        scope: ScopeView,
        /// Values of variables, as (name, value).
        values: Vec<(String, String)>,
        /// The endpoint's key.
        key: Option<String>,
    },
    /// Yes, and always where one of the conditions holds that are offered.
    AllowWhere {
        /// Its place among them, from 0.
        condition: u32,
    },
    /// Yes, and these tools of the server for a while.
    AllowTools {
        /// They, by the names that the server gives them.
        tools: Vec<String>,
        /// For how long, one of those that are offered.
        minutes: u32,
    },
    /// Yes, as `allow` says, and the server's reading is trusted from now on.
    AllowAndTrust {
        /// What is allowed: a call, as one of the three above.
        allow: Box<AnswerView>,
    },
    /// Yes to these calls of a group, each once, and no to its others.
    AllowCalls {
        /// They, by their identifiers.
        calls: Vec<String>,
    },
    /// Yes, to a folder.
    AllowRoot {
        /// As what, and how.
        choice: RootChoiceView,
    },
    /// Yes, with the values of a form.
    Fill {
        /// The values by the names of their fields, a JSON object.
        content: String,
    },
    /// Neither: the question is closed without a decision, which allows nothing.
    Dismiss,
}
