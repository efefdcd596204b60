//! The good ways through.

use aws_lc_rs::{
    rand::SystemRandom,
    signature::{
        ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair,
        UnparsedPublicKey,
    },
};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use oauth::{
    AccountOptions, AccountStatus, ClientCredentials, ClientKind, OAuthError, Refused, Revocation,
    SignedIn, WhyOut,
};
use secrets::Secret;
use serde_json::{Value, json};

use crate::lab::{Lab, Reply, challenge};

fn signed_in(status: &AccountStatus) -> &SignedIn {
    match status {
        AccountStatus::SignedIn(signed_in) => signed_in,
        other => panic!("{other:?}"),
    }
}

async fn token(account: &oauth::Account) -> Option<String> {
    let bearer = account.bearer().await.unwrap();
    bearer.map(|bearer| bearer.token().expose().to_owned())
}

#[tokio::test]
async fn signs_in_is_kept_and_signs_out() {
    let lab = Lab::new(|_| {}).await;
    assert_eq!(token(&lab.account).await, None);
    assert_eq!(lab.account.status(), AccountStatus::Never);

    let asked = format!(
        "Bearer resource_metadata=\"{}\", scope=\"b a\"",
        lab.server.url("/.well-known/oauth-protected-resource/mcp")
    );
    let prepared = lab
        .account
        .prepare(Some(&challenge(401, &asked)))
        .await
        .unwrap();
    lab.only_documents();
    let plan = prepared.plan();
    assert_eq!(
        (plan.opens.as_str(), plan.issuer.as_str()),
        (lab.issuer.url("").as_str(), lab.issuer.url("").as_str())
    );
    assert_eq!(
        (plan.scopes.clone(), plan.new_scopes.len()),
        (vec!["a".to_owned(), "b".into()], 0)
    );
    assert_eq!(
        (plan.client, plan.client_id.clone()),
        (ClientKind::Dynamic, None)
    );

    let status = lab.go_through(prepared).await.unwrap();
    let now = signed_in(&status);
    assert_eq!(now.scopes, ["a", "b"]);
    assert_eq!(now.resource, lab.server.url("/mcp"));
    assert!(now.can_refresh && now.expires_at_ms.unwrap() > domain::now_ms());

    let registered = &lab.bodies("/register")[0];
    assert_eq!(registered["application_type"], "native");
    assert_eq!(
        registered["grant_types"],
        json!(["authorization_code", "refresh_token"])
    );
    let form = &lab.forms("/token")[0];
    assert_eq!(form["resource"], lab.server.url("/mcp"));
    assert_eq!(registered["redirect_uris"], json!([form["redirect_uri"]]));
    assert_eq!(form["client_id"], "client-1");
    assert_eq!(
        lab.server
            .seen()
            .iter()
            .filter(|seen| seen.header("mcp-protocol-version").is_none())
            .count(),
        0
    );

    assert_eq!(token(&lab.account).await.as_deref(), Some("access-2"));
    // Started again: from the keychain, without a word to anybody.
    let before = lab.issuer.seen().len();
    let again = lab.restarted();
    assert_eq!(token(&again).await.as_deref(), Some("access-2"));
    assert_eq!(signed_in(&again.status()).since_ms, now.since_ms);
    assert_eq!(lab.issuer.seen().len(), before);

    let out = lab.account.sign_out().await.unwrap();
    assert_eq!(
        (out.revocation, out.not_forgotten),
        (Revocation::Done, None)
    );
    let told: Vec<_> = lab
        .forms("/revoke")
        .iter()
        .map(|f| (f["token"].clone(), f["token_type_hint"].clone()))
        .collect();
    assert_eq!(
        told,
        [
            ("refresh-2".into(), "refresh_token".to_owned()),
            ("access-2".into(), "access_token".into())
        ]
    );
    assert_eq!(token(&lab.account).await, None);
    assert_eq!(
        lab.account.status(),
        AccountStatus::SignedOut(WhyOut::Asked)
    );
    assert_eq!(token(&lab.restarted()).await, None);

    // The registration is used again, from the same port.
    lab.sign_in(None).await.unwrap();
    assert_eq!(lab.bodies("/register").len(), 1);
}

