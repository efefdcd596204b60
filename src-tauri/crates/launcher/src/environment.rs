//! The environment a server gets: a fixed allowlist and the variables approved for it, nothing else of the host's.

use std::ffi::{OsStr, OsString};

use domain::{
    EnvEntry, EnvSource, INHERITED, INHERITED_PREFIX, LocalLaunch, is_argument_value, placeholder,
};
use secrets::ScopedSecrets;

use crate::{LaunchError, order::Variable, platform};

/// Variables without which programs miss what the user set up: certificates, proxies, package registries, the display.
const OFTEN_NEEDED: &[&str] = &[
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS",
    "NPM_CONFIG_REGISTRY",
    "npm_config_registry",
    "NPM_CONFIG_CACHE",
    "npm_config_cache",
    "UV_DEFAULT_INDEX",
    "UV_INDEX_URL",
    "PIP_INDEX_URL",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
];

/// The variables that this process has, that a server often needs, and that the server of `spec` does not get.
#[must_use]
pub fn not_given(spec: &LocalLaunch) -> Vec<&'static str> {
    let given = |name: &str| {
        is_inherited(OsStr::new(name))
            || spec
                .env
                .iter()
                .any(|entry| platform::same_env_name(&entry.name, name))
            || granted(spec).any(|(variable, _)| platform::same_env_name(variable, name))
    };
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let mut missing: Vec<&'static str> = Vec::new();
    for name in OFTEN_NEEDED.iter().copied() {
        let listed = missing
            .iter()
            .any(|other| platform::same_env_name(other, name));
        if set(name) && !given(name) && !listed {
            missing.push(name);
        }
    }
    missing
}

/// Every variable the server of `spec` gets, with values read now.
pub(crate) async fn environment(
    spec: &LocalLaunch,
    secrets: &ScopedSecrets,
) -> Result<Vec<Variable>, LaunchError> {
    let mut variables = inherited(spec);
    let of_arguments = |entry: &&EnvEntry| stands_in_argument(entry);
    for entry in spec.env.iter().filter(|entry| !of_arguments(entry)) {
        let approved = spec.risky.iter().find(|risky| risky.name == entry.name);
        let value = match approved {
            Some(risky) => OsString::from(&risky.value),
            None => value_of(entry, secrets).await?,
        };
        if value.as_encoded_bytes().contains(&0) {
            return Err(LaunchError::EnvValue {
                name: entry.name.clone(),
            });
        }
        variables.push(((&entry.name).into(), value));
    }
    Ok(variables)
}

/// The variables that a server gets without any of its own: the allowlist, `PATH`, and the folders that are passed as variables.
pub(crate) fn inherited(spec: &LocalLaunch) -> Vec<Variable> {
    let mut variables: Vec<Variable> = std::env::vars_os()
        .filter(|(name, value)| is_inherited(name) && !is_shell_function(value))
        .filter(|(name, _)| !spec.env.iter().any(|entry| same_name(name, &entry.name)))
        .filter(|(name, _)| !granted(spec).any(|(variable, _)| same_name(name, variable)))
        .collect();
    variables.push(("PATH".into(), (&spec.path_value).into()));
    variables.extend(granted(spec).map(|(name, path)| (name.into(), path.into())));
    variables
}

/// The arguments with the values that stand in them, read now.
pub(crate) async fn arguments(
    spec: &LocalLaunch,
    secrets: &ScopedSecrets,
) -> Result<Vec<String>, LaunchError> {
    let mut args = spec.started_args().to_vec();
    for entry in spec.env.iter().filter(|entry| stands_in_argument(entry)) {
        let stands = placeholder(&entry.name);
        if !args.iter().any(|arg| arg.contains(&stands)) {
            continue;
        }
        let value = value_of(entry, secrets).await?;
        let value = value.to_str().filter(|value| !value.contains('\0'));
        let value = value.ok_or_else(|| LaunchError::EnvValue {
            name: entry.name.clone(),
        })?;
        for arg in &mut args {
            *arg = arg.replace(&stands, value);
        }
    }
    Ok(args)
}

/// Whether the value of a variable stands in arguments, and the program does not get the variable.
fn stands_in_argument(entry: &EnvEntry) -> bool {
    entry.source == EnvSource::Keychain && is_argument_value(&entry.name)
}

/// The granted folders that are passed as variables, by name.
fn granted(spec: &LocalLaunch) -> impl Iterator<Item = (&str, &str)> {
    spec.roots
        .iter()
        .filter_map(|root| Some((root.variable.as_deref()?, root.path.as_str())))
}

async fn value_of(entry: &EnvEntry, secrets: &ScopedSecrets) -> Result<OsString, LaunchError> {
    let value = match entry.source {
        EnvSource::Keychain => secrets
            .get(&entry.name)
            .await
            .map_err(|source| LaunchError::Secrets {
                name: entry.name.clone(),
                source,
            })?
            .map(|secret| OsString::from(secret.expose())),
        EnvSource::Host => std::env::var_os(&entry.name),
    };
    value.ok_or_else(|| LaunchError::EnvMissing {
        name: entry.name.clone(),
        origin: entry.source,
    })
}

fn is_inherited(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| {
        name.starts_with(INHERITED_PREFIX)
            || INHERITED
                .iter()
                .any(|allowed| platform::same_env_name(allowed, name))
    })
}

fn same_name(name: &OsStr, other: &str) -> bool {
    name.to_str()
        .is_some_and(|name| platform::same_env_name(name, other))
}

/// Old shells export functions as values that start like this and run what follows on import.
fn is_shell_function(value: &OsStr) -> bool {
    value.as_encoded_bytes().starts_with(b"()")
}
