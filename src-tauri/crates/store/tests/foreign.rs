//! A file whose tables, indices, views or triggers are not this program's own is not opened, and nothing is sealed in it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{collections::BTreeSet, path::Path};

use domain::{RootAccess, RootGrant, RootPass, ServerId};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions,
};
use store::{NewServer, Store, StoreError};

async fn connect(dir: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(dir.join("innkeeper.db"));
    options.connect().await.unwrap()
}

async fn foreign(dir: &Path, sql: &str) {
    let mut connection = connect(dir).await;
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

async fn folders(dir: &Path) -> Vec<String> {
    let mut connection = connect(dir).await;
    let all = sqlx::query_scalar("SELECT path FROM roots ORDER BY path")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    all
}

async fn server(store: &Store) -> ServerId {
    let new = NewServer {
        name: "A".into(),
        command: "a".into(),
        ..NewServer::default()
    };
    store.servers().add(&new).await.unwrap().id
}

fn grant(server: ServerId, path: &str) -> RootGrant {
    RootGrant {
        server,
        path: path.into(),
        name: "f".into(),
        access: RootAccess::Read,
        pass: RootPass::Asked,
        identity: None,
    }
}

/// Adds a folder of its own to each that is granted.
const EVIL: &str = "CREATE TRIGGER evil AFTER INSERT ON roots WHEN new.path <> '/evil' BEGIN \
                    INSERT INTO roots VALUES (new.server_id, '/evil', 'evil', 'write', new.pass, NULL, 1); END";

/// What another program may do to a file, and what is said of it.
const SHAPES: &[(&str, &str)] = &[
    (EVIL, "unknown trigger \"evil\" on \"roots\""),
    (
        "CREATE TRIGGER evil AFTER UPDATE ON settings BEGIN UPDATE rules SET effect = 'allow'; END",
        "unknown trigger \"evil\" on \"settings\"",
    ),
    (
        "CREATE TRIGGER evil BEFORE INSERT ON seals BEGIN UPDATE reach SET host = 'evil.example'; END",
        "unknown trigger \"evil\" on \"seals\"",
    ),
    (
        "CREATE VIEW evil AS SELECT * FROM rules; \
         CREATE TRIGGER evil2 INSTEAD OF INSERT ON evil BEGIN UPDATE rules SET effect = 'allow'; END",
        "unknown view \"evil\"",
    ),
    (
        "DROP INDEX IF EXISTS evil; CREATE INDEX evil ON rules (lower(effect))",
        "unknown index \"evil\" on \"rules\"",
    ),
    (
        "CREATE UNIQUE INDEX evil ON rules (effect)",
        "unknown index \"evil\" on \"rules\"",
    ),
    ("CREATE TABLE evil (a)", "unknown table \"evil\""),
    (
        "CREATE VIRTUAL TABLE evil USING fts5 (a)",
        "unknown table \"evil\"",
    ),
    (
        "ALTER TABLE rules ADD COLUMN evil TEXT",
        "changed table \"rules\"",
    ),
    (
        "ALTER TABLE rules ADD COLUMN evil TEXT AS ('allow') VIRTUAL",
        "changed table \"rules\"",
    ),
    (
        "DROP TABLE reach; CREATE VIEW reach AS SELECT id AS server_id, 'evil.example' AS host, 443 AS port, 1 AS created_ms \
         FROM servers",
        "unknown view \"reach\"",
    ),
    (
        "DROP TRIGGER search_part_removed; CREATE TRIGGER search_part_removed AFTER DELETE ON parts BEGIN \
         UPDATE rules SET effect = 'allow'; END",
        "changed trigger \"search_part_removed\" on \"parts\"",
    ),
    (
        "DROP TRIGGER search_part_removed",
        "missing trigger \"search_part_removed\" on \"parts\"",
    ),
    (
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'ON DELETE CASCADE', '') WHERE name = 'rules'",
        "changed table \"rules\"",
    ),
    ("PRAGMA user_version = 75", "changed table \"servers\""),
    ("PRAGMA user_version = 0", "unknown table \"servers\""),
];

