//! `innkeeper-cli`: the same host without a window.

mod account;
mod adding;
mod approved_tool;
mod approver;
mod args;
mod asked;
mod attach;
mod audit;
mod bundles;
mod chat;
mod confinement;
mod context;
mod data;
mod ended;
mod group;
mod import;
mod input;
mod links;
mod offers;
mod options;
mod output;
mod packages;
mod progress;
mod prompt;
mod reach;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod reference;
mod registry;
mod roots;
mod rules;
mod sampling;
mod servers;
mod sessions;
mod staged;
mod stopping;
mod tasks;
mod text;
mod tools;
mod trial_runs;
mod trial_starts;
mod usage;
mod values;
mod waits;
mod watch;
mod words;

use std::{pin::pin, process::ExitCode, time::Duration};

use host::{
    GuardProgram, Host, HostConfig, InstanceRequest, OpenError, Reader, ReaderLimits, StoppedFrom,
};
use messages::phrases;

use crate::{
    args::{Args, ServersVerb, Verb},
    audit::AuditVerb,
    chat::ModelsVerb,
    data::DataVerb,
    output::{Failure, Output},
    stopping::Stops,
    words::say,
};

/// How long what is under way may take to end once it was told to.
const GRACE: Duration = Duration::from_secs(3);

fn main() -> ExitCode {
    messages_text::install();
    host::run_guard_if_asked();
    #[cfg(not(target_os = "linux"))]
    host::run_reader_if_asked();
    host::run_sample_server_if_asked();
    host::begin_process("error");
    let args = match args::read() {
        Ok(args) => args,
        Err((failure, output)) => return output.fail(&failure),
    };
    words::speak(args.language.into());
    let output = Output { json: args.json };
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            return output.fail(&Failure::data(phrases::terminal_no_start(
                error.to_string(),
            )));
        }
    };
    let ended = runtime.block_on(run(args, output));
    // A person's answer may still be awaited on a thread that reads standard input: do not wait for it.
    runtime.shutdown_timeout(Duration::from_secs(1));
    match ended {
        Ok(()) => output.done(),
        Err(failure) => output.fail(&failure),
    }
}

async fn run(args: Args, output: Output) -> Result<(), Failure> {
    let data_dir = match args.data_dir.clone().or_else(HostConfig::default_data_dir) {
        Some(dir) => dir,
        None => {
            return Err(
                Failure::usage(phrases::terminal_no_home()).hint(phrases::terminal_hint_data_dir())
            );
        }
    };
    match &args.verb {
        Verb::Export { dir } => return data::export(&data_dir, dir, output).await,
        Verb::Data { verb: None } => {
            data::show(&data_dir, output);
            return Ok(());
        }
        Verb::Data {
            verb: Some(DataVerb::Backups),
        } => {
            data::backups(&data_dir, output);
            return Ok(());
        }
        Verb::Data {
            verb: Some(DataVerb::Restore { .. } | DataVerb::SkipBackup),
        } => {}
        Verb::Audit {
            verb: AuditVerb::Export { out },
        } => return audit::export(&data_dir, out.as_deref(), output).await,
        Verb::Audit {
            verb: AuditVerb::List(_) | AuditVerb::Verify,
        } => {}
        Verb::StopAll => return stopping::stop_all(&data_dir, output),
        Verb::Links { verb } => return links::run(*verb, output),
        Verb::Servers { .. }
        | Verb::Tools { .. }
        | Verb::Resources { .. }
        | Verb::Prompts { .. }
        | Verb::Complete(_)
        | Verb::Logs(_)
        | Verb::Traffic(_)
        | Verb::Ping { .. }
        | Verb::Models { .. }
        | Verb::Chat(_)
        | Verb::Roots { .. }
        | Verb::Rules { .. }
        | Verb::Sampling { .. }
        | Verb::Tasks { .. }
        | Verb::Packages { .. }
        | Verb::Registry { .. }
        | Verb::Context { .. }
        | Verb::Usage(_) => {}
    }
    let config = HostConfig {
        data_dir,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        guard: GuardProgram::current_exe().map_err(|e| Failure::data(e.to_string()))?,
        start_servers: false,
    };
    // Before the host holds the data.
    let restored = if let Verb::Data {
        verb: Some(DataVerb::Restore { name }),
    } = &args.verb
    {
        Some(archive::restore_backup(&config.data_dir, name).await?)
    } else {
        None
    };
    let skips_backup = matches!(
        &args.verb,
        Verb::Data {
            verb: Some(DataVerb::SkipBackup)
        }
    );
    let mut stops =
        Stops::listen().map_err(|e| Failure::data(phrases::terminal_no_start(e.to_string())))?;
    let host = tokio::select! {
        host = opened(config, skips_backup) => host.map_err(|e| open_failure(&e))?,
        () = stops.next() => return stopped(None),
    };
    if let Some(done) = &restored {
        host.record_restored(done, false).await?;
    }
    host.asks_at_terminal();
    match Reader::beside(ReaderLimits::default()) {
        Ok(reader) => host.set_reader(reader),
        Err(error) => tracing::debug!(%error, "files cannot be attached"),
    }
    // Told by another start to stop, as by a signal.
    let told = stops.told();
    let door = host::open_door(host.data_dir(), move |knock| match knock {
        InstanceRequest::Show | InstanceRequest::Link(_) => false,
        InstanceRequest::Stop => {
            told.notify_one();
            true
        }
    });
    match &door {
        Ok(door) => host.announce(door.path())?,
        Err(error) => tracing::debug!(%error, "nobody can tell this run to stop but by a signal"),
    }
    let browser = if let Verb::Servers {
        verb: ServersVerb::Login(login),
    } = &args.verb
    {
        login.opens_browser()
    } else {
        false
    };
    host.set_opener(move |url| {
        // Without marks around it, so that it can be copied.
        output::note(&format!("{} {url}", say(phrases::terminal_open_address())));
        !browser || open::that_detached(url.as_str()).is_ok()
    });
    let approver = approver::spawn(&host, args.approve);
    let progress = progress::spawn(&host);
    let ended = {
        let mut act = pin!(act(&host, &args, output));
        tokio::select! {
            ended = &mut act => ended,
            () = stops.next() => {
                approver.abort();
                host.stop_all(StoppedFrom::Terminal);
                // What was under way is undone or recorded; whoever asks twice does not wait for it.
                tokio::select! {
                    ended = tokio::time::timeout(GRACE, act) => stopped(ended.ok()),
                    () = stops.next() => stopped(None),
                }
            }
        }
    };
    approver.abort();
    progress.abort();
    tokio::select! {
        () = host.close() => ended,
        // The guards end the servers.
        () = stops.next() => ended.and_then(|()| stopped(None)),
    }
}

