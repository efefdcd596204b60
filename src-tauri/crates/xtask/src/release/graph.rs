//! What of others is in the programs: crates, from Cargo's graph, and packages of npm, from the lock file of the interface.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::programs::PACKAGES;
use crate::{child, failure::Failure, place, test::FEATURES};

/// A part that others made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// Its name in its registry.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence, as it says.
    pub licence: String,
    /// Who made it, or where it comes from.
    pub origin: String,
    /// The folder with its files.
    pub folder: PathBuf,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The crates of registries that the programs are compiled of, for this system and with the features of a release.
pub fn crates(root: &Path) -> Result<BTreeSet<Part>, Failure> {
    let host = child::ask("rustc", &["--print", "host-tuple"])?;
    let mut ask = place::cargo();
    ask.current_dir(root)
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(["--features", FEATURES, "--filter-platform", host.trim()]);
    Ok(reached(&serde_json::from_str(&child::output(
        ask,
        child::QUESTION,
    )?)?))
}

/// Follows the dependencies that are compiled in, from the packages of the programs.
fn reached(metadata: &Value) -> BTreeSet<Part> {
    let all = |list: &Value| list.as_array().cloned().unwrap_or_default();
    let packages: BTreeMap<String, Value> = all(&metadata["packages"])
        .into_iter()
        .map(|package| (text(&package["id"]), package))
        .collect();
    let nodes: BTreeMap<String, Value> = all(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|node| (text(&node["id"]), node))
        .collect();
    let own = |package: &Value| {
        let name = package["name"].as_str().unwrap_or_default();
        package["source"].is_null() && PACKAGES.contains(&name)
    };
    let mut left: Vec<String> = packages
        .iter()
        .filter(|(_, package)| own(package))
        .map(|(id, _)| id.clone())
        .collect();
    let mut seen: BTreeSet<String> = left.iter().cloned().collect();
    while let Some(id) = left.pop() {
        for needed in nodes
            .get(&id)
            .map_or_else(Vec::new, |node| all(&node["deps"]))
        {
            let kinds = all(&needed["dep_kinds"]);
            let id = text(&needed["pkg"]);
            // Neither tests nor build scripts are in a program.
            if kinds.iter().any(|kind| kind["kind"].is_null()) && seen.insert(id.clone()) {
                left.push(id);
            }
        }
    }
    let others = seen.iter().filter_map(|id| packages.get(id));
    others
        .filter(|package| !package["source"].is_null())
        .map(part)
        .collect()
}

fn part(package: &Value) -> Part {
    let authors: Vec<&str> = package["authors"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let manifest = PathBuf::from(text(&package["manifest_path"]));
    Part {
        name: text(&package["name"]),
        version: text(&package["version"]),
        licence: text(&package["license"]),
        origin: if authors.is_empty() {
            text(&package["repository"])
        } else {
            authors.join(", ")
        },
        folder: manifest.parent().map(Path::to_owned).unwrap_or_default(),
    }
}

/// The packages of npm that the interface is made of.
pub fn npm(root: &Path) -> Result<BTreeSet<Part>, Failure> {
    let ui = root.join("ui");
    let lock: Value = serde_json::from_slice(&fs::read(ui.join("package-lock.json"))?)?;
    let mut all = BTreeSet::new();
    for (folder, package) in lock["packages"].as_object().into_iter().flatten() {
        let Some((_, name)) = folder.rsplit_once("node_modules/") else {
            continue;
        };
        if package["dev"] == Value::Bool(true) || package["optional"] == Value::Bool(true) {
            continue;
        }
        all.insert(Part {
            name: name.to_owned(),
            version: text(&package["version"]),
            licence: text(&package["license"]),
            origin: format!("https://www.npmjs.com/package/{name}"),
            folder: ui.join(folder),
        });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn build_and_test_dependencies_are_no_part_of_a_program() {
        let package = |id: &str, source: Value| {
            json!({ "id": id, "name": id, "version": "1.0.0", "license": "MIT", "source": source,
                "authors": [], "repository": "https://example.com", "manifest_path": "/x/Cargo.toml" })
        };
        let dep = |id: &str, kind: Value| json!({ "pkg": id, "dep_kinds": [{ "kind": kind }] });
        let registry = json!("registry+https://example.com");
        let metadata = json!({
            "packages": [package("innkeeper", Value::Null), package("domain", Value::Null),
                package("used", registry.clone()), package("tested", registry.clone()),
                package("built", registry.clone()), package("other", registry)],
            "resolve": { "nodes": [
                { "id": "innkeeper", "deps": [dep("domain", Value::Null), dep("tested", json!("dev")), dep("built", json!("build"))] },
                { "id": "domain", "deps": [dep("used", Value::Null)] },
            ] },
        });
        let names: Vec<String> = reached(&metadata)
            .into_iter()
            .map(|part| part.name)
            .collect();
        assert_eq!(names, ["used"]);
    }
}
