//! Servers as a shell sees them.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{AccountView, SegmentView, ServerTag};

/// A server.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ServerView {
    /// Name and fob.
    pub tag: ServerTag,
    /// What it is doing.
    pub state: ServerStateView,
    /// Whether it is switched on.
    pub enabled: bool,
    /// The command as the user wrote it.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory, if the user chose one.
    pub cwd: Option<String>,
    /// The names of its variables.
    pub env_names: Vec<String>,
    /// Its URL, if it is no program of this machine; then it has no command.
    pub url: Option<String>,
    /// The names of the headers that go with every request to its URL.
    pub header_names: Vec<String>,
    /// Its account, if one can sign in to it: it has a URL, and no `Authorization` header of the user's.
    pub account: Option<Box<AccountView>>,
    /// What carries the messages, for people; none if it has a URL that was never reached.
    pub transport: Option<String>,
    /// Whether it may ask for answers of the user's model.
    pub sampling: bool,
    /// Whether it may ask the user for something.
    pub elicitation: bool,
    /// What it calls itself: a claim.
    pub claimed_name: Option<String>,
    /// The version it claims.
    pub claimed_version: Option<String>,
    /// The protocol revision in use.
    pub revision: Option<String>,
    /// The names of the capabilities it declared.
    pub capabilities: Vec<String>,
    /// Its tools, as far as they are known.
    pub tools: Vec<ToolView>,
    /// How many of its tools a model can be offered: those that are on and meant for models.
    pub model_tools: u32,
    /// About how many tokens these take in each request.
    pub model_tokens: u32,
    /// Tools that could not be read, a line each.
    pub unreadable_tools: Vec<String>,
    /// How much it changed of what was accepted: tools, and its instructions.
    pub changed: u32,
}

/// A tool of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ToolView {
    /// Its name, with hidden characters made visible.
    pub name: String,
    /// Its name as the server gives it.
    pub key: String,
    /// Whether it is switched on.
    pub enabled: bool,
    /// Whether its server means it for models; if not, none is offered it.
    pub for_models: bool,
    /// About how many tokens its definition takes in each request.
    pub tokens: u32,
    /// The server's description of it: a claim.
    pub description: Vec<SegmentView>,
    /// Its tier, 1 to 4, as far as it is known without its arguments.
    pub tier: u32,
    /// The tier's word.
    pub tier_word: String,
    /// Whether the server changed what it is: this is what was accepted.
    pub changed: bool,
}

/// What a server is doing, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ServerStateView {
    /// Not running, by the user's act or because its launch was not accepted.
    Stopped {
        /// Why.
        reason: String,
    },
    /// Its launch waits for review in the consent window.
    AwaitingReview,
    /// Starting.
    Starting {
        /// Since when.
        since_ms: f64,
        /// How far its installation is, if a package runner starts it.
        install: Option<InstallView>,
    },
    /// Ready.
    Ready {
        /// Its process, if it is a program of this machine.
        pid: Option<u32>,
    },
    /// It wants a sign-in and waits for one; how far that is stands in [`ServerView::account`].
    NeedsSignIn {
        /// Why, for people.
        reason: String,
    },
    /// It failed and will be started again.
    BackingOff {
        /// When.
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

/// An installation under way: a package runner downloads a server before it starts it.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct InstallView {
    /// The package runner.
    pub runner: String,
    /// The last line that it wrote: its words.
    pub said: Option<String>,
    /// How long it may take, from the start.
    pub limit_ms: f64,
}

/// What kind of failure it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The command was not found.
    NotFound,
    /// It could not be started.
    Launch,
    /// A value it needs is missing.
    MissingValue,
    /// It exited.
    Exited,
    /// It did not answer in time.
    TimedOut,
    /// It does not speak a protocol revision this host knows, or broke it.
    Protocol,
    /// The keychain could not be read.
    Keychain,
    /// Its URL could not be reached, or what answers there did not answer as a server does.
    Unreachable,
    /// It wants a sign-in.
    SignIn,
}

/// A failure in four parts: what happened, details, what to do, the end of its error output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct FailureView {
    /// The kind.
    pub kind: FailureKind,
    /// What happened, for people.
    pub message: String,
    /// The folders that were searched, if a command was not found.
    pub searched: Vec<String>,
    /// What to do.
    pub hint: String,
    /// The end of its error output: the server's words.
    pub stderr: String,
    /// The lines of its error output that say most, for the message itself: the server's words.
    pub said: Vec<String>,
    /// Lines that it printed on its standard output and that are no messages: the server's words.
    pub printed: Vec<String>,
    /// Variables that are set for the user, that servers often need, and that it is not given.
    pub not_given: Vec<String>,
}

/// A server to add. It is not started before its launch was accepted in the consent window.
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
    /// Names of variables whose values are entered in the consent window and kept in the keychain.
    pub env_names: Vec<String>,
}

/// A server at a URL to add. It is not connected to before that was accepted in the consent window.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct AddRemoteServer {
    /// The user's name for it.
    pub name: String,
    /// Its full URL.
    pub url: String,
    /// Names of headers whose values are entered in the consent window and kept in the keychain.
    pub header_names: Vec<String>,
}
