//! `registry`, and `servers add --from-registry`.

use clap::{Args, Subcommand};
use host::{Host, NewRemoteServer, NewServer, Secret};
use host_api::{
    AddRemoteServer, AddServer, RegistryChoice, RegistryEntryView, RegistryPageView,
    RegistryRowView, RegistryStatusView, RegistryWayView, ServerView,
};
use messages::{Phrase, Value, phrases};

use crate::{
    bundles::{self, BundleOptions},
    options::OnOff,
    output::{Failure, Output, note},
    values::{env_values, given},
    words::{quoted, said, say},
};

#[derive(Debug, Subcommand)]
pub(crate) enum RegistryVerb {
    /// Switch the registry on or off, or change its address. Without an argument, show both. Switching it on and another address are confirmed at a terminal.
    Settings {
        /// Whether it is used.
        #[arg(value_enum, value_name = "on|off")]
        switch: Option<OnOff>,
        /// Its address: https, or http to this computer. The official registry if none was ever given.
        #[arg(long, value_name = "URL")]
        address: Option<String>,
    },
    /// Search the registry by names of servers. Without words, list every server.
    Search {
        /// A part of the name.
        words: Vec<String>,
        /// The number of the page, from 1.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        page: u32,
        /// Only servers that changed since this day, with deleted ones: 2026-11-01.
        #[arg(long, value_name = "DAY")]
        since: Option<String>,
    },
    /// Show one server: who publishes it, what it runs or reaches, and what it needs.
    Show {
        /// Its name in the registry; the latest version if none is given.
        #[arg(value_name = "NAME[@VERSION]")]
        name: String,
    },
}

/// Options of `servers add` for a server of the registry.
#[derive(Debug, Args)]
pub(crate) struct FromRegistry {
    /// Add a server of the registry: the latest version if none is given.
    #[arg(long, value_name = "NAME[@VERSION]", conflicts_with_all = ["url", "cwd", "command"])]
    from_registry: Option<String>,
    /// Which of its packages and remotes, by the number that `registry show` prints; the first that can be added if none is given.
    #[arg(long, value_name = "NUMBER", requires = "from_registry", value_parser = clap::value_parser!(u32).range(1..))]
    way: Option<u32>,
}

impl FromRegistry {
    /// Whether the server comes from the registry.
    pub fn is_used(&self) -> bool {
        self.from_registry.is_some()
    }
}

/// The values of the command line, which are no secrets here.
fn exposed(set: &[Secret]) -> Vec<String> {
    set.iter().map(|value| value.expose().to_owned()).collect()
}

pub(crate) async fn run(host: &Host, verb: &RegistryVerb, output: Output) -> Result<(), Failure> {
    match verb {
        RegistryVerb::Settings { switch, address } => {
            settings(host, *switch, address.as_deref(), output).await
        }
        RegistryVerb::Search { words, page, since } => {
            let words = words.join(" ");
            let found = host.search_registry(&words, since.as_deref(), page - 1);
            let found = found.await?;
            output.one(&found, || listed(&found, *page));
            Ok(())
        }
        RegistryVerb::Show { name } => {
            let (name, version) = versioned(name);
            let entry = host.registry_entry(name, version).await?;
            output.one(&entry, || shown(&entry));
            Ok(())
        }
    }
}

async fn settings(
    host: &Host,
    switch: Option<OnOff>,
    address: Option<&str>,
    output: Output,
) -> Result<(), Failure> {
    let now = host.settings().registry;
    let view = match (switch, address) {
        (Some(OnOff::Off), Some(_)) => {
            return Err(Failure::usage(phrases::terminal_registry_off_address())
                .hint(phrases::terminal_hint_help()));
        }
        (Some(OnOff::Off), None) => host.stop_registry().await?,
        (Some(OnOff::On), None) => host.use_registry(&now.address).await?,
        (_, Some(address)) => host.use_registry(address).await?,
        (None, None) => now,
    };
    output.one(&view, || {
        say(match view.on {
            true => phrases::terminal_registry_on(&view.address),
            false => phrases::terminal_registry_off(&view.address),
        })
    });
    Ok(())
}

/// Splits `NAME@VERSION`.
fn versioned(text: &str) -> (&str, Option<&str>) {
    match text.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (text, None),
    }
}

