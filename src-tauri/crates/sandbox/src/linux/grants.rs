//! Folders that come and go while the server runs.
//!
//! Each change is made by a helper: a child of the guard that lives for less than a millisecond, enters the namespaces
//! of the server, and ends. The guard then reads the server's mounts back and believes only those.

use std::{
    fs::File,
    io,
    os::fd::{AsFd, OwnedFd},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{AtFlags, CWD, Mode, OFlags, ResolveFlags, StatxFlags, mkdirat, openat2, statx},
    io::Errno,
    mount::{MountAttrFlags, OpenTreeFlags, UnmountFlags, open_tree, unmount},
    process::{Pid, WaitOptions, waitpid},
    thread::{LinkNameSpaceType, move_into_link_name_space},
};

use super::{
    channel::{Channel, STEP_TIME},
    child::Child,
    covers::{self, covers},
    guarded::Bounds,
    message::{HelperError, Message},
    mounts::{Mounted, family, overlap},
    overlay::assemble,
    raw::{in_child, own_mounts},
    root::relative,
    step::{At, refusal},
    tree::{
        ABOVE, MOUNT_POINT, READ_ONLY, attach_to, grant_flags, make_folders, open_below,
        open_granted, open_path, set_flags,
    },
    verify::Facts,
    watches::watches,
};
use crate::{Access, Change, ChangeError, FolderGrant, Refusal, Step, confinement::is_provided};

/// The namespaces that a change of grants enters.
pub(super) struct Entrances {
    pub(super) user: File,
    pub(super) mounts: File,
}

/// A granted folder and the number of its mount. A path would not do: a server may rename the folders above it.
struct Live {
    grant: FolderGrant,
    mount: u64,
}

/// The granted folders of a running server.
pub(super) struct Grants {
    live: Vec<Live>,
    facts: Facts,
    entrances: Entrances,
}

/// What the helper answers: whether something of the folder is still held.
type Helped = Result<bool, HelperError>;

impl Grants {
    /// The grants that a server starts with.
    pub(super) fn of(
        grants: &[FolderGrant],
        facts: Facts,
        entrances: Entrances,
    ) -> io::Result<Self> {
        let table = facts.mounts()?;
        let mut live = Vec::new();
        for grant in grants {
            let mount = top(&table, &grant.path).ok_or(io::ErrorKind::NotFound)?;
            live.push(Live {
                grant: grant.clone(),
                mount: mount.id,
            });
        }
        Ok(Self {
            live,
            facts,
            entrances,
        })
    }

    pub(super) fn grant(&mut self, grant: &FolderGrant) -> Result<Change, ChangeError> {
        if !grant.path.is_absolute() || is_provided(&grant.path) {
            return Err(ChangeError::Path);
        }
        if self.live.iter().any(|live| live.grant.path == grant.path) {
            return Err(ChangeError::Granted);
        }
        let before = self.table()?;
        let in_another = self
            .live
            .iter()
            .any(|live| overlap(&live.grant.path, &grant.path));
        if in_another
            || before
                .iter()
                .any(|mounted| mounted.at.starts_with(&grant.path))
        {
            return Err(ChangeError::Nested);
        }
        self.help(|entrances| attach(entrances, grant))?;
        let after = self.table()?;
        let staged = grant.access.is_staged();
        let mounted = top(&after, &grant.path)
            .filter(|mounted| has(mounted, grant_flags(grant)) && (mounted.staged || !staged));
        let mount = mounted.ok_or_else(not_verified)?.id;
        check_others_stay(&before, &after, &[])?;
        self.live.push(Live {
            grant: grant.clone(),
            mount,
        });
        Ok(Change::Done)
    }

    pub(super) fn revoke(&mut self, path: &Path, init: Pid) -> Result<Change, ChangeError> {
        let index = self.index_of(path)?;
        let live = self.live.get(index).ok_or(ChangeError::NotGranted)?;
        let before = self.table()?;
        let gone: Vec<Mounted> = family(&before, live.mount).into_iter().cloned().collect();
        if gone.is_empty() {
            return Err(not_verified());
        }
        let mut held = self.help(|entrances| detach(entrances, &gone))?;
        let after = self.table()?;
        check_others_stay(&before, &after, &gone)?;
        if after
            .iter()
            .any(|mounted| gone.iter().any(|gone| gone.id == mounted.id))
        {
            return Err(not_verified());
        }
        // A watch is no reference to a mount, and goes on telling names.
        held |= watches(init, live.grant.device);
        self.live.remove(index);
        Ok(if held { Change::Held } else { Change::Done })
    }

