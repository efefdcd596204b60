//! Imports between crates go one way, and some libraries are known to one crate only: what
//! `src-tauri/ARCHITECTURE.md` says of it, checked against `cargo metadata` and the sources.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// Each crate of the product, and the crates of this workspace that it may import.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("sse", &[]),
    ("db-shape", &[]),
    ("lenient", &[]),
    ("messages", &[]),
    ("messages-build", &[]),
    ("messages-text", &["messages"]),
    ("netcheck", &[]),
    ("tool-search", &[]),
    ("clock", &["domain"]),
    ("policy", &["domain"]),
    ("consent", &["domain", "policy"]),
    ("schema-check", &["consent", "domain"]),
    ("audit", &["db-shape", "domain"]),
    ("secrets", &["domain"]),
    ("store", &["db-shape", "domain"]),
    ("sandbox", &[]),
    ("staging", &[]),
    ("attachments", &["sandbox"]),
    ("egress", &["domain"]),
    ("foreign", &["domain", "messages", "secrets"]),
    ("packages", &["domain", "secrets"]),
    ("bundles", &["domain"]),
    ("url-handler", &[]),
    ("updates", &["domain", "messages", "netcheck"]),
    (
        "registry",
        &["domain", "foreign", "messages", "netcheck", "secrets"],
    ),
    ("launcher", &["domain", "consent", "sandbox", "secrets"]),
    ("oauth", &["domain", "netcheck", "secrets"]),
    (
        "mcp",
        &[
            "domain", "consent", "launcher", "lenient", "netcheck", "oauth", "secrets", "sse",
        ],
    ),
    ("llm", &["domain", "netcheck", "secrets", "sse"]),
    ("context", &["domain", "llm"]),
    (
        "host-api",
        &["domain", "messages", "consent", "audit", "secrets", "store"],
    ),
    (
        "approvals",
        &["domain", "messages", "policy", "consent", "host-api"],
    ),
    (
        "archive",
        &["domain", "messages", "host-api", "audit", "store"],
    ),
    (
        "host",
        &[
            "domain",
            "messages",
            "host-api",
            "approvals",
            "archive",
            "attachments",
            "policy",
            "consent",
            "audit",
            "secrets",
            "launcher",
            "sandbox",
            "staging",
            "egress",
            "foreign",
            "packages",
            "bundles",
            "registry",
            "mcp",
            "llm",
            "context",
            "oauth",
            "store",
            "clock",
            "schema-check",
            "tool-search",
            "tour",
        ],
    ),
    (
        "cli",
        &[
            "domain",
            "host",
            "host-api",
            "archive",
            "launcher",
            "messages",
            "messages-text",
            "url-handler",
        ],
    ),
    (
        "innkeeper",
        &[
            "domain",
            "host",
            "host-api",
            "archive",
            "launcher",
            "messages",
            "messages-text",
            "updates",
            "url-handler",
        ],
    ),
    ("tour", &[]),
    ("testkit", &[]),
    ("xtask", &["messages-build", "peers"]),
];

/// A library, by its name or the start of it, and the crates that may import it.
const KNOWN_TO: &[(&str, &[&str])] = &[
    ("tauri", &["innkeeper"]),
    ("sqlx", &["audit", "db-shape", "store"]),
    ("keyring", &["secrets"]),
    ("secret-service", &["secrets"]),
    ("zbus", &["launcher", "secrets", "innkeeper"]),
    ("oauth2", &["oauth"]),
    (
        "reqwest",
        &["llm", "mcp", "netcheck", "oauth", "registry", "updates"],
    ),
    ("hyper", &["egress", "netcheck", "oauth"]),
    ("landlock", &["sandbox"]),
    ("seccompiler", &["sandbox"]),
    ("hayro", &["attachments"]),
    ("image", &["attachments"]),
    ("zip", &["archive", "attachments", "xtask"]),
    ("rmcp", &[]),
    ("wiremock", &[]),
];

/// The crates with unsafe code: what they do to processes has no safe wrapper.
const UNSAFE: &[&str] = &["launcher", "sandbox"];

struct Member {
    folder: PathBuf,
    /// Not of tests, not of build scripts.
    imports: BTreeSet<String>,
}

impl Member {
    /// Whether it is product or tool, not a collection of tests.
    fn is_product(&self) -> bool {
        !self.folder.starts_with(root().join("tests"))
    }
}

fn root() -> PathBuf {
    peers::root().to_owned()
}

fn members() -> BTreeMap<String, Member> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(member)
        .collect()
}

fn member(package: &Value) -> (String, Member) {
    let imports = package["dependencies"].as_array().unwrap().iter();
    let imports = imports.filter(|import| import["kind"].is_null());
    let manifest = Path::new(package["manifest_path"].as_str().unwrap());
    let member = Member {
        folder: manifest.parent().unwrap().to_owned(),
        imports: imports
            .map(|import| import["name"].as_str().unwrap().to_owned())
            .collect(),
    };
    (package["name"].as_str().unwrap().to_owned(), member)
}

