//! What the guard and the process that builds the sandbox tell each other, one datagram each.

use std::{
    io::{self, IoSlice, IoSliceMut},
    mem::MaybeUninit,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    time::Duration,
};

use super::{message::Message, step::refusal};
use crate::{Refusal, Step};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    net::{
        AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
        SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
    },
};

/// How long one step of building a sandbox may take.
pub(super) const STEP_TIME: Duration = Duration::from_secs(10);

/// The largest message, in bytes.
const MESSAGE_MAX: usize = 128 * 1024;

/// One end of a channel between two processes of ours. The server never has one.
pub(super) struct Channel(OwnedFd);

impl Channel {
    pub(super) fn pair() -> io::Result<(Self, Self)> {
        let kind = SocketType::SEQPACKET;
        let (one, other) = socketpair(AddressFamily::UNIX, kind, SocketFlags::CLOEXEC, None)?;
        Ok((Self(one), Self(other)))
    }

    pub(super) fn send(&self, message: &Message) -> io::Result<()> {
        self.send_with(message, None)
    }

    /// Sends a message with a descriptor beside it.
    pub(super) fn send_with(
        &self,
        message: &Message,
        beside: Option<BorrowedFd<'_>>,
    ) -> io::Result<()> {
        let bytes = serde_json::to_vec(message)?;
        if bytes.len() > MESSAGE_MAX {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        let beside = beside.as_slice();
        if !beside.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(beside)) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        sendmsg(
            &self.0,
            &[IoSlice::new(&bytes)],
            &mut ancillary,
            SendFlags::NOSIGNAL,
        )?;
        Ok(())
    }

    /// The next message, waited for no longer than `limit`.
    pub(super) fn receive(&self, limit: Duration) -> io::Result<(Message, Option<OwnedFd>)> {
        let limit = Timespec::try_from(limit).map_err(|_| io::ErrorKind::InvalidInput)?;
        loop {
            match poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&limit)) {
                Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
                Ok(_) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut bytes = vec![0; MESSAGE_MAX];
        let flags = RecvFlags::CMSG_CLOEXEC | RecvFlags::DONTWAIT;
        let received = recvmsg(
            &self.0,
            &mut [IoSliceMut::new(&mut bytes)],
            &mut ancillary,
            flags,
        )?;
        let mut beside = None;
        for message in ancillary.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                beside = descriptors.last();
            }
        }
        let bytes = bytes.get(..received.bytes).unwrap_or_default();
        if bytes.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok((serde_json::from_slice(bytes)?, beside))
    }

    /// The next message of a process that builds a sandbox; its refusals are errors.
    pub(super) fn next_step(&self) -> Result<(Message, Option<OwnedFd>), Refusal> {
        let (message, beside) = self
            .receive(STEP_TIME)
            .map_err(|error| refusal(Step::Channel, &error))?;
        match message {
            Message::Refused(refusal) => Err(refusal),
            Message::Mounts(_)
            | Message::Built(_)
            | Message::Socket
            | Message::Opened
            | Message::Sealed(_)
            | Message::Verified
            | Message::Started
            | Message::Known
            | Message::NotRun(_)
            | Message::Ended(_)
            | Message::Changed(_) => Ok((message, beside)),
        }
    }

    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// The same channel, as a descriptor that is 3 or more.
    pub(super) fn moved_up(self) -> io::Result<Self> {
        Ok(Self(rustix::io::fcntl_dupfd_cloexec(&self.0, 3)?))
    }
}
