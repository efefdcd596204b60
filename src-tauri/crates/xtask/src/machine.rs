//! What a machine needs, how to see that it is there, and which Debian package brings it.

use std::path::{Path, PathBuf};

use crate::{child, place};

/// The oldest Node.js that the interface's build runs on.
pub const NODE: (u32, u32) = (20, 19);

/// Which verb asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// To build and open the app.
    Run,
    /// To run the tests too.
    Test,
    /// To compile for Windows.
    Windows,
    /// To run tests for Windows.
    Wine,
    /// To make the installer for Windows.
    Installer,
    /// To make packages for Linux, and to install them in a clean system.
    Package,
}

impl Use {
    /// Those whose needs it has: its own, and those of what it builds on.
    fn of(self) -> &'static [Self] {
        match self {
            Self::Run => &[Self::Run],
            Self::Test => &[Self::Run, Self::Test],
            Self::Windows => &[Self::Run, Self::Test, Self::Windows],
            Self::Wine => &[Self::Run, Self::Test, Self::Windows, Self::Wine],
            Self::Installer => &[
                Self::Run,
                Self::Test,
                Self::Windows,
                Self::Wine,
                Self::Installer,
            ],
            Self::Package => &[Self::Run, Self::Test, Self::Package],
        }
    }
}

/// One thing that the system's package manager brings.
#[derive(Debug)]
pub struct Need {
    /// Its name for people.
    pub name: &'static str,
    /// Who needs it.
    pub use_: Use,
    /// Debian's package.
    pub package: &'static str,
    present: fn() -> bool,
}

impl Need {
    /// Whether this machine lacks it.
    pub fn is_missing(&self) -> bool {
        !(self.present)()
    }
}

/// The C compiler for Windows.
pub const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// Takes from a program for Windows what only debuggers need.
pub const MINGW_STRIP: &str = "x86_64-w64-mingw32-strip";

/// The compiler of installers for Windows.
pub const MAKENSIS: &str = "makensis";

/// What Linux needs. macOS and Windows bring a web view of their own, and their tests open no window.
const LINUX: &[Need] = &[
    Need {
        name: "a C compiler",
        use_: Use::Run,
        package: "build-essential",
        present: || has("cc"),
    },
    Need {
        name: "WebKitGTK 4.1 for development",
        use_: Use::Run,
        package: "libwebkit2gtk-4.1-dev",
        present: webkit,
    },
    Need {
        name: "Xvfb",
        use_: Use::Test,
        package: "xvfb",
        present: || has("Xvfb"),
    },
    Need {
        name: "a window manager (Openbox)",
        use_: Use::Test,
        package: "openbox",
        present: || has("openbox"),
    },
    Need {
        name: "xauth",
        use_: Use::Test,
        package: "xauth",
        present: || has("xauth"),
    },
    Need {
        name: "dbus-run-session",
        use_: Use::Test,
        package: "dbus",
        present: || has("dbus-run-session"),
    },
    Need {
        name: "dbus-launch",
        use_: Use::Test,
        package: "dbus-x11",
        present: || has("dbus-launch"),
    },
    Need {
        name: "gdbus",
        use_: Use::Test,
        package: "libglib2.0-bin",
        present: || has("gdbus"),
    },
    Need {
        name: "gnome-keyring",
        use_: Use::Test,
        package: "gnome-keyring",
        present: || has("gnome-keyring-daemon"),
    },
    Need {
        name: "secret-tool",
        use_: Use::Test,
        package: "libsecret-tools",
        present: || has("secret-tool"),
    },
    Need {
        name: "WebKitWebDriver",
        use_: Use::Test,
        package: "webkit2gtk-driver",
        present: || has("WebKitWebDriver"),
    },
    Need {
        name: "a font (DejaVu)",
        use_: Use::Test,
        package: "fonts-dejavu-core",
        present: fonts,
    },
    Need {
        name: "Redis, for a server that uses one",
        use_: Use::Test,
        package: "redis-server",
        present: || has("redis-server"),
    },
    Need {
        name: "HAProxy, in front of servers",
        use_: Use::Test,
        package: "haproxy",
        present: || has("haproxy") || Path::new("/usr/sbin/haproxy").is_file(),
    },
    Need {
        name: "Chromium, to sign in with",
        use_: Use::Test,
        package: "chromium",
        present: chromium,
    },
    Need {
        name: "ssh-agent",
        use_: Use::Test,
        package: "openssh-client",
        present: || has("ssh-agent") && has("ssh-add") && has("ssh-keygen"),
    },
    Need {
        name: "Python with venv",
        use_: Use::Test,
        package: "python3-venv",
        present: || python().is_some(),
    },
    Need {
        name: "a C compiler for Windows (MinGW-w64)",
        use_: Use::Windows,
        package: "gcc-mingw-w64-x86-64",
        present: || has(MINGW),
    },
    Need {
        name: "Wine",
        use_: Use::Wine,
        package: "wine64",
        present: || wine().is_some(),
    },
    Need {
        name: "dpkg-shlibdeps",
        use_: Use::Package,
        package: "dpkg-dev",
        present: || has("dpkg-shlibdeps") && has("dpkg-deb"),
    },
    Need {
        name: "rpmbuild",
        use_: Use::Package,
        package: "rpm",
        present: || has("rpmbuild"),
    },
    Need {
        name: "debootstrap",
        use_: Use::Package,
        package: "debootstrap",
        present: || has("debootstrap") || Path::new("/usr/sbin/debootstrap").is_file(),
    },
    Need {
        name: "desktop-file-validate",
        use_: Use::Package,
        package: "desktop-file-utils",
        present: || has("desktop-file-validate"),
    },
    Need {
        name: "NSIS, which makes installers for Windows",
        use_: Use::Installer,
        package: "nsis",
        present: || has(MAKENSIS),
    },
];

