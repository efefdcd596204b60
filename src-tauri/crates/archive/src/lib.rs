//! What can be done with data that is not open: export to a folder, reading of exported and of damaged files, diagnosis, and restoring a backup.
//!
//! Everything here reads the files, never the running host, so it works on damaged and on newer data as well. Only
//! [`Recovery::set_aside`] and [`restore_backup`] change files.
//!
//! ```
//! # async fn save(data: &std::path::Path) -> Result<(), host_api::ApiError> {
//! let saved = archive::export(data, std::path::Path::new("/media/usb"), |_| {}).await?;
//! println!("{} conversations in {}", saved.conversations, saved.folder);
//! # Ok(())
//! # }
//! ```

mod error;
mod export;
mod export_file;
mod foreign;
mod half;
mod log;
mod markdown;
mod recovery;
mod saved;
mod versions;

pub use error::OpenError;
pub use export::{OneFormat, export, export_one, save_one, save_text};
pub use export_file::read_export;
pub use foreign::{Foreign, ForeignConversation, ForeignMessage};
pub use log::{audit_line, audit_save, audit_write};
pub use recovery::Recovery;
pub use versions::{backups, check_backup, restore_backup, restored_sentence};
