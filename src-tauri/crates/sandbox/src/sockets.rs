//! The sockets of a server's own network.

use std::net::{TcpListener, UdpSocket};

/// What listens inside the network of a server, to be served from outside. No bridge, no file and no port of the machine
/// is needed: whoever holds them accepts what the server connects to.
#[derive(Debug)]
pub struct Sockets {
    /// A proxy, on 127.0.0.1:3128.
    pub proxy: TcpListener,
    /// Ports 443 and 80 of every address, and each of [`crate::Confinement::ports`]. The local address of a connection tells
    /// which it is for.
    pub every: Vec<TcpListener>,
    /// The resolver, on 127.0.0.1:53.
    pub dns: UdpSocket,
    /// The resolver over TCP.
    pub dns_tcp: TcpListener,
}
