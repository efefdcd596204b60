//! The page of one server: its state, its tools in full, and a ping.

use std::time::Duration;

use approvals::{
    oddities::oddities_of_tool,
    shadows,
    wording::{SCHEMA_BYTES, segments, tier},
};
use domain::ServerId;
use host_api::{
    ApiError, CountView, ErrorCode, HealthView, IconView, RefusedView, ServerPageView,
    ToolDetailView,
};
use mcp::{CallError, NotSent, ServerInfo};
use messages::{Phrase, Text, phrases};

use super::{bounds, diagnosis};
use crate::{
    content,
    inner::Host,
    problems::{http_hint, not_answered},
    server::{self, ServerSnapshot},
};

/// Maximum length of a claim for a window, in bytes.
const CLAIM_BYTES: usize = 4 * 1024;
/// Maximum length of instructions or a description for a window, in bytes.
const WORDS_BYTES: usize = 128 * 1024;
/// Maximum length of a displayed icon URL, in bytes.
const ICON_BYTES: usize = 200;

/// The capabilities that have their own label.
const KNOWN: [&str; 5] = ["tools", "resources", "prompts", "logging", "completions"];

/// Returns an error that says why a request to a server failed. `message` takes the reason and the server's name.
pub(crate) fn failed(
    server: &str,
    message: fn(Phrase, String) -> Phrase,
    error: impl Into<CallError>,
) -> ApiError {
    let error = &error.into();
    let code = match error {
        CallError::TimedOut { .. } => ErrorCode::Timeout,
        CallError::NotSent(NotSent::NotDeclared(_) | NotSent::Encoding) => ErrorCode::Invalid,
        CallError::NotSent(_)
        | CallError::Rpc { .. }
        | CallError::Cancelled { .. }
        | CallError::ConnectionLost { .. }
        | CallError::BadResult(_)
        | CallError::Bound(_)
        | CallError::Input(_)
        | CallError::Task(_)
        | CallError::Http { .. } => ErrorCode::Server,
    };
    let hint = match error {
        CallError::TimedOut { .. } => phrases::host_hint_try_or_log(),
        CallError::Rpc { .. } => phrases::host_hint_its_words(),
        CallError::Http { error, .. } => http_hint(error),
        CallError::ConnectionLost { .. } | CallError::NotSent(_) => phrases::host_hint_log_start(),
        CallError::Bound(_) => phrases::host_hint_raise_limit(),
        CallError::Cancelled { .. }
        | CallError::BadResult(_)
        | CallError::Input(_)
        | CallError::Task(_) => phrases::host_hint_faulty_log(),
    };
    if let CallError::NotSent(NotSent::NotDeclared(what)) = error {
        return ApiError::new(code, phrases::host_not_offered(server, *what));
    }
    ApiError::new(code, message(not_answered(error), server.to_owned())).hint(hint)
}

impl Host {
    /// Returns the details of a server in addition to its view.
    ///
    /// # Errors
    /// There is no such server.
    pub fn server_page(&self, id: ServerId) -> Result<ServerPageView, ApiError> {
        let snapshot = self.inner.servers.handle(id)?.snapshot();
        let connection = snapshot.connection.as_ref();
        let info = connection.map(|c| c.info.as_ref());
        let offered = snapshot.offered();
        let accepted = offered.and_then(|o| o.words()).and_then(|w| w.text);
        let (done, failed, denied) = snapshot.book.calls.read();
        let answers = connection.map(|c| c.client.answers()).unwrap_or_default();
        let claim = |text: &str| domain::visible(domain::cut(text, CLAIM_BYTES));
        let words = |text: Option<&domain::Untrusted<String>>| {
            text.map(|t| segments(domain::cut(t.as_data(), WORDS_BYTES)))
                .unwrap_or_default()
        };
        Ok(ServerPageView {
            connected_since_ms: connection.map(|c| c.since_ms as f64),
            revision: info
                .map(|i| i.protocol_version.clone())
                .or_else(|| snapshot.record.last_revision.clone()),
            revision_before: connection.and_then(|c| c.revision_before.clone()),
            capabilities: info.map(capabilities).unwrap_or_default(),
            title: info.and_then(|i| Some(claim(i.title.as_ref()?.as_data()))),
            website: info.and_then(|i| Some(claim(i.website.as_ref()?.as_data()))),
            description: words(info.and_then(|i| i.description.as_ref())),
            icons: info.map(icons).unwrap_or_default(),
            instructions: segments(domain::cut(
                accepted.as_deref().unwrap_or_default(),
                WORDS_BYTES,
            )),
            instructions_changed: offered.is_some_and(|o| o.pins.instructions().is_some()),
            instructions_for_models: offered.is_some_and(|o| o.pins.for_models),
            health: HealthView {
                answers_in_ms: answers.last.map(milliseconds),
                slowest_ms: answers.slowest.map(milliseconds),
                calls_done: done,
                calls_failed: failed,
                calls_denied: denied,
            },
            limits_hit: connection
                .map(|c| limits_hit(&c.client.counters()))
                .into_iter()
                .flatten()
                .chain(limits_of_sandbox(&snapshot))
                .collect(),
            bounds: bounds::views(&self.inner.settings.get(), &snapshot.record.bounds),
            refused: snapshot
                .book
                .refused
                .last()
                .map(|(times, at_ms, why)| RefusedView {
                    times,
                    at_ms: at_ms as f64,
                    why,
                }),
        })
    }

