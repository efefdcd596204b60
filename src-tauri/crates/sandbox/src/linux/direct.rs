//! The weaker methods: the server keeps the host's view of the system, and is the guard's own child.

use std::{
    fs::{self, File},
    io,
    os::{fd::AsRawFd, unix::process::CommandExt},
    path::PathBuf,
    process::Command,
};

use rustix::{
    process::{Pid, Signal, set_parent_process_death_signal, setsid},
    thread::set_no_new_privs,
};

use super::{
    channel::{Channel, STEP_TIME},
    child::Child,
    filter::{self, Choice},
    group::{self, Group},
    limits,
    message::{LandlockFacts, Message},
    prepare::{leave_guard, receive_expected},
    raw::in_child,
    root::{SYSTEM, etc},
    seal::{Rules, seal},
    step::{At, Failure, failed},
    tree::{existing, open_granted},
    verify::Facts,
};
use crate::{
    Access, Confined, Confinement, Facet, FolderGrant, Method, Network, Program, Refusal, Remark,
    Report, Step,
};

/// What programs read beside their own files.
const READABLE: &[&str] = &[
    "/etc/group",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/dev/random",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/meminfo",
    "/proc/self",
    "/proc/stat",
    "/proc/sys/vm/overcommit_memory",
    "/proc/version",
];

/// Who is asked for addresses, for a server that has a network.
const RESOLVERS: &str = "/etc/resolv.conf";

const WRITABLE: &[&str] = &["/dev/full", "/dev/null", "/dev/zero"];

/// The folder for temporary files, in the private one.
const TMP: &str = "tmp";

struct Direct {
    server: Pid,
    report: Report,
    group: Option<Group>,
}

impl Confined for Direct {
    fn child(&self) -> Pid {
        self.server
    }

    fn server(&self) -> Pid {
        self.server
    }

    fn report(&self) -> &Report {
        &self.report
    }

    fn ran_out_of_memory(&self) -> bool {
        self.group.as_ref().is_some_and(Group::ran_out_of_memory)
    }
}

/// Starts `program` under [`Method::Filters`] or [`Method::Advisory`].
/// `stronger`: why a stronger method does not work here.
pub(super) fn start(
    method: Method,
    confinement: &Confinement,
    program: &Program,
    stronger: Option<Refusal>,
) -> Result<Box<dyn Confined>, Failure> {
    let (ours, theirs) = Channel::pair().at(Step::Channel)?;
    let theirs = theirs.moved_up().at(Step::Channel)?;
    let server = in_child(0, || run(method, confinement, program, &theirs)).at(Step::Fork)?;
    let child = Child(Some(server));
    drop(theirs);

    let (Message::Sealed(landlock), _) = ours.next_step()? else {
        return Err(failed(Step::Channel));
    };
    let facts = Facts::open(server).at(Step::Verify)?;
    let filtered = match method {
        Method::Filters if facts.is_sealed(false).at(Step::Verify)? => true,
        Method::Advisory => facts.is_filtered().at(Step::Verify)?,
        Method::Filters | Method::Profile | Method::Namespaces => {
            return Err(failed(Step::Verify));
        }
    };
    if !facts
        .has_limits(&confinement.limits, false)
        .at(Step::Verify)?
    {
        return Err(failed(Step::Verify));
    }
    // One that reaches files or sockets of the session could leave it.
    let stays = method == Method::Filters && !confinement.unix_sockets;
    let group = Group::of(server, confinement).filter(|_| stays);
    ours.send(&Message::Verified).at(Step::Channel)?;
    match ours.receive(STEP_TIME) {
        // The channel closes as the program takes the process over.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {}
        Ok((Message::NotRun(errno), _)) => {
            return Err(Failure::Exec(io::Error::from_raw_os_error(errno)));
        }
        Ok(_) | Err(_) => return Err(failed(Step::Channel)),
    }
    let mut report = match method {
        Method::Filters => report(confinement, landlock, group.as_ref()),
        Method::Advisory | Method::Profile | Method::Namespaces => {
            advisory(filtered, confinement.network)
        }
    };
    report.files.remarks.extend(stronger.map(Remark::Refused));
    Ok(Box::new(Direct {
        server: child.keep().ok_or_else(|| failed(Step::Fork))?,
        report,
        group,
    }))
}

fn report(confinement: &Confinement, landlock: LandlockFacts, group: Option<&Group>) -> Report {
    let mut files = vec![Remark::NamesVisible];
    if is_writable(confinement) {
        files.push(Remark::HooksWritable);
    }
    let processes = if landlock.scopes_signals() {
        Facet::enforced(Vec::new())
    } else {
        Facet::advisory(Remark::NoSignalScope)
    };
    Report {
        method: Method::Filters,
        files: Facet::enforced(files),
        network: Facet::of_network(confinement.network),
        processes,
        limits: Facet::enforced(group::remarks(group, false)),
        live_grants: false,
        staged: Vec::new(),
    }
}

