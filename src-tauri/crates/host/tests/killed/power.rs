//! A power cut: what was not synchronized is lost. A library is preloaded into the host and keeps a copy of each file of the data as it was
//! when it was last synchronized; a cut puts the copies in place of the files.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use super::day;

/// The copies of the files of a folder.
pub struct Power {
    data: PathBuf,
    kept: PathBuf,
    library: PathBuf,
    /// A file that is synchronized in vain.
    blind: Option<&'static str>,
}

impl Power {
    /// Builds the library for this folder.
    pub fn new(folder: &Path, blind: Option<&'static str>) -> Self {
        let (kept, library) = (folder.join("kept"), folder.join("power.so"));
        std::fs::create_dir(&kept).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/killed/power.c");
        let built = Command::new("cc")
            .args(["-O2", "-Wall", "-Wextra", "-shared", "-fPIC", "-o"])
            .args([&library, &source])
            .arg("-ldl")
            .status();
        assert!(built.unwrap().success(), "the library could not be built");
        Self {
            data: day::data(folder),
            kept,
            library,
            blind,
        }
    }

    /// Has the program keep the copies. What it starts does not.
    pub fn record(&self, program: &mut Command) {
        program
            .env("LD_PRELOAD", &self.library)
            .env("INNKEEPER_TEST_POWER_DATA", &self.data)
            .env("INNKEEPER_TEST_POWER_KEPT", &self.kept)
            .envs(self.blind.map(|name| ("INNKEEPER_TEST_POWER_BLIND", name)));
    }

    /// Loses what was not synchronized.
    pub fn cut(&self) {
        if self.data.exists() {
            std::fs::remove_dir_all(&self.data).unwrap();
        }
        std::fs::create_dir(&self.data).unwrap();
        for copy in std::fs::read_dir(&self.kept).unwrap() {
            let copy = copy.unwrap();
            let name = copy.file_name();
            // Written while the power was cut: the copy before it counts.
            if !name.to_string_lossy().starts_with("part-of-") {
                std::fs::copy(copy.path(), self.data.join(name)).unwrap();
            }
        }
    }
}
