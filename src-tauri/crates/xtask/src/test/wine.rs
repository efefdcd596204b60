//! A Windows of Wine for one step.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use crate::{child, failure::Failure, machine};

/// Stands in for a library that Wine has since version 9. Rust's standard library takes random numbers from it.
const RANDOM: &str = include_str!("bcryptprimitives.c");

/// How long a new Windows may take to be set up, and to end.
const WINE_LIMIT: Duration = Duration::from_secs(120);

/// A Windows of its own for the tests, in a folder that is thrown away. Dropped, it ends.
pub struct Wine {
    folder: tempfile::TempDir,
    loader: PathBuf,
}

impl Wine {
    /// Sets it up.
    pub fn new() -> Result<Self, Failure> {
        let loader = machine::wine().ok_or_else(|| Failure::Needs("Wine is missing".to_owned()))?;
        let folder = tempfile::Builder::new()
            .prefix("innkeeper-wine-")
            .tempdir()?;
        let wine = Self { folder, loader };
        child::run(
            wine.command(&wine.loader, &["wineboot", "--init"]),
            WINE_LIMIT,
        )?;
        let library = wine
            .prefix()
            .join("drive_c/windows/system32/bcryptprimitives.dll");
        if !library.exists() {
            wine.build(&library)?;
        }
        Ok(wine)
    }

    /// The user's folder of application data: `Local` or `Roaming`.
    pub fn app_data(&self, which: &str) -> Result<PathBuf, Failure> {
        let users = self.prefix().join("drive_c/users");
        let all = std::fs::read_dir(&users)?.filter_map(Result::ok);
        all.map(|user| user.path().join("AppData").join(which))
            .find(|folder| folder.is_dir())
            .ok_or_else(|| Failure::Needs("this Wine has no folders of a user".to_owned()))
    }

    fn server(&self) -> PathBuf {
        self.loader.with_file_name("wineserver")
    }

    fn prefix(&self) -> PathBuf {
        self.folder.path().join("prefix")
    }

    fn build(&self, library: &Path) -> Result<(), Failure> {
        let source = self.folder.path().join("bcryptprimitives.c");
        std::fs::write(&source, RANDOM)?;
        let mut compiler = Command::new(machine::MINGW);
        compiler.args(["-shared", "-o"]).arg(library).arg(source);
        compiler.arg("-ladvapi32");
        child::run(compiler, child::QUESTION)
    }

    /// A program in it, by its path outside.
    pub fn run(&self, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(&self.loader);
        command.arg(program).args(args);
        self.furnish(&mut command);
        command
    }

    /// A path outside as the programs in it name it.
    pub fn inside(&self, path: &Path) -> Result<String, Failure> {
        let drive = self.prefix().join("drive_c");
        let rest = path
            .strip_prefix(drive)
            .map_err(|_| Failure::Check(format!("{} is outside", path.display())))?;
        Ok(format!("C:\\{}", rest.to_string_lossy().replace('/', "\\")))
    }

    /// What its registry has under a key.
    ///
    /// # Errors
    /// There is no such key.
    pub fn registry(&self, key: &str) -> Result<String, Failure> {
        let command = self.run(Path::new("reg"), &["query", key]);
        child::output(command, WINE_LIMIT)
    }

    /// Waits until every program in it has ended.
    pub fn settle(&self) -> Result<(), Failure> {
        child::run(self.command(&self.server(), &["-w"]), WINE_LIMIT)
    }

    fn command(&self, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args);
        self.furnish(&mut command);
        command
    }

    /// Cargo starts the test programs in this Windows.
    pub fn run_tests_of(&self, cargo: &mut Command) {
        cargo.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", &self.loader);
        self.furnish(cargo);
    }

    /// Without a display, and with temporary files that go with it.
    fn furnish(&self, command: &mut Command) {
        command
            .env("WINEPREFIX", self.prefix())
            .env("WINEDEBUG", "-all")
            .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        // It has a server that outlives its programs. A failure means that it has ended.
        let _ = child::run(self.command(&self.server(), &["-k"]), WINE_LIMIT);
        let _ = self.settle();
    }
}
