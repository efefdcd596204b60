//! The system calls without a safe wrapper elsewhere. All unsafe code of this crate is here.
#![allow(
    unsafe_code,
    reason = "clone, signal, mount_setattr, unshare, close_range, _exit and seccomp's listener have no safe wrapper"
)]

use std::{
    fs, io,
    os::fd::{AsFd, AsRawFd, FromRawFd as _, OwnedFd, RawFd},
    panic::{AssertUnwindSafe, catch_unwind},
};

use rustix::{
    mount::MountAttrFlags,
    process::Pid,
    thread::{UnshareFlags, unshare_unsafe},
};

/// The exit code of a child whose body panicked.
const PANICKED: i32 = 101;

/// Runs `body` in a new process with these new namespaces (`CLONE_NEW*`), which then ends with the code it returns.
///
/// The child has copies of everything this process holds, and never returns from here.
///
/// # Errors
/// What the system says; `EBUSY` if this process has more than one thread.
pub(super) fn in_child(namespaces: libc::c_int, body: impl FnOnce() -> i32) -> io::Result<Pid> {
    if fs::read_dir("/proc/self/task")?.count() != 1 {
        return Err(io::Error::from_raw_os_error(libc::EBUSY));
    }
    let flags = libc::c_long::from(namespaces | libc::SIGCHLD);
    // SAFETY: without CLONE_VM and a stack this is fork(2). No other thread exists that could hold a lock of the
    // allocator or of the standard library, so the child may go on as any process.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    if pid == 0 {
        // A handler of the parent would write to a descriptor that is closed here, or is another one by then.
        // SAFETY: the default is a valid disposition, and no other thread relies on the old one.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
        // Unwinding must not reach the frames above, which belong to the parent's work.
        let code = catch_unwind(AssertUnwindSafe(body)).unwrap_or(PANICKED);
        // SAFETY: _exit takes any code and does not return. Handlers for a normal exit belong to the parent.
        unsafe { libc::_exit(code) }
    }
    let pid = i32::try_from(pid).map_err(|_| io::ErrorKind::InvalidData)?;
    if pid < 0 {
        return Err(io::Error::last_os_error());
    }
    Pid::from_raw(pid).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// A change of a mount's flags.
#[derive(Clone, Copy)]
pub(super) struct MountChange {
    pub(super) set: MountAttrFlags,
    pub(super) clear: MountAttrFlags,
    /// Whether it goes for everything mounted below, too.
    pub(super) below: bool,
    /// Whether mounts and unmounts no longer pass between it and the one it was cloned from.
    pub(super) private: bool,
}

/// Changes the flags of a mount.
pub(super) fn change_mount(mount: impl AsFd, change: MountChange) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: u64::from(change.set.bits()),
        attr_clr: u64::from(change.clear.bits()),
        propagation: if change.private { libc::MS_PRIVATE } else { 0 },
        userns_fd: 0,
    };
    let below = if change.below { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the descriptor, the empty path and the structure outlive the call; the size is that of the structure.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_fd().as_raw_fd(),
            c"".as_ptr(),
            libc::AT_EMPTY_PATH | below,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    if done < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

/// Gives this process a copy of its mounts that is its own.
pub(super) fn own_mounts() -> io::Result<()> {
    // SAFETY: only the table of descriptors (FILES) must not be unshared carelessly; it is not.
    Ok(unsafe { unshare_unsafe(UnshareFlags::NEWNS) }?)
}

/// Closes every descriptor from 3 on except these, each of which is 3 or more.
///
/// To be called in a child made by [`in_child`] only: what closes here may belong to frames that the child never returns to.
pub(super) fn close_all_but(kept: &[RawFd]) -> io::Result<()> {
    let mut kept: Vec<u32> = kept
        .iter()
        .filter_map(|fd| u32::try_from(*fd).ok())
        .collect();
    kept.sort_unstable();
    let mut first = 3;
    for fd in kept.into_iter().chain([u32::MAX]) {
        if first < fd {
            let last = if fd == u32::MAX { fd } else { fd - 1 };
            // SAFETY: the caller keeps every descriptor that this process goes on to use.
            if unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) } < 0 {
                return Err(io::Error::last_os_error());
            }
        }
        first = fd.saturating_add(1);
    }
    Ok(())
}

