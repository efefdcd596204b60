//! `export DIR`, `data`: they read the files and take no lock, so that they work while a window is open, and on data that
//! does not open.

use std::path::Path;

use host::api::{DataFileKind, DataFilesView};

use crate::output::{self, Failure, Output};

/// Saves everything that can be read into a new folder inside `into`.
pub(crate) async fn export(data_dir: &Path, into: &Path, output: Output) -> Result<(), Failure> {
    if !data_dir.is_dir() {
        return Err(Failure::data("There is no data here.").hint("Give --data-dir DIR."));
    }
    let saved = host::export(data_dir, into, |_| {}).await?;
    output.one(&saved, || {
        let mut lines = vec![
            domain::visible(&saved.folder),
            format!(
                "{} conversations with {} messages, {} servers without secrets, {} rules, {} rows of the log: {}",
                saved.conversations,
                saved.messages,
                saved.servers,
                saved.rules,
                saved.audit_rows,
                size(saved.bytes)
            ),
        ];
        lines.extend(saved.missing.iter().map(|line| domain::visible(line)));
        lines.join("\n")
    });
    if saved.missing.is_empty() {
        Ok(())
    } else {
        Err(Failure::data("Not everything could be read.")
            .hint("What could be read is in the folder."))
    }
}

/// Where the data is, and how large.
pub(crate) fn show(data_dir: &Path, output: Output) {
    let data = host::data_view(data_dir);
    output.one(&data, || {
        let mut lines = vec![format!("{}  {}", data.dir, size(data.bytes))];
        lines.extend(data.files.iter().map(line));
        lines.join("\n")
    });
}

fn line(files: &DataFilesView) -> String {
    let name = match files.kind {
        DataFileKind::Database => "servers, conversations, permissions",
        DataFileKind::Audit => "log of decisions",
        DataFileKind::Backup => "backups",
        DataFileKind::SetAside => "set aside",
        DataFileKind::Lock => "lock",
    };
    let at = output::time(files.newest_ms as i64);
    format!(
        "  {name:<36} {:>3}  {:>9}  {at}",
        files.count,
        size(files.bytes)
    )
}

fn size(bytes: f64) -> String {
    match bytes {
        b if b < 1e3 => format!("{b} B"),
        b if b < 1e6 => format!("{:.1} KB", b / 1e3),
        b if b < 1e9 => format!("{:.1} MB", b / 1e6),
        b => format!("{:.1} GB", b / 1e9),
    }
}
