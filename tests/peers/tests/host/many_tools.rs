//! More tools than a request may have: the model searches them, and calls what it found through `call_tool`. Everything after the model sees the
//! real tool.

use domain::{ConversationId, ProviderId};
use host_api::{
    CallStateView, CallView, EffectView, ProposedCondition, ProposedRule, ScopeView, TestView,
};
use peers::Aimock;
use serde_json::{Value, json};

use crate::{
    days::steps,
    house::{House, Person, calls},
    pins::{Turncoat, tool},
};

const DIARY: &str = "Appends a line to the diary.";
const SECRET: &str = "The cellar key hangs behind the third barrel on the left.";

/// The tools of a server with 300.
fn many() -> Vec<Value> {
    let lookup = |n: usize| {
        tool(
            &format!("lookup_{n:03}"),
            &format!("Looks up entry {n} by its text."),
        )
    };
    let own = [
        tool("write_marker", DIARY),
        tool("echo", "Gives its arguments back."),
    ];
    (0..297).map(lookup).chain(own).collect()
}

fn find(id: &str, query: &str) -> Value {
    json!({ "id": id, "name": "find_tools", "arguments": { "queries": [query, "diary line"] } })
}

fn through(id: &str, tool: &str, arguments: Value) -> Value {
    json!({ "id": id, "name": "call_tool", "arguments": { "tool": tool, "arguments": arguments } })
}

fn write(id: &str, text: &str) -> Value {
    through(id, "Kit_write_marker", json!({ "text": text }))
}

/// A house with the 300 tools of `Kit`, and a model that takes these steps.
async fn set(
    person: Person,
    message: &str,
    script: &[Vec<Value>],
) -> (House, Turncoat, Aimock, ProviderId) {
    let house = House::open(person).await;
    let kit = Turncoat::start(&house, "Kit", &many()).await;
    let mut fixtures = steps("And again", &[vec![write("again", "two")]]);
    fixtures.extend(steps(message, script));
    let aimock = Aimock::start(&json!(fixtures)).unwrap();
    let provider = house.model(&aimock).await;
    (house, kit, aimock, provider)
}

async fn made(house: &House, id: ConversationId) -> Vec<CallView> {
    calls(&house.view(id).await)
}

fn failure(call: &CallView) -> String {
    match &call.state {
        CallStateView::Failed { reason, .. } | CallStateView::Denied { reason, .. } => {
            reason.to_string()
        }
        other => panic!("{other:?}"),
    }
}

/// The bodies of the requests so far.
fn requests(aimock: &Aimock) -> Vec<Value> {
    let journal = aimock.journal().unwrap();
    let chats = journal
        .into_iter()
        .filter(|entry| entry.path.ends_with("/chat/completions"));
    chats.map(|entry| entry.body).collect()
}

