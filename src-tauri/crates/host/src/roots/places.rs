//! Risk assessment of folder locations: which are never granted, and which need a typed confirmation.

use std::path::{Path, PathBuf};

use consent::{RootRisk, SecretKind};
use domain::{PathNames, PathRules};
use messages::{Phrase, phrases};

use approvals::root::secret;

/// The reference locations for the assessment.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The rules by which paths are compared.
    pub rules: PathRules,
    /// This machine's name in its network, if known. A share of it is a second path to its folders.
    pub machine: Option<String>,
    /// The user's home, canonical.
    pub home: Option<PathBuf>,
    /// This program's own folders, such as its data directory, canonical.
    pub own: Vec<PathBuf>,
}

/// The assessment of a location.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Place {
    /// No restriction.
    Plain,
    /// Can be granted if its name is typed, with the reason.
    Typed(RootRisk),
    /// Never granted, with the sentence that says why.
    Refused(Phrase),
}

/// System folders, by system. Nothing under them is the user's work. Those of Windows are meant on every drive and share.
fn system(rules: PathRules) -> &'static [&'static str] {
    match rules {
        PathRules::Unix => &[
            "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/run", "/sbin",
            "/snap", "/sys", "/usr", "/var",
        ],
        PathRules::Mac => &[
            "/Applications",
            "/Library",
            "/System",
            "/bin",
            "/cores",
            "/dev",
            "/etc",
            "/sbin",
            "/usr",
            "/var/db",
            "/var/root",
        ],
        PathRules::Windows => &[
            "/$Recycle.Bin",
            "/$SysReset",
            "/$WinREAgent",
            "/Boot",
            "/Config.Msi",
            "/Documents and Settings",
            "/EFI",
            "/MSOCache",
            "/PerfLogs",
            "/Program Files",
            "/Program Files (Arm)",
            "/Program Files (x86)",
            "/ProgramData",
            "/Recovery",
            "/System Volume Information",
            "/Windows",
            "/Windows.old",
            "/WindowsApps",
        ],
    }
}

/// Exceptions under system folders where users may work.
fn work(rules: PathRules) -> &'static [&'static str] {
    match rules {
        PathRules::Unix => &[
            "/usr/local/src",
            "/usr/src",
            "/var/home",
            "/var/www",
            "/var/lib/www",
            "/run/media",
            "/var/tmp",
        ],
        PathRules::Mac => &["/usr/local/src"],
        PathRules::Windows => &[],
    }
}

/// Folders that contain homes or disks: too broad to grant, while folders under them are not.
fn holders(rules: PathRules) -> &'static [&'static str] {
    match rules {
        PathRules::Unix => &["/home", "/media", "/mnt", "/var/home", "/run/media"],
        PathRules::Mac => &["/Users", "/Volumes"],
        PathRules::Windows => &["/Users"],
    }
}

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
    ("AppData/Local/BraveSoftware", SecretKind::BrowserProfile),
    ("AppData/Local/Chromium", SecretKind::BrowserProfile),
    ("AppData/Local/Google/Chrome", SecretKind::BrowserProfile),
    ("AppData/Local/Microsoft/Edge", SecretKind::BrowserProfile),
    ("AppData/Local/Vivaldi", SecretKind::BrowserProfile),
    ("AppData/Roaming/Mozilla", SecretKind::BrowserProfile),
    ("AppData/Roaming/Opera Software", SecretKind::BrowserProfile),
    ("AppData/Roaming/Thunderbird", SecretKind::Mail),
    ("AppData/Roaming/gcloud", SecretKind::CloudKeys),
    ("AppData/Roaming/gnupg", SecretKind::EncryptionKeys),
    ("AppData/Local/Microsoft/Credentials", SecretKind::Keychain),
    ("AppData/Local/Microsoft/Vault", SecretKind::Keychain),
    (
        "AppData/Roaming/Microsoft/Credentials",
        SecretKind::Keychain,
    ),
    ("AppData/Roaming/Microsoft/Crypto", SecretKind::MachineKeys),
    (
        "AppData/Roaming/Microsoft/Protect",
        SecretKind::EncryptionKeys,
    ),
];