#[tokio::test]
async fn no_metadata_means_the_endpoints_of_2025_03_26() {
    let lab = Lab::new(|world| {
        world.issuer = world.server.clone();
        let nothing = Reply::Text(404, "");
        world
            .special
            .insert("/.well-known/oauth-protected-resource/mcp".into(), nothing);
        world.registered = json!({ "client_secret": "s3cret", "token_endpoint_auth_method": null });
    })
    .await;
    let sign_in = lab.begin(None).await.unwrap();
    assert!(
        sign_in
            .url()
            .as_str()
            .starts_with(&lab.server.url("/authorize?"))
    );
    assert!(sign_in.url().query_pairs().all(|(name, _)| name != "scope"));
    let browser = tokio::spawn(crate::lab::open(lab.allow(sign_in.url())));
    let status = sign_in.finish().await.unwrap();
    browser.await.unwrap();
    assert_eq!(signed_in(&status).issuer, lab.server.url(""));
    let asked = lab
        .server
        .seen()
        .into_iter()
        .find(|seen| seen.path == "/token")
        .unwrap();
    assert!(asked.header("authorization").unwrap().starts_with("Basic "));
}

#[tokio::test]
async fn metadata_are_found_at_every_place_they_may_be() {
    for (issuer_path, at) in [
        ("", "/.well-known/openid-configuration"),
        ("/tenant", "/.well-known/oauth-authorization-server/tenant"),
        ("/tenant", "/.well-known/openid-configuration/tenant"),
        ("/tenant", "/tenant/.well-known/openid-configuration"),
    ] {
        let lab = Lab::new(|world| {
            let issuer = world.issuer.clone();
            let metadata = json!({
                "issuer": format!("{issuer}{issuer_path}"),
                "authorization_endpoint": format!("{issuer}/authorize"),
                "token_endpoint": format!("{issuer}/token"),
                "registration_endpoint": format!("{issuer}/register"),
                "code_challenge_methods_supported": ["plain", "S256"],
            });
            let root = "/.well-known/oauth-protected-resource";
            let resource = json!({ "resource": world.server, "authorization_servers": [format!("{issuer}{issuer_path}")] });
            world.special.insert(format!("{root}/mcp"), Reply::Text(404, ""));
            world.special.insert(root.into(), Reply::Json(200, resource));
            world.special.insert("/.well-known/oauth-authorization-server".into(), Reply::Text(200, "<html>"));
            world.special.insert(at.into(), Reply::Json(200, metadata));
        })
        .await;
        let status = lab.sign_in(None).await.unwrap();
        assert_eq!(
            signed_in(&status).issuer,
            lab.issuer.url(issuer_path),
            "{at}"
        );
        assert_eq!(lab.forms("/token")[0]["resource"], lab.server.url(""));
    }
}

#[tokio::test]
async fn a_client_the_user_entered_comes_first() {
    let document: url::Url = "https://innkeeper.example/client.json".parse().unwrap();
    let options = AccountOptions {
        client_metadata_url: Some(document.clone()),
        ..AccountOptions::default()
    };
    let lab = Lab::with(
        |world| {
            world.metadata = json!({
                "client_id_metadata_document_supported": true,
                "token_endpoint_auth_methods_supported": ["client_secret_post"],
            });
        },
        options,
    )
    .await;
    let prepared = lab.account.prepare(None).await.unwrap();
    assert_eq!(prepared.plan().client, ClientKind::MetadataDocument);
    lab.go_through(prepared).await.unwrap();
    assert_eq!(lab.forms("/token")[0]["client_id"], document.as_str());

    let secret = Some(Secret::new("s3cret".into()));
    lab.account
        .set_client(&lab.issuer.url(""), "mine".into(), secret)
        .await
        .unwrap();
    assert_eq!(
        lab.account.prepare(None).await.unwrap().plan().client,
        ClientKind::PreRegistered
    );
    lab.sign_in(None).await.unwrap();
    let form = &lab.forms("/token")[1];
    assert_eq!(
        (form["client_id"].as_str(), form["client_secret"].as_str()),
        ("mine", "s3cret")
    );
    assert_eq!(lab.bodies("/register").len(), 0);

    lab.account
        .set_client(&lab.issuer.url(""), String::new(), None)
        .await
        .unwrap();
    assert_eq!(
        lab.account.prepare(None).await.unwrap().plan().client,
        ClientKind::MetadataDocument
    );
}

