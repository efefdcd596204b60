//! `servers add | list | duplicate | remove | doctor`.

use domain::ServerId;
use host::{
    Host, NewRemoteServer, NewServer, Secret,
    api::{AddRemoteServer, AddServer, FeatureView, ServerStateView, ServerView},
};
use serde::Serialize;

use crate::{
    account,
    args::ServersVerb,
    import,
    options::{Approve, OnOff},
    output::{Failure, Output},
};

pub(crate) async fn run(
    host: &Host,
    verb: &ServersVerb,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    match verb {
        ServersVerb::Add {
            name,
            url,
            headers,
            headers_from,
            cwd,
            env,
            env_from,
            command,
        } => {
            let view = match url {
                Some(url) => {
                    let new = new_remote_server(name, url, headers, headers_from)?;
                    host.add_remote_server(new).await?
                }
                None => {
                    let new = new_server(name, cwd.clone(), env, env_from, command)?;
                    host.add_server(new).await?
                }
            };
            let id = id(&view)?;
            if let Err(error) = host.review_launch(id, approve == Approve::Once).await {
                // Adding and accepting are one act here: what was not accepted is not kept.
                host.remove_server(id).await?;
                return Err(error.into());
            }
            output.one(&view, || {
                format!("Added {}. Nothing was started.", view.tag.name)
            });
            Ok(())
        }
        ServersVerb::List => {
            let servers = host.servers();
            output.rows(&servers, |s| {
                format!(
                    "{}\t{}{}",
                    s.tag.name,
                    if s.enabled { "" } else { "(off) " },
                    how(s)
                )
            });
            Ok(())
        }
        ServersVerb::On { name } => switch(host, name, true, output).await,
        ServersVerb::Off { name } => switch(host, name, false, output).await,
        ServersVerb::Features {
            name,
            sampling,
            elicitation,
        } => {
            let (id, _) = host.server_named(name)?;
            let switches = [
                (FeatureView::Sampling, sampling),
                (FeatureView::Elicitation, elicitation),
            ];
            for (feature, switch) in switches {
                if let Some(switch) = switch {
                    let on = *switch == OnOff::On;
                    host.set_server_feature(id, feature, on, approve == Approve::Once)
                        .await?;
                }
            }
            let (_, view) = host.server_named(name)?;
            output.one(&view, || {
                let word = |on: bool| if on { "may" } else { "may not" };
                format!(
                    "{} {} ask your model and {} ask you.",
                    view.tag.name,
                    word(view.sampling),
                    word(view.elicitation)
                )
            });
            Ok(())
        }
        ServersVerb::Duplicate { name } => {
            let (id, _) = host.server_named(name)?;
            let view = host.duplicate_server(id).await?;
            output.one(&view, || {
                format!("Added {}. Nothing was started.", view.tag.name)
            });
            Ok(())
        }
        ServersVerb::Remove { name } => {
            let (id, view) = host.server_named(name)?;
            host.remove_server(id).await?;
            output.one(&view.tag, || format!("Removed {}.", view.tag.name));
            Ok(())
        }
        ServersVerb::Import {
            file,
            names,
            dry_run,
            set,
            env_from,
        } => {
            let wanted = import::Wanted {
                file,
                names,
                dry_run: *dry_run,
                set,
                env_from: *env_from,
            };
            import::run(host, &wanted, output).await
        }
        ServersVerb::Doctor { name } => doctor(host, name, approve, output).await,
        ServersVerb::Login(wanted) => account::login(host, wanted, approve, output).await,
        ServersVerb::Client(wanted) => account::client(host, wanted, approve, output).await,
        ServersVerb::Logout { name } => account::logout(host, name, output).await,
        ServersVerb::Auth { name } => account::show(host, name, output).await,
    }
}

async fn switch(host: &Host, name: &str, enabled: bool, output: Output) -> Result<(), Failure> {
    let (id, _) = host.server_named(name)?;
    host.set_server_enabled(id, enabled).await?;
    let (_, view) = host.server_named(name)?;
    output.one(&view, || {
        format!(
            "{} is {}.",
            view.tag.name,
            if enabled { "on" } else { "off" }
        )
    });
    Ok(())
}

fn id(view: &ServerView) -> Result<ServerId, Failure> {
    view.tag
        .id
        .parse()
        .map_err(|_| Failure::data("The server has no identifier."))
}

fn new_server(
    name: &str,
    cwd: Option<String>,
    env: &[Secret],
    env_from: &[String],
    command: &[String],
) -> Result<NewServer, Failure> {
    let (program, args) = command
        .split_first()
        .ok_or_else(|| Failure::usage("A server needs a command.", "Give it after `--`."))?;
    let mut values = Vec::new();
    for pair in env {
        // What stands there may be a secret without its name: it is not repeated.
        let (name, value) = pair.expose().split_once('=').ok_or_else(|| {
            Failure::usage(
                "What follows --env is not NAME=VALUE.",
                "To use your own variable, give --env-from NAME.",
            )
        })?;
        values.push((name.to_owned(), Secret::new(value.to_owned())));
    }
    Ok(NewServer {
        server: AddServer {
            name: name.to_owned(),
            command: program.clone(),
            args: args.to_vec(),
            cwd,
            env_names: values.iter().map(|(name, _)| name.clone()).collect(),
        },
        values,
        from_host: env_from.to_vec(),
    })
}

/// Splits `NAME:VALUE`. The text may be a secret without its name: it is not repeated.
fn named<'a>(pair: &'a str, option: &str) -> Result<(&'a str, &'a str), Failure> {
    let split = pair.split_once(':');
    split
        .map(|(name, value)| (name.trim(), value.trim()))
        .ok_or_else(|| {
            Failure::usage(
                format!("What follows {option} has no name before a colon."),
                "Give it as NAME:VALUE, for example \"X-Api-Key: …\".",
            )
        })
}

