//! A seal: what it is over, its key, and what is known of seals outside of the file.

use std::{collections::HashMap, future::Future, pin::Pin, sync::Arc};

use domain::ServerId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::columns::words;

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

    /// The rows of a section, each as one JSON text, in a fixed order. The parameter is the server.
    pub(crate) fn queries(self) -> &'static [&'static str] {
        match self {
            Self::Launch => &[
                "SELECT json_array(name, enabled, tools_off, sampling, elicitation, command, args, cwd, env, url, headers, \
                 launch_grant, bounds, confinement, removed_ms IS NULL) FROM servers WHERE id = ?",
                "SELECT json_array(digest, facts) FROM accepted_launches WHERE server_id = ?",
                "SELECT json_array(review, minute, day) FROM sampling_limits WHERE server_id = ?",
            ],
            Self::Pins => &[
                "SELECT json_array(kind, name, digest, octet_length(raw)) FROM pins WHERE server_id = ? ORDER BY kind, name",
            ],
            Self::Rules => &[
                "SELECT json_array(id, effect, tool, definition, launch, conversation_id, origin, created_ms, revoked_ms, \
                 until_ms, conditions, batch) FROM rules WHERE server_id = ? ORDER BY id",
                "SELECT json_array(tool, definition, tier) FROM tool_tiers WHERE server_id = ? ORDER BY tool, definition",
                "SELECT json_array(launch, reading) FROM trusted WHERE server_id = ?",
                "SELECT json_array(from_server, from_launch, to_launch, offline) FROM unguarded WHERE to_server = ? \
                 ORDER BY from_server",
                "SELECT json_array(conversation_id, from_server, created_ms) FROM flow_answers WHERE to_server = ? \
                 ORDER BY conversation_id, from_server",
                "SELECT json_array(from_server) FROM carried WHERE server_id = ? ORDER BY from_server",
            ],
            Self::Folders => &[
                "SELECT json_array(path, name, access, pass, identity) FROM roots WHERE server_id = ? ORDER BY path",
                "SELECT json_array(host, port) FROM reach WHERE server_id = ? ORDER BY host, port",
            ],
        }
    }
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
