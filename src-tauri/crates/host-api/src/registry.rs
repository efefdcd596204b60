//! A registry of servers: what it lists, as claims that nobody vouches for.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::GivenValue;

/// The setting of the registry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct RegistrySettingView {
    /// Whether it is used. Nothing is sent to it otherwise.
    pub on: bool,
    /// Its address.
    pub address: String,
    /// The address of the official registry.
    pub official: String,
}

/// One page of a search.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RegistryPageView {
    /// The host of the registry.
    pub host: String,
    /// The servers, in the order of the registry.
    pub rows: Vec<RegistryRowView>,
    /// How many entries were refused, because they break the schema.
    pub refused: u32,
    /// Whether there is another page.
    pub more: bool,
}

/// A server of the registry, in one row.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RegistryRowView {
    /// Its name in the registry.
    pub name: String,
    /// Its display name; its name without the namespace if it has none.
    pub title: String,
    /// The namespace of its publisher.
    pub publisher: String,
    /// Its description.
    pub description: String,
    /// Its version.
    pub version: String,
    /// What the registry says about its state.
    pub status: RegistryStatusView,
    /// The kinds of its packages and remotes: `npm`, `streamable-http`.
    pub kinds: Vec<String>,
    /// What about it imitates others, or contradicts itself.
    pub warnings: Vec<Text>,
}

/// The state of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RegistryStatusView {
    /// It is current.
    Active,
    /// Its publisher advises against it.
    Deprecated,
    /// It was deleted, and cannot be added.
    Deleted,
}

/// One version of a server of the registry.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RegistryEntryView {
    /// Its row.
    pub row: RegistryRowView,
    /// Why it is deprecated or deleted, in the publisher's words.
    pub status_message: Option<String>,
    /// The URL of its repository, and the folder in it.
    pub repository: Option<String>,
    /// Its website.
    pub website: Option<String>,
    /// When it was published, as RFC 3339.
    pub published: Option<String>,
    /// When it changed last, as RFC 3339.
    pub updated: Option<String>,
    /// Every version with its state, newest first.
    pub versions: Vec<RegistryVersionView>,
    /// Its packages and remotes.
    pub ways: Vec<RegistryWayView>,
}

/// A version of a server of the registry.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RegistryVersionView {
    /// The version.
    pub version: String,
    /// Its state.
    pub status: RegistryStatusView,
}

/// A package or remote of a server of the registry.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RegistryWayView {
    /// Its kind: `npm`, `pypi`, `oci`, `nuget`, `mcpb`, `streamable-http`, `sse`, `other`.
    pub kind: String,
    /// The package with its version, or the URL, with the names of values in braces.
    pub source: String,
    /// The words of its command, with the names of values in braces; empty for a remote.
    pub words: Vec<String>,
    /// Why it cannot be added.
    pub problem: Option<Text>,
    /// The values that its arguments or its URL need.
    pub inputs: Vec<RegistryInputView>,
    /// Its environment variables or headers.
    pub settings: Vec<RegistryNameView>,
    /// What its user should know.
    pub notes: Vec<Text>,
    /// The host that it is downloaded from, if it is a bundle that can be.
    pub download: Option<String>,
}

/// A value that a server of the registry needs.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RegistryInputView {
    /// Its name.
    pub key: String,
    /// What the entry says about it.
    pub description: String,
    /// Whether the server cannot be added without it.
    pub required: bool,
    /// Whether the entry says that it is a secret.
    pub secret: bool,
    /// Whether it is the path of a file or folder.
    pub path: bool,
    /// The value that is used if none is given.
    pub default: Option<String>,
    /// An example.
    pub placeholder: String,
    /// The only possible values; any if empty.
    pub choices: Vec<String>,
}

/// An environment variable or header of a server of the registry.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RegistryNameView {
    /// Its name.
    pub name: String,
    /// What the entry says about it.
    pub description: String,
    /// Whether the server does not work without it.
    pub required: bool,
    /// Whether the entry says that it is a secret.
    pub secret: bool,
}

/// What is filled in from the registry.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct RegistryChoice {
    /// The name of the server in the registry.
    pub name: String,
    /// Its version; the latest if none is given.
    pub version: Option<String>,
    /// The number of its package or remote, from 0.
    pub way: u32,
    /// The values that it needs.
    pub values: Vec<GivenValue>,
}
