//! `servers add`.

use clap::Args;
use domain::ServerId;
use host::{Host, NewRemoteServer, NewServer, Secret};
use host_api::{AddRemoteServer, AddServer, ServerView};
use messages::phrases;

use crate::{
    bundles::{self, BundleOptions},
    confinement,
    options::{Approve, NetworkOption},
    output::{Failure, Output},
    reach,
    registry::{self, FromRegistry},
    values::{env_values, secret},
    words::say,
};

#[derive(Debug, Args)]
pub(crate) struct AddArgs {
    /// Your name for it, or the file of a bundle (`.mcpb`, `.dxt`).
    name: String,
    /// Its URL, in place of a command.
    #[arg(long, conflicts_with_all = ["cwd", "env", "env_from", "command"])]
    url: Option<String>,
    /// A header whose value is kept in the keychain and sent with every request.
    #[arg(long = "header", value_name = "NAME:VALUE", requires = "url", value_parser = secret)]
    headers: Vec<Secret>,
    /// A header whose value is read from your own environment at each connection.
    #[arg(long = "header-from", value_name = "NAME:VARIABLE", requires = "url")]
    headers_from: Vec<String>,
    /// Its working directory; your home folder if not given.
    #[arg(long)]
    cwd: Option<String>,
    /// A variable whose value is kept in the keychain.
    #[arg(long = "env", value_name = "NAME=VALUE", value_parser = secret)]
    env: Vec<Secret>,
    /// A variable that is read from your own environment at each start.
    #[arg(long = "env-from", value_name = "NAME")]
    env_from: Vec<String>,
    /// Run it without a sandbox: it may do whatever you may.
    #[arg(long, conflicts_with = "url")]
    unconfined: bool,
    /// What it reaches over the network in its sandbox; without this option, what fits its command.
    #[arg(long, value_enum, value_name = "none|asked|open", conflicts_with_all = ["unconfined", "url"])]
    network: Option<NetworkOption>,
    /// A host that it may reach. Addresses of this machine or of a private network can be allowed only in this way.
    #[arg(long = "reach", value_name = "HOST:PORT", conflicts_with_all = ["unconfined", "url"])]
    reach: Vec<String>,
    /// Let its package runner fetch the package at each start, as its command says. Without this option the package is installed once.
    #[arg(long, conflicts_with = "url")]
    fetch: bool,
    #[command(flatten)]
    bundle: Box<BundleOptions>,
    #[command(flatten)]
    registry: Box<FromRegistry>,
    /// The command and its arguments, after `--`.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Adds a server and requests the review of its launch. What was not accepted is not kept.
pub(crate) async fn run(
    host: &Host,
    wanted: &AddArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let AddArgs {
        name,
        url,
        headers,
        headers_from,
        cwd,
        env,
        env_from,
        unconfined,
        network,
        reach: hosts,
        fetch,
        bundle,
        registry: from,
        command,
    } = wanted;
    let is_bundle = bundles::is_bundle(name) && command.is_empty();
    if let Some(server) = bundle.update() {
        return bundles::update(host, server, name, bundle, approve, output).await;
    }
    let view = match url {
        _ if from.is_used() => registry::add(host, name, from, env, bundle).await?,
        _ if is_bundle => bundles::add(host, name, bundle).await?,
        _ if bundle.is_given() || !bundle.set().is_empty() => {
            return Err(Failure::usage(phrases::terminal_bundle_not_one(name)));
        }
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
    confinement::choose(host, id, *network, *fetch).await?;
    let approved = approve == Approve::Once;
    let reviewed = match unconfined {
        true => host.run_unconfined(id, approved).await,
        false => host.review_launch(id, approved).await,
    };
    let accepted = match reviewed {
        Ok(()) => reach::allow(host, id, hosts, approve).await,
        Err(error) => Err(error.into()),
    };
    if let Err(error) = accepted {
        // Adding and accepting are one act here: what was not accepted is not kept.
        host.remove_server(id).await?;
        return Err(error);
    }
    output.one(&view, || {
        say(phrases::terminal_server_added(&view.tag.name))
    });
    Ok(())
}

fn id(view: &ServerView) -> Result<ServerId, Failure> {
    view.tag
        .id
        .parse()
        .map_err(|_| Failure::data(phrases::terminal_server_no_id()))
}

fn new_server(
    name: &str,
    cwd: Option<String>,
    env: &[Secret],
    env_from: &[String],
    command: &[String],
) -> Result<NewServer, Failure> {
    let (program, args) = command.split_first().ok_or_else(|| {
        Failure::usage(phrases::terminal_server_no_command()).hint(phrases::terminal_hint_command())
    })?;
    let values = env_values(env)?;
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
            Failure::usage(phrases::terminal_header_form(option))
                .hint(phrases::terminal_hint_header())
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
