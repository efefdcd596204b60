//! Where things are: the repository, the build folder, the cache of development.

use std::{
    ffi::OsStr,
    io::IsTerminal,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::{child, failure::Failure, tools};

/// The repository's root.
pub fn root() -> &'static Path {
    peers::root()
}

/// The interface's folder.
pub fn ui() -> PathBuf {
    root().join("ui")
}

/// Where development keeps what several clones share.
pub fn cache() -> Result<PathBuf, Failure> {
    Ok(peers::cache_dir()?)
}

/// Where tools that this program installs are; outside the clone.
pub fn tools() -> Result<PathBuf, Failure> {
    Ok(cache()?.join("tools"))
}

/// The folder of all builds.
pub fn target() -> Result<PathBuf, Failure> {
    let mut question = cargo();
    question.args(["metadata", "--no-deps", "--format-version", "1"]);
    let text = child::output(question, child::QUESTION)?;
    let metadata: Value = serde_json::from_str(&text)?;
    let target = metadata["target_directory"].as_str().unwrap_or("target");
    Ok(PathBuf::from(target))
}

/// The folder of the builds of a profile: `debug` or `release`.
pub fn builds(profile: &str) -> Result<PathBuf, Failure> {
    Ok(target()?.join(profile))
}

/// Cargo, at the repository's root, with the tools of [`tools`] in reach.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    let path = std::env::var_os("PATH").unwrap_or_default();
    if let Ok(path) = std::env::join_paths(std::env::split_paths(&path).chain(tool_folders())) {
        command.env("PATH", path);
    }
    for (name, _) in std::env::vars_os() {
        if is_of_a_package(&name) {
            command.env_remove(name);
        }
    }
    command
}

/// Whether this is a variable in which Cargo tells a program that it runs, such as this one, which package it belongs to. The build
/// script of `ring` reads such variables. With them, Cargo started from here and Cargo started by hand would each compile `ring`, and
/// everything that uses it, again.
fn is_of_a_package(name: &OsStr) -> bool {
    name.to_str()
        .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
}

/// The build of a package with a workspace and a lock file of its own, into the folder of the builds of a profile.
pub fn apart(package: &Path, built: &Path) -> Command {
    let mut command = cargo();
    command
        .args(["build", "--quiet", "--locked", "--manifest-path"])
        .arg(package.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(built.parent().unwrap_or(built));
    command
}

/// npm in `folder`.
pub fn npm(folder: &Path) -> Command {
    // On Windows npm is a script, which only its full name starts.
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder);
    command
}

/// Whether a continuous-integration service runs this.
pub fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|v| v == "true" || v == "1")
}

/// Whether a person can be asked.
pub fn is_interactive() -> bool {
    !is_ci() && std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Whether a window can be opened. Only Linux has machines without a display that matter here.
pub fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Whether this process may install system packages by itself.
pub fn is_root() -> bool {
    #[cfg(unix)]
    return rustix::process::geteuid().is_root();
    #[cfg(not(unix))]
    return false;
}

/// Where the programs of the installed tools are.
fn tool_folders() -> Vec<PathBuf> {
    let Ok(folder) = tools() else {
        return Vec::new();
    };
    let folders = tools::TOOLS.map(|tool| tool.folder(&folder).join("bin"));
    folders.to_vec()
}

/// A program in `PATH`, or among the installed tools.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(tool_folders())
        .map(|dir| dir.join(&file))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_is_not_told_which_package_started_it() {
        // Cargo and nextest tell it this test, as Cargo tells it this program.
        assert!(std::env::var_os("CARGO_PKG_NAME").is_some());
        let command = cargo();
        let removed: Vec<_> = command
            .get_envs()
            .filter(|(_, value)| value.is_none())
            .map(|(name, _)| name)
            .collect();
        for name in ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR"] {
            assert!(removed.contains(&OsStr::new(name)), "{name}");
        }
    }
}
