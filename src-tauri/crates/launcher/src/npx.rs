//! The folder in which `npx` installs a package: one that is ended by force leaves it half written, and every later start of
//! that package then fails, in other programs too.

use std::path::{Path, PathBuf};

use domain::{EnvSource, LocalLaunch, Runner};
use sha2::{Digest, Sha512};

use crate::{resolve::without_tilde, runner::PackageRun};

/// The folder of a package below npm's cache; none where it cannot be told from the command.
#[must_use]
pub fn npx_folder(run: &PackageRun, cache: &Path) -> Option<PathBuf> {
    if run.runner != Runner::Npm {
        return None;
    }
    Some(cache.join("_npx").join(hash(&run.packages)?))
}

/// The first 16 digits of the hash of all packages; none for a folder, which npm names by its full path.
fn hash(packages: &[String]) -> Option<String> {
    let is_folder =
        |package: &String| package.starts_with(['.', '/', '~']) || package.contains('\\');
    if packages.is_empty() || packages.iter().any(is_folder) {
        return None;
    }
    let mut packages = packages.to_vec();
    packages.sort_unstable();
    let hash = Sha512::digest(packages.join("\n"));
    let digits = hash.iter().take(8).map(|byte| format!("{byte:02x}"));
    Some(digits.collect())
}

/// Where npm keeps its cache, as the server's variables, the user's file and npm's default say. `private`: the home that a
/// confined server has in the place of the user's.
#[must_use]
pub fn npm_cache(launch: &LocalLaunch, private: Option<&Path>) -> Option<PathBuf> {
    let given = launch.env.iter().find(|entry| {
        entry.source == EnvSource::Host && entry.name.eq_ignore_ascii_case("npm_config_cache")
    });
    if let Some(entry) = given {
        return std::env::var_os(&entry.name).map(PathBuf::from);
    }
    if let Some(home) = private {
        return Some(home.join(".npm"));
    }
    let home = std::env::home_dir()?;
    let file = std::fs::read_to_string(home.join(".npmrc")).unwrap_or_default();
    let mut settings = file.lines().filter_map(|line| line.split_once('='));
    if let Some((_, named)) = settings.find(|(key, _)| key.trim() == "cache") {
        let named = named.trim().replace("${HOME}", &home.to_string_lossy());
        return Some(without_tilde(&named).unwrap_or_else(|| PathBuf::from(named)));
    }
    if cfg!(windows) {
        return std::env::var_os("LOCALAPPDATA").map(|local| Path::new(&local).join("npm-cache"));
    }
    Some(home.join(".npm"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn folder_has_the_name_that_npm_gives_it() {
        let packages = |all: &[&str]| all.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            hash(&packages(&["slow-guest"])).as_deref(),
            Some("a692fdb9259cf7bf")
        );
        assert_eq!(hash(&packages(&["./here"])), None);
        assert_eq!(hash(&[]), None);
    }
}
