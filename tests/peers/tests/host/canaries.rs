//! Three servers with a canary in everything that they say, and a model that sends all it has read to each of them. What arrives is read in
//! the input of the server's process: no canary of another server, unless a person approved that flow.

use std::{collections::BTreeSet, fmt::Write as _, io::Write, net::TcpListener, path::PathBuf};

use domain::{ConversationId, ProviderId, ServerId};
use host::{AttachFor, ModelChoice};
use host_api::{AttachmentChoice, AttachmentFormView, CallStateView, ScopeView};
use serde_json::{Value, json};
use testkit::{Canary, model_list, model_request};

use crate::{
    house::{House, LIMIT, Person, calls},
    pins::tool,
};

const SERVERS: [&str; 3] = ["Alpha", "Beta", "Gamma"];
/// Where a server has a canary.
const SURFACES: [&str; 7] = [
    "tool",
    "description",
    "schema",
    "instructions",
    "result",
    "resource",
    "prompt",
];
/// How the canary of a server begins, in each spelling.
const BEGIN: &str = "canary";

/// The canary of a surface of a server.
fn canary(server: &str, surface: &str) -> String {
    let digits: u64 = server
        .bytes()
        .chain(surface.bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    let server = server.to_lowercase();
    format!("{BEGIN}_{server}_{surface}_{digits:016x}")
}

/// Every canary in a text.
fn found(text: &str) -> BTreeSet<&str> {
    let places = text.match_indices(BEGIN);
    places
        .map(|(at, _)| {
            let rest = &text[at..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            &rest[..end.unwrap_or(rest.len())]
        })
        .collect()
}

/// A model that repeats everything it has read: in its words, in its summaries, and in calls of every server.
fn start_parrot() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let answer = match model_request(&stream, LIMIT) {
                Some(body) => parrot(&serde_json::from_slice(&body).unwrap()),
                None => model_list("scripted", 200_000),
            };
            // The host may hang up.
            let _ = (&stream).write_all(answer.as_bytes());
        }
    });
    base_url
}

/// What the model answers to a request.
fn parrot(body: &Value) -> String {
    let messages = body["messages"].as_array().unwrap();
    let last = messages.last().unwrap();
    let read = body.to_string();
    let all: Vec<&str> = found(&read).into_iter().collect();
    let said = last["content"].to_string();
    let results = messages
        .iter()
        .rev()
        .take_while(|message| message["role"] == "tool")
        .count();
    let no_tools = body["tools"].as_array().is_none_or(Vec::is_empty);
    let delta = if no_tools {
        // A summary.
        json!({ "content": all.join(" ") })
    } else if last["role"] != "user" && !(results > 0 && asked(messages, "read, then send")) {
        json!({ "content": all.join(" ") })
    } else if said.contains("own words") {
        call_each(
            body,
            "write_marker",
            |server| json!({ "text": canary(server, "result") }),
        )
    } else if said.contains("read") {
        call_each(body, "read_note", |_| json!({}))
    } else if said.contains("send everything") || results == SERVERS.len() && !wrote(messages) {
        call_each(body, "write_marker", |_| json!({ "text": all.join(" ") }))
    } else {
        json!({ "content": all.join(" ") })
    };
    let why = match delta.get("tool_calls") {
        Some(_) => "tool_calls",
        None => "stop",
    };
    let mut out = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
        .to_owned();
    for (delta, end) in [(delta, Value::Null), (json!({}), json!(why))] {
        let chunk = json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": end }] });
        write!(out, "data: {chunk}\n\n").unwrap();
    }
    out + "data: [DONE]\n\n"
}

/// Whether the last message of the user has these words.
fn asked(messages: &[Value], words: &str) -> bool {
    let mut said = messages.iter().rev();
    let last = said.find(|message| message["role"] == "user").unwrap();
    last["content"].to_string().contains(words)
}

/// Whether the model has called the writing tools since the last message of the user.
fn wrote(messages: &[Value]) -> bool {
    let since = messages
        .iter()
        .rev()
        .take_while(|message| message["role"] != "user");
    since
        .filter(|message| message["role"] == "assistant")
        .any(|message| message.to_string().contains("write_marker"))
}

