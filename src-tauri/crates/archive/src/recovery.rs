//! Recovery from data that cannot be opened: diagnosis, reading, export, restoring a backup. Only [`Recovery::set_aside`] changes
//! files.

use std::path::{Path, PathBuf};

use host_api::{
    ApiError, BackupView, DataPartView, ErrorCode, HolderView, RecoveryView, SavedConversationView,
    SavedMessageView, TroubleKind,
};
use messages::{Text, phrases};
use store::{Backup, Holder, Part, StoreError};

use crate::{
    OpenError,
    saved::{self, Archive, SavedPart},
    versions::{self, unchanged},
};

/// Maximum number of conversations listed for reading; an export has all.
const MAX_LISTED: usize = 2_000;
/// Maximum text of one conversation that is shown, in bytes; an export has all.
const MAX_SHOWN_BYTES: usize = 2 * 1024 * 1024;

/// Data that could not be opened.
#[derive(Clone, Debug)]
pub struct Recovery {
    data_dir: PathBuf,
    version: String,
    kind: TroubleKind,
    part: Part,
    found: Text,
    holder: Option<Holder>,
    backup: Option<Backup>,
}

impl Recovery {
    /// Inspects the data without changing it.
    /// `version`: this program's version, for the view.
    pub async fn look(data_dir: &Path, version: &str, error: &OpenError) -> Self {
        let (kind, part, found, holder) = trouble(data_dir, error);
        let backup = match kind {
            TroubleKind::Damaged | TroubleKind::Newer => store::usable_backup(data_dir, part).await,
            TroubleKind::Waiting
            | TroubleKind::InUse
            | TroubleKind::NotWritable
            | TroubleKind::Full
            | TroubleKind::NoBackup
            | TroubleKind::Other
            | TroubleKind::Deleted => None,
        };
        Self {
            data_dir: data_dir.to_owned(),
            version: version.to_owned(),
            kind,
            part,
            found,
            holder,
            backup,
        }
    }

