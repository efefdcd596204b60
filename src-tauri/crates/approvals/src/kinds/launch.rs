//! View of a launch approval: the command word by word or the URL, and the changes since it was accepted.

mod trial_start;

use std::{path::PathBuf, sync::Arc};

use consent::{Holding, LaunchApproval, LaunchDetail};
use domain::{
    Confinement, EnvSource, HeaderEntry, HeaderSource, INHERITED, LaunchSpec, LocalLaunch,
    LocalNetwork, RemoteLaunch, ServerId, VariableRisk, VariableValue, is_argument_value,
    named_secrets, origin_of, placeholder, runner_call, variable_risk, where_to,
};
use host_api::{
    ApprovalKindView, BundleView, ConfinementView, EnvView, KeptView, LaunchApprovalView,
    PackageView, PlainVariableView, ReasonKind, ReasonView, RemoteApprovalView, RiskyVariableView,
    SegmentView,
};
use messages::{Phrase, Text, phrases};

use crate::{
    Common, Servers, Show, difference,
    oddities::{Place, oddities},
    wording::{self, reason, segments},
};

pub use self::trial_start::{Names, Offer, TrialStart, trial_start};

/// What is known of a launch besides the request.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The facts of every kind.
    pub common: Common,
    /// The sandbox in which it would start; none of a remote server.
    pub confinement: Option<ConfinementView>,
    /// The folders that its command names and its sandbox hides.
    pub unseen: Vec<PathBuf>,
    /// The servers whose data it was sent, if it [reaches out](reaches_out).
    pub holds: Vec<ServerId>,
    /// The installed package that it starts, if it is one.
    pub package: Option<PackageView>,
    /// The bundle that it starts, if it is one.
    pub bundle: Option<BundleView>,
    /// What the trial start of it found, if it is an update.
    pub trial_start: Option<Arc<TrialStart>>,
    /// What the server has and keeps, if it was accepted before and would now start differently.
    pub keeps: Vec<Holding>,
}

impl Show for LaunchApproval {
    type Facts = Facts;

    fn title(&self, _: &Servers) -> Phrase {
        match &self.spec {
            LaunchSpec::Local(_) => phrases::consent_launch_title(&self.server_name),
            LaunchSpec::Remote(remote) => phrases::consent_remote_title(origin_of(&remote.url)),
        }
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        let servers = &facts.common.servers;
        let unseen = facts.unseen.iter();
        let holds = facts.holds.iter();
        let mut launch = launch(self, &facts.common);
        if facts.bundle.is_some() {
            launch.found = phrases::host_launch_bundle().into();
        }
        ApprovalKindView::Launch {
            launch: Box::new(LaunchApprovalView {
                confinement: facts.confinement.clone(),
                package: facts.package.clone(),
                bundle: facts.bundle.clone(),
                trial_start: facts.trial_start.as_deref().map(trial_start),
                unseen: unseen
                    .map(|path| domain::visible(&path.to_string_lossy()))
                    .collect(),
                holds: holds
                    .map(|id| servers.tag(*id, "a removed server"))
                    .collect(),
                keeps: facts.keeps.iter().map(kept).collect(),
                ..launch
            }),
        }
    }

    fn logged(_: &LaunchDetail, subject: String) -> Text {
        subject.into()
    }
}

fn kept(holding: &Holding) -> KeptView {
    KeptView {
        what: wording::holding(holding).into(),
        revoke: holding.revoke_name(),
    }
}

/// Whether a program reaches what nobody is asked about: a network, or other programs.
#[must_use]
pub fn reaches_out(confinement: &Confinement) -> bool {
    match confinement {
        Confinement::Unconfined { .. } => true,
        Confinement::Confined(own) => own.network == LocalNetwork::Open || own.unix_sockets,
    }
}

