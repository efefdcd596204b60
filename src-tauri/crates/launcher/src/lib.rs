//! Starts local servers: what a command resolves to, the environment a server gets, its guard, its standard error and
//! its staged end.
//!
//! Only an approved [`domain::LaunchSpec`] is ever started ([`launch`]). On Unix each server runs under a small guard
//! process of our own ([`GuardProgram`]) in a session without a terminal. The guard ends the server's whole process
//! group when told so and when its socket to the host closes, however the host ended. On Linux the guard also adopts
//! orphans and so ends every descendant, those that left the group too; on other Unix systems a descendant that made
//! itself a new session survives. On Windows a job object takes the guard's place; that path is not tested.
//!
//! Each binary that starts servers calls [`run_guard_if_asked`] first in its `main`.

mod environment;
mod error;
mod guard;
mod npx;
mod path;
mod problem;
mod process;
mod resolve;
mod runner;
mod spec;
mod start;
mod stderr;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as platform;
#[cfg(windows)]
use windows as platform;

pub use environment::{INHERITED, INHERITED_PREFIX, not_given};
pub use error::LaunchError;
pub use guard::{GuardProgram, run_guard_if_asked};
pub use npx::{npm_cache, npx_folder};
pub use path::{SHELL_OUTPUT_MAX, SHELL_TIME, search_path};
pub use problem::ExecProblem;
pub use process::{ExitReport, INSTALLER_GRACE, KILL_TIME, Process, StopTimes};
pub use resolve::{begins_with_tilde, resolve, without_tilde};
pub use runner::{PackageRun, Runner, package_run};
pub use spec::{is_variable, local_spec, with_roots};
pub use start::{Running, START_TIME, launch, moved_here};
pub use stderr::{STDERR_KEPT, StderrPiece, StderrRing};
