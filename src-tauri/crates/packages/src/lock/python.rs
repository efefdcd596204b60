//! `requirements.txt` with digests, as uv and this crate write it.

use domain::{cut, visible};

use super::package::{Contents, Package};
use crate::error::{LockProblem, PackageError};

const NAME_MAX: usize = 214;

/// Checks every line.
pub(super) fn check(named: &[String], text: &str) -> Result<Contents, PackageError> {
    let mut packages = Vec::new();
    // A backslash at the end of a line continues it.
    let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
    for line in joined.lines() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            packages.push(requirement(line).map_err(PackageError::Lock)?);
        }
    }
    let find = |name: &String| {
        let wanted = normalised(name);
        let mut all = packages.iter();
        all.find(|package| normalised(&package.name) == wanted)
    };
    let all: Option<Vec<&Package>> = named.iter().map(find).collect();
    let main = all.and_then(|all| all.first().map(|main| (*main).clone()));
    let main = main.ok_or(PackageError::Lock(LockProblem::NoMain))?;
    packages.sort();
    Ok(Contents {
        main,
        packages,
        with_install_scripts: Vec::new(),
        deprecated: None,
    })
}

/// One requirement: `name==version --hash=sha256:…`.
fn requirement(line: &str) -> Result<Package, LockProblem> {
    let shown = || visible(cut(line, NAME_MAX));
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let Some((name, version)) = first.split_once("==") else {
        return Err(LockProblem::NotFromRegistry { package: shown() });
    };
    let usual = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let name_fits = !name.is_empty()
        && name.len() <= NAME_MAX
        && name.chars().all(usual)
        && !name.starts_with(['-', '.']);
    if !name_fits {
        return Err(LockProblem::Path(shown()));
    }
    let version_fits = version.len() <= NAME_MAX
        && version
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._-+!".contains(c));
    if !version_fits {
        return Err(LockProblem::Syntax);
    }
    let mut digests = 0;
    for word in words {
        let digest = word
            .strip_prefix("--hash=sha256:")
            .or_else(|| word.strip_prefix("--hash=sha512:"));
        let is_digest = digest.is_some_and(|digest| {
            digest.len() >= 64 && digest.bytes().all(|c| c.is_ascii_hexdigit())
        });
        if !is_digest {
            return Err(LockProblem::NoDigest { package: shown() });
        }
        digests += 1;
    }
    if digests == 0 {
        return Err(LockProblem::NoDigest { package: shown() });
    }
    Ok(Package {
        name: name.to_owned(),
        version: version.to_owned(),
    })
}

/// The name as registries compare it.
pub(super) fn normalised(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        let c = if matches!(c, '-' | '_' | '.') { '-' } else { c };
        if c != '-' || !out.ends_with('-') {
            out.extend(c.to_lowercase());
        }
    }
    out
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

    use super::*;

    const DIGEST: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    fn checked(text: &str) -> Result<Contents, PackageError> {
        check(&["My.Server".to_owned()], text)
    }

    #[test]
    fn requirements_with_digests_are_read() {
        let text = format!(
            "# made by uv\nmy-server==1.0 \\\n    --hash=sha256:{DIGEST} \\\n    --hash=sha256:{DIGEST}\n\nb==2.0+local --hash=sha256:{DIGEST}\n"
        );
        let contents = checked(&text).unwrap();
        assert_eq!(contents.main.name, "my-server");
        assert_eq!(contents.packages.len(), 2);
    }

    #[test]
    fn other_requirements_are_refused() {
        for line in [
            "my-server @ https://host/x.whl --hash=sha256:{}",
            "https://host/x.whl --hash=sha256:{}",
            "-r other.txt",
            "-e .",
            "--index-url https://host --hash=sha256:{}",
            "--index-url==https://host --hash=sha256:{}",
            "my-server>=1.0 --hash=sha256:{}",
            "../my-server==1.0 --hash=sha256:{}",
            "my-server==1.0",
            "my-server==1.0 --hash=md5:{}",
            "my-server==1.0 --hash=sha256:00",
            "my-server==1.0 --hash=sha256:{} --index-url=https://host",
            "my-server==1.0 --hash=sha256:{} ; python_version>'3'",
            "other==1.0 --hash=sha256:{}",
        ] {
            let text = line.replace("{}", DIGEST);
            assert!(
                matches!(checked(&text), Err(PackageError::Lock(_))),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn no_requirements_panic(text in "[-a-z=@:/#.0-9 \n\\\\]{0,200}") {
            if let Ok(contents) = checked(&text) {
                prop_assert!(contents.packages.iter().all(|package| !package.name.starts_with('-')));
            }
        }
    }
}
