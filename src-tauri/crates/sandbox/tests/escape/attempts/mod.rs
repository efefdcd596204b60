//! The attempts, by area. Each returns `Ok` if it got what it wanted.

mod files;
mod folders;
mod kernel;
mod limits;
mod network;
mod processes;
mod repositories;
mod session;

use std::{io, process::ExitCode};

use sandbox::Method;

use crate::scene::Scene;

/// One way of getting out.
pub struct Attempt {
    pub name: &'static str,
    pub run: fn(&Scene) -> io::Result<()>,
    pub control: Control,
    pub open: &'static [Open],
}

/// Where an attempt must succeed without a sandbox, so that its failure in one means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Everywhere.
    Works,
    /// For root.
    Root,
    /// For a normal user; root has it anyway.
    User,
    /// Where the kernel has it.
    Machine,
}

/// An attempt that is known to succeed in a sandbox.
pub struct Open {
    pub method: Method,
    pub who: Who,
    pub reason: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Anyone,
    Root,
}

impl Who {
    pub fn is(self, user: u32) -> bool {
        match self {
            Self::Anyone => true,
            Self::Root => user == 0,
        }
    }
}

const fn attempt(name: &'static str, run: fn(&Scene) -> io::Result<()>) -> Attempt {
    Attempt {
        name,
        run,
        control: Control::Works,
        open: &[],
    }
}

impl Attempt {
    const fn needs(self, control: Control) -> Self {
        Self { control, ..self }
    }

    const fn open(self, open: &'static [Open]) -> Self {
        Self { open, ..self }
    }

    /// Why it succeeds in this sandbox, if it is known to.
    pub fn known(&self, method: Method, user: u32) -> Option<&'static str> {
        let known = self
            .open
            .iter()
            .find(|open| open.method == method && open.who.is(user));
        known.map(|open| open.reason)
    }
}

/// With Landlock and seccomp alone.
const fn filters(reason: &'static str) -> Open {
    Open {
        method: Method::Filters,
        who: Who::Anyone,
        reason,
    }
}

/// With everything.
const fn namespaces(reason: &'static str) -> Open {
    Open {
        method: Method::Namespaces,
        who: Who::Anyone,
        reason,
    }
}

/// All attempts, with the name of their area.
pub const AREAS: &[(&str, &[Attempt])] = &[
    ("files", files::ALL),
    ("read-only", folders::READ_ONLY),
    ("writable", folders::WRITABLE),
    ("repositories", repositories::ALL),
    ("identity", folders::IDENTITY),
    ("processes", processes::ALL),
    ("session", session::ALL),
    ("network", network::ALL),
    ("kernel", kernel::ALL),
    ("limits", limits::ALL),
];

/// Makes one attempt and says what came of it.
pub fn run(name: &str, scene: &str) -> ExitCode {
    let scene = serde_json::from_str(scene).unwrap();
    let mut all = AREAS.iter().flat_map(|(_, attempts)| attempts.iter());
    let attempt = all.find(|attempt| attempt.name == name).unwrap();
    match (attempt.run)(&scene) {
        Ok(()) => {
            println!("succeeds");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{}", word(&error));
            ExitCode::FAILURE
        }
    }
}

fn word(error: &io::Error) -> String {
    let known = [
        (libc::EPERM, "EPERM"),
        (libc::EACCES, "EACCES"),
        (libc::ENOENT, "ENOENT"),
        (libc::EROFS, "EROFS"),
        (libc::EBUSY, "EBUSY"),
        (libc::ESRCH, "ESRCH"),
        (libc::ENOSYS, "ENOSYS"),
        (libc::EXDEV, "EXDEV"),
        (libc::EAGAIN, "EAGAIN"),
        (libc::ENOSPC, "ENOSPC"),
        (libc::ENOMEM, "ENOMEM"),
        (libc::EMFILE, "EMFILE"),
        (libc::EFBIG, "EFBIG"),
        (libc::EINVAL, "EINVAL"),
        (libc::ENOTDIR, "ENOTDIR"),
        (libc::ECONNREFUSED, "ECONNREFUSED"),
        (libc::ENETUNREACH, "ENETUNREACH"),
        (libc::EAFNOSUPPORT, "EAFNOSUPPORT"),
        (libc::EPROTONOSUPPORT, "EPROTONOSUPPORT"),
        (libc::ETIMEDOUT, "ETIMEDOUT"),
    ];
    let number = error.raw_os_error();
    let known = known.iter().find(|(code, _)| Some(*code) == number);
    known.map_or_else(|| error.to_string(), |(_, name)| (*name).to_owned())
}

/// Counts as reached: the kernel looked at the arguments, and found these faults.
fn reached(result: io::Result<usize>, faults: &[i32]) -> io::Result<()> {
    match result {
        Ok(_) => Ok(()),
        Err(error)
            if error
                .raw_os_error()
                .is_some_and(|number| faults.contains(&number)) =>
        {
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Whether what was read is what is to be kept.
fn is_secret(text: &str) -> io::Result<()> {
    if text.contains(crate::scene::SECRET) {
        return Ok(());
    }
    Err(io::Error::other("nothing of it"))
}
