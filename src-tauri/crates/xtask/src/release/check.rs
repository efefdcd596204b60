//! `cargo xtask release --check`: is what the release's folder holds right, and do the same sources make it again?

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use super::{Build, Effort, epoch, graph, linux, notes, sbom, sums, windows};
use crate::{child, failure::Failure, place, test};

/// How long a package may take to unpack.
const LIMIT: Duration = Duration::from_secs(300);
/// How long the packages may take in a clean system.
const INSTALL_LIMIT: Duration = Duration::from_secs(1800);

/// What is checked.
struct Release<'a> {
    out: &'a Path,
    target: &'a Path,
    version: &'a str,
}

/// A check: its name, and what it returns: what is wrong, a line each.
type Check = (
    &'static str,
    fn(&Release<'_>) -> Result<Vec<String>, Failure>,
);

const CHECKS: [Check; 7] = [
    ("every file has its digest", digests),
    ("the bills of materials name every part", bills),
    ("the licences name every part", licences),
    ("the notes are those of the version", noted),
    ("the packages contain what they must", contents),
    ("the packages in a clean Debian", installed),
    ("the same sources make the same bytes", again),
];

/// Runs every check, and prints each.
pub fn check(out: &Path, target: &Path, version: &str) -> Result<ExitCode, Failure> {
    if !out.join(sums::FILE).is_file() {
        return Err(Failure::Needs(format!(
            "there is no release in {}: run `cargo xtask release` first",
            out.display()
        )));
    }
    let release = Release {
        out,
        target,
        version,
    };
    let mut failed = 0;
    for (name, check) in CHECKS {
        let wrong = match check(&release) {
            Ok(wrong) => wrong,
            Err(Failure::Interrupted) => return Err(Failure::Interrupted),
            Err(failure) => vec![failure.to_string()],
        };
        let word = if wrong.is_empty() { "ok" } else { "FAILED" };
        println!("{word}: {name}");
        for line in &wrong {
            println!("    {line}");
        }
        failed += usize::from(!wrong.is_empty());
    }
    println!("{} checks passed, {failed} failed", CHECKS.len() - failed);
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn digests(release: &Release<'_>) -> Result<Vec<String>, Failure> {
    Ok(sums::wrong(release.out)?.into_iter().collect())
}

fn parts() -> Result<BTreeSet<graph::Part>, Failure> {
    let mut parts = graph::crates(place::root())?;
    parts.extend(graph::npm(place::root())?);
    Ok(parts)
}

fn bills(release: &Release<'_>) -> Result<Vec<String>, Failure> {
    sbom::unnamed(release.out, &parts()?)
}

fn licences(release: &Release<'_>) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(release.out.join(linux::THIRD_PARTY))?;
    let named: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, _)| name)
        .collect();
    let all = parts()?;
    let all = all
        .iter()
        .map(|part| format!("{} {}", part.name, part.version));
    Ok(all.filter(|part| !named.contains(part.as_str())).collect())
}

fn noted(release: &Release<'_>) -> Result<Vec<String>, Failure> {
    let fresh = tempfile::tempdir()?;
    notes::write(place::root(), fresh.path(), release.version)?;
    let written = fs::read_to_string(release.out.join(notes::FILE))?;
    let same = written == fs::read_to_string(fresh.path().join(notes::FILE))?;
    Ok(if same {
        Vec::new()
    } else {
        vec![format!("{} is not what CHANGELOG.md says", notes::FILE)]
    })
}

/// The package of a kind, by its suffix.
fn package(out: &Path, suffix: &str) -> Result<PathBuf, Failure> {
    let all = linux::files(out)?;
    let found = all
        .iter()
        .find(|file| file.extension().is_some_and(|end| end == suffix));
    found
        .map(|file| out.join(file))
        .ok_or_else(|| Failure::Check(format!("there is no .{suffix}")))
}

/// Both packages hold the same files, the programs among them.
fn contents(release: &Release<'_>) -> Result<Vec<String>, Failure> {
    let unpacked = tempfile::tempdir()?;
    unpack(&package(release.out, "deb")?, unpacked.path())?;
    let debian: BTreeSet<String> = linux::files(unpacked.path())?
        .iter()
        .map(|file| format!("/{}", file.display()))
        .collect();
    let mut list = Command::new("rpm");
    list.args([
        "-qp",
        "--queryformat",
        "[%{FILEMODES:perms} %{FILENAMES}\n]",
    ])
    .arg(package(release.out, "rpm")?);
    let said = child::output(list, LIMIT)?;
    let rpm: BTreeSet<String> = said
        .lines()
        .filter(|line| !line.starts_with('d'))
        .filter_map(|line| line.split_once(' '))
        .map(|(_, name)| name.to_owned())
        .collect();
    let mut wrong: Vec<String> = debian
        .symmetric_difference(&rpm)
        .map(|file| format!("{file} is in one package only"))
        .collect();
    for program in linux::PROGRAMS {
        if !debian.contains(&format!("/usr/bin/{program}")) {
            wrong.push(format!("the packages have no {program}"));
        }
    }
    Ok(wrong)
}

