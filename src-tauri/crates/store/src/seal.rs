//! A seal: what it is over, its key, and what is known of seals outside of the file.

use std::collections::BTreeSet;

use domain::ServerId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{StoreError, columns::words};

/// What one seal is over.
pub(crate) type Place = (ServerId, Section);

/// The rows of a table: what is selected, the table, the column of the server, and the order within a server.
macro_rules! rows {
    ($what:literal, $table:literal, $server:literal, $order:literal) => {
        Rows {
            table: $table,
            one: concat!(
                "SELECT ",
                $what,
                " FROM ",
                $table,
                // Another program's index may lack rows of the table.
                " NOT INDEXED WHERE ",
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
                " NOT INDEXED ORDER BY ",
                $server,
                ", ",
                $order
            ),
        }
    };
}

/// The rows of a table that belong to no server: what is selected, the table, which of them, and their order.
macro_rules! own_rows {
    ($what:literal, $table:literal, $which:literal, $order:literal) => {
        Rows {
            table: $table,
            one: concat!(
                "SELECT ",
                $what,
                " FROM ",
                $table,
                " NOT INDEXED WHERE ? IS NOT NULL AND ",
                $which,
                " ORDER BY ",
                $order
            ),
            all: "",
        }
    };
}

words! {
    /// What is sealed as one: of a server, or of the user's own decisions.
    Section {
        /// How it starts, the launch that was accepted, its switches and limits.
        Launch = "launch",
        /// Its accepted definitions.
        Pins = "pins",
        /// Its rules, tiers, trust, and what may flow into it.
        Rules = "rules",
        /// Its folders and hosts.
        Folders = "folders",
        /// A model endpoint of the user: where it is and what it is called.
        Endpoint = "endpoint",
        /// What may go to models that are not on this machine.
        Outflow = "outflow",
        /// The registry of servers.
        Registry = "registry",
    }
}

/// Returns what a seal of the user's own decisions is about, in the place of a server.
pub(crate) fn subject(id: impl std::fmt::Display) -> Result<ServerId, StoreError> {
    let parsed = id.to_string().parse();
    parsed.map_err(|_| StoreError::Invalid("not an identifier".into()))
}

/// Returns in the place of a server that a seal is about the user alone.
pub(crate) fn user() -> Result<ServerId, StoreError> {
    subject("00000000-0000-0000-0000-000000000000")
}

impl Section {
    /// Every section of a server.
    pub const ALL: [Self; 4] = [Self::Launch, Self::Pins, Self::Rules, Self::Folders];

    /// Every section of the user's own decisions.
    const OWN: [Self; 3] = [Self::Endpoint, Self::Outflow, Self::Registry];

    /// Whether it is of the user's own decisions, not of a server.
    pub(crate) fn is_own(self) -> bool {
        Self::OWN.contains(&self)
    }

    /// The tables that hold sealed rows.
    pub(crate) fn tables() -> BTreeSet<&'static str> {
        let sections = Self::ALL.into_iter().chain(Self::OWN);
        let rows = sections.flat_map(|section| section.queries());
        rows.map(|rows| rows.table).collect()
    }

    /// The rows as a program before the book of seals sealed them, where it was another way: the length of a text alone.
    pub(crate) fn former_queries(self) -> Option<&'static [Rows]> {
        (self == Self::Pins).then_some(&[rows!(
            "json_array(kind, name, digest, octet_length(raw))",
            "pins",
            "server_id",
            "kind, name"
        )])
    }

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
                "json_array(kind, name, digest, raw)",
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
            Self::Endpoint => &[rows!(
                "json_array(id, name, wire, base_url, model, has_key)",
                "providers",
                "id",
                "id"
            )],
            Self::Outflow => &[
                own_rows!(
                    "json_array(conversation_id, origin, created_ms)",
                    "outflow_answers",
                    "1",
                    "conversation_id, origin"
                ),
                own_rows!(
                    "json_array(provider_id, origin, created_ms)",
                    "outflow_grants",
                    "1",
                    "provider_id, origin"
                ),
            ],
            Self::Registry => &[own_rows!(
                "json_array(key, value)",
                "settings",
                "key = 'registry'",
                "key"
            )],
        }
    }
}

/// The rows of one table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// Its name.
    pub table: &'static str,
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

    pub(crate) fn bytes(&self) -> &[u8; SEAL_KEY_BYTES] {
        &self.0
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
    /// The server. Of the user's own decisions, the identifier of the endpoint, or one of zeros.
    pub server: ServerId,
    /// The section.
    pub section: Section,
    /// The number of the seal; a later one of the same section is higher.
    pub number: u64,
    /// SHA-256 of the section, in hexadecimal digits; empty once the server is removed, or the seal ended in doubt.
    pub digest: String,
}
