//! Content may be missing only where the chain records that it was purged.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::{Path, PathBuf};

use audit::{Audit, Checkpoint, Entry, EntryKind, Fault, Head, Purged, Verification};
use domain::ConversationId;
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions,
};

fn said(conversation: Option<ConversationId>, text: Option<&str>) -> Entry {
    Entry {
        at_ms: 1,
        kind: EntryKind::Decision,
        server: None,
        conversation,
        call: None,
        subject: "read".into(),
        decision: Some("allowed".into()),
        detail: "{}".into(),
        content: text.map(str::to_owned),
    }
}

fn purge_row(purged: &Purged) -> Entry {
    let seqs = purged.seqs.as_ref();
    let detail = serde_json::json!({ "v": 2, "about": "purge", "rows": purged.rows, "seqs": seqs });
    Entry {
        kind: EntryKind::Purge,
        detail: detail.to_string(),
        ..said(None, None)
    }
}

async fn connect(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(path)
        .connect()
        .await
        .unwrap()
}

async fn run(path: &Path, sql: &str) {
    let mut connection = connect(path).await;
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

/// Runs `sql` on a copy of the record and verifies the copy.
async fn after(path: &Path, sql: &str, head: Option<&Head>) -> Verification {
    // A folder of its own: the one before may still be closing its files.
    let dir = tempfile::tempdir().unwrap();
    let copy = dir.path().join("copy.db");
    std::fs::copy(path, &copy).unwrap();
    run(&copy, sql).await;
    let audit = Audit::open_read_only(&copy).await.unwrap();
    audit.verify(head).await.unwrap()
}

fn edited(seq: u64) -> Verification {
    Verification::Broken {
        first_bad_seq: seq,
        why: Fault::Edited,
    }
}

fn intact(rows: u64) -> Verification {
    Verification::Intact {
        rows,
        checkpoint: Checkpoint::Matched,
    }
}

const FORGET: &str = "UPDATE record SET content = NULL, salt = NULL";

/// Rows 1 to 8: two conversations in turn, one row of none, one without content; then the purge of the first, row 9, and one
/// more row of each, 10 and 11.
async fn purged(dir: &Path, keep_seqs: bool) -> (PathBuf, Head) {
    let path = dir.join("audit.db");
    let audit = Audit::open(&path).await.unwrap();
    let (one, other) = (ConversationId::new(), ConversationId::new());
    for n in 0..3 {
        let text = format!("text {n}");
        audit.append(said(Some(one), Some(&text))).await.unwrap();
        audit.append(said(Some(other), Some(&text))).await.unwrap();
    }
    audit.append(said(None, Some("of none"))).await.unwrap();
    audit.append(said(Some(one), None)).await.unwrap();
    let record = move |purged: &Purged| {
        assert_eq!(purged.seqs, Some(vec![[1, 1], [3, 3], [5, 5]]));
        purge_row(&Purged {
            seqs: purged.seqs.clone().filter(|_| keep_seqs),
            ..purged.clone()
        })
    };
    assert_eq!(audit.purge_content(one, record).await.unwrap(), 3);
    assert_eq!(audit.head().seq, 9, "the purge records itself");
    for conversation in [one, other] {
        audit
            .append(said(Some(conversation), Some("later")))
            .await
            .unwrap();
    }
    let head = audit.head();
    audit.close().await;
    (path, head)
}

#[tokio::test]
async fn content_that_no_purge_explains_is_named_by_its_row() {
    for keep_seqs in [true, false] {
        let dir = tempfile::tempdir().unwrap();
        let (path, head) = purged(dir.path(), keep_seqs).await;
        assert_eq!(after(&path, "SELECT 1", Some(&head)).await, intact(11));
        for seq in [2, 4, 6, 7, 10, 11] {
            let sql = format!("{FORGET} WHERE seq = {seq}");
            assert_eq!(
                after(&path, &sql, Some(&head)).await,
                edited(seq),
                "{seq} {keep_seqs}"
            );
        }
        assert_eq!(after(&path, FORGET, Some(&head)).await, edited(2));
        let only_text = "UPDATE record SET content = NULL WHERE seq = 2";
        assert_eq!(after(&path, only_text, None).await, edited(2));
        // Nor does a salt stay where a purge was.
        let salted = "UPDATE record SET salt = randomblob(16) WHERE seq = 3";
        assert_eq!(after(&path, salted, None).await, edited(3));
        // Forgotten before the purge, which did not see it.
        let empty = "UPDATE record SET content = '', salt = NULL WHERE seq = 4";
        assert_eq!(after(&path, empty, None).await, edited(4));
        // A row that is made to belong to the purged conversation, or a purge to another one, is edited itself.
        let moved = "UPDATE record SET content = NULL, salt = NULL, conversation = (SELECT conversation FROM record WHERE seq = 1) WHERE seq = 2";
        // A purge that lists no rows explains them by their number: one more, and it explains none.
        let first = if keep_seqs { 2 } else { 1 };
        assert_eq!(after(&path, moved, None).await, edited(first));
        let turned = "UPDATE record SET conversation = (SELECT conversation FROM record WHERE seq = 2) WHERE seq = 9";
        assert_eq!(after(&path, turned, None).await, edited(1));
        let gone = "DELETE FROM record WHERE seq = 9";
        assert_eq!(after(&path, gone, None).await, edited(1));
        for detail in [
            "",
            "{}",
            "[]",
            r#"{"rows":"3"}"#,
            r#"{"rows":-1}"#,
            r#"{"rows":2}"#,
            r#"{"rows":3,"seqs":[]}"#,
            r#"{"rows":3,"seqs":[[1,1]]}"#,
        ] {
            let sql = format!("UPDATE record SET detail = '{detail}' WHERE seq = 9");
            assert!(
                matches!(after(&path, &sql, None).await, Verification::Broken { .. }),
                "{detail}"
            );
        }
    }
}

/// What is forgotten by another hand before the purge is not on the purge's list.
#[tokio::test]
async fn content_that_was_removed_before_the_purge_is_found() {
    for keep_seqs in [true, false] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("audit.db");
        let audit = Audit::open(&path).await.unwrap();
        let one = ConversationId::new();
        for n in 0..4 {
            audit
                .append(said(Some(one), Some(&format!("text {n}"))))
                .await
                .unwrap();
        }
        audit.close().await;
        run(&path, &format!("{FORGET} WHERE seq = 3")).await;
        let audit = Audit::open(&path).await.unwrap();
        let record = move |purged: &Purged| {
            purge_row(&Purged {
                seqs: purged.seqs.clone().filter(|_| keep_seqs),
                ..purged.clone()
            })
        };
        assert_eq!(audit.purge_content(one, record).await.unwrap(), 3);
        // Earlier programs kept the number alone: then the first row without content is named.
        let expected = if keep_seqs { 3 } else { 1 };
        assert_eq!(audit.verify(None).await.unwrap(), edited(expected));
        audit.close().await;
    }
}

