//! Files that a program looks for in the user's home, and does not find in its own.

use std::path::{Component, Path, PathBuf};

use super::{
    found::{UNSEEN, paths_in},
    line::{LOOKED_FOR, Line},
};
use crate::servers::diagnosis::barrier::Barrier;

/// Names in a home that hold keys, tokens or passwords.
const SECRET: &[&str] = &[
    ".aws",
    ".azure",
    ".docker",
    ".git-credentials",
    ".gnupg",
    ".kube",
    ".my.cnf",
    ".netrc",
    ".npmrc",
    ".password-store",
    ".pgpass",
    ".pypirc",
    ".ssh",
    "gcloud",
    "gh",
];

/// Returns a file of the user's home that the program looks for in its own, where it is not.
pub(super) fn find(lines: &[Line<'_>], private: Option<&Path>) -> Option<Barrier> {
    let private = private?;
    let home = std::env::home_dir()?;
    let about = lines.iter().filter(|line| line.says(UNSEEN));
    let mut names = about
        .flat_map(|line| paths_in(line.text))
        .filter_map(|path| within_home(&path))
        .take(LOOKED_FOR);
    let name = names.find(|name| home.join(name).exists() && !private.join(name).exists())?;
    Some(barrier(&name, &home, private))
}

/// Returns a path relative to the home that a program was given, if it lies there and leads nowhere else.
fn within_home(path: &Path) -> Option<PathBuf> {
    let within = path
        .strip_prefix(sandbox::HOME)
        .or_else(|_| path.strip_prefix("~"))
        .ok()?;
    let plain = within
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    (plain && within.components().next().is_some()).then(|| within.to_path_buf())
}

fn barrier(name: &Path, home: &Path, private: &Path) -> Barrier {
    let shown = |path: &Path| path.to_string_lossy().into_owned();
    // A home is too much to grant.
    let folder = match home.join(name) {
        path if path.is_dir() => Some(path),
        path => path.parent().map(Path::to_path_buf),
    };
    let folder = folder.filter(|folder| folder != home);
    let secret = name.components().any(|part| {
        let part = part.as_os_str().to_string_lossy();
        SECRET.contains(&part.as_ref())
    });
    Barrier::Home {
        file: format!("~/{}", name.display()),
        folder: folder.as_deref().map(shown),
        private: shown(&private.join(name)),
        secret,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_with_keys_is_named_and_a_home_is_not() {
        let (home, private) = (Path::new("/home/me"), Path::new("/data/home"));
        let of = |name: &str| barrier(Path::new(name), home, private);
        let file = |file: &str, folder: Option<&str>, secret| Barrier::Home {
            file: format!("~/{file}"),
            folder: folder.map(str::to_owned),
            private: format!("/data/home/{file}"),
            secret,
        };
        let aws = file(".aws/credentials", Some("/home/me/.aws"), true);
        assert_eq!(of(".aws/credentials"), aws);
        assert_eq!(of(".gitconfig"), file(".gitconfig", None, false));
        assert_eq!(of(".netrc"), file(".netrc", None, true));
        let tool = file(".config/tool/a.toml", Some("/home/me/.config/tool"), false);
        assert_eq!(of(".config/tool/a.toml"), tool);
        assert_eq!(within_home(Path::new("/innkeeper/home/../x")), None);
        assert_eq!(within_home(Path::new("/innkeeper/home")), None);
        assert_eq!(within_home(Path::new("~/.aws/a")), Some(".aws/a".into()));
    }
}
