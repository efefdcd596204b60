//! A model that reads definitions where a search found them, at an endpoint of the Messages format: what it is sent, byte for byte, and what happens where
//! the endpoint does not know such tools.

use domain::ProviderId;
use host::SessionProvider;
use host_api::{CallStateView, ScopeView, TurnStateView, WireView};
use serde_json::{Value, json};
use testkit::{Exchange, Handled, Web};

use crate::{
    house::{House, Person, calls},
    pins::{Turncoat, tool},
};

const DIARY: &str = "Appends a line to the diary.";

fn many() -> Vec<Value> {
    let lookup = |n: usize| {
        tool(
            &format!("lookup_{n:03}"),
            &format!("Looks up entry {n} by its text."),
        )
    };
    (0..299)
        .map(lookup)
        .chain([tool("write_marker", DIARY)])
        .collect()
}

/// What the model does next, by how many replies it has written since the last words of the user.
fn reply(body: &Value, refuses: bool) -> Result<Value, Value> {
    let text = body.to_string();
    if refuses && (text.contains("defer_loading") || text.contains("tool_reference")) {
        let message = "tools.1.defer_loading: Extra inputs are not permitted";
        return Err(
            json!({ "type": "error", "error": { "type": "invalid_request_error", "message": message } }),
        );
    }
    let messages = body["messages"].as_array().unwrap();
    let is_words = |m: &Value| m["role"] == "user" && m["content"][0]["type"] == "text";
    let last = messages.iter().rposition(is_words).unwrap();
    let replies = messages[last..]
        .iter()
        .filter(|m| m["role"] == "assistant")
        .count();
    let call = |name: &str, input: Value| json!({ "type": "tool_use", "id": format!("c{}", messages.len()), "name": name, "input": input });
    let again = messages[last]["content"].to_string().contains("again");
    let written = json!({ "text": if again { "two" } else { "one" } });
    let through = json!({ "tool": "Kit_write_marker", "arguments": written });
    let wrapped = body["tools"]
        .as_array()
        .unwrap()
        .iter()
        .any(|t| t["name"] == "call_tool");
    let write = match wrapped {
        true => call("call_tool", through),
        false => call("Kit_write_marker", written),
    };
    Ok(match (again, replies) {
        (false, 0) => call(
            "find_tools",
            json!({ "queries": ["append to the diary", "diary line"] }),
        ),
        (false, 1) | (true, 0) => write,
        _ => json!({ "type": "text", "text": "Done." }),
    })
}

/// The answer of an endpoint as a stream of events.
fn events(block: &Value) -> Vec<Value> {
    let calls = block["type"] == "tool_use";
    let delta = match calls {
        true => json!({ "type": "input_json_delta", "partial_json": block["input"].to_string() }),
        false => json!({ "type": "text_delta", "text": block["text"] }),
    };
    let start = match calls {
        true => {
            json!({ "type": "tool_use", "id": block["id"], "name": block["name"], "input": {} })
        }
        false => json!({ "type": "text", "text": "" }),
    };
    let stop = if calls { "tool_use" } else { "end_turn" };
    vec![
        json!({ "type": "message_start", "message": { "id": "m", "type": "message", "role": "assistant", "content": [], "model": "claude-opus-4-8", "usage": { "input_tokens": 9, "output_tokens": 1 } } }),
        json!({ "type": "content_block_start", "index": 0, "content_block": start }),
        json!({ "type": "content_block_delta", "index": 0, "delta": delta }),
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({ "type": "message_delta", "delta": { "stop_reason": stop }, "usage": { "output_tokens": 9 } }),
        json!({ "type": "message_stop" }),
    ]
}

async fn endpoint(refuses: bool) -> Web {
    let answer = move |mut exchange: Exchange| -> Handled {
        Box::pin(async move {
            if exchange.seen.method == "GET" {
                return exchange.json(&json!({ "data": [] })).await;
            }
            match reply(&exchange.seen.json(), refuses) {
                Ok(block) => {
                    exchange.events().await?;
                    for event in events(&block) {
                        exchange
                            .raw(
                                format!(
                                    "event: {}\ndata: {event}\n\n",
                                    event["type"].as_str().unwrap()
                                )
                                .as_bytes(),
                            )
                            .await?;
                    }
                    Ok(())
                }
                Err(error) => {
                    let json = [("Content-Type", "application/json")];
                    exchange.answer(400, &json, &error.to_string()).await
                }
            }
        })
    };
    Web::start(answer).await.unwrap()
}

