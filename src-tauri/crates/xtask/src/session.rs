//! A private desktop session for tests: a session bus and an unlocked keyring of their own, in a home that is
//! thrown away. Tests never see the developer's keychain, data, display or settings.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::{failure::Failure, place};

/// Starts the keyring, waits until it answers, then becomes the command.
const UNLOCKED: &str = r#"
printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null
gdbus wait --session --timeout 10 org.freedesktop.secrets
exec "$@""#;

/// How the bus starts the keyring again after it crashed, which it does now and then under many connections. The bus alone would
/// start a locked one, and every test after that would fail.
const AGAIN: &str = r#"[D-BUS Service]
Name=org.freedesktop.secrets
Exec=/bin/sh -c "printf pw | gnome-keyring-daemon --foreground --unlock --components=secrets"
"#;

/// The home of a session; what is in it goes when this is dropped.
pub struct Session {
    home: TempDir,
}

impl Session {
    /// An empty home.
    pub fn new() -> Result<Self, Failure> {
        let home = tempfile::Builder::new()
            .prefix("innkeeper-test-")
            .tempdir()?;
        let run = home.path().join("run");
        std::fs::create_dir(&run)?;
        #[cfg(unix)]
        std::fs::set_permissions(&run, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
        let services = home.path().join("data/dbus-1/services");
        std::fs::create_dir_all(&services)?;
        std::fs::write(services.join("org.freedesktop.secrets.service"), AGAIN)?;
        Ok(Self { home })
    }

    /// `cargo` with `args`, inside the session. Only Linux has a session to keep apart; elsewhere the command
    /// runs as it is.
    pub fn cargo(&self, args: &[&str]) -> Result<Command, Failure> {
        let mut command = place::cargo();
        command.args(args);
        self.command(command)
    }

    /// `plain` at the repository's root, inside the session.
    pub fn command(&self, plain: Command) -> Result<Command, Failure> {
        if !cfg!(target_os = "linux") {
            return Ok(plain);
        }
        let mut command = Command::new("dbus-run-session");
        command
            .args(["--", "sh", "-ec", UNLOCKED, "_"])
            .arg(plain.get_program())
            .args(plain.get_args())
            .current_dir(place::root());
        for (name, value) in plain.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        self.furnish(&mut command)?;
        Ok(command)
    }

    /// The home, and where the real one keeps what must not be fetched again.
    fn furnish(&self, command: &mut Command) -> Result<(), Failure> {
        let home = self.home.path();
        let real = std::env::var_os("HOME")
            .map(PathBuf::from)
            .unwrap_or_default();
        for (name, folder) in [
            ("CARGO_HOME", ".cargo"),
            ("RUSTUP_HOME", ".rustup"),
            ("npm_config_cache", ".npm"),
        ] {
            if std::env::var_os(name).is_none() {
                command.env(name, real.join(folder));
            }
        }
        command
            .env(peers::CACHE_VARIABLE, absolute(&peers::cache_dir()?)?)
            .env("HOME", home)
            .env("XDG_RUNTIME_DIR", home.join("run"))
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_STATE_HOME", home.join("state"))
            .env("XDG_CACHE_HOME", home.join("cache"))
            .env("INNKEEPER_TEST_KEYRING", "1")
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        Ok(())
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    Ok(std::path::absolute(path)?)
}

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::child;

    /// The processes that have `home` in their environment.
    fn processes_of(home: &Path) -> Vec<String> {
        let wanted = home.to_string_lossy().into_owned();
        let all = std::fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .map(|entry| entry.path());
        let of = |path: &PathBuf| {
            let environment = std::fs::read(path.join("environ")).unwrap_or_default();
            String::from_utf8_lossy(&environment).contains(&wanted)
        };
        all.filter(of)
            .map(|path| std::fs::read_to_string(path.join("comm")).unwrap_or_default())
            .collect()
    }

    #[test]
    fn cargo_runs_in_it_and_nothing_is_left() {
        let session = Session::new().unwrap();
        let said = child::output(session.cargo(&["--version"]).unwrap(), child::QUESTION).unwrap();
        assert!(said.contains("cargo "), "{said}");
        let end = std::time::Instant::now() + std::time::Duration::from_secs(10);
        while !processes_of(session.home.path()).is_empty() {
            assert!(
                std::time::Instant::now() < end,
                "left: {:?}",
                processes_of(session.home.path())
            );
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
}
