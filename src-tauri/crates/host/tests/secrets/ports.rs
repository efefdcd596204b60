//! A port is open while a browser is waited for, and at no other time.

use std::{collections::BTreeSet, net::SocketAddr};

use host_api::SignInStepView;
use testkit::{Protected, Session, listening};

use super::{LIMIT, add, echo, open, runtime, sign_in};

/// The ports of this process but those of the server of this test.
fn ports(peer: &Protected) -> BTreeSet<SocketAddr> {
    let own = peer.web.url("");
    let own = own.trim_start_matches("http://").parse().unwrap();
    let mut found = listening(std::process::id()).unwrap();
    assert!(found.remove(&own), "what listens is seen");
    found
}

#[test]
fn no_port_is_open_but_while_a_browser_is_waited_for() {
    let home = tempfile::tempdir().unwrap();
    let name = "secrets::ports::no_port_is_open_but_while_a_browser_is_waited_for";
    // Nobody's own keychain is touched.
    let Some(session) = Session::of_this_test(name, home.path()).unwrap() else {
        return;
    };
    runtime().block_on(async {
        let peer = Protected::start(3_600).await.unwrap();
        let none = ports(&peer);
        let host = open(&session.home().join("data")).await;
        assert_eq!(ports(&peer), none, "the host is open");
        let id = add(&host, &peer.url(), &[]).await;
        assert!(host.start_and_wait(id, true).await.is_err());
        assert_eq!(ports(&peer), none, "a sign-in is wanted");

        // A browser that never comes back: the sign-in is given up.
        host.set_opener(|_| true);
        let waits = {
            let host = host.clone();
            tokio::spawn(async move { sign_in(&host, id).await })
        };
        let mut events = host.events();
        let browser = async {
            loop {
                let step = host.account(id).unwrap().step;
                if let Some(SignInStepView::Browser { .. }) = step {
                    return;
                }
                let _ = events.recv().await;
            }
        };
        tokio::time::timeout(LIMIT, browser).await.unwrap();
        let open_now: Vec<SocketAddr> = ports(&peer).difference(&none).copied().collect();
        assert!(
            matches!(open_now[..], [one] if one.ip().is_loopback()),
            "{open_now:?}"
        );
        host.cancel_sign_in(id).unwrap();
        assert!(waits.await.unwrap().is_err());
        assert_eq!(ports(&peer), none, "given up");

        host.set_opener(|url| {
            let url = url.to_string();
            tokio::spawn(async move { testkit::browse(&url).await });
            true
        });
        sign_in(&host, id).await.unwrap();
        assert_eq!(ports(&peer), none, "signed in");
        echo(&host, id).await;
        peer.expire();
        echo(&host, id).await;
        assert_eq!(ports(&peer), none, "used, and renewed");
        host.sign_out(id).await.unwrap();
        assert_eq!(ports(&peer), none, "signed out");
        assert_eq!(peer.wrong(), [""; 0]);
        host.close().await;
    });
}
