//! The first process of a sandbox: builds it from the inside, gives up every right, starts the server and waits for it.

use std::{
    fs, io,
    os::{
        fd::{AsFd, AsRawFd},
        unix::process::CommandExt,
    },
    path::{Path, PathBuf},
    process::Command,
};

use rustix::{
    io::Errno,
    process::{
        DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, pidfd_open,
        set_dumpable_behavior, set_parent_process_death_signal, setsid, wait,
    },
    system::sethostname,
};

use super::{
    channel::Channel,
    filter::{self, Choice},
    limits,
    message::Message,
    network,
    prepare::{leave_guard, receive_expected},
    root::{self, SYSTEM},
    seal::{Rules, seal},
    step::At,
    tree::existing,
};
use crate::{Confinement, HOME, Network, Outcome, Program, Refusal, Step};

/// Whose process it is, as told outside: inside, nobody has a number until it is mapped.
pub(super) struct Owner {
    pub(super) user: u32,
    pub(super) group: u32,
}

/// Most paths in one message.
const MOUNTS: usize = 16;

const HOST_NAME: &[u8] = b"innkeeper";

/// Is the first process of the sandbox, to its end. Answers its exit code, which says nothing: the guard is told.
pub(super) fn run(
    owner: &Owner,
    confinement: &Confinement,
    program: &Program,
    guard: &Channel,
) -> i32 {
    let mut kept = vec![guard.descriptor().as_raw_fd()];
    kept.extend(program.streams.iter().map(AsRawFd::as_raw_fd));
    let ended = leave_guard(&kept)
        .and_then(|()| confine(owner, confinement, guard))
        .and_then(|()| start(confinement, program, guard));
    match ended {
        Ok(Some(outcome)) => i32::from(guard.send(&Message::Ended(outcome)).is_err()),
        Ok(None) => 1,
        Err(refusal) => {
            let _ = guard.send(&Message::Refused(refusal));
            1
        }
    }
}

/// Builds the sandbox around this process, and gives up everything that built it.
fn confine(owner: &Owner, confinement: &Confinement, guard: &Channel) -> Result<(), Refusal> {
    // If the guard is gone already, the next message does not come.
    set_parent_process_death_signal(Some(Signal::KILL)).at(Step::Namespaces)?;
    setsid().at(Step::Namespaces)?;
    map_user(owner).at(Step::Users)?;
    limits::apply(&confinement.limits, true)?;
    let built = root::build(confinement)?;
    let sockets = match confinement.network {
        Network::Off => network::loopback_up().map(|()| Vec::new()),
        Network::Open => Ok(Vec::new()),
        Network::Brokered => network::brokered(&confinement.ports),
    };
    let sockets = sockets.at(Step::Network)?;
    sethostname(HOST_NAME).at(Step::Network)?;
    tell(built, guard).at(Step::Channel)?;
    for socket in sockets {
        let sent = guard.send_with(&Message::Socket, Some(socket.as_fd()));
        // The server gets none of them: this process is sealed without its copies.
        sent.at(Step::Channel)?;
    }
    receive_expected(guard, |message| matches!(message, Message::Opened))?;

    // Nobody can look into this process from now on: it holds copies of the guard's memory.
    set_dumpable_behavior(DumpableBehavior::NotDumpable).at(Step::Capabilities)?;
    let facts = seal(rules(confinement), choice(confinement), true)?;
    let listener = confinement
        .recorded
        .then(|| filter::record(choice(confinement)));
    let listener = listener.transpose().at(Step::Record)?;
    let listener_fd = listener.as_ref().map(AsFd::as_fd);
    let sealed = guard.send_with(&Message::Sealed(facts), listener_fd);
    sealed.at(Step::Channel)?;
    // The server must not answer itself: this process starts it without this descriptor.
    drop(listener);
    receive_expected(guard, |message| matches!(message, Message::Verified))
}

/// Tells what was built, in messages that are small enough whatever the paths are.
fn tell(built: root::Built, guard: &Channel) -> io::Result<()> {
    let mut mounts = built.mounts.into_iter().peekable();
    while mounts.peek().is_some() {
        guard.send(&Message::Mounts(mounts.by_ref().take(MOUNTS).collect()))?;
    }
    let unsearched = built.unsearched.into_iter().take(MOUNTS);
    guard.send(&Message::Built(unsearched.collect()))
}

