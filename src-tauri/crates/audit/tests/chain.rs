//! Tampering with the record's file is found, and the first bad row is named.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::{Path, PathBuf};

use audit::{Audit, AuditError, Checkpoint, Entry, EntryKind, Fault, Filter, Head, Verification};
use domain::{CallId, ConversationId, ServerId};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions,
};

const ROWS: u64 = EntryKind::ALL.len() as u64;

fn entry(kind: EntryKind, number: usize) -> Entry {
    Entry {
        at_ms: 1_000 + i64::try_from(number).unwrap(),
        kind,
        server: Some(ServerId::new()),
        conversation: Some(ConversationId::new()),
        call: Some(CallId::new()),
        subject: format!("subject {number}"),
        decision: Some("allowed".into()),
        detail: format!("{{\"number\":{number}}}"),
        content: Some(format!("content {number}")),
    }
}

/// A closed record with one row of each kind.
async fn one_of_each(dir: &Path) -> (PathBuf, Head) {
    let path = dir.join("audit.db");
    let audit = Audit::open(&path).await.unwrap();
    for (number, kind) in EntryKind::ALL.into_iter().enumerate() {
        assert_eq!(
            audit.append(entry(kind, number)).await.unwrap(),
            number as u64 + 1
        );
    }
    let head = audit.head();
    assert_eq!(head.seq, ROWS);
    audit.close().await;
    (path, head)
}

async fn connect(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(path)
        .connect()
        .await
        .unwrap()
}

/// Runs `sql` on a copy of the record and verifies the copy.
async fn after(path: &Path, sql: &str, checkpoint: Option<&Head>) -> Verification {
    let copy = path.with_extension("copy");
    std::fs::copy(path, &copy).unwrap();
    let mut connection = connect(&copy).await;
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let audit = Audit::open_read_only(&copy).await.unwrap();
    let found = audit.verify(checkpoint).await.unwrap();
    audit.close().await;
    std::fs::remove_file(&copy).unwrap();
    found
}

fn broken(first_bad_seq: u64, why: Fault) -> Verification {
    Verification::Broken { first_bad_seq, why }
}

#[tokio::test]
async fn an_edit_of_any_field_of_any_row_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let (path, head) = one_of_each(dir.path()).await;
    let intact = Verification::Intact {
        rows: ROWS,
        checkpoint: Checkpoint::Matched,
    };
    assert_eq!(after(&path, "SELECT 1", Some(&head)).await, intact);
    let edits = [
        "at_ms = at_ms + 1",
        "kind = 'forged'",
        "server = NULL",
        "conversation = 'x'",
        "call = upper(call)",
        "subject = subject || ' '",
        "decision = NULL",
        "detail = ''",
        "content = 'forged'",
        "content_digest = NULL",
        "content_digest = zeroblob(32)",
        "hash = zeroblob(32)",
        "salt = NULL",
    ];
    for seq in 1..=ROWS {
        for edit in edits {
            let sql = format!("UPDATE record SET {edit} WHERE seq = {seq}");
            assert_eq!(
                after(&path, &sql, None).await,
                broken(seq, Fault::Edited),
                "{sql}"
            );
        }
    }
}

#[tokio::test]
async fn rows_at_which_time_goes_back_are_named_and_the_chain_is_intact() {
    let dir = tempfile::tempdir().unwrap();
    let audit = Audit::open(&dir.path().join("audit.db")).await.unwrap();
    assert!(audit.times_back().await.unwrap().is_empty());
    // Rows that are written together may change places; a clock that was set forward goes back to what it was.
    for at_ms in [
        10_000_000, 9_999_500, 10_001_000, 9_000_000, 9_000_001, 99_000_000, 10_000_000, 0, -1,
    ] {
        let row = Entry {
            at_ms,
            ..entry(EntryKind::Decision, 1)
        };
        audit.append(row).await.unwrap();
    }
    assert_eq!(audit.times_back().await.unwrap(), [4, 7, 8]);
    let intact = Verification::Intact {
        rows: 9,
        checkpoint: Checkpoint::Absent,
    };
    assert_eq!(audit.verify(None).await.unwrap(), intact);
}

