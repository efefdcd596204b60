//! The packages of the workspace: where each one is, and which one is built from which.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{child, failure::Failure, place};

/// The packages by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Graph {
    packages: BTreeMap<String, Package>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Package {
    /// From the root of the repository; empty for the package at the root.
    folder: PathBuf,
    /// Packages of the workspace that it is built from, its tests and build script included.
    needs: BTreeSet<String>,
}

impl Graph {
    /// A workspace of one package, at its root.
    #[cfg(test)]
    pub fn of_one(name: &str) -> Self {
        Self {
            packages: BTreeMap::from([(name.to_owned(), Package::default())]),
        }
    }

    /// Asks Cargo.
    pub fn read() -> Result<Self, Failure> {
        let mut question = place::cargo();
        question.args(["metadata", "--no-deps", "--format-version", "1"]);
        let said = child::output(question, child::QUESTION)?;
        Ok(Self::of(&serde_json::from_str(&said)?, place::root()))
    }

    fn of(metadata: &Value, root: &Path) -> Self {
        let relative = |path: &str| Path::new(path).strip_prefix(root).map(Path::to_path_buf);
        let listed: Vec<&Value> = metadata["packages"]
            .as_array()
            .into_iter()
            .flatten()
            .collect();
        let mut packages = BTreeMap::new();
        let mut at = BTreeMap::new();
        for package in &listed {
            let name = package["name"].as_str().unwrap_or_default().to_owned();
            let manifest = relative(package["manifest_path"].as_str().unwrap_or_default());
            let folder = manifest
                .ok()
                .and_then(|path| Some(path.parent()?.to_owned()));
            let folder = folder.unwrap_or_default();
            at.insert(folder.clone(), name.clone());
            packages.insert(
                name,
                Package {
                    folder,
                    needs: BTreeSet::new(),
                },
            );
        }
        for package in &listed {
            let needs = package["dependencies"].as_array().into_iter().flatten();
            let needs = needs.filter_map(|need| at.get(&relative(need["path"].as_str()?).ok()?));
            if let Some(known) = packages.get_mut(package["name"].as_str().unwrap_or_default()) {
                known.needs.extend(needs.cloned());
            }
        }
        Self { packages }
    }

    /// The names of all packages.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.packages.keys().map(String::as_str)
    }

    /// The folder of a package, from the root of the repository.
    pub fn folder(&self, name: &str) -> Option<&Path> {
        self.packages
            .get(name)
            .map(|package| package.folder.as_path())
    }

    /// The package with the deepest folder that contains `file`, a path from the root of the repository.
    pub fn owner(&self, file: &Path) -> Option<&str> {
        let holds = self
            .packages
            .iter()
            .filter(|(_, package)| file.starts_with(&package.folder));
        holds
            .max_by_key(|(_, package)| package.folder.components().count())
            .map(|(name, _)| name.as_str())
    }

    /// `names`, and every package that is built from one of them.
    pub fn dependents(&self, names: &BTreeSet<String>) -> BTreeSet<String> {
        self.closure(names, |name, known| {
            self.packages
                .get(name)
                .is_some_and(|package| !package.needs.is_disjoint(known))
        })
    }

    /// `name`, and every package that it is built from.
    pub fn needs(&self, name: &str) -> BTreeSet<String> {
        self.closure(&BTreeSet::from([name.to_owned()]), |other, known| {
            let mut of = known.iter().filter_map(|name| self.packages.get(name));
            of.any(|package| package.needs.contains(other))
        })
    }

    fn closure(
        &self,
        from: &BTreeSet<String>,
        joins: impl Fn(&str, &BTreeSet<String>) -> bool,
    ) -> BTreeSet<String> {
        let mut known = from.clone();
        loop {
            let more: Vec<String> = self
                .names()
                .filter(|name| !known.contains(*name) && joins(name, &known))
                .map(str::to_owned)
                .collect();
            if more.is_empty() {
                return known;
            }
            known.extend(more);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
pub mod tests {
    use serde_json::json;

    use super::*;

    /// `app` at the root is built from `host`, `host` from `low`; `tool` stands alone, and `proof` tests `host`.
    pub fn small() -> Graph {
        let package = |name: &str, folder: &str, needs: &[&str]| {
            let needs: Vec<Value> = needs
                .iter()
                .map(|need| json!({ "name": need, "path": format!("/r/crates/{need}") }))
                .chain([json!({ "name": "serde", "path": null })])
                .collect();
            json!({ "name": name, "manifest_path": format!("/r{folder}/Cargo.toml"), "dependencies": needs })
        };
        let metadata = json!({ "packages": [
            package("app", "", &["host"]),
            package("host", "/crates/host", &["low"]),
            package("low", "/crates/low", &[]),
            package("tool", "/crates/tool", &[]),
            package("proof", "/tests/proof", &["host"]),
        ]});
        Graph::of(&metadata, Path::new("/r"))
    }

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_file_belongs_to_the_deepest_package_around_it() {
        let graph = small();
        let owner = |file: &str| graph.owner(Path::new(file)).unwrap().to_owned();
        assert_eq!(owner("crates/low/src/a.rs"), "low");
        assert_eq!(owner("ui/src/App.svelte"), "app");
        assert_eq!(owner("crates/lower/src/a.rs"), "app");
    }

    #[test]
    fn what_is_built_from_a_package_is_found_through_others() {
        let graph = small();
        assert_eq!(
            graph.dependents(&set(&["low"])),
            set(&["app", "host", "low", "proof"])
        );
        assert_eq!(graph.dependents(&set(&["tool"])), set(&["tool"]));
        assert_eq!(graph.needs("app"), set(&["app", "host", "low"]));
    }

    #[test]
    fn the_workspace_is_read() {
        let graph = Graph::read().unwrap();
        assert!(graph.needs("host").contains("domain"));
        assert!(graph.dependents(&set(&["domain"])).contains("innkeeper"));
        assert_eq!(graph.owner(Path::new("ui/package.json")), Some("innkeeper"));
    }
}
