//! Backups before the first start of another version: what is copied, what is kept, what goes back.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::{Path, PathBuf};

use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use store::{
    KEPT_SETS, OwnKind, Part, Program, Store, StoreError, backups, check_set, own_files,
    remove_empty_sets, restore_set, sets, usable_backup,
};

fn by(version: &str) -> Program<'_> {
    Program {
        version,
        backup: true,
    }
}

async fn start(dir: &Path, version: &str) {
    let store = Store::open_by(dir, &by(version)).await.unwrap();
    store.close().await;
}

/// Starts a version, and changes the data with it.
async fn use_with(dir: &Path, version: &str) {
    let store = Store::open_by(dir, &by(version)).await.unwrap();
    store.settings().set("mark", version).await.unwrap();
    store.close().await;
}

async fn mark(dir: &Path) -> Option<String> {
    let store = Store::open(dir).await.unwrap();
    let mark = store.settings().get("mark").await.unwrap();
    store.close().await;
    mark
}

async fn log(dir: &Path, rows: i64) {
    let options = SqliteConnectOptions::new()
        .filename(Part::Audit.path(dir))
        .create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    let make = "CREATE TABLE IF NOT EXISTS record (seq INTEGER PRIMARY KEY, hash BLOB NOT NULL)";
    sqlx::query(make).execute(&mut connection).await.unwrap();
    for seq in 1..=rows {
        sqlx::query("INSERT OR REPLACE INTO record (seq, hash) VALUES (?, ?)")
            .bind(seq)
            .bind([7_u8; 4].as_slice())
            .execute(&mut connection)
            .await
            .unwrap();
    }
    connection.close().await.unwrap();
}

fn folder(dir: &Path, name: &str) -> PathBuf {
    dir.join("backups").join(name)
}

#[tokio::test]
async fn another_version_starts_after_a_whole_backup_and_the_same_one_without() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    use_with(dir, "0.1.0").await;
    start(dir, "0.1.0").await;
    assert!(sets(dir).is_empty(), "nothing to copy before a first start");
    log(dir, 3).await;

    start(dir, "0.2.0").await;
    let made = sets(dir);
    assert_eq!(made.len(), 1);
    assert_eq!(made[0].version.as_deref(), Some("0.1.0"));
    assert!(made[0].name.starts_with("0.1.0-20"), "{}", made[0].name);
    check_set(dir, &made[0].name).await.unwrap();
    let text = folder(dir, &made[0].name).join("backup.json");
    let text: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(text).unwrap()).unwrap();
    assert_eq!(text["made_by"], "0.2.0");
    assert_eq!(
        (&text["log_head"]["seq"], &text["log_head"]["hash"]),
        (&3.into(), &"07070707".into())
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = folder(dir, &made[0].name);
        assert_eq!(mode(dir.join("backups")), 0o700);
        assert_eq!(mode(folder.clone()), 0o700);
        assert_eq!(mode(folder.join("innkeeper.db")), 0o600);
    }
    start(dir, "0.2.0").await;
    assert_eq!(sets(dir), made, "the second start makes none");
    // An older program on the data of a newer one is another version as well.
    start(dir, "0.1.0").await;
    assert_eq!(sets(dir).len(), 2);
}

#[tokio::test]
async fn three_backups_are_kept_and_equal_data_is_kept_once() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for version in ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0"] {
        use_with(dir, version).await;
    }
    let of = |dir: &Path| -> Vec<Option<String>> {
        sets(dir).into_iter().map(|set| set.version).collect()
    };
    assert_eq!(sets(dir).len(), KEPT_SETS);
    assert_eq!(
        of(dir),
        ["1.3.0", "1.2.0", "1.1.0"].map(|version| Some(version.to_owned()))
    );
    // Going back, and forward once more: the data is that of the backup.
    let oldest = sets(dir)[2].name.clone();
    restore_set(dir, &oldest, domain::now_ms()).await.unwrap();
    start(dir, "1.4.0").await;
    assert_eq!(sets(dir).len(), KEPT_SETS);
    assert!(sets(dir).iter().any(|set| set.name == oldest));
    assert!(!folder(dir, "unfinished").exists());
}

