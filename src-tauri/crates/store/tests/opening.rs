//! Opening: one owner, nothing newer or damaged touched, a backup before a migration, repair after a kill.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use domain::{
    CallId, ConversationId, DefinitionDigest, JsonObjectText, LaunchSpec, Provenance, RemoteLaunch,
    ServerId, ToolCall, ToolRef,
};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions,
};
use store::{
    CallRecord, CallState, MessageStatus, NewCall, NewMessage, NewPart, NewServer, PartKind,
    RepairReport, Role, SearchFilter, Store, StoreError,
};

const DIR: &str = "INNKEEPER_TEST_STORE_DIR";

/// Runs the test `name` again in a process of its own, where it finds `DIR`.
fn child(name: &str, dir: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(DIR, dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn child_dir() -> Option<PathBuf> {
    std::env::var_os(DIR).map(PathBuf::from)
}

/// A line of its own: the test harness prints before it.
fn say(line: &str) {
    println!("\n{line}");
}

async fn connect(dir: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(dir.join("innkeeper.db"))
        .create_if_missing(true)
        .connect()
        .await
        .unwrap()
}

async fn change(dir: &Path, sql: &str) {
    let mut connection = connect(dir).await;
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

fn bytes(dir: &Path) -> Vec<u8> {
    std::fs::read(dir.join("innkeeper.db")).unwrap()
}

fn message(conversation: ConversationId, status: MessageStatus, body: &str) -> NewMessage {
    NewMessage {
        conversation,
        parent: None,
        role: Role::Assistant,
        model: None,
        status,
        parts: vec![NewPart {
            kind: PartKind::Text,
            body: body.into(),
            origin: Provenance::Host,
        }],
    }
}

fn call() -> ToolCall {
    let server = ServerId::new();
    ToolCall {
        id: CallId::new(),
        tool: ToolRef {
            server,
            name: "t".into(),
        },
        definition: DefinitionDigest::of("{}").unwrap(),
        launch: LaunchSpec::Remote(RemoteLaunch {
            server,
            url: "https://example.org".into(),
            headers: vec![],
        })
        .digest(),
        conversation: None,
        arguments: JsonObjectText::empty(),
    }
}

async fn insert(store: &Store, call: &ToolCall) {
    let new = NewCall {
        id: call.id,
        conversation: None,
        message: None,
        server: Some(call.tool.server),
        server_name: "s",
        tool: &call.tool.name,
        alias: "s_t",
        wrapper: None,
        provider_call_id: "1",
        definition: Some(call.definition),
        launch: Some(call.launch),
        arguments: call.arguments.as_str(),
    };
    store.calls().insert_call(new).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn the_directory_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().unwrap();
    let dir = parent.path().join("deep/data");
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::set_permissions(&dir, PermissionsExt::from_mode(0o755)).unwrap();
    let store = Store::open(&dir).await.unwrap();
    assert_eq!(
        std::fs::metadata(&dir).unwrap().permissions().mode() & 0o777,
        0o700
    );
    assert_eq!(store.audit_path(), dir.join("audit.db"));
}

#[tokio::test]
async fn a_second_process_is_told_who_holds_it() {
    if let Some(dir) = child_dir() {
        let _store = Store::open(&dir).await.unwrap();
        say("open");
        // Until the parent closes the pipe.
        std::io::stdin().read_line(&mut String::new()).unwrap();
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut holder = child("opening::a_second_process_is_told_who_holds_it", dir.path());
    let mut lines = BufReader::new(holder.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "open"));
    match Store::open(dir.path()).await {
        Err(StoreError::HeldBy(who)) => {
            assert_eq!(who.pid, Some(holder.id()));
            assert!(who.program.is_some_and(|name| name.starts_with("all-")));
            assert!(who.since_ms.is_some_and(|since| since <= domain::now_ms()));
        }
        other => panic!("{other:?}"),
    }
    drop(holder.stdin.take());
    lines.for_each(drop);
    assert!(holder.wait().unwrap().success());

    let store = Store::open(dir.path()).await.unwrap();
    assert!(
        matches!(Store::open(dir.path()).await, Err(StoreError::HeldBy(_))),
        "nor may the same process"
    );
    store.close().await;
    Store::open(dir.path()).await.unwrap();
}

#[tokio::test]
async fn a_newer_file_is_refused_untouched() {
    let dir = tempfile::tempdir().unwrap();
    Store::open(dir.path()).await.unwrap().close().await;
    change(dir.path(), "PRAGMA user_version = 1000").await;
    let before = bytes(dir.path());
    let migrations = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations"));
    let numbers = migrations.unwrap().flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        name.split_once('_')?.0.parse::<i64>().ok()
    });
    let last = numbers.max().unwrap();
    match Store::open(dir.path()).await {
        Err(StoreError::Newer { found: 1000, known }) => assert_eq!(known, last),
        other => panic!("{other:?}"),
    }
    assert_eq!(bytes(dir.path()), before);
}

#[tokio::test]
async fn a_damaged_file_is_refused_untouched() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let conversation = store
        .conversations()
        .create("c", None, None)
        .await
        .unwrap()
        .id;
    for _ in 0..50 {
        let message = message(conversation, MessageStatus::Complete, &"text ".repeat(200));
        store.messages().append_message(&message).await.unwrap();
    }
    store.close().await;
    let sound = bytes(dir.path());
    // The header, and pages in the middle.
    for damaged in [0..100, sound.len() / 2..sound.len() - 4096] {
        let mut broken = sound.clone();
        broken[damaged].fill(0xa5);
        std::fs::write(dir.path().join("innkeeper.db"), &broken).unwrap();
        let refused = Store::open(dir.path()).await;
        assert!(
            matches!(refused, Err(StoreError::Damaged(_))),
            "{refused:?}"
        );
        assert_eq!(bytes(dir.path()), broken);
    }
    std::fs::write(dir.path().join("innkeeper.db"), &sound).unwrap();
    Store::open(dir.path()).await.unwrap();
}

