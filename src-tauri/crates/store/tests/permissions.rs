//! What a server was given: hosts, and the data of other servers.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use domain::{LaunchSpec, ReachGrant, RemoteLaunch, ServerId};
use store::{Moved, NewServer, Store, StoreError};
use tempfile::TempDir;

async fn empty() -> (TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("data")).await.unwrap();
    (dir, store)
}

#[tokio::test]
async fn hosts_are_allowed_for_one_server_and_forgotten_with_it() {
    let (_dir, store) = empty().await;
    let server = |name: &str| NewServer {
        name: name.into(),
        command: "c".into(),
        ..NewServer::default()
    };
    let a = store.servers().add(&server("a")).await.unwrap().id;
    let b = store.servers().add(&server("b")).await.unwrap().id;
    let host = |server, host: &str| ReachGrant {
        server,
        host: host.into(),
        port: 443,
    };
    let reach = store.reach();
    for grant in [
        host(a, "x.example"),
        host(a, "x.example"),
        host(a, "y.example"),
        host(b, "x.example"),
    ] {
        reach.put(&grant).await.unwrap();
    }
    let all = async || {
        let mut all: Vec<_> = reach
            .all()
            .await
            .unwrap()
            .into_iter()
            .map(|(grant, _)| grant)
            .collect();
        all.sort();
        all
    };
    assert_eq!(all().await.len(), 3);
    reach.remove(&host(a, "x.example")).await.unwrap();
    assert!(matches!(
        reach.remove(&host(a, "x.example")).await,
        Err(StoreError::NotFound)
    ));
    assert!(all().await.contains(&host(b, "x.example")));
    let moved = Moved::default();
    let launch = LaunchSpec::Remote(RemoteLaunch {
        server: b,
        url: "https://example.org".into(),
        headers: vec![],
    })
    .digest();
    store.holdings().settle(b, launch, &moved).await.unwrap();
    assert_eq!(all().await, [host(a, "y.example")]);
    store.servers().remove(a).await.unwrap();
    assert_eq!(all().await, []);
    assert!(reach.put(&host(a, "z.example")).await.is_err());
}

#[tokio::test]
async fn data_that_a_server_may_hold_is_kept_until_it_is_cleared() {
    let (_dir, store) = empty().await;
    let server = |name: &str| NewServer {
        name: name.into(),
        command: "s".into(),
        ..NewServer::default()
    };
    let one = store.servers().add(&server("one")).await.unwrap().id;
    let two = store.servers().add(&server("two")).await.unwrap().id;
    // One that was removed since counts all the same.
    let gone = ServerId::new();
    let flow = store.flow();
    flow.carry(one, &[two, gone]).await.unwrap();
    flow.carry(one, &[two]).await.unwrap();
    flow.carry(two, &[one]).await.unwrap();
    flow.carry(gone, &[one]).await.unwrap_err();
    let all = async || {
        let mut all = store.flow().carried().await.unwrap();
        all.sort();
        all
    };
    let mut expected = vec![(one, two), (one, gone), (two, one)];
    expected.sort();
    assert_eq!(all().await, expected);
    flow.clear_carried(one).await.unwrap();
    assert_eq!(all().await, [(two, one)]);
    store.servers().remove(two).await.unwrap();
    assert_eq!(all().await, []);
}
