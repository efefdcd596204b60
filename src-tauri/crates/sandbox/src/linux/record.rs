//! Records what a server looks for and does not get: seccomp tells a process of ours of each call that names a path, and lets it go on
//! as it is. The sandbox alone says what the server gets; a record grants nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::{CStr, CString, OsStr},
    fs::{self, File},
    io::{self, Read, Seek as _, SeekFrom, Write as _},
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::ffi::OsStrExt as _,
    },
    path::{Component, Path, PathBuf},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{
        CWD, FileType, Mode, OFlags, ResolveFlags, StatVfsMountFlags, fstat, fstatvfs, openat,
        openat2,
    },
    io::Errno,
    process::{Pid, Signal, set_parent_process_death_signal},
};

use super::{
    mounts,
    prepare::leave_guard,
    raw::{self, Notification, in_child},
    root::outside_home,
    step::At,
};
use crate::{HOME, Recorded, Refusal, SOUGHT_MAX, Sought, Step, Want};

/// The longest path that the kernel takes, in bytes.
const PATH_MAX: usize = 4096;
/// How often counts are told.
const TELL: Duration = Duration::from_millis(250);
/// What the sandbox provides itself: nothing in it is sought outside.
const OWN: [&str; 3] = ["/proc", "/sys", "/dev"];

/// The root folder of a process. It has to be one that may be looked into.
pub(super) fn root_of(process: Pid) -> io::Result<OwnedFd> {
    let path = format!("/proc/{}/root", process.as_raw_pid());
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(openat(CWD, path, flags, Mode::empty())?)
}

/// Starts the process that records. `listener`: from the filter of the server; `root`: the server's root folder. Answers where the
/// record is read from, and the process, which ends with the server.
pub(super) fn start(listener: OwnedFd, root: OwnedFd) -> Result<(OwnedFd, Pid), Refusal> {
    let (record, to) = io::pipe().at(Step::Record)?;
    let record: OwnedFd = record.into();
    let skeleton = fstat(&root).at(Step::Record)?.st_dev;
    let automounts = automounts().at(Step::Record)?;
    // Each 3 or more, as the standard streams are replaced.
    let up = |fd: &OwnedFd| rustix::io::fcntl_dupfd_cloexec(fd, 3).at(Step::Record);
    let (listener, root, to) = (up(&listener)?, up(&root)?, up(&to.into())?);
    let recorder = in_child(0, move || {
        let kept = [&listener, &root, &to].map(|fd| fd.as_raw_fd());
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        if leave_guard(&kept).is_err() {
            return 1;
        }
        let home = outside_home();
        let recorder = Recorder {
            listener,
            root,
            skeleton,
            automounts,
            home,
            to: to.into(),
            counts: BTreeMap::new(),
            untold: BTreeSet::new(),
            full: false,
        };
        i32::from(recorder.run().is_err())
    })
    .at(Step::Record)?;
    Ok((record, recorder))
}

struct Recorder {
    listener: OwnedFd,
    /// The root folder of the server.
    root: OwnedFd,
    /// The device of that folder, where nobody writes.
    skeleton: u64,
    /// Places outside in which a look can mount something, or reach over the network for it.
    automounts: Vec<PathBuf>,
    /// The user's home outside.
    home: Option<PathBuf>,
    to: File,
    counts: BTreeMap<Sought, u32>,
    untold: BTreeSet<Sought>,
    full: bool,
}

