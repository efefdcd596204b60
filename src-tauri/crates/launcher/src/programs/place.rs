//! Where the files of a program end and those of the user begin.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

/// Where the system keeps its programs, which every server sees.
const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
];

/// Places that a sandbox provides itself.
const PROVIDED: &[&str] = &["/proc", "/sys", "/dev", "/innkeeper"];

/// Files that stand at the top of a package.
const MARKS: &[&str] = &[
    "package.json",
    "pyproject.toml",
    "pyvenv.cfg",
    "setup.py",
    "requirements.txt",
    "deno.json",
    "deno.jsonc",
    "Gemfile",
    "composer.json",
];

/// How many folders above a script its package may begin.
const LEVELS: usize = 5;

/// Folders of a home that hold more than one program.
const SHARED: &[&str] = &[
    "Desktop",
    "Documents",
    "Downloads",
    "Music",
    "Pictures",
    "Public",
    "Templates",
    "Videos",
    "bin",
    "go",
    "snap",
];

/// Hidden folders of a home that hold a runtime and nothing else.
const RUNTIMES: &[&str] = &[".volta"];

/// Where folders of programs end.
pub(super) struct Places {
    home: Option<PathBuf>,
    /// Never shown, nor anything in or above it.
    private: Vec<PathBuf>,
}

/// Whether every server sees a path anyway: it lies where the system keeps its programs.
#[must_use]
pub fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

impl Places {
    pub(super) fn new(home: Option<PathBuf>, private: &[PathBuf]) -> Self {
        let real = |path: &PathBuf| dunce::canonicalize(path).unwrap_or_else(|_| path.clone());
        Self {
            home: home.as_ref().map(real),
            private: private.iter().map(real).collect(),
        }
    }

    /// Whether a file or folder without links in its path may be shown to a server as its program.
    pub(super) fn may_show(&self, path: &Path) -> bool {
        let provided = PROVIDED.iter().any(|place| path.starts_with(place));
        let private = self.private.iter().any(|own| path.starts_with(own));
        !(is_system(path) || provided || private || path.is_dir() && self.is_shared(path))
    }

    /// What belongs together with a file: its package, prefix or folder, or the file alone.
    pub(super) fn package_of(&self, file: &Path) -> Option<PathBuf> {
        let folder = file.parent()?;
        let own = |found: &Path| (!self.is_shared(found)).then(|| found.to_path_buf());
        let package = modules_of(file)
            .or_else(|| pythons_of(file))
            .and_then(|found| own(&found))
            .or_else(|| prefix_of(file).and_then(|found| own(&found)));
        if package.is_some() {
            return package;
        }
        if is_binary(file) {
            return Some(file.to_path_buf());
        }
        let marked = folder
            .ancestors()
            .take(LEVELS)
            .take_while(|above| !self.is_shared(above))
            .find(|above| MARKS.iter().any(|mark| above.join(mark).exists()));
        let found = marked.map(Path::to_path_buf).or_else(|| own(folder));
        Some(found.unwrap_or_else(|| file.to_path_buf()))
    }

    /// Whether a folder holds more than one program: it is too much to be shown as a part of one.
    fn is_shared(&self, folder: &Path) -> bool {
        let holds = |other: &Path| other.starts_with(folder);
        if folder.components().count() <= 2
            || self.private.iter().any(|own| holds(own))
            || folder == std::env::temp_dir()
            || Path::new("/var/tmp").starts_with(folder)
        {
            return true;
        }
        let Some(home) = &self.home else {
            return false;
        };
        if holds(home) {
            return true;
        }
        let Ok(in_home) = folder.strip_prefix(home) else {
            return false;
        };
        let mut names = in_home
            .components()
            .map(|name| name.as_os_str().to_string_lossy());
        let (first, second, third) = (names.next(), names.next(), names.next());
        let first = first.unwrap_or_default();
        match (second.as_deref(), third) {
            (None, _) => {
                SHARED.contains(&first.as_ref())
                    || (first.starts_with('.') && !RUNTIMES.contains(&first.as_ref()))
            }
            (Some("share" | "bin" | "lib" | "state"), None) => first == ".local",
            (Some(_), _) => false,
        }
    }
}

/// The outermost `node_modules` of a file, or the prefix whose global packages it holds.
fn modules_of(file: &Path) -> Option<PathBuf> {
    let is_modules = |folder: &&Path| {
        folder
            .file_name()
            .is_some_and(|name| name == "node_modules")
    };
    let modules = file.ancestors().skip(1).filter(is_modules).last()?;
    let lib = modules.parent().filter(|lib| lib.ends_with("lib"));
    let prefix = lib.and_then(Path::parent);
    let prefix = prefix.filter(|prefix| prefix.join("bin").is_dir());
    Some(prefix.unwrap_or(modules).to_path_buf())
}

/// The folder of all interpreters that uv installed: they are found through links between its folders.
fn pythons_of(file: &Path) -> Option<PathBuf> {
    let is_pythons = |folder: &&Path| folder.ends_with("uv/python");
    let pythons = file.ancestors().skip(1).find(is_pythons)?;
    Some(pythons.to_path_buf())
}

/// The folder above the `bin` that a file lies in.
fn prefix_of(file: &Path) -> Option<PathBuf> {
    let bin = file.parent()?;
    let is_bin = ["bin", "sbin"].iter().any(|name| bin.ends_with(name));
    is_bin
        .then(|| bin.parent().map(Path::to_path_buf))
        .flatten()
}

/// Whether a file is machine code.
fn is_binary(file: &Path) -> bool {
    let mut first = [0; 4];
    let is_file = file.metadata().is_ok_and(|found| found.is_file());
    is_file
        && File::open(file)
            .and_then(|mut file| file.read_exact(&mut first))
            .is_ok()
        && (first == *b"\x7fELF" || matches!(first, [0xcf | 0xce, 0xfa, 0xed, 0xfe]))
}
