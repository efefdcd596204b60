//! Data that cannot be opened, in a real window: what is said, that nothing is touched, and each way on.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use e2e::{App, Display, Error, PAGE, WAIT, damage, filled};
use serde_json::json;
use store::{Listed, Part, Store};

fn database(dir: &Path) -> PathBuf {
    Part::Database.path(dir)
}

async fn kind(app: &App, kind: &str) -> Result<(), Error> {
    app.until(&format!(
        "document.querySelector('[data-testid=recovery][data-kind={kind}]')"
    ))
    .await
}

async fn chat(app: &App) -> Result<(), Error> {
    app.main().await?;
    app.until(
        "document.querySelector('[data-testid=conversation]')?.innerText.includes('Open invoices')",
    )
    .await
}

async fn read_conversation(app: &App) -> Result<(), Error> {
    app.click("recovery-browse").await?;
    app.click("browse-conversation").await?;
    app.until("document.querySelectorAll('[data-testid=browse-message]').length >= 20")
        .await?;
    app.until("document.body.innerText.includes('Which of them are open?')")
        .await
}

#[tokio::test]
async fn damaged_data_is_read_and_the_backup_opened() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    filled(&data).await?;
    // Two pages of what was said: what else there is has its first page only, and would be gone with it.
    let said = b"Which of them are open? ".repeat(4);
    let damaged = damage(&database(&data), &said, |pages| {
        vec![pages / 2, pages / 2 + 2]
    })?;
    let display = Display::start("1280x800x24")?;
    let app = App::start_in_recovery(&display, &data).await?;
    kind(&app, "damaged").await?;
    let shown = app.text("[data-testid=recovery]").await?;
    for words in [
        "has changed nothing",
        "innkeeper.db",
        "KB",
        "today",
        "Open the backup",
    ] {
        assert!(shown.contains(words), "{words} in {shown}");
    }
    app.until("document.activeElement?.dataset.testid === 'recovery-backup-open'")
        .await?;
    app.keep_both_themes("recovery-damaged").await?;
    app.resize(900, 600).await?;
    app.keep_both_themes("recovery-damaged-900").await?;

    // What needs a host says that there is none.
    let answer = app
        .run_async(
            "const done = arguments[0]; window.__TAURI_INTERNALS__.invoke('state').then(() => done('opened'), (e) => done(String(e?.message ?? e)))",
            vec![],
        )
        .await?;
    assert_ne!(answer, json!("opened"));
    read_conversation(&app).await?;
    app.keep_both_themes("recovery-browse").await?;
    app.click("browse-close").await?;
    assert_eq!(
        std::fs::read(database(&data))?,
        damaged,
        "nothing was touched"
    );

    app.click("recovery-backup-open").await?;
    chat(&app).await?;
    let kept: Vec<PathBuf> = store::own_files(&data)
        .into_iter()
        .filter(|file| file.kind == store::OwnKind::SetAside(Part::Database))
        .map(|file| file.path)
        .collect();
    assert!(
        kept.iter()
            .any(|path| std::fs::read(path).unwrap() == damaged),
        "{kept:?}"
    );
    app.quit().await
}

#[tokio::test]
async fn newer_data_is_read_and_tried_again() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    filled(&data).await?;
    for backup in store::backups(&data, Part::Database) {
        std::fs::remove_file(backup.path)?;
    }
    // The file's own version stands in its header.
    let mut bytes = std::fs::read(database(&data))?;
    let before = bytes.clone();
    bytes[60..64].copy_from_slice(&1000_u32.to_be_bytes());
    std::fs::write(database(&data), &bytes)?;
    let display = Display::start("1280x800x24")?;
    let app = App::start_in_recovery(&display, &data).await?;
    kind(&app, "newer").await?;
    let shown = app.text("[data-testid=recovery]").await?;
    assert!(
        shown.contains("version 1000") && shown.contains("none that can be opened"),
        "{shown}"
    );
    app.until("document.activeElement?.dataset.testid === 'recovery-save'")
        .await?;
    app.keep_both_themes("recovery-newer").await?;
    app.click("recovery-retry").await?;
    kind(&app, "newer").await?;
    read_conversation(&app).await?;
    app.click("browse-close").await?;
    assert_eq!(std::fs::read(database(&data))?, bytes);
    std::fs::write(database(&data), &before)?;
    app.click("recovery-retry").await?;
    chat(&app).await?;
    app.quit().await
}

#[tokio::test]
async fn a_second_start_shows_the_first_window_and_waits_for_a_lock() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    filled(&data).await?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    let begin = Instant::now();
    let mut second = Command::new(e2e::program()?)
        .arg("--data-dir")
        .arg(&data)
        .env("DISPLAY", display.name())
        .stdin(Stdio::null())
        .spawn()?;
    let code = loop {
        if let Some(status) = second.try_wait()? {
            break status.code();
        }
        assert!(begin.elapsed() < Duration::from_secs(5), "it still runs");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(code, Some(0));
    app.until("document.visibilityState === 'visible'").await?;
    app.quit().await?;

    // Another program holds the data for a moment: the start waits for it.
    let held = Store::open(&data).await.unwrap();
    let app = App::start_in_recovery(&display, &data).await?;
    kind(&app, "waiting").await?;
    app.keep_both_themes("recovery-waiting").await?;
    held.close().await;
    chat(&app).await?;
    app.quit().await?;

    // It does not let go: then a person tries again.
    let held = Store::open(&data).await.unwrap();
    let app = App::start_in_recovery(&display, &data).await?;
    kind(&app, "in_use").await?;
    let shown = app.text("[data-testid=recovery]").await?;
    let pid = std::process::id().to_string();
    assert!(
        shown.contains(&pid) && shown.contains("since today"),
        "{shown}"
    );
    app.keep_both_themes("recovery-in-use").await?;
    held.close().await;
    app.click("recovery-retry").await?;
    chat(&app).await?;
    app.quit().await
}

