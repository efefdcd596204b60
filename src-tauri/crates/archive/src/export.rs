//! Export of everything to a folder: conversations as Markdown and JSON Lines, with their summaries; attachments with their text; servers without secrets; their folder grants,
//! sampling history, rules and the audit log as JSON Lines. It reads the files and not the running host, so that damaged or newer
//! data can be exported too.

use std::{
    fs::{File, OpenOptions},
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use domain::{ConversationId, EnvEntry, EnvSource, Utc};
use host_api::{ApiError, ConversationProgress, ErrorCode, ExportView};
use messages::phrases;
use serde_json::{Map, Value, json};
use store::{Part, Reading, Scan, StoreError};

use crate::{
    half::Half,
    markdown,
    saved::{Archive, Saved},
};

/// Maximum length of a title's part in a file name, in characters.
const MAX_NAME_CHARS: usize = 60;
/// Columns of the rules before version 11 of the data: without expiry and conditions.
const OLD_RULES: &str = "id, effect, server_id, tool, definition, launch, conversation_id, origin, created_ms, revoked_ms, \
use_count, last_used_ms";
const RULES: &str = "id, effect, server_id, tool, definition, launch, conversation_id, origin, created_ms, revoked_ms, \
use_count, last_used_ms, until_ms, conditions, batch";
/// A table that was introduced in the same version as the newer rule columns.
const WITH_RULES: &str = "trusted";
/// Tables that older data does not have: their name, columns and file.
const LATER: [(&str, &str, &str); 8] = [
    (
        "compactions",
        "id, conversation_id, up_to, summary, model, automatic, label, created_ms, edited_ms, undone_ms",
        "compactions.jsonl",
    ),
    (
        "attachments",
        "id, conversation_id, name, digest, origin, facts, state, created_ms",
        "attachments.jsonl",
    ),
    (
        "message_attachments",
        "message_id, ordinal, attachment_id",
        "message-attachments.jsonl",
    ),
    // Images, sounds and PDF files are not exported, only their digests.
    (
        "attachment_contents",
        "digest, bytes, text",
        "attachment-texts.jsonl",
    ),
    ("reach", "server_id, host, port, created_ms", "hosts.jsonl"),
    (
        "roots",
        "server_id, path, name, access, pass, created_ms",
        "folders.jsonl",
    ),
    (
        "samplings",
        "id, server_id, at_ms, model, origin, state, edited, tokens, input_tokens, output_tokens, cost, took_ms",
        "sampling.jsonl",
    ),
    (
        "sampling_limits",
        "server_id, review, minute, day",
        "sampling-limits.jsonl",
    ),
];
/// The fields of an exported audit log row. SECURITY.md promises them to other programs.
pub(crate) const AUDIT: &str = "seq, at_ms, kind, server, conversation, call, subject, decision, detail, content_digest, salt, \
content, prev, hash";

/// Writes everything that can be read into a new folder inside `into`.
///
/// # Errors
/// The folder cannot be created or written. Files written before the error remain.
pub async fn export(
    data_dir: &Path,
    into: &Path,
    progress: impl Fn(ConversationProgress) + Send + Sync,
) -> Result<ExportView, ApiError> {
    let folder = new_folder(into).map_err(|e| failed(into, &e))?;
    let mut out = Out {
        view: ExportView {
            folder: folder.display().to_string(),
            bytes: 0.0,
            conversations: 0,
            messages: 0,
            servers: 0,
            rules: 0,
            audit_rows: 0,
            missing: Vec::new(),
        },
        folder,
    };
    let database = Part::Database.path(data_dir);
    let written = async {
        out.conversations(&database, &progress).await?;
        out.servers(&database).await?;
        let rules = if has(&database, WITH_RULES).await {
            RULES
        } else {
            OLD_RULES
        };
        out.view.rules = out.table(&database, "rules", rules, "rules.jsonl").await?;
        for (table, columns, name) in LATER {
            if has(&database, table).await {
                out.table(&database, table, columns, name).await?;
            }
        }
        let audit = Part::Audit.path(data_dir);
        out.view.audit_rows = out.table(&audit, "record", AUDIT, "audit.jsonl").await?;
        Ok::<(), std::io::Error>(())
    };
    if let Err(error) = written.await {
        return Err(failed(&out.folder, &error));
    }
    Ok(out.view)
}

/// The format of one exported conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneFormat {
    /// Its current branch as Markdown, in the user's language.
    Markdown,
    /// Every message as a JSON line, which can be imported.
    Lines,
}