/// A call of a tool of every server: by its name where the request has it, else through `call_tool`.
fn call_each(body: &Value, name: &str, arguments: impl Fn(&str) -> Value) -> Value {
    let offered = body["tools"].to_string();
    let one = |(at, server): (usize, &&str)| {
        let alias = format!("{server}_{name}");
        let direct = offered.contains(&format!("\"{alias}\""));
        let (called, arguments) = match direct {
            true => (alias, arguments(server)),
            false => (
                "call_tool".to_owned(),
                json!({ "tool": alias, "arguments": arguments(server) }),
            ),
        };
        let function = json!({ "name": called, "arguments": arguments.to_string() });
        json!({ "index": at, "id": format!("c{at}"), "type": "function", "function": function })
    };
    let calls: Vec<Value> = SERVERS.iter().enumerate().map(one).collect();
    json!({ "tool_calls": calls })
}

/// A server with canaries, and everything that its process was sent.
struct Spy {
    name: &'static str,
    id: ServerId,
    input: PathBuf,
}

impl Spy {
    async fn start(house: &House, name: &'static str, more_tools: usize) -> Self {
        let folder = house.folder(name);
        let [list, script, input, marker] =
            ["tools.json", "script.json", "input.log", "marker.txt"].map(|f| folder.join(f));
        let own = |surface| canary(name, surface);
        let mut write = tool("write_marker", &own("description"));
        write["inputSchema"]["properties"]["text"]["description"] = json!(own("schema"));
        let mut tools = vec![
            write,
            tool("read_note", "Returns a note."),
            tool(&own("tool"), "Does nothing."),
        ];
        tools.extend((0..more_tools).map(|n| tool(&format!("more_{n:02}"), "Does nothing.")));
        std::fs::write(&list, json!(tools).to_string()).unwrap();
        let text = |surface| json!({ "type": "text", "text": own(surface) });
        let uri = format!("note://{name}");
        let acts = json!({
            "tools_file": list,
            "marker": marker,
            "instructions": own("instructions"),
            "capabilities": { "resources": {}, "prompts": {} },
            "on_call": { "read_note": [{ "answer": { "content": [text("result")] } }] },
            "on_request": {
                "resources/list": [{ "answer": { "resources": [{ "uri": uri, "name": "note" }] } }],
                "resources/templates/list": [{ "answer": { "resourceTemplates": [] } }],
                "resources/read": [{ "answer": { "contents": [
                    { "uri": uri, "mimeType": "text/plain", "text": own("resource") },
                ] } }],
                "prompts/list": [{ "answer": { "prompts": [{ "name": "ask" }] } }],
                "prompts/get": [{ "answer": { "messages": [
                    { "role": "user", "content": text("prompt") },
                ] } }],
            },
        });
        std::fs::write(&script, acts.to_string()).unwrap();
        let server = testkit::server_binary().unwrap();
        let words = [
            "-c".to_owned(),
            "tee -a \"$1\" | \"$2\" \"$3\"".to_owned(),
            "sh".to_owned(),
            input.display().to_string(),
            server.display().to_string(),
            format!("@{}", script.display()),
        ];
        let id = house
            .add(name, ("/bin/sh".into(), words.to_vec()), &[])
            .await;
        house.grant(id, &folder).await;
        house.host.start_and_wait(id, false).await.unwrap();
        house
            .host
            .set_instructions_for_models(id, true)
            .await
            .unwrap();
        Self { name, id, input }
    }

    /// The surfaces of servers whose canaries stand in its input, in any encoding.
    fn got(&self) -> BTreeSet<(&'static str, &'static str)> {
        let input = std::fs::read(&self.input).unwrap();
        let mut got = BTreeSet::new();
        for server in SERVERS {
            for surface in SURFACES {
                let one = Canary::new(surface, &canary(server, surface));
                if one.found_in(&input).is_some() {
                    got.insert((server, surface));
                }
            }
        }
        got
    }

    fn of_others(&self) -> BTreeSet<(&'static str, &'static str)> {
        let got = self.got().into_iter();
        got.filter(|(server, _)| *server != self.name).collect()
    }
}

async fn say(
    house: &House,
    conversation: Option<ConversationId>,
    provider: ProviderId,
    text: &str,
) -> ConversationId {
    let mut events = house.host.events();
    let sent = house.host.send(conversation, provider, text, None).await;
    let id = sent.unwrap();
    house.end_of_turn(&mut events, id).await;
    id
}

