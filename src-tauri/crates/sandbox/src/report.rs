//! What of a confinement the system enforces, as found out after it was applied.

use std::{fmt, io, path::PathBuf};

use serde::{Deserialize, Serialize};

/// How a server is confined. Later ones are stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Limits, and where the system has it a filter of system calls. Files are not confined.
    Advisory,
    /// Linux: Landlock and seccomp on the host's own view of the system.
    Filters,
    /// macOS: a profile of `sandbox-exec`.
    Profile,
    /// Linux: namespaces with a root of their own; Landlock and seccomp on top.
    Namespaces,
}

/// What of a confinement the system enforces. Each facet is a fact that was read back, not the requested value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The method in use.
    pub method: Method,
    /// Which files the server can read and change.
    pub files: Facet,
    /// What it can reach.
    pub network: Facet,
    /// That it cannot see or touch other programs, the session's sockets and the keychain.
    pub processes: Facet,
    /// How much it can use.
    pub limits: Facet,
    /// Whether folders can be granted and revoked while it runs. Otherwise each change needs a restart.
    pub live_grants: bool,
    /// The folders whose changes go to a layer of their own, as the table of mounts says at the start.
    pub staged: Vec<PathBuf>,
}

impl Report {
    /// A report that promises nothing, for this reason.
    #[must_use]
    pub fn advisory(reason: Remark) -> Self {
        let facet = Facet::advisory(reason);
        Self {
            method: Method::Advisory,
            files: facet.clone(),
            network: facet.clone(),
            processes: facet.clone(),
            limits: facet,
            live_grants: false,
            staged: Vec::new(),
        }
    }
}

/// One facet of a [`Report`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facet {
    /// Whether the system enforces it.
    pub level: Level,
    /// What limits it; for an advisory facet, why.
    pub remarks: Vec<Remark>,
}

impl Facet {
    #[cfg(target_os = "linux")]
    pub(crate) fn enforced(remarks: Vec<Remark>) -> Self {
        Self {
            level: Level::Enforced,
            remarks,
        }
    }

    pub(crate) fn advisory(reason: Remark) -> Self {
        Self {
            level: Level::Advisory,
            remarks: vec![reason],
        }
    }

    /// Whether the system enforces it.
    #[must_use]
    pub fn is_enforced(&self) -> bool {
        self.level == Level::Enforced
    }
}

/// Whether the system enforces a facet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The system refuses whatever goes beyond it.
    Enforced,
    /// Nothing refuses it; it describes what the server is meant to do.
    Advisory,
}

/// Why a facet is advisory, or what an enforced one leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remark {
    /// A stronger method did not work.
    Refused(Refusal),
    /// The kernel has no Landlock, or it is switched off.
    NoLandlock,
    /// The kernel's Landlock is older than version 6: it does not stop signals to other programs.
    NoSignalScope,
    /// Names, sizes and dates of all files of the user stay visible.
    NamesVisible,
    /// In writable folders, files that other programs run code from can be changed.
    HooksWritable,
    /// This folder lies in a writable one, or is one, and holds too much to be searched for what other programs run code from. It is
    /// read-only.
    Unsearched(PathBuf),
    /// Each process has its limit, but nothing bounds the memory of all of them together.
    PerProcess,
    /// All processes of the server together can use this much memory, in bytes. Read back from their control group.
    FamilyMemory(u64),
    /// The number of processes is not limited.
    NoProcessLimit,
    /// This system has no sandbox that Innkeeper uses.
    UnsupportedSystem,
    /// The server was given the network of the machine.
    OpenNetwork,
    /// Applied, but not read back: this code was never run on this system.
    NotVerified,
}

/// Which step of building a sandbox the system refused, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The step.
    pub step: Step,
    /// The system's error number; 0 where a check failed without one.
    pub errno: i32,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = self.step;
        if self.errno == 0 {
            write!(f, "{step}")
        } else {
            let error = io::Error::from_raw_os_error(self.errno);
            write!(f, "{step}: {error}")
        }
    }
}

/// A step of building a sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Starting the process that becomes the server's parent.
    Fork,
    /// Making a user, mount, process, network, IPC, host name and cgroup namespace.
    Namespaces,
    /// Mapping the user into the namespace.
    Users,
    /// Closing what the guard has open.
    Descriptors,
    /// Setting limits.
    Limits,
    /// Building the root folder.
    Root,
    /// Opening a program, the private folder or a granted folder.
    Folder,
    /// Making the layer that takes the changes of a staged folder.
    Overlay,
    /// Attaching a folder.
    Attach,
    /// Setting up the empty network.
    Network,
    /// Dropping capabilities.
    Capabilities,
    /// Applying Landlock.
    Landlock,
    /// Applying the filters of system calls.
    Seccomp,
    /// Reading back what was applied.
    Verify,
    /// Talking to the process that builds the sandbox.
    Channel,
    /// Entering the sandbox of a running server.
    Enter,
    /// Detaching a folder.
    Detach,
    /// Recording what the server looks for.
    Record,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fork => "the process could not be started",
            Self::Namespaces => "namespaces were refused",
            Self::Users => "the user could not be mapped",
            Self::Descriptors => "open files could not be closed",
            Self::Limits => "limits could not be set",
            Self::Root => "the root folder could not be built",
            Self::Folder => "a folder could not be opened",
            Self::Overlay => "the layer for reviewed changes (overlayfs) was refused",
            Self::Attach => "a folder could not be attached",
            Self::Network => "the empty network could not be set up",
            Self::Capabilities => "capabilities could not be dropped",
            Self::Landlock => "Landlock was refused",
            Self::Seccomp => "system call filters were refused",
            Self::Verify => "what was applied does not read back",
            Self::Channel => "the process that builds the sandbox ended or is silent",
            Self::Enter => "the sandbox could not be entered",
            Self::Detach => "a folder could not be detached",
            Self::Record => "a record could not be started",
        })
    }
}
