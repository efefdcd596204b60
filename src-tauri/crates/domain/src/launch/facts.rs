//! What of a launch is kept once it was accepted, in words.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{EnvSource, HeaderSource, LaunchSpec};
use crate::{Confinement, Enforcement, Line, LocalNetwork, Step, list_changes};

/// What the facts about the content of a file begin with.
const CONTENT: &str = "content of ";
/// What the facts about the value of a variable that holds no credential begin with.
const VALUE: &str = "value of ";

/// What the fact about an installed package is called.
pub(crate) const PACKAGE: &str = "package";
/// What the fact about the files of that package is called.
pub(crate) const FILES: &str = "files of the package";

/// What of a launch is kept once it was accepted, to show later what changed. No value of a variable or header is among it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchFacts {
    /// The command and its arguments; none for a server at a URL.
    argv: Vec<String>,
    /// Everything else, each with what it is.
    others: Vec<(String, String)>,
    /// The values among the arguments that the host added: granted folders, and what a person entered as options of a bundle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    added: Vec<String>,
    /// Whether the installed package is a bundle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    bundle: bool,
}

impl LaunchFacts {
    /// The command and its arguments; none for a server at a URL.
    pub(crate) fn argv(&self) -> &[String] {
        &self.argv
    }

    /// The values among the arguments that the host added to them.
    pub(crate) fn added(&self) -> &[String] {
        &self.added
    }

    /// Whether it starts a bundle.
    pub(crate) fn is_bundle(&self) -> bool {
        self.bundle
    }

    /// One of the other facts.
    pub(crate) fn fact(&self, what: &str) -> Option<&str> {
        let mut others = self.others.iter();
        others.find(|(w, _)| w == what).map(|(_, v)| v.as_str())
    }

    /// The names of the other facts that begin so, without that beginning.
    pub(crate) fn names(&self, begin: &str) -> impl Iterator<Item = &str> {
        self.others
            .iter()
            .filter_map(move |(w, _)| w.strip_prefix(begin))
    }

    /// Whether the files that are run and the plain values of variables are as they were when these were accepted. Where that was
    /// not kept, because an earlier program accepted them, they are.
    #[must_use]
    pub fn has_contents_of(&self, now: &Self) -> bool {
        let of = |facts: &Self| -> Vec<(String, String)> {
            let others = facts.others.iter();
            let begins = |what: &str| what.starts_with(CONTENT) || what.starts_with(VALUE);
            let contents = others.filter(|(what, _)| begins(what));
            contents.cloned().collect()
        };
        let before = of(self);
        let known = before.iter().any(|(what, _)| what.starts_with(CONTENT));
        !known || before == of(now)
    }

    /// What changed since these were accepted, a line each.
    #[must_use]
    pub fn changes(&self, now: &Self) -> Vec<Line> {
        let line = |label: String, before: Option<&String>, after: Option<&String>| Line {
            label,
            before: before.cloned(),
            after: after.cloned(),
        };
        let (old, new) = (&self.argv, &now.argv);
        let mut out: Vec<Line> = list_changes(old, new)
            .into_iter()
            .filter_map(|step| match step {
                Step::Kept(..) => None,
                Step::Replaced(f, t) => {
                    Some(line(format!("argv {t}"), Some(&old[f]), Some(&new[t])))
                }
                Step::Removed(f) => Some(line(format!("argv {f}"), Some(&old[f]), None)),
                Step::Added(t) => Some(line(format!("argv {t}"), None, Some(&new[t]))),
            })
            .collect();
        let find = |among: &[(String, String)], what: &str| {
            among
                .iter()
                .find(|(w, _)| w == what)
                .map(|(_, v)| v.clone())
        };
        for (what, value) in &now.others {
            let was = find(&self.others, what);
            if was.as_ref() != Some(value) {
                out.push(line(what.clone(), was.as_ref(), Some(value)));
            }
        }
        for (what, value) in &self.others {
            if find(&now.others, what).is_none() {
                out.push(line(what.clone(), Some(value), None));
            }
        }
        out
    }
}

