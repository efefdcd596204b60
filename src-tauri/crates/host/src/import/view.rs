//! Views of servers that can be imported.

use std::collections::BTreeSet;

use approvals::wording::segments;
use domain::EnvSource;
use foreign::{
    ForeignServer, Input, LocalPlan, Plan, Planned, ReadServer, RemotePlan, Source, Use,
    variable_of,
};
use host_api::{
    AddRemoteServer, AddServer, ImportServerView, ImportSourceView, ImportStateView,
    ImportVariableView,
};
use messages::{Phrase, Text, phrases};
use store::ServerRecord;

use crate::{
    addresses::normal,
    servers::{check, check_remote},
};

/// Maximum length of a default or description for a window, in characters.
const MAX_TEXT: usize = 300;
/// Maximum number of a server's projects for a window.
const MAX_PROJECTS: usize = 20;

/// Returns the add request for a remote server.
pub(super) fn asked_remote(name: &str, plan: &RemotePlan) -> AddRemoteServer {
    let kept = plan.kept.iter().map(|(name, _)| name);
    AddRemoteServer {
        name: name.trim().to_owned(),
        url: plan.url.trim().to_owned(),
        header_names: kept.chain(&plan.asked).cloned().collect(),
    }
}

/// Returns the add request for a local program.
pub(super) fn asked_local(name: &str, plan: &LocalPlan) -> AddServer {
    let kept = plan.kept.iter().map(|(name, _)| name);
    AddServer {
        name: name.trim().to_owned(),
        command: plan.command.clone(),
        args: plan.args.clone(),
        cwd: plan.cwd.clone(),
        env_names: kept.chain(&plan.asked).cloned().collect(),
    }
}

/// Returns the view of a server in the file, and the effect of importing it.
pub(super) fn server_view(
    server: &ReadServer,
    plan: Option<&Plan>,
    inputs: &[Input],
    stored: &[ServerRecord],
) -> ImportServerView {
    let projects = server.projects.iter().take(MAX_PROJECTS);
    let mut view = ImportServerView {
        name: domain::visible(&server.name),
        state: ImportStateView::New,
        argv: Vec::new(),
        url: None,
        cwd: None,
        kept: Vec::new(),
        kept_from: Vec::new(),
        asked: Vec::new(),
        from_host: Vec::new(),
        variables: Vec::new(),
        projects: projects.map(|path| domain::visible(path)).collect(),
        off: server.off,
        notes: server.notes.iter().cloned().map(Text::from).collect(),
    };
    let (found, plan) = match (&server.found, plan) {
        (Ok(found), Some(plan)) => (found, plan),
        (Err(reason), _) => {
            let reason = reason.clone().into();
            view.state = ImportStateView::Unreadable { reason };
            return view;
        }
        (Ok(_), None) => return view,
    };
    as_written(&mut view, found);
    view.notes
        .extend(plan.notes.iter().cloned().map(Text::from));
    view.variables = plan
        .uses
        .iter()
        .map(|one| variable_view(one, inputs))
        .collect();
    let same_name =
        |record: &&ServerRecord| record.name.to_lowercase() == server.name.trim().to_lowercase();
    let same_name = stored.iter().find(same_name);
    view.state = match &plan.planned {
        Planned::Local(local) => of_local(&mut view, &server.name, local, same_name),
        Planned::Remote(remote) => of_remote(&mut view, &server.name, remote, same_name),
    };
    view
}

/// Fills in the command line or the URL as in the file: with the names of placeholders, not their values.
fn as_written(view: &mut ImportServerView, found: &ForeignServer) {
    match found {
        ForeignServer::Local(local) => {
            view.argv = std::iter::once(&local.command)
                .chain(&local.args)
                .map(|word| segments(word))
                .collect();
            view.cwd = local.cwd.as_deref().map(domain::visible);
        }
        ForeignServer::Remote(remote) => view.url = Some(segments(&remote.url)),
    }
}

fn shown(name: impl AsRef<str>) -> String {
    domain::visible(name.as_ref())
}

fn unreadable(error: host_api::ApiError) -> ImportStateView {
    ImportStateView::Unreadable {
        reason: error.message,
    }
}

fn of_local(
    view: &mut ImportServerView,
    name: &str,
    plan: &LocalPlan,
    same_name: Option<&ServerRecord>,
) -> ImportStateView {
    view.kept = plan.kept.iter().map(|(name, _)| shown(name)).collect();
    view.kept_from = view.kept.clone();
    view.asked = plan.asked.iter().map(shown).collect();
    view.from_host = plan.from_host.iter().map(shown).collect();
    let asked = asked_local(name, plan);
    match (check(&asked, &plan.from_host), same_name) {
        (Err(error), _) => unreadable(error),
        (Ok(()), None) => ImportStateView::New,
        (Ok(()), Some(record)) => state_of(local_difference(record, &asked, &plan.from_host)),
    }
}

