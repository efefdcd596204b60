//! Pages of a record: what is found, that nothing is left out between two pages, and what one costs in a long record.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    path::Path,
    time::{Duration, Instant},
};

use audit::{
    Audit, AuditError, Decided, Entry, EntryKind, Fault, Filter, PAGE_TIME, Page, Search,
    Verification,
};
use domain::{CallId, ConversationId, ServerId};
use futures_util::{StreamExt, stream};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, sqlite::SqliteConnectOptions};

fn decision(server: ServerId, subject: &str, decision: &str, by: &str, content: &str) -> Entry {
    Entry {
        at_ms: 1_000,
        kind: EntryKind::Decision,
        server: Some(server),
        conversation: Some(ConversationId::new()),
        call: Some(CallId::new()),
        subject: subject.into(),
        decision: Some(decision.into()),
        detail: format!(r#"{{"by":"{by}","evaluation":null}}"#),
        content: Some(content.into()),
    }
}

fn outcome(of: &Entry) -> Entry {
    Entry {
        kind: EntryKind::Outcome,
        decision: Some("done".into()),
        detail: "{}".into(),
        content: None,
        ..of.clone()
    }
}

fn seqs(page: &Page) -> Vec<u64> {
    page.rows.iter().map(|row| row.seq).collect()
}

fn search(text: &str) -> Option<Search> {
    Some(Search {
        text: text.into(),
        ..Search::default()
    })
}

#[tokio::test]
async fn rows_are_found_by_what_people_know_of_them() {
    let dir = tempfile::tempdir().unwrap();
    let audit = Audit::open(&dir.path().join("audit.db")).await.unwrap();
    let (mail, files) = (ServerId::new(), ServerId::new());
    let first = decision(
        mail,
        "send_message",
        "allowed",
        "person",
        r#"{"to":"Hanna"}"#,
    );
    let entries = [
        first.clone(),
        outcome(&first),
        decision(
            files,
            "read_file",
            "allowed",
            "rule",
            r#"{"path":"/100%_done"}"#,
        ),
        decision(files, "read_file", "denied", "rule", "{}"),
        decision(mail, "delete_all", "denied", "expiry", "{}"),
    ];
    for entry in entries {
        audit.append(entry).await.unwrap();
    }
    let all = Filter::default();
    let found = async |filter: Filter| seqs(&audit.page(&filter).await.unwrap());
    let text = |text: &str| Filter {
        search: search(text),
        ..all.clone()
    };
    assert_eq!(found(all.clone()).await, [5, 4, 3, 2, 1]);
    assert_eq!(
        found(text("hanna")).await,
        [1],
        "in arguments, in either case"
    );
    assert_eq!(found(text("READ_FILE")).await, [4, 3]);
    assert_eq!(found(text("100%_done")).await, [3], "no pattern of SQL");
    assert_eq!(found(text("%")).await, [3]);
    assert_eq!(found(text("\\")).await, [] as [u64; 0]);
    assert_eq!(found(text("denied")).await, [5, 4]);
    let by_name = Search {
        text: "no such text".into(),
        servers: vec![files],
        verdicts: vec![("denied", Some("expiry"))],
    };
    let named = Filter {
        search: Some(by_name),
        ..all.clone()
    };
    assert_eq!(
        found(named).await,
        [5, 4, 3],
        "by its server's name, or how it was decided"
    );
    let by_decision = Search {
        text: "no such text".into(),
        servers: Vec::new(),
        verdicts: vec![("denied", None)],
    };
    let decided = Filter {
        search: Some(by_decision),
        ..all.clone()
    };
    assert_eq!(found(decided).await, [5, 4], "by its decision alone");
    let decided = |decided| Filter {
        decided: Some(decided),
        ..all.clone()
    };
    assert_eq!(found(decided(Decided::AllowedByPerson)).await, [1]);
    assert_eq!(found(decided(Decided::ByRule)).await, [4, 3]);
    assert_eq!(found(decided(Decided::Denied)).await, [5, 4]);
    let since = Filter {
        since_ms: Some(1_001),
        ..all.clone()
    };
    assert_eq!(found(since).await, [] as [u64; 0]);

    let calls = Filter {
        no_outcomes: true,
        no_content: true,
        ..all.clone()
    };
    let page = audit.page(&calls).await.unwrap();
    assert_eq!(seqs(&page), [5, 4, 3, 1]);
    assert!(
        page.rows
            .iter()
            .all(|row| row.entry.content.is_none() && !row.purged)
    );
    let outcomes = audit.outcomes(&page.rows).await.unwrap();
    assert_eq!(outcomes.iter().map(|row| row.seq).collect::<Vec<_>>(), [2]);
    let row = audit.row(1).await.unwrap().unwrap();
    assert_eq!(row.entry, first);
    assert_eq!(audit.row(2).await.unwrap().unwrap().prev, row.hash);
    assert_eq!(audit.row(6).await.unwrap(), None);
}

#[tokio::test]
async fn what_another_hand_wrote_hides_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("audit.db");
    let audit = Audit::open(&path).await.unwrap();
    for number in 0..3 {
        let entry = decision(
            ServerId::new(),
            &number.to_string(),
            "allowed",
            "rule",
            "{}",
        );
        audit.append(entry).await.unwrap();
    }
    audit.close().await;
    for edit in [
        "kind = 'forged'",
        "server = 'nobody', call = 'x', conversation = ''",
        "subject = CAST(x'ff00fe' AS TEXT)",
        "detail = 'no JSON {'",
        "hash = x'00', prev = x''",
        "decision = CAST(x'c0' AS TEXT)",
    ] {
        let copy = path.with_extension("copy");
        std::fs::copy(&path, &copy).unwrap();
        let mut connection = SqliteConnectOptions::new()
            .filename(&copy)
            .connect()
            .await
            .unwrap();
        let sql = format!("UPDATE record SET {edit} WHERE seq = 2");
        sqlx::raw_sql(AssertSqlSafe(sql))
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        let audit = Audit::open_read_only(&copy).await.unwrap();
        for decided in [None, Some(Decided::ByRule)] {
            let filter = Filter {
                decided,
                ..Filter::default()
            };
            let page = audit.page(&filter).await.unwrap();
            let found = seqs(&page);
            assert!(
                found.contains(&1) && found.contains(&3),
                "{edit}: {found:?}"
            );
        }
        let broken = Verification::Broken {
            first_bad_seq: 2,
            why: Fault::Edited,
        };
        assert_eq!(audit.verify(None).await.unwrap(), broken, "{edit}");
        audit.close().await;
        std::fs::remove_file(&copy).unwrap();
    }
}

