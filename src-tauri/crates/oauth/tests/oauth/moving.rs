//! A server that trusts another authorization server than before: nothing of the one is used with the other.

use oauth::{AccountStatus, ClientKind, OAuthError, Refused};
use serde_json::json;

use crate::lab::{Lab, another_issuer, challenge};

#[tokio::test]
async fn nothing_of_one_issuer_reaches_the_next_one_and_the_plan_names_both() {
    let lab = Lab::new(|_| {}).await;
    let first = lab.issuer.url("");
    assert_eq!(
        lab.account.prepare(None).await.unwrap().plan().moved_from,
        None
    );
    lab.sign_in(Some(&challenge(401, "Bearer scope=\"old\"")))
        .await
        .unwrap();
    // The same issuer: a step further keeps the scopes, and moves nowhere.
    let more = challenge(403, "Bearer error=\"insufficient_scope\", scope=\"new\"");
    let same = lab.account.prepare(Some(&more)).await.unwrap();
    assert_eq!(
        (same.plan().moved_from.clone(), same.plan().scopes.len()),
        (None, 2)
    );

    let second = another_issuer(&lab).await;
    lab.world().issuer = second.url("");
    let moved = lab.account.prepare(Some(&more)).await.unwrap();
    let plan = moved.plan().clone();
    assert_eq!(
        (plan.issuer, plan.moved_from),
        (second.url(""), Some(first.clone()))
    );
    assert_eq!(
        plan.scopes,
        ["new"],
        "scopes of the one are none of the other"
    );
    assert_eq!((plan.client, plan.client_id), (ClientKind::Dynamic, None));
    let at_first = lab.issuer.seen().len();
    let status = lab.go_through(moved).await.unwrap();
    assert!(matches!(&status, AccountStatus::SignedIn(held) if held.issuer == second.url("")));
    let count = |path: &str| {
        second
            .seen()
            .iter()
            .filter(|seen| seen.path == path)
            .count()
    };
    assert_eq!((count("/register"), count("/token")), (1, 1));
    let sent = format!("{:?}", second.seen());
    for of_first in ["access-2", "refresh-2", "client-1\""] {
        assert!(!sent.contains(of_first), "{of_first} {sent}");
    }
    // What is renewed is renewed where it was issued.
    let held = lab.account.bearer().await.unwrap();
    let expired = challenge(401, "Bearer error=\"invalid_token\"");
    assert_eq!(
        lab.account.refused(held.as_ref(), &expired).await,
        Refused::Again
    );
    assert_eq!(count("/token"), 2);
    assert_eq!(
        lab.issuer.seen().len(),
        at_first,
        "nothing more to the first"
    );
}

#[tokio::test]
async fn client_that_was_entered_for_one_issuer_is_not_one_of_the_next() {
    let lab = Lab::new(|world| world.metadata = json!({ "registration_endpoint": null })).await;
    let first = lab.issuer.url("");
    lab.account
        .set_client(&first, "mine".into(), None)
        .await
        .unwrap();
    let plan = lab.account.prepare(None).await.unwrap().plan().clone();
    assert_eq!(plan.client_id.as_deref(), Some("mine"));
    let second = another_issuer(&lab).await;
    lab.world().issuer = second.url("");
    let error = lab.account.prepare(None).await.unwrap_err();
    assert_eq!(
        error,
        OAuthError::NoClient {
            issuer: second.url("")
        }
    );
    assert!(second.seen().iter().all(|seen| seen.method == "GET"));
}
