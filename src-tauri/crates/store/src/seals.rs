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
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::ServerId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256};
use sqlx::{Row, Sqlite, SqliteConnection, Transaction};

use crate::{
    StoreError,
    columns::{count, number, parsed, words},
    database::Database,
};

words! {
    /// What is sealed of a server as one.
    Section {
        /// How it starts, the launch that was accepted, its switches and limits.
        Launch = "launch",
        /// Its accepted definitions.
        Pins = "pins",
        /// Its rules, tiers, trust, and what may flow into it.
        Rules = "rules",
        /// Its folders and hosts.
        Folders = "folders",
    }
}

impl Section {
    /// Every section.
    pub const ALL: [Self; 4] = [Self::Launch, Self::Pins, Self::Rules, Self::Folders];

    /// The rows of a section, each as one JSON text, in a fixed order. The parameter is the server.
    fn queries(self) -> &'static [&'static str] {
        match self {
            Self::Launch => &[
                "SELECT json_array(name, enabled, tools_off, sampling, elicitation, command, args, cwd, env, url, headers, \
                 launch_grant, bounds, confinement, removed_ms IS NULL) FROM servers WHERE id = ?",
                "SELECT json_array(digest, facts) FROM accepted_launches WHERE server_id = ?",
                "SELECT json_array(review, minute, day) FROM sampling_limits WHERE server_id = ?",
            ],
            Self::Pins => &[
                "SELECT json_array(kind, name, digest, octet_length(raw)) FROM pins WHERE server_id = ? ORDER BY kind, name",
            ],
            Self::Rules => &[
                "SELECT json_array(id, effect, tool, definition, launch, conversation_id, origin, created_ms, revoked_ms, \
                 until_ms, conditions, batch) FROM rules WHERE server_id = ? ORDER BY id",
                "SELECT json_array(tool, definition, tier) FROM tool_tiers WHERE server_id = ? ORDER BY tool, definition",
                "SELECT json_array(launch, reading) FROM trusted WHERE server_id = ?",
                "SELECT json_array(from_server, from_launch, to_launch, offline) FROM unguarded WHERE to_server = ? \
                 ORDER BY from_server",
                "SELECT json_array(conversation_id, from_server, created_ms) FROM flow_answers WHERE to_server = ? \
                 ORDER BY conversation_id, from_server",
                "SELECT json_array(from_server) FROM carried WHERE server_id = ? ORDER BY from_server",
            ],
            Self::Folders => &[
                "SELECT json_array(path, name, access, pass, identity) FROM roots WHERE server_id = ? ORDER BY path",
                "SELECT json_array(host, port) FROM reach WHERE server_id = ? ORDER BY host, port",
            ],
        }
    }
}

/// The size of a key, in bytes.
pub const SEAL_KEY_BYTES: usize = 64;

/// The key of the codes: random bytes.
#[derive(Clone)]
pub struct SealKey([u8; SEAL_KEY_BYTES]);

impl SealKey {
    /// A key of these bytes.
    #[must_use]
    pub fn new(bytes: [u8; SEAL_KEY_BYTES]) -> Self {
        Self(bytes)
    }

    fn code(&self, sealed: &Sealed) -> Hmac<Sha256> {
        let mut code = Hmac::<Sha256>::new(&self.0.into());
        let Sealed {
            server,
            section,
            number,
            digest,
        } = sealed;
        let section = section.as_str();
        code.update(format!("{server} {section} {number} {digest}").as_bytes());
        code
    }
}

impl std::fmt::Debug for SealKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealKey")
    }
}

/// A seal that was set, for the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The server.
    pub server: ServerId,
    /// The section.
    pub section: Section,
    /// The number of the seal; a later one of the same section is higher.
    pub number: u64,
    /// SHA-256 of the section, in hexadecimal digits; empty once the server is removed.
    pub digest: String,
}

/// Where seals are recorded.
pub trait SealLog: Send + Sync + std::fmt::Debug {
    /// Records a seal. A failure is the log's to report: the seal holds without its row.
    fn sealed<'a>(&'a self, sealed: &'a Sealed) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
}

/// What is known outside of the file when it is opened.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The key; none where there is no keychain, or it cannot be read.
    pub key: Option<SealKey>,
    /// The highest number of each seal in the log.
    pub logged: HashMap<(ServerId, Section), u64>,
    /// Whether the log is known to be whole.
    pub log_is_whole: bool,
    /// Where later seals are recorded.
    pub log: Arc<dyn SealLog>,
}

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
        let known = &self.state().known;
        Ok(known
            .get(&(server, section))
            .is_some_and(|known| known.contains(&digest)))
    }
}

/// A transaction that changes what users allowed. What counted before counts after it, under a new seal; what did not, does not.
pub(crate) struct Change<'a> {
    authority: &'a Authority,
    transaction: Transaction<'static, Sqlite>,
    touched: Vec<Place>,
}

