//! Packages of servers: `packages`, and `servers package`.

use clap::{Args, Subcommand};
use host::Host;
use host_api::{PackageUpdateView, PackageView, ServerPackageView, TrialStartView};
use messages::phrases;
use serde::Serialize;

use crate::{
    options::{Approve, OnOff},
    output::{Failure, Output, size},
    trial_starts,
    words::say,
};

#[derive(Debug, Subcommand)]
pub(crate) enum PackagesVerb {
    /// Say how many packages are installed, and how much space they take.
    Show,
    /// Delete the packages that no server uses or can go back to.
    RemoveUnused,
}

#[derive(Debug, Args)]
pub(crate) struct PackageArgs {
    /// The server's name.
    name: String,
    /// Install the newest version beside the one in use, and review the launch with it.
    #[arg(long)]
    update: bool,
    /// Go back to a version that it used before, and review the launch with it.
    #[arg(long, value_name = "VERSION", conflicts_with = "update")]
    back: Option<String>,
    /// Whether its package runner fetches the package itself at each start, as its command says.
    #[arg(long, value_enum, value_name = "on|off", conflicts_with_all = ["update", "back"])]
    fetch: Option<OnOff>,
}

/// Runs `packages`.
pub(crate) async fn sets(host: &Host, verb: &PackagesVerb, output: Output) -> Result<(), Failure> {
    match verb {
        PackagesVerb::Show => {
            let all = host.package_sets().await?;
            output.one(&all, || {
                let (bytes, unused) = (size(all.bytes), size(all.unused_bytes));
                say(phrases::terminal_packages(
                    bytes, all.sets, all.unused, unused,
                ))
            });
        }
        PackagesVerb::RemoveUnused => {
            /// What was freed.
            #[derive(Serialize)]
            struct Freed {
                bytes: f64,
            }
            let freed = Freed {
                bytes: host.remove_unused_packages().await?,
            };
            output.one(&freed, || {
                say(phrases::terminal_packages_freed(size(freed.bytes)))
            });
        }
    }
    Ok(())
}

/// Runs `servers package`.
pub(crate) async fn run(
    host: &Host,
    wanted: &PackageArgs,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    let (id, _) = host.server_named(&wanted.name)?;
    let approved = approve == Approve::Once;
    if let Some(fetch) = wanted.fetch {
        host.fetch_package(id, fetch == OnOff::On).await?;
        host.review_launch(id, approved).await?;
    }
    if let Some(version) = &wanted.back {
        let older = host.server_package(id).await?.map(|it| it.older);
        let mut older = older.unwrap_or_default().into_iter();
        let found = older.find(|it| it.version == *version);
        let none = || Failure::usage(phrases::terminal_package_no_version(version));
        host.go_back_package(id, &found.ok_or_else(none)?.lock, approved)
            .await?;
    }
    if wanted.update {
        /// The outcome, and what the trial start found.
        #[derive(Serialize)]
        struct Updated {
            #[serde(flatten)]
            update: PackageUpdateView,
            trial_start: Option<TrialStartView>,
        }
        let updated = Updated {
            update: host.update_package(id, approved).await?,
            trial_start: host.trial_start(id),
        };
        output.one(&updated, || match &updated.update {
            PackageUpdateView::Current { version } => {
                say(phrases::terminal_package_current(version))
            }
            PackageUpdateView::Accepted { version } => {
                let done = phrases::terminal_package_updated(version);
                trial_starts::accepted(updated.trial_start.as_ref(), done)
            }
        });
        return Ok(());
    }
    let view = host.server_package(id).await?;
    output.one(&view, || match &view {
        None => say(phrases::terminal_package_none()),
        Some(view) => lines(view).join("\n"),
    });
    Ok(())
}

fn lines(view: &ServerPackageView) -> Vec<String> {
    if view.fetches {
        return vec![say(phrases::terminal_package_fetches())];
    }
    let Some(package) = &view.package else {
        return vec![say(phrases::terminal_package_not_yet())];
    };
    let mut lines = described(package);
    lines.push(say(phrases::terminal_package_disk(
        view.files,
        size(view.bytes),
    )));
    for older in &view.older {
        lines.push(say(phrases::terminal_package_older(&older.version)));
    }
    lines
}

/// A package, a line for each fact.
pub(crate) fn described(package: &PackageView) -> Vec<String> {
    let name = format!("{} {}", package.name, package.version);
    let mut lines = vec![say(match &package.before {
        Some(before) => phrases::terminal_package_instead(before, name),
        None => phrases::terminal_package(name),
    })];
    if let Some(publisher) = &package.publisher {
        lines.push(say(phrases::terminal_package_publisher(publisher)));
    }
    if package.packages > 0 {
        lines.push(say(phrases::terminal_package_count(package.packages)));
    }
    if package.odd_name {
        lines.push(say(phrases::terminal_package_odd()));
    }
    if let Some(why) = &package.deprecated {
        lines.push(say(phrases::terminal_package_deprecated(why)));
    }
    if !package.scripts.is_empty() {
        lines.push(say(phrases::terminal_package_scripts(
            package.scripts.join(", "),
        )));
    }
    for registry in &package.registries {
        lines.push(say(phrases::terminal_package_registry(registry)));
    }
    lines.extend(package.changes.iter().cloned());
    lines.push(say(phrases::terminal_package_digests(
        &package.files,
        &package.lock,
    )));
    lines
}