fn unpack(package: &Path, to: &Path) -> Result<(), Failure> {
    let mut unpack = Command::new("dpkg-deb");
    unpack.arg("--extract").arg(package).arg(to);
    child::quiet(unpack, LIMIT).map(drop)
}

fn installed(release: &Release<'_>) -> Result<Vec<String>, Failure> {
    let made = tempfile::tempdir()?;
    let build = Build {
        sources: place::root().to_owned(),
        programs: release.target.join("release-build/release"),
        version: release.version.to_owned(),
        epoch: epoch()?,
        licences: release.out.join(linux::THIRD_PARTY),
        effort: Effort::Quick,
    };
    let packages = test::Packages {
        deb: package(release.out, "deb")?,
        next: test::next(&build, made.path())?,
        rpm: package(release.out, "rpm")?,
    };
    test::installs(packages, release.version, INSTALL_LIMIT)
}

/// Builds a copy of the sources, in another folder, and compares each file.
fn again(release: &Release<'_>) -> Result<Vec<String>, Failure> {
    let copy = tempfile::tempdir()?;
    let sources = copy.path().join("sources");
    tracked(&sources)?;
    let out = copy.path().join("out");
    let target = release.target.join("release-again");
    super::make(&sources, &target, &out, release.version)?;
    if release
        .out
        .join(windows::installer(release.version))
        .is_file()
    {
        super::make_for_windows(&sources, &target, &out, release.version)?;
        sums::write(&out)?;
    }
    let (one, two) = (sums::digests(release.out)?, sums::digests(&out)?);
    let names: BTreeSet<&String> = one.keys().chain(two.keys()).collect();
    let mut wrong = Vec::new();
    for name in names
        .into_iter()
        .filter(|name| one.get(*name) != two.get(*name))
    {
        wrong.push(format!("{name} differs"));
        if name.ends_with(".deb") && one.contains_key(name) && two.contains_key(name) {
            wrong.extend(members(&release.out.join(name), &out.join(name))?);
        }
    }
    let first = release.target.join("release-build/release");
    for program in linux::PROGRAMS {
        let second = target.join("release").join(program);
        if sums::digest(&first.join(program))? != sums::digest(&second)? {
            wrong.push(format!("the program {program} differs"));
        }
    }
    Ok(wrong)
}

/// Copies the files that git knows.
fn tracked(to: &Path) -> Result<(), Failure> {
    let root = place::root();
    let said = child::ask("git", &["-C", &root.to_string_lossy(), "ls-files"])?;
    for file in said.lines() {
        let to = to.join(file);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(root.join(file), to)?;
    }
    Ok(())
}

/// Which parts of two packages differ: the members of the archive, then the files of each.
fn members(one: &Path, two: &Path) -> Result<Vec<String>, Failure> {
    let folder = tempfile::tempdir()?;
    let mut trees = Vec::new();
    for (name, package) in [("one", one), ("two", two)] {
        let tree = folder.path().join(name);
        fs::create_dir(&tree)?;
        let mut unpack = Command::new("dpkg-deb");
        unpack.arg("--raw-extract").arg(package).arg(&tree);
        child::quiet(unpack, LIMIT)?;
        let mut split = Command::new("ar");
        let members = folder.path().join(format!("{name}.members"));
        fs::create_dir(&members)?;
        split.current_dir(&members).arg("x").arg(package);
        child::quiet(split, LIMIT)?;
        trees.push((sums::digests(&members)?, sums::digests(&tree)?));
    }
    let mut wrong = Vec::new();
    if let [(members, files), (other_members, other_files)] = trees.as_slice() {
        for (kind, one, two) in [
            ("member", members, other_members),
            ("file", files, other_files),
        ] {
            let names: BTreeSet<&String> = one.keys().chain(two.keys()).collect();
            let differ = names
                .into_iter()
                .filter(|name| one.get(*name) != two.get(*name));
            wrong.extend(differ.map(|name| format!("    {kind} {name}")));
        }
    }
    Ok(wrong)
}
