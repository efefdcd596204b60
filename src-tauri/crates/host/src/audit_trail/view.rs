//! Descriptions of audit log rows.

use std::collections::HashMap;

use audit::{Entry, EntryKind, Row};
use consent::DecidedBy;
use domain::CallId;
use host_api::{ApiError, AuditKindView, AuditOutcomeView, AuditView, ErrorCode, ReasonView};
use messages::Text;
use policy::Evaluation;

use crate::{
    approvals,
    inner::Inner,
    ledger::{Detail, Earlier, Event, RowDetail, Scope},
    wording::{small, tier},
};

/// The text for a decision, by decision source.
const VERDICTS: &[(&str, DecidedBy, &str)] = &[
    ("allowed", DecidedBy::Person, "you allowed"),
    ("denied", DecidedBy::Person, "you denied"),
    (
        "allowed",
        DecidedBy::Terminal,
        "you allowed at the terminal",
    ),
    ("denied", DecidedBy::Terminal, "you denied at the terminal"),
    (
        "denied",
        DecidedBy::Dismissed,
        "you closed the approval request",
    ),
    ("allowed", DecidedBy::Rule, "allowed by a rule"),
    ("denied", DecidedBy::Rule, "denied by a rule"),
    (
        "allowed",
        DecidedBy::CommandLine,
        "allowed by the command line",
    ),
    (
        "denied",
        DecidedBy::CommandLine,
        "denied by the command line",
    ),
    ("denied", DecidedBy::Unattended, "nobody could be asked"),
    ("denied", DecidedBy::Expiry, "nobody answered"),
    ("denied", DecidedBy::Mute, "denied, muted"),
    ("denied", DecidedBy::Repeat, "denied, as before"),
    (
        "denied",
        DecidedBy::QueueFull,
        "denied, too many pending approvals",
    ),
    ("denied", DecidedBy::Withdrawn, "withdrawn"),
    ("denied", DecidedBy::StopAll, "you stopped everything"),
    (
        "denied",
        DecidedBy::LedgerFailure,
        "denied, it could not be recorded",
    ),
];

/// The text for a change of a permission.
const CHANGES: &[(&str, &str)] = &[
    ("made", "you made it"),
    ("revoked", "you revoked it"),
    ("restored", "you undid the revocation"),
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

/// Returns the decisions whose text contains this text.
pub(super) fn verdicts_with(text: &str) -> Vec<(&'static str, &'static str)> {
    let found = VERDICTS.iter().filter(|(_, _, words)| words.contains(text));
    found
        .map(|(decision, by, _)| (*decision, by.as_str()))
        .collect()
}

/// Returns the views of rows with their outcomes.
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
            verdict: verdict(decision, &RowDetail::Unreadable),
            bad: is_bad(decision),
        })
    };
    rows.iter()
        .map(|row| view(inner, row, outcome(row)))
        .collect()
}

/// Returns the view of a single row.
pub(super) fn first(views: Vec<AuditView>) -> Result<AuditView, ApiError> {
    let none = || ApiError::new(ErrorCode::NotFound, "There is no such row in the log.");
    views.into_iter().next().ok_or_else(none)
}

