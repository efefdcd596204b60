//! Conversations as a shell sees them.

use serde::Serialize;
use specta::Type;

use super::ServerTag;

/// A conversation in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ConversationSummary {
    /// The conversation.
    pub id: String,
    /// Its title.
    pub title: String,
    /// When it last changed.
    pub updated_ms: f64,
    /// The endpoint it uses.
    pub provider: Option<String>,
    /// The model that answers, where it is not the endpoint's own.
    pub model: Option<String>,
    /// The servers that are off in it; all others are on, as far as they are switched on at all.
    pub servers_off: Vec<String>,
    /// What its turn is doing.
    pub turn: TurnStateView,
}

/// A conversation in which something was found.
#[derive(Clone, Debug, Serialize, Type)]
pub struct FoundView {
    /// The conversation.
    pub summary: ConversationSummary,
    /// The words around it, if it is in a message or a tool call; none when the title has it.
    pub excerpt: Vec<ExcerptView>,
    /// The message it is in.
    pub message: Option<String>,
    /// The tool call of that message it is in, if it is in one.
    pub call: Option<String>,
}

/// A run of an excerpt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ExcerptView {
    /// The text, hidden characters made visible.
    pub text: String,
    /// Whether it is what was looked for.
    pub found: bool,
}

/// A conversation with the messages of its current branch.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ConversationView {
    /// The conversation.
    pub summary: ConversationSummary,
    /// Its messages, oldest first.
    pub messages: Vec<MessageView>,
}

/// What a turn is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum TurnStateView {
    /// Nothing: the user may write.
    #[default]
    Idle,
    /// The model answers or tools run.
    Running,
    /// Many steps were taken: it goes on only when the user says so.
    Paused {
        /// How many steps.
        steps: u32,
    },
}

/// Who a message is by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RoleView {
    /// The user.
    User,
    /// The model.
    Assistant,
}

/// How complete a message is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum MessageStatusView {
    /// Complete.
    Complete,
    /// Still coming.
    Streaming,
    /// Stopped by the user, or cut off by a quit.
    Stopped,
    /// Failed; what came is kept.
    Failed {
        /// What happened.
        message: String,
        /// What to do.
        hint: Option<String>,
        /// Whether another key may help: the endpoint refused the one it has.
        key: bool,
    },
}

/// A message.
#[derive(Clone, Debug, Serialize, Type)]
pub struct MessageView {
    /// The message.
    pub id: String,
    /// The one before it.
    pub parent: Option<String>,
    /// Who it is by.
    pub role: RoleView,
    /// How complete it is.
    pub status: MessageStatusView,
    /// The model that wrote it.
    pub model: Option<String>,
    /// When it was begun.
    pub created_ms: f64,
    /// Tokens the model read and wrote, where it said so.
    pub tokens: Option<(u32, u32)>,
    /// The messages that stand in the same place on other branches, itself among them, oldest first; empty if it is the
    /// only one.
    pub siblings: Vec<String>,
    /// Its parts, in order.
    pub parts: Vec<PartView>,
}

/// A part of a message.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PartView {
    /// Text, markdown if it is the model's.
    Text {
        /// The part.
        id: String,
        /// The text.
        text: String,
    },
    /// The model's reasoning.
    Reasoning {
        /// The part.
        id: String,
        /// The text.
        text: String,
    },
    /// A tool call.
    Call {
        /// The part.
        id: String,
        /// The call.
        call: Box<CallView>,
    },
    /// A word of the host, such as "this call was denied".
    Notice {
        /// The part.
        id: String,
        /// The text.
        text: String,
    },
}

/// A tool call in a conversation.
#[derive(Clone, Debug, Serialize, Type)]
pub struct CallView {
    /// The call.
    pub id: String,
    /// The server, as it is called now; none if the model named a tool that is not there.
    pub server: Option<ServerTag>,
    /// The tool's name, or what the model called it, with hidden characters made visible.
    pub tool: String,
    /// The arguments as JSON text, indented, with hidden characters made visible.
    pub arguments: String,
    /// Whether a person changed them before they were sent.
    pub edited: bool,
    /// What it is doing.
    pub state: CallStateView,
    /// Its result.
    pub result: Vec<ContentView>,
    /// Structured content.
    pub structured: Option<StructuredView>,
    /// What of the structured content does not fit the schema that the tool declares for it.
    pub misfit: Option<String>,
    /// Size of the result in bytes.
    pub result_bytes: u32,
    /// Where the result came from: shown beside it.
    pub origin: Option<OriginView>,
    /// When it was sent.
    pub sent_ms: Option<f64>,
    /// When it ended.
    pub ended_ms: Option<f64>,
}

