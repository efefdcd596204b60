//! A sign-in from the question to the connected server: each step, each way to stop, and the calls that wait for it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test waits for one thing")]
#![cfg(target_os = "linux")]

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::ServerId;
use host::{DirectCall, GuardProgram, Host, HostConfig, NewRemoteServer, SignInRequest};
use host_api::{
    AccountStateView, AccountView, AddRemoteServer, AnswerView, ApprovalKindView, CallStateView,
    CallView, ErrorCode, ScopeView, ServerStateView, SignInApprovalView, SignInStepView,
};
use testkit::{Protected, browse};

/// No wait of these tests takes longer.
const LIMIT: Duration = Duration::from_secs(30);

/// What the person says to a sign-in, and whether their browser goes where it is sent.
#[derive(Clone, Copy, PartialEq)]
enum Person {
    SignsIn,
    SaysNo,
    /// Allows it, and no browser comes up.
    HasNoBrowser,
}

struct House {
    host: Host,
    far: Protected,
    id: ServerId,
    person: Arc<Mutex<Person>>,
    asked: Arc<Mutex<Vec<SignInApprovalView>>>,
    _dir: tempfile::TempDir,
}

impl House {
    async fn new(person: Person) -> Self {
        let far = Protected::start(3600).await.unwrap();
        let dir = tempfile::tempdir().unwrap();
        let config = HostConfig {
            data_dir: dir.path().join("data"),
            version: "0.0.0".into(),
            guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
            start_servers: false,
        };
        let host = Host::open(config).await.unwrap();
        let (person, asked) = (
            Arc::new(Mutex::new(person)),
            Arc::<Mutex<Vec<_>>>::default(),
        );
        let says = Arc::clone(&person);
        host.set_opener(move |url| {
            if *says.lock().unwrap() != Person::SignsIn {
                return false;
            }
            let url = url.to_string();
            // A browser that is sent away again is part of some tests.
            tokio::spawn(async move { drop(browse(&url).await) });
            true
        });
        tokio::spawn(answer(
            host.clone(),
            Arc::clone(&person),
            Arc::clone(&asked),
        ));
        let new = NewRemoteServer {
            server: AddRemoteServer {
                name: "Far".into(),
                url: far.url(),
                header_names: vec![],
            },
            values: vec![],
            from_host: vec![],
        };
        let view = host.add_remote_server(new).await.unwrap();
        assert_eq!(view.account.unwrap().state, AccountStateView::Never);
        Self {
            id: view.tag.id.parse().unwrap(),
            host,
            far,
            person,
            asked,
            _dir: dir,
        }
    }

    fn is(&self, person: Person) {
        *self.person.lock().unwrap() = person;
    }

    fn account(&self) -> AccountView {
        self.host.account(self.id).unwrap()
    }

    fn state(&self) -> ServerStateView {
        self.host.servers().remove(0).state
    }

    fn asked(&self) -> Vec<SignInApprovalView> {
        self.asked.lock().unwrap().clone()
    }

    async fn start(&self) -> Result<(), host_api::ApiError> {
        let started = self.host.start_and_wait(self.id, false);
        tokio::time::timeout(LIMIT, started)
            .await
            .unwrap()
            .map(drop)
    }

    /// Waits until the server is as wanted.
    async fn until(&self, wanted: impl Fn(&Self) -> bool) {
        let mut events = self.host.events();
        let seen = async {
            while !wanted(self) {
                // Too many at once are as good as one.
                let _ = events.recv().await;
            }
        };
        tokio::time::timeout(LIMIT, seen).await.unwrap();
    }

    async fn call(&self) -> CallView {
        let call = DirectCall {
            server: self.id,
            tool: "echo".into(),
            arguments: "{\"say\":\"here\"}".into(),
            allowed: true,
        };
        let called = self.host.call_tool(call);
        tokio::time::timeout(LIMIT, called).await.unwrap().unwrap()
    }

    fn count(&self, path: &str) -> usize {
        let seen = self.far.web.seen();
        seen.iter().filter(|s| s.path.starts_with(path)).count()
    }

    /// The rows of the log about accounts and sign-ins, oldest first.
    async fn rows(&self) -> Vec<(String, String)> {
        let rows = self.host.audit_list(None, 100).await.unwrap();
        let about = rows.into_iter().rev().filter_map(|row| {
            let what = if row.detail["sign_in"].is_string() {
                "asked"
            } else if row.detail["account"].is_string() {
                "account"
            } else {
                return None;
            };
            Some((what.to_owned(), row.decision.unwrap_or_default()))
        });
        about.collect()
    }

    async fn close(self) {
        assert!(self.far.wrong().is_empty(), "{:?}", self.far.wrong());
        self.host.close().await;
    }
}

