//! What is read, refused and flagged.

use proptest::prelude::*;
use registry::{Entry, Status, Warning};
use serde_json::{Value, json};

use super::{entry, local, package, remote};

#[test]
fn entry_that_breaks_the_schema_or_a_bound_is_refused() {
    let long = "x".repeat(3_000);
    let many: Vec<Value> = (0..65)
        .map(|n| json!({ "name": format!("V{n}") }))
        .collect();
    for bad in [
        json!({ "name": "weather" }),
        json!({ "name": "a/b/c" }),
        json!({ "name": "a/.." }),
        json!({ "name": "../b" }),
        json!({ "name": "io.github.someone/we\u{430}ther" }),
        json!({ "name": "io.github.someone/weather\n" }),
        json!({ "name": long }),
        json!({ "name": 7 }),
        json!({ "name": null }),
        json!({ "description": ["x"] }),
        json!({ "version": { "a": 1 } }),
        json!({ "version": "1\u{200b}" }),
        json!({ "packages": "x" }),
        json!({ "packages": [7] }),
        json!({ "packages": vec![json!({}); 17] }),
        json!({ "remotes": { "url": "x" } }),
        json!({ "repository": "x" }),
        json!({ "websiteUrl": "https://a\u{202e}b" }),
    ] {
        assert!(entry(bad.clone()).is_err(), "{bad}");
    }
    for bad in [
        json!({ "identifier": "a\u{200b}b" }),
        json!({ "identifier": long }),
        json!({ "environmentVariables": many }),
        json!({ "environmentVariables": [{ "name": "A-B" }] }),
        json!({ "environmentVariables": [{ "name": "A" }, { "name": "a" }] }),
        json!({ "environmentVariables": [{ "name": "A", "value": "a\nb" }] }),
        json!({ "environmentVariables": [{ "name": "A", "value": long }] }),
        json!({ "packageArguments": [{ "value": "x" }] }),
        json!({ "packageArguments": [{ "type": "named", "name": "x" }] }),
        json!({ "packageArguments": [{ "type": "named", "name": "--a b" }] }),
        json!({ "packageArguments": [{ "type": "positional", "value": "a\u{202e}b" }] }),
        json!({ "packageArguments": [{ "type": "positional", "valueHint": "v", "choices": vec!["c"; 65] }] }),
        json!({ "transport": "stdio" }),
    ] {
        assert!(package(bad.clone()).is_err(), "{bad}");
    }
    for answer in [
        json!(null),
        json!([]),
        json!({}),
        json!({ "server": null }),
        json!("x"),
    ] {
        assert!(Entry::parse(&answer).is_err(), "{answer}");
    }
}

#[test]
fn text_for_people_hides_nothing() {
    let entry = entry(json!({ "title": "We\u{202e}ather", "description": format!("a\nb\u{200b}{}", "x".repeat(9_000)) })).unwrap();
    assert_eq!(entry.title.as_deref(), Some("We⟨U+202E⟩ather"));
    assert!(!entry.description.contains('\n') && entry.description.chars().count() <= 500);
    assert!(matches!(entry.warnings[0], Warning::Hidden(_)));
}

#[test]
fn deleted_entry_is_shown_and_not_addable() {
    let with = |status: &str| {
        Entry::parse(&json!({
            "server": { "name": "a.b/c", "description": "x", "version": "1",
                "remotes": [{ "type": "sse", "url": "https://mcp.example/" }] },
            "_meta": { "io.modelcontextprotocol.registry/official": {
                "status": status, "statusMessage": "Gone", "updatedAt": "2026-01-02T03:04:05Z", "isLatest": true } },
        }))
        .unwrap()
    };
    for (status, expected, added) in [
        ("active", Status::Active, true),
        ("deprecated", Status::Deprecated, true),
        ("deleted", Status::Deleted, false),
        ("quarantined", Status::Deleted, false),
    ] {
        let entry = with(status);
        assert_eq!(entry.status, expected);
        assert_eq!(remote(&entry, &[]).is_ok(), added, "{status}");
        assert_eq!(entry.status_message.as_deref(), Some("Gone"));
    }
}

