//! What the packages for Linux contain: one tree of files, which dpkg and rpm pack alike.

pub mod deb;
pub mod rpm;

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::Build;
use crate::failure::Failure;

/// The package's name, which is also that of its menu entry and icon.
pub const NAME: &str = "innkeeper";
/// The programs. The guard and the reader are looked for beside the one that starts them.
pub const PROGRAMS: [&str; 4] = [
    "innkeeper",
    "innkeeper-cli",
    "innkeeper-guard",
    "innkeeper-reader",
];
/// Who makes it.
const MAINTAINER: &str = "Innkeeper developers";
/// Its licence.
const LICENCE: &str = "MIT OR Apache-2.0";
/// One line about it.
const SUMMARY: &str = "Desktop app for AI chat with tools (MCP) that asks before each use";
/// A keychain, and what opens pages in a browser. Without them Innkeeper runs, but keeps no keys and opens no pages.
const RECOMMENDED: [&str; 2] = ["gnome-keyring", "xdg-utils"];
/// The menu entry, the AppArmor profile and the scripts.
const SOURCES: &str = "src-tauri/packaging/linux";
/// The folder of the documentation in the package.
pub const DOCUMENTATION: &str = "usr/share/doc/innkeeper";
/// Licences of everything that is compiled in.
pub const THIRD_PARTY: &str = "THIRD-PARTY-LICENCES";

/// A source file of the packaging.
fn source(build: &Build, name: &str) -> PathBuf {
    build.sources.join(SOURCES).join(name)
}

/// The text about the package, a paragraph to a blank line.
fn description(build: &Build) -> Result<String, Failure> {
    Ok(fs::read_to_string(source(build, "description.txt"))?)
}

/// The icons: a file of the sources, and the folder of its size in the theme.
pub const ICONS: [(&str, &str); 8] = [
    ("16x16.png", "16x16"),
    ("32x32.png", "32x32"),
    ("48x48.png", "48x48"),
    ("64x64.png", "64x64"),
    ("128x128.png", "128x128"),
    ("128x128@2x.png", "256x256"),
    ("icon.png", "512x512"),
    ("icon.svg", "scalable"),
];

/// The file that tells the program by what it was installed, and so what its updates are.
const INSTALLED_BY: &str = "usr/share/innkeeper/package";

/// Lays the files of a package of a kind (`deb`, `rpm`) out below `root`.
pub fn lay_out(build: &Build, kind: &str, root: &Path) -> Result<(), Failure> {
    let top = &build.sources;
    for program in PROGRAMS {
        let from = build.programs.join(program);
        add(&from, &root.join("usr/bin").join(program), 0o755)?;
    }
    let entry = root.join("usr/share/applications/innkeeper.desktop");
    add(&source(build, "innkeeper.desktop"), &entry, 0o644)?;
    for (file, size) in ICONS {
        let suffix = file.rsplit('.').next().unwrap_or_default();
        let icon = root.join(format!(
            "usr/share/icons/hicolor/{size}/apps/{NAME}.{suffix}"
        ));
        add(&top.join("icons").join(file), &icon, 0o644)?;
    }
    let profile = root.join("usr/share/innkeeper/apparmor/innkeeper");
    add(&source(build, "apparmor"), &profile, 0o644)?;
    let installed_by = root.join(INSTALLED_BY);
    fs::write(&installed_by, format!("{kind}\n"))?;
    set_mode(&installed_by, 0o644)?;
    let documentation = root.join(DOCUMENTATION);
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"] {
        add(&top.join(file), &documentation.join(file), 0o644)?;
    }
    add(&build.licences, &documentation.join(THIRD_PARTY), 0o644)?;
    let copyright = documentation.join("copyright");
    fs::write(&copyright, copyright_text(top)?)?;
    set_mode(&copyright, 0o644)?;
    whole(root)
}

fn copyright_text(sources: &Path) -> Result<String, Failure> {
    let mit = fs::read_to_string(sources.join("LICENSE-MIT"))?;
    Ok(format!(
        "Innkeeper is under MIT or Apache-2.0, at your choice; the texts are in LICENSE-MIT and LICENSE-APACHE\n\
         beside this file. Parts of others that are compiled in, and their licences: {THIRD_PARTY}.\n\n{mit}"
    ))
}

fn add(from: &Path, to: &Path, mode: u32) -> Result<(), Failure> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to)
        .map_err(|error| Failure::Check(format!("{} is missing: {error}", from.display())))?;
    set_mode(to, mode)
}

/// Gives every folder the mode that a package has, whatever the mask of this user.
fn whole(folder: &Path) -> Result<(), Failure> {
    set_mode(folder, 0o755)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            whole(&path)?;
        }
    }
    Ok(())
}

/// The files below a folder, relative to it, in a fixed order.
pub fn files(root: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    let mut left = vec![root.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                left.push(path);
            } else if let Ok(inner) = path.strip_prefix(root) {
                all.push(inner.to_owned());
            }
        }
    }
    all.sort();
    Ok(all)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(mode))?)
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> Result<(), Failure> {
    Err(Failure::Check("Linux packages are made on Unix".to_owned()))
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::{place, release::Effort};

    fn build(programs: &Path) -> Build {
        Build {
            sources: place::root().to_owned(),
            programs: programs.to_owned(),
            version: "0.1.0".to_owned(),
            epoch: 0,
            licences: place::root().join("LICENSE-MIT"),
            effort: Effort::Quick,
        }
    }

    #[test]
    fn every_program_and_icon_is_in_the_tree_and_only_programs_are_executable() {
        let folder = tempfile::tempdir().unwrap();
        for program in PROGRAMS {
            fs::write(folder.path().join(program), program).unwrap();
        }
        let root = folder.path().join("tree");
        lay_out(&build(folder.path()), "deb", &root).unwrap();
        let files = files(&root).unwrap();
        let executable: Vec<PathBuf> = files
            .iter()
            .filter(|file| fs::metadata(root.join(file)).unwrap().permissions().mode() & 0o111 != 0)
            .cloned()
            .collect();
        let programs = PROGRAMS.map(|program| Path::new("usr/bin").join(program));
        assert_eq!(executable, programs);
        let icons = files
            .iter()
            .filter(|file| file.starts_with("usr/share/icons"));
        assert_eq!(icons.count(), ICONS.len());
        assert_eq!(
            fs::read_to_string(root.join(INSTALLED_BY)).unwrap(),
            "deb\n"
        );
    }

    #[test]
    fn missing_program_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("tree");
        let error = lay_out(&build(folder.path()), "deb", &root)
            .unwrap_err()
            .to_string();
        assert!(error.contains("innkeeper is missing"), "{error}");
    }
}
