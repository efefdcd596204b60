//! What was acknowledged is on disk: under load, after closing, and after a kill.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use audit::{
    Audit, AuditError, Checkpoint, Entry, EntryKind, Filter, MAX_CONTENT_BYTES, Verification,
};

const DIR: &str = "INNKEEPER_TEST_AUDIT_DIR";

fn entry(subject: String) -> Entry {
    Entry {
        at_ms: 1,
        kind: EntryKind::Decision,
        server: None,
        conversation: None,
        call: None,
        content: Some(format!("content of {subject}")),
        subject,
        decision: None,
        detail: "{}".into(),
    }
}

#[tokio::test]
async fn two_hundred_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("audit.db");
    let audit = Audit::open(&path).await.unwrap();
    let appends: Vec<_> = (0..200)
        .map(|i| {
            let audit = audit.clone();
            tokio::spawn(async move { audit.append(entry(format!("{i}"))).await.unwrap() })
        })
        .collect();
    let mut seen = BTreeSet::new();
    for append in appends {
        seen.insert(append.await.unwrap());
    }
    assert_eq!(seen, (1..=200).collect());
    let head = audit.head();
    assert_eq!(head.seq, 200);
    let reader = Audit::open_read_only(&path).await.unwrap();
    assert_eq!(reader.head(), head);
    assert_eq!(
        reader.append(entry("x".into())).await.unwrap_err(),
        AuditError::ReadOnly
    );

    let other = audit.clone();
    audit.close().await;
    assert_eq!(
        other.append(entry("late".into())).await.unwrap_err(),
        AuditError::Closed
    );
    let again = Audit::open(&path).await.unwrap();
    assert_eq!(again.head(), head);
    assert_eq!(again.append(entry("next".into())).await.unwrap(), 201);
    let found = again.verify(Some(&head)).await.unwrap();
    assert_eq!(
        found,
        Verification::Intact {
            rows: 201,
            checkpoint: Checkpoint::Matched
        }
    );
    assert_eq!(
        again
            .page(&Filter {
                limit: 5_000,
                ..Filter::default()
            })
            .await
            .unwrap()
            .rows
            .len(),
        201
    );
}

#[tokio::test]
async fn a_written_row_is_found_at_once_and_durable_soon() {
    let dir = tempfile::tempdir().unwrap();
    let audit = Audit::open(&dir.path().join("audit.db")).await.unwrap();
    assert_eq!(audit.append_written(entry("1".into())).await.unwrap(), 1);
    let found = audit.row(1).await.unwrap().unwrap();
    assert_eq!(found.entry.subject, "1");
    let durable = async {
        while audit.head().seq < 1 {
            tokio::task::yield_now().await;
        }
    };
    let limit = std::time::Duration::from_secs(20);
    tokio::time::timeout(limit, durable).await.unwrap();

    // A durable row makes those before it durable too.
    for seq in 2..=9 {
        let written = audit.append_written(entry(format!("{seq}"))).await;
        assert_eq!(written.unwrap(), seq);
    }
    assert_eq!(audit.append(entry("10".into())).await.unwrap(), 10);
    assert_eq!(audit.head().seq, 10);
    assert_eq!(audit.append_written(entry("11".into())).await.unwrap(), 11);
    audit.close().await;
    let again = Audit::open(&dir.path().join("audit.db")).await.unwrap();
    assert_eq!(again.head().seq, 11);
    let verified = again.verify(Some(&again.head())).await.unwrap();
    assert!(matches!(verified, Verification::Intact { rows: 11, .. }));
}

#[tokio::test]
async fn an_entry_too_large_is_refused_alone() {
    let dir = tempfile::tempdir().unwrap();
    let audit = Audit::open(&dir.path().join("audit.db")).await.unwrap();
    let large = Entry {
        content: Some("x".repeat(MAX_CONTENT_BYTES + 1)),
        ..entry("large".into())
    };
    assert!(matches!(
        audit.append(large).await,
        Err(AuditError::TooLarge {
            field: "content",
            ..
        })
    ));
    let fits = Entry {
        content: Some("x".repeat(MAX_CONTENT_BYTES)),
        ..entry("fits".into())
    };
    assert_eq!(audit.append(fits).await.unwrap(), 1);
}

#[tokio::test]
async fn a_kill_loses_nothing_acknowledged() {
    if let Some(dir) = std::env::var_os(DIR) {
        return append_forever(dir.as_ref()).await;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "durability::a_kill_loses_nothing_acknowledged",
            "--nocapture",
        ])
        .env(DIR, dir.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut last = 0;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let Some(seq) = line
            .unwrap()
            .strip_prefix("seq ")
            .map(|seq| seq.parse::<u64>().unwrap())
        else {
            continue;
        };
        last = last.max(seq);
        if last >= 60 {
            // More lines may already be in the pipe: they count as acknowledged too.
            let _ = child.kill();
        }
    }
    child.wait().unwrap();
    assert!(last >= 60, "the child ended early, after {last}");

    let audit = Audit::open(&dir.path().join("audit.db")).await.unwrap();
    assert!(
        audit.head().seq >= last,
        "{} rows, {last} acknowledged",
        audit.head().seq
    );
    let rows = audit.head().seq;
    let found = audit.verify(None).await.unwrap();
    assert_eq!(
        found,
        Verification::Intact {
            rows,
            checkpoint: Checkpoint::Absent
        }
    );
}

/// The child: several writers at once, each row acknowledged on its standard output.
async fn append_forever(dir: &std::path::Path) {
    let audit = Audit::open(&dir.join("audit.db")).await.unwrap();
    for round in 0.. {
        let all: Vec<_> = (0..4)
            .map(|i| {
                let audit = audit.clone();
                tokio::spawn(
                    async move { audit.append(entry(format!("{round}-{i}"))).await.unwrap() },
                )
            })
            .collect();
        for append in all {
            let seq = append.await.unwrap();
            // A line of its own: the test harness prints before it.
            println!("\nseq {seq}");
        }
    }
}
