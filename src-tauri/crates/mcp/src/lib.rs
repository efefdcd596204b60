//! Client of the Model Context Protocol: one connection to one server, whose output is untrusted.
//!
//! [`Client::connect`] takes the two byte streams of a local server, [`Client::connect_http`] the approval of a URL. Both perform the handshake and return a
//! handle. Behind it runs one actor on a thread of its own. The transport owns framing, the session owns the differences between protocol revisions, and the feature owns
//! the meaning of a result. Every wait and every buffer has a bound ([`Bounds`]). Calling a tool takes a [`consent::Approved`].
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! // Resource templates (RFC 6570): the variables that a person fills in, and the URI that they make.
//! let template = "file:///{folder}/{name}";
//! assert_eq!(mcp::variables(template)?, ["folder", "name"]);
//! let values = BTreeMap::from([
//!     ("folder".to_owned(), "notes".to_owned()),
//!     ("name".to_owned(), "to do.txt".to_owned()),
//! ]);
//! assert_eq!(mcp::expand(template, &values)?, "file:///notes/to%20do.txt");
//! # Ok::<(), mcp::TemplateError>(())
//! ```

mod asking;
pub mod bounds;
mod cache;
mod client;
mod connection;
mod counters;
mod error;
mod events;
#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "tests"
)]
mod examples;
mod features;
mod following;
mod header;
mod info;
mod jsonrpc;
mod log_level;
mod placement;
mod printed;
mod requests;
mod session;
mod text;
mod traffic;
mod transport;
mod versions;

pub use asking::MayAsk;
pub use bounds::{BoundHit, Bounds};
pub use client::{Called, Client, ClientOptions, PauseClock, Ready, Uncalled};
pub use counters::{Answers, Counters, Repair, Repaired};
pub use error::{
    CallError, CloseReason, ConnectError, HeaderNameProblem, HeaderProblem, HttpError,
    InputProblem, NotSent, TaskProblem, UrlProblem,
};
pub use events::{Dropped, Events, ServerEvent};
pub use features::{
    completion::{Completion, CompletionFor},
    elicitation::required_visits,
    listing::{Listed, Stopped, Unreadable},
    prompts::{PromptArgument, PromptMessage, PromptResult, PromptRole, PromptTemplate},
    resources::{Resource, ResourceTemplate},
    tasks::{Task, TaskStatus},
    template::{TemplateError, expand, variables},
    tools::{Progress, ToolList, read_definition},
};
pub use following::{Following, TaskReport};
pub use info::{
    Capabilities, Icon, PromptsCapability, ResourcesCapability, ServerInfo, ToolsCapability,
};
pub use log_level::LogLevel;
pub use netcheck::LinkProblem;
pub use oauth::Challenge;
pub use printed::Printed;
pub use requests::{ElicitationAsked, OtherRequest, RootsAsked, SamplingAsked, ServerRequest};
pub use traffic::{Defect, Passed, SentAgain, Tap};
pub use transport::{HttpOptions, Wire, header_name_problem, url_problem};
pub use versions::{Era, EraOrder, STATEFUL_VERSIONS, STATELESS, Spoken, Why};
