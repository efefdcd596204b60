//! The strongest method: namespaces with a root of their own, Landlock and seccomp on top.

use std::{
    fs::{self, File},
    io,
    os::fd::{AsRawFd, OwnedFd},
    path::PathBuf,
    time::Duration,
};

use rustix::process::{Pid, getegid, geteuid};

use super::{
    channel::Channel,
    child::Child,
    grants::{Entrances, Grants},
    group::{self, Group},
    init::{self, Owner},
    message::{Expected, LandlockFacts, Message},
    network,
    raw::in_child,
    record,
    step::{At, Failure, failed},
    verify::{Facts, has_own_namespaces},
};
use crate::{
    Change, ChangeError, Confined, Confinement, Facet, FolderChange, Method, Network, Outcome,
    Program, Remark, Report, Sockets, Step,
};

const NEW: libc::c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// A server with a root of its own.
struct Namespaced {
    init: Pid,
    server: Pid,
    channel: Channel,
    report: Report,
    outcome: Option<Outcome>,
    grants: Grants,
    group: Option<Group>,
    sockets: Option<Sockets>,
    record: Option<OwnedFd>,
}

/// Starts `program`. On failure nothing of it is left.
pub(super) fn start(
    confinement: &Confinement,
    program: &Program,
) -> Result<Box<dyn Confined>, Failure> {
    let (ours, theirs) = Channel::pair().at(Step::Channel)?;
    let theirs = theirs.moved_up().at(Step::Channel)?;
    let owner = Owner {
        user: geteuid().as_raw(),
        group: getegid().as_raw(),
    };
    let new = match confinement.network {
        Network::Off | Network::Brokered => NEW | libc::CLONE_NEWNET,
        Network::Open => NEW,
    };
    let pid =
        in_child(new, || init::run(&owner, confinement, program, &theirs)).at(Step::Namespaces)?;
    let init = Child(Some(pid));
    drop(theirs);

    let (expected, unsearched) = receive_built(&ours)?;
    let facts = Facts::open(pid).at(Step::Verify)?;
    let entrances = Entrances {
        user: File::open(format!("/proc/{}/ns/user", pid.as_raw_pid())).at(Step::Verify)?,
        mounts: File::open(format!("/proc/{}/ns/mnt", pid.as_raw_pid())).at(Step::Verify)?,
    };
    if !has_own_namespaces(pid, confinement.network).at(Step::Verify)? {
        return Err(failed(Step::Verify));
    }
    // Later nobody may look into it.
    let root = confinement.recorded.then(|| record::root_of(pid));
    let root = root.transpose().at(Step::Record)?;
    let sockets = match confinement.network {
        Network::Off | Network::Open => None,
        Network::Brokered => Some(receive_sockets(&ours, &confinement.ports)?),
    };
    ours.send(&Message::Opened).at(Step::Channel)?;

    let (Message::Sealed(landlock), listener) = ours.next_step()? else {
        return Err(failed(Step::Channel));
    };
    let verified = facts.has_mounts(&expected).at(Step::Verify)?
        && facts.is_sealed(true).at(Step::Verify)?
        && facts
            .has_limits(&confinement.limits, true)
            .at(Step::Verify)?;
    if !verified {
        return Err(failed(Step::Verify));
    }
    let record = match (confinement.recorded, listener, root) {
        (false, None, None) => None,
        (true, Some(listener), Some(root)) => Some(record::start(listener, root)?),
        _ => return Err(failed(Step::Record)),
    };
    let (record, recorder) = record.unzip();
    let recorder = Child(recorder);
    let group = Group::of(pid, confinement);
    let grants = Grants::of(&confinement.grants, facts, entrances).at(Step::Verify)?;
    ours.send(&Message::Verified).at(Step::Channel)?;

    let server = match ours.next_step()? {
        (Message::Started, Some(handle)) => process_of(&handle).at(Step::Channel)?,
        (Message::NotRun(errno), _) => {
            return Err(Failure::Exec(io::Error::from_raw_os_error(errno)));
        }
        _ => return Err(failed(Step::Channel)),
    };
    ours.send(&Message::Known).at(Step::Channel)?;
    recorder.keep();
    Ok(Box::new(Namespaced {
        init: init.keep().ok_or_else(|| failed(Step::Fork))?,
        server,
        channel: ours,
        report: report(landlock, confinement, group.as_ref(), unsearched),
        outcome: None,
        grants,
        group,
        sockets,
        record,
    }))
}

