//! A rule that allows for some minutes, and a clock that is set back while the program does not run.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(target_os = "linux")]

use std::path::Path;

use host::{GuardProgram, Host, HostConfig, NewServer};
use host_api::{AddServer, EffectView};
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

const MINUTE: i64 = 60_000;

async fn open(data_dir: &Path) -> Host {
    Host::open(HostConfig {
        data_dir: data_dir.to_owned(),
        version: "0.0.0".into(),
        guard: GuardProgram::at(data_dir.join("no-guard")),
        start_servers: false,
    })
    .await
    .unwrap()
}

/// Runs a statement beside the host.
async fn run(data_dir: &Path, sql: String) {
    let file = SqliteConnectOptions::new().filename(data_dir.join("innkeeper.db"));
    let mut own = SqliteConnection::connect_with(&file).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(&mut own)
        .await
        .unwrap();
    own.close().await.unwrap();
}

/// A data folder with a rule that allows and one that denies, both for ten minutes, and one that allows for good.
async fn with_rules(data_dir: &Path) {
    let host = open(data_dir).await;
    let new = NewServer {
        server: AddServer {
            name: "Files".into(),
            command: "/bin/true".into(),
            args: vec![],
            cwd: None,
            env_names: vec![],
        },
        values: vec![],
        from_host: vec![],
    };
    host.add_server(new).await.unwrap();
    host.close().await;
    let until = domain::now_ms() + 10 * MINUTE;
    for (effect, until) in [
        ("allow", until.to_string()),
        ("deny", until.to_string()),
        ("allow", "NULL".to_owned()),
    ] {
        let id = domain::RuleId::new();
        let sql = format!(
            "INSERT INTO rules (id, effect, server_id, origin, created_ms, until_ms, conditions) \
             SELECT '{id}', '{effect}', id, 'person', 1, {until}, '[]' FROM servers"
        );
        run(data_dir, sql).await;
    }
}

/// The rules that are left after a start: what each does, and whether it ends.
async fn left(data_dir: &Path) -> Vec<(EffectView, bool)> {
    let host = open(data_dir).await;
    let rules = host.rules().await.unwrap().rules;
    host.close().await;
    let mut left: Vec<_> = rules
        .into_iter()
        .map(|rule| (rule.effect, rule.until_ms.is_some()))
        .collect();
    left.sort_by_key(|(effect, ends)| (format!("{effect:?}"), *ends));
    left
}

/// What is stored of the time known last.
fn mark(boot: &str, wall_ms: i64, ticks_ms: i64) -> String {
    let mark = serde_json::json!({ "boot": boot, "wall_ms": wall_ms, "ticks_ms": ticks_ms });
    format!("INSERT OR REPLACE INTO settings (key, value) VALUES ('clock', '{mark}')")
}

fn ticks_ms() -> i64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

#[tokio::test(flavor = "multi_thread")]
async fn rule_for_some_minutes_ends_where_the_clock_was_set_back() {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    let boot = boot.trim();
    let now = domain::now_ms();
    for (what, sql, ends) in [
        ("as it was", mark("other", now, 0), false),
        ("corrected", mark("other", now + MINUTE, 0), false),
        (
            "back since another start of the system",
            mark("other", now + 5 * MINUTE, 0),
            true,
        ),
        (
            "back within this start of the system",
            mark(boot, now, ticks_ms() - 5 * MINUTE),
            true,
        ),
        (
            "ticks of another start of the system",
            mark("other", now, ticks_ms() - 5 * MINUTE),
            false,
        ),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let data_dir = dir.path().join("data");
        with_rules(&data_dir).await;
        run(&data_dir, sql).await;
        let mut wanted = vec![
            (EffectView::Allow, false),
            (EffectView::Allow, true),
            (EffectView::Deny, true),
        ];
        if ends {
            wanted.remove(1);
        }
        assert_eq!(left(&data_dir).await, wanted, "{what}");
        // It stays ended once the clock is right.
        assert_eq!(left(&data_dir).await, wanted, "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rule_for_some_minutes_ends_where_the_clock_is_behind_the_log() {
    for (ahead, ends) in [(MINUTE, false), (5 * MINUTE, true)] {
        let dir = tempfile::tempdir().unwrap();
        let data_dir = dir.path().join("data");
        with_rules(&data_dir).await;
        run(&data_dir, "DELETE FROM settings WHERE key = 'clock'".into()).await;
        let log = audit::Audit::open(&data_dir.join("audit.db"))
            .await
            .unwrap();
        let row = audit::Entry {
            at_ms: domain::now_ms() + ahead,
            kind: audit::EntryKind::Setting,
            server: None,
            conversation: None,
            call: None,
            subject: "later".into(),
            decision: None,
            detail: "{}".into(),
            content: None,
        };
        log.append(row).await.unwrap();
        log.close().await;
        let left = left(&data_dir).await;
        assert_eq!(left.contains(&(EffectView::Allow, true)), !ends);
        assert!(left.contains(&(EffectView::Deny, true)));
    }
}
