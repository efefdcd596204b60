//! Whatever a log line holds, no credential of it is left: tokens by where they stand, held secrets wherever they stand.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use proptest::prelude::*;
use secrets::{Secret, scrub, without_keys};

/// Where a credential may stand: `{}` is its place.
const PLACES: &[&str] = &[
    "Authorization: Bearer {}",
    "authorization:Bearer {}\r\nHost: x",
    "> AUTHORIZATION: DPoP {}",
    "Proxy-Authorization: Basic {}",
    r#"curl -H 'Authorization: Bearer {}' https://x.example"#,
    r#"headers: {"host": "x", "authorization": "Bearer {}"}"#,
    r#"headers: [("authorization", "Bearer {}"), ("host", "x")]"#,
    r#"HeaderMap { "x-api-key": "{}" }"#,
    "x-api-key: {}",
    "set-cookie: session={}; Path=/",
    "sent bearer {} to the server",
    "GET /callback?code={}&state=abc HTTP/1.1",
    "http://127.0.0.1:1234/callback?state=abc&code={}#end",
    "redirect_uri=http%3A%2F%2F127.0.0.1%2Fcb%3Fcode%3D{}%26state%3Dabc",
    "grant_type=authorization_code&code={}&redirect_uri=x",
    "grant_type=refresh_token&refresh_token={}&scope=a",
    "client_id=abc&client_secret={}",
    "code=x&code_verifier={}&resource=y",
    "client_assertion_type=a&client_assertion={}",
    "subject_token={}",
    r#"{"access_token":"{}","token_type":"bearer","expires_in":3600}"#,
    r#"{"refresh_token" : "{}"}"#,
    r#"{"id_token":"{}"}"#,
    r#"body: "{\"access_token\":\"{}\",\"scope\":\"a\"}""#,
    r#"body: "\"{\\\"client_secret\\\":\\\"{}\\\",\\\"x\\\":1}\"""#,
    "the answer was { access_token: '{}' }",
    r#"Registered { client_id: "abc", client_secret: Some("{}") }"#,
    r#"Reply { refresh_token: Some(RefreshToken("{}")), scope: None }"#,
    "ERROR oauth: refused code={} issuer=https://as.example",
    "access_token = {}",
    "access_token => {}",
    "api_key={}, model=x",
    "password: {}",
    "https://user:{}@x.example/path",
    "https://{}@x.example/path",
    "key sk-{} was refused",
    "key AIza{}",
    "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\nafter",
    "-----BEGIN RSA PRIVATE KEY-----\n{}",
];

fn credential() -> impl Strategy<Value = String> {
    // Sixteen and more: what a server makes is longer still. With a digit, as one that is nearly certain in so many.
    ("[A-Za-z0-9_-]{8,60}", "[0-9]", "[A-Za-z0-9_-]{8,60}").prop_map(|(a, b, c)| a + &b + &c)
}

/// No eight letters in a row of `secret` are left.
fn nothing_left(said: &str, secret: &str) -> Result<(), TestCaseError> {
    for at in 0..=secret.len() - 8 {
        let piece = &secret[at..at + 8];
        prop_assert!(!said.contains(piece), "{piece} is left in {said}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_credential_is_taken_out_wherever_it_stands(
        place in prop::sample::select(PLACES),
        credential in credential(),
        before in "[a-z .]{0,20}",
    ) {
        let line = before + " " + &place.replace("{}", &credential);
        nothing_left(&scrub(&line), &credential)?;
    }

    #[test]
    fn a_held_secret_is_taken_out_of_any_text(
        value in "[ -~]{8,80}",
        before in "[a-z ]{0,20}",
        after in "[a-z ]{0,20}",
    ) {
        let held = Secret::new(value.clone());
        let quoted = format!("{value:?}");
        let twice = format!("{quoted:?}");
        let in_url: String = value.bytes().map(|b| match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(b).to_string(),
            _ => format!("%{b:02X}"),
        }).collect();
        for form in [&value, &quoted[1..quoted.len() - 1], &twice[3..twice.len() - 3], &in_url] {
            let said = scrub(&format!("{before}{form}{after}"));
            prop_assert!(!said.contains(form), "{said}");
        }
        drop(held);
    }

    #[test]
    fn other_words_stay(text in "([a-z]{1,12}|[0-9]{1,5}|/[a-z/]{1,12}|[a-z]{1,6}=[0-9]{1,4}) {0,3}( [a-z]{1,9}){0,9}") {
        let named = ["token", "secret", "cookie", "credential", "assertion", "password", "verifier"];
        prop_assume!(!named.iter().any(|name| text.contains(name)) && !text.contains("code="));
        prop_assume!(!["bearer ", "basic ", "dpop "].iter().any(|scheme| text.contains(scheme)));
        prop_assert_eq!(scrub(&text), text);
    }

    #[test]
    fn no_text_is_too_strange(text in any::<String>()) {
        let _ = scrub(&text);
        let _ = scrub(&text.replace(' ', " token="));
    }
}

#[test]
fn what_says_nothing_secret_is_left_to_be_read() {
    for text in [
        "exit code: 1",
        "ApiError { code: Keychain, message: \"locked\" }",
        r#"{"jsonrpc":"2.0","error":{"code":-32601,"message":"no such method"}}"#,
        "status_code=401 Unauthorized",
        r#"WWW-Authenticate: Bearer resource_metadata="https://x.example/meta", error="invalid_token", scope="a""#,
        "token_endpoint=https://as.example/token tokens: 500",
        "the authorization of Files was asked for",
        "token: Secret(..)",
        "Bearer",
        "a@b.example and https://x.example/@me",
        "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
    ] {
        assert_eq!(scrub(text), text);
    }
    assert_eq!(
        scrub("curl -H 'Authorization: Basic abc' https://x.example"),
        "curl -H 'Authorization: (redacted)' https://x.example"
    );
    assert_eq!(scrub("a token=(redacted) b"), "a token=(redacted) b");
}

#[test]
fn a_secret_is_known_while_it_is_held() {
    let value = "correct horse battery staple";
    let secret = Secret::new(value.to_owned());
    let other = secret.clone();
    drop(secret);
    assert_eq!(scrub(&format!("<{value}>")), "<(redacted)>");
    drop(other);
    assert_eq!(scrub(&format!("<{value}>")), format!("<{value}>"));
    // So many that those that are gone are swept, and one that stays.
    let stays = Secret::new("this one stays".to_owned());
    for n in 0..1_000 {
        drop(Secret::new(format!("number {n} is gone")));
    }
    assert_eq!(
        scrub("this one stays, number 7 is gone"),
        "(redacted), number 7 is gone"
    );
    drop(stays);
}

#[test]
fn a_long_line_costs_no_more_than_its_length() {
    let begin = std::time::Instant::now();
    for piece in [
        "token",
        "code: 1 ",
        "\"token\", ",
        "Some(",
        "-----BEGIN ",
        "Bearer ",
        "://a@",
    ] {
        let _ = scrub(&piece.repeat(200_000 / piece.len()));
    }
    assert!(
        begin.elapsed() < std::time::Duration::from_secs(20),
        "{:?}",
        begin.elapsed()
    );
    assert!(matches!(
        without_keys("plain"),
        std::borrow::Cow::Borrowed(_)
    ));
}
