//! The page of one server: state, limits, offers, log and traffic.
//!
//! Text from a server has hidden characters made visible. A `key` holds the original text where the server needs it back unchanged.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ContentView, ReasonView, SegmentView, StructuredView};

/// The details of a server, in addition to its [`super::ServerView`].
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ServerPageView {
    /// When it connected; none while it is not connected.
    pub connected_since_ms: Option<f64>,
    /// The current protocol revision, or the last one.
    pub revision: Option<String>,
    /// The newer revision of its previous connection, if it now uses an older one.
    pub revision_before: Option<String>,
    /// Its declared capabilities, as labels: `tools`, `resources, subscribe`, `prompts`, `logging`, `completions`.
    pub capabilities: Vec<String>,
    /// The server's own title: an unverified claim.
    pub title: Option<String>,
    /// Its website, as text: an unverified claim. It is never opened automatically.
    pub website: Option<String>,
    /// The server's description of itself: an unverified claim.
    pub description: Vec<SegmentView>,
    /// Its icons, as text. None is ever fetched.
    pub icons: Vec<IconView>,
    /// Its accepted instructions for a model.
    pub instructions: Vec<SegmentView>,
    /// Whether the current instructions differ from the accepted ones.
    pub instructions_changed: bool,
    /// Whether the user lets models read the accepted instructions.
    pub instructions_for_models: bool,
    /// Its response times and call counts.
    pub health: HealthView,
    /// Exceeded limits and dropped messages since it connected.
    pub limits_hit: Vec<CountView>,
    /// The limits of its connection.
    pub bounds: Vec<ServerBoundView>,
    /// Its requests to the user that were refused automatically since this program started.
    pub refused: Option<RefusedView>,
}

/// Requests that were refused before they reached the user.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct RefusedView {
    /// How many there were.
    pub times: u32,
    /// When the last one was refused.
    pub at_ms: f64,
    /// Why the last one was refused, as a sentence.
    pub why: Text,
}

/// An icon that a server declares. It is never fetched.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct IconView {
    /// Its URL; the data of a `data:` URL is omitted.
    pub source: Text,
    /// The type the server claims.
    pub mime_type: Option<String>,
}

/// The response times and call counts of a server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Type)]
pub struct HealthView {
    /// The time of its last reply, in milliseconds; tool calls do not count.
    pub answers_in_ms: Option<f64>,
    /// The longest such time on this connection.
    pub slowest_ms: Option<f64>,
    /// Calls that it completed since this program started.
    pub calls_done: u32,
    /// Calls that failed, were stopped, or whose outcome is unknown.
    pub calls_failed: u32,
    /// Calls that were denied.
    pub calls_denied: u32,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct CountView {
    /// What is counted, for display.
    pub what: Text,
    /// The count.
    pub count: u32,
}

/// A limit of a connection.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "snake_case")]
pub enum ServerBoundKey {
    /// Timeout of the handshake, in seconds.
    StartSeconds,
    /// Timeout of a request without progress, in seconds.
    QuietSeconds,
    /// Timeout of a request regardless of progress, in minutes.
    CallMinutes,
    /// Idle time before the connection is pinged, in seconds.
    PingSeconds,
    /// Maximum size of a message, in MiB.
    MessageMib,
    /// Maximum number of items in a list.
    ListItems,
    /// Maximum number of pages of a list.
    ListPages,
    /// Maximum number of queued notifications.
    WaitingNotices,
    /// Time without use before the server sleeps, in minutes; 0 if it never does.
    IdleMinutes,
}

/// A limit of one server's connection.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ServerBoundView {
    /// Which limit it is.
    pub key: ServerBoundKey,
    /// Its name, for display.
    pub name: Text,
    /// Its unit: `s`, `min`, `MiB`, or empty for a plain number.
    pub unit: String,
    /// The value for this server; none if the default is in effect.
    pub value: Option<u32>,
    /// The default: the setting for all servers.
    pub default: u32,
    /// The minimum value.
    pub min: u32,
    /// The maximum value.
    pub max: u32,
}

