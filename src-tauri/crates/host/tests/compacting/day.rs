//! A scripted model endpoint, and a host that talks to it.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::{ConversationId, MessageId, ProviderId, ServerId};
use host::{GuardProgram, Host, HostConfig, NewServer, SessionProvider};
use host_api::{
    AddServer, CallStateView, CompactingView, CompactionView, ConversationView, Event,
    TurnStateView, WireView,
};
use serde_json::{Value, json};
use testkit::{model_list, model_request};

/// Longest wait for anything.
const LIMIT: Duration = Duration::from_secs(20);
/// The window of the model, in tokens.
pub const WINDOW: u32 = 8_000;

/// What the endpoint answers.
#[derive(Clone, Debug)]
pub enum Answer {
    Text(String),
    /// A call of a tool.
    Call(&'static str, Value),
    /// The text, cut off at the length limit.
    Cut(&'static str),
    /// This status.
    Status(u16),
    /// A piece of text, and then nothing.
    Hang(&'static str),
    /// Text without an end.
    Endless,
}

pub fn text(text: &str) -> Answer {
    Answer::Text(text.to_owned())
}

/// A model endpoint: what it answers to requests for summaries and to others, one after the other; the last of each again and again.
pub struct Endpoint {
    base_url: String,
    bodies: Arc<Mutex<Vec<Value>>>,
    summaries: Arc<Mutex<Vec<Answer>>>,
    replies: Arc<Mutex<Vec<Answer>>>,
}

impl Endpoint {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let this = Self {
            base_url,
            bodies: Arc::default(),
            summaries: Arc::new(Mutex::new(vec![text("They spoke about a gate.")])),
            replies: Arc::new(Mutex::new(vec![text("Done.")])),
        };
        let (bodies, summaries) = (Arc::clone(&this.bodies), Arc::clone(&this.summaries));
        let replies = Arc::clone(&this.replies);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let Some(body) = model_request(&stream, LIMIT) else {
                    let list = model_list("m", WINDOW.into());
                    (&stream).write_all(list.as_bytes()).unwrap();
                    continue;
                };
                let body: Value = serde_json::from_slice(&body).unwrap();
                let of = if is_summary(&body) {
                    &summaries
                } else {
                    &replies
                };
                bodies.lock().unwrap().push(body);
                let answer = {
                    let mut of = of.lock().unwrap();
                    match of.len() {
                        1 => of[0].clone(),
                        _ => of.remove(0),
                    }
                };
                std::thread::spawn(move || write(&stream, &answer));
            }
        });
        this
    }

    pub fn summaries(&self, answers: Vec<Answer>) {
        *self.summaries.lock().unwrap() = answers;
    }

    pub fn replies(&self, answers: Vec<Answer>) {
        *self.replies.lock().unwrap() = answers;
    }

    pub fn bodies(&self, summary: bool) -> Vec<Value> {
        let bodies = self.bodies.lock().unwrap();
        bodies
            .iter()
            .filter(|body| is_summary(body) == summary)
            .cloned()
            .collect()
    }
}

fn is_summary(body: &Value) -> bool {
    let system = body["messages"][0]["content"].as_str().unwrap_or_default();
    system.starts_with("You summarize")
}

fn chunk(delta: &Value, end: &Value) -> String {
    let body = json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": end }] });
    format!("data: {body}\n\n")
}

