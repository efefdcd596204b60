//! Servers as a shell sees them.

use domain::EraChoice;
use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{AccountView, ConfinementChoiceView, ConfinementView, SegmentView, ServerTag};

/// A server.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ServerView {
    /// Name and fob.
    pub tag: ServerTag,
    /// Its state.
    pub state: ServerStateView,
    /// Whether it is enabled.
    pub enabled: bool,
    /// The command as the user wrote it.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory, if the user chose one.
    pub cwd: Option<String>,
    /// The names of its environment variables.
    pub env_names: Vec<String>,
    /// Its URL, if it is a remote server; then it has no command.
    pub url: Option<String>,
    /// The names of the headers sent with every request to its URL.
    pub header_names: Vec<String>,
    /// Its account, if it supports sign-in: it has a URL, and the user set no `Authorization` header.
    pub account: Option<Box<AccountView>>,
    /// The transport, for display; none for a remote server that was never reached.
    pub transport: Option<Text>,
    /// What the user chose about its sandbox; none for a remote server.
    pub confinement: Option<ConfinementChoiceView>,
    /// The sandbox of its program while that runs; none for a remote server.
    pub sandbox: Option<Box<ConfinementView>>,
    /// Whether it may request sampling.
    pub sampling: bool,
    /// Whether it may request input from the user.
    pub elicitation: bool,
    /// Its own name: an unverified claim.
    pub claimed_name: Option<String>,
    /// The version it claims.
    pub claimed_version: Option<String>,
    /// The current protocol revision.
    pub revision: Option<String>,
    /// How it is spoken to and why, as words after a label; none while it is not connected.
    pub era: Option<Text>,
    /// How the user wants it spoken to.
    pub era_choice: EraChoiceView,
    /// The names of its declared capabilities.
    pub capabilities: Vec<String>,
    /// Its tools, as far as they are known.
    pub tools: Vec<ToolView>,
    /// How many of its tools can be offered to a model: those that are enabled and intended for models.
    pub model_tools: u32,
    /// The approximate number of tokens these take in each request.
    pub model_tokens: u32,
    /// Tools that could not be read, one line each.
    pub unreadable_tools: Vec<Text>,
    /// How many changes of it can be accepted: of tools, of its instructions, and its new tools as one.
    pub changed: u32,
    /// How many of its tools are new.
    pub new_tools: u32,
}

/// How the user wants a server spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum EraChoiceView {
    /// As Innkeeper chooses.
    Automatic,
    /// With sessions, as revisions up to 2025-11-25.
    WithSessions,
    /// Without sessions, as revisions since 2026-07-28.
    WithoutSessions,
}

impl From<EraChoice> for EraChoiceView {
    fn from(choice: EraChoice) -> Self {
        match choice {
            EraChoice::Automatic => Self::Automatic,
            EraChoice::WithSessions => Self::WithSessions,
            EraChoice::WithoutSessions => Self::WithoutSessions,
        }
    }
}

impl From<EraChoiceView> for EraChoice {
    fn from(choice: EraChoiceView) -> Self {
        match choice {
            EraChoiceView::Automatic => Self::Automatic,
            EraChoiceView::WithSessions => Self::WithSessions,
            EraChoiceView::WithoutSessions => Self::WithoutSessions,
        }
    }
}

/// A tool of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ToolView {
    /// Its name, with hidden characters made visible.
    pub name: String,
    /// Its name as the server returns it.
    pub key: String,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Whether its server intends it for models; if not, it is never offered to one.
    pub for_models: bool,
    /// The approximate number of tokens that its definition takes in each request.
    pub tokens: u32,
    /// The server's description of it: an unverified claim.
    pub description: Vec<SegmentView>,
    /// Its tier, 1 to 4, as far as it can be determined without arguments.
    pub tier: u32,
    /// The tier's label.
    pub tier_word: Text,
    /// Whether the server changed its definition; this is the accepted one.
    pub changed: bool,
    /// Whether the server did not offer it when its tools were accepted: no model sees it until the user accepts it.
    pub new: bool,
}

/// A tool that a search found.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct FoundToolView {
    /// Its server.
    pub server: ServerTag,
    /// Its name, with hidden characters made visible.
    pub tool: String,
    /// The name under which a model calls it.
    pub alias: String,
    /// The start of the server's description, with hidden characters made visible: an unverified claim.
    pub description: String,
    /// The JSON Schema of its arguments, as JSON text.
    pub input_schema: String,
}

/// The state of a server, with its cause.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ServerStateView {
    /// Not running: the user stopped it, or did not accept its launch.
    Stopped {
        /// Why.
        reason: Text,
    },
    /// Not running, but offered to models as accepted: it starts when an approved call needs it.
    Asleep,
    /// The review of its launch is pending in the consent window.
    AwaitingReview,
    /// Starting.
    Starting {
        /// When it began to start.
        since_ms: f64,
        /// The progress of its installation, if a package runner starts it.
        install: Option<InstallView>,
    },
    /// Ready.
    Ready {
        /// Its process identifier, if it is a local program.
        pid: Option<u32>,
    },
    /// It requires a sign-in and waits for one. [`ServerView::account`] has the progress.
    NeedsSignIn {
        /// Why, for display.
        reason: Text,
    },
    /// It failed; Innkeeper will retry after a backoff.
    BackingOff {
        /// When the next attempt is made.
        until_ms: f64,
        /// What happened.
        failure: FailureView,
    },
    /// It failed.
    Failed {
        /// What happened.
        failure: FailureView,
    },
}

/// An installation in progress: a package runner downloads a server before starting it.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct InstallView {
    /// The package runner.
    pub runner: String,
    /// The last line of its output, verbatim.
    pub said: Option<String>,
    /// The time limit from the start.
    pub limit_ms: f64,
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The command was not found.
    NotFound,
    /// It could not be started.
    Launch,
    /// A required value is missing.
    MissingValue,
    /// It exited.
    Exited,
    /// It timed out.
    TimedOut,
    /// It uses an unknown protocol revision, or violated the protocol.
    Protocol,
    /// The keychain could not be read.
    Keychain,
    /// Its URL could not be reached, or the reply is not that of an MCP server.
    Unreachable,
    /// It requires a sign-in.
    SignIn,
}

/// A failure in four parts: message, details, hint, and the end of standard error.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct FailureView {
    /// The kind.
    pub kind: FailureKind,
    /// What happened, for display.
    pub message: Text,
    /// The directories that were searched, if a command was not found.
    pub searched: Vec<String>,
    /// What to do.
    pub hint: Text,
    /// The end of its standard error, verbatim.
    pub stderr: String,
    /// The most informative lines of its standard error, for the message itself, verbatim.
    pub said: Vec<String>,
    /// Lines on its standard output that are not protocol messages, verbatim.
    pub printed: Vec<String>,
    /// Variables that servers often need and the user has set, but that are not passed to it.
    pub not_given: Vec<String>,
}

/// A server to add. It starts only after its launch was accepted in the consent window.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct AddServer {
    /// The user's name for it.
    pub name: String,
    /// The command.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory; the home folder if none.
    pub cwd: Option<String>,
    /// Names of variables whose values are entered in the consent window and stored in the keychain.
    pub env_names: Vec<String>,
}

/// A remote server to add. Innkeeper connects only after that was accepted in the consent window.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct AddRemoteServer {
    /// The user's name for it.
    pub name: String,
    /// Its full URL.
    pub url: String,
    /// Names of headers whose values are entered in the consent window and stored in the keychain.
    pub header_names: Vec<String>,
}
