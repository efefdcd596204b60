//! Reads rows: the last one, and pages of them.

use std::{
    str::FromStr,
    time::{Duration, Instant},
};

use domain::{CallId, ConversationId, ServerId};
use sqlx::{QueryBuilder, Row as _, Sqlite, SqliteConnection, SqlitePool, sqlite::SqliteRow};

use crate::{
    AuditError, Decided, Entry, EntryKind, Filter, Head, MAX_LIST_ROWS, MAX_SEARCHED_BYTES, Page,
    Row, Search,
    chain::{Hash, hex},
};

/// How long one page is looked for. What was found until then is the page; the next one goes on from there.
pub const PAGE_TIME: Duration = Duration::from_millis(800);
/// Rows looked at between two looks at the clock.
const WINDOW_ROWS: i64 = 1_024;
/// How many rows after the last of a page the outcomes of its calls are looked for.
const OUTCOME_REACH: i64 = 20_000;

const COLUMNS: &str = "seq, at_ms, kind, server, conversation, call, subject, decision, detail, \
                       content IS NULL AND content_digest IS NOT NULL AS purged, prev, hash, ";
/// Who decided, as the detail says; a detail that is no JSON says nothing.
const BY: &str = "CASE WHEN json_valid(detail) THEN json_extract(detail, '$.by') END";

/// The last row's place and hash.
pub(crate) async fn head(connection: &mut SqliteConnection) -> Result<Head, AuditError> {
    let last = sqlx::query("SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1")
        .fetch_optional(connection)
        .await?;
    last.map_or(Ok(Head::EMPTY), |row| {
        let hash: Vec<u8> = row.try_get("hash")?;
        Ok(Head {
            seq: seq(&row)?,
            hash: Hash::try_from(hash).map_err(|_| damaged("a hash of another size"))?,
        })
    })
}

pub(crate) async fn one(readers: &SqlitePool, seq: u64) -> Result<Option<Row>, AuditError> {
    let mut query = select(false);
    query
        .push(" WHERE seq = ")
        .push_bind(i64::try_from(seq).unwrap_or(i64::MAX));
    let found = query.build().fetch_optional(readers).await?;
    found.as_ref().map(row).transpose()
}

pub(crate) async fn page(readers: &SqlitePool, filter: &Filter) -> Result<Page, AuditError> {
    let end = Instant::now() + PAGE_TIME;
    let wanted = filter.limit.min(MAX_LIST_ROWS) as usize;
    let mut before = filter
        .before_seq
        .map_or(i64::MAX, |seq| i64::try_from(seq).unwrap_or(i64::MAX));
    let mut rows = Vec::new();
    while rows.len() < wanted {
        // A file with a hole in its numbers has no empty windows.
        let Some(last) = last_before(readers, before).await? else {
            return Ok(Page { rows, next: None });
        };
        let from = last.saturating_sub(WINDOW_ROWS - 1);
        let left = wanted - rows.len();
        let found = window(readers, filter, from..=last, left).await?;
        before = match found.last() {
            Some(row) if found.len() == left => i64::try_from(row.seq).unwrap_or(0),
            Some(_) | None => from,
        };
        rows.extend(found);
        if Instant::now() >= end {
            break;
        }
    }
    let more = last_before(readers, before).await?.is_some();
    Ok(Page {
        rows,
        next: more.then_some(before.unsigned_abs()),
    })
}

async fn last_before(readers: &SqlitePool, before: i64) -> Result<Option<i64>, AuditError> {
    // A place before the first is no row of the record: `verify` names it.
    let last = sqlx::query_scalar("SELECT max(seq) FROM record WHERE seq >= 0 AND seq < ?");
    Ok(last.bind(before).fetch_one(readers).await?)
}

async fn window(
    readers: &SqlitePool,
    filter: &Filter,
    seqs: std::ops::RangeInclusive<i64>,
    limit: usize,
) -> Result<Vec<Row>, AuditError> {
    let mut query = select(filter.no_content);
    query
        .push(" WHERE seq BETWEEN ")
        .push_bind((*seqs.start()).max(0));
    query.push(" AND ").push_bind(*seqs.end());
    if let Some(server) = filter.server {
        query.push(" AND server = ").push_bind(server.to_string());
    }
    if let Some(since) = filter.since_ms {
        query.push(" AND at_ms >= ").push_bind(since);
    }
    if filter.no_outcomes {
        query
            .push(" AND kind <> ")
            .push_bind(EntryKind::Outcome.as_str());
    }
    if !filter.seals {
        query
            .push(" AND kind <> ")
            .push_bind(EntryKind::Seal.as_str());
    }
    let decided = match filter.decided {
        None => String::new(),
        Some(Decided::Denied) => " AND decision = 'denied'".to_owned(),
        Some(Decided::ByRule) => format!(" AND decision IS NOT NULL AND {BY} = 'rule'"),
        Some(Decided::AllowedByPerson) => {
            format!(" AND decision = 'allowed' AND {BY} IN ('person', 'terminal')")
        }
    };
    query.push(decided);
    if let Some(search) = &filter.search {
        push_search(&mut query, search);
    }
    query
        .push(" ORDER BY seq DESC LIMIT ")
        .push_bind(i64::try_from(limit).unwrap_or(i64::MAX));
    let found = query.build().fetch_all(readers).await?;
    found.iter().map(row).collect()
}