/// Settings folders, where programs may store tokens.
const SETTINGS: &[&str] = &[
    ".config",
    ".local",
    ".local/share",
    ".cache",
    "Library",
    "Library/Application Support",
    "AppData",
    "AppData/Local",
    "AppData/LocalLow",
    "AppData/Roaming",
];

impl Places {
    /// The locations of this machine and user. `own`: the data directory. It reads the disk.
    pub fn here(own: &Path) -> Self {
        Self {
            rules: PathRules::HERE,
            machine: std::env::var("COMPUTERNAME").ok().filter(|_| cfg!(windows)),
            home: std::env::home_dir().and_then(|home| dunce::canonicalize(home).ok()),
            own: dunce::canonicalize(own).into_iter().collect(),
        }
    }

    /// Assesses a canonical path.
    pub fn place(&self, path: &Path) -> Place {
        let shown = || visible(path);
        let Some(names) = self.names(path) else {
            return Place::Refused(phrases::host_root_refused_form(shown()));
        };
        let machine = self.machine.as_deref();
        if machine.is_some_and(|machine| names.is_on_share_of(machine)) {
            return Place::Refused(phrases::host_root_refused_form(shown()));
        }
        if names.is_top() {
            return Place::Refused(phrases::host_root_refused_disk(shown()));
        }
        let mut own = self.own.iter();
        let holds = |own: &&PathBuf| self.names(own).is_some_and(|own| names.is_beneath(&own));
        if let Some(own) = own.find(holds) {
            return Place::Refused(phrases::host_root_refused_own(visible(own), shown()));
        }
        let home = self.home.as_deref().and_then(|home| self.names(home));
        for folder in system(self.rules) {
            let homes = home
                .as_ref()
                .is_some_and(|home| within(home, folder) && names.is_beneath(home));
            let mut work = work(self.rules).iter();
            if within(&names, folder) && !homes && !work.any(|work| within(&names, work)) {
                return Place::Refused(phrases::host_root_refused_system(
                    self.written(folder),
                    shown(),
                ));
            }
        }
        let mut holders = holders(self.rules).iter();
        let depth = |folder: &str| folder.split('/').skip(1).count();
        if holders.any(|holder| within(&names, holder) && names.depth() == depth(holder)) {
            return Place::Refused(phrases::host_root_refused_homes(shown()));
        }
        let (Some(home), Some(home_path)) = (home, self.home.as_deref()) else {
            return self.around_own(&names);
        };
        if names == home {
            return Place::Typed(RootRisk::Home);
        }
        if home.is_beneath(&names) {
            return Place::Refused(phrases::host_root_refused_home(shown()));
        }
        for (location, what) in SECRET {
            if names.is_beneath(&home.join(location)) {
                return Place::Refused(phrases::host_root_refused_secret(shown(), secret(*what)));
            }
        }
        if SETTINGS.iter().any(|settings| names == home.join(settings)) {
            return Place::Typed(RootRisk::Settings);
        }
        for (location, what) in SECRET {
            let path = home_path.join(location);
            if home.join(location).is_beneath(&names) && path.exists() {
                let path = path.to_string_lossy().into_owned();
                return Place::Typed(RootRisk::Secret { path, what: *what });
            }
        }
        self.around_own(&names)
    }

    fn around_own(&self, names: &PathNames) -> Place {
        let mut own = self.own.iter();
        let around = |own: &&PathBuf| self.names(own).is_some_and(|own| own.is_beneath(names));
        match own.find(around) {
            Some(own) => Place::Typed(RootRisk::OwnData {
                path: own.to_string_lossy().into_owned(),
            }),
            None => Place::Plain,
        }
    }

    /// A folder of the lists above, as people of the system write it.
    fn written(&self, folder: &str) -> String {
        match self.rules {
            PathRules::Windows => folder.replace('/', "\\"),
            PathRules::Unix | PathRules::Mac => folder.to_owned(),
        }
    }

