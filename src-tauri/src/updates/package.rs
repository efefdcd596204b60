//! Installation of a verified package by the system's own program, which `pkexec` runs once the user permits it. The program asks for no
//! password itself.

use std::{io::Write as _, process::Stdio, time::Duration};

use tokio::{io::AsyncReadExt as _, process::Command};
use updates::UpdateError;

/// The longest time for the permission and the installation.
const LIMIT: Duration = Duration::from_secs(15 * 60);
/// Most that is kept of what the program says, in bytes.
const MOST_SAID: usize = 16 * 1024;
/// Longest reason that is shown, in characters.
const MOST_SHOWN: usize = 300;
/// What `pkexec` answers if the user closed its dialog, or may not do it.
const DISMISSED: i32 = 126;
const NOT_PERMITTED: i32 = 127;

/// A kind of package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Of Debian and its relatives.
    Deb,
    /// Of Fedora and its relatives.
    Rpm,
}

/// Where a package has its program, and the file that names its kind.
const PROGRAM: &str = "/usr/bin/innkeeper";
const INSTALLED_BY: &str = "/usr/share/innkeeper/package";

impl Kind {
    /// Returns the package that this program came with, if it came with one.
    pub(crate) fn here() -> Option<Self> {
        let program = std::env::current_exe().ok()?;
        (program == std::path::Path::new(PROGRAM))
            .then(|| Self::named(std::path::Path::new(INSTALLED_BY)))?
    }

    /// Reads the file that names the kind.
    fn named(file: &std::path::Path) -> Option<Self> {
        use std::io::Read as _;

        let mut name = String::new();
        let opened = std::fs::File::open(file).ok()?;
        opened.take(16).read_to_string(&mut name).ok()?;
        match name.trim() {
            "deb" => Some(Self::Deb),
            "rpm" => Some(Self::Rpm),
            _ => None,
        }
    }

    /// Returns the name of its files in the list of an update server.
    pub(crate) fn target(self) -> String {
        let kind = match self {
            Self::Deb => "deb",
            Self::Rpm => "rpm",
        };
        format!("linux-{}-{kind}", std::env::consts::ARCH)
    }

    fn command(self) -> [&'static str; 2] {
        match self {
            Self::Deb => ["dpkg", "-i"],
            Self::Rpm => ["rpm", "-U"],
        }
    }

    fn file(self) -> &'static str {
        match self {
            Self::Deb => "innkeeper.deb",
            Self::Rpm => "innkeeper.rpm",
        }
    }

    /// Whether a file begins as a package of this kind does.
    fn fits(self, file: &[u8]) -> bool {
        match self {
            Self::Deb => file.starts_with(b"!<arch>\ndebian-binary"),
            Self::Rpm => file.starts_with(&[0xed, 0xab, 0xee, 0xdb]),
        }
    }
}

/// Installs a verified package.
pub(super) async fn install(kind: Kind, file: &[u8]) -> Result<(), UpdateError> {
    install_by("pkexec", kind, file).await
}

