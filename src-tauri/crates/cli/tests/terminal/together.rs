//! Calls of one step at a terminal: one numbered list, answered by `a`, by numbers, or denied.

use serde_json::{Value, json};

use crate::{
    code,
    model::{Model, calls, says},
    place::Place,
    tty::Person,
};

/// Lets a model write five lines at once; what the server wrote, and how the run looked.
fn five(answers: &[&str], more: &[&str]) -> (Vec<String>, String, String) {
    let place = Place::new();
    let marker = place.path().join("marker");
    place.add("Kit", &json!({ "marker": marker }));
    let lines: Vec<(&str, Value)> = (1..=5)
        .map(|n| ("Kit_write_marker", json!({ "text": format!("line {n}") })))
        .collect();
    let model = Model::start(vec![calls(&lines), says("Done.")]);
    let mut words = vec![
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "--servers",
        "Kit",
    ];
    words.extend(more);
    words.push("Write");
    let mut person = Person::at(&place, &words);
    for (before, answer) in answers.iter().enumerate() {
        person.asked(before + 1);
        person.types(answer);
    }
    let ended = person.ended();
    let mut written: Vec<String> = std::fs::read_to_string(&marker)
        .unwrap_or_default()
        .lines()
        .map(str::to_owned)
        .collect();
    written.sort();
    let log = place.run(&["audit", "list"]).expect(code::DONE).out;
    (written, ended.err, log)
}

fn rows(log: &str, word: &str) -> usize {
    log.lines()
        .filter(|l| l.contains("decision") && l.ends_with("write_marker") && l.contains(word))
        .count()
}

#[test]
fn all_some_or_none_of_five_calls_with_one_line() {
    for (answer, expected) in [
        (
            "all\n",
            vec!["line 1", "line 2", "line 3", "line 4", "line 5"],
        ),
        ("2 4\n", vec!["line 2", "line 4"]),
        ("n\n", vec![]),
        ("y\n", vec![]),
        ("a\n", vec![]),
        ("\u{4}", vec![]),
    ] {
        let (written, said, log) = five(&[answer], &[]);
        assert_eq!(written, expected, "{said}");
        assert!(said.contains("Make 5 calls through Kit?"), "{said}");
        assert!(
            (1..=5).all(|n| said.contains(&format!("line {n}"))),
            "each in full: {said}"
        );
        assert_eq!(said.matches("denies: ").count(), 1, "one approval: {said}");
        assert_eq!(rows(&log, "allowed"), expected.len(), "{log}");
        assert_eq!(rows(&log, "denied"), 5 - expected.len(), "{log}");
    }
}

#[test]
fn counts_on_the_command_line_come_first_and_the_rest_is_one_list() {
    let (written, said, _) = five(&["1\n"], &["--approve-tool", "Kit/write_marker:2"]);
    assert!(said.contains("Make 3 calls through Kit?"), "{said}");
    assert_eq!(
        written.len(),
        3,
        "two by the line, one by the person: {written:?}"
    );
}

#[test]
fn a_number_that_is_not_in_the_list_answers_nothing() {
    let (written, said, _) = five(&["7\n", "1 9\n", "3\n"], &[]);
    assert_eq!(written, ["line 3"], "{said}");
    assert_eq!(said.matches("There are calls 1 to 5").count(), 2, "{said}");
}
