//! Descriptions of audit log rows.

use std::{collections::HashMap, sync::LazyLock};

use approvals::{
    tool::reasons_of,
    wording::{small, tier},
};
use audit::{Entry, EntryKind, Row};
use consent::DecidedBy;
use domain::CallId;
use host_api::{ApiError, AuditKindView, AuditOutcomeView, AuditView, ErrorCode, ReasonView};
use messages::{Catalogue, Language, Phrase, Text, phrases, without_isolation};
use policy::Evaluation;

use crate::{
    inner::Inner,
    ledger::{AttachedKind, Detail, Earlier, Event, RowDetail, Scope},
};

/// Every catalogue in which a search may name a verdict.
static CATALOGUES: LazyLock<[Catalogue; 2]> =
    LazyLock::new(|| [Language::English, Language::German].map(Catalogue::new));

/// The message that says a stored word.
type Words = fn() -> Phrase;

/// The words for a decision, by decision source.
const VERDICTS: &[(&str, DecidedBy, Words)] = &[
    (
        "allowed",
        DecidedBy::Person,
        phrases::host_verdict_allowed_person,
    ),
    (
        "denied",
        DecidedBy::Person,
        phrases::host_verdict_denied_person,
    ),
    (
        "allowed",
        DecidedBy::Terminal,
        phrases::host_verdict_allowed_terminal,
    ),
    (
        "denied",
        DecidedBy::Terminal,
        phrases::host_verdict_denied_terminal,
    ),
    (
        "denied",
        DecidedBy::Dismissed,
        phrases::host_verdict_dismissed,
    ),
    (
        "allowed",
        DecidedBy::Rule,
        phrases::host_verdict_allowed_rule,
    ),
    ("denied", DecidedBy::Rule, phrases::host_verdict_denied_rule),
    (
        "allowed",
        DecidedBy::CommandLine,
        phrases::host_verdict_allowed_command,
    ),
    (
        "denied",
        DecidedBy::CommandLine,
        phrases::host_verdict_denied_command,
    ),
    (
        "denied",
        DecidedBy::Unattended,
        phrases::host_verdict_unattended,
    ),
    ("denied", DecidedBy::Expiry, phrases::host_verdict_expired),
    ("denied", DecidedBy::Mute, phrases::host_verdict_muted),
    ("denied", DecidedBy::Repeat, phrases::host_verdict_repeated),
    (
        "denied",
        DecidedBy::QueueFull,
        phrases::host_verdict_queue_full,
    ),
    (
        "denied",
        DecidedBy::Withdrawn,
        phrases::host_verdict_withdrawn,
    ),
    ("denied", DecidedBy::StopAll, phrases::host_verdict_stopped),
    (
        "denied",
        DecidedBy::LedgerFailure,
        phrases::host_verdict_unrecorded,
    ),
];

