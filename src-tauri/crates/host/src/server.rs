//! The known state of one server: the handle of its actor, its last snapshot, its history of this run.

mod account;
mod book;
mod era;
mod handle;
mod lists;
mod log;
mod offered;
mod pins;
mod redactor;
mod sandbox;
mod snapshot;
mod start_by;
mod stderr;
mod traffic;
mod usage;

pub(crate) use account::{
    Begun, ServerAccount, SignInEnd, Step, Workload, ended_by, problem, signed_out, why_none,
};
pub(crate) use book::ServerHistory;
pub(crate) use handle::{AT_ONCE, Command, KnownOffers, Orders, ServerHandle};
pub(crate) use lists::SUBSCRIPTIONS;
pub(crate) use log::{ServerLog, level};
pub(crate) use offered::{Asleep, Offered};
pub(crate) use pins::{Accepted, Pins, Words, instructions};
pub(crate) use redactor::SecretRedactor;
pub(crate) use sandbox::{Opened, Sandboxed, choice_view, expected, running, walls_of};
pub(crate) use snapshot::{
    Connection, ServerSnapshot, account_of, capabilities, sees_only_its_folders, server_view, tag,
    usable_until,
};
pub(crate) use start_by::StartBy;
pub(crate) use stderr::follow_stderr;
pub use traffic::TrafficFeed;
pub(crate) use traffic::{MESSAGES, repaired};
pub(crate) use usage::InUse;
