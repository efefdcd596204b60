//! The audit record: append-only, hash-chained, in a file of its own with one writer.
//!
//! A row is durable when [`Audit::append`] returns. Each row's hash covers the hash before it, so that an edited,
//! dropped, swapped or inserted row is found and named by [`Audit::verify`]. What a row carries as content enters
//! the chain by a salted digest only: it can be purged and the chain still verifies. A tail that was cut off is found
//! only against a [`Head`] kept elsewhere.

mod chain;
mod entry;
mod error;
mod file;
mod read;
mod record;
mod verify;
mod writer;

pub use chain::{Head, HeadTextError};
pub use entry::{
    Decided, Entry, EntryKind, Filter, MAX_CONTENT_BYTES, MAX_DETAIL_BYTES, MAX_LIST_ROWS,
    MAX_SEARCHED_BYTES, MAX_SUBJECT_BYTES, Page, Row, Search,
};
pub use error::AuditError;
pub use read::PAGE_TIME;
pub use record::Audit;
pub use verify::{Checkpoint, Fault, Verification};
pub use writer::{MAILBOX_BYTES, MAILBOX_ROWS, MAX_BATCH_ROWS};
