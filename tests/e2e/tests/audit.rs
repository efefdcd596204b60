//! The audit log in the real window, without a mouse: searched, filtered, a row read in full, and what is said of one that
//! was changed.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use audit::{Audit, Entry, EntryKind};
use domain::{CallId, ServerId};
use e2e::{App, Display, ENTER, ESCAPE, Error, TAB};
use serde_json::json;
use store::{NewServer, Store};

const DOWN: char = '\u{e015}';
const END: char = '\u{e010}';

fn call(server: ServerId, tool: &str, decision: &str, by: &str, path: &str) -> Entry {
    let reasons = json!([{ "reason": "no_rule" }, { "reason": "risk", "tier": "t3" }]);
    let detail = json!({
        "by": by,
        "scope": "once",
        "evaluation": { "decision": "ask", "tier": "t3", "reasons": reasons, "matched_rules": [] },
    });
    Entry {
        at_ms: domain::now_ms(),
        kind: EntryKind::Decision,
        server: Some(server),
        conversation: None,
        call: Some(CallId::new()),
        subject: tool.into(),
        decision: Some(decision.into()),
        detail: detail.to_string(),
        content: Some(json!({ "path": path }).to_string()),
    }
}

/// Data with one conversation, one server, and a few rows about it.
async fn filled(dir: &Path) {
    let store = Store::open(dir).await.unwrap();
    store
        .conversations()
        .create("Notes", None, None)
        .await
        .unwrap();
    let new = NewServer {
        name: "My files".into(),
        command: "true".into(),
        ..NewServer::default()
    };
    let server = store.servers().add(&new).await.unwrap().id;
    let audit = Audit::open(&store.audit_path()).await.unwrap();
    let read = call(
        server,
        "read_text_file",
        "allowed",
        "person",
        "/home/me/first.txt",
    );
    let done = Entry {
        kind: EntryKind::Outcome,
        decision: Some("done".into()),
        content: None,
        detail: "{}".into(),
        ..read.clone()
    };
    for entry in [
        read,
        done,
        call(
            server,
            "write_file",
            "denied",
            "person",
            "/home/me/second.txt",
        ),
        call(
            server,
            "list_directory",
            "allowed",
            "rule",
            "/home/me/third",
        ),
        call(
            server,
            "move_file",
            "denied",
            "expiry",
            "/home/me/fourth.txt",
        ),
    ] {
        audit.append(entry).await.unwrap();
    }
    audit.close().await;
    store.close().await;
}

/// What has the focus stands for this row.
fn on_row(seq: u64) -> String {
    format!("document.activeElement?.dataset.seq === '{seq}'")
}

fn rows(count: usize) -> String {
    format!("document.querySelectorAll('[data-testid=audit-row]').length === {count}")
}

async fn typed(app: &App, text: &str) -> Result<(), Error> {
    for c in text.chars() {
        app.key(c).await?;
    }
    Ok(())
}

async fn page(app: &App) -> Result<(), Error> {
    app.key_to(TAB, "audit").await?;
    app.key(ENTER).await?;
    app.find("audit-verdict").await.map(drop)
}

#[tokio::test]
async fn the_log_is_read_by_keyboard_alone() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    filled(&data).await;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    page(&app).await?;
    app.until(
        "document.querySelector('[data-testid=audit-verdict]').innerText.startsWith('Intact')",
    )
    .await?;
    app.until(&rows(4)).await?;
    // Decisions are read whole, in a wide window and in a narrow one.
    for (width, height) in [(900, 600), (1280, 800)] {
        app.resize(width, height).await?;
        app.until(&format!("innerWidth === {width}")).await?;
        app.until(
            "(all => all.length > 3 && all.every(one => one.scrollWidth <= one.clientWidth && !getComputedStyle(one).textOverflow.includes('ellipsis') && !one.querySelector('.ell')))([...document.querySelectorAll('td.decision')])",
        )
        .await?;
        app.keep_both_themes(&format!("audit-decisions-{width}"))
            .await?;
    }
    app.keep_both_themes("audit").await?;

    app.key_to(TAB, "audit-search").await?;
    typed(&app, "SECOND").await?;
    app.until(&rows(1)).await?;
    app.key_to(TAB, "audit-row").await?;
    app.key(ENTER).await?;
    app.focus_on("audit-detail").await?;
    app.until("document.querySelector('[data-testid=audit-arguments]')?.innerText.includes('/home/me/second.txt')")
        .await?;
    app.until("document.querySelector('[data-testid=audit-reasons]')?.innerText.includes('No rule covers this call.')")
        .await?;
    app.keep_both_themes("audit-detail").await?;
    app.key(ESCAPE).await?;
    app.until(&on_row(3)).await?;

    app.key_to(TAB, "audit-search").await?;
    app.key(ESCAPE).await?;
    app.until(&rows(4)).await?;
    app.key_to(TAB, "audit-decided-denied").await?;
    app.key(ENTER).await?;
    app.until(&rows(2)).await?;
    app.key_to(TAB, "audit-row").await?;
    app.key(DOWN).await?;
    app.until(&on_row(3)).await?;
    app.key_to(TAB, "audit-search").await?;
    typed(&app, "nowhere").await?;
    app.find("audit-none").await?;
    let said = app.text("[data-testid=audit-none]").await?;
    assert!(
        said.contains("“nowhere”") && said.contains("denied"),
        "{said}"
    );
    app.keep_both_themes("audit-none").await?;
    app.quit().await?;

    // One letter of what was recorded is another.
    let path = store::Part::Audit.path(&data);
    let mut bytes = std::fs::read(&path)?;
    let word = b"/home/me/second.txt";
    let at = bytes.windows(word.len()).position(|w| w == word).unwrap();
    bytes[at + 9] = b'S';
    std::fs::write(&path, bytes)?;
    let app = App::start(&display, &data).await?;
    page(&app).await?;
    let broken = app.text("[data-testid=audit-broken]").await?;
    assert!(
        broken.contains("Row 3 was changed after it was written"),
        "{broken}"
    );
    app.key_to(TAB, "audit-go").await?;
    app.key(ENTER).await?;
    app.until(&on_row(3)).await?;
    app.find("audit-detail").await?;
    app.keep_both_themes("audit-broken").await?;
    app.key(END).await?;
    app.until(&on_row(1)).await?;
    app.quit().await
}
