//! The network of a server that reaches nothing: its own namespace with a loopback interface.

use std::io;

use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, send, socket_with,
};

/// `RTM_NEWLINK`, with an acknowledgement.
const NEW_LINK: u16 = 16;
const REQUEST_AND_ACKNOWLEDGE: u16 = 0x1 | 0x4;
const ERROR: u16 = 2;

/// The loopback interface is the first of each namespace.
const LOOPBACK: u32 = 1;
const UP: u32 = 1;

/// Sets the loopback interface up, so that a server can talk to its own processes (rtnetlink(7)).
pub(super) fn loopback_up() -> io::Result<()> {
    let socket = socket_with(
        AddressFamily::NETLINK,
        SocketType::RAW,
        SocketFlags::CLOEXEC,
        None,
    )?;
    let mut request = Vec::with_capacity(32);
    // nlmsghdr: length, type, flags, sequence, sender.
    request.extend(32_u32.to_ne_bytes());
    request.extend(NEW_LINK.to_ne_bytes());
    request.extend(REQUEST_AND_ACKNOWLEDGE.to_ne_bytes());
    request.extend(1_u32.to_ne_bytes());
    request.extend(0_u32.to_ne_bytes());
    // ifinfomsg: family and padding with type, index, flags, which flags change.
    request.extend(0_u32.to_ne_bytes());
    request.extend(LOOPBACK.to_ne_bytes());
    request.extend(UP.to_ne_bytes());
    request.extend(UP.to_ne_bytes());
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