    fn names(&self, path: &Path) -> Option<PathNames> {
        self.rules.names(path.to_str()?)
    }
}

/// Whether a path is a folder of the lists above or lies in it, on any drive.
fn within(names: &PathNames, folder: &str) -> bool {
    let folder: Vec<&str> = folder.split('/').skip(1).collect();
    names.is_beneath_on_any_volume(&folder)
}

fn visible(path: &Path) -> String {
    domain::visible(&path.to_string_lossy())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn places() -> Places {
        Places {
            rules: PathRules::Unix,
            machine: None,
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
            rules: PathRules::Unix,
            machine: None,
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

    fn windows() -> Places {
        Places {
            rules: PathRules::Windows,
            machine: Some("DESK".into()),
            home: Some(r"C:\Users\Maja".into()),
            own: vec![r"C:\Users\Maja\AppData\Local\innkeeper".into()],
        }
    }

    #[test]
    fn system_and_secret_folders_of_windows_are_refused_in_every_spelling() {
        for refused in [
            r"C:\",
            r"\\?\C:\",
            r"C:\Windows",
            r"c:\windows\system32",
            r"\\?\C:\Windows\System32",
            r"C:/Windows",
            r"C:\Windows.\System32",
            r"D:\Program Files",
            r"C:\PROGRAM FILES (X86)\Thing",
            r"C:\ProgramData\Microsoft",
            r"C:\Users",
            r"D:\users",
            r"C:\Users\Maja\.ssh",
            r"C:\users\MAJA\.SSH\keys",
            r"\\?\C:\Users\Maja\AppData\Roaming\Microsoft\Credentials",
            r"C:\Users\Maja\AppData\Roaming\Mozilla\Firefox",
            r"C:\Users\Maja\AppData\Local\Innkeeper\x",
            r"\\localhost\c$\Windows",
            r"\\127.0.0.1\Users\Maja",
            r"\\desk\Users\Maja\.ssh",
            r"\\DESK.example.org\work",
            r"\\nas\c$",
            r"\\nas\share",
            r"\\.\C:\work",
            r"C:\work:stream",
        ] {
            let place = windows().place(Path::new(refused));
            assert!(matches!(place, Place::Refused(_)), "{refused}: {place:?}");
        }
        for typed in [
            r"C:\Users\Maja",
            r"c:\USERS\maja\AppData",
            r"C:\Users\Maja\AppData\Roaming",
        ] {
            let place = windows().place(Path::new(typed));
            assert!(matches!(place, Place::Typed(_)), "{typed}: {place:?}");
        }
        for plain in [
            r"C:\Users\Maja\src",
            r"C:\Users\Maja\Documents\Invoices 2026",
            r"D:\work",
            r"\\?\D:\work",
            r"\\nas\share\work",
            r"C:\Windows2",
            r"C:\Users\Maja\Windows",
        ] {
            assert_eq!(windows().place(Path::new(plain)), Place::Plain, "{plain}");
        }
    }

    #[test]
    fn system_and_secret_folders_of_macos_are_refused_in_every_spelling() {
        let places = Places {
            rules: PathRules::Mac,
            machine: None,
            home: Some("/Users/maja".into()),
            own: vec!["/Users/maja/Library/Application Support/innkeeper".into()],
        };
        for refused in [
            "/",
            "/System/Library",
            "/private/etc",
            "/private/var/db/x",
            "/USERS",
            "/Volumes",
            "/System/Volumes/Data/Users/maja/.ssh",
            "/Users/maja/.SSH",
            "/Users/maja/library/KEYCHAINS",
            "/Users/maja/.s\u{200c}sh",
            "/.vol/16777220/2",
            "/Users/maja/Library/Application Support/Innkeeper",
        ] {
            let place = places.place(Path::new(refused));
            assert!(matches!(place, Place::Refused(_)), "{refused}: {place:?}");
        }
        for plain in ["/Users/maja/src", "/Volumes/disk/work", "/private/tmp/work"] {
            assert_eq!(places.place(Path::new(plain)), Place::Plain, "{plain}");
        }
    }
}