impl Recorder {
    /// Until the last process under the filter has ended.
    fn run(mut self) -> io::Result<()> {
        let limit = Timespec::try_from(TELL).map_err(|_| io::ErrorKind::InvalidInput)?;
        let mut told = Instant::now();
        loop {
            let mut listener = [PollFd::new(&self.listener, PollFlags::IN)];
            let ready = match poll(&mut listener, Some(&limit)) {
                Ok(_) => listener.first().map_or(PollFlags::HUP, PollFd::revents),
                Err(Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            };
            if ready.contains(PollFlags::IN) {
                self.answer()?;
            } else if ready.intersects(PollFlags::HUP | PollFlags::ERR) {
                return self.tell();
            }
            if told.elapsed() >= TELL {
                self.tell()?;
                told = Instant::now();
            }
        }
    }

    fn answer(&mut self) -> io::Result<()> {
        let Some(call) = raw::notified(&self.listener)? else {
            return Ok(());
        };
        let call_sought = self.sought(&call);
        match call_sought {
            // The filter sends these here instead of refusing them. The arguments are the kernel's copies.
            Some(Sought::Socket(_)) => raw::refuse(&self.listener, &call, libc::EPERM)?,
            Some(Sought::Path { .. }) | None => raw::go_on(&self.listener, &call)?,
        }
        if let Some(sought) = call_sought {
            self.count(sought);
        }
        Ok(())
    }

    fn count(&mut self, sought: Sought) {
        if self.counts.len() >= SOUGHT_MAX && !self.counts.contains_key(&sought) {
            self.full = true;
            return;
        }
        let count = self.counts.entry(sought.clone()).or_default();
        *count = count.saturating_add(1);
        self.untold.insert(sought);
    }

    /// Writes what is new. The reader is the host, which reads all of it.
    fn tell(&mut self) -> io::Result<()> {
        let mut lines = Vec::new();
        for sought in std::mem::take(&mut self.untold) {
            let count = self.counts.get(&sought).copied().unwrap_or_default();
            serde_json::to_writer(&mut lines, &Recorded::Sought(sought, count))?;
            lines.push(b'\n');
        }
        if std::mem::take(&mut self.full) {
            serde_json::to_writer(&mut lines, &Recorded::More)?;
            lines.push(b'\n');
        }
        self.to.write_all(&lines)
    }

    /// What a call seeks, if the server does not get it and it exists outside.
    fn sought(&self, call: &Notification) -> Option<Sought> {
        if call.number == libc::SYS_socket {
            let family = i32::try_from(call.argument(0) & 0xffff_ffff).ok()?;
            return Some(Sought::Socket(family));
        }
        let (folder, path, want) = meaning(call)?;
        let path = self.path_of(call, folder, path)?;
        let in_home = path.strip_prefix(HOME).ok();
        if OWN.iter().any(|own| path.starts_with(own)) || path == Path::new("/") {
            return None;
        }
        let outside = match in_home {
            Some(below) => self.home.as_ref()?.join(below),
            None => path.clone(),
        };
        let is_sought = match self.inside(&path) {
            Inside::Writable => false,
            Inside::ReadOnly => want == Want::Write && in_home.is_none(),
            Inside::NoPrograms => want == Want::Execute,
            Inside::NoProgramsReadOnly => {
                matches!(want, Want::Write | Want::Execute) && in_home.is_none()
            }
            Inside::Missing if want == Want::Write => in_home.is_none() && self.lacks(&path),
            Inside::Missing => self.exists_outside(&outside),
        };
        // Nothing can be granted by another name.
        outside.to_str()?;
        is_sought.then(|| Sought::Path {
            path: outside,
            want,
            in_home: in_home.is_some(),
        })
    }

    /// Whether a file could be made at a path outside, and not inside.
    fn lacks(&self, path: &Path) -> bool {
        path.parent().is_some_and(|folder| {
            let inside = match self.inside(folder) {
                Inside::Writable | Inside::NoPrograms => true,
                Inside::ReadOnly | Inside::NoProgramsReadOnly | Inside::Missing => false,
            };
            !inside && self.is_folder_outside(folder)
        })
    }

    /// Whether something exists outside. The server names it, and must cause nothing by that: no link on the way is followed, and
    /// nothing is mounted. A link counts where the server cannot have made it.
    fn exists_outside(&self, path: &Path) -> bool {
        let Some(found) = self.outside(path) else {
            return false;
        };
        let is_link = |mode| FileType::from_raw_mode(mode) == FileType::Symlink;
        let mode = fstat(&found).map(|facts| facts.st_mode);
        !mode.is_ok_and(is_link) || path.parent().is_some_and(|folder| self.is_nobodys(folder))
    }

    fn is_folder_outside(&self, path: &Path) -> bool {
        let found = self.outside(path).and_then(|found| fstat(&found).ok());
        found.is_some_and(|facts| FileType::from_raw_mode(facts.st_mode) == FileType::Directory)
    }

    fn outside(&self, path: &Path) -> Option<OwnedFd> {
        let mut automounts = self.automounts.iter();
        if automounts.any(|at| path.starts_with(at) && path != at) {
            return None;
        }
        let how = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        openat2(CWD, path, flags, Mode::empty(), how).ok()
    }

    /// Whether a folder is missing inside, or of the skeleton that no server writes to.
    fn is_nobodys(&self, folder: &Path) -> bool {
        match self.open_inside(folder) {
            Ok(found) => fstat(&found).is_ok_and(|facts| facts.st_dev == self.skeleton),
            Err(error) => matches!(error, Errno::NOENT | Errno::NOTDIR),
        }
    }

    fn open_inside(&self, path: &Path) -> Result<OwnedFd, Errno> {
        let relative = path.strip_prefix("/").map_err(|_| Errno::INVAL)?;
        let relative = if relative.as_os_str().is_empty() {
            Path::new(".")
        } else {
            relative
        };
        let how = ResolveFlags::IN_ROOT | ResolveFlags::NO_MAGICLINKS;
        let flags = OFlags::PATH | OFlags::CLOEXEC;
        openat2(&self.root, relative, flags, Mode::empty(), how)
    }

    /// What the server sees at a path. Links lead inside of its root only.
    fn inside(&self, path: &Path) -> Inside {
        match self.open_inside(path) {
            Ok(found) => match fstatvfs(&found) {
                Ok(facts) => {
                    let has = |flag| facts.f_flag.contains(flag);
                    let read_only = has(StatVfsMountFlags::RDONLY);
                    match (read_only, has(StatVfsMountFlags::NOEXEC)) {
                        (false, false) => Inside::Writable,
                        (true, false) => Inside::ReadOnly,
                        (false, true) => Inside::NoPrograms,
                        (true, true) => Inside::NoProgramsReadOnly,
                    }
                }
                Err(_) => Inside::Writable,
            },
            Err(Errno::NOENT | Errno::NOTDIR) => Inside::Missing,
            // It is there, and cannot be looked at.
            Err(_) => Inside::Writable,
        }
    }

    /// The whole path that a call names, without `.` and `..`.
    fn path_of(&self, call: &Notification, folder: Folder, at: u64) -> Option<PathBuf> {
        let process = format!("/proc/{}", call.process);
        let given = text_at(&process, at)?;
        // The process may have ended meanwhile, and another have its number.
        if given.is_empty() || !raw::is_pending(&self.listener, call) {
            return None;
        }
        let given = Path::new(OsStr::from_bytes(given.to_bytes()));
        let whole = if given.is_absolute() {
            given.to_owned()
        } else {
            let from = match folder {
                Folder::Working => format!("{process}/cwd"),
                Folder::Open(number) => format!("{process}/fd/{number}"),
            };
            fs::read_link(from).ok()?.join(given)
        };
        plain(&whole)
    }
}

/// The places of this process in which a look can mount something.
fn automounts() -> io::Result<Vec<PathBuf>> {
    let table = fs::read("/proc/self/mountinfo")?;
    let mounted = mounts::parse(&table).ok_or(io::ErrorKind::InvalidData)?;
    let automounts = mounted.into_iter().filter(|mounted| mounted.mounts);
    Ok(automounts.map(|mounted| mounted.at).collect())
}

enum Inside {
    Writable,
    ReadOnly,
    NoPrograms,
    NoProgramsReadOnly,
    Missing,
}

/// What a path without a slash at its start begins at.
#[derive(Clone, Copy)]
enum Folder {
    Working,
    Open(i32),
}

fn meaning(call: &Notification) -> Option<(Folder, u64, Want)> {
    let opens = |flags: u64| {
        let writes = flags & u64::from((libc::O_ACCMODE | libc::O_CREAT).cast_unsigned()) != 0;
        if writes { Want::Write } else { Want::Read }
    };
    let argument = |at| call.argument(at);
    let folder = || match argument(0) as i32 {
        libc::AT_FDCWD => Folder::Working,
        number => Folder::Open(number),
    };
    let at = |want| Some((folder(), argument(1), want));
    match call.number {
        libc::SYS_openat => at(opens(argument(2))),
        libc::SYS_openat2 => at(Want::Read),
        libc::SYS_newfstatat
        | libc::SYS_statx
        | libc::SYS_faccessat
        | libc::SYS_faccessat2
        | libc::SYS_readlinkat => at(Want::Look),
        libc::SYS_mkdirat => at(Want::Write),
        libc::SYS_execveat => at(Want::Execute),
        libc::SYS_execve => Some((Folder::Working, argument(0), Want::Execute)),
        libc::SYS_chdir => Some((Folder::Working, argument(0), Want::Read)),
        #[cfg(target_arch = "x86_64")]
        number => {
            let want = match number {
                libc::SYS_open => opens(argument(1)),
                libc::SYS_creat | libc::SYS_mkdir => Want::Write,
                libc::SYS_stat | libc::SYS_lstat | libc::SYS_access | libc::SYS_readlink => {
                    Want::Look
                }
                _ => return None,
            };
            Some((Folder::Working, argument(0), want))
        }
        #[cfg(not(target_arch = "x86_64"))]
        _ => None,
    }
}

/// The text at an address of a process.
fn text_at(process: &str, address: u64) -> Option<CString> {
    let mut memory = File::open(format!("{process}/mem")).ok()?;
    memory.seek(SeekFrom::Start(address)).ok()?;
    let mut bytes = Vec::with_capacity(256);
    let mut piece = [0; 256];
    while bytes.len() < PATH_MAX {
        // The piece must not reach into a page that may not exist.
        let to_page = 4096 - (address as usize + bytes.len()) % 4096;
        let most = piece.len().min(to_page);
        let read = memory.read(piece.get_mut(..most)?).ok()?;
        let read = piece.get(..read).filter(|read| !read.is_empty())?;
        bytes.extend_from_slice(read);
        if let Ok(text) = CStr::from_bytes_until_nul(&bytes) {
            return Some(text.to_owned());
        }
    }
    None
}

/// The same path without `.` and `..`, read as text: a link on the way is not followed.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut whole = PathBuf::from("/");
    for part in path.components() {
        match part {
            Component::RootDir | Component::CurDir => {}
            Component::Normal(name) => whole.push(name),
            Component::ParentDir => {
                whole.pop();
            }
            Component::Prefix(_) => return None,
        }
    }
    Some(whole)
}
