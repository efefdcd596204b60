//! Reads rows: the last one, and pages of them.

use std::str::FromStr;

use sqlx::{Row as _, SqliteConnection, SqlitePool, sqlite::SqliteRow};

use crate::{AuditError, Entry, EntryKind, Filter, Head, MAX_LIST_ROWS, Row, chain::Hash};

/// The last row's place and hash.
pub(crate) async fn head(connection: &mut SqliteConnection) -> Result<Head, AuditError> {
    let last = sqlx::query("SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1")
        .fetch_optional(connection)
        .await?;
    last.map_or(Ok(Head::EMPTY), |row| {
        Ok(Head {
            seq: seq(&row)?,
            hash: hash(&row, "hash")?,
        })
    })
}

pub(crate) async fn list(readers: &SqlitePool, filter: &Filter) -> Result<Vec<Row>, AuditError> {
    let before = filter
        .before_seq
        .map_or(i64::MAX, |seq| i64::try_from(seq).unwrap_or(i64::MAX));
    let limit = filter.limit.min(MAX_LIST_ROWS);
    // Two texts, so that each uses its index.
    let rows = match filter.server {
        None => sqlx::query("SELECT * FROM record WHERE seq < ? ORDER BY seq DESC LIMIT ?")
            .bind(before)
            .bind(limit),
        Some(server) => sqlx::query(
            "SELECT * FROM record WHERE server = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
        )
        .bind(server.to_string())
        .bind(before)
        .bind(limit),
    };
    rows.fetch_all(readers).await?.iter().map(row).collect()
}

fn row(row: &SqliteRow) -> Result<Row, AuditError> {
    let kind: String = row.try_get("kind")?;
    let content: Option<String> = row.try_get("content")?;
    let digest: Option<Vec<u8>> = row.try_get("content_digest")?;
    let purged = content.is_none() && digest.is_some();
    let entry = Entry {
        at_ms: row.try_get("at_ms")?,
        kind: EntryKind::parse(&kind).ok_or_else(|| damaged("an unknown kind"))?,
        server: id(row, "server")?,
        conversation: id(row, "conversation")?,
        call: id(row, "call")?,
        subject: row.try_get("subject")?,
        decision: row.try_get("decision")?,
        detail: row.try_get("detail")?,
        content,
    };
    Ok(Row {
        seq: seq(row)?,
        entry,
        purged,
    })
}

fn id<T: FromStr>(row: &SqliteRow, column: &str) -> Result<Option<T>, AuditError> {
    let text: Option<String> = row.try_get(column)?;
    text.map(|text| {
        text.parse()
            .map_err(|_| damaged("an identifier that is none"))
    })
    .transpose()
}

pub(crate) fn seq(row: &SqliteRow) -> Result<u64, AuditError> {
    let seq: i64 = row.try_get("seq")?;
    u64::try_from(seq).map_err(|_| damaged("a row before the first"))
}

pub(crate) fn hash(row: &SqliteRow, column: &str) -> Result<Hash, AuditError> {
    let bytes: Vec<u8> = row.try_get(column)?;
    bytes
        .try_into()
        .map_err(|_| damaged("a hash of another size"))
}

fn damaged(what: &str) -> AuditError {
    AuditError::Damaged(what.to_owned())
}
