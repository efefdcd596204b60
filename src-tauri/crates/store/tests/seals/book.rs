//! The number of the newest seal, which is kept in the keychain.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::Path,
    sync::Arc,
};

use domain::ServerId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use store::{Evidence, KeptNumber, SEAL_KEY_BYTES, Section, Store, StoreError};

use super::*;

#[tokio::test]
async fn rows_of_a_program_before_seals_are_confirmed_once() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = Store::open(dir.path()).await.unwrap();
    let world = World::build(&store).await;
    store.close().await;
    let store = open(dir.path(), &log, key(1)).await;
    let found = store.seals().unconfirmed().await.unwrap();
    assert_eq!(found.len(), 2);
    let shown = store.seals().shown(&found).await.unwrap();
    // What changed since it was shown is not confirmed.
    foreign(dir.path(), &world, FOREIGN[0].1).await;
    let confirmed = store.seals().confirm(shown).await;
    assert!(matches!(confirmed, Err(StoreError::WrongState)));
    assert_eq!(store.seals().unconfirmed().await.unwrap(), found);
    let shown = store.seals().shown(&found).await.unwrap();
    store.seals().confirm(shown).await.unwrap();
    store.close().await;
    let store = open(dir.path(), &log, key(1)).await;
    assert!(store.seals().unconfirmed().await.unwrap().is_empty());
    // Removing a server and purging a conversation leaves the seals of what stays right.
    store.servers().remove(world.other).await.unwrap();
    store
        .conversations()
        .purge(world.conversation)
        .await
        .unwrap();
    assert!(store.seals().unconfirmed().await.unwrap().is_empty());
    store.close().await;
    let store = open(dir.path(), &log, key(1)).await;
    assert!(store.seals().unconfirmed().await.unwrap().is_empty());
    store.close().await;
}

