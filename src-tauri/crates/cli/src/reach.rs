//! The hosts that a confined server may reach: `servers reach`.

use clap::Args;
use domain::ServerId;
use host::Host;
use host_api::{ReachHostView, ReachTrafficView, ReachView};
use messages::{Value, phrases, without_isolation};

use crate::{
    options::Approve,
    output::{Failure, Output, time},
    words::{said, say},
};

#[derive(Debug, Args)]
pub(crate) struct ReachArgs {
    /// The server's name.
    name: String,
    /// Allow a host until it is removed. You confirm it at this terminal; `--approve once` confirms it by the command line itself. An
    /// address of this machine or of a private network can be allowed only in this way.
    #[arg(long = "allow", value_name = "HOST:PORT")]
    allowed: Vec<String>,
    /// Remove a host. Its connections are closed.
    #[arg(long = "remove", value_name = "HOST:PORT")]
    removed: Vec<String>,
}

/// Changes the hosts of a server and prints them.
pub(crate) async fn run(
    host: &Host,
    wanted: &ReachArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, _) = host.server_named(&wanted.name)?;
    for removed in &wanted.removed {
        host.revoke_reach(id, &without_isolation(removed)).await?;
    }
    allow(host, id, &wanted.allowed, approve).await?;
    let view = host.reach(id).await?;
    output.one(&view, || hosts(&view).join("\n"));
    Ok(())
}

/// Allows hosts, one approval each.
pub(crate) async fn allow(
    host: &Host,
    id: ServerId,
    hosts: &[String],
    approve: Approve,
) -> Result<(), Failure> {
    for allowed in hosts {
        // What a message named may have been copied with its marks.
        let allowed = without_isolation(allowed);
        host.allow_reach(id, &allowed, approve == Approve::Once)
            .await?;
    }
    Ok(())
}

/// The allowed hosts and the connections, a line each.
pub(crate) fn hosts(view: &ReachView) -> Vec<String> {
    let mut out: Vec<String> = view.hosts.iter().map(row).collect();
    if out.is_empty() {
        out.push(say(phrases::terminal_hosts_none()));
    }
    out.extend(view.traffic.iter().map(traffic));
    out
}

fn row(host: &ReachHostView) -> String {
    say(match (host.stored, host.after_restart) {
        (true, false) => phrases::terminal_hosts_row(&host.key, time(host.since_ms as i64)),
        (true, true) => phrases::terminal_hosts_row_later(&host.key),
        (false, _) => phrases::terminal_hosts_row_run(&host.key),
    })
}

fn traffic(to: &ReachTrafficView) -> String {
    let line = say(phrases::terminal_hosts_traffic(
        &to.to,
        to.open,
        to.received,
        to.refused,
        to.sent,
    ));
    match &to.reason {
        Some(reason) => say(phrases::terminal_hosts_why(line, said(reason))),
        None => line,
    }
}

/// A failure of a server that was refused a host is told as that.
pub(crate) fn explained(host: &Host, id: ServerId, failure: Failure) -> Failure {
    let refused = host.refused_hosts(id);
    let servers = host.servers();
    let server = servers.iter().find(|s| s.tag.id == id.to_string());
    let (Some(last), Some(view)) = (refused.last(), server) else {
        return failure;
    };
    if !failure.is_of_server() {
        return failure;
    }
    let hint = phrases::terminal_hosts_failed_hint(last, domain::in_double_quotes(&view.tag.name));
    let hosts = Value::list(&refused);
    Failure::sandboxed(phrases::terminal_hosts_failed(hosts)).hint(hint)
}
