//! Package runner caches, and the symptoms of an incomplete one.

use std::path::{Path, PathBuf};

use domain::LocalLaunch;
use launcher::{PackageRun, Runner};

/// An incomplete cache folder of a package runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BrokenCache {
    /// The runner.
    pub runner: Runner,
    /// The folder, if it could be determined.
    pub folder: Option<PathBuf>,
}

/// Error output of npm for a folder left incomplete by an interrupted installation.
const NPM_SIGNS: [&str; 8] = [
    "MODULE_NOT_FOUND",
    "ERR_MODULE_NOT_FOUND",
    "ERR_INVALID_PACKAGE_CONFIG",
    "Invalid Version",
    "ENOTEMPTY",
    "EINTEGRITY",
    "ECOMPROMISED",
    "EEXIST",
];

/// Error output of uv and pipx, and of Python for an incomplete package.
const PYTHON_SIGNS: [&str; 9] = [
    "ModuleNotFoundError",
    "ImportError",
    "PackageNotFoundError",
    "Failed to deserialize cache entry",
    "Failed to read from the distribution cache",
    "failed to read metadata",
    "RECORD file",
    "No such file or directory",
    "not a valid virtual environment",
];

/// Detects an incomplete cache from the error output. A folder is named only if it exists.
pub(super) fn broken(
    run: &PackageRun,
    launch: &LocalLaunch,
    home: Option<&Path>,
    stderr: &str,
    code: Option<i32>,
) -> Option<BrokenCache> {
    // The paths of a confined program are those of its sandbox.
    let stderr = match home.and_then(Path::to_str) {
        Some(home) => &stderr.replace(sandbox::HOME, home),
        None => stderr,
    };
    let found = |folder: Option<PathBuf>| {
        let folder = folder.filter(|folder| folder.is_dir());
        Some(BrokenCache {
            runner: run.runner,
            folder,
        })
    };
    match run.runner {
        Runner::Npm => npm(run, launch, home, stderr, code).and_then(found),
        Runner::Uv | Runner::UvProject => {
            let folder = folder_at(
                stderr,
                &["uv/archive-v0/", "uv/environments-v2/", "uv/tools/"],
            );
            let sign = PYTHON_SIGNS.iter().any(|sign| stderr.contains(sign));
            (sign && folder.is_some()).then(|| found(folder)).flatten()
        }
        Runner::Pipx => {
            let folder = folder_at(stderr, &["pipx/.cache/", "pipx/venvs/"]);
            let sign = PYTHON_SIGNS.iter().any(|sign| stderr.contains(sign));
            (sign && folder.is_some()).then(|| found(folder)).flatten()
        }
        Runner::Pnpm | Runner::Bun | Runner::Yarn => {
            let folder = folder_at(
                stderr,
                &["pnpm/dlx/", "/bunx-", ".bun/install/cache/", "xfs-"],
            );
            let sign = NPM_SIGNS.iter().any(|sign| stderr.contains(sign));
            (sign && folder.is_some()).then(|| found(folder)).flatten()
        }
        Runner::Deno | Runner::Container | Runner::Compiler => None,
    }
}

/// Returns the folder that npm's output is about; none if the output has another subject.
#[allow(
    clippy::option_option,
    reason = "about the cache, and then its folder if it is known"
)]
fn npm(
    run: &PackageRun,
    launch: &LocalLaunch,
    home: Option<&Path>,
    stderr: &str,
    code: Option<i32>,
) -> Option<Option<PathBuf>> {
    let cache = npm_cache(launch, home, stderr);
    let downloads = cache.as_ref().map(|cache| cache.join("_cacache"));
    if stderr.contains("EINTEGRITY") || stderr.contains("_cacache") {
        return Some(folder_at(stderr, &["_cacache"]).or(downloads));
    }
    let package = folder_at(stderr, &["_npx/"]).or_else(|| launcher::npx_folder(run, &cache?));
    let says = NPM_SIGNS.iter().any(|sign| stderr.contains(sign));
    // The shell cannot find the file to start, because it is missing in the folder.
    let lost = code == Some(127) && package.as_ref().is_some_and(|folder| folder.is_dir());
    let of_npm =
        stderr.contains("npm error") || stderr.contains("npm ERR!") || stderr.contains("_npx");
    ((says && of_npm) || lost).then_some(package)
}

/// Returns npm's cache folder: from its output, else from its configuration.
fn npm_cache(launch: &LocalLaunch, home: Option<&Path>, stderr: &str) -> Option<PathBuf> {
    let logs = folder_at(stderr, &["_logs"]);
    let said = logs.and_then(|logs| Some(logs.parent()?.to_path_buf()));
    said.or_else(|| launcher::npm_cache(launch, home))
}

/// Returns the first path in a text that leads through one of these folders. The path ends with the folder, or with its single
/// subfolder where the marker ends with a separator.
fn folder_at(text: &str, markers: &[&str]) -> Option<PathBuf> {
    markers.iter().find_map(|marker| {
        let text = text.replace('\\', "/");
        let at = text.find(marker)?;
        let edge = |c: char| c.is_whitespace() || "'\"`()<>,;“”‘’".contains(c);
        let start = text[..at].rfind(edge).map_or(0, |before| {
            before + text[before..].chars().next().map_or(1, char::len_utf8)
        });
        let rest = &text[at + marker.len()..];
        let end = rest.find(|c: char| c == '/' || c == ':' || edge(c));
        let name = &rest[..end.unwrap_or(rest.len())];
        let folder = text[start..at + marker.len() + name.len()].trim_start_matches("file://");
        Path::new(folder)
            .is_absolute()
            .then(|| PathBuf::from(folder))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_is_cut_out_of_what_the_runner_says() {
        let node = "Error: Cannot find module 'x'\nRequire stack:\n- /home/me/.npm/_npx/0a1b/node_modules/g/server.js\n";
        assert_eq!(
            folder_at(node, &["_npx/"]),
            Some("/home/me/.npm/_npx/0a1b".into())
        );
        let esm = "imported from file:///home/me/.npm/_npx/0a1b/node_modules/g/index.js";
        assert_eq!(
            folder_at(esm, &["_npx/"]),
            Some("/home/me/.npm/_npx/0a1b".into())
        );
        let logs =
            "npm error A complete log of this run can be found in: /c/_logs/2026-debug-0.log";
        assert_eq!(folder_at(logs, &["_logs"]), Some("/c/_logs".into()));
        assert_eq!(
            folder_at(
                "File \"/h/.cache/uv/archive-v0/Zq_1/lib/x.py\", line 3",
                &["uv/archive-v0/"]
            ),
            Some("/h/.cache/uv/archive-v0/Zq_1".into())
        );
        assert_eq!(folder_at("_npx/ relative", &["_npx/"]), None);
    }
}
