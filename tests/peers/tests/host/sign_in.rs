//! Signing in to real servers, each behind a real authorization server, in a real browser.

use std::{
    net::TcpStream,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    thread::JoinHandle,
};

use domain::ServerId;
use futures_util::future::join_all;
use host::{Host, NewRemoteServer, SignInRequest};
use host_api::{
    AccountStateView, AccountView, AddRemoteServer, ApiError, CallStateView, ClientKindView,
    ErrorCode, Event, ScopeView, ServerStateView, SignInStepView,
};
use peers::{Protected, Visit, Visitor, visit};
use serde_json::json;
use url::Url;

use crate::{
    house::{House, Person, until},
    servers::{call, words},
};

/// Calls at the same time.
const AT_ONCE: usize = 50;

/// The browser that the program opens: what each opened address led to.
#[derive(Clone, Default)]
struct Browser {
    visits: Arc<Mutex<Vec<JoinHandle<Visit>>>>,
    opened: Arc<Mutex<Vec<Url>>>,
}

impl Browser {
    /// Gives the host a browser in which a visitor sits; none only notes what was to be opened.
    fn of(host: &Host, visitor: Option<Visitor>) -> Self {
        let browser = Self::default();
        let mine = browser.clone();
        host.set_opener(move |url| {
            lock(&mine.opened).push(url.clone());
            if let Some(visitor) = visitor {
                let (address, picture) = (url.to_string(), picture());
                let visit = move || visit(&address, visitor, picture.as_deref()).unwrap();
                lock(&mine.visits).push(std::thread::spawn(visit));
            }
            true
        });
        browser
    }

    fn opened(&self) -> Vec<Url> {
        lock(&self.opened).clone()
    }

    /// The visit that was begun last, at its end.
    async fn visited(&self) -> Visit {
        let visit = lock(&self.visits).pop().expect("a browser was opened");
        let ended = tokio::task::spawn_blocking(move || visit.join());
        ended.await.unwrap().expect("the visit came to its end")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the last page of a visit is kept, if pictures are.
fn picture() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("INNKEEPER_PICTURES")?);
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("browser-came-back.png"))
}

pub(crate) async fn add(host: &Host, url: &str) -> ServerId {
    let new = NewRemoteServer {
        server: AddRemoteServer {
            name: "Mail".into(),
            url: url.into(),
            header_names: vec![],
        },
        values: vec![],
        from_host: vec![],
    };
    let added = host.add_remote_server(new).await.unwrap();
    added.tag.id.parse().unwrap()
}

fn state(host: &Host) -> ServerStateView {
    host.servers()[0].state.clone()
}

/// The account of the one server, once `holds` of it.
async fn account(host: &Host, holds: impl Fn(&AccountView) -> bool) -> AccountView {
    let mut events = host.events();
    let now = host.servers()[0].account.clone();
    if let Some(account) = now.filter(|account| holds(account)) {
        return *account;
    }
    until(&mut events, |event| match event {
        Event::Server { server } => server
            .account
            .map(|account| *account)
            .filter(|account| holds(account)),
        _other => None,
    })
    .await
}

/// Adds the server and starts it: it lets nobody in, so that the person who started it is asked, and signs in.
async fn signed_in(house: &House, protected: &Protected, browser: &Browser) -> ServerId {
    let host = &house.host;
    let id = add(host, protected.server()).await;
    assert!(browser.opened().is_empty(), "nothing opens by itself");
    let view = host.start_and_wait(id, false).await.unwrap();
    assert_eq!(view.state, ServerStateView::Ready { pid: None });
    assert_eq!(browser.opened().len(), 1);
    id
}

/// Begins to start a server, which leads to the browser: the sign-in's end is that of the start.
async fn begun(host: &Host, id: ServerId) -> tokio::task::JoinHandle<Result<(), ApiError>> {
    let starting = tokio::spawn({
        let host = host.clone();
        async move { host.start_and_wait(id, false).await.map(drop) }
    });
    account(host, |account| {
        matches!(
            account.step,
            Some(SignInStepView::Browser { opened: true, .. })
        )
    })
    .await;
    starting
}

