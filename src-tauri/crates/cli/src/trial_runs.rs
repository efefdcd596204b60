//! Trial runs of servers: `servers trial`.

use std::time::Duration;

use clap::Args;
use domain::ServerId;
use host::{DirectCall, Host};
use host_api::{TrialNoteView, TrialProposalView, TrialRunView, TrialWantView};
use messages::{Phrase, phrases};

use crate::{
    options::Approve,
    output::{Failure, Output, complain, note},
    words::{said, say},
};

/// Longest time that a server is watched, in seconds.
const MOST_SECONDS: u64 = 600;

#[derive(Debug, Args)]
pub(crate) struct TrialArgs {
    /// The server's name.
    name: String,
    /// How long it is watched after its start and each call, in seconds.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(..=MOST_SECONDS))]
    seconds: u64,
    /// A tool to call meanwhile, with its arguments as a JSON object. It is approved like any other call.
    #[arg(long = "call", num_args = 2, value_names = ["TOOL", "ARGUMENTS"])]
    calls: Vec<String>,
    /// Request approval of each thing that it found, one after the other.
    #[arg(long)]
    allow: bool,
}

/// Runs `servers trial`.
pub(crate) async fn run(
    host: &Host,
    wanted: &TrialArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, _) = host.server_named(&wanted.name)?;
    let approved = approve == Approve::Once;
    host.begin_trial_run(id).await?;
    let tried = tried(host, id, wanted, approved).await;
    let view = host.trial_run(id).await;
    host.end_trial_run(id)?;
    let view = view?;
    // Often it fails because it lacks what it looked for: that is what the run is for.
    if let Err(failure) = tried {
        complain(failure.words());
    }
    output.one(&view, || lines(&wanted.name, &view).join("\n"));
    if wanted.allow {
        for proposal in &view.proposals {
            match host.allow_proposal(id, &proposal.key, approved).await {
                Ok(()) => note(&say(phrases::terminal_trial_allowed(described(proposal)))),
                Err(error) => note(&said(&error.message)),
            }
        }
    }
    Ok(())
}

async fn tried(
    host: &Host,
    id: ServerId,
    wanted: &TrialArgs,
    allowed: bool,
) -> Result<(), Failure> {
    let watched = Duration::from_secs(wanted.seconds);
    let started = host.start_and_wait(id, allowed).await;
    tokio::time::sleep(watched).await;
    started?;
    for call in wanted.calls.chunks(2) {
        let [tool, arguments] = call else { continue };
        let direct = DirectCall {
            server: id,
            tool: tool.clone(),
            arguments: arguments.clone(),
            allowed,
        };
        host.call_tool(direct).await?;
        tokio::time::sleep(watched).await;
    }
    Ok(())
}

fn lines(name: &str, view: &TrialRunView) -> Vec<String> {
    let mut lines = Vec::new();
    if view.proposals.is_empty() {
        lines.push(say(phrases::terminal_trial_nothing()));
    }
    for proposal in &view.proposals {
        let times = phrases::terminal_trial_times(proposal.times, described(proposal));
        lines.push(say(times));
        for example in &proposal.examples {
            lines.push(format!("    {example}"));
        }
        if let Some(command) = command(name, proposal) {
            lines.push(format!("    {command}"));
        }
    }
    describe_notes(&view.notes, &mut lines);
    if view.more {
        lines.push(say(phrases::terminal_trial_more()));
    }
    lines
}

fn describe_notes(notes: &[TrialNoteView], lines: &mut Vec<String>) {
    if !notes.is_empty() {
        lines.push(say(phrases::terminal_trial_notes()));
    }
    for found in notes {
        let times = phrases::terminal_trial_times(found.times, &found.what);
        lines.push(format!("  {} {}", say(times), said(&found.why)));
    }
}

/// What a server looked for and did not get, without the commands that would allow it.
pub(crate) fn looked_for(
    proposals: &[TrialProposalView],
    notes: &[TrialNoteView],
    lines: &mut Vec<String>,
) {
    for proposal in proposals {
        let times = phrases::terminal_trial_times(proposal.times, described(proposal));
        lines.push(format!("  {}", say(times)));
    }
    describe_notes(notes, lines);
}

fn described(proposal: &TrialProposalView) -> Phrase {
    match &proposal.what {
        TrialWantView::Folder { path, write: false } => phrases::terminal_trial_read(path),
        TrialWantView::Folder { path, write: true } => phrases::terminal_trial_write(path),
        TrialWantView::Host { host } => phrases::terminal_trial_host(host),
        TrialWantView::Program { path } => phrases::terminal_trial_program(path),
        TrialWantView::RunInHome => phrases::terminal_trial_run_in_home(),
    }
}

/// The command line that allows it.
fn command(server: &str, proposal: &TrialProposalView) -> Option<String> {
    // A name with hidden characters is not the one to type.
    let in_quotes = |text: &str| {
        let typed = !text.chars().any(domain::is_hidden);
        typed.then(|| format!("\"{}\"", domain::in_double_quotes(text)))
    };
    let server = in_quotes(server)?;
    Some(match &proposal.what {
        TrialWantView::Folder { path, write } => {
            let write = if *write { " --write" } else { "" };
            format!(
                "innkeeper-cli roots grant {server} {}{write}",
                in_quotes(path)?
            )
        }
        TrialWantView::Host { host } => {
            format!("innkeeper-cli servers reach {server} --allow {host}")
        }
        TrialWantView::Program { path } => {
            let path = in_quotes(path)?;
            format!("innkeeper-cli servers confinement {server} --program {path}")
        }
        TrialWantView::RunInHome => {
            format!("innkeeper-cli servers confinement {server} --run-private on")
        }
    })
}