/// A limit that was changed.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ServerBoundSetView {
    /// The new limit.
    pub bound: ServerBoundView,
    /// When it takes effect, as a sentence.
    pub holds: Text,
}

/// The full definition of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ToolDetailView {
    /// Its name, with hidden characters made visible.
    pub name: String,
    /// Its name as the server returns it.
    pub key: String,
    /// The server's title for it: an unverified claim.
    pub title: Vec<SegmentView>,
    /// The server's description of it: an unverified claim.
    pub description: Vec<SegmentView>,
    /// The schema of its arguments as indented JSON text.
    pub input_schema: StructuredView,
    /// The input schema as the server returns it, for building a form; none if it is too large.
    pub input_schema_raw: Option<String>,
    /// The schema of its structured results, if it has one.
    pub output_schema: Option<StructuredView>,
    /// The server's annotations, described as claims.
    pub annotations: Vec<Text>,
    /// Its tier, 1 to 4.
    pub tier: u32,
    /// The tier's label.
    pub tier_word: Text,
    /// The first 8 digits of its definition's digest.
    pub digest: String,
    /// Whether it is disabled.
    pub off: bool,
    /// Whether the server changed its definition; this is the accepted one.
    pub changed: bool,
    /// When this definition was accepted, if the current one differs.
    pub accepted_ms: Option<f64>,
    /// Unusual characters, and other tools with the same name.
    pub notes: Vec<ReasonView>,
}

/// The resources of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ResourcesView {
    /// Its resources.
    pub resources: Vec<ResourceView>,
    /// Its resource templates.
    pub templates: Vec<TemplateView>,
    /// Whether it supports resource subscriptions.
    pub can_subscribe: bool,
    /// Whether it proposes values for the variables of templates.
    pub completes: bool,
    /// Items that could not be read or listed, one sentence each.
    pub notes: Vec<Text>,
}

/// A resource of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ResourceView {
    /// Its URI on its own server. The URI is never opened as an address.
    pub uri: String,
    /// Its URI as the server returns it.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The server's description of it.
    pub description: Vec<SegmentView>,
    /// The type that the server claims.
    pub mime: Option<String>,
    /// The size in bytes that the server claims.
    pub bytes: Option<f64>,
    /// Whether it is subscribed.
    pub subscribed: bool,
}

/// A resource template.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TemplateView {
    /// The URI template (RFC 6570).
    pub uri_template: String,
    /// The template as the server returns it.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The server's description of it.
    pub description: Vec<SegmentView>,
    /// The type that the server claims.
    pub mime: Option<String>,
    /// The names of its variables, in order, without duplicates.
    pub variables: Vec<String>,
    /// Why it cannot be used, if it cannot.
    pub problem: Option<Text>,
}

/// The contents of a resource when it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ResourceReadView {
    /// Its contents, in the form of tool results.
    pub contents: Vec<ContentView>,
}

/// A prompt that a server offers.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ServerPromptView {
    /// Its name.
    pub name: String,
    /// Its name as the server returns it.
    pub key: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The server's description of it.
    pub description: Vec<SegmentView>,
    /// Its arguments.
    pub arguments: Vec<PromptArgumentView>,
}

/// The prompts of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ServerPromptsView {
    /// Its prompts.
    pub prompts: Vec<ServerPromptView>,
    /// Items that could not be read or listed, one sentence each.
    pub notes: Vec<Text>,
}

/// An argument of a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PromptArgumentView {
    /// Its name.
    pub name: String,
    /// Its name as the server returns it.
    pub key: String,
    /// The server's description of it.
    pub description: Vec<SegmentView>,
    /// Whether it is required.
    pub required: bool,
}

