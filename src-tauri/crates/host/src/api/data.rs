//! The data directory for people: what is in it, what is wrong with it, what was saved from it.

use serde::Serialize;
use specta::Type;

/// Why the program does not show its chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TroubleKind {
    /// Another process holds the data and may be about to end.
    Waiting,
    /// Another process holds the data.
    InUse,
    /// A file is damaged, or no database.
    Damaged,
    /// A file was written by a newer version.
    Newer,
    /// The directory or a file in it may not be written.
    NotWritable,
    /// The disk is full.
    Full,
    /// Something else.
    Other,
    /// The person had everything deleted.
    Deleted,
}

/// One of the two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DataPartView {
    /// Servers, conversations, permissions.
    Database,
    /// The log of decisions.
    Audit,
}

/// Who holds the data.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct HolderView {
    /// Its program, as it said.
    pub program: Option<String>,
    /// Its process.
    pub pid: Option<u32>,
    /// Since when, in milliseconds since the Unix epoch.
    pub since_ms: Option<f64>,
}

/// A copy of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct BackupView {
    /// When it was made, in milliseconds since the Unix epoch.
    pub at_ms: f64,
    /// Its size in bytes.
    pub bytes: f64,
    /// Whether it was made before an update.
    pub before_update: bool,
}

/// Everything the recovery page shows.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct RecoveryView {
    /// What is the matter.
    pub kind: TroubleKind,
    /// With which file.
    pub part: DataPartView,
    /// The file or directory.
    pub file: String,
    /// Its size in bytes, if it is there.
    pub bytes: Option<f64>,
    /// What was found, in one or two sentences.
    pub found: String,
    /// Who holds the data.
    pub holder: Option<HolderView>,
    /// The newest copy that can be used.
    pub backup: Option<BackupView>,
    /// Whether conversations may be read and saved.
    pub readable: bool,
    /// Whether the data was open before: servers ran, and everything was stopped.
    pub stopped: bool,
    /// What was deleted, after [`TroubleKind::Deleted`].
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
    pub title: String,
    /// When it was changed last.
    pub updated_ms: f64,
}

/// A message that could be read.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SavedMessageView {
    /// Whether the person wrote it.
    pub from_you: bool,
    /// When.
    pub at_ms: f64,
    /// Its text, with its calls in words.
    pub text: String,
}

/// How far an export is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ExportProgress {
    /// Conversations written.
    pub done: u32,
    /// Conversations in all.
    pub total: u32,
}

/// What an export wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ExportView {
    /// The new folder.
    pub folder: String,
    /// Its files with their sizes.
    pub bytes: f64,
    /// Conversations.
    pub conversations: u32,
    /// Messages.
    pub messages: u32,
    /// Servers.
    pub servers: u32,
    /// Rules.
    pub rules: u32,
    /// Rows of the audit log.
    pub audit_rows: u32,
    /// What could not be read, a sentence each. Empty: everything was.
    pub missing: Vec<String>,
}

/// What a file of the data directory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DataFileKind {
    /// Servers, conversations, permissions.
    Database,
    /// The log of decisions.
    Audit,
    /// A copy.
    Backup,
    /// A file that could not be used and was set aside.
    SetAside,
    /// What marks the directory as in use.
    Lock,
}

/// Files of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct DataFilesView {
    /// The kind.
    pub kind: DataFileKind,
    /// How many.
    pub count: u32,
    /// Their size in bytes.
    pub bytes: f64,
    /// When the newest was written, in milliseconds since the Unix epoch.
    pub newest_ms: f64,
}

/// The data directory.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct DataView {
    /// Where it is.
    pub dir: String,
    /// What this program made in it.
    pub files: Vec<DataFilesView>,
    /// The sum of the sizes.
    pub bytes: f64,
}

/// What was deleted.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct DeletedView {
    /// Files.
    pub files: u32,
    /// Their size in bytes.
    pub bytes: f64,
    /// Entries of the keychain.
    pub secrets: u32,
    /// What could not be deleted and is still there.
    pub left: Vec<String>,
}
