//! Each promise of `src-tauri/SECURITY.md` has a number of its own, an enforcement point and limits; the tests it names exist.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// A name with this many words is a test's.
const WORDS_OF_A_TEST: usize = 4;

fn document() -> String {
    std::fs::read_to_string(peers::root().join("src-tauri/SECURITY.md")).unwrap()
}

/// The number and the text of each promise.
fn promises(text: &str) -> Vec<(u32, String)> {
    let parts = text.split("\n**P-").skip(1);
    let split = parts.map(|part| part.split_once(". ").unwrap());
    let own = |rest: &str| rest.split("\n##").next().unwrap().to_owned();
    split
        .map(|(number, rest)| (number.parse().unwrap(), own(rest)))
        .collect()
}

fn in_code(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn each_promise_has_its_number_its_enforcement_and_its_limits() {
    let text = document();
    let promises = promises(&text);
    assert!(
        promises.len() > 30,
        "{} promises were found",
        promises.len()
    );
    let numbers: BTreeSet<u32> = promises.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers.len(), promises.len(), "a number is used twice");
    for (number, promise) in &promises {
        for part in ["\n- Enforced by: ", "\n- Limits: "] {
            assert_eq!(promise.matches(part).count(), 1, "P-{number}:{part}");
        }
    }
}

#[test]
fn tests_and_files_that_promises_name_exist() {
    let text = document();
    let sources = sources(peers::root());
    for (number, promise) in promises(&text) {
        for name in in_code(&promise) {
            let is_test = name.split('_').count() >= WORDS_OF_A_TEST
                && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            if is_test {
                let definition = format!("fn {name}(");
                assert!(sources.contains(&definition), "P-{number}: no test {name}");
            }
            let (crates, root) = (peers::root().join("src-tauri/crates"), peers::root());
            if name.contains("/tests") {
                let there = [
                    crates.join(name),
                    root.join(name),
                    crates.join(format!("{name}.rs")),
                ];
                assert!(
                    there.iter().any(|path| path.exists()),
                    "P-{number}: no {name}"
                );
            }
        }
    }
}

/// The text of every Rust source.
fn sources(root: &Path) -> String {
    let mut text = String::new();
    for folder in ["src-tauri", "tests"] {
        read(root.join(folder), &mut text);
    }
    text
}

fn read(folder: PathBuf, into: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("node_modules") && !path.ends_with("target") {
            read(path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}
