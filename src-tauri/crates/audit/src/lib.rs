//! The audit log: append-only, hash-chained, in a file of its own with one writer.
//!
//! A row is durable when [`Audit::append`] returns. Each row's hash covers the previous hash, so [`Audit::verify`] finds the first row that was
//! edited, dropped, swapped or inserted. Content enters the chain by a salted digest only: it can be purged and the chain still verifies, where a row of the chain records the purge. Truncation is
//! detected only against a [`Head`] that is stored elsewhere.
//!
//! ```
//! use audit::{Audit, Entry, EntryKind, Verification};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let audit = Audit::open(&folder.path().join("audit.db")).await?;
//! let row = audit
//!     .append(Entry {
//!         at_ms: domain::now_ms(),
//!         kind: EntryKind::Decision,
//!         server: None,
//!         conversation: None,
//!         call: None,
//!         subject: "read_text_file".to_owned(),
//!         decision: Some("denied".to_owned()),
//!         detail: "{}".to_owned(),
//!         content: None,
//!     })
//!     .await?;
//! assert_eq!(row, 1);
//! let head = audit.head();
//! let found = audit.verify(Some(&head)).await?;
//! assert!(matches!(found, Verification::Intact { rows: 1, .. }));
//! audit.close().await;
//! # Ok(())
//! # }
//! ```

mod chain;
mod entry;
mod error;
mod file;
mod purge;
mod read;
mod record;
mod sync;
mod verify;
mod writer;

pub use chain::{Head, HeadTextError};
pub use entry::{
    Decided, Entry, EntryKind, Filter, MAX_CONTENT_BYTES, MAX_DETAIL_BYTES, MAX_LIST_ROWS,
    MAX_SEARCHED_BYTES, MAX_SUBJECT_BYTES, Page, Row, Search,
};
pub use error::AuditError;
pub use purge::Purged;
pub use read::PAGE_TIME;
pub use record::Audit;
pub use sync::SYNC_WITHIN;
pub use verify::{Checkpoint, Fault, Verification};
pub use writer::{MAILBOX_BYTES, MAILBOX_ROWS, MAX_BATCH_ROWS};
