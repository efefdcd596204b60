//! `usage`: what requests took, as a table and as a document; how an answer is asked for.

use serde_json::Value;

use crate::{
    code,
    model::{Model, says},
    place::Place,
};

#[test]
fn tokens_of_a_chat_are_in_the_sums_and_cost_nothing_on_this_machine() {
    let place = Place::new();
    let model = Model::start(vec![says("Hello there, it is a fine day.")]);
    let chat = [
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "--servers",
        "",
        "--temperature",
        "0.5",
        "--max-tokens",
        "200",
        "Hi",
    ];
    place.run(&chat).expect(code::DONE);
    let sent = model.requests.lock().unwrap()[0].clone();
    assert_eq!(
        (&sent["temperature"], &sent["max_tokens"]),
        (&0.5.into(), &200.into())
    );

    let usage: Value = place.run(&["--json", "usage"]).expect(code::DONE).json();
    assert_eq!(usage["total"]["requests"], 1);
    assert_eq!(usage["total"]["cost"], 0.0);
    assert_eq!(usage["models"][0]["name"], "m");
    let text = place
        .run(&["usage", "--by", "model", "--days", "1"])
        .expect(code::DONE)
        .out;
    assert!(
        text.contains("127.0.0.1") && text.contains("estimated"),
        "{text}"
    );
    let refused = place.run(&["usage", "--days", "0"]);
    refused.expect(code::USAGE);
}

#[test]
fn effort_that_a_model_does_not_take_is_refused_before_anything_is_sent() {
    let place = Place::new();
    let model = Model::start(vec![says("no")]);
    let chat = [
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "--effort",
        "high",
        "Hi",
    ];
    let refused = place.run(&chat).expect(code::USAGE);
    assert!(refused.err.contains("effort"), "{}", refused.err);
    assert!(model.requests.lock().unwrap().is_empty());
}
