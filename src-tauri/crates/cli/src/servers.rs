//! `servers list | duplicate | remove | doctor`, and what leads to the other commands about servers.

use host::Host;
use host_api::{FeatureView, ServerBoundKey, ServerStateView, ServerView};
use messages::{Text, Value, phrases};
use serde::Serialize;

use crate::{
    account, adding,
    args::ServersVerb,
    bundles, confinement, import,
    options::{Approve, OnOff},
    output::{Failure, Output},
    packages, reach, sessions,
    text::plain,
    trial_runs,
    words::{quoted_lines, say},
};

pub(crate) async fn run(
    host: &Host,
    verb: &ServersVerb,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    match verb {
        ServersVerb::Add(wanted) => adding::run(host, wanted, approve, output).await,
        ServersVerb::List => {
            let servers = host.servers();
            output.rows(&servers, |s| {
                let off = match s.enabled {
                    true => String::new(),
                    false => format!("{} ", say(phrases::terminal_off())),
                };
                format!("{}\t{off}{}", s.tag.name, how(s))
            });
            Ok(())
        }
        ServersVerb::On { name } => switch(host, name, true, output).await,
        ServersVerb::Off { name } => switch(host, name, false, output).await,
        ServersVerb::Sleep { name, after, never } => {
            let minutes = never.then_some(0).or(*after);
            sleep(host, name, minutes, output).await
        }
        ServersVerb::Wake { name } => wake(host, name, approve, output).await,
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
                let name = &view.tag.name;
                say(match (view.sampling, view.elicitation) {
                    (true, true) => phrases::terminal_features_both(name),
                    (true, false) => phrases::terminal_features_model(name),
                    (false, true) => phrases::terminal_features_input(name),
                    (false, false) => phrases::terminal_features_none(name),
                })
            });
            Ok(())
        }
        ServersVerb::Instructions { name, for_models } => {
            instructions(host, name, *for_models, output).await
        }
        ServersVerb::Sessions(wanted) => sessions::run(host, wanted, output).await,
        ServersVerb::Confinement(wanted) => confinement::run(host, wanted, approve, output).await,
        ServersVerb::Bundle(wanted) => bundles::show(host, wanted, output).await,
        ServersVerb::Package(wanted) => packages::run(host, wanted, approve, output).await,
        ServersVerb::Trial(wanted) => trial_runs::run(host, wanted, approve, output).await,
        ServersVerb::Reach(wanted) => reach::run(host, wanted, approve, output).await,
        ServersVerb::Duplicate { name } => {
            let (id, _) = host.server_named(name)?;
            let view = host.duplicate_server(id).await?;
            output.one(&view, || {
                say(phrases::terminal_server_added(&view.tag.name))
            });
            Ok(())
        }
        ServersVerb::Remove { name } => {
            let (id, view) = host.server_named(name)?;
            host.remove_server(id).await?;
            output.one(&view.tag, || {
                say(phrases::terminal_server_removed(&view.tag.name))
            });
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
        say(match enabled {
            true => phrases::terminal_server_on(&view.tag.name),
            false => phrases::terminal_server_off(&view.tag.name),
        })
    });
    Ok(())
}

/// Sets after how many minutes a server sleeps; without a number, after the time for all servers.
async fn sleep(
    host: &Host,
    name: &str,
    minutes: Option<u32>,
    output: Output,
) -> Result<(), Failure> {
    let (id, view) = host.server_named(name)?;
    let key = ServerBoundKey::IdleMinutes;
    host.set_server_bound(id, key, minutes).await?;
    let page = host.server_page(id)?;
    let row = page.bounds.into_iter().find(|row| row.key == key);
    let minutes = row.map_or(0, |row| row.value.unwrap_or(row.default));
    let found = serde_json::json!({ "server": view.tag.name, "idle_minutes": minutes });
    output.one(&found, || {
        say(match minutes {
            0 => phrases::terminal_sleep_never(&view.tag.name),
            minutes => phrases::terminal_sleep_after(minutes, &view.tag.name),
        })
    });
    Ok(())
}

/// Shows the instructions of a server for models, or sets whether models read them.
async fn instructions(
    host: &Host,
    name: &str,
    for_models: Option<OnOff>,
    output: Output,
) -> Result<(), Failure> {
    let (id, view) = host.server_named(name)?;
    if let Some(switch) = for_models {
        host.set_instructions_for_models(id, switch == OnOff::On)
            .await?;
    }
    let page = host.server_page(id)?;
    let text = plain(&page.instructions);
    let found = serde_json::json!({
        "server": view.tag.name,
        "instructions": text,
        "changed": page.instructions_changed,
        "for_models": page.instructions_for_models,
    });
    output.one(&found, || {
        let name = &view.tag.name;
        let mut lines = vec![say(match (text.is_empty(), page.instructions_for_models) {
            (true, _) => phrases::terminal_instructions_none(name),
            (false, true) => phrases::terminal_instructions_read(name),
            (false, false) => phrases::terminal_instructions_unread(name),
        })];
        lines.extend(quoted_lines("  │ ", &text));
        if page.instructions_changed {
            lines.push(say(phrases::terminal_instructions_changed()));
        }
        lines.join("\n")
    });
    Ok(())
}

