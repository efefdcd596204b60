use super::*;
use crate::answers::AnswerProblem;

fn manifest() -> Manifest {
    let text = r#"{"manifest_version":"0.3","name":"n","version":"1","description":"","author":{"name":"a"},
      "server":{"type":"node","entry_point":"s.js","mcp_config":{"command":"node",
        "args":["s.js","--key=${user_config.key}","${user_config.dirs}","${HOME}${/}x","${other}","--level","${user_config.level}","${user_config.off}"],
        "env":{"AUTH":"Bearer ${user_config.key}","LIB":"${__dirname}/lib","LEVEL":"${user_config.level}","OFF":"${user_config.off}"}}},
      "user_config":{
        "key":{"type":"string","title":"","description":"","sensitive":true,"required":true},
        "dirs":{"type":"directory","title":"","description":"","multiple":true,"required":true,"default":["${HOME}/a"]},
        "level":{"type":"number","title":"","description":"","default":2,"min":1,"max":3},
        "off":{"type":"string","title":"","description":""}}}"#;
    Manifest::parse(text.as_bytes(), &|path| path == "s.js").unwrap()
}

fn places() -> Places {
    Places {
        home: "/home/me".into(),
        ..Places::default()
    }
}

fn entered(values: &[(&str, &[&str])]) -> Answers {
    let values = values.iter().map(|(key, values)| {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        ((*key).to_owned(), values)
    });
    Answers {
        values: values.collect(),
        ..Answers::default()
    }
}

#[test]
fn command_has_values_in_place_and_no_secret() {
    let manifest = manifest();
    let answers = entered(&[("dirs", &["/data/one", "/data/${__dirname}/two"])]);
    let answers = manifest.check(&answers, &places()).unwrap();
    let folder = Path::new("/bundles/0");
    let is_file = |path: &str| path == "s.js";
    let launch = manifest.launch(&answers, Platform::Linux, folder, &places(), &is_file);
    assert_eq!(launch.command, "node");
    assert_eq!(
        launch.args,
        [
            "${__dirname}/s.js",
            "--key=${INNKEEPER_ARG_KEY}",
            "/data/one",
            "/data/${__dirname}/two",
            "/home/me/x",
            "${other}",
            "--level",
            "2",
        ]
    );
    let variable = |name: &str, value: &str, origin| Variable {
        name: name.into(),
        value: value.into(),
        origin,
    };
    let secret = || Origin::Secrets(vec!["key".into()]);
    assert_eq!(
        launch.env,
        [
            variable("AUTH", "Bearer ${user_config.key}", secret()),
            variable("INNKEEPER_ARG_KEY", "${user_config.key}", secret()),
            variable("LEVEL", "2", Origin::Entered),
            variable("LIB", "/bundles/0/lib", Origin::Bundle),
        ]
    );
    assert_eq!(launch.folders.len(), 2);
}

#[test]
fn wrong_answer_is_named() {
    let manifest = manifest();
    let refused = |values: &[(&str, &[&str])]| manifest.check(&entered(values), &places());
    let of = |key: &str, problem| Err((key.to_owned(), problem));
    assert_eq!(
        refused(&[("dirs", &[])]),
        of("dirs", AnswerProblem::Missing)
    );
    assert_eq!(
        refused(&[("dirs", &["a"])]),
        of("dirs", AnswerProblem::NotAbsolute)
    );
    assert_eq!(
        refused(&[("level", &["0"])]),
        of("level", AnswerProblem::TooSmall(1.0))
    );
    assert_eq!(
        refused(&[("level", &["4"])]),
        of("level", AnswerProblem::TooLarge(3.0))
    );
    assert_eq!(
        refused(&[("level", &["NaN"])]),
        of("level", AnswerProblem::NotANumber)
    );
    assert_eq!(
        refused(&[("level", &["1", "2"])]),
        of("level", AnswerProblem::TooMany)
    );
    assert_eq!(
        refused(&[("key", &["secret"])]),
        of("key", AnswerProblem::Unknown)
    );
    assert_eq!(
        refused(&[("none", &["x"])]),
        of("none", AnswerProblem::Unknown)
    );
    let defaults = refused(&[]).unwrap();
    assert_eq!(defaults.values["dirs"], ["/home/me/a"]);
    assert!(defaults.secrets.contains("key"));
}
