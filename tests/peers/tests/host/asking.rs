//! A house with servers that ask, whose person is the test itself.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::ServerId;
use host::{DirectCall, Host};
use host_api::{
    AnswerView, ApprovalKindView, ApprovalView, CallView, ContentView, ElicitationApprovalView,
    FeatureView, SamplingApprovalView, ScopeView, SegmentView, ServerStateView,
};
use peers::Aimock;
use serde_json::{Value, json};
use tokio::{sync::mpsc::Receiver, task::JoinHandle};

use crate::house::{House, LIMIT, Person, until};

/// A house whose person is the test itself, and whose model answers `Short.` to what has `Shorten` in it.
pub struct Asking {
    pub house: House,
    prompts: Receiver<Vec<ApprovalView>>,
    /// Pages that were opened.
    pub opened: Arc<Mutex<Vec<String>>>,
    pub aimock: Aimock,
}

/// A program and its arguments.
pub type Program = (PathBuf, Vec<String>);

/// The reference server of the TypeScript SDK.
pub fn everything() -> Program {
    peers::node_server("@modelcontextprotocol/server-everything").unwrap()
}

/// The server of the Python SDK whose tools ask.
pub fn asking() -> Program {
    let (python, _) = peers::python_server("mcp").unwrap();
    let script = peers::folder().join("servers/asking.py");
    (python, vec![script.display().to_string()])
}

impl Asking {
    pub async fn open() -> Self {
        let house = House::open(Person::Waits).await;
        let aimock = Aimock::start(&json!([
            { "match": { "userMessage": "Shorten" }, "response": { "content": "Short." } },
        ]))
        .unwrap();
        house.stored_model(&aimock).await;
        let prompts = house.host.prompts();
        let opened = Arc::new(Mutex::new(Vec::new()));
        let pages = Arc::clone(&opened);
        house.host.set_opener(move |url| {
            pages.lock().unwrap().push(url.to_string());
            true
        });
        Self {
            house,
            prompts,
            opened,
            aimock,
        }
    }

    pub fn host(&self) -> &Host {
        &self.house.host
    }

    /// A server that may ask for both.
    pub async fn server(&self, name: &str, program: Program) -> ServerId {
        let (id, _) = self.house.server(name, program, &[]).await;
        let mut events = self.host().events();
        self.host().stop_server(id).unwrap();
        until(&mut events, |event| match event {
            host_api::Event::Server { server } if server.tag.id == id.to_string() => {
                matches!(server.state, ServerStateView::Stopped { .. }).then_some(())
            }
            _other => None,
        })
        .await;
        for feature in [FeatureView::Sampling, FeatureView::Elicitation] {
            let set = self.host().set_server_feature(id, feature, true, true);
            set.await.unwrap();
        }
        self.host().start_and_wait(id, false).await.unwrap();
        id
    }

    /// Calls a tool, which then asks; what the tool said in the end.
    pub fn call(&self, server: ServerId, tool: &str, arguments: Value) -> JoinHandle<String> {
        let (host, tool) = (self.host().clone(), tool.to_owned());
        tokio::spawn(async move {
            let direct = DirectCall {
                server,
                tool,
                arguments: arguments.to_string(),
                allowed: true,
            };
            said(&host.call_tool(direct).await.unwrap())
        })
    }

    /// The question that is shown first, once it is one that `is` knows.
    pub async fn asked(&mut self, is: impl Fn(&ApprovalView) -> bool) -> ApprovalView {
        let wait = async {
            loop {
                let prompts = self.prompts.recv().await.expect("the host lives");
                if let Some(first) = prompts.into_iter().next().filter(&is) {
                    return first;
                }
            }
        };
        tokio::time::timeout(LIMIT, wait)
            .await
            .expect("it is asked")
    }

    pub async fn nothing_waits(&mut self) {
        let wait = async {
            while !self
                .prompts
                .recv()
                .await
                .expect("the host lives")
                .is_empty()
            {}
        };
        tokio::time::timeout(LIMIT, wait)
            .await
            .expect("all is gone");
    }

    /// Has it on display as long as it has to be, then answers.
    pub async fn answer(&self, prompt: &ApprovalView, answer: AnswerView) {
        let id = prompt.id.parse().unwrap();
        self.host().prompt_shown(id, prompt.revision).unwrap();
        let armed = Duration::from_millis(u64::from(prompt.arm_ms) + 20);
        tokio::time::sleep(armed).await;
        let answered = self.host().answer_prompt(id, prompt.revision, answer).await;
        answered.unwrap();
    }

    /// Asks the model for a server, and gives it the answer.
    pub async fn sample(&mut self) {
        let request = self.asked(|p| is_sampling(p, false)).await;
        self.answer(&request, allow()).await;
        let reply = self.asked(|p| is_sampling(p, true)).await;
        self.answer(&reply, allow()).await;
    }

    /// The form that is asked, and its question.
    pub async fn form(&mut self) -> (ApprovalView, ElicitationApprovalView) {
        let prompt = self.asked(|p| elicitation(p).is_some()).await;
        let form = elicitation(&prompt).unwrap().clone();
        (prompt, form)
    }

    /// How the newest questions of a server were decided, and by whom.
    pub async fn decisions(&self, server: ServerId, many: usize) -> Vec<(String, String)> {
        let rows = self.host().audit_list(Some(server), 500).await.unwrap();
        let rows = serde_json::to_value(rows).unwrap();
        let asked = rows.as_array().unwrap().iter();
        asked
            .filter(|row| row["detail"]["request"].is_string())
            .take(many)
            .map(|row| {
                let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                (word(&row["decision"]), word(&row["detail"]["by"]))
            })
            .collect()
    }
}

/// What a call gave, or why it gave nothing.
fn said(view: &CallView) -> String {
    let texts: Vec<&str> = view
        .result
        .iter()
        .filter_map(|block| match block {
            ContentView::Text { text, .. } => Some(text.as_str()),
            _other => None,
        })
        .collect();
    match texts.is_empty() {
        true => serde_json::to_string(&view.state).unwrap(),
        false => texts.join("\n"),
    }
}

pub fn allow() -> AnswerView {
    AnswerView::Allow {
        scope: ScopeView::Once,
        values: vec![],
        key: None,
    }
}

pub fn deny() -> AnswerView {
    AnswerView::Deny { note: None }
}

pub fn is_sampling(prompt: &ApprovalView, reply: bool) -> bool {
    sampling(prompt).is_some_and(|s| s.reply.is_some() == reply)
}

pub fn sampling(prompt: &ApprovalView) -> Option<&SamplingApprovalView> {
    match &prompt.kind {
        ApprovalKindView::Sampling { sampling } => Some(sampling),
        _other => None,
    }
}

pub fn elicitation(prompt: &ApprovalView) -> Option<&ElicitationApprovalView> {
    match &prompt.kind {
        ApprovalKindView::Elicitation { elicitation } => Some(elicitation),
        _other => None,
    }
}

/// What is shown, marks of hidden characters included.
pub fn shown(segments: &[SegmentView]) -> String {
    let shown = segments.iter().map(|segment| match segment {
        SegmentView::Text { text, .. } => text.as_str(),
        SegmentView::Hidden { code, .. } => code.as_str(),
    });
    shown.collect()
}
