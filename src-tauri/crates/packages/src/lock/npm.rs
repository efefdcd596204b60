//! `package-lock.json`.

use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

use domain::{cut, is_loopback, visible};

use super::package::{Contents, PACKAGES_MAX, Package};
use crate::{
    error::{Bound, LockProblem, PackageError},
    execute::HostPort,
    registries::host_port,
};

/// npm's own registry. Where another one is configured, npm replaces this host in a lock with that one.
const DEFAULT_HOST: &str = "registry.npmjs.org";
const NAME_MAX: usize = 214;
const TEXT_MAX: usize = 1024;

#[derive(Deserialize)]
struct File {
    #[serde(rename = "lockfileVersion")]
    version: u64,
    packages: Map<String, Value>,
}

/// One entry, as far as it decides anything.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Locked {
    #[serde(default)]
    version: String,
    resolved: Option<String>,
    integrity: Option<String>,
    #[serde(default)]
    has_install_script: bool,
    #[serde(default)]
    in_bundle: bool,
    #[serde(default)]
    link: bool,
    deprecated: Option<String>,
}

/// Checks every entry.
pub(super) fn check(
    named: &[String],
    text: &str,
    hosts: &[HostPort],
) -> Result<Contents, PackageError> {
    let syntax = |_| PackageError::Lock(LockProblem::Syntax);
    let file: File = serde_json::from_str(text).map_err(syntax)?;
    if !matches!(file.version, 2 | 3) {
        return Err(PackageError::Lock(LockProblem::Syntax));
    }
    if file.packages.len() > PACKAGES_MAX {
        return Err(PackageError::TooLarge(Bound::Packages));
    }
    let is_there = |name: &String| file.packages.contains_key(&format!("node_modules/{name}"));
    if !named.iter().all(is_there) {
        return Err(PackageError::Lock(LockProblem::NoMain));
    }
    let mut packages = Vec::new();
    let mut scripts = Vec::new();
    let mut main = None;
    let wanted = named.first().map(|name| format!("node_modules/{name}"));
    for (folder, value) in file.packages {
        if folder.is_empty() {
            continue;
        }
        let entry: Locked = serde_json::from_value(value).map_err(syntax)?;
        let name = name_of(&folder)?;
        check_origin(&name, &entry, hosts).map_err(PackageError::Lock)?;
        let shown = visible(&name);
        let package = Package {
            name: shown.clone(),
            version: visible(cut(&entry.version, NAME_MAX)),
        };
        if entry.has_install_script {
            scripts.push(shown);
        }
        if wanted.as_deref() == Some(&*folder) {
            let deprecated = entry.deprecated.map(|text| visible(cut(&text, TEXT_MAX)));
            main = Some((package.clone(), deprecated));
        }
        packages.push(package);
    }
    packages.sort();
    packages.dedup();
    scripts.sort();
    scripts.dedup();
    let (main, deprecated) = main.ok_or(PackageError::Lock(LockProblem::NoMain))?;
    Ok(Contents {
        main,
        packages,
        with_install_scripts: scripts,
        deprecated,
    })
}

/// The name of the package in a folder such as `node_modules/a/node_modules/@scope/b`.
fn name_of(folder: &str) -> Result<String, PackageError> {
    let bad = || {
        let shown = visible(cut(folder, TEXT_MAX));
        PackageError::Lock(LockProblem::Path(shown))
    };
    let mut name = String::new();
    let mut parts = folder.split('/');
    while let Some(part) = parts.next() {
        if part != "node_modules" {
            return Err(bad());
        }
        let first = parts.next().filter(|part| is_plain(part)).ok_or_else(bad)?;
        name = if first.starts_with('@') {
            let second = parts.next().filter(|part| is_plain(part)).ok_or_else(bad)?;
            format!("{first}/{second}")
        } else {
            first.to_owned()
        };
    }
    if name.len() > NAME_MAX {
        return Err(bad());
    }
    Ok(name)
}

/// Whether a part of a path is a name and nothing else.
fn is_plain(part: &str) -> bool {
    !part.is_empty()
        && !part.starts_with(['.', '-'])
        && part != "node_modules"
        && !part.contains(['\\', ':', '\0'])
}

