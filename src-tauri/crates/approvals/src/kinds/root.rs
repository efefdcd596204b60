//! Approval of a folder grant.

use consent::{RootApproval, RootDetail, RootRisk, SecretFound, SecretKind};
use domain::visible;
use host_api::{ApprovalKindView, RootApprovalView, RootRowView, SecretFoundView};
use messages::{Phrase, Text, phrases};

use crate::{Common, Servers, Show, wording::segments};

/// What is known of a folder grant besides the request.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The facts of every kind.
    pub common: Common,
    /// All folders that the server has.
    pub rows: Vec<RootRowView>,
    /// Why writing under review is not offered; none if it is.
    pub unstaged: Option<Phrase>,
}

impl Show for RootApproval {
    type Facts = Facts;

    fn title(&self, _: &Servers) -> Phrase {
        phrases::host_title_root(visible(&self.server_name))
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        ApprovalKindView::Root {
            root: Box::new(root(self, facts)),
        }
    }

    fn logged(_: &RootDetail, subject: String) -> Text {
        phrases::host_logged_rule(subject).into()
    }
}

fn root(q: &RootApproval, facts: &Facts) -> RootApprovalView {
    let found = &q.facts;
    let servers = &facts.common.servers;
    let size = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    let others = facts.rows.iter();
    RootApprovalView {
        server: servers.tag(q.grant.server, &q.server_name),
        path: segments(&q.grant.path),
        picked: found.picked.as_deref().map(segments),
        files: size(found.files),
        bytes: found.bytes as f64,
        more: found.more,
        name: q.grant.name.clone(),
        access: q.grant.access.into(),
        unstaged: facts.unstaged.clone().map(Into::into),
        pass: q.grant.pass.clone().into(),
        local: q.local,
        secrets: found.secrets.iter().map(secret_view).collect(),
        more_secrets: size(found.more_secrets),
        risk: found.risk.as_ref().map(|why| risk(why).into()),
        typed: q.typed.clone(),
        had: found.had.map(Into::into),
        holds: servers.tags(&found.holds),
        repository: found.repository.as_deref().map(visible),
        is_repository: found.repository.as_deref() == Some(q.grant.path.as_str()),
        others: others
            .filter(|root| root.key != q.grant.path)
            .cloned()
            .collect(),
    }
}

fn secret_view(found: &SecretFound) -> SecretFoundView {
    SecretFoundView {
        path: visible(&found.path),
        what: secret(found.what).into(),
    }
}

/// Returns the kind of a secret.
#[must_use]
pub fn secret(kind: SecretKind) -> Phrase {
    match kind {
        SecretKind::MachineKeys => phrases::host_secret_machine_keys(),
        SecretKind::EncryptionKeys => phrases::host_secret_encryption_keys(),
        SecretKind::CloudKeys => phrases::host_secret_cloud_keys(),
        SecretKind::ClusterKeys => phrases::host_secret_cluster_keys(),
        SecretKind::RegistryKeys => phrases::host_secret_registry_keys(),
        SecretKind::PrivateKey => phrases::host_secret_private_key(),
        SecretKind::Passwords => phrases::host_secret_passwords(),
        SecretKind::Keychain => phrases::host_secret_keychain(),
        SecretKind::BrowserProfile => phrases::host_secret_browser(),
        SecretKind::Mail => phrases::host_secret_mail(),
        SecretKind::AppData => phrases::host_secret_apps(),
        SecretKind::EnvironmentFile => phrases::host_secret_environment(),
        SecretKind::Wallet => phrases::host_secret_wallet(),
    }
}

/// Returns why the name of a folder must be typed.
fn risk(risk: &RootRisk) -> Phrase {
    match risk {
        RootRisk::Home => phrases::host_root_risk_home(),
        RootRisk::Settings => phrases::host_root_risk_settings(),
        RootRisk::Secret { path, what } => {
            phrases::host_root_risk_secret(visible(path), secret(*what))
        }
        RootRisk::OwnData { path } => phrases::host_root_risk_own(visible(path)),
    }
}
