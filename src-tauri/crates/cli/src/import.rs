//! `servers import`.

use std::{io::Read, path::Path};

use host::Host;
use host_api::{
    GivenValue, ImportChoice, ImportServerView, ImportSourceView, ImportStateView,
    ImportVariableView, ImportView, ImportedView,
};
use messages::{Phrase, Value, phrases};
use serde::Serialize;

use crate::{
    output::{Failure, Output},
    text::plain,
    words::{quoted, said, say},
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
    let failure = Failure::failed(phrases::terminal_import_failed(failed));
    let missing = report.found.servers.iter().flat_map(|s| &s.variables);
    let missing = missing.filter(|v| v.needs_value).count();
    Err(if !report.found.keychain && !wanted.env_from {
        failure.hint(phrases::terminal_hint_no_keychain())
    } else if missing > 0 {
        failure.hint(phrases::terminal_hint_missing_values())
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
        _ => Err(Failure::usage(phrases::terminal_not_name_value(text))
            .hint(phrases::terminal_hint_name_value())),
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
        Failure::usage(phrases::terminal_stdin_unreadable(e.to_string()))
            .hint(phrases::terminal_hint_stdin_text())
    })
}

fn choose(found: &ImportView, names: &[String]) -> Result<Vec<String>, Failure> {
    for name in names {
        if !found.servers.iter().any(|s| s.name == *name) {
            return Err(Failure::usage(phrases::terminal_import_no_server(name))
                .hint(phrases::terminal_hint_dry_run()));
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
        let state = state(server, ended);
        out.push(say(phrases::terminal_import_server(&server.name, state)));
        let words: Vec<String> = server
            .argv
            .iter()
            .chain(&server.url)
            .map(|word| quoted(&plain(word)))
            .collect();
        if !words.is_empty() {
            out.push(format!("  {}", words.join(" ⏵ ")));
        }
        let mut below = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
        for path in &server.projects {
            below(phrases::terminal_import_project(path));
        }
        for one in &server.variables {
            below(variable(one));
        }
        let names = |names: &[String]| Value::list(names);
        if env_from && !server.kept_from.is_empty() {
            let names = names(&server.kept_from);
            below(phrases::terminal_import_from_environment(names));
        }
        if !env_from && !server.kept.is_empty() {
            below(phrases::terminal_import_kept(names(&server.kept)));
        }
        if !server.asked.is_empty() {
            below(phrases::terminal_import_asked(names(&server.asked)));
        }
        if !server.from_host.is_empty() {
            let names = names(&server.from_host);
            below(phrases::terminal_import_environment(names));
        }
        let notes = server.notes.iter();
        out.extend(notes.map(|note| format!("  {}", said(note))));
    }
    if let Some(program) = &report.found.program {
        out.push(say(phrases::terminal_import_program(program)));
    }
    out.extend(report.found.notes.iter().map(said));
    out.push(say(phrases::terminal_nothing_started()));
    out.join("\n")
}

/// What became of a server of the file, or would.
fn state(server: &ImportServerView, ended: Option<&ImportedView>) -> Phrase {
    if let Some(error) = ended.and_then(|ended| ended.error.as_ref()) {
        return phrases::terminal_import_not_added(&error.message);
    }
    match (ended, &server.state) {
        (Some(_), ImportStateView::Changed { what }) => {
            phrases::terminal_import_changed(Value::list(what))
        }
        (Some(_), _) => phrases::terminal_import_added(),
        (None, ImportStateView::New) if server.off => phrases::terminal_import_new_off(),
        (None, ImportStateView::New) => phrases::terminal_import_new(),
        (None, ImportStateView::Same) => phrases::terminal_import_same(),
        (None, ImportStateView::Changed { what }) => {
            phrases::terminal_import_differs(Value::list(what))
        }
        (None, ImportStateView::Unreadable { reason }) => {
            phrases::terminal_import_unreadable(reason)
        }
    }
}

/// A variable: its name, where its value comes from, whether it is set, and where it is used.
fn variable(one: &ImportVariableView) -> Phrase {
    let source = match one.source {
        ImportSourceView::Environment if one.live => phrases::terminal_source_each_start(),
        ImportSourceView::Environment => phrases::terminal_source_once(),
        ImportSourceView::Input => phrases::terminal_source_input(),
        ImportSourceView::Home => phrases::terminal_source_home(),
    };
    let state = match (&one.default, one.set, one.needs_value) {
        (_, true, _) => phrases::terminal_variable_set(),
        (Some(default), false, _) => phrases::terminal_variable_default(default),
        (None, false, true) => phrases::terminal_variable_needed(),
        (None, false, false) => phrases::terminal_variable_not_set(),
    };
    phrases::terminal_import_variable(&one.name, Value::list(&one.places), source, state)
}
