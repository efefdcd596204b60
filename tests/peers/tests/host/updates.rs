//! The trial start of an update of a real package: from one release of the reference memory server to another, with the real npm.

use std::{path::Path, process::Stdio};

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

use crate::terminal::{Ended, command, ended};

const PACKAGE: &str = "@modelcontextprotocol/server-memory";
/// The release that `server-memory-before` of `package.json` is.
const BEFORE: &str = "2025.4.25";

struct Place {
    folder: tempfile::TempDir,
    _registry: Child,
    port: String,
}

impl Place {
    #[allow(
        clippy::disallowed_methods,
        reason = "a peer, not a server of the host"
    )]
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut registry = Command::new(peers::node().unwrap())
            .arg(peers::folder().join("servers/installed.mjs"))
            .arg(folder.path().join("newer"))
            .arg(format!("{PACKAGE}={BEFORE}"))
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut said = BufReader::new(registry.stdout.take().unwrap()).lines();
        let port = said.next_line().await.unwrap().unwrap();
        Self {
            folder,
            _registry: registry,
            port,
        }
    }

    async fn run(&self, words: &[&str]) -> Ended {
        let data = self.folder.path().join("data");
        let words = [&["--json", "--approve", "once"], words].concat();
        let mut command = command(&data, &words);
        let registry = format!("http://127.0.0.1:{}/npm/", self.port);
        command
            .env("npm_config_registry", registry)
            .env("npm_config_cache", self.path("cache"))
            .env("npm_config_update_notifier", "false");
        ended(command).await
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        Path::new(self.folder.path()).join(name)
    }
}

fn json(ended: &Ended) -> Value {
    assert_eq!(ended.code, 0, "{}{}", ended.out, ended.err);
    serde_json::from_str(&ended.out).unwrap()
}

fn names(list: &Value) -> Vec<&str> {
    let all = list.as_array().unwrap().iter();
    all.map(|one| one["name"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_of_a_real_server_shows_how_its_tools_changed_before_it_is_used() {
    let place = Place::open().await;
    let add = ["servers", "add", "Memory", "--", "npx", "-y", PACKAGE];
    json(&place.run(&add).await);
    json(&place.run(&["tools", "list", "Memory"]).await);
    let show = ["servers", "package", "Memory"];
    let shown = json(&place.run(&show).await);
    assert_eq!(shown["package"]["version"], BEFORE);

    std::fs::write(place.path("newer"), "").unwrap();
    let updated = json(
        &place
            .run(&["servers", "package", "Memory", "--update"])
            .await,
    );
    let found = &updated["trial_start"];
    let failed = found["failed"].as_str().unwrap_or_default();
    if failed.contains("user namespaces") {
        println!("skipped: {failed}");
        return;
    }
    assert_eq!(found["failed"], Value::Null, "{updated}");
    let offer = &found["offer"];
    // Each of its tools got a title, annotations and a schema of its result.
    let changed = names(&offer["changed"]);
    assert_eq!(changed.len(), 9, "{changed:?}");
    assert!(changed.contains(&"read_graph"), "{changed:?}");
    let parts = offer["changed"][0]["parts"].to_string();
    assert!(parts.contains("readOnlyHint"), "{parts}");
    assert_eq!(offer["new"], Value::Array(Vec::new()), "{offer}");
    assert_eq!(offer["removed"], Value::Array(Vec::new()), "{offer}");
    let looked = found["looked_for"].as_array().unwrap();
    assert!(looked.is_empty(), "{looked:?}");
    // The pins are those of the older release still: the first real start asks about each of them.
    let listed = place.run(&["tools", "list", "Memory"]).await;
    let listed = format!("{}{}", listed.out, listed.err);
    assert!(listed.contains("changed"), "{listed}");
}