async fn install_by(pkexec: &str, kind: Kind, file: &[u8]) -> Result<(), UpdateError> {
    let failed = |error: std::io::Error| UpdateError::NotInstalled(error.to_string());
    if !kind.fits(file) {
        return Err(UpdateError::NoFile);
    }
    // Private to the user, and removed at the end.
    let mut builder = tempfile::Builder::new();
    builder.prefix("innkeeper-update-");
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = builder.tempdir().map_err(failed)?;
    let path = folder.path().join(kind.file());
    let mut written = std::fs::File::create_new(&path).map_err(failed)?;
    written.write_all(file).map_err(failed)?;
    written.sync_all().map_err(failed)?;
    drop(written);
    #[allow(
        clippy::disallowed_methods,
        reason = "pkexec asks the user itself, in the user's own session"
    )]
    let child = Command::new(pkexec)
        .args(kind.command())
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn();
    let mut child = child.map_err(|error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            return UpdateError::NoPkexec;
        }
        failed(error)
    })?;
    let ended = async {
        let mut said = Vec::new();
        if let Some(mut stderr) = child.stderr.take() {
            // To its end, so that the program can write it all; the last of it is kept.
            while stderr.read_buf(&mut said).await? > 0 {
                let surplus = said.len().saturating_sub(MOST_SAID);
                said.drain(..surplus);
            }
        }
        Ok((child.wait().await?, said))
    };
    let (status, said) = tokio::time::timeout(LIMIT, ended)
        .await
        .map_err(|_| UpdateError::NotPermitted)?
        .map_err(failed)?;
    match status.code() {
        Some(0) => Ok(()),
        Some(DISMISSED | NOT_PERMITTED) => Err(UpdateError::NotPermitted),
        Some(_) | None => {
            let said = String::from_utf8_lossy(&said);
            let last = said.lines().rev().find(|line| !line.trim().is_empty());
            let last = last.map_or_else(|| status.to_string(), domain::visible);
            Err(UpdateError::NotInstalled(
                last.chars().take(MOST_SHOWN).collect(),
            ))
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::{os::unix::fs::PermissionsExt, path::Path};

    use super::*;

    const DEB: &[u8] = b"!<arch>\ndebian-binary   rest";

    /// A program in place of `pkexec`.
    fn fake(folder: &Path, script: &str) -> String {
        let path = folder.join("pkexec");
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o700)).unwrap();
        path.display().to_string()
    }

    #[tokio::test]
    async fn package_is_given_to_the_systems_program_and_removed_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let (got, words) = (folder.path().join("got"), folder.path().join("words"));
        let script = format!(
            "echo \"$@\" > {words}; stat -c %a \"$(dirname \"$3\")\" >> {words}; cp \"$3\" {got}",
            words = words.display(),
            got = got.display()
        );
        let pkexec = fake(folder.path(), &script);
        install_by(&pkexec, Kind::Deb, DEB).await.unwrap();
        assert_eq!(std::fs::read(&got).unwrap(), DEB);
        let words = std::fs::read_to_string(words).unwrap();
        let (command, mode) = words.trim().split_once('\n').unwrap();
        let path = command.strip_prefix("dpkg -i ").unwrap();
        assert!(path.ends_with("/innkeeper.deb"), "{path}");
        assert_eq!(mode, "700");
        assert!(!Path::new(path).exists() && !Path::new(path).parent().unwrap().exists());
    }

    #[test]
    fn package_is_known_by_the_file_that_it_brings() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("package");
        assert_eq!(Kind::named(&file), None);
        for (text, kind) in [
            ("deb\n", Some(Kind::Deb)),
            ("rpm\n", Some(Kind::Rpm)),
            ("", None),
            ("deb deb\n", None),
            ("rpm, and much more than a name", None),
        ] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(Kind::named(&file), kind, "{text}");
        }
        assert_eq!(Kind::here(), None, "a test was not installed");
        assert!(Kind::Rpm.target().ends_with("-rpm"));
    }

    #[tokio::test]
    async fn refusal_and_failure_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        for (script, expected) in [
            ("exit 126", UpdateError::NotPermitted),
            ("exit 127", UpdateError::NotPermitted),
            (
                "echo 'dpkg: error: no space' >&2; echo >&2; exit 1",
                UpdateError::NotInstalled("dpkg: error: no space".into()),
            ),
        ] {
            let pkexec = fake(folder.path(), script);
            let refused = install_by(&pkexec, Kind::Deb, DEB).await.unwrap_err();
            assert_eq!(refused, expected);
        }
        let missing = folder.path().join("none").display().to_string();
        let refused = install_by(&missing, Kind::Deb, DEB).await.unwrap_err();
        assert_eq!(refused, UpdateError::NoPkexec);
        // Another kind of file is not given to it.
        let pkexec = fake(folder.path(), "exit 0");
        for file in [b"\x7fELF".as_slice(), DEB] {
            let refused = install_by(&pkexec, Kind::Rpm, file).await.unwrap_err();
            assert_eq!(refused, UpdateError::NoFile);
        }
    }
}
