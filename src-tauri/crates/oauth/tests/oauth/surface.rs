//! What a shell may count on: nothing prints a secret, everything can be waited for from any thread, each error says what to do.

use oauth::{Account, ClientCredentials, OAuthError, Paste, Prepared, Sent, SignIn};
use secrets::{Secret, SecretsError};

use crate::lab::Lab;

fn goes_anywhere<T: Send>(what: T) -> T {
    what
}

#[tokio::test]
async fn acts_can_be_waited_for_from_any_thread() {
    fn shared<T: Send + Sync>() {}
    shared::<Account>();
    shared::<Prepared>();
    shared::<SignIn>();
    shared::<Paste>();
    let lab = Lab::new(|_| {}).await;
    let prepared = goes_anywhere(lab.account.prepare(None)).await.unwrap();
    drop(goes_anywhere(
        goes_anywhere(prepared.begin()).await.unwrap().finish(),
    ));
    goes_anywhere(lab.account.bearer()).await.unwrap();
    goes_anywhere(lab.account.sign_out()).await.unwrap();
}

#[tokio::test]
async fn nothing_prints_a_secret() {
    let lab = Lab::new(|_| {}).await;
    lab.sign_in(None).await.unwrap();
    let bearer = lab.account.bearer().await.unwrap().unwrap();
    let prepared = lab.account.prepare(None).await.unwrap();
    let all = format!(
        "{:?} {bearer:?} {prepared:?} {:?}",
        lab.account,
        lab.account.status()
    );
    let credentials = ClientCredentials::Secret {
        id: "robot".into(),
        secret: Secret::new("s3cret".into()),
    };
    let sign_in = prepared.begin().await.unwrap();
    let all = format!("{all} {credentials:?} {sign_in:?}");
    for secret in ["access-", "refresh-", "s3cret", "c0de-"] {
        assert!(!all.contains(secret), "{all}");
    }
}

#[test]
fn errors_say_what_was_sent_and_what_to_do() {
    let host = || "a.example".to_owned();
    for (error, sent) in [
        (OAuthError::PlainServer, Sent::Nothing),
        (OAuthError::Secrets(SecretsError::Locked), Sent::Nothing),
        (
            OAuthError::Blocked {
                host: host(),
                kind: "this machine",
            },
            Sent::NoSecret,
        ),
        (OAuthError::NoPkce { issuer: host() }, Sent::NoSecret),
        (
            OAuthError::WrongIssuer {
                issuer: host(),
                said: host(),
            },
            Sent::NoSecret,
        ),
        (
            OAuthError::TokenRefused {
                issuer: host(),
                error: "no".into(),
                said: None,
            },
            Sent::ToIssuer,
        ),
    ] {
        assert_eq!(error.sent(), sent, "{error}");
        assert!(!error.to_string().ends_with('.'), "{error}");
    }
}