#[tokio::test]
async fn damage_found_while_it_runs_leads_to_the_same_page() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    filled(&data).await?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    let log = Part::Audit.path(&data);
    let mut bytes = std::fs::read(&log)?;
    bytes[PAGE..2 * PAGE].fill(0xa5);
    std::fs::write(&log, &bytes)?;
    app.recovery().await?;
    kind(&app, "damaged").await?;
    let shown = app.text("[data-testid=recovery]").await?;
    assert!(
        shown.contains("audit log") && shown.contains("has stopped every server"),
        "{shown}"
    );
    app.keep_both_themes("recovery-log").await?;

    // The host of this process is closed for good: another takes over with the backup.
    app.press("recovery-backup-open").await?;
    end_next(&app, &data).await?;
    assert!(
        store::own_files(&data)
            .iter()
            .any(|f| f.kind == store::OwnKind::SetAside(Part::Audit))
    );
    drop(app);
    Ok(())
}

/// Waits until another process has opened the data instead of the program's first one, and ends it.
async fn end_next(app: &App, data: &Path) -> Result<(), Error> {
    let begin = Instant::now();
    let next = loop {
        let holder = store::holder(data).and_then(|holder| holder.pid.zip(holder.door));
        match holder {
            Some((pid, _)) if pid != app.pid() => break pid,
            _ => assert!(begin.elapsed() < WAIT, "no other process took over"),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let next = rustix::process::Pid::from_raw(next.try_into().unwrap()).unwrap();
    rustix::process::kill_process(next, rustix::process::Signal::KILL)?;
    Ok(())
}

/// The titles of the conversations.
async fn titles(dir: &Path) -> Vec<String> {
    let begin = Instant::now();
    let store = loop {
        // The process that was killed holds the lock until the system has cleared it away.
        match Store::open(dir).await {
            Ok(store) => break store,
            Err(error) => assert!(begin.elapsed() < WAIT, "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let all = store
        .conversations()
        .list(Listed::Current, 10, 0)
        .await
        .unwrap();
    store.close().await;
    all.into_iter().map(|one| one.title).collect()
}

#[tokio::test]
async fn the_data_from_before_another_version_is_restored() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    filled(&data).await?;
    let display = Display::start("1280x800x24")?;
    // Data of a version that did not yet say which one it was: a backup is made.
    App::start(&display, &data).await?.quit().await?;
    let store = Store::open(&data).await.unwrap();
    store
        .conversations()
        .create("Written later", None, None)
        .await
        .unwrap();
    store.close().await;

    let app = App::start(&display, &data).await?;
    app.until("document.body.innerText.includes('Written later')")
        .await?;
    app.click("settings").await?;
    app.click("tab-data").await?;
    app.find("backup").await?;
    app.click("backup-restore").await?;
    app.until("document.activeElement?.dataset.testid === 'backup-keep'")
        .await?;
    app.keep_both_themes("backup-restore").await?;
    // What was asked changes nothing before it is confirmed.
    app.click("backup-keep").await?;
    app.click("backup-restore").await?;
    // The program may be gone before the driver answers; whether it did what it should is asked below.
    let _ = app.click("backup-restore-now").await;
    end_next(&app, &data).await?;
    drop(app);
    assert_eq!(
        titles(&data).await,
        ["Open invoices, Lindqvist & Bergström"]
    );
    assert!(
        store::own_files(&data)
            .iter()
            .any(|file| file.kind == store::OwnKind::SetAside(Part::Database)),
        "what was there is kept"
    );
    Ok(())
}

#[tokio::test]
async fn all_data_is_deleted_for_the_typed_word() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    filled(&data).await?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    app.click("settings").await?;
    app.click("tab-data").await?;
    let dir = app.text("[data-testid=data-dir]").await?;
    assert_eq!(dir, data.display().to_string());
    app.click("data-delete").await?;
    app.fill("data-word", "delet").await?;
    app.until("document.querySelector('[data-testid=data-delete-now]').disabled")
        .await?;
    app.keep_both_themes("data-delete").await?;
    app.fill("data-word", "delete").await?;
    app.click("data-delete-now").await?;
    app.recovery().await?;
    kind(&app, "deleted").await?;
    app.keep_both_themes("data-deleted").await?;
    assert!(
        !data.exists(),
        "{:?}",
        std::fs::read_dir(&data).map(|d| d.flatten().map(|e| e.path()).collect::<Vec<_>>())
    );
    // The program may be gone before the driver answers; whether it ended is asked below.
    let _ = app.press("recovery-quit").await;
    let begin = Instant::now();
    while Path::new(&format!("/proc/{}/exe", app.pid())).exists() {
        assert!(begin.elapsed() < WAIT, "it still runs");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    drop(app);
    assert!(!data.exists(), "nothing was written at the end");
    Ok(())
}
