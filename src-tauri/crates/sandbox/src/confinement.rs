//! What a server may see, change and use.

use std::{
    fs, io,
    path::{Component, Path, PathBuf},
};

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
use crate::{Facet, Remark};
use crate::{Method, SandboxError};

/// Most folders that one server can be granted, and most program paths that it can have.
pub const PATHS_MAX: usize = 256;

/// Most ports beside 443 and 80 that the network of one server is served on.
pub const PORTS_MAX: usize = 16;

/// Ports of a server's own network that are served in any case.
const OWN_PORTS: [u16; 5] = [0, 53, 80, 443, 3128];

/// Whether a port can be one of [`Confinement::ports`].
#[must_use]
pub fn can_be_served(port: u16) -> bool {
    !OWN_PORTS.contains(&port)
}

/// The folder that a confined server sees as its home, where the method gives it a root of its own.
pub const HOME: &str = "/innkeeper/home";

/// Places that the sandbox provides itself. No grant and no program may be one of them, or lie in one.
const PROVIDED: [&str; 4] = ["/proc", "/sys", "/dev", "/innkeeper"];

/// Everything a confined server may see, change and use. What is not listed here is denied.
///
/// It serialises, so that the process that decides can hand it to the guard that applies it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// The private folder on the host, absolute and existing; the server's only writable place that outlives it.
    pub home: PathBuf,
    /// Files and folders of the program itself, absolute: its package, its runtime's prefix. Read-only, may be executed.
    pub programs: Vec<PathBuf>,
    /// Folders of the user.
    pub grants: Vec<FolderGrant>,
    /// Whether files in the private folder and in `/tmp` may be executed. Programs that download others and run them need it.
    pub run_in_home: bool,
    /// What the server may reach.
    pub network: Network,
    /// Ports beside 443 and 80 on which a [`Network::Brokered`] server is served at every address, at most [`PORTS_MAX`], each
    /// once. What asks the proxy needs none of them.
    pub ports: Vec<u16>,
    /// How much it may use.
    pub limits: Limits,
    /// Whether it may make Unix sockets. With this it reaches every socket that lies in a granted folder.
    pub unix_sockets: bool,
    /// The name of the control group that the process which starts the server was put into, for this server alone. What it bounds
    /// is read back; `None`, and every other group, bounds nothing.
    pub group: Option<String>,
    /// The weakest method that is accepted. Where nothing as strong works, the server is not started.
    pub weakest: Method,
    /// Whether what the server looks for and does not get is recorded ([`crate::Recorded`]). It gets no more by that. Only
    /// [`Method::Namespaces`] can do this. Every other method refuses the server. Each file that it looks for takes it longer.
    pub recorded: bool,
}

/// What a server may reach over the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Network {
    /// Nothing: an empty network namespace, or no internet sockets at all.
    #[default]
    Off,
    /// The network of the machine. Nothing limits it, and [`crate::Report::network`] says so.
    Open,
    /// A network of its own, in which every address leads to the [`crate::Sockets`] that the caller serves. Methods without
    /// namespaces have no such network: there it is as [`Network::Off`].
    Brokered,
}

#[cfg(target_os = "linux")]
impl Facet {
    /// What a filtered server can reach: with the network of the machine, nothing is enforced.
    pub(crate) fn of_network(network: Network) -> Self {
        match network {
            Network::Off | Network::Brokered => Self::enforced(Vec::new()),
            Network::Open => Self::advisory(Remark::OpenNetwork),
        }
    }
}

/// What a server may do in a granted folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Read it.
    Read,
    /// Read and change it, except for the places that other programs run code from: Git directories and what belongs to them, and hidden
    /// files and folders. They are found when the server gets the folder. [`Method::Filters`] cannot keep them
    /// ([`crate::Remark::HooksWritable`]).
    Write,
    /// Read it and write as with [`Access::Write`], but every change goes to a layer of its own (overlayfs); the folder itself stays
    /// as it is. Only [`Method::Namespaces`] can do this. Every other method refuses the server.
    Staged(Layers),
}

impl Access {
    /// Whether the server can write in the folder as it sees it.
    #[must_use]
    pub fn writes(&self) -> bool {
        match self {
            Self::Read => false,
            Self::Write | Self::Staged(_) => true,
        }
    }

    /// Whether what the server writes goes to a layer of its own.
    #[must_use]
    pub fn is_staged(&self) -> bool {
        matches!(self, Self::Staged(_))
    }
}

/// Where the changes of a staged folder are kept on the host. Both are absolute, exist, and lie on one file system that supports
/// extended attributes of users. The server sees neither.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// The folder that holds what was changed.
    pub upper: PathBuf,
    /// An empty folder for overlayfs itself.
    pub work: PathBuf,
}

