//! Reads back from the kernel what a process is confined by.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read as _, Seek as _},
    os::unix::fs::MetadataExt as _,
};

use rustix::process::Pid;

use super::{
    limits,
    message::Expected,
    mounts::{self, Mounted},
};
use crate::{Limits, Network};

/// The namespaces of a confined process, all of which must be its own.
const NAMESPACES: [&str; 7] = ["user", "mnt", "pid", "net", "ipc", "uts", "cgroup"];

/// The sets of capabilities, all of which must be empty. Without a namespace of its own, a normal user's bounding set
/// stays; the flag against new rights makes it useless.
const CAPABILITIES: [&str; 4] = ["CapInh", "CapPrm", "CapEff", "CapAmb"];
const BOUNDING: &str = "CapBnd";

/// Number of seccomp filters that must be on.
const FILTERS: u32 = 2;

/// What the kernel says about a process, opened while it could still be looked into.
pub(super) struct Facts {
    status: File,
    limits: File,
    mounts: File,
}

impl Facts {
    pub(super) fn open(process: Pid) -> io::Result<Self> {
        let open = |name: &str| File::open(format!("/proc/{}/{name}", process.as_raw_pid()));
        Ok(Self {
            status: open("status")?,
            limits: open("limits")?,
            mounts: open("mountinfo")?,
        })
    }

    /// The mounts that the process sees, now.
    pub(super) fn mounts(&self) -> io::Result<Vec<Mounted>> {
        let table = read(&self.mounts)?;
        mounts::parse(&table).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Whether the process has the mounts it should have, and no others.
    pub(super) fn has_mounts(&self, expected: &[Expected]) -> io::Result<bool> {
        Ok(mounts::matches(&self.mounts()?, expected))
    }

    /// Whether the process has no right left and both filters on. `bounding`: the bounding set counts.
    pub(super) fn is_sealed(&self, bounding: bool) -> io::Result<bool> {
        let status = self.status()?;
        let is_empty = |set: &str| {
            let bits = status.get(set);
            bits.is_some_and(|bits| !bits.is_empty() && bits.bytes().all(|digit| digit == b'0'))
        };
        Ok(CAPABILITIES.into_iter().all(is_empty)
            && (!bounding || is_empty(BOUNDING))
            && are_on(&status))
    }

    /// Whether both filters are on.
    pub(super) fn is_filtered(&self) -> io::Result<bool> {
        Ok(are_on(&self.status()?))
    }

    fn status(&self) -> io::Result<BTreeMap<String, String>> {
        let text = read(&self.status)?;
        let text = String::from_utf8_lossy(&text);
        let fields = text.lines().filter_map(|line| line.split_once(':'));
        Ok(fields
            .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
            .collect())
    }

    /// Whether the process has these limits, or lower ones.
    pub(super) fn has_limits(&self, wanted: &Limits, family: bool) -> io::Result<bool> {
        let text = read(&self.limits)?;
        let text = String::from_utf8_lossy(&text);
        // The soft limit, then the hard one, then for some a unit.
        let hard = |name: &str| -> Option<u64> {
            let values = text.lines().find_map(|line| line.strip_prefix(name))?;
            values.split_whitespace().nth(1)?.parse().ok()
        };
        let mut wanted = limits::wanted(wanted, family).into_iter();
        Ok(wanted.all(|(_, name, value)| hard(name).is_some_and(|now| now <= value)))
    }
}

/// Whether a process has both filters and can gain no rights. Old kernels do not tell the number of filters.
fn are_on(status: &BTreeMap<String, String>) -> bool {
    let is = |field: &str, value: &str| status.get(field).is_some_and(|now| now == value);
    let filters = status
        .get("Seccomp_filters")
        .and_then(|count| count.parse().ok());
    is("NoNewPrivs", "1") && is("Seccomp", "2") && filters.is_none_or(|count: u32| count >= FILTERS)
}

fn read(mut file: &File) -> io::Result<Vec<u8>> {
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether a process shares none of the namespaces of this one, but for the network that it was given.
pub(super) fn has_own_namespaces(process: Pid, network: Network) -> io::Result<bool> {
    for name in NAMESPACES {
        if name == "net" && network == Network::Open {
            continue;
        }
        let of = |process: &str| fs::metadata(format!("/proc/{process}/ns/{name}"));
        let theirs = of(&process.as_raw_pid().to_string())?;
        if theirs.ino() == of("self")?.ino() {
            return Ok(false);
        }
    }
    Ok(true)
}
