//! Conversations as a shell sees them.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    AttachmentView, CompactingView, CompactionView, RetryView, ServerTag, TuningView, UsageView,
};

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
    /// The model it uses, where that is not the endpoint's default.
    pub model: Option<String>,
    /// The servers that are off in it. All others are on if they are enabled.
    pub servers_off: Vec<String>,
    /// How the model is to answer.
    pub tuning: TuningView,
    /// The project that it belongs to.
    pub project: Option<String>,
    /// Whether it is pinned to the top of the list.
    pub pinned: bool,
    /// Whether it is archived.
    pub archived: bool,
    /// The state of its turn.
    pub turn: TurnStateView,
}

/// A new message of the user, and where it goes.
#[derive(Clone, Debug, PartialEq, Deserialize, Type)]
pub struct SendMessage {
    /// The conversation; none begins one.
    pub conversation: Option<String>,
    /// The project of a conversation that begins.
    pub project: Option<String>,
    /// The endpoint.
    pub provider: String,
    /// The model of a conversation that begins, where that is not the endpoint's default.
    pub model: Option<String>,
    /// How the model of a conversation that begins is to answer.
    pub tuning: Option<TuningView>,
    /// The text.
    pub text: String,
    /// The servers that are on from now on; none leaves them as they are.
    pub servers: Option<Vec<String>>,
    /// The attachments that go with it.
    pub attachments: Vec<String>,
}

/// What a search of conversations is limited to.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Type)]
pub struct SearchFilterView {
    /// A project.
    pub project: Option<String>,
    /// A server that was called in the conversation.
    pub server: Option<String>,
    /// The time of the last message, at the earliest.
    pub since_ms: Option<f64>,
    /// The time of the last message, at the latest.
    pub until_ms: Option<f64>,
}

/// A search result in a conversation.
#[derive(Clone, Debug, Serialize, Type)]
pub struct FoundView {
    /// The conversation.
    pub summary: ConversationSummary,
    /// The text around the match, in a message or a tool call; none when the match is in the title.
    pub excerpt: Vec<ExcerptView>,
    /// The message that contains it.
    pub message: Option<String>,
    /// The tool call of that message that contains it, if any.
    pub call: Option<String>,
}

/// A segment of an excerpt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ExcerptView {
    /// The text, hidden characters made visible.
    pub text: String,
    /// Whether it is part of the match.
    pub found: bool,
}

/// A conversation with the messages of its current branch.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ConversationView {
    /// The conversation.
    pub summary: ConversationSummary,
    /// Its messages, oldest first.
    pub messages: Vec<MessageView>,
    /// The summary that is sent in place of the first messages.
    pub compaction: Option<CompactionView>,
    /// A compaction that is in progress or failed.
    pub compacting: Option<CompactingView>,
    /// What its requests took, on all branches.
    pub usage: UsageView,
}

/// The state of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum TurnStateView {
    /// Idle: the user may write.
    #[default]
    Idle,
    /// The model replies, or tools run.
    Running,
    /// Paused after many steps; it continues only when the user says so.
    Paused {
        /// How many steps.
        steps: u32,
    },
}

/// The author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RoleView {
    /// The user.
    User,
    /// The model.
    Assistant,
}

/// The completeness of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum MessageStatusView {
    /// Complete.
    Complete,
    /// Still streaming.
    Streaming,
    /// Stopped by the user, or cut off when the program quit.
    Stopped,
    /// Failed; the text received so far is kept.
    Failed {
        /// What happened.
        message: Text,
        /// What to do.
        hint: Option<Text>,
        /// Whether another key may help: the endpoint refused the stored one.
        key: bool,
    },
}

/// A message.
#[derive(Clone, Debug, Serialize, Type)]
pub struct MessageView {
    /// The message.
    pub id: String,
    /// The previous message.
    pub parent: Option<String>,
    /// Its author.
    pub role: RoleView,
    /// Its completeness.
    pub status: MessageStatusView,
    /// The model that wrote it.
    pub model: Option<String>,
    /// When it was started.
    pub created_ms: f64,
    /// What its requests took; none if nothing is known of them.
    pub usage: Option<UsageView>,
    /// A wait before its request is sent again.
    pub retry: Option<RetryView>,
    /// The alternatives of this message on other branches, itself included, oldest first; empty if it is the only one.
    pub siblings: Vec<String>,
    /// What the user attached to it.
    pub attachments: Vec<AttachmentView>,
    /// Its parts, in order.
    pub parts: Vec<PartView>,
}

/// A part of a message.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PartView {
    /// Text; Markdown if it is the model's.
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
    /// A notice of the host, such as "this call was denied".
    Notice {
        /// The part.
        id: String,
        /// The text.
        text: Text,
    },
}

/// A tool call in a conversation.
#[derive(Clone, Debug, Serialize, Type)]
pub struct CallView {
    /// The call.
    pub id: String,
    /// The server under its current name; none if the model named an unknown tool.
    pub server: Option<ServerTag>,
    /// The tool's name, or the name that the model used, with hidden characters made visible.
    pub tool: String,
    /// The arguments as JSON text, indented, with hidden characters made visible.
    pub arguments: String,
    /// Whether a person edited them before they were sent.
    pub edited: bool,
    /// Its state.
    pub state: CallStateView,
    /// What of the server's sandbox stopped it, if its error tells, or what it made that other programs run, and what to do. The model is not
    /// told.
    pub sandboxed: Option<Text>,
    /// What its server asked for before it answered, oldest first.
    pub rounds: Vec<CallRoundView>,
    /// Its result.
    pub result: Vec<ContentView>,
    /// Structured content.
    pub structured: Option<StructuredView>,
    /// How the structured content violates the tool's output schema, if it does.
    pub misfit: Option<Text>,
    /// Size of the result in bytes.
    pub result_bytes: u32,
    /// The origin of the result, shown next to it.
    pub origin: Option<OriginView>,
    /// When it was sent.
    pub sent_ms: Option<f64>,
    /// When it finished.
    pub ended_ms: Option<f64>,
}

