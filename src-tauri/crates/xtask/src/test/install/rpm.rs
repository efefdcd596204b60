//! The package for rpm, as far as Debian can check it: what it needs and contains, its scripts, and its removal.

use std::{collections::BTreeSet, path::Path, process::Command};

use super::{clean, clean::Clean, files, wrong};
use crate::{
    child,
    failure::Failure,
    release::linux::{NAME, PROGRAMS},
};

/// What it must need: the libraries of the window, and a shell for its scripts.
const NEEDED: [&str; 4] = [
    "libwebkit2gtk-4.1.so.0()(64bit)",
    "libgtk-3.so.0()(64bit)",
    "libc.so.6()(64bit)",
    "/bin/sh",
];

/// Installs it into the clean system, in which the other package was removed. Debian has no libraries under rpm's names, so that
/// these are compared by name and not resolved.
pub fn check(package: &Path, root: &Clean) -> Result<(), Failure> {
    let requires = ask(&["-qp", "--requires"], package)?;
    let lines: BTreeSet<&str> = requires.lines().map(str::trim).collect();
    if let Some(missing) = NEEDED.iter().find(|need| !lines.contains(*need)) {
        return wrong(format!("the package does not require {missing}"));
    }
    let list = ask(&["-qlp"], package)?;
    for program in PROGRAMS {
        if !list
            .lines()
            .any(|line| line == format!("/usr/bin/{program}"))
        {
            return wrong(format!("the package has no {program}"));
        }
    }
    let mut install = rpm(root);
    install.args(["--install", "--nodeps"]).arg(package);
    child::quiet(install, clean::LIMIT)?;
    let mut verify = rpm(root);
    verify.args(["--verify", "--nodeps", NAME]);
    child::quiet(verify, clean::LIMIT)?;
    super::cli(root, &["--version"])?;
    let mut erase = rpm(root);
    erase.args(["--erase", NAME]);
    child::quiet(erase, clean::LIMIT)?;
    files::gone(root)
}

fn ask(args: &[&str], package: &Path) -> Result<String, Failure> {
    let mut command = Command::new("rpm");
    command.args(args).arg(package);
    child::output(command, child::QUESTION)
}

/// rpm on the clean system. Debian's refuses to install where dpkg does, unless it is told.
fn rpm(root: &Clean) -> Command {
    let mut command = Command::new("rpm");
    command.arg("--force-debian").arg("--root").arg(root.path());
    command
}
