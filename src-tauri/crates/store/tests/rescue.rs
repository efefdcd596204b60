//! Copies, what is read from a damaged file, and the file set aside.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{collections::BTreeSet, path::Path};

use domain::Provenance;
use store::{
    MessageStatus, NewMessage, NewPart, Part, PartKind, Reading, Role, Store, StoreError,
    back_up_daily, backups, own_files, restore, usable_backup,
};

const DAY_MS: i64 = 86_400_000;

async fn filled(dir: &Path, messages: usize) {
    let store = Store::open(dir).await.unwrap();
    let conversation = store
        .conversations()
        .create("Kept words", None, None)
        .await
        .unwrap()
        .id;
    for number in 0..messages {
        let new = NewMessage {
            conversation,
            parent: None,
            role: Role::User,
            model: None,
            status: MessageStatus::Complete,
            parts: vec![NewPart {
                kind: PartKind::Text,
                body: format!("message {number}: {}", "word ".repeat(200)),
                origin: Provenance::Host,
            }],
        };
        store.messages().append_message(&new).await.unwrap();
    }
    store.close().await;
}

async fn bodies(path: &Path) -> (BTreeSet<String>, store::Scan) {
    let mut reading = Reading::open(path).await.unwrap();
    let mut read = BTreeSet::new();
    let scan = reading
        .scan("parts", "body", |(_, columns)| {
            read.insert(
                columns[0]
                    .as_str()
                    .unwrap()
                    .split(':')
                    .next()
                    .unwrap()
                    .to_owned(),
            );
        })
        .await
        .unwrap();
    (read, scan)
}

fn database(dir: &Path) -> std::path::PathBuf {
    Part::Database.path(dir)
}

#[tokio::test]
async fn what_lies_around_the_damage_is_read() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), 400).await;
    let (whole, scan) = bodies(&database(dir.path())).await;
    assert_eq!((whole.len(), scan.holes), (400, 0));

    // Leaves of the table with the parts, known by their origin, here and there; the first page stays.
    let mut bytes = std::fs::read(database(dir.path())).unwrap();
    let pages: Vec<usize> = bytes
        .chunks(4096)
        .enumerate()
        .filter(|(_, page)| page.windows(6).any(|text| text == b"\"host\"") && page[0] == 0x0d)
        .map(|(number, _)| number)
        .collect();
    for &page in [
        pages[3],
        pages[4],
        pages[pages.len() / 2],
        pages[pages.len() - 1],
    ]
    .iter()
    {
        bytes[page * 4096..][..4096].fill(0xa5);
    }
    std::fs::write(database(dir.path()), &bytes).unwrap();
    assert!(matches!(
        Store::open(dir.path()).await,
        Err(StoreError::Damaged(_))
    ));
    let (read, scan) = bodies(&database(dir.path())).await;
    assert!(scan.holes >= 2, "{scan:?}");
    // A page holds at most four of these rows.
    assert!(read.len() >= 400 - 4 * 4, "only {} of 400", read.len());
    assert!(read.len() < 400 && read.is_subset(&whole));
    assert_eq!(
        std::fs::read(database(dir.path())).unwrap(),
        bytes,
        "untouched"
    );
}

#[tokio::test]
async fn three_days_are_kept_private_and_links_are_not_followed() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), 3).await;
    let store = Store::open(dir.path()).await.unwrap();
    #[cfg(unix)]
    let victim = {
        let victim = dir.path().join("victim.txt");
        std::fs::write(&victim, "mine").unwrap();
        std::os::unix::fs::symlink(&victim, dir.path().join("innkeeper.new.backup.db")).unwrap();
        victim
    };
    for day in 0..5 {
        assert_eq!(back_up_daily(dir.path(), day * DAY_MS).await.unwrap(), 1);
        assert_eq!(
            back_up_daily(dir.path(), day * DAY_MS + 1).await.unwrap(),
            0,
            "once a day"
        );
    }
    let kept: Vec<String> = backups(dir.path(), Part::Database)
        .iter()
        .map(|backup| {
            backup
                .path
                .file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(kept.len(), 3, "{kept:?}");
    assert!(
        kept.contains(&"innkeeper.1970-01-05.backup.db".to_owned()),
        "{kept:?}"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::read_to_string(victim).unwrap(), "mine");
        for backup in backups(dir.path(), Part::Database) {
            let mode = std::fs::metadata(&backup.path)
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600, "{}", backup.path.display());
        }
    }
    let (read, _) = bodies(&backups(dir.path(), Part::Database)[0].path).await;
    assert_eq!(read.len(), 3);
    drop(store);
}

#[tokio::test]
async fn a_backup_takes_the_place_and_the_damaged_file_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), 3).await;
    back_up_daily(dir.path(), 0).await.unwrap();
    back_up_daily(dir.path(), DAY_MS).await.unwrap();
    // The newest copy is damaged too: it is not offered.
    let newest = dir.path().join("innkeeper.1970-01-02.backup.db");
    let mut bytes = std::fs::read(&newest).unwrap();
    bytes[4096..8192].fill(0xa5);
    std::fs::write(&newest, &bytes).unwrap();
    let broken = vec![0x5a; 20_000];
    std::fs::write(database(dir.path()), &broken).unwrap();
    std::fs::write(dir.path().join("innkeeper.db-wal"), b"stale").unwrap();
    assert!(matches!(
        Store::open(dir.path()).await,
        Err(StoreError::Damaged(_))
    ));

    let backup = usable_backup(dir.path(), Part::Database).await.unwrap();
    assert!(backup.path.ends_with("innkeeper.1970-01-01.backup.db"));
    let held = Store::open(&dir.path().join("other")).await.unwrap();
    let kept = restore(dir.path(), Part::Database, Some(&backup), 90_061_000)
        .await
        .unwrap();
    drop(held);
    assert!(
        kept.ends_with("innkeeper.set-aside-19700102-010101.db"),
        "{}",
        kept.display()
    );
    assert_eq!(std::fs::read(&kept).unwrap(), broken);
    assert!(
        !dir.path().join("innkeeper.db-wal").exists(),
        "it belongs to the other file"
    );
    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(
        store
            .conversations()
            .list(store::Listed::Current, 10, 0)
            .await
            .unwrap()[0]
            .title,
        "Kept words"
    );
    assert!(backup.path.exists(), "the backup stays");
    let held = restore(dir.path(), Part::Database, None, 0).await;
    assert!(
        matches!(held, Err(StoreError::HeldBy(_))),
        "not under a running program"
    );
    store.close().await;

    // Without a backup the next opening begins anew; the file is kept all the same.
    let kept = restore(dir.path(), Part::Database, None, 90_061_000)
        .await
        .unwrap();
    assert!(
        kept.ends_with("innkeeper.set-aside-19700102-010101-2.db"),
        "{}",
        kept.display()
    );
    let store = Store::open(dir.path()).await.unwrap();
    assert!(
        store
            .conversations()
            .list(store::Listed::Current, 10, 0)
            .await
            .unwrap()
            .is_empty()
    );
    assert!(own_files(dir.path()).iter().any(|file| file.path == kept));
}
