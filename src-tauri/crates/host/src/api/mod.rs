//! What crosses to a shell: views, events and errors. The TypeScript of the window is derived from these types only.
//!
//! Identifiers are text; times are milliseconds since the Unix epoch as `f64`; counts are `u32`, saturated.

mod account;
mod approval;
mod audit;
mod calls;
mod change;
mod chat;
mod data;
mod elicitation;
mod error;
mod import;
mod page;
mod request;
mod roots;
mod rules;
mod sampling;
mod server;
mod settings;
mod stopped;
mod text;

pub use account::{
    AccountProblemView, AccountStateView, AccountView, ClientApprovalView, ClientKindView,
    ScopeAskedView, SignInApprovalView, SignInStepView,
};
pub use approval::{
    AnswerView, ApprovalKindView, ApprovalView, BesideView, EndpointApprovalView, EnvView,
    LaunchApprovalView, OutflowApprovalView, RemoteApprovalView, ScopeView, ToolApprovalView,
    WaitingView,
};
pub use audit::{
    AuditBreakView, AuditDecidedView, AuditDetailView, AuditFaultView, AuditKindView,
    AuditOutcomeView, AuditPageView, AuditQuery, AuditSavedView, AuditVerdictView, AuditView,
};
pub use calls::{CallsApprovalView, GroupedCallView, GroupedToolView};
pub use change::{ChangeApprovalView, DifferenceLineView, DifferencePieceView, DifferenceView};
pub use chat::{
    CallStateView, CallView, ContentView, ConversationSummary, ConversationView, DecidedByView,
    ExcerptView, FoundView, MessageStatusView, MessageView, OriginView, PartView, ProgressView,
    RoleView, StructuredView, TurnStateView,
};
pub use data::{
    BackupView, DataFileKind, DataFilesView, DataPartView, DataView, DeletedView, ExportProgress,
    ExportView, HolderView, RecoveryView, SavedConversationView, SavedMessageView, TroubleKind,
};
pub use elicitation::{
    ElicitationApprovalView, FieldKindView, FieldProblemView, FieldView, OptionView, VisitView,
};
pub use error::{ApiError, ErrorCode};
pub use import::{
    ImportChoice, ImportPlaceView, ImportServerView, ImportSourceView, ImportStateView,
    ImportVariableView, ImportView, ImportedView, PasteField, PastedServerView, PastedView,
};
pub use page::{
    CompleteFor, CompletionView, CountView, GivenValue, HealthView, IconView, LogLevelView,
    LogPageView, LogRowView, LogSourceView, PromptArgumentView, PromptMessageView,
    PromptResultView, PromptRoleView, RefusedView, ResourceReadView, ResourceView, ResourcesView,
    ServerBoundKey, ServerBoundSetView, ServerBoundView, ServerListKind, ServerPageView,
    ServerPromptView, ServerPromptsView, TemplateView, ToolDetailView, TrafficBatchView,
    TrafficMessageView, TrafficRowView,
};
pub use request::{FeatureApprovalView, FeatureView};
pub use roots::{
    RootAccessView, RootApprovalView, RootChoiceView, RootPassView, RootRowView, RootsView,
    SecretFoundView, SuggestedRootView,
};
pub use rules::{
    AuthorityApprovalView, AuthorityKindView, ConditionView, ConversationTag, DecisionView,
    EffectView, MutedView, NewRuleView, ProposedCondition, ProposedRule, RuleView, RulesView,
    TestView, TierRuleView, TriedRuleView, TriedView, TrustedView, TryCall, UnguardedView,
};
pub use sampling::{
    BlockEdit, CostView, ModelNotesView, SaidView, SamplingApprovalView, SamplingBudgetView,
    SamplingContextView, SamplingEdit, SamplingMessageView, SamplingModelView, SamplingPageView,
    SamplingReplyView, SamplingRowView, SamplingTextView, SamplingToolView,
};
pub use server::{
    AddRemoteServer, AddServer, FailureKind, FailureView, InstallView, ServerStateView, ServerView,
    ToolView,
};
pub use settings::{
    Appearance, Density, Language, LimitKey, LimitView, Motion, Presence, SettingsView,
    ShellWindow, Theme, WindowPlace,
};
pub use stopped::StoppedView;
pub use text::{ArgumentView, ReasonView, SegmentView, ServerTag};

use serde::{Deserialize, Serialize};
use specta::Type;

/// Everything a window needs to draw itself at first.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AppState {
    /// The servers in the user's order.
    pub servers: Vec<ServerView>,
    /// The model endpoints.
    pub providers: Vec<ProviderView>,
    /// The conversations, newest first.
    pub conversations: Vec<ConversationSummary>,
    /// The questions that wait.
    pub waiting: Vec<WaitingView>,
    /// The OS keychain.
    pub keychain: KeychainView,
    /// What the user set.
    pub settings: SettingsView,
    /// The tour, while it is under way.
    pub tour: Option<TourView>,
    /// What stopping everything left behind, until the user starts again.
    pub stopped: Option<StoppedView>,
    /// What was repaired at start, if anything: a sentence for people.
    pub repaired: Option<String>,
    /// This program's version.
    pub version: String,
    /// Where the data lives.
    pub data_dir: String,
}

