//! Builds the specification that is shown for approval and then started unchanged.

use std::path::{Path, PathBuf};

use domain::{
    Confinement, EnvEntry, EnvSource, InstalledPackage, LocalLaunch, PassedRoot, ServerId,
};

use crate::{
    LaunchError, platform, resolve,
    resolve::{begins_with_tilde, tilde},
};

/// A checked specification for a program on this machine. It says that the program is unconfined, until [`crate::confine`] says
/// otherwise.
///
/// `cwd` defaults to this user's home folder. `env` is sorted by name. `path_value` is what the server gets as `PATH` and
/// where the command is searched: usually [`crate::search_path`].
///
/// # Errors
/// What [`resolve`] refuses; a working directory that is not an existing folder with an absolute path; a NUL byte
/// anywhere; a variable's name that is invalid, `PATH`, or given twice.
pub fn local_spec(
    server: ServerId,
    command: &str,
    args: Vec<String>,
    cwd: Option<&Path>,
    env: Vec<EnvEntry>,
    path_value: &str,
) -> Result<LocalLaunch, LaunchError> {
    if path_value.contains('\0') {
        return Err(LaunchError::NulByte { part: "PATH" });
    }
    if args.iter().any(|arg| arg.contains('\0')) {
        return Err(LaunchError::NulByte { part: "argument" });
    }
    let env = checked_env(env)?;
    let cwd = checked_cwd(cwd)?;
    Ok(LocalLaunch {
        server,
        command: command.to_owned(),
        program: resolve(command, &cwd, path_value)?,
        args,
        cwd,
        env,
        risky: Vec::new(),
        plain: Vec::new(),
        roots: Vec::new(),
        contents: Vec::new(),
        path_value: path_value.to_owned(),
        confinement: Confinement::Unconfined { instead: None },
        package: None,
    })
}

/// The same for a command whose package was installed. The command itself is not looked for.
///
/// # Errors
/// As for [`local_spec`].
pub fn package_spec(
    server: ServerId,
    (command, args): (&str, Vec<String>),
    package: InstalledPackage,
    cwd: Option<&Path>,
    env: Vec<EnvEntry>,
    path_value: &str,
) -> Result<LocalLaunch, LaunchError> {
    let program = package.program.to_string_lossy().into_owned();
    if package.args.iter().any(|arg| arg.contains('\0')) {
        return Err(LaunchError::NulByte { part: "argument" });
    }
    let spec = local_spec(server, &program, args, cwd, env, path_value)?;
    Ok(LocalLaunch {
        command: command.to_owned(),
        package: Some(package),
        ..spec
    })
}

/// The same specification with granted folders that the program gets whether it asks for them or not.
///
/// # Errors
/// A NUL byte; a variable's name that is invalid, `PATH`, or set already.
pub fn with_roots(spec: LocalLaunch, roots: Vec<PassedRoot>) -> Result<LocalLaunch, LaunchError> {
    if roots.iter().any(|root| root.path.contains('\0')) {
        return Err(LaunchError::NulByte { part: "folder" });
    }
    let variables = roots.iter().filter_map(|root| root.variable.clone());
    let named = variables.map(|name| EnvEntry {
        name,
        source: EnvSource::Host,
    });
    checked_env(spec.env.iter().cloned().chain(named).collect())?;
    let last = roots.iter().filter(|root| root.variable.is_none());
    let last: Vec<String> = last.map(|root| root.path.clone()).collect();
    let package = spec.package.map(|mut package| {
        package.args.extend(last.iter().cloned());
        package
    });
    Ok(LocalLaunch {
        args: spec.args.into_iter().chain(last).collect(),
        roots,
        package,
        ..spec
    })
}

/// Whether a text can be the name of an environment variable.
#[must_use]
pub fn is_variable(name: &str) -> bool {
    is_env_name(name) && !platform::same_env_name(name, "PATH")
}

fn checked_cwd(cwd: Option<&Path>) -> Result<PathBuf, LaunchError> {
    let cwd = match cwd {
        Some(cwd) => cwd.to_path_buf(),
        None => std::env::home_dir().ok_or(LaunchError::NoHome)?,
    };
    if cwd.as_os_str().as_encoded_bytes().contains(&0) {
        return Err(LaunchError::NulByte {
            part: "working directory",
        });
    }
    if let Some(path) = cwd.to_str().filter(|path| begins_with_tilde(path)) {
        return Err(tilde("working directory", path));
    }
    if cwd.is_absolute() && cwd.is_dir() {
        Ok(cwd)
    } else {
        Err(LaunchError::Cwd { path: cwd })
    }
}

fn checked_env(mut env: Vec<EnvEntry>) -> Result<Vec<EnvEntry>, LaunchError> {
    if let Some(bad) = env.iter().find(|entry| !is_env_name(&entry.name)) {
        return Err(LaunchError::EnvName {
            name: bad.name.clone(),
        });
    }
    // What the review shows as the server's PATH must stay true.
    if let Some(path) = env
        .iter()
        .find(|entry| platform::same_env_name(&entry.name, "PATH"))
    {
        return Err(LaunchError::EnvReserved {
            name: path.name.clone(),
        });
    }
    for (index, entry) in env.iter().enumerate() {
        if env
            .iter()
            .skip(index + 1)
            .any(|other| platform::same_env_name(&other.name, &entry.name))
        {
            return Err(LaunchError::EnvDuplicate {
                name: entry.name.clone(),
            });
        }
    }
    env.sort();
    Ok(env)
}

fn is_env_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn with_env(names: &[&str]) -> Result<LocalLaunch, LaunchError> {
        let env = names
            .iter()
            .map(|name| EnvEntry {
                name: (*name).to_owned(),
                source: EnvSource::Host,
            })
            .collect();
        local_spec(
            ServerId::new(),
            "sh",
            vec![],
            Some(Path::new("/")),
            env,
            "/usr/bin:/bin",
        )
    }

    #[test]
    fn names_are_valid_sorted_and_single() {
        let names: Vec<_> = with_env(&["ZED", "A_1", "_x"])
            .unwrap()
            .env
            .into_iter()
            .map(|entry| entry.name)
            .collect();
        assert_eq!(names, ["A_1", "ZED", "_x"]);
        for bad in ["", "1A", "A=B", "A B", "A\0", "É", "BASH_FUNC_x%%"] {
            assert!(
                matches!(with_env(&[bad]), Err(LaunchError::EnvName { .. })),
                "{bad:?}"
            );
        }
        assert!(
            matches!(with_env(&["A", "B", "A"]), Err(LaunchError::EnvDuplicate { name }) if name == "A")
        );
        assert!(matches!(
            with_env(&["PATH"]),
            Err(LaunchError::EnvReserved { .. })
        ));
    }

    #[test]
    fn folder_and_arguments_are_checked() {
        let spec = |cwd: Option<&Path>, arg: &str| {
            local_spec(
                ServerId::new(),
                "sh",
                vec![arg.to_owned()],
                cwd,
                vec![],
                "/usr/bin:/bin",
            )
        };
        assert_eq!(spec(None, "").unwrap().cwd, std::env::home_dir().unwrap());
        for bad in ["tmp", "/nonexistent/folder", "/etc/passwd"] {
            assert!(
                matches!(spec(Some(Path::new(bad)), ""), Err(LaunchError::Cwd { .. })),
                "{bad}"
            );
        }
        assert!(matches!(
            spec(None, "a\0b"),
            Err(LaunchError::NulByte { part: "argument" })
        ));
        assert!(matches!(
            spec(Some(Path::new("/\0")), ""),
            Err(LaunchError::NulByte {
                part: "working directory"
            })
        ));
    }
}