#[tokio::test]
async fn nobody_registers_where_nobody_may() {
    let lab = Lab::new(|world| world.metadata = json!({ "registration_endpoint": null })).await;
    let error = lab.account.prepare(None).await.unwrap_err();
    assert_eq!(
        error,
        OAuthError::NoClient {
            issuer: lab.issuer.url("")
        }
    );
}

#[tokio::test]
async fn another_issuer_gets_nothing_of_the_first() {
    let lab =
        Lab::new(|world| world.registered = json!({ "client_secret": "s3cret-of-one" })).await;
    lab.sign_in(None).await.unwrap();
    let other = Lab::new(|_| {}).await;
    lab.world().resource = json!({ "authorization_servers": [other.issuer.url("")] });
    let used = lab.account.bearer().await.unwrap();
    // The token of the first is renewed at the first, once; then a person has to sign in.
    let asked = challenge(401, "Bearer");
    assert_eq!(
        lab.account.refused(used.as_ref(), &asked).await,
        Refused::Again
    );
    let used = lab.account.bearer().await.unwrap();
    assert_eq!(
        lab.account.refused(used.as_ref(), &asked).await,
        Refused::SignIn(asked.clone())
    );
    assert_eq!(token(&lab.account).await, None);

    let prepared = lab.account.prepare(Some(&asked)).await.unwrap();
    assert_eq!(
        (
            prepared.plan().issuer.as_str(),
            prepared.plan().client_id.as_ref()
        ),
        (other.issuer.url("").as_str(), None)
    );
    let sign_in = prepared.begin().await.unwrap();
    let browser = tokio::spawn(crate::lab::open(other.allow(sign_in.url())));
    let status = sign_in.finish().await.unwrap();
    browser.await.unwrap();
    assert_eq!(signed_in(&status).issuer, other.issuer.url(""));
    assert_eq!(other.bodies("/register").len(), 1);
    for seen in other.issuer.seen() {
        let all = format!("{seen:?}");
        for of_the_first in ["s3cret-of-one", "access-2", "access-3", "refresh-"] {
            assert!(!all.contains(of_the_first), "{all}");
        }
    }
}

#[tokio::test]
async fn scopes_grow_and_only_the_new_are_marked() {
    let lab = Lab::new(|world| {
        world.resource = json!({ "scopes_supported": ["r", "w", "x"] });
        world.metadata = json!({ "scopes_supported": ["r", "w", "offline_access"] });
    })
    .await;
    let first = lab
        .account
        .prepare(Some(&challenge(401, "Bearer scope=\"r\"")))
        .await
        .unwrap();
    assert_eq!(first.plan().scopes, ["offline_access", "r"]);
    lab.go_through(first).await.unwrap();
    let more = challenge(403, "Bearer error=\"insufficient_scope\", scope=\"w\"");
    let used = lab.account.bearer().await.unwrap();
    assert_eq!(
        lab.account.refused(used.as_ref(), &more).await,
        Refused::SignIn(more.clone())
    );
    let second = lab.account.prepare(Some(&more)).await.unwrap();
    assert_eq!(
        (&second.plan().scopes, &second.plan().new_scopes),
        (
            &vec!["offline_access".to_owned(), "r".into(), "w".into()],
            &vec!["w".to_owned()]
        )
    );
    let sign_in = second.begin().await.unwrap();
    assert!(
        sign_in
            .url()
            .query_pairs()
            .any(|pair| pair == ("scope".into(), "offline_access r w".into()))
    );
    assert!(
        sign_in
            .url()
            .query_pairs()
            .any(|pair| pair == ("prompt".into(), "consent".into()))
    );
    drop(sign_in);
    // The sign-in until now holds.
    assert_eq!(token(&lab.account).await.as_deref(), Some("access-2"));
}

