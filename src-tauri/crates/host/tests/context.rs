//! The accounts of the requests of a turn, held against what the model endpoint received.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
    net::{TcpListener, TcpStream},
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use context::{Part, PartDigest, PartKind};
use domain::{ConversationId, ProviderId, ServerId};
use host::{GuardProgram, Host, HostConfig, NewServer, SessionProvider};
use host_api::{
    AddServer, ContentView, ContextGroupView, ContextKindView, Event, MessageStatusView, PartView,
    TurnStateView, WireView,
};
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use store::Store;
use testkit::{model_list, model_request};

/// Longest wait for anything.
const LIMIT: Duration = Duration::from_secs(20);
/// The window of the model, in tokens.
const WINDOW: u32 = 4_000;
const SERVERS: [&str; 2] = ["Files", "Mail"];

/// A model endpoint that answers each request; the first one, if told so, with a call of `echo` of both servers. Its model has a small window.
struct Endpoint {
    base_url: String,
    bodies: Arc<Mutex<Vec<String>>>,
}

impl Endpoint {
    fn start(calls: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let bodies = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&bodies);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let Some(body) = model_request(&stream, LIMIT) else {
                    let list = model_list("m", WINDOW.into());
                    (&stream).write_all(list.as_bytes()).unwrap();
                    continue;
                };
                let body = String::from_utf8(body).unwrap();
                let mut bodies = kept.lock().unwrap();
                bodies.push(body);
                write(&stream, calls && bodies.len() == 1);
            }
        });
        Self { base_url, bodies }
    }
}

fn write(mut stream: &TcpStream, calls: bool) {
    let delta = |delta: Value, end: Value| json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": end }] });
    let call = |(at, name): (usize, &str)| {
        let function = json!({ "name": format!("{name}_echo"), "arguments": json!({ "text": "hi" }).to_string() });
        json!({ "index": at, "id": format!("call_{at}"), "type": "function", "function": function })
    };
    let chunks = if calls {
        let calls: Vec<Value> = SERVERS.into_iter().enumerate().map(call).collect();
        vec![
            delta(json!({ "content": "I look." }), Value::Null),
            delta(json!({ "tool_calls": calls }), json!("tool_calls")),
        ]
    } else {
        vec![delta(json!({ "content": "Done." }), json!("stop"))]
    };
    let usage = json!({ "choices": [], "usage": { "prompt_tokens": 1000, "completion_tokens": 5, "prompt_tokens_details": { "cached_tokens": 600 } } });
    let mut text =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
            .to_owned();
    for chunk in chunks.iter().chain([&usage]) {
        text += &format!("data: {chunk}\n\n");
    }
    text += "data: [DONE]\n\n";
    stream.write_all(text.as_bytes()).unwrap();
}

pub(crate) async fn open(dir: &Path) -> Host {
    let config = HostConfig {
        data_dir: dir.join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    };
    Host::open(config).await.unwrap()
}

/// A server with canaries in the definition of a tool and in a result.
async fn server(host: &Host, name: &str) -> ServerId {
    let canary = |place: &str| format!("canary-{name}-{place}");
    let schema = json!({ "type": "object", "properties": { "z": { "description": canary("schema") }, "a": {} } });
    let tool = json!({ "name": canary("name"), "description": canary("description"), "inputSchema": schema });
    let answer = json!({ "content": [{ "type": "text", "text": canary("result") }] });
    let script = json!({ "extra_tools": [tool], "on_call": { "echo": [{ "answer": answer }] } });
    let server = AddServer {
        name: name.into(),
        command: testkit::server_binary().unwrap().display().to_string(),
        args: vec![script.to_string()],
        cwd: None,
        env_names: vec![],
    };
    let new = NewServer {
        server,
        values: vec![],
        from_host: vec![],
    };
    let id = host.add_server(new).await.unwrap().tag.id.parse().unwrap();
    host.start_and_wait(id, true).await.unwrap();
    host.allow_tool(id, "echo", None).unwrap();
    id
}

pub(crate) async fn say(
    host: &Host,
    to: Option<ConversationId>,
    provider: ProviderId,
    text: &str,
) -> ConversationId {
    let mut events = host.events();
    let id = host.send(to, provider, text, None).await.unwrap();
    let ended = async {
        loop {
            if let Event::Turn { state, .. } = events.recv().await.unwrap()
                && state != TurnStateView::Running
            {
                return;
            }
        }
    };
    tokio::time::timeout(LIMIT, ended).await.unwrap();
    id
}

