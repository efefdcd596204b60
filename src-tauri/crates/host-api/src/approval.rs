//! Approval requests as the consent window shows them: plain text only, nothing truncated.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    ApplyApprovalView, ArgumentView, AuthorityApprovalView, BundleView, CallsApprovalView,
    ChangeApprovalView, ClientApprovalView, ConditionView, ConfinementView, DifferenceLineView,
    ElicitationApprovalView, FeatureApprovalView, PackageView, ReachApprovalView, ReasonView,
    RootApprovalView, RootChoiceView, SamplingApprovalView, SegmentView, ServerTag,
    SignInApprovalView, TrialStartView, VisitView,
};

/// A pending approval as `main` may know it: no arguments, no paths.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct WaitingView {
    /// The approval.
    pub prompt: String,
    /// One line for the "Waiting for you" bar.
    pub title: Text,
    /// The conversation it belongs to.
    pub conversation: Option<String>,
    /// The data that would leave this machine, if the approval is about data flow.
    pub outflow: Option<OutflowApprovalView>,
    /// When it expires and counts as denied.
    pub expires_at_ms: f64,
}

/// An approval request for the consent window.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ApprovalView {
    /// The approval.
    pub id: String,
    /// The revision; increases with each edit. An answer names the revision it applies to.
    pub revision: u32,
    /// When it expires and counts as denied.
    pub expires_at_ms: f64,
    /// How long it must be on display before it can be allowed, in milliseconds.
    pub arm_ms: u32,
    /// How many identical calls it covers; one answer applies to all of them.
    pub times: u32,
    /// The request of this host that a server's request is part of, in a sentence; none if it stands alone.
    pub part_of: Option<Text>,
    /// The kind of approval, with its data.
    pub kind: ApprovalKindView,
}

/// The kind of an approval, with its data.
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
    /// The start of a server.
    Launch {
        /// The launch.
        launch: Box<LaunchApprovalView>,
    },
    /// Another program in the place of a server's.
    Replacement {
        /// Its launch, and what the server has.
        replacement: Box<ReplacementApprovalView>,
    },
    /// A server's change to a tool or to its instructions.
    Change {
        /// The change.
        change: ChangeApprovalView,
    },
    /// A model endpoint.
    Endpoint {
        /// The endpoint.
        endpoint: EndpointApprovalView,
    },
    /// Tool results about to be sent to a remote model.
    Outflow {
        /// The data, and its destination.
        outflow: OutflowApprovalView,
    },
    /// A server requests a sampling reply from the user's model, or that reply is about to be sent to it.
    Sampling {
        /// The request, and the reply.
        sampling: Box<SamplingApprovalView>,
    },
    /// A server requests input from the user.
    Elicitation {
        /// The requested input.
        elicitation: ElicitationApprovalView,
    },
    /// Permission for a server to send a kind of request.
    Feature {
        /// The server, and the kind of request.
        feature: FeatureApprovalView,
    },
    /// A permission that widens authority.
    Authority {
        /// The permission, and its server.
        authority: AuthorityApprovalView,
    },
    /// A folder grant for a server.
    Root {
        /// The folder, and what was found in it.
        root: Box<RootApprovalView>,
    },
    /// Pending changes of a folder, to be applied.
    Apply {
        /// The folder and the changes.
        apply: Box<ApplyApprovalView>,
    },
    /// A host that a confined server wants to reach.
    Reach {
        /// The server and the host.
        reach: Box<ReachApprovalView>,
    },
    /// A user-supplied OAuth client, for the sign-in to a server.
    Client {
        /// The server, and where the client is used.
        client: ClientApprovalView,
    },
    /// A link about to open in the browser.
    Link {
        /// The link, and whose text is in it.
        link: Box<LinkApprovalView>,
    },
    /// A sign-in about to open in the browser.
    SignIn {
        /// The server, the authorization server and the scopes.
        sign_in: SignInApprovalView,
    },
}