    /// Returns the affected file; the directory, if no single file is affected.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        let file = self.part.path(&self.data_dir);
        if matches!(self.kind, TroubleKind::Damaged | TroubleKind::Newer) && file.exists() {
            file
        } else {
            self.data_dir.clone()
        }
    }

    /// Returns the data directory.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// Returns the view for the recovery page.
    #[must_use]
    pub fn view(&self) -> RecoveryView {
        let file = self.file();
        let size = std::fs::metadata(&file)
            .ok()
            .filter(std::fs::Metadata::is_file);
        RecoveryView {
            kind: self.kind,
            part: match self.part {
                Part::Database => DataPartView::Database,
                Part::Audit => DataPartView::Audit,
            },
            bytes: size.map(|file| file.len() as f64),
            file: domain::visible(&file.display().to_string()),
            found: self.found.clone(),
            holder: self.holder.as_ref().map(holder_view),
            backup: self.backup.as_ref().map(|backup| BackupView {
                at_ms: backup.at_ms as f64,
                bytes: backup.bytes as f64,
                before_update: backup.before_update,
            }),
            backups: match self.restores() {
                true => versions::backups(&self.data_dir),
                false => Vec::new(),
            },
            readable: self.kind != TroubleKind::InUse
                && Part::Database.path(&self.data_dir).is_file(),
            stopped: false,
            deleted: None,
            version: self.version.clone(),
        }
    }

    /// Whether the audit log is the file that cannot be opened.
    #[must_use]
    pub fn is_log(&self) -> bool {
        self.part == Part::Audit
    }

    /// Whether a backup of everything can take the place of the data.
    fn restores(&self) -> bool {
        self.part == Part::Database
            && matches!(self.kind, TroubleKind::Damaged | TroubleKind::Newer)
    }

    /// Whether the data may be opened without a backup before the first start of this version.
    #[must_use]
    pub fn lacks_backup(&self) -> bool {
        self.kind == TroubleKind::NoBackup
    }

    /// Puts the database of a backup of everything in place of the present one, which is kept beside it. Returns what was done, as a
    /// sentence.
    ///
    /// # Errors
    /// The data can be opened, or its log is the problem; as [`crate::restore_backup`].
    pub async fn restore(&self, name: &str) -> Result<String, ApiError> {
        if !self.restores() {
            let message = phrases::host_recovery_no_backup();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        versions::restore_backup(&self.data_dir, name).await
    }

    /// Moves the file to quarantine and restores the backup. Without a backup, a damaged file is moved so that the next start
    /// creates a new one. Returns what was done, as a sentence.
    ///
    /// # Errors
    /// There is nothing to restore, another process holds the directory, or the file system refuses; then nothing was changed.
    pub async fn set_aside(&self) -> Result<String, ApiError> {
        let allowed = match self.kind {
            TroubleKind::Damaged => true,
            TroubleKind::Newer => self.backup.is_some(),
            TroubleKind::Waiting
            | TroubleKind::InUse
            | TroubleKind::NotWritable
            | TroubleKind::Full
            | TroubleKind::NoBackup
            | TroubleKind::Other
            | TroubleKind::Deleted => false,
        };
        if !allowed {
            let message = phrases::host_recovery_no_backup();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        let now = domain::now_ms();
        let kept = store::restore(&self.data_dir, self.part, self.backup.as_ref(), now).await;
        let kept = kept.map_err(unchanged)?;
        let kept = kept
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Ok(match &self.backup {
            Some(backup) => format!(
                "The backup of {} is open. The old file is kept as {kept}.",
                domain::Utc::from_ms(backup.at_ms)
            ),
            None => format!("A new file was begun. The old one is kept as {kept}."),
        })
    }

    /// Returns the readable conversations, newest first.
    ///
    /// # Errors
    /// Nothing can be read.
    pub async fn conversations(&self) -> Result<Vec<SavedConversationView>, ApiError> {
        let archive = self.archive().await?;
        let saved = archive.conversations.iter().take(MAX_LISTED);
        Ok(saved
            .map(|c| SavedConversationView {
                id: c.id.clone(),
                title: visible(&c.title),
                updated_ms: c.updated_ms as f64,
            })
            .collect())
    }

    /// Returns the readable messages of a conversation.
    ///
    /// # Errors
    /// It does not exist, or nothing can be read.
    pub async fn conversation(&self, id: &str) -> Result<Vec<SavedMessageView>, ApiError> {
        let mut archive = self.archive().await?;
        let conversation = archive.conversations.iter().find(|c| c.id == id).cloned();
        let conversation = conversation
            .ok_or_else(|| ApiError::new(ErrorCode::NotFound, phrases::host_conversation_gone()))?;
        let mut room = MAX_SHOWN_BYTES;
        let mut shown = Vec::new();
        for message in archive.branch(&conversation) {
            let parts = archive.parts(&message.id).await.map_err(unreadable)?;
            let mut text = parts.iter().map(words).collect::<Vec<_>>().join("\n\n");
            if text.len() > room {
                let note = Text::from(phrases::host_recovery_cut()).chosen();
                text = format!("{}\n\n{note}", domain::cut(&text, room));
                room = 0;
            } else {
                room -= text.len();
            }
            shown.push(SavedMessageView {
                from_you: message.role == "user",
                at_ms: message.created_ms as f64,
                text,
            });
            if room == 0 {
                break;
            }
        }
        Ok(shown)
    }

    async fn archive(&self) -> Result<Archive, ApiError> {
        let path = Part::Database.path(&self.data_dir);
        Archive::open(&path).await.map_err(unreadable)
    }
}

fn words(part: &SavedPart) -> String {
    match &part.call {
        Some(call) => {
            let (server, tool) = (&call.server, &call.tool);
            let state = saved::state(&call.state);
            let head =
                phrases::host_recovery_call(domain::visible(server), state, domain::visible(tool));
            let arguments = domain::visible_block(&call.arguments);
            format!("{} {arguments}", Text::from(head).chosen())
        }
        None => match &part.text {
            Text::Given(text) => domain::visible_block(text),
            message @ Text::Message(_) => message.chosen(),
        },
    }
}

/// Returns a title, with hidden characters made visible.
fn visible(title: &Text) -> Text {
    match title {
        Text::Given(title) => domain::visible(title).into(),
        message @ Text::Message(_) => message.clone(),
    }
}

fn trouble(data_dir: &Path, error: &OpenError) -> (TroubleKind, Part, Text, Option<Holder>) {
    use TroubleKind::{Damaged, Full, InUse, Newer, NoBackup, NotWritable, Other};
    let newer = |found: i64, known: i64| {
        phrases::host_recovery_newer(found.to_string(), known.to_string()).into()
    };
    let foreign = |what: &str| phrases::host_recovery_foreign(domain::visible(what)).into();
    let full = || phrases::host_recovery_full().into();
    let found = Text::from(domain::visible(&error.to_string()));
    let (part, kind, found) = match error {
        OpenError::Store(error) => match error {
            StoreError::HeldBy(holder) => {
                return (InUse, Part::Database, found, Some(holder.clone()));
            }
            StoreError::Damaged(text) => (Part::Database, Damaged, said(text)),
            StoreError::Foreign(what) => (Part::Database, Damaged, foreign(what)),
            StoreError::Newer { found, known } => (Part::Database, Newer, newer(*found, *known)),
            StoreError::LogDamaged(text) => (Part::Audit, Damaged, said(text)),
            StoreError::NoRoom { needed, free } => {
                (Part::Database, NoBackup, no_room(*needed, *free))
            }
            StoreError::NoBackup(text) => (
                Part::Database,
                NoBackup,
                phrases::host_recovery_no_copy(domain::visible(text)).into(),
            ),
            StoreError::Full => (Part::Database, Full, full()),
            StoreError::NotWritable(text) => (Part::Database, NotWritable, said(text)),
            // SQLite cannot always report why a write failed.
            StoreError::Io(_) if is_full(data_dir) => (Part::Database, Full, full()),
            StoreError::Io(_)
            | StoreError::Busy
            | StoreError::NameTaken
            | StoreError::Unconfirmed
            | StoreError::NotFound
            | StoreError::WrongState
            | StoreError::Invalid(_)
            | StoreError::Closed => (Part::Database, Other, found),
        },
        OpenError::Audit(error) => match error {
            audit::AuditError::Damaged(text) => (Part::Audit, Damaged, said(text)),
            audit::AuditError::Foreign(what) => (Part::Audit, Damaged, foreign(what)),
            audit::AuditError::Newer { found, known } => {
                (Part::Audit, Newer, newer(*found, *known))
            }
            audit::AuditError::Full => (Part::Audit, Full, full()),
            audit::AuditError::Io(_) if is_full(data_dir) => (Part::Audit, Full, full()),
            audit::AuditError::TooLarge { .. }
            | audit::AuditError::ReadOnly
            | audit::AuditError::Closed
            | audit::AuditError::Io(_) => (Part::Audit, Other, found),
        },
        OpenError::Http(_) => (Part::Database, Other, found),
    };
    (kind, part, found, None)
}

/// Says what a backup needs, and what is free, in MiB: whole ones, so that what is free is never said to be enough.
fn no_room(needed: u64, free: Option<u64>) -> Text {
    const MIB: u64 = 1024 * 1024;
    let needed = needed.div_ceil(MIB);
    match free {
        Some(free) => phrases::host_recovery_no_room(free / MIB, needed).into(),
        None => phrases::host_recovery_needs_room(needed).into(),
    }
}

/// Whether less space is free than startup needs.
#[cfg(unix)]
fn is_full(dir: &Path) -> bool {
    const NEEDED: u64 = 128 * 1024;
    rustix::fs::statvfs(dir).is_ok_and(|disk| disk.f_bavail.saturating_mul(disk.f_frsize) < NEEDED)
}

#[cfg(not(unix))]
fn is_full(_: &Path) -> bool {
    false
}

/// Marks a message as text of SQLite or the system, without the heading of SQLite's list of errors.
fn said(text: &str) -> Text {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("***"))
        .collect();
    phrases::host_recovery_said(domain::visible(&lines.join("; "))).into()
}

fn holder_view(holder: &Holder) -> HolderView {
    HolderView {
        program: holder.program.clone(),
        pid: holder.pid,
        since_ms: holder.since_ms.map(|ms| ms as f64),
    }
}

fn unreadable(error: StoreError) -> ApiError {
    ApiError::new(
        ErrorCode::Data,
        phrases::host_recovery_unreadable(error.to_string()),
    )
    .hint(phrases::host_recovery_unchanged())
}
