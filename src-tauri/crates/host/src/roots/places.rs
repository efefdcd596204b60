//! Risk assessment of folder locations: which are never granted, and which need a typed confirmation.

use std::path::{Path, PathBuf};

use consent::{RootRisk, SecretKind};
use messages::{Phrase, phrases};

use approvals::root::secret;

/// The reference locations for the assessment.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The user's home, canonical.
    pub home: Option<PathBuf>,
    /// This program's own folders, such as its data directory, canonical.
    pub own: Vec<PathBuf>,
}

/// The assessment of a location.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Place {
    /// No restriction.
    Plain,
    /// Can be granted if its name is typed, with the reason.
    Typed(RootRisk),
    /// Never granted, with the sentence that says why.
    Refused(Phrase),
}

/// System folders, by platform. Nothing under them is the user's work.
#[cfg(target_os = "linux")]
const SYSTEM: &[&str] = &[
    "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/run", "/sbin", "/snap",
    "/sys", "/usr", "/var",
];
#[cfg(target_os = "macos")]
const SYSTEM: &[&str] = &[
    "/Applications",
    "/Library",
    "/System",
    "/bin",
    "/cores",
    "/dev",
    "/etc",
    "/private/etc",
    "/private/var/db",
    "/sbin",
    "/usr",
];
#[cfg(windows)]
const SYSTEM: &[&str] = &[
    "C:\\Windows",
    "C:\\Program Files",
    "C:\\Program Files (x86)",
    "C:\\ProgramData",
];
#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
const SYSTEM: &[&str] = &["/bin", "/dev", "/etc", "/sbin", "/usr", "/var"];

/// Exceptions under system folders where users may work.
const WORK: &[&str] = &[
    "/usr/local/src",
    "/usr/src",
    "/var/home",
    "/var/www",
    "/var/lib/www",
    "/run/media",
    "/var/tmp",
];

/// Folders that contain homes or disks: too broad to grant, while folders under them are not.
const HOLDERS: &[&str] = &[
    "/home",
    "/Users",
    "/Volumes",
    "/media",
    "/mnt",
    "/var/home",
    "/run/media",
    "C:\\Users",
];

/// Locations of secrets under a home.
const SECRET: &[(&str, SecretKind)] = &[
    (".ssh", SecretKind::MachineKeys),
    (".gnupg", SecretKind::EncryptionKeys),
    (".aws", SecretKind::CloudKeys),
    (".azure", SecretKind::CloudKeys),
    (".config/gcloud", SecretKind::CloudKeys),
    (".kube", SecretKind::ClusterKeys),
    (".docker", SecretKind::RegistryKeys),
    (".password-store", SecretKind::Passwords),
    (".local/share/keyrings", SecretKind::Keychain),
    (".local/share/kwalletd", SecretKind::Keychain),
    ("Library/Keychains", SecretKind::Keychain),
    (".mozilla", SecretKind::BrowserProfile),
    (".config/google-chrome", SecretKind::BrowserProfile),
    (".config/chromium", SecretKind::BrowserProfile),
    (".config/BraveSoftware", SecretKind::BrowserProfile),
    (".config/microsoft-edge", SecretKind::BrowserProfile),
    (".config/vivaldi", SecretKind::BrowserProfile),
    (".thunderbird", SecretKind::Mail),
    (".var/app", SecretKind::AppData),
    ("snap", SecretKind::AppData),
    (
        "Library/Application Support/Google/Chrome",
        SecretKind::BrowserProfile,
    ),
    (
        "Library/Application Support/Firefox",
        SecretKind::BrowserProfile,
    ),
    ("Library/Safari", SecretKind::BrowserProfile),
    ("Library/Mail", SecretKind::Mail),
    ("AppData/Local/Google/Chrome", SecretKind::BrowserProfile),
    ("AppData/Local/Microsoft/Edge", SecretKind::BrowserProfile),
    ("AppData/Roaming/Mozilla", SecretKind::BrowserProfile),
    (
        "AppData/Roaming/Microsoft/Credentials",
        SecretKind::Keychain,
    ),
];

/// Settings folders, where programs may store tokens.
const SETTINGS: &[&str] = &[
    ".config",
    ".local",
    ".local/share",
    ".cache",
    "Library",
    "AppData",
];