async fn opened(config: HostConfig, skips_backup: bool) -> Result<Host, OpenError> {
    match skips_backup {
        true => Host::open_without_backup(config).await,
        false => Host::open(config).await,
    }
}

/// How a run ends that was told to stop, and ended like this.
fn stopped(ended: Option<Result<(), Failure>>) -> Result<(), Failure> {
    match ended {
        Some(Ok(())) => Ok(()),
        Some(Err(failure)) => Err(failure.instead(Failure::denied(phrases::terminal_stopped()))),
        None => Err(Failure::denied(phrases::terminal_stopped())),
    }
}

async fn act(host: &Host, args: &Args, output: Output) -> Result<(), Failure> {
    account::use_workloads(host, &args.workloads, args.approve)?;
    match &args.verb {
        Verb::Servers { verb } => servers::run(host, verb, args.approve, output).await,
        Verb::Tools { verb } => tools::run(host, verb, args.approve, output).await,
        Verb::Resources { verb } => offers::resources(host, verb, args.approve, output).await,
        Verb::Prompts { verb } => offers::prompts(host, verb, args.approve, output).await,
        Verb::Complete(wanted) => offers::complete(host, wanted, args.approve, output).await,
        Verb::Logs(wanted) => watch::logs(host, wanted, args.approve, output).await,
        Verb::Traffic(wanted) => watch::traffic(host, wanted, args.approve, output).await,
        Verb::Ping { server } => watch::ping(host, server, args.approve, output).await,
        Verb::Models {
            verb: ModelsVerb::List,
        } => chat::models(host, output).await,
        Verb::Chat(chat) => chat::run(host, chat, args.approve, output).await,
        Verb::Roots { verb } => roots::run(host, verb, args.approve, output).await,
        Verb::Rules { verb } => rules::run(host, verb, output).await,
        Verb::Sampling { verb } => sampling::run(host, verb, args.approve, output).await,
        Verb::Packages { verb } => packages::sets(host, verb, output).await,
        Verb::Registry { verb } => registry::run(host, verb, output).await,
        Verb::Tasks { verb } => tasks::run(host, verb, args.approve, output).await,
        Verb::Context { verb } => context::run(host, verb, args.approve, output).await,
        Verb::Usage(args) => usage::run(host, args, output).await,
        // Done before the host was opened.
        Verb::Export { .. } | Verb::StopAll | Verb::Links { .. } => Ok(()),
        Verb::Data { verb } => {
            data::done(verb.as_ref(), output);
            Ok(())
        }
        Verb::Audit { verb } => audit::run(host, verb, output).await,
    }
}

fn open_failure(error: &OpenError) -> Failure {
    Failure::data(phrases::terminal_not_opened(error.to_string())).hint(match error {
        OpenError::Store(host::StoreError::HeldBy(_)) => phrases::terminal_hint_held(),
        OpenError::Store(host::StoreError::NoRoom { .. } | host::StoreError::NoBackup(_)) => {
            phrases::terminal_hint_no_backup()
        }
        OpenError::Store(_) | OpenError::Audit(_) | OpenError::Http(_) => {
            phrases::terminal_hint_damaged()
        }
    })
}
