//! The package for Fedora, openSUSE and their descendants, packed by rpmbuild from the same tree.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{LICENCE, MAINTAINER, NAME, RECOMMENDED, SUMMARY};
use crate::{
    child,
    failure::Failure,
    release::{Build, Effort},
};

const LIMIT: Duration = Duration::from_secs(300);

/// Makes the package in `out`.
pub fn make(build: &Build, out: &Path) -> Result<PathBuf, Failure> {
    let folder = tempfile::tempdir()?;
    let tree = folder.path().join("tree");
    super::lay_out(build, "rpm", &tree)?;
    let spec = folder.path().join("innkeeper.spec");
    fs::write(&spec, text(build, &tree)?)?;
    let defined = |name: &str, value: &str| ["--define".to_owned(), format!("{name} {value}")];
    let top = folder.path().join("top");
    let mut pack = Command::new("rpmbuild");
    pack.arg("-bb")
        .env("SOURCE_DATE_EPOCH", build.epoch.to_string())
        .args(defined("_topdir", &top.to_string_lossy()))
        .args(defined("_rpmdir", &out.to_string_lossy()))
        .args(defined(
            "_rpmfilename",
            "%{NAME}-%{VERSION}-%{RELEASE}.%{ARCH}.rpm",
        ))
        // Nothing of this machine or of the time goes into the package.
        .args(defined("_buildhost", NAME))
        .args(defined("use_source_date_epoch_as_buildtime", "1"))
        .args(defined("clamp_mtime_to_source_date_epoch", "1"))
        .args(defined("_binary_payload", payload(build.effort)))
        .arg(&spec);
    child::quiet(pack, LIMIT)?;
    let file = out.join(format!(
        "{NAME}-{}-1.{}.rpm",
        build.version,
        std::env::consts::ARCH
    ));
    if file.is_file() {
        Ok(file)
    } else {
        Err(Failure::Check(format!(
            "rpmbuild did not make {}",
            file.display()
        )))
    }
}

fn payload(effort: Effort) -> &'static str {
    match effort {
        Effort::Quick => "w1.gzdio",
        Effort::Small => "w19.zstdio",
    }
}

/// The description of the package. rpm finds the libraries by itself; the programs go in as they are.
fn text(build: &Build, tree: &Path) -> Result<String, Failure> {
    let mut listed = String::new();
    for folder in [
        super::DOCUMENTATION,
        "usr/share/innkeeper",
        "usr/share/innkeeper/apparmor",
    ] {
        let _ = writeln!(listed, "%dir \"/{folder}\"");
    }
    for file in super::files(tree)? {
        let _ = writeln!(listed, "\"/{}\"", file.display());
    }
    let description = super::description(build)?.replace("\n.\n", "\n\n");
    let script = |name: &str| fs::read_to_string(super::source(build, name));
    let recommended: String = RECOMMENDED
        .map(|name| format!("Recommends: {name}\n"))
        .concat();
    Ok(format!(
        "%global debug_package %{{nil}}\n%global __os_install_post %{{nil}}\n%global _build_id_links none\n\
         Name: {NAME}\nVersion: {}\nRelease: 1\nSummary: {SUMMARY}\nLicense: {LICENCE}\nVendor: {MAINTAINER}\n\
         AutoProv: no\n{recommended}\n\
         %description\n{description}\n\
         %install\ncp -a {}/. %{{buildroot}}\n\n\
         %post\n{}\n%postun\n{}\n\
         %files\n%defattr(-,root,root)\n{listed}",
        build.version,
        tree.display(),
        script("installed.sh")?,
        script("removed.sh")?,
    ))
}
