//! Rules in the real window, by keyboard alone: made, confirmed, tried, revoked and brought back, and revoked from the row of
//! the log that one of them allowed.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use audit::{Audit, Entry, EntryKind};
use domain::CallId;
use e2e::{App, Display, ENTER, Error, TAB, allow};
use serde_json::json;
use store::{RuleEffect, Store};

/// Data with a conversation: the first start would offer to add a model.
async fn begun(dir: &Path) {
    let store = Store::open(dir).await.unwrap();
    store
        .conversations()
        .create("Notes", None, None)
        .await
        .unwrap();
    store.close().await;
}

/// A server of the test's own, accepted and ready.
async fn serve(app: &App) -> Result<(), Error> {
    app.click("add-server").await?;
    app.fill("server-name", "Kit").await?;
    let program = testkit::server_binary()?.display().to_string();
    app.fill("server-command", &program).await?;
    app.click("server-save").await?;
    question(app, "launch").await?;
    allow(app).await?;
    app.main().await?;
    app.until("document.querySelector('[data-testid=server-state][data-state=ready]')")
        .await
}

async fn question(app: &App, kind: &str) -> Result<(), Error> {
    app.consent().await?;
    app.until(&format!(
        "document.querySelector('[data-testid=approval][data-kind={kind}]')"
    ))
    .await
}

/// Says yes to what widens: A leads to the button, Space presses it once it is armed.
async fn confirm(app: &App, picture: &str) -> Result<(), Error> {
    question(app, "authority").await?;
    app.ready().await?;
    app.keep_both_themes(picture).await?;
    app.key('a').await?;
    app.focus_on("allow").await?;
    app.until(
        "document.querySelector('[data-testid=allow]').getAttribute('aria-disabled') === 'false'",
    )
    .await?;
    app.key(' ').await?;
    app.main().await
}

fn rows(count: usize) -> String {
    format!("document.querySelectorAll('[data-testid=rule-row]').length === {count}")
}

async fn press(app: &App, id: &str) -> Result<(), Error> {
    app.key_to(TAB, id).await?;
    app.key(ENTER).await
}

/// A row of the log about a call that the one grant allowed.
async fn allowed_by_rule(dir: &Path) -> String {
    let store = Store::open(dir).await.unwrap();
    let rules = store.rules().list().await.unwrap();
    let grant = rules
        .iter()
        .find(|rule| rule.effect == RuleEffect::Allow)
        .unwrap();
    let reasons = json!([{ "reason": "allowed_by_rule", "rule": grant.id }, { "reason": "risk", "tier": "t3" }]);
    let evaluation = json!({ "decision": "allow", "tier": "t3", "reasons": reasons, "matched_rules": [grant.id] });
    let tool = grant.tool.clone().unwrap();
    let audit = Audit::open(&store.audit_path()).await.unwrap();
    let entry = Entry {
        at_ms: domain::now_ms(),
        kind: EntryKind::Decision,
        server: Some(grant.server),
        conversation: None,
        call: Some(CallId::new()),
        subject: tool.clone(),
        decision: Some("allowed".into()),
        detail: json!({ "by": "rule", "scope": "once", "evaluation": evaluation }).to_string(),
        content: Some("{}".into()),
    };
    audit.append(entry).await.unwrap();
    audit.close().await;
    store.close().await;
    tool
}

async fn typed(app: &App, text: &str) -> Result<(), Error> {
    for c in text.chars() {
        app.key(c).await?;
    }
    Ok(())
}

