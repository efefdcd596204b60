//! The packages for Linux, installed in a clean Debian: complete, startable by an ordinary user, kept by an upgrade, and gone after
//! a removal.

mod clean;
mod files;
mod rpm;
mod window;

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use clean::Clean;

use super::{counts::Counts, report::Outcome};
use crate::{
    child,
    failure::Failure,
    install,
    machine::Use,
    place,
    release::{
        self, Build, Effort,
        linux::{self, PROGRAMS, deb},
    },
};

/// The suite in which everything is checked: that of the driver of the window's pages, whose version must fit.
const SUITE: &str = "bookworm";
/// A newer suite, for a release: do the dependencies have the same names there, and does its AppArmor take the profile?
const NEWER: &str = "trixie";
/// A version that follows every other.
const NEXT: &str = "999.0.0";

/// Where packages are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suites {
    /// In the suite that has every check: a clean system takes minutes to make.
    One,
    /// In the newer suite too, for a release.
    All,
}

/// The packages under test.
#[derive(Debug)]
pub struct Packages {
    /// For Debian.
    pub deb: PathBuf,
    /// The same with a higher version.
    pub next: PathBuf,
    /// For Fedora and openSUSE.
    pub rpm: PathBuf,
}

/// What a check looks at.
struct Trial {
    packages: Packages,
    version: String,
    root: Clean,
    limit: Duration,
}

/// A check: its name, and what it does.
type Check = (&'static str, fn(&Trial) -> Result<(), Failure>);

/// In their order: each leaves what the next ones need.
const CHECKS: [Check; 9] = [
    ("the package installs, and its libraries with it", installs),
    ("menu entry and icons", |trial| files::menu(&trial.root)),
    ("programs start, and find every library", programs),
    (
        "no profile for an AppArmor that does not know it",
        |trial| files::no_profile(&trial.root),
    ),
    ("the tour in the window, as an ordinary user", |trial| {
        window::tour(&trial.root, trial.limit)
    }),
    ("a server in its sandbox, from the terminal", server),
    ("an upgrade keeps the data", upgrade),
    ("a removal takes the programs and leaves the data", removal),
    ("the package for rpm", |trial| {
        rpm::check(&trial.packages.rpm, &trial.root)
    }),
];

/// In the newer suite.
const NEWER_CHECKS: [Check; 3] = [
    ("the package installs in a newer Debian", installs),
    ("programs start there", programs),
    (
        "its AppArmor takes the profile, until the removal",
        |trial| {
            files::profile(&trial.root)?;
            remove(trial)?;
            files::no_profile(&trial.root)
        },
    ),
];

/// The step: packages of the programs that this run built.
pub fn run(limit: Duration) -> Result<Outcome, Failure> {
    if let Some(reason) = prepared()? {
        return Ok(Outcome::Skipped(reason));
    }
    let made = tempfile::tempdir()?;
    let licences = made.path().join(linux::THIRD_PARTY);
    release::write_licences(&licences)?;
    let build = Build {
        sources: place::root().to_owned(),
        programs: stripped(made.path())?,
        version: release::version()?,
        epoch: release::epoch()?,
        licences,
        effort: Effort::Quick,
    };
    let packages = Packages {
        deb: deb::make(&build, made.path())?,
        next: next(&build, made.path())?,
        rpm: linux::rpm::make(&build, made.path())?,
    };
    check(packages, build.version, limit, Suites::One)
}

/// Installs what the step needs. Returns the reason if it cannot run here.
pub fn prepared() -> Result<Option<String>, Failure> {
    if !cfg!(target_os = "linux") {
        return Ok(Some("packages for Linux are made on Linux".to_owned()));
    }
    if !place::is_root() {
        return Ok(Some("a clean Debian can only be made as root".to_owned()));
    }
    match install::packages(Use::Package) {
        Ok(()) => Ok(None),
        Err(Failure::Interrupted) => Err(Failure::Interrupted),
        Err(failure) => Ok(Some(failure.to_string())),
    }
}

/// Copies of the programs without what only a debugger reads, as a release has them: the packages are a tenth in size.
fn stripped(folder: &Path) -> Result<PathBuf, Failure> {
    let built = place::builds("debug")?;
    let out = folder.join("programs");
    std::fs::create_dir(&out)?;
    for program in PROGRAMS {
        let mut strip = Command::new("strip");
        strip
            .arg("-o")
            .args([out.join(program), built.join(program)]);
        child::quiet(strip, clean::LIMIT)?;
    }
    Ok(out)
}

/// The same package with a version that follows.
pub fn next(build: &Build, out: &Path) -> Result<PathBuf, Failure> {
    let next = Build {
        version: NEXT.to_owned(),
        effort: Effort::Quick,
        ..build.clone()
    };
    deb::make(&next, out)
}

/// Checks these packages.
pub fn check(
    packages: Packages,
    version: String,
    limit: Duration,
    suites: Suites,
) -> Result<Outcome, Failure> {
    let mut trial = Trial {
        packages,
        version,
        root: Clean::new(SUITE)?,
        limit,
    };
    let mut counts = Counts::default();
    let mut wrong = all(&CHECKS, &trial, &mut counts)?;
    if suites == Suites::All {
        trial.root = Clean::new(NEWER)?;
        wrong.extend(all(&NEWER_CHECKS, &trial, &mut counts)?);
    }
    Ok(if wrong.is_empty() {
        Outcome::Passed(counts)
    } else {
        counts.failed = wrong.len() as u64;
        Outcome::Failed(counts, wrong.join("\n"))
    })
}

/// Runs the checks in their order. What does not install is not checked further.
fn all(checks: &[Check], trial: &Trial, counts: &mut Counts) -> Result<Vec<String>, Failure> {
    let mut wrong = Vec::new();
    for (at, (name, check)) in checks.iter().enumerate() {
        match check(trial) {
            Ok(()) => {
                println!("   ok: {name}");
                *counts = counts.plus(Counts::one_passed());
            }
            Err(Failure::Interrupted) => return Err(Failure::Interrupted),
            Err(failure) => {
                println!("   FAILED: {name}: {failure}");
                wrong.push(format!("{name}: {failure}"));
                if at == 0 {
                    counts.skipped += (checks.len() - 1) as u64;
                    break;
                }
            }
        }
    }
    Ok(wrong)
}

/// A check that does not hold.
fn wrong<T>(what: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Check(what.into()))
}

