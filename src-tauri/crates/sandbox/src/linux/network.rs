//! The network of a server of its own: nothing but a loopback interface, to which every address may lead.

use std::{
    io,
    net::{Ipv4Addr, TcpListener, UdpSocket},
    os::fd::OwnedFd,
};

use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, send, socket_with,
};

/// `RTM_NEWLINK`, `RTM_NEWROUTE`.
const NEW_LINK: u16 = 16;
const NEW_ROUTE: u16 = 24;
/// With an acknowledgement.
const REQUEST: u16 = 0x1 | 0x4;
/// The same, for a thing that must not exist yet.
const CREATE: u16 = REQUEST | 0x200 | 0x400;
const ERROR: u16 = 2;

/// The loopback interface is the first of each namespace.
const LOOPBACK: u32 = 1;
const UP: u32 = 1;

const PROXY_PORT: u16 = 3128;
const DNS_PORT: u16 = 53;

/// Sets the loopback interface up, so that a server can talk to its own processes (rtnetlink(7)).
pub(super) fn loopback_up() -> io::Result<()> {
    let mut body = Vec::with_capacity(16);
    // ifinfomsg: family and padding with type, index, flags, which flags change.
    body.extend(0_u32.to_ne_bytes());
    body.extend(LOOPBACK.to_ne_bytes());
    body.extend(UP.to_ne_bytes());
    body.extend(UP.to_ne_bytes());
    tell(NEW_LINK, REQUEST, &body)
}

/// Makes every address one of this network, and the sockets that it leads to: the proxy, the two resolvers, and one for each
/// port.
pub(super) fn brokered(ports: &[u16]) -> io::Result<Vec<OwnedFd>> {
    loopback_up()?;
    every_address()?;
    let tcp = |ip, port| TcpListener::bind((ip, port)).map(OwnedFd::from);
    let own = Ipv4Addr::LOCALHOST;
    let mut sockets = vec![
        tcp(own, PROXY_PORT)?,
        UdpSocket::bind((own, DNS_PORT))?.into(),
        tcp(own, DNS_PORT)?,
    ];
    for port in every_port(ports) {
        sockets.push(tcp(Ipv4Addr::UNSPECIFIED, port)?);
    }
    Ok(sockets)
}

/// The ports of every address that are served, in their order.
pub(super) fn every_port(more: &[u16]) -> impl Iterator<Item = u16> {
    [443, 80].into_iter().chain(more.iter().copied())
}

/// `ip route add local 0.0.0.0/0 dev lo`.
fn every_address() -> io::Result<()> {
    const INTERNET: u8 = 2;
    const TABLE_LOCAL: u8 = 255;
    const BY_ADMINISTRATOR: u8 = 4;
    const SCOPE_HOST: u8 = 254;
    const LOCAL: u8 = 2;
    const INTERFACE: u16 = 4;
    let mut body = Vec::with_capacity(20);
    // rtmsg: family, lengths of destination and source, type of service, table, who made it, scope, type, flags.
    body.extend([
        INTERNET,
        0,
        0,
        0,
        TABLE_LOCAL,
        BY_ADMINISTRATOR,
        SCOPE_HOST,
        LOCAL,
    ]);
    body.extend(0_u32.to_ne_bytes());
    // rtattr: length, type, value.
    body.extend(8_u16.to_ne_bytes());
    body.extend(INTERFACE.to_ne_bytes());
    body.extend(LOOPBACK.to_ne_bytes());
    tell(NEW_ROUTE, CREATE, &body)
}

/// Sends one message to the kernel's routing, which acknowledges it.
fn tell(kind: u16, flags: u16, body: &[u8]) -> io::Result<()> {
    const HEAD: usize = 16;
    let socket = socket_with(
        AddressFamily::NETLINK,
        SocketType::RAW,
        SocketFlags::CLOEXEC,
        None,
    )?;
    let mut request = Vec::with_capacity(HEAD + body.len());
    // nlmsghdr: length, type, flags, sequence, sender.
    let length = u32::try_from(HEAD + body.len()).unwrap_or_default();
    request.extend(length.to_ne_bytes());
    request.extend(kind.to_ne_bytes());
    request.extend(flags.to_ne_bytes());
    request.extend(1_u32.to_ne_bytes());
    request.extend(0_u32.to_ne_bytes());
    request.extend(body);
    send(&socket, &request, SendFlags::empty())?;
    let mut answer = [0; 256];
    let (length, _) = recv(&socket, &mut answer, RecvFlags::empty())?;
    let answer = answer.get(..length).unwrap_or_default();
    let kind = answer
        .get(4..6)
        .and_then(|bytes| bytes.try_into().ok())
        .map(u16::from_ne_bytes);
    let error = answer
        .get(16..20)
        .and_then(|bytes| bytes.try_into().ok())
        .map(i32::from_ne_bytes);
    match (kind, error) {
        (Some(ERROR), Some(0)) => Ok(()),
        (Some(ERROR), Some(error)) => Err(io::Error::from_raw_os_error(error.wrapping_neg())),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}
