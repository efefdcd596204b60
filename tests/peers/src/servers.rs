//! How each peer is started: an absolute program and its arguments, without a shell or `npx`.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{PeerError, folder, python};

/// The program and first arguments that start an npm package, for example
/// `@modelcontextprotocol/server-everything`. The caller adds the server's own arguments.
///
/// # Errors
/// The package or Node.js is not there.
pub fn node_server(package: &str) -> Result<(PathBuf, Vec<String>), PeerError> {
    let script = npm_program(package, None)?;
    Ok((node()?, vec![script.to_string_lossy().into_owned()]))
}

/// The program and first arguments that start a Python module of `requirements.txt`, for example
/// `mcp_server_time`.
///
/// # Errors
/// The virtual environment is not there.
pub fn python_server(module: &str) -> Result<(PathBuf, Vec<String>), PeerError> {
    let program = present(python()?)?;
    Ok((program, vec!["-m".to_owned(), module.to_owned()]))
}

/// `uvx`, the package runner of `requirements.txt`.
///
/// # Errors
/// The virtual environment is not there.
pub fn uvx() -> Result<PathBuf, PeerError> {
    let name = format!("uvx{}", std::env::consts::EXE_SUFFIX);
    present(python()?.with_file_name(name))
}

/// The folder of the server of the official Rust SDK, a workspace of its own, and the name of its program.
#[must_use]
pub fn rust_server() -> (PathBuf, &'static str) {
    (folder().join("rmcp"), "peer-rmcp")
}

/// The script of aimock's model endpoint, to be run with Node.js: `-p PORT -f FIXTURES`.
///
/// The package's older name for it, `llmock`, is the program that takes fixtures on its command line.
///
/// # Errors
/// The package is not there.
pub fn aimock_bin() -> Result<PathBuf, PeerError> {
    npm_program("@copilotkit/aimock", Some("llmock"))
}

/// Node.js in `PATH`.
///
/// # Errors
/// It is not there.
pub fn node() -> Result<PathBuf, PeerError> {
    let name = format!("node{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(OsStr::new(&path))
        .map(|dir| dir.join(&name))
        .find(|file| file.is_absolute() && file.is_file())
        .ok_or(PeerError::NoProgram("node"))
}

/// The script that a package's `bin` names: the one called `name`, else the only one.
fn npm_program(package: &str, name: Option<&str>) -> Result<PathBuf, PeerError> {
    let home = folder().join("node_modules").join(package);
    let description: Value =
        serde_json::from_slice(&std::fs::read(present(home.join("package.json"))?)?)?;
    let bin = &description["bin"];
    let script = match name {
        Some(name) => bin[name].as_str(),
        None => bin.as_str().or_else(|| {
            bin.as_object()
                .and_then(|all| all.values().next()?.as_str())
        }),
    };
    present(home.join(Path::new(
        script.ok_or_else(|| PeerError::NoBin(package.to_owned()))?,
    )))
}

fn present(file: PathBuf) -> Result<PathBuf, PeerError> {
    if file.is_file() {
        Ok(file)
    } else {
        Err(PeerError::NotInstalled(file))
    }
}
