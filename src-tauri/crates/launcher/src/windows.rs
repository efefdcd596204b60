//! Windows: a job object that ends with its last handle, which the host holds. Tested under Wine.

use std::{io, path::Path, process::Stdio};

use process_wrap::tokio::{ChildWrapper, CommandWrap, CreationFlags, JobObject, KillOnDrop};
use sandbox::{Change, ChangeError, Confinement, FolderChange, Method, Remark, Report};
use tokio::process::{ChildStdin, ChildStdout, Command};
use windows::Win32::System::Threading::CREATE_NO_WINDOW;

use crate::{
    ExitReport, GuardProgram, LaunchError,
    order::{Order, Pipes, Started},
    problem::problem,
};

/// No folders are usual enough on Windows to be guessed.
pub(crate) const USUAL_FOLDERS: &str = "";

/// The endings tried when `PATHEXT` is not set.
const USUAL_ENDINGS: &str = ".COM;.EXE;.BAT;.CMD";

/// Windows programs have one `PATH`, however they were started.
pub(crate) fn in_terminal() -> bool {
    true
}

/// There is no login shell.
pub(crate) async fn login_shell_path() -> Option<String> {
    None
}

/// Windows has no such groups.
pub(crate) fn scope_name(_: domain::ServerId) -> Option<String> {
    None
}

/// The file names a command may have in a folder: as it is, when it has an ending, and with each ending of `PATHEXT`.
pub(crate) fn file_names(command: &str) -> Vec<String> {
    let endings = std::env::var("PATHEXT").unwrap_or_else(|_| USUAL_ENDINGS.to_owned());
    let whole = Path::new(command)
        .extension()
        .is_some()
        .then(|| command.to_owned());
    let with_endings = endings
        .split(';')
        .filter(|ending| !ending.is_empty())
        .map(|ending| format!("{command}{ending}"));
    whole.into_iter().chain(with_endings).collect()
}

/// Whether this is a file; its name decides whether it runs.
pub(crate) fn can_run(path: &Path) -> bool {
    path.is_file()
}

/// Whether two names mean the same variable.
pub(crate) fn same_env_name(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// One server in its job. Dropping it closes the job, which ends all processes in it.
pub(crate) struct Tether {
    job: Box<dyn ChildWrapper>,
    pid: u32,
}

/// Starts the program of `order` in a job of its own.
#[allow(
    clippy::disallowed_methods,
    reason = "this is where programs are started"
)]
pub(crate) async fn start(
    order: &Order,
    _guard: &GuardProgram,
) -> Result<Started<Tether>, LaunchError> {
    let sandbox = order.confinement.as_ref().map(sandbox).transpose()?;
    let refused = |source: io::Error| LaunchError::Exec {
        path: order.program.clone(),
        problem: problem(&order.program, &source),
        source,
    };
    let mut command = Command::new(&order.program);
    command
        .args(&order.args)
        .env_clear()
        .envs(order.env.iter().map(|(name, value)| (name, value)))
        .current_dir(&order.cwd)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut command = CommandWrap::from(command);
    // A host with a window has no console, and Windows would open one for each server.
    command
        .wrap(CreationFlags(CREATE_NO_WINDOW))
        .wrap(KillOnDrop)
        .wrap(JobObject);
    let mut job = command.spawn().map_err(refused)?;
    let streams = (job.stdin().take(), job.stdout().take(), job.stderr().take());
    let (Some(stdin), Some(stdout), Some(stderr), Some(pid)) =
        (streams.0, streams.1, streams.2, job.id())
    else {
        return Err(refused(io::ErrorKind::BrokenPipe.into()));
    };
    Ok(Started {
        pipes: Pipes {
            stdin,
            stdout,
            stderr,
        },
        tether: Tether { job, pid },
        sandbox,
        sockets: None,
        record: None,
    })
}

/// Nothing of a confinement is enforced here.
fn sandbox(confinement: &Confinement) -> Result<Report, LaunchError> {
    if confinement.weakest_possible() > Method::Advisory {
        return Err(LaunchError::Sandbox {
            reason: "there is no sandbox for Windows".to_owned(),
        });
    }
    Ok(Report::advisory(Remark::UnsupportedSystem))
}

/// The two streams as they are: their reads and writes run on threads of no runtime.
pub(crate) fn moved_here(
    stdout: ChildStdout,
    stdin: ChildStdin,
) -> io::Result<(ChildStdout, ChildStdin)> {
    Ok((stdout, stdin))
}

impl Tether {
    /// The server's process id.
    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// Waits for the server's end, then ends what it left in the job.
    pub(crate) async fn exited(&mut self) -> ExitReport {
        let code = self
            .job
            .inner_mut()
            .wait()
            .await
            .ok()
            .and_then(|status| status.code());
        let _ = self.job.start_kill();
        ExitReport {
            code,
            ..ExitReport::default()
        }
    }

    /// A change needs a restart.
    pub(crate) async fn change_folder(&mut self, _: &FolderChange) -> Result<Change, ChangeError> {
        Err(ChangeError::NeedsRestart)
    }

    /// There is no interrupt that reaches a program without a console.
    pub(crate) async fn interrupt(&mut self) -> bool {
        false
    }

    /// Nothing ends otherwise once a package is installed.
    pub(crate) async fn settled(&mut self) {}

    /// There is no request to end that every program understands.
    pub(crate) async fn terminate(&mut self) -> bool {
        false
    }

    /// Ends the job.
    pub(crate) async fn kill(&mut self) {
        let _ = self.job.start_kill();
    }

    /// Ends the job once more; there is no guard to be given up on.
    pub(crate) fn abandon(&mut self) {
        let _ = self.job.start_kill();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
