//! The table of mounts of a process (proc_pid_mountinfo(5)).

use std::{
    collections::BTreeMap,
    ffi::OsString,
    os::unix::ffi::OsStringExt,
    path::{Path, PathBuf},
};

use rustix::mount::MountAttrFlags;

use super::message::Expected;

/// One mount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mounted {
    /// Its number, which no other mount has while it exists.
    pub(super) id: u64,
    pub(super) parent: u64,
    pub(super) at: PathBuf,
    pub(super) flags: MountAttrFlags,
    /// Whether looking at what lies in it can mount something (autofs).
    pub(super) mounts: bool,
    /// Whether it is an overlay of a user, which neither follows redirections nor keeps metadata apart from contents.
    pub(super) staged: bool,
}

/// All mounts of a table, in its order. A line that cannot be read makes the whole unreadable.
pub(super) fn parse(table: &[u8]) -> Option<Vec<Mounted>> {
    let lines = table.split(|byte| *byte == b'\n');
    lines.filter(|line| !line.is_empty()).map(line).collect()
}

/// `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`
fn line(line: &[u8]) -> Option<Mounted> {
    let mut fields = line.split(|byte| *byte == b' ');
    let mut number = || std::str::from_utf8(fields.next()?).ok()?.parse().ok();
    let (id, parent) = (number()?, number()?);
    let at = unescape(fields.nth(2)?);
    let mut flags = MountAttrFlags::empty();
    for option in fields.next()?.split(|byte| *byte == b',') {
        flags |= match option {
            b"ro" => MountAttrFlags::MOUNT_ATTR_RDONLY,
            b"nosuid" => MountAttrFlags::MOUNT_ATTR_NOSUID,
            b"nodev" => MountAttrFlags::MOUNT_ATTR_NODEV,
            b"noexec" => MountAttrFlags::MOUNT_ATTR_NOEXEC,
            _ => MountAttrFlags::empty(),
        };
    }
    // Optional fields, a hyphen, the kind of file system, its source, its options.
    let kind = fields.find(|field| *field == b"-").and(fields.next());
    let options = fields.nth(1).unwrap_or_default();
    Some(Mounted {
        id,
        parent,
        at,
        flags,
        mounts: kind == Some(b"autofs"),
        staged: kind == Some(b"overlay") && is_staged(options),
    })
}

fn is_staged(options: &[u8]) -> bool {
    let mut options = options
        .split(|byte| *byte == b',')
        .collect::<Vec<_>>()
        .into_iter();
    let has = |wanted: &[u8]| options.clone().any(|option| option == wanted);
    let only_own = has(b"userxattr") && has(b"rw");
    let widens: [&[u8]; 3] = [b"redirect_dir=on", b"redirect_dir=follow", b"metacopy=on"];
    only_own && !options.any(|option| widens.contains(&option))
}

/// Blanks, tabs, line feeds and backslashes stand as three octal digits.
fn unescape(field: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((first, after)) = rest.split_first() {
        let octal = after
            .get(..3)
            .filter(|_| *first == b'\\')
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok());
        bytes.push(octal.unwrap_or(*first));
        rest = if octal.is_some() {
            after.get(3..).unwrap_or_default()
        } else {
            after
        };
    }
    OsString::from_vec(bytes).into()
}

/// Whether a table holds exactly what is expected: each expected mount with at least its flags, and no other.
pub(super) fn matches(table: &[Mounted], expected: &[Expected]) -> bool {
    let mut there: BTreeMap<&Path, bool> = BTreeMap::new();
    for mounted in table {
        *there.entry(&mounted.at).or_insert(true) &= mounted.staged;
    }
    let all_there = expected.iter().all(|wanted| {
        let staged = there.get(&*wanted.at);
        staged.is_some_and(|staged| *staged || !wanted.staged)
    });
    let expected: BTreeMap<&Path, &Expected> = expected
        .iter()
        .map(|wanted| (&*wanted.at, wanted))
        .collect();
    all_there && table.iter().all(|mounted| is_expected(mounted, &expected))
}

