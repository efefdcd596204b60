//! Looking into other programs of the user, and changing them.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
};

use super::{Attempt, Control, attempt, filters, is_secret};
use crate::raw::call;

const PTRACE_TRACEME: usize = 0;
const PTRACE_SEIZE: usize = 0x4206;
const PTRACE_DETACH: usize = 17;

pub const ALL: &[Attempt] = &[
    attempt("read a program's environment", |scene| {
        environment(scene.victim)
    }),
    attempt("read a program's memory", |scene| memory(scene.victim)),
    attempt("read a program's memory by a system call", |scene| {
        let from = stack(scene.victim)?;
        let mut bytes = [0_u8; 16];
        let ours = [bytes.as_mut_ptr().addr(), bytes.len()];
        let theirs = [usize::try_from(from).unwrap(), bytes.len()];
        let (ours, theirs) = (ours.as_ptr().addr(), theirs.as_ptr().addr());
        call(
            libc::SYS_process_vm_readv,
            [id(scene.victim), ours, 1, theirs, 1, 0],
        )
        .map(drop)
    }),
    attempt("see which programs run", |scene| {
        let name = fs::read_to_string(format!("/proc/{}/comm", scene.victim))?;
        if name.trim() == "escape" {
            Ok(())
        } else {
            Err(io::Error::other("another program"))
        }
    }),
    attempt("read a program's command line", |scene| {
        let line = fs::read(format!("/proc/{}/cmdline", scene.victim))?;
        let is_it = line.windows(6).any(|word| word == b"victim");
        if is_it {
            Ok(())
        } else {
            Err(io::Error::other("another program"))
        }
    }),
    attempt("signal a program", |scene| {
        call(libc::SYS_kill, [id(scene.victim), libc::SIGURG as usize]).map(drop)
    }),
    attempt("signal a program through a descriptor", |scene| {
        let fd = call(libc::SYS_pidfd_open, [id(scene.victim), 0])?;
        call(
            libc::SYS_pidfd_send_signal,
            [fd, libc::SIGURG as usize, 0, 0],
        )
        .map(drop)
    }),
    attempt("take a program's open file", |scene| {
        let fd = call(libc::SYS_pidfd_open, [id(scene.victim), 0])?;
        call(libc::SYS_pidfd_getfd, [fd, 0, 0]).map(drop)
    }),
    attempt("trace a program", |scene| {
        call(libc::SYS_ptrace, [PTRACE_SEIZE, id(scene.victim), 0, 0])?;
        let _ = call(libc::SYS_ptrace, [PTRACE_DETACH, id(scene.victim), 0, 0]);
        Ok(())
    }),
    attempt("be traced", |_| {
        call(libc::SYS_ptrace, [PTRACE_TRACEME, 0, 0, 0]).map(drop)
    }),
    attempt("change a program's priority", |scene| {
        // The lowest, to which every program may go.
        call(libc::SYS_setpriority, [0, id(scene.victim), 19]).map(drop)
    }),
    attempt("change a program's processors", |scene| {
        let mut set = [0_u64; 16];
        let (size, set) = (size_of_val(&set), set.as_mut_ptr().addr());
        let got = call(libc::SYS_sched_getaffinity, [0, size, set])?;
        call(libc::SYS_sched_setaffinity, [id(scene.victim), got, set]).map(drop)
    }),
    attempt("change a program's limits", |scene| {
        let limit = [0_u64, 0];
        call(
            libc::SYS_prlimit64,
            [
                id(scene.victim),
                libc::RLIMIT_CORE as usize,
                limit.as_ptr().addr(),
                0,
            ],
        )
        .map(drop)
    }),
    attempt("have a program ended first", |scene| {
        fs::write(format!("/proc/{}/oom_score_adj", scene.victim), "700")
    }),
    attempt("compare programs", |scene| {
        let me = usize::try_from(std::process::id()).unwrap();
        call(libc::SYS_kcmp, [me, id(scene.victim), 1, 0, 0]).map(drop)
    })
    .needs(Control::Machine),
    attempt("list the session", |scene| {
        call(libc::SYS_getsid, [id(scene.victim)]).map(drop)
    })
    .open(&[filters(
        "without process ids of its own, numbers of processes are visible",
    )]),
    attempt("read the environment of process 1", |_| {
        fs::read("/proc/1/environ").map(drop)
    })
    .needs(Control::Machine),
    attempt("read the memory of process 1", |_| memory_of(1, 0)).needs(Control::Machine),
    attempt("trace process 1", |_| {
        call(libc::SYS_ptrace, [PTRACE_SEIZE, 1, 0, 0]).map(drop)
    })
    .needs(Control::Machine),
    attempt("open a descriptor of process 1", |_| {
        let mut open = fs::read_dir("/proc/1/fd")?.flatten();
        let any = open.any(|open| fs::read_link(open.path()).is_ok());
        if any {
            Ok(())
        } else {
            Err(io::Error::from_raw_os_error(libc::EACCES))
        }
    })
    .needs(Control::Machine),
];

fn id(process: i32) -> usize {
    usize::try_from(process).unwrap()
}

fn environment(process: i32) -> io::Result<()> {
    let bytes = fs::read(format!("/proc/{process}/environ"))?;
    is_secret(&String::from_utf8_lossy(&bytes))
}

fn stack(process: i32) -> io::Result<u64> {
    let maps = fs::read_to_string(format!("/proc/{process}/maps"))?;
    let line = maps
        .lines()
        .find(|line| line.ends_with("[stack]"))
        .ok_or(io::ErrorKind::NotFound)?;
    let (_, rest) = line.split_once('-').ok_or(io::ErrorKind::InvalidData)?;
    let end = rest
        .split(' ')
        .next()
        .and_then(|end| u64::from_str_radix(end, 16).ok());
    // The last page is in use.
    end.map(|end| end - 64)
        .ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn memory(process: i32) -> io::Result<()> {
    memory_of(process, stack(process)?)
}

fn memory_of(process: i32, at: u64) -> io::Result<()> {
    let mut memory = File::open(format!("/proc/{process}/mem"))?;
    if at == 0 {
        return Ok(());
    }
    memory.seek(SeekFrom::Start(at))?;
    memory.read_exact(&mut [0; 16])
}
