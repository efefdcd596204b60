//! The guard: starts a confined shell and hands the sockets of its network to the host.

use std::{
    fs::File,
    io::{self, IoSlice},
    mem::MaybeUninit,
    os::fd::{AsFd as _, BorrowedFd, OwnedFd},
    path::Path,
    process::ExitCode,
};

use rustix::{
    net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg},
    process::{WaitOptions, waitpid},
};
use sandbox::{Confined, Confinement, Method, Network, Outcome, Program, start_only};

use crate::origins::OTHER_PORT;

/// The sockets of a network, in the order in which they are passed.
pub const SOCKETS: usize = 6;

pub fn authorities() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broker/tls"))
}

/// Runs a script. Standard input is the socket to the host.
pub fn run(home: &str, script: &str) -> ExitCode {
    let confinement = Confinement {
        programs: vec![authorities().to_owned()],
        network: Network::Brokered,
        ports: vec![OTHER_PORT],
        ..Confinement::new(home)
    };
    let program = Program {
        path: "/bin/sh".into(),
        args: vec!["-c".into(), script.into()],
        env: vec![("PATH".into(), "/usr/bin:/bin".into())],
        cwd: home.into(),
        streams: [
            File::open("/dev/null").unwrap().into(),
            rustix::io::dup(io::stdout()).unwrap(),
            rustix::io::dup(io::stderr()).unwrap(),
        ],
    };
    let mut server = start_only(Method::Namespaces, &confinement, program).unwrap();
    assert!(server.report().network.is_enforced());
    pass_sockets(&mut *server);
    waitpid(Some(server.child()), WaitOptions::empty()).unwrap();
    match server.outcome() {
        Some(Outcome::Exited(0)) => ExitCode::SUCCESS,
        Some(Outcome::Exited(_) | Outcome::Signaled(_)) | None => ExitCode::FAILURE,
    }
}

fn pass_sockets(server: &mut dyn Confined) {
    let sockets = server.sockets().unwrap();
    assert!(server.sockets().is_none());
    let [https, http, other] = sockets.every.try_into().unwrap();
    let sockets: [OwnedFd; SOCKETS] = [
        sockets.proxy.into(),
        sockets.dns.into(),
        sockets.dns_tcp.into(),
        https.into(),
        http.into(),
        other.into(),
    ];
    let borrowed: Vec<BorrowedFd<'_>> = sockets.iter().map(OwnedFd::as_fd).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(SOCKETS))];
    let mut beside = SendAncillaryBuffer::new(&mut space);
    assert!(beside.push(SendAncillaryMessage::ScmRights(&borrowed)));
    sendmsg(
        io::stdin(),
        &[IoSlice::new(b"!")],
        &mut beside,
        SendFlags::empty(),
    )
    .unwrap();
}
