//! The two seccomp filters. The first says of an unknown system call that it does not exist, so that programs fall back
//! to an older one; the second refuses what is known and dangerous.

use std::{collections::BTreeMap, io, os::fd::OwnedFd};

use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Is,
    SeccompCondition as Condition, SeccompFilter, SeccompRule, apply_filter,
};

use super::raw::listen;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// The last number of the old table, and the last one that was looked at (Linux 6.18).
#[cfg(target_arch = "x86_64")]
const LAST: (i64, i64) = (334, 469);
#[cfg(not(target_arch = "x86_64"))]
const LAST: (i64, i64) = (294, 469);

/// The first number of the table that all architectures share.
const FIRST_SHARED: i64 = 424;

const OPEN_TREE_ATTR: i64 = 467;
const FCHMODAT2: i64 = 452;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const FILE_SETATTR: i64 = 469;

const TIOCSTI: u64 = 0x5412;
const TIOCLINUX: u64 = 0x541c;

/// Known, and still said not to exist: their arguments cannot be looked at.
const HIDDEN: &[i64] = &[
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_openat2,
];

const REFUSED: &[i64] = &[
    // Mounts and other views of the system.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    OPEN_TREE_ATTR,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_setns,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // The kernel.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_vmsplice,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_acct,
    libc::SYS_reboot,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_lookup_dcookie,
    libc::SYS_nfsservctl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_kexec_file_load,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_uselib,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ustat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_sysfs,
    #[cfg(target_arch = "x86_64")]
    libc::SYS__sysctl,
];

/// What Landlock does not look at, without namespaces: changing a file's metadata by path, and the host's System V IPC.
const REFUSED_ON_HOST: &[i64] = &[
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    SETXATTRAT,
    REMOVEXATTRAT,
    FILE_SETATTR,
    libc::SYS_ioprio_set,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_mq_open,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

const CHMOD_BY_PATH: &[i64] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
];

/// Allowed on the caller itself only (process 0): runtimes do that.
const SELF_ONLY: &[i64] = &[
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_prlimit64,
];

/// What differs between servers.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// Internet sockets exist.
    pub(super) internet: bool,
    /// Unix sockets exist.
    pub(super) unix_sockets: bool,
    /// The server sees the host's own files and IPC.
    pub(super) on_host: bool,
    /// The mode of a file can be changed by its path, where `on_host` would refuse it.
    pub(super) chmod: bool,
    /// Sockets of a refused family are refused by the process that records: [`record`] must follow.
    pub(super) recorded: bool,
}

/// Applies both filters to this process and all it starts, for good.
pub(super) fn apply(choice: Choice) -> Result<(), Error> {
    let known: Rules = (0..=LAST.0)
        .chain(FIRST_SHARED..=LAST.1)
        .filter(|number| !HIDDEN.contains(number))
        .map(|number| (number, Vec::new()))
        .collect();
    let hide = compile(
        known,
        SeccompAction::Errno(libc::ENOSYS.cast_unsigned()),
        SeccompAction::Allow,
    )?;
    let refuse = compile(
        refused(choice)?,
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EPERM.cast_unsigned()),
    )?;
    apply_filter(&hide)?;
    apply_filter(&refuse)
}

/// The calls that name a path which is looked for.
const NAMING: &[i64] = &[
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_mkdirat,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_chdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_creat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_stat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mkdir,
];

/// An answer that no other rule has, in place of the one that the compiler of filters does not know.
const NOTIFY: SeccompAction = SeccompAction::Trace(NOTIFY_DATA);
const NOTIFY_DATA: u32 = 0x4e4f;

/// Has every call that names a path, and every socket of a refused family, wait for an answer. Answers where they are read. The other
/// filters go on to refuse what they refuse.
pub(super) fn record(choice: Choice) -> Result<OwnedFd, io::Error> {
    let mut rules: Rules = NAMING.iter().map(|number| (*number, Vec::new())).collect();
    rules.insert(libc::SYS_socket, sockets(choice).map_err(io::Error::other)?);
    let mut filter = compile(rules, SeccompAction::Allow, NOTIFY).map_err(io::Error::other)?;
    for instruction in &mut filter {
        let is_answer = instruction.code == RETURN;
        if is_answer && instruction.k == libc::SECCOMP_RET_TRACE | NOTIFY_DATA {
            instruction.k = libc::SECCOMP_RET_USER_NOTIF;
        }
    }
    listen(&filter)
}

/// `BPF_RET | BPF_K`.
const RETURN: u16 = 0x06;

/// A call of another architecture (32 bit) ends the process.
fn compile(rules: Rules, others: SeccompAction, these: SeccompAction) -> Result<BpfProgram, Error> {
    let filter = SeccompFilter::new(rules, others, these, std::env::consts::ARCH.try_into()?)?;
    Ok(filter.try_into()?)
}

