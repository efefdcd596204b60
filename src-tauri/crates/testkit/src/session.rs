//! A session of its own for a test about the keychain: a home, a bus that is there or not, a keyring that is locked or not.
//! Linux only; it needs `dbus-daemon`, `gdbus` and `gnome-keyring-daemon`.

use std::{
    io::{self, BufRead, BufReader, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// Names the test that runs again in a session of its own.
const INSIDE: &str = "INNKEEPER_TEST_SESSION";
const BUS: &str = "DBUS_SESSION_BUS_ADDRESS";

/// A home folder with a bus address in it where nobody listens yet. What was started in it ends with its value.
#[derive(Debug)]
pub struct Session {
    home: PathBuf,
}

/// A process that ends with this value.
#[derive(Debug)]
pub struct Owned(Child);

impl Drop for Owned {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Session {
    /// A session in an existing empty folder.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn new(home: &Path) -> io::Result<Self> {
        let run = home.join("run");
        std::fs::create_dir_all(&run)?;
        std::fs::set_permissions(&run, std::fs::Permissions::from_mode(0o700))?;
        Ok(Self {
            home: home.to_owned(),
        })
    }

    /// Runs the calling test once more, alone in a process in this session, whose own session this is then: the first time
    /// `None` is given when it passed. `test` is its full name.
    ///
    /// # Errors
    /// The process could not be started, or the test failed in it; what it said is in the error.
    pub fn of_this_test(test: &str, home: &Path) -> io::Result<Option<Self>> {
        if let Some(home) = std::env::var_os("HOME")
            && std::env::var_os(INSIDE).is_some_and(|name| name == test)
        {
            return Ok(Some(Self { home: home.into() }));
        }
        let session = Self::new(home)?;
        let output = session
            .command(std::env::current_exe()?)
            .args(["--exact", test, "--nocapture"])
            .env(INSIDE, test)
            .output()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        if output.status.success() && said.contains("1 passed") {
            return Ok(None);
        }
        Err(io::Error::other(said))
    }

    /// Its home folder.
    #[must_use]
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Where its bus is, or would be.
    #[must_use]
    pub fn address(&self) -> String {
        format!("unix:path={}", self.home.join("bus").display())
    }

    /// A program in this session.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env("HOME", &self.home)
            .env("XDG_DATA_HOME", self.home.join("share"))
            .env("XDG_CONFIG_HOME", self.home.join("config"))
            .env("XDG_CACHE_HOME", self.home.join("cache"))
            .env("XDG_RUNTIME_DIR", self.home.join("run"))
            .env(BUS, self.address())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null());
        command
    }

    /// Starts its bus.
    ///
    /// # Errors
    /// There is no `dbus-daemon`, or it does not start.
    pub fn bus(&self) -> io::Result<Owned> {
        let mut bus = self
            .command("dbus-daemon")
            .args(["--session", "--nofork", "--print-address", "--address"])
            .arg(self.address())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let said = bus.stdout.take();
        let bus = Owned(bus);
        let mut address = String::new();
        BufReader::new(said.ok_or(io::ErrorKind::BrokenPipe)?).read_line(&mut address)?;
        match address.starts_with("unix:path=") {
            true => Ok(bus),
            false => Err(io::Error::other("the bus did not start")),
        }
    }

    /// Starts a keyring on its bus: unlocked, which makes it the first time; or as it is after a start without its
    /// password, which is locked once it was made.
    ///
    /// # Errors
    /// There is no `gnome-keyring-daemon`, or it does not come up.
    pub fn keyring(&self, unlocked: bool) -> io::Result<Owned> {
        let mut command = self.command("gnome-keyring-daemon");
        command.args(["--foreground", "--components=secrets"]);
        if unlocked {
            command.arg("--unlock");
        }
        let mut daemon = Owned(
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()?,
        );
        let mut password = daemon.0.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        if unlocked {
            password.write_all(b"pw")?;
        }
        drop(password);
        let waited = self
            .command("gdbus")
            .args(["wait", "--session", "--timeout", "10"])
            .arg("org.freedesktop.secrets")
            .status()?;
        match waited.success() {
            true => Ok(daemon),
            false => Err(io::Error::other("the keyring did not come up")),
        }
    }
}
