//! A host, a server that asks, a scripted model, and somebody who answers.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::{ProviderId, ServerId};
use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer};
use host_api::{
    AddServer, AnswerView, ApprovalKindView, ApprovalView, CallView, ContentView, FeatureView,
    ProposeProvider, SamplingApprovalView, ScopeView, WireView,
};
use serde_json::{Value, json};
use testkit::Web;
use tokio::{
    sync::{Mutex as Held, mpsc::Receiver},
    task::JoinHandle,
};

/// No wait of these tests takes longer.
pub const LIMIT: Duration = Duration::from_secs(30);

/// Answers each request with the next script; without one, with an error.
pub struct Model {
    pub web: Web,
    answers: Arc<Mutex<VecDeque<Vec<Value>>>>,
}

impl Model {
    pub async fn start() -> Self {
        let answers: Arc<Mutex<VecDeque<Vec<Value>>>> = Arc::default();
        let next = Arc::clone(&answers);
        let web = Web::start(move |mut exchange| {
            // Which models there are is asked before an endpoint is kept.
            let is_chat = exchange.seen.method == "POST";
            let answer = is_chat.then(|| next.lock().unwrap().pop_front()).flatten();
            Box::pin(async move {
                let Some(chunks) = answer else {
                    return exchange.answer(400, &[], "no more").await;
                };
                exchange.events().await?;
                for chunk in chunks {
                    exchange.event(None, &chunk).await?;
                }
                exchange.raw(b"data: [DONE]\n\n").await
            })
        });
        let web = web.await.unwrap();
        Self { web, answers }
    }

    /// The next answers: text, with what it cost.
    pub fn says(&self, texts: &[&str]) {
        for text in texts {
            self.next(vec![
                json!({ "choices": [{ "index": 0, "delta": { "content": text }, "finish_reason": "stop" }] }),
                json!({ "choices": [], "usage": { "prompt_tokens": 400, "completion_tokens": 100 } }),
            ]);
        }
    }

    /// The next answer: calls of these tools.
    pub fn calls(&self, tools: &[&str]) {
        let calls = tools.iter().enumerate().map(|(i, name)| {
            json!({ "index": i, "id": format!("call_{i}"), "type": "function", "function": { "name": name, "arguments": "{}" } })
        });
        let calls: Vec<Value> = calls.collect();
        self.next(vec![
            json!({ "choices": [{ "index": 0, "delta": { "tool_calls": calls } }] }),
            json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "tool_calls" }] }),
        ]);
    }

    fn next(&self, chunks: Vec<Value>) {
        self.answers.lock().unwrap().push_back(chunks);
    }

    /// What it was asked, in order.
    pub fn asked(&self) -> Vec<Value> {
        let seen = self.web.seen();
        let chats = seen.iter().filter(|seen| seen.method == "POST");
        chats.map(|seen| seen.json()).collect()
    }
}

pub struct Place {
    pub host: Host,
    pub model: Model,
    pub prompts: Held<Receiver<Vec<ApprovalView>>>,
    _dir: tempfile::TempDir,
}

