//! One entry of a registry.

use messages::{Phrase, phrases};
use serde_json::Value;

use crate::{
    bounds::{TEXT_CHARS, WAYS},
    checked::{exact, list, prose},
    imitation::{self, Warning},
    schema,
    way::{self, Way},
};

/// Maximum length of a name, in characters (server.json, `name`).
const MAX_NAME: usize = 200;
/// Maximum length of a version, in characters (server.json, `version`).
const MAX_VERSION: usize = 255;
/// Maximum length of a URL for people, in characters.
const MAX_URL: usize = 500;

/// One version of a server, as its publisher describes it. Nobody vouches for any of it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name: a namespace of its publisher in reverse-DNS form, and a name.
    pub name: String,
    /// Its display name.
    pub title: Option<String>,
    /// Its description.
    pub description: String,
    /// Its version.
    pub version: String,
    /// What the registry says about its state.
    pub status: Status,
    /// Why, in the publisher's words.
    pub status_message: Option<String>,
    /// When it was published, as RFC 3339.
    pub published: Option<String>,
    /// When it changed last, as RFC 3339.
    pub updated: Option<String>,
    /// Whether it is the latest version.
    pub latest: bool,
    /// Where its source is said to be.
    pub repository: Option<Repository>,
    /// Its website.
    pub website: Option<String>,
    /// Its packages, then its remotes.
    pub ways: Vec<Way>,
    /// What about it imitates others, or contradicts itself.
    pub warnings: Vec<Warning>,
}

/// A repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// Its URL.
    pub url: String,
    /// The folder in it.
    pub subfolder: Option<String>,
}

/// The state of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is current.
    Active,
    /// Its publisher advises against it.
    Deprecated,
    /// It was deleted, and cannot be added. A state that is not known counts as this.
    Deleted,
}

/// An entry that was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreadable {
    /// Its name, cut, with hidden characters written out; empty if it has none.
    pub name: String,
    /// Why.
    pub reason: Phrase,
}

impl Entry {
    /// Parses an element of a page, or the answer for one version.
    ///
    /// # Errors
    /// It breaks the schema, has hidden characters where a text is used byte for byte, or exceeds a bound.
    pub fn parse(value: &Value) -> Result<Self, Unreadable> {
        let name = value.pointer("/server/name").and_then(Value::as_str);
        let name = prose(name.unwrap_or_default(), 80);
        parse(value).map_err(|reason| Unreadable { name, reason })
    }

    /// Returns the namespace of its publisher. The official registry checks that the publisher controls it; others may not.
    #[must_use]
    pub fn publisher(&self) -> &str {
        self.name.split_once('/').map_or("", |(space, _)| space)
    }

    /// Returns the name that the server form suggests: its title, or the last part of its name.
    #[must_use]
    pub fn suggested_name(&self) -> String {
        let last = self.name.split_once('/').map_or("", |(_, last)| last);
        self.title.clone().unwrap_or_else(|| last.to_owned())
    }

    /// Returns why it cannot be added, whatever its packages.
    #[must_use]
    pub fn problem(&self) -> Option<Phrase> {
        match self.status {
            Status::Active | Status::Deprecated => None,
            Status::Deleted => Some(phrases::host_registry_deleted()),
        }
    }
}

fn parse(value: &Value) -> Result<Entry, Phrase> {
    let response = <schema::Response as serde::Deserialize>::deserialize(value);
    let schema::Response { server, meta } = response
        .map_err(|error| phrases::host_registry_entry_schema(prose(&error.to_string(), 120)))?;
    let name = exact("name", server.name, MAX_NAME)?;
    if !is_name(&name) {
        return Err(phrases::host_registry_entry_name());
    }
    let version = exact("version", server.version, MAX_VERSION)?;
    let official = meta.and_then(|meta| meta.official);
    let status = match official.as_ref().and_then(|o| o.status.as_deref()) {
        None | Some("active") => Status::Active,
        Some("deprecated") => Status::Deprecated,
        Some(_) => Status::Deleted,
    };
    let official = official.as_ref();
    let moment = |text: Option<&String>| text.filter(|text| is_moment(text)).cloned();
    let mut ways = Vec::new();
    for package in list("packages", server.packages, WAYS)? {
        ways.push(way::of_package(package)?);
    }
    for remote in list("remotes", server.remotes, WAYS)? {
        ways.push(way::of_remote(remote)?);
    }
    let said = |text: Option<String>| {
        text.filter(|text| !text.trim().is_empty())
            .map(|text| prose(&text, TEXT_CHARS))
    };
    let url = |what, text: Option<String>| {
        text.filter(|text| !text.is_empty())
            .map(|text| exact(what, text, MAX_URL))
            .transpose()
    };
    let repository = match server.repository {
        Some(schema::Repository {
            url: given,
            subfolder,
        }) => url("repository", given)?.map(|url| Repository {
            url,
            subfolder: said(subfolder),
        }),
        None => None,
    };
    let written = [
        server.title.as_deref().unwrap_or_default(),
        &server.description,
    ];
    let warnings = imitation::in_texts(&written);
    let mut entry = Entry {
        name,
        title: said(server.title),
        description: prose(&server.description, TEXT_CHARS),
        version,
        status,
        status_message: said(official.and_then(|o| o.status_message.clone())),
        published: moment(official.and_then(|o| o.published_at.as_ref())),
        updated: moment(official.and_then(|o| o.updated_at.as_ref())),
        latest: official.and_then(|o| o.is_latest) == Some(true),
        repository,
        website: url("websiteUrl", server.website_url)?,
        ways,
        warnings,
    };
    let (publisher, last) = entry.name.split_once('/').unwrap_or_default();
    let imitated = imitation::of(&imitation::Names {
        publisher,
        name: last,
        title: entry.title.as_deref(),
        packages: entry.ways.iter().filter_map(Way::package_name).collect(),
        repository: entry.repository.as_ref().map(|one| one.url.as_str()),
    });
    entry.warnings.extend(imitated);
    Ok(entry)
}

/// Whether a name has the form of the schema: `^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`. It is a part of the path of a request, so
/// the parts `.` and `..` are none.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let Some((space, name)) = name.split_once('/') else {
        return false;
    };
    let letters = |text: &str, more: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || more.contains(c))
    };
    let named = |text: &str| text.chars().any(|c| c.is_ascii_alphanumeric());
    letters(space, ".-") && letters(name, "._-") && named(space) && named(name)
}

/// Whether a text has the characters of a moment in RFC 3339.
fn is_moment(text: &str) -> bool {
    (10..=40).contains(&text.len())
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || "TZtz:.+-".contains(c))
}
