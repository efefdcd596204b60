//! `cargo xtask release`: the files of a release, and what says that they are right.

mod check;
mod graph;
mod licences;
pub mod linux;
mod notes;
mod programs;
mod sbom;
mod sums;
pub mod windows;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde_json::Value;

use crate::{child, failure::Failure, install, machine::Use, place, tools, usage::USAGE};

/// How hard a package is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// In seconds, for a test.
    Quick,
    /// As small as it becomes, for a release.
    Small,
}

/// What packages are made of.
#[derive(Debug, Clone)]
pub struct Build {
    /// The folder of the sources, for the files that are packed as they are.
    pub sources: PathBuf,
    /// The folder with the programs.
    pub programs: PathBuf,
    /// The version that packages have.
    pub version: String,
    /// The time that packages have, in seconds of Unix: that of the sources, so that the same sources make the same bytes.
    pub epoch: u64,
    /// The file with the licences of everything that is compiled in.
    pub licences: PathBuf,
    /// How hard they are compressed.
    pub effort: Effort,
}

/// Makes the packages for a system in a folder and returns their files.
type Maker = fn(&Build, &Path) -> Result<Vec<PathBuf>, Failure>;

/// Every package, by the system that it is for.
const MAKERS: [(&str, Maker); 2] = [
    ("Debian and Ubuntu", |build, out| {
        Ok(vec![linux::deb::make(build, out)?])
    }),
    ("Fedora and openSUSE", |build, out| {
        Ok(vec![linux::rpm::make(build, out)?])
    }),
];

/// `cargo xtask release [--windows | --check] [--out DIR]`.
pub fn release(rest: &[String]) -> Result<ExitCode, Failure> {
    let (mut is_checked, mut for_windows, mut out) = (false, false, None);
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--check" => is_checked = true,
            "--windows" => for_windows = true,
            "--out" => {
                let folder = rest
                    .next()
                    .ok_or_else(|| Failure::Usage("--out takes a folder".to_owned()))?;
                out = Some(std::path::absolute(folder)?);
            }
            other => return Err(Failure::Usage(format!("unexpected `{other}`\n\n{USAGE}"))),
        }
    }
    let version = version()?;
    let target = target()?;
    let out = out.unwrap_or_else(|| target.join("release-files").join(&version));
    if is_checked {
        return check::check(&out, &target, &version);
    }
    install::packages(Use::Package)?;
    install::node()?;
    let builds = target.join("release-build");
    make(place::root(), &builds, &out, &version)?;
    if for_windows {
        make_for_windows(place::root(), &builds, &out, &version)?;
        sums::write(&out)?;
    }
    println!("The release is in {}:", out.display());
    for file in linux::files(&out)? {
        println!("  {}", file.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the licences of everything that is compiled in to a file.
pub fn write_licences(to: &Path) -> Result<(), Failure> {
    licences::write(place::root(), to)
}

/// Builds the sources in `root` and makes every file of the release in `out`, which holds nothing else afterwards.
fn make(root: &Path, target: &Path, out: &Path, version: &str) -> Result<(), Failure> {
    let epoch = epoch()?;
    // Before the long build, which fails late enough.
    install::tool(tools::CYCLONEDX)?;
    let programs = programs::build(root, target, epoch)?;
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out)?;
    let licences = out.join(linux::THIRD_PARTY);
    licences::write(root, &licences)?;
    sbom::write(root, out, epoch)?;
    notes::write(root, out, version)?;
    let build = Build {
        sources: root.to_owned(),
        programs,
        version: version.to_owned(),
        epoch,
        licences,
        effort: Effort::Small,
    };
    for (system, maker) in MAKERS {
        for file in maker(&build, out)? {
            println!("{system}: {}", file.display());
        }
    }
    sums::write(out)
}

/// Adds the ZIP and the installer for Windows to the files of the release in `out`.
fn make_for_windows(root: &Path, target: &Path, out: &Path, version: &str) -> Result<(), Failure> {
    let programs = programs::build_for_windows(root, target, epoch()?)?;
    let parts = windows::Parts {
        sources: root,
        programs: &programs,
        window: true,
        notices: &[out.join(linux::THIRD_PARTY)],
        version,
        small: true,
    };
    for file in windows::make(&parts, out)? {
        println!("Windows: {}", file.display());
    }
    Ok(())
}

/// The folder of the builds.
fn target() -> Result<PathBuf, Failure> {
    let builds = place::builds("release")?;
    Ok(builds
        .parent()
        .map_or_else(|| builds.clone(), Path::to_owned))
}

/// The version in the workspace's manifest.
pub fn version() -> Result<String, Failure> {
    let mut ask = place::cargo();
    ask.args(["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&child::output(ask, child::QUESTION)?)?;
    let packages = metadata["packages"].as_array();
    let desktop = packages
        .into_iter()
        .flatten()
        .find(|package| package["name"] == linux::NAME);
    let version = desktop.and_then(|package| package["version"].as_str());
    version
        .map(str::to_owned)
        .ok_or_else(|| Failure::Check("the workspace names no version".to_owned()))
}

/// The time of the sources: `SOURCE_DATE_EPOCH`, else that of the last commit, else that of the changelog.
pub fn epoch() -> Result<u64, Failure> {
    if let Ok(said) = std::env::var("SOURCE_DATE_EPOCH") {
        return said.parse().map_err(|_| {
            Failure::Usage(format!("SOURCE_DATE_EPOCH is no number of seconds: {said}"))
        });
    }
    let root = place::root().to_string_lossy().into_owned();
    let commit = child::ask("git", &["-C", &root, "log", "-1", "--format=%ct"]);
    if let Some(time) = commit.ok().and_then(|time| time.trim().parse().ok()) {
        return Ok(time);
    }
    let changed = fs::metadata(Path::new(&root).join("CHANGELOG.md"))?.modified()?;
    let since = changed.duration_since(std::time::UNIX_EPOCH);
    Ok(since.map_or(0, |since| since.as_secs()))
}
