//! Fixed words of runtimes, libraries and tools for what a sandbox refuses, in lower case.

use super::line::Line;
use crate::servers::diagnosis::barrier::{Barrier, Limit, Refused, Socket};

/// A line matches that has one of `any`, and one of `with` unless that is empty.
struct Sign {
    any: &'static [&'static str],
    with: &'static [&'static str],
    barrier: Barrier,
}

const NOT_PERMITTED: &[&str] = &["eperm", "operation not permitted"];

/// What is said of a socket that cannot be made, or that leads to nothing.
const NO_SOCKET: &[&str] = &[
    "eperm",
    "enoent",
    "operation not permitted",
    "permission denied",
    "no such file",
    "cannot connect",
    "can't connect",
    "could not connect",
    "failed to connect",
    "could not open",
    "error connecting",
    "cannot autolaunch",
    "not running",
    "not defined",
    "running?",
    "is not set",
];

const SIGNS: &[Sign] = &[
    Sign {
        any: &[
            "no usable sandbox",
            "failed to move to new namespace",
            "zygote_host_impl_linux",
            "suid sandbox helper binary",
            "credentials.cc",
        ],
        with: &[],
        barrier: Barrier::Refused(Refused::BrowserSandbox),
    },
    Sign {
        any: &[
            "docker.sock",
            "docker daemon",
            "docker api",
            "dockerexception",
            "podman.sock",
            "containerd.sock",
        ],
        with: NO_SOCKET,
        barrier: Barrier::Socket(Socket::Containers),
    },
    Sign {
        any: &[
            "ssh_auth_sock",
            "authentication agent",
            "connecting to agent",
            "ssh-agent",
        ],
        with: NO_SOCKET,
        barrier: Barrier::Socket(Socket::SshAgent),
    },
    Sign {
        any: &["d-bus", "dbus", "connect to bus", "org.freedesktop."],
        with: NO_SOCKET,
        barrier: Barrier::Socket(Socket::SessionBus),
    },
    Sign {
        any: &[
            "missing x server",
            "cannot open display",
            "can't open display",
            "failed to open display",
            "could not connect to display",
            "without having a xserver",
            "no display name",
            "failed to connect to wayland",
            "$wayland_display",
        ],
        with: &[],
        barrier: Barrier::Socket(Socket::Display),
    },
    Sign {
        any: &[
            "listen eperm",
            "listen unix",
            "process_singleton",
            "could not create unix socket",
        ],
        with: NOT_PERMITTED,
        barrier: Barrier::Socket(Socket::Own),
    },
    Sign {
        any: &[".sock", ".s.pgsql.", "unix socket", "af_unix", "dial unix"],
        with: NOT_PERMITTED,
        barrier: Barrier::Socket(Socket::Other),
    },
    Sign {
        any: &[
            "unshare",
            "clone(",
            "clone3",
            "namespace",
            "setns",
            "bwrap:",
            "nsjail",
        ],
        with: NOT_PERMITTED,
        barrier: Barrier::Refused(Refused::Namespaces),
    },
    Sign {
        any: &["mount:", "mount(", "pivot_root", "chroot", "fuse:"],
        with: &[
            "operation not permitted",
            "eperm",
            "permission denied",
            "must be superuser",
        ],
        barrier: Barrier::Refused(Refused::Mounts),
    },
    Sign {
        any: &[
            "ptrace",
            "process_vm_readv",
            "perf_event_open",
            "strace:",
            "pidfd_getfd",
        ],
        with: NOT_PERMITTED,
        barrier: Barrier::Refused(Refused::Tracing),
    },
    Sign {
        any: &[
            "can't start new thread",
            "cannot fork",
            "can't fork",
            "unable to create new native thread",
            "failed to create new os thread",
            "pthread_create failed",
            "fork/exec",
            "fork:",
            "fork ",
            "failed to spawn thread",
            "thread creation failed",
            "clone",
            "spawn",
            "uv_thread_create",
        ],
        with: &[
            "eagain",
            "resource temporarily unavailable",
            "can't start new thread",
            "unable to create new native thread",
            "errno=11",
        ],
        barrier: Barrier::Limit(Limit::Processes),
    },
    Sign {
        any: &[
            "enomem",
            "cannot allocate memory",
            "heap out of memory",
            "array buffer allocation failed",
            "process out of memory",
            "runtime: out of memory",
            "memoryerror",
            "memory allocation of",
            "bad_alloc",
            "java.lang.outofmemoryerror",
        ],
        with: &[],
        barrier: Barrier::Limit(Limit::Memory),
    },
];

/// Words for a full disk. The limit on watched files has the same error number.
const NO_SPACE: &[&str] = &["enospc", "no space left on device"];
const WATCHERS: &[&str] = &["watch", "inotify"];

/// Returns what the last line with a known sign is about.
pub(super) fn find(lines: &[Line<'_>]) -> Option<Barrier> {
    let of = |line: &Line<'_>| SIGNS.iter().find(|sign| matches(line, sign));
    let sign = lines.iter().find_map(of)?;
    Some(sign.barrier.clone())
}

/// Returns the limit that a line says was hit.
pub(super) fn limit(line: &Line<'_>) -> Option<Limit> {
    if is_full(line) {
        return Some(Limit::Space);
    }
    let sign = SIGNS.iter().find(|sign| matches(line, sign))?;
    if let Barrier::Limit(limit) = &sign.barrier {
        return Some(*limit);
    }
    None
}

/// Whether a line says that there is no space left.
pub(super) fn is_full(line: &Line<'_>) -> bool {
    line.says(NO_SPACE) && !line.says(WATCHERS)
}

fn matches(line: &Line<'_>, sign: &Sign) -> bool {
    line.says(sign.any) && (sign.with.is_empty() || line.says(sign.with))
}