/// Adds a server of the registry as the form of the window would. Its launch is reviewed by the caller.
pub(crate) async fn add(
    host: &Host,
    name: &str,
    from: &FromRegistry,
    env: &[Secret],
    bundle: &BundleOptions,
) -> Result<ServerView, Failure> {
    let (registered, version) = versioned(from.from_registry.as_deref().unwrap_or_default());
    let env = env_values(env)?;
    let entry = host.registry_entry(registered, version).await?;
    let addable = |way: &RegistryWayView| way.problem.is_none();
    let way = match from.way {
        Some(number) => number - 1,
        None => {
            let first = entry.ways.iter().position(addable).unwrap_or(0);
            u32::try_from(first).unwrap_or(0)
        }
    };
    let chosen = entry.ways.get(usize::try_from(way).unwrap_or(usize::MAX));
    let needs_values = chosen.is_some_and(|way| !way.inputs.is_empty());
    let choice = RegistryChoice {
        name: registered.to_owned(),
        // The version that was read, so that both requests are about the same one.
        version: Some(entry.row.version.clone()),
        way,
        values: Vec::new(),
    };
    if let Some(way) = chosen
        && let Some(from) = way.download.as_ref().filter(|_| way.problem.is_none())
    {
        for line in &way.notes {
            note(&said(line));
        }
        note(&say(phrases::terminal_registry_downloads(from)));
        return bundles::add_registered(host, name, &choice, bundle).await;
    }
    let choice = RegistryChoice {
        values: given(&exposed(bundle.set()))?,
        ..choice
    };
    let filled = host.fill_from_registry(choice).await.map_err(|error| {
        let failure = Failure::from(error);
        if needs_values {
            failure.hint(phrases::terminal_hint_registry_set(registered))
        } else {
            failure
        }
    })?;
    for line in &filled.notes {
        note(&said(line));
    }
    let id = Some(filled.id.as_str());
    let view = match filled.url {
        Some(url) => {
            let server = AddRemoteServer {
                name: name.to_owned(),
                url,
                header_names: filled.names,
            };
            let new: NewRemoteServer = host.with_pasted_remote(server, id);
            host.add_remote_server(new).await?
        }
        None => {
            let mut env_names = filled.names;
            let unknown = env.iter().map(|(name, _)| name.clone());
            env_names.extend(
                unknown
                    .filter(|name| !env_names.contains(name))
                    .collect::<Vec<_>>(),
            );
            let server = AddServer {
                name: name.to_owned(),
                command: filled.command,
                args: filled.args,
                cwd: filled.cwd,
                env_names,
            };
            let mut new: NewServer = host.with_pasted(server, id);
            new.values
                .retain(|(name, _)| !env.iter().any(|(own, _)| own == name));
            new.values.extend(env);
            host.add_server(new).await?
        }
    };
    host.forget_pasted();
    Ok(view)
}

fn listed(page: &RegistryPageView, number: u32) -> String {
    let mut out: Vec<String> = Vec::new();
    for row in &page.rows {
        out.push(head(row));
        out.push(format!("  {}", quoted(&row.description)));
        out.extend(
            row.warnings
                .iter()
                .map(|line| format!("  ! {}", said(line))),
        );
    }
    if page.rows.is_empty() {
        out.push(say(phrases::terminal_registry_none(&page.host)));
    }
    if page.refused > 0 {
        out.push(say(phrases::terminal_registry_refused(page.refused)));
    }
    if page.more {
        out.push(say(phrases::terminal_registry_more(number + 1)));
    }
    out.push(say(phrases::terminal_registry_claims(&page.host)));
    out.join("\n")
}

/// The first line about a server.
fn head(row: &RegistryRowView) -> String {
    let state = match row.status {
        RegistryStatusView::Active => String::new(),
        RegistryStatusView::Deprecated => say(phrases::terminal_registry_deprecated()),
        RegistryStatusView::Deleted => say(phrases::terminal_registry_deleted()),
    };
    let words = [
        row.name.as_str(),
        row.version.as_str(),
        &row.kinds.join(", "),
        &state,
    ];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join("  ")
}

fn shown(entry: &RegistryEntryView) -> String {
    let row = &entry.row;
    let mut out = vec![head(row)];
    let mut below = |phrase: Phrase| out.push(format!("  {}", say(phrase)));
    below(phrases::terminal_registry_title(&row.title));
    below(phrases::terminal_registry_description(&row.description));
    below(phrases::terminal_registry_publisher(&row.publisher));
    if let Some(repository) = &entry.repository {
        below(phrases::terminal_registry_repository(repository));
    }
    if let Some(website) = &entry.website {
        below(phrases::terminal_registry_website(website));
    }
    if let Some(updated) = entry.updated.as_ref().or(entry.published.as_ref()) {
        below(phrases::terminal_registry_updated(updated));
    }
    if let Some(why) = &entry.status_message {
        below(phrases::terminal_registry_status(why));
    }
    let versions = entry
        .versions
        .iter()
        .take(20)
        .map(|one| one.version.clone());
    below(phrases::terminal_registry_versions(Value::list(versions)));
    out.extend(
        row.warnings
            .iter()
            .map(|line| format!("  ! {}", said(line))),
    );
    for (number, way) in (1_usize..).zip(&entry.ways) {
        out.push(format!("{number}. {}  {}", way.kind, quoted(&way.source)));
        out.extend(way_lines(way));
    }
    out.push(say(phrases::terminal_registry_unvouched()));
    out.join("\n")
}

fn way_lines(way: &RegistryWayView) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(problem) = &way.problem {
        out.push(format!("   ! {}", said(problem)));
    }
    if !way.words.is_empty() {
        let words: Vec<String> = way.words.iter().map(|word| quoted(word)).collect();
        out.push(format!("   {}", words.join(" ⏵ ")));
    }
    for input in &way.inputs {
        let what = quoted(&input.description);
        out.push(format!(
            "   {}",
            say(match (&input.default, input.required) {
                (Some(default), _) => {
                    phrases::terminal_registry_value_default(default, &input.key, what)
                }
                (None, true) => phrases::terminal_registry_value_needed(&input.key, what),
                (None, false) => phrases::terminal_registry_value(&input.key, what),
            })
        ));
    }
    for one in &way.settings {
        let what = quoted(&one.description);
        out.push(format!(
            "   {}",
            say(match one.required {
                true => phrases::terminal_registry_name_needed(&one.name, what),
                false => phrases::terminal_registry_name(&one.name, what),
            })
        ));
    }
    if let Some(from) = way.download.as_ref().filter(|_| way.problem.is_none()) {
        let line = say(phrases::terminal_registry_from(from));
        out.push(format!("   {line}"));
    }
    out.extend(way.notes.iter().map(|line| format!("   {}", said(line))));
    out
}
