//! Writes each decision to the audit log before it takes effect, and outcomes after.

use std::{future::Future, pin::Pin};

use audit::{Audit, Entry, EntryKind};
use consent::{
    ApprovalRequest, DecidedBy, GrantScope, Ledger, LedgerError, NewRule, Record, RequestApproval,
    RequestAsk, SamplingApproval, SchemaCheck, Verdict, Widening,
};
use domain::{LaunchSpec, SamplingContent, ServerId, ToolCall, now_ms};
use serde_json::{Value, json};

use crate::{redact::redact, sampling};

/// The audit log as consent's ledger.
pub(crate) struct AuditLedger {
    /// The log.
    pub audit: Audit,
}

impl Ledger for AuditLedger {
    fn record<'a>(
        &'a self,
        record: Record<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<(), LedgerError>> + Send + 'a>> {
        Box::pin(async move {
            let entry = entry(&record);
            self.audit
                .append(entry)
                .await
                .map(drop)
                .map_err(|e| LedgerError(e.to_string()))
        })
    }
}

fn entry(record: &Record<'_>) -> Entry {
    let (decision, note) = match record.verdict {
        Verdict::Allowed(_) => ("allowed", None),
        Verdict::Denied { note } => ("denied", note.clone()),
    };
    let scope = match record.verdict {
        Verdict::Allowed(scope) => json!(scope.as_str()),
        Verdict::Denied { .. } => Value::Null,
    };
    let granted = match (record.verdict, record.question) {
        (Verdict::Allowed(GrantScope::Where(at)), ApprovalRequest::Tool(q)) => {
            json!(q.offers.when.get(*at))
        }
        (Verdict::Allowed(GrantScope::Tools { tools, minutes }), _) => {
            json!({ "tools": tools, "minutes": minutes })
        }
        (Verdict::Allowed(_) | Verdict::Denied { .. }, _) => Value::Null,
    };
    let mut detail = json!({
        "by": by(record.by),
        "scope": scope,
        "granted": granted,
        "note": note,
        "prompt": record.prompt.map(|(id, _)| id.to_string()),
        "revision": record.prompt.map(|(_, revision)| revision),
        "evaluation": record.evaluation,
        "trusts_reading": record.trusts_reading,
    });
    let (kind, call, subject, about, content) = about(record.question);
    if let (Some(detail), Value::Object(about)) = (detail.as_object_mut(), about) {
        detail.extend(about);
    }
    Entry {
        at_ms: now_ms(),
        kind,
        server: record.question.server(),
        conversation: record.question.conversation(),
        call,
        subject,
        decision: Some(decision.to_owned()),
        detail: detail.to_string(),
        content,
    }
}

fn by(by: DecidedBy) -> Value {
    json!(by)
}

type About = (
    EntryKind,
    Option<domain::CallId>,
    String,
    Value,
    Option<String>,
);