async fn answer(
    host: Host,
    person: Arc<Mutex<Person>>,
    asked: Arc<Mutex<Vec<SignInApprovalView>>>,
) {
    let mut queue = host.prompts();
    while let Some(prompts) = queue.recv().await {
        let Some(prompt) = prompts.into_iter().next() else {
            continue;
        };
        let id = prompt.id.parse().unwrap();
        if host.prompt_shown(id, prompt.revision).is_err() {
            continue;
        }
        tokio::time::sleep(Duration::from_millis(u64::from(prompt.arm_ms) + 20)).await;
        let allow = |scope| AnswerView::Allow {
            scope,
            values: vec![],
            key: None,
        };
        let said = match &prompt.kind {
            ApprovalKindView::SignIn { sign_in } => {
                asked.lock().unwrap().push(sign_in.clone());
                match *person.lock().unwrap() {
                    Person::SaysNo => AnswerView::Deny { note: None },
                    Person::SignsIn | Person::HasNoBrowser => allow(ScopeView::Once),
                }
            }
            _ => allow(ScopeView::Standing),
        };
        // It may have been taken back meanwhile.
        let _ = host.answer_prompt(id, prompt.revision, said).await;
    }
}

fn said(call: &CallView) -> String {
    format!("{:?}", call.state)
}

