//! `export DIR`, `data`, `data backups`: they read the files and take no lock, so that they work while a window is open, and on data that
//! does not open. `data restore` and `data skip-backup` hold the data.

use std::path::Path;

use clap::Subcommand;
use host_api::{DataFileKind, DataFilesView, WholeBackupView};
use messages::{Value, phrases};

use crate::{
    output::{self, Failure, Output, size},
    words::{said, say, say_inside},
};

#[derive(Debug, Subcommand)]
pub(crate) enum DataVerb {
    /// List the backups from before the first starts of other versions.
    Backups,
    /// Put the database of a backup in place of the present one, which is kept beside it. The audit log goes on.
    Restore {
        /// Its name, as `data backups` lists it.
        name: String,
    },
    /// Open the data with this version without a backup first, where there is no room for one.
    SkipBackup,
}

/// Lists the backups.
pub(crate) fn backups(data_dir: &Path, output: Output) {
    let found = archive::backups(data_dir);
    output.one(&found, || match found.is_empty() {
        true => say(phrases::terminal_no_backups()),
        false => found.iter().map(backup_line).collect::<Vec<_>>().join("\n"),
    });
}

fn backup_line(backup: &WholeBackupView) -> String {
    let (at, size) = (
        output::time(backup.at_ms as i64),
        say_inside(size(backup.bytes)),
    );
    format!("{:<32} {size:>9}  {at}", backup.name)
}

/// Says what was done to the data when it was opened.
pub(crate) fn done(verb: Option<&DataVerb>, output: Output) {
    match verb {
        Some(DataVerb::Restore { name }) => output.one(&name, || {
            say(phrases::terminal_backup_restored(name.as_str()))
        }),
        Some(DataVerb::SkipBackup) => {
            output.one(&(), || say(phrases::terminal_backup_skipped()));
        }
        Some(DataVerb::Backups) | None => {}
    }
}

/// Saves everything that can be read into a new folder inside `into`.
pub(crate) async fn export(data_dir: &Path, into: &Path, output: Output) -> Result<(), Failure> {
    if !data_dir.is_dir() {
        return Err(
            Failure::data(phrases::terminal_no_data()).hint(phrases::terminal_hint_data_dir())
        );
    }
    let saved = archive::export(data_dir, into, |_| {}).await?;
    output.one(&saved, || {
        let mut lines = vec![
            domain::visible(&saved.folder),
            say(phrases::export_summary(
                size(saved.bytes),
                Value::list([
                    phrases::export_conversations(saved.conversations),
                    phrases::export_messages(saved.messages),
                    phrases::export_servers(saved.servers),
                    phrases::export_rules(saved.rules),
                    phrases::export_audit_rows(saved.audit_rows),
                ]),
            )),
        ];
        lines.extend(saved.missing.iter().map(said));
        lines.join("\n")
    });
    if saved.missing.is_empty() {
        Ok(())
    } else {
        Err(Failure::data(phrases::terminal_export_partial())
            .hint(phrases::terminal_hint_export_partial()))
    }
}

/// Where the data is, and how large.
pub(crate) fn show(data_dir: &Path, output: Output) {
    let data = host::data_view(data_dir);
    output.one(&data, || {
        let mut lines = vec![format!("{}  {}", data.dir, say(size(data.bytes)))];
        lines.extend(data.files.iter().map(line));
        lines.join("\n")
    });
}

fn line(files: &DataFilesView) -> String {
    let name = match files.kind {
        DataFileKind::Database => phrases::terminal_data_database(),
        DataFileKind::Audit => phrases::terminal_data_audit(),
        DataFileKind::Backup => phrases::terminal_data_backup(),
        DataFileKind::SetAside => phrases::terminal_data_set_aside(),
        DataFileKind::Lock => phrases::terminal_data_lock(),
    };
    let at = output::time(files.newest_ms as i64);
    format!(
        "  {:<39} {:>3}  {:>9}  {at}",
        say_inside(name),
        files.count,
        say_inside(size(files.bytes))
    )
}
