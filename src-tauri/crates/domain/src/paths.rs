//! Comparison of absolute paths by the rules of each system.
//!
//! The rules are text only and run on every system, so that those of Windows are tested on Linux. They decide what is *refused*: two
//! spellings that some file system could take for one folder compare as equal, and a path that has more than one reading has no names.

use unicode_normalization::UnicodeNormalization as _;

use crate::{AddressKind, address_kind, is_hidden};

/// The rules by which a system reads paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathRules {
    /// `/` separates names.
    Unix,
    /// As [`PathRules::Unix`], with the firmlinks of macOS: `/System/Volumes/Data/Users` is `/Users`, `/private/etc` is `/etc`.
    Mac,
    /// Drives, shares, `\` and `/`, the prefix `\\?\`, trailing dots and spaces, NTFS streams, device names.
    Windows,
}

/// The names along an absolute path, folded for comparison: letter case, Unicode normalization and hidden characters do not count.
///
/// ```
/// use domain::PathRules;
///
/// let windows = |path| PathRules::Windows.names(path);
/// let system = windows(r"C:\Windows").ok_or("no path")?;
/// assert!(windows(r"\\?\c:\WINDOWS\System32").ok_or("no path")?.is_beneath(&system));
/// assert!(windows(r"C:\Users\Maja\secret.txt:stream").is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathNames {
    /// The drive (`c:`) or share (`\\server\share`), by the rules of Windows; otherwise empty.
    volume: String,
    names: Vec<String>,
}

impl PathRules {
    /// The rules of the system this program was built for.
    pub const HERE: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::Mac
    } else {
        Self::Unix
    };

    /// Returns the names along a path, which should be canonical.
    ///
    /// There are none if the path is not absolute, leads upwards, or has more than one reading: on Windows a device path, a volume
    /// without a drive letter, a hidden share (`C$`), a share of this machine by a loopback name, a stream, or a device name such as
    /// `NUL`; on macOS a path by file number (`/.vol`).
    #[must_use]
    pub fn names(self, path: &str) -> Option<PathNames> {
        match self {
            Self::Unix => names_of("", path.strip_prefix('/')?.split('/'), Some),
            Self::Mac => {
                let found = names_of("", path.strip_prefix('/')?.split('/'), Some)?;
                let names = &found.names;
                if names.first().is_some_and(|name| name == ".vol") {
                    return None;
                }
                let cut = if starts(names, &["system", "volumes", "data"]) {
                    3
                } else {
                    let firm = ["etc", "tmp", "var"];
                    let private = names.first().is_some_and(|name| name == "private");
                    let linked = names.get(1).is_some_and(|name| firm.contains(&&**name));
                    usize::from(private && linked)
                };
                let names = names.iter().skip(cut).cloned().collect();
                let volume = String::new();
                Some(PathNames { volume, names })
            }
            Self::Windows => windows(path),
        }
    }
}

impl PathNames {
    /// Whether this is the top of a disk or share.
    #[must_use]
    pub fn is_top(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns how many folders below the top of its disk or share this path is.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.names.len()
    }

    /// Whether this path is a folder or lies in it.
    #[must_use]
    pub fn is_beneath(&self, folder: &Self) -> bool {
        self.volume == folder.volume && self.names.starts_with(&folder.names)
    }

    /// Whether this path is a folder or lies in it, on whatever disk or share: the folder is given by its names from the top.
    #[must_use]
    pub fn is_beneath_on_any_volume(&self, folder: &[&str]) -> bool {
        let folder: Vec<String> = folder.iter().map(|name| folded(name)).collect();
        self.names.starts_with(&folder)
    }

    /// Returns the path of a folder below this one, given by its names separated by `/`.
    #[must_use]
    pub fn join(&self, below: &str) -> Self {
        let below = below.split('/').filter(|name| !name.is_empty());
        let names = self.names.iter().cloned().chain(below.map(folded));
        Self {
            volume: self.volume.clone(),
            names: names.collect(),
        }
    }

    /// Whether the path is on a share of the machine with that name, by whatever domain.
    #[must_use]
    pub fn is_on_share_of(&self, machine: &str) -> bool {
        let server = self.volume.strip_prefix(r"\\");
        let server = server.and_then(|rest| rest.split(['\\', '.']).next());
        server.is_some_and(|server| server == folded(machine))
    }
}

