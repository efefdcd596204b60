//! A confined server and the network: which hosts are asked about, what each answer allows, and what never leaves.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use domain::{ConfinementChoice, ServerId};
use host::{DirectCall, Unasked};
use host_api::{
    AnswerView, ApprovalKindView, ApprovalView, AuditQuery, CallStateView, ContentView, ErrorCode,
    NetworkView, ReachApprovalView, ScopeView, ServerView,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    task::JoinHandle,
};

use crate::house::{House, LIMIT, Person};

/// A server on this machine that counts what arrives, and keeps connections to `/stay` open.
struct Origin {
    port: u16,
    arrived: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Origin {
    async fn start() -> Self {
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

    fn arrived(&self) -> usize {
        self.arrived.load(Ordering::SeqCst)
    }

    fn here(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}

impl Drop for Origin {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Scene {
    house: House,
    server: ServerId,
    origin: Origin,
}

impl Scene {
    /// A started server that connects wherever it is told; none where this system cannot ask about hosts.
    async fn start() -> Option<Self> {
        let script = peers::folder().join("servers/caller.py");
        Self::with((peers::python().unwrap(), vec![script.display().to_string()])).await
    }

    async fn with(program: (PathBuf, Vec<String>)) -> Option<Self> {
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
    fn begin(&self, tool: &str, arguments: Value) -> JoinHandle<String> {
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

    async fn call(&self, tool: &str, arguments: Value) -> String {
        let call = self.begin(tool, arguments);
        tokio::time::timeout(LIMIT, call).await.unwrap().unwrap()
    }

    async fn get(&self, url: &str) -> String {
        self.call("get", json!({ "url": url })).await
    }

    /// The request about a host that is pending next.
    async fn asked(&self) -> (ApprovalView, ReachApprovalView) {
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
    async fn answer(&self, prompt: &ApprovalView, scope: Option<ScopeView>) {
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
    async fn get_and_answer(&self, url: &str, scope: Option<ScopeView>) -> String {
        let call = self.begin("get", json!({ "url": url }));
        let (prompt, _) = self.asked().await;
        self.answer(&prompt, scope).await;
        tokio::time::timeout(LIMIT, call).await.unwrap().unwrap()
    }

    fn hosts(&self) -> impl Future<Output = Vec<(String, bool)>> {
        let (host, server) = (self.house.host.clone(), self.server);
        async move {
            let view = host.reach(server).await.unwrap();
            let hosts = view.hosts.into_iter();
            hosts.map(|row| (row.key, row.stored)).collect()
        }
    }

    fn view(&self) -> ServerView {
        let servers = self.house.host.servers();
        let id = self.server.to_string();
        servers.into_iter().find(|view| view.tag.id == id).unwrap()
    }

    async fn restart(&self) {
        self.house.host.stop_server(self.server).unwrap();
        self.until(|view| view.sandbox.is_none()).await;
        let started = self.house.host.start_and_wait(self.server, true).await;
        started.unwrap();
    }

    async fn until(&self, there: impl Fn(&ServerView) -> bool) {
        let wait = async {
            while !there(&self.view()) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(LIMIT, wait).await.unwrap();
    }
}

/// Allowed, and then not found by the resolver.
fn went_on(text: &str) -> bool {
    text.starts_with("502")
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_host_is_asked_about_and_a_denial_is_remembered() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let call = scene.begin("get", json!({ "url": "http://XN--Bcher-kva.invalid./x" }));
    let (prompt, reach) = scene.asked().await;
    assert_eq!(reach.host, "xn--bcher-kva.invalid");
    assert_eq!(
        (reach.port, reach.punycode, reach.by_user),
        (80, true, false)
    );
    assert!(reach.first && reach.holds.is_empty());
    assert_eq!(reach.calls.len(), 1);
    assert_eq!(reach.calls[0].tool, "get");
    scene.answer(&prompt, None).await;
    let text = call.await.unwrap();
    assert!(
        text.starts_with("403 Innkeeper: this host is not allowed"),
        "{text}"
    );
    // Nothing is asked again, by any way.
    for direct in [false, true] {
        let arguments = json!({ "url": "http://xn--bcher-kva.invalid/", "direct": direct });
        assert!(scene.call("get", arguments).await.starts_with("403"));
    }
    assert!(scene.house.host.waiting().is_empty());
    let view = scene.house.host.reach(scene.server).await.unwrap();
    let row = &view.traffic[0];
    assert_eq!(
        (row.to.as_str(), row.refused),
        ("xn--bcher-kva.invalid:80", 3)
    );
    assert!(row.reason.is_some());
    assert_eq!(
        scene.house.host.refused_hosts(scene.server),
        ["xn--bcher-kva.invalid:80"]
    );
    // A person who starts it again is asked again.
    scene.restart().await;
    let text = scene
        .get_and_answer("http://xn--bcher-kva.invalid/", None)
        .await;
    assert!(text.starts_with("403"), "{text}");
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_answer_allows_what_it_says() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let url = "http://a.invalid/";
    let (once, run, always) = (ScopeView::Once, ScopeView::Run, ScopeView::Standing);
    assert!(went_on(&scene.get_and_answer(url, Some(once)).await));
    assert_eq!(scene.hosts().await, []);
    assert!(went_on(&scene.get_and_answer(url, Some(run)).await));
    assert_eq!(scene.hosts().await, [("a.invalid:80".to_owned(), false)]);
    assert!(went_on(&scene.get(url).await));
    // Another port is another matter.
    let text = scene.get_and_answer("http://a.invalid:8080/", None).await;
    assert!(text.starts_with("403"), "{text}");

    scene.restart().await;
    assert_eq!(scene.hosts().await, []);
    assert!(went_on(&scene.get_and_answer(url, Some(always)).await));
    scene.restart().await;
    assert_eq!(scene.hosts().await, [("a.invalid:80".to_owned(), true)]);
    assert!(went_on(&scene.get(url).await));

    let host = &scene.house.host;
    host.revoke_reach(scene.server, "A.invalid.:80")
        .await
        .unwrap();
    assert_eq!(scene.hosts().await, []);
    let gone = host.revoke_reach(scene.server, "a.invalid:80").await;
    assert_eq!(gone.unwrap_err().code, ErrorCode::NotFound);
    let text = scene.get_and_answer(url, None).await;
    assert!(text.starts_with("403"), "{text}");

    let query = AuditQuery::default();
    let rows = host.audit_page(query).await.unwrap().rows;
    let about = rows
        .iter()
        .filter(|row| row.subject.to_string().contains("a.invalid"));
    assert_eq!(about.count(), 6, "{rows:#?}");
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn address_of_this_machine_is_reached_only_if_the_user_named_it() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let (host, here) = (&scene.house.host, scene.origin.here());
    let port = scene.origin.port;
    for spelling in [
        "127.0.0.1",
        "127.1",
        "0x7f000001",
        "2130706433",
        "0177.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "localhost",
        "LOCALHOST.",
        "x.localhost",
        "169.254.169.254",
        "10.0.0.1",
    ] {
        let text = scene.get(&format!("http://{spelling}:{port}/")).await;
        assert!(text.starts_with("403"), "{spelling}: {text}");
    }
    assert!(host.waiting().is_empty(), "nothing is asked about them");
    assert_eq!(scene.origin.arrived(), 0);
    for never in [
        "localhost:80",
        "0.0.0.0:80",
        "224.0.0.1:80",
        "a b:80",
        "a",
        "a:0",
    ] {
        let refused = host.allow_reach(scene.server, never, true).await;
        assert_eq!(refused.unwrap_err().code, ErrorCode::Invalid, "{never}");
    }

    host.allow_reach(scene.server, &here, true).await.unwrap();
    assert_eq!(scene.get(&format!("http://{here}/")).await, "200 hello");
    assert_eq!(scene.origin.arrived(), 1);
    let other = Origin::start().await;
    let text = scene.get(&format!("http://{}/", other.here())).await;
    assert!(text.starts_with("403"), "{text}");
    assert_eq!(other.arrived(), 0);
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revoked_host_loses_its_open_connections() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let (host, here) = (&scene.house.host, scene.origin.here());
    host.allow_reach(scene.server, &here, true).await.unwrap();
    let mut events = host.events();
    let call = scene.begin(
        "stay",
        json!({ "host": "127.0.0.1", "port": scene.origin.port }),
    );
    let open = async {
        loop {
            let view = host.reach(scene.server).await.unwrap();
            if view.traffic.iter().any(|to| to.open == 1 && to.sent > 0.0) {
                return;
            }
            events.recv().await.unwrap();
        }
    };
    tokio::time::timeout(LIMIT, open).await.unwrap();
    host.revoke_reach(scene.server, &here).await.unwrap();
    let text = tokio::time::timeout(LIMIT, call).await.unwrap().unwrap();
    assert_eq!(text, "closed");
    let text = scene.get(&format!("http://{here}/")).await;
    assert!(text.starts_with("403"), "{text}");
    assert_eq!(scene.origin.arrived(), 1);
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_count_as_sending_from_the_first_allowed_host_on() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let host = &scene.house.host;
    let tiers = |view: &ServerView| view.tools.iter().map(|tool| tool.tier).collect::<Vec<_>>();
    assert_eq!(tiers(&scene.view()), [0, 0, 0]);
    let unasked = || DirectCall {
        server: scene.server,
        tool: "lookup".into(),
        arguments: json!({ "name": "a.invalid" }).to_string(),
        allowed: false,
    };
    let view = host.call_tool(unasked()).await.unwrap();
    assert!(matches!(view.state, CallStateView::Done { .. }), "{view:?}");

    assert!(went_on(
        &scene
            .get_and_answer("http://a.invalid/", Some(ScopeView::Once))
            .await
    ));
    assert_eq!(tiers(&scene.view()), [3, 3, 3]);
    let asking = {
        let (host, call) = (host.clone(), unasked());
        tokio::spawn(async move { host.call_tool(call).await.unwrap() })
    };
    let mut queue = host.prompts();
    let asked = async {
        loop {
            if let Some(prompt) = queue.recv().await.unwrap().into_iter().next() {
                return prompt;
            }
        }
    };
    let prompt = tokio::time::timeout(LIMIT, asked).await.unwrap();
    assert!(
        matches!(prompt.kind, ApprovalKindView::Tool { .. }),
        "{prompt:?}"
    );
    scene.answer(&prompt, None).await;
    assert!(matches!(
        asking.await.unwrap().state,
        CallStateView::Denied { .. }
    ));
    // Without an allowed host, the next run can send nothing.
    scene.restart().await;
    assert_eq!(tiers(&scene.view()), [0, 0, 0]);
    host.allow_reach(scene.server, "a.invalid:443", true)
        .await
        .unwrap();
    assert_eq!(tiers(&scene.view()), [3, 3, 3]);
    scene.restart().await;
    assert_eq!(tiers(&scene.view()), [3, 3, 3]);
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn host_that_nobody_is_asked_about_is_denied() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let call = scene.begin("get", json!({ "url": "http://a.invalid/" }));
    let (prompt, _) = scene.asked().await;
    let id = prompt.id.parse().unwrap();
    scene
        .house
        .host
        .leave_unasked(id, Unasked::NoTerminal)
        .unwrap();
    assert!(call.await.unwrap().starts_with("403"));
    assert!(scene.get("http://a.invalid/").await.starts_with("403"));
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_host_is_withdrawn_when_its_server_ends() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let host = scene.house.host.clone();
    let call = DirectCall {
        server: scene.server,
        tool: "get".into(),
        arguments: json!({ "url": "http://a.invalid/" }).to_string(),
        allowed: true,
    };
    let calling = tokio::spawn(async move { host.call_tool(call).await });
    let _ = scene.asked().await;
    scene.house.host.stop_server(scene.server).unwrap();
    scene.until(|view| view.sandbox.is_none()).await;
    let gone = async {
        while !scene.house.host.waiting().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(LIMIT, gone).await.unwrap();
    let _ = calling.await.unwrap();
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_port_is_reached_without_the_proxy_from_the_next_start_on() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let (host, here) = (&scene.house.host, scene.origin.here());
    let url = format!("http://{here}/");
    let direct = || scene.call("get", json!({ "url": url, "direct": true }));
    host.allow_reach(scene.server, &here, true).await.unwrap();
    let later = || async { host.reach(scene.server).await.unwrap().hosts[0].after_restart };
    assert!(later().await);
    let text = scene.get(&url).await;
    assert!(
        text.starts_with("200"),
        "the proxy leads to any port: {text}"
    );
    assert!(!direct().await.starts_with("200"));
    scene.restart().await;
    assert!(!later().await);
    assert!(direct().await.starts_with("200"));
    // Another one stays unreachable.
    let other = Origin::start().await;
    let url = format!("http://{}/", other.here());
    let arguments = json!({ "url": url, "direct": true });
    assert!(!scene.call("get", arguments).await.starts_with("200"));
    assert_eq!(other.arrived(), 0);
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_looked_up_on_this_machine_only() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let found = scene
        .call("lookup", json!({ "name": "secret-of-the-user.invalid" }))
        .await;
    assert!(found.starts_with("28."), "{found}");
    assert!(!found.contains("outside"), "{found}");
    assert!(scene.house.host.waiting().is_empty());
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn real_fetch_server_reaches_the_approved_host_only() {
    let mut program = peers::python_server("mcp_server_fetch").unwrap();
    // Its own check of addresses: what is left is the sandbox.
    program.1.push("--allow-private-ips".to_owned());
    let Some(scene) = Scene::with(program).await else {
        return;
    };
    let (host, here) = (&scene.house.host, scene.origin.here());
    host.allow_reach(scene.server, &here, true).await.unwrap();
    let fetch = |url: String| scene.call("fetch", json!({ "url": url, "raw": true }));
    let text = fetch(format!("http://{here}/")).await;
    assert!(text.contains("hello"), "{text}");
    let other = Origin::start().await;
    let text = fetch(format!("http://{}/", other.here())).await;
    assert!(!text.contains("hello"), "{text}");
    assert_eq!(other.arrived(), 0);
    scene.house.close().await;
}