impl Places {
    /// Assesses a canonical path.
    pub fn place(&self, path: &Path) -> Place {
        let shown = || visible(path);
        if path.parent().is_none() {
            return Place::Refused(phrases::host_root_refused_disk(shown()));
        }
        if let Some(own) = self.own.iter().find(|own| beneath(path, own)) {
            return Place::Refused(phrases::host_root_refused_own(visible(own), shown()));
        }
        for system in SYSTEM.iter().map(Path::new) {
            let home = self
                .home
                .as_deref()
                .is_some_and(|home| beneath(home, system) && beneath(path, home));
            let work = WORK.iter().any(|work| beneath(path, Path::new(work)));
            if beneath(path, system) && !home && !work {
                return Place::Refused(phrases::host_root_refused_system(visible(system), shown()));
            }
        }
        if HOLDERS.iter().any(|holder| same(path, Path::new(holder))) {
            return Place::Refused(phrases::host_root_refused_homes(shown()));
        }
        let Some(home) = &self.home else {
            return self.around_own(path);
        };
        if same(path, home) {
            return Place::Typed(RootRisk::Home);
        }
        if beneath(home, path) {
            return Place::Refused(phrases::host_root_refused_home(shown()));
        }
        for (location, what) in SECRET {
            if beneath(path, &home.join(location)) {
                return Place::Refused(phrases::host_root_refused_secret(shown(), secret(*what)));
            }
        }
        for settings in SETTINGS {
            if same(path, &home.join(settings)) {
                return Place::Typed(RootRisk::Settings);
            }
        }
        for (location, what) in SECRET {
            let location = home.join(location);
            if beneath(&location, path) && location.exists() {
                let path = location.to_string_lossy().into_owned();
                return Place::Typed(RootRisk::Secret { path, what: *what });
            }
        }
        self.around_own(path)
    }

    fn around_own(&self, path: &Path) -> Place {
        match self.own.iter().find(|own| beneath(own, path)) {
            Some(own) => Place::Typed(RootRisk::OwnData {
                path: own.to_string_lossy().into_owned(),
            }),
            None => Place::Plain,
        }
    }
}

fn visible(path: &Path) -> String {
    domain::visible(&path.to_string_lossy())
}

/// Whether a path is a folder or lies in it, compared by whole components. Letter case is ignored, as on many file systems.
fn beneath(path: &Path, folder: &Path) -> bool {
    let mut names = path.components();
    folder.components().all(|name| {
        names.next().is_some_and(|own| {
            own.as_os_str().to_string_lossy().to_lowercase()
                == name.as_os_str().to_string_lossy().to_lowercase()
        })
    })
}

fn same(path: &Path, other: &Path) -> bool {
    beneath(path, other) && beneath(other, path)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn places() -> Places {
        Places {
            home: Some("/home/maja".into()),
            own: vec!["/home/maja/.local/share/innkeeper".into()],
        }
    }

    #[test]
    fn what_is_the_systems_or_a_secret_is_never_granted() {
        for refused in [
            "/",
            "/etc",
            "/etc/ssl",
            "/usr/lib",
            "/proc/1",
            "/home",
            "/var/lib/docker",
            "/HOME",
            "/home/maja/.ssh",
            "/home/maja/.ssh/keys",
            "/home/maja/.gnupg",
            "/home/maja/.AWS",
            "/home/maja/.local/share/keyrings",
            "/home/maja/.mozilla/firefox",
            "/home/maja/.config/google-chrome/Default",
            "/home/maja/.local/share/innkeeper",
            "/home/maja/.local/share/innkeeper/x",
        ] {
            let place = places().place(Path::new(refused));
            assert!(matches!(place, Place::Refused(_)), "{refused}: {place:?}");
        }
    }

    #[test]
    fn what_holds_secrets_takes_its_name() {
        for typed in [
            "/home/maja",
            "/home/maja/.config",
            "/home/maja/.local",
            "/home/maja/.local/share",
        ] {
            let place = places().place(Path::new(typed));
            assert!(matches!(place, Place::Typed(_)), "{typed}: {place:?}");
        }
        for plain in [
            "/home/maja/src",
            "/home/maja/Documents/Invoices 2026",
            "/home/maja/.sshkeys",
            "/srv/data",
            "/mnt/disk/work",
            "/home/majas",
            "/tmp/work",
            "/opt/thing",
            "/var/www/site",
            "/homework",
        ] {
            assert_eq!(places().place(Path::new(plain)), Place::Plain, "{plain}");
        }
    }

    #[test]
    fn a_home_in_a_folder_of_the_system_is_a_home() {
        let places = Places {
            home: Some("/var/lib/maja".into()),
            own: Vec::new(),
        };
        assert_eq!(places.place(Path::new("/var/lib/maja/src")), Place::Plain);
        assert!(matches!(
            places.place(Path::new("/var/lib/maja")),
            Place::Typed(_)
        ));
        assert!(matches!(
            places.place(Path::new("/var/lib")),
            Place::Refused(_)
        ));
    }
}
