//! Where the program `testkit-server` is, for tests of other packages that start a real process.

use std::{io, path::PathBuf, process::Command, sync::OnceLock};

/// The path of `testkit-server`, built into the same target folder as the test that asks.
///
/// # Errors
/// The test does not run from a target folder, or the build failed.
pub fn server_binary() -> io::Result<PathBuf> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    BUILT
        .get_or_init(|| build().map_err(|e| e.to_string()))
        .clone()
        .map_err(io::Error::other)
}

/// A test runs as `<target>/<profile>/deps/<name>`.
fn build() -> io::Result<PathBuf> {
    let test = std::env::current_exe()?;
    let profile = test
        .parent()
        .and_then(|p| p.parent())
        .ok_or_else(|| io::Error::other("no target folder"))?;
    let target = profile
        .parent()
        .ok_or_else(|| io::Error::other("no target folder"))?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args([
            "build",
            "--quiet",
            "--package",
            "testkit",
            "--bin",
            "testkit-server",
            "--target-dir",
        ])
        .arg(target);
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    if profile.ends_with("release") {
        cargo.arg("--release");
    }
    let output = cargo.output()?;
    if !output.status.success() {
        return Err(io::Error::other(
            String::from_utf8_lossy(&output.stderr).into_owned(),
        ));
    }
    Ok(profile.join(format!("testkit-server{}", std::env::consts::EXE_SUFFIX)))
}
