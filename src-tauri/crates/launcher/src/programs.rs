//! What a program needs of this machine to run in a sandbox: its own files, its runtime, and nothing of the user's.

mod argument;
mod place;

use std::{
    collections::BTreeSet,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use domain::{
    Confined, Confinement, ConfinementChoice, Enforcement, LocalLaunch, LocalNetwork, Runner,
    ServerId,
};

pub(crate) use self::argument::named_by;
use self::place::Places;
pub use self::place::is_system;
use crate::{
    LaunchError, resolve,
    runner::{PackageRun, package_run},
    spec::local_spec,
};

/// Most links and interpreters that are followed from one file.
const HOPS: usize = 12;
/// Most program paths of one server. More of them are left out, and the server does not see them.
const PATHS: usize = 128;
/// How much of a file is read to find its interpreter, in bytes.
const HEAD: u64 = 512;

/// The same launch, confined as the user chose. Whether it runs without a sandbox is decided elsewhere.
///
/// A program gets its own files to read and run. They are found from the command and its arguments: the folder of its package
/// or script, its interpreter, the environment or prefix that these belong to. A folder in the arguments that does not hold the
/// program is not among them. Neither is the user's home, nor a folder above it, nor any of `private`.
///
/// Where the strongest enforcement works, a program reaches the hosts that the user allows. Elsewhere nobody can be asked: it has no
/// network, but for package runners, which get the machine's. These may run what they download. Container
/// engines run unconfined: the program that does the work is not theirs to confine.
///
/// It reads the disk, and may block.
#[must_use]
pub fn confine(
    spec: LocalLaunch,
    choice: &ConfinementChoice,
    weakest: Enforcement,
    private: &[PathBuf],
) -> LocalLaunch {
    let run = run_of(&spec);
    let is_container = run
        .as_ref()
        .is_some_and(|run| run.runner == Runner::Container);
    if is_container {
        return LocalLaunch {
            confinement: Confinement::Unconfined { instead: None },
            ..spec
        };
    }
    let network = match (choice.network, weakest, &run) {
        (None | Some(LocalNetwork::Asked), Enforcement::Full, _) => LocalNetwork::Asked,
        (None, Enforcement::Advisory | Enforcement::Partial, Some(_)) => LocalNetwork::Open,
        (None | Some(LocalNetwork::Asked), Enforcement::Advisory | Enforcement::Partial, _) => {
            LocalNetwork::None
        }
        (Some(chosen @ (LocalNetwork::None | LocalNetwork::Open)), _, _) => chosen,
    };
    let confined = Confined {
        programs: programs_of(&spec, choice, private),
        network,
        run_in_home: choice.run_in_home || run.is_some(),
        // Without a system view and a network of its own it would reach the sockets of the session.
        unix_sockets: choice.unix_sockets
            && weakest == Enforcement::Full
            && network != LocalNetwork::Open,
        weakest,
    };
    LocalLaunch {
        confinement: Confinement::Confined(confined),
        ..spec
    }
}

/// The package runner that a launch starts; none where its package was installed.
#[must_use]
pub fn run_of(spec: &LocalLaunch) -> Option<PackageRun> {
    let command = spec.package.is_none().then_some(&spec.command);
    package_run(command?, &spec.args)
}

/// What a program of this machine needs beside the system's own files, to be shown to it in a sandbox: its package or prefix, its
/// interpreter. `path_value` is where the interpreter is looked for. It reads the disk, and may block.
///
/// # Errors
/// What [`crate::resolve`] refuses.
pub fn files_of(program: &Path, path_value: &str) -> Result<Vec<PathBuf>, LaunchError> {
    let command = program.to_string_lossy();
    let root = Some(Path::new("/"));
    let spec = local_spec(
        ServerId::new(),
        &command,
        Vec::new(),
        root,
        Vec::new(),
        path_value,
    )?;
    Ok(programs_of(&spec, &ConfinementChoice::default(), &[]))
}

/// The files and folders that a launch shows to its program; none of `private` is among them. It reads the disk, and may block.
pub(crate) fn programs_of(
    spec: &LocalLaunch,
    choice: &ConfinementChoice,
    private: &[PathBuf],
) -> Vec<PathBuf> {
    let places = Places::new(std::env::home_dir(), private);
    programs(spec, choice, &places)
}

fn programs(spec: &LocalLaunch, choice: &ConfinementChoice, places: &Places) -> Vec<PathBuf> {
    let mut search = Search {
        spec,
        places,
        seen: BTreeSet::new(),
        found: BTreeSet::new(),
    };
    search.file(&spec.program.path);
    let package = spec.package.iter();
    // Innkeeper's own folder of packages, which is none of the user's.
    search
        .found
        .extend(package.flat_map(|package| package.folders.iter().cloned()));
    for path in named_by(spec) {
        if path.is_dir() {
            search.add(&path);
        } else {
            search.file(&path);
        }
    }
    for chosen in choice.programs.iter().map(Path::new) {
        // A program of another package does not work without it.
        search.file(chosen);
        search.add(chosen);
    }
    let found = &search.found;
    let in_another = |path: &PathBuf| path.ancestors().skip(1).any(|above| found.contains(above));
    let outer = found.iter().filter(|path| !in_another(path));
    outer.take(PATHS).cloned().collect()
}

struct Search<'a> {
    spec: &'a LocalLaunch,
    places: &'a Places,
    /// The files that were looked at.
    seen: BTreeSet<PathBuf>,
    found: BTreeSet<PathBuf>,
}