/// Rows of the long record.
const MANY: usize = 100_000;
/// Longest time for a page in a build without optimisation on a busy machine.
const SLOW: Duration = Duration::from_secs(3);

async fn long(path: &Path, server: ServerId) -> Audit {
    let audit = Audit::open(path).await.unwrap();
    stream::iter(0..MANY)
        .map(|number| {
            let audit = audit.clone();
            let by = if number == 17 { "person" } else { "rule" };
            let content = format!(
                r#"{{"path":"/home/maja/Documents/{number}","text":"{}"}}"#,
                "word ".repeat(40)
            );
            async move {
                audit
                    .append(decision(server, "read_text_file", "allowed", by, &content))
                    .await
            }
        })
        .buffer_unordered(512)
        .for_each(|done| async move { assert!(done.unwrap() > 0) })
        .await;
    audit
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_a_long_record_is_quick() {
    let dir = tempfile::tempdir().unwrap();
    let server = ServerId::new();
    let audit = long(&dir.path().join("audit.db"), server).await;
    let base = Filter {
        no_outcomes: true,
        limit: 200,
        ..Filter::default()
    };
    let kinds = [
        ("the newest", base.clone()),
        (
            "from the middle",
            Filter {
                before_seq: Some(50_000),
                ..base.clone()
            },
        ),
        (
            "of one server",
            Filter {
                server: Some(server),
                ..base.clone()
            },
        ),
        (
            "of a server without rows",
            Filter {
                server: Some(ServerId::new()),
                ..base.clone()
            },
        ),
        (
            "a text that stands nowhere",
            Filter {
                search: search("stands nowhere"),
                ..base.clone()
            },
        ),
        (
            "the one a person allowed",
            Filter {
                decided: Some(Decided::AllowedByPerson),
                ..base.clone()
            },
        ),
        (
            "of a time to come",
            Filter {
                since_ms: Some(i64::MAX),
                ..base.clone()
            },
        ),
    ];
    for (what, mut filter) in kinds {
        let (mut pages, mut rows, mut slowest) = (0, 0, Duration::ZERO);
        // The newest rows are thousands of pages; a search is followed to its end.
        let whole =
            filter.search.is_some() || filter.decided.is_some() || filter.since_ms.is_some();
        loop {
            let begin = Instant::now();
            let page = audit.page(&filter).await.unwrap();
            slowest = slowest.max(begin.elapsed());
            (pages, rows) = (pages + 1, rows + page.rows.len());
            match page.next {
                Some(next) if whole => filter.before_seq = Some(next),
                Some(_) | None => break,
            }
        }
        println!("{what}: {rows} rows in {pages} pages, the slowest {slowest:?}");
        assert!(slowest < PAGE_TIME + SLOW, "{what}: {slowest:?}");
        assert_eq!(
            rows,
            match what {
                "the one a person allowed" => 1,
                "the newest" | "from the middle" | "of one server" => 200,
                _ => 0,
            },
            "{what}"
        );
    }
    let begin = Instant::now();
    let page = audit.page(&base).await.unwrap();
    audit.outcomes(&page.rows).await.unwrap();
    println!("outcomes of a page: {:?}", begin.elapsed());
    let begin = Instant::now();
    let verified = audit.verify(None).await.unwrap();
    println!("{MANY} rows verified in {:?}", begin.elapsed());
    assert!(matches!(verified, Verification::Intact { rows, .. } if rows == MANY as u64));
    // Every row is given once, whatever the size of a page.
    let (mut seen, mut before_seq) = (0, None);
    loop {
        let filter = Filter {
            before_seq,
            limit: 997,
            no_content: true,
            ..Filter::default()
        };
        let page = audit.page(&filter).await.unwrap();
        let expected = MANY as u64 - seen;
        assert!(
            page.rows
                .iter()
                .zip(0..)
                .all(|(row, n)| row.seq == expected - n)
        );
        seen += page.rows.len() as u64;
        before_seq = page.next;
        if before_seq.is_none() {
            break;
        }
    }
    assert_eq!(seen, MANY as u64);
    let unreadable = Entry {
        kind: EntryKind::Unreadable,
        ..outcome(&decision(server, "", "", "", ""))
    };
    assert!(matches!(
        audit.append(unreadable).await,
        Err(AuditError::Io(_))
    ));
    audit.close().await;
}