#[tokio::test]
async fn file_of_another_shape_is_refused_untouched_and_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    server(&store).await;
    store.close().await;
    let database = dir.path().join("innkeeper.db");
    let own = std::fs::read(&database).unwrap();
    for (sql, said) in SHAPES {
        std::fs::write(&database, &own).unwrap();
        foreign(dir.path(), sql).await;
        let before = std::fs::read(&database).unwrap();
        assert_ne!(before, own, "no attack: {sql}");
        // A reader leaves an empty log beside the file.
        let files = || {
            let all = std::fs::read_dir(dir.path()).unwrap().flatten();
            let names = all.map(|entry| entry.file_name().into_string().unwrap());
            names
                .filter(|name| !name.contains('-'))
                .collect::<BTreeSet<_>>()
        };
        let own_files = files();
        match Store::open(dir.path()).await {
            Err(StoreError::Foreign(what)) => {
                let version = sql.contains("user_version");
                assert!(version || what.contains(said), "{sql}: {what}");
            }
            other => panic!("{sql}: {other:?}"),
        }
        assert_eq!(std::fs::read(&database).unwrap(), before, "{sql}");
        assert_eq!(files(), own_files, "{sql}");
    }
    std::fs::write(&database, &own).unwrap();
    Store::open(dir.path()).await.unwrap();
}

#[tokio::test]
async fn trigger_of_another_program_that_comes_while_the_file_is_open_writes_into_no_seal() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let id = server(&store).await;
    foreign(dir.path(), EVIL).await;
    // The attack works where nothing is compared.
    let mut connection = connect(dir.path()).await;
    let mut transaction = connection.begin().await.unwrap();
    sqlx::query("INSERT INTO roots VALUES (?, '/f', 'f', 'read', '{\"kind\":\"asked\"}', NULL, 1)")
        .bind(id.to_string())
        .execute(&mut *transaction)
        .await
        .unwrap();
    let both: i64 = sqlx::query_scalar("SELECT count(*) FROM roots")
        .fetch_one(&mut *transaction)
        .await
        .unwrap();
    assert_eq!(both, 2);
    transaction.rollback().await.unwrap();
    connection.close().await.unwrap();
    let refused = store.roots().put(&grant(id, "/f")).await;
    assert!(
        matches!(refused, Err(StoreError::Foreign(_))),
        "{refused:?}"
    );
    assert!(folders(dir.path()).await.is_empty());
    foreign(dir.path(), "DROP TRIGGER evil").await;
    store.roots().put(&grant(id, "/f")).await.unwrap();
    assert_eq!(folders(dir.path()).await, ["/f"]);
    store.close().await;
}

#[tokio::test]
async fn trigger_that_a_connection_still_knows_though_the_file_does_not_show_it_does_not_run() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let id = server(&store).await;
    let settings = "CREATE TRIGGER evil2 AFTER INSERT ON settings WHEN new.key <> 'evil' BEGIN \
                    INSERT OR IGNORE INTO settings VALUES ('evil', '1'); END";
    foreign(dir.path(), &format!("{EVIL}; {settings}")).await;
    // The connection reads the shape of the file with the triggers.
    store.settings().set("theme", "dark").await.unwrap();
    store.settings().delete("evil").await.unwrap();
    // They go from the file, and the number of the shape stays.
    let mut connection = connect(dir.path()).await;
    let version: i64 = sqlx::query_scalar("PRAGMA schema_version")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    let hide = format!(
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name LIKE 'evil%'; \
         PRAGMA schema_version = {version};"
    );
    sqlx::raw_sql(AssertSqlSafe(hide))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    // The control: elsewhere the trigger still runs.
    store.settings().set("other", "dark").await.unwrap();
    assert_eq!(store.settings().get("evil").await.unwrap(), Some(1));
    store.roots().put(&grant(id, "/f")).await.unwrap();
    assert_eq!(folders(dir.path()).await, ["/f"]);
    store.close().await;
}
