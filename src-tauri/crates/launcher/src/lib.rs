//! Starts local servers: command resolution, environment, guard process, standard error, and staged termination.
//!
//! [`launch`] starts nothing but an approved [`domain::LaunchSpec`]. On Unix each server runs under a guard process
//! ([`GuardProgram`]) in a session without a terminal. The guard ends the server's process group when told to, and when its socket to the
//! host closes, however the host ended. On Linux the guard is also a child subreaper, so every descendant ends, including those that left the group. On other
//! Unix systems a descendant with a session of its own survives. On Windows a job object takes the guard's place; that path is tested under Wine only.
//!
//! The guard starts a server in a sandbox (see the crate `sandbox`) where its approved launch says so. [`confine`] finds out what the
//! program needs for that.
//!
//! [`trial_start`] starts an installed package without an approval, once, with nothing of the user and in the strongest sandbox only.
//!
//! Each binary that starts servers calls [`run_guard_if_asked`] first in its `main`.
//!
//! ```
//! # #[cfg(unix)] {
//! use std::path::Path;
//!
//! use domain::ServerId;
//!
//! // The specification that a person reviews. Nothing starts here.
//! let args = vec!["-c".to_owned(), "exit 0".to_owned()];
//! let spec = launcher::local_spec(ServerId::new(), "sh", args, Some(Path::new("/")), Vec::new(), "/usr/bin:/bin")?;
//! assert!(spec.program.path.is_absolute());
//!
//! assert!(launcher::is_variable("API_TOKEN"));
//! assert!(!launcher::is_variable("PATH"), "the approved PATH is the one that is used");
//! # }
//! # Ok::<(), launcher::LaunchError>(())
//! ```

mod content;
mod environment;
mod error;
mod exit;
mod guard;
mod guard_entry;
mod limits;
mod npx;
mod order;
mod path;
mod problem;
mod process;
mod programs;
mod record;
mod resolve;
mod runner;
mod spec;
mod start;
mod stderr;
mod tool;
mod trial_start;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as platform;
#[cfg(windows)]
use windows as platform;

pub use content::with_contents;
pub use domain::Runner;
pub use environment::not_given;
pub use error::LaunchError;
pub use exit::ExitReport;
pub use guard::GuardProgram;
pub use guard_entry::run_guard_if_asked;
pub use limits::{CHANGE_TIME, KILL_TIME, SHELL_OUTPUT_MAX, SHELL_TIME, START_TIME};
pub use npx::{npm_cache, npx_folder};
pub use path::search_path;
pub use problem::ExecProblem;
pub use process::{INSTALLER_GRACE, Process, StopTimes};
pub use programs::{confine, files_of, is_system, run_of};
pub use record::Record;
pub use resolve::{begins_with_tilde, resolve, without_tilde};
pub use runner::{PackageRun, package_run};
pub use spec::{is_variable, local_spec, package_spec, with_roots};
pub use start::{
    Places, Running, StagingProbe, enforcement, launch, moved_here, staging_works,
    strongest_enforcement,
};
pub use stderr::{STDERR_KEPT, StderrPiece, StderrRing};
pub use tool::{RunningTool, Tool, run_tool};
pub use trial_start::trial_start;