/// The words for another stored decision, and whether it is a good outcome or a change of the user.
const EVENTS: &[(&str, bool, Words)] = &[
    ("made", true, phrases::host_verdict_made),
    ("revoked", true, phrases::host_verdict_revoked),
    ("restored", true, phrases::host_verdict_restored),
    ("tier", true, phrases::host_verdict_tier),
    ("trusted", true, phrases::host_verdict_trusted),
    ("distrusted", true, phrases::host_verdict_distrusted),
    ("guarded", true, phrases::host_verdict_guarded),
    ("unguarded", true, phrases::host_verdict_unguarded),
    ("data_forgotten", true, phrases::host_verdict_data_forgotten),
    (
        "changes_applied",
        true,
        phrases::host_verdict_changes_applied,
    ),
    (
        "changes_discarded",
        true,
        phrases::host_verdict_changes_discarded,
    ),
    ("trial_start", true, phrases::host_verdict_trial_start),
    ("sampling_review", true, phrases::host_verdict_review),
    ("sampling_budget", true, phrases::host_verdict_budget),
    (
        "instructions_read",
        true,
        phrases::host_verdict_instructions_read,
    ),
    (
        "instructions_unread",
        true,
        phrases::host_verdict_instructions_unread,
    ),
    ("stop_all", true, phrases::host_verdict_stop),
    ("done", true, phrases::host_verdict_done),
    ("failed", false, phrases::host_verdict_failed),
    ("cancelled", false, phrases::host_verdict_cancelled),
    ("unknown", false, phrases::host_verdict_unknown),
    ("not_sent", false, phrases::host_verdict_not_sent),
    ("signed_in", true, phrases::host_verdict_signed_in),
    ("signed_out", true, phrases::host_verdict_signed_out),
    (
        "sign_in_failed",
        false,
        phrases::host_verdict_sign_in_failed,
    ),
    ("sign_in_ended", false, phrases::host_verdict_sign_in_ended),
    ("client_entered", true, phrases::host_verdict_client),
    (
        "resource attached",
        true,
        phrases::host_verdict_resource_attached,
    ),
    (
        "prompt inserted",
        true,
        phrases::host_verdict_prompt_inserted,
    ),
    ("tried out", true, phrases::host_verdict_key_tested),
    ("asked for its models", true, phrases::host_verdict_models),
    ("update_check", true, phrases::host_verdict_update_check),
    (
        "update_download",
        true,
        phrases::host_verdict_update_download,
    ),
    ("update_install", true, phrases::host_verdict_update_install),
    ("update_setting", true, phrases::host_verdict_update_setting),
    // Decisions of a source that this version does not know.
    ("allowed", true, phrases::host_verdict_allowed),
    ("denied", false, phrases::host_verdict_denied),
];

/// Returns the stored decisions that a person reads as this lower-case text, with their source where that makes a difference.
///
/// The log stores English words and data, and its own search matches those. What is displayed comes from the catalogue: the search
/// of the log gets, besides the text, the decisions whose words contain it in any language.
pub(super) fn verdicts_with(text: &str) -> Vec<(&'static str, Option<&'static str>)> {
    let reads = |words: &fn() -> Phrase| {
        let words = words();
        CATALOGUES.iter().any(|catalogue| {
            let said = without_isolation(&catalogue.say(&words));
            said.to_lowercase().contains(text)
        })
    };
    let decided = VERDICTS.iter().filter(|(_, _, words)| reads(words));
    let decided = decided.map(|(decision, by, _)| (*decision, Some(by.as_str())));
    let events = EVENTS.iter().filter(|(_, _, words)| reads(words));
    decided
        .chain(events.map(|(decision, _, _)| (*decision, None)))
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
    views.into_iter().next().ok_or_else(no_row)
}

pub(super) fn no_row() -> ApiError {
    ApiError::new(ErrorCode::NotFound, phrases::host_audit_no_row())
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
        | EntryKind::Seal
        | EntryKind::Unreadable => AuditKindView::Other,
    }
}

fn subject(entry: &Entry, kind: AuditKindView, detail: &RowDetail) -> Text {
    let subject = domain::visible(&entry.subject);
    if kind != AuditKindView::Other {
        return subject.into();
    }
    let said = match detail {
        RowDetail::Now(Detail::Decision(decision)) => {
            return approvals::logged(&decision.about, subject);
        }
        RowDetail::Now(Detail::Event(Event::Account(_))) => phrases::host_row_account(subject),
        RowDetail::Now(Detail::Event(Event::Attached { kind, .. })) => match kind {
            AttachedKind::Resource => phrases::host_row_resource(subject),
            AttachedKind::Prompt => phrases::host_row_prompt(subject),
        },
        RowDetail::Now(Detail::Event(Event::Stop {
            servers,
            calls,
            questions,
            ..
        })) => phrases::host_row_stopped(*questions, *calls, *servers),
        RowDetail::Earlier(earlier) => earlier_subject(entry.kind, earlier, subject),
        RowDetail::Now(Detail::Event(_)) | RowDetail::Unreadable => labelled(entry.kind, subject),
    };
    said.into()
}

