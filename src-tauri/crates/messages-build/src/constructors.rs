//! The constructors of the messages that Rust says: `messages/phrases.rs`.

use std::{collections::BTreeSet, fs, io, path::Path};

use crate::source::{Message, Source};

/// Words that cannot name a function or a parameter.
const KEYWORDS: [&str; 50] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "use", "virtual", "where", "while", "yield",
];

/// What names a constructor in a source, before its name.
const NAMED_BY: &str = "phrases::";

const HEAD: &str = "// Generated from ui/locales by `cargo xtask messages`. Do not edit.\n\n";

/// How many lines [`stale`] names at most.
const SHOWN: usize = 5;

/// The constructors: of each message in a file of Rust, and of the window's messages whose constructors are `named`.
#[must_use]
pub fn constructors(source: &Source, named: &BTreeSet<String>) -> String {
    let mut out = HEAD.to_owned();
    for (id, message) in source.messages() {
        let name = rust_name(id);
        if message.of_rust || named.contains(&name) {
            out.push_str(&constructor(&name, id, message));
        }
    }
    out
}

/// What is wrong with the constructors on file; nothing if they are current. A window's message that they name and nobody uses
/// passes: only [`constructors`], with all sources read, finds it.
#[must_use]
pub fn stale(source: &Source, written: &str) -> Vec<String> {
    let named = written.lines().filter_map(name_of).collect();
    let current = constructors(source, &named);
    if current == written {
        return Vec::new();
    }
    let (now, then): (BTreeSet<&str>, BTreeSet<&str>) =
        (current.lines().collect(), written.lines().collect());
    let missing = now
        .difference(&then)
        .map(|line| format!("not there: {line}"));
    let old = then
        .difference(&now)
        .map(|line| format!("not current: {line}"));
    let lines = missing.chain(old).take(SHOWN);
    let head = "messages/phrases.rs is not current. Run `cargo xtask messages`.";
    std::iter::once(head.to_owned()).chain(lines).collect()
}

fn constructor(name: &str, id: &str, message: &Message) -> String {
    let values: Vec<String> = message.values.iter().map(|key| parameter(key)).collect();
    format!("phrase!({name}({}) = {id:?});\n", values.join(", "))
}

/// A parameter, followed by the name of its value in the message if that is another.
fn parameter(key: &str) -> String {
    let name = rust_name(key);
    match name == key {
        true => name,
        false => format!("{name} = {key:?}"),
    }
}

/// `terminal-denied` becomes `terminal_denied`.
fn rust_name(id: &str) -> String {
    let name = id.replace('-', "_").to_lowercase();
    if KEYWORDS.contains(&name.as_str()) {
        return format!("{name}_");
    }
    name
}

/// The name of the constructor that a line has.
fn name_of(line: &str) -> Option<String> {
    let (name, _) = line.strip_prefix("phrase!(")?.split_once('(')?;
    Some(name.to_owned())
}

/// The constructors that Rust files below a folder name. Build folders and packages of npm are passed over.
///
/// # Errors
/// A folder or a file cannot be read.
pub fn named_in(folder: &Path) -> io::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if !path.ends_with("target") && !path.ends_with("node_modules") {
                found.extend(named_in(&path)?);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.extend(named(&fs::read_to_string(&path)?));
        }
    }
    Ok(found)
}

fn named(source: &str) -> impl Iterator<Item = String> {
    let after = source.split(NAMED_BY).skip(1);
    after.map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        rest.get(..end.unwrap_or(rest.len()))
            .unwrap_or_default()
            .to_owned()
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::source::parsed;

    fn source(rust: &str, window: &str) -> Source {
        let rust = parsed(rust, true).unwrap();
        let window = parsed(window, false).unwrap();
        Source::of(rust.into_iter().chain(window).collect())
    }

    fn names(all: &[&str]) -> BTreeSet<String> {
        all.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn constructors_hold_ids_and_values_of_what_rust_says_and_no_wording() {
        let said = source(
            "host-a = Secret { $b } { $type }\n",
            "both = X\nwindow = Y\n",
        );
        assert_eq!(
            constructors(&said, &names(&["both"])),
            format!(
                "{HEAD}phrase!(both() = \"both\");\nphrase!(host_a(b, type_ = \"type\") = \"host-a\");\n"
            )
        );
    }

    #[test]
    fn other_wording_leaves_constructors_current_and_other_values_do_not() {
        let before = source("host-a = One { $b }\n", "both = X\n");
        let written = constructors(&before, &names(&["both"]));
        assert!(
            stale(
                &source("host-a = { $b } two\n", "both = Z\nnew = Y\n"),
                &written
            )
            .is_empty()
        );
        for (rust, window) in [
            ("host-a = One { $c }\n", "both = X\n"),
            ("host-b = One { $b }\n", "both = X\n"),
            ("host-a = One { $b }\nhost-n = N\n", "both = X\n"),
            ("host-a = One { $b }\n", ""),
        ] {
            let stale = stale(&source(rust, window), &written);
            assert!(stale.len() > 1, "{rust}{window}");
            assert!(stale[0].contains("cargo xtask messages"));
        }
    }

    #[test]
    fn constructors_are_found_where_a_source_names_them() {
        let found: Vec<String> = named("phrases::a_b(1)\nlet f = messages::phrases::c;").collect();
        assert_eq!(found, ["a_b", "c"]);
    }

    #[test]
    fn constructors_on_file_are_those_of_the_catalogue_and_its_users() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let source = Source::read(&root.join("ui/locales"))
            .unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut named = named_in(&root.join("src-tauri")).unwrap();
        named.extend(named_in(&root.join("tests")).unwrap());
        let written =
            fs::read_to_string(root.join("src-tauri/crates/messages/phrases.rs")).unwrap();
        let current = constructors(&source, &named) == written;
        assert!(
            current,
            "messages/phrases.rs is not current. Run `cargo xtask messages`."
        );
    }
}
