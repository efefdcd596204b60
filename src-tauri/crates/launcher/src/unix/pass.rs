//! What the guard passes to the host, over a socket of its own: the sockets of a server's network, and where its record is read from.

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

/// What a guard passes of a server.
#[derive(Default)]
pub(crate) struct Passed {
    /// The sockets of its network, if the host serves them.
    pub(crate) sockets: Option<Sockets>,
    /// Its record, if it has one.
    pub(crate) record: Option<OwnedFd>,
}

/// Said beside the descriptors: whether the last one is that of a record.
const RECORD: u8 = 1;

/// How many sockets a network has beside those of its ports.
const FIXED: usize = 3;
/// Maximum number of sockets that a network has: with ports 443 and 80.
const SOCKETS: usize = FIXED + 2 + PORTS_MAX;
/// The same with a record.
const PASSED: usize = SOCKETS + 1;

/// Sends what the host is to have of a server.
pub(super) fn send(to: &impl AsFd, passed: Passed) -> io::Result<()> {
    let mut all: Vec<OwnedFd> = Vec::new();
    if let Some(sockets) = passed.sockets {
        all.extend([
            sockets.proxy.into(),
            sockets.dns.into(),
            sockets.dns_tcp.into(),
        ]);
        all.extend(sockets.every.into_iter().map(OwnedFd::from));
    }
    let word = if passed.record.is_some() { RECORD } else { 0 };
    all.extend(passed.record);
    let borrowed: Vec<BorrowedFd<'_>> = all.iter().map(OwnedFd::as_fd).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PASSED))];
    let mut beside = SendAncillaryBuffer::new(&mut space);
    if !beside.push(SendAncillaryMessage::ScmRights(&borrowed)) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    sendmsg(
        to,
        &[IoSlice::new(&[word])],
        &mut beside,
        SendFlags::empty(),
    )?;
    Ok(())
}

/// Takes what the guard has sent. It sends that before it reports the server, so that this waits for nothing.
pub(super) fn receive(from: &UnixStream) -> io::Result<Passed> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PASSED))];
    let mut beside = RecvAncillaryBuffer::new(&mut space);
    let mut word = [0];
    let mut read = [IoSliceMut::new(&mut word)];
    recvmsg(from, &mut read, &mut beside, RecvFlags::DONTWAIT)?;
    let mut received: Vec<OwnedFd> = Vec::new();
    for message in beside.drain() {
        if let RecvAncillaryMessage::ScmRights(descriptors) = message {
            received.extend(descriptors);
        }
    }
    for descriptor in &received {
        fcntl_setfd(descriptor, FdFlags::CLOEXEC)?;
    }
    let record = if word == [RECORD] {
        received.pop()
    } else {
        None
    };
    if received.is_empty() {
        let sockets = None;
        return Ok(Passed { sockets, record });
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
    let sockets = Some(sockets);
    Ok(Passed { sockets, record })
}
