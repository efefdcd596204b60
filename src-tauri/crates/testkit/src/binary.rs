//! Where the workspace's own programs are, for tests that start real processes.

use std::{io, path::PathBuf};

/// A program of the workspace, built beside the test (`<target>/<profile>/deps/<test>`) or the program that asks.
///
/// `cargo xtask test` builds them all before it runs a test; by hand, `cargo build --workspace --bins` does.
///
/// # Errors
/// The test does not run from a target folder, or the program was not built.
pub fn program(name: &str) -> io::Result<PathBuf> {
    let asks = std::env::current_exe()?;
    let folder = asks.parent();
    let profile = match folder.and_then(|p| p.file_name()) {
        Some(name) if name == "deps" => folder.and_then(|p| p.parent()),
        Some(_) | None => folder,
    };
    let profile = profile.ok_or_else(|| io::Error::other("no target folder"))?;
    let path = profile.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if path.exists() {
        return Ok(path);
    }
    let message = format!(
        "{} is not there: run `cargo build --workspace --bins`",
        path.display()
    );
    Err(io::Error::other(message))
}

/// The program `testkit-server`.
///
/// # Errors
/// As for [`program`].
pub fn server_binary() -> io::Result<PathBuf> {
    program("testkit-server")
}
