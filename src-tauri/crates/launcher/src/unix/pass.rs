//! Sockets that the guard passes to the host, over a socket of their own.

use std::{
    io::{self, IoSlice, IoSliceMut},
    mem::MaybeUninit,
    net::TcpListener,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::net::UnixStream,
    },
};

use rustix::{
    io::{FdFlags, fcntl_setfd},
    net::{
        RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
        SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
    },
};
use sandbox::{PORTS_MAX, Sockets};

/// How many sockets a network has beside those of its ports.
const FIXED: usize = 3;
/// Maximum number of sockets that a network has: with ports 443 and 80.
const SOCKETS: usize = FIXED + 2 + PORTS_MAX;

/// Sends the sockets of a server's network to the host.
pub(super) fn send(to: &impl AsFd, sockets: Sockets) -> io::Result<()> {
    let fixed: [OwnedFd; FIXED] = [
        sockets.proxy.into(),
        sockets.dns.into(),
        sockets.dns_tcp.into(),
    ];
    let every = sockets.every.into_iter().map(OwnedFd::from);
    let sockets: Vec<OwnedFd> = fixed.into_iter().chain(every).collect();
    let borrowed: Vec<BorrowedFd<'_>> = sockets.iter().map(OwnedFd::as_fd).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(SOCKETS))];
    let mut beside = SendAncillaryBuffer::new(&mut space);
    if !beside.push(SendAncillaryMessage::ScmRights(&borrowed)) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    sendmsg(to, &[IoSlice::new(&[0])], &mut beside, SendFlags::empty())?;
    Ok(())
}

/// Takes the sockets that the guard has sent. It sends them before it reports the server, so that this waits for nothing.
pub(super) fn receive(from: &UnixStream) -> io::Result<Sockets> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(SOCKETS))];
    let mut beside = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let mut read = [IoSliceMut::new(&mut byte)];
    recvmsg(from, &mut read, &mut beside, RecvFlags::DONTWAIT)?;
    let mut received: Vec<OwnedFd> = Vec::new();
    for message in beside.drain() {
        if let RecvAncillaryMessage::ScmRights(sockets) = message {
            received.extend(sockets);
        }
    }
    for socket in &received {
        fcntl_setfd(socket, FdFlags::CLOEXEC)?;
    }
    let mut received = received.into_iter();
    let mut next = || received.next().ok_or(io::ErrorKind::InvalidData);
    let sockets = Sockets {
        proxy: next()?.into(),
        dns: next()?.into(),
        dns_tcp: next()?.into(),
        every: received.map(TcpListener::from).collect(),
    };
    let fixed = [&sockets.proxy, &sockets.dns_tcp];
    for listener in fixed.into_iter().chain(&sockets.every) {
        listener.set_nonblocking(true)?;
    }
    sockets.dns.set_nonblocking(true)?;
    Ok(sockets)
}
