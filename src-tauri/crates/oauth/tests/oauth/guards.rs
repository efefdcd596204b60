//! Where a server may lead this program: addresses, redirects, names that change their mind.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use domain::ServerId;
use oauth::{Account, AccountOptions, AddressLookup, Names, OAuthError};
use secrets::Keychain;
use serde_json::json;
use tokio::net::TcpListener;

use crate::lab::{Lab, Reply, challenge, open};

/// A resolver that answers as it likes, one answer after the other.
#[derive(Default)]
struct Rebinding {
    answers: Mutex<HashMap<String, Vec<IpAddr>>>,
    asked: AtomicUsize,
}

impl Names for Rebinding {
    fn look_up(&self, name: &str) -> AddressLookup {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let mut answers = self.answers.lock().unwrap();
        let left = answers.get_mut(name);
        let found = left.map(|left| {
            if left.len() > 1 {
                left.remove(0)
            } else {
                left[0]
            }
        });
        Box::pin(async move {
            found
                .map(|ip| vec![ip])
                .ok_or(std::io::ErrorKind::NotFound.into())
        })
    }
}

fn named(answers: &[(&str, &[&str])]) -> (Arc<Rebinding>, AccountOptions) {
    let names = Arc::new(Rebinding::default());
    for (name, ips) in answers {
        let ips = ips.iter().map(|ip| ip.parse().unwrap()).collect();
        names
            .answers
            .lock()
            .unwrap()
            .insert((*name).to_owned(), ips);
    }
    let options = AccountOptions {
        names: names.clone(),
        ..AccountOptions::default()
    };
    (names, options)
}

/// A port that nobody may connect to.
struct Trap(TcpListener);

impl Trap {
    async fn new() -> Self {
        Self(TcpListener::bind(("127.0.0.1", 0)).await.unwrap())
    }

    fn port(&self) -> u16 {
        self.0.local_addr().unwrap().port()
    }

    /// A connection that was made waits in the listener's queue.
    async fn is_untouched(&self) -> bool {
        futures_util::poll!(std::pin::pin!(self.0.accept())).is_pending()
    }
}

#[tokio::test]
async fn tokens_are_asked_for_at_no_address_inside() {
    for bad in [
        "https://169.254.169.254/token",
        "https://10.0.0.1/token",
        "https://192.168.1.1/token",
        "https://100.64.0.1/token",
        "https://0.0.0.0/token",
        "https://[::ffff:169.254.169.254]/token",
        "https://[::ffff:127.0.0.1]/token",
        "https://[fd00:ec2::254]/token",
        "https://[fe80::1]/token",
        "https://0xa9fea9fe/token",
        "http://as.example/token",
        "ftp://as.example/token",
    ] {
        for field in [
            "token_endpoint",
            "registration_endpoint",
            "revocation_endpoint",
        ] {
            let lab = Lab::new(|world| world.metadata = json!({ field: bad })).await;
            let error = lab.account.prepare(None).await.unwrap_err();
            assert!(
                matches!(
                    error,
                    OAuthError::Blocked { .. } | OAuthError::BadUrl { .. }
                ),
                "{bad}: {error}"
            );
            lab.only_documents();
        }
    }
}

#[tokio::test]
async fn names_that_lead_inside_are_not_followed() {
    let trap = Trap::new().await;
    for ip in [
        "127.0.0.1",
        "::1",
        "10.0.0.1",
        "169.254.169.254",
        "::ffff:127.0.0.1",
        "fe80::1",
        "0.0.0.0",
    ] {
        let (_, options) = named(&[("inside.example", &[ip])]);
        let token = format!("https://inside.example:{}/token", trap.port());
        let lab = Lab::with(
            |world| world.metadata = json!({ "token_endpoint": token }),
            options,
        )
        .await;
        let error = lab.account.prepare(None).await.unwrap_err();
        assert!(
            matches!(&error, OAuthError::Blocked { host, .. } if host == "inside.example"),
            "{ip}: {error}"
        );
        lab.only_documents();
    }
    assert!(trap.is_untouched().await);
}

#[tokio::test]
async fn a_name_that_changes_its_mind_is_caught_at_the_connection() {
    let trap = Trap::new().await;
    let (names, options) = named(&[("rebind.example", &["1.1.1.1", "127.0.0.1"])]);
    let token = format!("https://rebind.example:{}/token", trap.port());
    let lab = Lab::with(
        |world| world.metadata = json!({ "token_endpoint": token }),
        options,
    )
    .await;
    // It looked public when the person was asked.
    let sign_in = lab.begin(None).await.unwrap();
    assert_eq!(names.asked.load(Ordering::SeqCst), 1);
    let browser = tokio::spawn(open(lab.allow(sign_in.url())));
    let error = sign_in.finish().await.unwrap_err();
    browser.await.unwrap();
    assert!(matches!(error, OAuthError::Blocked { .. }), "{error}");
    assert!(names.asked.load(Ordering::SeqCst) >= 2 && trap.is_untouched().await);
    assert_eq!(lab.account.bearer().await.unwrap().map(|_| ()), None);
}