fn advisory(filtered: bool, network: Network) -> Report {
    let mut report = Report::advisory(Remark::NoLandlock);
    if filtered {
        report.network = Facet::of_network(network);
    }
    report.limits = Facet::enforced(group::remarks(None, false));
    report
}

fn is_writable(confinement: &Confinement) -> bool {
    confinement.grants.iter().any(|grant| grant.access.writes())
}

/// Becomes the server. Answers the exit code of a process that could not.
fn run(method: Method, confinement: &Confinement, program: &Program, guard: &Channel) -> i32 {
    let mut kept = vec![guard.descriptor().as_raw_fd()];
    kept.extend(program.streams.iter().map(AsRawFd::as_raw_fd));
    let confined = leave_guard(&kept).and_then(|()| confine(method, confinement, guard));
    let told = match confined {
        Ok(()) => {
            let error = replace(confinement, program);
            guard.send(&Message::NotRun(
                error.raw_os_error().unwrap_or(libc::EINVAL),
            ))
        }
        Err(refusal) => guard.send(&Message::Refused(refusal)),
    };
    1 + i32::from(told.is_err())
}

fn confine(method: Method, confinement: &Confinement, guard: &Channel) -> Result<(), Refusal> {
    // It outlives the start of the program. What the program starts itself, the guard's caller has to end.
    set_parent_process_death_signal(Some(Signal::KILL)).at(Step::Limits)?;
    setsid().at(Step::Limits)?;
    fs::create_dir_all(confinement.home.join(TMP)).at(Step::Folder)?;
    limits::apply(&confinement.limits, false)?;
    let choice = Choice {
        internet: confinement.network == Network::Open,
        unix_sockets: confinement.unix_sockets,
        on_host: true,
        // Some servers set the mode of files that they write.
        chmod: is_writable(confinement),
        recorded: false,
    };
    let facts = if method == Method::Filters {
        let facts = seal(rules(confinement)?, choice, false)?;
        if facts.version == 0 {
            return Err(Refusal {
                step: Step::Landlock,
                errno: libc::EOPNOTSUPP,
            });
        }
        facts
    } else {
        set_no_new_privs(true).at(Step::Capabilities)?;
        // Whether this worked is read back.
        let _ = filter::apply(choice);
        LandlockFacts { version: 0 }
    };
    guard.send(&Message::Sealed(facts)).at(Step::Channel)?;
    receive_expected(guard, |message| matches!(message, Message::Verified))
}

fn rules(confinement: &Confinement) -> Result<Rules, Refusal> {
    let mut rules = Rules {
        network: confinement.network,
        ..Rules::default()
    };
    let system = SYSTEM.iter().map(PathBuf::from);
    rules.execute = existing(system.chain(confinement.programs.iter().cloned()));
    let resolvers = (confinement.network == Network::Open).then(|| RESOLVERS.into());
    let readable = READABLE.iter().map(PathBuf::from).chain(resolvers);
    rules.read = existing(etc().into_iter().chain(readable));
    rules.write = existing(WRITABLE.iter().map(PathBuf::from));
    let home = File::open(&confinement.home).at(Step::Folder)?;
    if confinement.run_in_home {
        rules
            .execute
            .push(home.try_clone().at(Step::Folder)?.into());
    }
    rules.write.push(home.into());
    // A rule opens a folder with all that is in it.
    let whole = |grant: &&FolderGrant| grant.hidden.is_empty();
    for grant in confinement.grants.iter().filter(whole) {
        let folder = open_granted(grant).at(Step::Folder)?;
        let folder = folder.ok_or(Refusal {
            step: Step::Folder,
            errno: libc::ESTALE,
        })?;
        if grant.execute {
            rules.execute.push(folder.try_clone().at(Step::Folder)?);
        }
        match grant.access {
            Access::Read => rules.read.push(folder),
            Access::Write => rules.write.push(folder),
            Access::Staged(_) => {
                return Err(Refusal {
                    step: Step::Overlay,
                    errno: libc::EOPNOTSUPP,
                });
            }
        }
    }
    Ok(rules)
}

/// Replaces this process by the server; returns only if that fails.
fn replace(confinement: &Confinement, program: &Program) -> io::Error {
    let home = &confinement.home;
    let [stdin, stdout, stderr] = &program.streams;
    let (stdin, stdout, stderr) = match (stdin.try_clone(), stdout.try_clone(), stderr.try_clone())
    {
        (Ok(stdin), Ok(stdout), Ok(stderr)) => (stdin, stdout, stderr),
        (Err(error), _, _) | (_, Err(error), _) | (_, _, Err(error)) => return error,
    };
    Command::new(&program.path)
        .args(&program.args)
        .env_clear()
        .envs(program.environment(home, &home.join(TMP)))
        .current_dir(confinement.working_folder(&program.cwd, home))
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .exec()
}