/// Returns the view of a launch, without its sandbox.
pub(super) fn launch(q: &LaunchApproval, facts: &Common) -> LaunchApprovalView {
    let server = facts.servers.tag(q.spec.server(), &q.server_name);
    let changed = q.authority.standing.is_some() && !q.is_accepted();
    let lines = match &q.accepted {
        Some((facts, _)) if changed => facts.changes(&q.spec.facts()),
        Some(_) | None => Vec::new(),
    };
    let changes = difference::view(Text::default(), Text::default(), true, &lines).lines;
    let accepted_ms = q.accepted.as_ref().map(|(_, at)| *at as f64);
    let keychain_available = facts.keychain_available;
    match &q.spec {
        LaunchSpec::Local(local) => LaunchApprovalView {
            server,
            changed,
            changes,
            accepted_ms,
            remote: None,
            argv: argv(local),
            package: None,
            bundle: None,
            trial_start: None,
            program: domain::visible(&local.program.path.to_string_lossy()),
            target: local
                .program
                .target
                .as_ref()
                .map(|t| domain::visible(&t.to_string_lossy())),
            found: match local.program.searched.len() {
                _ if local.package.is_some() => phrases::host_launch_package(),
                0 => phrases::host_launch_given(),
                folders => phrases::host_launch_found(folders),
            }
            .into(),
            cwd: domain::visible(&local.cwd.to_string_lossy()),
            env: env(local, &q.missing_values),
            plain: local.plain.iter().map(plain).collect(),
            risky: q.risky().iter().map(risky).collect(),
            warnings: warnings(local),
            keychain_available,
            confinement: None,
            can_switch: local.confinement.can_switch(),
            holds: Vec::new(),
            unseen: Vec::new(),
            keeps: Vec::new(),
        },
        LaunchSpec::Remote(remote) => LaunchApprovalView {
            server,
            changed,
            changes,
            accepted_ms,
            remote: Some(RemoteApprovalView {
                origin: origin_of(&remote.url),
                url: segments(&remote.url),
                this_machine: where_to(&remote.url).this_machine,
            }),
            argv: Vec::new(),
            package: None,
            bundle: None,
            trial_start: None,
            program: String::new(),
            target: None,
            found: Text::default(),
            cwd: String::new(),
            env: headers(remote, &q.missing_values),
            plain: Vec::new(),
            risky: Vec::new(),
            warnings: remote_warnings(remote),
            keychain_available,
            confinement: None,
            can_switch: false,
            holds: Vec::new(),
            unseen: Vec::new(),
            keeps: Vec::new(),
        },
    }
}

/// Returns what is started, word by word: the command as it is written, or the program of an installed package.
fn argv(local: &LocalLaunch) -> Vec<Vec<SegmentView>> {
    let program = match &local.package {
        Some(package) => package.program.to_string_lossy().into_owned(),
        None => local.command.clone(),
    };
    let args = local.started_args().iter().map(|word| segments(word));
    std::iter::once(segments(&program)).chain(args).collect()
}

/// Returns the headers sent with every request.
fn headers(remote: &RemoteLaunch, missing: &[String]) -> Vec<EnvView> {
    let view = |header: &HeaderEntry| EnvView {
        name: header.name.clone(),
        source: match &header.source {
            HeaderSource::Keychain => phrases::host_source_kept(),
            HeaderSource::Host(variable) => {
                phrases::host_source_variable(domain::visible(variable))
            }
        }
        .into(),
        missing: missing.contains(&header.name),
    };
    remote.headers.iter().map(view).collect()
}

/// Returns warnings about a connection to a URL.
fn remote_warnings(remote: &RemoteLaunch) -> Vec<ReasonView> {
    let reach = where_to(&remote.url);
    let mut out = Vec::new();
    if !reach.encrypted && !reach.this_machine {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_launch_plain_lead(),
            phrases::host_launch_plain(),
        ));
    }
    if reach.private {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_address_private_lead(),
            phrases::host_launch_private(),
        ));
    }
    out.extend(oddities(None, &[(Place::Url, &remote.url)]));
    if reach.this_machine {
        out.push(reason(
            ReasonKind::Note,
            phrases::host_address_here_lead(),
            phrases::host_launch_here(),
        ));
    }
    out
}