fn about(question: &ApprovalRequest) -> About {
    match question {
        ApprovalRequest::Tool(q) => {
            let schema = match &q.schema {
                SchemaCheck::Fits => json!("fits"),
                SchemaCheck::Broken(problems) => json!({ "broken": problems }),
                SchemaCheck::NotChecked(why) => json!({ "not_checked": why }),
            };
            let about = json!({
                "definition": q.call.definition,
                "launch": q.call.launch,
                "edited": q.edited(),
                "asked_by": q.asked_by,
                "schema": schema,
            });
            let content = redact(q.call.arguments.as_str());
            (
                EntryKind::Decision,
                Some(q.call.id),
                q.call.tool.name.clone(),
                about,
                Some(content),
            )
        }
        // Its calls are recorded one by one; this is for a reader of the log if that should ever fail.
        ApprovalRequest::Calls(group) => {
            let calls: Vec<_> = group.calls.iter().map(|call| call.id()).collect();
            let subject = format!("{} calls", calls.len());
            (
                EntryKind::Decision,
                None,
                subject,
                json!({ "calls": calls }),
                None,
            )
        }
        ApprovalRequest::Launch(q) => {
            let about = match &q.spec {
                LaunchSpec::Local(local) => json!({
                    "launch": q.spec.digest(),
                    "command": local.command,
                    "program": local.program.path,
                    "args": local.args.len(),
                    "cwd": local.cwd,
                    "env": local.env.iter().map(|e| &e.name).collect::<Vec<_>>(),
                }),
                LaunchSpec::Remote(remote) => json!({
                    "launch": q.spec.digest(),
                    "url": remote.url,
                    "headers": remote.headers.iter().map(|h| &h.name).collect::<Vec<_>>(),
                }),
            };
            (EntryKind::Launch, None, q.server_name.clone(), about, None)
        }
        ApprovalRequest::Outflow(q) => {
            let named = |(id, name): &(ServerId, String)| json!({ "id": id, "name": name });
            let about = json!({
                "outflow": q.origin,
                "model": q.model,
                "endpoint": q.provider,
                "servers": q.servers.iter().map(named).collect::<Vec<_>>(),
            });
            (EntryKind::Decision, None, q.origin.clone(), about, None)
        }
        ApprovalRequest::Request(q) => asked(q),
        ApprovalRequest::Feature(change) => {
            let about = json!({ "feature": change.feature, "server_name": change.server_name });
            let subject = format!(
                "{} may ask: {}",
                change.server_name,
                change.feature.as_str()
            );
            (EntryKind::Setting, None, subject, about, None)
        }
        ApprovalRequest::Authority(change) => {
            let subject = crate::approvals::authority_title(change);
            let about = json!({ "widens": widening(&change.widening) });
            (EntryKind::Rule, None, subject, about, None)
        }
        ApprovalRequest::Change(q) => {
            let [accepted, definition] = q.digests();
            let about = json!({
                "change": if q.tool().is_some() { "tool" } else { "instructions" },
                "tool": q.tool(),
                "accepted": accepted,
                "definition": definition,
            });
            let subject = match q.tool() {
                Some(tool) => format!("definition of {tool}"),
                None => "instructions".to_owned(),
            };
            (EntryKind::Setting, None, subject, about, None)
        }
        ApprovalRequest::Root(q) => {
            let about = json!({ "root": crate::roots::about(&q.grant), "risk": q.facts.risk });
            let subject = format!("folder {}", q.grant.path);
            (EntryKind::Rule, None, subject, about, None)
        }
        ApprovalRequest::Client(q) => {
            let about = json!({ "client": q.issuer, "id": q.id });
            (EntryKind::Secret, None, q.server_name.clone(), about, None)
        }
        ApprovalRequest::SignIn(q) => {
            let about = json!({
                "sign_in": q.opens,
                "redeems": q.redeems,
                "issuer": q.issuer,
                "resource": q.resource,
                "scopes": q.scopes,
                "new_scopes": q.new_scopes,
                "client": q.client,
            });
            (
                EntryKind::Decision,
                None,
                q.server_name.clone(),
                about,
                None,
            )
        }
        ApprovalRequest::Endpoint(change) => {
            let about =
                json!({ "base_url": change.base_url, "wire": change.wire, "model": change.model });
            (EntryKind::Setting, None, change.name.clone(), about, None)
        }
    }
}

/// What is widened, in the log.
fn widening(widening: &Widening) -> Value {
    let rule = |rule: &NewRule| {
        json!({
            "effect": rule.effect,
            "tool": rule.tool,
            "definition": rule.definition,
            "launch": rule.launch,
            "conversation": rule.conversation.map(|c| c.to_string()),
            "minutes": rule.minutes,
            "conditions": rule.when,
        })
    };
    match widening {
        Widening::Rules(rules) => json!({ "rules": rules.iter().map(rule).collect::<Vec<_>>() }),
        Widening::Without { rule: id, was } => {
            json!({ "without": id.to_string(), "was": rule(was) })
        }
        Widening::Tier {
            tool,
            definition,
            from,
            to,
        } => json!({ "tier": tool, "definition": definition, "from": from, "to": to }),
        Widening::Trust { launch, reading } => json!({
            "trust": launch,
            "reading": reading.iter().map(|tool| &tool.name).collect::<Vec<_>>(),
        }),
        Widening::Unguarded {
            from,
            from_name,
            from_launch,
            launch,
        } => json!({
            "unguarded": from.to_string(),
            "from_name": from_name,
            "from_launch": from_launch,
            "launch": launch,
        }),
        Widening::SamplingUnreviewed => json!({ "sampling": "unreviewed" }),
        Widening::SamplingBudget { from, to } => {
            json!({ "sampling": "budget", "from": from, "to": to })
        }
        Widening::Resume => json!({ "resume": true }),
    }
}

