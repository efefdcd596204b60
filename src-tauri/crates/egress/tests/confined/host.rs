//! The host: receives the sockets and serves them with a broker.

use std::{
    collections::HashSet,
    io::{IoSliceMut, Read as _},
    mem::MaybeUninit,
    net::IpAddr,
    os::{fd::OwnedFd, unix::net::UnixStream},
    process::{Command, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

use egress::{Broker, Decide, Destination, Lookup, Pending, Resolve, Setup, Verdict};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use tokio::net::{TcpListener, UdpSocket};

use crate::guard::SOCKETS;

const LONG: Duration = Duration::from_secs(60);

/// Allows a list, and keeps what it was asked.
#[derive(Default)]
pub struct Policy {
    allowed: HashSet<Destination>,
    asked: Mutex<Vec<String>>,
}

impl Decide for Policy {
    fn decided(&self, destination: &Destination) -> Option<Verdict> {
        self.allowed.contains(destination).then_some(Verdict::Allow)
    }

    fn ask(&self, destination: &Destination) -> Pending {
        self.asked.lock().unwrap().push(destination.to_string());
        Box::pin(async { Verdict::Deny })
    }
}

/// Every name leads to this machine.
struct Here;

impl Resolve for Here {
    fn look_up(&self, _: &str) -> Lookup {
        Box::pin(async { Ok(vec![IpAddr::from([127, 0, 0, 1])]) })
    }
}

/// Runs a script in a sandbox that may reach these destinations. Returns what it wrote, and what was asked.
pub fn run(script: &str, allowed: &[&str]) -> (String, Vec<String>) {
    let allowed = allowed
        .iter()
        .map(|to| Destination::authority(to, None).unwrap());
    let policy = Arc::new(Policy {
        allowed: allowed.collect(),
        ..Policy::default()
    });
    let setup = Setup {
        resolver: Arc::new(Here),
        ..Setup::default()
    };
    let broker = Broker::with("test", Arc::<Policy>::clone(&policy), setup);

    let home = tempfile::tempdir().unwrap();
    let (host, guards) = UnixStream::pair().unwrap();
    let mut guard = Command::new(std::env::current_exe().unwrap())
        .args(["guard", home.path().to_str().unwrap(), script])
        .stdin(OwnedFd::from(guards))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    host.set_read_timeout(Some(LONG)).unwrap();
    serve(&broker, receive(&host));
    let mut written = String::new();
    guard
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut written)
        .unwrap();
    let ended = guard.wait().unwrap();
    assert!(ended.success(), "{ended}: {written}");
    tokio::runtime::Handle::current().block_on(broker.stop());
    let asked = policy.asked.lock().unwrap().clone();
    (written, asked)
}

fn receive(host: &UnixStream) -> [OwnedFd; SOCKETS] {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(SOCKETS))];
    let mut beside = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let flags = RecvFlags::CMSG_CLOEXEC;
    recvmsg(host, &mut [IoSliceMut::new(&mut byte)], &mut beside, flags).unwrap();
    let mut sockets = Vec::new();
    for message in beside.drain() {
        if let RecvAncillaryMessage::ScmRights(descriptors) = message {
            sockets.extend(descriptors);
        }
    }
    sockets.try_into().expect("the sockets of the network")
}

fn serve(broker: &Broker, [proxy, dns, dns_tcp, every @ ..]: [OwnedFd; SOCKETS]) {
    let tcp = |socket: OwnedFd| {
        let listener = std::net::TcpListener::from(socket);
        listener.set_nonblocking(true).unwrap();
        TcpListener::from_std(listener).unwrap()
    };
    let dns = std::net::UdpSocket::from(dns);
    dns.set_nonblocking(true).unwrap();
    broker.serve_proxy(tcp(proxy));
    for listener in every {
        broker.serve_transparent(tcp(listener));
    }
    broker.serve_dns(UdpSocket::from_std(dns).unwrap());
    broker.serve_dns_tcp(tcp(dns_tcp));
}
