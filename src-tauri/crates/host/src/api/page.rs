//! What the page of one server shows: how it is, its bounds, what it offers, what it logged, what passed over its connection.
//!
//! Text of a server has hidden characters made visible. What has to go back to the server as it was given stands in a `key`.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ContentView, ReasonView, SegmentView, StructuredView};

/// How a server is, beside its [`super::ServerView`].
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ServerPageView {
    /// Since when it is connected; none while it is not.
    pub connected_since_ms: Option<f64>,
    /// The protocol revision in use, or the last one.
    pub revision: Option<String>,
    /// The newer revision it spoke the time before, if it speaks an older one now.
    pub revision_before: Option<String>,
    /// What it declared, as labels: `tools`, `resources, subscribe`, `prompts`, `logging`, `completions`.
    pub capabilities: Vec<String>,
    /// The title it gives itself: a claim.
    pub title: Option<String>,
    /// The website it names, as text: a claim. Nothing opens it by itself.
    pub website: Option<String>,
    /// What it says it is: a claim.
    pub description: Vec<SegmentView>,
    /// The icons it names, as text. None is ever fetched.
    pub icons: Vec<IconView>,
    /// Its words to a model, as they were accepted. No model is given them.
    pub instructions: Vec<SegmentView>,
    /// Whether they are others now, which nobody accepted.
    pub instructions_changed: bool,
    /// How it answers.
    pub health: HealthView,
    /// The bounds that its messages hit, and what was dropped, since it was connected.
    pub limits_hit: Vec<CountView>,
    /// The bounds of its connection.
    pub bounds: Vec<ServerBoundView>,
    /// Questions of its to the user that were refused unasked since this program started.
    pub refused: Option<RefusedView>,
}

/// Questions that were refused before anybody was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct RefusedView {
    /// How many.
    pub times: u32,
    /// When the last one was.
    pub at_ms: f64,
    /// Why that one was.
    pub why: String,
}

/// An icon that a server names. It is not fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct IconView {
    /// Where it would be; the data of a `data:` URL is left out.
    pub source: String,
    /// The type the server claims.
    pub mime_type: Option<String>,
}

/// How a server answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Type)]
pub struct HealthView {
    /// How long its last answer took, in milliseconds; calls of tools do not count.
    pub answers_in_ms: Option<f64>,
    /// The slowest of them on this connection.
    pub slowest_ms: Option<f64>,
    /// Calls that it answered since this program started.
    pub calls_done: u32,
    /// Calls that failed, were stopped, or whose outcome is unknown.
    pub calls_failed: u32,
    /// Calls that were denied.
    pub calls_denied: u32,
}

/// How often something happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct CountView {
    /// What, for people.
    pub what: String,
    /// How often.
    pub count: u32,
}

/// Which bound of a connection it is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "snake_case")]
pub enum ServerBoundKey {
    /// How long it may take to introduce itself, in seconds.
    StartSeconds,
    /// How long a request waits without progress, in seconds.
    QuietSeconds,
    /// How long a request waits whatever progress it makes, in minutes.
    CallMinutes,
    /// How long the connection is silent before it is pinged, in seconds.
    PingSeconds,
    /// Its largest message, in MiB.
    MessageMib,
    /// The most items of one of its lists.
    ListItems,
    /// The most pages of one of its lists.
    ListPages,
    /// The most of its notifications that may wait.
    WaitingNotices,
}

/// A bound of one server's connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ServerBoundView {
    /// Which.
    pub key: ServerBoundKey,
    /// Its name, for people.
    pub name: String,
    /// Its unit: `s`, `min`, `MiB`, or empty for a number of things.
    pub unit: String,
    /// What was chosen for this server; none if the default holds.
    pub value: Option<u32>,
    /// What holds if nothing is chosen: the setting for all servers.
    pub default: u32,
    /// The least that can be chosen.
    pub min: u32,
    /// The most that can be chosen.
    pub max: u32,
}

/// A bound that was moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ServerBoundSetView {
    /// What was chosen.
    pub bound: ServerBoundView,
    /// When it holds, as a sentence.
    pub holds: String,
}

/// A tool in full.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ToolDetailView {
    /// Its name, with hidden characters made visible.
    pub name: String,
    /// Its name as the server gives it.
    pub key: String,
    /// The server's title for it: a claim.
    pub title: Vec<SegmentView>,
    /// The server's description of it: a claim.
    pub description: Vec<SegmentView>,
    /// The schema of its arguments as indented JSON text.
    pub input_schema: StructuredView,
    /// The same schema as the server gives it, for making a form of it; none if it is too large.
    pub input_schema_raw: Option<String>,
    /// The schema of its structured results, if it has one.
    pub output_schema: Option<StructuredView>,
    /// The server's hints, as claims in words.
    pub annotations: Vec<String>,
    /// Its tier, 1 to 4.
    pub tier: u32,
    /// The tier's word.
    pub tier_word: String,
    /// The first 8 digits of its definition's digest.
    pub digest: String,
    /// Whether it is switched off.
    pub off: bool,
    /// Whether the server changed what it is: this is what was accepted.
    pub changed: bool,
    /// When that was accepted, if it is another now.
    pub accepted_ms: Option<f64>,
    /// What is odd about its characters, and which other tools have its name.
    pub notes: Vec<ReasonView>,
}

/// What a server offers to read.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ResourcesView {
    /// Its resources.
    pub resources: Vec<ResourceView>,
    /// Its templates.
    pub templates: Vec<TemplateView>,
    /// Whether it offers to tell when a resource changes.
    pub can_subscribe: bool,
    /// What could not be read or listed, a sentence each.
    pub notes: Vec<String>,
}

