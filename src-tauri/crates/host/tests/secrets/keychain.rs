//! A sign-in in each state of a real keychain: unlocked, locked, absent, and what the user is told.

use host_api::{AccountStateView, ErrorCode, KeychainView};
use testkit::{Canary, Protected, Session, found_below};

use super::{add, echo, open, runtime, sign_in};

/// Every secret the server gave or got.
fn canaries(peer: &Protected) -> Vec<Canary> {
    let all = peer.secrets();
    assert!(all.len() >= 5, "{all:?}");
    all.iter()
        .map(|(name, value)| Canary::new(name, value))
        .collect()
}

#[test]
fn unlocked_a_sign_in_outlasts_the_program() {
    let home = tempfile::tempdir().unwrap();
    let name = "secrets::keychain::unlocked_a_sign_in_outlasts_the_program";
    let Some(session) = Session::of_this_test(name, home.path()).unwrap() else {
        return;
    };
    let (_bus, _keyring) = (session.bus().unwrap(), session.keyring(true).unwrap());
    runtime().block_on(async {
        let data = session.home().join("data");
        let peer = Protected::start(3_600).await.unwrap();
        let host = open(&data).await;
        assert_eq!(
            host.state().await.unwrap().keychain,
            KeychainView::Available
        );
        let id = add(&host, &peer.url(), &[("X-Key", "a value")]).await;
        sign_in(&host, id).await.unwrap();
        echo(&host, id).await;
        let account = host.account(id).unwrap();
        assert_eq!(account.state, AccountStateView::SignedIn);
        assert!(account.lasts);
        host.close().await;
        drop(host);

        let host = open(&data).await;
        host.set_opener(|_| panic!("nobody is asked to sign in"));
        echo(&host, id).await;
        assert_eq!(host.account(id).unwrap().state, AccountStateView::SignedIn);
        // What is signed out is gone from the keychain, too.
        host.sign_out(id).await.unwrap();
        assert!(!peer.signed_in(), "it was told");
        host.close().await;
        drop(host);
        let host = open(&data).await;
        let refused = host.start_and_wait(id, true).await.unwrap_err();
        assert!(refused.message.to_string().contains("sign"), "{refused:?}");
        sign_in(&host, id).await.unwrap();
        let kept = entries(&session, &data);
        assert!(kept >= 3, "tokens, a registration and a header: {kept}");
        let gone = host.delete_everything("delete").await.unwrap();
        assert!(gone.left.is_empty(), "{gone:?}");
        assert_eq!(entries(&session, &data), 0);
        assert_eq!(
            found_below(session.home(), &canaries(&peer)).unwrap(),
            [""; 0]
        );
    });
}

/// How many entries the keychain holds for a data directory.
fn entries(session: &Session, data: &std::path::Path) -> usize {
    let service = format!("{{'service': 'innkeeper {}'}}", data.display());
    let output = session
        .command("gdbus")
        .args(["call", "--session", "--dest", "org.freedesktop.secrets"])
        .args(["--object-path", "/org/freedesktop/secrets", "--method"])
        .args(["org.freedesktop.Secret.Service.SearchItems", &service])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout)
        .matches("/org/freedesktop")
        .count()
}

#[test]
fn locked_nothing_begins_until_it_is_unlocked() {
    let home = tempfile::tempdir().unwrap();
    let name = "secrets::keychain::locked_nothing_begins_until_it_is_unlocked";
    let Some(session) = Session::of_this_test(name, home.path()).unwrap() else {
        return;
    };
    let _bus = session.bus().unwrap();
    // The first start with a password makes the keyring.
    drop(session.keyring(true).unwrap());
    let locked = session.keyring(false).unwrap();
    runtime().block_on(async {
        let peer = Protected::start(3_600).await.unwrap();
        let host = open(&session.home().join("data")).await;
        assert_eq!(host.state().await.unwrap().keychain, KeychainView::Locked);
        let id = add(&host, &peer.url(), &[]).await;
        let refused = sign_in(&host, id).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Keychain, "{refused:?}");
        let said = format!("{refused} {}", refused.hint.clone().unwrap_or_default());
        assert!(said.contains("locked") && said.contains("nlock"), "{said}");
        let asked = peer.web.seen();
        assert!(
            asked
                .iter()
                .all(|seen| !seen.path.contains("register") && !seen.path.contains("authorize")),
            "{asked:?}"
        );
        assert!(peer.secrets().is_empty(), "nothing was begun");
        assert_eq!(host.retry_keychain().await, KeychainView::Locked);

        drop(locked);
        let _unlocked = session.keyring(true).unwrap();
        assert_eq!(host.retry_keychain().await, KeychainView::Available);
        sign_in(&host, id).await.unwrap();
        echo(&host, id).await;
        assert!(host.account(id).unwrap().lasts);
        host.close().await;
        assert_eq!(
            found_below(session.home(), &canaries(&peer)).unwrap(),
            [""; 0]
        );
    });
}

#[test]
fn absent_a_sign_in_is_in_memory_and_says_so() {
    let home = tempfile::tempdir().unwrap();
    let name = "secrets::keychain::absent_a_sign_in_is_in_memory_and_says_so";
    let Some(session) = Session::of_this_test(name, home.path()).unwrap() else {
        return;
    };
    runtime().block_on(async {
        let data = session.home().join("data");
        let peer = Protected::start(3_600).await.unwrap();
        let host = open(&data).await;
        let keychain = host.state().await.unwrap().keychain;
        assert!(
            matches!(keychain, KeychainView::Missing { .. }),
            "{keychain:?}"
        );
        let id = add(&host, &peer.url(), &[]).await;
        sign_in(&host, id).await.unwrap();
        echo(&host, id).await;
        let account = host.account(id).unwrap();
        assert_eq!(account.state, AccountStateView::SignedIn);
        assert!(!account.lasts, "it is said that it does not last");
        assert_eq!(
            found_below(session.home(), &canaries(&peer)).unwrap(),
            [""; 0]
        );
        host.close().await;
        drop(host);

        let host = open(&data).await;
        let refused = host.start_and_wait(id, true).await.unwrap_err();
        assert!(refused.message.to_string().contains("sign"), "{refused:?}");
        sign_in(&host, id).await.unwrap();
        // A keychain that comes takes over what memory held.
        let (_bus, _keyring) = (session.bus().unwrap(), session.keyring(true).unwrap());
        assert_eq!(host.retry_keychain().await, KeychainView::Available);
        assert!(host.account(id).unwrap().lasts);
        host.close().await;
        drop(host);
        let host = open(&data).await;
        host.set_opener(|_| panic!("nobody is asked to sign in"));
        echo(&host, id).await;
        host.close().await;
        assert_eq!(
            found_below(session.home(), &canaries(&peer)).unwrap(),
            [""; 0]
        );
    });
}
