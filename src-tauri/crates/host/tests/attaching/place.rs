//! A host with a reader, and a scripted model endpoint.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::{AttachmentId, ConversationId, ProviderId, ServerId};
use host::{GuardProgram, Host, HostConfig, NewServer, Reader, ReaderLimits, SessionProvider};
use host_api::{AddServer, AttachmentView, Event, TurnStateView, WireView};
use serde_json::{Value, json};

/// Longest wait for anything.
pub const LIMIT: Duration = Duration::from_secs(20);

/// A model endpoint that answers each request with "Done.", and keeps the messages of each.
pub struct Endpoint {
    pub base_url: String,
    pub messages: Arc<Mutex<Vec<Vec<Value>>>>,
}

impl Endpoint {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let messages = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&messages);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if let Some(body) = read(&stream) {
                    let request: Value = serde_json::from_str(&body).unwrap();
                    let messages = request["messages"].as_array().unwrap().clone();
                    kept.lock().unwrap().push(messages);
                }
                answer(&stream);
            }
        });
        Self { base_url, messages }
    }

    /// The text of each message of the user in a request, block by block.
    pub fn said(&self, request: usize) -> Vec<Vec<String>> {
        let all = self.messages.lock().unwrap();
        let of_user = all[request].iter().filter(|m| m["role"] == "user");
        let text = |block: &Value| block["text"].as_str().unwrap_or("-").to_owned();
        let blocks = of_user.map(|message| match &message["content"] {
            Value::Array(blocks) => blocks.iter().map(text).collect(),
            text if text.is_string() => vec![text.as_str().unwrap().to_owned()],
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Object(_) => panic!("content of another shape"),
        });
        blocks.collect()
    }
}

fn read(stream: &TcpStream) -> Option<String> {
    stream.set_read_timeout(Some(LIMIT)).unwrap();
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    (!body.is_empty()).then(|| String::from_utf8(body).unwrap())
}

fn answer(mut stream: &TcpStream) {
    let delta = json!({ "choices": [{ "index": 0, "delta": { "content": "Done." }, "finish_reason": "stop" }] });
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let text = format!("{head}data: {delta}\n\ndata: [DONE]\n\n");
    stream.write_all(text.as_bytes()).unwrap();
}

pub async fn open(dir: &Path) -> Host {
    let config = HostConfig {
        data_dir: dir.join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    };
    let host = Host::open(config).await.unwrap();
    let reader = testkit::program("innkeeper-reader").unwrap();
    host.set_reader(Reader::at(reader, ReaderLimits::default()));
    host
}

pub async fn provider(host: &Host, base_url: &str) -> ProviderId {
    let provider = SessionProvider {
        wire: WireView::OpenAiChat,
        base_url: base_url.to_owned(),
        model: "m".into(),
        key: None,
    };
    let id = host.use_session_provider(provider).await.unwrap();
    id.parse().unwrap()
}

pub async fn turn(host: &Host, say: impl AsyncFnOnce(&Host) -> ConversationId) -> ConversationId {
    let mut events = host.events();
    let id = say(host).await;
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

pub fn id(view: &AttachmentView) -> AttachmentId {
    view.id.parse().unwrap()
}

/// A server that was added and started.
pub async fn server(host: &Host, name: &str, script: &Value) -> ServerId {
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
    id
}