    /// Returns a tool of a server in full, by its name as the server returns it.
    ///
    /// # Errors
    /// The server is neither ready nor asleep, or has no such tool.
    pub fn server_tool(&self, id: ServerId, name: &str) -> Result<ToolDetailView, ApiError> {
        let servers = &self.inner.servers;
        let snapshot = servers.handle(id)?.snapshot();
        let offered = snapshot
            .offered()
            .ok_or_else(|| servers.not_ready(&snapshot.record.name))?;
        let tool = offered
            .tools
            .iter()
            .find(|t| t.tool.name == name)
            .ok_or_else(|| {
                let server = &snapshot.record.name;
                let message = phrases::host_no_tool(server, domain::visible(name));
                ApiError::new(ErrorCode::NotFound, message)
            })?;
        let changed = offered.pins.changed(name);
        let tool = offered.pins.accepted(tool);
        let words = |text: Option<&String>| {
            text.map(|t| segments(domain::cut(t, WORDS_BYTES)))
                .unwrap_or_default()
        };
        let mut notes = oddities_of_tool(tool);
        notes.extend(shadows(name, &self.inner.servers.alike(&tool.tool)));
        let standing = self.inner.active_rules.known();
        let known = standing.map(|standing| self.inner.tier_now(&standing, tool));
        let by_claims = || policy::effective_tier(None, &tool.annotations, false, snapshot.walls());
        let (tier, tier_word) = tier(known.unwrap_or_else(by_claims));
        let raw = Some(&tool.input_schema).filter(|s| s.len() <= SCHEMA_BYTES);
        Ok(ToolDetailView {
            name: domain::tool_label(&tool.tool.name),
            key: tool.tool.name.clone(),
            title: words(tool.title.as_ref()),
            description: words(tool.description.as_ref()),
            input_schema: content::structured(&tool.input_schema),
            input_schema_raw: raw.cloned(),
            output_schema: tool.output_schema.as_deref().map(content::structured),
            annotations: claims(&tool.annotations),
            tier,
            tier_word,
            digest: tool.digest.short(),
            off: snapshot.record.tools_off.contains(&tool.tool.name),
            changed: changed.is_some(),
            accepted_ms: changed.map(|c| c.accepted_ms as f64),
            notes,
        })
    }

