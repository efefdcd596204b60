//! A keyring that is locked, and none at all: the window opens and says so, and goes on when it is there.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
};

use e2e::{App, Display, Error};

/// A process that ends with this value.
struct Owned(Child);

impl Drop for Owned {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Session {
    home: tempfile::TempDir,
    address: String,
    _bus: Owned,
}

impl Session {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut bus = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address", "--address"])
            .arg(format!("unix:path={}/bus", home.path().display()))
            .env("XDG_DATA_HOME", home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(bus.stdout.take().unwrap())
            .read_line(&mut address)
            .unwrap();
        Self {
            home,
            address: address.trim().to_owned(),
            _bus: Owned(bus),
        }
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let run = self.home.path().join("run");
        std::fs::create_dir_all(&run).unwrap();
        std::fs::set_permissions(&run, std::os::unix::fs::PermissionsExt::from_mode(0o700))
            .unwrap();
        command
            .env("HOME", self.home.path())
            .env("XDG_DATA_HOME", self.home.path().join("share"))
            .env("XDG_RUNTIME_DIR", run)
            .env("DBUS_SESSION_BUS_ADDRESS", &self.address)
            .env_remove("DISPLAY")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// A keyring, unlocked or as it is after a start without its password.
    fn keyring(&self, unlocked: bool) -> Owned {
        let mut command = self.command("gnome-keyring-daemon");
        command.args(["--foreground", "--components=secrets"]);
        if unlocked {
            command.arg("--unlock");
        }
        let mut daemon = Owned(command.stdin(Stdio::piped()).spawn().unwrap());
        let mut password = daemon.0.stdin.take().unwrap();
        if unlocked {
            password.write_all(b"pw").unwrap();
        }
        drop(password);
        let waited = self
            .command("gdbus")
            .args([
                "wait",
                "--session",
                "--timeout",
                "10",
                "org.freedesktop.secrets",
            ])
            .status();
        assert!(waited.unwrap().success());
        daemon
    }
}

async fn start(display: &Display, data: &Path, address: &str) -> Result<App, Error> {
    App::start_with(display, data, &[("DBUS_SESSION_BUS_ADDRESS", address)]).await
}

#[tokio::test]
async fn a_locked_keyring_is_said_and_tried_again() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let session = Session::new();
    // The first start with a password makes the keyring.
    drop(session.keyring(true));
    let locked = session.keyring(false);
    let display = Display::start("1280x800x24")?;
    let app = start(&display, &folder.path().join("data"), &session.address).await?;
    app.until("document.querySelector('[data-testid=keychain]')?.innerText.includes('The keychain is locked')")
        .await?;
    app.keep_both_themes("keychain-locked").await?;
    app.click("keychain-retry").await?;
    app.until("document.querySelector('[data-testid=keychain-retry]')?.innerText === 'Try again'")
        .await?;
    drop(locked);
    let _unlocked = session.keyring(true);
    app.click("keychain-retry").await?;
    app.until("!document.querySelector('[data-testid=keychain]')")
        .await?;
    app.quit().await
}

#[tokio::test]
async fn without_a_keyring_the_window_opens_and_says_so() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let nowhere = format!("unix:path={}", folder.path().join("bus").display());
    let display = Display::start("1280x800x24")?;
    let app = start(&display, &folder.path().join("data"), &nowhere).await?;
    app.until("document.querySelector('[data-testid=keychain]')?.innerText.includes('This machine has no keychain')")
        .await?;
    app.keep_both_themes("keychain-missing").await?;
    let ports = app.ports()?;
    assert!(
        ports.is_empty(),
        "nobody signs in, and it listens: {ports:?}"
    );
    app.quit().await
}