/// Most of a server's request or of what is sent in answer that is kept in the log, in bytes.
const MAX_ASKED: usize = 256 * 1024;

/// What a server asked for, and what it would get.
fn asked(q: &RequestApproval) -> About {
    let about = |kind: &str, more: Value| {
        let mut about = json!({ "request": kind, "id": q.id.to_string() });
        if let (Some(about), Value::Object(more)) = (about.as_object_mut(), more) {
            about.extend(more);
        }
        about
    };
    let with = |q: &SamplingApproval| {
        let (model, request) = (&q.draft.model, &q.draft.request);
        json!({
            "model": model.model,
            "origin": model.origin,
            "max_tokens": request.max_tokens,
            "edited": q.edits() > 0,
            "digest": sampling::digest(&q.draft),
            "again": q.again,
        })
    };
    let (about, content) = match &q.ask {
        RequestAsk::Roots(reply) => {
            let uris: Vec<&String> = reply.roots.iter().map(|root| &root.uri).collect();
            (about("roots", json!({ "roots": uris })), None)
        }
        RequestAsk::Sampling(q) => {
            let sent = sampling::sent_as(&q.draft, false).to_string();
            (about("sampling", with(q)), Some(sent))
        }
        RequestAsk::SamplingReply(q) => {
            let blocks = q.reply.content.iter().map(said);
            let said = json!({ "said": blocks.collect::<Vec<_>>() }).to_string();
            let mut more = with(&q.prompt);
            more["edited"] = json!(q.edits() > 0);
            (about("sampling_reply", more), Some(said))
        }
        RequestAsk::Elicitation {
            request,
            content,
            refused,
        } => {
            let content = content.as_ref().map(|c| c.as_str().to_owned());
            let content = content.unwrap_or_else(|| request.raw.clone());
            (
                about("elicitation", json!({ "refused": refused })),
                Some(content),
            )
        }
    };
    let content = content.map(|text| {
        if text.len() > MAX_ASKED {
            json!({ "bytes": text.len(), "kept": "too large for the log" }).to_string()
        } else {
            redact(&text)
        }
    });
    (
        EntryKind::Decision,
        None,
        q.server_name.clone(),
        about,
        content,
    )
}

fn said(block: &SamplingContent) -> Value {
    match block {
        SamplingContent::Text(text) => json!(text),
        SamplingContent::ToolUse { name, input, .. } => {
            json!({ "tool": name, "input": input.as_str() })
        }
        SamplingContent::Image { mime_type, data } | SamplingContent::Audio { mime_type, data } => {
            json!({ "type": mime_type, "bytes": data.len() / 4 * 3 })
        }
        SamplingContent::ToolResult { tool_use_id, .. } => json!({ "result_of": tool_use_id }),
    }
}

/// How a call ended, for its outcome row.
pub(crate) struct Ended<'a> {
    /// The call.
    pub call: &'a ToolCall,
    /// `done`, `failed`, `cancelled`, `unknown`, or `not_sent`.
    pub state: &'a str,
    /// What happened, if it did not end well.
    pub reason: Option<&'a str>,
    /// The size of its result in bytes.
    pub bytes: usize,
}

/// Appends the outcome of a call that was allowed.
pub(crate) async fn record_outcome(
    audit: &Audit,
    ended: Ended<'_>,
) -> Result<(), audit::AuditError> {
    let detail = json!({ "reason": ended.reason, "result_bytes": ended.bytes });
    let entry = Entry {
        at_ms: now_ms(),
        kind: EntryKind::Outcome,
        server: Some(ended.call.tool.server),
        conversation: ended.call.conversation,
        call: Some(ended.call.id),
        subject: ended.call.tool.name.clone(),
        decision: Some(ended.state.to_owned()),
        detail: detail.to_string(),
        content: None,
    };
    audit.append(entry).await.map(drop)
}