fn refused(choice: Choice) -> Result<Rules, Error> {
    let mut rules: Rules = REFUSED.iter().map(|number| (*number, Vec::new())).collect();
    rules.extend(foreign_identity()?);
    rules.insert(libc::SYS_personality, personality()?);
    rules.insert(libc::SYS_clone, namespaces(&[])?);
    rules.insert(libc::SYS_unshare, namespaces(&[CLONE_NEWTIME])?);
    rules.insert(
        libc::SYS_ioctl,
        vec![
            rule(&[(1, Is::Eq, TIOCSTI)])?,
            rule(&[(1, Is::Eq, TIOCLINUX)])?,
        ],
    );
    if !choice.recorded {
        rules.insert(libc::SYS_socket, sockets(choice)?);
    }
    if !choice.unix_sockets {
        let stream = u64::from(libc::SOCK_DGRAM.cast_unsigned());
        let pairs = vec![
            rule(&[(0, Is::Ne, family(libc::AF_UNIX))])?,
            // One end of a pair of datagram sockets can send to any path.
            rule(&[(1, Is::MaskedEq(0xf), stream)])?,
        ];
        rules.insert(libc::SYS_socketpair, pairs);
    }
    if choice.on_host {
        rules.extend(REFUSED_ON_HOST.iter().map(|number| (*number, Vec::new())));
        if !choice.chmod {
            rules.extend(CHMOD_BY_PATH.iter().map(|number| (*number, Vec::new())));
        }
        for number in SELF_ONLY {
            rules.insert(*number, vec![rule(&[(0, Is::Ne, 0)])?]);
        }
        rules.insert(libc::SYS_setpriority, vec![rule(&[(1, Is::Ne, 0)])?]);
        // With a path; without one it is the time of an open file.
        let path = Condition::new(1, Width::Qword, Is::Ne, 0)?;
        rules.insert(libc::SYS_utimensat, vec![SeccompRule::new(vec![path])?]);
    }
    Ok(rules)
}

/// A mode with which a program runs as its file's owner or group, wherever a call gives one. For `open`, only where it
/// makes a file: its mode is left over from elsewhere otherwise. `mkdir` drops these bits itself.
fn foreign_identity() -> Result<Rules, Error> {
    let given = [
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_chmod, 1, None),
        (libc::SYS_fchmod, 1, None),
        (libc::SYS_fchmodat, 2, None),
        (FCHMODAT2, 2, None),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_mknod, 1, None),
        (libc::SYS_mknodat, 2, None),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_creat, 1, None),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_open, 2, Some(1)),
        (libc::SYS_openat, 3, Some(2)),
    ];
    let mut rules = Rules::new();
    for (number, mode, flags) in given {
        let mut refused = Vec::new();
        for bit in [libc::S_ISUID, libc::S_ISGID].map(u64::from) {
            let set = (mode, Is::MaskedEq(bit), bit);
            let Some(flags) = flags else {
                refused.push(rule(&[set])?);
                continue;
            };
            for making in [u64::from(libc::O_CREAT.cast_unsigned()), UNNAMED] {
                refused.push(rule(&[set.clone(), (flags, Is::MaskedEq(making), making)])?);
            }
        }
        rules.insert(number, refused);
    }
    Ok(rules)
}

/// The bit of `O_TMPFILE` that `O_DIRECTORY` does not share.
const UNNAMED: u64 = 0o20_000_000;

/// The plain personality, and asking for the present one, are what runtimes use.
fn personality() -> Result<Vec<SeccompRule>, Error> {
    Ok(vec![rule(&[
        (0, Is::Ne, 0),
        (0, Is::Ne, u64::from(u32::MAX)),
    ])?])
}

/// In the flags of `clone` this bit belongs to the signal.
const CLONE_NEWTIME: u64 = 0x80;

fn namespaces(more: &[u64]) -> Result<Vec<SeccompRule>, Error> {
    let each = [
        libc::CLONE_NEWNS,
        libc::CLONE_NEWCGROUP,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
    ];
    let each = each.iter().map(|bit| u64::from(bit.cast_unsigned()));
    each.chain(more.iter().copied())
        .map(|bit| rule(&[(0, Is::MaskedEq(bit), bit)]))
        .collect()
}

/// These families only; of netlink, only what lists network interfaces.
fn sockets(choice: Choice) -> Result<Vec<SeccompRule>, Error> {
    let mut families = vec![libc::AF_NETLINK];
    if choice.internet {
        families.extend([libc::AF_INET, libc::AF_INET6]);
    }
    if choice.unix_sockets {
        families.push(libc::AF_UNIX);
    }
    let others: Vec<_> = families
        .into_iter()
        .map(|known| (0, Is::Ne, family(known)))
        .collect();
    let route = u64::from(libc::NETLINK_ROUTE.cast_unsigned());
    Ok(vec![
        rule(&others)?,
        rule(&[(0, Is::Eq, family(libc::AF_NETLINK)), (2, Is::Ne, route)])?,
    ])
}

fn family(number: libc::c_int) -> u64 {
    u64::from(number.cast_unsigned())
}

/// Holds where all of these hold, each of the number of an argument and its lower 32 bits.
fn rule(conditions: &[(u8, Is, u64)]) -> Result<SeccompRule, Error> {
    let conditions = conditions
        .iter()
        .map(|(argument, is, value)| Condition::new(*argument, Width::Dword, is.clone(), *value))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(SeccompRule::new(conditions)?)
}