fn write(mut stream: &TcpStream, answer: &Answer) {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let say = |text: &str| chunk(&json!({ "content": text }), &Value::Null);
    let end = |why: &str| {
        let usage =
            json!({ "choices": [], "usage": { "prompt_tokens": 900, "completion_tokens": 12 } });
        format!(
            "{}data: {usage}\n\ndata: [DONE]\n\n",
            chunk(&json!({}), &json!(why))
        )
    };
    // The host may hang up meanwhile.
    let _ = match answer {
        Answer::Text(text) => {
            stream.write_all(format!("{head}{}{}", say(text), end("stop")).as_bytes())
        }
        Answer::Cut(text) => {
            stream.write_all(format!("{head}{}{}", say(text), end("length")).as_bytes())
        }
        Answer::Call(name, arguments) => {
            let function = json!({ "name": name, "arguments": arguments.to_string() });
            let call = json!({ "tool_calls": [{ "index": 0, "id": "call_0", "type": "function", "function": function }] });
            let body = format!("{head}{}{}", chunk(&call, &Value::Null), end("tool_calls"));
            stream.write_all(body.as_bytes())
        }
        Answer::Status(status) => stream.write_all(
            format!("HTTP/1.1 {status} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                .as_bytes(),
        ),
        Answer::Hang(text) => {
            stream
                .write_all(format!("{head}{}", say(text)).as_bytes())
                .unwrap();
            // Until the host hangs up.
            stream.read(&mut [0]).map(drop)
        }
        Answer::Endless => {
            stream.write_all(head.as_bytes()).unwrap();
            let piece = say(&"on and on ".repeat(1_000));
            loop {
                if let Err(error) = stream.write_all(piece.as_bytes()) {
                    break Err(error);
                }
            }
        }
    };
}

pub struct Day {
    _dir: tempfile::TempDir,
    pub host: Host,
    pub endpoint: Endpoint,
    pub provider: ProviderId,
}

impl Day {
    pub async fn begin() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let host = open(dir.path()).await;
        let endpoint = Endpoint::start();
        let provider = SessionProvider {
            wire: WireView::OpenAiChat,
            base_url: endpoint.base_url.clone(),
            model: "m".into(),
            key: None,
        };
        let provider = host.use_session_provider(provider).await.unwrap();
        host.provider_models(&provider).await.unwrap();
        let provider = provider.parse().unwrap();
        host.allow_outflow(provider);
        Self {
            _dir: dir,
            host,
            endpoint,
            provider,
        }
    }

    /// Says something and waits for the end of the turn.
    pub async fn say(&self, to: Option<ConversationId>, words: &str) -> ConversationId {
        let mut events = self.host.events();
        let id = self
            .host
            .send(to, self.provider, words, None)
            .await
            .unwrap();
        ended(&mut events).await;
        id
    }

    /// A conversation of so many short turns.
    pub async fn turns(&self, turns: usize) -> ConversationId {
        let mut id = None;
        for turn in 0..turns {
            id = Some(self.say(id, &format!("Question {turn}.")).await);
        }
        id.unwrap()
    }

    /// Says something that the model answers with a call of `Mail`. Returns whether the call waits for an approval; it is then stopped.
    pub async fn mail(
        &self,
        to: Option<ConversationId>,
        tool: &'static str,
        argument: &str,
    ) -> bool {
        let call = Answer::Call(tool, json!({ "text": argument }));
        self.endpoint.replies(vec![call, text("Done.")]);
        let mut events = self.host.events();
        let sent = self.host.send(to, self.provider, "Mail it.", None);
        let id = sent.await.unwrap();
        let call = until(
            &mut events,
            |event| matches!(event, Event::Call { call, .. } if matches!(call.state, CallStateView::Waiting { .. } | CallStateView::Done { .. })),
        );
        let Event::Call { call, .. } = call.await else {
            unreachable!("it was a call");
        };
        self.host.stop_turn(id);
        ended(&mut events).await;
        matches!(call.state, CallStateView::Waiting { .. })
    }

    pub async fn compact(&self, id: ConversationId, up_to: Option<MessageId>) {
        let mut events = self.host.events();
        self.host
            .compact(id, up_to, Some(self.provider))
            .await
            .unwrap();
        ended(&mut events).await;
    }

    pub async fn view(&self, id: ConversationId) -> ConversationView {
        self.host.open_conversation(id).await.unwrap()
    }

    pub async fn compaction(&self, id: ConversationId) -> CompactionView {
        self.view(id)
            .await
            .compaction
            .expect("a summary is in effect")
    }

    pub async fn failure(&self, id: ConversationId) -> (bool, String) {
        let view = self.view(id).await;
        assert!(view.compaction.is_none());
        match view.compacting {
            Some(CompactingView::Failed {
                automatic, message, ..
            }) => (automatic, message.to_string()),
            other => panic!("it failed: {other:?}"),
        }
    }
}

async fn open(dir: &Path) -> Host {
    let config = HostConfig {
        data_dir: dir.join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    };
    Host::open(config).await.unwrap()
}

pub async fn ended(events: &mut tokio::sync::broadcast::Receiver<Event>) {
    until(
        events,
        |event| matches!(event, Event::Turn { state, .. } if *state != TurnStateView::Running),
    )
    .await;
}

pub async fn until(
    events: &mut tokio::sync::broadcast::Receiver<Event>,
    is: impl Fn(&Event) -> bool,
) -> Event {
    let found = async {
        loop {
            let event = events.recv().await.unwrap();
            if is(&event) {
                return event;
            }
        }
    };
    tokio::time::timeout(LIMIT, found).await.unwrap()
}

/// A server whose `echo` returns this text, with a destructive tool `send`.
pub async fn server(host: &Host, name: &str, returns: &str) -> ServerId {
    let answer = json!({ "content": [{ "type": "text", "text": returns }] });
    let schema = json!({ "type": "object", "properties": { "text": { "type": "string" } } });
    let send = json!({ "name": "send", "inputSchema": schema, "annotations": { "destructiveHint": true } });
    let calls = json!({ "echo": [{ "answer": answer }], "send": [{ "answer": answer }] });
    let script = json!({ "extra_tools": [send], "on_call": calls });
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
    if name == "Mail" {
        // In no sandbox, so that nothing but the approval keeps data from leaving.
        host.run_unconfined(id, true).await.unwrap();
    }
    host.start_and_wait(id, true).await.unwrap();
    host.allow_tool(id, "echo", None).unwrap();
    id
}

pub fn whole(body: &Value) -> String {
    body["messages"].to_string()
}
