//! The store: servers, model endpoints, conversations, calls and rules in SQLite.
//!
//! One process owns a data directory, by an OS lock. The file is checked before it is opened for writing: a newer or
//! damaged one is refused and not touched. Values of secrets never get here. Every write is durable when its method
//! returns.

mod backup;
mod calls;
mod columns;
mod commits;
mod conversations;
mod error;
mod flow;
mod limits;
mod lock;
mod messages;
mod notes;
mod outflow;
mod pins;
mod providers;
mod repair;
mod roots;
mod rules;
mod salvage;
mod samplings;
mod schema;
mod servers;
mod settings;
mod store;

pub use backup::{
    Backup, KEPT_DAYS, OwnFile, OwnKind, Part, back_up_daily, backups, own_files, restore,
    usable_backup,
};
pub use calls::{CallRecord, CallState, Calls, NewCall, ToolUse};
pub use conversations::{
    ConversationRecord, Conversations, FoundConversation, MARK_BEGIN, MARK_END, MAX_FOUND, MAX_PAGE,
};
pub use error::{Holder, StoreError};
pub use flow::{Flow, FlowAnswer, ToolTier, Trusted, Unguarded};
pub use limits::{EndpointLimits, Limits};
pub use lock::{held_by, holder};
pub use messages::{
    MAX_FORKED, MAX_PATH_MESSAGES, MessageRecord, MessageStatus, Messages, NewMessage, NewPart,
    PartId, PartKind, PartRecord, Role, Usage,
};
pub use notes::{ModelNotes, Notes};
pub use outflow::Outflow;
pub use pins::{AcceptedLaunch, NewPin, Pin, PinKind, Pins};
pub use providers::{NewProvider, ProviderRecord, Providers};
pub use repair::{MAY_HAVE_RUN, RepairReport};
pub use roots::Roots;
pub use rules::{RuleEffect, RuleRecord, Rules};
pub use salvage::{Reading, Record, Scan};
pub use samplings::{
    Begun, MAX_SAMPLINGS, NewSampling, SamplingEnd, SamplingLimits, SamplingRecord, SamplingState,
    SamplingUse, Samplings,
};
pub use schema::check;
pub use servers::{NewServer, ServerRecord, Servers};
pub use settings::Settings;
pub use store::Store;