/// Collects names as they are compared; `read` takes out what the system does not count, or refuses a name.
fn names_of<'a>(
    volume: &str,
    names: impl Iterator<Item = &'a str>,
    read: impl Fn(&'a str) -> Option<&'a str>,
) -> Option<PathNames> {
    let mut found = Vec::new();
    for name in names.filter(|name| !name.is_empty() && *name != ".") {
        if name == ".." || name.contains('\0') {
            return None;
        }
        found.push(folded(read(name)?));
    }
    Some(PathNames {
        volume: folded(volume),
        names: found,
    })
}

fn windows(path: &str) -> Option<PathNames> {
    let path = path.replace('/', "\\");
    let rest = match path.strip_prefix(r"\\") {
        None => &path,
        Some(share) => match share.strip_prefix(r"?\") {
            None => return share_of(share),
            Some(verbatim) => match verbatim.get(..4) {
                Some(unc) if unc.eq_ignore_ascii_case(r"UNC\") => return share_of(&verbatim[4..]),
                _ => verbatim,
            },
        },
    };
    let (drive, below) = rest.split_once('\\')?;
    match drive.as_bytes() {
        [letter, b':'] if letter.is_ascii_alphabetic() => {
            names_of(drive, below.split('\\'), windows_name)
        }
        _ => None,
    }
}

/// Names on a share, `server\share\…`.
fn share_of(path: &str) -> Option<PathNames> {
    let mut names = path.split('\\');
    let server = windows_name(names.next()?)?;
    let share = windows_name(names.next()?)?;
    let numeric = server.parse::<std::net::IpAddr>();
    // An IPv6 address as a host name: `--1.ipv6-literal.net`.
    let literal = server.to_ascii_lowercase().ends_with(".ipv6-literal.net");
    let local = server.eq_ignore_ascii_case("localhost")
        || server.to_ascii_lowercase().ends_with(".localhost")
        || numeric.is_ok_and(|ip| {
            matches!(
                address_kind(ip),
                AddressKind::Loopback | AddressKind::Never(_)
            )
        });
    if matches!(server, "." | "?") || local || literal || share.ends_with('$') {
        return None;
    }
    names_of(&format!(r"\\{server}\{share}"), names, windows_name)
}

/// A name without the dots and spaces at its end, which Windows drops. None if it names a stream, a pattern or a device.
fn windows_name(name: &str) -> Option<&str> {
    let name = name.trim_end_matches(['.', ' ']);
    let odd = |c: char| matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*') || c.is_control();
    if name.is_empty() || name.contains(odd) {
        return None;
    }
    let stem = name.split('.').next().unwrap_or(name).trim_end();
    (!is_device(stem)).then_some(name)
}

fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_uppercase();
    let numbered = |port: &str| {
        let number = stem.strip_prefix(port).and_then(|rest| {
            let mut rest = rest.chars();
            rest.next().filter(|_| rest.as_str().is_empty())
        });
        number.is_some_and(|c| c.is_ascii_digit() || matches!(c, '¹' | '²' | '³'))
    };
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"].contains(&&*stem)
        || numbered("COM")
        || numbered("LPT")
}

/// A name as file systems that ignore case, normalization or ignorable characters compare it.
fn folded(name: &str) -> String {
    let seen = name.chars().filter(|c| !is_hidden(*c));
    // Upper case first: `ſ`, `K` (Kelvin) and `ß` then meet their plain letters.
    let upper = seen.nfkd().flat_map(char::to_uppercase);
    let lower = upper.flat_map(char::to_lowercase);
    lower.nfkd().collect()
}

