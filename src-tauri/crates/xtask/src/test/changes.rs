//! What changed since a commit, and which packages that concerns.

use std::{collections::BTreeSet, fs, path::Path};

use super::{full::git, graph::Graph};
use crate::{failure::Failure, place};

/// What each build and each check depends on: a change here means that everything is run. A path that ends with `/` is a folder.
const STEERING: [&str; 12] = [
    "Cargo.lock",
    "Cargo.toml",
    ".cargo/",
    ".ci/",
    ".config/",
    "clippy.toml",
    "deny.toml",
    "rustfmt.toml",
    "rust-toolchain.toml",
    "ui/package-lock.json",
    "tests/peers/",
    "src-tauri/crates/xtask/",
];
/// Files below [`STEERING`] on which no other step depends: what measures the code, what measures speed, and what makes a release (the
/// steps that install packages name it themselves).
const NOT_STEERING: [&str; 8] = [
    "src-tauri/crates/xtask/house.json",
    "src-tauri/crates/xtask/src/house.rs",
    "src-tauri/crates/xtask/src/house/",
    "src-tauri/crates/xtask/src/bench.rs",
    "src-tauri/crates/xtask/src/release.rs",
    "src-tauri/crates/xtask/src/release/",
    "src-tauri/crates/xtask/tests/",
    "tests/peers/tests/",
];
/// Texts that several packages read: the packages that embed or compare them, and the one whose dependents say them in their tests.
/// Every other file belongs to the package around it.
const READ_BY: [(&str, &[&str]); 1] = [(
    "ui/locales/",
    &["messages", "messages-build", "messages-text"],
)];
/// Packages whose tests read the documents and the sources of others.
pub const READERS: [&str; 1] = ["xtask"];
/// What a condition of compilation is about, where it is about a system.
const SYSTEMS: [&str; 4] = ["windows", "macos", "unix", "target_os"];

/// What changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Paths from the root.
    pub files: BTreeSet<String>,
    /// Packages with a changed file that is no document.
    pub changed: BTreeSet<String>,
    /// These, and every package that is built from one of them.
    pub affected: BTreeSet<String>,
    /// A changed file on which every step depends.
    pub steering: Option<String>,
    /// A changed file with parts for some systems only.
    pub of_systems: Option<String>,
}

impl Changes {
    /// What differs between `commit` and the files as they are now, committed or not.
    pub fn since(commit: &str) -> Result<Self, Failure> {
        let mut files: BTreeSet<String> = BTreeSet::new();
        let both = git(&["diff", "--name-only", "--no-renames", commit, "--"])?;
        let new = git(&["ls-files", "--others", "--exclude-standard"])?;
        files.extend(both.lines().chain(new.lines()).map(str::to_owned));
        let text = |name: &str| {
            fs::read_to_string(place::root().join(name))
                .or_else(|_| git(&["show", &format!("{commit}:{name}")]))
                .unwrap_or_default()
        };
        Ok(Self::of(files, &Graph::read()?, &text))
    }

    fn of(files: BTreeSet<String>, graph: &Graph, text: &dyn Fn(&str) -> String) -> Self {
        let steers = |name: &&String| within(name, &STEERING) && !within(name, &NOT_STEERING);
        let code = || files.iter().filter(|name| !is_document(name));
        let mut changed: BTreeSet<String> = code()
            .filter_map(|name| graph.owner(Path::new(name)))
            .map(str::to_owned)
            .collect();
        for (folder, packages) in READ_BY {
            if files.iter().any(|name| within(name, &[folder])) {
                changed.extend(packages.iter().map(|name| (*name).to_owned()));
            }
        }
        Self {
            affected: graph.dependents(&changed),
            changed,
            steering: code().find(steers).cloned(),
            of_systems: code()
                .find(|name| name.ends_with("Cargo.toml") || is_of_systems(name, text))
                .cloned(),
            files,
        }
    }

    /// A changed file in one of these places; a place that ends with `/` is a folder.
    pub fn in_places(&self, places: &[&str]) -> Option<&str> {
        let mut code = self.files.iter().filter(|name| !is_document(name));
        code.find(|name| within(name, places)).map(String::as_str)
    }

    /// One of these packages that is affected.
    pub fn in_packages<'a>(&self, packages: &[&'a str]) -> Option<&'a str> {
        packages
            .iter()
            .copied()
            .find(|name| self.affected.contains(*name))
    }

    /// Whether nothing but documents changed.
    pub fn only_documents(&self) -> bool {
        self.changed.is_empty()
    }
}

fn within(name: &str, places: &[&str]) -> bool {
    places.iter().any(|place| match place.ends_with('/') {
        true => name.starts_with(place),
        false => name == *place,
    })
}

fn is_document(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|ending| ending == "md")
}

fn is_of_systems(name: &str, text: &dyn Fn(&str) -> String) -> bool {
    if Path::new(name)
        .extension()
        .is_none_or(|ending| ending != "rs")
    {
        return false;
    }
    let text = text(name);
    let mut conditions = text
        .split("cfg")
        .skip(1)
        .filter_map(|rest| rest.lines().next());
    conditions.any(|condition| SYSTEMS.iter().any(|system| condition.contains(system)))
}

#[cfg(test)]
mod tests {
    use super::{super::graph::tests::small, *};

    fn changes(files: &[&str], text: &str) -> Changes {
        let files = files.iter().map(|name| (*name).to_owned()).collect();
        Changes::of(files, &small(), &|_| text.to_owned())
    }

    fn names(set: &BTreeSet<String>) -> Vec<&str> {
        set.iter().map(String::as_str).collect()
    }

    #[test]
    fn a_change_concerns_all_that_is_built_from_it() {
        let changes = changes(&["crates/low/src/a.rs"], "fn a() {}");
        assert_eq!(names(&changes.changed), ["low"]);
        assert_eq!(names(&changes.affected), ["app", "host", "low", "proof"]);
        assert_eq!(changes.in_packages(&["tool", "proof"]), Some("proof"));
        assert_eq!(changes.steering, None);
        assert_eq!(changes.of_systems, None);
    }

    #[test]
    fn documents_concern_no_package() {
        let changes = changes(&["README.md", "crates/low/README.md"], "");
        assert!(changes.only_documents());
        assert_eq!(changes.in_places(&["crates/low/"]), None);
    }

    #[test]
    fn what_every_step_depends_on_is_found_but_not_what_measures_the_code() {
        let lock = changes(&["Cargo.lock"], "");
        assert_eq!(lock.steering.as_deref(), Some("Cargo.lock"));
        let house = changes(&["src-tauri/crates/xtask/src/house/sizes.rs"], "");
        assert_eq!(house.steering, None);
        let steps = changes(&["src-tauri/crates/xtask/src/test/steps.rs"], "");
        assert!(steps.steering.is_some());
    }

    #[test]
    fn files_with_parts_for_a_system_and_manifests_are_found() {
        let parts = "#[cfg(windows)]\nfn a() {}";
        assert!(
            changes(&["crates/low/src/a.rs"], parts)
                .of_systems
                .is_some()
        );
        let test = "#[cfg(test)]\nfn a() { windows() }";
        assert!(changes(&["crates/low/src/a.rs"], test).of_systems.is_none());
        assert!(changes(&["crates/low/Cargo.toml"], "").of_systems.is_some());
    }

    #[test]
    fn texts_concern_the_packages_that_read_them() {
        let changes = changes(&["ui/locales/en/a.ftl"], "");
        assert!(names(&changes.changed).contains(&"messages"));
    }
}
