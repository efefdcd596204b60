//! Where settings are read from, and the addresses in them.

use std::{
    collections::BTreeMap,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use domain::cut;
use secrets::Secret;
use url::Url;

use super::origin::Origin;

/// Python's own registry.
pub(super) const PYPI: &str = "https://pypi.org/simple/";
/// Most bytes of a file of settings.
const FILE_MAX: u64 = 1 << 20;
/// Most bytes of one value.
const VALUE_MAX: usize = 4096;

/// The variables and folders that settings are in.
pub(super) struct Sources<'a> {
    pub home: &'a Path,
    env: &'a BTreeMap<String, String>,
}

impl<'a> Sources<'a> {
    pub fn new(home: &'a Path, env: &'a BTreeMap<String, String>) -> Self {
        Self { home, env }
    }

    /// A variable that is set and not empty.
    pub fn variable(&self, name: &str) -> Option<&'a str> {
        self.env
            .get(name)
            .map(|value| value.trim())
            .filter(|value| !value.is_empty() && value.len() <= VALUE_MAX)
    }

    /// A variable that npm reads in any case.
    pub fn npm_variable(&self, setting: &str) -> Option<(&'a str, &'a str)> {
        let wanted = format!("npm_config_{setting}");
        self.env
            .iter()
            .find(|(name, value)| name.eq_ignore_ascii_case(&wanted) && !value.is_empty())
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// All variables.
    pub fn variables(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.env
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The folder for settings of this user.
    pub fn config(&self) -> PathBuf {
        match self.variable("XDG_CONFIG_HOME") {
            Some(folder) if Path::new(folder).is_absolute() => folder.into(),
            Some(_) | None => self.home.join(".config"),
        }
    }

    /// The text with `${NAME}` replaced by the variable; unknown ones stay, as npm has it.
    pub fn expanded(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("${") {
            let (before, from) = rest.split_at(at);
            out.push_str(before);
            let Some((name, after)) = from[2..].split_once('}') else {
                rest = from;
                break;
            };
            match self.env.get(name.trim_end_matches('?')) {
                Some(value) => out.push_str(value),
                None if name.ends_with('?') => {}
                None => out.push_str(&from[..name.len() + 3]),
            }
            rest = after;
        }
        out.push_str(rest);
        cut(&out, VALUE_MAX).to_owned()
    }
}

/// The text of a file of settings.
pub(super) fn text(path: &Path) -> Option<String> {
    let mut text = String::new();
    let file = File::open(path).ok()?;
    let length = file.take(FILE_MAX).read_to_string(&mut text).ok()?;
    (length > 0).then_some(text)
}

/// The address of a registry with its credentials.
#[derive(Clone, Debug)]
pub(super) struct Address {
    /// Without credentials, query and fragment; as written where it is no URL.
    pub url: String,
    pub user: String,
    pub password: Option<Secret>,
    pub scope: Option<String>,
    pub origin: Origin,
}

impl Address {
    pub fn parse(text: &str, origin: Origin) -> Self {
        let mut address = Self {
            url: String::new(),
            user: String::new(),
            password: None,
            scope: None,
            origin,
        };
        match Url::parse(text.trim()) {
            Ok(mut url) if url.has_host() => {
                address.user = url.username().to_owned();
                address.password = match url.password() {
                    Some(password) => Some(Secret::new(password.to_owned())),
                    None if !url.username().is_empty() => Some(Secret::new(String::new())),
                    None => None,
                };
                // A URL with a host takes these changes.
                let _ = url.set_username("");
                let _ = url.set_password(None);
                url.set_query(None);
                url.set_fragment(None);
                address.url = url.into();
            }
            // It may hold a credential in a form that cannot be parsed: only its beginning is kept.
            Ok(_) | Err(_) => {
                let bare = text.rsplit('@').next().unwrap_or_default();
                address.url = cut(bare, 200).to_owned();
            }
        }
        address
    }

    /// For a person.
    pub fn shown(&self) -> String {
        domain::visible(&self.url)
    }

    /// The URL as the package manager gets it.
    pub fn with_credentials(&self) -> Secret {
        let (Some(password), Ok(mut url)) = (&self.password, Url::parse(&self.url)) else {
            return Secret::new(self.url.clone());
        };
        // Both are still percent-encoded as they were in the URL.
        let _ = url.set_username(&self.user);
        let _ = url.set_password(Some(password.expose()));
        Secret::new(url.into())
    }
}
