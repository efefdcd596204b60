//! Programs of this machine that the host runs to their end for its own purposes, in a sandbox: package managers.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use sandbox::{Confinement, Sockets};
use tokio::process::{ChildStderr, ChildStdout};

use crate::{GuardProgram, LaunchError, Process, order::Order, platform};

/// A program with everything that it gets. No `Debug`: values of its environment may be secrets.
pub struct Tool {
    /// The file, absolute.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its whole environment. `HOME` and `TMPDIR` are replaced by those of the sandbox.
    pub env: Vec<(OsString, OsString)>,
    /// The working directory.
    pub cwd: PathBuf,
    /// What it may see, change and reach.
    pub confinement: Confinement,
}

/// A tool that was started. Its standard input is closed.
#[derive(Debug)]
pub struct RunningTool {
    /// Its standard output.
    pub stdout: ChildStdout,
    /// Its standard error.
    pub stderr: ChildStderr,
    /// The process and its family.
    pub process: Process,
    /// What listens inside its network, to be served at once, if that is brokered.
    pub sockets: Option<Sockets>,
}

/// Starts a tool under the guard. Call it inside a tokio runtime with I/O and time.
///
/// # Errors
/// The guard fails, the system refuses the program, or nothing as strong as the confinement asks for works here. It did not run then.
pub async fn run_tool(tool: Tool, guard: &GuardProgram) -> Result<RunningTool, LaunchError> {
    let order = Order {
        program: tool.program,
        args: tool.args,
        cwd: tool.cwd,
        env: tool.env,
        undo_time: Duration::ZERO,
        undo_folder: None,
        confinement: Some(tool.confinement),
    };
    let started = platform::start(&order, guard).await?;
    drop(started.pipes.stdin);
    Ok(RunningTool {
        stdout: started.pipes.stdout,
        stderr: started.pipes.stderr,
        process: Process::new(started.tether),
        sockets: started.sockets,
    })
}
