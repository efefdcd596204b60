//! A server as a row of the table.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    ConfinementChoice, EnvEntry, EraChoice, HeaderEntry, InstalledPackage, LaunchDigest,
    RemoteTransport, ServerId,
};
use serde::{Deserialize, Serialize};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{json, parsed, parsed_option},
};

/// A server as it is stored. Values of its environment are in the keychain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerRecord {
    /// The server.
    pub id: ServerId,
    /// The user's name for it, unique letter case aside.
    pub name: String,
    /// Its place in the list; smaller comes first.
    pub position: i64,
    /// The smallest number no other server had when it was added, from 0: picks its colour and mark.
    pub fob: u32,
    /// Whether it is started with the host.
    pub enabled: bool,
    /// The names of its tools that the user switched off.
    pub tools_off: BTreeSet<String>,
    /// Whether it may ask for answers of the user's model.
    pub sampling: bool,
    /// Whether it may ask the user for something.
    pub elicitation: bool,
    /// Whether the keychain may hold an account of it.
    pub account: bool,
    /// The command, as the user wrote it.
    pub command: String,
    /// The arguments after the command.
    pub args: Vec<String>,
    /// The working directory, if the user chose one.
    pub cwd: Option<String>,
    /// The names of its environment and where their values come from.
    pub env: Vec<EnvEntry>,
    /// Its URL, if it is no program of this machine; then it has no command.
    pub url: Option<String>,
    /// The names of the headers that go with every request, and where their values come from.
    pub headers: Vec<HeaderEntry>,
    /// What carried the messages the last time, if it has a URL.
    pub wire: Option<RemoteTransport>,
    /// How it was spoken to the last time it was probed.
    pub era: Option<StoredEra>,
    /// How the user wants it spoken to.
    pub era_choice: EraChoice,
    /// The launch that was approved for good; any other asks again.
    pub launch_grant: Option<LaunchDigest>,
    /// The protocol revision last agreed on.
    pub last_revision: Option<String>,
    /// The bounds of its connection that differ from those of all servers, by the host's key for them.
    pub bounds: BTreeMap<String, u32>,
    /// What the user chose about its sandbox, if it is a program of this machine.
    pub confinement: ConfinementChoice,
    /// The package that was installed for its command, if one was.
    pub package: Option<StoredPackage>,
    /// The bundle that it is started from, if it is one.
    pub bundle: Option<StoredBundle>,
    /// When it was added, in milliseconds since the Unix epoch.
    pub created_ms: i64,
}

/// The unpacked bundle of a server, with what a person was shown of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredBundle {
    /// SHA-256 of its file, in hexadecimal digits: the name of its folder.
    pub digest: String,
    /// SHA-256 of its unpacked files, in hexadecimal digits.
    pub tree: String,
    /// Its name in the manifest.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its command. A server with another command is not started from the bundle.
    pub command: String,
    /// The folders that the person chose for it, and those of chosen files.
    pub folders: Vec<String>,
    /// The package run whose packages it needs, if it needs some: JSON, read by the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<serde_json::Value>,
    /// What the person entered, without secrets: JSON, read by the host alone.
    pub answers: serde_json::Value,
    /// What a review shows: JSON, read by the host alone.
    pub review: serde_json::Value,
}

/// An installed package of a server, with what a person was shown of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredPackage {
    /// The package run that it was installed for, without the arguments of the server: JSON, read by the host alone.
    pub recipe: serde_json::Value,
    /// The package and how it is started, without the arguments of the server.
    pub installed: InstalledPackage,
    /// What a review shows: JSON, read by the host alone.
    pub review: serde_json::Value,
}

/// A server to add, or the new way to start one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewServer {
    /// The user's name for it.
    pub name: String,
    /// The command.
    pub command: String,
    /// The arguments after the command.
    pub args: Vec<String>,
    /// The working directory.
    pub cwd: Option<String>,
    /// The names of its environment.
    pub env: Vec<EnvEntry>,
    /// Its URL, in place of all of these.
    pub url: Option<String>,
    /// The names of its headers.
    pub headers: Vec<HeaderEntry>,
}

/// Reads a row.
pub(super) fn server(row: &SqliteRow) -> Result<ServerRecord, StoreError> {
    Ok(ServerRecord {
        id: parsed(row, "id")?,
        name: row.try_get("name")?,
        position: row.try_get("position")?,
        fob: row.try_get("fob")?,
        enabled: row.try_get("enabled")?,
        tools_off: json(row, "tools_off")?,
        sampling: row.try_get("sampling")?,
        elicitation: row.try_get("elicitation")?,
        account: row.try_get("account")?,
        command: row.try_get("command")?,
        args: json(row, "args")?,
        cwd: row.try_get("cwd")?,
        env: json(row, "env")?,
        url: row.try_get("url")?,
        headers: json(row, "headers")?,
        // A word that is not known counts as none: the transports are tried again.
        wire: parsed_option(row, "wire").unwrap_or_default(),
        era: StoredEra::read(row.try_get("era")?, row.try_get("era_ms")?),
        era_choice: parsed_option(row, "era_choice")
            .ok()
            .flatten()
            .unwrap_or_default(),
        launch_grant: parsed_option(row, "launch_grant")?,
        last_revision: row.try_get("last_revision")?,
        bounds: json(row, "bounds")?,
        confinement: json(row, "confinement")?,
        // What cannot be read is installed anew; the launch that was accepted then is another one.
        package: row
            .try_get::<Option<String>, _>("package")?
            .and_then(|text| serde_json::from_str(&text).ok()),
        bundle: row
            .try_get::<Option<String>, _>("bundle")?
            .and_then(|text| serde_json::from_str(&text).ok()),
        created_ms: row.try_get("created_ms")?,
    })
}

/// How a server is spoken to, as it was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredEra {
    /// Without a session, as since revision 2026-07-28.
    pub stateless: bool,
    /// When it was found out, in milliseconds since the Unix epoch.
    pub probed_ms: i64,
}

impl StoredEra {
    pub(super) fn name(&self) -> &'static str {
        match self.stateless {
            true => "stateless",
            false => "stateful",
        }
    }

    fn read(era: Option<String>, probed_ms: Option<i64>) -> Option<Self> {
        Some(Self {
            stateless: era? == "stateless",
            probed_ms: probed_ms?,
        })
    }
}
