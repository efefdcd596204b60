//! Tokens that are bound to a key (RFC 9449), against an issuer that is good or hostile. Each refusal has the same answer taken
//! where it is right.

use oauth::{Account, AccountStatus, Bearer, OAuthError};
use secrets::Secret;
use serde_json::json;
use testkit::{Seen, SeenProof, proof_of};
use url::Url;

use crate::lab::{Lab, World, challenge};

/// An issuer that binds tokens.
fn binds(world: &mut World) {
    world.metadata = json!({ "dpop_signing_alg_values_supported": ["RS256", "ES256"] });
    world.tokens = json!({ "token_type": "DPoP" });
}

fn wanted() -> oauth::Challenge {
    challenge(401, "DPoP algs=\"ES256\"")
}

/// The proofs that arrived at the token endpoint, in order; none where there was none.
fn proofs(lab: &Lab) -> Vec<Option<SeenProof>> {
    let seen = lab.issuer.seen().into_iter();
    let seen = seen.filter(|seen| seen.path == "/token");
    let origin = lab.issuer.url("");
    let right = |seen: &Seen| proof_of(seen).filter(|proof| proof.fits(seen, &origin, None));
    seen.map(|seen| right(&seen)).collect()
}

fn keys(lab: &Lab) -> Vec<String> {
    proofs(lab)
        .into_iter()
        .map(|proof| proof.unwrap().key)
        .collect()
}

/// A proof for the server, as it would arrive there.
fn shown(lab: &Lab, account: &Account, bearer: &Bearer) -> Option<SeenProof> {
    let url: Url = lab.server.url("/mcp?k=1").parse().unwrap();
    let (name, value) = account.proof(bearer, "POST", &url).unwrap()?;
    assert!(value.is_sensitive());
    let seen = Seen {
        method: "POST".into(),
        path: "/mcp".into(),
        headers: vec![(name.to_string(), value.to_str().unwrap().to_owned())],
        body: String::new(),
    };
    let proof = proof_of(&seen).unwrap();
    assert!(proof.fits(&seen, &lab.server.url(""), Some(bearer.token().expose())));
    Some(proof)
}

async fn bearer(account: &Account) -> Bearer {
    account.bearer().await.unwrap().unwrap()
}