fn new_remote_server(
    name: &str,
    url: &str,
    headers: &[Secret],
    headers_from: &[String],
) -> Result<NewRemoteServer, Failure> {
    let mut values = Vec::new();
    for pair in headers {
        let (name, value) = named(pair.expose(), "--header")?;
        values.push((name.to_owned(), Secret::new(value.to_owned())));
    }
    let mut from_host = Vec::new();
    for pair in headers_from {
        let (name, variable) = named(pair, "--header-from")?;
        from_host.push((name.to_owned(), variable.to_owned()));
    }
    Ok(NewRemoteServer {
        server: AddRemoteServer {
            name: name.to_owned(),
            url: url.to_owned(),
            header_names: values.iter().map(|(name, _)| name.clone()).collect(),
        },
        values,
        from_host,
    })
}

/// How a server is started or where it is, on one line.
fn how(server: &ServerView) -> String {
    match &server.url {
        Some(url) => domain::visible(url),
        None => format!(
            "{} {}",
            domain::visible(&server.command),
            domain::visible(&server.args.join(" "))
        ),
    }
}

#[derive(Serialize)]
struct Findings {
    server: ServerView,
    state: ServerStateView,
    program: Option<String>,
    path_searched: Vec<String>,
    stderr: String,
    /// Variables that are set for the user, that servers often need, and that it is not given.
    not_given: Vec<String>,
    healthy: bool,
    what_to_do: String,
}

/// Starts the server and says what was found.
async fn doctor(host: &Host, name: &str, approve: Approve, output: Output) -> Result<(), Failure> {
    let (id, _) = host.server_named(name)?;
    let started = host.start_and_wait(id, approve == Approve::Once).await;
    let (_, server) = host.server_named(name)?;
    let path_searched = host
        .search_path()
        .iter()
        .map(|p| p.display().to_string())
        .collect();
    let findings = Findings {
        state: server.state.clone(),
        program: host
            .server_program(id)
            .await
            .ok()
            .flatten()
            .map(|p| p.display().to_string()),
        path_searched,
        stderr: host.server_log_tail(id)?,
        healthy: started.is_ok(),
        what_to_do: match (&started, &server.state) {
            (Ok(_), _) => "Nothing: it works.".into(),
            (
                Err(_),
                ServerStateView::Failed { failure } | ServerStateView::BackingOff { failure, .. },
            ) => failure.hint.clone(),
            (Err(error), _) => error
                .hint
                .clone()
                .unwrap_or_else(|| "Start it again.".into()),
        },
        not_given: host.not_given(id).await,
        server,
    };
    output.one(&findings, || text(&findings));
    started.map(drop).map_err(Failure::from)
}

fn text(f: &Findings) -> String {
    let s = &f.server;
    let mut out = vec![format!("{}: {}", s.tag.name, how(s))];
    out.push(match &s.state {
        ServerStateView::Ready { pid: Some(pid) } => format!("state      ready, process {pid}"),
        ServerStateView::Ready { pid: None } => "state      ready".into(),
        ServerStateView::Stopped { reason } => {
            format!("state      stopped: {}", domain::visible(reason))
        }
        ServerStateView::Failed { failure } | ServerStateView::BackingOff { failure, .. } => {
            let mut lines = vec![format!(
                "state      failed: {}",
                domain::visible(&failure.message)
            )];
            let printed = failure.printed.iter();
            lines.extend(printed.map(|line| format!("printed    {}", domain::visible(line))));
            lines.join("\n")
        }
        ServerStateView::NeedsSignIn { reason } => {
            format!("state      needs a sign-in: {}", domain::visible(reason))
        }
        ServerStateView::Starting { .. } | ServerStateView::AwaitingReview => {
            "state      starting".into()
        }
    });
    if let Some(program) = &f.program {
        out.push(format!("program    {}", domain::visible(program)));
    }
    if s.url.is_some() {
        out.extend(s.transport.iter().map(|wire| format!("over       {wire}")));
        out.push(format!(
            "headers    {}",
            domain::visible(&s.header_names.join(", "))
        ));
    } else {
        out.push(format!(
            "searched   {}",
            domain::visible(&f.path_searched.join(":"))
        ));
    }
    if let Some(revision) = &s.revision {
        let revision = domain::visible(revision);
        out.push(format!("era        sessions, revision {revision}"));
        out.push(format!(
            "can do     {}",
            domain::visible(&s.capabilities.join(", "))
        ));
    }
    if let (Some(name), Some(version)) = (&s.claimed_name, &s.claimed_version) {
        out.push(domain::visible(&format!("says it is {name} {version}")));
    }
    let names: Vec<&str> = s.tools.iter().map(|t| t.name.as_str()).collect();
    out.push(format!("tools      {}: {}", names.len(), names.join(", ")));
    out.extend(
        s.unreadable_tools
            .iter()
            .map(|line| format!("unreadable {}", domain::visible(line))),
    );
    if !f.stderr.trim().is_empty() {
        out.push("its error output ends with".into());
        out.extend(
            f.stderr
                .lines()
                .rev()
                .take(12)
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .map(|l| format!("  | {l}")),
        );
    }
    if !f.not_given.is_empty() {
        let flags: Vec<String> = f
            .not_given
            .iter()
            .map(|name| format!("--env-from {name}"))
            .collect();
        out.push(format!(
            "not given  {}: set for you, not given to it; add it again with {} if it needs them",
            f.not_given.join(", "),
            flags.join(" ")
        ));
    }
    out.push(format!("what to do {}", domain::visible(&f.what_to_do)));
    out.join("\n")
}