/// One folder that a server is granted, as it was when the grant was approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderGrant {
    /// Its absolute path without links, the same inside the sandbox.
    pub path: PathBuf,
    /// The number of the device that it is on.
    pub device: u64,
    /// Its inode. Another folder at the same path is refused.
    pub inode: u64,
    /// What the server may do in it.
    pub access: Access,
    /// Whether programs in it may be executed.
    pub execute: bool,
    /// Whether it is a folder of this program, which no other program runs code from: then nothing in it is kept as with [`Access::Write`].
    pub own: bool,
    /// Paths relative to it, of folders that the server sees as empty. A method that cannot hide them gives the server nothing of
    /// the folder.
    pub hidden: Vec<PathBuf>,
}

impl FolderGrant {
    /// A grant of the folder that is at `path` now. It is the user's, nothing in it can be executed, and nothing is hidden.
    ///
    /// # Errors
    /// `path` is not absolute, leads through a link, or is not an existing folder.
    pub fn new(path: &Path, access: Access) -> io::Result<Self> {
        if dunce::canonicalize(path)? != path {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the path of a granted folder must be absolute and free of links",
            ));
        }
        let metadata = fs::metadata(path)?;
        if !metadata.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let (device, inode) = identity(&metadata);
        Ok(Self {
            path: path.to_owned(),
            device,
            inode,
            access,
            execute: false,
            own: false,
            hidden: Vec::new(),
        })
    }
}

#[cfg(unix)]
fn identity(metadata: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> (u64, u64) {
    (0, 0)
}

/// How much a server may use. All sizes are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Open files of one process.
    pub open_files: u64,
    /// The size of one file.
    pub file_size: u64,
    /// Processes and threads of the whole family. It needs a user namespace, and does not bind uid 0.
    pub processes: u64,
    /// Private memory of one process.
    pub memory: u64,
    /// Memory of the whole family, with what it keeps in `/tmp`. It needs a control group ([`Confinement::group`]), whose maker
    /// sets it.
    pub family_memory: u64,
    /// The size of `/tmp`, which is kept in memory.
    pub tmp: u64,
    /// The size of `/dev/shm`.
    pub shm: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            open_files: 4096,
            file_size: 4 << 30,
            processes: 512,
            memory: 2 << 30,
            family_memory: 4 << 30,
            tmp: 256 << 20,
            shm: 64 << 20,
        }
    }
}

impl Confinement {
    /// A confinement with this private folder and nothing else: no grant, no network, the default limits. It accepts the
    /// weaker of the two methods that enforce something about files.
    #[must_use]
    pub fn new(home: impl Into<PathBuf>) -> Self {
        Self {
            home: home.into(),
            programs: Vec::new(),
            grants: Vec::new(),
            run_in_home: false,
            network: Network::Off,
            ports: Vec::new(),
            limits: Limits::default(),
            unix_sockets: false,
            group: None,
            weakest: Method::Filters,
            recorded: false,
        }
    }

    /// Checks the shape of all paths. Whether they exist is found out when the sandbox is built.
    ///
    /// # Errors
    /// [`SandboxError::Path`], [`SandboxError::TooMany`] or [`SandboxError::Ports`].
    pub fn check(&self) -> Result<(), SandboxError> {
        if self.programs.len() > PATHS_MAX || self.grants.len() > PATHS_MAX {
            return Err(SandboxError::TooMany);
        }
        let refused = |path: &Path, why| {
            Err(SandboxError::Path {
                path: path.to_owned(),
                why,
            })
        };
        if !is_plain(&self.home) {
            return refused(&self.home, NOT_PLAIN);
        }
        for hidden in self.grants.iter().flat_map(|grant| &grant.hidden) {
            let mut parts = hidden.components();
            if !parts
                .clone()
                .all(|part| matches!(part, Component::Normal(_)))
                || parts.next().is_none()
            {
                return refused(hidden, "is not a path inside of its folder");
            }
        }
        if !self.ports.is_empty() && self.network != Network::Brokered {
            return Err(SandboxError::Ports);
        }
        for (at, port) in self.ports.iter().enumerate() {
            if at >= PORTS_MAX || !can_be_served(*port) || self.ports[..at].contains(port) {
                return Err(SandboxError::Ports);
            }
        }
        let mut seen: Vec<&Path> = Vec::new();
        for path in self.paths() {
            if !is_plain(path) {
                return refused(path, NOT_PLAIN);
            }
            if is_provided(path) {
                return refused(path, "is provided by the sandbox itself");
            }
            if seen.contains(&path) {
                return refused(path, "is listed twice");
            }
            seen.push(path);
        }
        self.check_layers()
    }

    /// Checks that no server sees a layer of a staged folder, and that no two folders share one.
    fn check_layers(&self) -> Result<(), SandboxError> {
        let mut seen: Vec<&Path> = Vec::new();
        for path in self.layers() {
            let why = if !is_plain(path) {
                NOT_PLAIN
            } else if is_provided(path)
                || self
                    .paths()
                    .chain([&*self.home])
                    .any(|shown| path.starts_with(shown))
            {
                "is a layer of a staged folder that the server would see"
            } else if seen
                .iter()
                .any(|other| path.starts_with(other) || other.starts_with(path))
            {
                "is a layer of a staged folder that lies in another one"
            } else {
                seen.push(path);
                continue;
            };
            return Err(SandboxError::Path {
                path: path.to_owned(),
                why,
            });
        }
        Ok(())
    }