/// The user and group themselves, so that files keep their owner; and no user namespace below this one.
fn map_user(owner: &Owner) -> io::Result<()> {
    let Owner { user, group } = owner;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    fs::write("/proc/sys/user/max_user_namespaces", "0")
}

/// Execution under the system and the program; everything else as the mounts say, which may change while it runs.
fn rules(confinement: &Confinement) -> Rules {
    let system = SYSTEM.iter().map(PathBuf::from);
    let may_execute = confinement.grants.iter().filter(|grant| grant.execute);
    let downloads = [HOME, "/tmp"].map(PathBuf::from);
    let downloads = downloads.into_iter().filter(|_| confinement.run_in_home);
    Rules {
        execute: existing(
            system
                .chain(confinement.programs.iter().cloned())
                .chain(may_execute.map(|grant| grant.path.clone()))
                .chain(downloads),
        ),
        read: Vec::new(),
        write: existing(["/".into()].into_iter()),
        network: confinement.network,
    }
}

fn choice(confinement: &Confinement) -> Choice {
    Choice {
        internet: true,
        unix_sockets: confinement.unix_sockets,
        on_host: false,
        chmod: true,
        recorded: confinement.recorded,
    }
}

/// Starts the program and waits for it. `None`: the system refused it, or the guard is gone.
fn start(
    confinement: &Confinement,
    program: &Program,
    guard: &Channel,
) -> Result<Option<Outcome>, Refusal> {
    let server = match spawn(confinement, program) {
        Ok(server) => server,
        Err(error) => {
            let errno = error.raw_os_error().unwrap_or(libc::EINVAL);
            guard.send(&Message::NotRun(errno)).at(Step::Channel)?;
            return Ok(None);
        }
    };
    let handle = pidfd_open(server, PidfdFlags::empty()).at(Step::Channel)?;
    guard
        .send_with(&Message::Started, Some(rustix::fd::AsFd::as_fd(&handle)))
        .at(Step::Channel)?;
    // Until then its process id stays its own, even if it has ended.
    receive_expected(guard, |message| matches!(message, Message::Known))?;
    drop(handle);
    Ok(end_of(server))
}

/// The variables that lead programs to the proxy. What ignores them reaches the other sockets.
fn proxy(network: Network) -> &'static [(&'static str, &'static str)] {
    const PROXY: &str = "http://127.0.0.1:3128";
    match network {
        Network::Off | Network::Open => &[],
        Network::Brokered => &[
            ("HTTP_PROXY", PROXY),
            ("http_proxy", PROXY),
            ("HTTPS_PROXY", PROXY),
            ("https_proxy", PROXY),
            // Not SOCKS5: some programs end when they lack a module for it.
            ("ALL_PROXY", PROXY),
            ("all_proxy", PROXY),
            // No exception: an address of the machine may be an allowed one.
            ("NO_PROXY", ""),
            ("no_proxy", ""),
            ("NODE_USE_ENV_PROXY", "1"),
        ],
    }
}

fn spawn(confinement: &Confinement, program: &Program) -> io::Result<Pid> {
    let home = Path::new(HOME);
    let [stdin, stdout, stderr] = &program.streams;
    let child = Command::new(&program.path)
        .args(&program.args)
        .env_clear()
        .envs(program.environment(home, Path::new("/tmp")))
        .envs(proxy(confinement.network).iter().copied())
        .current_dir(confinement.working_folder(&program.cwd, home))
        .stdin(stdin.try_clone()?)
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .process_group(0)
        .spawn()?;
    Pid::from_raw(child.id().cast_signed()).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// Takes note of every process that ends, until the server does. Whoever is left then ends with this process.
fn end_of(server: Pid) -> Option<Outcome> {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((ended, status))) if ended == server => return outcome(status),
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return None,
        }
    }
}

fn outcome(status: WaitStatus) -> Option<Outcome> {
    let code = status.exit_status().map(Outcome::Exited);
    code.or_else(|| status.terminating_signal().map(Outcome::Signaled))
}