#[tokio::test(flavor = "multi_thread")]
async fn one_signs_in_calls_renews_signs_out_and_in_again() {
    let mut protected = Protected::typescript().unwrap();
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let browser = Browser::of(host, Some(Visitor::Agrees));
    let id = signed_in(&house, &protected, &browser).await;

    // What was opened is the authorization server's, with everything that binds the answer to this request.
    let opened = browser.opened().remove(0);
    assert_eq!(opened.origin().ascii_serialization(), protected.issuer());
    let asked = |name: &str| {
        let pair = opened.query_pairs().find(|(key, _)| key == name);
        pair.map(|(_, value)| value.into_owned())
            .unwrap_or_default()
    };
    assert_eq!(asked("resource"), protected.server());
    assert_eq!(asked("code_challenge_method"), "S256");
    assert!(asked("redirect_uri").starts_with("http://127.0.0.1:"));
    let visit = browser.visited().await;
    assert!(visit.text.to_lowercase().contains("close"), "{visit:?}");

    let account = account(host, |account| account.step.is_none()).await;
    assert_eq!(account.state, AccountStateView::SignedIn);
    assert_eq!(account.issuer.as_deref(), Some(protected.issuer()));
    assert_eq!(account.resource, protected.server());
    assert_eq!(account.client, Some(ClientKindView::Registered));
    assert!(account.renews && account.expires_at_ms.is_some() && account.since_ms.is_some());
    for scope in ["mail.read", "mail.send"] {
        assert!(account.scopes.iter().any(|s| s == scope), "{account:?}");
    }
    let who = host
        .call_tool(call(id, "whoami", &json!({})))
        .await
        .unwrap();
    assert_eq!(words(&who), "This is the mail of demo_user.");

    // All tokens end at the server at once: many calls, one renewal, and each call is made once.
    let before = protected.counts().unwrap();
    protected.expire().unwrap();
    let all = (0..AT_ONCE).map(|_| host.call_tool(call(id, "whoami", &json!({}))));
    for done in join_all(all).await {
        assert_eq!(words(&done.unwrap()), "This is the mail of demo_user.");
    }
    let after = protected.counts().unwrap();
    assert_eq!((after.refreshes, after.refused_refreshes), (1, 0));
    assert_eq!(after.calls - before.calls, AT_ONCE as u64);
    assert_eq!((after.registrations, after.codes), (1, 1));

    // Out: told there, kept nowhere, and nothing gets in.
    assert!(host.sign_out(id).await.unwrap(), "it could be told");
    assert!(protected.counts().unwrap().revocations >= 1);
    let gone = host.account(id).unwrap();
    assert_eq!(gone.state, AccountStateView::SignedOut);
    assert!(gone.issuer.is_none() && gone.scopes.is_empty());
    assert!(matches!(state(host), ServerStateView::Stopped { .. }));

    // In again, from the account's own page.
    host.sign_in(id, SignInRequest::default()).await.unwrap();
    browser.visited().await;
    host.start_and_wait(id, false).await.unwrap();
    assert_eq!(protected.counts().unwrap().codes, 2);

    // A sign-in that ended there, refresh token and all, needs a person.
    protected.forget().unwrap();
    let called = host.call_tool(call(id, "whoami", &json!({}))).await;
    assert_eq!(words(&called.unwrap()), "This is the mail of demo_user.");
    browser.visited().await;
    let counts = protected.counts().unwrap();
    assert_eq!((counts.codes, counts.strays, counts.in_query), (3, 0, 0));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_about_to_end_is_renewed_once_before_it_is_used() {
    let mut protected = Protected::typescript().unwrap();
    protected.lifetime(1).unwrap();
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let browser = Browser::of(host, Some(Visitor::Agrees));
    let id = signed_in(&house, &protected, &browser).await;
    browser.visited().await;
    // From here on tokens live an hour: what was given before is renewed, and what is given then lasts.
    protected.lifetime(3600).unwrap();
    let before = protected.counts().unwrap();
    let all = (0..AT_ONCE).map(|_| host.call_tool(call(id, "whoami", &json!({}))));
    for done in join_all(all).await {
        assert_eq!(words(&done.unwrap()), "This is the mail of demo_user.");
    }
    let after = protected.counts().unwrap();
    assert_eq!(after.refused, before.refused, "no call was refused");
    assert!(
        after.refreshes - before.refreshes <= 1,
        "{before:?} {after:?}"
    );
    assert_eq!(after.refused_refreshes, 0);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_needs_more_asks_for_more_and_is_done_once_it_is_granted() {
    let protected = Protected::typescript().unwrap();
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let browser = Browser::of(host, Some(Visitor::Agrees));
    let id = signed_in(&house, &protected, &browser).await;
    browser.visited().await;
    let held = host.account(id).unwrap();
    assert!(!held.scopes.iter().any(|scope| scope == "mail.delete"));

    let deleted = host
        .call_tool(call(id, "delete_messages", &json!({})))
        .await
        .unwrap();
    assert_eq!(words(&deleted), "Deleted.", "{deleted:?}");
    browser.visited().await;
    let now = host.account(id).unwrap();
    assert!(now.wants.is_empty(), "{now:?}");
    for scope in ["mail.delete", "mail.read", "mail.send"] {
        assert!(now.scopes.iter().any(|s| s == scope), "{now:?}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_in_the_browser_is_said_and_sends_nothing_more() {
    let mut protected = Protected::typescript().unwrap();
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let browser = Browser::of(host, Some(Visitor::Denies));
    let id = add(host, protected.server()).await;
    host.start_and_wait(id, false).await.unwrap_err();
    browser.visited().await;
    let account = host.account(id).unwrap();
    assert_eq!(account.state, AccountStateView::Never);
    let problem = account.problem.expect("it is said");
    assert!(!problem.message.is_empty() && !problem.hint.is_empty());
    assert!(matches!(state(host), ServerStateView::NeedsSignIn { .. }));
    assert_eq!(protected.counts().unwrap().codes, 0);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_on_another_machine_comes_back_by_its_pasted_address() {
    let mut protected = Protected::typescript().unwrap();
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let browser = Browser::of(host, Some(Visitor::Elsewhere));
    let id = add(host, protected.server()).await;
    let early = host.paste_callback(id, "http://127.0.0.1:1/callback?code=a&state=b");
    assert_eq!(early.unwrap_err().code, ErrorCode::Stale);

    let starting = begun(host, id).await;
    let landed = browser.visited().await.landed;
    let mut foreign = Url::parse(&landed).unwrap();
    foreign
        .query_pairs_mut()
        .clear()
        .extend_pairs([("code", "a"), ("state", "of-another")]);
    let refused = host.paste_callback(id, foreign.as_str()).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid);
    assert_eq!(
        protected.counts().unwrap().codes,
        0,
        "nothing of it was used"
    );
    host.paste_callback(id, &format!("  {landed}\n")).unwrap();
    starting.await.unwrap().unwrap();
    assert!(matches!(state(host), ServerStateView::Ready { .. }));
    assert_eq!(protected.counts().unwrap().codes, 1);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_that_is_stopped_listens_no_more() {
    let mut protected = Protected::typescript().unwrap();
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let browser = Browser::of(host, None);
    let id = add(host, protected.server()).await;
    let starting = begun(host, id).await;
    let opened = browser.opened().remove(0);
    let back = opened.query_pairs().find(|(key, _)| key == "redirect_uri");
    let back = Url::parse(&back.unwrap().1).unwrap();
    let place = ("127.0.0.1", back.port().unwrap());
    assert!(TcpStream::connect(place).is_ok(), "it listens meanwhile");
    host.cancel_sign_in(id).unwrap();
    starting.await.unwrap().unwrap_err();
    assert!(TcpStream::connect(place).is_err(), "and no longer");
    assert_eq!(protected.counts().unwrap().codes, 0);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_sdk_lets_one_in_and_out_and_gives_nothing_to_renew_with() {
    let mut protected = Protected::python().unwrap();
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let browser = Browser::of(host, Some(Visitor::Agrees));
    let id = signed_in(&house, &protected, &browser).await;
    browser.visited().await;
    let account = account(host, |account| account.step.is_none()).await;
    assert_eq!(account.issuer.as_deref(), Some(protected.issuer()));
    assert_eq!(account.scopes, ["user"]);
    assert!(!account.renews && account.expires_at_ms.is_some());
    let time = host
        .call_tool(call(id, "get_time", &json!({})))
        .await
        .unwrap();
    assert!(words(&time).contains(':'), "{time:?}");

    // Nothing can be renewed: the call waits for the new sign-in, and is made then.
    protected.expire().unwrap();
    let time = host
        .call_tool(call(id, "get_time", &json!({})))
        .await
        .unwrap();
    assert!(matches!(time.state, CallStateView::Done { .. }), "{time:?}");
    browser.visited().await;
    let counts = protected.counts().unwrap();
    assert_eq!(counts.codes, 2);
    assert!(host.sign_out(id).await.unwrap());
    assert!(protected.counts().unwrap().revocations >= 1);
    assert_eq!(host.account(id).unwrap().state, AccountStateView::SignedOut);
    house.close().await;
}
