//! Confinement of local programs: what a server may read, change, reach and use, enforced by the operating system.
//!
//! A local server is a program of somebody else. Started as it is, it can do whatever its user can. This crate starts it so
//! that everything is denied but what a [`Confinement`] lists: the program itself, a private folder, the folders that
//! were granted, and limits. [`start`] is called by the *guard*, a small process with one thread between the host and the server.
//!
//! On Linux there are three ways, tried in this order ([`Method`]):
//!
//! 1. *Namespaces*: the server gets a root folder of its own, in which nothing else exists, its own process ids, and an
//!    empty network. seccomp (a filter of system calls) and Landlock (rules for files) are stacked on top. Folders can be granted
//!    and revoked while it runs ([`Confined::change`]).
//! 2. *Filters*: Landlock and seccomp alone, where the system refuses user namespaces.
//! 3. *Advisory*: limits, and no network. Files are not confined.
//!
//! Nothing is assumed to work. Before the server's first instruction runs, the guard reads back from the kernel what was
//! applied, and the [`Report`] says for each facet whether it is enforced. [`Confinement::weakest`] says what is acceptable; where nothing
//! as strong works, the server does not start.
//!
//! A folder can be granted *staged* ([`Access::Staged`]): the server writes to a layer of its own (overlayfs), and the folder stays as it
//! is. This takes namespaces. Where the system refuses the overlay, the server does not start.
//!
//! macOS has a profile for `sandbox-exec`, which was never run; its facets are all advisory. Windows has nothing yet.
//!
//! A confinement is data: the host makes it, and hands it to the guard.
//!
//! ```
//! # #[cfg(unix)] {
//! use sandbox::{Access, Confinement, FolderGrant, Network};
//! # use std::path::Path;
//!
//! // One folder to read, one private folder, no network.
//! let mut confinement = Confinement::new("/var/lib/innkeeper/sandbox/files/home");
//! confinement.grants.push(FolderGrant::new(Path::new("/usr"), Access::Read)?);
//! assert_eq!(confinement.network, Network::Off);
//! assert!(confinement.check().is_ok());
//!
//! // What the sandbox provides itself cannot be replaced by the host's.
//! confinement.programs.push("/proc/1".into());
//! assert!(confinement.check().is_err());
//! # }
//! # Ok::<(), std::io::Error>(())
//! ```

mod change;
#[cfg(unix)]
mod confined;
mod confinement;
mod error;
#[cfg(target_os = "linux")]
mod linux;
mod lookout;
#[cfg(any(target_os = "macos", all(test, unix)))]
mod macos;
mod made;
mod names;
#[cfg(unix)]
mod program;
mod rank;
mod report;
mod sockets;
mod sought;

pub use change::{Change, ChangeError, FolderChange};
#[cfg(unix)]
pub use confined::{Confined, Outcome};
pub use confinement::{
    Access, Confinement, FolderGrant, HOME, Layers, Limits, Network, PATHS_MAX, PORTS_MAX,
    can_be_served,
};
pub use error::SandboxError;
pub use lookout::Lookout;
pub use made::{Made, RUNS_MAX};
#[cfg(unix)]
pub use program::Program;
pub use rank::{Rank, ranks};
pub use report::{Facet, Level, Method, Refusal, Remark, Report, Step};
pub use sockets::Sockets;
pub use sought::{Recorded, SOUGHT_MAX, Sought, Want};

/// Starts `program` under the strongest method that works, and no weaker one than `confinement` accepts.
///
/// To be called in a process with one thread, which is the parent of the result and must not end before it: with the
/// namespaces, its end ends everything. The program's streams close in this process. It may take up to 10 seconds for
/// each step that the system delays.
///
/// # Errors
/// [`SandboxError`]. Nothing of the program has run then.
#[cfg(unix)]
pub fn start(
    confinement: &Confinement,
    program: Program,
) -> Result<Box<dyn Confined>, SandboxError> {
    #[cfg(target_os = "linux")]
    return linux::start(confinement, program);
    #[cfg(target_os = "macos")]
    return macos::start(confinement, program);
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    {
        let _ = (confinement, program);
        Err(SandboxError::TooWeak {
            weakest: Method::Advisory,
            refusal: Refusal {
                step: Step::Namespaces,
                errno: 0,
            },
        })
    }
}

/// Starts `program` under this method and no other, whatever `confinement` accepts. For tests and for a diagnosis of what
/// works on a system.
///
/// # Errors
/// As [`start`].
#[cfg(target_os = "linux")]
pub fn start_only(
    method: Method,
    confinement: &Confinement,
    program: Program,
) -> Result<Box<dyn Confined>, SandboxError> {
    linux::start_only(method, confinement, program)
}

/// Gives up every right of the calling thread and of all it starts, for good: it can open no file, make no socket that reaches
/// anything, and start no program. What is open stays open. For a process that reads hostile input and writes what it makes of it.
///
/// To be called in a process with one thread; others keep their rights. A kernel without Landlock still gets the filter
/// of system calls, so the caller also takes the right to new descriptors from itself (`RLIMIT_NOFILE`).
///
/// # Errors
/// What the system refused. The caller must not go on then.
#[cfg(target_os = "linux")]
pub fn seal_self() -> Result<(), Refusal> {
    linux::seal_self()
}
