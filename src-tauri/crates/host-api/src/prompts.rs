//! Prompts that the user inserts into a message: those of servers, and presets of the user's own.

use messages::Text;
use serde::Serialize;
use specta::Type;

use super::{ContentView, PromptRoleView, SegmentView, ServerPromptView, ServerTag};

/// What a conversation can insert: the user's presets, and the prompts of its servers.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PromptListView {
    /// The user's presets, by name.
    pub presets: Vec<PresetView>,
    /// The prompts, in the order of the servers and then in the server's own order.
    pub prompts: Vec<ListedPromptView>,
    /// The servers whose prompts could not be listed.
    pub failed: Vec<UnlistedPromptsView>,
    /// How many prompts are beyond the limit of the list.
    pub left_out: u32,
}

/// A preset: a text of the user with a name. Inserted, it is the user's own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct PresetView {
    /// The preset.
    pub id: String,
    /// Its name, unique among the presets.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The project in whose conversations alone it is offered.
    pub project: Option<String>,
}

/// A prompt of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ListedPromptView {
    /// Its server.
    pub server: ServerTag,
    /// Whether the server proposes values for arguments.
    pub completes: bool,
    /// The prompt. Its required arguments come first.
    pub prompt: ServerPromptView,
}

/// A server whose prompts could not be listed.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct UnlistedPromptsView {
    /// The server.
    pub server: ServerTag,
    /// Why.
    pub why: Text,
}

/// A prompt as its server returned it, for review. It can be inserted for some minutes.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PreparedPromptView {
    /// Its identifier, to insert it.
    pub id: String,
    /// The prompt's name, on one line.
    pub name: String,
    /// Its server.
    pub server: ServerTag,
    /// What the server says about it.
    pub description: Vec<SegmentView>,
    /// What a model would receive, in order. Never empty.
    pub parts: Vec<PreparedPartView>,
    /// Its size in tokens, estimated.
    pub tokens: u32,
    /// What a person should know of it.
    pub remarks: Vec<Text>,
    /// Why the model may not take it, or does not.
    pub problem: Option<Text>,
    /// Whether it cannot be inserted for this model.
    pub refused: bool,
}

/// A part of a prompt: a message, or a piece of one.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PreparedPartView {
    /// The position of its message, from 1.
    pub message: u32,
    /// The role that the server assigns to the message. Whichever it is, the text is the server's.
    pub role: PromptRoleView,
    /// The URI of the embedded resource, on one line; none for the message's own content.
    pub uri: Option<String>,
    /// Its content, as it is sent.
    pub content: ContentView,
}

/// The content of an attachment, as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct AttachmentContentView {
    /// Its parts, in order. Empty for a prompt.
    pub content: Vec<ContentView>,
    /// The parts of a prompt, in order; empty for anything else.
    pub prompt: Vec<PreparedPartView>,
}
