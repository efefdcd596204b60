//! Another program in the place of a server's, at a terminal: what moves to it is asked about one by one.

use serde_json::{Value, json};

use crate::{
    code,
    place::{Place, server},
    tty::Person,
};

/// A server with a folder and a switch, and a file that names another program for it.
fn held() -> (Place, String) {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let work = dunce::canonicalize(place.path()).unwrap().join("work");
    std::fs::create_dir(&work).unwrap();
    let work = work.to_str().unwrap();
    for words in [
        &["roots", "grant", "Kit", work][..],
        &["servers", "features", "Kit", "--elicitation", "on"],
    ] {
        let once = [&["--approve", "once"][..], words].concat();
        place.run(&once).expect(code::DONE);
    }
    // The file of another program, under the name in other letters.
    let copy = place.path().join("copy");
    std::fs::copy(server(), &copy).unwrap();
    let file = place.path().join("mcp.json");
    let text = json!({ "mcpServers": { "KIT": { "command": copy, "args": ["{}"] } } });
    std::fs::write(&file, text.to_string()).unwrap();
    let file = file.to_str().unwrap().to_owned();
    (place, file)
}

fn kit(place: &Place) -> (Value, Value) {
    let servers = place.run(&["--json", "servers", "list"]).json();
    let roots = place.run(&["--json", "roots", "list"]).json();
    (servers[0].clone(), roots)
}

#[test]
fn nothing_changes_where_nobody_can_be_asked() {
    let (place, file) = held();
    let before = kit(&place);
    for more in [&[][..], &["--approve", "once"], &["--approve", "deny"]] {
        let ended = place.run(&[more, &["servers", "import", &file]].concat());
        assert_ne!(ended.code, code::DONE, "{}", ended.out);
        assert!(ended.out.contains("was not approved"), "{}", ended.out);
        assert_eq!(kit(&place), before);
    }
}

#[test]
fn each_thing_that_moves_is_asked_about() {
    for (folder, feature) in [("n\n", "y\n"), ("y\n", "n\n")] {
        let (place, file) = held();
        let mut person = Person::at(&place, &["servers", "import", &file]);
        person.reads("anything else denies:");
        let said = person.said();
        for shown in [
            "takes the place of Kit",
            "/work (read only)",
            "May ask you for input",
        ] {
            assert!(said.contains(shown), "{shown}: {said}");
        }
        person.types("y\n");
        for (at, answer) in [folder, feature].into_iter().enumerate() {
            let asked = || person.said().matches("anything else removes it:").count() > at;
            crate::place::until(|| asked().then_some(())).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(700));
            person.types(answer);
        }
        person.ended().expect(code::DONE);
        let (server, roots) = kit(&place);
        assert_eq!(server["elicitation"], feature == "y\n", "{server}");
        assert_eq!(
            roots.to_string().contains("/work"),
            folder == "y\n",
            "{roots}"
        );
    }
}
