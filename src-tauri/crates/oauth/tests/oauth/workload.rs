//! Signing in with a token that the platform keeps in a file.

use std::path::PathBuf;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use oauth::{AccountStatus, ClientCredentials, ClientKind, OAuthError, Refused};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lab::{Lab, World, challenge};

/// A file as a platform writes it, for an audience.
struct Platform {
    folder: TempDir,
}

impl Platform {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("token")
    }

    fn credentials(&self) -> ClientCredentials {
        ClientCredentials::Workload { file: self.file() }
    }

    /// Writes a token; returns it.
    fn writes(&self, audience: &str, lasts: i64, name: &str) -> String {
        let ends = domain::now_ms() / 1000 + lasts;
        let claims = json!({ "aud": audience, "exp": ends, "sub": name }).to_string();
        let token = format!("e30.{}.c2lnbmVk", URL_SAFE_NO_PAD.encode(claims));
        std::fs::write(self.file(), format!("{token}\n")).unwrap();
        token
    }
}

fn takes_assertions(world: &mut World) {
    let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    world.metadata = json!({ "grant_types_supported": [grant], "registration_endpoint": null });
    world.tokens = json!({ "refresh_token": null });
}

async fn sign_in(lab: &Lab, platform: &Platform) -> Result<AccountStatus, OAuthError> {
    let issuer = lab.issuer.url("");
    let asked = challenge(401, "Bearer scope=\"r\"");
    let credentials = platform.credentials();
    lab.account
        .client_credentials(Some(&asked), &issuer, &credentials)
        .await
}

fn asked_for_tokens(lab: &Lab) -> usize {
    lab.forms("/token").len()
}

#[tokio::test]
async fn token_in_the_file_signs_in_and_the_one_that_is_there_later_renews() {
    let lab = Lab::new(takes_assertions).await;
    let platform = Platform::new();
    let first = platform.writes(&lab.issuer.url(""), 60, "one");
    lab.world().assertion = first.clone();
    let AccountStatus::SignedIn(held) = sign_in(&lab, &platform).await.unwrap() else {
        panic!("not signed in");
    };
    assert_eq!(
        (held.client, held.can_refresh),
        (ClientKind::Workload, true)
    );
    let form = lab.forms("/token").remove(0);
    assert_eq!(
        (&form["assertion"], &form["scope"]),
        (&first, &"r".to_owned())
    );
    assert_eq!(form["resource"], lab.server.url("/mcp"));
    assert!(
        !form.contains_key("client_id") && !form.contains_key("client_secret"),
        "{form:?}"
    );

    // The platform replaces what is in the file; a program that was started again renews with that.
    let second = platform.writes(&lab.issuer.url("/token"), 60, "two");
    lab.world().assertion = second.clone();
    let again = lab.restarted();
    let used = again.bearer().await.unwrap();
    let ended = challenge(401, "Bearer error=\"invalid_token\"");
    assert_eq!(again.refused(used.as_ref(), &ended).await, Refused::Again);
    assert_eq!(lab.forms("/token")[1]["assertion"], second);
    // One for another service is not sent at a renewal either.
    platform.writes("https://kubernetes.default.svc", 60, "three");
    let last = lab.restarted();
    let used = last.bearer().await.unwrap();
    let refused = last.refused(used.as_ref(), &ended).await;
    assert!(!matches!(refused, Refused::Again), "{refused:?}");
    assert_eq!(asked_for_tokens(&lab), 2);
}

#[tokio::test]
async fn token_for_another_service_or_without_use_is_not_sent() {
    let lab = Lab::new(takes_assertions).await;
    let platform = Platform::new();
    let missing = sign_in(&lab, &platform).await.unwrap_err();
    assert!(matches!(missing, OAuthError::BadWorkload(_)), "{missing}");
    for (audience, lasts) in [
        ("https://kubernetes.default.svc".to_owned(), 60),
        (format!("{}.evil.example", lab.issuer.url("")), 60),
        (lab.issuer.url(""), -60),
    ] {
        platform.writes(&audience, lasts, "x");
        let error = sign_in(&lab, &platform).await.unwrap_err();
        assert!(
            matches!(error, OAuthError::BadWorkload(_)),
            "{audience}: {error}"
        );
    }
    let large = Value::from("x".repeat(64 * 1024)).to_string();
    std::fs::write(platform.file(), large).unwrap();
    let error = sign_in(&lab, &platform).await.unwrap_err();
    assert!(matches!(error, OAuthError::BadWorkload(_)), "{error}");
    // An issuer that takes none gets none, though it is the audience.
    lab.world().metadata = json!({ "registration_endpoint": null });
    platform.writes(&lab.issuer.url(""), 60, "x");
    let error = sign_in(&lab, &platform).await.unwrap_err();
    assert!(matches!(error, OAuthError::NoAssertions { .. }), "{error}");
    assert_eq!(asked_for_tokens(&lab), 0);
    // The same token is sent where it is taken.
    takes_assertions(&mut lab.world());
    lab.world().assertion = std::fs::read_to_string(platform.file())
        .unwrap()
        .trim()
        .to_owned();
    sign_in(&lab, &platform).await.unwrap();
}

#[tokio::test]
async fn refusal_is_said_once_and_without_the_token() {
    let lab = Lab::new(takes_assertions).await;
    let platform = Platform::new();
    let token = platform.writes(&lab.issuer.url(""), 60, "x");
    let error = sign_in(&lab, &platform).await.unwrap_err();
    assert!(matches!(error, OAuthError::TokenRefused { .. }), "{error}");
    assert!(!error.to_string().contains(&token));
    assert_eq!(
        asked_for_tokens(&lab),
        1,
        "not once more, and no other grant"
    );
    assert!(lab.account.bearer().await.unwrap().is_none());
}
