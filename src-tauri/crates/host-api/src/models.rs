//! Models: what is known of them, what they took, and how they are to answer.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What requests to models took: of a message, a conversation, a day or a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Type)]
pub struct UsageView {
    /// How many requests.
    pub requests: u32,
    /// Tokens that models read, cached ones included.
    pub input: f64,
    /// Tokens read from caches of endpoints, as far as those say so.
    pub cached: f64,
    /// Tokens that models wrote.
    pub output: f64,
    /// How many requests have estimated tokens, because the endpoint counted none.
    pub estimated: u32,
    /// What the requests with a known price cost, in US dollars; none if no price is known.
    pub cost: Option<f64>,
    /// How many requests have no known price.
    pub unpriced: u32,
    /// How many requests went to this machine, where they cost nothing.
    pub local: u32,
    /// The day of the oldest list price among them, as `YYYY-MM-DD`.
    pub since: Option<String>,
}

/// What requests of one day, model or conversation took.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SpentView {
    /// The day as `YYYY-MM-DD`, the model, or the conversation's title; none for conversations that are deleted.
    pub name: Option<String>,
    /// The host name of its endpoint.
    pub endpoint: Option<String>,
    /// The conversation.
    pub conversation: Option<String>,
    /// Whether servers made the requests.
    pub of_servers: bool,
    /// The sums.
    pub usage: UsageView,
}

/// What requests of the last days took.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SpendingView {
    /// All of it.
    pub total: UsageView,
    /// By day, newest first.
    pub days: Vec<SpentView>,
    /// By model, the costliest first.
    pub models: Vec<SpentView>,
    /// By conversation, the costliest first.
    pub conversations: Vec<SpentView>,
    /// By project, the costliest first; without a name what belongs to no project.
    pub projects: Vec<SpentView>,
}

/// The source of a fact about a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FactSource {
    /// The user.
    User,
    /// The list of the endpoint.
    Endpoint,
    /// The table that is shipped with this program.
    Table,
}

/// The prices of a million tokens, in US dollars.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PriceView {
    /// Tokens that the model reads.
    pub input: f64,
    /// Tokens that it writes.
    pub output: f64,
    /// Tokens from the endpoint's cache, where that has a price of its own.
    pub cached: Option<f64>,
    /// The day on which a list price was checked, as `YYYY-MM-DD`; none for a price of the user.
    pub date: Option<String>,
}

/// What is known of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ModelFactsView {
    /// The model.
    pub model: String,
    /// The size of its window in tokens.
    pub window: Option<f64>,
    /// The source of that.
    pub window_from: Option<FactSource>,
    /// Its price, unless it is on this machine.
    pub price: Option<PriceView>,
    /// Whether it takes images.
    pub images: Option<bool>,
    /// Whether it takes files.
    pub files: Option<bool>,
    /// Whether it takes sounds.
    pub audio: Option<bool>,
    /// The efforts that can be asked of it, lowest first.
    pub efforts: Vec<String>,
    /// Whether it takes a temperature; none if that is not known.
    pub temperature: Option<bool>,
    /// Its longest answer in tokens.
    pub answer: Option<u32>,
    /// When it answered last.
    pub used_ms: Option<f64>,
    /// Whether the user marked it as a favourite.
    pub favourite: bool,
    /// The user's notes on it.
    pub notes: crate::ModelNotesView,
}

/// A wait before a request is sent again, because the endpoint is busy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Type)]
pub struct RetryView {
    /// The HTTP status of the refusal; 0 where the connection was closed without an answer.
    pub status: u16,
    /// When the request is sent again.
    pub until_ms: f64,
    /// Which attempt that is.
    pub attempt: u32,
    /// The most attempts; none where only time bounds them.
    pub most: Option<u32>,
    /// Whether the endpoint loads its model.
    pub loading: bool,
}

/// How the model of a conversation is to answer; its own way where nothing is chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct TuningView {
    /// How much it reasons.
    pub effort: Option<String>,
    /// The temperature, 0 to 2.
    pub temperature: Option<f64>,
    /// The longest answer in tokens.
    pub answer: Option<u32>,
}

/// A page of the web that Innkeeper itself refers to. A window names the page, never an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum HelpPage {
    /// Where Ollama, a program that runs models on this machine, can be downloaded.
    OllamaDownload,
}

impl HelpPage {
    /// Returns its address.
    #[must_use]
    pub const fn address(self) -> &'static str {
        match self {
            Self::OllamaDownload => "https://ollama.com/download",
        }
    }
}
