//! The root folder of a confined server: an empty, read-only skeleton with what the server may see mounted into it.

use std::{
    fs::{self, File},
    io,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use rustix::{
    fs::{CWD, symlinkat},
    io::Errno,
    mount::{MountAttrFlags, MountPropagationFlags, UnmountFlags, mount_change, unmount},
    process::{chdir, fchdir, getegid, geteuid, pivot_root},
};

use super::{
    guarded::Bounds,
    message::Expected,
    overlay::assemble,
    step::At,
    tree::{
        NO_EXECUTE, PLAIN, READ_ONLY, attach_at, clone_tree, make_file, make_folders,
        make_mount_point, new_file_system, open_granted, open_path, set_flags,
    },
};
use crate::{Confinement, FolderGrant, HOME, Network, Refusal, Step, confinement::is_provided};

/// Where the system keeps its programs and libraries.
pub(super) const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
];

/// What programs read of `/etc`; a star matches any ending. No folder among it holds private keys.
const ETC: &[&str] = &[
    "alternatives",
    "ca-certificates",
    "crypto-policies",
    "fonts",
    "gai.conf",
    "gitconfig",
    "ld.so.*",
    "localtime",
    "mime.types",
    "pki/ca-trust",
    "pki/tls/cert.pem",
    "pki/tls/certs",
    "pki/tls/openssl.cnf",
    "protocols",
    "python3*",
    "services",
    "ssl/cert.pem",
    "ssl/certs",
    "ssl/openssl.cnf",
    "timezone",
];

const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];

const DEVICE_LINKS: &[(&str, &str)] = &[
    ("fd", "/proc/self/fd"),
    ("stdin", "/proc/self/fd/0"),
    ("stdout", "/proc/self/fd/1"),
    ("stderr", "/proc/self/fd/2"),
];

struct Mount {
    expected: Expected,
    tree: OwnedFd,
}

/// A root that is being built.
struct Root {
    skeleton: OwnedFd,
    /// New file systems in it, in which mount points can be made as well.
    own: Vec<(PathBuf, OwnedFd)>,
    mounts: Vec<Mount>,
    /// Mounts in the trees of other ones.
    covered: Vec<Expected>,
    /// Folders that are read-only because they could not be searched.
    unsearched: Vec<PathBuf>,
}

/// A root that is built.
pub(super) struct Built {
    /// Every mount that is there now.
    pub(super) mounts: Vec<Expected>,
    /// Folders in granted ones that are read-only because they could not be searched, as [`crate::Remark::Unsearched`] names them.
    pub(super) unsearched: Vec<PathBuf>,
}

/// Builds the root of `confinement` and makes it that of this process, which has mounts of its own. Answers what is there
/// now.
pub(super) fn build(confinement: &Confinement) -> Result<Built, Refusal> {
    let private = MountPropagationFlags::REC | MountPropagationFlags::PRIVATE;
    mount_change("/", private).at(Step::Root)?;
    let options = [("size", "4m"), ("mode", "755")];
    let skeleton = new_file_system("tmpfs", &options, PLAIN).at(Step::Root)?;
    let mut root = Root {
        skeleton,
        own: Vec::new(),
        mounts: Vec::new(),
        covered: Vec::new(),
        unsearched: Vec::new(),
    };
    root.system().at(Step::Root)?;
    root.etc(confinement.network).at(Step::Root)?;
    root.own_file_systems(confinement).at(Step::Root)?;
    root.folders(confinement)?;
    root.put_together().at(Step::Attach)
}

impl Root {
    /// A mount of something of the host's at the same path.
    fn host(&mut self, path: &Path, flags: MountAttrFlags) -> io::Result<()> {
        let file = File::from(open_path(path)?);
        let is_folder = file.metadata()?.is_dir();
        let tree = clone_tree(&file, flags)?;
        self.mount(path, tree, flags, is_folder, true)
    }

    fn mount(
        &mut self,
        at: &Path,
        tree: OwnedFd,
        flags: MountAttrFlags,
        is_folder: bool,
        below: bool,
    ) -> io::Result<()> {
        self.place(at, is_folder)?;
        let expected = Expected {
            at: at.to_owned(),
            flags: flags.bits(),
            below,
            staged: false,
        };
        self.mounts.push(Mount { expected, tree });
        Ok(())
    }

    /// Makes the mount point. Where another mount comes to lie over it, it exists there already.
    fn place(&self, path: &Path, is_folder: bool) -> io::Result<()> {
        // The last ones lie in the first ones.
        let mut own = self.own.iter().rev();
        let own = own.find_map(|(at, tree)| Some((tree, path.strip_prefix(at).ok()?)));
        let (tree, path) = own.unwrap_or((&self.skeleton, relative(path)));
        if is_folder {
            make_mount_point(tree, path)
        } else {
            make_file(tree, path, "")
        }
    }