#[test]
fn name_or_package_that_imitates_is_flagged() {
    let named = |name: &str, title: &str| {
        entry(json!({ "name": name, "title": title }))
            .unwrap()
            .warnings
    };
    for (name, title) in [
        ("io.github.evil/filesystem", "Files"),
        ("io.github.evil/filesystern", "Files"),
        ("io.github.evil/fi1esystem", "Files"),
        ("io.github.evil/files", "Filesystem"),
        ("io.github.evil/x", "GitHub MCP Server"),
        ("io.github.evil/notion-mcp-server", "x"),
        ("io.modelcontextprotocol-evil/filesystem", "x"),
    ] {
        let found = named(name, title);
        assert!(
            found.iter().any(|w| matches!(w, Warning::LikeKnown(_))),
            "{name} {title}: {found:?}"
        );
    }
    for (name, title) in [
        ("io.github.github/github-mcp-server", "GitHub"),
        ("io.modelcontextprotocol/filesystem", "Filesystem"),
        ("com.notion/mcp", "Notion"),
        ("com.stripe.docs/stripe", "Stripe"),
        ("io.github.someone/weather", "Weather"),
    ] {
        assert_eq!(named(name, title), [], "{name}");
    }
    let mixed = named("a.b/c", "Git\u{41d}ub tools");
    assert!(
        mixed.iter().any(|w| matches!(w, Warning::Mixed { .. })),
        "{mixed:?}"
    );
    let posed = named("a.b/c", "\u{440}\u{430}\u{443}");
    assert!(posed.contains(&Warning::PosesAs("pay".into())), "{posed:?}");

    let packaged = |identifier: &str| {
        package(json!({ "identifier": identifier }))
            .unwrap()
            .warnings
    };
    for identifier in [
        "@modelcontextprotoco1/server-filesystem",
        "@modelcontextprotocol/server-filesytem",
        "firecrawl-mpc",
    ] {
        let found = packaged(identifier);
        assert!(
            found.iter().any(|w| matches!(w, Warning::LikePackage(_))),
            "{identifier}: {found:?}"
        );
    }
    assert_eq!(
        packaged("firecrawl-mcp"),
        [],
        "the very package is no imitation"
    );
    let elsewhere = entry(
        json!({ "repository": { "url": "https://github.com/other/weather", "source": "github" } }),
    );
    assert!(
        matches!(&elsewhere.unwrap().warnings[..], [Warning::OtherAccount { owner, .. }] if owner == "other")
    );
}

/// The list of imitated servers is that of the server form.
#[test]
fn every_server_of_the_form_is_known() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
    let presets =
        std::fs::read_to_string(format!("{root}/ui/src/features/servers/presets.ts")).unwrap();
    let known = include_str!("../../data/known.txt");
    let names = presets
        .lines()
        .filter_map(|line| line.strip_prefix("    name: \"")?.strip_suffix("\","));
    let mut count = 0;
    for name in names {
        assert!(
            known.contains(&format!("\n{name}; ")),
            "{name} is missing in data/known.txt"
        );
        count += 1;
    }
    assert!(count > 50, "the form has {count} servers");
    assert_eq!(
        known.lines().filter(|line| !line.starts_with('#')).count(),
        count
    );
}

fn hostile() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        "[a-z{}=@:/\\-\\.]{0,12}",
        "\\PC{0,8}",
        Just("--eval".to_owned())
    ];
    let leaf = prop_oneof![
        text.clone().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        Just(Value::Null)
    ];
    let key = prop_oneof![
        text,
        prop::sample::select(vec![
            "server",
            "name",
            "description",
            "version",
            "packages",
            "remotes",
            "registryType",
            "identifier",
            "transport",
            "type",
            "url",
            "value",
            "variables",
            "packageArguments",
            "runtimeArguments",
            "environmentVariables",
            "headers",
        ])
        .prop_map(str::to_owned)
    ];
    leaf.prop_recursive(5, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn no_answer_panics(value in hostile()) {
        let _ = Entry::parse(&value);
        let _ = Entry::parse(&json!({ "server": value }));
    }

    /// Whatever the arguments are, the program is the runner, and what comes before the package is fixed.
    #[test]
    fn package_is_the_first_word_after_the_fixed_ones(arguments in prop::collection::vec("\\PC{0,12}", 0..4)) {
        let arguments: Vec<Value> = arguments.iter().map(|text| json!({ "type": "positional", "value": text })).collect();
        if let Ok(entry) = package(json!({ "packageArguments": arguments }))
            && let Ok(plan) = local(&entry, &[])
        {
            prop_assert_eq!(plan.command.as_str(), "npx");
            prop_assert_eq!(&plan.args[..2], ["--yes", "@someone/weather@1.0.2"]);
            prop_assert!(plan.from_host.is_empty() && plan.cwd.is_none());
        }
    }
}
