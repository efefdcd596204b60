//! The package registries that the user has configured for npm, uv and pip.

mod npmrc;
mod origin;
mod pip;
mod sources;
mod uv;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use domain::is_loopback;
use secrets::Secret;
use serde::{Deserialize, Serialize};
use url::Url;

pub use self::origin::Origin;
use self::sources::{Address, PYPI, Sources};
use crate::{
    error::{PackageError, RegistryProblem},
    execute::HostPort,
    recipe::Ecosystem,
};

/// npm's own registry.
const NPM: &str = "https://registry.npmjs.org/";
/// The hosts that files of a registry come from, where these are others than its own.
const FILE_HOSTS: [(&str, &str); 1] = [("pypi.org", "files.pythonhosted.org")];

/// Most registries of one ecosystem. More of them are left out.
pub const REGISTRIES_MAX: usize = 32;

/// One registry, without its credentials.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registry {
    /// Its URL without user name, password, query and fragment.
    pub url: String,
    /// The scope of npm that it is for: `@scope`. `None` for all others.
    pub scope: Option<String>,
    /// Where it is set.
    pub origin: Origin,
    /// Whether the user's settings have credentials for it.
    pub has_credentials: bool,
}

/// The registries of this user. Credentials are in it, and are never shown.
#[derive(Clone, Debug)]
pub struct Registries {
    npm: Vec<Address>,
    python: Vec<Address>,
    npm_auth: Vec<(String, Secret)>,
    npm_certificates: Option<PathBuf>,
    python_certificates: Option<PathBuf>,
}

impl Registries {
    /// Reads the settings of npm, uv and pip: the variables in `env`, the user's files below `home`, and the system's files.
    /// Each file is read up to 1 MiB. It reads the disk, and may block.
    ///
    /// The settings of uv take precedence over those of pip. A file that cannot be read or parsed counts as absent.
    #[must_use]
    pub fn read(home: &Path, env: &BTreeMap<String, String>) -> Self {
        let sources = Sources::new(home, env);
        let npm = npmrc::read(&sources);
        let pip = pip::read(&sources);
        let uv = uv::read(&sources);
        let python = if uv.addresses.is_empty() {
            pip.addresses
        } else {
            uv.addresses
        };
        Self {
            npm: or_default(npm.addresses, NPM),
            python: or_default(python, PYPI),
            npm_auth: npm.auth,
            npm_certificates: npm.certificates,
            python_certificates: uv.certificates.or(pip.certificates),
        }
    }

    /// The registries of an ecosystem, in the order in which they are used. The first without a scope is the default one.
    #[must_use]
    pub fn of(&self, ecosystem: Ecosystem) -> Vec<Registry> {
        self.addresses(ecosystem)
            .iter()
            .map(|address| Registry {
                url: address.shown(),
                scope: address.scope.clone(),
                origin: address.origin.clone(),
                has_credentials: address.password.is_some() || self.has_auth(address),
            })
            .collect()
    }

    /// The hosts that a package manager must reach: those of its registries, and for the default of Python the host of its files.
    ///
    /// # Errors
    /// [`PackageError::Registry`] for a registry that is not reached over HTTPS, unless it is on this machine.
    pub fn hosts(&self, ecosystem: Ecosystem) -> Result<Vec<HostPort>, PackageError> {
        let mut hosts = Vec::new();
        for address in self.addresses(ecosystem) {
            let host = checked(address)?;
            let files = FILE_HOSTS
                .iter()
                .find(|(registry, _)| *registry == host.host)
                .map(|(_, files)| HostPort {
                    host: (*files).to_owned(),
                    port: 443,
                });
            hosts.extend([host].into_iter().chain(files));
        }
        hosts.sort();
        hosts.dedup();
        Ok(hosts)
    }

    /// The file with the certificates of the registries, if one is set.
    #[must_use]
    pub fn certificates(&self, ecosystem: Ecosystem) -> Option<&Path> {
        match ecosystem {
            Ecosystem::Npm => self.npm_certificates.as_deref(),
            Ecosystem::Python => self.python_certificates.as_deref(),
        }
    }

    /// The URLs of the Python registries with their credentials, the default one first.
    pub(crate) fn python_urls(&self) -> impl Iterator<Item = Secret> {
        self.python.iter().map(Address::with_credentials)
    }

    /// The text of a `.npmrc` with the registries, their credentials and nothing else.
    pub(crate) fn npmrc(&self) -> Secret {
        npmrc::write(&self.npm, &self.npm_auth, self.npm_certificates.as_deref())
    }

    fn addresses(&self, ecosystem: Ecosystem) -> &[Address] {
        match ecosystem {
            Ecosystem::Npm => &self.npm,
            Ecosystem::Python => &self.python,
        }
    }

    fn has_auth(&self, address: &Address) -> bool {
        let host = npmrc::nerf_dart(&address.url);
        self.npm_auth.iter().any(|(key, _)| {
            key.rsplit_once(':')
                .is_some_and(|(at, _)| host.starts_with(at))
        })
    }
}

/// The addresses with the default one first, which may be `default`.
fn or_default(mut all: Vec<Address>, default: &str) -> Vec<Address> {
    if !all.iter().any(|address| address.scope.is_none()) {
        all.insert(0, Address::parse(default, Origin::Default));
    }
    all.truncate(REGISTRIES_MAX);
    all
}

fn checked(address: &Address) -> Result<HostPort, PackageError> {
    let refused = |problem| PackageError::Registry {
        url: address.shown(),
        origin: address.origin.to_string(),
        problem,
    };
    let url = Url::parse(&address.url).map_err(|_| refused(RegistryProblem::NotUrl))?;
    let host = host_port(&url).ok_or_else(|| refused(RegistryProblem::NotUrl))?;
    match url.scheme() {
        "https" => Ok(host),
        "http" if is_loopback(&url) => Ok(host),
        "http" => Err(refused(RegistryProblem::NotHttps)),
        _ => Err(refused(RegistryProblem::NotUrl)),
    }
}

/// The host and port of a URL with `http` or `https`.
pub(crate) fn host_port(url: &Url) -> Option<HostPort> {
    let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
    let port = url.port_or_known_default()?;
    Some(HostPort { host, port })
}