fn of_remote(
    view: &mut ImportServerView,
    name: &str,
    plan: &RemotePlan,
    same_name: Option<&ServerRecord>,
) -> ImportStateView {
    view.kept = plan.kept.iter().map(|(name, _)| shown(name)).collect();
    let from = |header: &str, variable: &str| domain::visible(&format!("{header} ← {variable}"));
    let kept_from = plan.kept.iter();
    view.kept_from = kept_from
        .map(|(header, _)| from(header, &variable_of(name, header)))
        .collect();
    view.asked = plan.asked.iter().map(shown).collect();
    let from_host = plan.from_host.iter();
    view.from_host = from_host
        .map(|(header, variable)| from(header, variable))
        .collect();
    let asked = asked_remote(name, plan);
    // A URL with a placeholder that has no value yet is checked when it is added.
    let waits = view.variables.iter().any(|v| v.needs_value);
    let checked = if waits {
        Ok(())
    } else {
        check_remote(&asked, &plan.from_host)
    };
    match (checked, same_name) {
        (Err(error), _) => unreadable(error),
        (Ok(()), None) => ImportStateView::New,
        (Ok(()), Some(record)) => state_of(remote_difference(record, &asked, plan)),
    }
}

fn variable_view(one: &Use, inputs: &[Input]) -> ImportVariableView {
    let variable = &one.variable;
    let input = inputs
        .iter()
        .find(|input| variable.source == Source::Input && input.id == variable.name);
    let cut = |text: &str| -> String { domain::visible(text).chars().take(MAX_TEXT).collect() };
    let default = variable.default.as_deref();
    let default = default.or_else(|| input.and_then(|input| input.default.as_deref()));
    ImportVariableView {
        name: domain::visible(&variable.name),
        key: variable.name.clone(),
        source: match variable.source {
            Source::Environment => ImportSourceView::Environment,
            Source::Input => ImportSourceView::Input,
            Source::Home => ImportSourceView::Home,
        },
        set: one.set,
        default: default.map(cut),
        description: input
            .and_then(|input| input.description.as_deref())
            .map(cut),
        password: input.is_some_and(|input| input.password),
        places: one.places.iter().cloned().map(Text::from).collect(),
        live: one.live,
        needs_value: one.needed,
    }
}

fn state_of(what: Vec<Text>) -> ImportStateView {
    if what.is_empty() {
        ImportStateView::Same
    } else {
        ImportStateView::Changed { what }
    }
}

fn differing(all: impl IntoIterator<Item = (Phrase, bool)>) -> Vec<Text> {
    let differing = all.into_iter().filter(|(_, differs)| *differs);
    differing.map(|(part, _)| part.into()).collect()
}

/// Returns what would change. Values are not compared: they stay in the keychain.
fn local_difference(record: &ServerRecord, asked: &AddServer, from_host: &[String]) -> Vec<Text> {
    let names = |source: EnvSource| {
        let of = record.env.iter().filter(move |e| e.source == source);
        of.map(|e| e.name.clone()).collect::<BTreeSet<_>>()
    };
    let cwd = asked.cwd.as_deref().map(str::trim);
    let cwd = cwd.filter(|cwd| !cwd.is_empty());
    let variables = names(EnvSource::Keychain) != asked.env_names.iter().cloned().collect()
        || names(EnvSource::Host) != from_host.iter().cloned().collect();
    differing([
        (phrases::host_import_part_url(), record.url.is_some()),
        (
            phrases::host_import_part_command(),
            record.command != asked.command.trim(),
        ),
        (
            phrases::host_import_part_arguments(),
            record.args != asked.args,
        ),
        (
            phrases::host_import_part_folder(),
            record.cwd.as_deref() != cwd,
        ),
        (phrases::host_import_part_variables(), variables),
    ])
}

fn remote_difference(
    record: &ServerRecord,
    asked: &AddRemoteServer,
    plan: &RemotePlan,
) -> Vec<Text> {
    let names = |names: &mut dyn Iterator<Item = &String>| -> BTreeSet<String> {
        names.map(|name| name.to_lowercase()).collect()
    };
    let from_host = plan.from_host.iter().map(|(name, _)| name);
    let wanted = names(&mut asked.header_names.iter().chain(from_host));
    let headers = names(&mut record.headers.iter().map(|h| &h.name)) != wanted;
    let url = record.url.as_deref() != Some(normal(&asked.url).as_str());
    differing([
        (phrases::host_import_part_url(), url),
        (phrases::host_import_part_headers(), headers),
    ])
}