fn starts(names: &[String], with: &[&str]) -> bool {
    names.len() >= with.len() && names.iter().zip(with).all(|(name, with)| name == with)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn beneath(rules: PathRules, path: &str, folder: &str) -> bool {
        let folder = rules.names(folder).unwrap();
        rules
            .names(path)
            .is_some_and(|path| path.is_beneath(&folder))
    }

    #[test]
    fn spellings_of_one_windows_folder_compare_equal() {
        for spelling in [
            r"C:\Windows",
            r"c:\windows",
            r"\\?\C:\Windows",
            r"\\?\c:\WINDOWS\",
            r"//?/C:/Windows",
            r"C:/Windows/.",
            r"C:\Windows.",
            r"C:\Windows . .",
            "C:\\Win\u{200b}dows",
            "C:\\\u{ff37}indows",
            r"C:\\Windows",
            r"C:\Windows\System32\drivers",
        ] {
            assert!(
                beneath(PathRules::Windows, spelling, r"C:\Windows"),
                "{spelling}"
            );
        }
        for other in [
            r"C:\Windows2",
            r"D:\Windows",
            r"C:\Users\Windows",
            r"\\server\c\Windows",
        ] {
            assert!(
                !beneath(PathRules::Windows, other, r"C:\Windows"),
                "{other}"
            );
        }
        let share = r"\\?\UNC\Server\Share\work";
        assert!(beneath(PathRules::Windows, share, r"\\server\share"));
    }

    #[test]
    fn windows_path_with_several_readings_has_no_names() {
        for path in [
            "",
            "C:",
            r"C:work",
            r"\Windows",
            r"work",
            r"C:\work\..\Windows",
            r"\\.\C:\work",
            r"\\?\GLOBALROOT\Device\HarddiskVolume1\work",
            r"\\?\Volume{0a1b2c3d-0000-0000-0000-000000000000}\work",
            r"\\server",
            r"\\server\c$\work",
            r"\\?\UNC\server\ADMIN$",
            r"\\localhost\share\work",
            r"\\LOCALHOST.\share",
            r"\\127.0.0.1\share",
            r"\\127.8.8.8\share",
            r"\\--1.ipv6-literal.net\share",
            r"C:\work\file.txt:stream",
            r"C:\work::$INDEX_ALLOCATION",
            r"C:\work\NUL",
            r"C:\con\work",
            r"C:\work\aux.txt",
            r"C:\work\COM1",
            "C:\\work\\lpt\u{b9}.log",
            r"C:\work\...",
            r"C:\work\a|b",
            "C:\\work\\a\0b",
            "/home/maja",
        ] {
            assert_eq!(PathRules::Windows.names(path), None, "{path}");
        }
        assert!(PathRules::Windows.names(r"C:\").unwrap().is_top());
        assert!(
            PathRules::Windows
                .names(r"\\server\share")
                .unwrap()
                .is_top()
        );
        let named = PathRules::Windows
            .names(r"\\Desk.example.org\work\x")
            .unwrap();
        assert!(named.is_on_share_of("DESK") && !named.is_on_share_of("des"));
    }

    #[test]
    fn mac_firmlinks_and_normal_forms_compare_equal() {
        for (path, folder) in [
            ("/System/Volumes/Data/Users/maja/.ssh", "/Users/maja/.ssh"),
            ("/Users/maja/.SSH", "/Users/maja/.ssh"),
            ("/Users/maja/.s\u{200c}sh", "/Users/maja/.ssh"),
            ("/private/etc/ssl", "/etc"),
            ("/private/var/db/x", "/var/db"),
            ("/Users/maja/Scho\u{308}n", "/Users/maja/Sch\u{f6}n"),
        ] {
            assert!(beneath(PathRules::Mac, path, folder), "{path} {folder}");
        }
        assert_eq!(PathRules::Mac.names("/.vol/16777220/2"), None);
        assert!(!beneath(PathRules::Mac, "/private/work", "/work"));
    }

    #[test]
    fn unix_paths_keep_backslashes_and_need_a_slash_first() {
        assert!(beneath(PathRules::Unix, "/home//maja/./x", "/home/maja"));
        assert!(!beneath(PathRules::Unix, r"/home\maja", "/home"));
        assert!(!beneath(PathRules::Unix, "/homework", "/home"));
        for none in ["", "home", "/home/../etc", "C:\\x"] {
            assert_eq!(PathRules::Unix.names(none), None, "{none}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_names_without_separators(path in ".{0,60}") {
            for rules in [PathRules::Unix, PathRules::Mac, PathRules::Windows] {
                if let Some(found) = rules.names(&path) {
                    let separated = |name: &String| name.contains('/');
                    prop_assert!(!found.names.iter().any(separated));
                }
            }
        }

        #[test]
        fn folder_holds_what_is_below_in_any_spelling(
            names in proptest::collection::vec("[a-zA-Zß-žſ]{1,8}", 1..5),
            below in "[a-z]{1,8}x",
            flip in any::<Vec<bool>>(),
        ) {
            let folder = format!(r"C:\{}", names.join(r"\"));
            let odd: String = folder.chars().enumerate().flat_map(|(at, c)| {
                let up = flip.get(at).copied().unwrap_or_default();
                if up { c.to_uppercase().collect::<Vec<_>>() } else { vec![c] }
            }).collect();
            // A name that happens to be a device has no names at all.
            if let Some(wanted) = PathRules::Windows.names(&folder) {
                for path in [format!(r"{odd}\{below}"), format!(r"\\?\{odd}\{below}"), format!("{odd}/{below}.")] {
                    let found = PathRules::Windows.names(&path);
                    prop_assert!(found.is_none_or(|found| found.is_beneath(&wanted)), "{path} {folder}");
                }
            }
        }
    }
}
