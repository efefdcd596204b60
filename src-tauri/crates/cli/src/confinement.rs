//! The sandbox of a local server: `servers confinement`, and the options of `servers add`.

use clap::Args;
use domain::{ConfinementChoice, LocalNetwork, ServerId};
use host::Host;
use host_api::{
    ConfinementView, NetworkView, OutsideLinksView, PrivateFolderView, ReachView, RootRowView,
};
use messages::{phrases, without_isolation};
use serde::Serialize;

use crate::{
    options::{Approve, NetworkOption, OnOff},
    output::{Failure, Output, size},
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
    /// Whether it may make Unix sockets, as some programs do to talk to those that they start, such as browsers. It reaches those in
    /// granted folders.
    #[arg(long, value_enum, value_name = "on|off", conflicts_with = "unconfined")]
    unix_sockets: Option<OnOff>,
    /// Whether it may run files of its private folder and of `/tmp`. A package runner always may.
    #[arg(long, value_enum, value_name = "on|off", conflicts_with = "unconfined")]
    run_private: Option<OnOff>,
    /// How much its private folder may hold when it starts, in GiB.
    #[arg(long, value_name = "GIB")]
    private_limit: Option<u32>,
    /// Stop it, and delete what it keeps in its private folder.
    #[arg(long)]
    clear: bool,
}

/// Stores the options of `servers add`.
pub(crate) async fn choose(
    host: &Host,
    id: ServerId,
    network: Option<NetworkOption>,
    fetches: bool,
) -> Result<(), Failure> {
    if network.is_none() && !fetches {
        return Ok(());
    }
    let choice = ConfinementChoice {
        network: network.map(chosen),
        fetches,
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
    folders: Vec<RootRowView>,
    private_folder: PrivateFolderView,
}

/// Changes the sandbox and has the changed launch reviewed. What was not accepted is not kept.
pub(crate) async fn run(
    host: &Host,
    wanted: &ConfinementArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, _) = host.server_named(&wanted.name)?;
    let approved = approve == Approve::Once;
    if wanted.unconfined {
        host.run_unconfined(id, approved).await?;
    }
    let before = host.confinement(id)?;
    let mut choice = before.clone();
    let of_sandbox =
        wanted.network.is_some() || wanted.run_private.is_some() || wanted.unix_sockets.is_some();
    if wanted.confined || of_sandbox || !wanted.programs.is_empty() {
        choice.unconfined = None;
    }
    if let Some(run) = wanted.run_private {
        choice.run_in_home = run == OnOff::On;
    }
    if let Some(sockets) = wanted.unix_sockets {
        choice.unix_sockets = sockets == OnOff::On;
    }
    choice.private_gib = wanted.private_limit.or(choice.private_gib);
    choice.network = wanted.network.map(chosen).or(choice.network);
    for program in &wanted.programs {
        // What a message named may have been copied with its marks.
        let program = without_isolation(program);
        if !choice.programs.contains(&program) {
            choice.programs.push(program);
        }
    }
    if choice != before {
        host.set_confinement(id, choice).await?;
        if let Err(error) = host.review_launch(id, approved).await {
            host.set_confinement(id, before).await?;
            return Err(error.into());
        }
    }
    if wanted.clear {
        host.clear_private_folder(id).await?;
    }
    let sandbox = host.expected_confinement(id).await?;
    let reach = host.reach(id).await?;
    let asked = reach.asked;
    host.count_links(id).await?;
    let all = Sandboxed {
        sandbox,
        reach,
        folders: host.roots(id)?.roots,
        private_folder: host.private_folder(id).await?,
    };
    output.one(&all, || {
        let mut lines = describe(&all.sandbox);
        if asked {
            lines.extend(hosts(&all.reach));
        }
        lines.extend(all.folders.iter().filter_map(links));
        lines.push(private(&all.private_folder));
        lines.join("\n")
    });
    Ok(())
}

/// The size of a private folder, and whether the server starts with it.
fn private(folder: &PrivateFolderView) -> String {
    let (held, limit) = (size(folder.bytes), folder.limit_gib);
    say(match (folder.over, folder.at_least) {
        (true, _) => phrases::terminal_sandbox_private_over(limit, &folder.path, held),
        (false, true) => phrases::terminal_sandbox_private_at_least(limit, &folder.path, held),
        (false, false) => phrases::terminal_sandbox_private(limit, &folder.path, held),
    })
}

/// The links in a folder that will not work, if there are any.
fn links(folder: &RootRowView) -> Option<String> {
    let found = folder.outside_links?;
    let links = match found {
        OutsideLinksView { count: 0, .. } => return None,
        OutsideLinksView {
            count,
            at_least: true,
        } => phrases::folder_links_at_least(count),
        OutsideLinksView { count, .. } => phrases::folder_links(count),
    };
    Some(say(phrases::terminal_sandbox_links(links, &folder.path)))
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
    let reviewed = view.reviewed.iter();
    writes.extend(reviewed.map(|path| say(phrases::sandbox_reviewed(path))));
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
            vec![reach.join(" ")],
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
