//! `servers import`.

use std::{io::Read, path::Path};

use host::{
    Host,
    api::{
        GivenValue, ImportChoice, ImportServerView, ImportSourceView, ImportStateView,
        ImportVariableView, ImportView, ImportedView,
    },
};
use serde::Serialize;

use crate::{
    output::{Failure, Output},
    text::plain_line,
};

/// The longest standard input that is read, in bytes; a longer one is refused like a longer file.
const MAX_INPUT: u64 = 16 * 1024 * 1024 + 1;

#[derive(Serialize)]
struct Report {
    found: ImportView,
    added: Vec<ImportedView>,
}

/// What the command line asks for.
pub(crate) struct Wanted<'a> {
    pub file: &'a Path,
    pub names: &'a [String],
    pub dry_run: bool,
    /// `NAME=VALUE` each.
    pub set: &'a [String],
    pub env_from: bool,
}

pub(crate) async fn run(host: &Host, wanted: &Wanted<'_>, output: Output) -> Result<(), Failure> {
    let file = wanted.file;
    let values = given(wanted.set)?;
    let found = if file == Path::new("-") {
        host.import_text(&standard_input().await?).await?
    } else {
        host.import_file(file).await?
    };
    let names = choose(&found, wanted.names)?;
    let added = if wanted.dry_run {
        Vec::new()
    } else {
        let choice = ImportChoice {
            names,
            values,
            from_environment: wanted.env_from,
        };
        host.import_add(&found.id, choice).await?
    };
    let failed = added.iter().filter(|a| a.error.is_some()).count();
    let report = Report { found, added };
    output.one(&report, || text(&report, wanted.env_from));
    if failed == 0 {
        return Ok(());
    }
    let failure = Failure::failed(format!("{failed} could not be added."));
    let missing = report.found.servers.iter().flat_map(|s| &s.variables);
    let missing = missing.filter(|v| v.needs_value).count();
    Err(if !report.found.keychain && !wanted.env_from {
        failure.hint("There is no keychain: with --env-from, values are read from your own environment instead.")
    } else if missing > 0 {
        failure.hint("Give missing values with --set NAME=VALUE.")
    } else {
        failure
    })
}

/// The values of `--set`.
fn given(set: &[String]) -> Result<Vec<GivenValue>, Failure> {
    let one = |text: &String| match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok(GivenValue {
            name: name.to_owned(),
            value: value.to_owned(),
        }),
        _ => Err(Failure::usage(
            format!("`{}` is not NAME=VALUE.", domain::visible(text)),
            "For example --set DATABASE=notes",
        )),
    };
    set.iter().map(one).collect()
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

fn text(report: &Report, env_from: bool) -> String {
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
        out.extend(
            server
                .projects
                .iter()
                .map(|path| format!("  used in the project {path}")),
        );
        out.extend(
            server
                .variables
                .iter()
                .map(|one| format!("  {}", variable(one))),
        );
        for (names, what) in [
            if env_from {
                (
                    &server.kept_from,
                    "read from your environment, not from the file",
                )
            } else {
                (&server.kept, "kept in the keychain")
            },
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
    if let Some(program) = &report.found.program {
        out.push(format!("The file belongs to {program}."));
    }
    out.extend(report.found.notes.iter().map(|note| domain::visible(note)));
    out.push("Nothing was started.".to_owned());
    out.join("\n")
}

/// A variable: its name, where its value comes from, whether it is set, and where it is used.
fn variable(one: &ImportVariableView) -> String {
    let source = match one.source {
        ImportSourceView::Environment if one.live => "your environment, at each start",
        ImportSourceView::Environment => "your environment, once",
        ImportSourceView::Input => "you: the other program asks for it",
        ImportSourceView::Home => "your home folder",
    };
    let state = match (&one.default, one.set, one.needs_value) {
        (_, true, _) => "set".to_owned(),
        (Some(default), false, _) => format!("not set, {default} is used"),
        (None, false, true) => "not set: give it with --set".to_owned(),
        (None, false, false) => "not set".to_owned(),
    };
    format!(
        "{} from {source}: {state} ({})",
        one.name,
        one.places.join(", ")
    )
}
