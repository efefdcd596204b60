//! For Windows: a ZIP to unpack anywhere and an installer for one user, with the same files.

use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::{child, failure::Failure, machine};

/// The program with a window, and the library that it needs beside it.
const WINDOW: [&str; 2] = ["innkeeper.exe", LOADER];
/// The library that finds WebView2.
pub const LOADER: &str = "WebView2Loader.dll";
/// The program for terminals.
pub const TERMINAL: &str = "innkeeper-cli.exe";
/// Files of the repository, and their names there.
const FILES: [(&str, &str); 5] = [
    ("src-tauri/packaging/windows/README.txt", "README.txt"),
    ("LICENSE-APACHE", "LICENSE-APACHE.txt"),
    ("LICENSE-MIT", "LICENSE-MIT.txt"),
    ("icons/icon.ico", "innkeeper.ico"),
    ("icons/128x128@2x.png", "innkeeper.png"),
];
/// How long the installer may take to be written.
const LIMIT: Duration = Duration::from_secs(600);

/// What is made, and of what.
#[derive(Debug)]
pub struct Parts<'a> {
    /// The folder of the sources, for the files that are packed as they are.
    pub sources: &'a Path,
    /// The folder with the programs that were built for Windows.
    pub programs: &'a Path,
    /// Whether the program with a window is among them. Without it both hold the program for terminals alone.
    pub window: bool,
    /// More files, such as the licences of others' work.
    pub notices: &'a [PathBuf],
    /// Three numbers with dots between them.
    pub version: &'a str,
    /// Whether both are packed well, which takes minutes, or quickly.
    pub small: bool,
}

/// Writes the ZIP and the installer into `out`, and returns their paths in that order.
///
/// # Errors
/// A program, a file or makensis is missing, or makensis refuses its script.
pub fn make(parts: &Parts<'_>, out: &Path) -> Result<Vec<PathBuf>, Failure> {
    let files = parts.files()?;
    fs::create_dir_all(out)?;
    let name = format!("innkeeper-{}-windows-x64", parts.version);
    let zip = out.join(format!("{name}.zip"));
    write_zip(&zip, &name, &files, parts.small)?;
    let installer = out.join(installer(parts.version));
    write_installer(parts, &files, &installer)?;
    Ok(vec![zip, installer])
}

/// The name of the installer of a version.
pub fn installer(version: &str) -> String {
    format!("innkeeper-{version}-windows-x64-setup.exe")
}

/// A file, and its name where it is installed.
type Named = (PathBuf, String);

impl Parts<'_> {
    fn files(&self) -> Result<Vec<Named>, Failure> {
        let window = WINDOW.iter().filter(|_| self.window);
        let programs = window
            .chain([&TERMINAL])
            .map(|name| (self.programs.join(name), (*name).to_owned()));
        let ours = FILES
            .iter()
            .map(|(path, name)| (self.sources.join(path), (*name).to_owned()));
        let notices = self.notices.iter().filter_map(|path| {
            let name = path.file_name()?.to_str()?;
            Some((path.clone(), name.to_owned()))
        });
        let files: Vec<Named> = programs.chain(ours).chain(notices).collect();
        for (path, name) in &files {
            if !path.is_file() {
                return Err(Failure::Needs(format!("{} is missing", path.display())));
            }
            // It stands in a script.
            if !name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
            {
                return Err(Failure::Needs(format!("`{name}` is no name for a file")));
            }
        }
        Ok(files)
    }
}

/// The same files give the same bytes: no time is noted.
fn write_zip(path: &Path, folder: &str, files: &[Named], small: bool) -> Result<(), Failure> {
    let failed = |error: zip::result::ZipError| Failure::Io(io::Error::other(error));
    let method = match small {
        true => CompressionMethod::Deflated,
        false => CompressionMethod::Stored,
    };
    let options = SimpleFileOptions::default()
        .last_modified_time(zip::DateTime::default())
        .compression_method(method);
    let mut zip = ZipWriter::new(File::create(path)?);
    for (from, name) in files {
        zip.start_file(format!("{folder}/{name}"), options)
            .map_err(failed)?;
        io::copy(&mut File::open(from)?, &mut zip)?;
    }
    zip.finish().map_err(failed)?.flush()?;
    Ok(())
}

fn write_installer(parts: &Parts<'_>, files: &[Named], path: &Path) -> Result<(), Failure> {
    let packaging = parts.sources.join("src-tauri/packaging/windows");
    let work = tempfile::tempdir()?;
    let list = work.path().join("files.nsh");
    fs::write(&list, lists(files))?;
    let compressor = if parts.small { "lzma" } else { "zlib" };
    let mut makensis = Command::new(machine::MAKENSIS);
    makensis.args([
        "-V2",
        "-WX",
        "-INPUTCHARSET",
        "UTF8",
        "-XTarget amd64-unicode",
    ]);
    for (name, value) in [
        ("VERSION", parts.version),
        ("COMPRESSOR", compressor),
        ("FILES", &list.to_string_lossy()),
        ("OUT", &path.to_string_lossy()),
        (
            "LICENSE",
            &parts.sources.join("LICENSE-MIT").to_string_lossy(),
        ),
        (
            "ICON",
            &parts.sources.join("icons/icon.ico").to_string_lossy(),
        ),
    ] {
        makensis.arg(format!("-D{name}={value}"));
    }
    if parts.window {
        makensis.arg("-DWINDOW");
    }
    makensis.arg(packaging.join("innkeeper.nsi"));
    child::run(makensis, LIMIT)
}

/// The macros that name what is installed: one place, so that exactly that is removed.
fn lists(files: &[Named]) -> String {
    let mut install = String::new();
    let mut remove = String::new();
    for (path, name) in files {
        // Writing to a `String` does not fail.
        let _ = writeln!(install, "  File \"/oname={name}\" \"{}\"", path.display());
        let _ = writeln!(remove, "  Delete \"$INSTDIR\\{name}\"");
    }
    format!("!macro InstallFiles\n{install}!macroend\n!macro RemoveFiles\n{remove}!macroend\n")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::place;

    fn parts(programs: &Path) -> Parts<'_> {
        Parts {
            sources: place::root(),
            programs,
            window: false,
            notices: &[],
            version: "1.2.3",
            small: false,
        }
    }

    #[test]
    fn missing_program_is_named() {
        let empty = tempfile::tempdir().unwrap();
        let failure = make(&parts(empty.path()), empty.path()).unwrap_err();
        assert!(failure.to_string().contains(TERMINAL), "{failure}");
    }

    #[test]
    fn what_is_installed_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(TERMINAL), "MZ").unwrap();
        let list = lists(&parts(folder.path()).files().unwrap());
        let names = |word: &str| -> Vec<String> {
            let lines = list
                .lines()
                .filter_map(|line| line.trim().strip_prefix(word));
            let first = lines.filter_map(|rest| rest.split('"').nth(1));
            first
                .map(|name| name.replace("/oname=", "").replace("$INSTDIR\\", ""))
                .collect()
        };
        assert_eq!(names("File"), names("Delete"));
        assert_eq!(names("File").len(), FILES.len() + 1);
    }

    #[test]
    fn same_files_give_the_same_zip() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(TERMINAL), "MZ").unwrap();
        let zip = |name: &str| {
            let path = folder.path().join(name);
            let files = parts(folder.path()).files().unwrap();
            write_zip(&path, "innkeeper", &files, true).unwrap();
            fs::read(path).unwrap()
        };
        assert_eq!(zip("a.zip"), zip("b.zip"));
    }
}
