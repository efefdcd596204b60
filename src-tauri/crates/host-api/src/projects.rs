//! Projects as a shell sees them.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ConversationSummary, ServerTag, TuningView, UsageView};

/// What users choose for a project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ProjectSettingsView {
    /// Its name.
    pub name: String,
    /// Words of the user that are sent with each message of its conversations.
    pub instructions: String,
    /// The servers that are off in its new conversations.
    pub servers_off: Vec<String>,
    /// The endpoint of its new conversations, where one was chosen.
    pub provider: Option<String>,
    /// The model of its new conversations, where that is not the endpoint's default.
    pub model: Option<String>,
    /// How the model of its new conversations is to answer.
    pub tuning: TuningView,
}

/// A project.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ProjectView {
    /// The project.
    pub id: String,
    /// What the user chose for it.
    pub settings: ProjectSettingsView,
    /// The size of its instructions in tokens, estimated.
    pub tokens: u32,
    /// Whether it is archived.
    pub archived: bool,
    /// How many conversations it has, archived ones included.
    pub conversations: u32,
}

/// The page of a project.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ProjectPageView {
    /// Its conversations, the pinned ones first, then the newest; at most 500.
    pub conversations: Vec<ProjectRowView>,
    /// What their requests took.
    pub usage: UsageView,
}

/// A conversation on the page of a project.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ProjectRowView {
    /// The conversation.
    pub summary: ConversationSummary,
    /// The servers whose tools were called in it.
    pub servers: Vec<ServerTag>,
}

/// What a move of conversations to a project changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct MoveView {
    /// The projects whose instructions are not sent with them any more.
    pub ends: Vec<String>,
    /// The size of the instructions that are sent with them from now on, in tokens, estimated; none if there are none.
    pub tokens: Option<u32>,
    /// The servers that the settings of the project would switch on in at least one of them.
    pub on: Vec<ServerTag>,
    /// The servers that they would switch off in at least one of them.
    pub off: Vec<ServerTag>,
    /// The model that they would give to at least one of them.
    pub model: Option<String>,
}
