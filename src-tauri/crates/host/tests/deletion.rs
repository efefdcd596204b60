//! Everything is deleted that the program made, and nothing else.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;

use host::{GuardProgram, Host, HostConfig, NewServer, Secret};
use host_api::AddServer;

#[tokio::test(flavor = "multi_thread")]
async fn everything_of_ours_goes_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let config = HostConfig {
        data_dir: data.clone(),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    };
    let host = Host::open(config.clone()).await.unwrap();
    // Where the session has a keychain that is there for tests.
    let keychain = std::env::var_os("INNKEEPER_TEST_KEYRING").is_some();
    let values: Vec<_> = keychain
        .then(|| ("TOKEN".into(), Secret::new("canary".into())))
        .into_iter()
        .collect();
    host.add_server(NewServer {
        server: AddServer {
            name: "Kept".into(),
            command: "true".into(),
            args: vec![],
            cwd: None,
            env_names: vec![],
        },
        values: values.clone(),
        from_host: vec![],
    })
    .await
    .unwrap();
    let outside = folder.path().join("outside.txt");
    std::fs::write(&outside, "mine").unwrap();
    std::fs::write(data.join("my notes.txt"), "mine").unwrap();
    std::fs::write(data.join("innkeeper.v3.backup.db"), "a backup").unwrap();
    std::os::unix::fs::symlink(&outside, data.join("innkeeper.v2.backup.db")).unwrap();
    for folder in [
        "sandbox/a-server/home",
        "packages/a-set/tree",
        "bundles/a-digest/server",
    ] {
        let folder = data.join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::os::unix::fs::symlink(&outside, folder.join("link")).unwrap();
        std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o500)).unwrap();
    }

    let refused = host.delete_everything("Delete").await.unwrap_err();
    assert!(
        refused
            .hint
            .unwrap()
            .to_string()
            .contains("Nothing was deleted")
    );
    assert_eq!(host.servers().len(), 1);
    let gone = host.delete_everything(" delete ").await.unwrap();
    assert!(gone.left.is_empty(), "{gone:?}");
    assert!(
        gone.secrets as usize >= values.len() && gone.files >= 4,
        "{gone:?}"
    );
    let mut left: Vec<String> = std::fs::read_dir(&data)
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(
        left,
        ["innkeeper.v2.backup.db", "my notes.txt"],
        "a link is not ours"
    );
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), "mine");
    host.close().await;
    drop(host);

    let host = Host::open(config).await.unwrap();
    assert!(host.servers().is_empty(), "it begins afresh");
    host.close().await;
}
