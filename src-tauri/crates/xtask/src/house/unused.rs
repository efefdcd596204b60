//! Dependencies that nothing uses: of a package, one whose name is nowhere in its sources; of the workspace, one that no
//! package takes. A dependency that is there for its features alone is listed in the package's manifest, as cargo-machete
//! has it: `[package.metadata.cargo-machete] ignored = ["name"]`.

use std::path::Path;

use serde_json::Value;

use crate::{child, failure::Failure, place};

/// Folders of a package that are not its sources.
const APART: [&str; 4] = ["node_modules", "target", "ui", "examples"];

/// Every unused dependency, in words.
pub fn unused() -> Result<Vec<String>, Failure> {
    let mut metadata = place::cargo();
    metadata.args(["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&child::output(metadata, child::QUESTION)?)?;
    let mut taken = Vec::new();
    let mut found = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let folder = manifest.parent().unwrap_or(manifest);
        taken.push(std::fs::read_to_string(manifest)?);
        let sources = sources(folder, name)?;
        let ignored = &package["metadata"]["cargo-machete"]["ignored"];
        let ignored: Vec<&str> = ignored
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let renamed = dependency["rename"].as_str();
            let dependency = renamed.or(dependency["name"].as_str()).unwrap_or_default();
            if !ignored.contains(&dependency) && !names(&sources, &dependency.replace('-', "_")) {
                found.push(format!("{name} does not use {dependency}"));
            }
        }
    }
    let root = std::fs::read_to_string(place::root().join("Cargo.toml"))?;
    found.extend(untaken(&root, &taken));
    found.sort();
    found.dedup();
    Ok(found)
}

/// The dependencies of the workspace that no manifest takes.
fn untaken(root: &str, manifests: &[String]) -> Vec<String> {
    let section = root
        .split("[workspace.dependencies]")
        .nth(1)
        .unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let names = section
        .lines()
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name.trim());
    let takes = |name: &str, manifest: &String| {
        let mut lines = manifest.lines().map(str::trim_start);
        lines.any(|line| {
            let rest = line.strip_prefix(name).map(str::trim_start);
            rest.is_some_and(|rest| {
                rest.starts_with(".workspace")
                    || (rest.starts_with('=') && rest.contains("workspace = true"))
            })
        })
    };
    let untaken = names.filter(|name| !manifests.iter().any(|manifest| takes(name, manifest)));
    untaken
        .map(|name| format!("no package takes {name} of the workspace"))
        .collect()
}

/// The text of every Rust source of a package.
fn sources(folder: &Path, package: &str) -> Result<String, Failure> {
    let mut text = String::new();
    // The desktop's package has its manifest at the root, which holds every other package.
    if package == "innkeeper" {
        let shell = folder.join("src-tauri");
        text.push_str(&std::fs::read_to_string(shell.join("build.rs"))?);
        for part in ["src", "tests"].map(|part| shell.join(part)) {
            if part.is_dir() {
                read(&part, &mut text)?;
            }
        }
    } else {
        read(folder, &mut text)?;
    }
    Ok(text)
}

fn read(folder: &Path, into: &mut String) -> Result<(), Failure> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let apart = APART.iter().any(|name| path.ends_with(name));
        if path.is_dir() && !apart && !path.join("Cargo.toml").is_file() {
            read(&path, into)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push_str(&std::fs::read_to_string(&path)?);
            into.push('\n');
        }
    }
    Ok(())
}

/// Whether a crate is named outside of comments: `name::…`, `use name`, `extern crate name`.
fn names(sources: &str, name: &str) -> bool {
    let before = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let code = sources
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.starts_with("//"));
    code.into_iter().any(|line| {
        line.match_indices(name).any(|(at, _)| {
            let after = &line[at + name.len()..];
            let ends = !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            let used = after.starts_with("::")
                || line.starts_with("use ")
                || line.contains("use ")
                || line.starts_with("extern crate");
            ends && before(line[..at].chars().next_back()) && used
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_used_where_code_names_it() {
        assert!(names("let x = base64::encode(y);", "base64"));
        assert!(names("use serde;", "serde"));
        assert!(names("pub use serde as s;", "serde"));
        assert!(!names("// base64::encode", "base64"));
        assert!(!names("let my_base64 = mybase64::x;", "base64"));
    }

    #[test]
    fn a_dependency_of_the_workspace_is_taken_by_a_package() {
        let root = "[workspace.dependencies]\na = \"1\"\na-b = { version = \"1\" }\nc = \"1\"\n\n[package]\nd = 1\n";
        let manifests =
            ["a-b.workspace = true\nc = { workspace = true, features = [] }".to_owned()];
        assert_eq!(
            untaken(root, &manifests),
            ["no package takes a of the workspace"]
        );
    }
}