async fn provider(host: &Host, endpoint: &Endpoint) -> ProviderId {
    let provider = SessionProvider {
        wire: WireView::OpenAiChat,
        base_url: endpoint.base_url.clone(),
        model: "m".into(),
        key: None,
    };
    let provider = host.use_session_provider(provider).await.unwrap();
    let provider = provider.parse().unwrap();
    host.allow_outflow(provider);
    provider
}

/// What is read of a request on the wire.
#[derive(Deserialize)]
struct Body {
    messages: Vec<Message>,
    tools: Vec<Tool>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
    #[serde(default)]
    tool_calls: Vec<Call>,
}

#[derive(Deserialize)]
struct Call {
    function: Called,
}

#[derive(Deserialize)]
struct Called {
    name: String,
    arguments: String,
}

#[derive(Deserialize)]
struct Tool {
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    description: String,
    parameters: Box<RawValue>,
}

/// The digests of a request on the wire, in the order of the account.
fn received(body: &str) -> Vec<PartDigest> {
    let body: Body = serde_json::from_str(body).unwrap();
    let (system, rest) = body.messages.split_first().unwrap();
    let mut out = vec![PartDigest::of(&[system.content.as_deref().unwrap()])];
    let tools = body.tools.iter().map(|tool| &tool.function);
    out.extend(tools.map(|f| PartDigest::of(&[&f.name, &f.description, f.parameters.get()])));
    for message in rest {
        out.extend(message.content.iter().map(|text| PartDigest::of(&[text])));
        let calls = message.tool_calls.iter().map(|call| &call.function);
        out.extend(calls.map(|f| PartDigest::of(&[&f.name, &f.arguments])));
    }
    out
}

#[tokio::test(flavor = "multi_thread")]
async fn account_of_each_request_is_what_the_endpoint_received() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let mut servers: BTreeMap<ServerId, &str> = BTreeMap::new();
    for name in SERVERS {
        servers.insert(server(&host, name).await, name);
    }
    let endpoint = Endpoint::start(true);
    let provider = provider(&host, &endpoint).await;
    let conversation = say(&host, None, provider, "First.").await;
    say(&host, Some(conversation), provider, "Second.").await;

    let requests = host.context_requests(conversation).await.unwrap();
    assert_eq!(requests.len(), 3);
    for (number, request) in (1..).zip(&requests) {
        let counted = (
            request.input_tokens,
            request.output_tokens,
            request.cached_tokens,
        );
        assert_eq!(counted, (Some(1000), Some(5), Some(600)));
        assert_eq!(request.number, number);
    }
    opens_each_part(&host, conversation, &endpoint).await;

    let last = host
        .context_request(conversation, &requests[2].id)
        .await
        .unwrap();
    let differs = last.differs.unwrap();
    assert!(differs.only_adds && differs.index > 0, "{differs:?}");
    assert!(last.parts[0].cached == Some(true) && last.parts.last().unwrap().cached == Some(false));
    let next = host.context_next(conversation, "Third.").await.unwrap();
    assert_eq!(
        next.parts.len(),
        last.parts.len() + 2,
        "the answer and the draft"
    );
    let draft = host.context_part(
        conversation,
        None,
        "Third.",
        next.parts.last().unwrap().index,
    );
    assert!(
        matches!(&draft.await.unwrap().content[..], [ContentView::Text { text, .. }] if text == "Third.")
    );
    assert!(host.context_request(conversation, "0").await.is_err());
    assert!(
        host.context_part(conversation, Some(&requests[0].id), "", 9_999)
            .await
            .is_err()
    );
    host.close().await;

    let store = Store::open(&dir.path().join("data")).await.unwrap();
    let records = store
        .requests()
        .of_conversation(conversation)
        .await
        .unwrap();
    let bodies = endpoint.bodies.lock().unwrap().clone();
    for (record, body) in records.iter().zip(&bodies) {
        let mut parts: Vec<Part> = Vec::new();
        for chunk in store.requests().chunks(record.id).await.unwrap() {
            parts.extend(serde_json::from_str::<Vec<Part>>(&chunk).unwrap());
        }
        let recorded: Vec<PartDigest> = parts.iter().map(|part| part.digest).collect();
        assert_eq!(recorded, received(body));
        labels_name_their_server(&parts, &servers);
    }
    let everyone: BTreeSet<ServerId> = servers.keys().copied().collect();
    for (_, label) in store.requests().labels(conversation).await.unwrap() {
        assert_eq!(label, everyone, "definitions are text of their servers");
    }
}

