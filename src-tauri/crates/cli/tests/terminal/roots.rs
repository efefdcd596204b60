//! `roots`.

use serde_json::json;

use crate::{code, place::Place, tty::Person};

#[test]
fn a_folder_is_granted_at_a_terminal_listed_and_taken_back() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let folder = place.path().canonicalize().unwrap().join("work");
    std::fs::create_dir(&folder).unwrap();
    let path = folder.to_str().unwrap();
    let grant = [
        "roots", "grant", "Kit", path, "--write", "--name", "My work",
    ];
    // Nobody is there to say yes.
    place.run(&grant).expect(code::DENIED);

    let mut person = Person::at(&place, &grant);
    person.reads("Grant it? y grants");
    let said = person.said();
    for shown in [
        "Let Kit into this folder?",
        path,
        "read and write",
        "“My work”",
        "In a sandbox it sees only",
    ] {
        assert!(said.contains(shown), "{shown} in {said}");
    }
    person.types("y\n");
    person.ended().expect(code::DONE);

    let listed = place
        .run(&["--json", "roots", "list"])
        .expect(code::DONE)
        .json();
    let root = &listed["servers"][0]["roots"][0];
    assert_eq!(
        (&root["key"], &root["access"]),
        (&json!(path), &json!("write"))
    );
    let read = place.run(&["roots", "list", "Kit"]).expect(code::DONE).out;
    assert!(
        read.contains(path) && read.contains("In a sandbox it sees only"),
        "{read}"
    );
    place
        .run(&["roots", "revoke", "Kit", path])
        .expect(code::DONE);
    let read = place.run(&["roots", "list"]).expect(code::DONE).out;
    assert!(read.contains("No folder is granted."), "{read}");
    let rows = place.run(&["audit", "list"]).expect(code::DONE).out;
    assert!(
        rows.contains("folder") && rows.contains("revoked"),
        "{rows}"
    );
}

#[test]
fn what_holds_secrets_takes_its_name_and_some_places_take_nothing() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let folder = place.path().canonicalize().unwrap().join("keys");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("id_ed25519"), "secret").unwrap();
    let path = folder.to_str().unwrap();
    // The command line itself is no typed name.
    let once = ["--approve", "once", "roots", "grant", "Kit", path];
    place.run(&once).expect(code::DENIED);
    for (said, code) in [("y\n", code::DENIED), ("keys\n", code::DONE)] {
        let mut person = Person::at(&place, &["roots", "grant", "Kit", path]);
        person.reads("Type keys to grant it");
        assert!(
            person.said().contains("id_ed25519 (private key)"),
            "{}",
            person.said()
        );
        person.types(said);
        person.ended().expect(code);
    }
    let plain = place.path().join("plain");
    std::fs::create_dir(&plain).unwrap();
    let once = [
        "--approve",
        "once",
        "roots",
        "grant",
        "Kit",
        plain.to_str().unwrap(),
    ];
    place.run(&once).expect(code::DONE);

    let data = place.data();
    for refused in ["/", "/etc", data.to_str().unwrap(), "/nowhere/at/all"] {
        let refused = place.run(&["--approve", "once", "roots", "grant", "Kit", refused]);
        refused.one_error();
        assert_ne!(refused.code, code::DONE);
    }
}
