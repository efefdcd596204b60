//! Reaching this machine's own services and everything beyond.

use std::{
    io::{self, Read},
    net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpListener, TcpStream, UdpSocket},
    time::Duration,
};

use super::{Attempt, Control, attempt, namespaces, reached};
use crate::{raw::call, scene::Scene};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_millis(300);

const IPPROTO_MPTCP: usize = 262;
const AF_VSOCK: usize = 40;
const AF_BLUETOOTH: usize = 31;
const AF_ALG: usize = 38;

pub const ALL: &[Attempt] = &[
    attempt("connect to a service of this machine", |scene| {
        connect(SocketAddrV4::new(Ipv4Addr::LOCALHOST, scene.tcp).into())
    }),
    attempt("connect to it by another spelling", |scene| {
        connect(
            SocketAddrV4::new(
                Ipv4Addr::new(127, 0, 0, 1)
                    .to_ipv6_mapped()
                    .to_ipv4()
                    .unwrap(),
                scene.tcp,
            )
            .into(),
        )
    }),
    attempt("connect to it over IPv6", |scene| {
        connect(SocketAddr::from((
            Ipv4Addr::LOCALHOST.to_ipv6_mapped(),
            scene.tcp,
        )))
    }),
    attempt("connect to it by 0.0.0.0", |scene| {
        connect(SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, scene.tcp).into())
    }),
    attempt("connect to it over MPTCP", |scene| {
        raw_connect(scene, IPPROTO_MPTCP)
    })
    .needs(Control::Machine),
    attempt("connect with the first bytes", fast_open),
    attempt("ask a service over UDP", |scene| {
        let socket = UdpSocket::bind("127.0.0.1:0")?;
        socket.set_read_timeout(Some(PATIENCE))?;
        socket.send_to(b"?", ("127.0.0.1", scene.udp))?;
        socket.recv_from(&mut [0; 16]).map(drop)
    }),
    attempt("ask a service over connected UDP", |scene| {
        let socket = UdpSocket::bind("127.0.0.1:0")?;
        socket.set_read_timeout(Some(PATIENCE))?;
        socket.connect(("127.0.0.1", scene.udp))?;
        socket.send(b"?")?;
        socket.recv(&mut [0; 16]).map(drop)
    }),
    attempt("be a service of this machine", |scene| {
        // The port is taken there, and nowhere else.
        match TcpListener::bind(("127.0.0.1", scene.tcp)) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => Ok(()),
            Ok(_) => Err(io::Error::other("another network")),
            Err(error) => Err(error),
        }
    }),
    attempt("send raw packets", |_| {
        socket(libc::AF_INET as usize, libc::SOCK_RAW as usize, 1)
    })
    .needs(Control::Root),
    attempt("read the wire", |_| {
        socket(libc::AF_PACKET as usize, libc::SOCK_RAW as usize, 0)
    })
    .needs(Control::Root),
    attempt("talk to the machine below (vsock)", |_| {
        socket(AF_VSOCK, libc::SOCK_STREAM as usize, 0)
    })
    .needs(Control::Machine),
    attempt("talk to Bluetooth", |_| {
        socket(AF_BLUETOOTH, libc::SOCK_STREAM as usize, 0)
    })
    .needs(Control::Machine),
    attempt("use the kernel's ciphers", |_| {
        socket(AF_ALG, libc::SOCK_SEQPACKET as usize, 0)
    })
    .needs(Control::Machine),
    attempt("talk to the packet filter", |_| {
        netlink(libc::NETLINK_NETFILTER)
    })
    .needs(Control::Machine),
    attempt("hear about devices", |_| {
        netlink(libc::NETLINK_KOBJECT_UEVENT)
    }),
    attempt("talk to the audit system", |_| netlink(libc::NETLINK_AUDIT)).needs(Control::Machine),
    attempt("look at the sockets of this machine", |_| {
        netlink(libc::NETLINK_SOCK_DIAG)
    })
    .needs(Control::Machine),
    attempt("list the network interfaces", |_| {
        netlink(libc::NETLINK_ROUTE)
    })
    .open(&[
        namespaces("of its own empty network; runtimes ask for them"),
        super::filters("runtimes ask for them, and fail without"),
    ]),
];

fn connect(to: SocketAddr) -> io::Result<()> {
    let mut stream = TcpStream::connect_timeout(&to, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.read_exact(&mut [0; 5])
}

fn socket(family: usize, kind: usize, protocol: usize) -> io::Result<()> {
    call(libc::SYS_socket, [family, kind, protocol]).map(drop)
}

fn netlink(protocol: i32) -> io::Result<()> {
    let protocol = usize::try_from(protocol).unwrap();
    socket(libc::AF_NETLINK as usize, libc::SOCK_RAW as usize, protocol)
}

fn address(port: u16) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..2].copy_from_slice(&(libc::AF_INET as u16).to_ne_bytes());
    bytes[2..4].copy_from_slice(&port.to_be_bytes());
    bytes[4..8].copy_from_slice(&[127, 0, 0, 1]);
    bytes
}

fn raw_connect(scene: &Scene, protocol: usize) -> io::Result<()> {
    let fd = call(
        libc::SYS_socket,
        [libc::AF_INET as usize, libc::SOCK_STREAM as usize, protocol],
    )?;
    let to = address(scene.tcp);
    call(libc::SYS_connect, [fd, to.as_ptr().addr(), to.len()]).map(drop)
}

/// `sendto` connects by itself with `MSG_FASTOPEN`.
fn fast_open(scene: &Scene) -> io::Result<()> {
    let fd = call(
        libc::SYS_socket,
        [libc::AF_INET as usize, libc::SOCK_STREAM as usize, 0],
    )?;
    let to = address(scene.tcp);
    let flags = libc::MSG_FASTOPEN as usize;
    let sent = call(
        libc::SYS_sendto,
        [
            fd,
            c"?".as_ptr().addr(),
            1,
            flags,
            to.as_ptr().addr(),
            to.len(),
        ],
    );
    reached(sent, &[libc::EINPROGRESS])
}