#[tokio::test]
async fn backup_goes_back_and_the_present_data_is_kept_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    use_with(dir, "0.1.0").await;
    log(dir, 2).await;
    use_with(dir, "0.2.0").await;
    log(dir, 5).await;
    let log_now = std::fs::read(Part::Audit.path(dir)).unwrap();
    let name = sets(dir)[0].name.clone();

    let held = Store::open(dir).await.unwrap();
    let refused = restore_set(dir, &name, 0).await.unwrap_err();
    assert!(matches!(refused, StoreError::HeldBy(_)), "{refused}");
    held.close().await;

    let kept = restore_set(dir, &name, domain::now_ms()).await.unwrap();
    assert_eq!(mark(dir).await.as_deref(), Some("0.1.0"));
    assert_eq!(
        std::fs::read(Part::Audit.path(dir)).unwrap(),
        log_now,
        "the log goes on"
    );
    let beside = own_files(dir);
    let beside = beside.iter().find(|file| file.path == kept).unwrap();
    assert_eq!(beside.kind, OwnKind::SetAside(Part::Database));
    std::fs::rename(&kept, Part::Database.path(dir)).unwrap();
    assert_eq!(mark(dir).await.as_deref(), Some("0.2.0"));

    // A log that is gone comes back with it.
    std::fs::remove_file(Part::Audit.path(dir)).unwrap();
    restore_set(dir, &name, domain::now_ms()).await.unwrap();
    assert!(Part::Audit.path(dir).exists());
}

#[tokio::test]
async fn changed_or_unknown_backup_is_not_restored() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    use_with(dir, "0.1.0").await;
    use_with(dir, "0.2.0").await;
    let name = sets(dir)[0].name.clone();
    let before = std::fs::read(Part::Database.path(dir)).unwrap();
    for unknown in ["", "..", "../backups", "0.9.9-2026-01-01", "unfinished"] {
        let refused = restore_set(dir, unknown, 0).await.unwrap_err();
        assert!(matches!(refused, StoreError::NotFound), "{unknown}");
    }
    let copy = folder(dir, &name).join("innkeeper.db");
    let mut bytes = std::fs::read(&copy).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&copy, bytes).unwrap();
    let refused = restore_set(dir, &name, 0).await.unwrap_err();
    assert!(matches!(refused, StoreError::Damaged(_)), "{refused}");
    assert_eq!(std::fs::read(Part::Database.path(dir)).unwrap(), before);
}

#[tokio::test]
async fn newer_and_damaged_data_is_refused_without_a_backup() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    use_with(dir, "9.0.0").await;
    let options = SqliteConnectOptions::new().filename(Part::Database.path(dir));
    let mut connection = options.connect().await.unwrap();
    sqlx::query("PRAGMA user_version = 9999")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let before = std::fs::read(Part::Database.path(dir)).unwrap();
    let refused = Store::open_by(dir, &by("0.2.0")).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { .. }), "{refused}");
    assert_eq!(std::fs::read(Part::Database.path(dir)).unwrap(), before);
    std::fs::write(Part::Database.path(dir), "no database").unwrap();
    let refused = Store::open_by(dir, &by("0.2.0")).await.unwrap_err();
    assert!(matches!(refused, StoreError::Damaged(_)), "{refused}");
    assert!(sets(dir).is_empty());
}

#[tokio::test]
async fn damaged_log_is_named_before_anything_is_migrated() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    use_with(dir, "0.1.0").await;
    std::fs::write(Part::Audit.path(dir), "no database at all").unwrap();
    let refused = Store::open_by(dir, &by("0.2.0")).await.unwrap_err();
    assert!(matches!(refused, StoreError::LogDamaged(_)), "{refused}");
    assert!(sets(dir).is_empty() && !folder(dir, "unfinished").exists());
    start(dir, "0.1.0").await;
    // The user starts without.
    let program = Program {
        version: "0.2.0",
        backup: false,
    };
    let store = Store::open_by(dir, &program).await.unwrap();
    store.close().await;
    start(dir, "0.2.0").await;
    assert!(sets(dir).is_empty());
}

#[tokio::test]
async fn backup_is_offered_for_damage_and_deleted_with_everything() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    use_with(dir, "0.1.0").await;
    log(dir, 1).await;
    use_with(dir, "0.2.0").await;
    let name = sets(dir)[0].name.clone();
    for part in Part::ALL {
        let found = usable_backup(dir, part).await.unwrap();
        assert_eq!(found.path.parent(), Some(folder(dir, &name).as_path()));
        assert!(found.before_update);
    }
    let half = folder(dir, "unfinished");
    std::fs::create_dir(&half).unwrap();
    std::fs::copy(Part::Database.path(dir), half.join("innkeeper.db")).unwrap();
    assert_eq!(
        backups(dir, Part::Database).len(),
        1,
        "an unfinished one is none"
    );
    std::fs::write(folder(dir, &name).join("mine.txt"), "mine").unwrap();
    for file in own_files(dir) {
        std::fs::remove_file(file.path).unwrap();
    }
    remove_empty_sets(dir);
    assert!(!half.exists());
    assert!(folder(dir, &name).join("mine.txt").exists());
}
