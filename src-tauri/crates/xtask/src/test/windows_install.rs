//! What people on Windows unpack or install, under Wine: the ZIP and the installer with the terminal program of this build.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use serde_json::Value;

use super::{
    counts::Counts,
    report::Outcome,
    systems::{self, WINDOWS},
    wine::Wine,
};
use crate::{
    child,
    failure::Failure,
    install,
    machine::{self, Use},
    place,
    release::windows::{Parts, TERMINAL, make},
};

/// The version that is installed first, and the one that takes its place.
const VERSIONS: [&str; 2] = ["0.0.1", "0.0.2"];
/// What Windows keeps about an installed program.
const UNINSTALL: &str = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Innkeeper";
/// Gives the program its own name for notifications.
const NOTIFIER: &str = "HKCU\\Software\\Classes\\AppUserModelId\\org.innkeeper.desktop";
/// How long one program in Wine may take.
const LIMIT: Duration = Duration::from_secs(90);

/// Builds the terminal program, makes the ZIP and the installers, and uses them.
pub fn run(limit: Duration) -> Result<Outcome, Failure> {
    let prepare = || {
        install::packages(Use::Installer)?;
        Wine::new()
    };
    systems::prepared(prepare, |wine| {
        let files = tempfile::tempdir()?;
        built(files.path(), limit)?;
        println!(
            "Not among the files: innkeeper.exe, because linking it would lengthen every run. `make` takes it in a release."
        );
        let made = [
            made(files.path(), VERSIONS[0])?,
            made(files.path(), VERSIONS[1])?,
        ];
        let files = files.path();
        Bench { wine, files, made }.check()
    })
}

/// Builds the program and puts it into `folder`, without what debuggers need.
fn built(folder: &Path, limit: Duration) -> Result<(), Failure> {
    let mut cargo = systems::cargo(WINDOWS, "build");
    cargo.args(["--bin", "innkeeper-cli"]);
    systems::tested_packages(&mut cargo);
    child::run(cargo, limit)?;
    let debug = place::builds("debug")?;
    let target = debug.parent().unwrap_or(&debug);
    let mut strip = Command::new(machine::MINGW_STRIP);
    strip
        .arg("-o")
        .arg(folder.join(TERMINAL))
        .arg(target.join(WINDOWS).join("debug").join(TERMINAL));
    child::run(strip, LIMIT)
}

struct Bench<'a> {
    wine: Wine,
    /// Holds the programs, and what is made of them.
    files: &'a Path,
    /// The two of each version.
    made: [Made; 2],
}

/// A ZIP and an installer.
type Made = (PathBuf, PathBuf);

/// Makes both of a version, quickly.
fn made(files: &Path, version: &str) -> Result<Made, Failure> {
    let parts = Parts {
        sources: place::root(),
        programs: files,
        window: false,
        notices: &[],
        version,
        small: false,
    };
    let made = make(&parts, files)?;
    <[PathBuf; 2]>::try_from(made)
        .map(|[zip, installer]| (zip, installer))
        .map_err(|made| Failure::Check(format!("{made:?} was made")))
}