    pub(super) fn set_access(
        &mut self,
        path: &Path,
        access: &Access,
    ) -> Result<Change, ChangeError> {
        let index = self.index_of(path)?;
        let live = self.live.get(index).ok_or(ChangeError::NotGranted)?;
        if access.is_staged() || live.grant.access.is_staged() {
            return Err(ChangeError::NeedsRestart);
        }
        let before = self.table()?;
        let Some(mounted) = before.iter().find(|mounted| mounted.id == live.mount) else {
            return Err(not_verified());
        };
        let held = match access {
            Access::Read => self.help(|entrances| make_read_only(entrances, mounted))?,
            Access::Write | Access::Staged(_) => {
                let inside = family(&before, live.mount)
                    .into_iter()
                    .map(|mounted| mounted.at.clone());
                let inside: Vec<PathBuf> = inside.collect();
                self.help(|entrances| make_writable(entrances, mounted, &live.grant, &inside))?
            }
        };
        let after = self.table()?;
        check_others_stay(&before, &after, &[])?;
        if held {
            return Ok(Change::Held);
        }
        let now = after
            .iter()
            .find(|now| now.id == live.mount)
            .ok_or_else(not_verified)?;
        if has(now, READ_ONLY) == access.writes() {
            return Err(not_verified());
        }
        if let Some(live) = self.live.get_mut(index) {
            live.grant.access = access.clone();
        }
        Ok(Change::Done)
    }

    fn index_of(&self, path: &Path) -> Result<usize, ChangeError> {
        let index = self
            .live
            .iter()
            .position(|live| live.grant.path == path)
            .ok_or(ChangeError::NotGranted)?;
        let others = self.live.iter().filter(|live| live.grant.path != path);
        if others
            .into_iter()
            .any(|other| overlap(&other.grant.path, path))
        {
            return Err(ChangeError::Nested);
        }
        Ok(index)
    }

    fn table(&self) -> Result<Vec<Mounted>, ChangeError> {
        self.facts
            .mounts()
            .at(Step::Verify)
            .map_err(ChangeError::Refused)
    }

    /// Runs `change` in a process of its own.
    fn help(&self, change: impl FnOnce(&Entrances) -> Helped) -> Result<bool, ChangeError> {
        let refused = |error: &io::Error, step| ChangeError::Refused(refusal(step, error));
        let (ours, theirs) = Channel::pair().map_err(|error| refused(&error, Step::Channel))?;
        let body = || {
            i32::from(
                theirs
                    .send(&Message::Changed(change(&self.entrances)))
                    .is_err(),
            )
        };
        let helper = in_child(0, body).map_err(|error| refused(&error, Step::Fork))?;
        let helper = Child(Some(helper));
        drop(theirs);
        match ours.receive(STEP_TIME) {
            Ok((Message::Changed(helped), _)) => {
                let helper = helper.keep();
                let _ = waitpid(helper, WaitOptions::empty());
                Ok(helped?)
            }
            Ok(_) => Err(not_verified()),
            Err(error) => Err(refused(&error, Step::Channel)),
        }
    }
}

fn not_verified() -> ChangeError {
    ChangeError::Refused(Refusal {
        step: Step::Verify,
        errno: 0,
    })
}

fn top<'a>(table: &'a [Mounted], path: &Path) -> Option<&'a Mounted> {
    table.iter().rev().find(|mounted| mounted.at == path)
}

fn has(mounted: &Mounted, flags: MountAttrFlags) -> bool {
    mounted.flags.contains(flags)
}

/// Whether every mount but those that were to go is where it was: the server may have moved folders meanwhile.
fn check_others_stay(
    before: &[Mounted],
    after: &[Mounted],
    gone: &[Mounted],
) -> Result<(), ChangeError> {
    let stays = |mounted: &&Mounted| after.iter().any(|now| now.id == mounted.id);
    let mut others = before
        .iter()
        .filter(|mounted| gone.iter().all(|gone| gone.id != mounted.id));
    if others.all(|mounted| stays(&mounted)) {
        Ok(())
    } else {
        Err(not_verified())
    }
}

// ---- What follows runs in the helper. ----

fn step<T>(result: Result<T, Refusal>) -> Result<T, HelperError> {
    result.map_err(HelperError::Refused)
}

fn enter_user(entrances: &Entrances) -> Result<(), HelperError> {
    step(
        move_into_link_name_space(entrances.user.as_fd(), Some(LinkNameSpaceType::User))
            .at(Step::Enter),
    )
}

/// From here on paths are those of the server.
fn enter_mounts(entrances: &Entrances) -> Result<(), HelperError> {
    step(
        move_into_link_name_space(entrances.mounts.as_fd(), Some(LinkNameSpaceType::Mount))
            .at(Step::Enter),
    )
}

/// Puts the folder together where the server does not see it, and then attaches it as a whole.
fn attach(entrances: &Entrances, grant: &FolderGrant) -> Helped {
    enter_user(entrances)?;
    // A copy of the host's mounts that this user may clone from.
    step(own_mounts().at(Step::Enter))?;
    let folder = step(open_granted(grant).at(Step::Folder))?.ok_or(HelperError::AnotherFolder)?;
    let tree = step(assemble(&folder, grant, &[], Bounds::default()))?.tree;
    enter_mounts(entrances)?;
    let place = step(make_place(&grant.path).at(Step::Attach))?;
    step(attach_to(&tree, &place).at(Step::Attach))?;
    Ok(false)
}

