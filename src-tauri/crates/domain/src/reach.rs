//! Hosts that a confined server may reach.

use std::fmt;

use crate::ServerId;

/// A host that one server may reach on one port.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReachGrant {
    /// The server it is allowed for, and no other.
    pub server: ServerId,
    /// The host in its one spelling: a name in lower case and punycode, or an address; IPv6 in brackets.
    pub host: String,
    /// The port, never 0.
    pub port: u16,
}

impl fmt::Display for ReachGrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}