/// A row as the first program wrote it: after the purge, with the number of rows and no version.
#[tokio::test]
async fn purges_of_earlier_programs_still_verify() {
    for detail in [r#"{"rows":2}"#, r#"{"v":2,"about":"purge","rows":2}"#] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("audit.db");
        let audit = Audit::open(&path).await.unwrap();
        let (one, other) = (ConversationId::new(), ConversationId::new());
        audit.append(said(Some(one), Some("first"))).await.unwrap();
        audit
            .append(said(Some(other), Some("stays")))
            .await
            .unwrap();
        audit.append(said(Some(one), Some("second"))).await.unwrap();
        audit.close().await;
        run(&path, &format!("{FORGET} WHERE conversation = '{one}'")).await;
        let audit = Audit::open(&path).await.unwrap();
        assert_eq!(
            audit.verify(None).await.unwrap(),
            edited(1),
            "not recorded yet"
        );
        let row = Entry {
            kind: EntryKind::Purge,
            detail: detail.into(),
            ..said(Some(one), None)
        };
        audit.append(row).await.unwrap();
        // Restored, used and deleted once more.
        audit.append(said(Some(one), Some("third"))).await.unwrap();
        audit.purge_content(one, purge_row).await.unwrap();
        let head = audit.head();
        assert_eq!(
            audit.verify(Some(&head)).await.unwrap(),
            intact(6),
            "{detail}"
        );
        audit.close().await;
        let sql = format!("{FORGET} WHERE seq = 2");
        assert_eq!(after(&path, &sql, Some(&head)).await, edited(2));
    }
}

#[tokio::test]
async fn a_purge_without_anything_to_remove_records_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let audit = Audit::open(&dir.path().join("audit.db")).await.unwrap();
    let one = ConversationId::new();
    audit.append(said(Some(one), None)).await.unwrap();
    assert_eq!(audit.purge_content(one, purge_row).await.unwrap(), 0);
    assert_eq!(audit.head().seq, 1);
    audit.close().await;
}

/// A purge whose row cannot be written removes nothing.
#[tokio::test]
async fn a_purge_that_cannot_be_recorded_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let audit = Audit::open(&dir.path().join("audit.db")).await.unwrap();
    let one = ConversationId::new();
    audit.append(said(Some(one), Some("text"))).await.unwrap();
    let too_large = |purged: &Purged| Entry {
        subject: "x".repeat(audit::MAX_SUBJECT_BYTES + 1),
        ..purge_row(purged)
    };
    assert!(audit.purge_content(one, too_large).await.is_err());
    let row = audit.row(1).await.unwrap().unwrap();
    assert!(!row.purged && row.entry.content.as_deref() == Some("text"));
    assert_eq!(audit.verify(Some(&audit.head())).await.unwrap(), intact(1));
    audit.close().await;
}
