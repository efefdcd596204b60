//! The registries of npm and PyPI on this machine, in front of the real ones: the newest versions of chosen packages come later.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use crate::{PeerError, cache_dir, folder, node, uvx};

/// Where the packages of npm come from.
const NPM: &str = "https://registry.npmjs.org/";
/// Where the packages of Python come from.
const PYPI: &str = "https://pypi.org/simple/";

/// The running registries. They end when this is dropped.
#[derive(Debug)]
pub struct Mirror {
    child: Child,
    port: String,
    folder: TempDir,
}

impl Mirror {
    /// Starts them on a free port of the loopback address. Of these packages, the newest version is hidden until [`Mirror::publish`].
    /// Files of packages are kept in [`cache_dir`] and checked by their digest when they are used again.
    ///
    /// # Errors
    /// Node.js is not there, it printed no port, or there is no cache folder.
    pub fn start(held: &[&str]) -> Result<Self, PeerError> {
        let at = tempfile::tempdir()?;
        let set =
            |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.to_owned());
        let mut child = Command::new(node()?)
            .arg(folder().join("servers/mirror.mjs"))
            .arg(at.path().join("newest"))
            .arg(cache_dir()?.join("mirror"))
            .arg(set("npm_config_registry", NPM))
            .arg(set("UV_DEFAULT_INDEX", PYPI))
            .args(held)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take();
        let mut mirror = Self {
            child,
            port: String::new(),
            folder: at,
        };
        if let Some(out) = out {
            BufReader::new(out).read_line(&mut mirror.port)?;
        }
        mirror.port.truncate(mirror.port.trim_end().len());
        if mirror.port.is_empty() {
            return Err(PeerError::NotReady("the mirror".to_owned()));
        }
        Ok(mirror)
    }

    /// Shows the newest versions from now on.
    ///
    /// # Errors
    /// The file that says so cannot be written.
    pub fn publish(&self) -> Result<(), PeerError> {
        Ok(std::fs::write(self.folder.path().join("newest"), "")?)
    }

    /// The variables with which npm, uv and pip use them, and nothing of the settings of this machine.
    ///
    /// # Errors
    /// uv is not installed.
    pub fn variables(&self) -> Result<Vec<(&'static str, String)>, PeerError> {
        let own = uvx()?.parent().map(PathBuf::from).unwrap_or_default();
        let usual = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&usual)));
        let path = path.unwrap_or_default().to_string_lossy().into_owned();
        let simple = format!("http://127.0.0.1:{}/simple/", self.port);
        Ok(vec![
            ("PATH", path),
            (
                "npm_config_registry",
                format!("http://127.0.0.1:{}/npm/", self.port),
            ),
            ("npm_config_update_notifier", "false".to_owned()),
            ("UV_DEFAULT_INDEX", simple.clone()),
            ("UV_NO_CONFIG", "1".to_owned()),
            ("PIP_INDEX_URL", simple),
            ("PIP_CONFIG_FILE", "/dev/null".to_owned()),
        ])
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