    fn layers(&self) -> impl Iterator<Item = &Path> {
        self.grants.iter().flat_map(|grant| match &grant.access {
            Access::Staged(layers) => vec![layers.upper.as_path(), layers.work.as_path()],
            Access::Read | Access::Write => Vec::new(),
        })
    }

    /// The weakest method that is accepted and can do what is granted.
    #[must_use]
    pub fn weakest_possible(&self) -> Method {
        let staged = self.grants.iter().any(|grant| grant.access.is_staged());
        if staged || self.recorded {
            Method::Namespaces
        } else {
            self.weakest
        }
    }

    fn paths(&self) -> impl Iterator<Item = &Path> {
        let programs = self.programs.iter().map(PathBuf::as_path);
        programs.chain(self.grants.iter().map(|grant| grant.path.as_path()))
    }

    /// The working folder for a server that wants `wanted`: that one where the server sees it, else its `home`.
    #[cfg(unix)]
    pub(crate) fn working_folder(&self, wanted: &Path, home: &Path) -> PathBuf {
        let seen = self.paths().any(|path| wanted.starts_with(path));
        if seen { wanted } else { home }.to_owned()
    }
}

const NOT_PLAIN: &str = "is not an absolute path without `.` and `..`";

/// Whether a path is absolute and holds neither `.`, `..` nor a NUL byte.
fn is_plain(path: &Path) -> bool {
    let mut components = path.components();
    let normal = |part| matches!(part, Component::Normal(_));
    components.next() == Some(Component::RootDir)
        && components.all(normal)
        && !path.as_os_str().as_encoded_bytes().contains(&0)
}

/// Whether a path is the root, or lies in a place that the sandbox provides itself.
pub(crate) fn is_provided(path: &Path) -> bool {
    path == Path::new("/") || PROVIDED.iter().any(|place| path.starts_with(place))
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn paths_that_are_not_plain_are_refused() {
        let good = Confinement {
            programs: vec!["/opt/server".into()],
            ..Confinement::new("/var/lib/home")
        };
        assert!(good.check().is_ok());
        for bad in [
            "/",
            "relative",
            "/a/../b",
            "/proc/1",
            "/dev",
            "/innkeeper/home",
            "/a\0",
        ] {
            let confinement = Confinement {
                programs: vec![bad.into()],
                ..good.clone()
            };
            assert!(confinement.check().is_err(), "{bad:?}");
        }
        let twice = Confinement {
            programs: vec!["/a".into(), "/a".into()],
            ..good.clone()
        };
        assert!(twice.check().is_err());
        assert!(Confinement::new("here").check().is_err());
    }

    #[test]
    fn ports_are_few_free_and_listed_once() {
        let check = |network, ports: &[u16]| {
            let confinement = Confinement {
                network,
                ports: ports.to_vec(),
                ..Confinement::new("/var/lib/home")
            };
            confinement.check().is_ok()
        };
        let many: Vec<u16> = (6000..=6000 + u16::try_from(PORTS_MAX).unwrap()).collect();
        assert!(check(Network::Brokered, &[6379, 5432]));
        assert!(check(Network::Brokered, &many[1..]));
        assert!(!check(Network::Brokered, &many));
        assert!(!check(Network::Brokered, &[6379, 6379]));
        assert!(!check(Network::Off, &[6379]));
        for own in OWN_PORTS {
            assert!(!check(Network::Brokered, &[own]), "{own}");
        }
    }

    #[test]
    fn layers_that_the_server_would_see_or_share_are_refused() {
        let check = |upper: &str, work: &str| {
            let layers = Layers {
                upper: upper.into(),
                work: work.into(),
            };
            let grant = FolderGrant {
                access: Access::Staged(layers),
                ..FolderGrant::new(Path::new("/usr"), Access::Read).unwrap()
            };
            let confinement = Confinement {
                grants: vec![grant],
                ..Confinement::new("/var/lib/own/home")
            };
            (confinement.check().is_ok(), confinement.weakest_possible())
        };
        assert_eq!(
            check("/var/lib/own/upper", "/var/lib/own/work"),
            (true, Method::Namespaces)
        );
        for (upper, work) in [
            ("upper", "/var/lib/own/work"),
            ("/var/lib/own/home/upper", "/var/lib/own/work"),
            ("/var/lib/own/upper", "/usr/work"),
            ("/var/lib/own/upper", "/var/lib/own/upper"),
            ("/var/lib/own/upper", "/var/lib/own/upper/work"),
            ("/var/lib/own/upper", "/proc/1"),
        ] {
            assert!(!check(upper, work).0, "{upper} {work}");
        }
    }

    #[test]
    fn grant_of_a_link_is_refused() {
        assert!(FolderGrant::new(Path::new("/proc/self/cwd"), Access::Read).is_err());
        assert!(FolderGrant::new(Path::new("/etc/passwd"), Access::Read).is_err());
        assert!(FolderGrant::new(Path::new("."), Access::Read).is_err());
        assert!(FolderGrant::new(Path::new("/usr"), Access::Read).is_ok());
    }
}