#[tokio::test]
async fn an_older_file_is_backed_up_and_migrated() {
    let dir = tempfile::tempdir().unwrap();
    let migrations = sqlx::migrate!();
    let mut connection = connect(dir.path()).await;
    migrations.run_to(1, &mut connection).await.unwrap();
    connection.close().await.unwrap();
    change(dir.path(), "INSERT INTO settings VALUES ('kept', '1')").await;
    // Left by a try that was cut short.
    let backup = dir.path().join("innkeeper.v1.backup.db");
    std::fs::write(&backup, b"half").unwrap();

    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.settings().get("kept").await.unwrap(), Some(1));
    assert_eq!(store.rules().list().await.unwrap(), []);
    let mut copy = SqliteConnectOptions::new()
        .filename(&backup)
        .connect()
        .await
        .unwrap();
    let version: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut copy)
        .await
        .unwrap();
    let kept: String = sqlx::query_scalar("SELECT value FROM settings")
        .fetch_one(&mut copy)
        .await
        .unwrap();
    assert_eq!((version, kept.as_str()), (1, "1"));
    store.close().await;

    std::fs::remove_file(&backup).unwrap();
    Store::open(dir.path()).await.unwrap();
    assert!(!backup.exists(), "no migration, no backup");
}

#[tokio::test]
async fn what_was_unfinished_is_repaired() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let none_allowed = async |_: &CallRecord| Ok::<_, StoreError>(false);
    let nothing = store.repair(none_allowed).await.unwrap();
    assert_eq!(nothing, RepairReport::default());
    let conversation = store
        .conversations()
        .create("c", None, None)
        .await
        .unwrap()
        .id;
    let streaming = message(conversation, MessageStatus::Streaming, "so far");
    let streaming = store
        .messages()
        .append_message(&streaming)
        .await
        .unwrap()
        .id;
    let (waiting, running, ended) = (call(), call(), call());
    for call in [&waiting, &running, &ended] {
        insert(&store, call).await;
    }
    store
        .calls()
        .mark_running(running.id, &running.arguments, false, "rule")
        .await
        .unwrap();
    store
        .calls()
        .finish_call(ended.id, CallState::Denied, Some("no"), None)
        .await
        .unwrap();
    store.close().await;

    let store = Store::open(dir.path()).await.unwrap();
    let repaired = RepairReport {
        calls_unknown: 1,
        calls_cancelled: 1,
        messages_stopped: 1,
    };
    assert_eq!(store.repair(none_allowed).await.unwrap(), repaired);
    let found = store.calls().get(running.id).await.unwrap().unwrap();
    assert_eq!(
        (found.state, found.reason.as_deref()),
        (CallState::Unknown, None)
    );
    assert!(found.ended_ms.is_some());
    assert_eq!(
        store.calls().get(waiting.id).await.unwrap().unwrap().state,
        CallState::Cancelled
    );
    assert_eq!(
        store
            .calls()
            .get(ended.id)
            .await
            .unwrap()
            .unwrap()
            .reason
            .as_deref(),
        Some("no")
    );
    let message = store.messages().get(streaming).await.unwrap().unwrap();
    assert_eq!(
        (message.status, message.parts[0].body.as_str()),
        (MessageStatus::Stopped, "so far")
    );
}