#[tokio::test]
async fn rules_are_made_tried_and_revoked_by_keyboard_alone() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    begun(&data).await;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    serve(&app).await?;

    press(&app, "rules").await?;
    app.until("document.querySelector('.empty')?.innerText.includes('No rules yet')")
        .await?;
    app.keep_both_themes("rules-empty").await?;
    press(&app, "rule-new").await?;
    press(&app, "new-effect-allow").await?;
    app.key_to(TAB, "new-tool").await?;
    app.key(' ').await?;
    app.keep_both_themes("rules-new").await?;
    press(&app, "new-make").await?;
    confirm(&app, "consent-authority").await?;
    app.until(&rows(1)).await?;
    app.until(
        "document.querySelector('[data-testid=tried-rule]')?.innerText.includes('covers it')",
    )
    .await?;
    app.keep_both_themes("rules").await?;

    // What narrows holds at once, and nobody is asked.
    press(&app, "rule-new").await?;
    press(&app, "new-make").await?;
    app.until(&rows(2)).await?;
    app.until("document.querySelector('[data-testid=tried]')?.dataset.decision === 'deny'")
        .await?;

    // Gone at once; back only through the consent window.
    app.key_to(TAB, "rule-search").await?;
    typed(&app, "always").await?;
    app.until(&rows(1)).await?;
    press(&app, "rule-end").await?;
    app.until(&rows(0)).await?;
    app.keep_both_themes("rules-undo").await?;
    press(&app, "undo").await?;
    confirm(&app, "consent-authority-back").await?;
    app.until(&rows(1)).await?;
    app.quit().await?;

    let tool = allowed_by_rule(&data).await;
    let app = App::start(&display, &data).await?;
    press(&app, "audit").await?;
    app.key_to(TAB, "audit-search").await?;
    typed(&app, &tool).await?;
    app.until("document.querySelector('[data-testid=audit-row]')?.querySelector('code')")
        .await?;
    press(&app, "audit-row").await?;
    app.focus_on("audit-detail").await?;
    app.find("rule-card").await?;
    app.keep_both_themes("audit-rule").await?;
    press(&app, "rule-card-revoke").await?;
    app.until("document.querySelector('[data-testid=rule-card]')?.dataset.revoked === 'true'")
        .await?;
    app.quit().await?;
    let store = Store::open(&data).await.unwrap();
    let left = store.rules().list().await.unwrap();
    assert!(
        left.iter().all(|rule| rule.effect == RuleEffect::Deny),
        "{left:?}"
    );
    store.close().await;
    Ok(())
}

/// The numbers of uses that the page shows, row by row.
const USES: &str = "[...document.querySelectorAll('[data-testid=rule-row] td.num')].map((cell) => cell.innerText.trim()).join()";

/// Tries the tool `echo` from its server's page and waits until the call ended so.
async fn echo(app: &App, state: &str) -> Result<(), Error> {
    app.click("server-row").await?;
    app.click("tab-tools").await?;
    app.fill("tools-filter", "echo").await?;
    app.find("server-tool").await?;
    app.value("document.querySelector('[data-testid=server-tool][data-name=echo] button').click()")
        .await?;
    app.until("document.querySelector('[data-testid=tool-detail]')?.dataset.tool === 'echo'")
        .await?;
    app.click("try-send").await?;
    app.until(&format!(
        "document.querySelector('[data-testid=call][data-state={state}]')"
    ))
    .await
}

#[tokio::test]
async fn uses_of_rules_are_counted_while_the_program_runs_and_after_a_restart() -> Result<(), Error>
{
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    begun(&data).await;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    serve(&app).await?;
    app.click("rules").await?;
    app.click("rule-new").await?;
    app.click("new-effect-allow").await?;
    app.find("new-tool").await?;
    app.value("[...document.querySelectorAll('[data-testid=new-tool]')].find((one) => one.parentElement.innerText.trim() === 'echo').click()")
        .await?;
    app.click("new-make").await?;
    confirm(&app, "consent-authority-uses").await?;
    app.until(&format!("{USES} === '0'")).await?;
    for uses in ["1", "2"] {
        echo(&app, "done").await?;
        app.click("rules").await?;
        app.until(&format!("{USES} === '{uses}'")).await?;
        app.until("!document.querySelector('[data-testid=rule-row]').innerText.includes('never')")
            .await?;
    }
    app.keep_both_themes("rules-used").await?;
    // One that denies is used by denying.
    app.click("rule-new").await?;
    app.click("new-effect-deny").await?;
    app.click("new-make").await?;
    app.until(&rows(2)).await?;
    echo(&app, "denied").await?;
    app.click("rules").await?;
    app.until(&format!("{USES} === '1,2'")).await?;
    app.quit().await?;
    let app = App::start(&display, &data).await?;
    app.click("rules").await?;
    app.until(&format!("{USES} === '1,2'")).await?;
    app.quit().await
}
