//! The host's end of a server: its guard, and the socket whose closing ends the server.

use std::{
    io::{self, IoSlice, PipeReader, PipeWriter},
    mem::MaybeUninit,
    os::{
        fd::{AsFd, OwnedFd},
        unix::net::UnixStream as StdUnixStream,
    },
    process::Stdio,
};

use rustix::{
    net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg},
    process::{Pid, Signal, kill_process_group},
};
use sandbox::{Change, ChangeError, Confinement, FolderChange, Network};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::UnixStream,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    time::timeout,
};

use super::pass;
use super::wire::{INTERRUPT, KILL, Report, SETTLED, TERMINATE, encode, encode_change};
use crate::{
    ExitReport, GuardProgram, LaunchError, Record, START_TIME,
    guard::MARKER,
    order::{Order, Pipes, Started},
    problem::problem,
    process::unanswered,
};

/// The longest line of a guard, in bytes: what of a confinement is enforced. More is not one of ours.
const HEARD_MAX: usize = 8 * 1024;

/// One server under its guard. Dropping it closes the socket, whereupon the guard ends the server's family.
pub(crate) struct Tether {
    guard: Child,
    socket: UnixStream,
    server: Pid,
    heard: Vec<u8>,
}

/// Starts the program of `order` under `guard`.
pub(crate) async fn start(
    order: &Order,
    guard: &GuardProgram,
) -> Result<Started<Tether>, LaunchError> {
    let bytes = encode(order)?;
    let GuardStarted {
        pipes,
        guard,
        mut socket,
        passes,
    } = start_guard(guard, order).map_err(LaunchError::Guard)?;
    // It starts nothing before it gets its order: whatever it starts is in the scope.
    #[cfg(target_os = "linux")]
    if let (Some(confinement), Some(guard)) = (&order.confinement, guard.id())
        && let Some(name) = &confinement.group
    {
        super::scope::put_into(name, guard, &confinement.limits).await;
    }
    let mut heard = Vec::new();
    let first = timeout(START_TIME, async {
        socket.write_all(&bytes).await?;
        let first = first_report(&mut socket, &mut heard).await?;
        match first {
            Some(Report::Confined(report)) if order.confinement.is_some() => {
                Ok((Some(*report), first_report(&mut socket, &mut heard).await?))
            }
            first => Ok::<_, io::Error>((None, first)),
        }
    });
    let (sandbox, first) = first
        .await
        .unwrap_or(Ok((None, None)))
        .unwrap_or((None, None));
    match first {
        // Only a server that was to be unconfined may be.
        Some(Report::Started(pid)) if sandbox.is_some() == order.confinement.is_some() => {
            let server = Pid::from_raw(pid).ok_or(LaunchError::GuardSilent)?;
            let tether = Tether {
                guard,
                socket,
                server,
                heard,
            };
            let passed = passes.as_ref().map(pass::receive).transpose();
            let passed = passed.map_err(LaunchError::Guard)?.unwrap_or_default();
            Ok(Started {
                pipes,
                tether,
                sandbox,
                sockets: passed.sockets,
                record: passed.record.map(Record::new),
            })
        }
        Some(Report::NotConfined(reason)) => Err(LaunchError::Sandbox { reason }),
        Some(Report::Refused(error)) => {
            let source = io::Error::from_raw_os_error(error);
            Err(LaunchError::Exec {
                path: order.program.clone(),
                problem: problem(&order.program, &source),
                source,
            })
        }
        Some(
            Report::Started(_)
            | Report::Exited(_)
            | Report::Signaled(_)
            | Report::OutOfMemory(_)
            | Report::Confined(_)
            | Report::Changed(_),
        )
        | None => Err(LaunchError::GuardSilent),
    }
}

/// The guard keeps the host's own environment (it is the host's own binary, and may need it to find its libraries), is
/// told the server's over the socket, and holds no folder busy.
#[allow(
    clippy::disallowed_methods,
    reason = "this is where programs are started"
)]
fn start_guard(guard: &GuardProgram, order: &Order) -> io::Result<GuardStarted> {
    let (ours, theirs) = StdUnixStream::pair()?;
    let passes = |wanted: &&Confinement| wanted.network == Network::Brokered || wanted.recorded;
    let passes = order.confinement.as_ref().filter(passes);
    let passes = passes.map(|_| StdUnixStream::pair()).transpose()?;
    let (passes, of_guard) = passes.unzip();
    let pipes = make_pipes(&ours, of_guard.as_ref())?;
    ours.set_nonblocking(true)?;
    let socket = UnixStream::from_std(ours)?;
    let child = Command::new(&guard.path)
        .arg0("innkeeper-guard")
        .arg(MARKER)
        // Read by nobody but people who look at the list of processes.
        .arg(&order.program)
        .current_dir("/")
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    Ok(GuardStarted {
        pipes,
        guard: child,
        socket,
        passes,
    })
}

/// A guard that was started, and the host's ends of what leads to it and its server.
struct GuardStarted {
    pipes: Pipes,
    guard: Child,
    socket: UnixStream,
    /// Where it sends the sockets of the server's network and its record, if it has any.
    passes: Option<StdUnixStream>,
}