fn installs(trial: &Trial) -> Result<(), Failure> {
    child::quiet(trial.root.admin(&["apt-get", "update"]), clean::LIMIT)?;
    trial.root.install(&trial.packages.deb)?;
    child::quiet(
        trial.root.admin(&["dpkg", "--verify", linux::NAME]),
        clean::LIMIT,
    )
    .map(drop)
}

/// Every program starts: those that are not started by hand say so.
fn programs(trial: &Trial) -> Result<(), Failure> {
    for program in PROGRAMS {
        let path = format!("/usr/bin/{program}");
        let linked = child::quiet(trial.root.user(&["ldd", &path]), clean::LIMIT)?;
        if let Some(line) = linked.lines().find(|line| line.contains("not found")) {
            return wrong(format!("{program} lacks a library: {}", line.trim()));
        }
    }
    let said = child::quiet(
        trial.root.user(&["innkeeper-cli", "--version"]),
        clean::LIMIT,
    )?;
    let wanted = format!("innkeeper-cli {}", trial.version);
    if said.trim() != wanted {
        return wrong(format!("innkeeper-cli --version says: {said}"));
    }
    let usages = [
        ("innkeeper", "--data-dir"),
        ("innkeeper-guard", "is started by innkeeper"),
        ("innkeeper-reader", "is started by innkeeper"),
    ];
    for (program, words) in usages {
        let script = format!("{program} --help 2>&1 || test $? -eq 2");
        let said = child::quiet(trial.root.user(&["sh", "-c", &script]), clean::LIMIT)?;
        if !said.contains(words) {
            return wrong(format!("{program} --help says: {said}"));
        }
    }
    Ok(())
}

/// A file for the server to read.
const NOTE: &str = "The red house is at the corner.";

/// The terminal program as the user, and what it says.
fn cli(root: &Clean, args: &[&str]) -> Result<String, Failure> {
    let words: Vec<&str> = ["innkeeper-cli"].iter().chain(args).copied().collect();
    child::quiet(root.user(&words), clean::LIMIT)
}

fn server(trial: &Trial) -> Result<(), Failure> {
    let root = &trial.root;
    let note = format!("mkdir -p ~/Documents && echo '{NOTE}' > ~/Documents/notes.txt");
    child::quiet(root.user(&["sh", "-c", &note]), clean::LIMIT)?;
    let script = format!(
        "{}/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
        clean::PEERS
    );
    let folder = format!("/{}/Documents", clean::HOME);
    let once = ["--approve", "once"];
    let act = |args: &[&str]| {
        let all: Vec<&str> = once.iter().chain(args).copied().collect();
        cli(root, &all)
    };
    act(&["servers", "add", "Files", "--", "node", &script, &folder])?;
    act(&["roots", "grant", "Files", &folder])?;
    let arguments = format!("{{\"path\":\"{folder}/notes.txt\"}}");
    let said = act(&["tools", "call", "Files", "read_text_file", &arguments])?;
    if !said.contains(NOTE) {
        return wrong(format!("the server did not return the file: {said}"));
    }
    let walls = cli(root, &["servers", "confinement", "Files"])?;
    if walls.contains("Enforced") && !walls.contains("Advisory") {
        Ok(())
    } else {
        wrong(format!("the sandbox is not enforced: {walls}"))
    }
}

/// The server of the terminal and the conversation of the tour.
fn data_is_there(root: &Clean) -> Result<(), Failure> {
    let servers = cli(root, &["servers", "list"])?;
    if !servers.contains("Files") {
        return wrong(format!("the server is gone: {servers}"));
    }
    let all = "rm -rf ~/saved && mkdir ~/saved && innkeeper-cli export ~/saved >&2 && grep -rl count_words ~/saved";
    child::quiet(root.user(&["sh", "-c", all]), clean::LIMIT).map(drop)
}

fn upgrade(trial: &Trial) -> Result<(), Failure> {
    data_is_there(&trial.root)?;
    trial.root.install(&trial.packages.next)?;
    let shown = [
        "dpkg-query",
        "--show",
        "--showformat=${Version}",
        linux::NAME,
    ];
    let version = child::quiet(trial.root.admin(&shown), clean::LIMIT)?;
    if version.trim() != NEXT {
        return wrong(format!("the version is still {version}"));
    }
    data_is_there(&trial.root)
}

fn remove(trial: &Trial) -> Result<(), Failure> {
    let words = ["apt-get", "remove", "--yes", linux::NAME];
    child::quiet(trial.root.admin(&words), clean::LIMIT).map(drop)
}

fn removal(trial: &Trial) -> Result<(), Failure> {
    let root = &trial.root;
    let data = root.path().join(clean::HOME).join(".local/share");
    let before = linux::files(&data)?;
    if before.is_empty() {
        return wrong("there is no data");
    }
    remove(trial)?;
    let after = linux::files(&data)?;
    if before != after {
        return wrong("the removal changed the data");
    }
    files::gone(root)
}