fn is_expected(mounted: &Mounted, expected: &BTreeMap<&Path, &Expected>) -> bool {
    let nearest = mounted
        .at
        .ancestors()
        .find_map(|around| expected.get(around));
    nearest.is_some_and(|wanted| {
        (wanted.below || mounted.at == wanted.at)
            && mounted
                .flags
                .contains(MountAttrFlags::from_bits_retain(wanted.flags))
    })
}

/// A mount and all that is mounted in it, the deepest first.
pub(super) fn family(table: &[Mounted], id: u64) -> Vec<&Mounted> {
    let mut found: Vec<&Mounted> = table.iter().filter(|mounted| mounted.id == id).collect();
    let mut next = 0;
    while let Some(parent) = found.get(next).map(|mounted| mounted.id) {
        found.extend(
            table
                .iter()
                .filter(|mounted| mounted.parent == parent && mounted.id != parent),
        );
        next += 1;
    }
    found.reverse();
    found
}

/// Whether one of two paths lies in the other, or both are the same.
pub(super) fn overlap(one: &Path, other: &Path) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    const TABLE: &[u8] = b"10 9 0:20 / / ro,nosuid,nodev,relatime - tmpfs none rw,size=4096k
11 10 8:1 /usr /usr ro,nosuid,nodev,relatime master:1 - ext4 /dev/sda1 rw
12 10 8:1 /home/me/a\\040b /home/me/a\\040b rw,nosuid,nodev,noexec - ext4 /dev/sda1 rw
13 12 8:2 / /home/me/a\\040b/c rw,nosuid,nodev,noexec - ext4 /dev/sda2 rw
";

    fn expected(at: &str, flags: MountAttrFlags, below: bool) -> Expected {
        Expected {
            at: at.into(),
            flags: flags.bits(),
            below,
            staged: false,
        }
    }

    #[test]
    fn table_matches_only_what_is_expected() {
        let table = parse(TABLE).unwrap();
        assert_eq!(table[2].at, Path::new("/home/me/a b"));
        let read_only = MountAttrFlags::MOUNT_ATTR_RDONLY;
        let no_execute = MountAttrFlags::MOUNT_ATTR_NOEXEC;
        let mut wanted = vec![
            expected("/", read_only, false),
            expected("/usr", read_only, true),
            expected("/home/me/a b", no_execute, true),
        ];
        assert!(matches(&table, &wanted));
        wanted[2].below = false;
        assert!(!matches(&table, &wanted), "a mount more than expected");
        wanted[2].below = true;
        wanted[2].flags |= read_only.bits();
        assert!(!matches(&table, &wanted), "a flag less than expected");
        wanted.truncate(2);
        assert!(!matches(&table, &wanted), "a mount nobody expects");
        wanted.push(expected("/home/me/a b", no_execute, true));
        wanted.push(expected("/gone", no_execute, true));
        assert!(!matches(&table, &wanted), "a mount less than expected");
    }

    #[test]
    fn staged_folder_must_be_an_overlay_of_its_user() {
        let wanted = Expected {
            staged: true,
            ..expected("/work", MountAttrFlags::empty(), true)
        };
        let reads_back = |kind: &str| {
            let table = format!("10 9 0:20 / /work rw,nosuid shared:1 master:2 - {kind}\n");
            matches(
                &parse(table.as_bytes()).unwrap(),
                std::slice::from_ref(&wanted),
            )
        };
        assert!(reads_back("overlay none rw,lowerdir=/l,userxattr"));
        for other in [
            "ext4 /dev/sda1 rw",
            "ext4 /dev/sda1 rw,userxattr",
            "overlay none rw,lowerdir=/l",
            "overlay none ro,lowerdir=/l,userxattr",
            "overlay none rw,redirect_dir=on,userxattr",
            "overlay none rw,metacopy=on,userxattr",
            "overlay",
        ] {
            assert!(!reads_back(other), "{other}");
        }
    }

    #[test]
    fn family_is_listed_deepest_first() {
        let table = parse(TABLE).unwrap();
        let ids: Vec<u64> = family(&table, 12)
            .iter()
            .map(|mounted| mounted.id)
            .collect();
        assert_eq!(ids, [13, 12]);
        assert!(family(&table, 99).is_empty());
    }

    #[test]
    fn unreadable_table_is_refused() {
        assert_eq!(parse(b"x y z\n"), None);
        assert_eq!(parse(b"1 2 0:1 /\n"), None);
    }
}
