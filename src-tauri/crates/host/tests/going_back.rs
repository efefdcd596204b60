//! Another version starts after a backup, and the data goes back to it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use archive::Recovery;
use host::{GuardProgram, Host, HostConfig, OpenError, StoreError};
use host_api::{Appearance, ErrorCode, Theme, TroubleKind};

fn config(data_dir: &Path, version: &str) -> HostConfig {
    HostConfig {
        data_dir: data_dir.to_owned(),
        version: version.into(),
        guard: GuardProgram::at(data_dir.join("no-guard")),
        start_servers: false,
    }
}

async fn open(data_dir: &Path, version: &str) -> Host {
    Host::open(config(data_dir, version)).await.unwrap()
}

async fn choose(host: &Host, theme: Theme) {
    let appearance = Appearance {
        theme,
        ..Appearance::default()
    };
    host.set_appearance(appearance).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_is_restored_while_the_host_is_open_and_the_log_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let host = open(&data, "0.1.0").await;
    choose(&host, Theme::Dark).await;
    assert!(host.backups().is_empty());
    host.close().await;

    let host = open(&data, "0.2.0").await;
    choose(&host, Theme::Light).await;
    let backups = host.backups();
    assert_eq!(backups.len(), 1);
    assert_eq!(backups[0].version.as_deref(), Some("0.1.0"));
    let rows = host.audit_list(None, 100).await.unwrap().len();
    let refused = host.restore_backup("../data").await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::NotFound);
    choose(&host, Theme::Light).await;

    let name = backups[0].name.clone();
    host.restore_backup(&name).await.unwrap().unwrap();
    let host = open(&data, "0.2.0").await;
    assert_eq!(host.settings().appearance.theme, Theme::Dark);
    assert_eq!(
        host.backups(),
        backups,
        "what equals a backup is not kept twice"
    );
    let now = host.audit_list(None, 100).await.unwrap();
    assert!(now.len() > rows, "the log goes on");
    let restored = now
        .iter()
        .find(|row| row.decision.as_deref() == Some("restored"));
    let said = restored.unwrap().detail.to_string();
    assert!(said.contains(&name) && said.contains("set-aside"), "{said}");
    assert!(host.audit_verify().await.unwrap().intact);
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn older_program_refuses_newer_data_and_offers_the_backup() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let host = open(&data, "0.1.0").await;
    choose(&host, Theme::Dark).await;
    host.close().await;
    open(&data, "0.2.0").await.close().await;
    let newer = data.join("innkeeper.db");
    // The version of the layout is at this place of the file.
    let mut before = std::fs::read(&newer).unwrap();
    before[60..64].copy_from_slice(&9_999_u32.to_be_bytes());
    std::fs::write(&newer, &before).unwrap();

    let Err(error) = Host::open(config(&data, "0.1.0")).await else {
        panic!("it was opened");
    };
    assert!(matches!(
        error,
        OpenError::Store(StoreError::Newer { found: 9_999, .. })
    ));
    let recovery = Recovery::look(&data, "0.1.0", &error).await;
    let view = recovery.view();
    assert_eq!(view.kind, TroubleKind::Newer);
    assert_eq!(view.backups.len(), 1);
    assert!(!recovery.lacks_backup());
    assert_eq!(std::fs::read(&newer).unwrap(), before, "untouched");

    let done = recovery.restore(&view.backups[0].name).await.unwrap();
    let host = open(&data, "0.1.0").await;
    host.record_restored(&done, false).await.unwrap();
    assert_eq!(host.settings().appearance.theme, Theme::Dark);
    host.close().await;
    let kept = std::fs::read_dir(&data)
        .unwrap()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().contains("set-aside"))
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "db"))
        .count();
    assert_eq!(kept, 1, "the newer data is kept beside it");
}
