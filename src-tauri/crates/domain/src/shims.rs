//! Shims: small programs of a version manager, which look in its folder for the program that they stand for.

use std::path::{Path, PathBuf};

/// The names of the folders of version managers, without a dot before them.
const MANAGERS: [&str; 8] = [
    "pyenv", "nodenv", "rbenv", "goenv", "jenv", "asdf", "mise", "proto",
];

/// Returns the folder of the version manager whose shim a program is, by the names alone. A folder that has another name is none, and
/// neither is the user's home or a folder above it.
#[must_use]
pub fn version_manager(program: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let shims = program.parent()?;
    let folder = shims.parent()?;
    let name = folder.file_name()?.to_str()?;
    let name = name.strip_prefix('.').unwrap_or(name);
    let holds_home = home.is_some_and(|home| home.starts_with(folder));
    let is_one = shims.ends_with("shims") && MANAGERS.contains(&name) && !holds_home;
    is_one.then(|| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_of_a_version_manager_is_found_and_a_home_is_not() {
        let home = Some(Path::new("/home/mise"));
        let of = |program: &str| version_manager(Path::new(program), home);
        for folder in [
            "/home/ada/.pyenv",
            "/opt/pyenv",
            "/home/mise/.local/share/mise",
        ] {
            let found = of(&format!("{folder}/shims/python3"));
            assert_eq!(found.as_deref(), Some(Path::new(folder)));
        }
        for other in [
            "/home/ada/shims/python3",
            "/shims/python3",
            "/root/shims/python3",
            "/home/ada/.pyenv/bin/python3",
            "/home/ada/.pyenv/shims/more/python3",
            "/home/mise/shims/python3",
            "python3",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
