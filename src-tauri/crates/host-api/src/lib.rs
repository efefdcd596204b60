//! What crosses between the host and a shell (the window, the terminal program): requests, views, events and errors.
//!
//! The crate knows nothing of the host. The window's TypeScript bindings are generated from these types only.
//!
//! ```
//! use host_api::{ApiError, ErrorCode};
//!
//! let error = ApiError::new(ErrorCode::NotFound, "There is no server “notes”.").hint("See `innkeeper servers list`.");
//! assert_eq!(error.to_string(), "There is no server “notes”.");
//! ```
//!
//! Identifiers are text; times are milliseconds since the Unix epoch as `f64`; counts are `u32`, saturated.

mod account;
mod approval;
mod attachments;
mod audit;
mod bundles;
mod calls;
mod change;
mod chat;
mod compaction;
mod confinement;
mod context;
mod convert;
mod data;
mod elicitation;
mod error;
mod import;
mod links;
mod models;
mod packages;
mod page;
mod permissions;
mod projects;
mod prompts;
mod reach;
mod registry;
mod request;
mod roots;
mod rules;
mod sampling;
mod server;
mod settings;
mod staged;
mod stopped;
mod tasks;
mod text;
mod trial_runs;
mod trial_starts;
mod updates;

pub use account::{
    AccountProblemView, AccountStateView, AccountView, ClientApprovalView, ClientKindView,
    ScopeAskedView, SignInApprovalView, SignInStepView,
};
pub use approval::*;
pub use attachments::{
    AttachmentChoice, AttachmentFor, AttachmentFormView, AttachmentKindView, AttachmentOfferView,
    AttachmentUnitView, AttachmentView, DropView, FoundFileView, FoundFilesView, InspectedView,
    PickedView,
};
pub use audit::{
    AuditBreakView, AuditChangeView, AuditDecidedView, AuditDetailView, AuditFaultView,
    AuditKindView, AuditOutcomeView, AuditPageView, AuditQuery, AuditSavedView, AuditVerdictView,
    AuditView,
};
pub use bundles::{
    AddBundle, BundleClaimView, BundleKindView, BundleOptionKindView, BundleOptionView,
    BundleSignatureStateView, BundleSignatureView, BundleUpdateView, BundleView, OpenedBundleView,
};
pub use calls::{CallsApprovalView, GroupedCallView, GroupedToolView};
pub use change::{ChangeApprovalView, DifferenceLineView, DifferencePieceView, DifferenceView};
pub use chat::{
    CallRoundView, CallStateView, CallView, ContentView, ConversationSummary, ConversationView,
    DecidedByView, ExcerptView, FoundView, MessageStatusView, MessageView, OriginView, PartView,
    ProgressView, RoleView, SearchFilterView, SendMessage, StructuredView, TurnStateView,
};
pub use compaction::{CompactingView, CompactionView};
pub use confinement::{ConfinementChoiceView, ConfinementView, NetworkView, PrivateFolderView};
pub use context::{
    ContextContentView, ContextDifferenceView, ContextGroupView, ContextKindView,
    ContextOmissionView, ContextPartView, ContextPurposeView, ContextReasonView,
    ContextRequestView, ContextSizeView, ContextView,
};
pub use data::{
    BackupView, ConversationProgress, DataFileKind, DataFilesView, DataPartView, DataView,
    DeletedView, ExportView, HolderView, ImportedConversationsView, RecoveryView, SaveFormat,
    SavedConversationView, SavedMessageView, TroubleKind, WholeBackupView,
};
pub use elicitation::{
    ElicitationApprovalView, FieldKindView, FieldProblemView, FieldView, OptionView, VisitView,
};
pub use error::{ApiError, ErrorCode};
pub use import::{
    ImportChoice, ImportPlaceView, ImportServerView, ImportSourceView, ImportStateView,
    ImportVariableView, ImportView, ImportedView, PasteField, PastedServerView, PastedView,
};
pub use links::{LinksStateView, LinksView};
pub use models::{
    FactSource, HelpPage, ModelFactsView, PriceView, RetryView, SpendingView, SpentView,
    TuningView, UsageView,
};
pub use packages::{
    OlderPackageView, PackageKindView, PackageSetsView, PackageUpdateView, PackageView,
    ServerPackageView,
};
pub use page::{
    CompleteFor, CompletionView, CountView, GivenValue, HealthView, IconView, LogLevelView,
    LogPageView, LogRowView, LogSourceView, PromptArgumentView, PromptMessageView,
    PromptResultView, PromptRoleView, RefusedView, ResourceReadView, ResourceView, ResourcesView,
    ServerBoundKey, ServerBoundSetView, ServerBoundView, ServerListKind, ServerPageView,
    ServerPromptView, ServerPromptsView, TemplateView, ToolDetailView, TrafficBatchView,
    TrafficMessageView, TrafficRowView,
};
pub use permissions::{StoredPermissionsView, UnconfirmedView};
pub use projects::{MoveView, ProjectPageView, ProjectRowView, ProjectSettingsView, ProjectView};
pub use prompts::{
    AttachmentContentView, ListedPromptView, PreparedPartView, PreparedPromptView, PresetView,
    PromptListView, UnlistedPromptsView,
};
pub use reach::{ReachApprovalView, ReachCallView, ReachHostView, ReachTrafficView, ReachView};
pub use registry::{
    RegistryChoice, RegistryEntryView, RegistryInputView, RegistryNameView, RegistryPageView,
    RegistryRowView, RegistrySettingView, RegistryStatusView, RegistryVersionView, RegistryWayView,
};
pub use request::{FeatureApprovalView, FeatureView};
pub use roots::{
    OutsideLinksView, RootAccessView, RootApprovalView, RootChoiceView, RootPassView, RootRowView,
    RootsView, SecretFoundView, SuggestedRootView,
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
    AddRemoteServer, AddServer, EraChoiceView, FailureKind, FailureView, FoundToolView,
    InstallView, ServerStateView, ServerView, ToolView,
};
pub use settings::{
    Appearance, Density, Language, LimitKey, LimitView, Motion, Presence, QuickKeysView,
    QuickModelView, SettingsView, ShellWindow, Theme, WindowPlace,
};
pub use staged::{
    ApplyApprovalView, ChangeKindView, ChangeSideView, StagedChangeView, StagedDifferenceView,
    StagedLeftView, StagedOutcomeView, StagedView,
};
pub use stopped::StoppedView;
pub use tasks::TaskView;
pub use text::{ArgumentView, ReasonKind, ReasonView, SegmentView, ServerTag};
pub use trial_runs::{TrialNoteView, TrialProposalView, TrialRunView, TrialWantView};
pub use trial_starts::{TrialListView, TrialOfferView, TrialStartView, TrialToolView};
pub use updates::{
    UpdateChannelView, UpdateCheckView, UpdateEvery, UpdateOfferView, UpdatePhase, UpdateSetting,
    UpdatesView,
};

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

