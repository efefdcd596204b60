//! A confined server that connects wherever it is told, and a server on this machine for it to reach.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use domain::{ConfinementChoice, ServerId};
use host::DirectCall;
use host_api::{
    AnswerView, ApprovalKindView, ApprovalView, CallStateView, ContentView, NetworkView,
    ReachApprovalView, ScopeView, ServerView,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    task::JoinHandle,
};

use crate::house::{House, LIMIT, Person};

/// A server on this machine that counts what arrives, and keeps connections to `/stay` open.
pub struct Origin {
    pub port: u16,
    arrived: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Origin {
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let arrived = Arc::<AtomicUsize>::default();
        let count = Arc::clone(&arrived);
        let task = tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                count.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(async move {
                    let mut bytes = [0; 4096];
                    let length = stream.read(&mut bytes).await.unwrap_or(0);
                    if bytes[..length].starts_with(b"GET /stay") {
                        while stream.read(&mut bytes).await.is_ok_and(|n| n > 0) {}
                        return;
                    }
                    let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\
                                  Connection: close\r\n\r\nhello";
                    let _ = stream.write_all(answer.as_bytes()).await;
                });
            }
        });
        Self {
            port,
            arrived,
            task,
        }
    }

    pub fn arrived(&self) -> usize {
        self.arrived.load(Ordering::SeqCst)
    }

    pub fn here(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}

impl Drop for Origin {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub struct Scene {
    pub house: House,
    pub server: ServerId,
    pub origin: Origin,
}

impl Scene {
    /// A started server that connects wherever it is told; none where this system cannot ask about hosts.
    pub async fn start() -> Option<Self> {
        let script = peers::folder().join("servers/caller.py");
        Self::with((peers::python().unwrap(), vec![script.display().to_string()])).await
    }

    pub async fn with(program: (PathBuf, Vec<String>)) -> Option<Self> {
        let house = House::open(Person::Waits).await;
        let server = house.add("Caller", program, &[]).await;
        let usual = ConfinementChoice::default();
        house.host.set_confinement(server, usual).await.unwrap();
        let started = house.host.start_and_wait(server, true).await.unwrap();
        let network = started.sandbox.map(|sandbox| sandbox.network);
        if network != Some(NetworkView::Asked) {
            println!("skipped: {network:?}");
            return None;
        }
        Some(Self {
            house,
            server,
            origin: Origin::start().await,
        })
    }

    /// Begins a call, whose text is returned.
    pub fn begin(&self, tool: &str, arguments: Value) -> JoinHandle<String> {
        let (host, server, tool) = (self.house.host.clone(), self.server, tool.to_owned());
        tokio::spawn(async move {
            let call = DirectCall {
                server,
                tool,
                arguments: arguments.to_string(),
                allowed: true,
            };
            let view = host.call_tool(call).await.unwrap();
            assert!(matches!(view.state, CallStateView::Done { .. }), "{view:?}");
            let texts = view.result.iter().filter_map(|content| match content {
                ContentView::Text { text, .. } => Some(text.as_str()),
                _other => None,
            });
            texts.collect::<Vec<_>>().join("\n")
        })
    }

    pub async fn call(&self, tool: &str, arguments: Value) -> String {
        let call = self.begin(tool, arguments);
        tokio::time::timeout(LIMIT, call).await.unwrap().unwrap()
    }

    pub async fn get(&self, url: &str) -> String {
        self.call("get", json!({ "url": url })).await
    }

    /// The request about a host that is pending next.
    pub async fn asked(&self) -> (ApprovalView, ReachApprovalView) {
        let mut queue = self.house.host.prompts();
        let wait = async {
            loop {
                for prompt in queue.recv().await.unwrap() {
                    if let ApprovalKindView::Reach { reach } = &prompt.kind {
                        return (prompt.clone(), (**reach).clone());
                    }
                }
            }
        };
        tokio::time::timeout(LIMIT, wait).await.unwrap()
    }

    /// Answers a request when it may be: for this scope, or no.
    pub async fn answer(&self, prompt: &ApprovalView, scope: Option<ScopeView>) {
        let id = prompt.id.parse().unwrap();
        let answer = match scope {
            Some(scope) => AnswerView::Allow {
                scope,
                values: vec![],
                key: None,
            },
            None => AnswerView::Deny { note: None },
        };
        self.house.host.prompt_shown(id, prompt.revision).unwrap();
        let on_display = u64::from(prompt.arm_ms) + 20;
        tokio::time::sleep(Duration::from_millis(on_display)).await;
        let answered = self.house.host.answer_prompt(id, prompt.revision, answer);
        answered.await.unwrap();
    }

    /// Requests a URL whose host is asked about, and answers.
    pub async fn get_and_answer(&self, url: &str, scope: Option<ScopeView>) -> String {
        let call = self.begin("get", json!({ "url": url }));
        let (prompt, _) = self.asked().await;
        self.answer(&prompt, scope).await;
        tokio::time::timeout(LIMIT, call).await.unwrap().unwrap()
    }

    pub fn hosts(&self) -> impl Future<Output = Vec<(String, bool)>> {
        let (host, server) = (self.house.host.clone(), self.server);
        async move {
            let view = host.reach(server).await.unwrap();
            let hosts = view.hosts.into_iter();
            hosts.map(|row| (row.key, row.stored)).collect()
        }
    }

    pub fn view(&self) -> ServerView {
        let servers = self.house.host.servers();
        let id = self.server.to_string();
        servers.into_iter().find(|view| view.tag.id == id).unwrap()
    }

    pub async fn restart(&self) {
        self.house.host.stop_server(self.server).unwrap();
        self.until(|view| view.sandbox.is_none()).await;
        let started = self.house.host.start_and_wait(self.server, true).await;
        started.unwrap();
    }

    pub async fn until(&self, there: impl Fn(&ServerView) -> bool) {
        let wait = async {
            while !there(&self.view()) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(LIMIT, wait).await.unwrap();
    }
}