#[tokio::test]
async fn a_kill_loses_nothing_acknowledged() {
    if let Some(dir) = child_dir() {
        return write_forever(&dir).await;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut writer = child("opening::a_kill_loses_nothing_acknowledged", dir.path());
    let mut said = Vec::new();
    for line in BufReader::new(writer.stdout.take().unwrap()).lines() {
        said.extend(line.unwrap().strip_prefix("done ").map(str::to_owned));
        if said.len() >= 60 {
            let _ = writer.kill();
        }
    }
    writer.wait().unwrap();
    assert!(
        said.len() >= 60,
        "the child ended early, after {}",
        said.len()
    );

    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.servers().list().await.unwrap().len(), 1);
    let head = store
        .conversations()
        .list(store::Listed::Current, 1, 0)
        .await
        .unwrap()[0]
        .head
        .unwrap();
    let path = store.messages().path_to(head).await.unwrap();
    for (message, id) in path.iter().zip(&said) {
        assert_eq!(&message.id.to_string(), id);
        assert_eq!(
            message.parts.len(),
            1,
            "a message is there with its parts or not at all"
        );
    }
    assert!(
        path.len() >= said.len(),
        "{} there, {} acknowledged",
        path.len(),
        said.len()
    );
    // At most the one that was being written is stopped; the others were complete.
    let none_allowed = async |_: &CallRecord| Ok::<_, StoreError>(false);
    let repaired = store.repair(none_allowed).await.unwrap();
    assert!(repaired.messages_stopped <= 1);
}

/// The child: a chain of messages, each acknowledged on its standard output once it is complete.
async fn write_forever(dir: &Path) {
    let store = Store::open(dir).await.unwrap();
    store
        .servers()
        .add(&NewServer {
            name: "s".into(),
            ..NewServer::default()
        })
        .await
        .unwrap();
    let conversation = store
        .conversations()
        .create("c", None, None)
        .await
        .unwrap()
        .id;
    let mut parent = None;
    loop {
        let new = NewMessage {
            parent,
            ..message(conversation, MessageStatus::Streaming, "")
        };
        let message = store.messages().append_message(&new).await.unwrap();
        store
            .messages()
            .set_part_body(message.parts[0].id, &"text ".repeat(100))
            .await
            .unwrap();
        store
            .messages()
            .set_message_status(message.id, MessageStatus::Complete, None, None, None)
            .await
            .unwrap();
        say(&format!("done {}", message.id));
        parent = Some(message.id);
    }
}

#[tokio::test]
async fn what_a_killed_process_left_half_written_is_taken_back() {
    let half = tempfile::tempdir().unwrap();
    let file = half.path().join("innkeeper.db");
    // No write-ahead log yet, and a cache so small that pages reach the file before the commit.
    let mut connection = SqliteConnectOptions::new()
        .filename(&file)
        .create_if_missing(true)
        .pragma("cache_size", "2")
        .connect()
        .await
        .unwrap();
    let sql = "BEGIN; CREATE TABLE half (words TEXT); \
               WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) \
               INSERT INTO half SELECT hex(randomblob(500)) FROM n; \
               UPDATE half SET words = hex(randomblob(500));";
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    // As the file system has it when a process is killed now.
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    std::fs::create_dir(&data).unwrap();
    for name in ["innkeeper.db", "innkeeper.db-journal"] {
        let copied = std::fs::copy(half.path().join(name), data.join(name)).unwrap();
        assert!(copied > 0, "{name} is empty");
    }
    let store = Store::open(&data).await.unwrap();
    assert!(store.servers().list().await.unwrap().is_empty());
    assert!(!data.join("innkeeper.db-journal").exists());
}