#[test]
fn imports_go_one_way() {
    let members = members();
    let rules: BTreeMap<_, _> = MAY_IMPORT.iter().copied().collect();
    let mut wrong = Vec::new();
    for (name, member) in members.iter().filter(|(_, member)| member.is_product()) {
        let Some(allowed) = rules.get(name.as_str()) else {
            wrong.push(format!("{name} has no line in MAY_IMPORT"));
            continue;
        };
        let inside = member
            .imports
            .iter()
            .filter(|import| members.contains_key(*import));
        wrong.extend(
            inside
                .filter(|import| !allowed.contains(&import.as_str()))
                .map(|import| format!("{name} imports {import}")),
        );
    }
    wrong.extend(
        rules
            .keys()
            .filter(|name| !members.contains_key(**name))
            .map(|name| format!("{name} is gone")),
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn libraries_are_known_where_they_belong() {
    let mut wrong = Vec::new();
    for (name, member) in members().iter().filter(|(_, member)| member.is_product()) {
        for (library, allowed) in KNOWN_TO {
            let known = member
                .imports
                .iter()
                .filter(|import| import.starts_with(library));
            if !allowed.contains(&name.as_str()) {
                wrong.extend(known.map(|import| format!("{name} imports {import}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_crate_has_the_lints_of_the_workspace() {
    for (name, member) in members() {
        let manifest = std::fs::read_to_string(member.folder.join("Cargo.toml")).unwrap();
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{name} does not inherit the lints"
        );
    }
}

#[test]
fn every_file_of_tests_is_in_their_program() {
    let mut programs = 0;
    for (name, member) in members() {
        let folder = member.folder.join("tests");
        let Ok(listed) = std::fs::read_to_string(folder.join("all.rs")) else {
            continue;
        };
        programs += 1;
        let manifest = std::fs::read_to_string(member.folder.join("Cargo.toml")).unwrap();
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let is_test =
                path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").is_file();
            let file = path.file_stem().unwrap().to_str().unwrap();
            let there = listed.contains(&format!("\nmod {file};"))
                || manifest.contains(&format!("name = \"{file}\""));
            assert!(
                !is_test || there,
                "{name}: tests/all.rs does not name {file}"
            );
        }
    }
    assert!(programs >= 4, "{programs} such programs");
}

#[test]
fn unsafe_code_is_allowed_in_two_crates_with_a_reason() {
    // Put together, so that this file is not found itself.
    let attribute = ["allow(", "unsafe_code"].concat();
    for (name, member) in members() {
        let sources = if name == "innkeeper" {
            root().join("src-tauri/src")
        } else {
            member.folder
        };
        for (file, text) in files(&sources, "rs") {
            for (_, rest) in text
                .match_indices(&attribute)
                .map(|(at, _)| text.split_at(at))
            {
                assert!(
                    UNSAFE.contains(&name.as_str()),
                    "{} allows unsafe code",
                    file.display()
                );
                let whole = rest.split(")]").next().unwrap();
                assert!(
                    whole.contains("reason ="),
                    "{} gives no reason",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn the_interface_reaches_the_host_through_one_adapter() {
    let sources = root().join("ui/src");
    let adapter = sources.join("ipc");
    let all = files(&sources, "ts")
        .into_iter()
        .chain(files(&sources, "svelte"));
    let wrong: Vec<PathBuf> = all
        .filter(|(file, text)| !file.starts_with(&adapter) && text.contains("@tauri-apps/"))
        .map(|(file, _)| file)
        .collect();
    assert!(
        wrong.is_empty(),
        "only ui/src/ipc may import Tauri: {wrong:#?}"
    );
}

/// Every file below `folder` with that ending, and its text.
fn files(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let skipped = path.ends_with("node_modules") || path.ends_with("target");
        if path.is_dir() && !skipped {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// What a window may call.
fn permissions(window: &str) -> BTreeSet<String> {
    let file = root().join(format!("src-tauri/capabilities/{window}.json"));
    let text = std::fs::read_to_string(file).unwrap();
    let capability: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(capability["windows"], serde_json::json!([window]));
    assert!(capability.get("remote").is_none(), "no page from elsewhere");
    let permissions = capability["permissions"].as_array().unwrap().iter();
    permissions
        .map(|permission| permission.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_chat_window_can_answer_no_question() {
    let (main, consent) = (permissions("main"), permissions("consent"));
    assert!(
        main.is_disjoint(&consent),
        "{:?}",
        main.intersection(&consent)
    );
    for permission in main.iter().chain(&consent) {
        assert!(
            permission.starts_with("allow-"),
            "{permission}: a set of the framework lets a page send events, open windows or navigate"
        );
    }
    let only_consent = consent.iter().filter(|p| !p.starts_with("allow-consent-"));
    assert_eq!(only_consent.count(), 0);
    assert_eq!(
        main.iter()
            .filter(|p| p.starts_with("allow-consent"))
            .count(),
        0
    );
}