/// The full state that a window needs for its first render.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AppState {
    /// The servers in the user's order.
    pub servers: Vec<ServerView>,
    /// The model endpoints.
    pub providers: Vec<ProviderView>,
    /// The conversations that are not archived, the pinned ones first, then the newest; at most 500.
    pub conversations: Vec<ConversationSummary>,
    /// The projects, by name.
    pub projects: Vec<ProjectView>,
    /// How many conversations are archived, or in an archived project.
    pub archived: u32,
    /// The pending approvals.
    pub waiting: Vec<WaitingView>,
    /// The OS keychain.
    pub keychain: KeychainView,
    /// The user's settings.
    pub settings: SettingsView,
    /// The tour, while it is in progress.
    pub tour: Option<TourView>,
    /// The state after the kill switch, until the user resumes.
    pub stopped: Option<StoppedView>,
    /// The servers whose stored permissions have to be confirmed, if there are any.
    pub unconfirmed: Option<UnconfirmedView>,
    /// The repair made at startup, if any: a sentence for display.
    pub repaired: Option<Text>,
    /// Whether a link for adding a server waits for the window.
    pub link: bool,
    /// This program's version.
    pub version: String,
    /// The data directory.
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
    /// Its default model, unless a conversation selects another.
    pub model: String,
    /// All models that can be selected, the default included.
    pub models: Vec<String>,
    /// Whether a key is stored for it.
    pub has_key: bool,
    /// Whether it is on this machine.
    pub on_this_machine: bool,
    /// Whether tool results are sent there without an approval in each conversation.
    pub outflow_allowed: bool,
    /// The user's notes on the default model.
    pub notes: ModelNotesView,
    /// The maximum number of tools whose definitions are sent to it; its model searches more.
    pub max_tools: u32,
}

/// The tour, while it is in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TourView {
    /// The sample server.
    pub server: String,
    /// The tour's conversation, once its first message was sent.
    pub conversation: Option<String>,
    /// The practice model, which replies in that conversation only.
    pub model: ProviderView,
    /// Whether a call was allowed and ran.
    pub allowed: bool,
    /// Whether a call was denied.
    pub denied: bool,
    /// Whether the audit log was opened.
    pub looked: bool,
}

/// The wire format of a model endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum WireView {
    /// OpenAI-compatible chat completions.
    OpenAiChat,
    /// Anthropic Messages.
    AnthropicMessages,
    /// OpenAI Responses.
    OpenAiResponses,
}

/// A proposed model endpoint. It takes effect only after confirmation in the consent window, where its key is entered too.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct ProposeProvider {
    /// The endpoint to change; none for a new one.
    pub id: Option<String>,
    /// The user's name for it.
    pub name: String,
    /// Its wire format.
    pub wire: WireView,
    /// Its base URL: `https:`, or on this machine.
    pub base_url: String,
    /// The model to use; empty to select from the endpoint's list in the consent window.
    pub model: String,
}