fn env(local: &LocalLaunch, missing: &[String]) -> Vec<EnvView> {
    let inherited = INHERITED.iter().map(|name| EnvView {
        name: (*name).to_owned(),
        source: phrases::host_source_inherited().into(),
        missing: false,
    });
    let chosen = local.env.iter().map(|entry| EnvView {
        name: entry.name.clone(),
        source: match entry.source {
            EnvSource::Keychain => phrases::host_source_kept(),
            EnvSource::Host => phrases::host_source_host(),
        }
        .into(),
        missing: missing.contains(&entry.name),
    });
    let path = EnvView {
        name: "PATH".to_owned(),
        source: phrases::host_source_path().into(),
        missing: false,
    };
    let granted = local.roots.iter().filter_map(|root| {
        Some(EnvView {
            name: root.variable.clone()?,
            source: phrases::host_source_folder(domain::visible(&root.path)).into(),
            missing: false,
        })
    });
    chosen
        .chain(granted)
        .chain([path])
        .chain(inherited)
        .collect()
}

/// Returns a variable that loads code or redirects requests, with its value in full.
fn risky(variable: &VariableValue) -> RiskyVariableView {
    let risk = match variable_risk(&variable.name) {
        Some(VariableRisk::Redirects) => phrases::host_launch_redirects(),
        Some(VariableRisk::LoadsCode) | None => phrases::host_launch_loads_code(),
    };
    RiskyVariableView {
        name: domain::visible(&variable.name),
        value: segments(&variable.value),
        risk: risk.into(),
    }
}

/// Returns a variable that holds no credential, with its value in full.
fn plain(variable: &VariableValue) -> PlainVariableView {
    PlainVariableView {
        name: domain::visible(&variable.name),
        value: segments(&variable.value),
    }
}

/// Shells: their arguments contain the commands they run.
const SHELLS: [&str; 7] = ["sh", "bash", "zsh", "dash", "fish", "cmd", "powershell"];

fn warnings(local: &LocalLaunch) -> Vec<ReasonView> {
    let name = local
        .program
        .path
        .file_stem()
        .map(|n| n.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let mut out = Vec::new();
    let installed = local.package.is_some();
    let argv = std::iter::once(&local.command).chain(&local.args);
    let argv: Vec<&str> = argv.map(String::as_str).collect();
    if runner_call(&argv).is_some() && !installed {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_launch_fetches_lead(&name),
            phrases::host_launch_fetches(),
        ));
    }
    if !installed && local.args.iter().any(|arg| arg.ends_with("@latest")) {
        out.push(reason(ReasonKind::Risk, phrases::host_launch_latest(), ""));
    }
    if SHELLS.contains(&name.as_str()) {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_launch_shell_lead(),
            phrases::host_launch_shell(),
        ));
    }
    let own = local.env.iter().map(|entry| &entry.name);
    let granted = local.roots.iter().filter_map(|root| root.variable.as_ref());
    let from_host = own.filter(|name| !local.risky.iter().any(|risky| risky.name == **name));
    for variable in from_host
        .chain(granted)
        .filter(|name| variable_risk(name).is_some())
    {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_launch_loads(variable),
            "",
        ));
    }
    let kept = local
        .env
        .iter()
        .filter(|entry| is_argument_value(&entry.name));
    for entry in kept {
        let stands = placeholder(&entry.name);
        out.push(reason(
            ReasonKind::Note,
            phrases::host_launch_kept_argument_lead(),
            phrases::host_launch_kept_argument(stands),
        ));
    }
    if !named_secrets(&local.args).is_empty() {
        out.push(reason(
            ReasonKind::Risk,
            phrases::host_launch_plain_key_lead(),
            phrases::host_launch_plain_key(),
        ));
    }
    for root in &local.roots {
        let path = domain::visible(&root.path);
        let rest = match &root.variable {
            Some(variable) => phrases::host_launch_root_variable(path, variable),
            None => phrases::host_launch_root_argument(path),
        };
        out.push(reason(
            ReasonKind::Note,
            phrases::host_launch_root_lead(),
            rest,
        ));
    }
    let words = std::iter::once(&local.command).chain(&local.args);
    let words: Vec<&str> = words.map(String::as_str).collect();
    let command = words.join("\n");
    out.extend(oddities(None, &[(Place::Command, &command)]));
    out
}