impl Database {
    /// Begins a change of sections of servers. Each one that the change touches has to be named before its rows are written.
    pub(crate) async fn change(&self, touched: &[Place]) -> Result<Change<'_>, StoreError> {
        let mut change = Change {
            authority: self.authority(),
            transaction: self.begin().await?,
            touched: Vec::new(),
        };
        for (server, section) in touched {
            change.touch(*server, *section).await?;
        }
        Ok(change)
    }
}

impl Change<'_> {
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

    async fn record(&self, sealed: &[Sealed]) {
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
        let rows: Vec<String> = sqlx::query_scalar(*query)
            .bind(&id)
            .fetch_all(&mut *connection)
            .await?;
        hash.update(format!("{}\n", rows.len()));
        for row in rows {
            hash.update(format!("{}\n", row.len()));
            hash.update(row);
        }
    }
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(Some(text))
}

/// Opens, checks and confirms seals.
#[derive(Clone, Copy, Debug)]
pub struct Seals<'a>(pub(crate) &'a Database);

impl Seals<'_> {
    /// Decides what counts, given what is known outside of the file. Without a key everything counts if nothing was ever sealed,
    /// and nothing if something was. Seals that the log lacks, because the last run ended between the two, are recorded.
    ///
    /// # Errors
    /// The file could not be read; then nothing counts.
    pub async fn open(&self, evidence: Evidence) -> Result<(), StoreError> {
        let authority = self.0.authority();
        *authority.state() = State {
            numbers: evidence.logged.clone(),
            evidence: Some(evidence.clone()),
            known: HashMap::new(),
        };
        let mut rows = self.0.reader().begin().await?;
        let seals = stored(&mut rows).await?;
        let ever = !seals.is_empty() || !evidence.logged.is_empty();
        let mut unrecorded = Vec::new();
        for server in servers(&mut rows).await? {
            for section in Section::ALL {
                let place = (server, section);
                let Some(digest) = digest(&mut rows, server, section).await? else {
                    continue;
                };
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
                let mut state = authority.state();
                state.known.insert(place, vec![digest]);
                if let Some((seal, _)) = seals.get(&place)
                    && logged.is_none_or(|logged| logged < seal.number)
                {
                    state.numbers.insert(place, seal.number);
                    unrecorded.push(seal.clone());
                }
            }
        }
        rows.rollback().await?;
        authority.record(&unrecorded).await;
        Ok(())
    }

    /// Opens again with a key that could not be read before. What counted until now still does, if nothing was ever sealed.
    ///
    /// # Errors
    /// The file could not be read or written; then nothing counts.
    pub async fn unlock(&self, evidence: Evidence) -> Result<(), StoreError> {
        let counted = self.counted().await?;
        let mut rows = self.0.reader().begin().await?;
        let ever = !stored(&mut rows).await?.is_empty() || !evidence.logged.is_empty();
        rows.rollback().await?;
        self.open(evidence).await?;
        if ever {
            return Ok(());
        }
        self.confirm(counted).await
    }

    /// What counts, as the file is now.
    async fn counted(&self) -> Result<Shown, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let mut digests = Vec::new();
        for server in servers(&mut rows).await? {
            for section in Section::ALL {
                if self
                    .0
                    .authority()
                    .counts(&mut rows, server, section)
                    .await?
                    && let Some(digest) = digest(&mut rows, server, section).await?
                {
                    digests.push(((server, section), digest));
                }
            }
        }
        rows.rollback().await?;
        Ok(Shown(digests))
    }

    /// What does not count until a person confirms it, as the file is now.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn unconfirmed(&self) -> Result<Unconfirmed, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let found = unconfirmed(self.0.authority(), &mut rows, &Section::ALL).await;
        rows.rollback().await?;
        found
    }

    /// The digests of what a person is shown, to be given to [`Self::confirm`].
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn shown(&self, shown: &Unconfirmed) -> Result<Shown, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let mut digests = Vec::new();
        for (server, section) in places(shown) {
            if let Some(digest) = digest(&mut rows, server, section).await? {
                digests.push(((server, section), digest));
            }
        }
        rows.rollback().await?;
        Ok(Shown(digests))
    }

    /// Lets sections count as they were shown to a person.
    ///
    /// # Errors
    /// One of them is not as it was shown ([`StoreError::WrongState`]), or the file could not be written: then nothing changed.
    pub async fn confirm(&self, shown: Shown) -> Result<(), StoreError> {
        let mut change = Change {
            authority: self.0.authority(),
            transaction: self.0.begin().await?,
            touched: Vec::new(),
        };
        for ((server, section), was) in shown.0 {
            let now = digest(&mut change.transaction, server, section).await?;
            if now.as_ref() != Some(&was) {
                return Err(StoreError::WrongState);
            }
            change.touched.push((server, section));
        }
        change.commit().await
    }
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
    for server in servers(rows).await? {
        for section in sections {
            if !authority.counts(rows, server, *section).await? {
                found.entry(server).or_default().insert(*section);
            }
        }
    }
    Ok(found)
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
async fn stored(
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
