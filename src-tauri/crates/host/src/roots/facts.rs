//! Facts about a folder before it is granted: its size, probable secrets, its repository.

use std::path::{Path, PathBuf};

use consent::{RootFacts, SecretFound, SecretKind};

use crate::walk::{QUICK, walk};

/// Maximum number of secrets that are named.
const NAMED: usize = 20;

/// Inspects a folder, within limits. Links are not followed.
pub(super) fn look(folder: &Path) -> RootFacts {
    let mut facts = RootFacts {
        repository: repository(folder).map(|found| found.to_string_lossy().into_owned()),
        ..RootFacts::default()
    };
    let ended = walk(folder, QUICK, |entry, kind, within| {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(what) = secret(&name, kind.is_dir(), within) {
            note(&mut facts, folder, &entry.path(), what);
        }
        if kind.is_file() {
            facts.files += 1;
            facts.bytes += entry.metadata().map_or(0, |meta| meta.len());
        }
        true
    });
    facts.more = !ended;
    facts
}

fn note(facts: &mut RootFacts, folder: &Path, path: &Path, what: SecretKind) {
    if facts.secrets.len() < NAMED {
        let path = path.strip_prefix(folder).unwrap_or(path);
        facts.secrets.push(SecretFound {
            path: path.to_string_lossy().into_owned(),
            what,
        });
    } else {
        facts.more_secrets += 1;
    }
}

/// Returns the kind of secret that an entry's name indicates, if any.
pub(crate) fn secret(name: &str, folder: bool, within: &Path) -> Option<SecretKind> {
    let name = name.to_lowercase();
    let ends = |end: &str| name.ends_with(end);
    let inside = |parent: &str| {
        let last = within.file_name();
        last.is_some_and(|last| last.to_string_lossy().eq_ignore_ascii_case(parent))
    };
    if folder {
        return match name.as_str() {
            ".ssh" => Some(SecretKind::MachineKeys),
            ".gnupg" => Some(SecretKind::EncryptionKeys),
            ".password-store" => Some(SecretKind::Passwords),
            "keyrings" => Some(SecretKind::Keychain),
            _ => None,
        };
    }
    let example = ends(".example") || ends(".sample") || ends(".template") || ends(".dist");
    match name.as_str() {
        ".env" | ".envrc" => Some(SecretKind::EnvironmentFile),
        ".netrc" | "_netrc" | ".git-credentials" | ".pgpass" | ".my.cnf" => {
            Some(SecretKind::Passwords)
        }
        ".npmrc" | ".pypirc" => Some(SecretKind::RegistryKeys),
        "id_rsa" | "id_dsa" | "id_ecdsa" | "id_ed25519" => Some(SecretKind::PrivateKey),
        "credentials" if inside(".aws") => Some(SecretKind::CloudKeys),
        "login data" | "logins.json" | "key4.db" | "cookies.sqlite" => {
            Some(SecretKind::BrowserProfile)
        }
        "wallet.dat" => Some(SecretKind::Wallet),
        _ if name.starts_with(".env.") && !example => Some(SecretKind::EnvironmentFile),
        _ if ends(".kdbx") || ends(".keychain") || ends(".keychain-db") => {
            Some(SecretKind::Passwords)
        }
        _ if ends(".p12") || ends(".pfx") || ends(".key") || ends(".ppk") => {
            Some(SecretKind::PrivateKey)
        }
        _ if ends(".pem") && (name.contains("key") || name.contains("priv")) => {
            Some(SecretKind::PrivateKey)
        }
        _ => None,
    }
}

/// Returns the repository that contains a folder: the folder itself or one above it.
fn repository(folder: &Path) -> Option<PathBuf> {
    folder
        .ancestors()
        .find(|above| is_repository(above))
        .map(Path::to_path_buf)
}

/// Whether a folder is the root of a repository.
pub(super) fn is_repository(folder: &Path) -> bool {
    [".git", ".hg", ".jj", ".svn"]
        .iter()
        .any(|mark| folder.join(mark).exists())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn secrets_are_named_and_links_are_not_followed() {
        let dir = tempfile::tempdir().unwrap();
        let top = dir.path().join("work");
        for folder in ["work/.git", "work/deploy/.aws", "elsewhere"] {
            fs::create_dir_all(dir.path().join(folder)).unwrap();
        }
        for file in [
            "work/.env",
            "work/.env.example",
            "work/deploy/id_ed25519",
            "work/deploy/id_ed25519.pub",
            "work/deploy/.aws/credentials",
            "work/credentials",
            "work/notes.txt",
            "elsewhere/.env",
        ] {
            fs::write(dir.path().join(file), "12345").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(dir.path().join("elsewhere"), top.join("link")).unwrap();
        let facts = look(&top);
        let mut named: Vec<&str> = facts.secrets.iter().map(|s| s.path.as_str()).collect();
        named.sort_unstable();
        assert_eq!(
            named,
            [".env", "deploy/.aws/credentials", "deploy/id_ed25519"]
        );
        assert_eq!((facts.files, facts.bytes, facts.more), (7, 35, false));
        assert_eq!(facts.repository.as_deref(), top.to_str());
        assert_eq!(
            look(&top.join("deploy")).repository.as_deref(),
            top.to_str()
        );
    }
}
