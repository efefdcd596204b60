//! The settings of npm.

use std::path::{Path, PathBuf};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use secrets::Secret;
use url::Url;

use super::{
    origin::Origin,
    sources::{Address, Sources, text},
};

/// Files of the system, by which folder npm is installed in.
const SYSTEM: [&str; 3] = ["/etc/npmrc", "/usr/etc/npmrc", "/usr/local/etc/npmrc"];
/// Most settings that are read of one file.
const SETTINGS_MAX: usize = 2048;
/// The settings with credentials for one registry.
const AUTH: [&str; 4] = ["_authToken", "_auth", "username", "_password"];

/// What npm is told about registries.
#[derive(Default)]
pub(super) struct Npm {
    pub addresses: Vec<Address>,
    pub auth: Vec<(String, Secret)>,
    pub certificates: Option<PathBuf>,
}

impl Npm {
    /// Takes a setting unless an earlier source has it.
    fn take(&mut self, key: &str, value: String, origin: &Origin) {
        if value.is_empty() {
            return;
        }
        let scope = key.strip_suffix(":registry");
        if key == "registry" || scope.is_some_and(|scope| scope.starts_with('@')) {
            let scope = scope.map(str::to_owned);
            if !self.addresses.iter().any(|one| one.scope == scope) {
                let mut address = Address::parse(&value, origin.clone());
                address.scope = scope;
                self.addresses.push(address);
            }
        } else if key == "cafile" {
            let file = PathBuf::from(value);
            if self.certificates.is_none() && file.is_absolute() {
                self.certificates = Some(file);
            }
        } else if key.starts_with("//")
            && key
                .rsplit_once(':')
                .is_some_and(|(_, name)| AUTH.contains(&name))
            && !self.auth.iter().any(|(other, _)| other == key)
        {
            self.auth.push((key.to_owned(), Secret::new(value)));
        }
    }
}

/// Reads variables, the user's file and the system's, in this order of precedence.
pub(super) fn read(sources: &Sources<'_>) -> Npm {
    let mut npm = Npm::default();
    for (name, value) in sources.variables() {
        let prefix = name.get(..11).unwrap_or_default();
        if prefix.eq_ignore_ascii_case("npm_config_") {
            let key = &name[11..];
            let key = if key.starts_with(['@', '/']) {
                key.to_owned()
            } else {
                key.to_ascii_lowercase()
            };
            npm.take(&key, value.to_owned(), &Origin::Variable(name.to_owned()));
        }
    }
    let named = |setting| {
        sources
            .npm_variable(setting)
            .map(|(_, value)| PathBuf::from(value))
    };
    let user = named("userconfig").unwrap_or_else(|| sources.home.join(".npmrc"));
    let system = match named("globalconfig") {
        Some(file) => vec![file],
        None => SYSTEM.iter().map(PathBuf::from).collect(),
    };
    for file in std::iter::once(user).chain(system) {
        for (key, value) in text(&file).iter().flat_map(|text| settings(text)) {
            npm.take(
                &sources.expanded(key),
                sources.expanded(value),
                &Origin::File(file.clone()),
            );
        }
    }
    if npm.certificates.is_none() {
        let extra = sources.variable("NODE_EXTRA_CA_CERTS").map(PathBuf::from);
        npm.certificates = extra.filter(|file| file.is_absolute());
    }
    npm.addresses
        .sort_by(|one, other| one.scope.cmp(&other.scope));
    npm
}

/// The settings of a file, keys and values as written. The last one of a key comes first, as it wins.
fn settings(text: &str) -> Vec<(&str, &str)> {
    let mut all: Vec<_> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with(['#', ';', '[']))
        .filter_map(|line| line.split_once('='))
        .map(|(key, value)| (key.trim(), unquoted(value.trim())))
        .take(SETTINGS_MAX)
        .collect();
    all.reverse();
    all
}

fn unquoted(value: &str) -> &str {
    for quote in ['"', '\''] {
        let inside = value
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(inside) = inside {
            return inside;
        }
    }
    value
}

/// The URL without its scheme, as npm writes it before the name of a setting for one registry.
pub(super) fn nerf_dart(url: &str) -> String {
    let Ok(url) = Url::parse(url) else {
        return String::new();
    };
    let host = url.host_str().unwrap_or_default();
    let port = url.port().map(|port| format!(":{port}"));
    let path = url.path().trim_end_matches('/');
    format!("//{host}{}{path}/", port.unwrap_or_default())
}

/// The text of a file with these settings.
pub(super) fn write(
    addresses: &[Address],
    auth: &[(String, Secret)],
    certificates: Option<&Path>,
) -> Secret {
    let mut lines = Vec::new();
    let darts: Vec<String> = addresses.iter().map(|one| nerf_dart(&one.url)).collect();
    for (address, dart) in addresses.iter().zip(&darts) {
        let scope = address.scope.iter().map(|scope| format!("{scope}:"));
        lines.push(format!(
            "{}registry={}",
            scope.collect::<String>(),
            address.url
        ));
        if let Some(password) = &address.password {
            let encoded = BASE64_STANDARD.encode(decoded(password.expose()));
            lines.push(format!("{dart}:username={}", decoded(&address.user)));
            lines.push(format!("{dart}:_password={encoded}"));
        }
    }
    for (key, value) in auth {
        let at = key.rsplit_once(':').map_or(key.as_str(), |(at, _)| at);
        if darts.iter().any(|dart| dart.starts_with(at)) {
            lines.push(format!("{key}={}", value.expose()));
        }
    }
    if let Some(file) = certificates {
        lines.push(format!("cafile={}", file.display()));
    }
    // A line break in a value would begin another setting.
    lines.retain(|line| !line.contains(['\n', '\r']));
    lines.push(String::new());
    Secret::new(lines.join("\n"))
}

/// The text of a part of a URL without its percent encoding.
fn decoded(part: &str) -> String {
    let pair = format!("x={}", part.replace('+', "%2B"));
    let value = url::form_urlencoded::parse(pair.as_bytes()).next();
    value.map_or_else(String::new, |(_, value)| value.into_owned())
}
