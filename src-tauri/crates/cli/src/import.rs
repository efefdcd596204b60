//! `servers import`.

use std::{io::Read, path::Path};

use host::{
    Host,
    api::{ImportServerView, ImportStateView, ImportView, ImportedView},
};
use serde::Serialize;

use crate::{
    approver::plain_line,
    output::{Failure, Output},
};

/// The longest standard input that is read, in bytes; a longer one is refused like a longer file.
const MAX_INPUT: u64 = 1024 * 1024 + 1;

#[derive(Serialize)]
struct Report {
    found: ImportView,
    added: Vec<ImportedView>,
}

pub(crate) async fn run(
    host: &Host,
    file: &Path,
    names: &[String],
    dry_run: bool,
    output: Output,
) -> Result<(), Failure> {
    let found = if file == Path::new("-") {
        host.import_text(&standard_input().await?).await?
    } else {
        host.import_file(file).await?
    };
    let chosen = choose(&found, names)?;
    let added = if dry_run {
        Vec::new()
    } else {
        host.import_add(&found.id, &chosen).await?
    };
    let failed = added.iter().filter(|a| a.error.is_some()).count();
    let report = Report { found, added };
    output.one(&report, || text(&report));
    match failed {
        0 => Ok(()),
        failed => Err(Failure::failed(format!("{failed} could not be added."))),
    }
}

/// Read on a thread of its own: while it waits, the program can be told to stop.
async fn standard_input() -> Result<String, Failure> {
    let read = tokio::task::spawn_blocking(|| {
        let mut text = String::new();
        let mut input = std::io::stdin().lock().take(MAX_INPUT);
        input.read_to_string(&mut text).map(|_| text)
    });
    let text = read.await.map_err(std::io::Error::other).flatten();
    text.map_err(|e| {
        Failure::usage(
            format!("Standard input could not be read: {e}."),
            "It has to be text.",
        )
    })
}

fn choose(found: &ImportView, names: &[String]) -> Result<Vec<String>, Failure> {
    for name in names {
        if !found.servers.iter().any(|s| s.name == *name) {
            return Err(Failure::usage(
                format!(
                    "There is no server named “{}” in it.",
                    domain::visible(name)
                ),
                "`--dry-run` shows their names.",
            ));
        }
    }
    let by_itself = |server: &&ImportServerView| match server.state {
        ImportStateView::New | ImportStateView::Changed { .. } => !server.off,
        ImportStateView::Same | ImportStateView::Unreadable { .. } => false,
    };
    Ok(if names.is_empty() {
        found
            .servers
            .iter()
            .filter(by_itself)
            .map(|s| s.name.clone())
            .collect()
    } else {
        names.to_vec()
    })
}

fn text(report: &Report) -> String {
    let mut out = Vec::new();
    for server in &report.found.servers {
        let ended = report.added.iter().find(|a| a.name == server.name);
        let word = match (ended, &server.state) {
            (
                Some(ImportedView {
                    error: Some(error), ..
                }),
                _,
            ) => format!("not added: {}", error.message),
            (Some(_), ImportStateView::Changed { what }) => format!("changed: {}", what.join(", ")),
            (Some(_), _) => "added".to_owned(),
            (None, ImportStateView::New) if server.off => "new, switched off there".to_owned(),
            (None, ImportStateView::New) => "new".to_owned(),
            (None, ImportStateView::Same) => "here already".to_owned(),
            (None, ImportStateView::Changed { what }) => format!("differs: {}", what.join(", ")),
            (None, ImportStateView::Unreadable { reason }) => format!("cannot be added: {reason}"),
        };
        out.push(domain::visible(&format!("{}: {word}", server.name)));
        let words: Vec<String> = server
            .argv
            .iter()
            .chain(&server.url)
            .map(|word| plain_line(word))
            .collect();
        if !words.is_empty() {
            out.push(format!("  {}", words.join(" ⏵ ")));
        }
        for (names, what) in [
            (&server.kept, "kept in the keychain"),
            (&server.asked, "asked for at the first start"),
            (&server.from_host, "read from your environment"),
        ] {
            if !names.is_empty() {
                out.push(domain::visible(&format!("  {} {what}", names.join(", "))));
            }
        }
        out.extend(
            server
                .notes
                .iter()
                .map(|note| format!("  {}", domain::visible(note))),
        );
    }
    out.extend(report.found.notes.iter().map(|note| domain::visible(note)));
    out.push("Nothing was started.".to_owned());
    out.join("\n")
}
