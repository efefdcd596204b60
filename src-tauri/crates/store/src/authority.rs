//! Seals over what users allowed each server, so that rows which another program wrote into the file are noticed.
//!
//! The rows of a server are divided into [`Section`]s. A seal holds the digest of a section, a number that grows with each change,
//! and a code (HMAC-SHA-256) over both, with a key that is not in the data directory. Each change checks the section, writes the
//! rows and renews the seal in one transaction, then has the seal recorded in the audit log. So a section counts only if its rows
//! match its seal, the code is right, and the log knows no higher number: rows that were added, changed, removed, or put back
//! from an older copy do not count until a person confirms them.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt::Write as _,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::ServerId;
use hmac::Mac;
use sha2::{Digest as _, Sha256};
use sqlx::{Row, Sqlite, SqliteConnection, Transaction};

use crate::{
    StoreError,
    columns::{count, number, parsed},
    seal::{Evidence, SealKey, Sealed, Section},
};

/// What a server lacks confirmation of.
pub type Unconfirmed = BTreeMap<ServerId, BTreeSet<Section>>;

type Place = (ServerId, Section);

/// What counts as written by this program.
#[derive(Debug, Default)]
pub(crate) struct Authority(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// None until the evidence is there: everything counts, and nothing is sealed.
    evidence: Option<Evidence>,
    /// The digests that count: of the section as it is, and while a change is committed also of what it will be.
    known: HashMap<Place, Vec<String>>,
    /// The highest number of each seal.
    numbers: HashMap<Place, u64>,
}

impl Authority {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a section of a server counts, as this connection sees it. A server that is not there has nothing that could not.
    pub(crate) async fn counts(
        &self,
        connection: &mut SqliteConnection,
        server: ServerId,
        section: Section,
    ) -> Result<bool, StoreError> {
        if self.state().evidence.is_none() {
            return Ok(true);
        }
        let Some(digest) = digest(connection, server, section).await? else {
            return Ok(true);
        };
        Ok(self.is_known((server, section), &digest))
    }

    /// Whether a section counts with this digest.
    fn is_known(&self, place: Place, digest: &str) -> bool {
        let state = self.state();
        let mut known = state.known.get(&place).into_iter().flatten();
        state.evidence.is_none() || known.any(|known| known == digest)
    }

    /// The servers of which a section does not count, as this connection sees them.
    pub(crate) async fn uncounted(
        &self,
        rows: &mut SqliteConnection,
        sections: &[Section],
    ) -> Result<BTreeSet<ServerId>, StoreError> {
        Ok(unconfirmed(self, rows, sections)
            .await?
            .into_keys()
            .collect())
    }
}

/// A transaction that changes what users allowed. What counted before counts after it, under a new seal; what did not, does not.
pub(crate) struct Change<'a> {
    authority: &'a Authority,
    transaction: Transaction<'static, Sqlite>,
    touched: Vec<Place>,
}

impl<'a> Change<'a> {
    /// Begins a change in a transaction that holds the write lock.
    pub(crate) fn begin(
        authority: &'a Authority,
        transaction: Transaction<'static, Sqlite>,
    ) -> Self {
        Self {
            authority,
            transaction,
            touched: Vec::new(),
        }
    }

    /// The connection to write with.
    pub(crate) fn rows(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }

    /// Names one more section that the change touches, before its rows are written.
    pub(crate) async fn touch(
        &mut self,
        server: ServerId,
        section: Section,
    ) -> Result<(), StoreError> {
        let place = (server, section);
        if self.touched.contains(&place) {
            return Ok(());
        }
        if self
            .authority
            .counts(&mut self.transaction, server, section)
            .await?
        {
            self.touched.push(place);
        }
        Ok(())
    }

    /// Names the sections of all servers that rows refer to: `query` selects their identifiers, its parameter is `value`.
    pub(crate) async fn touch_all(
        &mut self,
        query: &'static str,
        value: &str,
        section: Section,
    ) -> Result<(), StoreError> {
        let found: Vec<String> = sqlx::query_scalar(query)
            .bind(value)
            .fetch_all(&mut *self.transaction)
            .await?;
        for id in found {
            let server = id
                .parse()
                .map_err(|_| StoreError::Damaged("a server's identifier does not parse".into()))?;
            self.touch(server, section).await?;
        }
        Ok(())
    }

