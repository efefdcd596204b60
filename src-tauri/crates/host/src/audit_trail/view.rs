//! Rows of the log in words.

use std::collections::HashMap;

use audit::{Entry, EntryKind, Row};
use domain::CallId;
use policy::Evaluation;
use serde_json::Value;

use crate::{
    api::{ApiError, AuditKindView, AuditOutcomeView, AuditView, ErrorCode, ReasonView},
    approvals,
    inner::Inner,
    wording::{small, tier},
};

/// The word of a person who answered in the consent window.
const PERSON: &str = "person";
/// The word of a person who answered at a terminal.
const TERMINAL: &str = "terminal";

/// What is said of a decision, by how it was made.
const VERDICTS: &[(&str, &str, &str)] = &[
    ("allowed", "person", "you allowed"),
    ("denied", "person", "you denied"),
    ("allowed", "terminal", "you allowed at the terminal"),
    ("denied", "terminal", "you denied at the terminal"),
    ("denied", "dismissed", "you closed the question"),
    ("allowed", "rule", "allowed by a rule"),
    ("denied", "rule", "denied by a rule"),
    ("allowed", "command_line", "allowed by the command line"),
    ("denied", "command_line", "denied by the command line"),
    ("denied", "unattended", "nobody could be asked"),
    ("denied", "expiry", "nobody answered"),
    ("denied", "mute", "denied, muted"),
    ("denied", "repeat", "denied, as before"),
    ("denied", "queue_full", "denied, too many questions"),
    ("denied", "withdrawn", "withdrawn"),
    ("denied", "stop_all", "you stopped everything"),
    (
        "denied",
        "ledger_failure",
        "denied, it could not be recorded",
    ),
];

/// What is said of a change of what stands.
const CHANGES: &[(&str, &str)] = &[
    ("made", "you made it"),
    ("revoked", "you revoked it"),
    ("restored", "you took the revocation back"),
    ("tier", "you changed what it counts as"),
    ("trusted", "you trust it for reading"),
    ("distrusted", "you trust it no longer"),
    ("guarded", "you switched the guard on"),
    ("unguarded", "you switched the guard off"),
    (
        "sampling_review",
        "you changed whether answers are reviewed",
    ),
    ("sampling_budget", "you changed its budget"),
    ("stop_all", "you"),
];

/// The decisions whose words have this text in them.
pub(super) fn verdicts_with(text: &str) -> Vec<(&'static str, &'static str)> {
    let found = VERDICTS.iter().filter(|(_, _, words)| words.contains(text));
    found.map(|(decision, by, _)| (*decision, *by)).collect()
}

/// Rows with what came of them.
pub(super) fn views(inner: &Inner, rows: &[Row], outcomes: &[Row]) -> Vec<AuditView> {
    let ended: HashMap<CallId, &Row> = outcomes
        .iter()
        .filter_map(|row| Some((row.entry.call?, row)))
        .collect();
    let outcome = |row: &Row| {
        let decided = row.entry.kind == EntryKind::Decision;
        let ended = ended.get(&row.entry.call.filter(|_| decided)?)?;
        let decision = ended.entry.decision.as_deref().unwrap_or_default();
        Some(AuditOutcomeView {
            seq: small(ended.seq),
            verdict: verdict(decision, &Value::Null),
            bad: is_bad(decision),
        })
    };
    rows.iter()
        .map(|row| view(inner, row, outcome(row)))
        .collect()
}

/// The one view of one row.
pub(super) fn first(views: Vec<AuditView>) -> Result<AuditView, ApiError> {
    let none = || ApiError::new(ErrorCode::NotFound, "There is no such row in the log.");
    views.into_iter().next().ok_or_else(none)
}

fn view(inner: &Inner, row: &Row, outcome: Option<AuditOutcomeView>) -> AuditView {
    let entry = &row.entry;
    let detail: Value = serde_json::from_str(&entry.detail).unwrap_or_default();
    let decision = entry.decision.as_deref().unwrap_or_default();
    let kind = kind(entry);
    AuditView {
        seq: small(row.seq),
        at_ms: entry.at_ms as f64,
        kind,
        server: entry
            .server
            .map(|id| inner.servers.tag(id, "a removed server")),
        subject: subject(entry, kind, &detail),
        tier: tier_of(&detail),
        edited: detail["edited"] == true,
        verdict: verdict(decision, &detail),
        bad: is_bad(decision) || entry.kind == EntryKind::Unreadable,
        outcome,
        conversation: entry.conversation.map(|c| c.to_string()),
    }
}

fn kind(entry: &Entry) -> AuditKindView {
    match entry.kind {
        EntryKind::Decision if entry.call.is_some() => AuditKindView::Call,
        EntryKind::Outcome => AuditKindView::Outcome,
        EntryKind::Launch => AuditKindView::Launch,
        EntryKind::Decision
        | EntryKind::Server
        | EntryKind::Provider
        | EntryKind::Rule
        | EntryKind::Secret
        | EntryKind::Setting
        | EntryKind::Stop
        | EntryKind::Session
        | EntryKind::Purge
        | EntryKind::Unreadable => AuditKindView::Other,
    }
}

