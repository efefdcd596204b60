//! The guard process: starts one server, passes its end on, and outlives the host just long enough to end the server.
//!
//! One thread, no runtime. Its standard input is the socket to the host; the server gets none of it, because the
//! server's own standard input takes its place.

use std::{
    ffi::OsString,
    io::{self, IoSliceMut, Read},
    mem::MaybeUninit,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd, RawFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    process::Command,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, FdFlags, fcntl_setfd},
    net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg},
    process::{Pid, setsid},
};
use sandbox::{Confinement, FolderChange, SandboxError};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};

use super::{
    family::{Family, LAST_WORDS, adopt_orphans},
    pass::{self, Passed},
    wire::{CHANGE, INTERRUPT, KILL, Report, SETTLED, TERMINATE, read_change, read_order},
};
use crate::order::Order;

/// Lists the descriptors that are open in this process.
const OPEN_FILES: &str = if cfg!(target_os = "linux") {
    "/proc/self/fd"
} else {
    "/dev/fd"
};

/// How often the end of an interrupted package runner is looked for.
const LOOK: Duration = Duration::from_millis(20);

/// The descriptor of standard error; the standard streams are replaced when the server starts.
const LAST_STANDARD_STREAM: RawFd = 2;

/// Is the guard, to the end of this process.
pub(crate) fn run_guard() -> ! {
    let stdin = io::stdin();
    // An error here means that the host is gone or that this was started by hand; both leave nothing to guard.
    std::process::exit(i32::from(keep(Host(stdin.as_fd())).is_err()) * 2)
}

fn keep(mut host: Host<'_>) -> io::Result<()> {
    ignore_signals()?;
    // No terminal for the server: it could type into it. Fails only if this is a group leader already.
    let _ = setsid();
    adopt_orphans();
    close_on_start()?;
    let ended = child_signals()?;
    let given = host.receive_ends()?;
    let order = read_order(&mut host)?;
    match start(&order, given) {
        Ok((mut family, sandbox)) => {
            if let Some(report) = sandbox {
                host.report(&Report::Confined(report));
            }
            host.report(&Report::Started(family.server().as_raw_pid()));
            let (undo_time, undo_folder) = (order.undo_time, order.undo_folder.clone());
            drop(order);
            let forced = watch(&mut host, &ended, &mut family, undo_time);
            if let Some(folder) = undo_folder.filter(|_| forced) {
                let _ = std::fs::remove_dir_all(folder);
            }
            if let Some(outcome) = family.outcome() {
                host.report(outcome);
            }
        }
        Err(report) => host.report(&report),
    }
    Ok(())
}

/// A guard is ended by its host's end alone. Handlers, unlike "ignore", do not reach the server through its start.
fn ignore_signals() -> io::Result<()> {
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
        signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)))?;
    }
    Ok(())
}

/// Marks what whoever started the host left open in it (a socket of the desktop, a terminal) so that no server gets it.
#[allow(
    unsafe_code,
    reason = "the standard library has no safe way to name a descriptor it did not open"
)]
fn close_on_start() -> io::Result<()> {
    for entry in std::fs::read_dir(OPEN_FILES)? {
        let Some(number) = entry?
            .file_name()
            .to_str()
            .and_then(|name| name.parse::<RawFd>().ok())
        else {
            continue;
        };
        if number <= LAST_STANDARD_STREAM {
            continue;
        }
        // SAFETY: the folder lists what is open, and no other thread exists that could close it during this call. The
        // borrow ends with it.
        let open = unsafe { BorrowedFd::borrow_raw(number) };
        fcntl_setfd(open, FdFlags::CLOEXEC)?;
    }
    Ok(())
}

/// Readable whenever a child has ended.
fn child_signals() -> io::Result<UnixStream> {
    let (ended, signal) = UnixStream::pair()?;
    ended.set_nonblocking(true)?;
    signal_hook::low_level::pipe::register(SIGCHLD, signal)?;
    Ok(ended)
}

/// Starts the server. The guard's copies of its pipes close here.
fn start(
    order: &Order,
    Ends { streams, passes }: Ends,
) -> Result<(Family, Option<Box<sandbox::Report>>), Report> {
    match &order.confinement {
        Some(confinement) => start_confined(order, confinement, streams, passes),
        None => match start_plain(order, streams) {
            Ok(server) => Ok((Family::of(server), None)),
            Err(error) => Err(refused(&error)),
        },
    }
}

fn refused(error: &io::Error) -> Report {
    Report::Refused(error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error()))
}