    /// Renews the seals and commits. Durable when it returns.
    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        let mut sealed = Vec::new();
        for (server, section) in std::mem::take(&mut self.touched) {
            let digest = digest(&mut self.transaction, server, section).await?;
            let digest = digest.unwrap_or_default();
            sealed.extend(self.authority.next(server, section, digest));
        }
        let written = self.write(&sealed).await;
        let committed = match written {
            Ok(()) => self.transaction.commit().await.map_err(StoreError::from),
            Err(error) => Err(error),
        };
        self.authority.settle(&sealed, committed.is_ok());
        committed?;
        self.authority.record(&sealed).await;
        Ok(())
    }

    /// Lets sections count as they were shown to a person, and commits.
    pub(crate) async fn confirm(mut self, shown: Shown) -> Result<(), StoreError> {
        for ((server, section), was) in shown.0 {
            let now = digest(&mut self.transaction, server, section).await?;
            if now.as_ref() != Some(&was) {
                return Err(StoreError::WrongState);
            }
            self.touched.push((server, section));
        }
        self.commit().await
    }

    async fn write(&mut self, sealed: &[Sealed]) -> Result<(), StoreError> {
        let Some(key) = self.authority.key() else {
            return Ok(());
        };
        // The seal of a server that was removed went with it.
        for seal in sealed.iter().filter(|seal| !seal.digest.is_empty()) {
            sqlx::query(
                "INSERT OR REPLACE INTO seals (server_id, section, number, digest, code) VALUES (?, ?, ?, ?, ?)",
            )
            .bind(seal.server.to_string())
            .bind(seal.section.as_str())
            .bind(number(seal.number))
            .bind(&seal.digest)
            .bind(key.code(seal).finalize().into_bytes().to_vec())
            .execute(&mut *self.transaction)
            .await?;
        }
        Ok(())
    }
}

impl Authority {
    /// Decides what counts, given what is known outside of the file. Returns the seals that the log lacks.
    pub(crate) async fn open(
        &self,
        rows: &mut SqliteConnection,
        evidence: Evidence,
    ) -> Result<Vec<Sealed>, StoreError> {
        *self.state() = State {
            numbers: evidence.logged.clone(),
            evidence: Some(evidence.clone()),
            known: HashMap::new(),
        };
        let seals = stored(rows).await?;
        let ever = !seals.is_empty() || !evidence.logged.is_empty();
        let mut unrecorded = Vec::new();
        for (place, digest) in digests(rows, &Section::ALL).await? {
            let logged = evidence.logged.get(&place).copied();
            let counts = match (&evidence.key, seals.get(&place)) {
                (None, _) => !ever,
                (Some(_), None) => false,
                (Some(key), Some((seal, code))) => {
                    evidence.log_is_whole
                        && seal.digest == digest
                        && seal.number >= logged.unwrap_or_default()
                        && key.code(seal).verify_slice(code).is_ok()
                }
            };
            if !counts {
                continue;
            }
            let mut state = self.state();
            state.known.insert(place, vec![digest]);
            if let Some((seal, _)) = seals.get(&place)
                && logged.is_none_or(|logged| logged < seal.number)
            {
                state.numbers.insert(place, seal.number);
                unrecorded.push(seal.clone());
            }
        }
        Ok(unrecorded)
    }

    /// What counts, as this connection sees it.
    pub(crate) async fn counted(&self, rows: &mut SqliteConnection) -> Result<Shown, StoreError> {
        let all = digests(rows, &Section::ALL).await?.into_iter();
        Ok(Shown(
            all.filter(|(place, digest)| self.is_known(*place, digest))
                .collect(),
        ))
    }

    fn key(&self) -> Option<SealKey> {
        self.state().evidence.as_ref()?.key.clone()
    }

    /// The next seal of a section; none where it is as before, or nothing is sealed yet. Its digest counts from now on, beside
    /// the one before it: a reader sees either.
    fn next(&self, server: ServerId, section: Section, digest: String) -> Option<Sealed> {
        let mut state = self.state();
        state.evidence.as_ref()?;
        let place = (server, section);
        let known = state.known.entry(place).or_default();
        if known.contains(&digest) {
            return None;
        }
        known.push(digest.clone());
        let number = state.numbers.get(&place).copied().unwrap_or_default() + 1;
        Some(Sealed {
            server,
            section,
            number,
            digest,
        })
    }

    /// Keeps of the digests before and after a change the one that holds.
    fn settle(&self, sealed: &[Sealed], committed: bool) {
        let mut state = self.state();
        for seal in sealed {
            let place = (seal.server, seal.section);
            let known = state.known.entry(place).or_default();
            known.retain(|digest| (*digest == seal.digest) == committed);
            if committed {
                state.numbers.insert(place, seal.number);
            }
        }
    }

