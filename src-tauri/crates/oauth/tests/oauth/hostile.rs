//! Authorization servers that mean harm: each is refused with the right words, and got nothing.

use oauth::{OAuthError, Refused, STEP_UPS, Sent};
use serde_json::{Value, json};

use crate::lab::{Lab, Reply, challenge, open};

/// Preparing fails, and nothing but public documents was asked for.
async fn refused(metadata: Value) -> OAuthError {
    let lab = Lab::new(|world| world.metadata = metadata).await;
    let error = lab.account.prepare(None).await.unwrap_err();
    lab.only_documents();
    assert_ne!(error.sent(), Sent::ToIssuer);
    error
}

#[tokio::test]
async fn a_browser_is_sent_to_a_page_and_to_nothing_else() {
    for bad in [
        "javascript:alert(document.domain)",
        "file:///etc/passwd",
        "calculator:",
        "-flag",
        "--new-window",
        "http://as.example/authorize",
        "ms-msdt:/id",
        "data:text/html,hello",
        "https://user:word@as.example/",
        "https://as.example/#/authorize",
        "https://as.example/\u{202e}/authorize\nx",
        "https://169.254.169.254/latest",
        "https://10.0.0.1/authorize",
        "//as.example/authorize",
        "",
    ] {
        let error = refused(json!({ "authorization_endpoint": bad })).await;
        assert!(
            matches!(
                error,
                OAuthError::BadUrl { .. } | OAuthError::Blocked { .. }
            ),
            "{bad}: {error}"
        );
        assert!(!error.to_string().contains(['\n', '\u{202e}']));
    }
    for doubled in [
        "client_id=evil",
        "a=b&state=1",
        "redirect_uri=https://evil.example",
        "scope=all",
        "request_uri=x",
    ] {
        let page = format!("https://as.example/authorize?{doubled}");
        let error = refused(json!({ "authorization_endpoint": page })).await;
        assert!(
            matches!(error, OAuthError::BadUrl { .. }),
            "{doubled}: {error}"
        );
    }
}

#[tokio::test]
async fn no_pkce_no_sign_in() {
    for methods in [json!(null), json!([]), json!(["plain"]), json!(["s256"])] {
        let error = refused(json!({ "code_challenge_methods_supported": methods })).await;
        assert!(matches!(error, OAuthError::NoPkce { .. }), "{error}");
    }
    let error = refused(json!({ "response_types_supported": ["token"] })).await;
    assert!(matches!(error, OAuthError::NoCodeFlow { .. }), "{error}");
}

#[tokio::test]
async fn metadata_of_another_are_not_used() {
    for said in ["https://evil.example", "https://127.0.0.1", ""] {
        let error = refused(json!({ "issuer": said })).await;
        assert!(
            matches!(error, OAuthError::IssuerMismatch { .. }),
            "{error}"
        );
    }
    for said in ["https://evil.example/mcp", "http://127.0.0.1:1/mcp", "/mcp"] {
        let lab = Lab::new(|world| world.resource = json!({ "resource": said })).await;
        let error = lab.account.prepare(None).await.unwrap_err();
        assert!(
            matches!(error, OAuthError::ResourceMismatch { .. }),
            "{error}"
        );
        assert!(lab.issuer.seen().is_empty());
        lab.only_documents();
    }
    // A server's path beside this one's is another server.
    let lab =
        Lab::new(|world| world.resource = json!({ "resource": format!("{}/mcp2", world.server) }))
            .await;
    assert!(matches!(
        lab.account.prepare(None).await,
        Err(OAuthError::ResourceMismatch { .. })
    ));
}

#[tokio::test]
async fn documents_that_are_none() {
    for (reply, wanted) in [
        (Reply::Json(200, json!({ "issuer": 7 })), "document"),
        (Reply::Json(500, json!({})), "status"),
        (Reply::Text(404, ""), "metadata"),
    ] {
        let lab = Lab::new(|world| {
            world
                .special
                .insert("/.well-known/oauth-authorization-server".into(), reply);
        })
        .await;
        let error = lab.account.prepare(None).await.unwrap_err();
        lab.only_documents();
        let right = match wanted {
            "document" => matches!(error, OAuthError::BadDocument { .. }),
            "status" => matches!(error, OAuthError::Status { status: 500, .. }),
            _ => matches!(error, OAuthError::NoMetadata { .. }),
        };
        assert!(right, "{error}");
    }
}

