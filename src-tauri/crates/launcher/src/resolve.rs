//! How a command becomes a file: the search that the launch review shows and that runs again just before the start.

use std::path::{Path, PathBuf};

use domain::ResolvedProgram;

use crate::{LaunchError, platform};

/// The file `command` leads to.
///
/// A command with a path separator is taken from `cwd` when it is relative. Any other is searched for in the absolute
/// folders of `path_value`, in order; relative and empty entries of `PATH` are passed over, since what they mean depends
/// on where the host was started.
///
/// # Errors
/// [`LaunchError::NotFound`] with every folder searched, [`LaunchError::HoldsArguments`] and [`LaunchError::Tilde`] where
/// the command was written for a shell, [`LaunchError::NotExecutable`] when all that was found cannot
/// be run by this user, [`LaunchError::EmptyCommand`], [`LaunchError::NulByte`].
pub fn resolve(
    command: &str,
    cwd: &Path,
    path_value: &str,
) -> Result<ResolvedProgram, LaunchError> {
    if command.is_empty() {
        return Err(LaunchError::EmptyCommand);
    }
    if command.contains('\0') {
        return Err(LaunchError::NulByte { part: "command" });
    }
    match search(command, cwd, path_value) {
        Err(LaunchError::NotFound { command, searched }) => {
            Err(misread(command, searched, cwd, path_value))
        }
        found => found,
    }
}

fn search(command: &str, cwd: &Path, path_value: &str) -> Result<ResolvedProgram, LaunchError> {
    if command.chars().any(std::path::is_separator) {
        find(command, &[cwd.to_path_buf()], Vec::new())
    } else {
        let folders = folders(path_value);
        find(command, &folders, folders.clone())
    }
}

/// A command that is not there is often one that only a shell would understand.
fn misread(command: String, searched: Vec<PathBuf>, cwd: &Path, path_value: &str) -> LaunchError {
    if begins_with_tilde(&command) {
        return tilde("command", &command);
    }
    let first = command.split_whitespace().next().unwrap_or_default();
    let first = first.trim_matches(['"', '\'']);
    if first.len() < command.len()
        && let Ok(found) = search(first, cwd, path_value)
    {
        return LaunchError::HoldsArguments {
            program: found.path,
            command,
        };
    }
    LaunchError::NotFound { command, searched }
}

/// Whether a path begins with the home folder as a shell writes it.
#[must_use]
pub fn begins_with_tilde(path: &str) -> bool {
    path == "~" || path.starts_with("~/") || path.starts_with("~\\")
}

/// The same path with the home folder in the place of `~`.
#[must_use]
pub fn without_tilde(path: &str) -> Option<PathBuf> {
    let rest = path.strip_prefix('~')?.trim_start_matches(['/', '\\']);
    Some(std::env::home_dir()?.join(rest))
}

pub(crate) fn tilde(part: &'static str, path: &str) -> LaunchError {
    LaunchError::Tilde {
        part,
        path: path.to_owned(),
        meant: without_tilde(path),
    }
}

fn folders(path_value: &str) -> Vec<PathBuf> {
    std::env::split_paths(path_value)
        .filter(|folder| folder.is_absolute())
        .collect()
}

fn find(
    command: &str,
    folders: &[PathBuf],
    searched: Vec<PathBuf>,
) -> Result<ResolvedProgram, LaunchError> {
    let mut refused = None;
    for folder in folders {
        for name in platform::file_names(command) {
            let path = folder.join(name);
            if platform::can_run(&path) {
                return Ok(found(path, searched));
            }
            if path.exists() && refused.is_none() {
                refused = Some(path);
            }
        }
    }
    Err(match refused {
        Some(path) => LaunchError::NotExecutable { path },
        None => LaunchError::NotFound {
            command: command.to_owned(),
            searched,
        },
    })
}

fn found(path: PathBuf, searched: Vec<PathBuf>) -> ResolvedProgram {
    // Takes `.` and doubled separators out, so that equal files show as equal paths; `..` stays, for links' sake.
    let path = std::path::absolute(&path).unwrap_or(path);
    let target = dunce::canonicalize(&path)
        .ok()
        .filter(|target| *target != path);
    ResolvedProgram {
        path,
        target,
        searched,
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt};

    use super::*;

    #[test]
    fn search_follows_path_order_and_names_what_it_searched() {
        let root = tempfile::tempdir().unwrap();
        let (first, second) = (root.path().join("first"), root.path().join("second"));
        for folder in [&first, &second] {
            fs::create_dir(folder).unwrap();
        }
        let path_value = format!("{}:relative::{}", first.display(), second.display());
        let missing = resolve("tool", root.path(), &path_value).unwrap_err();
        assert!(
            missing.to_string().contains(&*second.to_string_lossy()),
            "{missing}"
        );
        let LaunchError::NotFound { command, searched } = missing else {
            panic!("{missing:?}")
        };
        assert_eq!(
            (command.as_str(), searched),
            ("tool", vec![first.clone(), second.clone()])
        );

        fs::write(first.join("tool"), "").unwrap();
        let refused = resolve("tool", root.path(), &path_value);
        assert!(
            matches!(&refused, Err(LaunchError::NotExecutable { path }) if *path == first.join("tool")),
            "{refused:?}"
        );

        let real = second.join("tool-1.0");
        fs::write(&real, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o755)).unwrap();
        std::os::unix::fs::symlink(&real, second.join("tool")).unwrap();
        let found = resolve("tool", root.path(), &path_value).unwrap();
        assert_eq!(found.path, second.join("tool"));
        assert_eq!(found.target, Some(dunce::canonicalize(&real).unwrap()));
        assert_eq!(found.searched, vec![first, second.clone()]);

        let relative = resolve("./second/tool-1.0", root.path(), &path_value).unwrap();
        assert_eq!((relative.path, relative.searched), (real, vec![]));
        assert!(matches!(
            resolve("./second", root.path(), ""),
            Err(LaunchError::NotExecutable { .. })
        ));
    }

    #[test]
    fn commands_no_program_can_have_are_refused() {
        let cwd = Path::new("/");
        assert!(matches!(
            resolve("", cwd, "/bin"),
            Err(LaunchError::EmptyCommand)
        ));
        assert!(matches!(
            resolve("a\0b", cwd, "/bin"),
            Err(LaunchError::NulByte { part: "command" })
        ));
    }
}