    fn link(&self, path: &Path) -> io::Result<()> {
        let path_in_root = relative(path);
        make_folders(
            &self.skeleton,
            path_in_root.parent().unwrap_or(Path::new("")),
        )?;
        match symlinkat(fs::read_link(path)?, &self.skeleton, path_in_root) {
            Ok(()) | Err(Errno::EXIST) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// A link of the host's as a link, everything else as a mount; nothing if it does not exist.
    fn copy(&mut self, path: &Path, flags: MountAttrFlags) -> io::Result<()> {
        match fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_symlink() => self.link(path),
            Ok(_) => match self.host(path, flags) {
                // A folder above it is a link: what it leads to is mounted where it is.
                Err(error) if error.raw_os_error() == Some(libc::ELOOP) => Ok(()),
                mounted => mounted,
            },
            Err(_) => Ok(()),
        }
    }

    fn system(&mut self) -> io::Result<()> {
        for path in SYSTEM {
            self.copy(Path::new(path), PLAIN | READ_ONLY)?;
        }
        Ok(())
    }

    fn etc(&mut self, network: Network) -> io::Result<()> {
        let etc = Path::new("/etc");
        make_folders(&self.skeleton, relative(etc))?;
        let flags = PLAIN | READ_ONLY | NO_EXECUTE;
        for path in self::etc() {
            self.copy(&path, flags)?;
        }
        let (user, group) = (geteuid().as_raw(), getegid().as_raw());
        for (name, text) in [
            ("passwd", format!("user:x:{user}:{group}::{HOME}:/bin/sh\n")),
            ("group", format!("user:x:{group}:\n")),
            ("hosts", "127.0.0.1 localhost\n::1 localhost\n".to_owned()),
            (
                "nsswitch.conf",
                "passwd: files\ngroup: files\nhosts: files dns\n".to_owned(),
            ),
            ("resolv.conf", resolvers(network)),
        ] {
            make_file(&self.skeleton, relative(&etc.join(name)), &text)?;
        }
        Ok(())
    }

    /// `/proc`, `/dev`, `/tmp`: nothing of the host's but five devices.
    fn own_file_systems(&mut self, confinement: &Confinement) -> io::Result<()> {
        // As uid 0, a writable one would let the server set what the host's kernel runs.
        let flags = PLAIN | READ_ONLY | NO_EXECUTE;
        let proc = new_file_system("proc", &[], flags)?;
        self.mount(Path::new("/proc"), proc, flags, true, false)?;

        let size = confinement.limits.tmp.to_string();
        // What a package runner downloads passes through here.
        let mut flags = PLAIN;
        flags.set(NO_EXECUTE, !confinement.run_in_home);
        self.own_tmpfs(Path::new("/tmp"), &size, "1777", flags)?;
        let no_programs = MountAttrFlags::MOUNT_ATTR_NOSUID | NO_EXECUTE;
        let dev = Path::new("/dev");
        self.own_tmpfs(dev, "64k", "755", no_programs)?;
        for name in DEVICES {
            self.host(&dev.join(name), no_programs | READ_ONLY)?;
        }
        if let Some((_, tree)) = self.own.last() {
            for (name, target) in DEVICE_LINKS {
                symlinkat(*target, tree, *name)?;
            }
        }
        let size = confinement.limits.shm.to_string();
        self.own_tmpfs(&dev.join("shm"), &size, "1777", PLAIN | NO_EXECUTE)
    }

    fn own_tmpfs(
        &mut self,
        at: &Path,
        size: &str,
        mode: &str,
        flags: MountAttrFlags,
    ) -> io::Result<()> {
        let tree = new_file_system("tmpfs", &[("size", size), ("mode", mode)], flags)?;
        let same = tree.try_clone()?;
        self.mount(at, tree, flags, true, false)?;
        self.own.push((at.to_owned(), same));
        Ok(())
    }

    /// The private folder, the program and the grants.
    fn folders(&mut self, confinement: &Confinement) -> Result<(), Refusal> {
        let home = open_path(&confinement.home).at(Step::Folder)?;
        let mut flags = PLAIN;
        flags.set(NO_EXECUTE, !confinement.run_in_home);
        let tree = clone_tree(&home, flags).at(Step::Folder)?;
        self.mount(Path::new(HOME), tree, flags, true, true)
            .at(Step::Folder)?;
        if confinement.recorded
            && let Some(home) = outside_home()
        {
            // Empty. What walks there step by step goes on to the name that it is after.
            self.place(&home, true).at(Step::Folder)?;
        }
        for path in &confinement.programs {
            if !SYSTEM.iter().any(|system| path.starts_with(system)) {
                self.host(path, PLAIN | READ_ONLY).at(Step::Folder)?;
            }
        }
        let writable = confinement
            .grants
            .iter()
            .filter(|grant| grant.access.writes());
        let bounds = Bounds::default().shared(writable.count());
        for grant in &confinement.grants {
            self.grant(confinement, grant, bounds)?;
        }
        Ok(())
    }

    fn grant(
        &mut self,
        confinement: &Confinement,
        grant: &FolderGrant,
        bounds: Bounds,
    ) -> Result<(), Refusal> {
        let folder = open_granted(grant).at(Step::Folder)?;
        let folder = folder.ok_or(Refusal {
            step: Step::Folder,
            errno: libc::ESTALE,
        })?;
        let others = confinement
            .grants
            .iter()
            .filter(|other| other.path != grant.path);
        let apart = others.filter_map(|other| other.path.strip_prefix(&grant.path).ok());
        let apart: Vec<PathBuf> = apart.map(Path::to_owned).collect();
        let assembled = assemble(&folder, grant, &apart, bounds)?;
        self.place(&grant.path, true).at(Step::Folder)?;
        let expected = Expected {
            at: grant.path.clone(),
            flags: assembled.flags.bits(),
            below: true,
            staged: grant.access.is_staged(),
        };
        self.mounts.push(Mount {
            expected,
            tree: assembled.tree,
        });
        let covered = assembled.covered.into_iter().map(|covered| Expected {
            at: grant.path.join(covered.path),
            flags: covered.flags.bits(),
            below: true,
            staged: covered.staged,
        });
        self.covered.extend(covered);
        let unsearched = assembled.unsearched.into_iter();
        self.unsearched
            .extend(unsearched.map(|path| match path.as_os_str().is_empty() {
                true => grant.path.clone(),
                false => grant.path.join(path),
            }));
        Ok(())
    }

    /// Attaches everything, makes it the root of this process and leaves the host's.
    fn put_together(mut self) -> io::Result<Built> {
        // Any folder will do: it is left at once. The host's own mounts are not touched, these are copies.
        attach_at(&self.skeleton, CWD, Path::new("/tmp"))?;
        // What lies in another one comes after it.
        self.mounts
            .sort_by_key(|mount| mount.expected.at.components().count());
        for mount in &self.mounts {
            attach_at(&mount.tree, &self.skeleton, relative(&mount.expected.at))?;
        }
        for mount in &mut self.mounts {
            if mount.expected.at == Path::new("/dev") {
                set_flags(&mount.tree, READ_ONLY, true, false)?;
                mount.expected.flags |= READ_ONLY.bits();
            }
        }
        fchdir(&self.skeleton)?;
        pivot_root(".", ".")?;
        unmount(".", UnmountFlags::DETACH)?;
        chdir("/")?;
        // What has no mount of its own is the skeleton, where nobody writes.
        set_flags(&self.skeleton, READ_ONLY, true, false)?;
        let skeleton = Expected {
            at: "/".into(),
            flags: (PLAIN | READ_ONLY).bits(),
            below: false,
            staged: false,
        };
        let mounts = self.mounts.into_iter().map(|mount| mount.expected);
        let mounts = [skeleton].into_iter().chain(mounts).chain(self.covered);
        Ok(Built {
            mounts: mounts.collect(),
            unsearched: self.unsearched,
        })
    }
}

/// The user's home outside, if it is no place that the sandbox provides.
pub(super) fn outside_home() -> Option<PathBuf> {
    let home = dunce::canonicalize(std::env::home_dir()?).ok()?;
    let system = SYSTEM.iter().any(|system| home.starts_with(system));
    (!is_provided(&home) && !system).then_some(home)
}

/// Who is asked for addresses: with the network of the machine, those that the machine asks.
fn resolvers(network: Network) -> String {
    let own = "nameserver 127.0.0.1\noptions timeout:2 attempts:1\n";
    match network {
        Network::Off | Network::Brokered => own.to_owned(),
        Network::Open => fs::read_to_string("/etc/resolv.conf").unwrap_or_else(|_| own.to_owned()),
    }
}

/// The places of `/etc` that a server may read.
pub(super) fn etc() -> Vec<PathBuf> {
    let etc = Path::new("/etc");
    let mut paths = Vec::new();
    for name in ETC {
        let Some(start) = name.strip_suffix('*') else {
            paths.push(etc.join(name));
            continue;
        };
        let entries = fs::read_dir(etc).into_iter().flatten().flatten();
        let named = entries.filter(|entry| {
            entry
                .file_name()
                .as_encoded_bytes()
                .starts_with(start.as_bytes())
        });
        paths.extend(named.map(|entry| entry.path()));
    }
    paths
}

/// An absolute path as seen from the root.
pub(super) fn relative(path: &Path) -> &Path {
    path.strip_prefix("/").unwrap_or(path)
}
