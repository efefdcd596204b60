//! Tokens that end, rotate and are refused.

use std::{sync::Arc, time::Duration};

use oauth::{AccountStatus, OAuthError, Refused, WhyOut};
use serde_json::json;
use tokio::{sync::Barrier, task::JoinSet};

use crate::lab::{Lab, Reply, challenge};

/// Signed in with a token that has ended.
async fn ended() -> Lab {
    let lab = Lab::new(|world| world.tokens = json!({ "expires_in": 0 })).await;
    lab.sign_in(None).await.unwrap();
    lab.world().tokens = json!({});
    lab
}

fn refreshes(lab: &Lab) -> Vec<String> {
    let forms = lab.forms("/token").into_iter();
    forms
        .filter_map(|form| form.get("refresh_token").cloned())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_calls_are_one_refresh() {
    let lab = Arc::new(ended().await);
    let (start, mut calls) = (Arc::new(Barrier::new(50)), JoinSet::new());
    for call in 0..50 {
        let (lab, start) = (Arc::clone(&lab), Arc::clone(&start));
        calls.spawn(async move {
            start.wait().await;
            // Some go away while they wait: what they waited for is not lost.
            if call % 10 == 0 {
                let _ = tokio::time::timeout(Duration::ZERO, lab.account.bearer()).await;
            }
            let bearer = lab.account.bearer().await.unwrap().unwrap();
            (bearer.token().expose().to_owned(), bearer.generation())
        });
    }
    let all = calls.join_all().await;
    assert!(
        all.iter()
            .all(|one| *one == ("access-3".to_owned(), all[0].1)),
        "{all:?}"
    );
    assert_eq!(refreshes(&lab), ["refresh-2"]);
    assert_eq!(lab.forms("/token")[1]["resource"], lab.server.url("/mcp"));
    // The rotated token is what is kept, and what is used the next time.
    let kept = lab.secrets().get("oauth:tokens").await.unwrap().unwrap();
    assert!(kept.expose().contains("refresh-3") && !kept.expose().contains("refresh-2"));
}

#[tokio::test]
async fn fifty_refusals_are_one_refresh() {
    let lab = Arc::new(Lab::new(|_| {}).await);
    lab.sign_in(None).await.unwrap();
    let used = lab.account.bearer().await.unwrap();
    let asked = challenge(401, "Bearer error=\"invalid_token\"");
    let mut calls = JoinSet::new();
    for _ in 0..50 {
        let (lab, used, asked) = (Arc::clone(&lab), used.clone(), asked.clone());
        calls.spawn(async move { lab.account.refused(used.as_ref(), &asked).await });
    }
    assert!(
        calls
            .join_all()
            .await
            .iter()
            .all(|one| *one == Refused::Again)
    );
    assert_eq!(refreshes(&lab), ["refresh-2"]);
    // A server that refuses the fresh one too does not get another refresh out of it.
    let used = lab.account.bearer().await.unwrap();
    assert_eq!(
        lab.account.refused(used.as_ref(), &asked).await,
        Refused::SignIn(asked.clone())
    );
    assert_eq!(
        lab.account.status(),
        AccountStatus::SignedOut(WhyOut::Refused)
    );
    assert_eq!(refreshes(&lab).len(), 1);
    // One that went without a token when there is one has only to go again.
    lab.sign_in(None).await.unwrap();
    assert_eq!(lab.account.refused(None, &asked).await, Refused::Again);
}

#[tokio::test]
async fn rotation_goes_on_and_a_token_that_is_not_rotated_stays() {
    let lab = ended().await;
    lab.world().tokens = json!({ "expires_in": 0 });
    for _ in 0..3 {
        lab.account.bearer().await.unwrap().unwrap();
    }
    assert_eq!(refreshes(&lab), ["refresh-2", "refresh-3", "refresh-4"]);
    lab.world().tokens = json!({ "expires_in": 0, "refresh_token": null });
    let good = lab.world().refresh.clone();
    lab.account.bearer().await.unwrap().unwrap();
    lab.world().refresh = good.clone();
    lab.account.bearer().await.unwrap().unwrap();
    assert_eq!(refreshes(&lab)[3..], [good.clone(), good]);
}

#[tokio::test]
async fn an_ended_grant_means_signing_in_again() {
    let lab = ended().await;
    lab.world().refresh = "another".into();
    assert!(lab.account.bearer().await.unwrap().is_none());
    assert_eq!(
        lab.account.status(),
        AccountStatus::SignedOut(WhyOut::Ended)
    );
    assert!(lab.secrets().get("oauth:tokens").await.unwrap().is_none());
    assert!(lab.account.bearer().await.unwrap().is_none());
    assert_eq!(refreshes(&lab).len(), 1);
    lab.sign_in(None).await.unwrap();
    // The client did nothing wrong: it is used again. One that the issuer forgot is registered anew.
    assert_eq!(lab.bodies("/register").len(), 1);
    let forgotten = Reply::Json(401, json!({ "error": "invalid_client" }));
    lab.world().special.insert("/token".into(), forgotten);
    let error = lab.sign_in(None).await.unwrap_err();
    assert!(matches!(error, OAuthError::TokenRefused { .. }), "{error}");
    lab.world().special.clear();
    lab.sign_in(None).await.unwrap();
    assert_eq!(lab.bodies("/register").len(), 2);
}

#[tokio::test]
async fn a_network_that_fails_costs_no_token() {
    let lab = ended().await;
    lab.world()
        .special
        .insert("/token".into(), Reply::Text(503, "later"));
    let error = lab.account.bearer().await.unwrap_err();
    assert!(
        matches!(error, OAuthError::Status { status: 503, .. }) && error.is_passing(),
        "{error}"
    );
    let AccountStatus::SignedIn(now) = lab.account.status() else {
        panic!()
    };
    assert_eq!(now.refresh_failed, Some(error));
    lab.world().special.clear();
    assert_eq!(
        lab.account
            .bearer()
            .await
            .unwrap()
            .unwrap()
            .token()
            .expose(),
        "access-3"
    );
    let AccountStatus::SignedIn(now) = lab.account.status() else {
        panic!()
    };
    assert_eq!(now.refresh_failed, None);
}

#[tokio::test]
async fn a_token_that_still_holds_is_used_while_another_cannot_be_got() {
    let lab = Lab::new(|world| world.tokens = json!({ "expires_in": 3600 })).await;
    lab.sign_in(None).await.unwrap();
    // As it will be half a minute before its end.
    let kept = lab.secrets().get("oauth:tokens").await.unwrap().unwrap();
    let mut kept: serde_json::Value = serde_json::from_str(kept.expose()).unwrap();
    kept["expires_at_ms"] = json!(domain::now_ms() + 30_000);
    lab.secrets()
        .set("oauth:tokens", &secrets::Secret::new(kept.to_string()))
        .await
        .unwrap();
    lab.world()
        .special
        .insert("/token".into(), Reply::Text(500, ""));
    let again = lab.restarted();
    for _ in 0..5 {
        assert_eq!(
            again.bearer().await.unwrap().unwrap().token().expose(),
            "access-2"
        );
    }
    // It was tried once, not by every request.
    assert_eq!(refreshes(&lab), ["refresh-2"]);
}

#[tokio::test]
async fn without_a_refresh_token_an_end_is_an_end() {
    let lab =
        Lab::new(|world| world.tokens = json!({ "expires_in": 0, "refresh_token": null })).await;
    lab.sign_in(None).await.unwrap();
    assert!(lab.account.bearer().await.unwrap().is_none());
    assert_eq!(
        lab.account.status(),
        AccountStatus::SignedOut(WhyOut::Expired)
    );
    let asked = challenge(401, "");
    assert_eq!(
        lab.account.refused(None, &asked).await,
        Refused::SignIn(asked.clone())
    );
}

#[tokio::test]
async fn what_a_sign_out_overtakes_is_not_kept() {
    let lab = Arc::new(ended().await);
    lab.world().special.insert("/token".into(), Reply::Silence);
    let waiting = {
        let lab = Arc::clone(&lab);
        tokio::spawn(async move { lab.account.bearer().await })
    };
    assert!(
        lab.issuer
            .until(|seen| seen.iter().filter(|s| s.path == "/token").count() == 2)
            .await
    );
    lab.account.sign_out().await.unwrap();
    assert!(lab.account.bearer().await.unwrap().is_none());
    assert!(lab.secrets().get("oauth:tokens").await.unwrap().is_none());
    waiting.abort();
}