#[tokio::test]
async fn a_dropped_row_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let (path, head) = one_of_each(dir.path()).await;
    for seq in 1..ROWS {
        let drop = format!("DELETE FROM record WHERE seq = {seq};");
        assert_eq!(after(&path, &drop, None).await, broken(seq, Fault::Dropped));
        let renumber = format!(
            "{drop} UPDATE record SET seq = -seq WHERE seq > {seq}; UPDATE record SET seq = -seq - 1 WHERE seq < 0;"
        );
        assert_eq!(
            after(&path, &renumber, None).await,
            broken(seq, Fault::Dropped)
        );
    }
    // The end alone can be cut unseen, unless a head was kept.
    let cut = format!("DELETE FROM record WHERE seq > {}", ROWS - 2);
    let unseen = Verification::Intact {
        rows: ROWS - 2,
        checkpoint: Checkpoint::Absent,
    };
    assert_eq!(after(&path, &cut, None).await, unseen);
    assert_eq!(
        after(&path, &cut, Some(&head)).await,
        broken(ROWS - 1, Fault::TailCut)
    );
    assert_eq!(
        after(&path, "DELETE FROM record", Some(&head)).await,
        broken(1, Fault::TailCut)
    );
}

#[tokio::test]
async fn swapped_rows_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let (path, _) = one_of_each(dir.path()).await;
    for (a, b) in (1..=ROWS).flat_map(|a| (a + 1..=ROWS).map(move |b| (a, b))) {
        let whole = format!(
            "UPDATE record SET seq = -1 WHERE seq = {a}; UPDATE record SET seq = {a} WHERE seq = {b}; \
             UPDATE record SET seq = {b} WHERE seq = -1;"
        );
        assert_eq!(
            after(&path, &whole, None).await,
            broken(a, Fault::Swapped),
            "{a} {b}"
        );
        let hashes_stay = format!(
            "{whole} CREATE TEMP TABLE h AS SELECT seq, prev, hash FROM record WHERE seq IN ({a}, {b}); \
             UPDATE record SET (prev, hash) = (SELECT prev, hash FROM h WHERE h.seq = {a} + {b} - record.seq) \
             WHERE seq IN ({a}, {b});"
        );
        assert_eq!(
            after(&path, &hashes_stay, None).await,
            broken(a, Fault::Swapped),
            "{a} {b}"
        );
    }
}

#[tokio::test]
async fn forged_and_rewritten_rows_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let (path, head) = one_of_each(dir.path()).await;
    let before_first = "INSERT INTO record SELECT 0, at_ms, kind, server, conversation, call, subject, decision, \
                        detail, content_digest, salt, content, prev, hash FROM record WHERE seq = 1";
    assert_eq!(
        after(&path, before_first, None).await,
        broken(0, Fault::Inserted)
    );

    // Another chain, well made: only the kept head tells them apart.
    let other_dir = tempfile::tempdir().unwrap();
    let (other, other_head) = one_of_each(other_dir.path()).await;
    assert_ne!(head.hash, other_head.hash);
    assert_eq!(
        after(&other, "SELECT 1", Some(&head)).await,
        broken(ROWS, Fault::Rewritten)
    );
}

