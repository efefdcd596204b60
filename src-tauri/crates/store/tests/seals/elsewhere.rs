//! A file whose digests are right, and whose statements find other rows: by an index that leads elsewhere, or a view.

use std::path::Path;

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use store::{NewPin, PinKind, StoreError};

use super::*;

/// Swaps the rows that the index of the table finds for one name of two servers.
const FORGED: &str = "\
    CREATE TABLE fake (s, k, n, r, PRIMARY KEY (s, k, n, r)) WITHOUT ROWID; \
    INSERT INTO fake SELECT server_id, kind, name, CASE WHEN name = 'x' THEN \
        (SELECT o.rowid FROM pins o NOT INDEXED WHERE o.name = 'x' AND o.server_id <> p.server_id) ELSE p.rowid END \
        FROM pins p NOT INDEXED; \
    PRAGMA writable_schema = ON; \
    CREATE TEMP TABLE roots_of AS SELECT name, rootpage FROM main.sqlite_schema \
        WHERE name IN ('fake', 'sqlite_autoindex_pins_1'); \
    UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM roots_of o WHERE o.name <> sqlite_schema.name) \
        WHERE name IN ('fake', 'sqlite_autoindex_pins_1'); \
    PRAGMA writable_schema = RESET; \
    DROP TABLE fake";

async fn connect(dir: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(dir.join("innkeeper.db"));
    options.connect().await.unwrap()
}

#[tokio::test]
async fn index_that_leads_to_rows_of_another_server_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    let world = World::build(&store).await;
    for (server, raw) in [(world.server, "good"), (world.other, "evil")] {
        let pin = NewPin {
            kind: PinKind::Instructions,
            name: "x",
            digest: digest(),
            raw,
        };
        store.pins().add(server, &[pin]).await.unwrap();
    }
    assert_eq!(
        store.pins().texts(world.server).await.unwrap().len(),
        store.pins().of(world.server).await.unwrap().len()
    );

    let mut other = connect(dir.path()).await;
    sqlx::raw_sql(FORGED).execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    // Without a check, the text of the other server is found.
    let mut other = connect(dir.path()).await;
    let found: String =
        sqlx::query_scalar("SELECT raw FROM pins WHERE server_id = ? AND kind = ? AND name = 'x'")
            .bind(world.server.to_string())
            .bind(PinKind::Instructions.as_str())
            .fetch_one(&mut other)
            .await
            .unwrap();
    assert_eq!(found, "evil");
    let quick: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut other)
        .await
        .unwrap();
    assert_eq!(quick, "ok");
    other.close().await.unwrap();

    // Reads go without the index, and a change is refused.
    let texts = store.pins().texts(world.server).await.unwrap();
    let x = texts.iter().find(|(pin, _)| pin.name == "x").unwrap();
    assert_eq!(x.1, "good");
    let changed = world.ours(&store, 0, 1).await;
    assert!(
        matches!(changed, Err(StoreError::Foreign(_))),
        "{changed:?}"
    );
    store.close().await;

    // The next opening makes the index anew.
    let store = open(dir.path(), &log, key(1)).await;
    let texts = store.pins().texts(world.server).await.unwrap();
    let x = texts.iter().find(|(pin, _)| pin.name == "x").unwrap();
    assert_eq!(x.1, "good");
    store.close().await;
}

#[tokio::test]
async fn view_that_shows_a_rule_now_and_then_is_noticed_before_a_rule_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    World::build(&store).await;
    store.rules().active().await.unwrap();
    let mut other = connect(dir.path()).await;
    let view = "ALTER TABLE rules RENAME TO rules_; \
        CREATE VIEW rules AS SELECT * FROM rules_ WHERE random() % 2 = 0";
    sqlx::raw_sql(view).execute(&mut other).await.unwrap();
    for _ in 0..8 {
        let found = store.rules().active().await;
        assert!(matches!(found, Err(StoreError::Foreign(_))), "{found:?}");
    }
    sqlx::raw_sql("DROP VIEW rules; ALTER TABLE rules_ RENAME TO rules")
        .execute(&mut other)
        .await
        .unwrap();
    other.close().await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn answer_while_the_keychain_is_locked_takes_none_that_was_given() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    let world = World::build(&store).await;
    let (first, second) = ("https://a.example", "https://b.example");
    let id = world.conversation;
    store.outflow().add_answer(id, first).await.unwrap();
    store.close().await;

    let store = open(dir.path(), &log, None).await;
    assert!(!store.outflow().answered(id, first).await.unwrap());
    let refused = store.outflow().add_answer(id, second).await;
    assert!(matches!(refused, Err(StoreError::Unconfirmed)));
    store.close().await;

    let store = open(dir.path(), &log, key(1)).await;
    assert!(store.outflow().answered(id, first).await.unwrap());
    assert!(!store.outflow().answered(id, second).await.unwrap());
    store.close().await;
}