    /// Pings a server. Returns the response time in milliseconds.
    ///
    /// # Errors
    /// It is not ready, or did not answer in time.
    pub async fn ping_server(&self, id: ServerId) -> Result<f64, ApiError> {
        let (snapshot, connection) = self.inner.servers.ready(id)?;
        match connection.client.ping().await {
            Ok(took) => Ok(milliseconds(took)),
            Err(error) => {
                let name = &snapshot.record.name;
                Err(failed(name, phrases::host_request_failed_ping, error))
            }
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Returns a server's capabilities as labels, followed by the names of unknown ones.
fn capabilities(info: &ServerInfo) -> Vec<String> {
    let declared = &info.capabilities;
    let mut labels = Vec::new();
    if declared.tools.is_some() {
        labels.push("tools".to_owned());
    }
    if let Some(resources) = declared.resources {
        let subscribe = if resources.subscribe {
            ", subscribe"
        } else {
            ""
        };
        labels.push(format!("resources{subscribe}"));
    }
    for (name, offered) in [
        ("prompts", declared.prompts.is_some()),
        ("logging", declared.logging),
        ("completions", declared.completions),
    ] {
        if offered {
            labels.push(name.to_owned());
        }
    }
    let others = server::capabilities(info);
    labels.extend(others.into_iter().filter(|o| !KNOWN.contains(&o.as_str())));
    labels
}

fn icons(info: &ServerInfo) -> Vec<IconView> {
    info.icons
        .iter()
        .map(|icon| {
            let source = icon.source.as_data();
            let shown = |text: &str| domain::visible(domain::cut(text, ICON_BYTES));
            let named = match source.split_once(',') {
                Some((kind, data)) if kind.to_ascii_lowercase().starts_with("data:") => {
                    phrases::host_icon_data(data.len(), shown(kind)).into()
                }
                Some(_) | None => shown(source).into(),
            };
            IconView {
                source: named,
                mime_type: icon
                    .mime_type
                    .as_ref()
                    .map(|m| domain::visible(m.as_data())),
            }
        })
        .collect()
}

/// Returns a server's annotations of a tool. They never lower any protection.
fn claims(hints: &domain::Annotations) -> Vec<Text> {
    [
        (
            hints.read_only_hint,
            phrases::host_claim_read_only(),
            phrases::host_claim_not_read_only(),
        ),
        (
            hints.destructive_hint,
            phrases::host_claim_destructive(),
            phrases::host_claim_not_destructive(),
        ),
        (
            hints.idempotent_hint,
            phrases::host_claim_idempotent(),
            phrases::host_claim_not_idempotent(),
        ),
        (
            hints.open_world_hint,
            phrases::host_claim_open_world(),
            phrases::host_claim_not_open_world(),
        ),
    ]
    .into_iter()
    .filter_map(|(hint, yes, no)| hint.map(|h| if h { yes } else { no }.into()))
    .collect()
}

/// Returns the limits of its sandbox that a running server says it hit.
fn limits_of_sandbox(snapshot: &ServerSnapshot) -> Vec<CountView> {
    let (Some(_), Some(stderr)) = (&snapshot.sandbox, &snapshot.stderr) else {
        return Vec::new();
    };
    let hit = diagnosis::limits_hit(&stderr.text()).into_iter();
    hit.map(|(limit, count)| CountView {
        what: phrases::host_counted_limit(limit.why()).into(),
        count: u32::try_from(count).unwrap_or(u32::MAX),
    })
    .collect()
}

/// Describes the exceeded limits and dropped messages.
fn limits_hit(counters: &mcp::Counters) -> Vec<CountView> {
    let repaired = counters.repaired.last.map(|last| {
        let what = phrases::host_counted_repaired(server::repaired(last));
        (what, counters.repaired.messages)
    });
    [
        (phrases::host_counted_over_long(), counters.over_long),
        (phrases::host_counted_refused(), counters.refused),
        (phrases::host_counted_noise(), counters.noise_lines),
        (phrases::host_counted_not_utf8(), counters.bad_utf8),
        (phrases::host_counted_malformed(), counters.malformed),
        (
            phrases::host_counted_notices_dropped(),
            counters.dropped_notifications,
        ),
        (
            phrases::host_counted_merged(),
            counters.coalesced_notifications,
        ),
        (
            phrases::host_counted_ignored(),
            counters.ignored_notifications,
        ),
        (
            phrases::host_counted_progress_dropped(),
            counters.dropped_progress,
        ),
        (
            phrases::host_counted_requests_refused(),
            counters.refused_requests,
        ),
        (phrases::host_counted_late(), counters.late_answers),
        (phrases::host_counted_unknown(), counters.unknown_answers),
        (
            phrases::host_counted_outgoing_dropped(),
            counters.dropped_outgoing,
        ),
    ]
    .into_iter()
    .chain(repaired)
    .filter(|(_, count)| *count > 0)
    .map(|(what, count)| CountView {
        what: what.into(),
        count: u32::try_from(count).unwrap_or(u32::MAX),
    })
    .collect()
}