/// Seals the definitions of a server as a program before the book did.
async fn seal_by_length(dir: &Path, server: ServerId) {
    let options = SqliteConnectOptions::new().filename(dir.join("innkeeper.db"));
    let mut connection = options.connect().await.unwrap();
    let rows: Vec<String> = sqlx::query_scalar(
        "SELECT json_array(kind, name, digest, octet_length(raw)) FROM pins WHERE server_id = ? ORDER BY kind, name",
    )
    .bind(server.to_string())
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let mut hash = Sha256::new();
    hash.update(format!("{}\n", rows.len()));
    for row in &rows {
        hash.update(format!("{}\n{row}", row.len()));
    }
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    let digest = hex(&hash.finalize());
    let number: i64 =
        sqlx::query_scalar("SELECT number FROM seals WHERE server_id = ? AND section = 'pins'")
            .bind(server.to_string())
            .fetch_one(&mut connection)
            .await
            .unwrap();
    let mut code = Hmac::<Sha256>::new(&[1; SEAL_KEY_BYTES].into());
    code.update(format!("{server} pins {number} {digest}").as_bytes());
    sqlx::query("UPDATE seals SET digest = ?, code = ? WHERE server_id = ? AND section = 'pins'")
        .bind(digest)
        .bind(code.finalize().into_bytes().to_vec())
        .bind(server.to_string())
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

/// The database of a closed store.
fn copied(dir: &Path) -> Vec<u8> {
    std::fs::read(dir.join("innkeeper.db")).unwrap()
}

async fn unconfirmed(store: &Store) -> store::Unconfirmed {
    store.seals().unconfirmed().await.unwrap()
}

#[tokio::test]
async fn older_seals_do_not_count_though_the_log_was_edited_to_fit_them() {
    let older =
        |table: &str| format!("INSERT OR REPLACE INTO main.{table} SELECT * FROM old.{table}");
    // Rows of an earlier seal with it; those with the earlier book; seals that are gone; a book that is gone.
    for (back, book) in [(true, false), (true, true), (false, false), (false, true)] {
        let dir = tempfile::tempdir().unwrap();
        let log = Log::default();
        let store = open(dir.path(), &log, key(1)).await;
        let world = World::build(&store).await;
        let rule = store.rules().list().await.unwrap()[0].id;
        store.close().await;
        let old = dir.path().join("old.copy");
        std::fs::write(&old, copied(dir.path())).unwrap();
        let store = open(dir.path(), &log, key(1)).await;
        store.rules().revoke(rule, 7).await.unwrap();
        store.close().await;
        let options = SqliteConnectOptions::new().filename(dir.path().join("innkeeper.db"));
        let mut connection = options.connect().await.unwrap();
        let mut statements = vec![format!("ATTACH '{}' AS old", old.display())];
        statements.push(format!(
            "UPDATE rules SET revoked_ms = NULL WHERE id = '{rule}'"
        ));
        statements.push(if back {
            older("seals")
        } else {
            "DELETE FROM seals".to_owned()
        });
        statements.extend(book.then(|| match back {
            true => older("seal_book"),
            false => "DELETE FROM seal_book".to_owned(),
        }));
        for statement in statements {
            sqlx::query(sqlx::AssertSqlSafe(statement))
                .execute(&mut connection)
                .await
                .unwrap();
        }
        connection.close().await.unwrap();
        // The log knows of no seal, as if its rows were deleted; and as it was then, as if they were edited.
        for emptied in [true, false] {
            let edited = Log(Arc::default(), Arc::clone(&log.1));
            if !emptied {
                let mut numbers = log.0.lock().unwrap().clone();
                numbers.values_mut().for_each(|number| *number = 1);
                *edited.0.lock().unwrap() = numbers;
            }
            let store = open(dir.path(), &edited, key(1)).await;
            let active = store.rules().active().await.unwrap();
            assert!(active.rules.iter().any(|active| active.id == rule));
            assert!(
                active.unconfirmed.contains(&world.server),
                "{back} {book} {emptied}"
            );
            store.close().await;
            // The control: with the numbers alone that the log has, it counts.
            if back && book {
                let blind = Log(Arc::clone(&edited.0), Arc::default());
                let database = dir.path().join("innkeeper.db");
                let before = copied(dir.path());
                foreign(dir.path(), &world, "DELETE FROM seal_book").await;
                let store = open(dir.path(), &blind, key(1)).await;
                let active = store.rules().active().await.unwrap();
                assert!(active.unconfirmed.is_empty());
                store.close().await;
                std::fs::write(database, before).unwrap();
            }
        }
    }
}

#[tokio::test]
async fn process_that_ends_between_keychain_and_commit_leaves_what_was_not_being_changed() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    let world = World::build(&store).await;
    let rule = store.rules().list().await.unwrap()[0].id;
    store.close().await;
    let before = copied(dir.path());
    let store = open(dir.path(), &log, key(1)).await;
    store.rules().revoke(rule, 7).await.unwrap();
    store.close().await;
    let after = copied(dir.path());
    // It was announced and not committed: the rules are asked about, and nothing else.
    let database = dir.path().join("innkeeper.db");
    std::fs::write(&database, &before).unwrap();
    let unlogged = Log(Arc::default(), Arc::clone(&log.1));
    let store = open(dir.path(), &unlogged, key(1)).await;
    let expected = BTreeMap::from([(world.server, BTreeSet::from([Section::Rules]))]);
    assert_eq!(unconfirmed(&store).await, expected);
    // The next change goes on from there, and the one that failed never comes back.
    let shown = store.seals().shown(&expected).await.unwrap();
    store.seals().confirm(shown).await.unwrap();
    assert!(unconfirmed(&store).await.is_empty());
    store.close().await;
    let store = open(dir.path(), &unlogged, key(1)).await;
    assert!(unconfirmed(&store).await.is_empty());
    store.close().await;
    std::fs::write(&database, &after).unwrap();
    let unlogged = Log(Arc::default(), Arc::clone(&log.1));
    let store = open(dir.path(), &unlogged, key(1)).await;
    assert_eq!(unconfirmed(&store).await, everything(&world));
    store.close().await;
}