/// Starts the server as the leader of its own group.
fn start_plain(order: &Order, [stdin, stdout, stderr]: [OwnedFd; 3]) -> io::Result<Pid> {
    let server = Command::new(&order.program)
        .args(&order.args)
        .env_clear()
        .envs(order.env.iter().map(|(name, value)| (name, value)))
        .current_dir(&order.cwd)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .process_group(0)
        .spawn()?;
    Pid::from_raw(server.id().cast_signed()).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn start_confined(
    order: &Order,
    confinement: &Confinement,
    streams: [OwnedFd; 3],
    passes: Option<OwnedFd>,
) -> Result<(Family, Option<Box<sandbox::Report>>), Report> {
    let program = sandbox::Program {
        path: order.program.clone(),
        args: order.args.iter().map(OsString::from).collect(),
        env: order.env.clone(),
        cwd: order.cwd.clone(),
        streams,
    };
    match sandbox::start(confinement, program) {
        Ok(mut confined) => {
            // Without the sockets the server reaches nothing, and the host says that its guard failed.
            if let Some(passes) = passes {
                let sockets = confined.sockets();
                let record = confined.record();
                let _ = pass::send(&passes, Passed { sockets, record });
            }
            let report = Box::new(confined.report().clone());
            Ok((Family::confined(confined), Some(report)))
        }
        Err(SandboxError::Exec(error)) => Err(refused(&error)),
        Err(error) => Err(Report::NotConfined(error.to_string())),
    }
}

/// Returns when the server has ended or was ended, and all it started with it. `undo_time`: how long a package runner that
/// is interrupted may take to undo what it has half written; zero for other programs. Answers whether it did not take
/// that time and was ended by force.
fn watch(
    host: &mut Host<'_>,
    ended: &UnixStream,
    family: &mut Family,
    mut undo_time: Duration,
) -> bool {
    let mut undone_by: Option<Instant> = None;
    let (mut host_lives, mut forced) = (true, false);
    let grace = loop {
        let word = host.word_or_child(ended, host_lives, undone_by.map(|_| LOOK));
        family.reap();
        match word {
            Word::None => {}
            Word::Interrupt => {
                family.interrupt();
                undone_by = Some(Instant::now() + undo_time);
            }
            Word::Settled => undo_time = Duration::ZERO,
            Word::Change(change) => host.report(&Report::Changed(family.change_folder(&change))),
            Word::Terminate => {
                forced = true;
                family.terminate();
            }
            Word::Kill => {
                forced = true;
                break Duration::ZERO;
            }
            Word::Gone => {
                host_lives = false;
                if undone_by.is_none() && !undo_time.is_zero() && family.outcome().is_none() {
                    family.interrupt();
                    undone_by = Some(Instant::now() + undo_time);
                }
            }
        }
        let undoes = undone_by.is_some_and(|end| Instant::now() < end);
        let over = if undoes {
            // Who leads the group may be a shell that ends before the package runner does.
            family.is_gone()
        } else {
            family.outcome().is_some() || !host_lives
        };
        if over {
            break LAST_WORDS;
        }
    };
    forced |= undone_by.is_some() && !family.is_gone();
    family.end(grace);
    forced && !undo_time.is_zero()
}

/// What the host says to a guard that has started its server.
enum Word {
    None,
    Change(FolderChange),
    Interrupt,
    Settled,
    Terminate,
    Kill,
    Gone,
}

/// What the host gives a guard for its server.
struct Ends {
    /// The server's standard input, output and error.
    streams: [OwnedFd; 3],
    /// Where its sockets and its record go, if it has any.
    passes: Option<OwnedFd>,
}

/// The socket to the host.
struct Host<'fd>(BorrowedFd<'fd>);

impl Host<'_> {
    /// Waits for a word of the host, while it lives, or the end of a child, no longer than `limit`.
    fn word_or_child(
        &mut self,
        mut ended: &UnixStream,
        lives: bool,
        limit: Option<Duration>,
    ) -> Word {
        let mut both = [
            PollFd::new(ended, PollFlags::IN),
            PollFd::from_borrowed_fd(self.0, PollFlags::IN),
        ];
        let watched = if lives { 2 } else { 1 };
        let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
        match poll(&mut both[..watched], limit.as_ref()) {
            Ok(_) => {}
            Err(Errno::INTR) => return Word::None,
            // Without a way to wait there is no way to guard.
            Err(_) => return Word::Gone,
        }
        let [_, host] = &both;
        let spoken = lives && !host.revents().is_empty();
        let _ = ended.read(&mut [0; 64]);
        if spoken { self.word() } else { Word::None }
    }

    fn word(&mut self) -> Word {
        let mut byte = [0];
        match self.read(&mut byte) {
            Ok(1) => match byte {
                [INTERRUPT] => Word::Interrupt,
                [SETTLED] => Word::Settled,
                [TERMINATE] => Word::Terminate,
                [KILL] => Word::Kill,
                // A host that goes silent in the middle of a word is gone.
                [CHANGE] => read_change(self).map_or(Word::Gone, Word::Change),
                _ => Word::None,
            },
            Ok(_) | Err(_) => Word::Gone,
        }
    }

    /// What is sent beside one byte.
    fn receive_ends(&self) -> io::Result<Ends> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(4))];
        let mut beside = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        recvmsg(
            self.0,
            &mut [IoSliceMut::new(&mut byte)],
            &mut beside,
            RecvFlags::empty(),
        )?;
        let mut pipes = Vec::new();
        for message in beside.drain() {
            if let RecvAncillaryMessage::ScmRights(received) = message {
                pipes.extend(received);
            }
        }
        // The server gets them as its standard streams only. No other thread can start a process in between.
        for pipe in &pipes {
            fcntl_setfd(pipe, FdFlags::CLOEXEC)?;
        }
        let mut pipes = pipes.into_iter();
        let (Some(stdin), Some(stdout), Some(stderr)) = (pipes.next(), pipes.next(), pipes.next())
        else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        Ok(Ends {
            streams: [stdin, stdout, stderr],
            passes: pipes.next(),
        })
    }

    /// A host that is gone is noticed by the next read.
    fn report(&self, report: &Report) {
        let _ = rustix::io::write(self.0, report.line().as_bytes());
    }
}

impl Read for Host<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match rustix::io::read(self.0, &mut *buffer) {
                Err(Errno::INTR) => {}
                read => return Ok(read?),
            }
        }
    }
}
