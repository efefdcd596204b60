//! Systems that refuse something: what still works there, and what the report says of it.

use std::{collections::BTreeMap, fs, fs::File};

use rustix::thread::UnshareFlags;
use sandbox::{
    Access, ChangeError, Confined, Confinement, FolderChange, Method, Remark, SandboxError, Step,
};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

use super::grant_of;
use crate::{guard, raw::call, scene::Scene};

fn start(confinement: &Confinement) -> Result<Box<dyn Confined>, SandboxError> {
    let null = || File::open("/dev/null").unwrap().into();
    let program = sandbox::Program {
        path: "/bin/true".into(),
        args: vec![],
        env: vec![],
        cwd: "/".into(),
        streams: [null(), null(), null()],
    };
    sandbox::start(confinement, program)
}

/// From now on no process can make a user namespace: this one used up their number.
fn refuse_user_namespaces() {
    // A user namespace in which no other can be made; its files keep the owner that it had.
    let owner = (
        rustix::process::geteuid().as_raw(),
        rustix::process::getegid().as_raw(),
    );
    call(libc::SYS_unshare, [UnshareFlags::NEWUSER.bits() as usize]).unwrap();
    fs::write("/proc/self/setgroups", "deny").unwrap();
    fs::write("/proc/self/uid_map", format!("{0} {0} 1", owner.0)).unwrap();
    fs::write("/proc/self/gid_map", format!("{0} {0} 1", owner.1)).unwrap();
    fs::write("/proc/sys/user/max_user_namespaces", "0").unwrap();
}

/// From now on these system calls fail with this error, as on a kernel without them or under a rule of the system.
fn refuse(calls: &[i64], errno: i32) {
    let rules: BTreeMap<i64, Vec<_>> = calls.iter().map(|number| (*number, vec![])).collect();
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(errno.cast_unsigned()),
        std::env::consts::ARCH.try_into().unwrap(),
    );
    let filter: BpfProgram = filter.unwrap().try_into().unwrap();
    seccompiler::apply_filter(&filter).unwrap();
}

fn without_landlock() {
    refuse(&[libc::SYS_landlock_create_ruleset], libc::ENOSYS);
}

fn refused_at(server: Result<Box<dyn Confined>, SandboxError>) -> (Step, i32) {
    match server.err() {
        Some(SandboxError::TooWeak { refusal, .. }) => (refusal.step, refusal.errno),
        other => panic!("{other:?}"),
    }
}

/// Filters confine what a server without user namespaces reads, and say why nothing stronger does.
fn are_filters(confinement: &mut Confinement, because: (Step, i32), later: FolderChange) {
    let mut server = start(confinement).unwrap();
    let report = server.report();
    assert_eq!(report.method, Method::Filters);
    assert!(report.files.is_enforced() && report.network.is_enforced());
    assert!(!report.live_grants);
    let remarks = &report.files.remarks;
    let is_refused = |remark: &Remark| matches!(remark, Remark::Refused(_));
    assert!(remarks.iter().any(is_refused), "{remarks:?}");
    assert!(remarks.contains(&Remark::NamesVisible), "{remarks:?}");
    assert_eq!(server.change(&later), Err(ChangeError::NeedsRestart));
    assert_eq!(guard::end_of(&mut *server), 0);
    confinement.weakest = Method::Namespaces;
    assert_eq!(refused_at(start(confinement)), because);
}

pub fn no_user_namespaces(scene: &Scene) {
    refuse_user_namespaces();
    let grant = grant_of(&scene.at("later"), Access::Read);
    are_filters(
        &mut scene.confinement(),
        (Step::Namespaces, libc::ENOSPC),
        FolderChange::Grant(grant),
    );
}

/// As under a rule of AppArmor that lets programs make user namespaces in which they can mount nothing.
pub fn no_mounts(scene: &Scene) {
    let mounts = [libc::SYS_mount, libc::SYS_fsopen, libc::SYS_open_tree];
    refuse(&mounts, libc::EPERM);
    let grant = grant_of(&scene.at("later"), Access::Read);
    are_filters(
        &mut scene.confinement(),
        (Step::Root, libc::EPERM),
        FolderChange::Grant(grant),
    );
}

pub fn no_landlock(scene: &Scene) {
    without_landlock();
    let mut server = start(&scene.confinement()).unwrap();
    let report = server.report();
    assert_eq!(report.method, Method::Namespaces);
    assert!(report.files.is_enforced() && report.network.is_enforced());
    assert!(report.processes.is_enforced());
    assert_eq!(report.files.remarks, [Remark::NoLandlock]);
    assert_eq!(guard::end_of(&mut *server), 0);
}

/// Without either, a server starts only where that was accepted, and nothing is said to be enforced that is not.
pub fn neither(scene: &Scene) {
    refuse_user_namespaces();
    without_landlock();
    let mut confinement = scene.confinement();
    assert_eq!(
        refused_at(start(&confinement)),
        (Step::Namespaces, libc::ENOSPC)
    );
    confinement.weakest = Method::Advisory;
    let mut server = start(&confinement).unwrap();
    let report = server.report();
    assert_eq!(report.method, Method::Advisory);
    assert!(!report.files.is_enforced() && !report.processes.is_enforced());
    assert!(report.network.is_enforced(), "off, by a filter");
    assert_eq!(guard::end_of(&mut *server), 0);
}