fn view(inner: &Inner, row: &Row, outcome: Option<AuditOutcomeView>) -> AuditView {
    let entry = &row.entry;
    let detail = RowDetail::of(entry);
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
        tier: detail.evaluation().map(|evaluation| tier(evaluation.tier)),
        edited: detail.edited(),
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

fn subject(entry: &Entry, kind: AuditKindView, detail: &RowDetail) -> Text {
    let subject = domain::visible(&entry.subject);
    if kind != AuditKindView::Other {
        return subject.into();
    }
    match detail {
        RowDetail::Now(Detail::Decision(decision)) => approvals::logged(&decision.about, subject),
        RowDetail::Now(Detail::Event(Event::Account(_))) => format!("Account: {subject}").into(),
        RowDetail::Now(Detail::Event(Event::Stop {
            servers,
            calls,
            questions,
            ..
        })) => stopped([*servers, *calls, *questions]).into(),
        RowDetail::Earlier(earlier) => earlier_subject(entry.kind, earlier, subject).into(),
        RowDetail::Now(Detail::Event(_)) | RowDetail::Unreadable => {
            format!("{}: {subject}", word(entry.kind)).into()
        }
    }
}

fn stopped<T: std::fmt::Display>([servers, calls, approvals]: [T; 3]) -> String {
    format!("Stop everything: servers {servers}, calls {calls}, approvals {approvals}")
}

/// Returns the object of a row that an earlier version wrote.
fn earlier_subject(kind: EntryKind, earlier: &Earlier, subject: String) -> String {
    match (kind, earlier.request.as_deref()) {
        (_, _) if earlier.account => format!("Account: {subject}"),
        (EntryKind::Decision, Some("sampling")) if earlier.again => {
            format!("Your model asked once more for {subject}")
        }
        (EntryKind::Decision, Some("sampling")) => format!("Your model asked for {subject}"),
        (EntryKind::Decision, Some("sampling_reply")) => {
            format!("Your model's answer to {subject}")
        }
        (EntryKind::Decision, Some("elicitation")) => format!("A question of {subject}"),
        (EntryKind::Decision, Some("roots")) => format!("Folders named to {subject}"),
        (EntryKind::Decision, _) => match &earlier.sign_in {
            Some(at) => format!("Sign-in at {} for {subject}", domain::visible(at)),
            None => format!("Tool results to {subject}"),
        },
        (EntryKind::Stop, _) => stopped(earlier.stopped),
        (_, _) => format!("{}: {subject}", word(kind)),
    }
}

/// Returns the label of a row that concerns neither a call nor a launch.
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

/// Returns the reasons of a decision.
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
        "" | "allowed"
            | "done"
            | "signed_in"
            | "signed_out"
            | "client_entered"
            | "tried out"
            | "asked for its models"
    ) && !CHANGES.iter().any(|(word, _)| *word == decision)
}

/// Describes the decision and its source, or the outcome.
pub(super) fn verdict(decision: &str, detail: &RowDetail) -> String {
    let by = detail.by();
    let known = VERDICTS
        .iter()
        .find(|(d, b, _)| *d == decision && Some(*b) == by);
    if let Some((_, _, words)) = known {
        let by_person = decision == "allowed" && by.is_some_and(DecidedBy::is_person);
        let scope = match detail.scope().filter(|_| by_person) {
            Some(Scope::Once) => ", once",
            Some(Scope::Conversation) => ", in this conversation",
            Some(Scope::Standing) if detail.is_request() => ", and the next ones unseen",
            Some(Scope::Standing) => ", until it changes",
            Some(Scope::Where) => ", always where an argument is as it was",
            Some(Scope::Tools) => ", with others, for a while",
            None => "",
        };
        let trust = if detail.trusts_reading() {
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
        "sign_in_ended" => "signed out automatically".to_owned(),
        "client_entered" => "a client ID was entered".to_owned(),
        "unknown" => "may have run".to_owned(),
        other => domain::visible(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_is_found() {
        let nobody = [("denied", "unattended"), ("denied", "expiry")];
        assert_eq!(verdicts_with("nobody"), nobody);
        let you = [("allowed", "person"), ("allowed", "terminal")];
        assert_eq!(verdicts_with("you allowed"), you);
        let detail = r#"{"by":"person","scope":"once"}"#;
        let entry = Entry {
            at_ms: 0,
            kind: EntryKind::Decision,
            server: None,
            conversation: None,
            call: None,
            subject: String::new(),
            decision: None,
            detail: detail.to_owned(),
            content: None,
        };
        assert_eq!(
            verdict("allowed", &RowDetail::of(&entry)),
            "you allowed, once"
        );
        assert_eq!(verdict("unknown", &RowDetail::Unreadable), "may have run");
        assert_eq!(
            verdict("fail\u{202e}ed", &RowDetail::Unreadable),
            domain::visible("fail\u{202e}ed")
        );
    }
}
