//! Decisions of the user about endpoints, what leaves this machine, and the registry: what another hand wrote does not count.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use domain::{ConversationId, ProviderId, Wire};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use store::{NewProvider, Store};

use crate::seals::{Log, key, open};

async fn foreign(dir: &Path, sql: &str) {
    let options = SqliteConnectOptions::new().filename(dir.join("innkeeper.db"));
    let mut connection = options.connect().await.unwrap();
    let done = sqlx::query(AssertSqlSafe(sql.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    assert!(done.rows_affected() > 0, "no attack: {sql}");
    connection.close().await.unwrap();
}

async fn endpoint(store: &Store, name: &str) -> ProviderId {
    let new = NewProvider {
        id: ProviderId::new(),
        name: name.into(),
        wire: Wire::OpenAiChat,
        base_url: format!("https://{name}.example/v1"),
        model: "m".into(),
        models: vec![],
        has_key: true,
    };
    store.providers().add(&new).await.unwrap().id
}

async fn conversation(store: &Store) -> ConversationId {
    let made = store.conversations().create("c", None, None).await;
    made.unwrap().id
}

async fn counts(store: &Store, id: ProviderId) -> bool {
    store.providers().counted(id).await.unwrap().is_some()
}

#[tokio::test]
async fn endpoint_that_another_hand_wrote_counts_once_it_was_approved() {
    let changes = [
        "UPDATE providers SET base_url = 'https://evil.example' WHERE name = 'one'",
        "UPDATE providers SET wire = 'anthropic_messages' WHERE name = 'one'",
        "UPDATE providers SET name = 'uno' WHERE name = 'one'",
        "INSERT OR REPLACE INTO providers (id, name, wire, base_url, model, models, has_key, created_ms) \
         SELECT id, name, wire, 'https://evil.example', model, models, has_key, created_ms FROM providers WHERE name = 'one'",
    ];
    for change in changes {
        let dir = tempfile::tempdir().unwrap();
        let log = Log::default();
        let store = open(dir.path(), &log, key(1)).await;
        let (one, two) = (endpoint(&store, "one").await, endpoint(&store, "two").await);
        assert!(counts(&store, one).await && counts(&store, two).await);
        // Lists of models are no decision.
        let models = ["m".to_owned(), "n".to_owned()];
        store.providers().set_models(one, &models).await.unwrap();
        assert!(counts(&store, one).await);
        foreign(dir.path(), change).await;
        for _ in 0..2 {
            assert!(!counts(&store, one).await, "{change}");
            assert!(counts(&store, two).await, "{change}");
        }
        store.close().await;
        let store = open(dir.path(), &log, key(1)).await;
        assert!(!counts(&store, one).await && counts(&store, two).await);
        let approved = store.providers().get(one).await.unwrap().unwrap();
        store.providers().update(&approved).await.unwrap();
        store.close().await;
        let store = open(dir.path(), &log, key(1)).await;
        assert!(counts(&store, one).await && counts(&store, two).await);
        // Gone and back as it was.
        store.providers().remove(one).await.unwrap();
        let back = "INSERT INTO providers (id, name, wire, base_url, model, models, has_key, created_ms) \
                    VALUES ('{id}', 'one', 'open_ai_chat', 'https://one.example/v1', 'm', '[]', 1, 1)";
        foreign(dir.path(), &back.replace("{id}", &one.to_string())).await;
        assert!(!counts(&store, one).await);
        store.close().await;
        let store = open(dir.path(), &log, key(1)).await;
        assert!(!counts(&store, one).await && counts(&store, two).await);
        store.close().await;
    }
}

#[tokio::test]
async fn answer_about_what_leaves_that_another_hand_wrote_is_asked_about_again() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    let (one, two) = (conversation(&store).await, conversation(&store).await);
    let (near, far) = (
        endpoint(&store, "near").await,
        endpoint(&store, "far").await,
    );
    let outflow = store.outflow();
    outflow
        .add_answer(one, "https://near.example")
        .await
        .unwrap();
    outflow
        .add_grant(near, "https://near.example")
        .await
        .unwrap();
    outflow.add_grant(far, "https://far.example").await.unwrap();
    let answered =
        async |store: &Store, id, origin| store.outflow().answered(id, origin).await.unwrap();
    assert!(answered(&store, one, "https://near.example").await);
    // What goes with a conversation or an endpoint takes nothing else with it.
    store.conversations().purge(two).await.unwrap();
    store.providers().remove(far).await.unwrap();
    store.close().await;
    let store = open(dir.path(), &log, key(1)).await;
    assert!(answered(&store, one, "https://near.example").await);
    assert_eq!(store.outflow().grants().await.unwrap().len(), 1);
    let mut store = store;
    for attack in [
        format!("INSERT INTO outflow_answers VALUES ('{one}', 'https://evil.example', 1)"),
        format!("INSERT INTO outflow_grants VALUES ('{near}', 'https://evil.example', 1)"),
        "UPDATE outflow_grants SET origin = 'https://evil.example'".to_owned(),
        "UPDATE outflow_answers SET origin = 'https://evil.example'".to_owned(),
    ] {
        foreign(dir.path(), &attack).await;
        for origin in ["https://evil.example", "https://near.example"] {
            assert!(!answered(&store, one, origin).await, "{attack}");
        }
        assert!(
            store.outflow().grants().await.unwrap().is_empty(),
            "{attack}"
        );
        store = open_again(dir.path(), &log, store).await;
        assert!(!answered(&store, one, "https://evil.example").await);
        // The next answer is all there is.
        let outflow = store.outflow();
        outflow
            .add_answer(one, "https://near.example")
            .await
            .unwrap();
        assert!(outflow.grants().await.unwrap().is_empty());
        outflow
            .add_grant(near, "https://near.example")
            .await
            .unwrap();
        store = open_again(dir.path(), &log, store).await;
        assert!(answered(&store, one, "https://near.example").await);
        assert!(!answered(&store, one, "https://evil.example").await);
        assert_eq!(store.outflow().grants().await.unwrap().len(), 1);
    }
    store.close().await;
}

#[tokio::test]
async fn registry_that_another_hand_wrote_does_not_count_until_it_is_chosen() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = open(dir.path(), &log, key(1)).await;
    assert!(store.settings().registry_counts().await.unwrap());
    let evil = "INSERT OR REPLACE INTO settings VALUES ('registry', '{\"on\":true,\"address\":\"https://evil.example\"}')";
    foreign(dir.path(), evil).await;
    assert!(!store.settings().registry_counts().await.unwrap());
    let store = open_again(dir.path(), &log, store).await;
    assert!(!store.settings().registry_counts().await.unwrap());
    store.settings().set("registry", &[1]).await.unwrap();
    // Other settings are no matter of it.
    store.settings().set("theme", &[1]).await.unwrap();
    let store = open_again(dir.path(), &log, store).await;
    assert!(store.settings().registry_counts().await.unwrap());
    foreign(dir.path(), evil).await;
    assert!(!store.settings().registry_counts().await.unwrap());
    store.close().await;
}

#[tokio::test]
async fn decisions_before_they_were_sealed_are_asked_about_where_there_is_a_keychain() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::default();
    let store = Store::open(dir.path()).await.unwrap();
    let (one, talk) = (endpoint(&store, "one").await, conversation(&store).await);
    store
        .outflow()
        .add_answer(talk, "https://one.example")
        .await
        .unwrap();
    let store = open_again(dir.path(), &log, store).await;
    assert!(!counts(&store, one).await);
    assert!(
        !store
            .outflow()
            .answered(talk, "https://one.example")
            .await
            .unwrap()
    );
    store.close().await;
    // Without one, nothing was ever sealed.
    let store = open(dir.path(), &log, None).await;
    assert!(counts(&store, one).await);
    assert!(
        store
            .outflow()
            .answered(talk, "https://one.example")
            .await
            .unwrap()
    );
    store.close().await;
}

async fn open_again(dir: &Path, log: &Log, store: Store) -> Store {
    store.close().await;
    open(dir, log, key(1)).await
}
