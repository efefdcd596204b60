//! Which content was purged: what a purge records, and which rows it explains.

use std::collections::HashMap;

use serde::Deserialize;
use sqlx::{Row as _, SqlitePool};

use crate::{AuditError, EntryKind};

/// Most ranges of rows that one purge lists. Beyond them only their number is kept.
const MAX_RANGES: usize = 8_192;

/// What a purge removed. The detail of its row keeps `rows` and `seqs` under these names, as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purged {
    /// How many rows lost their content.
    pub rows: u64,
    /// Which ones, as ranges of places with both ends, rising; none if there are too many to list.
    pub seqs: Option<Vec<[u64; 2]>>,
}

impl Purged {
    /// A purge of the rows at these places, which rise.
    pub(crate) fn of(places: &[u64]) -> Self {
        let mut seqs: Vec<[u64; 2]> = Vec::new();
        for seq in places {
            match seqs.last_mut() {
                Some([_, last]) if *last + 1 == *seq => *last = *seq,
                _ => seqs.push([*seq, *seq]),
            }
        }
        Self {
            rows: places.len() as u64,
            seqs: (seqs.len() <= MAX_RANGES).then_some(seqs),
        }
    }
}

/// The detail of a purge's row. Earlier programs kept the number alone.
#[derive(Deserialize)]
struct StoredDetail {
    rows: u64,
    #[serde(default)]
    seqs: Option<Vec<[u64; 2]>>,
}

/// One purge of a conversation.
struct Purge {
    seq: i64,
    /// None if its row does not say.
    detail: Option<StoredDetail>,
}

/// The purges that the record names, by conversation, in their order.
pub(crate) struct Purges(HashMap<String, Vec<Purge>>);

impl Purges {
    pub(crate) async fn read(readers: &SqlitePool) -> Result<Self, AuditError> {
        let rows = sqlx::query(
            "SELECT seq, conversation, detail FROM record \
             WHERE kind = ? AND conversation IS NOT NULL ORDER BY seq",
        )
        .bind(EntryKind::Purge.as_str())
        .fetch_all(readers)
        .await?;
        let mut out: HashMap<String, Vec<Purge>> = HashMap::new();
        for row in &rows {
            // What is no text of this program is no purge; the row itself is found to be changed.
            let (Ok(conversation), Ok(detail)) = (
                row.try_get::<String, _>("conversation"),
                row.try_get::<String, _>("detail"),
            ) else {
                continue;
            };
            out.entry(conversation).or_default().push(Purge {
                seq: row.try_get("seq")?,
                detail: serde_json::from_str(&detail).ok(),
            });
        }
        Ok(Self(out))
    }

    /// Whether a purge explains that the row at this place of this conversation has no content any more: the next one after
    /// it, which left none before itself. It lists the row; or, recorded by an earlier program, it counts as many rows as
    /// have none.
    pub(crate) async fn explain(
        &self,
        readers: &SqlitePool,
        conversation: Option<&str>,
        seq: i64,
    ) -> Result<bool, AuditError> {
        let of_conversation = conversation.and_then(|c| Some((c, self.0.get(c)?)));
        let Some((conversation, purges)) = of_conversation else {
            return Ok(false);
        };
        let next = purges.partition_point(|purge| purge.seq <= seq);
        let Some(Purge {
            seq: end,
            detail: Some(detail),
        }) = purges.get(next)
        else {
            return Ok(false);
        };
        if let Some(seqs) = &detail.seqs {
            let seq = seq.unsigned_abs();
            return Ok(seqs
                .iter()
                .any(|[first, last]| (*first..=*last).contains(&seq)));
        }
        let begin = next.checked_sub(1).and_then(|before| purges.get(before));
        let missing: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM record WHERE conversation = ? AND seq > ? AND seq < ? \
             AND content IS NULL AND content_digest IS NOT NULL",
        )
        .bind(conversation)
        .bind(begin.map_or(i64::MIN, |purge| purge.seq))
        .bind(*end)
        .fetch_one(readers)
        .await?;
        Ok(missing.unsigned_abs() <= detail.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_listed_as_ranges() {
        let purged = Purged::of(&[1, 2, 3, 7, 9, 10]);
        assert_eq!(purged.rows, 6);
        assert_eq!(purged.seqs, Some(vec![[1, 3], [7, 7], [9, 10]]));
        let scattered: Vec<u64> = (0..20_000).map(|n| n * 2).collect();
        assert_eq!(Purged::of(&scattered).seqs, None);
    }
}
