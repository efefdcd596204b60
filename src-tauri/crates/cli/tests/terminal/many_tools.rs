//! Servers with more tools than an endpoint takes.

use serde_json::{Value, json};

use crate::{
    code,
    model::{Model, calls, says},
    place::Place,
};

/// A server's script with so many tools beside the built-in ones.
fn many(count: usize) -> Value {
    let tools: Vec<Value> = (0..count)
        .map(|n| {
            json!({ "name": format!("tool_{n:03}"), "description": format!("Does the thing number {n}."),
                "inputSchema": { "type": "object", "properties": { "path": { "type": "string" } } } })
        })
        .collect();
    json!({ "extra_tools": tools })
}

fn chat(place: &Place, model: &Model, more: &[&str]) -> crate::place::Ended {
    let mut words = vec!["chat", "--base-url", &model.base_url, "--model", "m"];
    words.extend(more);
    words.push("Hello");
    place.run(&words)
}

fn names(request: &Value) -> Vec<String> {
    let tools = request["tools"].as_array();
    let names = tools
        .into_iter()
        .flatten()
        .map(|t| t["function"]["name"].as_str().unwrap());
    names.map(str::to_owned).collect()
}

#[test]
fn more_tools_than_an_endpoint_takes_are_searched_and_called_through_the_host() {
    let place = Place::new();
    place.add("Many", &many(300));
    place.add("Few", &json!({}));
    let wrapped = json!({ "tool": "Few_echo", "arguments": { "text": "one" } });
    let model = Model::with_room_for(
        128,
        vec![
            calls(&[(
                "find_tools",
                json!({ "queries": ["give arguments back", "echo"] }),
            )]),
            calls(&[("call_tool", wrapped)]),
            says("Done."),
        ],
    );
    let ended = chat(&place, &model, &["--approve-tool", "Few/echo"]).expect(code::DONE);
    assert!(ended.out.contains("Done."), "{}", ended.out);
    for words in ["Innkeeper find_tools", "Few echo"] {
        assert!(ended.err.contains(words), "{words} in {}", ended.err);
    }
    assert!(!ended.err.contains("Left out"), "{}", ended.err);
    let requests = model.requests.lock().unwrap();
    for request in requests.iter() {
        assert_eq!(names(request), ["find_tools", "call_tool"]);
    }
    let told = requests[1]["messages"].to_string();
    assert!(told.contains("tool: Few_echo"), "{told}");
    assert!(requests[2]["messages"].to_string().contains("one"));
}

#[test]
fn endpoint_that_takes_less_is_sent_less_and_asked_only_a_few_times() {
    let place = Place::new();
    place.add("Some", &many(30));
    let refuse = |most: usize, message: &'static str| {
        move |request: &Value| {
            (names(request).len() > most).then(
                || json!({ "error": { "message": message, "type": "invalid_request_error" } }),
            )
        }
    };
    let sent = |model: &Model| -> Vec<usize> {
        let requests = model.requests.lock().unwrap();
        requests.iter().map(|r| names(r).len()).collect()
    };
    let model = Model::start_with(vec![says("Fine.")], refuse(20, "[] is too long - 'tools'"));
    chat(&place, &model, &[]).expect(code::DONE);
    assert_eq!(sent(&model), [35, 2], "the rest is searched");
    // The 64 characters of a name are no limit of tools: the tool that is named is left out, and the next one, but not for ever.
    let of_name = "Invalid 'tools[16].function.name': string too long. Expected a string with maximum length 64, but got a string with length 76 instead.";
    let model = Model::start_with(vec![says("Never.")], refuse(0, of_name));
    let ended = chat(&place, &model, &[]).expect(code::FAILED);
    assert!(ended.err.contains("maximum length 64"), "{}", ended.err);
    let most: Vec<usize> = (24..=35).rev().collect();
    assert_eq!(sent(&model), most);
    // One tool is fewer than the search needs: all but that one are left out, which is said.
    let model = Model::start_with(vec![says("Fine.")], refuse(1, "[] is too long - 'tools'"));
    let ended = chat(&place, &model, &[]).expect(code::DONE);
    assert_eq!(sent(&model), [35, 2, 1]);
    assert!(
        ended.err.contains("Left out: Some (34 of 35)"),
        "{}",
        ended.err
    );
    // An endpoint that takes no tool at all still answers, and that is said.
    let always = "You may not include more than 128 tools in your request.";
    let model = Model::start_with(vec![says("Fine.")], refuse(0, always));
    let ended = chat(&place, &model, &[]).expect(code::DONE);
    assert_eq!(sent(&model), [35, 2, 1, 0]);
    assert!(ended.err.contains("without any tools"), "{}", ended.err);
}