/// Returns one conversation as a text.
///
/// # Errors
/// There is no such conversation, or it cannot be read.
pub async fn export_one(
    data_dir: &Path,
    conversation: ConversationId,
    format: OneFormat,
) -> Result<String, ApiError> {
    let mut archive = Archive::open(&Part::Database.path(data_dir)).await?;
    let id = conversation.to_string();
    let all = std::mem::take(&mut archive.conversations);
    let found = all.into_iter().find(|one| one.id == id);
    let found = found.ok_or(StoreError::NotFound)?;
    let mut out = String::new();
    match format {
        OneFormat::Markdown => {
            out.push_str(&markdown::head(&found));
            for message in archive.branch(&found) {
                let parts = archive.parts(&message.id).await?;
                out.push_str(&markdown::message(&message, &parts));
            }
        }
        OneFormat::Lines => {
            for message in archive.messages(&id) {
                let parts = archive.parts(&message.id).await?;
                let line = json!({ "conversation": found, "message": message, "parts": parts });
                out.push_str(&line.to_string());
                out.push('\n');
            }
        }
    }
    Ok(out)
}

/// Writes one conversation to a file that only the user may read. An existing file is replaced at once.
///
/// # Errors
/// As [`export_one`]; or the file cannot be written.
pub async fn save_one(
    data_dir: &Path,
    conversation: ConversationId,
    format: OneFormat,
    to: &Path,
) -> Result<String, ApiError> {
    let text = export_one(data_dir, conversation, format).await?;
    save_text(&text, to)
}

/// Writes a text to a file that only the user may read, and returns the file as shown to people. An existing file is replaced at once.
///
/// # Errors
/// The file cannot be written. One that exists stays as it is.
pub fn save_text(text: &str, to: &Path) -> Result<String, ApiError> {
    let written = Half::new(to).and_then(|half| {
        let mut file = BufWriter::new(half.create()?);
        file.write_all(text.as_bytes())?;
        half.finish(file, to)
    });
    written.map_err(|error| failed(to, &error))?;
    Ok(domain::visible(&to.display().to_string()))
}

fn failed(place: &Path, error: &std::io::Error) -> ApiError {
    let place = domain::visible(&place.display().to_string());
    ApiError::new(
        ErrorCode::Data,
        phrases::host_export_failed(error.to_string(), place),
    )
    .hint(phrases::host_export_failed_hint())
}

/// Creates a folder with the time in its name, which only the user may read.
fn new_folder(into: &Path) -> std::io::Result<PathBuf> {
    let at = Utc::from_ms(domain::now_ms());
    let path = into.join(format!(
        "Innkeeper export {} {}",
        at.date(),
        at.time_digits()
    ));
    make_folder(&path)?;
    make_folder(&path.join("conversations"))?;
    Ok(path)
}

#[cfg(unix)]
fn make_folder(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    std::fs::DirBuilder::new().mode(0o700).create(path)
}

/// The folder around it decides who may read it.
#[cfg(not(unix))]
fn make_folder(path: &Path) -> std::io::Result<()> {
    std::fs::create_dir(path)
}

struct Out {
    folder: PathBuf,
    view: ExportView,
}