#[tokio::test]
async fn purged_content_is_gone_and_the_chain_holds() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("audit.db");
    let audit = Audit::open(&path).await.unwrap();
    let kept = Entry {
        content: Some("KEPT-TEXT".into()),
        ..entry(EntryKind::Decision, 1)
    };
    let purged = Entry {
        content: Some("PURGED-TEXT".into()),
        ..entry(EntryKind::Outcome, 2)
    };
    audit.append(kept.clone()).await.unwrap();
    audit.append(purged.clone()).await.unwrap();
    let checkpoint = audit.head();

    assert_eq!(
        audit
            .purge_content(purged.conversation.unwrap(), |purged| Entry {
                detail: format!("{{\"rows\":{}}}", purged.rows),
                content: None,
                ..entry(EntryKind::Purge, 3)
            })
            .await
            .unwrap(),
        1
    );
    let intact = Verification::Intact {
        rows: 3,
        checkpoint: Checkpoint::Matched,
    };
    assert_eq!(audit.verify(Some(&checkpoint)).await.unwrap(), intact);

    let rows = audit
        .page(&Filter {
            before_seq: Some(3),
            ..Filter::default()
        })
        .await
        .unwrap()
        .rows;
    assert_eq!(
        rows.iter()
            .map(|row| (row.seq, row.purged))
            .collect::<Vec<_>>(),
        [(2, true), (1, false)]
    );
    assert_eq!(rows[1].entry, kept);
    let of_server = Filter {
        server: purged.server,
        ..Filter::default()
    };
    let found = audit.page(&of_server).await.unwrap().rows;
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].entry,
        Entry {
            content: None,
            ..purged
        }
    );

    audit.close().await;
    for file in std::fs::read_dir(dir.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(
            !bytes.windows(11).any(|w| w == b"PURGED-TEXT"),
            "purged content is overwritten on disk"
        );
    }
}

#[tokio::test]
async fn newer_and_damaged_files_are_refused_untouched() {
    let dir = tempfile::tempdir().unwrap();
    let (path, _) = one_of_each(dir.path()).await;
    let mut connection = connect(&path).await;
    sqlx::raw_sql("PRAGMA user_version = 99")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(
        Audit::open(&path).await.unwrap_err(),
        AuditError::Newer {
            found: 99,
            known: 1
        }
    );
    assert_eq!(std::fs::read(&path).unwrap(), bytes);

    let mut garbage = bytes;
    garbage[..100].fill(0x5a);
    std::fs::write(&path, &garbage).unwrap();
    assert!(matches!(
        Audit::open(&path).await.unwrap_err(),
        AuditError::Damaged(_)
    ));
    assert_eq!(std::fs::read(&path).unwrap(), garbage);
}

#[tokio::test]
async fn record_with_foreign_triggers_views_or_indices_is_refused_untouched() {
    let dir = tempfile::tempdir().unwrap();
    let (path, _) = one_of_each(dir.path()).await;
    let own = std::fs::read(&path).unwrap();
    for sql in [
        "CREATE TRIGGER evil AFTER INSERT ON record BEGIN DELETE FROM record WHERE kind = 'seal' AND seq < new.seq; END",
        "CREATE VIEW evil AS SELECT * FROM record",
        "CREATE INDEX evil ON record (lower(subject))",
        "CREATE TABLE evil (a)",
        "ALTER TABLE record ADD COLUMN evil TEXT",
        "DROP INDEX record_seals; CREATE INDEX record_seals ON record (server, subject, seq) WHERE kind = 'none'",
        "DROP INDEX record_by_server",
    ] {
        std::fs::write(&path, &own).unwrap();
        let mut connection = connect(&path).await;
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        let before = std::fs::read(&path).unwrap();
        assert_ne!(before, own, "no attack: {sql}");
        for opened in [Audit::open(&path).await, Audit::open_read_only(&path).await] {
            assert!(matches!(opened, Err(AuditError::Foreign(_))), "{sql}");
        }
        assert_eq!(std::fs::read(&path).unwrap(), before, "{sql}");
    }
    std::fs::write(&path, &own).unwrap();
    // While it is open.
    let audit = Audit::open(&path).await.unwrap();
    let mut connection = connect(&path).await;
    sqlx::raw_sql("CREATE TRIGGER evil AFTER INSERT ON record BEGIN SELECT 1; END")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    assert!(matches!(
        audit.verify(None).await,
        Err(AuditError::Foreign(_))
    ));
    audit.close().await;
}

#[tokio::test]
async fn record_of_a_program_before_the_index_of_seals_is_opened() {
    let dir = tempfile::tempdir().unwrap();
    let (path, head) = one_of_each(dir.path()).await;
    let mut connection = connect(&path).await;
    sqlx::raw_sql("DROP INDEX record_seals")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    Audit::open_read_only(&path).await.unwrap().close().await;
    let audit = Audit::open(&path).await.unwrap();
    let found = audit.verify(Some(&head)).await.unwrap();
    assert!(matches!(found, Verification::Intact { .. }));
    audit.close().await;
}
