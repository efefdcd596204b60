//! Parts of the kernel that a server has no use for.

use std::{
    fs::{self, File},
    io,
    os::fd::AsRawFd,
};

use super::{Attempt, Control, attempt, filters, reached};
use crate::{
    raw::{address, c, call, fork_with, getpid_32_bit},
    scene::Scene,
};

const AT_FDCWD: usize = libc::AT_FDCWD as isize as usize;
const X32: i64 = 0x4000_0000;
const TIOCSTI: usize = 0x5412;

pub const ALL: &[Attempt] = &[
    attempt("set up io_uring", |_| {
        let parameters = [0_u64; 32];
        call(libc::SYS_io_uring_setup, [4, parameters.as_ptr().addr()]).map(drop)
    })
    .needs(Control::Machine),
    attempt("make a user namespace (unshare)", |_| {
        call(libc::SYS_unshare, [libc::CLONE_NEWUSER as usize]).map(drop)
    })
    .needs(Control::Machine),
    attempt("make a user namespace (clone)", |_| {
        fork_with(libc::CLONE_NEWUSER)
    })
    .needs(Control::Machine),
    attempt("make a user namespace (clone3)", |_| {
        // A size that no kernel knows is looked at before the flags.
        reached(
            call(libc::SYS_clone3, [[0_u64; 1].as_ptr().addr(), 8]),
            &[libc::EINVAL],
        )
    }),
    attempt("make a time namespace", |_| {
        call(libc::SYS_unshare, [0x80]).map(drop)
    })
    .needs(Control::Root),
    attempt("mount", |scene| {
        let place = c(scene.at("rw/folder"));
        let arguments = [address(c"none"), address(&place), address(c"tmpfs"), 0, 0];
        call(libc::SYS_mount, arguments)?;
        call(libc::SYS_umount2, [address(&place), 0]).map(drop)
    })
    .needs(Control::Root),
    attempt("unmount", |scene| {
        let hooks = c(scene.at("rw/.git/hooks"));
        reached(
            call(libc::SYS_umount2, [address(&hooks), 2]),
            &[libc::EINVAL],
        )
    })
    .needs(Control::Root),
    attempt("mount writable again", |scene| {
        let folder = c(scene.at("ro"));
        let flags = (libc::MS_REMOUNT | libc::MS_BIND) as usize;
        reached(
            call(libc::SYS_mount, [0, address(&folder), 0, flags, 0]),
            &[libc::EINVAL],
        )
    })
    .needs(Control::Root),
    attempt("change a mount's flags", |scene| {
        let folder = c(scene.at("ro"));
        let change = [0_u64, 1, 0, 0];
        let arguments = [AT_FDCWD, address(&folder), 0, change.as_ptr().addr(), 32];
        reached(call(libc::SYS_mount_setattr, arguments), &[libc::EINVAL])
    })
    .needs(Control::Root),
    attempt("clone a mount", |_| {
        call(libc::SYS_open_tree, [AT_FDCWD, address(c"/"), 1]).map(drop)
    })
    .needs(Control::Root),
    attempt("open a file system", |_| {
        call(libc::SYS_fsopen, [address(c"tmpfs"), 0]).map(drop)
    })
    .needs(Control::Root),
    attempt("enter another program's mounts", |scene| {
        let namespace = File::open(format!("/proc/{}/ns/mnt", scene.victim))?;
        enter(&namespace)
    })
    .needs(Control::Root),
    attempt("enter namespaces of its own", |_| {
        reached(
            enter(&File::open("/proc/self/ns/user")?).map(|()| 0),
            &[libc::EINVAL],
        )
    }),
    attempt("change the root folder", |scene| {
        let folder = c(scene.at("rw"));
        call(libc::SYS_chroot, [address(&folder)]).map(drop)
    })
    .needs(Control::Root),
    attempt("make a handle of a file", |scene| handle(scene).map(drop)).needs(Control::Machine),
    attempt("open a file by its handle", |scene| {
        let mut handle = handle(scene)?;
        let mount = File::open("/tmp")?;
        let mount = usize::try_from(mount.as_raw_fd()).unwrap();
        call(
            libc::SYS_open_by_handle_at,
            [mount, handle.as_mut_ptr().addr(), 0],
        )
        .map(drop)
    })
    .needs(Control::Root),
    attempt("load a program into the kernel", |_| {
        // A map of one entry.
        let map = [2_u32, 4, 8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        call(libc::SYS_bpf, [0, map.as_ptr().addr(), 64]).map(drop)
    })
    .needs(Control::Root),
    attempt("count events of the processor", |_| {
        let mut event = [0_u32; 32];
        event[0] = 1;
        event[1] = 128;
        reached(
            call(
                libc::SYS_perf_event_open,
                [event.as_ptr().addr(), 0, usize::MAX, usize::MAX, 0],
            ),
            &[libc::EINVAL],
        )
    })
    .needs(Control::Machine),
    attempt("keep a key in the kernel", |_| {
        let ring = (-3_isize).cast_unsigned();
        call(
            libc::SYS_add_key,
            [
                address(c"user"),
                address(c"innkeeper"),
                address(c"x"),
                1,
                ring,
            ],
        )
        .map(drop)
    })
    .needs(Control::Machine),
    attempt("join the user's keyring", |_| {
        let (get, user) = (0, (-4_isize).cast_unsigned());
        call(libc::SYS_keyctl, [get, user, 1]).map(drop)
    })
    .needs(Control::Machine),
    attempt("handle faults itself", |_| {
        call(libc::SYS_userfaultfd, [1]).map(drop)
    })
    .needs(Control::Machine),
    attempt("attach shared memory of the host", |scene| {
        call(libc::SYS_shmat, [usize::try_from(scene.shm).unwrap(), 0, 0]).map(drop)
    }),
    attempt("find shared memory of the host", |scene| {
        call(libc::SYS_shmget, [scene.shm_key as usize, 4096, 0o666]).map(drop)
    }),
    attempt("make a message queue of the host", |scene| {
        let id = call(libc::SYS_msgget, [scene.shm_key as usize, 0o1666])?;
        call(libc::SYS_msgctl, [id, 0, 0])?;
        Ok(())
    })
    .open(&[super::namespaces("in an IPC namespace of its own")]),
    attempt("watch all of a file system", |_| {
        call(libc::SYS_fanotify_init, [0, 0]).map(drop)
    })
    .needs(Control::Machine),
    attempt("set what runs at a crash", |_| {
        open_for_writing("/proc/sys/kernel/core_pattern")
    })
    .needs(Control::Root),
    attempt("set the host's name", |_| {
        let name = fs::read_to_string("/proc/sys/kernel/hostname")?;
        let name = name.trim();
        call(libc::SYS_sethostname, [name.as_ptr().addr(), name.len()]).map(drop)
    })
    .needs(Control::Root),
    attempt("press magic keys", |_| {
        open_for_writing("/proc/sysrq-trigger")
    })
    .needs(Control::Machine),
    attempt("set how memory is used", |_| {
        open_for_writing("/proc/sys/vm/drop_caches")
    })
    .needs(Control::Root),
    attempt("make a control group", |_| {
        let group = format!("/sys/fs/cgroup/pids/innkeeper-{}", std::process::id());
        fs::create_dir(&group)?;
        fs::remove_dir(group)
    })
    .needs(Control::Machine),
    attempt("type into the terminal", |_| {
        reached(
            call(libc::SYS_ioctl, [0, TIOCSTI, address(c"x")]),
            &[libc::ENOTTY],
        )
    }),
    attempt("open a terminal", |_| {
        File::options()
            .read(true)
            .write(true)
            .open("/dev/ptmx")
            .map(drop)
    }),
    attempt("make a device", |scene| {
        use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
        let device = scene.at("rw/new-device");
        let mode = Mode::from_raw_mode(0o666);
        mknodat(
            CWD,
            &device,
            FileType::CharacterDevice,
            mode,
            makedev(1, 11),
        )?;
        Ok(())
    })
    .needs(Control::Root),
    attempt("read the kernel's log", |_| {
        call(libc::SYS_syslog, [10, 0, 0]).map(drop)
    })
    .needs(Control::Root),
    attempt("look at the clock's settings", |_| {
        let settings = [0_u64; 32];
        call(libc::SYS_adjtimex, [settings.as_ptr().addr()]).map(drop)
    }),
    attempt("turn off random addresses", |_| {
        call(libc::SYS_personality, [0x0004_0000]).map(drop)
    }),
    attempt("use the interface for x32", |_| {
        call(X32 | libc::SYS_getpid, []).map(drop)
    })
    .needs(Control::Machine),
    attempt("use the interface for 32-bit programs", |_| getpid_32_bit()).needs(Control::Machine),
    attempt("use the host's mount table to find paths", |scene| {
        let table = fs::read_to_string("/proc/self/mountinfo")?;
        let root = scene.root.display().to_string();
        if table.contains(&root) || table.contains(" / / ") {
            Ok(())
        } else {
            Err(io::Error::other("nothing of it"))
        }
    })
    .open(&[
        super::namespaces("the table names the host's paths of what is mounted"),
        filters("the table is that of the host"),
    ]),
];

fn enter(namespace: &File) -> io::Result<()> {
    let fd = usize::try_from(namespace.as_raw_fd()).unwrap();
    call(libc::SYS_setns, [fd, 0]).map(drop)
}

fn open_for_writing(path: &str) -> io::Result<()> {
    File::options().write(true).open(path).map(drop)
}

/// `struct file_handle` with room for 128 bytes.
fn handle(scene: &Scene) -> io::Result<Vec<u32>> {
    let mut handle = vec![0_u32; 34];
    handle[0] = 128;
    let (path, mut mount) = (c(scene.at("rw/file")), 0_u32);
    let arguments = [
        AT_FDCWD,
        address(&path),
        handle.as_mut_ptr().addr(),
        (&raw mut mount).addr(),
        0,
    ];
    call(libc::SYS_name_to_handle_at, arguments)?;
    Ok(handle)
}
