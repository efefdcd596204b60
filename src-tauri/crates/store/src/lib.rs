//! The database: servers, model providers, conversations, calls and rules in SQLite.
//!
//! One process owns a data directory by an OS lock. A file is checked before it is opened for writing: a newer or damaged one is rejected and not modified. Values of secrets
//! are never stored here. Every write is durable when its method returns.
//!
//! ```
//! use store::Store;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(folder.path()).await?;
//! store.settings().set("theme", "dark").await?;
//! assert_eq!(store.settings().get::<String>("theme").await?.as_deref(), Some("dark"));
//! // The directory has one owner.
//! assert!(Store::open(folder.path()).await.is_err());
//! store.close().await;
//! # Ok(())
//! # }
//! ```

mod attachments;
mod authority;
mod backup;
mod book;
mod calls;
mod columns;
mod commits;
mod compactions;
mod conversations;
mod copy;
mod database;
mod digests;
mod error;
mod evidence;
mod flow;
mod holdings;
mod judging;
mod limits;
mod lock;
mod messages;
mod notes;
mod outflow;
mod part;
mod pins;
mod presets;
mod projects;
mod providers;
mod reach;
mod repair;
mod requests;
mod roots;
mod rules;
mod salvage;
mod samplings;
mod schema;
mod seal;
mod seals;
mod servers;
mod set;
mod set_folder;
mod settings;
mod shape;
mod store;
mod tasks;
mod tuning;
mod usage;

pub use attachments::{
    AttachedContent, AttachmentRecord, AttachmentState, Attachments, MAX_ATTACHED,
    MAX_ATTACHED_BYTES, NewAttachment,
};
pub use authority::{Shown, Unconfirmed};
pub use backup::{
    Backup, KEPT_DAYS, OwnFile, OwnKind, back_up_daily, backups, own_files, restore, usable_backup,
};
pub use book::{Announced, KeptNumber};
pub use calls::{CallRecord, CallState, Calls, NewCall, ToolUse};
pub use compactions::{CompactionRecord, Compactions, MAX_COMPACTIONS, MAX_SUMMARY, NewCompaction};
pub use conversations::{
    ConversationRecord, Conversations, FoundConversation, FoundPlace, Listed, MARK_BEGIN, MARK_END,
    MAX_FOUND, MAX_PAGE, SearchFilter,
};
pub use error::{Holder, StoreError};
pub use evidence::{Evidence, SealLog};
pub use flow::{Flow, FlowAnswer, ToolTier, Trusted, Unguarded};
pub use holdings::{Holdings, Moved};
pub use limits::{LearnedLack, LearnedOf, Limits};
pub use lock::{held_by, holder};
pub use messages::{
    ImportedMessage, MAX_FORKED, MAX_PATH_MESSAGES, MessageFailure, MessageRecord, MessageStatus,
    Messages, NewMessage, NewPart, PartId, PartKind, PartRecord, Role, Usage,
};
pub use notes::{ModelNotes, Notes};
pub use outflow::Outflow;
pub use part::Part;
pub use pins::{AcceptedLaunch, FOR_MODELS, NewPin, Pin, PinKind, Pins};
pub use presets::{MAX_PRESETS, PresetRecord, Presets};
pub use projects::{MAX_PROJECTS, ProjectRecord, ProjectSettings, Projects};
pub use providers::{NewProvider, ProviderRecord, Providers};
pub use reach::Reach;
pub use repair::RepairReport;
pub use requests::{
    MAX_REQUESTS, NewRequest, RequestPurpose, RequestRecord, RequestUsage, Requests,
};
pub use roots::Roots;
pub use rules::{ActiveRecords, RuleEffect, RuleRecord, Rules};
pub use salvage::{Reading, Record, Scan};
pub use samplings::{
    Begun, MAX_SAMPLINGS, NewSampling, SamplingEnd, SamplingLimits, SamplingRecord, SamplingState,
    SamplingUse, Samplings,
};
pub use schema::check;
pub use seal::{SEAL_KEY_BYTES, SealKey, Sealed, Section};
pub use seals::Seals;
pub use servers::{NewServer, ServerRecord, Servers, StoredBundle, StoredEra, StoredPackage};
pub use set::{BackupSet, KEPT_SETS, Program, check_set, restore_set, sets};
pub use set_folder::remove_empty_sets;
pub use settings::Settings;
pub use store::Store;
pub use tasks::{MAX_TASKS, TaskRecord, Tasks};
pub use tuning::Tuning;
pub use usage::{GroupedBy, MAX_SPENT, NewUsage, Spent, SpentGroup, UsageLog, UsedFor};