fn check_origin(name: &str, entry: &Locked, hosts: &[HostPort]) -> Result<(), LockProblem> {
    let package = visible(name);
    if entry.link {
        return Err(LockProblem::NotFromRegistry { package });
    }
    let Some(resolved) = &entry.resolved else {
        // It comes inside of another package, whose digest covers it.
        return if entry.in_bundle {
            Ok(())
        } else {
            Err(LockProblem::NotFromRegistry { package })
        };
    };
    let url = Url::parse(resolved).ok();
    let url =
        url.filter(|url| url.scheme() == "https" || (url.scheme() == "http" && is_loopback(url)));
    let Some((url, host)) = url.and_then(|url| host_port(&url).map(|host| (url, host))) else {
        return Err(LockProblem::NotFromRegistry { package });
    };
    let is_default = host.host == DEFAULT_HOST && url.scheme() == "https" && host.port == 443;
    if !is_default && !hosts.contains(&host) {
        let host = visible(&host.to_string());
        return Err(LockProblem::ForeignHost { package, host });
    }
    let digests = entry.integrity.as_deref().unwrap_or_default();
    let strong = ["sha512-", "sha384-", "sha256-"];
    // npm accepts any one of several digests, so none may be weak.
    let mut all = digests.split_whitespace().peekable();
    let has_any = all.peek().is_some();
    if !has_any || !all.all(|one| strong.iter().any(|kind| one.starts_with(kind))) {
        return Err(LockProblem::NoDigest { package });
    }
    Ok(())
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests"
)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn hosts() -> Vec<HostPort> {
        vec![HostPort {
            host: "npm.example".to_owned(),
            port: 443,
        }]
    }

    fn checked(packages: &Value) -> Result<Contents, PackageError> {
        let text = json!({ "lockfileVersion": 3, "packages": packages }).to_string();
        check(&["a".to_owned()], &text, &hosts())
    }

    fn entry(resolved: &str, integrity: &str) -> Value {
        json!({ "node_modules/a": { "version": "1.0.0", "resolved": resolved, "integrity": integrity } })
    }

    #[test]
    fn entries_from_elsewhere_are_refused() {
        let good = "sha512-AAAA";
        for (resolved, integrity, wanted) in [
            ("https://npm.example/a.tgz", good, None),
            ("https://registry.npmjs.org/a.tgz", good, None),
            (
                "https://npm.example/a.tgz",
                "sha1-AAAA sha512-AAAA",
                Some("digest"),
            ),
            ("https://npm.example/a.tgz", "sha1-AAAA", Some("digest")),
            ("https://npm.example/a.tgz", "", Some("digest")),
            ("https://npm.example:8443/a.tgz", good, Some("host")),
            ("https://registry.npmjs.org:8443/a.tgz", good, Some("host")),
            ("https://npm.example@evil.example/a.tgz", good, Some("host")),
            ("https://npm.example.evil.example/a.tgz", good, Some("host")),
            ("http://npm.example/a.tgz", good, Some("origin")),
            ("http://registry.npmjs.org/a.tgz", good, Some("origin")),
            ("git+ssh://git@npm.example/a.git", good, Some("origin")),
            ("file:../a", good, Some("origin")),
        ] {
            let found = match checked(&entry(resolved, integrity)) {
                Ok(_) => None,
                Err(PackageError::Lock(LockProblem::NoDigest { .. })) => Some("digest"),
                Err(PackageError::Lock(LockProblem::ForeignHost { .. })) => Some("host"),
                Err(PackageError::Lock(LockProblem::NotFromRegistry { .. })) => Some("origin"),
                Err(other) => panic!("{other:?}"),
            };
            assert_eq!(found, wanted, "{resolved} {integrity}");
        }
    }

    #[test]
    fn folders_out_of_the_tree_are_refused() {
        for folder in [
            "../a",
            "/a",
            "a",
            "packages/a",
            "node_modules/..",
            "node_modules/../../a",
            "node_modules/a/..",
            "node_modules/a/b",
            "node_modules/@a",
            "node_modules/@a/..",
            "node_modules//a",
            "node_modules/--foo",
            "node_modules/a\\..\\b",
            "node_modules/node_modules/a",
            "node_modules/.bin",
        ] {
            let mut packages = entry("https://npm.example/a.tgz", "sha512-AAAA");
            packages[folder] = packages["node_modules/a"].clone();
            let error = checked(&packages).err();
            assert!(
                matches!(error, Some(PackageError::Lock(LockProblem::Path(_)))),
                "{folder}: {error:?}"
            );
        }
    }

    #[test]
    fn links_and_missing_packages_are_refused() {
        let linked = json!({ "node_modules/a": { "link": true, "resolved": "../a" } });
        assert!(matches!(
            checked(&linked).err(),
            Some(PackageError::Lock(LockProblem::NotFromRegistry { .. }))
        ));
        let other = ["a".to_owned(), "b".to_owned()];
        let text = json!({ "lockfileVersion": 3, "packages": entry("https://npm.example/a.tgz", "sha512-A") });
        let missing = check(&other, &text.to_string(), &hosts()).err();
        assert!(matches!(
            missing,
            Some(PackageError::Lock(LockProblem::NoMain))
        ));
        let missing = checked(&json!({ "": {} })).err();
        assert!(matches!(
            missing,
            Some(PackageError::Lock(LockProblem::NoMain))
        ));
        let bundled = json!({
            "node_modules/a": { "resolved": "https://npm.example/a.tgz", "integrity": "sha512-A" },
            "node_modules/a/node_modules/b": { "version": "1", "inBundle": true },
        });
        assert_eq!(
            checked(&bundled)
                .map(|contents| contents.packages.len())
                .ok(),
            Some(2)
        );
        let many: serde_json::Map<String, Value> = (0..=PACKAGES_MAX)
            .map(|number| (format!("node_modules/p{number}"), json!({})))
            .collect();
        assert!(matches!(
            checked(&many.into()).err(),
            Some(PackageError::TooLarge(Bound::Packages))
        ));
    }

    proptest! {
        #[test]
        fn no_lock_panics(text in "\\PC{0,200}", folder in "[a-z@/._-]{0,40}", url in "\\PC{0,40}") {
            let _ = check(&["a".to_owned()], &text, &hosts());
            let _ = checked(&json!({ folder: { "resolved": url, "integrity": "sha512-" } }));
        }

        /// Whatever folder is accepted stays below the tree.
        #[test]
        fn accepted_folder_stays_in_the_tree(folder in "(node_modules/[a-z@.]{1,3}(/[a-z.]{1,3})?/?){1,3}") {
            if name_of(&folder).is_ok() {
                prop_assert!(folder.split('/').all(|part| !part.is_empty() && part != ".." && part != "."));
            }
        }
    }
}