    /// Has seals recorded.
    pub(crate) async fn record(&self, sealed: &[Sealed]) {
        let log = match &self.state().evidence {
            Some(evidence) if evidence.key.is_some() => Arc::clone(&evidence.log),
            Some(_) | None => return,
        };
        for seal in sealed {
            log.sealed(seal).await;
        }
    }
}

/// The digest of a section as this connection sees it; none if the server is not there.
async fn digest(
    connection: &mut SqliteConnection,
    server: ServerId,
    section: Section,
) -> Result<Option<String>, StoreError> {
    let id = server.to_string();
    let is_there: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM servers WHERE id = ?)")
        .bind(&id)
        .fetch_one(&mut *connection)
        .await?;
    if !is_there {
        return Ok(None);
    }
    let mut hash = Sha256::new();
    for query in section.queries() {
        let rows: Vec<String> = sqlx::query_scalar(query.one)
            .bind(&id)
            .fetch_all(&mut *connection)
            .await?;
        add(&mut hash, &rows);
    }
    Ok(Some(hexadecimal(hash)))
}

/// The digests of sections of all servers that are not removed, as this connection sees them. It reads each table once.
async fn digests(
    connection: &mut SqliteConnection,
    sections: &[Section],
) -> Result<Vec<(Place, String)>, StoreError> {
    let servers = servers(connection).await?;
    let mut digests = Vec::with_capacity(servers.len() * sections.len());
    for section in sections {
        let mut hashes: Vec<Sha256> = vec![Sha256::new(); servers.len()];
        for query in section.queries() {
            let found: Vec<(String, String)> = sqlx::query_as(query.all)
                .fetch_all(&mut *connection)
                .await?;
            let mut of: HashMap<String, Vec<String>> = HashMap::new();
            for (server, row) in found {
                of.entry(server).or_default().push(row);
            }
            for (server, hash) in servers.iter().zip(&mut hashes) {
                let rows = of.remove(&server.to_string());
                add(hash, &rows.unwrap_or_default());
            }
        }
        let all = servers.iter().zip(hashes);
        digests.extend(all.map(|(server, hash)| ((*server, *section), hexadecimal(hash))));
    }
    Ok(digests)
}

/// Adds the rows of one table.
fn add(hash: &mut Sha256, rows: &[String]) {
    hash.update(format!("{}\n", rows.len()));
    for row in rows {
        hash.update(format!("{}\n", row.len()));
        hash.update(row);
    }
}

fn hexadecimal(hash: Sha256) -> String {
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// What was shown to a person, to be confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown(Vec<(Place, String)>);

/// What does not count as this connection sees it.
pub(crate) async fn unconfirmed(
    authority: &Authority,
    rows: &mut SqliteConnection,
    sections: &[Section],
) -> Result<Unconfirmed, StoreError> {
    let mut found = Unconfirmed::new();
    for (place, digest) in digests(rows, sections).await? {
        if !authority.is_known(place, &digest) {
            found.entry(place.0).or_default().insert(place.1);
        }
    }
    Ok(found)
}

/// The digests of sections as this connection sees them.
pub(crate) async fn shown_as(
    rows: &mut SqliteConnection,
    shown: &Unconfirmed,
) -> Result<Shown, StoreError> {
    let mut digests = Vec::new();
    for (server, section) in places(shown) {
        if let Some(digest) = digest(rows, server, section).await? {
            digests.push(((server, section), digest));
        }
    }
    Ok(Shown(digests))
}

fn places(of: &Unconfirmed) -> impl Iterator<Item = Place> {
    of.iter()
        .flat_map(|(server, sections)| sections.iter().map(|section| (*server, *section)))
}

async fn servers(rows: &mut SqliteConnection) -> Result<Vec<ServerId>, StoreError> {
    let found = sqlx::query("SELECT id FROM servers WHERE removed_ms IS NULL")
        .fetch_all(rows)
        .await?;
    found.iter().map(|row| parsed(row, "id")).collect()
}

/// Every seal in the file with its code. A section that this program does not know is left out.
pub(crate) async fn stored(
    rows: &mut SqliteConnection,
) -> Result<HashMap<Place, (Sealed, Vec<u8>)>, StoreError> {
    let found = sqlx::query("SELECT * FROM seals").fetch_all(rows).await?;
    let mut seals = HashMap::new();
    for row in &found {
        let Ok(section) = row.try_get::<&str, _>("section")?.parse() else {
            continue;
        };
        let sealed = Sealed {
            server: parsed(row, "server_id")?,
            section,
            number: count(row, "number")?,
            digest: row.try_get("digest")?,
        };
        let code = row.try_get("code")?;
        seals.insert((sealed.server, section), (sealed, code));
    }
    Ok(seals)
}
