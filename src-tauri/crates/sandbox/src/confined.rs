//! A confined server that runs.

use std::net::{TcpListener, UdpSocket};

use rustix::process::Pid;

use crate::{Change, ChangeError, FolderChange, Report};

/// A confined server that runs, in the process that started it.
///
/// The caller waits for [`Confined::child`], which is its own child process, and ends it to end the server. One
/// implementation exists for each [`crate::Method`].
pub trait Confined {
    /// The child process to wait for. With [`crate::Method::Namespaces`], everything in the sandbox ends with it.
    fn child(&self) -> Pid;

    /// The server, which leads its own process group: the child, or a descendant of it.
    fn server(&self) -> Pid;

    /// What the system enforces.
    fn report(&self) -> &Report;

    /// How the server ended, if that was heard. `None`: how the child ended is how the server ended.
    fn outcome(&mut self) -> Option<Outcome> {
        None
    }

    /// The sockets of the server's network, once, if it is [`crate::Network::Brokered`] and this method has one.
    fn sockets(&mut self) -> Option<Sockets> {
        None
    }

    /// Changes what the server may do with a folder.
    ///
    /// # Errors
    /// [`ChangeError`]. The server has no more than before then, but may still have what was to be taken: end it.
    fn change(&mut self, _: &FolderChange) -> Result<Change, ChangeError> {
        Err(ChangeError::NeedsRestart)
    }
}

/// What listens inside the network of a server, to be served from outside. No bridge, no file and no port of the machine
/// is needed: whoever holds them accepts what the server connects to.
#[derive(Debug)]
pub struct Sockets {
    /// A proxy, on 127.0.0.1:3128.
    pub proxy: TcpListener,
    /// Port 443 of every address; the local address of a connection tells which.
    pub https: TcpListener,
    /// Port 80 of every address.
    pub http: TcpListener,
    /// The resolver, on 127.0.0.1:53.
    pub dns: UdpSocket,
    /// The resolver over TCP.
    pub dns_tcp: TcpListener,
}

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// With this code.
    Exited(i32),
    /// By this signal.
    Signaled(i32),
}
