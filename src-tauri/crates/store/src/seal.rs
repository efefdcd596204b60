//! A seal: what it is over, its key, and what is known of seals outside of the file.

use std::{collections::HashMap, future::Future, pin::Pin, sync::Arc};

use domain::ServerId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::columns::words;

/// The rows of a table: what is selected, the table, the column of the server, and the order within a server.
macro_rules! rows {
    ($what:literal, $table:literal, $server:literal, $order:literal) => {
        Rows {
            one: concat!(
                "SELECT ",
                $what,
                " FROM ",
                $table,
                " WHERE ",
                $server,
                " = ? ORDER BY ",
                $order
            ),
            all: concat!(
                "SELECT ",
                $server,
                ", ",
                $what,
                " FROM ",
                $table,
                " ORDER BY ",
                $server,
                ", ",
                $order
            ),
        }
    };
}

words! {
    /// What is sealed of a server as one.
    Section {
        /// How it starts, the launch that was accepted, its switches and limits.
        Launch = "launch",
        /// Its accepted definitions.
        Pins = "pins",
        /// Its rules, tiers, trust, and what may flow into it.
        Rules = "rules",
        /// Its folders and hosts.
        Folders = "folders",
    }
}

impl Section {
    /// Every section.
    pub const ALL: [Self; 4] = [Self::Launch, Self::Pins, Self::Rules, Self::Folders];

    /// The rows of a section, each as one JSON text, in a fixed order.
    pub(crate) fn queries(self) -> &'static [Rows] {
        match self {
            Self::Launch => &[
                rows!(
                    "json_array(name, enabled, tools_off, sampling, elicitation, command, args, cwd, env, url, headers, \
                     launch_grant, bounds, confinement, removed_ms IS NULL)",
                    "servers",
                    "id",
                    "id"
                ),
                rows!(
                    "json_array(digest, facts)",
                    "accepted_launches",
                    "server_id",
                    "digest"
                ),
                rows!(
                    "json_array(review, minute, day)",
                    "sampling_limits",
                    "server_id",
                    "server_id"
                ),
            ],
            Self::Pins => &[rows!(
                "json_array(kind, name, digest, octet_length(raw))",
                "pins",
                "server_id",
                "kind, name"
            )],
            Self::Rules => &[
                rows!(
                    "json_array(id, effect, tool, definition, launch, conversation_id, origin, created_ms, revoked_ms, \
                     until_ms, conditions, batch)",
                    "rules",
                    "server_id",
                    "id"
                ),
                rows!(
                    "json_array(tool, definition, tier)",
                    "tool_tiers",
                    "server_id",
                    "tool, definition"
                ),
                rows!(
                    "json_array(launch, reading)",
                    "trusted",
                    "server_id",
                    "server_id"
                ),
                rows!(
                    "json_array(from_server, from_launch, to_launch, offline)",
                    "unguarded",
                    "to_server",
                    "from_server"
                ),
                rows!(
                    "json_array(conversation_id, from_server, created_ms)",
                    "flow_answers",
                    "to_server",
                    "conversation_id, from_server"
                ),
                rows!(
                    "json_array(from_server)",
                    "carried",
                    "server_id",
                    "from_server"
                ),
            ],
            Self::Folders => &[
                rows!(
                    "json_array(path, name, access, pass, identity)",
                    "roots",
                    "server_id",
                    "path"
                ),
                rows!("json_array(host, port)", "reach", "server_id", "host, port"),
            ],
        }
    }
}

/// The rows of one table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// Those of one server, which is the parameter.
    pub one: &'static str,
    /// Those of all servers, with the server first.
    pub all: &'static str,
}

/// The size of a key, in bytes.
pub const SEAL_KEY_BYTES: usize = 64;

/// The key of the codes: random bytes.
#[derive(Clone)]
pub struct SealKey([u8; SEAL_KEY_BYTES]);

impl SealKey {
    /// A key of these bytes.
    #[must_use]
    pub fn new(bytes: [u8; SEAL_KEY_BYTES]) -> Self {
        Self(bytes)
    }

    pub(crate) fn code(&self, sealed: &Sealed) -> Hmac<Sha256> {
        let mut code = Hmac::<Sha256>::new(&self.0.into());
        let Sealed {
            server,
            section,
            number,
            digest,
        } = sealed;
        let section = section.as_str();
        code.update(format!("{server} {section} {number} {digest}").as_bytes());
        code
    }
}

impl std::fmt::Debug for SealKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealKey")
    }
}

/// A seal that was set, for the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The server.
    pub server: ServerId,
    /// The section.
    pub section: Section,
    /// The number of the seal; a later one of the same section is higher.
    pub number: u64,
    /// SHA-256 of the section, in hexadecimal digits; empty once the server is removed.
    pub digest: String,
}

/// Where seals are recorded.
pub trait SealLog: Send + Sync + std::fmt::Debug {
    /// Records a seal. A failure is the log's to report: the seal holds without its row.
    fn sealed<'a>(&'a self, sealed: &'a Sealed) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
}

/// What is known outside of the file when it is opened.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The key; none where there is no keychain, or it cannot be read.
    pub key: Option<SealKey>,
    /// The highest number of each seal in the log.
    pub logged: HashMap<(ServerId, Section), u64>,
    /// Whether the log is known to be whole.
    pub log_is_whole: bool,
    /// Where later seals are recorded.
    pub log: Arc<dyn SealLog>,
}