/// The result of a prompt request.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PromptResultView {
    /// The server's description of it.
    pub description: Vec<SegmentView>,
    /// Its messages. The server wrote all of them, whatever their role.
    pub messages: Vec<PromptMessageView>,
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PromptMessageView {
    /// The role that the server assigns to it.
    pub role: PromptRoleView,
    /// Its content.
    pub content: ContentView,
}

/// The role that a server assigns to a message of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum PromptRoleView {
    /// The user.
    User,
    /// A model. No model wrote the message.
    Assistant,
    /// Another role.
    Other,
}

/// The target of a completion request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CompleteFor {
    /// An argument of a prompt.
    Prompt {
        /// The prompt's name as the server returns it.
        name: String,
    },
    /// A variable of a resource template.
    Template {
        /// The template as the server returns it.
        uri_template: String,
    },
}

/// A name and its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Type)]
pub struct GivenValue {
    /// The name, as the server returns it.
    pub name: String,
    /// The value.
    pub value: String,
}

/// Completion values from a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Type)]
pub struct CompletionView {
    /// The values: at most 100, none with hidden characters.
    pub values: Vec<String>,
    /// The total number of values, as the server reports it.
    pub total: Option<u32>,
    /// Whether there are more, as the server reports or because some were omitted.
    pub has_more: bool,
}

/// The severity of a message, as its sender reports it (2025-03-26, server/utilities/logging).
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

/// The source of a log row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LogSourceView {
    /// A log message of the server.
    Server,
    /// A line of its standard error.
    Stderr,
    /// Innkeeper itself.
    Innkeeper,
}

/// A row of a server's log.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct LogRowView {
    /// Its sequence number; increases by one with each row.
    pub seq: f64,
    /// When it was received.
    pub at_ms: f64,
    /// Its severity; lines of standard error have no level and count as `info`.
    pub level: LogLevelView,
    /// Its source.
    pub source: LogSourceView,
    /// The logger name, if the server sends one.
    pub logger: Option<String>,
    /// The text, with the server's secrets redacted: at most 8 KiB of a server's text, or of each value in a note of Innkeeper.
    pub text: Text,
}

/// Rows of a server's log.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct LogPageView {
    /// The rows after the requested one, oldest first.
    pub rows: Vec<LogRowView>,
    /// Counts of dropped rows.
    pub dropped: Vec<CountView>,
    /// The level requested from the server; none if no level was requested.
    pub level: Option<LogLevelView>,
    /// Whether the server supports log levels.
    pub takes_level: bool,
}

/// A message on a server's connection.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrafficRowView {
    /// Its sequence number; increases by one with each message.
    pub seq: f64,
    /// When it was sent or received.
    pub at_ms: f64,
    /// Whether it was sent to the server; otherwise it was received.
    pub sent: bool,
    /// Its method; a response has that of its request.
    pub method: Option<String>,
    /// Its identifier as JSON text.
    pub id: Option<String>,
    /// Its size in bytes.
    pub bytes: u32,
    /// The duration of the request, if this is the response to a recorded one.
    pub took_ms: Option<f64>,
    /// The request that it answers.
    pub answers_seq: Option<f64>,
    /// The message that began the exchange, if it belongs to a later round of a request.
    pub exchange_seq: Option<f64>,
    /// Which round of the request it belongs to, from 1; none before the server asked for anything.
    pub round: Option<u32>,
    /// Its beginning, on one line.
    pub summary: String,
    /// The protocol error in it, if any.
    pub bad: Option<Text>,
}

/// Messages of a connection, oldest first.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrafficBatchView {
    /// The messages.
    pub rows: Vec<TrafficRowView>,
    /// How many are stored now, at most 5,000.
    pub kept: u32,
    /// How many were dropped before they could be sent here.
    pub dropped: u32,
}

/// A message in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct TrafficMessageView {
    /// Indented JSON text, or the original line, hidden characters made visible.
    pub json: String,
    /// Whether it was truncated.
    pub cut: bool,
    /// How many secrets of the server were redacted.
    pub hidden: u32,
}

/// The kind of a server list that changed.
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