/// Structured content of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct StructuredView {
    /// Indented JSON text, hidden characters made visible; at most 256 KiB of it.
    pub json: String,
    /// Whether more was cut off, so that the text is no whole JSON.
    pub cut: bool,
}

/// Where data came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct OriginView {
    /// The server.
    pub server: String,
}

/// Who decided about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DecidedByView {
    /// You, in the consent window.
    Person,
    /// You, at a terminal.
    Terminal,
    /// You closed the question.
    Dismissed,
    /// A rule of yours.
    Rule,
    /// A command line.
    CommandLine,
    /// Nobody could be asked.
    Unattended,
    /// Nobody answered in time.
    Expiry,
    /// The server is muted in the conversation.
    Mute,
    /// You denied exactly this before.
    Repeat,
    /// Too many approvals were pending.
    QueueFull,
    /// The approval was withdrawn.
    Withdrawn,
    /// You stopped everything.
    StopAll,
    /// The decision could not be recorded.
    LedgerFailure,
}

/// What a call is doing.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum CallStateView {
    /// A person has to answer in the consent window.
    Waiting {
        /// The question, if it is asked already.
        prompt: Option<String>,
        /// When it becomes a denial.
        expires_at_ms: Option<f64>,
        /// Why it asks, in one sentence.
        why: String,
    },
    /// Sent; no answer yet.
    Running {
        /// Its progress, if it says.
        progress: Option<ProgressView>,
        /// Whether the user asked to stop it.
        stopping: bool,
    },
    /// Answered.
    Done {
        /// Whether a rule allowed it rather than a person.
        by_rule: bool,
        /// Who allowed it, as far as that is known.
        by: Option<DecidedByView>,
        /// Whether the tool says that it failed.
        tool_error: bool,
    },
    /// Not sent.
    Denied {
        /// Who or what denied it and what to do, for people.
        reason: String,
        /// Who denied it, as far as that is known.
        by: Option<DecidedByView>,
    },
    /// Failed; not run, or the server said so.
    Failed {
        /// What happened.
        reason: String,
        /// What to do.
        hint: Option<String>,
    },
    /// Stopped by the user after it was sent, or before.
    Cancelled {
        /// What that means.
        reason: String,
    },
    /// Sent, and nobody knows: it may have run.
    Unknown {
        /// What happened.
        reason: String,
    },
}

/// Progress of a call (2025-03-26, basic/utilities/progress).
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ProgressView {
    /// How far.
    pub progress: f64,
    /// Of how much, if known.
    pub total: Option<f64>,
    /// The server's words, with hidden characters made visible.
    pub message: Option<String>,
}

/// A block of a result.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ContentView {
    /// Plain text, hidden characters made visible.
    Text {
        /// The text, at most 256 KiB of it.
        text: String,
        /// Whether more was cut off.
        cut: bool,
    },
    /// An image whose bytes are what they claim to be.
    Image {
        /// The sniffed type: `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
        mime_type: String,
        /// Base64.
        data: String,
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// Audio whose bytes are what they claim to be. It plays only when a person says so.
    Audio {
        /// The sniffed type: `audio/wav`, `audio/mpeg`, `audio/ogg`, `audio/flac` or `audio/mp4`.
        mime_type: String,
        /// Base64.
        data: String,
        /// Its size in bytes.
        bytes: u32,
    },
    /// A resource that is in the result.
    Resource {
        /// Its URI on its own server, on one line. It is not an address to be opened.
        uri: String,
        /// The type that the server claims.
        mime_type: Option<String>,
        /// What it holds: text, an image, audio, or data.
        body: Box<ContentView>,
    },
    /// A link to a resource of the same server. Nothing opens it by itself.
    Link {
        /// The URI, on one line.
        uri: String,
        /// Its name, or its title if it has one.
        name: String,
        /// What the server says about it.
        description: Option<String>,
        /// The type that the server claims.
        mime_type: Option<String>,
        /// The size in bytes that the server claims.
        size: Option<f64>,
    },
    /// Bytes that are not shown.
    Data {
        /// What they are claimed to be.
        what: String,
        /// How many there are.
        bytes: u32,
        /// Why they are not shown, as the end of a sentence.
        why: String,
    },
    /// A kind of content this version does not know.
    Other {
        /// The block, indented JSON text, hidden characters made visible.
        raw: String,
        /// Whether more was cut off.
        cut: bool,
    },
}