impl Place {
    pub async fn open() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let host = Host::open(HostConfig {
            data_dir: dir.path().join("data"),
            version: "0.0.0".into(),
            guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
            start_servers: false,
        })
        .await
        .unwrap();
        Self {
            prompts: Held::new(host.prompts()),
            host,
            model: Model::start().await,
            _dir: dir,
        }
    }

    /// Adds an endpoint with this model; the person accepts it.
    pub async fn provider(&self, model: &str) -> ProviderId {
        let proposal = ProposeProvider {
            id: None,
            name: format!("My {model}"),
            wire: WireView::OpenAiChat,
            base_url: self.model.web.url("/v1"),
            model: model.into(),
        };
        let host = self.host.clone();
        let proposed = tokio::spawn(async move { host.propose_provider(proposal).await });
        let prompt = self.prompt().await;
        assert!(matches!(prompt.kind, ApprovalKindView::Endpoint { .. }));
        self.allow(&prompt, ScopeView::Standing).await;
        proposed.await.unwrap().unwrap().id.parse().unwrap()
    }

    /// Adds a server with tools of these names that do these acts, lets it ask, and starts it.
    pub async fn server(&self, name: &str, tools: &[(&str, Value)]) -> ServerId {
        let definition = |(tool, _): &(&str, Value)| json!({ "name": tool, "inputSchema": { "type": "object" } });
        let acts = tools
            .iter()
            .map(|(tool, act)| ((*tool).to_owned(), act.clone()));
        let script = json!({
            "extra_tools": tools.iter().map(definition).collect::<Vec<_>>(),
            "on_call": acts.collect::<serde_json::Map<_, _>>(),
        });
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
        let id = self.host.add_server(new).await.unwrap().tag.id;
        let id = id.parse().unwrap();
        self.host
            .set_server_feature(id, FeatureView::Sampling, true, true)
            .await
            .unwrap();
        self.host.start_and_wait(id, true).await.unwrap();
        id
    }

    /// Calls a tool; it ends with what the server was answered.
    pub fn call(&self, server: ServerId, tool: &str) -> JoinHandle<String> {
        let (host, tool) = (self.host.clone(), tool.to_owned());
        tokio::spawn(async move {
            let direct = DirectCall {
                server,
                tool,
                arguments: "{}".into(),
                allowed: true,
            };
            text(&host.call_tool(direct).await.unwrap())
        })
    }

    /// The question that waits next.
    pub async fn prompt(&self) -> ApprovalView {
        let mut prompts = self.prompts.lock().await;
        let wait = async {
            loop {
                if let Some(prompt) = prompts.recv().await.unwrap().into_iter().next() {
                    return prompt;
                }
            }
        };
        tokio::time::timeout(LIMIT, wait).await.expect("it asks")
    }

    /// The question of sampling that waits next, with its prompt.
    pub async fn sampling(&self) -> (ApprovalView, SamplingApprovalView) {
        let prompt = self.prompt().await;
        match &prompt.kind {
            ApprovalKindView::Sampling { sampling } => (prompt.clone(), (**sampling).clone()),
            other => panic!("{other:?}"),
        }
    }

    /// The model's answer that waits next.
    pub async fn reply(&self) -> (ApprovalView, SamplingApprovalView) {
        loop {
            let (prompt, sampling) = self.sampling().await;
            if sampling.reply.is_some() {
                return (prompt, sampling);
            }
        }
    }

    /// Looks at a question long enough.
    pub async fn looks(&self, prompt: &ApprovalView) {
        let id = prompt.id.parse().unwrap();
        self.host.prompt_shown(id, prompt.revision).unwrap();
        tokio::time::sleep(Duration::from_millis(u64::from(prompt.arm_ms) + 20)).await;
    }

    pub async fn allow(&self, prompt: &ApprovalView, scope: ScopeView) {
        self.looks(prompt).await;
        let answer = AnswerView::Allow {
            scope,
            values: vec![],
            key: None,
        };
        let id = prompt.id.parse().unwrap();
        self.host
            .answer_prompt(id, prompt.revision, answer)
            .await
            .unwrap();
    }

    pub async fn deny(&self, prompt: &ApprovalView) {
        let deny = AnswerView::Deny { note: None };
        let id = prompt.id.parse().unwrap();
        self.host
            .answer_prompt(id, prompt.revision, deny)
            .await
            .unwrap();
    }

    /// Allows a request, and gives the answer to it.
    pub async fn allow_both(&self) {
        let (prompt, _) = self.sampling().await;
        self.allow(&prompt, ScopeView::Once).await;
        let (prompt, _) = self.reply().await;
        self.allow(&prompt, ScopeView::Once).await;
    }

    /// What became of each request of a server, the newest first.
    pub async fn states(&self, server: ServerId) -> Vec<String> {
        let page = self.host.sampling_page(server).await.unwrap();
        page.history.into_iter().map(|row| row.state).collect()
    }
}

/// An act of a server: it asks for an answer.
pub fn asks(params: Value) -> Value {
    json!([{ "ask": { "method": "sampling/createMessage", "params": params } }])
}

/// A request of one message.
pub fn request(text: &str, max_tokens: u32) -> Value {
    json!({ "maxTokens": max_tokens, "messages": [{ "role": "user", "content": { "type": "text", "text": text } }] })
}

pub fn text(view: &CallView) -> String {
    match view.result.first() {
        Some(ContentView::Text { text, .. }) => text.clone(),
        _ => panic!("{view:?}"),
    }
}

pub async fn ended<T>(task: JoinHandle<T>) -> T {
    tokio::time::timeout(LIMIT, task)
        .await
        .expect("it ends")
        .unwrap()
}
