//! `rules`.

use serde_json::json;

use crate::{code, place::Place, tty::Person};

const HELLO: [&str; 5] = ["tools", "call", "Kit", "echo", r#"{"text":"hello"}"#];
const OTHER: [&str; 5] = ["tools", "call", "Kit", "echo", r#"{"text":"other"}"#];

#[test]
fn a_rule_that_allows_is_confirmed_at_a_terminal_and_goes_at_once() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let add = [
        "rules",
        "add",
        "allow",
        "Kit",
        "echo",
        "--where",
        r#"text is "hello""#,
    ];
    place.run(&add).expect(code::DENIED);
    place.run(&HELLO).expect(code::DENIED);

    let mut person = Person::at(&place, &add);
    person.asked(1);
    let said = person.said();
    for shown in [
        "Allow “echo” of Kit without approval?",
        "where “text” is \"hello\"",
        "the server says",
    ] {
        assert!(said.contains(shown), "{shown} in {said}");
    }
    person.types("y\n");
    person.ended().expect(code::DONE);
    let done = place.run(&HELLO).expect(code::DONE);
    assert!(done.out.contains("hello"), "{}", done.out);
    place.run(&OTHER).expect(code::DENIED);

    let tried = place
        .run(&[
            "--json",
            "rules",
            "try",
            "Kit",
            "echo",
            r#"{"text":"other"}"#,
        ])
        .expect(code::DONE)
        .json();
    assert_eq!(tried["decision"], "ask");
    assert_eq!(tried["rules"][0]["applies"], false);
    let listed = place
        .run(&["--json", "rules", "list"])
        .expect(code::DONE)
        .json();
    let rule = listed["rules"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(listed["rules"][0]["used"], 1);
    let read = place.run(&["rules", "list"]).expect(code::DONE);
    assert!(
        read.out
            .contains("allow  Kit/echo where “text” is \"hello\""),
        "{}",
        read.out
    );
    place.run(&["rules", "remove", &rule]).expect(code::DONE);
    place.run(&HELLO).expect(code::DENIED);
    let rows = place.run(&["audit", "list"]).expect(code::DONE).out;
    assert!(rows.contains("revoked"), "{rows}");
}

#[test]
fn a_rule_that_denies_holds_at_once_and_goes_only_by_a_yes() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let made = place
        .run(&["--json", "rules", "add", "deny", "Kit"])
        .expect(code::DONE)
        .json();
    let rule = made["rules"][0].as_str().unwrap();
    let once: Vec<&str> = ["--approve", "once"].into_iter().chain(HELLO).collect();
    let denied = place.run(&once).expect(code::DENIED);
    assert!(
        denied.err.contains("One of your rules denies it"),
        "{}",
        denied.err
    );
    let remove = ["rules", "remove", rule];
    place.run(&remove).expect(code::DENIED);
    place.run(&once).expect(code::DENIED);
    let mut person = Person::at(&place, &remove);
    person.asked(1);
    person.types("y\n");
    person.ended().expect(code::DONE);
    place.run(&once).expect(code::DONE);
}

#[test]
fn what_cannot_be_a_rule_is_said_and_made_nowhere() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    for (add, says) in [
        (
            vec!["deny", "Kit", "--where", "nonsense"],
            "is not a condition",
        ),
        (
            vec!["deny", "Kit", "--where", "path under in/../x"],
            "an absolute path",
        ),
        (
            vec!["deny", "Kit", "--where", "to at not a host"],
            "a host name",
        ),
        (vec!["deny", "Kit", "--minutes", "31"], "10 minutes"),
        (vec!["allow", "Kit"], "never allows all"),
    ] {
        let args: Vec<&str> = ["rules", "add"].into_iter().chain(add).collect();
        let refused = place.run(&args).expect(code::USAGE);
        assert!(refused.err.contains(says), "{says} in {}", refused.err);
    }
    let listed = place.run(&["--json", "rules", "list"]).json();
    assert_eq!(listed["rules"], json!([]));
}
