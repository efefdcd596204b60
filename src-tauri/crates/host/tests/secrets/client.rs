//! A client of the user's own: entered in the consent window, used at its issuer for its server, found nowhere.

use host::{OwnClient, Secret};
use host_api::{AnswerView, ApprovalKindView, ClientKindView, ErrorCode, ScopeView};
use testkit::{Canary, Protected, Session, found_below};

use super::{LIMIT, add, echo, open, runtime, sign_in};

fn allow(values: &[(&str, &str)]) -> AnswerView {
    let pairs = values.iter();
    AnswerView::Allow {
        scope: ScopeView::Standing,
        values: pairs
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
            .collect(),
        key: None,
    }
}

#[test]
fn a_client_of_ones_own_is_entered_and_used_in_its_place_only() {
    let home = tempfile::tempdir().unwrap();
    let name = "secrets::client::a_client_of_ones_own_is_entered_and_used_in_its_place_only";
    let Some(session) = Session::of_this_test(name, home.path()).unwrap() else {
        return;
    };
    let (_bus, _keyring) = (session.bus().unwrap(), session.keyring(true).unwrap());
    runtime().block_on(async {
        let peer = Protected::start(3_600).await.unwrap();
        let (client, secret) = peer.register();
        let host = open(&session.home().join("data")).await;
        let id = add(&host, &peer.url(), &[]).await;

        let mut queue = host.prompts();
        let person = async {
            let asked = loop {
                if let Some(asked) = queue.recv().await.unwrap().pop() {
                    break asked;
                }
            };
            let ApprovalKindView::Client { client: shown } = &asked.kind else {
                panic!("{asked:?}");
            };
            assert_eq!(shown.place, peer.web.url(""));
            assert!(!shown.elsewhere && shown.keychain_available && shown.id.is_none());
            let prompt = asked.id.parse().unwrap();
            host.prompt_shown(prompt, asked.revision).unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(
                u64::from(asked.arm_ms) + 20,
            ))
            .await;
            for bad in [
                &[][..],
                &[("client_secret", "x")],
                &[("client_id", "no\nclient")],
            ] {
                let refused = host.answer_prompt(prompt, asked.revision, allow(bad)).await;
                assert!(refused.is_err(), "{bad:?}");
            }
            let answer = allow(&[("client_id", &client), ("client_secret", &secret)]);
            host.answer_prompt(prompt, asked.revision, answer)
                .await
                .unwrap();
        };
        let entering = async { tokio::join!(host.propose_client(id, None, false), person).0 };
        let issuer = tokio::time::timeout(LIMIT, entering)
            .await
            .expect("in time")
            .unwrap();
        assert_eq!(issuer, peer.web.url(""));

        sign_in(&host, id).await.unwrap();
        echo(&host, id).await;
        assert_eq!(
            host.account(id).unwrap().client,
            Some(ClientKindView::Entered)
        );
        assert_eq!(peer.wrong(), [""; 0]);
        let registered = |seen: &testkit::Seen| seen.path.starts_with("/register");
        assert!(
            !peer.web.seen().iter().any(registered),
            "it registers nothing itself"
        );
        host.sign_out(id).await.unwrap();

        // Another server at the same issuer knows nothing of it.
        let other = add_other(&host, &peer).await;
        sign_in(&host, other).await.unwrap();
        assert_eq!(
            host.account(other).unwrap().client,
            Some(ClientKindView::Registered)
        );

        // On a command line: forgotten, and what is no client is refused.
        let given = |id: &str| OwnClient {
            id: id.into(),
            secret: None,
        };
        let refused = host
            .propose_client(id, Some(given("é")), true)
            .await
            .unwrap_err();
        assert_ne!(refused.code, ErrorCode::Denied, "{refused:?}");
        host.propose_client(id, Some(given("")), true)
            .await
            .unwrap();
        sign_in(&host, id).await.unwrap();
        assert_eq!(
            host.account(id).unwrap().client,
            Some(ClientKindView::Registered)
        );

        let log = format!("{:?}", host.audit_list(None, 1_000).await.unwrap());
        assert!(
            log.contains("client_entered") && !log.contains(&secret),
            "{log}"
        );
        assert!(
            !format!(
                "{:?}",
                OwnClient {
                    id: client,
                    secret: Some(Secret::new(secret.clone()))
                }
            )
            .contains(&secret)
        );
        host.close().await;
        let canary = Canary::new("client secret", &secret);
        assert_eq!(found_below(session.home(), &[canary]).unwrap(), [""; 0]);
    });
}

async fn add_other(host: &host::Host, peer: &Protected) -> domain::ServerId {
    let server = host_api::AddRemoteServer {
        name: "Other".into(),
        url: peer.url(),
        header_names: vec![],
    };
    let new = host::NewRemoteServer {
        server,
        values: vec![],
        from_host: vec![],
    };
    let view = host.add_remote_server(new).await.unwrap();
    let id = view.tag.id.parse().unwrap();
    host.review_launch(id, true).await.unwrap();
    id
}