/// Starts a server, and says whether it offers what was accepted.
async fn wake(host: &Host, name: &str, approve: Approve, output: Output) -> Result<(), Failure> {
    let (id, _) = host.server_named(name)?;
    let view = host.start_and_wait(id, approve == Approve::Once).await?;
    output.one(&view, || {
        say(match view.changed {
            0 => phrases::terminal_woken(view.tools.len(), &view.tag.name),
            changed => phrases::terminal_woken_changed(changed, &view.tag.name),
        })
    });
    Ok(())
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
    what_to_do: Text,
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
            (Ok(_), _) => phrases::terminal_doctor_works().into(),
            (
                Err(_),
                ServerStateView::Failed { failure } | ServerStateView::BackingOff { failure, .. },
            ) => failure.hint.clone(),
            (Err(error), _) => match &error.hint {
                Some(hint) => hint.clone(),
                None => phrases::terminal_doctor_start_again().into(),
            },
        },
        not_given: host.not_given(id).await,
        server,
    };
    output.one(&findings, || text(&findings));
    // The findings hold the output and what to do: the error is the reason alone.
    let failed = |error| {
        let name = &findings.server.tag.name;
        let short = match &findings.state {
            ServerStateView::Failed { failure } | ServerStateView::BackingOff { failure, .. } => {
                Failure::from(error).told(phrases::terminal_doctor_found(&failure.message, name))
            }
            ServerStateView::Stopped { .. }
            | ServerStateView::Asleep
            | ServerStateView::AwaitingReview
            | ServerStateView::Starting { .. }
            | ServerStateView::Ready { .. }
            | ServerStateView::NeedsSignIn { .. } => Failure::from(error),
        };
        reach::explained(host, id, short)
    };
    started.map(drop).map_err(failed)
}

fn text(f: &Findings) -> String {
    let s = &f.server;
    let mut out = vec![format!("{}: {}", s.tag.name, how(s))];
    out.extend(state(&s.state));
    if let Some(program) = &f.program {
        out.push(say(phrases::terminal_doctor_program(program)));
    }
    if s.url.is_some() {
        let transport = s.transport.iter();
        out.extend(transport.map(|wire| say(phrases::terminal_doctor_transport(wire))));
        let names = Value::list(&s.header_names);
        out.push(say(phrases::terminal_doctor_headers(names)));
    } else {
        let searched = f.path_searched.join(if cfg!(windows) { ";" } else { ":" });
        out.push(say(phrases::terminal_doctor_searched(searched)));
    }
    if let Some(revision) = &s.revision {
        out.push(say(phrases::terminal_doctor_era(revision)));
        let spoken = s.era.iter();
        out.extend(spoken.map(|era| say(phrases::terminal_doctor_spoken(era))));
        let capabilities = Value::list(&s.capabilities);
        out.push(say(phrases::terminal_doctor_can(capabilities)));
    }
    if let (Some(name), Some(version)) = (&s.claimed_name, &s.claimed_version) {
        out.push(say(phrases::terminal_doctor_claims(name, version)));
    }
    let names = Value::list(s.tools.iter().map(|t| &t.name));
    out.push(say(phrases::terminal_doctor_tools(s.tools.len(), names)));
    let unreadable = s.unreadable_tools.iter();
    out.extend(unreadable.map(|line| say(phrases::terminal_doctor_unreadable(line))));
    if !f.stderr.trim().is_empty() {
        out.push(say(phrases::terminal_doctor_stderr()));
        let lines: Vec<&str> = f.stderr.lines().collect();
        let last = lines.len().saturating_sub(12);
        out.extend(quoted_lines("  | ", &lines.split_at(last).1.join("\n")));
    }
    if !f.not_given.is_empty() {
        let options = f.not_given.iter().map(|name| format!("--env-from {name}"));
        let options = options.collect::<Vec<_>>().join(" ");
        let names = Value::list(&f.not_given);
        out.push(say(phrases::terminal_doctor_not_given(names, options)));
    }
    let action = f.what_to_do.clone();
    out.push(say(phrases::terminal_doctor_to_do(action)));
    out.join("\n")
}

fn state(state: &ServerStateView) -> Vec<String> {
    match state {
        ServerStateView::Ready { pid: Some(pid) } => {
            vec![say(phrases::terminal_doctor_ready_process(pid.to_string()))]
        }
        ServerStateView::Ready { pid: None } => vec![say(phrases::terminal_doctor_ready())],
        ServerStateView::Stopped { reason } => vec![say(phrases::terminal_doctor_stopped(reason))],
        ServerStateView::Failed { failure } | ServerStateView::BackingOff { failure, .. } => {
            let mut lines = vec![say(phrases::terminal_doctor_failed(&failure.message))];
            let printed = failure.printed.iter();
            lines.extend(printed.map(|line| say(phrases::terminal_doctor_printed(line))));
            lines
        }
        ServerStateView::NeedsSignIn { reason } => {
            vec![say(phrases::terminal_doctor_sign_in(reason))]
        }
        ServerStateView::Asleep => vec![say(phrases::terminal_doctor_asleep())],
        ServerStateView::Starting { .. } | ServerStateView::AwaitingReview => {
            vec![say(phrases::terminal_doctor_starting())]
        }
    }
}
