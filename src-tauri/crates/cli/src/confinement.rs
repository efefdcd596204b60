//! The sandbox of a local server: `servers confinement`, and the options of `servers add`.

use clap::Args;
use domain::{ConfinementChoice, LocalNetwork, ServerId};
use host::Host;
use host_api::{ConfinementView, NetworkView, ReachView};
use messages::phrases;
use serde::Serialize;

use crate::{
    options::{Approve, NetworkOption},
    output::{Failure, Output},
    reach::hosts,
    words::{said, say},
};

#[derive(Debug, Args)]
pub(crate) struct ConfinementArgs {
    /// The server's name.
    name: String,
    /// Run it without a sandbox: it may do whatever you may.
    #[arg(long)]
    unconfined: bool,
    /// Run it in a sandbox again.
    #[arg(long, conflicts_with = "unconfined")]
    confined: bool,
    /// What it reaches over the network.
    #[arg(
        long,
        value_enum,
        value_name = "none|asked|open",
        conflicts_with = "unconfined"
    )]
    network: Option<NetworkOption>,
    /// A file or folder of its program that is not found automatically, as an absolute path. It may read and run it.
    #[arg(long = "program", value_name = "PATH", conflicts_with = "unconfined")]
    programs: Vec<String>,
    /// Let it make Unix sockets, as some programs do to talk to those that they start, such as browsers. It reaches those in granted folders.
    #[arg(long, conflicts_with = "unconfined")]
    unix_sockets: bool,
    /// Let it make no Unix sockets any more.
    #[arg(long, conflicts_with_all = ["unconfined", "unix_sockets"])]
    no_unix_sockets: bool,
}

/// Stores the options of `servers add`.
pub(crate) async fn choose(
    host: &Host,
    id: ServerId,
    network: Option<NetworkOption>,
) -> Result<(), Failure> {
    if network.is_none() {
        return Ok(());
    }
    let choice = ConfinementChoice {
        network: network.map(chosen),
        ..ConfinementChoice::default()
    };
    Ok(host.set_confinement(id, choice).await?)
}

fn chosen(network: NetworkOption) -> LocalNetwork {
    match network {
        NetworkOption::None => LocalNetwork::None,
        NetworkOption::Asked => LocalNetwork::Asked,
        NetworkOption::Open => LocalNetwork::Open,
    }
}

/// What a server has in its sandbox, and what it reaches from there.
#[derive(Serialize)]
struct Sandboxed {
    #[serde(flatten)]
    sandbox: ConfinementView,
    reach: ReachView,
}

/// Changes the sandbox and has the changed launch reviewed. What was not accepted is not kept.
pub(crate) async fn run(
    host: &Host,
    wanted: &ConfinementArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, _) = host.server_named(&wanted.name)?;
    let before = host.confinement(id)?;
    let mut choice = before.clone();
    let approved = approve == Approve::Once;
    if wanted.unconfined {
        host.run_unconfined(id, approved).await?;
    }
    let sockets = wanted.unix_sockets || wanted.no_unix_sockets;
    if wanted.confined || wanted.network.is_some() || !wanted.programs.is_empty() || sockets {
        choice.unconfined = None;
    }
    if sockets {
        choice.unix_sockets = wanted.unix_sockets;
    }
    choice.network = wanted.network.map(chosen).or(choice.network);
    for program in &wanted.programs {
        if !choice.programs.contains(program) {
            choice.programs.push(program.clone());
        }
    }
    if choice != before {
        host.set_confinement(id, choice).await?;
        if let Err(error) = host.review_launch(id, approved).await {
            host.set_confinement(id, before).await?;
            return Err(error.into());
        }
    }
    let sandbox = host.expected_confinement(id).await?;
    let reach = host.reach(id).await?;
    let asked = reach.asked;
    let both = Sandboxed { sandbox, reach };
    output.one(&both, || {
        let mut lines = describe(&both.sandbox);
        if asked {
            lines.extend(hosts(&both.reach));
        }
        lines.join("\n")
    });
    Ok(())
}

/// The sandbox, a line for each facet.
pub(crate) fn describe(view: &ConfinementView) -> Vec<String> {
    if !view.confined {
        return vec![say(phrases::terminal_sandbox_none())];
    }
    let level = |enforced| match enforced {
        true => say(phrases::sandbox_enforced()),
        false => say(phrases::sandbox_advisory()),
    };
    let line = |name: String, enforced, what: Vec<String>| {
        format!("{name} ({}): {}", level(enforced), what.join(", "))
    };
    let mut reads = vec![say(phrases::sandbox_system())];
    reads.extend(view.reads.iter().cloned());
    let mut writes = vec![say(match view.runs_downloads {
        true => phrases::sandbox_private_runs(),
        false => phrases::sandbox_private(),
    })];
    writes.extend(view.writes.iter().cloned());
    let reach = say(match view.network {
        NetworkView::None => phrases::sandbox_no_network(),
        NetworkView::Asked => phrases::sandbox_asked_network(),
        NetworkView::Open => phrases::sandbox_open_network(),
    });
    let mut reach = vec![reach];
    if view.unix_sockets {
        reach.push(say(phrases::sandbox_unix_sockets()));
    }
    let hidden = say(phrases::sandbox_hidden());
    let files = view.files_enforced;
    let mut out = vec![
        line(say(phrases::sandbox_can_read()), files, reads),
        line(say(phrases::sandbox_can_write()), files, writes),
        line(
            say(phrases::sandbox_can_reach()),
            view.network_enforced,
            reach,
        ),
        line(
            say(phrases::sandbox_cannot_see()),
            view.processes_enforced,
            vec![hidden],
        ),
    ];
    out.extend(view.limits.iter().map(said));
    out
}