#[tokio::test]
async fn three_gigabytes_are_cut_off_at_one_mebibyte() {
    let lab = Lab::new(|world| {
        world.special.insert(
            "/.well-known/oauth-authorization-server".into(),
            Reply::Flood,
        );
    })
    .await;
    let error = lab.account.prepare(None).await.unwrap_err();
    assert!(matches!(error, OAuthError::TooLarge { .. }), "{error}");
    assert!(lab.issuer.all_closed().await);
    // What was read, and what the sockets' buffers took beside it.
    let flooded = lab.world().flooded;
    assert!(flooded < 16 * 1024 * 1024, "{flooded}");
}

#[tokio::test]
async fn answers_of_another_issuer_bring_no_code_to_anybody() {
    let issuer = |lab: &Lab| lab.issuer.url("");
    for (promises, iss, wanted) in [
        (true, None, "missing"),
        (false, Some("https://evil.example".to_owned()), "wrong"),
        (true, Some("https://evil.example".to_owned()), "wrong"),
        (true, Some("/".to_owned()), "wrong"),
        (false, Some("?".to_owned()), "wrong"),
        (true, Some(String::new()), "right"),
        (false, Some(String::new()), "right"),
        (false, None, "right"),
    ] {
        let lab = Lab::new(|world| {
            world.metadata = json!({ "authorization_response_iss_parameter_supported": promises });
        })
        .await;
        let sign_in = lab.begin(None).await.unwrap();
        let mut back = lab.allow(sign_in.url());
        if let Some(iss) = &iss {
            // Look-alikes are its own name and a little more.
            let said = if iss.starts_with("http") {
                iss.clone()
            } else {
                format!("{}{iss}", issuer(&lab))
            };
            back.query_pairs_mut().append_pair("iss", &said);
        }
        let browser = tokio::spawn(open(back));
        let result = sign_in.finish().await;
        let page = browser.await.unwrap();
        let right = match (&result, wanted) {
            (Ok(_), "right") => page.contains("Innkeeper has the answer."),
            (Err(OAuthError::MissingIssuer { .. }), "missing")
            | (Err(OAuthError::WrongIssuer { .. }), "wrong") => {
                page.contains("You were not signed in.")
            }
            _ => false,
        };
        assert!(right, "{promises} {iss:?} {result:?} {page}");
        assert_eq!(lab.forms("/token").len(), usize::from(wanted == "right"));
    }
}

#[tokio::test]
async fn endless_wishes_for_more_end() {
    let lab = Lab::new(|_| {}).await;
    lab.sign_in(None).await.unwrap();
    for round in 0..STEP_UPS + 2 {
        let more = format!("Bearer error=\"insufficient_scope\", scope=\"s{round}\"");
        let more = challenge(403, &more);
        let used = lab.account.bearer().await.unwrap();
        let answer = lab.account.refused(used.as_ref(), &more).await;
        if round < STEP_UPS {
            assert_eq!(answer, Refused::SignIn(more.clone()));
            lab.sign_in(Some(&more)).await.unwrap();
        } else {
            assert_eq!(answer, Refused::GiveUp(OAuthError::StepUpLimit));
        }
    }
    assert_eq!(lab.forms("/token").len(), 1 + STEP_UPS);
    // A 403 of another kind is no wish.
    let used = lab.account.bearer().await.unwrap();
    let plain = lab
        .account
        .refused(
            used.as_ref(),
            &challenge(403, "Bearer error=\"access_denied\""),
        )
        .await;
    assert!(matches!(
        plain,
        Refused::GiveUp(OAuthError::Status { status: 403, .. })
    ));
}

