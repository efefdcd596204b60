//! The languages of the terminal program, and values that cannot leave their place in a sentence.

use serde_json::json;

use crate::{
    code,
    place::{Ended, Place, Running, server},
    tty::Person,
};

const CALL: [&str; 5] = ["tools", "call", "Kit", "echo", r#"{"text":"Grüße"}"#];

/// A run in an environment that asks for this language.
fn run_in(locale: &str, place: &Place, args: &[&str]) -> Ended {
    let mut command = place.command(args);
    command.env("LC_ALL", locale);
    Running::start(&mut command).ended()
}

#[test]
fn error_is_german_in_a_german_environment_and_with_the_option() {
    let place = Place::new();
    let args = ["rules", "add", "deny", "Kit", "--where", "unsinn"];
    place.add("Kit", &json!({}));
    let option = [&["--language", "de"], &args[..]].concat();
    let german = [run_in("de_DE.UTF-8", &place, &args), place.run(&option)];
    for ended in german {
        let ended = ended.expect(code::USAGE);
        ended.one_error();
        assert!(
            ended.err.contains("„unsinn“ ist keine Bedingung.")
                && ended.err.contains("Zum Beispiel: --where"),
            "{}",
            ended.err
        );
        assert!(
            ended.marked.contains("„\u{2068}unsinn\u{2069}“"),
            "{}",
            ended.marked
        );
    }
    let english = [&["--language", "en"], &args[..]].concat();
    let english = run_in("de_DE.UTF-8", &place, &english).expect(code::USAGE);
    assert!(
        english.err.contains("is not a condition."),
        "{}",
        english.err
    );
}

#[test]
fn command_line_that_cannot_be_read_is_refused_in_the_language_it_names() {
    let place = Place::new();
    let mut command = place.command(&["--json", "--language", "de", "servers"]);
    let ended = Running::start(&mut command).ended().expect(code::USAGE);
    assert!(
        ended.err.contains("Es ist kein Befehl angegeben."),
        "{}",
        ended.err
    );
    let wrong = place.run(&["--language", "fr", "servers", "list"]);
    wrong.expect(code::USAGE).one_error();
}

#[test]
fn document_is_the_same_in_every_language() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let args = ["--json", "servers", "doctor", "Kit"];
    let action = |locale| {
        let ended = run_in(locale, &place, &args).expect(code::DONE);
        ended.json()["what_to_do"].clone()
    };
    assert_eq!(action("de_DE.UTF-8"), "Nothing: it works.");
    assert_eq!(action("de_DE.UTF-8"), action("C.UTF-8"));
    let failed = [
        "--json",
        "chat",
        "--base-url",
        "http://127.0.0.1:9/v1",
        "--model",
        "m",
        "--key-env",
        "NO_SUCH_KEY",
        "Hello",
    ];
    let document = run_in("de_DE.UTF-8", &place, &failed).expect(code::USAGE);
    assert_eq!(
        document.json()["error"],
        "The variable NO_SUCH_KEY is not set."
    );
    assert!(
        document
            .err
            .contains("Die Variable NO_SUCH_KEY ist nicht gesetzt."),
        "{}",
        document.err
    );
}

#[test]
fn approval_is_german_and_the_keys_stay_the_same() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    for (keys, ends) in [("y\n", code::DONE), ("j\n", code::DENIED)] {
        let words = [&["--language", "de"], &CALL[..]].concat();
        let mut person = Person::at(&place, &words);
        person.reads("Erlauben? y einmal");
        let said = person.said();
        for part in [
            "„echo“ über Kit ausführen?",
            "angefordert von",
            "Grüße",
            "Der Server sagt:",
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
        person.types(keys);
        person.ended().expect(ends);
    }
}

#[test]
fn approval_without_a_terminal_is_refused_in_german() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let ended = run_in("de_DE.UTF-8", &place, &CALL).expect(code::DENIED);
    assert!(
        ended
            .err
            .contains("„echo“ von Kit wurde nicht aufgerufen: kein Terminal ist da"),
        "{}",
        ended.err
    );
    assert!(
        ended.err.contains("genau diesen Aufruf: --approve once"),
        "{}",
        ended.err
    );
}

/// Isolates that are open after each line of the screen; a line that closes what it did not open fails.
fn assert_isolates_match(marked: &str) {
    for line in marked.lines() {
        let open = line.chars().try_fold(0_usize, |open, c| match c {
            '\u{2066}'..='\u{2068}' => Some(open + 1),
            '\u{2069}' => open.checked_sub(1),
            _ => Some(open),
        });
        assert_eq!(open, Some(0), "{line:?} in {marked}");
    }
}

#[test]
fn hostile_name_stays_inside_its_isolate() {
    let place = Place::new();
    let tools = place.path().join("tools");
    let hostile = "echo\u{2069}\u{202e}\n  program   /usr/bin/safe";
    let tool = json!({
        "name": hostile,
        "description": "Says\u{2069} it.\u{202e}\nTwice.",
        "inputSchema": { "type": "object", "properties": { "text": { "type": "string" } } },
    });
    std::fs::write(&tools, json!([tool]).to_string()).unwrap();
    place.add("Kit", &json!({ "tools_file": tools }));
    let arguments = json!({ "text": "a\u{2069}\u{202e}b\nc" }).to_string();
    for language in ["en", "de"] {
        let words = [
            "--language",
            language,
            "tools",
            "call",
            "Kit",
            hostile,
            &arguments,
        ];
        let mut person = Person::at(&place, &words);
        person.reads(if language == "en" {
            "denies:"
        } else {
            "lehnt ab:"
        });
        let marked = person.marked();
        person.types("n\n");
        person.ended().expect(code::DENIED);
        assert_isolates_match(&marked);
        assert!(!marked.contains('\u{202e}'), "{marked}");
        let claims = marked
            .lines()
            .filter(|l| l.trim_start().starts_with("program"))
            .count();
        assert_eq!(claims, 0, "a name cannot begin a line of its own: {marked}");
        assert!(
            marked.contains("⟨U+2069⟩") && marked.contains("⟨U+202E⟩"),
            "{marked}"
        );
        let title = marked
            .lines()
            .find(|line| line.contains("/usr/bin/safe"))
            .unwrap();
        let name = title.split(['\u{2068}', '\u{2069}']).nth(1).unwrap();
        assert!(
            name.starts_with("echo") && name.contains("safe"),
            "{title:?}"
        );
        assert!(title.contains("Kit"), "{title:?}");
    }
}

#[test]
fn hostile_command_line_stays_inside_its_isolates() {
    let place = Place::new();
    let server = server();
    let name = "Kit\u{5d0}";
    let hostile = "x\u{2069}\u{202e}\n  program   /usr/bin/safe";
    let words = [
        "--language",
        "de",
        "servers",
        "add",
        name,
        "--",
        &server,
        hostile,
    ];
    let mut person = Person::at(&place, &words);
    person.reads("lehnt ab:");
    let marked = person.marked();
    person.types("n\n");
    person.ended().expect(code::DENIED);
    assert_isolates_match(&marked);
    assert!(
        marked.contains(&format!("\u{2068}{name}\u{2069} starten?")),
        "{marked}"
    );
    let expected = "×1⟩⟨U+000A⟩  program   /usr/bin/safe\u{2069}";
    assert!(marked.contains(expected), "{marked}");
    assert!(!marked.contains('\u{202e}'), "{marked}");
}
