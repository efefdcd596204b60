//! Hosts that a confined server reaches: allowed ones, connections, and a pending host.

use messages::Text;
use serde::Serialize;
use specta::Type;

use super::ServerTag;

/// A host that a server may reach.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ReachHostView {
    /// Host and port, as the key for revoking it.
    pub key: String,
    /// Whether it is allowed until it is revoked; otherwise as long as the server runs.
    pub stored: bool,
    /// Since when it is allowed, in milliseconds since the Unix epoch.
    pub since_ms: f64,
    /// Whether a program that does not use the proxy reaches it only from the next start of the server on.
    pub after_restart: bool,
}

/// The connections of a server with one host in this run.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ReachTrafficView {
    /// Host and port.
    pub to: String,
    /// Connections that are open now.
    pub open: u32,
    /// Connections that wait for an approval, or are about to be opened.
    pub opening: u32,
    /// Connections that were ever opened.
    pub total: u32,
    /// Connections and requests that were refused.
    pub refused: u32,
    /// Bytes sent to the host.
    pub sent: f64,
    /// Bytes received from it.
    pub received: f64,
    /// Why the last one was refused.
    pub reason: Option<Text>,
}

/// What a confined server reaches over the network.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ReachView {
    /// Whether it reaches the hosts that the user allows; otherwise the lists are without effect.
    pub asked: bool,
    /// The allowed hosts, the first allowed first.
    pub hosts: Vec<ReachHostView>,
    /// Its traffic in this run, the last used first. Empty while it does not run.
    pub traffic: Vec<ReachTrafficView>,
}

/// A pending permission for a host.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ReachApprovalView {
    /// The server.
    pub server: ServerTag,
    /// The host: a name in lower case and punycode, or an address.
    pub host: String,
    /// The port.
    pub port: u32,
    /// Whether the name is written in punycode: it has letters that may look like others.
    pub punycode: bool,
    /// What kind of address it is, if it is not a public one: the user named it.
    pub address: Option<Text>,
    /// Whether the user named the host. Otherwise the server wants to connect now.
    pub by_user: bool,
    /// The calls of the server that run now.
    pub calls: Vec<ReachCallView>,
    /// The servers whose data was sent to this one before: it could pass that on.
    pub holds: Vec<ServerTag>,
    /// Whether no host is allowed yet: until now it cannot send anything.
    pub first: bool,
}

impl ReachApprovalView {
    /// Host and port.
    #[must_use]
    pub fn to(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

/// A call that runs while its server wants to connect.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ReachCallView {
    /// The tool's name, hidden characters made visible.
    pub tool: String,
    /// The title of its conversation, hidden characters made visible.
    pub conversation: Option<String>,
}