/// A pending tool call.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ToolApprovalView {
    /// The server that would receive it.
    pub server: ServerTag,
    /// The tool's name, hidden characters made visible.
    pub tool: String,
    /// The server's title for the tool: an unverified claim.
    pub title: Vec<SegmentView>,
    /// The server's description of the tool: an unverified claim.
    pub description: Vec<SegmentView>,
    /// Who requested the call.
    pub asked_by: Text,
    /// The conversation's title.
    pub conversation: Option<String>,
    /// The tier, 1 to 4.
    pub tier: u32,
    /// The tier's label.
    pub tier_word: Text,
    /// Why approval is needed.
    pub reasons: Vec<ReasonView>,
    /// What the server can reach.
    pub reach: Vec<Text>,
    /// Each argument in full.
    pub arguments: Vec<ArgumentView>,
    /// All arguments as indented JSON text, for editing and for "Show as JSON". Numbers keep their original notation.
    pub json: String,
    /// The arguments as requested, before edits, in the same form.
    pub asked_json: String,
    /// The input schema as the server returns it, for building a form; none if it is too large.
    pub input_schema: Option<String>,
    /// Whether a person changed the arguments.
    pub edited: bool,
    /// How many bytes of arguments are sent.
    pub bytes: u32,
    /// Why the arguments were not validated, if they were not.
    pub not_checked: Option<Text>,
    /// The first 8 digits of the definition's digest.
    pub digest: String,
    /// The scopes an answer may have, the first preselected.
    pub scopes: Vec<ScopeView>,
    /// Why other scopes are not offered, for display; none if all are.
    pub narrowed: Option<Text>,
    /// What the scope *always* depends on, for display; none if on nothing but the launch and the definition.
    pub always_while: Option<Text>,
    /// Conditions on the arguments under which the call may always be allowed. An answer names one by its index.
    pub when: Vec<ConditionView>,
    /// Other tools of the server that may be allowed together with this one for a limited time.
    pub beside: Vec<BesideView>,
    /// The durations offered, in minutes.
    pub minutes: Vec<u32>,
    /// Tools that would be reclassified as reading if the answer also trusts the server's annotations, hidden characters made
    /// visible. Trust is not offered if there are none.
    pub reading: Vec<String>,
    /// The tool's name as the server returns it.
    pub key: String,
    /// Whether a conversation requested it.
    pub in_conversation: bool,
    /// Whether a command line that names exactly this call could allow it.
    pub nameable: bool,
}

/// A tool that may be allowed for a limited time together with the requested one.
#[derive(Clone, Debug, Serialize, Type)]
pub struct BesideView {
    /// Its name, hidden characters made visible.
    pub name: String,
    /// Its name as the server returns it; used in the answer.
    pub key: String,
    /// Its tier, 1 to 4.
    pub tier: u32,
    /// The tier's label.
    pub tier_word: Text,
    /// What the server says about it, hidden characters made visible; empty: nothing.
    pub description: Vec<SegmentView>,
}

/// The scope of an allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ScopeView {
    /// This call only.
    Once,
    /// All such calls in this conversation.
    Conversation,
    /// As long as the server runs.
    Run,
    /// Permanently, until the accepted definition changes.
    Standing,
    /// Permanently, under a condition on an argument.
    Where,
    /// Several tools of the server, for a limited time.
    Tools,
}

/// A pending server launch.
#[derive(Clone, Debug, Serialize, Type)]
pub struct LaunchApprovalView {
    /// The server.
    pub server: ServerTag,
    /// Whether it was accepted before and would now start differently.
    pub changed: bool,
    /// The changes since it was accepted, if known: the lines of one thing that changed have the same label.
    pub changes: Vec<DifferenceLineView>,
    /// When it was accepted.
    pub accepted_ms: Option<f64>,
    /// The remote server, if it is one. Then there is no command, and `env` holds its headers.
    pub remote: Option<RemoteApprovalView>,
    /// Command and arguments, word by word.
    pub argv: Vec<Vec<SegmentView>>,
    /// The installed package that is started in place of the command.
    pub package: Option<PackageView>,
    /// The bundle that is started.
    pub bundle: Option<BundleView>,
    /// What the trial start of the package or bundle found, if it is an update.
    pub trial_start: Option<TrialStartView>,
    /// The file that the command resolved to.
    pub program: String,
    /// The target of that file, if it is a link.
    pub target: Option<String>,
    /// How the file was located.
    pub found: Text,
    /// The working directory.
    pub cwd: String,
    /// Every environment variable of the program, by name.
    pub env: Vec<EnvView>,
    /// Variables with values that were kept for this server and hold no credential, as far as name and look tell.
    pub plain: Vec<PlainVariableView>,
    /// Variables that load code or redirect requests; each must be ticked before the launch can be allowed.
    pub risky: Vec<RiskyVariableView>,
    /// Warnings; each has a bold start and a rest.
    pub warnings: Vec<ReasonView>,
    /// Whether values entered here last longer than this run.
    pub keychain_available: bool,
    /// The sandbox in which it would start; none for a remote server.
    pub confinement: Option<ConfinementView>,
    /// Whether the person who answers can choose that it starts in a sandbox or outside of one.
    pub can_switch: bool,
    /// The servers whose data it was sent before, if it could send that data anywhere when it runs so.
    pub holds: Vec<ServerTag>,
    /// Folders that its command names and that it would not see. They are offered next.
    pub unseen: Vec<String>,
    /// What the server has and keeps, if it was accepted before and would now start differently.
    pub keeps: Vec<KeptView>,
}

/// Something that a server keeps when it starts differently.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct KeptView {
    /// What it is, for display.
    pub what: Text,
    /// The name of the value with which an answer takes it away; none if that is done on the server's page.
    pub revoke: Option<String>,
}

/// A variable with its value in full.
#[derive(Clone, Debug, Serialize, Type)]
pub struct PlainVariableView {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Vec<SegmentView>,
}

/// Another program, or another origin, in the place of a server's.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ReplacementApprovalView {
    /// What would be started or connected to; its changes are those since the old program.
    pub launch: LaunchApprovalView,
    /// What the server has. An answer names the entries that move, by index.
    pub held: Vec<HeldView>,
}