#[tokio::test]
async fn change_holds_though_the_keychain_takes_no_number_and_is_announced_later() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    let world = World::build(&store).await;
    log.1.lock().unwrap().refuses = true;
    world.ours(&store, 8, 9).await.unwrap();
    assert!(unconfirmed(&store).await.is_empty());
    store.close().await;
    // A run that ends like that is asked about.
    let store = open(dir.path(), &log, key(1)).await;
    assert_eq!(unconfirmed(&store).await, everything(&world));
    let found = unconfirmed(&store).await;
    let shown = store.seals().shown(&found).await.unwrap();
    store.seals().confirm(shown).await.unwrap();
    log.1.lock().unwrap().refuses = false;
    store.seals().announce_again().await;
    store.close().await;
    let store = open(dir.path(), &log, key(1)).await;
    assert!(unconfirmed(&store).await.is_empty());
    store.close().await;
}

#[tokio::test]
async fn seals_of_a_program_before_the_book_count_as_before_and_get_one() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    let world = World::build(&store).await;
    store.close().await;
    // As that program left it: no book, nothing in the keychain, and definitions sealed by the lengths of their texts.
    foreign(dir.path(), &world, "DELETE FROM seal_book").await;
    seal_by_length(dir.path(), world.server).await;
    foreign(
        dir.path(),
        &world,
        "UPDATE rules SET tool = 'x' WHERE server_id = ?1",
    )
    .await;
    log.1.lock().unwrap().kept = KeptNumber::None;
    let expected = BTreeMap::from([(world.server, BTreeSet::from([Section::Rules]))]);
    for _ in 0..2 {
        let store = open(dir.path(), &log, key(1)).await;
        assert_eq!(unconfirmed(&store).await, expected);
        store.close().await;
    }
    assert!(matches!(
        log.1.lock().unwrap().kept,
        KeptNumber::Announced(_)
    ));
    // A copy from before the book is an older one.
    foreign(dir.path(), &world, "DELETE FROM seal_book").await;
    let store = open(dir.path(), &log, key(1)).await;
    assert_eq!(unconfirmed(&store).await, everything(&world));
    store.close().await;
}

#[tokio::test]
async fn rows_do_not_count_without_a_key_where_something_was_sealed_by_what_is_kept_elsewhere() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    let world = World::build(&store).await;
    store.close().await;
    foreign(dir.path(), &world, "DELETE FROM seal_book").await;
    foreign(dir.path(), &world, "DELETE FROM seals").await;
    let store = Store::open(dir.path()).await.unwrap();
    let evidence = |sealed_before| Evidence {
        key: None,
        logged: HashMap::new(),
        log_is_whole: true,
        kept: KeptNumber::None,
        sealed_before,
        log: Arc::new(log.clone()),
    };
    // The control: who never had a keychain goes on without.
    store.seals().open(evidence(false)).await.unwrap();
    assert!(unconfirmed(&store).await.is_empty());
    store.seals().open(evidence(true)).await.unwrap();
    assert_eq!(unconfirmed(&store).await, everything(&world));
    store.close().await;
}

#[tokio::test]
async fn rule_that_the_index_of_its_table_lacks_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    let world = World::build(&store).await;
    let options = SqliteConnectOptions::new().filename(dir.path().join("innkeeper.db"));
    let steps = [
        "PRAGMA writable_schema = ON; CREATE TABLE hidden AS SELECT * FROM sqlite_schema WHERE type = 'index' \
         AND tbl_name = 'rules' AND sql IS NOT NULL; DELETE FROM sqlite_schema WHERE type = 'index' \
         AND tbl_name = 'rules' AND sql IS NOT NULL; PRAGMA writable_schema = RESET",
        FOREIGN[0].1,
        "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM hidden; DROP TABLE hidden",
    ];
    for step in steps {
        let mut connection = options.clone().connect().await.unwrap();
        if step.contains("?1") {
            let query = sqlx::query(step).bind(world.server.to_string());
            query.execute(&mut connection).await.unwrap();
        } else {
            sqlx::raw_sql(step).execute(&mut connection).await.unwrap();
        }
        connection.close().await.unwrap();
    }
    let expected = BTreeMap::from([(world.server, BTreeSet::from([Section::Rules]))]);
    assert_eq!(unconfirmed(&store).await, expected);
    store.close().await;
}
