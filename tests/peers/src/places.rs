//! Where peers are: npm packages beside the lock file, Python packages in a cache outside the clone, so that a
//! fresh clone finds them again.

use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
};

use crate::PeerError;

/// Environment variable with the folder for what development installs. Without it, the platform's cache folder.
pub const CACHE_VARIABLE: &str = "INNKEEPER_DEV_CACHE";

/// The repository's root. Cargo says it to what it runs; a program that was built in another clone into the same
/// target directory would name that clone.
#[must_use]
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let said = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let built = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let mut folders = said.iter().chain([&built]).flat_map(|dir| dir.ancestors());
        folders
            .find(|folder| folder.join("tauri.conf.json").is_file())
            .unwrap_or(&built)
            .to_owned()
    })
}

/// The folder with the lock files.
#[must_use]
pub fn folder() -> PathBuf {
    root().join("tests/peers")
}

/// The pinned Python packages.
#[must_use]
pub fn requirements() -> PathBuf {
    folder().join("requirements.txt")
}

/// The folder for what development installs, outside the clone. It may not exist yet.
///
/// # Errors
/// [`PeerError::NoCache`] when no variable names one.
pub fn cache_dir() -> Result<PathBuf, PeerError> {
    let named = |name: &str| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    if let Some(dir) = named(CACHE_VARIABLE) {
        return Ok(dir);
    }
    let platform = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library/Caches"))
    } else {
        named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")))
    };
    platform
        .map(|dir| dir.join("innkeeper"))
        .ok_or(PeerError::NoCache)
}

/// The virtual environment for the pins of today: another pin, another folder.
///
/// # Errors
/// The requirements cannot be read, or there is no cache folder.
pub fn python_home() -> Result<PathBuf, PeerError> {
    let pins = std::fs::read(requirements())?;
    Ok(cache_dir()?
        .join("peers")
        .join(format!("python-{:016x}", fingerprint(&pins))))
}

/// The Python program of [`python_home`].
///
/// # Errors
/// Those of [`python_home`].
pub fn python() -> Result<PathBuf, PeerError> {
    let program = if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    };
    Ok(python_home()?.join(program))
}

/// FNV-1a: names a folder, guards nothing.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
