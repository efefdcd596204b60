//! An installation that ends by force in the middle.

use std::{
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use packages::{Installer, Resolved, Store, Tools};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::{
    recipe, registries,
    registry::{Npm, Registry},
    stage::{Plain, Stage, quiet, tools},
};

/// The variable with the folder of the process that is killed.
const FOLDER: &str = "INNKEEPER_TEST_KILLED";
/// npm as it is in the middle of its work.
const HALF: &str = "#!/bin/sh\nmkdir -p node_modules/server\necho half > node_modules/server/index.js\nexec sleep 2\n";

/// The process that is killed; nothing when run as a test.
#[tokio::test]
async fn process_that_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("resolved.json")).unwrap();
    let resolved: Resolved = serde_json::from_str(&text).unwrap();
    let registry = Registry::at(
        std::fs::read_to_string(folder.join("port"))
            .unwrap()
            .parse()
            .unwrap(),
    );
    let half = Tools {
        npm: Some(folder.join("npm")),
        ..tools()
    };
    let store = Store::open(&folder.join("packages")).unwrap();
    let execute = Arc::new(Plain::default());
    let installer = Installer::new(store, execute, half, registries(&registry));
    let cancel = CancellationToken::new();
    let _ = installer.install(&resolved, &quiet, &cancel).await;
}

#[tokio::test]
async fn installation_that_is_killed_leaves_no_set_and_is_done_again() {
    let registry = Registry::start().await;
    registry.npm(Npm {
        name: "server",
        manifest: json!({ "bin": "index.js" }),
        files: vec![("index.js", "")],
        elsewhere: None,
    });
    let stage = Stage::new(registries(&registry), tools());
    let recipe = recipe("npx server");
    let found = stage
        .installer
        .resolve(&recipe, &quiet, &stage.cancel)
        .await
        .unwrap();
    let folder = stage.folder.path();
    std::fs::write(
        folder.join("resolved.json"),
        serde_json::to_string(&found).unwrap(),
    )
    .unwrap();
    std::fs::write(folder.join("port"), registry.port.to_string()).unwrap();
    std::fs::write(folder.join("npm"), HALF).unwrap();
    std::fs::set_permissions(folder.join("npm"), std::fs::Permissions::from_mode(0o755)).unwrap();

    let set = folder.join("packages").join(found.digest.to_string());
    kill_when_half(folder, &set.join("tree/node_modules/server/index.js"));
    assert!(set.is_dir(), "it was in the middle");
    assert_eq!(
        stage.installer.installed(&found.digest).await.unwrap(),
        None
    );
    Store::open(&folder.join("packages")).unwrap();
    assert!(stage.names().is_empty(), "{:?}", stage.names());
    let installed = stage
        .installer
        .install(&found, &quiet, &stage.cancel)
        .await
        .unwrap();
    assert_eq!(
        stage.installer.verify(&found.digest).await.unwrap(),
        installed
    );
}

/// Starts the process, and kills it once it has written this file.
fn kill_when_half(folder: &Path, file: &Path) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "scripted::killed::process_that_is_killed"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while !file.is_file() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it never began");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