/// Receives every mount that the sandbox should have, and what could not be searched.
fn receive_built(channel: &Channel) -> Result<(Vec<Expected>, Vec<PathBuf>), Failure> {
    let mut expected = Vec::new();
    loop {
        match channel.next_step()? {
            (Message::Mounts(mut some), _) => expected.append(&mut some),
            (Message::Built(unsearched), _) => return Ok((expected, unsearched)),
            _ => return Err(failed(Step::Channel)),
        }
    }
}

/// Receives the sockets of the server's network, in the order that the first process sends them.
fn receive_sockets(channel: &Channel, ports: &[u16]) -> Result<Sockets, Failure> {
    let next = || match channel.next_step()? {
        (Message::Socket, Some(socket)) => Ok(socket),
        _ => Err(failed(Step::Channel)),
    };
    Ok(Sockets {
        proxy: next()?.into(),
        dns: next()?.into(),
        dns_tcp: next()?.into(),
        every: network::every_port(ports)
            .map(|_| next().map(Into::into))
            .collect::<Result<_, _>>()?,
    })
}

/// The process id, in this process's view, that a pidfd is about.
fn process_of(handle: &OwnedFd) -> io::Result<Pid> {
    let text = fs::read_to_string(format!("/proc/self/fdinfo/{}", handle.as_raw_fd()))?;
    let id = text.lines().find_map(|line| line.strip_prefix("Pid:"));
    let id = id
        .and_then(|id| id.trim().parse().ok())
        .and_then(Pid::from_raw);
    id.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Everything in it was read back before the program ran, except Landlock, which cannot be read: the first process of the
/// sandbox tried something that it denies.
fn report(
    landlock: LandlockFacts,
    confinement: &Confinement,
    group: Option<&Group>,
    unsearched: Vec<PathBuf>,
) -> Report {
    let staged = confinement
        .grants
        .iter()
        .filter(|grant| grant.access.is_staged());
    let unsearched = unsearched.into_iter().map(Remark::Unsearched);
    let without_landlock = (landlock.version == 0).then_some(Remark::NoLandlock);
    Report {
        method: Method::Namespaces,
        files: Facet::enforced(without_landlock.into_iter().chain(unsearched).collect()),
        network: Facet::of_network(confinement.network),
        processes: Facet::enforced(Vec::new()),
        limits: Facet::enforced(group::remarks(group, true)),
        live_grants: true,
        staged: staged.map(|grant| grant.path.clone()).collect(),
    }
}

impl Confined for Namespaced {
    fn child(&self) -> Pid {
        self.init
    }

    fn server(&self) -> Pid {
        self.server
    }

    fn report(&self) -> &Report {
        &self.report
    }

    fn outcome(&mut self) -> Option<Outcome> {
        if self.outcome.is_none()
            && let Ok((Message::Ended(outcome), _)) = self.channel.receive(Duration::ZERO)
        {
            self.outcome = Some(outcome);
        }
        self.outcome
    }

    fn ran_out_of_memory(&self) -> bool {
        self.group.as_ref().is_some_and(Group::ran_out_of_memory)
    }

    fn sockets(&mut self) -> Option<Sockets> {
        self.sockets.take()
    }

    fn record(&mut self) -> Option<OwnedFd> {
        self.record.take()
    }

    fn change(&mut self, change: &FolderChange) -> Result<Change, ChangeError> {
        match change {
            FolderChange::Grant(grant) => self.grants.grant(grant),
            FolderChange::Revoke(path) => self.grants.revoke(path, self.init),
            FolderChange::Access(path, access) => self.grants.set_access(path, access),
        }
    }
}