/// The file as the version before made it: the same migrations up to a number, with a conversation in it.
async fn older(dir: &Path, version: i64) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut known = sqlx::migrate::Migrator::new(folder).await.unwrap();
    known
        .migrations
        .to_mut()
        .retain(|one| one.version <= version);
    let mut connection = connect(dir).await;
    known.run(&mut connection).await.unwrap();
    let result = r#"{"content":[{"kind":"text","text":"The basilisk waits."}],"structured":null,"is_error":false}"#;
    let (conversation, said, call) = (
        ConversationId::new(),
        domain::MessageId::new(),
        CallId::new(),
    );
    let rows = format!(
        "BEGIN;
         INSERT INTO conversations (id, title, created_ms, updated_ms, servers_off, head_id)
         VALUES ('{conversation}', 'Old chat', 1, 1, '[]', '{said}');
         INSERT INTO messages (id, conversation_id, role, status, created_ms) VALUES ('{said}', '{conversation}', 'assistant', 'complete', 1);
         INSERT INTO calls (id, conversation_id, message_id, server_name, tool, alias, provider_call_id, arguments, edited, state, result, created_ms)
         VALUES ('{call}', '{conversation}', '{said}', 'Files', 'read', 'Files_read', '1', '{{\"path\":\"/tmp/lair.txt\"}}', 0, 'done', '{result}', 1);
         INSERT INTO parts (message_id, ordinal, kind, body, origin) VALUES ('{said}', 0, 'text', 'An old griffin.', '{{\"from\":\"host\"}}');
         INSERT INTO parts (message_id, ordinal, kind, body, origin) VALUES ('{said}', 1, 'call', '{call}', '{{\"from\":\"host\"}}');
         INSERT INTO providers (id, name, wire, base_url, model, has_key, created_ms) VALUES ('{}', 'Old', 'open_ai_chat', 'http://127.0.0.1:1/v1', 'm', 0, 1);
         COMMIT;",
        domain::ProviderId::new()
    );
    sqlx::raw_sql(AssertSqlSafe(rows))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn calls_of_a_file_of_the_version_before_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("data");
    std::fs::create_dir(&dir).unwrap();
    older(&dir, 17).await;
    let store = Store::open(&dir).await.unwrap();
    for (words, of_call) in [("basil", true), ("lair", true), ("griffin", false)] {
        let found = store
            .conversations()
            .search(words, &SearchFilter::default())
            .await
            .unwrap();
        assert_eq!(found.len(), 1, "{words}");
        assert_eq!(found[0].place.unwrap().call.is_some(), of_call, "{words}");
    }
    assert_eq!(
        store.providers().list().await.unwrap()[0].models,
        Vec::<String>::new()
    );
    store.close().await;
    // Its backup is the file as it was.
    let kept: Vec<_> = std::fs::read_dir(&dir).unwrap().flatten().collect();
    assert!(
        kept.iter()
            .any(|file| file.file_name().to_string_lossy().contains("backup"))
    );
}

#[tokio::test]
async fn limits_that_the_version_before_learned_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("data");
    std::fs::create_dir(&dir).unwrap();
    older(&dir, 80).await;
    let mut connection = connect(&dir).await;
    let rows = "INSERT INTO endpoint_limits (provider_id, base_url, model, tools, ascii_names, learned_ms, no_deferred_tools) \
                SELECT id, base_url, model, 20, 1, 5, 1 FROM providers";
    sqlx::raw_sql(rows).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = Store::open(&dir).await.unwrap();
    let provider = &store.providers().list().await.unwrap()[0];
    let of = store::LearnedOf {
        provider: provider.id,
        wire: provider.wire,
        base_url: &provider.base_url,
        model: "m",
    };
    let found = store.limits().of(of).await.unwrap();
    let mut lacks: Vec<&str> = found.iter().map(|one| one.lack.as_str()).collect();
    lacks.sort_unstable();
    assert_eq!(
        lacks,
        [
            r#"{"feature":"deferred_tools"}"#,
            r#"{"feature":"tool_letters"}"#,
            r#"{"tools":20}"#
        ]
    );
    assert!(found.iter().all(|one| one.learned_ms == 5));
}
