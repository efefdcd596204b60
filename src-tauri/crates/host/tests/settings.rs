//! What a user set holds after a restart; what is out of bounds is refused, and never keeps the program from starting.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use host::{GuardProgram, Host, HostConfig};
use host_api::{
    Appearance, Density, ErrorCode, Language, LimitKey, Motion, ShellWindow, Theme, WindowPlace,
};
use serde_json::json;

async fn open(data_dir: &Path) -> Host {
    Host::open(HostConfig {
        data_dir: data_dir.to_owned(),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    })
    .await
    .unwrap()
}

fn value(host: &Host, key: LimitKey) -> u32 {
    let limits = host.settings().limits;
    limits.iter().find(|limit| limit.key == key).unwrap().value
}

#[tokio::test(flavor = "multi_thread")]
async fn they_are_checked_followed_and_kept() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let look = Appearance {
        theme: Theme::Dark,
        text_percent: 130,
        density: Density::Compact,
        motion: Motion::Reduce,
        language: Language::De,
        panel: true,
    };
    let mut feed = host.appearance();
    assert_eq!(feed.now(), Appearance::default());
    for text_percent in [89, 201] {
        let wrong = Appearance {
            text_percent,
            ..look.clone()
        };
        let refused = host.set_appearance(wrong).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
    }
    host.set_limit(LimitKey::QuietSeconds, Some(300))
        .await
        .unwrap();
    assert_eq!(
        feed.now(),
        Appearance::default(),
        "another setting is no other look"
    );
    host.set_appearance(look.clone()).await.unwrap();
    assert_eq!(feed.next().await, Some(look.clone()));

    // Ten minutes as a whole by default: more without progress makes no sense.
    let refused = host
        .set_limit(LimitKey::QuietSeconds, Some(601))
        .await
        .unwrap_err();
    assert!(refused.message.to_string().contains("600 s"), "{refused}");
    assert_eq!(value(&host, LimitKey::QuietSeconds), 300);
    assert!(
        host.set_limit(LimitKey::MessageMib, Some(65))
            .await
            .is_err()
    );
    host.set_limit(LimitKey::MessageMib, Some(64))
        .await
        .unwrap();
    host.set_limit(LimitKey::MessageMib, None).await.unwrap();
    host.set_notify(false).await.unwrap();
    let place = WindowPlace {
        x: 10.0,
        y: 20.0,
        width: 1000.0,
        height: 700.0,
        maximized: true,
    };
    let other = WindowPlace {
        x: 30.0,
        maximized: false,
        ..place
    };
    for (window, place) in [(ShellWindow::Main, place), (ShellWindow::Consent, other)] {
        host.keep_window_place(window, place).await.unwrap();
    }
    host.close().await;
    drop(host);

    let host = open(dir.path()).await;
    let settings = host.settings();
    assert_eq!((settings.appearance, settings.notify), (look, false));
    assert_eq!(value(&host, LimitKey::QuietSeconds), 300);
    assert_eq!(value(&host, LimitKey::MessageMib), 16);
    assert_eq!(host.window_place(ShellWindow::Main).await, Some(place));
    assert_eq!(host.window_place(ShellWindow::Consent).await, Some(other));
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_stored_and_wrong_is_as_if_it_had_not_been_set() {
    let dir = tempfile::tempdir().unwrap();
    open(dir.path()).await.close().await;
    let store = store::Store::open(dir.path()).await.unwrap();
    let settings = store.settings();
    for (key, wrong) in [
        (
            "appearance",
            json!({ "theme": "dark", "text_percent": 4_000, "density": "compact", "motion": "system" }),
        ),
        (
            "limits",
            json!({ "start_seconds": 4_000_000, "call_minutes": 2, "quiet_seconds": 60 }),
        ),
        ("notify", json!("perhaps")),
        (
            "window",
            json!({ "x": 1e300, "y": 0, "width": 10, "height": 10, "maximized": false }),
        ),
        ("consent_window", json!({ "x": 0 })),
    ] {
        settings.set(key, &wrong).await.unwrap();
    }
    store.close().await;
    let host = open(dir.path()).await;
    let settings = host.settings();
    assert_eq!(
        (settings.appearance, settings.notify),
        (Appearance::default(), true)
    );
    assert_eq!(value(&host, LimitKey::StartSeconds), 30);
    assert_eq!(value(&host, LimitKey::CallMinutes), 2);
    for window in [ShellWindow::Main, ShellWindow::Consent] {
        assert_eq!(host.window_place(window).await, None);
    }
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_appearance_without_a_language_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    open(dir.path()).await.close().await;
    let store = store::Store::open(dir.path()).await.unwrap();
    let stored =
        json!({ "theme": "dark", "text_percent": 130, "density": "compact", "motion": "reduce" });
    store.settings().set("appearance", &stored).await.unwrap();
    store.close().await;
    let host = open(dir.path()).await;
    let appearance = host.settings().appearance;
    assert_eq!(
        (appearance.theme, appearance.language),
        (Theme::Dark, Language::System)
    );
    host.close().await;
}