/// A system call that waits for an answer (seccomp_unotify(2)).
pub(super) struct Notification {
    id: u64,
    /// The process, in this process's view.
    pub(super) process: u32,
    /// The number of the call.
    pub(super) number: libc::c_long,
    arguments: [u64; 6],
}

impl Notification {
    /// One of its six arguments.
    pub(super) fn argument(&self, at: usize) -> u64 {
        self.arguments.get(at).copied().unwrap_or_default()
    }
}

/// Applies a filter to this process and all it starts, for good. Answers where its notifications are read.
pub(super) fn listen(filter: &[seccompiler::sock_filter]) -> io::Result<OwnedFd> {
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).map_err(|_| io::ErrorKind::InvalidInput)?,
        // The two structures are the same one of the kernel. It is only read.
        filter: filter.as_ptr().cast_mut().cast(),
    };
    // SAFETY: the program and the filter that it points to outlive the call, and the length is that of the filter.
    let listener = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
            &raw const program,
        )
    };
    let listener = i32::try_from(listener).map_err(|_| io::ErrorKind::InvalidData)?;
    if listener < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel made this descriptor for the caller, and nobody else knows it.
    Ok(unsafe { OwnedFd::from_raw_fd(listener) })
}

/// The next call that waits, if it still does.
pub(super) fn notified(listener: &OwnedFd) -> io::Result<Option<Notification>> {
    // SAFETY: a structure of numbers, of which each value is valid. The kernel requires zeros.
    let mut told: libc::seccomp_notif = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is the one that this request fills.
    let done = unsafe {
        libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_RECV,
            &raw mut told,
        )
    };
    if done < 0 {
        let error = io::Error::last_os_error();
        return match error.raw_os_error() {
            // It was interrupted or ended meanwhile.
            Some(libc::ENOENT | libc::EINTR) => Ok(None),
            _ => Err(error),
        };
    }
    Ok(Some(Notification {
        id: told.id,
        process: told.pid,
        number: libc::c_long::from(told.data.nr),
        arguments: told.data.args,
    }))
}

/// Whether a call still waits: until then its process is the one that it was.
pub(super) fn is_pending(listener: &OwnedFd, call: &Notification) -> bool {
    // SAFETY: the number outlives the request, which only reads it.
    let valid = unsafe {
        libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_ID_VALID,
            &raw const call.id,
        )
    };
    valid == 0
}

/// Lets a call go on as if it had not waited: the kernel, and no answer of ours, decides what it gets.
pub(super) fn go_on(listener: &OwnedFd, call: &Notification) -> io::Result<()> {
    answer(listener, call, 0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE)
}

/// Refuses a call with an error number.
pub(super) fn refuse(listener: &OwnedFd, call: &Notification, errno: i32) -> io::Result<()> {
    answer(listener, call, errno.wrapping_neg(), 0)
}

fn answer(
    listener: &OwnedFd,
    call: &Notification,
    error: i32,
    flags: libc::c_ulong,
) -> io::Result<()> {
    let answer = libc::seccomp_notif_resp {
        id: call.id,
        val: 0,
        error,
        flags: u32::try_from(flags).unwrap_or_default(),
    };
    // SAFETY: the structure is the one that this request reads, and outlives it.
    let done = unsafe {
        libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_SEND,
            &raw const answer,
        )
    };
    if done < 0 {
        let error = io::Error::last_os_error();
        // It was interrupted or ended meanwhile.
        if error.raw_os_error() != Some(libc::ENOENT) {
            return Err(error);
        }
    }
    Ok(())
}
