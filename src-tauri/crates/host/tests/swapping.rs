//! A server of which a change cannot be finished, because another program meddles: it is neither dropped nor left half changed.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use domain::ServerId;
use host::{GuardProgram, Host, HostConfig, NewServer};
use host_api::AddServer;
use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

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

fn files(name: &str, args: &[&str]) -> NewServer {
    NewServer {
        server: AddServer {
            name: name.into(),
            command: testkit::server_binary().unwrap().display().to_string(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            cwd: None,
            env_names: vec![],
        },
        values: vec![],
        from_host: vec![],
    }
}

async fn names(host: &Host) -> Vec<String> {
    let state = host.state().await.unwrap();
    let names = state.servers.iter();
    names.map(|server| server.tag.name.clone()).collect()
}

/// The database beside the host's own connections, with a trigger that would make each row unreadable whose name is changed, until
/// [`Fault::end`]. The store refuses the change.
struct Fault(SqliteConnection);

impl Fault {
    async fn begin(data_dir: &Path) -> Self {
        let file = SqliteConnectOptions::new().filename(data_dir.join("innkeeper.db"));
        let mut own = SqliteConnection::connect_with(&file).await.unwrap();
        sqlx::query(
            "CREATE TRIGGER unreadable AFTER UPDATE OF name ON servers BEGIN \
             UPDATE servers SET tools_off = '7' WHERE id = NEW.id; END",
        )
        .execute(&mut own)
        .await
        .unwrap();
        Self(own)
    }

    /// Returns the stored arguments of the only server, and whether it is stored as removed.
    async fn end(mut self) -> (String, bool) {
        for change in [
            "DROP TRIGGER unreadable",
            "UPDATE servers SET tools_off = '[]'",
        ] {
            sqlx::query(change).execute(&mut self.0).await.unwrap();
        }
        sqlx::query_as("SELECT args, removed_ms IS NOT NULL FROM servers")
            .fetch_one(&mut self.0)
            .await
            .unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn change_that_cannot_be_read_back_leaves_the_server_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let added = host.add_server(files("Files", &["before"])).await.unwrap();
    let id: ServerId = added.tag.id.parse().unwrap();

    let fault = Fault::begin(dir.path()).await;
    let changed = host.change_server(id, files("Others", &["after"])).await;
    changed.expect_err("the fault was met");
    let (args, removed) = fault.end().await;
    assert_eq!(names(&host).await, ["Files"]);
    assert_eq!((args.as_str(), removed), (r#"["before"]"#, false));

    let changed = host.change_server(id, files("Others", &["after"])).await;
    assert_eq!(changed.unwrap().tag.name, "Others");
    assert_eq!(names(&host).await, ["Others"]);
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_that_could_not_be_restored_can_be_restored_again() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let added = host.add_server(files("Files", &[])).await.unwrap();
    let id: ServerId = added.tag.id.parse().unwrap();
    host.put_server_aside(id).await.unwrap();
    assert!(names(&host).await.is_empty());

    let fault = Fault::begin(dir.path()).await;
    let restored = host.restore_server(id).await;
    restored.expect_err("the fault was met");
    let (_, removed) = fault.end().await;
    assert!(removed, "it is not half restored");

    assert_eq!(host.restore_server(id).await.unwrap().tag.name, "Files");
    assert_eq!(names(&host).await, ["Files"]);
    host.close().await;
}