/// One thing that a server asked for in a round of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct CallRoundView {
    /// The number of the round.
    pub number: u32,
    /// What it asked for, and what became of it.
    pub said: Text,
    /// Whether it is pending.
    pub pending: bool,
}

/// Structured content of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct StructuredView {
    /// Indented JSON text, hidden characters made visible; at most 256 KiB of it.
    pub json: String,
    /// Whether it was truncated, so that the text is not complete JSON.
    pub cut: bool,
}

/// The origin of data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct OriginView {
    /// The server.
    pub server: String,
}

/// The source of a decision about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DecidedByView {
    /// The user, in the consent window.
    Person,
    /// The user, at a terminal.
    Terminal,
    /// The user closed the approval request.
    Dismissed,
    /// A rule of the user.
    Rule,
    /// A command line.
    CommandLine,
    /// No person could be reached.
    Unattended,
    /// The approval expired.
    Expiry,
    /// The server is muted in the conversation.
    Mute,
    /// The user denied the same call before.
    Repeat,
    /// Too many approvals were pending.
    QueueFull,
    /// The approval was withdrawn.
    Withdrawn,
    /// The kill switch: the user stopped everything.
    StopAll,
    /// The decision could not be recorded.
    LedgerFailure,
}

/// The state of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum CallStateView {
    /// Waiting for a person's answer in the consent window.
    Waiting {
        /// The approval, if it is pending already.
        prompt: Option<String>,
        /// When it expires and counts as denied.
        expires_at_ms: Option<f64>,
        /// Why approval is needed, in one sentence.
        why: Text,
    },
    /// Sent; no reply yet.
    Running {
        /// Its progress, if the server reports it.
        progress: Option<ProgressView>,
        /// Whether the user asked to stop it.
        stopping: bool,
        /// Whether it runs in the background: no turn waits for it.
        background: bool,
    },
    /// Finished.
    Done {
        /// Whether a rule rather than a person allowed it.
        by_rule: bool,
        /// The source of the decision, if known.
        by: Option<DecidedByView>,
        /// Whether the tool reports an error.
        tool_error: bool,
        /// What this host knows about a reported error, and what to do.
        hint: Option<Text>,
    },
    /// Not sent.
    Denied {
        /// The source of the denial and what to do, for display.
        reason: Text,
        /// The source of the decision, if known.
        by: Option<DecidedByView>,
    },
    /// Failed: it did not run, or the server reported an error.
    Failed {
        /// What happened.
        reason: Text,
        /// What to do.
        hint: Option<Text>,
    },
    /// Stopped by the user, before or after it was sent.
    Cancelled {
        /// What that means for the call.
        reason: Text,
    },
    /// Sent, with unknown outcome: it may have run.
    Unknown {
        /// What happened.
        reason: Text,
    },
}

/// Progress of a call (2025-03-26, basic/utilities/progress).
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ProgressView {
    /// The progress so far.
    pub progress: f64,
    /// The total, if known.
    pub total: Option<f64>,
    /// The server's progress message, with hidden characters made visible; or what the call waits for.
    pub message: Option<Text>,
}

/// A content block of a result.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ContentView {
    /// Plain text, hidden characters made visible.
    Text {
        /// The text, at most 256 KiB of it.
        text: String,
        /// Whether it was truncated.
        cut: bool,
    },
    /// An image whose bytes match the claimed type.
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
    /// Audio whose bytes match the claimed type. It plays only on user action.
    Audio {
        /// The sniffed type: `audio/wav`, `audio/mpeg`, `audio/ogg`, `audio/flac` or `audio/mp4`.
        mime_type: String,
        /// Base64.
        data: String,
        /// Its size in bytes.
        bytes: u32,
    },
    /// An embedded resource.
    Resource {
        /// Its URI on its own server, on one line. The URI is never opened as an address.
        uri: String,
        /// The type that the server claims.
        mime_type: Option<String>,
        /// Its content: text, an image, audio, or binary data.
        body: Box<ContentView>,
    },
    /// A link to a resource of the same server. It is never opened automatically.
    Link {
        /// The URI, on one line.
        uri: String,
        /// Its name, or its title if it has one.
        name: String,
        /// The server's description of it.
        description: Option<String>,
        /// The type that the server claims.
        mime_type: Option<String>,
        /// The size in bytes that the server claims.
        size: Option<f64>,
    },
    /// Bytes that are not displayed.
    Data {
        /// The type that the server claims.
        what: String,
        /// How many there are.
        bytes: u32,
        /// Why they are not displayed, as the end of a sentence.
        why: Text,
    },
    /// A kind of content this version does not know.
    Other {
        /// The block, indented JSON text, hidden characters made visible.
        raw: String,
        /// Whether it was truncated.
        cut: bool,
    },
}