impl Out {
    fn file(&self, name: &str) -> std::io::Result<BufWriter<File>> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(BufWriter::new(options.open(self.folder.join(name))?))
    }

    /// Flushes a file to the disk and adds its size.
    fn finish(&mut self, file: BufWriter<File>) -> std::io::Result<()> {
        let file = file
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)?;
        file.sync_all()?;
        self.view.bytes += file.metadata()?.len() as f64;
        Ok(())
    }

    fn miss(&mut self, what: impl Into<messages::Value>, error: &StoreError) {
        if !matches!(error, StoreError::NotFound) {
            let missed = phrases::host_export_missed(error.to_string(), what);
            self.view.missing.push(missed.into());
        }
    }

    fn holes(&mut self, what: impl Into<messages::Value>, holes: u64) {
        if holes > 0 {
            let missed = phrases::host_export_holes(holes, what);
            self.view.missing.push(missed.into());
        }
    }

    async fn conversations(
        &mut self,
        database: &Path,
        progress: &(impl Fn(ConversationProgress) + Send + Sync),
    ) -> std::io::Result<()> {
        let mut archive = match Archive::open(database).await {
            Ok(archive) => archive,
            Err(error) => {
                self.miss(phrases::host_export_conversations(), &error);
                return Ok(());
            }
        };
        if !archive.whole() {
            let last = phrases::host_export_last_changes();
            self.view.missing.push(last.into());
        }
        let mut lines = self.file("conversations.jsonl")?;
        let all = archive.conversations.clone();
        let total = small(all.len());
        for (number, conversation) in all.iter().enumerate() {
            progress(ConversationProgress {
                done: small(number),
                total,
            });
            if let Err(error) = self
                .conversation(&mut archive, number + 1, conversation, &mut lines)
                .await?
            {
                self.miss(phrases::host_export_conversations(), &error);
                break;
            }
            self.view.conversations += 1;
        }
        progress(ConversationProgress { done: total, total });
        self.holes(phrases::host_export_conversations(), archive.holes);
        self.finish(lines)
    }

    /// Exports one conversation: its current branch as Markdown, and every message as a JSON line.
    async fn conversation(
        &mut self,
        archive: &mut Archive,
        number: usize,
        conversation: &Saved,
        lines: &mut impl Write,
    ) -> std::io::Result<Result<(), StoreError>> {
        let name = format!(
            "conversations/{number:04} {}.md",
            file_name(&conversation.title.to_string())
        );
        let mut page = self.file(&name)?;
        page.write_all(markdown::head(conversation).as_bytes())?;
        let shown = archive.branch(conversation);
        let all = archive.messages(&conversation.id);
        for message in &all {
            let parts = match archive.parts(&message.id).await {
                Ok(parts) => parts,
                Err(error) => return Ok(Err(error)),
            };
            let line = json!({ "conversation": conversation, "message": message, "parts": parts });
            writeln!(lines, "{line}")?;
            self.view.messages += 1;
        }
        for message in &shown {
            match archive.parts(&message.id).await {
                Ok(parts) => page.write_all(markdown::message(message, &parts).as_bytes())?,
                Err(error) => return Ok(Err(error)),
            }
            for summary in archive.summaries(&message.id) {
                page.write_all(markdown::summary(summary).as_bytes())?;
            }
        }
        if shown.len() < all.len() {
            let others = all.len() - shown.len();
            writeln!(page, "\n{}", markdown::others(others))?;
        }
        self.finish(page)?;
        Ok(Ok(()))
    }

    /// Exports the servers, also in the format that other programs read. The store has no values of variables.
    async fn servers(&mut self, database: &Path) -> std::io::Result<()> {
        let mut servers = Map::new();
        let read = async {
            let mut reading = Reading::open(database).await?;
            reading
                .scan("servers", "name, command, args, cwd, env", |(_, row)| {
                    let (name, server) = server(&row);
                    servers.insert(name, server);
                })
                .await
        };
        match read.await {
            Ok(scan) => self.holes(phrases::host_export_servers(), scan.holes),
            Err(error) => self.miss(phrases::host_export_servers(), &error),
        }
        self.view.servers = small(servers.len());
        let mut file = self.file("servers.json")?;
        serde_json::to_writer_pretty(&mut file, &json!({ "mcpServers": servers }))?;
        self.finish(file)
    }

    /// Exports a table, one row per line. Returns the number of rows.
    async fn table(
        &mut self,
        database: &Path,
        table: &'static str,
        columns: &'static str,
        name: &str,
    ) -> std::io::Result<u32> {
        let mut file = self.file(name)?;
        let (rows, read, written) = write_table(database, table, columns, &mut file).await;
        match read {
            Ok(scan) => self.holes(name, scan.holes),
            Err(error) => self.miss(name, &error),
        }
        written?;
        self.finish(file)?;
        Ok(rows)
    }
}

