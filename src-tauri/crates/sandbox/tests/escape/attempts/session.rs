//! The sockets of the session and of other programs: bus, keychain, screen, keys.

use std::{
    io::{self, Read},
    os::{
        linux::net::SocketAddrExt,
        unix::net::{SocketAddr, UnixDatagram, UnixListener, UnixStream},
    },
    path::Path,
};

use super::{Attempt, attempt};
use crate::{
    raw::{c, call},
    scene::Scene,
};

pub const ALL: &[Attempt] = &[
    attempt("talk to the session's bus", |scene| {
        hear(&scene.at("run/bus"))
    }),
    attempt("talk to the keychain", |scene| {
        hear(&scene.at("run/keychain"))
    }),
    attempt("talk to the screen (X11)", |scene| {
        hear(&scene.at("run/X0"))
    }),
    attempt("talk to the screen (X11, without a path)", |scene| {
        let address = SocketAddr::from_abstract_name(scene.abstract_name())?;
        hello(UnixStream::connect_addr(&address)?)
    }),
    attempt("talk to the screen (Wayland)", |scene| {
        hear(&scene.at("run/wayland-0"))
    }),
    attempt("talk to the agent of keys", |scene| {
        hear(&scene.at("run/ssh-agent"))
    }),
    attempt("talk to a socket in a folder to read", |scene| {
        hear(&scene.at("ro/socket"))
    }),
    attempt("talk to a socket in a folder to change", |scene| {
        hear(&scene.at("rw/socket"))
    }),
    attempt("send a datagram from one end of a pair", |scene| {
        send_from_pair(scene)
    }),
    attempt("wait for others at a socket in a grant", |scene| {
        UnixListener::bind(scene.at("rw/new-socket")).map(drop)
    }),
    attempt("wait for others at a socket without a path", |_| {
        let address = SocketAddr::from_abstract_name(format!("innkeeper-{}", std::process::id()))?;
        UnixListener::bind_addr(&address).map(drop)
    }),
    attempt("write to the log", |scene| {
        let socket = UnixDatagram::unbound()?;
        socket.send_to(b"planted", scene.at("run/log")).map(drop)
    }),
];

fn hear(path: &Path) -> io::Result<()> {
    hello(UnixStream::connect(path)?)
}

fn hello(mut stream: UnixStream) -> io::Result<()> {
    let mut heard = [0; 5];
    stream.read_exact(&mut heard)
}

/// `sendto` gives a datagram socket of a pair another address than that of the other end.
fn send_from_pair(scene: &Scene) -> io::Result<()> {
    let mut pair = [0_i32; 2];
    let kind = libc::SOCK_DGRAM as usize;
    call(
        libc::SYS_socketpair,
        [libc::AF_UNIX as usize, kind, 0, pair.as_mut_ptr().addr()],
    )?;
    let path = c(scene.at("run/log"));
    let mut to = vec![0_u8; 2];
    to[..2].copy_from_slice(&(libc::AF_UNIX as u16).to_ne_bytes());
    to.extend(path.as_bytes_with_nul());
    let text = b"planted";
    let fd = usize::try_from(pair[0]).unwrap();
    call(
        libc::SYS_sendto,
        [
            fd,
            text.as_ptr().addr(),
            text.len(),
            0,
            to.as_ptr().addr(),
            to.len(),
        ],
    )
    .map(drop)
}