/// A model endpoint detected on this machine.
#[derive(Clone, Debug, Serialize, Type)]
pub struct FoundModelView {
    /// The program that was detected.
    pub name: String,
    /// Its base URL.
    pub base_url: String,
    /// Its models.
    pub models: Vec<String>,
}

/// The state of the OS keychain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum KeychainView {
    /// Available: secrets are stored in it.
    Available,
    /// Missing: secrets are kept in memory until the program quits.
    Missing {
        /// Why it is missing.
        reason: String,
    },
    /// Locked: operations that need a secret wait until it is unlocked.
    Locked,
    /// Present, but it refuses or fails. Secrets never fall back to memory.
    Denied {
        /// Why it fails.
        reason: String,
    },
}

/// A change of state. Shells learn of changes only through events.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A server was added or changed.
    Server {
        /// The server.
        server: Box<ServerView>,
    },
    /// The projects or the archive changed.
    Projects {
        /// The projects, by name.
        projects: Vec<ProjectView>,
        /// How many conversations are archived, or in an archived project.
        archived: u32,
    },
    /// A server was removed.
    ServerRemoved {
        /// The server.
        id: String,
    },
    /// A list of a server changed; data read from it before may be stale.
    ServerListChanged {
        /// The server.
        server: String,
        /// Which list.
        what: ServerListKind,
    },
    /// A subscribed resource changed, or one beneath it.
    ResourceUpdated {
        /// The server.
        server: String,
        /// Its URI, as in [`ResourceView::key`].
        uri: String,
    },
    /// A server's log has new rows. Sent once after each read of the log, and at most every 250 ms.
    ServerLogged {
        /// The server.
        server: String,
    },
    /// A server requested sampling, the outcome of such a request is known, or the server's sampling limits changed.
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
    /// A request of a conversation to a model ended.
    Usage {
        /// The conversation.
        conversation: String,
        /// What all its requests took.
        usage: UsageView,
    },
    /// A message was added, or changed other than by a [`Event::Delta`].
    Message {
        /// Its conversation.
        conversation: String,
        /// The message.
        message: MessageView,
    },
    /// Text was appended to a streaming part.
    Delta {
        /// The conversation.
        conversation: String,
        /// The message.
        message: String,
        /// The part.
        part: String,
        /// Whether the part is the model's reasoning.
        reasoning: bool,
        /// The length of the part before this text, in UTF-16 code units. An overlap is known already; after a gap the shell
        /// requests the conversation again.
        at: u32,
        /// The appended text.
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
    /// A call outside any conversation changed: one that the user makes directly.
    Tried {
        /// The call.
        call: CallView,
    },
    /// A turn began, paused or ended.
    Turn {
        /// The conversation.
        conversation: String,
        /// The state of the turn.
        state: TurnStateView,
    },
    /// The summary of a conversation's current branch changed, or the state of a compaction. While one runs, at most four times a second.
    Compaction {
        /// The conversation.
        conversation: String,
        /// The summary in effect, if there is one.
        compaction: Option<Box<CompactionView>>,
        /// A compaction that is in progress or failed.
        compacting: Option<CompactingView>,
    },
    /// The folders of a server changed, or their state.
    Roots {
        /// The server.
        server: String,
    },
    /// The allowed hosts of a server or its connections changed. At most twice a second for each server.
    Reach {
        /// The server.
        server: String,
    },
    /// The pending approvals changed.
    Waiting {
        /// All of them.
        waiting: Vec<WaitingView>,
    },
    /// The user began a conversation outside the chat window, which opens it.
    Show {
        /// The conversation.
        conversation: String,
    },
    /// A link for adding a server waits for the window.
    Link,
    /// The package of a server is being installed beside the one in use, or that ended.
    Package {
        /// The server.
        server: String,
        /// The last line of the package manager, hidden characters made visible.
        said: Option<String>,
        /// Whether it ended.
        done: bool,
    },
    /// The trial run of a server began, found something or ended.
    TrialRun {
        /// The server.
        server: String,
    },
    /// The tour began, advanced or ended.
    Tour {
        /// The tour, while it is in progress.
        tour: Option<TourView>,
    },
    /// The keychain changed.
    Keychain {
        /// Its new state.
        keychain: KeychainView,
    },
    /// The kill switch was used, or the user resumed some servers or rules.
    Stopped {
        /// What remains stopped or suspended, if anything.
        stopped: Option<StoppedView>,
    },
    /// Other stored permissions than before have to be confirmed, or none any more.
    Unconfirmed {
        /// What has to be confirmed.
        unconfirmed: Option<UnconfirmedView>,
    },
    /// The permissions changed: rules, tiers, trust, or whether rules may allow at all.
    Rules,
    /// Events were dropped because the shell was too slow; it must request the full state again.
    Resync,
}