/// Makes the server's pipes and puts its ends into the socket, where the guard finds them; with them the guard's end for what
/// it passes later, if there is one.
fn make_pipes(socket: &StdUnixStream, passes: Option<&StdUnixStream>) -> io::Result<Pipes> {
    let (server_stdin, stdin): (PipeReader, PipeWriter) = io::pipe()?;
    let (stdout, server_stdout) = io::pipe()?;
    let (stderr, server_stderr) = io::pipe()?;
    let mut ends = vec![
        server_stdin.as_fd(),
        server_stdout.as_fd(),
        server_stderr.as_fd(),
    ];
    ends.extend(passes.map(AsFd::as_fd));
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(4))];
    let mut beside = SendAncillaryBuffer::new(&mut space);
    if !beside.push(SendAncillaryMessage::ScmRights(&ends)) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    sendmsg(
        socket,
        &[IoSlice::new(&[0])],
        &mut beside,
        SendFlags::empty(),
    )?;
    Ok(Pipes {
        stdin: ChildStdin::from_std(OwnedFd::from(stdin).into())?,
        stdout: ChildStdout::from_std(OwnedFd::from(stdout).into())?,
        stderr: ChildStderr::from_std(OwnedFd::from(stderr).into())?,
    })
}

/// Takes the first line out of what is heard; `None` when the guard ended before it said one.
async fn first_report(socket: &mut UnixStream, heard: &mut Vec<u8>) -> io::Result<Option<Report>> {
    loop {
        if let Some(end) = heard.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = heard.drain(..=end).collect();
            return Ok(Report::parse(String::from_utf8_lossy(&line).trim_end()));
        }
        if heard.len() > HEARD_MAX || socket.read_buf(heard).await? == 0 {
            return Ok(None);
        }
    }
}

impl Tether {
    /// The server's process id.
    pub(crate) fn pid(&self) -> u32 {
        self.server.as_raw_pid().cast_unsigned()
    }

    /// Has the guard change the server's folders.
    pub(crate) async fn change_folder(
        &mut self,
        change: &FolderChange,
    ) -> Result<Change, ChangeError> {
        let bytes = encode_change(change).ok_or(ChangeError::Path)?;
        self.socket
            .write_all(&bytes)
            .await
            .map_err(|_| unanswered())?;
        let answer = first_report(&mut self.socket, &mut self.heard).await;
        match answer.ok().flatten() {
            Some(Report::Changed(answer)) => answer,
            // The server ended meanwhile: back to where the wait for it finds it.
            Some(report) => {
                self.heard.splice(..0, report.line().into_bytes());
                Err(unanswered())
            }
            None => Err(unanswered()),
        }
    }

    /// Waits for the guard's end. It can be dropped and called again; what was heard stays.
    pub(crate) async fn exited(&mut self) -> ExitReport {
        let last = first_report(&mut self.socket, &mut self.heard)
            .await
            .ok()
            .flatten();
        if let Some(report) = &last {
            // Back to where a repeated call finds it.
            self.heard.splice(..0, report.line().into_bytes());
        }
        let _ = self.guard.wait().await;
        match last {
            Some(Report::Exited(code)) => ExitReport {
                code: Some(code),
                ..ExitReport::default()
            },
            Some(Report::Signaled(signal)) => ExitReport {
                signal: Some(signal),
                ..ExitReport::default()
            },
            Some(Report::OutOfMemory(signal)) => ExitReport {
                signal: Some(signal),
                out_of_memory: true,
                ..ExitReport::default()
            },
            Some(
                Report::Started(_)
                | Report::Refused(_)
                | Report::Confined(_)
                | Report::NotConfined(_)
                | Report::Changed(_),
            )
            | None => {
                // Someone ended the guard itself: at least the group goes with it.
                let _ = kill_process_group(self.server, Signal::KILL);
                ExitReport::default()
            }
        }
    }

    /// Asks for SIGINT to the server's group; whether such a request exists on this platform.
    pub(crate) async fn interrupt(&mut self) -> bool {
        self.say(INTERRUPT).await;
        true
    }

    /// Says that the server is installed.
    pub(crate) async fn settled(&mut self) {
        self.say(SETTLED).await;
    }

    /// Asks for SIGTERM to the server's group; whether such a request exists on this platform.
    pub(crate) async fn terminate(&mut self) -> bool {
        self.say(TERMINATE).await;
        true
    }

    /// Asks for SIGKILL to the server's family.
    pub(crate) async fn kill(&mut self) {
        self.say(KILL).await;
    }

    /// Ends the guard itself, which did not manage to end the family, and the server's group.
    pub(crate) fn abandon(&mut self) {
        let _ = self.guard.start_kill();
        let _ = kill_process_group(self.server, Signal::KILL);
    }

    /// A word is one byte into an empty socket, so it does not wait; a guard that is gone is noticed by waiting for it.
    async fn say(&mut self, word: u8) {
        let _ = self.socket.write_all(&[word]).await;
    }
}