impl Search<'_> {
    /// A file that is executed, or read as a program: with its package, what it leads to, and its interpreter.
    fn file(&mut self, file: &Path) {
        // Folders above it may be links; the file itself may be one that its program must see as it is.
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
            return;
        };
        let Ok(folder) = dunce::canonicalize(folder) else {
            return;
        };
        let file = folder.join(name);
        if self.seen.len() >= HOPS || !self.seen.insert(file.clone()) {
            return;
        }
        if let Some(package) = self.places.package_of(&file) {
            if let Some(base) = base_of_environment(&package) {
                self.file(&base);
            }
            self.add(&package);
        }
        if let Ok(target) = std::fs::read_link(&file) {
            self.file(&folder.join(target));
        } else if let Some(interpreter) = interpreter(&file, self.spec) {
            self.file(&interpreter);
        }
    }

    fn add(&mut self, path: &Path) {
        if let Ok(path) = dunce::canonicalize(path)
            && self.places.may_show(&path)
        {
            self.found.insert(path);
        }
    }
}

/// The interpreter that a Python environment was made from, as its own file says.
fn base_of_environment(folder: &Path) -> Option<PathBuf> {
    let text = head(&folder.join("pyvenv.cfg"))?;
    let text = String::from_utf8(text).ok()?;
    let mut settings = text.lines().filter_map(|line| line.split_once('='));
    let (_, home) = settings.find(|(key, _)| key.trim() == "home")?;
    Some(Path::new(home.trim()).join("python3"))
}

/// The program that the first line of a script names.
pub(crate) fn interpreter(file: &Path, spec: &LocalLaunch) -> Option<PathBuf> {
    let head = head(file)?;
    let line = head
        .strip_prefix(b"#!")?
        .split(|byte| *byte == b'\n')
        .next()?;
    let line = std::str::from_utf8(line).ok()?;
    let mut words = line.split_whitespace();
    let program = words.next()?;
    if !program.ends_with("/env") {
        return Some(program.into());
    }
    let name = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    let found = resolve(name, &spec.cwd, &spec.path_value).ok()?;
    Some(found.path)
}

fn head(file: &Path) -> Option<Vec<u8>> {
    // Opening a pipe would wait for its other end.
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut head = Vec::new();
    let file = File::open(file).ok()?;
    file.take(HEAD).read_to_end(&mut head).ok()?;
    Some(head)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