/// A model endpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ProviderView {
    /// The endpoint.
    pub id: String,
    /// The user's name for it.
    pub name: String,
    /// Its wire format.
    pub wire: WireView,
    /// Its base URL.
    pub base_url: String,
    /// The model that is used, unless a conversation says otherwise.
    pub model: String,
    /// Every model of it that can be chosen, that one among them.
    pub models: Vec<String>,
    /// Whether a key is kept for it.
    pub has_key: bool,
    /// Whether it is on this machine.
    pub on_this_machine: bool,
    /// Whether results of tools go there without asking in each conversation.
    pub outflow_allowed: bool,
    /// What the user noted of the model.
    pub notes: ModelNotesView,
    /// The most tools that it is offered at once.
    pub max_tools: u32,
}

/// The tour while it is under way.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TourView {
    /// The sample server.
    pub server: String,
    /// The tour's conversation, once its first message was sent.
    pub conversation: Option<String>,
    /// The practice model, which answers in that conversation only.
    pub model: ProviderView,
    /// Whether a call was allowed and ran.
    pub allowed: bool,
    /// Whether a call was denied.
    pub denied: bool,
    /// Whether the audit log was looked at.
    pub looked: bool,
}

/// A wire format of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum WireView {
    /// OpenAI-compatible chat completions.
    OpenAiChat,
    /// Anthropic Messages.
    AnthropicMessages,
}

/// A proposed model endpoint. It counts only once it was confirmed in the consent window, where its key is entered too.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct ProposeProvider {
    /// The endpoint to change; a new one if none.
    pub id: Option<String>,
    /// The user's name for it.
    pub name: String,
    /// Its wire format.
    pub wire: WireView,
    /// Its base URL, `https:` or on this machine.
    pub base_url: String,
    /// The model to use; empty to choose from the endpoint's list in the consent window.
    pub model: String,
}

/// A model endpoint found on this machine.
#[derive(Clone, Debug, Serialize, Type)]
pub struct FoundModelView {
    /// The program that was found.
    pub name: String,
    /// Its base URL.
    pub base_url: String,
    /// Its models.
    pub models: Vec<String>,
}

/// The OS keychain, as far as the user must know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum KeychainView {
    /// Secrets are kept in it.
    Available,
    /// There is none: secrets are kept in memory until the program quits.
    Missing {
        /// Why.
        reason: String,
    },
    /// It is locked: what needs a secret waits until it is unlocked.
    Locked,
    /// It is there but refuses or fails. Nothing falls back to memory.
    Denied {
        /// Why.
        reason: String,
    },
}

/// What happened. The only way in which a shell learns of a change.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A server was added or changed.
    Server {
        /// The server.
        server: Box<ServerView>,
    },
    /// A server was removed.
    ServerRemoved {
        /// The server.
        id: String,
    },
    /// A list of a server changed: what was read of it before may be wrong now.
    ServerListChanged {
        /// The server.
        server: String,
        /// Which list.
        what: ServerListKind,
    },
    /// A resource whose changes are followed changed, or one beneath it.
    ResourceUpdated {
        /// The server.
        server: String,
        /// Its URI, as in [`ResourceView::key`].
        uri: String,
    },
    /// There are new rows in a server's log. Told once after each look at its log, and at most every 250 ms.
    ServerLogged {
        /// The server.
        server: String,
    },
    /// A server asked for an answer of the user's model, or what came of that is known; or how much it may ask changed.
    Sampling {
        /// The server.
        server: String,
    },
    /// The model endpoints changed.
    Providers {
        /// All of them.
        providers: Vec<ProviderView>,
    },
    /// A conversation was added or changed.
    Conversation {
        /// The conversation.
        conversation: ConversationSummary,
    },
    /// A conversation was deleted.
    ConversationRemoved {
        /// The conversation.
        id: String,
    },
    /// A message was added, or changed other than by a [`Event::Delta`].
    Message {
        /// Its conversation.
        conversation: String,
        /// The message.
        message: MessageView,
    },
    /// Text was added to the end of a part that streams.
    Delta {
        /// The conversation.
        conversation: String,
        /// The message.
        message: String,
        /// The part.
        part: String,
        /// Whether the part is the model's reasoning.
        reasoning: bool,
        /// How much text the part had before, in UTF-16 code units: what overlaps is known already, a gap asks for the
        /// conversation again.
        at: u32,
        /// The text that came.
        text: String,
    },
    /// A tool call changed.
    Call {
        /// Its conversation.
        conversation: String,
        /// Its message.
        message: String,
        /// The call.
        call: CallView,
    },
    /// A call outside any conversation changed: one that a person tries.
    Tried {
        /// The call.
        call: CallView,
    },
    /// A turn began, paused or ended.
    Turn {
        /// The conversation.
        conversation: String,
        /// What it is doing.
        state: TurnStateView,
    },
    /// The folders of a server changed, or how they stand.
    Roots {
        /// The server.
        server: String,
    },
    /// The waiting questions changed.
    Waiting {
        /// All of them.
        waiting: Vec<WaitingView>,
    },
    /// The tour began, moved on or ended.
    Tour {
        /// The tour, while it is under way.
        tour: Option<TourView>,
    },
    /// The keychain changed.
    Keychain {
        /// What it is now.
        keychain: KeychainView,
    },
    /// Everything was stopped, or the user started some of it again.
    Stopped {
        /// What stays stopped or suspended, if anything.
        stopped: Option<StoppedView>,
    },
    /// What stands changed: rules, tiers, trust, or whether rules allow at all.
    Rules,
    /// Events were lost because the shell was too slow: it must ask for the whole state again.
    Resync,
}