/// Whether a file has a table. If the list of tables cannot be read, the later reads report that.
async fn has(database: &Path, table: &str) -> bool {
    let found = async { Reading::open(database).await?.has(table).await };
    found.await.unwrap_or(false)
}

/// Writes a table, one row per line. Returns the number of rows, the result of reading, and the result of writing.
pub(crate) async fn write_table(
    database: &Path,
    table: &'static str,
    columns: &'static str,
    out: &mut impl Write,
) -> (u32, Result<Scan, StoreError>, std::io::Result<()>) {
    let (mut rows, mut written) = (0, Ok(()));
    let read = async {
        let mut reading = Reading::open(database).await?;
        if !reading.has(table).await? {
            return Err(StoreError::NotFound);
        }
        reading
            .scan(table, columns, |(_, row)| {
                rows += 1;
                if written.is_ok() {
                    written = writeln!(out, "{}", object(columns, row));
                }
            })
            .await
    };
    let read = read.await;
    (rows, read, written)
}

/// Returns a row as an object with these fields.
pub(crate) fn object(columns: &str, row: Vec<Value>) -> Value {
    let object: Map<String, Value> = columns.split(", ").map(str::to_owned).zip(row).collect();
    Value::Object(object)
}

fn server(row: &[Value]) -> (String, Value) {
    let text = |at: usize| row.get(at).and_then(Value::as_str).unwrap_or_default();
    let env: Vec<EnvEntry> = serde_json::from_str(text(4)).unwrap_or_default();
    let env: Map<String, Value> = env
        .into_iter()
        .map(|entry| {
            let value = match entry.source {
                EnvSource::Keychain => String::new(),
                EnvSource::Host => format!("${{env:{}}}", entry.name),
            };
            (entry.name, Value::from(value))
        })
        .collect();
    let args: Value = serde_json::from_str(text(2)).unwrap_or_else(|_| json!([]));
    let mut server = json!({ "command": text(1), "args": args, "env": env });
    if let (Some(cwd), Some(object)) = (row.get(3).and_then(Value::as_str), server.as_object_mut())
    {
        object.insert("cwd".to_owned(), cwd.into());
    }
    (text(0).to_owned(), server)
}

/// Returns a title as part of a file name: letters, digits, spaces and dashes.
fn file_name(title: &str) -> String {
    let plain: String = title
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || c == '-' {
                c
            } else {
                ' '
            }
        })
        .collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(MAX_NAME_CHARS).collect();
    match name.trim() {
        "" => "untitled".to_owned(),
        name => name.to_owned(),
    }
}

pub(crate) fn small(count: impl TryInto<u32>) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_cannot_leave_the_folder() {
        for (title, name) in [
            ("../../etc/passwd", "etc passwd"),
            ("a\0b\u{202e}c/d\\e:f", "a b c d e f"),
            ("...", "untitled"),
            ("Über Zahlen – 1", "Über Zahlen 1"),
        ] {
            assert_eq!(file_name(title), name);
        }
    }
}
