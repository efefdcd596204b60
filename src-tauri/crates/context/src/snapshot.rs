//! The facts of one request: the tools and the branch of the conversation, borrowed from their records.

use std::borrow::Cow;

use domain::{CallId, ConversationId, MessageId, Provenance, ServerId};

use crate::Label;

/// Everything that can be part of one request.
#[derive(Clone, Debug)]
pub struct Snapshot<'a> {
    /// The conversation. Servers and models never learn its id, so it also keys the frames.
    pub conversation: ConversationId,
    /// The model's identifier at the endpoint.
    pub model: &'a str,
    /// The tools, in the order in which they are sent.
    pub tools: Vec<Tool<'a>>,
    /// Instructions of the user for the project of the conversation.
    pub project: Option<&'a str>,
    /// The instructions of servers that the user lets the model read, in the order in which they are sent. They are data.
    pub instructions: Vec<Text<'a>>,
    /// What is pinned to the conversation: it stands before the messages.
    pub pinned: Vec<Attached<'a>>,
    /// The summary that is sent in place of the first messages.
    pub summary: Option<Summary<'a>>,
    /// The whole branch, oldest first.
    pub messages: Vec<Message<'a>>,
}

/// A summary of the branch up to and including a message, written by a model. It is data. It has no effect on a branch without that message.
#[derive(Clone, Debug)]
pub struct Summary<'a> {
    /// The last message that it replaces.
    pub up_to: MessageId,
    /// The text.
    pub text: &'a str,
    /// The model that wrote it.
    pub model: &'a str,
    /// Whether the user edited it.
    pub edited: bool,
    /// The servers whose data was in the messages, or in the request that made it.
    pub label: Label,
}

/// A file or a resource that the user attached. It is data.
#[derive(Clone, Debug)]
pub struct Attached<'a> {
    /// Its origin.
    pub origin: &'a Provenance,
    /// The user's name for the server of the origin; empty if it has none.
    pub server_name: &'a str,
    /// Its pieces, in order.
    pub pieces: Vec<AttachedPiece<'a>>,
}

/// A piece of an attachment.
#[derive(Clone, Debug)]
pub enum AttachedPiece<'a> {
    /// Text.
    Text(Cow<'a, str>),
    /// An image, a sound or a PDF.
    Media {
        /// Its media type.
        mime_type: &'a str,
        /// Its bytes in base64.
        data: Cow<'a, str>,
        /// The page that it shows, from 1.
        page: Option<u32>,
        /// Its size in tokens, estimated.
        tokens: u64,
    },
    /// A piece that this model cannot take, with the reason in English.
    Missing(String),
}

/// A tool that is sent whole: one of a server with the definition that the user accepted, or one of the host.
#[derive(Clone, Copy, Debug)]
pub struct Tool<'a> {
    /// The server that defines it; none if the host does.
    pub server: Option<ServerId>,
    /// Its name on that server.
    pub name: &'a str,
    /// The name that the model sees, unique among the tools.
    pub alias: &'a str,
    /// Its description.
    pub description: &'a str,
    /// The JSON Schema of its arguments, as JSON text.
    pub schema: &'a str,
    /// Whether the model reads it only where a result refers to it. Results that list its definition then refer to it.
    pub deferred: bool,
}

/// One message of the branch.
#[derive(Clone, Debug)]
pub enum Message<'a> {
    /// A message that the user sent.
    User {
        /// The message.
        id: MessageId,
        /// Its texts: the user's words, and texts of servers that the user inserted.
        texts: Vec<Text<'a>>,
        /// What the user attached. It is sent before the texts.
        attached: Vec<Attached<'a>>,
    },
    /// A reply of a model.
    Answer {
        /// The message.
        id: MessageId,
        /// The model that wrote it.
        model: &'a str,
        /// The servers whose text was in the request that it replies to, as far as that is known.
        read: Label,
        /// Its pieces, in the model's order.
        pieces: Vec<AnswerPiece<'a>>,
    },
}

impl Message<'_> {
    /// Returns the message's id.
    #[must_use]
    pub fn id(&self) -> MessageId {
        match self {
            Self::User { id, .. } | Self::Answer { id, .. } => *id,
        }
    }
}

/// A text of a user's message.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The text.
    pub text: &'a str,
    /// Its origin. The text of a server is framed as data.
    pub origin: &'a Provenance,
    /// The user's name for the server of the origin; empty if it has none.
    pub server_name: &'a str,
}

/// A piece of a reply.
#[derive(Clone, Debug)]
pub enum AnswerPiece<'a> {
    /// Text of the model.
    Text(&'a str),
    /// State that the provider wants back unchanged, as it is kept ([`llm::State::from_stored`]).
    State(Cow<'a, str>),
    /// A tool call with its result.
    Call(Box<Call<'a>>),
}

/// A tool call and how it ended.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The call.
    pub id: CallId,
    /// The server of the tool; none if the host answered it, or if the model used an unknown name.
    pub server: Option<ServerId>,
    /// The provider's identifier of the call.
    pub provider_call_id: Cow<'a, str>,
    /// The tool's name as the model wrote it.
    pub alias: &'a str,
    /// The arguments of that name, as JSON text.
    pub arguments: &'a str,
    /// The arguments that the server was sent, as JSON text, if the user changed them.
    pub edited: Option<&'a str>,
    /// How it ended.
    pub end: End<'a>,
}

/// How a call ended. Each `String` is the reason that the user was told; it may be empty.
#[derive(Clone, Debug)]
pub enum End<'a> {
    /// The server returned a result.
    Done {
        /// The result.
        result: Outcome<'a>,
        /// The reason, if the tool failed.
        reason: String,
    },
    /// The stored result cannot be read.
    Unreadable,
    /// The call was not sent.
    Denied(String),
    /// The call failed.
    Failed(String),
    /// The call was stopped.
    Stopped(String),
    /// The call may have run.
    Unknown(String),
    /// The call has not ended.
    Open,
}

/// The result of a call.
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    /// Its blocks, in order.
    pub blocks: Vec<Block<'a>>,
    /// Its structured content, which is used if there are no blocks.
    pub structured: Option<&'a str>,
    /// Whether the tool says that it failed.
    pub is_error: bool,
    /// How it does not fit the schema that the tool declares for it.
    pub misfit: Option<String>,
}

/// A block of a result, after its bytes were checked.
#[derive(Clone, Debug)]
pub enum Block<'a> {
    /// Text.
    Text(&'a str),
    /// Text of a server's definition that the host returns. It is framed as that server's data, or replaced by a reference where the tool is deferred.
    Definition {
        /// The definition.
        origin: Provenance,
        /// The user's name for the server; empty if it has none.
        server_name: &'a str,
        /// The text.
        text: &'a str,
    },
    /// An image of a known type.
    Image {
        /// The detected media type.
        mime_type: &'static str,
        /// Its bytes in base64.
        data: Cow<'a, str>,
    },
    /// An image that is not sent, with the reason in English.
    NoImage(String),
    /// Audio, which is not sent.
    Audio,
    /// Other bytes of a resource, which are not sent.
    Data {
        /// The URI of the resource.
        uri: &'a str,
        /// Its size, in bytes.
        bytes: usize,
    },
}