/// Returns the object of a row that an earlier version wrote.
fn earlier_subject(kind: EntryKind, earlier: &Earlier, subject: String) -> Phrase {
    match (kind, earlier.request.as_deref()) {
        (_, _) if earlier.account => phrases::host_row_account(subject),
        (EntryKind::Decision, Some("sampling")) if earlier.again => {
            phrases::host_logged_sampling_again(subject)
        }
        (EntryKind::Decision, Some("sampling")) => phrases::host_logged_sampling(subject),
        (EntryKind::Decision, Some("sampling_reply")) => phrases::host_logged_reply(subject),
        (EntryKind::Decision, Some("elicitation")) => phrases::host_logged_elicitation(subject),
        (EntryKind::Decision, Some("roots")) => phrases::host_logged_roots(subject),
        (EntryKind::Decision, _) => match &earlier.sign_in {
            Some(at) => phrases::host_logged_sign_in(domain::visible(at), subject),
            None => phrases::host_logged_outflow(subject),
        },
        (EntryKind::Stop, _) => {
            let [servers, calls, approvals] = earlier.stopped;
            phrases::host_row_stopped(approvals, calls, servers)
        }
        (_, _) => labelled(kind, subject),
    }
}

/// Returns the object of a row that concerns neither a call nor a launch, with its kind.
fn labelled(kind: EntryKind, subject: String) -> Phrase {
    match kind {
        EntryKind::Decision | EntryKind::Outcome => phrases::host_row_call(subject),
        EntryKind::Launch => phrases::host_row_launch(subject),
        EntryKind::Server => phrases::host_row_server(subject),
        EntryKind::Provider => phrases::host_row_model(subject),
        EntryKind::Rule => phrases::host_logged_rule(subject),
        EntryKind::Secret => phrases::host_logged_secret(subject),
        EntryKind::Setting => phrases::host_logged_setting(subject),
        EntryKind::Stop => phrases::host_row_stop(subject),
        EntryKind::Session => phrases::host_row_session(subject),
        EntryKind::Purge => phrases::host_row_purge(subject),
        EntryKind::Seal | EntryKind::Unreadable => phrases::host_row_unknown(subject),
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
    reasons_of(evaluation, to, &inner.servers.tags())
}

fn is_bad(decision: &str) -> bool {
    let good = |(word, good, _): &(&str, bool, _)| *good && *word == decision;
    !decision.is_empty() && !EVENTS.iter().any(good)
}

/// Describes the decision and its source, or the outcome.
pub(super) fn verdict(decision: &str, detail: &RowDetail) -> Text {
    let by = detail.by();
    let known = VERDICTS
        .iter()
        .find(|(d, b, _)| *d == decision && Some(*b) == by);
    if let Some((_, _, words)) = known {
        let by_person = decision == "allowed" && by.is_some_and(DecidedBy::is_person);
        let said = words();
        let said = match detail.scope().filter(|_| by_person) {
            Some(Scope::Once) => phrases::host_verdict_once(said),
            Some(Scope::Conversation) => phrases::host_verdict_conversation(said),
            Some(Scope::Run) => phrases::host_verdict_run(said),
            Some(Scope::Standing) if detail.is_request() => phrases::host_verdict_unseen(said),
            Some(Scope::Standing) => phrases::host_verdict_standing(said),
            Some(Scope::Where) => phrases::host_verdict_where(said),
            Some(Scope::Tools) => phrases::host_verdict_tools(said),
            None => said,
        };
        return match detail.trusts_reading() {
            true => phrases::host_verdict_trusting(said).into(),
            false => said.into(),
        };
    }
    if matches!(
        detail,
        RowDetail::Now(Detail::Event(Event::Restored { .. }))
    ) {
        return phrases::host_verdict_data_restored().into();
    }
    match EVENTS.iter().find(|(word, _, _)| *word == decision) {
        Some((_, _, words)) => words().into(),
        None => domain::visible(decision).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_is_found() {
        let nobody = [("denied", Some("unattended")), ("denied", Some("expiry"))];
        assert_eq!(verdicts_with("nobody"), nobody);
        assert_eq!(verdicts_with("niemand"), nobody);
        let you = [("allowed", Some("person")), ("allowed", Some("terminal"))];
        assert_eq!(verdicts_with("you allowed"), you);
        assert_eq!(verdicts_with("may have run"), [("unknown", None)]);
        assert_eq!(verdicts_with("fehlgeschlagen"), [("failed", None)]);
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
            domain::visible("fail\u{202e}ed").as_str()
        );
    }
}