fn names(request: &Value) -> Vec<&str> {
    let tools = request["tools"].as_array().unwrap();
    let names = tools
        .iter()
        .map(|tool| tool["function"]["name"].as_str().unwrap());
    names.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn model_finds_one_of_300_tools_and_everything_sees_the_real_one() {
    let script = [
        vec![find("f1", "append to the diary")],
        vec![write("w1", "one")],
    ];
    let (house, kit, aimock, provider) =
        set(Person::Allows(ScopeView::Once), "Write it", &script).await;
    let (id, _) = house.turn(provider, "Write it").await;
    let (found, written) = match &made(&house, id).await[..] {
        [found, written] => (found.clone(), written.clone()),
        other => panic!("{other:?}"),
    };
    assert!(
        found.server.is_none() && found.origin.is_none(),
        "{found:?}"
    );
    assert!(
        matches!(found.state, CallStateView::Done { by: None, .. }),
        "{found:?}"
    );
    assert_eq!(
        (written.tool.as_str(), written.server.unwrap().name.as_str()),
        ("write_marker", "Kit")
    );
    let arguments: Value = serde_json::from_str(&written.arguments).unwrap();
    assert_eq!(arguments, json!({ "text": "one" }), "the inner arguments");
    assert_eq!(kit.got(), ["one"]);
    {
        let asked = house.asked.lock().await;
        let asked: Vec<(&str, &str)> = asked
            .iter()
            .map(|a| (a.server.as_str(), a.tool.as_str()))
            .collect();
        assert_eq!(
            asked,
            [("Kit", "write_marker")],
            "the search needs no approval"
        );
    }
    let rows = house.host.audit_list(None, 100).await.unwrap();
    assert!(rows.iter().any(|row| row.subject == "write_marker"));
    assert!(rows.iter().all(|row| {
        let subject = row.subject.to_string();
        !subject.contains("call_tool") && !subject.contains("find_tools")
    }));

    let mut events = house.host.events();
    house
        .host
        .send(Some(id), provider, "And again", None)
        .await
        .unwrap();
    house.end_of_turn(&mut events, id).await;
    let sent = requests(&aimock);
    assert_eq!(sent.len(), 5);
    for request in &sent[..3] {
        assert_eq!(names(request), ["find_tools", "call_tool"]);
    }
    for request in &sent[3..] {
        assert_eq!(
            names(request),
            ["find_tools", "call_tool", "Kit_write_marker"],
            "used before"
        );
        assert!(request["tools"].to_string().contains(DIARY));
    }
    for (before, now) in sent.iter().zip(&sent[1..]) {
        let (before, now) = (
            before["messages"].as_array().unwrap(),
            now["messages"].as_array().unwrap(),
        );
        assert_eq!(
            now[..before.len()],
            before[..],
            "the history is repeated as it was"
        );
    }
    let messages = sent[2]["messages"].as_array().unwrap();
    let result = messages[3]["content"].to_string();
    for words in [
        "tool: Kit_write_marker",
        DIARY,
        r#"tool definition \\\"write_marker\\\" of the server \\\"Kit\\\""#,
    ] {
        assert!(
            result.replace('\\', "").contains(&words.replace('\\', "")),
            "{words} in {result}"
        );
    }
    assert!(result.matches("tool: Kit_").count() <= 8);
    let wrapper = &messages[4]["tool_calls"][0]["function"];
    assert_eq!(wrapper["name"], "call_tool");
    let wrapper: Value = serde_json::from_str(wrapper["arguments"].as_str().unwrap()).unwrap();
    assert_eq!(
        wrapper,
        json!({ "tool": "Kit_write_marker", "arguments": { "text": "one" } })
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_hold_for_the_tool_inside_the_wrapper() {
    let script = [vec![
        write("no", "forbidden"),
        write("yes", "fine"),
        through("e", "Kit_echo", json!({ "text": "x" })),
    ]];
    let (house, kit, _aimock, provider) =
        set(Person::Allows(ScopeView::Once), "Try", &script).await;
    let deny = |tool: &str, when: Vec<ProposedCondition>| ProposedRule {
        server: kit.id.to_string(),
        effect: EffectView::Deny,
        tools: vec![tool.to_owned()],
        conversation: None,
        minutes: None,
        when,
    };
    let forbidden = ProposedCondition {
        argument: "text".into(),
        test: TestView::Is,
        value: r#""forbidden""#.into(),
    };
    house
        .host
        .propose_rule(deny("write_marker", vec![forbidden]))
        .await
        .unwrap();
    house.host.propose_rule(deny("echo", vec![])).await.unwrap();
    let (id, _) = house.turn(provider, "Try").await;
    let calls = made(&house, id).await;
    for (call, tool) in [(&calls[0], "write_marker"), (&calls[2], "echo")] {
        assert_eq!(call.tool, tool);
        assert!(
            matches!(call.state, CallStateView::Denied { .. }) && call.sent_ms.is_none(),
            "{call:?}"
        );
    }
    assert!(
        matches!(calls[1].state, CallStateView::Done { .. }),
        "{:?}",
        calls[1]
    );
    assert_eq!(kit.got(), ["fine"]);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_of_another_server_inside_the_wrapper_is_found() {
    let script = [
        vec![through("n1", "Notes_echo", json!({ "text": SECRET }))],
        vec![write("w1", "An ordinary line.")],
        vec![write("w2", SECRET)],
    ];
    let (house, kit, _aimock, provider) = set(Person::Widest, "Carry", &script).await;
    let notes = Turncoat::start(
        &house,
        "Notes",
        &[tool("echo", "Gives its arguments back.")],
    )
    .await;
    house.host.allow_tool(notes.id, "echo", None).unwrap();
    house.host.allow_tool(kit.id, "write_marker", None).unwrap();
    let (id, _) = house.turn(provider, "Carry").await;
    assert_eq!(made(&house, id).await.len(), 3);
    let asked = house.asked.lock().await;
    let told = asked.iter().filter(|asked| asked.tool == "write_marker");
    let told: Vec<bool> = told
        .map(|asked| {
            asked
                .reasons
                .iter()
                .any(|r| r.lead == "The arguments contain text of Notes.")
        })
        .collect();
    assert_eq!(told.last(), Some(&true), "{asked:?}");
    drop(asked);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrapper_reaches_only_tools_on_offer() {
    let nested = json!({ "tool": "Kit_echo", "arguments": { "text": "x" } });
    let script = [vec![
        through("new", "Kit_write_marker", json!({ "text": "x" })),
        through("off", "Kit_lookup_001", json!({})),
        through("unknown", "Kit_nothing", json!({})),
        through("server", "Notes_echo", json!({ "text": "x" })),
        through("nested", "call_tool", nested),
        through("search", "find_tools", json!({ "queries": ["x"] })),
        json!({ "id": "shape", "name": "call_tool", "arguments": { "tool": "Kit_echo", "text": "x" } }),
        find("f", "write the diary"),
    ]];
    let house = House::open(Person::Widest).await;
    let accepted: Vec<Value> = many()
        .into_iter()
        .filter(|tool| tool["name"] != "write_marker")
        .collect();
    let kit = Turncoat::start(&house, "Kit", &accepted).await;
    let notes = Turncoat::start(
        &house,
        "Notes",
        &[tool("echo", "Gives its arguments back.")],
    )
    .await;
    // Until a model sees its tools, those that a server adds belong to its first listing.
    let early = Aimock::start(&json!(steps("Hello", &[]))).unwrap();
    let first = house.model(&early).await;
    house.turn(first, "Hello").await;
    assert_eq!(kit.turns(&house, &many()).await, 1, "one new tool waits");
    house.asked.lock().await.clear();
    house
        .host
        .set_tool_enabled(kit.id, "lookup_001", false)
        .await
        .unwrap();
    let aimock = Aimock::start(&json!(steps("Try", &script))).unwrap();
    let provider = house.model(&aimock).await;
    let on = std::collections::BTreeSet::from([kit.id]);
    assert_ne!(kit.id, notes.id);
    let mut events = house.host.events();
    let id = house
        .host
        .send(None, provider, "Try", Some(on))
        .await
        .unwrap();
    house.end_of_turn(&mut events, id).await;
    let calls = made(&house, id).await;
    let reasons: Vec<String> = calls[..7].iter().map(failure).collect();
    for (reason, words) in reasons.iter().zip([
        "Kit_write_marker",
        "Kit_lookup_001",
        "Kit_nothing",
        "Notes_echo",
        "servers only",
        "servers only",
        "takes `tool`",
    ]) {
        assert!(reason.contains(words), "{words} in {reason}");
    }
    assert!(
        calls[..7]
            .iter()
            .all(|call| call.sent_ms.is_none() && call.server.is_none())
    );
    let found = format!("{:?}", calls[7].result);
    assert!(
        !found.contains("tool: Kit_write_marker") && !found.contains("Notes_echo"),
        "{found}"
    );
    assert!(house.asked.lock().await.is_empty());
    assert_eq!(kit.got(), [] as [String; 0]);
    house.close().await;
}
