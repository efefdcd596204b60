//! Sockets that the guard passes to the host, over a socket of their own.

use std::{
    io::{self, IoSlice, IoSliceMut},
    mem::MaybeUninit,
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
use sandbox::Sockets;

/// How many sockets a network has.
const SOCKETS: usize = 5;

/// Sends the sockets of a server's network to the host.
pub(super) fn send(to: &impl AsFd, sockets: Sockets) -> io::Result<()> {
    let sockets: [OwnedFd; SOCKETS] = [
        sockets.proxy.into(),
        sockets.https.into(),
        sockets.http.into(),
        sockets.dns.into(),
        sockets.dns_tcp.into(),
    ];
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
    let received: [OwnedFd; SOCKETS] = received
        .try_into()
        .map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    let [proxy, https, http, dns, dns_tcp] = received;
    let sockets = Sockets {
        proxy: proxy.into(),
        https: https.into(),
        http: http.into(),
        dns: dns.into(),
        dns_tcp: dns_tcp.into(),
    };
    for listener in [
        &sockets.proxy,
        &sockets.https,
        &sockets.http,
        &sockets.dns_tcp,
    ] {
        listener.set_nonblocking(true)?;
    }
    sockets.dns.set_nonblocking(true)?;
    Ok(sockets)
}