/// Opens the mount point, through no link; what is missing is made. The skeleton is read-only for the server; a clone of
/// it is not, for a moment and for this process alone.
fn make_place(path: &Path) -> io::Result<OwnedFd> {
    let how = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    let skeleton = open_tree(CWD, "/", how)?;
    set_flags(&skeleton, READ_ONLY, false, false)?;
    let mut here = open_path(Path::new("/"))?;
    let mut so_far = PathBuf::new();
    for part in relative(path) {
        so_far.push(part);
        let open = |here: &OwnedFd| {
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
            openat2(
                here,
                part,
                flags,
                Mode::empty(),
                ResolveFlags::NO_SYMLINKS | ResolveFlags::BENEATH,
            )
        };
        here = match open(&here) {
            Err(Errno::NOENT) => {
                let mode = match so_far == relative(path) {
                    true => MOUNT_POINT,
                    false => ABOVE,
                };
                match mkdirat(&here, part, mode) {
                    Err(Errno::ROFS) => make_folders(&skeleton, &so_far)?,
                    made => made?,
                }
                open(&here)?
            }
            opened => opened?,
        };
    }
    Ok(here)
}

/// Detaches these mounts, the deepest first. Without force it succeeds only if nothing holds them.
fn detach(entrances: &Entrances, mounts: &[Mounted]) -> Helped {
    enter_user(entrances)?;
    enter_mounts(entrances)?;
    let mut held = false;
    for mounted in mounts {
        step(check_is(CWD, &mounted.at, mounted.id).at(Step::Detach))?;
        match unmount(&mounted.at, UnmountFlags::NOFOLLOW) {
            Err(Errno::BUSY) => {
                held = true;
                let forced = UnmountFlags::NOFOLLOW | UnmountFlags::DETACH;
                step(unmount(&mounted.at, forced).at(Step::Detach))?;
            }
            detached => step(detached.at(Step::Detach))?,
        }
    }
    Ok(held)
}

fn make_read_only(entrances: &Entrances, mounted: &Mounted) -> Helped {
    enter_user(entrances)?;
    enter_mounts(entrances)?;
    let folder = step(open_mount(mounted).at(Step::Attach))?;
    match set_flags(&folder, READ_ONLY, true, true) {
        Err(error) if error.raw_os_error() == Some(libc::EBUSY) => Ok(true),
        set => step(set.at(Step::Attach)).map(|()| false),
    }
}

/// Covers what a server may never change before the rest becomes writable. File systems of the host that are mounted
/// inside the folder stay read-only until the server starts again.
fn make_writable(
    entrances: &Entrances,
    mounted: &Mounted,
    grant: &FolderGrant,
    inside: &[PathBuf],
) -> Helped {
    enter_user(entrances)?;
    step(own_mounts().at(Step::Enter))?;
    let folder = step(open_granted(grant).at(Step::Folder))?.ok_or(HelperError::AnotherFolder)?;
    let writable = FolderGrant {
        access: Access::Write,
        ..grant.clone()
    };
    let found = step(covers(&folder, &writable, &[], Bounds::default()).at(Step::Folder))?;
    if found.whole {
        let refused = io::Error::from(Errno::ROFS);
        return Err(HelperError::Refused(refusal(Step::Folder, &refused)));
    }
    enter_mounts(entrances)?;
    let folder = step(open_mount(mounted).at(Step::Attach))?;
    let mut fresh: Vec<PathBuf> = Vec::new();
    for cover in found.covers {
        let is_hidden = fresh.iter().any(|path| cover.path.starts_with(path));
        if is_hidden || !inside.contains(&mounted.at.join(&cover.path)) {
            step(covers::attach(&cover, &folder).at(Step::Attach))?;
            fresh.push(cover.path);
        } else if !cover.flags.contains(READ_ONLY) {
            let kept = step(open_below(&folder, &cover.path).at(Step::Attach))?;
            if let Some(kept) = kept {
                step(set_flags(&kept, READ_ONLY, false, false).at(Step::Attach))?;
            }
        }
    }
    step(set_flags(&folder, READ_ONLY, false, false).at(Step::Attach))?;
    Ok(false)
}

/// Opens a mount by its path, and makes sure that it is that mount.
fn open_mount(mounted: &Mounted) -> io::Result<OwnedFd> {
    let folder = open_path(&mounted.at)?;
    check_is(&folder, Path::new(""), mounted.id)?;
    Ok(folder)
}

fn check_is(folder: impl AsFd, path: &Path, id: u64) -> io::Result<()> {
    let flags = AtFlags::EMPTY_PATH | AtFlags::SYMLINK_NOFOLLOW;
    let now = statx(folder, path, flags, StatxFlags::MNT_ID)?;
    if now.stx_mnt_id == id {
        Ok(())
    } else {
        Err(Errno::STALE.into())
    }
}
