//! The port that waits for the browser: what counts, what does not, and that it is gone when nobody waits.

use oauth::{AccountStatus, OAuthError};
use tokio::net::TcpStream;
use url::Url;

use crate::lab::{Lab, listens, open, send};

fn port(url: &Url) -> u16 {
    let back = url
        .query_pairs()
        .find(|(name, _)| name == "redirect_uri")
        .unwrap()
        .1;
    Url::parse(&back).unwrap().port().unwrap()
}

#[tokio::test]
async fn foreign_answers_change_nothing() {
    let lab = Lab::new(|_| {}).await;
    let other = lab.begin(None).await.unwrap();
    let sign_in = lab.begin(None).await.unwrap();
    let (at, good) = (port(sign_in.url()), lab.allow(sign_in.url()));
    let of_other = lab.allow(other.url());
    let finish = tokio::spawn(sign_in.finish());
    let query = good.query().unwrap().to_owned();
    let get = |target: &str, host: &str| format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let own = format!("127.0.0.1:{at}");
    for request in [
        get("/", &own),
        get("/favicon.ico", &own),
        get("/callback", &own),
        get("/callback?code=evil", &own),
        get("/callback?code=evil&state=evil", &own),
        get(&format!("/callback?{}", of_other.query().unwrap()), &own),
        get(&format!("/callback?{query}&code=evil"), &own),
        get(&format!("/callback?{query}"), "evil.example"),
        get(&format!("/callback?{query}"), &format!("localhost:{at}")),
        format!("POST /callback?{query} HTTP/1.1\r\nHost: {own}\r\n\r\n"),
    ] {
        let page = send(at, &request).await.unwrap();
        assert!(page.starts_with("HTTP/1.1 400 "), "{request} {page}");
        assert!(
            page.contains("not the answer") && !page.contains("evil"),
            "{page}"
        );
    }
    // Neither do connections that say nothing, or nothing but a head without an end.
    let silent: Vec<_> = [(); 4]
        .map(|()| TcpStream::connect(("127.0.0.1", at)))
        .into_iter()
        .collect();
    let mut held = Vec::new();
    for connecting in silent {
        held.push(connecting.await.unwrap());
    }
    assert!(
        send(at, &"x".repeat(64 * 1024))
            .await
            .map_or(true, |page| page.is_empty()
                || page.starts_with("HTTP/1.1 431 "))
    );
    assert!(lab.forms("/token").is_empty());

    let page = open(good.clone()).await;
    assert!(
        page.contains("You can close this page.") && page.contains("prefers-color-scheme"),
        "{page}"
    );
    assert!(page.contains("content-security-policy: default-src 'none'"));
    assert!(matches!(
        finish.await.unwrap().unwrap(),
        AccountStatus::SignedIn(_)
    ));
    assert_eq!(lab.forms("/token").len(), 1);
    // The same again, and late: nobody listens.
    assert!(!listens(at).await && open(good).await.is_empty());
    drop(other);
}

#[tokio::test]
async fn nothing_listens_but_while_a_sign_in_waits() {
    let lab = Lab::new(|_| {}).await;
    let prepared = lab.account.prepare(None).await.unwrap();
    let sign_in = prepared.begin().await.unwrap();
    let at = port(sign_in.url());
    assert!(listens(at).await);
    let (paste, good) = (sign_in.paste(), lab.allow(sign_in.url()));
    drop(sign_in);
    assert!(!listens(at).await);
    assert_eq!(paste.give(good.as_str()), Err(OAuthError::SignInOver));

    // Cancelled while it waits.
    let sign_in = lab.begin(None).await.unwrap();
    let at = port(sign_in.url());
    let waiting = tokio::spawn(sign_in.finish());
    assert!(
        open(format!("http://127.0.0.1:{at}/").parse().unwrap())
            .await
            .contains("400")
    );
    waiting.abort();
    assert!(waiting.await.unwrap_err().is_cancelled());
    assert!(!listens(at).await);
    assert_eq!(lab.account.status(), AccountStatus::Never);
}

#[tokio::test]
async fn a_browser_elsewhere_is_pasted() {
    let lab = Lab::new(|_| {}).await;
    let sign_in = lab.begin(None).await.unwrap();
    let (paste, good) = (sign_in.paste(), lab.allow(sign_in.url()));
    let at = port(sign_in.url());
    let finish = tokio::spawn(sign_in.finish());
    for bad in [
        "",
        "hello",
        "https://evil.example/callback?code=a&state=b",
        &good.as_str().replace("state=", "state=x"),
    ] {
        let error = paste.give(bad).unwrap_err();
        assert!(
            matches!(error, OAuthError::NotTheCallback(_)),
            "{bad}: {error}"
        );
    }
    paste.give(&format!("  {good}\n")).unwrap();
    assert!(matches!(
        finish.await.unwrap().unwrap(),
        AccountStatus::SignedIn(_)
    ));
    assert_eq!(paste.give(good.as_str()), Err(OAuthError::SignInOver));
    assert!(!listens(at).await);
    assert_eq!(lab.forms("/token").len(), 1);
}

#[tokio::test]
async fn a_refusal_is_told_as_one() {
    let lab = Lab::new(|_| {}).await;
    let sign_in = lab.begin(None).await.unwrap();
    let mut back = lab.allow(sign_in.url());
    let state = back
        .query_pairs()
        .find(|(name, _)| name == "state")
        .unwrap()
        .1
        .into_owned();
    back.query_pairs_mut()
        .clear()
        .append_pair("error", "access_denied")
        .append_pair("error_description", "not\u{7} today")
        .append_pair("state", &state);
    let browser = tokio::spawn(open(back));
    let error = sign_in.finish().await.unwrap_err();
    assert!(browser.await.unwrap().contains("You were not signed in."));
    assert_eq!(
        error.to_string(),
        format!(
            "{} did not sign you in: access_denied (not⟨U+0007⟩ today)",
            lab.issuer.url("")
        )
    );
    assert!(lab.forms("/token").is_empty());
}

#[tokio::test(start_paused = true)]
async fn nobody_comes() {
    // Only the waiting is under the paused clock: what was sent before it is.
    tokio::time::resume();
    let lab = Lab::new(|_| {}).await;
    let sign_in = lab.begin(None).await.unwrap();
    let (at, late) = (port(sign_in.url()), lab.allow(sign_in.url()));
    let paste = sign_in.paste();
    tokio::time::pause();
    assert_eq!(
        sign_in.finish().await.unwrap_err(),
        OAuthError::CallbackTimedOut
    );
    tokio::time::resume();
    assert!(!listens(at).await);
    assert_eq!(paste.give(late.as_str()), Err(OAuthError::SignInOver));
}

#[tokio::test]
async fn a_taken_port_means_a_new_registration() {
    let lab = Lab::new(|_| {}).await;
    let first = lab.begin(None).await.unwrap();
    let at = port(first.url());
    // The first still holds its port.
    let second = lab.begin(None).await.unwrap();
    assert_ne!(port(second.url()), at);
    let registered = lab.bodies("/register");
    assert_eq!(registered.len(), 2);
    assert_eq!(
        registered[1]["redirect_uris"][0],
        format!("http://127.0.0.1:{}/callback", port(second.url()))
    );
}