/// Something that a server has.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct HeldView {
    /// What it is, for display.
    pub what: Text,
    /// Why it cannot move, for display; none if it can.
    pub stays: Option<Text>,
}

/// A remote server about to be connected.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RemoteApprovalView {
    /// Its origin, for comparison by the user.
    pub origin: String,
    /// The full URL.
    pub url: Vec<SegmentView>,
    /// Whether it is on this machine.
    pub this_machine: bool,
}

/// An environment variable of a launch, or a header. Never its value.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct EnvView {
    /// Its name.
    pub name: String,
    /// The source of its value, for display.
    pub source: Text,
    /// Whether its value must be entered with the answer.
    pub missing: bool,
}

/// A variable that loads code into a program or redirects its requests. An answer ticks it with a value named `tick:` and its name.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RiskyVariableView {
    /// Its name.
    pub name: String,
    /// Its value, in full.
    pub value: Vec<SegmentView>,
    /// What it can do, for display.
    pub risk: Text,
}

/// A pending model endpoint.
#[derive(Clone, Debug, Serialize, Type)]
pub struct EndpointApprovalView {
    /// The user's name for it.
    pub name: String,
    /// Its wire format, for display.
    pub wire: Text,
    /// Its origin, for comparison by the user.
    pub origin: String,
    /// Its full base URL.
    pub base_url: String,
    /// The selected model; empty until one is selected.
    pub model: String,
    /// The models it listed; empty until the list was requested.
    pub models: Vec<String>,
    /// Whether it is on this machine.
    pub on_this_machine: bool,
    /// Whether what is sent to it leaves this machine unencrypted.
    pub unencrypted: bool,
    /// Whether a key for this origin is stored already.
    pub has_key: bool,
    /// Whether a key entered here lasts longer than this run.
    pub keychain_available: bool,
}

/// Tool results about to leave this machine for the first time in a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct OutflowApprovalView {
    /// The endpoint's host.
    pub host: String,
    /// Its origin, for comparison by the user.
    pub origin: String,
    /// The model.
    pub model: String,
    /// The servers whose data would be sent.
    pub servers: Vec<ServerTag>,
    /// Whether the answer may apply to the endpoint in every conversation.
    pub can_stand: bool,
}

/// A link of a conversation about to open in the browser.
#[derive(Clone, Debug, Serialize, Type)]
pub struct LinkApprovalView {
    /// The host it leads to.
    pub host: String,
    /// The conversation's title, hidden characters made visible.
    pub conversation: String,
    /// The address as it is opened, and warnings about it.
    pub visit: VisitView,
    /// The same address with marks on text of servers.
    pub address: Vec<SegmentView>,
    /// The servers whose text the address contains, or may contain.
    pub carries: Vec<ServerTag>,
    /// The servers whose data the conversation contains.
    pub holds: Vec<ServerTag>,
    /// Whether the connection is encrypted.
    pub encrypted: bool,
    /// Whether the answer may apply to all links to this origin in the conversation.
    pub can_conversation: bool,
}

/// A person's answer from the consent window.
#[derive(Clone, Deserialize, Type)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum AnswerView {
    /// Denies.
    Deny {
        /// A note for the model.
        note: Option<String>,
    },
    /// Allows.
    Allow {
        /// The scope of the allow.
        scope: ScopeView,
        /// Values of variables and headers, as (name, value).
        values: Vec<(String, String)>,
        /// The endpoint's key.
        key: Option<String>,
    },
    /// Allows this call, and always when one of the offered conditions matches.
    AllowWhere {
        /// The index of the condition, from 0.
        condition: u32,
    },
    /// Allows this call, and the named tools of the server for a limited time.
    AllowTools {
        /// The tools' names as the server returns them.
        tools: Vec<String>,
        /// The duration in minutes, one of those offered.
        minutes: u32,
    },
    /// Allows as `allow` says, and trusts the server's annotations for reading from now on.
    AllowAndTrust {
        /// The scope of the allow: one of the three variants above.
        allow: Box<AnswerView>,
    },
    /// Allows the named calls of a group once each, and denies the others.
    AllowCalls {
        /// The identifiers of the calls.
        calls: Vec<String>,
    },
    /// Allows another program in the place of a server's. What is not named is removed.
    AllowMoving {
        /// The indices of the entries that move to it, from 0.
        moves: Vec<u32>,
    },
    /// Grants a folder.
    AllowRoot {
        /// The name, access and passing of the folder.
        choice: RootChoiceView,
    },
    /// Applies the named changes of a folder. The others stay pending.
    ApplyChanges {
        /// Their keys.
        changes: Vec<String>,
    },
    /// Discards the named changes of a folder, and closes the approval. The others stay pending.
    DiscardChanges {
        /// Their keys.
        changes: Vec<String>,
    },
    /// Submits the values of a form.
    Fill {
        /// The values by field name, as a JSON object.
        content: String,
    },
    /// Closes the approval without a decision. Nothing is allowed.
    Dismiss,
}
