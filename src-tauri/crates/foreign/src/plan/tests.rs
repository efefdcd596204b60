#![allow(clippy::unwrap_used, reason = "tests")]

use messages::Text;

use super::*;
use crate::read;

fn plan(text: &str, environment: &[&str], given: &[(&str, &str)], from_environment: bool) -> Plan {
    let read = read(text).unwrap();
    let given = given
        .iter()
        .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()));
    let values = Values {
        environment: &|name| {
            environment
                .contains(&name)
                .then(|| format!("value of {name}"))
        },
        given: &given.collect(),
        inputs: &read.inputs,
        from_environment,
    };
    let server = &read.servers[0];
    Plan::of(
        &server.name,
        server.found.as_ref().unwrap(),
        server.style,
        &values,
    )
}

fn local(plan: Plan) -> LocalPlan {
    match plan.planned {
        Planned::Local(local) => local,
        Planned::Remote(remote) => panic!("{remote:?}"),
    }
}

const SERVER: &str = r#"{"inputs":[{"id":"db","description":"Which database"}],"servers":{"A":{"command":"${HOME_OF_C:-c}","args":["--db=${input:db}","${userHome}/x"],
    "env":{"SAME":"${SAME}","OTHER":"${ANOTHER}/x","LITERAL":"canary","EMPTY":"","WITH":"${WITH:-usual}","ED":"${workspaceFolder}"}}}}"#;

#[test]
fn variables_are_filled_in_and_each_is_named_with_its_places() {
    let unset = plan(SERVER, &[], &[], false);
    assert_eq!(unset.missing(), ["db"]);
    let uses: Vec<(&str, bool, bool, String)> = unset
        .uses
        .iter()
        .map(|u| {
            (
                u.variable.name.as_str(),
                u.set,
                u.live,
                Text::from(u.places[0].clone()).to_string(),
            )
        })
        .collect();
    assert_eq!(
        uses,
        [
            ("HOME_OF_C", false, false, "the command"),
            ("db", false, false, "argument 1"),
            ("userHome", true, false, "argument 2"),
            ("ANOTHER", false, false, "variable OTHER"),
            ("SAME", false, true, "variable SAME"),
            ("WITH", false, false, "variable WITH"),
        ]
        .map(|(name, set, live, place)| (name, set, live, place.to_owned()))
    );
    assert!(
        Text::from(unset.notes[0].clone())
            .to_string()
            .contains("${workspaceFolder}")
    );
    let unset = local(unset);
    assert_eq!(
        (unset.command.as_str(), unset.args[0].as_str()),
        ("c", "--db=${input:db}")
    );
    assert_eq!(unset.asked, ["ED", "EMPTY", "OTHER"]);
    let set = plan(
        SERVER,
        &["SAME", "ANOTHER", "WITH", "HOME_OF_C"],
        &[("db", "notes")],
        false,
    );
    assert!(set.missing().is_empty());
    let set = local(set);
    assert_eq!(
        (set.command.as_str(), set.args[0].as_str()),
        ("value of HOME_OF_C", "--db=notes")
    );
    assert_eq!(set.from_host, ["SAME", "WITH"]);
    let kept: Vec<(&str, &str)> = set
        .kept
        .iter()
        .map(|(n, v)| (n.as_str(), v.expose()))
        .collect();
    assert_eq!(
        kept,
        [("LITERAL", "canary"), ("OTHER", "value of ANOTHER/x")]
    );
}

#[test]
fn a_long_default_cannot_be_multiplied() {
    let long = "x".repeat(MAX_FILLED / 8);
    let reference = "${input:d}".repeat(4);
    let env: BTreeMap<String, &str> = (0..40)
        .map(|at| (format!("V{at:02}"), reference.as_str()))
        .collect();
    let text = serde_json::json!({
        "inputs": [{ "id": "d", "default": long }],
        "servers": { "A": { "command": "c", "args": ["${input:d}"], "env": env } }
    });
    let plan = local(plan(&text.to_string(), &[], &[], false));
    let filled: usize = plan
        .kept
        .iter()
        .map(|(_, value)| value.expose().len())
        .sum();
    assert!(filled <= MAX_FILLED, "{filled}");
    assert_eq!((plan.kept.len(), plan.asked.len()), (1, 39));
    assert_eq!(plan.args, [long]);
}

#[test]
fn values_of_the_file_can_be_left_to_the_environment() {
    let left = local(plan(SERVER, &[], &[("db", "n")], true));
    assert!(left.kept.is_empty());
    assert_eq!(left.from_host, ["LITERAL", "SAME", "WITH"]);
    let text = r#"{"servers":{"My notes":{"url":"https://x.example/","headers":{"Authorization":"Bearer canary","X":"${env:T}","Y":"Bearer ${T}"}}}}"#;
    let Planned::Remote(remote) = plan(text, &["T"], &[], true).planned else {
        panic!()
    };
    assert!(remote.kept.is_empty());
    let from = |header: &str, variable: &str| (header.to_owned(), variable.to_owned());
    assert_eq!(
        remote.from_host,
        [
            from("Authorization", "MY_NOTES_AUTHORIZATION"),
            from("X", "T"),
            from("Y", "MY_NOTES_Y")
        ]
    );
}