impl LaunchSpec {
    /// What of it is kept once it was accepted: what its digest is over, in words.
    #[must_use]
    pub fn facts(&self) -> LaunchFacts {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        match self {
            Self::Local(local) => {
                let mut others = vec![("program".to_owned(), text(&local.program.path))];
                if let Some(target) = &local.program.target {
                    others.push(("leads to".into(), text(target)));
                }
                if let Some(package) = &local.package {
                    let what = format!("{} {}", package.name, package.version);
                    others.push((PACKAGE.into(), what));
                    others.push(("lock of the package".into(), package.lock.clone()));
                    others.push((FILES.into(), package.tree.clone()));
                    if let Some(set) = &package.set {
                        others.push(("lock of its packages".into(), set.lock.clone()));
                        others.push(("files of its packages".into(), set.tree.clone()));
                    }
                }
                for file in &local.contents {
                    let what = format!("{CONTENT}{}", text(&file.path));
                    others.push((what, file.content.clone()));
                }
                others.push(("works in".into(), text(&local.cwd)));
                others.extend(local.env.iter().map(|entry| {
                    let source = match entry.source {
                        EnvSource::Keychain => "kept for this server alone",
                        EnvSource::Host => "your own, read at each start",
                    };
                    (format!("env {}", entry.name), source.to_owned())
                }));
                others.extend(local.plain.iter().map(|variable| {
                    let digest = Sha256::digest(variable.value.as_bytes());
                    let short: String = digest.iter().take(4).map(|b| format!("{b:02x}")).collect();
                    (format!("{VALUE}{}", variable.name), short)
                }));
                // Not the value, which may hold a credential.
                others.extend(local.risky.iter().map(|variable| {
                    let digest = Sha256::digest(variable.value.as_bytes());
                    let short: String = digest.iter().take(4).map(|b| format!("{b:02x}")).collect();
                    (format!("value of {}", variable.name), short)
                }));
                others.extend(local.roots.iter().filter_map(|root| {
                    let variable = root.variable.as_ref()?;
                    Some((format!("env {variable}"), root.path.clone()))
                }));
                others.extend(confinement_facts(&local.confinement));
                let argv = std::iter::once(&local.command).chain(&local.args);
                let entered = local.package.as_ref().and_then(|own| own.entered.as_ref());
                let folders = local.roots.iter().filter(|root| root.variable.is_none());
                let added = folders
                    .map(|root| &root.path)
                    .chain(entered.into_iter().flatten());
                LaunchFacts {
                    argv: argv.cloned().collect(),
                    others,
                    added: added.cloned().collect(),
                    bundle: entered.is_some(),
                }
            }
            Self::Remote(remote) => {
                let mut others = vec![("URL".to_owned(), remote.url.clone())];
                others.extend(remote.headers.iter().map(|header| {
                    let source = match &header.source {
                        HeaderSource::Keychain => "kept for this server alone".to_owned(),
                        HeaderSource::Host(variable) => {
                            format!("your own variable {variable}, read at each connection")
                        }
                    };
                    (format!("header {}", header.name), source)
                }));
                LaunchFacts {
                    others,
                    ..LaunchFacts::default()
                }
            }
        }
    }
}

/// The confinement in words, each with what it is.
fn confinement_facts(confinement: &Confinement) -> Vec<(String, String)> {
    let fact = |what: &str, value: &str| (what.to_owned(), value.to_owned());
    let Confinement::Confined(confined) = confinement else {
        return vec![fact("sandbox", "none: it may do whatever you may")];
    };
    let mut facts = vec![
        fact(
            "sandbox",
            match confined.weakest {
                Enforcement::Advisory => "advisory only: this system enforces nothing about files",
                Enforcement::Partial => "enforced for the contents of files",
                Enforcement::Full => "enforced",
            },
        ),
        fact(
            "network",
            match confined.network {
                LocalNetwork::None => "none",
                LocalNetwork::Asked => "hosts that you allow, each asked about",
                LocalNetwork::Open => "whatever this machine reaches",
            },
        ),
    ];
    if confined.run_in_home {
        facts.push(fact("runs", "what it downloads into its private folder"));
    }
    if confined.unix_sockets {
        facts.push(fact("sockets", "its own, and those in granted folders"));
    }
    facts.extend(confined.programs.iter().map(|path| {
        let path = path.to_string_lossy().into_owned();
        (format!("its program {path}"), path)
    }));
    facts
}