/// A day with three servers of so many more tools, which sleep before each turn if that is said.
async fn day(person: Person, more_tools: usize, asleep: bool) -> (House, Vec<Spy>) {
    let house = House::open(person).await;
    let provider = house.endpoint(start_parrot(), "scripted").await;
    house
        .host
        .provider_models(&provider.to_string())
        .await
        .unwrap();
    let mut spies = Vec::new();
    for name in SERVERS {
        spies.push(Spy::start(&house, name, more_tools).await);
    }
    let rest = async || {
        for spy in &spies {
            if asleep {
                house.host.sleep_server(spy.id).await.unwrap();
            }
        }
    };
    rest().await;
    // What each server gets back of its own is nobody's flow.
    say(&house, None, provider, "own words").await;
    rest().await;
    // Definitions and instructions are read before anything is called.
    say(&house, None, provider, "send everything").await;

    rest().await;
    let conversation = say(&house, None, provider, "read, then send everything").await;
    rest().await;
    // Prompts and resources of all of them, inserted by the user.
    let to = AttachFor {
        conversation: Some(conversation),
        model: Some(ModelChoice::from(provider)),
    };
    let mut drafts = Vec::new();
    for spy in &spies {
        house.host.start_and_wait(spy.id, false).await.unwrap();
        let prompt = house.host.inspect_prompt(spy.id, "ask", &[], &to).await;
        let inserted = house.host.insert_prompt(&prompt.unwrap().id, &to).await;
        drafts.push(inserted.unwrap().id.parse().unwrap());
        let uri = format!("note://{}", spy.name);
        let found = house.host.inspect_resource(spy.id, &uri, &to).await;
        let choice = AttachmentChoice {
            form: AttachmentFormView::Text,
            section: 0,
            range: None,
        };
        let found = found.unwrap().id;
        house.host.attach(&found, &to, choice, true).await.unwrap();
    }
    rest().await;
    let mut events = house.host.events();
    house
        .host
        .send_to(
            Some(conversation),
            provider.into(),
            "send everything",
            None,
            &drafts,
        )
        .await
        .unwrap();
    house.end_of_turn(&mut events, conversation).await;

    // The summary repeats all of it as the model's own words.
    let mut events = house.host.events();
    house
        .host
        .compact(conversation, None, Some(provider))
        .await
        .unwrap();
    house.end_of_turn(&mut events, conversation).await;
    let summarized = house.view(conversation).await;
    assert!(
        summarized.compaction.is_some(),
        "{:?}",
        summarized.compacting
    );
    rest().await;
    say(&house, Some(conversation), provider, "send everything").await;

    for call in calls(&house.view(conversation).await) {
        assert!(
            !matches!(call.state, CallStateView::Failed { .. }),
            "{call:?}"
        );
    }
    (house, spies)
}

async fn nothing_arrives_unapproved(more_tools: usize, asleep: bool) {
    let (house, spies) = day(Person::DeniesFlows, more_tools, asleep).await;
    for spy in &spies {
        let got = spy.got();
        assert!(got.contains(&(spy.name, "result")), "{}: {got:?}", spy.name);
        assert_eq!(spy.of_others(), BTreeSet::new(), "{}", spy.name);
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_canary_reaches_another_server_unapproved() {
    nothing_arrives_unapproved(0, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_canary_reaches_another_server_through_the_wrapper() {
    nothing_arrives_unapproved(30, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_canary_reaches_another_server_that_slept() {
    nothing_arrives_unapproved(0, true).await;
}

/// The control: what a person approves arrives, whatever the surface, and the log has a row of each.
#[tokio::test(flavor = "multi_thread")]
async fn approved_canaries_reach_the_other_servers_and_the_log_names_each_call() {
    let (house, spies) = day(Person::Allows(ScopeView::Once), 0, false).await;
    for spy in &spies {
        let others = SERVERS.iter().filter(|name| **name != spy.name);
        let all: BTreeSet<_> = others
            .flat_map(|name| SURFACES.map(|surface| (*name, surface)))
            .collect();
        assert_eq!(spy.of_others(), all, "{}", spy.name);
        let input = std::fs::read_to_string(&spy.input).unwrap();
        let sent = input.matches("\"tools/call\"").count();
        let rows = house.host.audit_list(Some(spy.id), 500).await.unwrap();
        let calls = rows.iter().filter(|row| {
            row.kind == "decision"
                && row.decision.as_deref() == Some("allowed")
                && ["write_marker", "read_note"].contains(&row.subject.as_str())
        });
        assert_eq!(calls.count(), sent, "{}", spy.name);
    }
    house.close().await;
}
