//! What a program of this machine needs beside its own file, where it is not one of the system.

use std::path::{Path, PathBuf};

/// Files and folders that a program is started from: the file that it is a link to, the installation of Node.js that it belongs
/// to, and the folder of a version manager whose shim it is. Never a folder for being above the program alone: that may be the home.
pub(super) fn of(program: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    paths.extend(domain::version_manager(
        program,
        std::env::home_dir().as_deref(),
    ));
    let Ok(file) = dunce::canonicalize(program) else {
        return paths;
    };
    let installation = file
        .ancestors()
        .skip(2)
        .find(|folder| folder.join("lib/node_modules").is_dir());
    paths.extend(installation.map(Path::to_owned));
    if file != program {
        paths.push(file);
    }
    paths.retain(|path| path.parent().is_some());
    paths
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use super::*;

    #[test]
    fn home_of_a_lone_program_is_not_opened() {
        let home = tempfile::tempdir().unwrap();
        let home = dunce::canonicalize(home.path()).unwrap();
        let file = |path: &str| {
            let path = home.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            path
        };
        assert!(of(&file("bin/uv")).is_empty());
        assert_eq!(of(&file(".pyenv/shims/python3")), [home.join(".pyenv")]);
        assert!(of(&file("shims/python3")).is_empty());

        let npm = file(".nvm/v20/lib/node_modules/npm/bin/npm-cli.js");
        let node = file(".nvm/v20/bin/node");
        let link = home.join(".nvm/v20/bin/npm");
        symlink(&npm, &link).unwrap();
        assert_eq!(of(&node), [home.join(".nvm/v20")]);
        assert_eq!(of(&link), [home.join(".nvm/v20"), npm]);
        assert!(of(&home.join("missing")).is_empty());
    }
}
