//! Walks the chain and says what is wrong with the first bad row.

use sqlx::{Row as _, SqlitePool, sqlite::SqliteRow};

use crate::{
    AuditError, Head, MAX_LIST_ROWS,
    chain::{ChainRow, GENESIS, Hash, content_digest},
    file,
    purge::Purges,
};

/// Rows read at a time: a writer is never held up for longer than one page, and memory stays bounded.
const PAGE_ROWS: i64 = 256;
/// Content up to this size, in bytes, is read along with its page.
const SMALL_BYTES: i64 = 64 * 1024;

/// Rows that are written at the same time may change places by as much, in milliseconds.
const TOGETHER_MS: i64 = 1_000;

/// What the walk found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verification {
    /// Every row follows from the one before it.
    Intact {
        /// How many rows there are.
        rows: u64,
        /// What the head kept elsewhere adds to that.
        checkpoint: Checkpoint,
    },
    /// The chain does not hold.
    Broken {
        /// The first row that is not as it was written, or is not there.
        first_bad_seq: u64,
        /// What was done to it.
        why: Fault,
    },
}

/// What a head kept elsewhere says about an intact chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkpoint {
    /// The chain reaches and contains it.
    Matched,
    /// None was given: rows cut off the end cannot be noticed.
    Absent,
}

/// What was done to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The row's fields, its content or its hash were changed, or its content was removed and no purge explains it.
    Edited,
    /// The row is not there, though a later one is.
    Dropped,
    /// A row stands here that belongs elsewhere.
    Swapped,
    /// A row that was not written by the host stands here.
    Inserted,
    /// Rows were cut off the end: the checkpoint lies beyond the last row.
    TailCut,
    /// The chain holds but is not the one the checkpoint was taken from: rows up to this one were written anew.
    Rewritten,
}

struct Link {
    seq: i64,
    /// None if it is no text that this program wrote.
    row: Option<ChainRow>,
    content: Content,
    prev: Vec<u8>,
    hash: Vec<u8>,
}

/// What the content's digest is held against.
enum Content {
    /// There is none.
    None,
    /// There is none, and its salt is still there.
    Cut,
    /// Its digest.
    Digest(Hash),
    /// It is too large to be read along with its page.
    Large,
}

impl Link {
    fn read(row: &SqliteRow) -> Result<Self, AuditError> {
        let small: Option<Vec<u8>> = row.try_get_unchecked("small")?;
        let salt: Option<Vec<u8>> = row.try_get_unchecked("salt")?;
        let content = match small {
            Some(small) => {
                Content::Digest(content_digest(salt.as_deref().unwrap_or_default(), &small))
            }
            None if row.try_get("has_content")? => Content::Large,
            None if salt.is_some() => Content::Cut,
            None => Content::None,
        };
        Ok(Self {
            seq: row.try_get("seq")?,
            row: chain_row(row).ok(),
            content,
            prev: row.try_get("prev")?,
            hash: row.try_get("hash")?,
        })
    }

    /// Whether the fields, the content and the stored hashes belong together.
    async fn is_whole(&self, readers: &SqlitePool, purges: &Purges) -> Result<bool, AuditError> {
        Ok(self.fits(&self.prev, &self.hash) && self.content_fits(readers, purges).await?)
    }

    /// Whether the fields belong to these hashes.
    fn fits(&self, prev: &[u8], hash: &[u8]) -> bool {
        let prev: Result<Hash, _> = prev.try_into();
        let row = self.row.as_ref();
        prev.is_ok_and(|prev| row.is_some_and(|row| row.hash(&prev).as_slice() == hash))
    }

    /// Whether the content is the one the digest was made from, or a purge removed it. What is large is read one at a time.
    async fn content_fits(
        &self,
        readers: &SqlitePool,
        purges: &Purges,
    ) -> Result<bool, AuditError> {
        let kept = self
            .row
            .as_ref()
            .and_then(|row| row.content_digest.as_deref());
        let digest = match &self.content {
            Content::Cut => return Ok(false),
            Content::None => None,
            Content::Digest(digest) => Some(*digest),
            Content::Large => self.read_content(readers).await?,
        };
        match (digest, kept) {
            (Some(digest), kept) => Ok(kept == Some(digest.as_slice())),
            (None, None) => Ok(true),
            (None, Some(_)) => {
                let conversation = self
                    .row
                    .as_ref()
                    .and_then(|row| row.conversation.as_deref());
                if purges.explain(readers, conversation, self.seq).await? {
                    return Ok(true);
                }
                // It may have been purged since the walk began.
                let now = Purges::read(readers).await?;
                now.explain(readers, conversation, self.seq).await
            }
        }
    }

    async fn read_content(&self, readers: &SqlitePool) -> Result<Option<Hash>, AuditError> {
        let found =
            sqlx::query("SELECT salt, content FROM record WHERE seq = ? AND content IS NOT NULL")
                .bind(self.seq)
                .fetch_optional(readers)
                .await?;
        let Some(found) = found else { return Ok(None) };
        let salt: Option<Vec<u8>> = found.try_get_unchecked("salt")?;
        let content: Vec<u8> = found.try_get_unchecked("content")?;
        Ok(Some(content_digest(
            salt.as_deref().unwrap_or_default(),
            &content,
        )))
    }
}

fn chain_row(row: &SqliteRow) -> Result<ChainRow, sqlx::Error> {
    Ok(ChainRow {
        at_ms: row.try_get("at_ms")?,
        kind: row.try_get("kind")?,
        server: row.try_get("server")?,
        conversation: row.try_get("conversation")?,
        call: row.try_get("call")?,
        subject: row.try_get("subject")?,
        decision: row.try_get("decision")?,
        detail: row.try_get("detail")?,
        content_digest: row.try_get("content_digest")?,
    })
}