fn subject(entry: &Entry, kind: AuditKindView, detail: &Value) -> String {
    let subject = domain::visible(&entry.subject);
    match kind {
        AuditKindView::Call | AuditKindView::Outcome | AuditKindView::Launch => subject,
        AuditKindView::Other if detail["sign_in"].is_string() => {
            let at = domain::visible(detail["sign_in"].as_str().unwrap_or_default());
            format!("Sign-in at {at} for {subject}")
        }
        AuditKindView::Other if detail["account"].is_string() => format!("Account: {subject}"),
        AuditKindView::Other if entry.kind == EntryKind::Decision => {
            match detail["request"].as_str() {
                Some("sampling") if detail["again"] == true => {
                    format!("Your model asked once more for {subject}")
                }
                Some("sampling") => format!("Your model asked for {subject}"),
                Some("sampling_reply") => format!("Your model's answer to {subject}"),
                Some("elicitation") => format!("A question of {subject}"),
                Some("roots") => format!("Folders named to {subject}"),
                Some(_) | None => format!("Tool results to {subject}"),
            }
        }
        AuditKindView::Other if entry.kind == EntryKind::Stop => {
            let many = |what: &str| detail[what].as_u64().unwrap_or_default();
            format!(
                "Stop everything: servers {}, calls {}, questions {}",
                many("servers"),
                many("calls"),
                many("questions")
            )
        }
        AuditKindView::Other => format!("{}: {subject}", word(entry.kind)),
    }
}

/// The kind of a row that is about no call and no launch.
fn word(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Decision | EntryKind::Outcome => "Call",
        EntryKind::Launch => "Launch",
        EntryKind::Server => "Server",
        EntryKind::Provider => "Model",
        EntryKind::Rule => "Rule",
        EntryKind::Secret => "Secret",
        EntryKind::Setting => "Setting",
        EntryKind::Stop => "Stop",
        EntryKind::Session => "Session",
        EntryKind::Purge => "Removed",
        EntryKind::Unreadable => "Unknown",
    }
}

fn tier_of(detail: &Value) -> Option<(u32, String)> {
    let found = serde_json::from_value(detail["evaluation"]["tier"].clone()).ok()?;
    Some(tier(found))
}

/// The evaluation of a row, if it has one that this version can read.
pub(super) fn evaluation(entry: &Entry) -> Option<Evaluation> {
    let mut detail: Value = serde_json::from_str(&entry.detail).ok()?;
    serde_json::from_value(detail["evaluation"].take()).ok()
}

/// Why it was decided so.
pub(super) fn reasons(
    inner: &Inner,
    entry: &Entry,
    evaluation: Option<&Evaluation>,
) -> Vec<ReasonView> {
    let Some((to, evaluation)) = entry.server.zip(evaluation) else {
        return Vec::new();
    };
    approvals::reasons_of(inner, evaluation, to)
}

fn is_bad(decision: &str) -> bool {
    !matches!(
        decision,
        "" | "allowed" | "done" | "signed_in" | "signed_out" | "client_entered"
    ) && !CHANGES.iter().any(|(word, _)| *word == decision)
}

/// Who decided what, or how it ended.
pub(super) fn verdict(decision: &str, detail: &Value) -> String {
    let by = detail["by"].as_str().unwrap_or_default();
    let known = VERDICTS.iter().find(|(d, b, _)| (*d, *b) == (decision, by));
    if let Some((_, _, words)) = known {
        let scope = match (decision, by, detail["scope"].as_str()) {
            ("allowed", PERSON | TERMINAL, Some("once")) => ", once",
            ("allowed", PERSON | TERMINAL, Some("conversation")) => ", in this conversation",
            ("allowed", PERSON | TERMINAL, Some("standing")) if detail["request"].is_string() => {
                ", and the next ones unseen"
            }
            ("allowed", PERSON | TERMINAL, Some("standing")) => ", until it changes",
            ("allowed", PERSON | TERMINAL, Some("where")) => {
                ", always where an argument is as it was"
            }
            ("allowed", PERSON | TERMINAL, Some("tools")) => ", with others, for a while",
            _ => "",
        };
        let trust = if detail["trusts_reading"] == true {
            ", and trust its reading"
        } else {
            ""
        };
        return format!("{words}{scope}{trust}");
    }
    if let Some((_, words)) = CHANGES.iter().find(|(word, _)| *word == decision) {
        return (*words).to_owned();
    }
    match decision {
        "not_sent" => "not sent".to_owned(),
        "signed_in" => "signed in".to_owned(),
        "signed_out" => "you signed out".to_owned(),
        "sign_in_failed" => "not signed in".to_owned(),
        "sign_in_ended" => "signed out by itself".to_owned(),
        "client_entered" => "a client ID was entered".to_owned(),
        "unknown" => "may have run".to_owned(),
        other => domain::visible(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_read_is_what_is_found() {
        let nobody = [("denied", "unattended"), ("denied", "expiry")];
        assert_eq!(verdicts_with("nobody"), nobody);
        let you = [("allowed", "person"), ("allowed", "terminal")];
        assert_eq!(verdicts_with("you allowed"), you);
        let detail = json!({ "by": "person", "scope": "once" });
        assert_eq!(verdict("allowed", &detail), "you allowed, once");
        assert_eq!(verdict("unknown", &Value::Null), "may have run");
        assert_eq!(
            verdict("fail\u{202e}ed", &Value::Null),
            domain::visible("fail\u{202e}ed")
        );
    }
}