/// What the system's package manager has to bring for `use_`.
pub fn missing(use_: Use) -> Vec<&'static Need> {
    everything_missing()
        .into_iter()
        .filter(|need| use_.of().contains(&need.use_))
        .collect()
}

/// What the system's package manager has to bring for every use.
pub fn everything_missing() -> Vec<&'static Need> {
    let all: &[Need] = if cfg!(target_os = "linux") {
        LINUX
    } else {
        &[]
    };
    all.iter().filter(|need| need.is_missing()).collect()
}

/// What is wrong with Node.js and npm, or their version.
pub fn node() -> Result<String, String> {
    let text = child::ask("node", &["--version"]).map_err(|_| "is missing".to_owned())?;
    let text = text.trim().to_owned();
    let mut parts = text
        .trim_start_matches('v')
        .split('.')
        .map_while(|part| part.parse::<u32>().ok());
    let version = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if version < NODE {
        return Err(format!("{text} is too old"));
    }
    let mut npm = place::npm(place::root());
    npm.arg("--version");
    child::output(npm, child::QUESTION).map_err(|_| "has no npm".to_owned())?;
    Ok(text)
}

/// A Python that can make a virtual environment.
pub fn python() -> Option<&'static str> {
    let names: &[&str] = if cfg!(windows) {
        &["python", "py"]
    } else {
        &["python3", "/usr/bin/python3"]
    };
    names.iter().copied().find(|name| {
        let check = "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 10))";
        child::ask(name, &["-c", check]).is_ok()
    })
}

/// The program that runs others for Windows. Debian keeps it out of `PATH`.
pub fn wine() -> Option<PathBuf> {
    let debian = PathBuf::from("/usr/lib/wine/wine64");
    [
        Some(debian).filter(|path| path.is_file()),
        place::find_program("wine64"),
    ]
    .into_iter()
    .flatten()
    .find(|loader| loader.with_file_name("wineserver").is_file())
}

fn has(program: &str) -> bool {
    place::find_program(program).is_some()
}

fn chromium() -> bool {
    ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .any(|name| has(name))
}

fn webkit() -> bool {
    child::ask("pkg-config", &["--exists", "webkit2gtk-4.1"]).is_ok()
}

fn fonts() -> bool {
    Path::new("/usr/share/fonts/truetype/dejavu").is_dir()
        || child::ask("fc-list", &["DejaVu"]).is_ok_and(|found| !found.trim().is_empty())
}
