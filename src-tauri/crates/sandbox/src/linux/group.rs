//! The control group of a server's family, which the caller made: what it bounds, read back from the unified hierarchy.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rustix::{
    fs::statfs,
    process::{Pid, geteuid},
};

use crate::{Confinement, Remark};

/// Where systems have the unified hierarchy: alone, or beside the older ones, which are not read.
const PLACES: [&str; 2] = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"];

/// What a file system of control groups of the unified hierarchy says it is.
const UNIFIED: i64 = 0x6367_7270;

/// The control group of one family, and of nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    folder: PathBuf,
}

impl Group {
    /// The group that a process is in, if it is the one that was made for it.
    pub(super) fn of(process: Pid, confinement: &Confinement) -> Option<Self> {
        let wanted = confinement.group.as_deref()?;
        let line = fs::read_to_string(format!("/proc/{}/cgroup", process.as_raw_pid())).ok()?;
        let mut places = PLACES.iter().map(Path::new);
        let place = places.find(|place| {
            #[allow(
                clippy::useless_conversion,
                reason = "the type differs between platforms"
            )]
            statfs(*place).is_ok_and(|found| i64::from(found.f_type) == UNIFIED)
        })?;
        Self::named(wanted, &line, place)
    }

    /// `line`: what `/proc/PID/cgroup` says. `place`: where the unified hierarchy is.
    fn named(wanted: &str, line: &str, place: &Path) -> Option<Self> {
        let path = line.lines().find_map(|line| line.strip_prefix("0::/"))?;
        let path = Path::new(path);
        (path.file_name()? == wanted).then(|| Self {
            folder: place.join(path),
        })
    }

    /// The number in a file; none if there is no limit, or no such file.
    fn limit(&self, file: &str) -> Option<u64> {
        let text = fs::read_to_string(self.folder.join(file)).ok()?;
        text.trim().parse().ok()
    }

    /// Whether a process of the family was ended because the family's memory was used up.
    pub(super) fn ran_out_of_memory(&self) -> bool {
        let events = fs::read_to_string(self.folder.join("memory.events")).unwrap_or_default();
        let kills = events
            .lines()
            .find_map(|line| line.strip_prefix("oom_kill "))
            .and_then(|count| count.trim().parse::<u64>().ok());
        kills.is_some_and(|count| count > 0)
    }
}

/// What limits of use leave open. `counted`: whether processes are counted by a limit of the sandbox itself, which does not bind
/// the superuser.
pub(super) fn remarks(group: Option<&Group>, counted: bool) -> Vec<Remark> {
    let memory = group.and_then(|group| group.limit("memory.max"));
    let mut remarks = vec![memory.map_or(Remark::PerProcess, Remark::FamilyMemory)];
    let processes = group.and_then(|group| group.limit("pids.max"));
    if processes.is_none() && (!counted || geteuid().is_root()) {
        remarks.push(Remark::NoProcessLimit);
    }
    remarks
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const NAME: &str = "innkeeper-files-1.scope";
    const LINES: &str = "4:memory:/elsewhere\n0::/user.slice/app.slice/innkeeper-files-1.scope\n";

    fn group(files: &[(&str, &str)]) -> (tempfile::TempDir, Group) {
        let place = tempfile::tempdir().unwrap();
        let found = Group::named(NAME, LINES, place.path()).unwrap();
        fs::create_dir_all(&found.folder).unwrap();
        for (name, text) in files {
            fs::write(found.folder.join(name), text).unwrap();
        }
        (place, found)
    }

    #[test]
    fn only_the_group_that_was_made_for_the_family_counts() {
        let place = Path::new("/sys/fs/cgroup");
        let named = |lines: &str| Group::named(NAME, lines, place);
        assert_eq!(
            named(LINES).unwrap().folder,
            place.join("user.slice/app.slice").join(NAME)
        );
        for other in [
            "",
            "0::/\n",
            "0::/user.slice/session-2.scope\n",
            "0::/user.slice/innkeeper-files-1.scope/below\n",
            "4:memory:/innkeeper-files-1.scope\n",
            "1:name=systemd:/innkeeper-files-1.scope\n",
        ] {
            assert_eq!(named(other), None, "{other:?}");
        }
    }

    #[test]
    fn limits_are_said_as_they_are_read_back() {
        let (_place, both) = group(&[("memory.max", "4294967296\n"), ("pids.max", "544\n")]);
        assert_eq!(remarks(Some(&both), false), [Remark::FamilyMemory(4 << 30)]);
        let without = [Remark::PerProcess, Remark::NoProcessLimit];
        for files in [
            &[("memory.max", "max\n"), ("pids.max", "max\n")][..],
            // The controllers are not in this hierarchy.
            &[],
            &[("memory.max", ""), ("pids.max", "many\n")],
        ] {
            let (_place, group) = group(files);
            assert_eq!(remarks(Some(&group), false), without, "{files:?}");
        }
        assert_eq!(remarks(None, false), without);
        assert_eq!(remarks(None, true)[0], Remark::PerProcess);
    }

    #[test]
    fn end_by_the_memory_limit_is_read_from_its_events() {
        let (_place, silent) = group(&[]);
        assert!(!silent.ran_out_of_memory());
        for (text, out) in [
            (
                "low 0\nhigh 0\nmax 93\noom 1\noom_kill 1\noom_group_kill 0\n",
                true,
            ),
            ("low 0\nhigh 0\nmax 93\noom 0\noom_kill 0\n", false),
        ] {
            let (_place, group) = group(&[("memory.events", text)]);
            assert_eq!(group.ran_out_of_memory(), out);
        }
    }
}
