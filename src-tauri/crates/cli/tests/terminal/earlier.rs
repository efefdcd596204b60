//! Data that an earlier version left opens, migrates and verifies; nothing in it is lost.

use serde_json::json;

use crate::{
    code,
    place::{Place, keychain},
    tty::Person,
};

/// A copy of the databases in `fixture`, as the data directory of a place.
fn earlier(fixture: &str) -> Place {
    let place = Place::new();
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(fixture);
    std::fs::create_dir(place.data()).unwrap();
    for name in ["innkeeper.db", "audit.db"] {
        std::fs::copy(from.join(name), place.data().join(name)).unwrap();
    }
    place
}

#[test]
fn log_of_an_earlier_version_verifies_and_can_be_read() {
    let place = earlier("data-14");
    let verdict = place.run(&["--json", "audit", "verify"]).expect(code::DONE);
    let verdict = verdict.json();
    assert_eq!(
        (&verdict["intact"], &verdict["rows"]),
        (&json!(true), &json!(40))
    );

    let rows = place.run(&["--json", "audit", "list", "--limit", "100"]);
    let rows = rows.expect(code::DONE).json();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 40);
    for row in rows {
        assert_ne!(row["verdict"], "", "{row}");
        assert_ne!(row["kind"], "unreadable", "{row}");
    }
    let by_rule = rows.iter().find(|row| row["seq"] == 34).unwrap();
    assert_eq!(
        (
            &by_rule["decision"],
            &by_rule["detail"]["by"],
            &by_rule["detail"]["evaluation"]["decision"]
        ),
        (&json!("allowed"), &json!("rule"), &json!("allow"))
    );
    let launch = rows.iter().find(|row| row["seq"] == 1).unwrap();
    assert_eq!(launch["detail"]["command"], "/opt/innkeeper/innkeeper-cli");
}

#[test]
fn servers_rules_and_folders_of_an_earlier_version_are_kept() {
    let place = earlier("data-14");
    let servers = place
        .run(&["--json", "servers", "list"])
        .expect(code::DONE)
        .json();
    let servers: Vec<_> = servers
        .as_array()
        .unwrap()
        .iter()
        .map(|s| {
            (
                s["tag"]["name"].clone(),
                s["enabled"].clone(),
                s["sampling"].clone(),
            )
        })
        .collect();
    assert_eq!(
        servers,
        [
            (json!("Cellar"), json!(true), json!(true)),
            (json!("Pantry"), json!(true), json!(false)),
            (json!("Far"), json!(false), json!(false)),
        ]
    );

    let rules = place
        .run(&["--json", "rules", "list"])
        .expect(code::DONE)
        .json();
    let rules: Vec<_> = rules["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| {
            (
                r["effect"].clone(),
                r["tool"].clone(),
                r["when"][0]["value"].clone(),
            )
        })
        .collect();
    assert_eq!(
        rules,
        [
            (json!("allow"), json!("keep_note"), json!("\"spoons\"")),
            (json!("allow"), json!("count_words"), json!(null)),
            (json!("deny"), json!("keep_note"), json!(null)),
        ]
    );

    let roots = place
        .run(&["--json", "roots", "list"])
        .expect(code::DONE)
        .json();
    assert_eq!(
        roots["servers"][0]["roots"][0]["path"],
        "/opt/innkeeper/notes"
    );
}

#[test]
fn conversations_of_an_earlier_version_are_exported_whole() {
    let place = earlier("data-14");
    let to = place.path().to_str().unwrap().to_owned();
    let said = place
        .run(&["--json", "export", &to])
        .expect(code::DONE)
        .json();
    assert_eq!(
        (&said["conversations"], &said["messages"]),
        (&json!(2), &json!(6))
    );
}

#[test]
fn permissions_of_an_earlier_version_are_confirmed_once_in_one_list() {
    if !keychain() {
        println!("skipped: this session has no keychain for tests");
        return;
    }
    const NOTICE: &str = "Stored permissions have to be confirmed";
    let place = earlier("data-14");
    let listed = || place.run(&["rules", "list"]).expect(code::DONE).out;
    let rules = || place.run(&["--json", "rules", "list"]).json()["rules"].clone();
    let before = rules();
    assert!(listed().contains(NOTICE));
    let refused = place.run(&["--approve", "once", "tools", "list", "Pantry"]);
    assert_ne!(refused.code, code::DONE);
    assert!(
        refused.err.contains("have to be confirmed first"),
        "{}",
        refused.err
    );
    // No command line confirms, and neither does a no.
    place
        .run(&["--approve", "once", "rules", "confirm"])
        .expect(code::DENIED);
    for (keys, ends) in [("n\n", code::DENIED), ("y\n", code::DONE)] {
        assert!(listed().contains(NOTICE));
        let mut person = Person::at(&place, &["rules", "confirm"]);
        person.asked(1);
        let said = person.said();
        for shown in [
            "Cellar",
            "Pantry",
            "Far",
            "/opt/innkeeper/notes",
            "count_words",
            "spoons",
        ] {
            assert!(said.contains(shown), "{shown}: {said}");
        }
        person.types(keys);
        person.ended().expect(ends);
    }
    assert!(!listed().contains(NOTICE));
    let of = |rules: &serde_json::Value, field: &str| -> Vec<serde_json::Value> {
        let rules = rules.as_array().unwrap().iter();
        rules.map(|rule| rule[field].clone()).collect()
    };
    for field in ["id", "effect", "tool", "when"] {
        assert_eq!(of(&rules(), field), of(&before, field), "{field}");
    }
    let again = place.run(&["rules", "confirm"]).expect(code::DONE);
    assert!(
        again.out.contains("Nothing has to be confirmed"),
        "{}",
        again.out
    );
}