/// A resource of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ResourceView {
    /// Its URI on its own server. It is not an address to be opened.
    pub uri: String,
    /// Its URI as the server gives it.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// What the server says about it.
    pub description: Vec<SegmentView>,
    /// The type that the server claims.
    pub mime: Option<String>,
    /// The size in bytes that the server claims.
    pub bytes: Option<f64>,
    /// Whether its changes are followed.
    pub subscribed: bool,
}

/// A template of resources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct TemplateView {
    /// The template (RFC 6570).
    pub uri_template: String,
    /// The template as the server gives it.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// What the server says about it.
    pub description: Vec<SegmentView>,
    /// The type that the server claims.
    pub mime: Option<String>,
    /// The names of its variables, in order, each once.
    pub variables: Vec<String>,
    /// Why it cannot be used, if so.
    pub problem: Option<String>,
}

/// What a resource held when it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ResourceReadView {
    /// Its contents, as results of tools are shown.
    pub contents: Vec<ContentView>,
}

/// A prompt that a server offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ServerPromptView {
    /// Its name.
    pub name: String,
    /// Its name as the server gives it.
    pub key: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// What the server says about it.
    pub description: Vec<SegmentView>,
    /// What can be given to it.
    pub arguments: Vec<PromptArgumentView>,
}

/// The prompts of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ServerPromptsView {
    /// Its prompts.
    pub prompts: Vec<ServerPromptView>,
    /// What could not be read or listed, a sentence each.
    pub notes: Vec<String>,
}

/// An argument of a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct PromptArgumentView {
    /// Its name.
    pub name: String,
    /// Its name as the server gives it.
    pub key: String,
    /// What the server says about it.
    pub description: Vec<SegmentView>,
    /// Whether it has to be given.
    pub required: bool,
}

/// What a prompt became.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PromptResultView {
    /// What the server says about it.
    pub description: Vec<SegmentView>,
    /// Its messages. All of them are the server's words, whatever role it gives them.
    pub messages: Vec<PromptMessageView>,
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PromptMessageView {
    /// The role the server gives it.
    pub role: PromptRoleView,
    /// What it holds.
    pub content: ContentView,
}

/// The role that a server gives a message of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum PromptRoleView {
    /// As if the user had written it.
    User,
    /// As if a model had answered it. No model did.
    Assistant,
    /// Something else.
    Other,
}

/// What a value is wanted for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CompleteFor {
    /// An argument of a prompt.
    Prompt {
        /// The prompt's name as the server gives it.
        name: String,
    },
    /// A variable of a template.
    Template {
        /// The template as the server gives it.
        uri_template: String,
    },
}

/// A name and the value given for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Type)]
pub struct GivenValue {
    /// The name, as the server gives it.
    pub name: String,
    /// The value.
    pub value: String,
}

/// Values a server proposes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Type)]
pub struct CompletionView {
    /// At most 100; none with a hidden character in it.
    pub values: Vec<String>,
    /// How many there are altogether, as the server says.
    pub total: Option<u32>,
    /// Whether there are more, as the server says or because some were left out.
    pub has_more: bool,
}

/// How grave a message is, as its sender says (2025-03-26, server/utilities/logging).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are the specification's")]
pub enum LogLevelView {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

/// Whose words a row of the log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LogSourceView {
    /// A log message of the server.
    Server,
    /// A line of its error output.
    Stderr,
    /// This program's.
    Innkeeper,
}

/// A row of a server's log.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct LogRowView {
    /// Its number; rises by one with each row.
    pub seq: f64,
    /// When it came.
    pub at_ms: f64,
    /// How grave it is; lines of error output have no level of their own and count as `info`.
    pub level: LogLevelView,
    /// Whose words it is.
    pub source: LogSourceView,
    /// The part of the server that logs, if it says so.
    pub logger: Option<String>,
    /// The text, at most 8 KiB of it; values this program keeps secret for the server are taken out.
    pub text: String,
}

/// Rows of a server's log.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct LogPageView {
    /// The rows after the one asked for, oldest first.
    pub rows: Vec<LogRowView>,
    /// What is not among them.
    pub dropped: Vec<CountView>,
    /// The level that was asked of the server; none if it was not asked.
    pub level: Option<LogLevelView>,
    /// Whether the server takes a level.
    pub takes_level: bool,
}

/// A message that passed over a server's connection.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrafficRowView {
    /// Its number; rises by one with each message.
    pub seq: f64,
    /// When it passed.
    pub at_ms: f64,
    /// Whether it was sent to the server; otherwise it came from there.
    pub sent: bool,
    /// Its method; an answer has that of its request.
    pub method: Option<String>,
    /// Its identifier as JSON text.
    pub id: Option<String>,
    /// Its size in bytes.
    pub bytes: u32,
    /// How long it took, if it answers a message that is known here.
    pub took_ms: Option<f64>,
    /// The message it answers.
    pub answers_seq: Option<f64>,
    /// Its beginning, on one line.
    pub summary: String,
    /// What is wrong with it, if something is.
    pub bad: Option<String>,
}

/// Messages that passed, oldest first.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrafficBatchView {
    /// The messages.
    pub rows: Vec<TrafficRowView>,
    /// How many are kept now, at most 5,000.
    pub kept: u32,
    /// How many fell out before they were sent here.
    pub dropped: u32,
}

/// One message in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct TrafficMessageView {
    /// Indented JSON text, or the line as it came, hidden characters made visible.
    pub json: String,
    /// Whether more was cut off.
    pub cut: bool,
    /// How often a value was taken out that this program keeps secret for the server.
    pub hidden: u32,
}

/// Which list of a server changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ServerListKind {
    /// Its tools.
    Tools,
    /// Its resources and templates.
    Resources,
    /// Its prompts.
    Prompts,
}
