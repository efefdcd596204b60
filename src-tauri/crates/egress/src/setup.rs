//! How a broker works.

use std::{sync::Arc, time::Duration};

use crate::{AddressPool, Observe, Resolve, SystemResolver};

/// How much one server may use, and for how long.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Connections at once, those to the resolver over TCP included.
    pub connections: usize,
    /// Destinations that wait for a decision at once.
    pub waiting: usize,
    /// How long a destination waits for a decision.
    pub decision: Duration,
    /// How long the head of a request, or the first message of SOCKS5 or TLS, may take. An HTTP connection may rest as
    /// long between two requests.
    pub request: Duration,
    /// How long looking a name up may take, and how long connecting.
    pub dial: Duration,
    /// How long a connection may rest.
    pub idle: Duration,
    /// Destinations whose traffic is listed.
    pub destinations: usize,
    /// Names with a made-up address.
    pub names: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            connections: 32,
            waiting: 3,
            decision: Duration::from_secs(120),
            request: Duration::from_secs(15),
            dial: Duration::from_secs(10),
            idle: Duration::from_secs(15 * 60),
            destinations: 256,
            names: 4096,
        }
    }
}

/// Which addresses a name may lead to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Addresses {
    /// Public ones, and others that are allowed as such.
    #[default]
    Checked,
    /// Any. For names that the user's own settings have, and not the program: they may be those of a private network.
    Any,
}

/// How a broker works. The default is what a server gets.
pub struct Setup {
    /// How much the server may use.
    pub bounds: Bounds,
    /// Where made-up addresses are taken from.
    pub pool: AddressPool,
    /// Ports on which connections to a name must begin with TLS for that name.
    pub tls_ports: Vec<u16>,
    /// Ports on which plain HTTP is parsed request by request.
    pub http_ports: Vec<u16>,
    /// Where names are looked up.
    pub resolver: Arc<dyn Resolve>,
    /// Which addresses a name may lead to.
    pub addresses: Addresses,
    /// Who sees what is sent over plain HTTP.
    pub observer: Option<Arc<dyn Observe>>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            bounds: Bounds::default(),
            pool: AddressPool::default(),
            tls_ports: vec![443],
            http_ports: vec![80],
            resolver: Arc::new(SystemResolver),
            addresses: Addresses::Checked,
            observer: None,
        }
    }
}
