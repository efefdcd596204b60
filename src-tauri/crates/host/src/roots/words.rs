//! Words for folders and what is in them.

use consent::{RootRisk, SecretKind};
use domain::visible;
use messages::{Phrase, phrases};

/// Returns the kind of a secret.
pub(super) fn secret(kind: SecretKind) -> Phrase {
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
pub(super) fn risk(risk: &RootRisk) -> Phrase {
    match risk {
        RootRisk::Home => phrases::host_root_risk_home(),
        RootRisk::Settings => phrases::host_root_risk_settings(),
        RootRisk::Secret { path, what } => {
            phrases::host_root_risk_secret(visible(path), secret(*what))
        }
        RootRisk::OwnData { path } => phrases::host_root_risk_own(visible(path)),
    }
}
