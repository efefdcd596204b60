//! The data directory: its files, its problems, and exports from it.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Why the chat cannot be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TroubleKind {
    /// Another process holds the data lock and may be about to end.
    Waiting,
    /// Another process holds the data lock.
    InUse,
    /// A file is damaged, or is not a database.
    Damaged,
    /// A newer version wrote a file.
    Newer,
    /// The directory or a file in it is not writable.
    NotWritable,
    /// The disk is full.
    Full,
    /// A backup before the first start of this version could not be made.
    NoBackup,
    /// Another problem.
    Other,
    /// The user deleted all data.
    Deleted,
}

/// One of the two database files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DataPartView {
    /// Servers, conversations, permissions.
    Database,
    /// The audit log.
    Audit,
}

/// The process that holds the data lock.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct HolderView {
    /// The name of its program, as it reports it.
    pub program: Option<String>,
    /// Its process identifier.
    pub pid: Option<u32>,
    /// When it took the lock, in milliseconds since the Unix epoch.
    pub since_ms: Option<f64>,
}

/// A backup of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct BackupView {
    /// When it was made, in milliseconds since the Unix epoch.
    pub at_ms: f64,
    /// Its size in bytes.
    pub bytes: f64,
    /// Whether it was made before an update.
    pub before_update: bool,
}

/// A backup of everything, made before the first start of another version.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct WholeBackupView {
    /// Its name, the version and the date.
    pub name: String,
    /// The version that used the data last, if it said so.
    pub version: Option<String>,
    /// When it was made, in milliseconds since the Unix epoch.
    pub at_ms: f64,
    /// Its size in bytes.
    pub bytes: f64,
}

/// Everything the recovery page shows.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct RecoveryView {
    /// The kind of problem.
    pub kind: TroubleKind,
    /// The affected file.
    pub part: DataPartView,
    /// The file or directory.
    pub file: String,
    /// Its size in bytes, if it is there.
    pub bytes: Option<f64>,
    /// The finding, in one or two sentences.
    pub found: Text,
    /// The process that holds the data lock.
    pub holder: Option<HolderView>,
    /// The newest usable backup.
    pub backup: Option<BackupView>,
    /// The backups from before the first starts of other versions, newest first, where one of them can be restored.
    pub backups: Vec<WholeBackupView>,
    /// Whether conversations can be read and exported.
    pub readable: bool,
    /// Whether the data was open before: servers were running, and all were stopped.
    pub stopped: bool,
    /// A summary of the deletion, after [`TroubleKind::Deleted`].
    pub deleted: Option<DeletedView>,
    /// This program's version.
    pub version: String,
}

/// A conversation that can be read.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SavedConversationView {
    /// Its identifier.
    pub id: String,
    /// Its title.
    pub title: Text,
    /// When it was changed last.
    pub updated_ms: f64,
}

/// A message that could be read.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SavedMessageView {
    /// Whether the user wrote it.
    pub from_you: bool,
    /// When it was written.
    pub at_ms: f64,
    /// Its text; its calls are described in words.
    pub text: String,
}

/// The progress of an export or import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ConversationProgress {
    /// How many conversations are done.
    pub done: u32,
    /// How many there are; 0 while a file is read.
    pub total: u32,
}

/// A summary of an export.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ExportView {
    /// The new folder.
    pub folder: String,
    /// The total size of its files in bytes.
    pub bytes: f64,
    /// How many conversations it has.
    pub conversations: u32,
    /// How many messages it has.
    pub messages: u32,
    /// How many servers it has.
    pub servers: u32,
    /// How many rules it has.
    pub rules: u32,
    /// How many rows of the audit log it has.
    pub audit_rows: u32,
    /// What could not be read, one sentence each; empty if nothing is missing.
    pub missing: Vec<Text>,
}

/// The kind of a file in the data directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DataFileKind {
    /// Servers, conversations, permissions.
    Database,
    /// The audit log.
    Audit,
    /// A backup.
    Backup,
    /// An unusable file in quarantine.
    SetAside,
    /// The lock file.
    Lock,
}

/// Files of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct DataFilesView {
    /// The kind.
    pub kind: DataFileKind,
    /// How many files there are.
    pub count: u32,
    /// Their total size in bytes.
    pub bytes: f64,
    /// When the newest was written, in milliseconds since the Unix epoch.
    pub newest_ms: f64,
}

/// The data directory.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct DataView {
    /// Where it is.
    pub dir: String,
    /// The files that this program created in it.
    pub files: Vec<DataFilesView>,
    /// Their total size in bytes.
    pub bytes: f64,
}

/// A summary of a deletion.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct DeletedView {
    /// How many files were deleted.
    pub files: u32,
    /// Their total size in bytes.
    pub bytes: f64,
    /// How many keychain entries were deleted.
    pub secrets: u32,
    /// What could not be deleted and still exists.
    pub left: Vec<Text>,
}

/// What an import of conversations did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ImportedConversationsView {
    /// How many conversations were stored.
    pub conversations: u32,
    /// How many messages they have.
    pub messages: u32,
    /// How many conversations of the file could not be read, or had no words.
    pub left_out: u32,
    /// The first of them.
    pub first: Option<String>,
    /// Whether it was cancelled: those that follow in the file were not stored.
    pub cancelled: bool,
}

/// The format of one saved conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SaveFormat {
    /// Its current branch as Markdown.
    Markdown,
    /// Every message as a JSON line.
    Lines,
}