/// One check, which the ones after it build on.
type Check<'a> = (&'static str, fn(&Bench<'a>) -> Result<(), Failure>);

impl<'a> Bench<'a> {
    fn check(&self) -> Result<Outcome, Failure> {
        let checks: [Check<'a>; 5] = [
            ("the ZIP runs where it is unpacked", Self::unpack),
            ("the installer installs for one user", Self::install),
            ("the installed program calls a server", Self::call),
            ("an upgrade keeps the data", Self::upgrade),
            (
                "removal takes the programs and leaves the data",
                Self::remove,
            ),
        ];
        let mut counts = Counts::default();
        for (name, check) in checks {
            match check(self) {
                Ok(()) => println!("ok: {name}"),
                Err(Failure::Interrupted) => return Err(Failure::Interrupted),
                Err(failure) => {
                    return Ok(Outcome::Failed(
                        counts.plus(Counts::one_failed()),
                        format!("{name}: {failure}"),
                    ));
                }
            }
            counts = counts.plus(Counts::one_passed());
        }
        Ok(Outcome::Passed(counts))
    }

    fn unpack(&self) -> Result<(), Failure> {
        let [(zip, _), _] = &self.made;
        let failed = |error: zip::result::ZipError| Failure::Io(io::Error::other(error));
        let mut archive = zip::ZipArchive::new(File::open(zip)?).map_err(failed)?;
        archive
            .extract(self.files.join("unpacked"))
            .map_err(failed)?;
        let said = self.output(&self.unpacked(), &["--version"])?;
        expect(said.starts_with("innkeeper-cli "), || said)
    }

    fn unpacked(&self) -> PathBuf {
        let folder = format!("innkeeper-{}-windows-x64", VERSIONS[0]);
        self.files.join("unpacked").join(folder).join(TERMINAL)
    }

    fn install(&self) -> Result<(), Failure> {
        let [(_, installer), _] = &self.made;
        self.set_up(installer, VERSIONS[0])?;
        let said = self.output(&self.folder()?.join(TERMINAL), &["--version"])?;
        expect(said.starts_with("innkeeper-cli "), || said)?;
        self.wine.registry(NOTIFIER).map(drop)
    }

    /// Runs the installer, and looks at what Windows then says is installed.
    fn set_up(&self, installer: &Path, version: &str) -> Result<(), Failure> {
        child::run(self.wine.run(installer, &["/S"]), LIMIT)?;
        let folder = self.folder()?;
        for name in [TERMINAL, "uninstall.exe", "LICENSE-MIT.txt", "README.txt"] {
            expect(folder.join(name).is_file(), || format!("{name} is missing"))?;
        }
        expect(self.entry()?.is_file(), || "no menu entry".to_owned())?;
        let said = self.wine.registry(UNINSTALL)?;
        expect(said.contains(version), || said)
    }

    /// Where the installer puts the program.
    fn folder(&self) -> Result<PathBuf, Failure> {
        Ok(self.wine.app_data("Local")?.join("Programs/Innkeeper"))
    }

    /// The entry of the start menu.
    fn entry(&self) -> Result<PathBuf, Failure> {
        let menu = "Microsoft/Windows/Start Menu/Programs/Innkeeper.lnk";
        Ok(self.wine.app_data("Roaming")?.join(menu))
    }

    /// Where the program keeps the user's data.
    fn data(&self) -> Result<PathBuf, Failure> {
        Ok(self.wine.app_data("Local")?.join("innkeeper/data"))
    }

    fn output(&self, program: &Path, args: &[&str]) -> Result<String, Failure> {
        child::said(self.wine.run(program, args), LIMIT)
    }

    /// What the installed program prints as JSON.
    fn cli(&self, args: &[&str]) -> Result<Value, Failure> {
        let options = ["--json", "--approve", "once"];
        let args: Vec<&str> = options.iter().chain(args).copied().collect();
        let said = self.output(&self.folder()?.join(TERMINAL), &args)?;
        Ok(serde_json::from_str(&said)?)
    }

    /// The sample server is the program itself, started once more.
    fn call(&self) -> Result<(), Failure> {
        let program = self.wine.inside(&self.folder()?.join(TERMINAL))?;
        self.cli(&[
            "servers",
            "add",
            "Sample",
            "--unconfined",
            "--",
            &program,
            "--sample-server",
        ])?;
        self.used()
    }

    /// Finds the server, calls it, and verifies the audit log against its head in the Credential Manager.
    fn used(&self) -> Result<(), Failure> {
        let listed = self.cli(&["servers", "list"])?;
        expect(listed.to_string().contains("Sample"), || listed.to_string())?;
        let text = "{\"text\":\"größer \\\"als\\\" drei\"}";
        let counted = self.cli(&["tools", "call", "Sample", "count_words", text])?;
        expect(counted.to_string().contains('3'), || counted.to_string())?;
        self.cli(&["audit", "verify"]).map(drop)
    }

    fn upgrade(&self) -> Result<(), Failure> {
        let [_, (_, installer)] = &self.made;
        self.set_up(installer, VERSIONS[1])?;
        self.used()
    }

    fn remove(&self) -> Result<(), Failure> {
        let folder = self.folder()?;
        let kept = names(&self.data()?)?;
        child::run(self.wine.run(&folder.join("uninstall.exe"), &["/S"]), LIMIT)?;
        // It goes on in a copy of itself, which can remove it.
        self.wine.settle()?;
        for gone in [folder, self.entry()?] {
            expect(!gone.exists(), || {
                format!("{} is still there", gone.display())
            })?;
        }
        for key in [UNINSTALL, NOTIFIER] {
            expect(self.wine.registry(key).is_err(), || {
                format!("{key} is still there")
            })?;
        }
        let left = names(&self.data()?)?;
        expect(left == kept, || format!("{kept:?} became {left:?}"))?;
        let listed = self.output(&self.unpacked(), &["--json", "servers", "list"])?;
        expect(listed.contains("Sample"), || listed)
    }
}

fn expect(holds: bool, found: impl FnOnce() -> String) -> Result<(), Failure> {
    if holds {
        Ok(())
    } else {
        Err(Failure::Check(found()))
    }
}

/// The names in a folder, sorted; never none.
fn names(folder: &Path) -> Result<Vec<String>, Failure> {
    let entries = fs::read_dir(folder)?.filter_map(Result::ok);
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    expect(!names.is_empty(), || {
        format!("{} is empty", folder.display())
    })?;
    Ok(names)
}