#[tokio::test]
async fn tokens_that_are_none() {
    for tokens in [
        json!({ "access_token": null }),
        json!({ "access_token": "" }),
        json!({ "access_token": "a\r\nX-Evil: 1" }),
        json!({ "access_token": "x".repeat(100_000) }),
        json!({ "token_type": "DPoP" }),
        json!({ "token_type": null }),
        json!({ "refresh_token": "a b" }),
    ] {
        let lab = Lab::new(|world| world.tokens = tokens.clone()).await;
        let error = lab.sign_in(None).await.unwrap_err();
        assert!(
            matches!(error, OAuthError::BadToken { .. }),
            "{tokens}: {error}"
        );
        assert_eq!(lab.account.bearer().await.unwrap().map(|_| ()), None);
        assert!(lab.secrets().get("oauth:tokens").await.unwrap().is_none());
    }
}

#[tokio::test]
async fn what_was_sent_is_not_said_again() {
    let lab = Lab::new(|_| {}).await;
    let sign_in = lab.begin(None).await.unwrap();
    let back = lab.allow(sign_in.url());
    let code = back
        .query_pairs()
        .find(|(name, _)| name == "code")
        .unwrap()
        .1
        .into_owned();
    let echo = json!({ "error": "invalid_request", "error_description": format!("bad code {code}\u{1b}[2J") });
    lab.world()
        .special
        .insert("/token".into(), Reply::Json(400, echo));
    let browser = tokio::spawn(open(back));
    let error = sign_in.finish().await.unwrap_err();
    browser.await.unwrap();
    let all = format!("{error} {error:?}");
    assert!(!all.contains(&code) && !all.contains('\u{1b}'), "{all}");
    assert!(all.contains("invalid_request"), "{all}");
    // The whole of what was in play prints nothing either.
    lab.world().special.clear();
    let prepared = lab.account.prepare(None).await.unwrap();
    let sign_in = prepared.begin().await.unwrap();
    let state = sign_in
        .url()
        .query_pairs()
        .find(|(name, _)| name == "state")
        .unwrap()
        .1
        .into_owned();
    assert!(!format!("{sign_in:?} {:?}", sign_in.paste()).contains(&state));
}

#[tokio::test]
async fn a_registration_that_is_refused_or_absurd() {
    let long = "x".repeat(5000);
    for (registered, special) in [
        (json!({ "client_id": null }), None),
        (json!({ "client_id": "" }), None),
        (json!({ "client_id": long }), None),
        (json!({ "client_id": "a\nb" }), None),
        (
            json!({ "token_endpoint_auth_method": "tls_client_auth" }),
            None,
        ),
        (
            json!({ "token_endpoint_auth_method": "client_secret_basic" }),
            None,
        ),
        (
            json!({}),
            Some(Reply::Json(
                400,
                json!({ "error": "invalid_client_metadata", "error_description": "no" }),
            )),
        ),
        (json!({}), Some(Reply::Text(503, ""))),
    ] {
        let lab = Lab::new(|world| {
            world.registered = registered.clone();
            world
                .special
                .extend(special.map(|reply| ("/register".to_owned(), reply)));
        })
        .await;
        let error = lab.begin(None).await.unwrap_err();
        assert!(
            matches!(
                error,
                OAuthError::BadDocument { .. }
                    | OAuthError::NoTokenAuth { .. }
                    | OAuthError::RegistrationRefused { .. }
                    | OAuthError::Status { .. }
            ),
            "{registered}: {error}"
        );
        assert!(lab.forms("/token").is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn an_issuer_that_says_nothing_is_given_up() {
    // The clock runs ahead while nothing happens: the wait is the bound's, not the test's.
    tokio::time::resume();
    let lab = Lab::new(|world| {
        let silence = Reply::Silence;
        world
            .special
            .insert("/.well-known/oauth-authorization-server".into(), silence);
    })
    .await;
    tokio::time::pause();
    let error = lab.account.prepare(None).await.unwrap_err();
    tokio::time::resume();
    assert!(matches!(error, OAuthError::TimedOut { .. }), "{error}");
    assert!(error.is_passing());
    assert!(lab.issuer.all_closed().await);
}
