//! `roots`.

use serde_json::json;

use crate::{code, place::Place, tty::Person};

#[test]
fn a_folder_is_granted_at_a_terminal_listed_and_taken_back() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let folder = dunce::canonicalize(place.path()).unwrap().join("work");
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
    let folder = dunce::canonicalize(place.path()).unwrap().join("keys");
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

#[test]
fn reviewed_folder_lists_applies_and_discards_what_is_pending() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let folder = dunce::canonicalize(place.path()).unwrap().join("work");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("note"), "user\n").unwrap();
    let path = folder.to_str().unwrap();
    place
        .run(&["roots", "pending", "Kit", path])
        .expect(code::USAGE);
    let both = ["roots", "grant", "Kit", path, "--write", "--review"];
    place.run(&both).expect(code::USAGE);
    let once = [
        "--approve",
        "once",
        "roots",
        "grant",
        "Kit",
        path,
        "--review",
    ];
    let granted = place.run(&once);
    if granted.code != code::DONE {
        println!("skipped: {}", granted.err);
        return;
    }
    let listed = place.run(&["roots", "list"]).expect(code::DONE).out;
    assert!(listed.contains("read, and write with review"), "{listed}");
    let none = place
        .run(&["roots", "pending", "Kit"])
        .expect(code::DONE)
        .out;
    assert!(none.contains("no change is pending"), "{none}");
    let nothing = ["--approve", "once", "roots", "apply", "Kit", path];
    place.run(&nothing).expect(code::USAGE);

    // What a server would leave in its layer, which is made when somebody asks for its sandbox.
    place
        .run(&["servers", "confinement", "Kit"])
        .expect(code::DONE);
    let servers = place.data().join("sandbox");
    let layers = std::fs::read_dir(servers).unwrap().flatten();
    let staged = layers.map(|server| server.path().join("staged"));
    let layer = staged.filter_map(|staged| std::fs::read_dir(staged).ok()?.next());
    let upper = layer
        .map(|layer| layer.unwrap().path().join("upper"))
        .next();
    let Some(upper) = upper else {
        panic!("no layer was made");
    };
    std::fs::write(upper.join("note"), "server\n").unwrap();
    std::fs::write(upper.join("new"), "new\n").unwrap();
    let shown = place.run(&["roots", "pending", "Kit", path, "--diff"]);
    let shown = shown.expect(code::DONE).out;
    for part in [
        "2 pending changes",
        "+ new",
        "~ note",
        "- 1: user",
        "+ 1: server",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let unknown = ["roots", "discard", "Kit", path, "--only", "nothing"];
    place.run(&unknown).expect(code::USAGE);
    place
        .run(&["roots", "discard", "Kit", path])
        .expect(code::USAGE);

    // Nobody is there to say yes; then somebody does.
    let apply = ["roots", "apply", "Kit", path, "--only", "note"];
    place.run(&apply).expect(code::DENIED);
    let mut person = Person::at(&place, &apply);
    person.reads("Apply them? y applies");
    let said = person.said();
    assert!(
        said.contains("~ note") && said.contains("One other change stays pending"),
        "{said}"
    );
    person.types("y\n");
    person.ended().expect(code::DONE);
    assert_eq!(
        std::fs::read_to_string(folder.join("note")).unwrap(),
        "server\n"
    );
    assert!(!folder.join("new").exists());
    let dropped = place.run(&["--json", "roots", "discard", "Kit", path, "--all"]);
    assert_eq!(dropped.expect(code::DONE).json()["discarded"], json!(1));
    assert!(!folder.join("new").exists());
    let rows = place.run(&["audit", "list"]).expect(code::DONE).out;
    assert!(
        rows.contains("changes applied") && rows.contains("changes discarded"),
        "{rows}"
    );
}
