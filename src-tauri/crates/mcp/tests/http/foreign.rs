//! A token goes to the server and the URL that its account is for: another URL gets none, of the same origin even.

use domain::{RemoteLaunch, ServerId};
use mcp::{Bounds, Client, ClientOptions, ConnectError, HttpOptions};
use oauth::{Account, AccountOptions};
use secrets::Keychain;
use testkit::{Protected, browse};

use super::{SOON, approved};
use crate::common;

#[tokio::test(flavor = "multi_thread")]
async fn an_account_of_another_url_gives_no_token() {
    let far = Protected::start(3_600).await.unwrap();
    let server = ServerId::new();
    let secrets = Keychain::in_memory().server(server);
    let url = far.url().parse().unwrap();
    let options = AccountOptions::default();
    let account = Account::new(server, url, secrets.clone(), options).unwrap();
    let sign_in = account.prepare(None).await.unwrap().begin().await.unwrap();
    let page = sign_in.url().clone();
    let (status, page) = tokio::join!(sign_in.finish(), browse(page.as_str()));
    status.unwrap();
    page.unwrap();

    // The server was changed while it was about to be connected to.
    let remote = RemoteLaunch {
        server,
        url: far.web.url("/mcp?tenant=other"),
        headers: vec![],
    };
    let options = ClientOptions {
        server,
        ..common::options(Bounds::default())
    };
    let http = HttpOptions {
        account: Some(account),
        ..HttpOptions::default()
    };
    let approved = approved(remote).await;
    let connecting = Client::connect_http(approved, &secrets, http, options);
    let ended = tokio::time::timeout(SOON, connecting)
        .await
        .expect("in time");
    assert!(matches!(ended, Err(ConnectError::NeedsSignIn(_))));
    let seen = far.web.seen();
    let mut asked = seen
        .iter()
        .filter(|seen| seen.path.contains("tenant=other"));
    assert!(asked.clone().count() > 0);
    assert!(
        asked.all(|seen| seen.header("authorization").is_none()),
        "{seen:?}"
    );
}