fn push_search(query: &mut QueryBuilder<Sqlite>, search: &Search) {
    let mut pattern = String::from("%");
    for c in search.text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    let content =
        format!("CASE WHEN octet_length(content) <= {MAX_SEARCHED_BYTES} THEN content END");
    query.push(" AND (");
    for (at, field) in ["subject", "decision", &content].into_iter().enumerate() {
        if at > 0 {
            query.push(" OR ");
        }
        query.push(field).push(" LIKE ").push_bind(pattern.clone());
        query.push(" ESCAPE '\\'");
    }
    for server in &search.servers {
        query.push(" OR server = ").push_bind(server.to_string());
    }
    for (decision, by) in &search.verdicts {
        query.push(" OR (decision = ").push_bind(*decision);
        if let Some(by) = by {
            query.push(format!(" AND {BY} = ")).push_bind(*by);
        }
        query.push(")");
    }
    query.push(")");
}

/// Whether there is a row that allows a call, among those of its conversation, or of its server if it has none.
pub(crate) async fn was_allowed(
    readers: &SqlitePool,
    call: CallId,
    conversation: Option<ConversationId>,
    server: ServerId,
) -> Result<bool, AuditError> {
    let (column, of) = match conversation {
        Some(id) => ("conversation", id.to_string()),
        None => ("server", server.to_string()),
    };
    let mut query = QueryBuilder::<Sqlite>::new("SELECT EXISTS (SELECT 1 FROM record WHERE ");
    query.push(column).push(" = ").push_bind(of);
    query.push(" AND call = ").push_bind(call.to_string());
    query.push(" AND kind = 'decision' AND decision = 'allowed')");
    Ok(query.build_query_scalar().fetch_one(readers).await?)
}

/// The last seal of each server and subject.
pub(crate) async fn seals(readers: &SqlitePool) -> Result<Vec<Row>, AuditError> {
    let mut query = select(true);
    query.push(
        " WHERE seq IN (SELECT max(seq) FROM record WHERE kind = 'seal' GROUP BY server, subject)",
    );
    let found = query.build().fetch_all(readers).await?;
    found.iter().map(row).collect()
}

pub(crate) async fn outcomes(readers: &SqlitePool, rows: &[Row]) -> Result<Vec<Row>, AuditError> {
    let decisions = rows
        .iter()
        .filter(|row| row.entry.kind == EntryKind::Decision);
    let calls: Vec<(u64, String)> = decisions
        .filter_map(|row| Some((row.seq, row.entry.call?.to_string())))
        .collect();
    let place = |seq: Option<u64>| seq.and_then(|seq| i64::try_from(seq).ok());
    let (Some(first), Some(last)) = (
        place(calls.iter().map(|(seq, _)| *seq).min()),
        place(calls.iter().map(|(seq, _)| *seq).max()),
    ) else {
        return Ok(Vec::new());
    };
    let mut query = select(true);
    query.push(" WHERE seq > ").push_bind(first);
    query
        .push(" AND seq <= ")
        .push_bind(last.saturating_add(OUTCOME_REACH));
    query
        .push(" AND kind = ")
        .push_bind(EntryKind::Outcome.as_str());
    query.push(" AND call IN (");
    let mut list = query.separated(", ");
    for (_, call) in calls {
        list.push_bind(call);
    }
    list.push_unseparated(")");
    let found = query.build().fetch_all(readers).await?;
    found.iter().map(row).collect()
}

fn select(no_content: bool) -> QueryBuilder<Sqlite> {
    let content = if no_content {
        "NULL AS content"
    } else {
        "content"
    };
    QueryBuilder::new(format!("SELECT {COLUMNS}{content} FROM record"))
}

/// A row as far as it can be read. What another hand put there must not hide the rows around it.
fn row(row: &SqliteRow) -> Result<Row, AuditError> {
    let kind = text(row, "kind")?.unwrap_or_default();
    let entry = Entry {
        at_ms: row.try_get("at_ms")?,
        kind: EntryKind::parse(&kind).unwrap_or(EntryKind::Unreadable),
        server: id(row, "server")?,
        conversation: id(row, "conversation")?,
        call: id(row, "call")?,
        subject: text(row, "subject")?.unwrap_or_default(),
        decision: text(row, "decision")?,
        detail: text(row, "detail")?.unwrap_or_default(),
        content: text(row, "content")?,
    };
    let digest = |column| -> Result<String, AuditError> {
        let bytes: Option<Vec<u8>> = row.try_get_unchecked(column)?;
        Ok(hex(&bytes.unwrap_or_default()))
    };
    Ok(Row {
        seq: seq(row)?,
        entry,
        purged: row.try_get("purged")?,
        prev: digest("prev")?,
        hash: digest("hash")?,
    })
}

fn text(row: &SqliteRow, column: &str) -> Result<Option<String>, AuditError> {
    let bytes: Option<Vec<u8>> = row.try_get_unchecked(column)?;
    Ok(bytes.map(|bytes| match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(other) => String::from_utf8_lossy(other.as_bytes()).into_owned(),
    }))
}

fn id<T: FromStr>(row: &SqliteRow, column: &str) -> Result<Option<T>, AuditError> {
    Ok(text(row, column)?.and_then(|text| text.parse().ok()))
}

fn seq(row: &SqliteRow) -> Result<u64, AuditError> {
    let seq: i64 = row.try_get("seq")?;
    u64::try_from(seq).map_err(|_| damaged("a row before the first"))
}

fn damaged(what: &str) -> AuditError {
    AuditError::Damaged(what.to_owned())
}
