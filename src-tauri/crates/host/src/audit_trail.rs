//! The audit log for a shell: search, details, verification, export.

mod verdict;
mod view;

pub use verdict::AuditVerdict;

use approvals::wording::small;
use audit::{Decided, Filter, Row, Search};
use domain::{ServerId, pretty};
use host_api::{ApiError, AuditDecidedView, AuditDetailView, AuditPageView, AuditQuery, ErrorCode};
use messages::{Text, phrases};
use serde::Serialize;

use crate::{
    inner::{Host, Inner},
    ledger::RowDetail,
};

/// Rows per page in a window.
const PAGE: u32 = 200;
/// Maximum length of a search text, in characters.
const MAX_TEXT: usize = 200;
/// Maximum size of displayed arguments, and of a row that can be copied, in bytes.
const MAX_SHOWN: usize = 256 * 1024;

/// A row of the audit log.
#[derive(Clone, Debug, Serialize)]
pub struct AuditRowView {
    /// Its sequence number, from 1.
    pub seq: u64,
    /// When it was written, in milliseconds since the Unix epoch.
    pub at_ms: i64,
    /// The kind: decision, outcome, launch or setting.
    pub kind: String,
    /// The server's identifier.
    pub server: Option<String>,
    /// The object of the action: a tool, a server or an endpoint.
    pub subject: String,
    /// The decision, or the outcome.
    pub decision: Option<String>,
    /// The decision and its source, or the outcome, for display.
    pub verdict: Text,
    /// Reasons and circumstances, as JSON.
    pub detail: serde_json::Value,
    /// The arguments, redacted; deleted once the conversation was purged.
    pub content: Option<String>,
    /// Its hash, in hexadecimal digits.
    pub hash: String,
}

impl Host {
    /// Returns the newest rows, newest first.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn audit_list(
        &self,
        server: Option<ServerId>,
        limit: u32,
    ) -> Result<Vec<AuditRowView>, ApiError> {
        let filter = Filter {
            server,
            ..Filter::default()
        };
        self.rows(filter, limit).await
    }

    /// Returns the newest rows that match a query, newest first. The search covers the whole log.
    ///
    /// # Errors
    /// The query is invalid, or the log cannot be read.
    pub async fn audit_find(
        &self,
        query: &AuditQuery,
        limit: u32,
    ) -> Result<Vec<AuditRowView>, ApiError> {
        self.rows(filter(&self.inner, query)?, limit).await
    }

    async fn rows(&self, mut filter: Filter, limit: u32) -> Result<Vec<AuditRowView>, ApiError> {
        let mut rows = Vec::new();
        loop {
            filter.limit = limit.saturating_sub(u32::try_from(rows.len()).unwrap_or(u32::MAX));
            let page = self.inner.audit.page(&filter).await?;
            rows.extend(page.rows.into_iter().map(row_view));
            match page.next {
                Some(next) if rows.len() < limit as usize => filter.before_seq = Some(next),
                Some(_) | None => return Ok(rows),
            }
        }
    }

    /// Returns a page of rows for display, newest first, each call with its outcome.
    ///
    /// # Errors
    /// The query is invalid, or the log cannot be read.
    pub async fn audit_page(&self, query: AuditQuery) -> Result<AuditPageView, ApiError> {
        let filter = Filter {
            no_outcomes: true,
            no_content: true,
            limit: PAGE,
            ..filter(&self.inner, &query)?
        };
        let page = self.inner.audit.page(&filter).await?;
        let outcomes = self.inner.audit.outcomes(&page.rows).await?;
        Ok(AuditPageView {
            rows: view::views(&self.inner, &page.rows, &outcomes),
            next: page.next.map(small),
        })
    }

    /// Returns one row in full.
    ///
    /// # Errors
    /// There is no such row, or the log cannot be read.
    pub async fn audit_row(&self, seq: u32) -> Result<AuditDetailView, ApiError> {
        let row = self.inner.audit.row(u64::from(seq)).await?;
        let row = row.ok_or_else(view::no_row)?;
        let rows = std::slice::from_ref(&row);
        let outcomes = self.inner.audit.outcomes(rows).await?;
        let views = view::views(&self.inner, rows, &outcomes);
        let detail = RowDetail::of(&row.entry);
        let evaluation = detail.evaluation();
        let content = row.entry.content.as_deref();
        let shown = content.map(|text| domain::cut(text, MAX_SHOWN));
        Ok(AuditDetailView {
            row: view::first(views)?,
            rules: evaluation.map_or_else(Vec::new, |evaluation| {
                let rules = evaluation.matched_rules.iter();
                rules.map(ToString::to_string).collect()
            }),
            reasons: view::reasons(&self.inner, &row.entry, evaluation),
            change: detail.change().map(approvals::change::kept),
            detail: domain::visible_block(&pretty(&row.entry.detail)),
            content: shown.map(|text| domain::visible_block(&pretty(text))),
            content_chars: content.map_or(0, |text| small(text.chars().count() as u64)),
            content_cut: shown.map(str::len) != content.map(str::len),
            purged: row.purged,
            line: archive::audit_line(&self.inner.store.audit_path(), row.seq, MAX_SHOWN).await,
            hash: row.hash,
            prev: row.prev,
        })
    }
}

/// Converts a shell's query to a filter of the log.
fn filter(inner: &Inner, query: &AuditQuery) -> Result<Filter, ApiError> {
    let text = query.text.trim();
    if text.chars().count() > MAX_TEXT {
        let message = phrases::host_audit_search_long(MAX_TEXT);
        return Err(ApiError::new(ErrorCode::Invalid, message));
    }
    let server = query.server.as_deref().map(|id| {
        let unknown = |_| ApiError::new(ErrorCode::NotFound, phrases::host_audit_no_server());
        id.parse::<ServerId>().map_err(unknown)
    });
    Ok(Filter {
        server: server.transpose()?,
        before_seq: query.before.map(u64::from),
        since_ms: query.since_ms.map(|ms| ms as i64),
        decided: query.decided.map(|decided| match decided {
            AuditDecidedView::Person => Decided::AllowedByPerson,
            AuditDecidedView::Rule => Decided::ByRule,
            AuditDecidedView::Denied => Decided::Denied,
        }),
        search: (!text.is_empty()).then(|| search(inner, text)),
        ..Filter::default()
    })
}

fn search(inner: &Inner, text: &str) -> Search {
    let wanted = text.to_lowercase();
    let named = |name: &str| name.to_lowercase().contains(&wanted);
    Search {
        text: text.to_owned(),
        servers: inner
            .servers
            .snapshots()
            .iter()
            .filter(|server| named(&server.record.name))
            .map(|server| server.record.id)
            .collect(),
        verdicts: view::verdicts_with(&wanted),
    }
}

fn row_view(row: Row) -> AuditRowView {
    let found = RowDetail::of(&row.entry);
    AuditRowView {
        seq: row.seq,
        at_ms: row.entry.at_ms,
        kind: row.entry.kind.as_str().to_owned(),
        server: row.entry.server.map(|s| s.to_string()),
        verdict: view::verdict(row.entry.decision.as_deref().unwrap_or_default(), &found),
        subject: row.entry.subject,
        decision: row.entry.decision,
        detail: serde_json::from_str(&row.entry.detail).unwrap_or_default(),
        content: row.entry.content,
        hash: row.hash,
    }
}
