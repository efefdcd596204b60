//! The programs, built for release so that the bytes depend on the sources and the compiler, and not on folders or the time.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{linux::PROGRAMS, windows::LOADER};
use crate::{
    child,
    failure::Failure,
    install,
    machine::Use,
    place,
    test::{
        FEATURES,
        systems::{self, WINDOWS},
    },
};

/// A first build compiles everything, on few cores.
const LIMIT: Duration = Duration::from_secs(5400);
/// The packages of the programs.
pub const PACKAGES: [&str; 4] = ["innkeeper", "cli", "launcher", "attachments"];

/// Builds the interface and the programs of the sources in `root`, and returns the folder with the programs.
pub fn build(root: &Path, target: &Path, epoch: u64) -> Result<PathBuf, Failure> {
    let ui = root.join("ui");
    install::npm(&ui, install::DOWNLOAD_LIMIT)?;
    let mut vite = place::npm(&ui);
    vite.args(["run", "build"]);
    child::run(vite, install::DOWNLOAD_LIMIT)?;
    let mut cargo = place::cargo();
    cargo
        .current_dir(root)
        .args(["build", "--release", "--locked", "--features", FEATURES])
        .arg("--target-dir")
        .arg(target);
    for package in PACKAGES {
        cargo.args(["--package", package]);
    }
    for program in PROGRAMS {
        cargo.args(["--bin", program]);
    }
    without_folders(&mut cargo, root, target);
    cargo.env("SOURCE_DATE_EPOCH", epoch.to_string());
    child::run(cargo, LIMIT)?;
    Ok(target.join("release"))
}

/// Builds the programs for Windows of the sources in `root`, whose interface is built, and returns the folder with them.
pub fn build_for_windows(root: &Path, target: &Path, epoch: u64) -> Result<PathBuf, Failure> {
    install::target(WINDOWS)?;
    install::packages(Use::Installer)?;
    let mut cargo = systems::cargo(WINDOWS, "build");
    cargo
        .current_dir(root)
        .args(["--release", "--features", FEATURES])
        .args(["--package", "innkeeper", "--bin", "innkeeper"])
        .args(["--package", "cli", "--bin", "innkeeper-cli"])
        .arg("--target-dir")
        .arg(target);
    without_folders(&mut cargo, root, target);
    cargo.env("SOURCE_DATE_EPOCH", epoch.to_string());
    child::run(cargo, LIMIT)?;
    let programs = target.join(WINDOWS).join("release");
    take_loader(&programs)?;
    Ok(programs)
}

/// Puts the library that finds WebView2 beside the programs. Tauri's build script does so only if that of the library's package ended
/// before it, and nothing makes it wait.
fn take_loader(programs: &Path) -> Result<(), Failure> {
    for package in fs::read_dir(programs.join("build"))? {
        let library = package?.path().join("out/x64").join(LOADER);
        if library.is_file() {
            fs::copy(library, programs.join(LOADER))?;
            return Ok(());
        }
    }
    Err(Failure::Needs(format!("no package made {LOADER}")))
}

/// Has both compilers write names in place of the folders of this machine.
fn without_folders(cargo: &mut Command, root: &Path, target: &Path) {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let folders = [
        (Some(target.to_owned()), "/build"),
        (Some(root.to_owned()), "/innkeeper"),
        (home, "/cargo"),
    ];
    let (mut rust, mut c) = (Vec::new(), Vec::new());
    // Of several that fit, rustc takes the last and GCC too.
    for (folder, name) in folders.iter().rev() {
        let Some(folder) = folder else { continue };
        rust.push(format!("--remap-path-prefix={}={name}", folder.display()));
        c.push(format!("-ffile-prefix-map={}={name}", folder.display()));
    }
    // The separator that Cargo defines for paths with spaces.
    cargo.env("CARGO_ENCODED_RUSTFLAGS", rust.join("\u{1f}"));
    cargo
        .env("CFLAGS", c.join(" "))
        .env("CXXFLAGS", c.join(" "));
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn loader_is_taken_from_the_package_that_has_it() {
        let programs = tempfile::tempdir().unwrap();
        let of = |package: &str| programs.path().join("build").join(package).join("out/x64");
        fs::create_dir_all(of("other-1")).unwrap();
        let missing = take_loader(programs.path()).unwrap_err();
        assert!(missing.to_string().contains(LOADER), "{missing}");
        fs::create_dir_all(of("webview2-com-sys-2")).unwrap();
        fs::write(of("webview2-com-sys-2").join(LOADER), "MZ").unwrap();
        take_loader(programs.path()).unwrap();
        assert_eq!(fs::read(programs.path().join(LOADER)).unwrap(), b"MZ");
    }
}