#[test]
fn find_prints_the_best_tools_of_all_servers_or_of_one() {
    let place = Place::new();
    place.add("Many", &many(50));
    place.add("Few", &json!({}));
    let found = place
        .run(&["tools", "find", "append a line to a file"])
        .expect(code::DONE);
    let first = found.out.lines().next().unwrap();
    assert!(
        first.contains("/write_marker\tAppends a line"),
        "{}",
        found.out
    );
    assert!(found.out.lines().count() <= 8);
    let rows = place
        .run(&[
            "--json",
            "tools",
            "find",
            "show a picture",
            "--server",
            "Few",
        ])
        .expect(code::DONE)
        .json();
    assert_eq!(rows[0]["alias"], "Few_image", "{rows}");
    assert!(
        rows.as_array()
            .unwrap()
            .iter()
            .all(|row| row["server"]["name"] == "Few")
    );
    let none = place.run(&["tools", "find", "zzzzqqqq"]).expect(code::DONE);
    assert!(
        none.out.is_empty() && none.err.contains("No tool matches"),
        "{}",
        none.err
    );
    place.run(&["tools", "find", "…"]).expect(code::USAGE);
}

#[test]
fn list_says_what_the_tools_of_each_server_take() {
    let place = Place::new();
    place.add("Many", &many(300));
    place.add("Few", &json!({ "extra_tools": [{ "name": "panel", "_meta": { "ui": { "visibility": ["app"] } }, "inputSchema": { "type": "object" } }] }));
    let listed = place.run(&["tools", "list"]).expect(code::DONE);
    for line in [
        "Many: 305 of 305 tools",
        "Few: 5 of 6 tools",
        "Together: 310 tools, about ",
    ] {
        assert!(listed.err.contains(line), "{line} in {}", listed.err);
    }
    assert!(
        listed.out.contains("Few/panel\t(not for models) "),
        "{}",
        listed.out
    );
    let rows = place
        .run(&["--json", "tools", "list"])
        .expect(code::DONE)
        .json();
    let tokens = rows[0]["model_tokens"].as_u64().unwrap();
    assert!((5_000..40_000).contains(&tokens), "{tokens}");
    assert_eq!(rows[1]["model_tools"], 5);
}

#[test]
fn tool_for_the_servers_own_interface_is_not_offered_and_not_called_for_a_model() {
    let place = Place::new();
    let panel = json!({ "name": "panel", "_meta": { "ui": { "visibility": ["app"] } }, "inputSchema": { "type": "object" } });
    place.add("Kit", &json!({ "extra_tools": [panel], "on_call": { "panel": [{ "answer": { "content": [] } }] } }));
    let model = Model::start(vec![calls(&[("Kit_panel", json!({}))]), says("So be it.")]);
    let ended = chat(&place, &model, &["--approve-tool", "Kit/panel"]).expect(code::DONE);
    assert!(ended.err.contains("for its own interface"), "{}", ended.err);
    let requests = model.requests.lock().unwrap();
    assert!(!names(&requests[0]).contains(&"Kit_panel".to_owned()));
    // A person may.
    place
        .run(&["--approve", "once", "tools", "call", "Kit", "panel"])
        .expect(code::DONE);
}

#[test]
fn names_in_other_scripts_reach_a_local_model_and_are_written_in_ascii_for_others() {
    let place = Place::new();
    let tool = |name: &str| json!({ "name": name, "inputSchema": { "type": "object" } });
    let answer = json!({ "content": [{ "type": "text", "text": "да" }] });
    place.add("Файлы", &json!({ "extra_tools": [tool("читать"), tool("писать")], "on_call": { "читать": [{ "answer": answer }] } }));
    let model = Model::start(vec![calls(&[("Файлы_читать", json!({}))]), says("Done.")]);
    chat(&place, &model, &["--approve-tool", "Файлы/читать"]).expect(code::DONE);
    {
        let requests = model.requests.lock().unwrap();
        let called = &requests[1]["messages"].as_array().unwrap()[2];
        assert_eq!(
            called["tool_calls"][0]["function"]["name"], "Файлы_читать",
            "{called}"
        );
        assert!(requests[1]["messages"].to_string().contains("да"));
    }
    let pattern = |request: &Value| {
        let bad = names(request).into_iter().position(|n| !n.is_ascii())?;
        let message = format!(
            "Invalid 'tools[{bad}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."
        );
        Some(
            json!({ "error": { "message": message, "type": "invalid_request_error", "param": format!("tools[{bad}].function.name"), "code": "invalid_value" } }),
        )
    };
    let strict = Model::start_with(vec![says("Fine.")], pattern);
    chat(&place, &strict, &[]).expect(code::DONE);
    let requests = strict.requests.lock().unwrap();
    assert_eq!(requests.len(), 2);
    let ascii = names(&requests[1]);
    assert!(
        ascii.len() == 7 && ascii.iter().all(|n| n.is_ascii()),
        "{ascii:?}"
    );
}