async fn claude(house: &House, web: &Web) -> ProviderId {
    let session = SessionProvider {
        wire: WireView::AnthropicMessages,
        base_url: web.url(""),
        model: "claude-opus-4-8".into(),
        key: None,
    };
    let id = house.host.use_session_provider(session).await.unwrap();
    id.parse().unwrap()
}

/// The bodies of the requests for replies, in order.
fn bodies(web: &Web) -> Vec<Value> {
    let seen = web.seen().into_iter();
    let posts = seen.filter(|seen| seen.method == "POST");
    posts.map(|seen| seen.json()).collect()
}

fn tools(body: &Value) -> Vec<(&str, bool)> {
    let tools = body["tools"].as_array().unwrap().iter();
    tools
        .map(|tool| {
            (
                tool["name"].as_str().unwrap(),
                tool["defer_loading"] == true,
            )
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn found_tools_are_deferred_referred_to_and_called_by_their_own_names() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let kit = Turncoat::start(&house, "Kit", &many()).await;
    let web = endpoint(false).await;
    let provider = claude(&house, &web).await;
    let (id, end) = house.turn(provider, "Write it").await;
    assert_eq!(end, TurnStateView::Idle);
    let mut heard = house.host.events();
    house
        .host
        .send(Some(id), provider, "And again", None)
        .await
        .unwrap();
    house.end_of_turn(&mut heard, id).await;
    assert_eq!(kit.got(), ["one", "two"]);

    let made = calls(&house.view(id).await);
    let named: Vec<&str> = made.iter().map(|call| call.tool.as_str()).collect();
    assert_eq!(named, ["find_tools", "write_marker", "write_marker"]);
    let asked = house.asked.lock().await;
    assert_eq!(
        asked.len(),
        2,
        "each call is decided as any other: {asked:?}"
    );
    drop(asked);

    let sent = bodies(&web);
    assert_eq!(sent.len(), 5);
    assert_eq!(tools(&sent[0]), [("find_tools", false)]);
    for body in &sent[1..] {
        let tools = tools(body);
        assert_eq!(tools[0], ("find_tools", false));
        assert!(
            tools[1..].iter().all(|(_, deferred)| *deferred),
            "{tools:?}"
        );
        assert!(
            (2..=9).contains(&tools.len()),
            "what was found, and no more: {tools:?}"
        );
        let result = &body["messages"][2]["content"][0];
        assert_eq!(result["type"], "tool_result");
        let references = result["content"].as_array().unwrap();
        for reference in references {
            assert_eq!(reference["type"], "tool_reference");
            let name = reference["tool_name"].as_str().unwrap();
            assert!(tools.contains(&(name, true)), "{name} is defined");
        }
        assert_eq!(
            references[0],
            json!({ "type": "tool_reference", "tool_name": "Kit_write_marker" })
        );
    }
    // The mark of the prompt cache stands at the last message of each request.
    let unmarked = |body: &Value| {
        let mark = r#""cache_control":{"type":"ephemeral"},"#;
        let text = body["messages"].to_string().replace(mark, "");
        serde_json::from_str::<Vec<Value>>(&text).unwrap()
    };
    for (before, now) in sent.iter().zip(&sent[1..]) {
        let (before, now) = (unmarked(before), unmarked(now));
        assert_eq!(
            now[..before.len()],
            before[..],
            "the history is repeated as it was"
        );
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn endpoint_that_refuses_deferred_tools_gets_the_wrapper_in_the_same_turn() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let kit = Turncoat::start(&house, "Kit", &many()).await;
    let web = endpoint(true).await;
    let provider = claude(&house, &web).await;
    let (id, end) = house.turn(provider, "Write it").await;
    assert_eq!(end, TurnStateView::Idle);
    assert_eq!(kit.got(), ["one"]);
    let made = calls(&house.view(id).await);
    assert!(
        matches!(made[1].state, CallStateView::Done { .. }),
        "{made:?}"
    );
    let sent = bodies(&web);
    let deferred = |body: &&Value| body.to_string().contains("defer_loading");
    assert_eq!(sent.iter().filter(deferred).count(), 1, "it is tried once");
    let last = sent.last().unwrap();
    assert_eq!(
        tools(last)[..2],
        [("find_tools", false), ("call_tool", false)]
    );
    assert!(
        last["messages"]
            .to_string()
            .contains("tool: Kit_write_marker"),
        "the definition is text now"
    );
    house.close().await;
}