#[tokio::test]
async fn a_program_signs_in_as_itself() {
    let lab = Lab::new(|world| {
        world.metadata = json!({ "token_endpoint_auth_methods_supported": ["client_secret_basic"], "authorization_endpoint": null });
        world.tokens = json!({ "refresh_token": null });
    })
    .await;
    let credentials = ClientCredentials::Secret {
        id: "robot".into(),
        secret: Secret::new("s3cret".into()),
    };
    let asked = challenge(401, "Bearer scope=\"a\"");
    let status = lab
        .account
        .client_credentials(Some(&asked), &lab.issuer.url(""), &credentials)
        .await
        .unwrap();
    assert!(!signed_in(&status).can_refresh);
    let seen = lab
        .issuer
        .seen()
        .into_iter()
        .find(|seen| seen.path == "/token")
        .unwrap();
    assert_eq!(seen.header("authorization"), Some("Basic cm9ib3Q6czNjcmV0"));
    assert_eq!(crate::lab::form(&seen.body)["scope"], "a");
    let kept = lab.secrets().get("oauth:tokens").await.unwrap().unwrap();
    assert!(!kept.expose().contains("s3cret") && kept.expose().contains("access-1"));
    let kept: Value = serde_json::from_str(kept.expose()).unwrap();
    assert_eq!(kept["client"]["id"], "robot");
}

#[tokio::test]
async fn a_key_signs_and_stays_here() {
    let rng = SystemRandom::new();
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &rng).unwrap();
    let text = STANDARD.encode(key.as_ref());
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n");
    let lab = Lab::new(|world| {
        world.metadata = json!({ "token_endpoint_auth_methods_supported": ["private_key_jwt"] });
    })
    .await;
    let credentials = ClientCredentials::Key {
        id: "robot".into(),
        pem: Secret::new(pem),
    };
    let issuer = lab.issuer.url("");
    let status = lab
        .account
        .client_credentials(None, &issuer, &credentials)
        .await
        .unwrap();
    assert_eq!(signed_in(&status).issuer, issuer);
    let form = &lab.forms("/token")[0];
    assert_eq!(form["client_id"], "robot");
    assert_eq!(
        form["client_assertion_type"],
        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    );
    let (signed, signature) = form["client_assertion"].rsplit_once('.').unwrap();
    let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, key.as_ref()).unwrap();
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, pair.public_key().as_ref())
        .verify(
            signed.as_bytes(),
            &URL_SAFE_NO_PAD.decode(signature).unwrap(),
        )
        .unwrap();
    // Another issuer than the one that was meant gets nothing signed.
    let other = lab
        .account
        .client_credentials(None, "https://a.example", &credentials)
        .await;
    assert!(matches!(other, Err(OAuthError::IssuerMismatch { .. })));
    assert_eq!(lab.forms("/token").len(), 1);
}

#[tokio::test]
async fn what_is_damaged_counts_as_nothing() {
    let lab = Lab::new(|_| {}).await;
    for name in oauth::SECRET_NAMES {
        let damaged = Secret::new("{\"server\":".into());
        lab.secrets().set(name, &damaged).await.unwrap();
    }
    assert_eq!(token(&lab.account).await, None);
    lab.sign_in(None).await.unwrap();
    assert_eq!(token(&lab.restarted()).await.as_deref(), Some("access-2"));
}