#[tokio::test]
async fn a_challenge_leads_nowhere_a_document_may_not() {
    let trap = Trap::new().await;
    let (_, options) = named(&[("inside.example", &["127.0.0.1"])]);
    let lab = Lab::with(|_| {}, options).await;
    for bad in [
        "http://169.254.169.254/latest/meta-data",
        "https://169.254.169.254/",
        &format!("https://inside.example:{}/x", trap.port()),
        "file:///etc/passwd",
        "-x",
    ] {
        let asked = challenge(401, &format!("Bearer resource_metadata=\"{bad}\""));
        let error = lab.account.prepare(Some(&asked)).await.unwrap_err();
        assert!(
            matches!(
                error,
                OAuthError::Blocked { .. } | OAuthError::BadUrl { .. }
            ),
            "{bad}: {error}"
        );
    }
    assert!(
        trap.is_untouched().await && lab.issuer.seen().is_empty() && lab.server.seen().is_empty()
    );
}

#[tokio::test]
async fn documents_redirect_a_little_and_never_inside() {
    let at = "/.well-known/oauth-authorization-server";
    let trap = Trap::new().await;
    for bad in [
        "http://169.254.169.254/".to_owned(),
        "https://169.254.169.254/".to_owned(),
        "https://10.0.0.1/".to_owned(),
        format!("https://inside.example:{}/", trap.port()),
        "http://as.example/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "javascript:alert(1)".to_owned(),
        at.to_owned(),
        "/1".to_owned(),
        String::new(),
    ] {
        let (_, options) = named(&[("inside.example", &["127.0.0.1"])]);
        let lab = Lab::with(
            |world| {
                world.special.insert(at.into(), Reply::To(302, bad.clone()));
                for step in 1..20 {
                    world
                        .special
                        .insert(format!("/{step}"), Reply::To(307, format!("/{}", step + 1)));
                }
            },
            options,
        )
        .await;
        let error = lab.account.prepare(None).await.unwrap_err();
        assert!(
            matches!(
                error,
                OAuthError::Blocked { .. }
                    | OAuthError::BadUrl { .. }
                    | OAuthError::Redirected { .. }
            ),
            "{bad}: {error}"
        );
        assert!(lab.issuer.seen().len() <= 4, "{bad}");
    }
    assert!(trap.is_untouched().await);

    let lab = Lab::new(|world| {
        let moved = json!({
            "issuer": world.issuer,
            "authorization_endpoint": format!("{}/authorize", world.issuer),
            "token_endpoint": format!("{}/token", world.issuer),
            "registration_endpoint": format!("{}/register", world.issuer),
            "code_challenge_methods_supported": ["S256"],
        });
        world
            .special
            .insert(at.into(), Reply::To(302, "/moved#x".into()));
        world
            .special
            .insert("/moved".into(), Reply::Json(200, moved));
    })
    .await;
    lab.account.prepare(None).await.unwrap();
}

#[tokio::test]
async fn what_carries_a_secret_is_not_redirected() {
    for path in ["/token", "/register", "/revoke"] {
        for status in [302, 307, 308] {
            let elsewhere = Lab::new(|_| {}).await;
            let lab = Lab::new(|world| {
                world.registered = json!({ "client_secret": "s3cret", "token_endpoint_auth_method": "client_secret_basic" });
            })
            .await;
            if path == "/revoke" {
                lab.sign_in(None).await.unwrap();
            }
            let to = Reply::To(status, elsewhere.issuer.url(path));
            lab.world().special.insert(path.into(), to);
            let error = match path {
                "/revoke" => match lab.account.sign_out().await.unwrap().revocation {
                    oauth::Revocation::Failed(error) => error,
                    other => panic!("{other:?}"),
                },
                "/register" => lab.begin(None).await.unwrap_err(),
                _ => lab.sign_in(None).await.unwrap_err(),
            };
            assert!(
                matches!(error, OAuthError::Redirected { .. }),
                "{path} {status}: {error}"
            );
            assert!(elsewhere.issuer.seen().is_empty(), "{path} {status}");
        }
    }
}

#[tokio::test]
async fn a_server_on_plain_http_gets_no_sign_in() {
    let (id, keychain) = (ServerId::new(), Keychain::in_memory());
    let url = "http://mcp.example/mcp".parse().unwrap();
    let account = Account::new(id, url, keychain.server(id), AccountOptions::default()).unwrap();
    assert_eq!(
        account.prepare(None).await.unwrap_err(),
        OAuthError::PlainServer
    );
    assert!(account.bearer().await.unwrap().is_none());
    let foreign = Account::new(
        ServerId::new(),
        "https://mcp.example/".parse().unwrap(),
        keychain.server(id),
        AccountOptions::default(),
    );
    assert_eq!(foreign.unwrap_err(), OAuthError::ForeignSecrets);
}

#[tokio::test]
async fn tokens_of_another_origin_are_not_those_of_this_one() {
    let lab = Lab::new(|_| {}).await;
    lab.sign_in(None).await.unwrap();
    for other in [
        "https://mcp.example/mcp".to_owned(),
        lab.issuer.url("/mcp"),
        lab.server.url("/other"),
    ] {
        let account = Account::new(
            lab.id,
            other.parse().unwrap(),
            lab.secrets(),
            AccountOptions::default(),
        )
        .unwrap();
        account.load().await.unwrap();
        assert!(account.bearer().await.unwrap().is_none(), "{other}");
    }
}
