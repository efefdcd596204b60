//! The window's sources: folders that import each other, effects, stores, and test identifiers that the program itself looks for.

use std::collections::{BTreeMap, BTreeSet};

use super::kinds::Source;

/// Folders of features, from `ui/src`.
const FEATURES: &str = "features/";
/// Where stores are, from `ui/src`.
const STATE: &str = "state/";
/// Lines of a store.
pub const STORE: usize = 200;
/// Lines of any file.
pub const FILE: usize = 500;

/// What the sources come to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// Features that import each other, directly or through others.
    pub cycles: Vec<Vec<String>>,
    /// Calls of `$effect` and its variants.
    pub effects: usize,
    /// Stores with more lines than [`STORE`].
    pub stores: Vec<String>,
    /// Files with more lines than [`FILE`].
    pub files: Vec<String>,
    /// Places that look for an element by its test identifier.
    pub selectors: usize,
}

impl Window {
    /// Measures the sources.
    pub fn of(sources: &[Source]) -> Self {
        let mut window = Self::default();
        let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for source in sources {
            let path = source.file.to_string_lossy();
            let Some((_, path)) = path.split_once("ui/src/") else {
                continue;
            };
            let lines = source.text.lines().count();
            let generated = path.ends_with("bindings.ts");
            if path.starts_with(STATE) && lines > STORE {
                window.stores.push(path.to_owned());
            }
            if lines > FILE && !generated {
                window.files.push(path.to_owned());
            }
            window.effects += source.text.matches("$effect").count();
            window.selectors += source.text.matches("[data-testid").count();
            if let Some(own) = feature(path) {
                let mut others = imported(path, &source.text);
                others.remove(&own);
                imports.entry(own).or_default().extend(others);
            }
        }
        window.cycles = cycles(&imports);
        window
    }
}

/// The feature's folder of a path from `ui/src`.
fn feature(path: &str) -> Option<String> {
    let (folder, _) = path.strip_prefix(FEATURES)?.split_once('/')?;
    Some(folder.to_owned())
}

/// The features that a file imports: by a path from itself, or by an alias of `src`.
fn imported(path: &str, text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let literals = text.split(['"', '\'']).skip(1).step_by(2);
    for literal in literals {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let full = match literal
            .strip_prefix("$lib/")
            .or(literal.strip_prefix("$src/"))
        {
            Some(rest) => rest.to_owned(),
            None if literal.starts_with('.') => join(folder, literal),
            None => continue,
        };
        found.extend(feature(&full));
    }
    found
}

fn join(folder: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Groups of features of which each reaches each other.
fn cycles(imports: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reach = |from: &String| {
        let mut seen = BTreeSet::new();
        let mut next: Vec<&String> = imports.get(from).into_iter().flatten().collect();
        while let Some(name) = next.pop() {
            if seen.insert(name.clone()) {
                next.extend(imports.get(name).into_iter().flatten());
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        imports.keys().map(|name| (name, reach(name))).collect();
    let mut found: Vec<Vec<String>> = Vec::new();
    for (name, all) in &reached {
        let known = found.iter().flatten().any(|other| other == *name);
        if all.contains(*name) && !known {
            let back = |other: &&String| reached.get(other).is_some_and(|all| all.contains(*name));
            found.push(all.iter().filter(back).cloned().collect());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source {
            file: format!("/r/ui/src/{path}").into(),
            owner: "ui".to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn features_that_import_each_other_are_a_cycle_however_long() {
        let window = Window::of(&[
            source("features/a/A.svelte", "import B from '../b/B.svelte'"),
            source("features/b/B.svelte", "import { c } from \"../c/deep/c\""),
            source(
                "features/c/deep/c.ts",
                "import '../../a/A.svelte'; import '../other'",
            ),
            source("features/d/D.svelte", "import '../a/A.svelte'"),
        ]);
        assert_eq!(window.cycles, [["a", "b", "c"]]);
    }

    #[test]
    fn effects_stores_and_selectors_are_counted() {
        let long = "x\n".repeat(STORE + 1);
        let window = Window::of(&[
            source("state/big.svelte.ts", &long),
            source(
                "features/a/A.svelte",
                "$effect(() => {}); $effect.pre(() => {})",
            ),
            source(
                "features/a/b.ts",
                "document.querySelector('[data-testid=x]')",
            ),
        ]);
        assert_eq!((window.effects, window.selectors), (2, 1));
        assert_eq!(window.stores, ["state/big.svelte.ts"]);
    }
}
