//! Tokens that are bound to a key, from a real authorization server (oidc-provider), for a server that verifies each proof.

use std::sync::{Arc, Mutex, PoisonError};

use host::SignInRequest;
use host_api::{AccountStateView, ScopeView};
use peers::Protected;
use serde_json::json;

use crate::{
    house::{House, Person},
    servers::{call, words},
    sign_in::add,
};

#[tokio::test(flavor = "multi_thread")]
async fn real_server_takes_each_proof_and_the_next_sign_in_has_another_key() {
    let protected = Protected::bound().unwrap();
    let (url, issuer) = (protected.server().to_owned(), protected.issuer().to_owned());
    let protected = Arc::new(Mutex::new(protected));
    let lock = || protected.lock().unwrap_or_else(PoisonError::into_inner);
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let browser = Arc::clone(&protected);
    host.set_opener(move |url| {
        let (browser, url) = (Arc::clone(&browser), url.to_string());
        std::thread::spawn(move || {
            let mut browser = browser.lock().unwrap_or_else(PoisonError::into_inner);
            browser.visit(&url).unwrap();
        });
        true
    });
    let id = add(host, &url).await;
    host.start_and_wait(id, false).await.unwrap();
    let account = host.account(id).unwrap();
    assert_eq!(account.state, AccountStateView::SignedIn);
    assert!(account.bound && account.renews, "{account:?}");
    assert_eq!(account.issuer, Some(issuer));

    let who = async || {
        words(
            &host
                .call_tool(call(id, "whoami", &json!({})))
                .await
                .unwrap(),
        )
    };
    assert_eq!(who().await, "This is the mail of demo_user.");
    // Another nonce costs one request more; an ended token, one renewal with the same key.
    lock().renew_nonce().unwrap();
    let before = lock().counts().unwrap();
    assert_eq!(who().await, "This is the mail of demo_user.");
    let after = lock().counts().unwrap();
    assert_eq!(
        (after.nonces - before.nonces, after.calls - before.calls),
        (1, 1)
    );
    lock().expire().unwrap();
    assert_eq!(who().await, "This is the mail of demo_user.");
    let counts = lock().counts().unwrap();
    assert_eq!(
        (counts.refreshes, counts.refused_refreshes, counts.keys),
        (1, 0, 1)
    );

    host.sign_out(id).await.unwrap();
    host.sign_in(id, SignInRequest::default()).await.unwrap();
    host.start_and_wait(id, false).await.unwrap();
    assert_eq!(who().await, "This is the mail of demo_user.");
    let counts = lock().counts().unwrap();
    assert_eq!((counts.keys, counts.unproven, counts.strays), (2, 0, 0));
    assert!(counts.proofs > 6, "{counts:?}");
    house.close().await;
}