/// Each part of each request opens as what the endpoint received.
async fn opens_each_part(host: &Host, conversation: ConversationId, endpoint: &Endpoint) {
    let bodies = endpoint.bodies.lock().unwrap().clone();
    for (request, body) in host
        .context_requests(conversation)
        .await
        .unwrap()
        .iter()
        .zip(&bodies)
    {
        let view = host
            .context_request(conversation, &request.id)
            .await
            .unwrap();
        for part in &view.parts {
            let open = host.context_part(conversation, Some(&request.id), "", part.index);
            let open = open.await.unwrap();
            let texts = open.content.iter().filter_map(|content| match content {
                ContentView::Text { text, .. } => Some(text.clone()),
                ContentView::Image { .. }
                | ContentView::Audio { .. }
                | ContentView::Resource { .. }
                | ContentView::Link { .. }
                | ContentView::Data { .. }
                | ContentView::Other { .. } => None,
            });
            for text in texts {
                let quoted = serde_json::to_string(&text).unwrap();
                assert!(body.contains(quoted.trim_matches('"')), "{part:?}: {text}");
            }
            assert!(!open.content.is_empty() || open.json.is_some(), "{part:?}");
            let of_server = matches!(part.kind, ContextKindView::Tool | ContextKindView::Result);
            assert_eq!(part.server.is_some(), of_server, "{part:?}");
            assert_eq!(part.tool.is_some(), part.group == ContextGroupView::Tools);
        }
    }
}

/// Every text with a canary is labelled with the server that wrote it, and the model's words with all that it read.
fn labels_name_their_server(parts: &[Part], servers: &BTreeMap<ServerId, &str>) {
    let mut tools = BTreeMap::new();
    for part in parts {
        let label = part.label.servers();
        match part.kind {
            PartKind::Tool | PartKind::Result => {
                let [server] = label.iter().collect::<Vec<_>>()[..] else {
                    panic!("one server wrote it: {part:?}");
                };
                assert!(part.name.starts_with(servers[server]), "{part:?}");
                *tools.entry(part.kind.group()).or_insert(0) += 1;
            }
            PartKind::Answer | PartKind::Call => assert_eq!(label.len(), servers.len(), "{part:?}"),
            PartKind::System | PartKind::Project | PartKind::Message => {
                assert!(label.is_empty(), "{part:?}")
            }
            PartKind::Attachment
            | PartKind::Instructions
            | PartKind::Summary
            | PartKind::State
            | PartKind::Image
            | PartKind::Note => {
                panic!("nothing of this kind was sent: {part:?}")
            }
        }
    }
    assert!(tools[&context::Group::Tools] >= 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn conversation_that_outgrows_the_window_keeps_the_last_words_and_says_what_is_missing() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let endpoint = Endpoint::start(false);
    let provider = provider(&host, &endpoint).await;
    host.provider_models(&provider.to_string()).await.unwrap();
    host.set_compact(false).await.unwrap();
    let long = "word ".repeat(1_200);
    let conversation = say(&host, None, provider, &format!("First. {long}")).await;
    let conversation = say(
        &host,
        Some(conversation),
        provider,
        &format!("Second. {long}"),
    )
    .await;
    say(
        &host,
        Some(conversation),
        provider,
        &format!("Third. {long}"),
    )
    .await;
    let notices = notices(&host, conversation).await;
    assert_eq!(notices, 1, "it is said once");
    let last = endpoint.bodies.lock().unwrap().last().cloned().unwrap();
    assert!(last.contains("Third.") && !last.contains("First."));
    let requests = host.context_requests(conversation).await.unwrap();
    let request = requests.last().unwrap();
    let view = host
        .context_request(conversation, &request.id)
        .await
        .unwrap();
    assert_eq!(view.window, Some(WINDOW));
    assert!(view.tokens + view.answer <= WINDOW && !view.omitted.is_empty());

    let sent = endpoint.bodies.lock().unwrap().len();
    say(&host, Some(conversation), provider, &"word ".repeat(4_000)).await;
    assert_eq!(
        endpoint.bodies.lock().unwrap().len(),
        sent,
        "words that do not fit are not cut"
    );
    let messages = host.open_conversation(conversation).await.unwrap().messages;
    assert!(matches!(
        messages.last().unwrap().status,
        MessageStatusView::Failed { .. }
    ));
    host.close().await;
}

async fn notices(host: &Host, conversation: ConversationId) -> usize {
    let messages = host.open_conversation(conversation).await.unwrap().messages;
    let parts = messages.iter().flat_map(|message| &message.parts);
    parts
        .filter(|part| matches!(part, PartView::Notice { .. }))
        .count()
}