fn is_bound(status: &AccountStatus) -> bool {
    match status {
        AccountStatus::SignedIn(held) => held.is_bound,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn tokens_of_a_sign_in_are_bound_to_one_key_and_those_of_the_next_to_another() {
    let lab = Lab::new(binds).await;
    let prepared = lab.account.prepare(Some(&wanted())).await.unwrap();
    assert!(prepared.plan().is_bound);
    let sign_in = prepared.begin().await.unwrap();
    let named = sign_in
        .url()
        .query_pairs()
        .find(|(name, _)| name == "dpop_jkt");
    let named = named.unwrap().1.into_owned();
    let back = lab.allow(sign_in.url());
    let browser = tokio::spawn(crate::lab::open(back));
    assert!(is_bound(&sign_in.finish().await.unwrap()));
    browser.await.unwrap();
    assert_eq!(
        keys(&lab),
        std::slice::from_ref(&named),
        "the code is bound to the key of the tokens"
    );

    let held = bearer(&lab.account).await;
    assert_eq!(held.scheme(), "DPoP");
    assert_eq!(shown(&lab, &lab.account, &held).unwrap().key, named);
    // Started again, and renewed: the same key.
    let again = lab.restarted();
    let held = bearer(&again).await;
    assert_eq!(shown(&lab, &again, &held).unwrap().key, named);
    let expired = challenge(401, "DPoP error=\"invalid_token\"");
    assert_eq!(
        again.refused(Some(&held), &expired).await,
        oauth::Refused::Again
    );
    assert_eq!(keys(&lab), [named.clone(), named.clone()]);
    let jtis: Vec<String> = proofs(&lab)
        .into_iter()
        .map(|p| p.unwrap().claim("jti").to_owned())
        .collect();
    assert_ne!(jtis[0], jtis[1]);

    lab.sign_in(Some(&wanted())).await.unwrap();
    let keys = keys(&lab);
    assert_ne!(keys.last(), Some(&named), "a new sign-in has a new key");
}

#[tokio::test]
async fn server_that_says_nothing_about_keys_gets_a_plain_token() {
    let lab = Lab::new(|world| {
        world.metadata = json!({ "dpop_signing_alg_values_supported": ["ES256"] });
    })
    .await;
    let status = lab.sign_in(Some(&challenge(401, "Bearer"))).await.unwrap();
    assert!(!is_bound(&status));
    let held = bearer(&lab.account).await;
    assert_eq!(held.scheme(), "Bearer");
    assert!(shown(&lab, &lab.account, &held).is_none());
    assert!(proofs(&lab).iter().all(Option::is_none));
    // One whose metadata name a kind of proof gets a bound one.
    let lab = Lab::new(|world| {
        binds(world);
        world.resource = json!({ "dpop_signing_alg_values_supported": ["ES256"] });
    })
    .await;
    assert!(is_bound(&lab.sign_in(None).await.unwrap()));
}

#[tokio::test]
async fn plain_token_where_a_bound_one_was_asked_for_is_refused() {
    let lab = Lab::new(|world| {
        binds(world);
        world.tokens = json!({ "token_type": "Bearer" });
    })
    .await;
    let sign_in = lab.begin(Some(&wanted())).await.unwrap();
    tokio::spawn(crate::lab::open(lab.allow(sign_in.url())));
    let error = sign_in.finish().await.unwrap_err();
    assert!(matches!(error, OAuthError::BadToken { .. }), "{error}");
    assert!(lab.account.bearer().await.unwrap().is_none());
    // The same answer is taken where no bound one was asked for.
    let plain = lab.sign_in(Some(&challenge(401, "Bearer"))).await.unwrap();
    assert!(!is_bound(&plain));

    // At a renewal, too: the bound token stays, and nothing is sent as a plain one.
    let lab = Lab::new(binds).await;
    lab.sign_in(Some(&wanted())).await.unwrap();
    let held = bearer(&lab.account).await;
    lab.world().tokens = json!({ "token_type": "Bearer" });
    let expired = challenge(401, "DPoP error=\"invalid_token\"");
    let refused = lab.account.refused(Some(&held), &expired).await;
    assert!(!matches!(refused, oauth::Refused::Again), "{refused:?}");
    assert_eq!(bearer(&lab.account).await.scheme(), "DPoP");
}

#[tokio::test]
async fn nonce_of_the_issuer_is_sent_once_more_and_then_at_once() {
    let lab = Lab::new(|world| {
        binds(world);
        world.nonce = Some("n-1".into());
    })
    .await;
    lab.sign_in(Some(&wanted())).await.unwrap();
    let nonces = |lab: &Lab| -> Vec<String> {
        let all = proofs(lab).into_iter();
        all.map(|proof| proof.unwrap().claim("nonce").to_owned())
            .collect()
    };
    assert_eq!(nonces(&lab), ["", "n-1"]);
    let held = bearer(&lab.account).await;
    let expired = challenge(401, "DPoP error=\"invalid_token\"");
    assert_eq!(
        lab.account.refused(Some(&held), &expired).await,
        oauth::Refused::Again
    );
    assert_eq!(nonces(&lab), ["", "n-1", "n-1"]);
    let forms = lab.forms("/token");
    assert_eq!(forms[0], forms[1], "the same request");
}

#[tokio::test]
async fn issuer_that_wants_one_nonce_after_the_other_is_asked_twice() {
    let lab = Lab::new(|world| {
        binds(world);
        world.nonce = Some("n".into());
        world.nonces = true;
    })
    .await;
    let sign_in = lab.begin(Some(&wanted())).await.unwrap();
    tokio::spawn(crate::lab::open(lab.allow(sign_in.url())));
    let error = sign_in.finish().await.unwrap_err();
    assert!(
        matches!(&error, OAuthError::TokenRefused { error, .. } if error == "use_dpop_nonce"),
        "{error}"
    );
    assert_eq!(proofs(&lab).len(), 2);
    // One that wants a nonce of a client that sent no proof is not answered either.
    let lab = Lab::new(|world| world.nonce = Some("n".into())).await;
    let sign_in = lab.begin(None).await.unwrap();
    tokio::spawn(crate::lab::open(lab.allow(sign_in.url())));
    sign_in.finish().await.unwrap_err();
    assert_eq!(lab.forms("/token").len(), 1);
}

#[tokio::test]
async fn server_that_takes_bound_tokens_only_gets_no_others() {
    let required = json!({ "dpop_bound_access_tokens_required": true });
    let lab = Lab::new(|world| {
        binds(world);
        world.resource = required.clone();
    })
    .await;
    assert!(is_bound(&lab.sign_in(None).await.unwrap()));
    for (metadata, resource, asked) in [
        (json!({}), required, ""),
        (json!({}), json!({}), "DPoP"),
        (
            json!({ "dpop_signing_alg_values_supported": ["RS256"] }),
            json!({}),
            "DPoP",
        ),
        (
            json!({ "dpop_signing_alg_values_supported": ["ES256"] }),
            json!({}),
            "DPoP algs=\"RS256\"",
        ),
    ] {
        let lab = Lab::new(|world| {
            world.metadata = metadata.clone();
            world.resource = resource;
        })
        .await;
        let error = lab
            .account
            .prepare(Some(&challenge(401, asked)))
            .await
            .unwrap_err();
        assert!(
            matches!(error, OAuthError::NoProof { .. }),
            "{metadata} {asked}: {error}"
        );
        lab.only_documents();
    }
}

#[tokio::test]
async fn sign_in_that_was_bound_stays_so_until_the_user_signs_out() {
    let lab = Lab::new(binds).await;
    lab.sign_in(Some(&wanted())).await.unwrap();
    // Neither the server nor the issuer can talk it down.
    let plain = challenge(401, "Bearer");
    assert!(
        lab.account
            .prepare(Some(&plain))
            .await
            .unwrap()
            .plan()
            .is_bound
    );
    lab.world().metadata = json!({});
    let error = lab.account.prepare(Some(&plain)).await.unwrap_err();
    assert!(matches!(error, OAuthError::NoProof { .. }), "{error}");
    lab.account.sign_out().await.unwrap();
    lab.world().tokens = json!({});
    assert!(!is_bound(&lab.sign_in(Some(&plain)).await.unwrap()));
}

#[tokio::test]
async fn no_two_servers_share_a_key_and_no_proof_is_made_for_another_origin() {
    let (one, two) = (Lab::new(binds).await, Lab::new(binds).await);
    one.sign_in(Some(&wanted())).await.unwrap();
    two.sign_in(Some(&wanted())).await.unwrap();
    assert_ne!(keys(&one), keys(&two));
    let held = bearer(&one.account).await;
    let elsewhere: Url = two.server.url("/mcp").parse().unwrap();
    assert!(one.account.proof(&held, "POST", &elsewhere).is_err());
    assert!(shown(&one, &one.account, &held).is_some());
}

#[tokio::test]
async fn proof_that_a_server_refuses_ends_in_no_sign_in() {
    let lab = Lab::new(binds).await;
    lab.sign_in(Some(&wanted())).await.unwrap();
    let held = bearer(&lab.account).await;
    for (said, expected) in [
        ("use_dpop_nonce", OAuthError::NonceLoop),
        ("invalid_dpop_proof", OAuthError::ProofRefused),
    ] {
        let said = challenge(401, &format!("DPoP error=\"{said}\""));
        let refused = lab.account.refused(Some(&held), &said).await;
        assert_eq!(refused, oauth::Refused::GiveUp(expected));
    }
    assert_eq!(proofs(&lab).len(), 1, "nothing was renewed");
    assert!(is_bound(&lab.account.status()));
}

#[tokio::test]
async fn key_is_in_the_keychain_and_tokens_whose_key_is_damaged_are_none() {
    let lab = Lab::new(binds).await;
    lab.sign_in(Some(&wanted())).await.unwrap();
    let kept = lab.secrets().get("oauth:tokens").await.unwrap().unwrap();
    let mut kept: serde_json::Value = serde_json::from_str(kept.expose()).unwrap();
    let key = kept["key"].as_str().unwrap().to_owned();
    let held = bearer(&lab.account).await;
    let printed = format!("{:?} {held:?} {:?}", lab.account, lab.account.status());
    assert!(!printed.contains(&key[40..80]), "{printed}");
    // Nor does a line of the log that somebody wrote it into.
    let logged = secrets::scrub(&format!("the key is {key}, says somebody"));
    assert!(!logged.contains(&key[40..80]), "{logged}");
    assert!(logged.starts_with("the key is ") && logged.ends_with(", says somebody"));
    kept["key"] = key[..40].into();
    let damaged = Secret::new(kept.to_string());
    lab.secrets().set("oauth:tokens", &damaged).await.unwrap();
    assert!(lab.restarted().bearer().await.unwrap().is_none());
    kept["key"] = key.into();
    let whole = Secret::new(kept.to_string());
    lab.secrets().set("oauth:tokens", &whole).await.unwrap();
    assert!(lab.restarted().bearer().await.unwrap().is_some());
}