pub(crate) async fn verify(
    readers: &SqlitePool,
    checkpoint: Option<&Head>,
) -> Result<Verification, AuditError> {
    file::compare(readers).await?;
    let purges = Purges::read(readers).await?;
    let (mut seq, mut hash, mut meets_checkpoint) =
        (0_i64, GENESIS, checkpoint.is_some_and(|c| c.seq == 0));
    loop {
        let page = page(readers, seq).await?;
        if page.is_empty() {
            break;
        }
        for link in &page {
            let follows = link.seq == seq + 1 && link.prev == hash;
            if !follows || !link.is_whole(readers, &purges).await? {
                return fault(readers, &purges, seq, link).await;
            }
            seq = link.seq;
            // It is whole: what is stored is its hash.
            hash = Hash::try_from(link.hash.as_slice())
                .map_err(|_| AuditError::Damaged("a hash of another size".to_owned()))?;
            meets_checkpoint |=
                checkpoint.is_some_and(|c| i64::try_from(c.seq) == Ok(seq) && c.hash == hash);
        }
    }
    Ok(conclude(seq.unsigned_abs(), checkpoint, meets_checkpoint))
}

/// The rows with an earlier time than the one before them.
pub(crate) async fn times_back(readers: &SqlitePool) -> Result<Vec<u64>, AuditError> {
    let rows: Vec<i64> = sqlx::query_scalar(
        "SELECT seq FROM (SELECT seq, at_ms, lag(at_ms) OVER (ORDER BY seq) AS before FROM record) \
         WHERE before - at_ms > ? ORDER BY seq LIMIT ?",
    )
    .bind(TOGETHER_MS)
    .bind(MAX_LIST_ROWS)
    .fetch_all(readers)
    .await?;
    Ok(rows.into_iter().map(i64::unsigned_abs).collect())
}

fn conclude(rows: u64, checkpoint: Option<&Head>, meets_checkpoint: bool) -> Verification {
    match checkpoint {
        None => Verification::Intact {
            rows,
            checkpoint: Checkpoint::Absent,
        },
        Some(_) if meets_checkpoint => Verification::Intact {
            rows,
            checkpoint: Checkpoint::Matched,
        },
        Some(head) if head.seq > rows => Verification::Broken {
            first_bad_seq: rows + 1,
            why: Fault::TailCut,
        },
        Some(head) => Verification::Broken {
            first_bad_seq: head.seq,
            why: Fault::Rewritten,
        },
    }
}

async fn page(readers: &SqlitePool, after: i64) -> Result<Vec<Link>, AuditError> {
    // The first page has no lower bound: a row before the first would otherwise go unseen.
    let rows = sqlx::query(
        "SELECT seq, at_ms, kind, server, conversation, call, subject, decision, detail, content_digest, \
         content IS NOT NULL AS has_content, salt, \
         CASE WHEN octet_length(content) <= ? THEN content END AS small, prev, hash \
         FROM record WHERE seq > ? ORDER BY seq LIMIT ?",
    )
        .bind(SMALL_BYTES)
        .bind(if after == 0 { i64::MIN } else { after })
        .bind(PAGE_ROWS)
        .fetch_all(readers)
        .await?;
    rows.iter().map(Link::read).collect()
}

/// Says what happened where `link` stands but should not, after the good row `good`.
async fn fault(
    readers: &SqlitePool,
    purges: &Purges,
    good: i64,
    link: &Link,
) -> Result<Verification, AuditError> {
    let broken = |seq: i64, why| Verification::Broken {
        first_bad_seq: seq.unsigned_abs(),
        why,
    };
    let here = good + 1;
    if link.seq > here {
        return Ok(broken(here, Fault::Dropped));
    }
    if link.seq < here {
        return Ok(broken(link.seq, Fault::Inserted));
    }
    if !link.is_whole(readers, purges).await? {
        let why = if belongs_elsewhere(readers, link).await? {
            Fault::Swapped
        } else {
            Fault::Edited
        };
        return Ok(broken(here, why));
    }
    // The row is as it was written, but follows another one.
    let before: Option<i64> =
        sqlx::query_scalar("SELECT seq FROM record WHERE hash = ? ORDER BY seq LIMIT 1")
            .bind(&link.prev)
            .fetch_optional(readers)
            .await?;
    let before = if link.prev == GENESIS {
        Some(0)
    } else {
        before
    };
    Ok(match before {
        None => broken(here, Fault::Dropped),
        Some(seq) if seq > good => broken(here, Fault::Swapped),
        Some(seq) if is_copy(readers, seq + 1, link).await? => broken(here, Fault::Inserted),
        Some(seq) => broken(seq + 1, Fault::Inserted),
    })
}

/// Whether a row is one that stands at another place already.
async fn is_copy(readers: &SqlitePool, seq: i64, link: &Link) -> Result<bool, AuditError> {
    let hash: Option<Vec<u8>> = sqlx::query_scalar("SELECT hash FROM record WHERE seq = ?")
        .bind(seq)
        .fetch_optional(readers)
        .await?;
    Ok(hash.is_some_and(|hash| hash == link.hash))
}

/// Whether a row's fields fit the hashes of another place: its text was exchanged with that row's.
async fn belongs_elsewhere(readers: &SqlitePool, link: &Link) -> Result<bool, AuditError> {
    let mut after = link.seq;
    loop {
        let page = page(readers, after).await?;
        let Some(last) = page.last() else {
            return Ok(false);
        };
        after = last.seq;
        if page.iter().any(|other| link.fits(&other.prev, &other.hash)) {
            return Ok(true);
        }
    }
}
