//! The package for Debian and its descendants, packed by dpkg.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{MAINTAINER, NAME, PROGRAMS, RECOMMENDED, SUMMARY};
use crate::{
    child,
    failure::Failure,
    release::{Build, Effort},
};

/// Packing takes a minute at most where it packs best.
const LIMIT: Duration = Duration::from_secs(300);

/// Makes the package in `out`.
pub fn make(build: &Build, out: &Path) -> Result<PathBuf, Failure> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("root");
    super::lay_out(build, "deb", &root)?;
    let control = root.join("DEBIAN");
    fs::create_dir(&control)?;
    let sums = sums(&root)?;
    fs::write(control.join("md5sums"), sums)?;
    fs::write(
        control.join("control"),
        text(build, &root, &depends(&root)?)?,
    )?;
    for (name, script) in [("postinst", "installed.sh"), ("postrm", "removed.sh")] {
        super::add(&super::source(build, script), &control.join(name), 0o755)?;
    }
    super::set_mode(&control, 0o755)?;
    let architecture = architecture()?;
    let file = out.join(format!("{NAME}_{}_{architecture}.deb", build.version));
    let mut pack = Command::new("dpkg-deb");
    pack.env("SOURCE_DATE_EPOCH", build.epoch.to_string());
    match build.effort {
        Effort::Quick => pack.args(["-Zgzip", "-z1"]),
        Effort::Small => pack.args(["-Zxz", "-z6"]),
    };
    // All threads together pack otherwise than one.
    pack.args(["--threads-max=1", "--root-owner-group", "--build"])
        .arg(&root)
        .arg(&file);
    child::quiet(pack, LIMIT)?;
    Ok(file)
}

/// Debian's name of this machine's architecture.
fn architecture() -> Result<String, Failure> {
    Ok(child::ask("dpkg", &["--print-architecture"])?
        .trim()
        .to_owned())
}

/// The digests that `dpkg --verify` compares.
fn sums(root: &Path) -> Result<String, Failure> {
    let files: Vec<PathBuf> = super::files(root)?
        .into_iter()
        .filter(|file| !file.starts_with("DEBIAN"))
        .collect();
    let mut sum = Command::new("md5sum");
    sum.current_dir(root).arg("--").args(files);
    child::output(sum, child::QUESTION)
}

/// The libraries that the programs are linked with, as packages with their oldest versions.
fn depends(root: &Path) -> Result<String, Failure> {
    let folder = tempfile::tempdir()?;
    fs::create_dir(folder.path().join("debian"))?;
    let source = format!("Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n");
    fs::write(folder.path().join("debian/control"), source)?;
    let mut ask = Command::new("dpkg-shlibdeps");
    ask.current_dir(folder.path()).args(["-O", "--warnings=0"]);
    ask.args(PROGRAMS.map(|program| root.join("usr/bin").join(program)));
    let said = child::quiet(ask, child::QUESTION)?;
    let line = said
        .lines()
        .find_map(|line| line.strip_prefix("shlibs:Depends="));
    let line = line.map(str::trim).filter(|line| !line.is_empty());
    line.map(str::to_owned)
        .ok_or_else(|| Failure::Check(format!("dpkg-shlibdeps names no libraries: {said}")))
}

fn text(build: &Build, root: &Path, depends: &str) -> Result<String, Failure> {
    let mut bytes = 0;
    for file in super::files(root)? {
        bytes += fs::metadata(root.join(file))?.len();
    }
    let lines = super::description(build)?;
    let lines: Vec<String> = lines.lines().map(|line| format!(" {line}\n")).collect();
    Ok(format!(
        "Package: {NAME}\nVersion: {}\nArchitecture: {}\nMaintainer: {MAINTAINER}\nInstalled-Size: {}\n\
         Depends: {depends}\nRecommends: {}\nSuggests: nodejs, npm, python3-venv\nSection: net\nPriority: optional\n\
         Description: {SUMMARY}\n{}",
        build.version,
        architecture()?,
        bytes.div_ceil(1024),
        RECOMMENDED.join(", "),
        lines.concat(),
    ))
}