#[tokio::test(flavor = "multi_thread")]
async fn from_the_first_start_to_a_call_and_out_again() {
    let house = House::new(Person::SignsIn).await;
    house.start().await.unwrap();
    let asked = house.asked();
    assert_eq!(asked.len(), 1);
    let origin = house.far.web.url("");
    assert_eq!(
        (asked[0].opens.as_str(), asked[0].elsewhere),
        (origin.as_str(), false)
    );
    assert_eq!(asked[0].scopes.len(), 1);
    assert!(!asked[0].step_up && !asked[0].scopes[0].new);
    let account = house.account();
    assert_eq!(account.state, AccountStateView::SignedIn);
    assert_eq!(account.issuer.as_deref(), Some(origin.as_str()));
    assert_eq!(
        (account.resource, account.scopes),
        (house.far.url(), vec!["read".to_owned()])
    );
    assert!(account.renews && account.since_ms.is_some() && account.expires_at_ms.is_some());
    assert_eq!((account.step, account.problem), (None, None));
    assert!(matches!(
        house.call().await.state,
        CallStateView::Done { .. }
    ));

    assert!(house.host.sign_out(house.id).await.unwrap(), "it was told");
    assert!(!house.far.signed_in());
    assert_eq!(house.account().state, AccountStateView::SignedOut);
    house
        .until(|h| {
            h.host.servers()[0].tools.is_empty()
                && !matches!(h.state(), ServerStateView::Ready { .. })
        })
        .await;
    let rows = house.rows().await;
    let rows: Vec<(&str, &str)> = rows.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(
        rows,
        [
            ("asked", "allowed"),
            ("account", "signed_in"),
            ("account", "signed_out")
        ]
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_opens_nothing_and_is_not_asked_about_again_by_itself() {
    let house = House::new(Person::SaysNo).await;
    let error = house.start().await.unwrap_err();
    assert!(
        error.message.to_string().contains("sign-in"),
        "{}",
        error.message
    );
    assert!(matches!(house.state(), ServerStateView::NeedsSignIn { .. }));
    assert!(
        house
            .account()
            .problem
            .unwrap()
            .message
            .to_string()
            .contains("did not allow")
    );
    // Neither registered nor opened.
    assert_eq!(
        (house.count("/register"), house.count("/authorize")),
        (0, 0)
    );
    let before = house.far.web.seen().len();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(house.far.web.seen().len(), before, "it does not try again");
    assert_eq!(
        house.rows().await,
        [("asked".to_owned(), "denied".to_owned())]
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_does_not_come_back_is_stopped_or_told_by_hand() {
    let house = House::new(Person::HasNoBrowser).await;
    let mut starting = Box::pin(house.start());
    let waits = |h: &House| matches!(h.account().step, Some(SignInStepView::Browser { .. }));
    tokio::select! {
        ended = &mut starting => panic!("{ended:?}"),
        () = house.until(waits) => {}
    }
    house.host.cancel_sign_in(house.id).unwrap();
    starting.as_mut().await.unwrap_err();
    drop(starting);
    let account = house.account();
    assert_eq!(account.step, None);
    assert!(
        account
            .problem
            .unwrap()
            .message
            .to_string()
            .contains("stopped")
    );
    assert_eq!(
        house.host.cancel_sign_in(house.id).unwrap_err().code,
        ErrorCode::Stale
    );
    let late = house
        .host
        .paste_callback(house.id, "http://127.0.0.1:1/callback?code=a&state=b");
    assert_eq!(late.unwrap_err().code, ErrorCode::Stale);

    let signing = house.host.sign_in(house.id, SignInRequest::default());
    let by_hand = async {
        house.until(waits).await;
        let Some(SignInStepView::Browser { url, opened, .. }) = house.account().step else {
            panic!("it waits for the browser");
        };
        assert!(!opened);
        let foreign = "http://127.0.0.1:1/callback?code=stolen&state=guessed";
        let refused = house.host.paste_callback(house.id, foreign).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
        // A browser elsewhere ends at an address that nobody answers there.
        let page = elsewhere(&url).await;
        house.host.paste_callback(house.id, &page).unwrap();
    };
    let (signed_in, ()) = tokio::join!(tokio::time::timeout(LIMIT, signing), by_hand);
    signed_in.unwrap().unwrap();
    house
        .until(|h| matches!(h.state(), ServerStateView::Ready { .. }))
        .await;
    house.close().await;
}

/// Where a browser is sent from a page, without going there.
async fn elsewhere(url: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let (host, path) = url
        .strip_prefix("http://")
        .unwrap()
        .split_once('/')
        .unwrap();
    let mut stream = tokio::net::TcpStream::connect(host).await.unwrap();
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).await.unwrap();
    let to = page
        .lines()
        .find_map(|line| line.strip_prefix("Location: "));
    to.unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_waits_for_the_sign_in_that_it_needs_and_is_sent_once() {
    let house = House::new(Person::SignsIn).await;
    house.start().await.unwrap();
    // The sign-in ends behind its back.
    house.far.end();
    let called = house.call().await;
    assert!(
        matches!(called.state, CallStateView::Done { .. }),
        "{}",
        said(&called)
    );
    assert_eq!(house.asked().len(), 2);

    // And it does not reach far enough.
    house.far.need("write");
    let called = house.call().await;
    assert!(
        matches!(called.state, CallStateView::Done { .. }),
        "{}",
        said(&called)
    );
    let asked = house.asked().pop().unwrap();
    assert!(asked.step_up);
    let scopes: Vec<(&str, bool)> = asked
        .scopes
        .iter()
        .map(|s| (s.name.as_str(), s.new))
        .collect();
    assert_eq!(scopes, [("read", false), ("write", true)]);
    assert_eq!(house.account().scopes, ["read", "write"]);

    // A no is one for the calls after it, too.
    house.far.need("delete");
    house.is(Person::SaysNo);
    for _ in 0..2 {
        let called = house.call().await;
        assert!(
            matches!(called.state, CallStateView::Failed { .. }),
            "{}",
            said(&called)
        );
    }
    assert_eq!(house.asked().len(), 4);
    assert_eq!(house.account().wants, ["delete"]);
    assert_eq!(
        house.account().state,
        AccountStateView::SignedIn,
        "what was there stays"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_stays_with_its_origin_and_goes_with_its_server() {
    let house = House::new(Person::SignsIn).await;
    house.start().await.unwrap();
    let to = |url: String| NewRemoteServer {
        server: AddRemoteServer {
            name: "Far".into(),
            url,
            header_names: vec![],
        },
        values: vec![],
        from_host: vec![],
    };
    let other = Protected::start(3600).await.unwrap();
    let changed = house
        .host
        .change_remote_server(house.id, to(other.url()))
        .await
        .unwrap();
    assert_eq!(changed.account.unwrap().state, AccountStateView::Never);
    let read = house.host.read_account(house.id).await.unwrap();
    assert_eq!(read.state, AccountStateView::Never);
    // Back at the first: nothing is left of it.
    house
        .host
        .change_remote_server(house.id, to(house.far.url()))
        .await
        .unwrap();
    let read = house.host.read_account(house.id).await.unwrap();
    assert_eq!(read.state, AccountStateView::Never);

    house
        .host
        .sign_in(house.id, SignInRequest::default())
        .await
        .unwrap();
    assert_eq!(house.account().state, AccountStateView::SignedIn);
    house.host.remove_server(house.id).await.unwrap();
    assert_eq!(
        house.host.account(house.id).unwrap_err().code,
        ErrorCode::NotFound
    );
    assert!(other.web.seen().is_empty());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn token_of_an_origin_is_never_sent_to_another() {
    let house = House::new(Person::SignsIn).await;
    house.start().await.unwrap();
    assert_eq!(house.account().state, AccountStateView::SignedIn);
    let other = Protected::start(3600).await.unwrap();
    let to = NewRemoteServer {
        server: AddRemoteServer {
            name: "FAR".into(),
            url: other.url(),
            header_names: vec![],
        },
        values: vec![],
        from_host: vec![],
    };
    house.host.change_remote_server(house.id, to).await.unwrap();
    let rows = house.host.audit_list(None, 100).await.unwrap();
    let row = rows.iter().find(|row| row.detail["about"] == "replacement");
    let detail = &row.unwrap().detail;
    assert_eq!(detail["not_moved"][0]["holding"], "account", "{detail}");
    // It signs in there anew, with tokens of its own.
    house.start().await.unwrap();
    assert!(other.signed_in());
    let (seen, secrets) = (other.web.seen(), house.far.secrets());
    assert!(!seen.is_empty() && !secrets.is_empty());
    for (name, secret) in secrets {
        let sent = format!("{seen:?}");
        assert!(!sent.contains(&secret), "{name} reached the other origin");
    }
    house.close().await;
}
