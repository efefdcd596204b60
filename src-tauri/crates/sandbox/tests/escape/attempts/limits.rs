//! Using more than there is for one server, and gaining rights by running something.

use std::{
    fs::{self, File},
    io,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::Command,
};

use super::{Attempt, Control, Open, Who, attempt, files::run, filters, namespaces};
use crate::{
    raw::{address, call, fork_sleeper},
    scene::Scene,
};
use sandbox::Method;

/// Root is not bound by a number of processes; on the host the number would count all programs of the user.
const PROCESSES: &[Open] = &[
    Open {
        method: Method::Namespaces,
        who: Who::Root,
        reason: "the kernel does not count processes of uid 0",
    },
    filters("without a user namespace the number would count all programs of the user"),
];

pub const ALL: &[Attempt] = &[
    attempt("run a program with another owner's rights", |scene| {
        let status = Command::new(scene.at("program/raised"))
            .arg("raised")
            .status()?;
        if status.success() {
            Ok(())
        } else {
            Err(io::Error::from_raw_os_error(libc::EPERM))
        }
    })
    .needs(Control::User),
    attempt("leave a copy of its memory", |_| {
        let limit = [u64::MAX, u64::MAX];
        let now = [0_u64, 0];
        call(
            libc::SYS_prlimit64,
            [0, libc::RLIMIT_CORE as usize, 0, now.as_ptr().addr()],
        )?;
        let more = if now[1] == 0 { limit } else { [now[1], now[1]] };
        call(
            libc::SYS_prlimit64,
            [0, libc::RLIMIT_CORE as usize, more.as_ptr().addr(), 0],
        )
        .map(drop)
    })
    .needs(Control::Machine),
    attempt("run what it wrote to its home", |_| run_copy(&home())),
    attempt(
        "run what it wrote to its folder for temporary files",
        |_| run_copy(&std::env::temp_dir()),
    ),
    attempt("run what lies in a folder to change", |scene| {
        run(&scene.at("rw/tool"))
    }),
    attempt("run what it wrote by the loader", |scene| {
        let copy = home().join("copied");
        fs::copy(scene.at("program/escape"), &copy)?;
        let loader = loader().ok_or(io::ErrorKind::NotFound)?;
        let status = Command::new(loader).arg(&copy).arg("raised").status();
        fs::remove_file(copy)?;
        // It says by its code whether it is root.
        match status?.code() {
            Some(0 | 1) => Ok(()),
            _ => Err(io::Error::from_raw_os_error(libc::EACCES)),
        }
    })
    .needs(Control::Machine)
    .open(&[filters(
        "Landlock does not look at mappings; it gives nothing that an interpreter does not",
    )]),
    attempt("run what it has in memory", run_in_memory).open(&[
        namespaces("it gives nothing that an interpreter does not"),
        filters("it gives nothing that an interpreter does not"),
    ]),
    attempt("start 1,500 processes", |_| {
        let mut started = Vec::new();
        let all = (0..1500).try_for_each(|_| fork_sleeper().map(|child| started.push(child)));
        for child in started {
            let _ = call(
                libc::SYS_kill,
                [usize::try_from(child).unwrap(), libc::SIGKILL as usize],
            );
        }
        all
    })
    .open(PROCESSES),
    attempt("write 400 MiB to its folder for temporary files", |_| {
        let path = std::env::temp_dir().join(format!("innkeeper-escape-{}", std::process::id()));
        let file = File::create(&path)?;
        let mode = rustix::fs::FallocateFlags::empty();
        let written = rustix::fs::fallocate(&file, mode, 0, 400 << 20);
        fs::remove_file(path)?;
        Ok(written?)
    })
    .open(&[filters("it is a folder on the disk")]),
    attempt("make a file of 5 GiB", |_| {
        // Instead of an error there would be a signal.
        call(
            libc::SYS_rt_sigprocmask,
            [0, [1_u64 << (libc::SIGXFSZ - 1)].as_ptr().addr(), 0, 8],
        )?;
        let path = home().join("large");
        let made = File::create(&path)?.set_len(5 << 30);
        fs::remove_file(path)?;
        made
    }),
    attempt("take 3 GiB of memory", |_| {
        let flags = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE) as usize;
        call(libc::SYS_mmap, [0, 3 << 30, 3, flags, usize::MAX, 0]).map(drop)
    }),
    attempt("open 5,000 files", |_| {
        let mut files = Vec::new();
        let now = [0_u64, 0];
        call(
            libc::SYS_prlimit64,
            [0, libc::RLIMIT_NOFILE as usize, 0, now.as_ptr().addr()],
        )?;
        let most = [now[1], now[1]];
        call(
            libc::SYS_prlimit64,
            [0, libc::RLIMIT_NOFILE as usize, most.as_ptr().addr(), 0],
        )?;
        for _ in 0..5000 {
            files.push(File::open("/dev/null")?);
        }
        Ok(())
    })
    .needs(Control::Machine),
    attempt("raise a limit", |_| {
        let limit = [1_u64 << 40, 1 << 40];
        call(
            libc::SYS_prlimit64,
            [0, libc::RLIMIT_DATA as usize, limit.as_ptr().addr(), 0],
        )
        .map(drop)
    }),
];

fn home() -> PathBuf {
    std::env::var_os("HOME")
        .map(PathBuf::from)
        .unwrap_or_default()
}

fn run_copy(folder: &Path) -> io::Result<()> {
    let script = folder.join(format!("escape-{}", std::process::id()));
    fs::write(&script, "#!/bin/sh\ntrue\n")?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).ok();
    let file = File::open(&script)?;
    let _ = file.set_permissions(fs::Permissions::from_mode(0o755));
    drop(file);
    let ran = run(&script);
    fs::remove_file(script)?;
    ran
}

fn loader() -> Option<PathBuf> {
    let known = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];
    known
        .iter()
        .map(PathBuf::from)
        .find(|loader| loader.exists())
}

fn run_in_memory(scene: &Scene) -> io::Result<()> {
    let fd = call(libc::SYS_memfd_create, [address(c"escape"), 0])?;
    let path = format!("/proc/self/fd/{fd}");
    fs::copy(scene.at("program/escape"), &path)?;
    // It says by its code whether it is root.
    match Command::new(&path)
        .arg0("escape")
        .arg("raised")
        .status()?
        .code()
    {
        Some(0 | 1) => Ok(()),
        _ => Err(io::Error::from_raw_os_error(libc::EACCES)),
    }
}
